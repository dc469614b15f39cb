"""How often does the 95% interval of a match hold the truth? The tables behind lanista.arena.ratings.match_interval.

    python benchmarks/interval_coverage.py        (20 seconds)

Coverage over n pairs of games from a known distribution of pair scores. Rivals of the chosen interval: `score z`, the
same with the normal quantile in place of Student's t; `shrunk`, Wilson's interval with its variance scaled by
r = (n r_seen + 1) / (n + 1), where r_seen is the variance of the pairs over that of plain wins and losses with the same
mean; `normal`, the plain interval mean +- t s / sqrt(n) over pairs. At a clean score all use the one-sided bound.
"""

import itertools
import math
from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

from lanista.arena import ratings

Floats = npt.NDArray[np.float64]
Interval = Callable[[tuple[int, ...]], tuple[float, float]]  # from how often each of OUTCOMES came

OUTCOMES = np.array((0, 0.25, 0.5, 0.75, 1))
SIZES = (2, 3, 5, 10, 20, 50, 200)
SWEPT = (1, 2, 3, 5, 10)  # where all results can be enumerated
SAMPLES = 20_000
SEED = 2024


def pair_law(elo: float, side: float, draws: float) -> Floats:
    """Probabilities of OUTCOMES if A is elo stronger and moving first is worth side Elo; draws: from 0, none, to 1."""
    law = np.ones(1)
    for expected in (ratings.score_from_elo(elo + side), ratings.score_from_elo(elo - side)):
        drawn = 2 * draws * min(expected, 1 - expected)
        law = np.convolve(law, (1 - expected - drawn / 2, drawn, expected - drawn / 2))
    return law


MODELS = {
    "equal, decisive": pair_law(0, 0, 0),
    "equal, many draws": pair_law(0, 0, 0.9),
    "equal, side +400": pair_law(0, 400, 0),
    "equal, side +1000": pair_law(0, 1000, 0),
    "+60, half drawn": pair_law(60, 0, 0.5),
    "+60, side +400": pair_law(60, 400, 0),
    "+60, side +1000": pair_law(60, 1000, 0),
    "+200, decisive": pair_law(200, 0, 0),
    "+200, many draws": pair_law(200, 0, 0.9),
    "+400, decisive": pair_law(400, 0, 0),
    "+400, side +400": pair_law(400, 400, 0),
    "+700, half drawn": pair_law(700, 0, 0.5),
    "1-1 but for 3% wins": np.array((0, 0, 0.97, 0, 0.03)),
    "1-1 but for 10% wins": np.array((0, 0, 0.9, 0, 0.1)),
    "wins but for 10% 1-1": np.array((0, 0, 0.1, 0, 0.9)),
    "3/4 but for 5% losses": np.array((0.05, 0, 0, 0.95, 0)),
    "lone games at 95%": np.array((0.05, 0, 0, 0, 0.95)),
}


def moments(counts: tuple[int, ...]) -> tuple[int, float, float]:
    """Number of pairs, their mean and their (biased) variance."""
    n = sum(counts)
    mean = float(np.dot(counts, OUTCOMES)) / n
    return n, mean, float(np.dot(counts, (OUTCOMES - mean) ** 2)) / n


@cache
def chosen(counts: tuple[int, ...]) -> tuple[float, float]:
    estimate = ratings.match_interval(np.repeat(OUTCOMES, counts).tolist())
    return estimate.score_low, estimate.score_high


@cache
def score_z(counts: tuple[int, ...]) -> tuple[float, float]:
    student, ratings._student_quantile = ratings._student_quantile, lambda freedom: ratings._NORMAL_QUANTILE
    try:
        estimate = ratings.match_interval(np.repeat(OUTCOMES, counts).tolist())
    finally:
        ratings._student_quantile = student
    return estimate.score_low, estimate.score_high


@cache
def normal(counts: tuple[int, ...]) -> tuple[float, float]:
    n, mean, variance = moments(counts)
    if n in (counts[0], counts[-1]):
        return chosen(counts)
    half = ratings._student_quantile(max(n - 1, 1)) * math.sqrt(variance / max(n - 1, 1))
    return mean - half, mean + half


