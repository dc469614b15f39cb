"""Elo arithmetic, match intervals and Bradley-Terry ratings: closed forms, symmetries, coverage, refusals."""

import itertools
import math
import random
from collections.abc import Sequence
from statistics import fmean, pstdev
from typing import Any

import numpy as np
import pytest

from lanista.arena.ratings import (
    PRIOR_GAMES,
    MatchEstimate,
    Rating,
    elo_from_score,
    fit_ratings,
    match_interval,
    score_from_elo,
)

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)


def pair_law(elo: float, side: float, draws: float) -> list[float]:
    """Probabilities of OUTCOMES if A is elo stronger and moving first is worth side Elo; draws: from 0, none, to 1."""
    law = np.ones(1)
    for expected in (score_from_elo(elo + side), score_from_elo(elo - side)):
        drawn = 2 * draws * min(expected, 1 - expected)
        law = np.convolve(law, (1 - expected - drawn / 2, drawn, expected - drawn / 2))
    return [float(p) for p in law]


def exact_coverage(law: Sequence[float], n: int) -> float:
    """Probability that the interval of n independent pairs holds the true score, over all results there are."""
    truth = sum(p * x for p, x in zip(law, OUTCOMES, strict=True))
    covered = 0.0
    for drawn in itertools.combinations_with_replacement(range(5), n):
        counts = [drawn.count(i) for i in range(5)]
        ways = math.factorial(n) / math.prod(math.factorial(count) for count in counts)
        estimate = match_interval([OUTCOMES[i] for i in drawn])
        if estimate.score_low - 1e-12 <= truth <= estimate.score_high + 1e-12:
            covered += ways * math.prod(p**count for p, count in zip(law, counts, strict=True))
    return covered


def width(estimate: MatchEstimate) -> float:
    return estimate.score_high - estimate.score_low


# Elo arithmetic


def test_400_elo_are_a_factor_of_ten_in_the_odds() -> None:
    assert elo_from_score(0.5) == 0
    assert elo_from_score(10 / 11) == pytest.approx(400)
    assert elo_from_score(1 / 101) == pytest.approx(-800)
    assert score_from_elo(200) == pytest.approx(0.7597469)  # sqrt(10) / (1 + sqrt(10))


def test_elo_is_infinite_at_all_or_nothing() -> None:
    assert (elo_from_score(0), elo_from_score(1)) == (-math.inf, math.inf)
    assert (score_from_elo(-math.inf), score_from_elo(math.inf)) == (0, 1)
    assert (score_from_elo(-1e9), score_from_elo(1e9)) == (0, 1)


@pytest.mark.parametrize("d", [-2000, -300, -0.5, 0, 1, 77, 1500])
def test_score_and_elo_are_inverse_and_antisymmetric(d: float) -> None:
    assert elo_from_score(score_from_elo(d)) == pytest.approx(d, abs=1e-6)
    assert score_from_elo(d) + score_from_elo(-d) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("p", [-0.001, 1.001, math.nan, math.inf])
def test_a_score_outside_0_to_1_is_refused_and_quoted(p: float) -> None:
    with pytest.raises(ValueError, match=str(p)):
        elo_from_score(p)
    with pytest.raises(ValueError, match=rf"pair score {p}"):
        match_interval([0.5, p])


def test_an_elo_difference_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="nan"):
        score_from_elo(math.nan)


# match_interval


def test_a_match_without_pairs_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no pairs .* \[\]"):
        match_interval([])


def test_score_is_the_mean_and_elo_its_image() -> None:
    estimate = match_interval([1, 0.5, 0.75, 0.25, 1])
    assert estimate.score == 0.7
    assert estimate.score_low < 0.7 < estimate.score_high
    for name in ("", "_low", "_high"):
        assert getattr(estimate, f"elo{name}") == elo_from_score(getattr(estimate, f"score{name}"))


