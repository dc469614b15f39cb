"""The declared parameters of games and agents: type, range, default, and their form in a spec's text.

In a spec, list values are joined by "-" (`nim:piles=3-4-5`), a cell is row-col (`d2=2-0`), a switch true or false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from lanista.errors import ParameterError, listing, quoted

AUTO = "auto"
_TRUE = {"true", "yes", "on", "1"}
_FALSE = {"false", "no", "off", "0"}


@dataclass(frozen=True)
class Parameter:
    """One named value: `read` takes a text or a Python value and returns the checked value or raises ValueError."""

    name: str
    default: object
    about: str
    range: str
    read: Callable[[object], object]

    def check(self, owner: str, value: object) -> object:
        """Return the checked value; ParameterError names the owner, the parameter, the value and its range."""
        try:
            return self.read(value)
        except (ValueError, TypeError) as error:
            raise ParameterError(f"{owner}: {self.name} must be {self.range}, got {quoted(value, 80)}") from error


def integer(name: str, default: int, low: int, high: int, about: str) -> Parameter:
    """Declare a whole number from `low` to `high`."""

    def read(value: object) -> int:
        number = _to_int(value)
        if not low <= number <= high:
            raise ValueError(number)
        return number

    return Parameter(name, default, about, f"{low} to {high}", read)


def number(name: str, default: float | None, low: float, high: float, about: str) -> Parameter:
    """Declare a real number from `low` to `high`; with None for the default also None, which specs write as auto."""

    def read(value: object) -> float | None:
        if default is None and (value is None or value == AUTO):
            return None
        result = _to_float(value)
        if not low <= result <= high:  # nan is not
            raise ValueError(result)
        return result

    limits = f"{low:g} to {high:g}"
    if default is None:
        return Parameter(name, None, about, f"{AUTO} or {limits}", read)
    return Parameter(name, float(default), about, limits, read)


def switch(name: str, default: bool, about: str) -> Parameter:
    """Declare a truth value."""

    def read(value: object) -> bool:
        if isinstance(value, bool):
            return value
        text = value.lower() if isinstance(value, str) else ""
        if text not in _TRUE | _FALSE:
            raise ValueError(value)
        return text in _TRUE

    return Parameter(name, default, about, "true or false", read)


def word(name: str, default: str, choices: Iterable[str] | None, about: str) -> Parameter:
    """Declare a text, one of `choices` if they are given."""
    known = None if choices is None else tuple(choices)

    def read(value: object) -> str:
        if not isinstance(value, str) or (known is not None and value not in known):
            raise ValueError(value)
        return value

    return Parameter(name, default, about, "one of " + listing(known) if known else "a text", read)


def integers(name: str, default: tuple[int, ...] | None, low: int, high: int, count: range, about: str) -> Parameter:
    """Declare a list of whole numbers, each from `low` to `high`; `count` says how many."""

    def read(value: object) -> tuple[int, ...]:
        items = value.split("-") if isinstance(value, str) else _to_items(value)
        numbers = tuple(_to_int(item) for item in items)
        if len(numbers) not in count or not all(low <= number <= high for number in numbers):
            raise ValueError(numbers)
        return numbers

    how_many = str(count[0]) if len(count) == 1 else f"{count[0]} to {count[-1]}"
    return Parameter(name, default, about, f"{how_many} numbers, each {low} to {high}, joined by '-'", read)


def check_all(owner: str, declared: Iterable[Parameter], given: Mapping[str, object]) -> dict[str, object]:
    """Return every declared parameter's value, given or default, in the order of declaration.

    Raises ParameterError for unknown names (listing those that exist) and for bad values.
    """
    known = {parameter.name: parameter for parameter in declared}
    for name in given:
        if name not in known:
            there_are = f"it has: {listing(known)}" if known else "it has none"
            raise ParameterError(f"{owner} has no parameter {name!r}; {there_are}")
    return {
        name: parameter.check(owner, given[name]) if name in given else parameter.default
        for name, parameter in known.items()
    }


def format_value(value: object) -> str:
    """Return a value's form in a spec."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return AUTO
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, (tuple, list)):
        return "-".join(str(item) for item in value)
    return str(value)


def format_spec(name: str, declared: Iterable[Parameter], values: Mapping[str, object]) -> str:
    """Return `name:key=value,...` with the values that differ from the defaults."""
    changed = [
        f"{parameter.name}={format_value(values[parameter.name])}"
        for parameter in declared
        if values[parameter.name] != parameter.default
    ]
    return f"{name}:{','.join(changed)}" if changed else name


def _to_int(value: object) -> int:
    if isinstance(value, str):
        if not value.isascii() or not value.lstrip("-").isdigit():
            raise ValueError(value)
        return int(value)
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(value)
    return int(value.__index__())


def _to_float(value: object) -> float:
    if isinstance(value, str):
        if not value.isascii() or "_" in value:
            raise ValueError(value)
        return float(value)
    if isinstance(value, (bool, complex)) or not hasattr(value, "__float__"):
        raise TypeError(value)
    return float(value.__float__())


def _to_items(value: object) -> list[object]:
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(value)
