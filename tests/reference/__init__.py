"""Slow, independent reference rules of the seven games: the oracle that the fast rules are compared with.

Plain tuples and nested loops, written from the rules alone and sharing no code with the fast ones. Parameters,
actions and texts are trusted: a wrong one gives a wrong answer or any exception. `rules.py` lists the games and
what they have in common.

This module holds the few words that all games share: the two marks for "no single mover", the letters of the
players and the shorthand for a row of squares in a position text.
"""

from collections.abc import Iterable

SIMULTANEOUS = -2
TERMINAL = -4
PLAYER_LETTERS = "AB"
EMPTY = "."


def pack_row(squares: Iterable[str]) -> str:
    """Write a row of one-letter squares, each run of `EMPTY` as its decimal length: "...x.." becomes "3x2"."""
    text = ""
    run = 0
    for square in squares:
        if square == EMPTY:
            run += 1
            continue
        if run > 0:
            text += str(run)
            run = 0
        text += square
    if run > 0:
        text += str(run)
    return text


def unpack_row(text: str) -> list[str]:
    """Read what `pack_row` wrote. Digits that stand together are one number: "10" is ten empty squares."""
    squares: list[str] = []
    digits = ""
    for letter in text:
        if letter.isdigit():
            digits += letter
            continue
        squares += [EMPTY] * int(digits or "0")
        digits = ""
        squares.append(letter)
    squares += [EMPTY] * int(digits or "0")
    return squares