@pytest.mark.parametrize(("wins", "games"), [(1, 2), (1, 10), (9, 20), (100, 150)])
def test_lone_games_without_draws_give_wilsons_interval(wins: int, games: int) -> None:
    t = {2: 4.30265, 10: 2.22814, 20: 2.08596, 150: 1.97591}[games]  # tables of Student's t
    p = wins / games
    middle = (p + t**2 / (2 * games)) / (1 + t**2 / games)
    half = t / (1 + t**2 / games) * math.sqrt(p * (1 - p) / games + (t / (2 * games)) ** 2)
    estimate = match_interval([1] * wins + [0] * (games - wins))
    assert (estimate.score_low, estimate.score_high) == pytest.approx((middle - half, middle + half), abs=5e-5)


@pytest.mark.parametrize("n", [1, 3, 20, 200])
def test_pairs_all_split_leave_room_for_the_outcome_not_seen(n: int) -> None:
    # V(p) is that of the split with an unseen win of weight q, p = 1/2 + q/2: (q/2)^2 = t^2 q (1 - q) / 4 / n
    t = {1: 12.7062, 3: 3.18245, 20: 2.08596, 200: 1.97190}[n]
    unseen = t**2 / (n + t**2)
    estimate = match_interval([0.5] * n)
    assert estimate.score == 0.5
    assert estimate.score_high == pytest.approx(0.5 + unseen / 2, abs=2e-5)
    assert estimate.score_low == pytest.approx(0.5 - unseen / 2, abs=2e-5)


def test_few_equal_pairs_prove_nothing() -> None:
    for n in (1, 2, 3):
        for outcome in (0.25, 0.5, 0.75):
            estimate = match_interval([outcome] * n)
            assert estimate.elo_low < 0 < estimate.elo_high
            assert width(estimate) > 0.7
    assert match_interval([0.75] * 30).elo_low > 0


@pytest.mark.parametrize("n", [1, 2, 10, 300])
def test_a_clean_score_has_the_exact_one_sided_interval(n: int) -> None:
    won, lost = match_interval([1] * n), match_interval([0.0] * n)
    assert won.score_low**n == pytest.approx(0.05)
    assert (won.score, won.score_high, won.elo, won.elo_high) == (1, 1, math.inf, math.inf)
    assert math.isfinite(won.elo_low)
    assert (1 - lost.score_high) ** n == pytest.approx(0.05)
    assert (lost.score, lost.score_low, lost.elo, lost.elo_low) == (0, 0, -math.inf, -math.inf)


def test_swapping_the_players_mirrors_the_interval() -> None:
    rng = random.Random(1)
    for n in (1, 2, 3, 10, 101):
        pairs = rng.choices(OUTCOMES, k=n)
        ours, theirs = match_interval(pairs), match_interval([1 - score for score in pairs])
        assert theirs.score == pytest.approx(1 - ours.score)
        assert (theirs.score_low, theirs.score_high) == pytest.approx((1 - ours.score_high, 1 - ours.score_low))
        assert (theirs.elo_low, theirs.elo_high) == pytest.approx((-ours.elo_high, -ours.elo_low))


def test_the_order_of_the_pairs_is_of_no_matter() -> None:
    pairs = [0.25, 1, 0.5, 0.5, 0.75, 0]
    assert len({match_interval(order) for order in itertools.permutations(pairs)}) == 1


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_better_result_in_every_pair_raises_both_ends(n: int) -> None:
    for pairs in itertools.combinations_with_replacement(OUTCOMES[:-1], n):
        before, after = match_interval(pairs), match_interval([score + 0.25 for score in pairs])
        assert before.score_low < after.score_low
        assert before.score_high < after.score_high


@pytest.mark.parametrize("n", [1, 2, 5, 20, 100, 1000])
def test_no_result_promises_more_than_a_clean_score(n: int) -> None:
    assert match_interval([1] * (n - 1) + [0.75]).score_low < match_interval([1] * n).score_low


