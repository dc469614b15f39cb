"""What all exports share: the original program runs in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanista.courses import find_course
from lanista.courses.base import rooted


@pytest.mark.parametrize("course", ["colosseum", "cs63", "ewn", "r2d2"])
def test_an_exported_file_names_its_agents_path_from_the_root(
    course: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, text = find_course(course).export("./bot.py:Bot:depth=3")
    assert f"--agent {tmp_path}/bot.py:Bot:depth=3\n" in text
    assert f"{tmp_path}/bot.py:Bot:depth=3" in text.partition("\n\n")[2]
    assert "./bot" not in text


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("./bot.py", "{}/bot.py"),
        ("../bot.py:Bot", "{}/../bot.py:Bot"),
        ("cs63@./lab:PruningPlayer:depth=3", "cs63@{}/lab:PruningPlayer:depth=3"),
        ("cs63@.", "cs63@{}"),
        ("cs63@..", "cs63@{}/.."),
        ("alphabeta:depth=2,evaluation=./e.py:f", "alphabeta:depth=2,evaluation={}/e.py:f"),
        ("mcts:exploration=.5", "mcts:exploration=.5"),
        ("/home/bot.py", "/home/bot.py"),
        ("exec:./a.out ../b", "exec:./a.out ../b"),
        ("best", "best"),
    ],
)
def test_a_spec_that_holds_in_every_folder(
    spec: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert rooted(spec) == expected.format(tmp_path)
