"""The agent that is strongest, for each game."""

import re
from pathlib import Path
from typing import Any

import lanista
from lanista.agents.analysis import Analyst
from lanista.agents.base import Clock


def test_best_plays_every_game() -> None:
    from lanista.games import all_games

    for name in all_games():
        record = lanista.play(name, ["best:time=0.01", "random"], seed=1, strict=True)
        assert record.players[0].spec == "best:time=0.01"


def test_best_is_what_the_round_robins_found() -> None:
    page = (Path(__file__).parents[2] / "docs" / "STRENGTH.md").read_text()
    table = page[page.index("| game | best |") :].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| (\w+) \| `(.+?)` \|", table, re.MULTILINE))
    from lanista.games import all_games

    assert set(rows) == set(all_games())
    for name, spec in rows.items():
        agent: Any = lanista.load_agent("best", lanista.load_game(name))
        assert agent.agent.spec == spec


TIC_TAC_TOE = Path(__file__).parents[2] / "docs" / "tictactoe.py"


def test_best_is_sensible_about_games_in_python(tmp_path: Path) -> None:
    text = TIC_TAC_TOE.read_text()
    without_evaluation = text[: text.index("    def evaluate")]
    for code, strongest in ((text, "alphabeta"), (without_evaluation, "mcts")):
        file = tmp_path / f"{strongest}.py"
        file.write_text(code)
        agent: Any = lanista.load_agent("best:time=0.5", lanista.load_game(f"{file}:TicTacToe"))
        assert agent.agent.spec == f"{strongest}:time=0.5"


def test_best_tells_what_its_agent_found() -> None:
    game = lanista.load_game("nim")
    agent = lanista.load_agent("best", game)
    assert isinstance(agent, Analyst)
    assert agent.info is None
    agent.begin(game, 0, 1)
    action = agent.choose(game.initial_state(), 0, Clock())
    assert agent.info is not None
    assert (agent.info.action, agent.info.outcome) == (action, 1)
