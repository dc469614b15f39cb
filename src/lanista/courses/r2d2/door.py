"""`lanista r2d2`: two droids, round by round, as the exercise's own program shows them."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lanista.agents.base import Agent, Clock
from lanista.agents.terminal import Screen, arrow_of
from lanista.arena.record import Move
from lanista.arena.referee import Session
from lanista.courses.command_line import HandoutParser, is_bot
from lanista.courses.r2d2.bridge import STAY
from lanista.courses.r2d2.course import GAME, R2D2, USUAL_CLASS, students_file
from lanista.courses.r2d2.partners import Partner, Partners
from lanista.courses.r2d2.training import can_learn
from lanista.errors import SpecError, UsageError
from lanista.files import path_spec
from lanista.games.base import Game, State
from lanista.games.spec import load_game, parse_spec
from lanista.seeding import derive_seed

EXIT_AGENT_FAILED = 1
KEYBOARD = "KeyboardAgent"
OUR_AGENTS = {"QAgent": "qlearning:versus=true", "MinimaxAgent": "minimax:depth=3"}
_STUDENTS_FILE = re.compile(r"(?P<path>(?!exec:)[^@]*\.py)(?::(?P<kind>\w+))?")
_MARK = "get_best_move"  # of a student's file
_MOST_ROUNDS = 1_000_000_000  # hours
_STEP = ("", " ")
_MOVES = {
    **{"w": 0, "up": 0, "s": 1, "down": 1, "a": 2, "left": 2, "d": 3, "right": 3},
    **{" ": 4, "shoot": 4},
}
_EPILOG = """\
agents: QAgent and MinimaxAgent (Lanista's own), KeyboardAgent (you, as D2:
W A S D or arrows move, space shoots), random, any agent of Lanista (see:
lanista agents droid_battle), or FILE:CLASS of a student's r2d2_hw3.py; FILE
alone is its QAgent.

examples:
  lanista r2d2 r2d2_hw3.py:QAgent QAgent 100000
  lanista r2d2 QAgent r2d2_hw3.py:MinimaxAgent 100000
  lanista r2d2 KeyboardAgent r2d2_hw3.py:MinimaxAgent
  lanista r2d2 KeyboardAgent r2d2_hw3.py:QAgent 100000 MinimaxAgent
"""


@dataclass(frozen=True)
class Hall:
    """What the command needs from the program around it.

    load: makes the agent of a spec; a function of a module, which the process of a training imports. warn: says which
    specs run other people's code.
    """

    screen: Screen
    load: Callable[[str, Game], Agent]
    warn: Callable[[Iterable[str]], None]


@dataclass(frozen=True)
class Order:
    """What the words ask for: the specs of both agents, or KeyboardAgent, and of those that train with each other."""

    agents: tuple[str, str]
    rounds: int
    partners: tuple[str, str]


def run(words: Sequence[str], hall: Hall) -> int:
    """Train and play as the words ask for; the status is 1 if an agent's failure lost a game."""
    order = read(words)
    hall.warn(sorted({*order.agents, *order.partners} - {KEYBOARD}))
    game = load_game(GAME)
    seed = secrets.randbits(31)
    agents = _agents(game, order, seed, hall)
    return _Battle(game, agents, seed, hall.screen).play()


