"""`lanista play`: one game in the terminal, between people and agents."""

from __future__ import annotations

import contextlib
import functools
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from lanista.errors import LanistaError

if TYPE_CHECKING:
    from lanista.agents.base import TakeBack
    from lanista.agents.terminal import Screen
    from lanista.arena.record import Failure, Record
    from lanista.arena.referee import Limits, Policy, Session

EXIT_AGENT_FAILED = 1


def play(
    game: str,
    a: str = "human",
    b: str = "greedy",
    /,
    *,
    seed: int | None = None,
    start: str | None = None,
    move_time: float | None = None,
    game_time: float | None = None,
    first_move_time: float | None = None,
    course: str | None = None,
    save: Path | None = None,
    json: bool = False,
) -> int:
    """Play one game in the terminal: you against an agent, two people, or two agents to look at.

    Type help during the game for all that you can do.

    Example: lanista play breakthrough
    Example: lanista play droid_battle human human
    Example: lanista play nim:piles=3-5-7 greedy ./bot.py --seed 7 --start '1-5-7 A'

    Parameters
    ----------
    game
        The game, e.g. connect_four, nim:piles=3-5-7 or ./tictactoe.py:TicTacToe.
    a
        Who moves first: human, an agent or a bot file (see: lanista agents).
    b
        The other player.
    seed
        Decides a random start and all chance in the agents. Default: a fresh one, which is shown.
    start
        A position to start from (in quotes), or the game's short form, e.g. 012345012345 in einstein.
    move_time
        Seconds a player has for each move; later loses the game, unless the course forgives it.
    game_time
        Seconds a player has for all moves of the game.
    first_move_time
        Seconds a player has for its first move (default: as for every other).
    course
        Go by a course's rules: its times, but those that are given, and what it does about failures.
    save
        Write the record of the finished game to this file, which must not exist yet (see: lanista replay --help).
    json
        Print the record as one line of JSON; boards and questions go to standard error.
    """
    from lanista.arena.record import encode_record
    from lanista.cli.output import ended_in_order
    from lanista.cli.terms import terms

    out, sink = sys.stdout, sys.stderr if json else sys.stdout
    # What a bot file prints goes the same way as the boards.
    with contextlib.redirect_stdout(sink), ended_in_order(), contextlib.ExitStack() as files:
        on = terms(course, game, move_time=move_time, game_time=game_time, first_move_time=first_move_time)
        session, screen = _open(game, (a, b), seed, start, *on)
        file = files.enter_context(_new_file(save)) if save is not None else None
        screen.say(f"{session.game.title}: {_label(session, 0)} against {_label(session, 1)}, seed {session.seed}")
        _play_on(session, screen)
        record = session.finish()
        if _was_left(session):
            screen.say(f"You have left the game. It is not finished{', so there is no record' * (json or bool(save))}.")
            return 0
        _report(session, record, screen)
        encoded = encode_record(record)
        if file is not None:
            file.write(encoded + b"\n")
            screen.line(f"saved in {save}")
    if json:
        print(encoded.decode(), file=out)
    return EXIT_AGENT_FAILED if _agent_failed(session) else 0


def _open(
    game: str,
    agents: tuple[str, str],
    seed: int | None,
    start: str | None,
    limits: Limits,
    policy: Policy | None,
) -> tuple[Session, Screen]:
    """Return the game that lanista.play would play, ready to begin, and the screen it is shown on."""
    from lanista.agents.human import HumanAgent
    from lanista.agents.terminal import Screen
    from lanista.api import set_up
    from lanista.arena.referee import Session
    from lanista.cli.output import print_board, warn_of_bot_files
    from lanista.seeding import check_seed

    seed = secrets.randbits(31) if seed is None else check_seed(seed)
    warn_of_bot_files(agents)
    rules, players, first = set_up(game, agents, seed, start)
    screen = Screen(draw=functools.partial(print_board, stream=sys.stdout))
    people = [player for player in players if isinstance(player, HumanAgent)]
    for person in people:
        person.screen, person.can_take_back, person.hides_choices = screen, True, len(people) > 1
    session = Session(rules, players, first, seed, limits, policy=policy)
    return session, screen


