"""How strong, and how sure: Elo arithmetic, the interval of one match, the ratings of a pool of players.

Scores are points per game from A's view (win 1, draw 1/2, loss 0); Elo differences are A minus B. Intervals are at 95%.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

ALPHA = 0.05  # 1 - confidence, of every interval here
PRIOR_GAMES = 0.5  # drawn against a player of mean rating, for everyone: see fit_ratings

_MAX_STEPS = 200  # of Newton's method; at up to a million games a pair it took 40
_ELO_PER_LOGIT = 400 / math.log(10)
_NORMAL_QUANTILE = NormalDist().inv_cdf(1 - ALPHA / 2)
_STUDENT_QUANTILES = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)  # freedom 1 to 9


@dataclass(frozen=True, slots=True)
class MatchEstimate:
    """A's expected score and Elo difference to B, each with its 95% interval: see match_interval."""

    score: float
    score_low: float
    score_high: float
    elo: float
    elo_low: float
    elo_high: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's Elo relative to the pool's mean, its 95% interval, and the games it rests on: see fit_ratings."""

    elo: float
    elo_low: float
    elo_high: float
    points: float
    games: float


def elo_from_score(p: float) -> float:
    """Elo difference at which the expected score is p: 400 log10(p / (1 - p)); -inf at 0, inf at 1 (logistic Elo).

    Raises ValueError unless 0 <= p <= 1.
    """
    if not 0 <= p <= 1:
        raise ValueError(f"score {p!r} is outside [0, 1]")
    if p in (0, 1):
        return math.inf if p == 1 else -math.inf
    return 400 * math.log10(p / (1 - p))


def score_from_elo(d: float) -> float:
    """Expected points per game of a player d Elo stronger: 1 / (1 + 10^(-d / 400)), the inverse of elo_from_score.

    Raises ValueError on NaN.
    """
    if math.isnan(d):
        raise ValueError(f"Elo difference {d!r} is not a number")
    odds = 10 ** (-abs(d) / 400)  # at most 1: no overflow
    return (1 if d >= 0 else odds) / (1 + odds)


def match_interval(pairs: Sequence[float]) -> MatchEstimate:
    """A's expected score and Elo against B; pairs: A's mean score of the two games of each start, one from either side.

    Pairs count as independent and equal in weight; the games within one need not be independent. Any values in [0, 1]
    will do: 0, 1/4, 1/2, 3/4, 1 for pairs, 0, 1/2, 1 for lone games.

    The interval holds every p that a score test keeps: |mean - p| <= t sqrt(V(p) / n), V(p) being the variance of that
    distribution on [0, 1] with mean p which fits the pairs best (maximum likelihood). It generalises Wilson's interval
    (1927; pairs of 0 or 1 only) and Tango's (Stat. Med. 17, 1998; three outcomes). Its width is never 0: outcomes
    not seen yet have room in V(p). t is Student's quantile for n degrees of freedom, n because V is taken about p,
    not about the mean; the normal quantile covers as little as 83% for few pairs (benchmarks/interval_coverage.py).

    At a score of 1 (0 mirrored) it is one-sided: from the p at which n pairs are all won with probability p^n = 0.05
    (exact if pairs are 0 or 1, else on the safe side) up to 1. The Elo difference is inf there.

    Raises ValueError for no pairs and for a value outside [0, 1].
    """
    n = len(pairs)
    if n == 0:
        raise ValueError(f"no pairs to estimate from: {pairs!r}")
    for score in pairs:
        if not 0 <= score <= 1:
            raise ValueError(f"pair score {score!r} is outside [0, 1]")
    scores = [round(score, 9) for score in pairs]  # so that 1 - score keeps different values apart, and off 0 and 1
    mean = math.fsum(scores) / n
    if min(scores) == 1:
        low, high = ALPHA ** (1 / n), 1.0
    elif max(scores) == 0:
        low, high = 0.0, 1 - ALPHA ** (1 / n)
    else:
        low, high = 1 - _score_upper_bound([1 - score for score in scores]), _score_upper_bound(scores)
    return MatchEstimate(mean, low, high, elo_from_score(mean), elo_from_score(low), elo_from_score(high))


def _score_upper_bound(scores: Sequence[float]) -> float:
    """The largest p that the score test of match_interval keeps; the scores are in [0, 1] and not all 1.

    The best fit with mean p > m, the mean seen, gives each value x seen the weight w(x) = count / n / (1 - mu (x - p))
    with 0 < mu <= 1 / (1 - p) (Owen, Empirical Likelihood, 2001, chapter 2); at the largest mu, what is missing to 1
    lies at x = 1. The sum over x of w(x) (1 - mu (x - p)) (x - p) = count / n (x - p) reads -mu V(p) = m - p. So p is
    kept while mu <= t^2 / (n (p - m)). The sum below, w(x) (x - p) times n, rises with mu and is 0 at the fit: its sign
    at that limit decides.
    """
    n = len(scores)
    mean = math.fsum(scores) / n
    counts = Counter(scores)
    limit = _student_quantile(n) ** 2 / n
    low, high = mean, 1.0
    for _ in range(50):  # to 1e-15
        p = (low + high) / 2
        mu = limit / (p - mean)
        if mu * (1 - p) >= 1 or sum(count * (x - p) / (1 - mu * (x - p)) for x, count in counts.items()) >= 0:
            low = p
        else:
            high = p
    return low


def _student_quantile(freedom: int) -> float:
    """97.5% quantile of Student's t, to 0.0002: a table, then an expansion (Abramowitz & Stegun 26.7.5)."""
    if freedom <= len(_STUDENT_QUANTILES):
        return _STUDENT_QUANTILES[freedom - 1]
    z = _NORMAL_QUANTILE
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2) + third / freedom**3


