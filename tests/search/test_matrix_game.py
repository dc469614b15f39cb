"""Matrix games: value and optimal strategies, against scipy's linear programming."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog

from lanista import _native

Matrix = NDArray[np.float64]
Kind = Callable[[np.random.Generator, int, int], Matrix]


def uniform(rng: np.random.Generator, rows: int, columns: int) -> Matrix:
    return rng.uniform(-1, 1, (rows, columns))


def outcomes(rng: np.random.Generator, rows: int, columns: int) -> Matrix:
    """Wins, draws and losses: full of ties."""
    return rng.integers(-1, 2, (rows, columns)).astype(float)


def repeated(rng: np.random.Generator, rows: int, columns: int) -> Matrix:
    """Few different rows and columns."""
    base = rng.integers(-2, 3, (2, 3)).astype(float)
    matrix: Matrix = base[rng.integers(0, 2, rows)][:, rng.integers(0, 3, columns)]
    return matrix


def low_rank(rng: np.random.Generator, rows: int, columns: int) -> Matrix:
    """Sums of a row's and a column's number, but for one entry."""
    matrix: Matrix = rng.integers(0, 4, (rows, 1)) + rng.integers(0, 4, (1, columns)).astype(float)
    matrix[rng.integers(rows), rng.integers(columns)] += 1
    return matrix


def mixed_scales(rng: np.random.Generator, rows: int, columns: int) -> Matrix:
    """Wins beside points beside almost nothing."""
    matrix: Matrix = rng.choice([-1, 1], (rows, columns)) * 10 ** rng.uniform(-9, 9, (rows, columns))
    return matrix


def near_ties(rng: np.random.Generator, rows: int, columns: int) -> Matrix:
    """Ties but for rounding, on a large offset."""
    matrix: Matrix = 1e6 + rng.integers(0, 3, (rows, columns)) + rng.uniform(-1e-9, 1e-9, (rows, columns))
    return matrix


def skew(rng: np.random.Generator, rows: int, _: int) -> Matrix:
    """Symmetric games, which are worth 0."""
    half: Matrix = rng.integers(-3, 4, (rows, rows)).astype(float)
    return half - half.T


def solve(matrix: Matrix) -> tuple[float, Matrix, Matrix]:
    value, row, column = _native.solve_matrix_game(matrix.tolist())
    return value, np.array(row), np.array(column)


def linprog_value(matrix: Matrix) -> float:
    """The most that a row strategy secures, on the payoffs brought to 0 to 1 (linprog's tolerances are absolute)."""
    low, scale = matrix.min(), np.ptp(matrix) or 1.0
    rows, columns = matrix.shape
    result = linprog(
        np.append(np.zeros(rows), -1),
        A_ub=np.column_stack([-((matrix - low) / scale).T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=[np.append(np.ones(rows), 0)],
        b_eq=[1],
        bounds=(0, None),
        method="highs",
    )
    return float(low + scale * -result.fun)


@pytest.mark.parametrize("kind", [uniform, outcomes, repeated, low_rank, mixed_scales, near_ties, skew])
def test_random_matrices_agree_with_linprog(kind: Kind) -> None:
    rng = np.random.default_rng(63)
    for number in range(1429):  # 10,003 in all
        rows, columns = rng.integers(1, 13 if number % 20 == 0 else 7, 2)
        matrix = kind(rng, rows, columns)
        scale = np.ptp(matrix)
        value, row, column = solve(matrix)
        assert min(row.min(), column.min()) >= 0
        assert row.sum() == pytest.approx(1, abs=1e-12)
        assert column.sum() == pytest.approx(1, abs=1e-12)
        centred = matrix - matrix.min()  # so that the check's own rounding is on the payoffs' scale
        assert (centred @ column).max() - (row @ centred).min() <= 1e-9 * scale, matrix
        assert value == pytest.approx(linprog_value(matrix), rel=1e-9, abs=1e-7 * scale), matrix


def test_exchanging_the_players_changes_only_the_sign() -> None:
    rng = np.random.default_rng(7)
    for _ in range(2000):
        matrix = outcomes(rng, *rng.integers(1, 7, 2)) / rng.integers(1, 4)
        assert solve(matrix)[0] == pytest.approx(-solve(-matrix.T)[0], abs=1e-12)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[5]], (5, [1], [1])),
        ([[2, 1, 3]], (1, [1], [0, 1, 0])),
        ([[2], [4], [3]], (4, [0, 1, 0], [1])),
        ([[0, 0], [0, 0]], (0, [1, 0], [1, 0])),
        ([[1, -1], [-1, 1]], (0, [0.5, 0.5], [0.5, 0.5])),
        ([[1, -1], [-1, 0]], (-1 / 3, [1 / 3, 2 / 3], [1 / 3, 2 / 3])),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], (0, [1 / 3] * 3, [1 / 3] * 3)),
        ([[1e308, -1e308], [-1e308, 1e308]], (0, [0.5, 0.5], [0.5, 0.5])),
        ([[0, 5e-324], [5e-324, 0]], (0, [1, 0], [1, 0])),  # as good as equal
    ],
)
def test_known_games(rows: list[list[float]], expected: tuple[float, list[float], list[float]]) -> None:
    value, row, column = _native.solve_matrix_game(rows)
    assert value == pytest.approx(expected[0], abs=1e-12)
    assert row == pytest.approx(expected[1], abs=1e-12)
    assert column == pytest.approx(expected[2], abs=1e-12)


@pytest.mark.parametrize("size", [20, 60])
def test_large_games_leave_nothing_to_gain(size: int) -> None:
    rng = np.random.default_rng(size)
    for kind in (uniform, outcomes, low_rank, skew):
        matrix = kind(rng, size, size + 3)
        _, row, column = solve(matrix)
        assert (matrix @ column).max() - (row @ matrix).min() <= 1e-9 * np.ptp(matrix)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "at least one row and one column"),
        ([[]], "at least one row and one column"),
        ([[1, 2], [3]], "row 0, which has 2 entries; row 1 has 1"),
        ([[1, 2], [3, math.nan]], "finite, got nan in row 1, column 1"),
        ([[math.inf]], "finite, got inf in row 0, column 0"),
    ],
)
def test_malformed_games_are_refused(rows: list[list[float]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _native.solve_matrix_game(rows)
