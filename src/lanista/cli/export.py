"""`lanista export`: our agents as files for the courses' original programs."""

from __future__ import annotations


def export(course: str, /, *, agent: str) -> None:
    """Print a file that plays as one of our agents in a course's original program.

    The file needs Lanista where it runs, and says so in its first line. Put it where the original program looks for a
    student's file: standard error says under which name.

    Example: lanista export cs63 --agent alphabeta:depth=8 > TournamentPlayers.py

    Parameters
    ----------
    course
        colosseum, cs63, ewn or r2d2.
    agent
        Any agent that plays the course's games (see: lanista agents GAME).
    """
    import sys

    from lanista.courses import find_course

    handout = find_course(course)
    _check(agent, handout.played())
    name, text = handout.export(agent)
    print(f"this is {name}", file=sys.stderr)
    print(text, end="")


def _check(agent: str, games: tuple[str, ...]) -> None:
    """Raise SpecError and the like unless the agent plays all of the games, without a person."""
    from lanista.errors import SpecError
    from lanista.games.spec import load_game
    from lanista.specs import load_agent

    for game in games:
        if load_agent(agent, load_game(game)).is_interactive:
            raise SpecError(f"{agent} asks a person: it cannot be exported")
