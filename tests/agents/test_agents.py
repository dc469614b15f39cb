"""The built-in agents do what they say."""

import random
import sys
from collections import Counter
from pathlib import Path

import pytest

import lanista
from lanista.agents import all_agents
from lanista.agents.base import Clock
from lanista.errors import FileLoadError, ParameterError
from lanista.games import all_games
from lanista.specs import agents_for


def choices(spec: str, state: lanista.State, player: int = 0, times: int = 200) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in range(times):
        agent = lanista.load_agent(spec, state.game)
        agent.begin(state.game, player, seed)
        counts[state.action_to_string(agent.choose(state, player, Clock()), player)] += 1
    return counts


def test_random_is_uniform() -> None:
    state = lanista.load_game("connect_four").initial_state()
    counts = choices("random", state, times=1400)
    assert sorted(counts) == [str(column) for column in range(1, 8)]
    assert all(140 < count < 260 for count in counts.values())


def test_greedy_wins_at_once_when_it_can() -> None:
    state = lanista.load_game("connect_four").parse_position("7/7/7/7/ooo4/xxx4 A")
    assert set(choices("greedy", state)) == {"4"}


def test_greedy_never_loses_at_once_when_it_need_not() -> None:
    # The last object loses; two are left in one pile.
    state = lanista.load_game("nim:piles=3").parse_position("2 B")
    assert set(choices("greedy", state, player=1)) == {"01"}


def test_greedy_plays_the_basic_evaluation() -> None:
    state = lanista.load_game("mancala").initial_state()
    values = {state.action_to_string(action): state.child(action).evaluate("basic") for action in state.legal_actions()}
    best = max(values.values())
    assert set(choices("greedy", state)) == {name for name, value in values.items() if value == best}


def test_greedy_takes_its_own_side() -> None:
    state = lanista.load_game("mancala").initial_state().child(0)
    values = {state.action_to_string(action): state.child(action).evaluate("basic") for action in state.legal_actions()}
    assert state.current_player == 1
    assert set(choices("greedy", state, player=1)) == {
        name for name, value in values.items() if value == min(values.values())
    }


def test_greedy_averages_over_the_opponents_choices() -> None:
    # Side by side, no escape from the row or column but by one move of three: to shoot is best for both.
    state = lanista.load_game("droid_battle").parse_position("4x4 D0,0:5:0 Q0,3:5:0 50")
    for player in (0, 1):
        sign = 1 if player == 0 else -1
        means = {}
        for action in state.legal_actions(player):
            replies = state.legal_actions(1 - player)
            children = [state.child(*((action, reply) if player == 0 else (reply, action))) for reply in replies]
            means[state.action_to_string(action, player)] = sum(sign * child.evaluate() for child in children) / len(
                children
            )
        best = max(means.values())
        assert set(choices("greedy", state, player)) == {name for name, mean in means.items() if mean == best}


@pytest.mark.parametrize("spec", sorted(set(all_games()) - {"nim", "einstein"}))
def test_greedy_beats_random(spec: str) -> None:
    from lanista.arena.match import MatchPlan, play_match, summarize

    plan = MatchPlan(lanista.load_game(spec), ("greedy", "random"), 200, 5)
    assert summarize(play_match(plan, lanista.load_agent)).estimate.score_low > 0.5


def test_the_basic_evaluations_are_the_labs_own() -> None:
    # Ranks from the own home row, which is 1: x stands on 1 and 2, o on 3, 2 and 1; -3 as in the lab's example.
    state = lanista.load_game("breakthrough:rows=5,cols=3").parse_position("x2/1x1/2o/o2/2o B")
    assert state.evaluate("basic") == (1 + 2) - (3 + 2 + 1)
    assert lanista.load_game("mancala").parse_position("0,4,4,4,4,4/4,4,4,4,4,2 5:1 A").evaluate() == 4


def test_agents_are_listed_for_the_games_they_play() -> None:
    assert {"random", "greedy"} <= set(all_agents())
    assert "ewn_greedy" in agents_for(lanista.load_game("einstein"))
    assert "ewn_greedy" not in agents_for(lanista.load_game("nim"))


BOT = """
import random
import numpy
seen = []
def choose(state, player, clock):
    seen.append((random.random(), float(numpy.random.random())))
    print(seen[-1])
    return state.legal_actions(player)[0]
"""


def test_bots_random_numbers_are_seeded_and_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bot.py"
    file.write_text(BOT)

    def numbers(opponent: str, seed: int) -> list[str]:
        lanista.play("mancala", [str(file), opponent], seed=seed, start="4,4,4,4,4,4/4,4,4,4,4,4 0:0 A")
        return capsys.readouterr().err.split("\n")[:3]

    alone = numbers("random", 1)
    assert numbers("random", 1) == alone
    assert numbers("greedy", 1) == alone
    assert numbers("random", 2) != alone