def test_more_of_the_same_pairs_narrow_the_interval() -> None:
    widths = [width(match_interval([0.25, 0.75, 1] * repeats)) for repeats in (1, 2, 5, 20, 100)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == pytest.approx(widths[-2] / math.sqrt(5), rel=0.05)


def test_pairs_that_cancel_the_side_advantage_are_worth_more_than_their_games() -> None:
    # 100 games, the first player wins 96 of them: all pairs but 4 are 1-1
    pairs = [0.5] * 46 + [1.0] * 2 + [0.0] * 2
    games = [1.0] * 50 + [0.0] * 50
    assert width(match_interval(pairs)) < 0.6 * width(match_interval(games))


def test_extreme_but_legal_values_stay_finite() -> None:
    for pairs in ([1e-20], [1 - 1e-16, 1], [1e-9], [1 - 1e-9] * 100, [0.1] * 7, [0.5] * 100_000):
        estimate = match_interval(pairs)
        assert 0 <= estimate.score_low <= estimate.score <= estimate.score_high <= 1
        assert width(estimate) > 0


@pytest.mark.parametrize("law", [(0.1, 0.2, 0.3, 0.25, 0.15), (0, 0.05, 0.7, 0.2, 0.05), (0.3, 0, 0.4, 0, 0.3)])
def test_for_many_pairs_it_agrees_with_the_bootstrap_and_with_the_normal_interval(law: tuple[float, ...]) -> None:
    rng = np.random.default_rng(5)
    pairs = rng.choice(OUTCOMES, p=law, size=400)
    means = rng.choice(pairs, size=(10_000, 400)).mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    estimate = match_interval(pairs.tolist())
    assert (estimate.score_low, estimate.score_high) == pytest.approx((low, high), abs=0.05 * (high - low))
    assert width(estimate) == pytest.approx(2 * 1.96 * pstdev(pairs.tolist()) / 20, rel=0.02)


MODELS = {
    "equal, decisive": pair_law(0, 0, 0),
    "equal, drawish": pair_law(0, 100, 0.9),
    "equal, pairs nearly always 1-1": pair_law(0, 800, 0),
    "stronger": pair_law(150, 200, 0.4),
    "much stronger": pair_law(450, 100, 0.5),
    "a rare win": [0, 0, 0.95, 0, 0.05],
    "wins but for a rare split": [0, 0, 0.1, 0, 0.9],
}


@pytest.mark.parametrize("name", MODELS)
def test_few_pairs_cover_the_truth_at_95_percent(name: str) -> None:
    for n in (1, 2, 3, 5, 7):
        assert exact_coverage(MODELS[name], n) > 0.945, n


@pytest.mark.parametrize("name", MODELS)
def test_many_pairs_cover_the_truth_at_95_percent(name: str) -> None:
    rng = np.random.default_rng(11)
    truth = float(np.dot(MODELS[name], OUTCOMES))
    for n in (30, 100):
        results, times = np.unique(rng.multinomial(n, MODELS[name], size=3000), axis=0, return_counts=True)
        inside = 0
        for counts, repeats in zip(results.tolist(), times.tolist(), strict=True):
            estimate = match_interval([x for x, count in zip(OUTCOMES, counts, strict=True) for _ in range(count)])
            inside += repeats * (estimate.score_low <= truth <= estimate.score_high)
        assert inside / 3000 > 0.94, n


# fit_ratings


@pytest.mark.parametrize("score", [0.02, 0.5, 0.6, 0.97])
def test_two_players_differ_by_the_elo_of_their_score(score: float) -> None:
    ratings = fit_ratings([("a", "b", score * 1e7, 1e7)])
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(elo_from_score(score), abs=1e-3)
    assert ratings["a"].elo == pytest.approx(-ratings["b"].elo)


@pytest.mark.parametrize(("points", "games"), [(3, 4), (0.5, 6), (5, 5), (0, 1)])
def test_the_fit_expects_the_points_made_virtual_draws_included(points: float, games: float) -> None:
    a = fit_ratings([("a", "b", points, games)])["a"].elo  # b is at -a, the mean player at 0
    expected = games * score_from_elo(2 * a) + PRIOR_GAMES * score_from_elo(a)
    assert expected == pytest.approx(points + PRIOR_GAMES / 2, abs=1e-9)


def test_ratings_that_generated_the_results_come_back() -> None:
    truth = {"ann": 260.0, "bob": 40.0, "cid": -80.0, "dee": -220.0}
    results = [(a, b, 1e6 * score_from_elo(truth[a] - truth[b]), 1e6) for a, b in itertools.combinations(truth, 2)]
    ratings = fit_ratings(results)
    assert list(ratings) == list(truth), "strongest first"
    assert {name: rating.elo for name, rating in ratings.items()} == pytest.approx(truth, abs=0.01)


def test_a_chain_of_matches_adds_up() -> None:
    ratings = fit_ratings([("a", "b", 7e6, 1e7), ("b", "c", 6e6, 1e7)])
    assert ratings["a"].elo - ratings["c"].elo == pytest.approx(elo_from_score(0.7) + elo_from_score(0.6), abs=1e-3)


def random_results(rng: random.Random, players: int) -> list[tuple[str, str, float, float]]:
    return [
        (f"p{i}", f"p{j}", rng.randrange(2 * games + 1) / 2, games)
        for i, j in itertools.combinations(range(players), 2)
        for games in [rng.randrange(1, 9)]
    ]


def test_the_mean_is_0_and_points_and_games_are_those_played() -> None:
    ratings = fit_ratings([("a", "b", 3.5, 4), ("b", "c", 1, 2), ("b", "a", 2, 2)])
    assert fmean(rating.elo for rating in ratings.values()) == pytest.approx(0, abs=1e-9)
    played = {name: (rating.points, rating.games) for name, rating in ratings.items()}
    assert played == {"a": (3.5, 6), "b": (3.5, 8), "c": (1, 2)}


def test_losses_for_wins_negate_all_ratings() -> None:
    results = random_results(random.Random(2), 6)
    ours = fit_ratings(results)
    theirs = fit_ratings([(a, b, games - points, games) for a, b, points, games in results])
    for name, rating in ours.items():
        assert (theirs[name].elo, theirs[name].elo_low, theirs[name].elo_high) == pytest.approx(
            (-rating.elo, -rating.elo_high, -rating.elo_low), abs=1e-6
        )


def test_order_side_and_splitting_of_the_results_are_of_no_matter() -> None:
    results = random_results(random.Random(3), 6)
    turned = [(b, a, games - points, games) for a, b, points, games in reversed(results)]
    split = [(a, b, points / 2, games / 2) for a, b, points, games in results for _ in range(2)]
    for other in (turned, split):
        for name, rating in fit_ratings(results).items():
            found = fit_ratings(other)[name]
            assert (found.elo, found.elo_low, found.points) == pytest.approx(
                (rating.elo, rating.elo_low, rating.points), abs=1e-6
            )


def test_a_point_more_raises_its_player_and_lowers_the_opponent() -> None:
    results = random_results(random.Random(4), 5)
    a, b, _, games = results[3]
    before = fit_ratings([*results[:3], (a, b, 0, games), *results[4:]])
    after = fit_ratings([*results[:3], (a, b, 0.5, games), *results[4:]])
    assert after[a].elo > before[a].elo
    assert after[b].elo < before[b].elo


@pytest.mark.parametrize("size", [3, 4, 6, 8])  # at these, rounding errors differ from player to player
def test_equal_players_are_rated_equal_in_the_order_of_their_names(size: int) -> None:
    names = [f"p{i}" for i in range(size)]
    games = [
        *(("champion", name, 9, 10) for name in names),
        *((b, a, 5, 10) for a, b in itertools.combinations(names, 2)),
    ]
    ratings = fit_ratings(games)
    assert list(ratings) == ["champion", *names]
    assert [ratings[name].elo for name in names] == pytest.approx([ratings["p0"].elo] * size, abs=1e-6)


def test_who_won_or_lost_everything_is_finite_and_further_out_with_more_games() -> None:
    few, many = (fit_ratings([("top", "low", n, n), ("mid", "low", n, n), ("top", "mid", n, n)]) for n in (2, 1000))
    assert list(few) == ["top", "mid", "low"]
    assert 0 < few["top"].elo < many["top"].elo < 3000
    assert all(math.isfinite(rating.elo_low) and math.isfinite(rating.elo_high) for rating in many.values())


def test_long_chains_of_clean_wins_converge() -> None:
    ratings = fit_ratings([(f"p{i:02}", f"p{i + 1:02}", 1e6, 1e6) for i in range(40)])
    assert list(ratings) == sorted(ratings)
    assert fmean(rating.elo for rating in ratings.values()) == pytest.approx(0, abs=1e-6)


def test_lopsided_results_at_which_plain_newton_steps_diverge_converge() -> None:
    results = [("b", "a", 1, 1e6), ("c", "b", 5, 10), ("d", "a", 1e6, 1e6), ("d", "c", 999_999, 1e6)]
    ratings = fit_ratings(results)
    surplus = []  # of points expected over points made: the same for all, since only differences of ratings count
    for name, rating in ratings.items():
        expected = PRIOR_GAMES * (score_from_elo(rating.elo) - 0.5)
        for a, b, _, games in results:
            if name in (a, b):
                expected += games * score_from_elo(rating.elo - ratings[b if name == a else a].elo)
        surplus.append(expected - rating.points)
    assert max(surplus) - min(surplus) < 1e-6


def test_more_games_than_a_float_can_count_are_refused() -> None:
    with pytest.raises(ArithmeticError):
        fit_ratings([("a", "b", 1e17, 1e17), ("b", "c", 1, 1)])


def test_the_error_of_two_players_is_that_of_their_score() -> None:
    # d(difference) = d(score) / slope of the logistic curve; each player carries half of it
    games, score = 1e6, 0.7
    error = math.sqrt(score * (1 - score) / games) * 400 / math.log(10) / (score * (1 - score)) / 2
    rating = fit_ratings([("a", "b", score * games, games)])["a"]
    assert rating.elo_high - rating.elo == pytest.approx(1.96 * error, rel=1e-4)
    assert rating.elo - rating.elo_low == pytest.approx(1.96 * error, rel=1e-4)


def test_a_player_with_few_games_is_less_certain() -> None:
    ratings = fit_ratings([("a", "b", 60, 100), ("b", "new", 2, 4)])
    widths = {name: rating.elo_high - rating.elo_low for name, rating in ratings.items()}
    assert widths["new"] > 1.5 * widths["a"]


def test_intervals_of_decisive_games_cover_the_truth_at_95_percent() -> None:
    truth = {"a": 150.0, "b": 50.0, "c": 0.0, "d": -200.0}
    rng = np.random.default_rng(6)
    inside = 0
    for _ in range(500):
        ratings = fit_ratings(
            (a, b, float(rng.binomial(30, score_from_elo(truth[a] - truth[b]))), 30)
            for a, b in itertools.combinations(truth, 2)
        )
        inside += sum(ratings[name].elo_low <= elo <= ratings[name].elo_high for name, elo in truth.items())
    assert 0.935 < inside / 2000 < 0.975


def test_groups_that_never_met_are_refused_by_name() -> None:
    results = [("a", "b", 1, 2), ("c", "d", 1, 2), ("e", "d", 0, 1), ("a", "c", 0, 0)]
    with pytest.raises(ValueError, match=r"\['a', 'b'\] and \['c', 'd', 'e'\]"):
        fit_ratings(results)
    assert isinstance(fit_ratings([*results, ("b", "e", 1, 1)])["a"], Rating)


@pytest.mark.parametrize(
    ("result", "quoted"),
    [
        (("a", "b", 3, 2), "3 points of 2 games"),
        (("a", "b", -0.5, 2), "-0.5 points"),
        (("a", "b", 0, -1), "0 points of -1 games"),
        (("a", "b", math.nan, 2), "nan points"),
        (("a", "b", 1, math.nan), "of nan games"),
        (("a", "b", 1, math.inf), "of inf games"),
        (("a", "a", 1, 2), "'a' against itself"),
    ],
)
def test_an_impossible_result_is_refused_and_quoted(result: Any, quoted: str) -> None:
    with pytest.raises(ValueError, match=quoted):
        fit_ratings([("a", "b", 1, 2), result])


def test_a_pool_without_results_is_refused() -> None:
    with pytest.raises(ValueError, match="no results"):
        fit_ratings([])