def read(words: Sequence[str]) -> Order:
    """Return what the words ask for; UsageError, SpecError or FileLoadError say what is wrong with them."""
    parser = HandoutParser("r2d2", "R2-D2 Battle: watch two agents round by round, or play one yourself.", _EPILOG)
    parser.add_argument("r2", metavar="R2_AGENT", help="the agent of D2, which begins on the left")
    parser.add_argument("q5", metavar="Q5_AGENT", help="the agent of Q5, which begins on the right")
    parser.add_argument(
        "rounds", metavar="TRAIN_ROUNDS", nargs="?", type=int, default=0, help="rounds of training, not games (0)"
    )
    parser.add_argument("opponent", metavar="OPPONENT", nargs="?", help="with KeyboardAgent: who trains the Q5 agent")
    parser.add_argument("--text", action="store_true", help="show the board in the terminal")
    given = parser.read(words)
    if not 0 <= given.rounds <= _MOST_ROUNDS:
        raise UsageError(f"the training can have 0 to {_MOST_ROUNDS:,} rounds, not {given.rounds}")
    if KEYBOARD in (given.q5, given.opponent):
        raise UsageError(f"{KEYBOARD} is for D2, and does not train: name it first")
    if given.opponent is not None and given.r2 != KEYBOARD:
        raise UsageError(f"{given.r2} and {given.q5} train with each other: {given.opponent} is one too many")
    r2, q5 = (_spec(word) for word in (given.r2, given.q5))
    if r2 == KEYBOARD and given.rounds > 0 and given.opponent is None and can_learn(q5):
        example = f"{KEYBOARD} {given.q5} {given.rounds} MinimaxAgent"
        raise UsageError(f"somebody else must train {given.q5}: lanista r2d2 {example}")
    partner = r2 if given.opponent is None else _spec(given.opponent)
    return Order((r2, q5), given.rounds, (partner, q5))


def _spec(word: str) -> str:
    """Return the spec of an agent as the handout names it."""
    if word == KEYBOARD:
        return word
    if word in OUR_AGENTS:
        return OUR_AGENTS[word]
    match = _STUDENTS_FILE.fullmatch(word)
    if match is not None and not is_bot(Path(match["path"]), _MARK):
        word = f"{R2D2.name}@{path_spec(Path(match['path']))}:{match['kind'] or USUAL_CLASS}"
    parsed = parse_spec(word)
    if parsed.name == "human":
        raise SpecError(f"here a person plays as {KEYBOARD}")
    if parsed.course == R2D2.name and parsed.path is not None:
        file = students_file(parsed.path, parsed.arguments)
        return f"{R2D2.name}@{path_spec(file)}:{parsed.class_name or USUAL_CLASS}"
    return word


def _agents(game: Game, order: Order, seed: int, hall: Hall) -> list[Agent]:
    """Return D2's agent and Q5's, trained: those that may have learned are where they did, the others new."""
    agents: list[Agent] = []
    learners = [spec for spec in order.partners if order.rounds > 0 and can_learn(spec)]
    if learners:
        partners = Partners(game, order.partners, hall.load)
        _train(partners, order.rounds, derive_seed(seed, "training"), hall.screen)
    elif order.rounds > 0:
        hall.screen.say(f"no training: neither {order.partners[0]} nor {order.partners[1]} learns")
    for player, spec in enumerate(order.agents):
        if spec == KEYBOARD:
            agents.append(Keyboard(game))
        elif spec in learners:
            agents.append(Partner(partners, player, spec))
        else:
            agents.append(_load(spec, game, hall))
    return agents


def _load(spec: str, game: Game, hall: Hall) -> Agent:
    parsed = parse_spec(spec)
    if parsed.course == R2D2.name and parsed.path is not None:
        return R2D2().submission(game, parsed.path, parsed.class_name, parsed.arguments, echoes=True)
    return hall.load(spec, game)


def _train(partners: Partners, rounds: int, seed: int, screen: Screen) -> None:
    began = time.monotonic()
    for per_cent in partners.train(rounds, seed):
        screen.line(f"Training: {per_cent} %")
    screen.line(f"{rounds:,} rounds in {time.monotonic() - began:.1f} s")


class Keyboard(Agent):
    """You: the action is the one whose key was pressed."""

    name = KEYBOARD
    about = "you: W A S D or arrows move, space shoots"
    action = 0

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the key's action; into a wall, or with no shot left, the droid stays."""
        return self.action if self.action in state.legal_actions(player) else STAY


