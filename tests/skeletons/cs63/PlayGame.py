#!/usr/bin/env python3
"""Play one game, or a series with alternating sides: ./PlayGame.py mancala minmax random -d1 2 -games 10"""

import argparse
import importlib

from Breakthrough import Breakthrough
from Mancala import Mancala

GAMES = {"mancala": Mancala, "breakthrough": Breakthrough}
PLAYERS = ["random", "human", "minmax", "pruning", "tournament"]
CLASSES = {
    "random": ("BasicPlayers", "RandomPlayer"),
    "human": ("BasicPlayers", "HumanPlayer"),
    "minmax": ("MinMaxPlayers", "MinMaxPlayer"),
    "pruning": ("MinMaxPlayers", "PruningPlayer"),
    "tournament": ("TournamentPlayers", "TournamentPlayer"),
}


def add_options(parser):
    parser.add_argument("-games", type=int, default=1, help="number of games; the players alternate sides")
    parser.add_argument("--show", action="store_true", help="print the board before every move")
    parser.add_argument("-game_args", type=int, nargs="*", default=[], help="houses and seeds, or height and width")
    parser.add_argument("-e1", choices=["basic", "better"], default="basic", help="player 1's evaluator")
    parser.add_argument("-e2", choices=["basic", "better"], default="basic", help="player 2's evaluator")
    parser.add_argument("-d1", type=int, default=4, help="player 1's depth bound")
    parser.add_argument("-d2", type=int, default=4, help="player 2's depth bound")


def make_player(kind, game, evaluator, depth):
    module, name = CLASSES[kind]
    player = getattr(importlib.import_module(module), name)
    if kind in ("random", "human"):
        return player()
    board_eval = getattr(importlib.import_module("Heuristics"), f"{game}{evaluator.capitalize()}Eval")
    return player(board_eval, depth)


def play_game(game, first, second, show=False):
    """Play from the state to the end; +1 if first won, -1 if second did, 0 for a draw."""
    while not game.isTerminal:
        if show:
            print(game, flush=True)
        player = first if game.turn == 1 else second
        move = player.getMove(game)
        if move not in game.availableMoves:
            raise SystemExit(f"illegal move by player {1 if game.turn == 1 else 2}: {move!r}\n{game}")
        game = game.makeMove(move)
    if show:
        print(game, flush=True)
    return game.winner


def play(args, player1, player2):
    """Play what the options ask for and print who won; wins of player 1, draws, wins of player 2."""
    wins = {1: 0, 0: 0, -1: 0}
    for number in range(args.games):
        start = GAMES[args.game](*args.game_args)
        if args.games > 1 and number % 2 == 0:
            wins[-play_game(start, player2, player1, args.show)] += 1
        else:
            wins[play_game(start, player1, player2, args.show)] += 1
    if args.games == 1:
        print("draw" if wins[0] else f"player {1 if wins[1] else 2} wins")
    else:
        print(f"results after {args.games} games:")
        print(f"{wins[1]} wins for player 1 ({args.p1})")
        print(f"{wins[-1]} wins for player 2 ({args.p2})")
        print(f"{wins[0]} draws")
    return wins[1], wins[0], wins[-1]


def main():
    parser = argparse.ArgumentParser(description="Play Mancala or Breakthrough.")
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("p1", choices=PLAYERS, help="player 1")
    parser.add_argument("p2", choices=PLAYERS, help="player 2")
    add_options(parser)
    args = parser.parse_args()
    player1 = make_player(args.p1, args.game, args.e1, args.d1)
    player2 = make_player(args.p2, args.game, args.e2, args.d2)
    play(args, player1, player2)


if __name__ == "__main__":
    main()
