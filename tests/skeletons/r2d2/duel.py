"""Plays agents of different files against each other in the skeleton's loop, as the course's own tests did: with the
teacher's droids (the skeleton's), made for each call with the Action enum of the agent's file.

    python3 duel.py AGENT AGENT [games] [train rounds]

AGENT is FILE:CLASS or `random`. The first plays D2 in the even games and Q5 in the odd ones; both learn in the train
rounds. Prints wins, draws and losses of the first, and for each the illegal choices and the longest move in seconds.
"""

import importlib.util
import itertools
import random
import sys
import time
import types
from pathlib import Path

SKELETON = Path(__file__).with_name("r2d2_hw3.py")
numbers = itertools.count(1)


def tkinter_name(name):
    """Stands for any name of tkinter where there is none: files name them when imported, no window is opened here."""
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (), {})


def load(path):
    """A new module of the file; two agents of the same file share nothing."""
    spec = importlib.util.spec_from_file_location(f"guest_{next(numbers)}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


try:
    import tkinter  # noqa: F401
except ImportError:
    sys.modules["tkinter"] = types.ModuleType("tkinter")
    sys.modules["tkinter"].__getattr__ = tkinter_name

course = load(SKELETON)


class Guest(course.Agent):
    """An agent of another file; `illegal` counts its choices that are none of the available actions."""

    def __init__(self, spec):
        path, _, name = spec.rpartition(":")
        guest = load(path)
        self.agent = getattr(guest, name)()
        self.teacher = load(SKELETON)
        self.teacher.Action = guest.Action
        self.illegal = 0
        self.slowest = 0.0

    def clear(self):
        self.agent.clear()

    def get_best_move(self, self_droid, adv_droid, score_change, training):
        droids = [self.teacher.R2Droid(d.rows, d.cols, d.location, d.shots) for d in (self_droid, adv_droid)]
        legal = droids[0].available_actions()
        start = time.perf_counter()
        move = self.agent.get_best_move(*droids, score_change, training)
        self.slowest = max(self.slowest, time.perf_counter() - start)
        if move in legal:
            return course.Action(move.value)
        self.illegal += 1
        return None


class RandomAgent(course.Agent):
    illegal = 0
    slowest = 0.0

    def clear(self):
        pass

    def get_best_move(self, self_droid, adv_droid, score_change, training):
        return random.choice(sorted(self_droid.available_actions(), key=lambda action: action.value))


def main(argv):
    random.seed(1)
    first, second = (RandomAgent() if spec == "random" else Guest(spec) for spec in argv[1:3])
    games = int(argv[3]) if len(argv) > 3 else 10
    if len(argv) > 4:
        course.train(first, second, int(argv[4]))
    results = [0, 0, 0]
    for number in range(games):
        agents = (first, second) if number % 2 == 0 else (second, first)
        game = course.Game(*agents)
        while not game.is_over():
            game.next_round(training=False)
        margin = (game.score[0] - game.score[1]) * (1 if number % 2 == 0 else -1)
        results[0 if margin > 0 else 1 if margin == 0 else 2] += 1
    print("wins {}, draws {}, losses {}".format(*results))
    print(f"illegal choices {first.illegal} {second.illegal}")
    print(f"longest move {first.slowest:.3f} {second.slowest:.3f}")


if __name__ == "__main__":
    main(sys.argv)