class _Battle:
    """Game after game, a round at each key, until the input ends."""

    def __init__(self, game: Game, agents: list[Agent], seed: int, screen: Screen) -> None:
        self._game = game
        self._agents = agents
        self._person = next((agent for agent in agents if isinstance(agent, Keyboard)), None)
        self._seed = seed
        self._screen = screen

    def play(self) -> int:
        """Return the exit status."""
        has_failed = False
        number = 0
        while True:
            session = self._begin(number)
            while not session.is_over:
                if not self._ask_for_round():
                    return EXIT_AGENT_FAILED if has_failed else 0
                session.step()
                self._show(session)
            has_failed = has_failed or session.failure is not None
            session.finish()
            if not self._ask_for_game():
                return EXIT_AGENT_FAILED if has_failed else 0
            number += 1

    def _begin(self, number: int) -> Session:
        seed = derive_seed(self._seed, "game", number)
        session = Session(self._game, self._agents, self._game.initial_state(), seed, policy=R2D2())
        self._show(session)
        return session

    def _show(self, session: Session) -> None:
        """Show what was chosen in the last round, and where the droids stand."""
        failure = session.failure
        if failure is None:
            for move in session.rounds[-1] if session.rounds else ():
                self._screen.say(f"{self._name(move.player)}: {_told(move)}")
            self._screen.show(session.state, again=True)
            return
        loser = f"{self._name(failure.player)} ({self._agents[failure.player].spec})"
        self._screen.say(f"{loser} fails: {failure.kind}: {failure.message}")
        self._screen.line(f"{self._name(1 - failure.player)} wins!")

    def _name(self, player: int) -> str:
        return self._game.player_names[player]

    def _ask_for_round(self) -> bool:
        """Wait for the key of the next round; False where there is none more."""
        person = self._person
        while True:
            key = self._key(
                "wasd or arrows: move, space: shoot, q: quit> " if person else "space: next round, q: quit> "
            )
            if key in (None, "q"):
                return False
            if person is None and key in _STEP:
                return True
            if person is not None and key in _MOVES:
                person.action = _MOVES[key]
                return True
            what = "W, A, S, D or the arrows move, space shoots" if person else "space or Enter plays the next round"
            self._screen.say(f"{what}, q ends")

    def _ask_for_game(self) -> bool:
        """Wait for the key of a new game; False where there is none more."""
        while True:
            key = self._key("space: new game, q: quit> ")
            if key in (None, "q"):
                return False
            if key in _STEP or (self._person is not None and key in _MOVES):
                return True
            self._screen.say("space or Enter begins a new game, q ends")

    def _key(self, prompt: str) -> str | None:
        """Return the key that is pressed, or typed on a line of its own; Enter alone is ""; None at the end."""
        if self._screen.is_terminal:
            key = self._screen.ask_key(prompt)
            return key if key is None else {"\n": "", "\r": "", "": "?"}.get(key, key.lower())
        line = self._screen.ask(prompt)
        if line is None:
            return None
        key = line.strip()
        return arrow_of(key) or key.lower() or (" " if line.strip("\r") else "")


def labels(state: State) -> str:
    """Return what the original writes beside its board: score, shots, time remaining, and at the end who won."""
    (_, d2_shots, d2_points), (_, q5_shots, q5_points) = state.droids  # type: ignore[attr-defined]
    left = state.rounds_left  # type: ignore[attr-defined]
    lines = [f"Score: {d2_points} - {q5_points}   Shots: {d2_shots} - {q5_shots}   Time remaining: {left}"]
    if state.is_terminal:
        d2, q5 = state.game.player_names
        lines.append("Draw!" if d2_points == q5_points else f"{d2 if d2_points > q5_points else q5} wins!")
    return "\n".join(lines)


def _told(move: Move) -> str:
    """Return what was chosen: SHOOT, or that the droid stays, and why."""
    if move.forgiven is not None:
        return f"stays: {move.forgiven.message}"
    return "stays" if move.action == STAY else move.name
