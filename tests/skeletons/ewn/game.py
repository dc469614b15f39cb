#!/usr/bin/env python3
"""A small stand-in for the course's `game`: two executables play EinStein würfelt nicht! (Dame) over pipes.

    game.py -f AGENT -s AGENT [-r ROUNDS]

Red starts at the top left and moves first, blue at the bottom right; a round is two games with the sides swapped.

     0  1  2  .  .  .
     6  7  .  .  .  .
    12  .  .  .  .  .
     .  .  .  .  . 23
     .  .  .  . 28 29
     .  .  . 33 34 35

To an agent: the 12 digits of the arrangement, 'f' or 's', then each move of the other side, the last one too; 'y'
before the next game. From an agent: two characters a move. Nothing stands between them.
"""

import argparse
import contextlib
import os
import random
import select
import subprocess
import sys
import time
from dataclasses import dataclass, field

RED, BLUE = 0, 1
NAMES = ("red", "blue")
HOMES = ((0, 1, 2, 6, 7, 12), (23, 28, 29, 33, 34, 35))
CORNERS = (35, 0)
# (rows, columns) forward for red: vertical, horizontal, diagonal. Blue goes the opposite way.
STEPS = ((1, 0), (0, 1), (1, 1))
PASS = "--"


class Board:
    """Where the pieces stand, whose turn it is, and how the game ended."""

    def __init__(self, start: str) -> None:
        """`start`: red's six numbers on HOMES[RED], then blue's on HOMES[BLUE]."""
        self.squares: dict[int, tuple[int, int]] = {}
        for side, numbers in ((RED, start[:6]), (BLUE, start[6:])):
            self.squares |= {home: (side, int(number)) for home, number in zip(HOMES[side], numbers, strict=True)}
        self.mover = RED

    def pieces(self, side: int) -> dict[int, int]:
        """Return the number on each square that `side` holds."""
        return {square: number for square, (owner, number) in self.squares.items() if owner == side}

    def targets(self, side: int) -> dict[str, tuple[int, int]]:
        """Return source and target square of every step that `side` could take, by its two characters."""
        forward = 1 if side == RED else -1
        steps = {}
        for square, number in sorted(self.pieces(side).items()):
            row, column = divmod(square, 6)
            for direction, (down, right) in enumerate(STEPS):
                to_row, to_column = row + forward * down, column + forward * right
                if 0 <= to_row < 6 and 0 <= to_column < 6:
                    steps[f"{number}{direction}"] = (square, to_row * 6 + to_column)
        return steps

    def legal_moves(self) -> list[str]:
        """Return the mover's moves: a pass only when no piece can move."""
        return list(self.targets(self.mover)) or [PASS]

    def play(self, move: str) -> None:
        """Play a legal move; whatever stands on the target is captured."""
        if move != PASS:
            source, target = self.targets(self.mover)[move]
            self.squares[target] = self.squares.pop(source)
        self.mover = 1 - self.mover

    def reached(self, side: int) -> bool:
        """Return whether no piece of `side` can move to an empty or an enemy square."""
        own = self.pieces(side)
        return all(target in own for _, target in self.targets(side).values())

    def result(self) -> str | None:
        """Return "red", "blue" or "draw", None while the game goes on."""
        for side in (RED, BLUE):
            if not self.pieces(side):
                return NAMES[1 - side]
        reached = [self.reached(side) for side in (RED, BLUE)]
        counts = [len(self.pieces(side)) for side in (RED, BLUE)]
        if all(reached):
            for scores in (counts, [self.squares[corner][1] for corner in CORNERS]):
                if scores[RED] != scores[BLUE]:
                    return NAMES[RED if scores[RED] > scores[BLUE] else BLUE]
            return "draw"
        return next((NAMES[side] for side in (RED, BLUE) if reached[side] and counts[side] == 6), None)


class Forfeit(Exception):
    """The agent to move sent no valid move in time."""


