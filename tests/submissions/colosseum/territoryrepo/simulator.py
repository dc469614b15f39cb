"""Play one game, or many with --autoplay: python simulator.py --player_1 random_agent --player_2 random_agent."""

import argparse
import logging
from time import time

import numpy as np
from constants import PLAYER_1_NAME, PLAYER_2_NAME
from utils import all_logging_disabled
from world import World

logging.basicConfig(format="%(levelname)s:%(message)s", level=logging.INFO)
logger = logging.getLogger(__name__)


def get_args(arguments=None):
    """The command line's options; arguments is for callers from Python."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--player_1", type=str, default="random_agent")
    parser.add_argument("--player_2", type=str, default="random_agent")
    parser.add_argument("--board_size", type=int, default=None)
    parser.add_argument("--board_size_min", type=int, default=6, help="in autoplay mode, the smallest board size")
    parser.add_argument("--board_size_max", type=int, default=12, help="in autoplay mode, one above the largest")
    parser.add_argument("--display", action="store_true")
    parser.add_argument("--display_delay", type=float, default=0.4)
    parser.add_argument("--display_save", action="store_true")
    parser.add_argument("--display_save_path", type=str, default="plots/")
    parser.add_argument("--autoplay", action="store_true")
    parser.add_argument("--autoplay_runs", type=int, default=1000)
    return parser.parse_args(arguments)


class Simulator:
    """Runs the games that the options ask for."""

    def __init__(self, args):
        self.args = args

    def reset(self, swap_players=False, board_size=None):
        """Set up a new game; with swap_players player_2 is A, who moves first."""
        players = [self.args.player_1, self.args.player_2]
        if swap_players:
            players.reverse()
        self.world = World(
            player_1=players[0],
            player_2=players[1],
            board_size=board_size or self.args.board_size,
            display_ui=self.args.display,
            display_delay=self.args.display_delay,
            display_save=self.args.display_save,
            display_save_path=self.args.display_save_path,
            autoplay=self.args.autoplay,
        )

    def run(self, swap_players=False, board_size=None):
        """Play one game; return the scores of A and B."""
        self.reset(swap_players=swap_players, board_size=board_size)
        is_end, p0_score, p1_score = self.world.check_endgame()
        while not is_end:
            is_end, p0_score, p1_score = self.world.step()
        logger.info("Scores: %s: [%d], %s: [%d]", PLAYER_1_NAME, p0_score, PLAYER_2_NAME, p1_score)
        if p0_score == p1_score:
            logger.info("It is a tie!")
        else:
            logger.info("Player %s wins!", PLAYER_1_NAME if p0_score > p1_score else PLAYER_2_NAME)
        return p0_score, p1_score

    def autoplay(self):
        """Play autoplay_runs games, the sides swapped every other run; report who won how often."""
        points = [0.0, 0.0]
        start = time()
        with all_logging_disabled():
            for run in range(self.args.autoplay_runs):
                swap_players = run % 2 == 0
                size = np.random.randint(self.args.board_size_min, self.args.board_size_max)
                scores = list(self.run(swap_players=swap_players, board_size=size))
                if swap_players:
                    scores.reverse()
                points[0] += (scores[0] > scores[1]) + (scores[0] == scores[1]) / 2
                points[1] += (scores[1] > scores[0]) + (scores[0] == scores[1]) / 2
        runs = self.args.autoplay_runs
        logger.info("Player 1, agent %s, win percentage: %s", self.args.player_1, points[0] / runs)
        logger.info("Player 2, agent %s, win percentage: %s", self.args.player_2, points[1] / runs)
        logger.info("Seconds a game: %.3f", (time() - start) / runs)


if __name__ == "__main__":
    args = get_args()
    simulator = Simulator(args)
    if args.autoplay:
        simulator.autoplay()
    else:
        simulator.run()
