"""What the searching agents share: seeds, what they refuse, what they tell."""

import math
import pickle
from typing import Any

import pytest

import lanista
from lanista.agents import all_agents
from lanista.agents.analysis import Analyst
from lanista.agents.base import Clock
from lanista.agents.search import SearchAgent
from lanista.errors import ParameterError, SpecError

SEARCHES = {name: kind for name, kind in all_agents().items() if issubclass(kind, SearchAgent)}
IN_TURNS = ["minimax:depth=4", "alphabeta:nodes=2000", "mcts:simulations=500", "best"]
AT_ONCE = ["minimax:depth=2", "minimax:depth=2,assume=pessimistic", "mcts:simulations=500", "best"]


def search_agent(spec: str, game: str, **parameters: object) -> SearchAgent:
    agent = lanista.load_agent(spec, lanista.load_game(game), **parameters)
    assert isinstance(agent, SearchAgent)
    return agent


def analyst(spec: str, game: lanista.Game) -> Analyst:
    agent = lanista.load_agent(spec, game)
    assert isinstance(agent, Analyst)
    return agent


def playable(name: str) -> lanista.Game:
    in_turns = lanista.load_game("breakthrough")
    return lanista.load_game("droid_battle") if SEARCHES[name].refusal(in_turns) else in_turns


# Chance.


