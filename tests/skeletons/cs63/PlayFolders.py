#!/usr/bin/env python3
"""Play two groups' folders against each other: ./PlayFolders.py mancala GROUP1 GROUP2 -k1 pruning -k2 minmax -games 2

A folder holds MinMaxPlayers.py, Heuristics.py, perhaps TournamentPlayers.py and modules of its own.
"""

import argparse
import sys
from pathlib import Path

from PlayGame import GAMES, PLAYERS, add_options, make_player, play


def player_of(folder, kind, game, evaluator, depth):
    """Make the folder's player from its modules; they are forgotten afterwards, as the next has the same names."""
    folder = Path(folder).resolve()
    if not folder.is_dir():
        raise SystemExit(f"no such folder: {folder}")
    sys.path.insert(0, str(folder))
    try:
        return make_player(kind, game, evaluator, depth)
    finally:
        sys.path.remove(str(folder))
        for name, module in list(sys.modules.items()):
            if Path(getattr(module, "__file__", None) or ".").resolve().parent == folder:
                del sys.modules[name]


def main():
    parser = argparse.ArgumentParser(description="Play two groups' folders against each other.")
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("p1", help="player 1's folder")
    parser.add_argument("p2", help="player 2's folder")
    parser.add_argument("-k1", choices=PLAYERS, default="pruning", help="which of player 1's players")
    parser.add_argument("-k2", choices=PLAYERS, default="pruning", help="which of player 2's players")
    add_options(parser)
    args = parser.parse_args()
    player1 = player_of(args.p1, args.k1, args.game, args.e1, args.d1)
    player2 = player_of(args.p2, args.k2, args.game, args.e2, args.d2)
    play(args, player1, player2)


if __name__ == "__main__":
    main()
