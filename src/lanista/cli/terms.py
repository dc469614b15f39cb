"""On what terms games are played: the times, and what is done about failures."""

from __future__ import annotations

import math
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
    """Return the times (a course's own where none is given) and the course whose way with failures holds.

    game: its spec. SpecError for an unknown course or one that does not play the game; ParameterError for times that
    are none.
    """
    from lanista.arena.referee import NO_LIMITS, Limits
    from lanista.courses import find_course
    from lanista.errors import SpecError, listing
    from lanista.games.spec import parse_spec

    handout = None if course is None else find_course(course)
    if handout is not None and (name := parse_spec(game).name) not in handout.games:
        raise SpecError(f"the course {handout.name} plays {listing(handout.games)}, not {name}")
    if move_time is None and game_time is None and first_move_time is None:
        return NO_LIMITS if handout is None else handout.limits, handout
    move, whole = (math.inf if time is None else time for time in (move_time, game_time))
    return Limits(move, whole, first_move_time), handout
