"""What README and docs show is true: Python sessions, commands, and the code of the tutorial."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in FENCE.findall(page.read_text()) if kind == language]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new user's folder: nothing but the example files."""
    for file in [*(ROOT / "examples").glob("*.py"), *(ROOT / "docs").glob("*.py")]:
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions(page: Path, folder: Path) -> None:
    text = "\n".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=flags).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands(page: Path, folder: Path) -> None:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
    }
    for block in blocks(page, "console"):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = step.partition("\n")
            done = subprocess.run(
                command,
                shell=True,
                capture_output=True,
                text=True,
                check=False,
                env=environment,
                stdin=subprocess.DEVNULL,
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
            assert "Traceback" not in done.stderr
            if expected.strip():
                matches = doctest.OutputChecker().check_output(
                    expected, done.stdout, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
                )
                assert matches, f"{command}\nexpected:\n{expected}\ngot:\n{done.stdout}"


def test_the_tutorial_shows_the_whole_file() -> None:
    shown = "\n".join(blocks(ROOT / "docs" / "tutorial-tic-tac-toe.md", "python"))
    assert shown == (ROOT / "docs" / "tictactoe.py").read_text()


def test_the_picture_in_the_readme_is_drawn_by_the_program() -> None:
    import lanista

    game = lanista.load_game("connect_four")
    state = game.parse_position("7/7/3o3/2xo3/1xox3/oxxo2x B")
    assert (ROOT / "docs" / "images" / "connect_four.svg").read_text() == state.svg()
