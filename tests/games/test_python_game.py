"""Games in Python alone: the tutorial's game keeps the laws, and what a game's writer gets wrong is said clearly."""

import copy
import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import lanista
from lanista.errors import FileLoadError, ParameterError, PositionError, RulesError
from lanista.games.laws import check_laws
from lanista.games.python_adapter import PythonFileGame

TUTORIAL = Path(__file__).parents[2] / "docs" / "tictactoe.py"
TIC_TAC_TOE = f"{TUTORIAL}:TicTacToe"


@dataclass(frozen=True)
class Pennies(lanista.PythonGame):
    """Both show a coin, `rounds` times; player 0 wins a round when they match."""

    left: int = 3
    balance: int = 0

    is_simultaneous = True
    num_actions = 2
    max_length = 3

    @classmethod
    def initial_state(cls, rounds: int = 3, generous: bool = False, seed: int = 0) -> "Pennies":
        return cls(rounds, seed % 2 if generous else 0)

    @property
    def current_player(self) -> int:
        return lanista.SIMULTANEOUS if self.left else lanista.TERMINAL

    def legal_actions(self, player: int) -> list[int]:
        return [1, 0]

    def child(self, first: int, second: int) -> "Pennies":
        return type(self)(self.left - 1, self.balance + (1 if first == second else -1))

    def returns(self) -> tuple[float, float]:
        result = (self.balance > 0) - (self.balance < 0)
        return result, -result


def test_the_tutorials_game_keeps_the_laws() -> None:
    check_laws(lanista.load_game(TIC_TAC_TOE), games=15)


def test_a_simultaneous_game_keeps_the_laws() -> None:
    check_laws(PythonFileGame(Pennies), games=10)
    check_laws(PythonFileGame(Pennies, generous=True), games=10)


def test_tic_tac_toe_is_known() -> None:
    state = lanista.load_game(TIC_TAC_TOE).initial_state()
    # https://oeis.org/A061526 counts the games that go on; these are the positions after each ply, with repetition, and
    # those of them in which the game has ended.
    found = [state.perft(depth) for depth in range(1, 7)]
    assert found == [(9, 0), (72, 0), (504, 0), (3024, 0), (15120, 1440), (54720, 5328)]


def test_every_agent_plays_it() -> None:
    record = lanista.play(TIC_TAC_TOE, ["greedy", "random"], seed=1)
    assert record.failure is None
    assert lanista.load_game(record.game).parse_position(record.start) is not None
    both = lanista.play(PythonFileGame(Pennies), ["greedy", "random"], seed=1)
    assert len(both.moves) == 6


def test_states_are_values() -> None:
    game = lanista.load_game(TIC_TAC_TOE)
    state = game.initial_state().child(4)
    assert pickle.loads(pickle.dumps(state)) == state
    assert copy.deepcopy(state) is state
    assert eval(repr(state), {"load_game": lanista.load_game}) == state
    with pytest.raises(AttributeError, match="immutable"):
        state.game = game  # type: ignore[misc]
    assert state.cells == (0, 0, 0, 0, 1, 0, 0, 0, 0)  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        _ = state.nonsense  # type: ignore[attr-defined]


def test_parameters_are_those_of_initial_state() -> None:
    game = PythonFileGame(Pennies, rounds="2")
    assert game.parameters == {"rounds": 2, "generous": False}
    assert game.has_random_start
    with pytest.raises(ParameterError, match=r"Pennies has no parameter 'round'; it has: rounds, generous"):
        PythonFileGame(Pennies, round=2)
    with pytest.raises(ParameterError, match="generous must be true or false, got 'maybe'"):
        PythonFileGame(Pennies, generous="maybe")


def test_bad_positions_are_refused() -> None:
    game = lanista.load_game(TIC_TAC_TOE)
    for text in (
        "[[1]]",
        "[[1,1,1,1,1,1,1,1,1]]",
        "[[7,0,0,0,0,0,0,0,0]]",
        "",
        "x",
        "[]",
        "[1]",
        '[["a"]]',
        "[[0,0,0]",
        "null",
    ):
        with pytest.raises(PositionError, match="bad position"):
            game.parse_position(text)


