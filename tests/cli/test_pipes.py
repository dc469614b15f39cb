"""Output that nobody reads: a pipe whose reader has left, a standard output that is closed."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from lanista.agents.terminal import rich_console

DOORS = [
    ["r2d2", "random", "random"],
    ["colosseum", "--display", "--display_delay", "0"],
    ["cs63", "mancala", "random", "random", "--show"],
    ["ewn", "-f", "random", "-s", "random", "-r", "1"],
    ["nim", "--piles", "0", "1", "2", "--games", "1"],
    ["ewn-agent", "random"],
]


def run(words: list[str], output: int | None) -> subprocess.CompletedProcess[str]:
    """Run the program, its output closed or as it is given."""
    close = [">&-"] if output is None else []
    command = " ".join([sys.executable, "-m", "lanista", *words, *close])
    return subprocess.run(
        command, shell=True, input="012345012345f\n", stdout=output, stderr=subprocess.PIPE, text=True, check=False
    )


@pytest.mark.parametrize("words", DOORS, ids=lambda words: words[0])
def test_a_reader_that_leaves_ends_it_without_a_word(words: list[str]) -> None:
    nobody, output = os.pipe()
    os.close(nobody)
    done = run(words, output)
    os.close(output)
    assert (done.returncode, done.stderr) == (2, "")


@pytest.mark.parametrize("words", DOORS, ids=lambda words: words[0])
def test_a_closed_output_is_said_in_one_line(words: list[str]) -> None:
    done = run(words, None)
    assert done.returncode == 2
    assert done.stderr.startswith("lanista: standard ") and done.stderr.count("\n") == 1


def test_boards_that_nobody_reads_are_a_broken_pipe() -> None:
    class Left(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        rich_console(Left()).print("board")
