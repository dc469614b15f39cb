"""What README and docs show is true: Python sessions, commands, and the code of the tutorial."""

import doctest
import os
import re
import shutil
import subprocess
import sys
import tomllib
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
def test_commands(page: Path, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert_session_holds("\n".join(blocks(page, "console")), folder, tmp_path_factory.mktemp("captured"))


def assert_session_holds(session: str, folder: Path, captured: Path) -> None:
    """Type a session's commands into one shell in a folder; all must succeed and write what the session shows.

    captured: a folder for what they write.
    """
    steps = [step.partition("\n") for step in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]]
    script = "".join(
        f"{{ {command}\n}} >{captured}/{number}.out 2>{captured}/{number}.err </dev/null\n"
        f"status=$?; echo $status >{captured}/{number}.status; [ $status = 0 ] || exit\n"
        for number, (command, _, _) in enumerate(steps)
    )
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
    }
    subprocess.run(["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False)
    for number, (command, _, expected) in enumerate(steps):
        shown, told = ((captured / f"{number}.{kind}").read_text() for kind in ("out", "err"))
        assert (captured / f"{number}.status").read_text() == "0\n", f"{command}\n{shown}{told}"
        assert "Traceback" not in told
        if expected.strip():
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            matches = doctest.OutputChecker().check_output(expected, shown, flags)
            assert matches, f"{command}\nexpected:\n{expected}\ngot:\n{shown}"


@pytest.mark.parametrize(
    "session",
    ["$ false\n", "$ true\n$ false\n", "$ echo one\ntwo\n", "$ mkdir a; cd a\n$ cd a\n", "$ echo Traceback >&2\n"],
)
def test_a_session_that_fails_when_pasted_is_noticed(session: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        assert_session_holds(session, tmp_path, tmp_path)


def test_a_session_stays_in_the_folder_it_went_to(tmp_path: Path) -> None:
    assert_session_holds("$ mkdir here; cd here\n$ basename $PWD\nhere\n", tmp_path, tmp_path)


def test_the_colosseum_pages_name_the_libraries_of_the_course() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    names = {re.split("[<>=]", library)[0] for library in extras["courses"]}
    for page in (ROOT / "docs" / "courses").glob("colosseum-*.md"):
        (named,) = re.findall(r"`\.venv/bin/pip install ([^`]*)`", page.read_text())
        assert set(named.split()) == names


def test_the_tutorial_shows_the_whole_file() -> None:
    shown = "\n".join(blocks(ROOT / "docs" / "tutorial-tic-tac-toe.md", "python"))
    assert shown == (ROOT / "docs" / "tictactoe.py").read_text()


def test_the_picture_in_the_readme_is_drawn_by_the_program() -> None:
    import lanista

    game = lanista.load_game("connect_four")
    state = game.parse_position("7/7/3o3/2xo3/1xox3/oxxo2x B")
    assert (ROOT / "docs" / "images" / "connect_four.svg").read_text() == state.svg()