def broken(**changes: object) -> type[lanista.PythonGame]:
    kind: type[Pennies] = dataclass(frozen=True)(type("Broken", (Pennies,), {"__module__": __name__, **changes}))
    globals()["Broken"] = kind  # where pickle looks for it
    return kind


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"legal_actions": lambda self, player: [0, 0]}, "names an action twice"),
        ({"legal_actions": lambda self, player: []}, "no legal action at"),
        ({"legal_actions": lambda self, player: None}, r"legal_actions\(\) failed at Broken\(left=3.*TypeError"),
        ({"child": lambda self, *actions: 1 / 0}, r"child\(\) failed at .*: ZeroDivisionError: division by zero"),
        ({"returns": lambda self: None}, r"returns\(\) failed at"),
        ({"current_player": property(lambda self: int("x"))}, r"current_player failed at .*ValueError: invalid"),
        ({"legal_actions": lambda self, player: [5]}, r"legal action 5 is not in 0..num_actions-1 = 1"),
        ({"legal_actions": lambda self, player: [-1]}, "legal action -1"),
        ({"current_player": 7}, "current_player is 7"),
        ({"returns": lambda self: (1, 1)}, "sum to 0"),
        ({"action_to_string": lambda self, action: "same"}, "names of actions are different"),
        ({"max_length": 2}, "at most max_length = 2 plies"),
        ({"gesture": lambda self, action: ("x",)}, "gestures of actions are different"),
        ({"svg": lambda self: "<svg/>"}, "the picture has every gesture's hot spots"),
    ],
)
def test_broken_rules_are_named(changes: dict[str, object], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        check_laws(PythonFileGame(broken(**changes)), games=3)


def test_what_is_no_game_is_refused(tmp_path: Path) -> None:
    class Unfinished(lanista.PythonGame):
        @classmethod
        def initial_state(cls) -> "Unfinished":
            return cls()

    with pytest.raises(RulesError, match="Unfinished needs current_player"):
        PythonFileGame(Unfinished)

    class Mutable(Pennies):
        __hash__ = None  # type: ignore[assignment]

    with pytest.raises(RulesError, match=r"put @dataclass\(frozen=True\) above it"):
        PythonFileGame(Mutable)
    file = tmp_path / "game.py"
    file.write_text("class Game:\n    pass\n")
    with pytest.raises(FileLoadError, match="no class Game derived from"):
        lanista.load_game(f"{file}:Game")


def test_a_match_in_the_terminal(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lanista", "match", TIC_TAC_TOE, "random", "random", "--games", "4", "--jobs", "2"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "match 1 in lanista.db" in done.stdout


@dataclass(frozen=True)
class Endless(Pennies):
    """Never ends."""

    def child(self, first: int, second: int) -> "Endless":
        return self


def test_a_game_that_does_not_end_is_stopped() -> None:
    with pytest.raises(RulesError, match="not over after max_length = 3 plies"):
        lanista.play(Endless, ["random", "random"], seed=1)


def test_a_class_is_a_game() -> None:
    assert lanista.load_game(Pennies, rounds=2).parameters["rounds"] == 2
    assert lanista.play(Pennies, ["random", "random"], seed=1).failure is None


def test_an_edited_file_is_another_game(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    text = TUTORIAL.read_text()
    file.write_text(text)
    before = lanista.load_game(f"{file}:TicTacToe")
    file.write_text(text.replace("max_length = 9", "max_length = 8"))
    after = lanista.load_game(f"{file}:TicTacToe")
    assert (before.max_length, after.max_length) == (9, 8)
    assert before != after


TEXT_GAME = """
from dataclasses import dataclass
import lanista

@dataclass(frozen=True)
class Word(lanista.PythonGame):
    word: str = ""
    current_player = 0
    @classmethod
    def initial_state(cls): return cls()
    def legal_actions(self): return [0]
    def child(self, action): return Word(self.word + "x")
    def returns(self): return 0, 0
"""


def test_hashes_are_the_same_in_every_process(tmp_path: Path) -> None:
    (tmp_path / "word.py").write_text(TEXT_GAME)
    code = "import lanista; print(hash(lanista.load_game('./word.py:Word').initial_state().child(0)))"
    hashes = {subprocess.check_output([sys.executable, "-c", code], cwd=tmp_path) for _ in range(3)}
    assert len(hashes) == 1
