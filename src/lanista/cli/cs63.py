"""`lanista cs63`: the front door of the course CS63."""

from __future__ import annotations

from typing import Annotated

import cyclopts

OWN_WORDS = True


def cs63(*words: Annotated[str, cyclopts.Parameter(allow_leading_hyphen=True)]) -> int:
    """Mancala and Breakthrough as in the course CS63's lab on Alpha-Beta pruning (lanista cs63 --help)."""
    from lanista.agents.terminal import Screen
    from lanista.cli.output import ended_in_order, own_frames, warn_of_bot_files
    from lanista.courses.cs63.door import Hall, run
    from lanista.courses.cs63.lab import lab_picture
    from lanista.specs import load_agent

    with ended_in_order():
        return run(
            words, Hall(Screen(draw=lambda state: print(lab_picture(state))), load_agent, warn_of_bot_files, own_frames)
        )