@pytest.mark.parametrize(
    ("game", "spec"),
    [*(("mancala", spec) for spec in IN_TURNS), *(("droid_battle", spec) for spec in AT_ONCE)],
)
def test_same_seed_same_game(game: str, spec: str) -> None:
    games = [lanista.play(game, [spec, "random"], seed=seed, strict=True).move_names() for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_begin_forgets_the_game_before() -> None:
    agent = search_agent("mcts:simulations=400", "connect_four")
    state = agent.game.initial_state()

    def play() -> list[tuple[int, int]]:
        agent.begin(agent.game, 0, 5)
        found = []
        for action in (3, 3, 3):
            agent.choose(state.child(action), 1, Clock())
            assert agent.info is not None
            found.append((agent.info.action, agent.info.nodes))
        return found

    assert play() == play()


def test_equilibria_are_drawn_from() -> None:
    # Side by side without cover: whatever one does for certain, the other has an answer.
    game = lanista.load_game("droid_battle")
    state = game.initial_state(seed=3)
    agent = search_agent("minimax:depth=2", "droid_battle")
    agent.begin(game, 0, 1)
    drawn = {agent.choose(state, 0, Clock()) for _ in range(200)}
    assert agent.info is not None
    assert drawn <= {move.action for move in agent.info.moves if move.probability > 0}
    assert sum(move.probability for move in agent.info.moves) == pytest.approx(1)
    assert sum(move.probability for move in agent.info.replies) == pytest.approx(1)


# What they tell.


def test_info_is_of_the_last_choice() -> None:
    agent = search_agent("alphabeta:depth=6", "nim:piles=3-4")
    assert agent.info is None
    state = agent.game.initial_state()
    action = agent.choose(state, 0, Clock())
    info = agent.info
    assert info is not None
    assert (info.action, info.line[0], info.player) == (action, action, 0)
    assert [move.action for move in info.moves] == state.legal_actions()
    agent.begin(agent.game, 0, 1)
    assert agent.info is None


def test_wins_are_outcomes_and_margins_from_player_0s_side() -> None:
    nim = lanista.load_game("nim:piles=3-4")
    for first, outcome in (("A", 1), ("B", -1)):
        state = nim.parse_position(f"3-4 {first}")
        found = analyst("alphabeta:depth=10", nim).analyze(state)
        # Taking one from the four leaves equal piles, which is lost for whoever is to move.
        assert (found.outcome, found.value, found.proved) == (outcome, outcome, True)
        assert {move.outcome for move in found.moves} == {1, -1}
        assert found.player == "AB".index(first)


@pytest.mark.parametrize("game", ["mancala", "colosseum:size=4", "breakthrough"])
def test_margins_are_in_the_games_points(game: str) -> None:
    agent = analyst("minimax:depth=1", lanista.load_game(game))
    for seed in range(10):
        record = lanista.play(game, ["random", "random"], seed=seed)
        last = lanista.load_game(game).parse_position(record.start)
        for move in record.moves[:-1]:
            last = last.child(move.action)
        for found in agent.analyze(last).moves:
            child = last.child(found.action)
            if child.is_terminal:
                assert (found.outcome, found.value, found.proved) == (child.returns()[0], child.score(), True)
            else:
                assert (found.outcome, found.proved) == (None, False)


def test_open_positions_have_no_outcome() -> None:
    game = lanista.load_game("breakthrough")
    found = analyst("alphabeta:depth=2", game).analyze(game.initial_state())
    assert (found.outcome, found.proved, found.unit, found.depth) == (None, False, "points", 2)


@pytest.mark.parametrize("spec", [spec for spec in IN_TURNS if not spec.startswith("mcts")])
def test_an_analysis_has_exact_values_of_all_moves(spec: str) -> None:
    game = lanista.load_game("connect_four:width=4,height=4")
    found = analyst(spec, game).analyze(game.initial_state())
    assert [move.action for move in found.moves] == [0, 1, 2, 3]
    assert not any(move.is_bound for move in found.moves)
    assert max(move.value for move in found.moves) == found.value


def test_an_analysis_leaves_the_game_alone() -> None:
    agent, other = (search_agent("mcts:simulations=300", "connect_four") for _ in range(2))
    state = agent.game.initial_state()
    for one in (agent, other):
        one.begin(one.game, 0, 5)
    agent.analyze(state.child(2))
    assert agent.info is None
    assert [agent.choose(state, 0, Clock()) for _ in range(5)] == [other.choose(state, 0, Clock()) for _ in range(5)]


def test_an_analysis_can_be_pickled() -> None:
    game = lanista.load_game("nim")
    found = analyst("alphabeta:depth=3", game).analyze(game.initial_state())
    assert pickle.loads(pickle.dumps(found)) == found


def test_both_sides_of_a_simultaneous_game_are_analyzed() -> None:
    game = lanista.load_game("droid_battle")
    state = game.initial_state(seed=1)
    for player in (0, 1):
        for spec in AT_ONCE:
            agent = analyst(spec, game)
            found = agent.analyze(state, player)
            assert found.player == player
            assert [move.action for move in found.moves] == state.legal_actions(player)
            assert [move.action for move in found.replies] == state.legal_actions(1 - player)


# What they refuse.


@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_bad_parameters_are_refused_by_name(name: str) -> None:
    game = playable(name)
    for parameter in SEARCHES[name].declared:
        bad: list[Any] = [3.5, None, object(), [], "", "nan", "-1", "99999999999999999999", "maybe"]
        for value in bad:
            if parameter.name == "evaluation" and value in ("nan", "-1", "99999999999999999999", "maybe"):
                words = "unknown evaluation"
            elif (isinstance(parameter.default, float) and value == 3.5) or (
                parameter.default is None and value in (3.5, None)
            ):
                continue
            else:
                words = f"agent {name}: {parameter.name} must be "
            with pytest.raises(ParameterError, match=words):
                lanista.load_agent(name, game, **{parameter.name: value})
    with pytest.raises(ParameterError, match=f"agent {name} has no parameter 'deep'"):
        lanista.load_agent(name, game, deep=1)


@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_specs_make_the_same_agent_again(name: str) -> None:
    game = playable(name)
    changed: dict[str, object] = {}
    for parameter in SEARCHES[name].declared:
        default = parameter.default
        if parameter.name in SEARCHES[name].only_at_once:
            continue
        if isinstance(default, bool):
            changed[parameter.name] = not default
        elif isinstance(default, float):
            changed[parameter.name] = 0.25
        elif isinstance(default, int):
            changed[parameter.name] = max(default, 1) * 2
    for parameter_name, (other, values) in SEARCHES[name].needs.items():
        if parameter_name not in SEARCHES[name].only_at_once:
            changed[other] = values[0]
    agent = lanista.load_agent(name, game, **changed, evaluation="basic")
    again = lanista.load_agent(agent.spec, game)
    assert again.spec == agent.spec
    assert again.parameters == agent.parameters


def test_alphabeta_refuses_a_simultaneous_game() -> None:
    game = lanista.load_game("droid_battle")
    with pytest.raises(SpecError, match=r"alphabeta cannot play droid_battle: .*\(minimax, mcts and equilibrium fit\)"):
        lanista.load_agent("alphabeta", game)


@pytest.mark.parametrize(
    ("game", "spec", "words"),
    [
        ("nim", "minimax:assume=optimistic", "assume has no meaning where the players move in turns, as in nim"),
        (
            "nim",
            "mcts:selection=regret_matching",
            "selection=regret_matching has no meaning where the players move in turns",
        ),
        ("nim", "mcts:epsilon=0.5", "epsilon has no meaning where the players move in turns"),
        ("droid_battle", "mcts:rave=true", "rave has no meaning where both players move at once"),
        ("droid_battle", "mcts:pruning=true", "pruning has no meaning where both players move at once"),
        ("droid_battle", "minimax:quiescence=true", "quiescence has no meaning where both players move at once"),
        ("connect_four", "alphabeta:quiescence=true", "quiescence has no meaning in connect_four"),
        ("nim", "alphabeta:deepening=false", "deepening=false needs a depth"),
        ("nim", "alphabeta:table=false,table_mb=8", "table_mb has no meaning without table=true"),
        ("droid_battle", "minimax:table=false,table_mb=8", "table_mb has no meaning without table=true"),
        ("nim", "mcts:rave_bias=0.2", "rave_bias has no meaning without rave=true"),
        ("nim", "mcts:prune_ratio=2", "prune_ratio has no meaning without pruning=true"),
        ("nim", "mcts:prune_visits=20", "prune_visits has no meaning without pruning=true"),
        ("nim", "mcts:playout_candidates=2", "playout_candidates has no meaning without playouts=guided"),
        ("droid_battle", "mcts:exploration=1", "exploration has no meaning without selection=ucb1 or selection=ucb1_"),
        ("droid_battle", "mcts:selection=ucb1,epsilon=0.5", "epsilon has no meaning without selection=regret"),
    ],
)
def test_what_has_no_meaning_is_refused_when_it_is_built(game: str, spec: str, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        lanista.load_agent(spec, lanista.load_game(game))


def test_positions_that_cannot_be_searched() -> None:
    game = lanista.load_game("nim")
    agent = analyst("alphabeta", game)
    with pytest.raises(ParameterError, match="an agent of nim cannot take None"):
        agent.analyze(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a player is 0 or 1, got 5"):
        agent.analyze(game.initial_state(), player=5)
    with pytest.raises(ParameterError, match="the game is over at '0-0-0 A'"):
        agent.analyze(game.parse_position("0-0-0 A"))
    with pytest.raises(ParameterError, match="an agent of nim cannot take"):
        agent.analyze(lanista.load_game("mancala").initial_state())


def test_defaults_are_never_refused() -> None:
    for game in ("nim", "droid_battle"):
        rules = lanista.load_game(game)
        for name, kind in SEARCHES.items():
            if kind.refusal(rules) is None:
                agent = lanista.load_agent(name, rules)
                assert lanista.load_agent(name, rules, **agent.parameters).spec == agent.spec


def test_exploration_is_the_searchs_own_unless_given() -> None:
    game = lanista.load_game("connect_four")

    def visits(spec: str) -> list[int]:
        found = analyst(f"mcts:simulations=2000,{spec}", game).analyze(game.initial_state())
        return [move.visits for move in found.moves]

    assert visits("exploration=auto") == visits("exploration=0.9") != visits("exploration=0.5")
    assert visits("rave=true") == visits("rave=true,exploration=0.5") != visits("rave=true,exploration=0.9")
    assert lanista.load_agent("mcts:exploration=auto", game).spec == "mcts"


def test_moves_that_were_not_tried_have_no_value() -> None:
    game = lanista.load_game("breakthrough")
    found = analyst("mcts:simulations=3", game).analyze(game.initial_state())
    untried = [move for move in found.moves if move.visits == 0]
    assert len(untried) == len(found.moves) - 3
    assert all(math.isnan(move.value) and move.outcome is None for move in untried)
    at_once = lanista.load_game("droid_battle")
    found = analyst("mcts:simulations=1", at_once).analyze(at_once.initial_state())
    assert all(math.isnan(move.value) == (move.visits == 0) for move in found.moves)
    assert math.isfinite(found.value)


def test_positions_of_an_equal_game_are_searched() -> None:
    agent = analyst("mcts:simulations=50", lanista.load_game("nim"))
    assert agent.analyze(lanista.load_game("nim").initial_state()).simulations == 50