@cache
def shrunk(counts: tuple[int, ...]) -> tuple[float, float]:
    n, mean, variance = moments(counts)
    if n in (counts[0], counts[-1]):
        return chosen(counts)
    ratio = (n * variance / (mean * (1 - mean)) + 1) / (n + 1)
    scale = ratio * ratings._student_quantile(max(n - 1, 1)) ** 2 / n
    middle = (mean + scale / 2) / (1 + scale)
    half = math.sqrt(scale * (mean * (1 - mean) + scale / 4)) / (1 + scale)
    return middle - half, middle + half


RIVALS: dict[str, Interval] = {"chosen": chosen, "score z": score_z, "shrunk": shrunk, "normal": normal}


def coverage_and_width(
    interval: Interval, law: Floats, results: npt.NDArray[np.int64], weights: Floats
) -> tuple[float, float]:
    """Share of the weight of results whose interval holds the mean of the law, and the mean width."""
    ends = np.array([interval(tuple(counts)) for counts in results.tolist()])
    truth = float(law @ OUTCOMES)
    inside = (ends[:, 0] <= truth + 1e-12) & (truth <= ends[:, 1] + 1e-12)
    return float(weights @ inside), float(weights @ (ends[:, 1] - ends[:, 0]))


def sampled(law: Floats, n: int, rng: np.random.Generator) -> tuple[npt.NDArray[np.int64], Floats]:
    results, times = np.unique(rng.multinomial(n, law, size=SAMPLES), axis=0, return_counts=True)
    return results, times / SAMPLES


def enumerated(n: int) -> tuple[npt.NDArray[np.int64], Floats]:
    """All results of n pairs as counts of OUTCOMES, and in how many orders each can come."""
    multisets = itertools.combinations_with_replacement(range(5), n)
    results = np.array([[drawn.count(i) for i in range(5)] for drawn in multisets])
    ways = [math.factorial(n) / math.prod(map(math.factorial, counts)) for counts in results.tolist()]
    return results, np.array(ways)


def print_models(rng: np.random.Generator) -> None:
    print(f"Coverage of the chosen interval in %, {SAMPLES} matches a cell, at n pairs;")
    print("then at n = 200 its mean width over that of `normal`, and the coverage of `normal`")
    print(f"{'n':22}" + "".join(f"{n:>7}" for n in SIZES) + f"{'width':>9}{'normal':>8}")
    lowest = {name: dict.fromkeys(SIZES, 1.0) for name in RIVALS}
    for model, law in MODELS.items():
        line = ""
        for n in SIZES:
            results, weights = sampled(law, n, rng)
            found = {name: coverage_and_width(interval, law, results, weights) for name, interval in RIVALS.items()}
            for name, (covered, _) in found.items():
                lowest[name][n] = min(lowest[name][n], covered)
            line += f"{100 * found['chosen'][0]:7.1f}"
        width = found["chosen"][1] / found["normal"][1]
        print(f"{model:22}{line}{width:9.3f}{100 * found['normal'][0]:8.1f}", flush=True)
    for name, covered_at in lowest.items():
        print(f"{'lowest, ' + name:22}" + "".join(f"{100 * covered_at[n]:7.1f}" for n in SIZES))


def print_sweep(rng: np.random.Generator) -> None:
    games = [pair_law(rng.uniform(0, 700), rng.choice((0, 200, 500, 1000)), rng.uniform(0, 0.95)) for _ in range(1000)]
    sweeps = {"games": games, "Dirichlet(1/2)": list(rng.dirichlet([0.5] * 5, size=1000))}
    print("\nExact coverage in % over 1000 random models: lowest, share of models below 94%, mean width")
    print(f"{'':26}" + "".join(f"{n:>20}" for n in SWEPT))
    for (kind, laws), (name, interval) in itertools.product(sweeps.items(), RIVALS.items()):
        line = ""
        for n in SWEPT:
            results, ways = enumerated(n)
            ends = np.array([interval(tuple(counts)) for counts in results.tolist()])
            chances = ways * np.exp(np.log(np.maximum(laws, 1e-300)) @ results.T)
            truths = (np.array(laws) @ OUTCOMES)[:, None]
            covered = (chances * ((ends[:, 0] <= truths + 1e-12) & (truths <= ends[:, 1] + 1e-12))).sum(axis=1)
            width = float((chances @ (ends[:, 1] - ends[:, 0])).mean())
            line += f"{100 * covered.min():8.1f}{100 * (covered < 0.94).mean():6.1f}{width:6.3f}"
        print(f"{kind:16}{name:10}{line}", flush=True)


if __name__ == "__main__":
    generator = np.random.default_rng(SEED)
    print_models(generator)
    print_sweep(generator)
