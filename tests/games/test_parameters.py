"""Declared parameters: what they read, what they refuse, how they are written in a spec."""

import numpy as np
import pytest

from lanista.errors import ParameterError
from lanista.games.parameters import format_value, number

RATE = number("rate", 1, 0, 2.5, "a rate")


@pytest.mark.parametrize(
    ("given", "value"), [("0.5", 0.5), ("2", 2.0), (1, 1.0), (0.25, 0.25), (np.float32(0.5), 0.5), ("1e-3", 0.001)]
)
def test_numbers_are_read(given: object, value: float) -> None:
    read = RATE.check("agent x", given)
    assert (type(read), read) == (float, value)


@pytest.mark.parametrize("given", ["", "x", "nan", "inf", "-0.1", "2.6", 3, True, None, [], "1_0", "\u0661", 1j])
def test_what_is_no_such_number_is_refused(given: object) -> None:
    with pytest.raises(ParameterError, match=r"agent x: rate must be 0 to 2.5, got "):
        RATE.check("agent x", given)


@pytest.mark.parametrize(("value", "text"), [(2.0, "2"), (0.5, "0.5"), (1e-05, "1e-05"), (1 / 3, "0.3333333333333333")])
def test_numbers_are_written_so_that_they_are_read_again(value: float, text: str) -> None:
    assert format_value(value) == text
    assert RATE.check("agent x", text) == value
