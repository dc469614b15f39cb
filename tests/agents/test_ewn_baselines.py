"""The EinStein baselines play as the course's programs did, on every recorded position."""

import json
from pathlib import Path

import pytest

import lanista
from lanista.agents.base import Clock
from lanista.errors import SpecError

RECORDED = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "einstein_baselines.jsonl").read_text().splitlines()
]


def recorded_state(entry: dict[str, str]) -> lanista.State:
    state = lanista.load_game("einstein").initial_state(start=entry["tl"] + entry["br"])
    for at in range(0, len(entry["history"]), 2):
        state = state.child(state.parse_action(entry["history"][at : at + 2]))
    return state


def choice(name: str, state: lanista.State, seed: int = 0) -> str:
    agent = lanista.load_agent(name, state.game)
    agent.begin(state.game, state.current_player, seed)
    return state.action_to_string(agent.choose(state, state.current_player, Clock()))


@pytest.mark.parametrize("name", ["ewn_greedy", "ewn_conservative"])
def test_plays_as_recorded(name: str) -> None:
    checked = 0
    for entry in RECORDED:
        expected = entry[name.removeprefix("ewn_")]
        state = recorded_state(entry)
        if expected is None:
            continue
        assert choice(name, state) == expected, state.position
        checked += 1
    assert checked == len(RECORDED) - sum(entry[name.removeprefix("ewn_")] is None for entry in RECORDED)
    assert checked >= 99


def test_conservative_falls_back_to_any_move() -> None:
    entries = [entry for entry in RECORDED if entry["conservative"] is None and not entry["over"]]
    assert entries
    for entry in entries:
        state = recorded_state(entry)
        legal = {state.action_to_string(action) for action in state.legal_actions()}
        seen = {choice("ewn_conservative", state, seed) for seed in range(60)}
        assert seen <= legal
        assert len(seen) > 1 or len(legal) == 1


def test_baselines_refuse_other_games() -> None:
    with pytest.raises(SpecError, match="ewn_greedy cannot play nim: it plays einstein only"):
        lanista.load_agent("ewn_greedy", lanista.load_game("nim"))
