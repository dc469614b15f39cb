"""On what terms games are played: the times, and what is done about failures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanista.arena.referee import Limits
    from lanista.courses.base import Course


def terms(
    course: str | None,
    game: str,
    *,
    move_time: float | None = None,
    game_time: float | None = None,
    first_move_time: float | None = None,
) -> tuple[Limits, Course | None]:
    """Return the times, of which those not given are the course's, and the course whose way with failures holds.

    game: its spec. SpecError for an unknown course or one that does not play the game; ParameterError for times that
    are none.
    """
    from lanista.arena.referee import NO_LIMITS
    from lanista.courses import find_course
    from lanista.errors import SpecError, listing
    from lanista.games.spec import parse_spec

    handout = None if course is None else find_course(course)
    if handout is not None and (name := parse_spec(game).name) not in handout.games:
        raise SpecError(f"the course {handout.name} plays {listing(handout.games)}, not {name}")
    given = {"move_time": move_time, "game_time": game_time, "first_move_time": first_move_time}
    limits = NO_LIMITS if handout is None else handout.limits
    return replace(limits, **{name: time for name, time in given.items() if time is not None}), handout
