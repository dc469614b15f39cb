"""The laws that every game keeps, as a check that plays: run it on a game of your own.

from lanista.games.laws import check_laws
check_laws(lanista.load_game("./tictactoe.py:TicTacToe"), games=100)
"""

from __future__ import annotations

import copy
import pickle
import random
import re

from lanista.errors import IllegalActionError, PositionError, RulesError
from lanista.games.base import SIMULTANEOUS, TERMINAL, Game, State, movers

_SPOT = re.compile(r'data-spot="([^"]*)"')


def check_laws(game: Game, *, seed: int = 0, games: int = 1) -> None:
    """Play random games and check every law at every position; RulesError names the law and the position."""
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        state = game.initial_state(seed=rng.getrandbits(63))
        # The picture costs more than all other laws together; a few positions a game are enough.
        picture_at = {0, rng.randrange(1, 12), rng.randrange(1, 40)}
        plies = 0
        while True:
            check_position(state, with_picture=plies in picture_at or state.is_terminal)
            if state.is_terminal:
                break
            state = state.child(*(rng.choice(state.legal_actions(player)) for player in movers(state)))
            plies += 1
            _law(plies <= game.max_length, f"a game has at most max_length = {game.max_length} plies", state)


def check_position(state: State, *, with_picture: bool = True) -> None:
    """Check the laws that one position and its children show."""
    before = state.position
    _check_value(state)
    if state.is_terminal:
        _check_end(state)
    else:
        _check_open(state)
        _check_canonical(state)
    if with_picture:
        _check_picture(state)
    _law(state.position == before, "no function changes a state", state)


def _law(holds: bool, law: str, state: State) -> None:
    if not holds:
        raise RulesError(f"{state.game.spec} breaks the law «{law}» at position {state.position!r}")


def _check_value(state: State) -> None:
    text = state.position
    _law("\n" not in text, "a position text is one line", state)
    try:
        again = state.game.parse_position(text)
    except PositionError as error:
        raise RulesError(f"a position of the game itself is refused: {error}") from error
    _law(again == state and again.position == text, "parse_position is the inverse of position", state)
    _law(hash(again) == hash(state), "equal states have equal hashes", state)
    _law(again.current_player == state.current_player, "a position text keeps whose turn it is", state)
    _law(pickle.loads(pickle.dumps(state)) == state, "a state survives pickle", state)
    _law(copy.deepcopy(state) == state, "a state survives deepcopy", state)
    _law((state.current_player == TERMINAL) == state.is_terminal, "current_player is -4 exactly at the end", state)
    _law(all(len(line) <= 80 for line in str(state).splitlines()), "the drawn board fits in 80 columns", state)
    first, second = state.returns()
    _law(first + second == 0 and first in (-1, 0, 1), "returns are +1, 0 or -1 and sum to 0", state)


def _check_end(state: State) -> None:
    for player in (0, 1):
        _law(state.legal_actions(player) == [], "no action is legal at the end", state)
    score = state.score()
    _law(state.returns()[0] == (score > 0) - (score < 0), "returns are the sign of the score", state)
    _law(state.evaluate() == score, "an ended position is worth its score", state)
    actions = (0, 0) if state.game.is_simultaneous else (0,)
    _law(_is_refused(state, *actions), "an ended game takes no action", state)


def _check_open(state: State) -> None:
    _law(state.returns() == (0, 0), "returns are 0 before the end", state)
    _law(state.current_player in (0, 1, SIMULTANEOUS), "current_player is 0, 1 or -2 before the end", state)
    for player in movers(state):
        actions = state.legal_actions(player)
        _law(len(actions) > 0, "some action is legal before the end", state)
        _law(actions == sorted(set(actions)), "legal actions are ascending and different", state)
        _law(actions[0] >= 0 and actions[-1] < state.game.num_actions, "actions are below num_actions", state)
        names = [state.action_to_string(action, player) for action in actions]
        _law(len(set(names)) == len(names), "the names of actions are different", state)
        for action, name in zip(actions, names, strict=True):
            _law(state.parse_action(name, player) == action, "parse_action is the inverse of action_to_string", state)
        gestures = [state.gesture(action, player) for action in actions]
        _law(len(set(gestures)) == len(gestures), "the gestures of actions are different", state)
    if state.current_player == SIMULTANEOUS:
        illegal = min(set(range(state.game.num_actions + 1)) - set(state.legal_actions(0)))
        _law(_is_refused(state, illegal, state.legal_actions(1)[0]), "an illegal action is refused", state)
    else:
        _law(
            state.legal_actions() == state.legal_actions(state.current_player), "the mover's actions are theirs", state
        )
        _law(state.legal_actions(1 - state.current_player) == [], "who is not to move has no action", state)
        illegal = min(set(range(state.game.num_actions + 1)) - set(state.legal_actions()))
        _law(_is_refused(state, illegal), "an illegal action is refused", state)


def _is_refused(state: State, *actions: int) -> bool:
    try:
        state.child(*actions)
    except IllegalActionError:
        return True
    return False


def _check_canonical(state: State) -> None:
    image, relabelled = state.canonical()
    _law(image.canonical()[0] == image, "a canonical state is its own canonical state", state)
    _law(image.current_player == state.current_player, "the canonical state keeps whose turn it is", state)
    _law(image.score() == state.score(), "the canonical state keeps the score", state)
    legal = {action for player in movers(state) for action in state.legal_actions(player)}
    _law(set(relabelled) == legal, "the canonical form relabels the legal actions", state)
    first, *second = (state.legal_actions(player) for player in movers(state))
    for action in first:
        for actions in [(action, reply) for reply in second[0]] if second else [(action,)]:
            child = state.child(*actions).canonical()[0]
            image_child = image.child(*(relabelled[action] for action in actions)).canonical()[0]
            _law(child == image_child, "canonical forms commute with play", state)


def _check_picture(state: State) -> None:
    spots = set(_SPOT.findall(state.svg()))
    if state.is_terminal:
        return
    for player in movers(state):
        for action in state.legal_actions(player):
            missing = set(state.gesture(action, player)) - spots
            _law(not missing, f"the picture has every gesture's hot spots (not {sorted(missing)})", state)
