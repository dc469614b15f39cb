"""The games of the course: a person against what was learned."""

from __future__ import annotations

from collections.abc import Callable

from lanista.agents.base import UNLIMITED
from lanista.agents.qlearning import QLearningAgent
from lanista.courses.nim.prompts import Prompts
from lanista.games.base import PLAYER_LETTERS, State
from lanista.games.connect_four import ConnectFourState
from lanista.games.nim import NimState
from lanista.seeding import derive_seed


def play_games(learner: QLearningAgent, prompts: Prompts, side: str | None, seed: int) -> None:
    """Play as many games as the person wants. side: A or B; None: asked before every game."""
    played = 0
    while True:
        person = side or prompts.letter("Are you player A (first) or B (second)? ", PLAYER_LETTERS)
        learner.begin(learner.game, 1 - PLAYER_LETTERS.index(person), derive_seed(seed, "game", played))
        _play_game(learner, prompts, PLAYER_LETTERS.index(person))
        played += 1
        if prompts.letter("Another game (y or n)? ", ("Y", "N")) == "N":
            return


def _play_game(learner: QLearningAgent, prompts: Prompts, person: int) -> None:
    screen, state = prompts.screen, learner.game.initial_state()
    while not state.is_terminal:
        player = state.current_player
        if player == person:
            screen.line()
            screen.show(state)
            action = _ASK[learner.game.name](prompts, state)
        else:
            action = learner.choose(state, player, UNLIMITED)
            screen.line(f"The computer {_TELL[learner.game.name](state, action)}.")
        state = state.child(action)
    screen.line()
    screen.show(state)
    first_gets = state.returns()[0]
    if first_gets == 0:
        screen.line("Nobody wins.")
    else:
        winner = 0 if first_gets > 0 else 1
        who = "you" if winner == person else "the computer"
        screen.line(f"The winner is {learner.game.player_names[winner]}: {who}.")


def _ask_pile_and_count(prompts: Prompts, state: State) -> int:
    assert isinstance(state, NimState)
    while True:
        pile = prompts.number("Which pile (0, 1 or 2)? ", 0, len(state.piles) - 1)
        if state.piles[pile] > 0:
            break
        prompts.screen.say(f"Pile {pile} is empty: please choose another")
    objects = state.piles[pile]
    count = prompts.number(f"How many (1 to {objects})? ", 1, objects)
    return state.parse_action(f"{pile}:{count}")


def _ask_column(prompts: Prompts, state: State) -> int:
    assert isinstance(state, ConnectFourState)
    width = len(state.board[0])
    while True:
        column = prompts.number(f"Which column (1 to {width})? ", 1, width) - 1
        if column in state.legal_actions():
            return column
        prompts.screen.say(f"Column {column + 1} is full: please choose another")


def _tell_pile_and_count(state: State, action: int) -> str:
    name = state.action_to_string(action)
    return f"takes {name[1]} from pile {name[0]}"


def _tell_column(state: State, action: int) -> str:
    return f"drops a stone into column {state.action_to_string(action)}"


_ASK: dict[str, Callable[[Prompts, State], int]] = {"nim": _ask_pile_and_count, "connect_four": _ask_column}
_TELL: dict[str, Callable[[State, int], str]] = {"nim": _tell_pile_and_count, "connect_four": _tell_column}