class Agent:
    """The process of an agent; it lives until it is killed, or starts again for the next game."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.process: subprocess.Popen[bytes] | None = None

    def start_game(self, start: str, letter: str) -> None:
        """Announce a game: 'y' first when this process has played one before."""
        again = "y"
        if self.process is None:
            again = ""
            self.process = subprocess.Popen([self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.send(again + start + letter)

    def send(self, text: str) -> None:
        """Write; that an agent has died shows on its own turn."""
        assert self.process is not None and self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(text.encode())

    def receive(self, seconds: float) -> str:
        """Return the two characters of a move. Raise Forfeit when they do not both come in time."""
        assert self.process is not None and self.process.stdout is not None
        deadline = time.monotonic() + seconds
        output, text = self.process.stdout.fileno(), b""
        while len(text) < 2:
            if not select.select([output], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise Forfeit(f"no move within {seconds:g} s")
            character = os.read(output, 1)
            if not character:
                raise Forfeit("ended")
            text += character
        return text.decode("latin-1")

    def kill(self) -> None:
        """End the process, if there is one."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


@dataclass
class Game:
    """A finished game: who played, the arrangement, the moves, "red", "blue" or "draw", and why it was forfeited."""

    players: tuple[str, str]
    start: str
    moves: list[str] = field(default_factory=list)
    result: str = ""
    forfeit: str = ""

    def __str__(self) -> str:
        outcome = "draw" if self.result == "draw" else f"{self.result} wins"
        reason = f" ({self.forfeit})" if self.forfeit else ""
        red, blue = self.players
        return f"red {red}, blue {blue}, {self.start}: {outcome} after {len(self.moves)} plies{reason}"


def play_game(red: Agent, blue: Agent, start: str, seconds: float) -> Game:
    """Play one game between two agents, which are killed when it ends by a forfeit.

    Both are: the innocent one still waits for a move of that game and would take the next game's 'y' for it.
    """
    agents, board, game = (red, blue), Board(start), Game((red.path, blue.path), start)
    for agent, letter in zip(agents, "fs", strict=True):
        agent.start_game(start, letter)
    while (result := board.result()) is None:
        mover = board.mover
        try:
            move = agents[mover].receive(seconds)
            if move not in board.legal_moves():
                raise Forfeit(f"invalid move {move!r}")
        except Forfeit as forfeit:
            for agent in agents:
                agent.kill()
            game.result, game.forfeit = NAMES[1 - mover], f"{NAMES[mover]}: {forfeit}"
            return game
        board.play(move)
        game.moves.append(move)
        agents[1 - mover].send(move)
    game.result = result
    return game


def play_match(first: str, second: str, rounds: int, rng: random.Random, seconds: float = 10.0) -> list[Game]:
    """Play `rounds` rounds of two games, the sides swapped from game to game, a new arrangement each."""
    agents, games = (Agent(first), Agent(second)), []
    try:
        for index in range(2 * rounds):
            start = "".join("".join(rng.sample("012345", 6)) for _ in (RED, BLUE))
            red, blue = agents if index % 2 == 0 else agents[::-1]
            games.append(play_game(red, blue, start, seconds))
            print(f"game {index + 1}: {games[-1]}", flush=True)
    finally:
        for agent in agents:
            agent.kill()
    return games


def main() -> int:
    """Run a match and print its sums."""
    parser = argparse.ArgumentParser(description="Referee for two agents; there is no human player here.")
    parser.add_argument("-f", metavar="AGENT", required=True, help="executable that plays first in the first game")
    parser.add_argument("-s", metavar="AGENT", required=True, help="executable that plays second in the first game")
    parser.add_argument("-r", metavar="ROUNDS", type=int, default=10, help="rounds of two games (10)")
    options = parser.parse_args()
    games = play_match(options.f, options.s, options.r, random.Random())
    # By turn and not by name: an agent may play against itself.
    wins = [sum(game.result == NAMES[(index + side) % 2] for index, game in enumerate(games)) for side in (RED, BLUE)]
    print(f"first player {options.f}: {wins[0]}, second player {options.s}: {wins[1]}, draws: {len(games) - sum(wins)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