def test_a_bot_class_gets_its_arguments(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "class Bot:\n"
        "    def __init__(self, depth: int, fast: bool = False, name='x', rate=0.5):\n"
        "        self.values = (depth, fast, name, rate)\n"
        "    def choose(self, state, player, clock):\n"
        "        assert self.values == (3, True, 'y', 0.25), self.values\n"
        "        return state.legal_actions(player)[0]\n"
    )
    spec = f"{file}:Bot:depth=3,fast=true,name=y,rate=0.25"
    record = lanista.play("nim", [spec, "random"], seed=1)
    assert record.failure is None, record.failure
    assert record.players[0].spec == spec
    game = lanista.load_game("nim")
    with pytest.raises(ParameterError, match="depth must be int, got 'x'"):
        lanista.load_agent(f"{file}:Bot:depth=x", game)
    with pytest.raises(ParameterError, match="no parameter 'deep'; there are: depth, fast, name, rate"):
        lanista.load_agent(f"{file}:Bot:deep=1", game)
    with pytest.raises(FileLoadError, match="cannot be built: TypeError"):
        lanista.load_agent(f"{file}:Bot", game)
    with pytest.raises(FileLoadError, match="no class Bat with a method choose"):
        lanista.load_agent(f"{file}:Bat", game)


def test_each_side_has_a_module_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "players = set()\n"
        "def choose(state, player, clock):\n"
        "    players.add(player)\n"
        "    assert len(players) == 1\n"
        "    return state.legal_actions(player)[0]\n"
    )
    assert lanista.play("nim", [str(file), str(file)], seed=1).failure is None


def test_a_bot_may_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour_helper.py").write_text("def pick(actions):\n    return actions[-1]\n")
    (tmp_path / "bot.py").write_text(
        "from neighbour_helper import pick\n"
        "def choose(state, player, clock):\n"
        "    return pick(state.legal_actions(player))\n"
    )
    assert lanista.play("nim", [f"{tmp_path}/bot.py", "random"], seed=1).failure is None


def test_each_bot_has_neighbours_of_its_own(tmp_path: Path) -> None:
    for number, folder in enumerate(("one", "two")):
        (tmp_path / folder).mkdir()
        # `test` is also a package of the standard library.
        (tmp_path / folder / "test.py").write_text(f"number = {number}\n")
        (tmp_path / folder / "lazy_neighbour.py").write_text(f"number = {number}\n")
        (tmp_path / folder / "bot.py").write_text(
            "import test\n"
            "def choose(state, player, clock):\n"
            "    import lazy_neighbour\n"
            f"    assert (test.number, lazy_neighbour.number) == ({number}, {number})\n"
            "    return state.legal_actions(player)[0]\n"
        )
    before = (list(sys.path), sys.modules.get("test"))
    record = lanista.play("nim", [f"{tmp_path}/one/bot.py", f"{tmp_path}/two/bot.py"], seed=1)
    assert record.failure is None, record.failure
    assert (sys.path, sys.modules.get("test")) == before
    assert "lazy_neighbour" not in sys.modules


def test_a_bot_cannot_move_the_program_to_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(
        "import os\ndef choose(state, player, clock):\n    os.chdir('/')\n    return state.legal_actions(player)[0]\n"
    )
    for seed in (1, 2):
        assert lanista.play("nim", ["./bot.py", "random"], seed=seed).failure is None
    assert Path.cwd() == tmp_path


def test_chance_while_a_bot_is_built_is_the_same_each_time(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "import random\n"
        "class Bot:\n"
        "    def __init__(self):\n"
        "        self.weights = [random.random() for _ in range(100)]\n"
        "    def choose(self, state, player, clock):\n"
        "        import numpy as np\n"
        "        actions = state.legal_actions(player)\n"
        "        return actions[int((self.weights[len(actions)] + np.random.random()) * 1000) % len(actions)]\n"
    )
    games = [lanista.play("connect_four", [f"{file}:Bot", "random"], seed=3).move_names() for _ in range(3)]
    assert games[0] == games[1] == games[2]


def test_the_programs_own_chance_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import random\ndef choose(s, p, c):\n    random.seed(1)\n    return s.legal_actions(p)[0]\n")
    random.seed(5)
    expected = [random.random() for _ in range(3)]
    random.seed(5)
    lanista.play("nim", [str(file), "random"], seed=1)
    assert [random.random() for _ in range(3)] == expected