def fit_ratings(results: Iterable[tuple[str, str, float, float]]) -> dict[str, Rating]:
    """Bradley-Terry ratings on the Elo scale, their mean 0, the strongest player first (ties by name).

    results: (a, b, points of a, games); a draw is half a point to each; two players may come up again, in either order.

    Maximum likelihood (Hunter, Ann. Statist. 32, 2004) with a weak prior: everyone also drew PRIOR_GAMES games against
    a player of mean rating. So who won or lost everything has a finite rating, and all differences shrink a little.

    The interval is normal, from the inverse of the information matrix (prior included), for the difference to the mean
    of this pool. Errors of two players are correlated: for their difference ask match_interval. Games count as
    independent and decisive, so many draws, or pairs that mostly split 1-1, leave the interval wider than need be.

    Raises ValueError for no results, a player against itself, points outside [0, games], games not finite, and for
    groups of players with no game between them, which it names; ArithmeticError for too many games (about 1e12).
    """
    points: dict[str, float] = defaultdict(float)
    games: dict[str, dict[str, float]] = {}
    for result in results:
        a, b, points_a, played = result
        if a == b:
            raise ValueError(f"player {a!r} against itself in {result!r}")
        if not 0 <= points_a <= played < math.inf:
            raise ValueError(f"{points_a!r} points of {played!r} games in {result!r}")
        points[a] += points_a
        points[b] += played - points_a
        for one, other in ((a, b), (b, a)):
            games.setdefault(one, defaultdict(float))[other] += played
    if not games:
        raise ValueError("no results to rate: []")
    _check_connected(games)

    names = sorted(games)
    table = [[games[one].get(other, 0.0) for other in names] for one in names]
    elos, errors = _fit_bradley_terry([points[name] for name in names], table)
    order = sorted(range(len(names)), key=lambda i: -round(elos[i], 6))
    margins = [_NORMAL_QUANTILE * error for error in errors]
    return {
        names[i]: Rating(elos[i], elos[i] - margins[i], elos[i] + margins[i], points[names[i]], math.fsum(table[i]))
        for i in order
    }


def _check_connected(games: Mapping[str, Mapping[str, float]]) -> None:
    """Raises ValueError, with their names, if players fall into groups that never met."""
    groups: list[list[str]] = []
    unseen = set(games)
    while unseen:
        group = [min(unseen)]
        unseen.remove(group[0])
        for name in group:  # grows while it is read
            met = [other for other, played in games[name].items() if played > 0 and other in unseen]
            group += met
            unseen.difference_update(met)
        groups.append(sorted(group))
    if len(groups) > 1:
        raise ValueError(f"groups of players with no game between them: {' and '.join(map(repr, groups))}")


def _fit_bradley_terry(points: Sequence[float], games: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    """Ratings (Elo, mean 0) and their standard errors from each player's points and the symmetric table of games.

    Newton's method in logits with their sum held at 0. The factor log(1 + d) / d, d the largest change of a difference,
    damps long steps so that it converges from anywhere (Sun & Tran-Dinh, Math. Program. 178, 2019: generalized
    self-concordance, here |f'''| <= |f''|). The covariance is that of the normal law given a sum of 0.
    """
    players = range(len(points))
    logits = [0.0 for _ in players]
    for _ in range(_MAX_STEPS):
        expected = [[score_from_elo((logits[i] - logits[j]) * _ELO_PER_LOGIT) for j in players] for i in players]
        against_mean = [score_from_elo(logit * _ELO_PER_LOGIT) for logit in logits]
        system = []  # information matrix | gradient, ones
        for i in players:
            scored = math.fsum(games[i][j] * expected[i][j] for j in players)
            row = [-games[i][j] * expected[i][j] * expected[j][i] for j in players]
            row[i] = PRIOR_GAMES * against_mean[i] * (1 - against_mean[i]) - math.fsum(row)
            system.append([*row, points[i] - scored + PRIOR_GAMES * (0.5 - against_mean[i]), 1.0])
        free, ones = zip(*_solve(system), strict=True)
        shift = math.fsum(free) / math.fsum(ones)
        steps = [step - shift * one for step, one in zip(free, ones, strict=True)]
        change = max(steps) - min(steps)
        damping = math.log1p(change) / change if change else 1.0
        logits = [logit + damping * step for logit, step in zip(logits, steps, strict=True)]
        if change < 1e-6:  # what is left is of the order of its square
            break
    else:
        raise ArithmeticError(f"no convergence in {_MAX_STEPS} steps; more games than a float can count one by one?")
    inverse = _solve([[*row[:-2], *(float(i == j) for j in players)] for i, row in enumerate(system)])
    variances = [inverse[i][i] - ones[i] ** 2 / math.fsum(ones) for i in players]
    return [_ELO_PER_LOGIT * logit for logit in logits], [_ELO_PER_LOGIT * math.sqrt(v) for v in variances]


def _solve(system: Sequence[Sequence[float]]) -> list[list[float]]:
    """X of A X = B, from the rows of [A | B], by Gauss-Jordan elimination; A positive definite: no pivoting."""
    rows = [list(row) for row in system]
    for k in range(len(rows)):
        pivot = [value / rows[k][k] for value in rows[k][k:]]
        for i, row in enumerate(rows):
            if i != k and row[k] != 0:
                factor = row[k]
                row[k:] = [value - factor * scaled for value, scaled in zip(row[k:], pivot, strict=True)]
        rows[k][k:] = pivot
    return [row[len(rows) :] for row in rows]
