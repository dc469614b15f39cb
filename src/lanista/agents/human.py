"""A person at a terminal: shows the board, reads a move or a command, explains what was wrong and asks again.

A move is typed in the game's notation or chosen by its number in the list: `#3`, or plain `3` where that is no move
itself. Games with `keys` are played with single keys where the input is a terminal.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable

from lanista.agents.base import Agent, Clock, Resignation, TakeBack
from lanista.agents.greedy import GreedyAgent
from lanista.agents.terminal import Screen
from lanista.errors import IllegalActionError, NotationError, listing
from lanista.games.base import SIMULTANEOUS, Game, State
from lanista.seeding import derive_seed

# More moves than this are listed on request only.
_LISTED = 24
# No game's move is as long.
_LONGEST_MOVE = 100
_NUMBER = re.compile(r"(#?) *([0-9]{1,6})")
_KEY_COMMANDS = {"q": "quit", "u": "undo", "h": "hint", "b": "board", "?": "help"}
_LINE_KEYS = (":", "\n", "\r")
_HELP = """\
Type a move, or its number in the list: #3, or plain 3 where that is no move.
  help   this, and all moves           hint   what the greedy agent would play
  undo   take your last choice back    board  show the board again
  quit   leave the game; so does the end of input (Ctrl-D)"""
_KEY_HELP = "h hint, u undo, b board, q quit, ? this; Enter or : for a line to type in."
_KEY_NAMES = {" ": "space", "up": "↑", "down": "↓", "left": "←", "right": "→"}


class HumanAgent(Agent):
    """Asks a person. Who leaves, or whose input ends, resigns.

    screen: where the person sits. hides_choices: where both choose at once, what is typed at a terminal does not
    appear. can_take_back: whoever keeps the game catches TakeBack. adviser: builds the agent that gives hints.
    """

    name = "human"
    about = "you, at this terminal"
    is_interactive = True

    def __init__(self, game: Game, **values: object) -> None:
        super().__init__(game, **values)
        self.screen = Screen()
        self.hides_choices = True
        self.can_take_back = False
        self.adviser: Callable[[Game], Agent] = GreedyAgent
        self._asked: State | None = None
        self._advice: Agent | None = None
        self._seed = 0

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Prepare for a new game."""
        self._asked, self._advice, self._seed = None, None, seed

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the action that the person chooses; Resignation and TakeBack as they wish."""
        self.screen.show(state)
        if state is not self._asked:
            self._asked = state
            self._introduce(state, player)
        while True:
            text = self._read(state, player, clock)
            if text is None:
                raise Resignation
            action = self._answer(text.strip(), state, player)
            if action is not None:
                return action

    @property
    def _uses_keys(self) -> bool:
        return bool(self.game.keys) and self.screen.is_terminal

    def _introduce(self, state: State, player: int) -> None:
        """Say what can be chosen."""
        names = _names(state, player)
        if self._uses_keys:
            self.screen.say(f"{self._key_list(state, player)}; ? help")
        elif len(names) > _LISTED:
            self.screen.say(f"{len(names)} moves, like {names[0]}; help lists them")
        elif _are_numbers(names):
            # To count them as well would only confuse.
            self.screen.say(f"moves: {listing(names)}")
        else:
            self.screen.columns(_numbered(names))

    def _key_list(self, state: State, player: int) -> str:
        """Return the keys of legal moves: `w ↑ up, space shoot`."""
        keys: dict[str, list[str]] = {}
        for key, notation in self.game.keys.items():
            with contextlib.suppress(IllegalActionError):
                state.parse_action(notation, player)
                keys.setdefault(notation, []).append(_KEY_NAMES.get(key, key))
        return ", ".join(f"{' '.join(keys[notation])} {notation}" for notation in keys)

    def _read(self, state: State, player: int, clock: Clock) -> str | None:
        """Return a move or a command, from a line or a key."""
        left = f", {max(clock.move_left(), 0):.0f} s left" if clock.deadline < math.inf else ""
        prompt = f"{state.game.player_names[player]}{left}> "
        hidden = self.hides_choices and state.current_player == SIMULTANEOUS
        if self._uses_keys:
            key = self.screen.ask_key(prompt)
            if key not in _LINE_KEYS:
                return self._meaning(key)
        return self.screen.ask(prompt, hidden=hidden)

    def _meaning(self, key: str | None) -> str | None:
        """Return the command or the move of a key."""
        if key is None:
            return None
        return _KEY_COMMANDS.get(key.lower()) or self.game.keys.get(key) or self.game.keys.get(key.lower()) or ""

    def _answer(self, text: str, state: State, player: int) -> int | None:
        """Carry a command out, or return the action that was meant; None if there is more to ask."""
        match text.lower():
            case "quit":
                raise Resignation
            case "undo" if self.can_take_back:
                raise TakeBack(player)
            case "undo":
                self.screen.say("moves cannot be taken back here")
            case "help" | "?":
                self._help(state, player)
            case "hint":
                self._hint(state, player)
            case "board":
                self.screen.show(state, again=True)
            case "":
                self.screen.say("help (or ?) lists moves and commands")
            case _:
                return self._parse(text, state, player)
        return None

    def _help(self, state: State, player: int) -> None:
        if self._uses_keys:
            self.screen.say(self._key_list(state, player))
            self.screen.line(_KEY_HELP)
        self.screen.line(_HELP)
        notation = getattr(state.game, "notation", None)
        if notation is not None:
            self.screen.say(f"Moves look like {notation}.")
        self.screen.columns(_numbered(_names(state, player)))

    def _hint(self, state: State, player: int) -> None:
        try:
            if self._advice is None:
                self._advice = self.adviser(self.game)
                self._advice.begin(self.game, player, derive_seed(self._seed, "hint"))
            action = self._advice.choose(state, player, Clock())
            self.screen.say(f"hint: {state.action_to_string(action, player)}")
        except Exception as error:
            self.screen.say(f"no hint here: {type(error).__name__}: {error}")

    def _parse(self, text: str, state: State, player: int) -> int | None:
        """Return the action of a typed text, or say what is wrong with it."""
        if len(text) > _LONGEST_MOVE:
            self.screen.say(f"{len(text)} characters are no move; {_names(state, player)[0]} is one")
            return None
        number = _NUMBER.fullmatch(text)
        try:
            return _listed(number, state, player) if number and number[1] else state.parse_action(text, player)
        except NotationError as error:
            return self._other_reading(number, error, state, player)
        except IllegalActionError as error:
            # Who types a number in a game whose moves are numbers means a move, even where it is not legal.
            reading = None if _are_numbers(_names(state, player)) else number
            return self._other_reading(reading, error, state, player)

    def _other_reading(self, number: re.Match[str] | None, error: Exception, state: State, player: int) -> int | None:
        """Return the action with a number in the list; without one, explain why a text is no move."""
        if number is None or number[1]:
            self.screen.say(str(error))
            return None
        try:
            return _listed(number, state, player)
        except NotationError as unlisted:
            self.screen.say(str(unlisted))
            return None


def _listed(number: re.Match[str], state: State, player: int) -> int:
    """Return the action with a number in the list; NotationError if the list is shorter."""
    actions = state.legal_actions(player)
    if not 1 <= int(number[2]) <= len(actions):
        raise NotationError(f"there is no move #{number[2]}; the list goes from #1 to #{len(actions)}")
    return actions[int(number[2]) - 1]


def _names(state: State, player: int) -> list[str]:
    return [state.action_to_string(action, player) for action in state.legal_actions(player)]


def _are_numbers(names: list[str]) -> bool:
    return any(name.isdecimal() for name in names)


def _numbered(names: list[str]) -> list[str]:
    """Return the list of moves: `#1 c2d3`, ..."""
    width = len(str(len(names))) + 1
    return [f"{f'#{number}':>{width}} {name}" for number, name in enumerate(names, 1)]