@contextlib.contextmanager
def _new_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file before the game, so that its end cannot be lost; it goes again if nothing is written."""
    try:
        file = path.open("xb")
    except FileExistsError:
        raise LanistaError(f"{path} is there already; --save writes a new file") from None
    except OSError as error:
        raise LanistaError(f"cannot write {path}: {error.strerror or error}") from error
    with file:
        try:
            yield file
        finally:
            if file.tell() == 0:
                path.unlink(missing_ok=True)


def _play_on(session: Session, screen: Screen) -> None:
    """Play to the end, showing every move, and the board wherever nobody is asked who sees it then."""
    from lanista.agents.base import TakeBack

    is_watched = not _people(session)
    while not session.is_over:
        if is_watched:
            screen.show(session.state)
        plies = len(session.rounds)
        try:
            session.step()
        except TakeBack as wish:
            _take_back(session, screen, wish)
            continue
        if len(session.rounds) > plies:
            moves = session.rounds[-1]
            screen.say(", ".join(f"{_label(session, move.player)}: {move.name}" for move in moves))
            for move in moves:
                if move.forgiven is not None:
                    said = f"{move.forgiven.kind}: {move.forgiven.message}"
                    screen.say(f"{_label(session, move.player)} was forgiven, {move.name} was played instead: {said}")
    if not _was_left(session):
        screen.show(session.state)


def _take_back(session: Session, screen: Screen, wish: TakeBack) -> None:
    """Go back to the last choice of a person before this one."""
    people = _people(session)
    if session.state.current_player < 0 and wish.player == max(people) > min(people):
        screen.say("this round's first choice is taken back")
        return
    for plies, state in enumerate(reversed(session.states[:-1]), 1):
        if state.current_player in people or state.current_player < 0:
            names = [move.name for moves in session.rounds[-plies:] for move in moves]
            session.take_back(plies)
            screen.say(f"taken back: {', '.join(names)}")
            return
    screen.say("there is nothing to take back")


def _people(session: Session) -> list[int]:
    return [player for player, agent in enumerate(session.agents) if getattr(agent, "is_interactive", False)]


def _label(session: Session, player: int) -> str:
    """Return `x (greedy)`."""
    return f"{session.game.player_names[player]} ({getattr(session.agents[player], 'spec', '?')})"


def _was_left(session: Session) -> bool:
    """Whether a person has quit."""
    failure = session.failure
    return failure is not None and failure.kind == "resigned" and failure.player in _people(session)


def _agent_failed(session: Session) -> bool:
    """Whether a failure decided the game: not so if somebody gave it up, or a person was too late."""
    failure = session.failure
    if failure is None or failure.kind == "resigned":
        return False
    return not (failure.kind == "time" and failure.player in _people(session))


def _report(session: Session, record: Record, screen: Screen) -> None:
    """Say how the game ended; of a failure, all that helps to find its cause."""
    from lanista.agents.terminal import printable
    from lanista.cli.output import own_frames

    failure = record.failure
    if failure is None:
        first, _ = record.returns
        margin = f" by {abs(record.score):g}" if abs(record.score) > 1 else ""
        screen.say("draw" if first == 0 else f"{_label(session, 0 if first > 0 else 1)} wins{margin}")
        return
    screen.say(f"{_label(session, failure.player)} loses: {failure.kind}: {failure.message}")
    if not _agent_failed(session):
        return
    screen.line(f"position: {failure.position}")
    if failure.details:
        screen.line(printable(own_frames(failure.details)))
    screen.line(f"play it again:\n  {_again(session, record, failure)}")


def _again(session: Session, record: Record, failure: Failure) -> str:
    """Return the command that leads to a failure again: from where it was, if a person must play."""
    import msgspec

    if _people(session):
        record = msgspec.structs.replace(record, start=failure.position)
    return record.command
