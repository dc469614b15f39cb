"""`lanista ewn-agent`: our agents in the EinStein homework's own program."""

from __future__ import annotations

from lanista.errors import LanistaError, ParameterError, SpecError


def ewn_agent(agent: str, /, *, seconds: float = 1.0) -> None:
    """Speak the EinStein homework's protocol on standard input and output, as one of our agents.

    The homework's `game` starts executables; lanista export ewn --agent AGENT writes one that does this.

    Example: echo 012345012345f | lanista ewn-agent alphabeta

    Parameters
    ----------
    agent
        Any agent that plays einstein (see: lanista agents einstein).
    seconds
        What a search takes for a move if its spec does not limit it; the homework allows 10.
    """
    import contextlib
    import secrets
    import sys

    from lanista.courses.ewn.door import paced
    from lanista.courses.ewn.reverse import serve
    from lanista.courses.ewn.talk import MOVE_SECONDS
    from lanista.games.spec import load_game
    from lanista.specs import load_agent

    if not 0 < seconds < MOVE_SECONDS:
        raise ParameterError(f"--seconds must be above 0 and below {MOVE_SECONDS:g}, got {seconds:g}")
    game = load_game("einstein")
    player = paced(agent, game, load_agent, seconds)
    if player.is_interactive:
        raise SpecError(f"{agent} sits at the keyboard, which is the line to the game here")
    if sys.stdin is None or sys.stdout is None:
        raise LanistaError("standard input or output is closed, and they are the line to the game")
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    # What an agent prints must not come between the moves.
    with contextlib.redirect_stdout(sys.stderr):
        serve(game, player, secrets.randbits(63), source, sink)
