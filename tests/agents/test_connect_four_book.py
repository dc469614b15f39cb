"""Opening books: what is in them, that a build survives any kill, and that nothing else passes for one."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lanista.agents import connect_four_book as books
from lanista.agents.connect_four_book import BookBuilder, OpeningBook, read_book, shipped_book
from lanista.agents.connect_four_score import move_scores, plies_to_end, solver_score, stones_in
from lanista.agents.connect_four_theory import ConnectFourTheory, from_book
from lanista.errors import BookError
from lanista.games.connect_four import ConnectFour, ConnectFourState

GAME = ConnectFour(width=5, height=4)
PLIES = 5


def build(path: Path, plies: int = PLIES) -> OpeningBook:
    for _ in BookBuilder(GAME, plies, path, memory_mb=1).run():
        pass
    return read_book(path.read_bytes(), GAME, path.name)


def openings(plies: int) -> list[ConnectFourState]:
    """Return every position of at most so many stones, mirror images included."""
    start = GAME.initial_state()
    assert isinstance(start, ConnectFourState)
    ply, found = [start], {start: None}
    for _ in range(plies):
        ply = list(dict.fromkeys(state.child(action) for state in ply for action in state.legal_actions()))
        found.update(dict.fromkeys(ply))
    return [state for state in found if not state.is_terminal]


def test_a_book_has_the_score_of_every_opening(tmp_path: Path) -> None:
    book = build(tmp_path / "a.book")
    theory = ConnectFourTheory(GAME, nodes=0, time=0, memory_mb=1)
    rng = random.Random(3)
    for state in rng.sample(openings(PLIES), 60):
        assert book.score(state) == solver_score(state, theory.analyze(state)), state.position
    deeper = [state for state in openings(PLIES + 1) if stones_in(state) == PLIES + 1]
    assert all(book.score(state) is None for state in deeper[:50])


def test_an_analysis_from_the_book_is_the_solvers(tmp_path: Path) -> None:
    book = build(tmp_path / "a.book")
    theory = ConnectFourTheory(GAME, nodes=0, time=0, memory_mb=1)
    for state in random.Random(4).sample(openings(PLIES - 1), 30):
        found, exact = from_book(book, state), theory.analyze(state)
        assert found is not None and found.proved
        assert (found.outcome, found.distance) == (exact.outcome, exact.distance)
        assert [(m.action, m.outcome, m.distance) for m in found.moves] == [
            (m.action, m.outcome, m.distance) for m in exact.moves
        ]
        assert found.action == max(found.moves, key=lambda move: move.probability).action


def test_scores_tell_the_distance() -> None:
    theory = ConnectFourTheory(GAME, nodes=0, time=0, memory_mb=1)
    for state in random.Random(5).sample(openings(PLIES), 40):
        found = theory.analyze(state)
        stones = stones_in(state)
        assert plies_to_end(GAME, stones, solver_score(state, found)) == found.distance


def test_a_build_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole = build(tmp_path / "whole.book")
    path = tmp_path / "a.book"
    for stop in (1, 2, 40):
        builder = BookBuilder(GAME, PLIES, path, memory_mb=1)
        for done in builder.run():
            if done >= builder.done + stop:
                break
        assert not path.exists()
    again = BookBuilder(GAME, PLIES, path, memory_mb=1)
    *_, done = again.run()
    assert again.done == 1 + 2 + 40
    assert done == again.total
    assert not again.part.exists()
    assert path.read_bytes() == (tmp_path / "whole.book").read_bytes()
    assert len(whole) > again.total


def test_a_killed_build_goes_on(tmp_path: Path) -> None:
    game, path, part = ConnectFour(width=5, height=5), tmp_path / "a.book", tmp_path / "a.book.part"
    command = [sys.executable, "-m", "lanista", "book", game.spec, "--plies", "6", "--out", str(path), "--memory", "8"]
    for _ in range(2):
        before = part.stat().st_size if part.exists() else 100
        with subprocess.Popen(command) as process:
            while not part.exists() or part.stat().st_size < before + 20:
                assert process.poll() is None
                time.sleep(0.01)
            process.kill()
    assert not path.exists()
    found = part.read_bytes().partition(b"\n")[2]
    builder = BookBuilder(game, 6, path, memory_mb=8)
    *_, done = builder.run()
    assert builder.done == len(found) >= 40
    assert done == builder.total
    last = read_book(path.read_bytes(), game, "a.book")
    assert [last._scores[len(last) - builder.total + i] % 256 for i in range(len(found))] == list(found)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no opening book of this version"),
        (b"\x00\xff", "no opening book of this version"),
        (b'{"format": "lanista connect_four book 2", "game": "connect_four", "plies": 3}\n', "of this version"),
        (
            b'{"format": "lanista connect_four book 1", "game": "connect_four", "plies": 3}\n',
            "a book of connect_four, not",
        ),
    ],
)
def test_what_is_no_book_of_the_game_is_refused(content: bytes, words: str) -> None:
    with pytest.raises(BookError, match=words):
        read_book(content, GAME, "x.book")


def test_damage_is_found(tmp_path: Path) -> None:
    build(tmp_path / "a.book", plies=3)
    content = (tmp_path / "a.book").read_bytes()
    for at in range(content.index(b"\n") + 1, len(content)):
        damaged = content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :]
        with pytest.raises(BookError, match="damaged"):
            read_book(damaged, GAME, "x.book")
        with pytest.raises(BookError, match="damaged"):
            read_book(content[:at], GAME, "x.book")


def test_no_build_disturbs_another_or_a_finished_book(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    first = BookBuilder(GAME, PLIES, path, memory_mb=1).run()
    next(first)
    with pytest.raises(BookError, match="another build"):
        next(BookBuilder(GAME, PLIES, path, memory_mb=1).run())
    first.close()  # type: ignore[attr-defined]
    with pytest.raises(BookError, match="of a book of 5 plies, not 4"):
        next(BookBuilder(GAME, 4, path, memory_mb=1).run())
    build(path)
    with pytest.raises(BookError, match="exists already"):
        next(BookBuilder(GAME, PLIES, path, memory_mb=1).run())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nim", "--plies", "3", "--out", "x"], "connect_four only"),
        (["connect_four", "--plies", "13", "--out", "x"], "plies must be"),
        (["connect_four", "--plies", "3", "--out", "/nowhere/x"], "cannot write /nowhere/x: No such file"),
        (["connect_four", "--plies", "3", "--out", "x", "--memory", "0"], "memory must be"),
    ],
)
def test_mistakes_are_explained_in_one_line(arguments: list[str], words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lanista", "book", *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_shipped_book_agrees_with_itself() -> None:
    book = shipped_book()
    assert book is not None and book.plies == 4
    start = book.game.initial_state()
    assert isinstance(start, ConnectFourState)
    assert move_scores(start, book.score) == dict(enumerate([-2, -1, 0, 1, 0, -1, -2]))
    assert books.shipped_book() is book
