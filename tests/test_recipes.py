"""The recipes of CONTRIBUTING.md for games, agents, courses and commands, followed with the files of tests/recipes."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import lanista

ROOT = Path(__file__).parents[1]
TOYS = ROOT / "tests" / "recipes"
GUIDE = (ROOT / "CONTRIBUTING.md").read_text()
# A block of code and the file it comes from, named right before it.
SHOWN = re.compile(r"^`([\w/.]+)`:\n\n```(?:cpp|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# | in a file | after this line | add this line |
ADDED = re.compile(r"^\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$", re.MULTILINE)
# The tests that take every game, and which of their cases to run in the copy.
SHARED_TESTS = ("tests/laws", "tests/reference", "tests/agents", "tests/arena", "tests/games/test_native.py")
SELECTED = "subtraction or test_every_game_is_listed"
NO_COPIES = shutil.ignore_patterns("__pycache__", "*.so", "_native.pyi", "recipes", "test_recipes.py")


def run(*command: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a program, those of this environment first; without what an outer make or another build left."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "LANISTA_ISA")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        cwd=cwd,
        env={**inherited, "PATH": path, **variables},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def succeed(*command: str | Path, cwd: Path, **variables: str) -> str:
    done = run(*command, cwd=cwd, **variables)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


class House:
    """A copy of the package; `folder` is where `lanista` lies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def python(self, *arguments: str, cwd: Path | None = None) -> str:
        return succeed(sys.executable, *arguments, cwd=cwd or self.folder.parent, PYTHONPATH=str(self.folder))

    def lanista(self, *arguments: str) -> str:
        return self.python("-m", "lanista", *arguments)

    def refuse(self, *arguments: str) -> str:
        """Return the one line that refuses a command."""
        command = (sys.executable, "-m", "lanista", *arguments)
        done = run(*command, cwd=self.folder.parent, PYTHONPATH=str(self.folder))
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done.stderr
        return done.stderr


@pytest.fixture
def house(tmp_path: Path) -> House:
    """The package as it is installed here, in a folder of its own."""
    copy = House(tmp_path / "packages")
    shutil.copytree(lanista.__path__[0], copy.folder / "lanista", ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in which the recipe for a game has been followed, with the extension built beside the sources."""
    checkout = tmp_path_factory.mktemp("checkout")
    for name in ("native", "src", "tests"):
        shutil.copytree(ROOT / name, checkout / name, ignore=NO_COPIES)
    for name in ("CMakeLists.txt", "Makefile", "pyproject.toml", ".clang-format", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    for name in ("native", "src/lanista/games", "tests"):
        shutil.copytree(TOYS / name, checkout / name, dirs_exist_ok=True)
    for name, after, line in ADDED.findall(GUIDE):
        add_line(checkout / name, after, line)
    build = checkout / "build" / "kernel"
    python = f"-DPython_EXECUTABLE={sys.executable}"
    succeed("cmake", "-G", "Ninja", "-S", checkout, "-B", build, python, "-DLANISTA_OPTIMIZE=-O0", cwd=checkout)
    succeed("cmake", "--build", build, "--target", "_native_baseline", "native_stub", cwd=checkout)
    (extension,) = build.glob("_native_baseline.*")
    for product in (extension, build / "_native.pyi"):
        shutil.move(product, checkout / "src" / "lanista")
    return checkout


def add_line(file: Path, after: str, line: str) -> None:
    lines = file.read_text().splitlines()
    assert lines.count(after) == 1, f"{file.name} has {lines.count(after)} lines {after!r}"
    lines.insert(lines.index(after) + 1, f"    {line}" if after[-1] in "[{" else line)
    file.write_text("\n".join([*lines, ""]))


def test_the_code_shown_is_the_toys() -> None:
    shown = SHOWN.findall(GUIDE)
    assert len(shown) == len(re.findall(r"^```(?:cpp|python)$", GUIDE, re.MULTILINE))
    for name, code in shown:
        assert code in (TOYS / name).read_text(), name
    files = {str(file.relative_to(TOYS)) for file in TOYS.rglob("*.*") if file.suffix in (".py", ".hpp", ".cpp")}
    assert files - {name for name, _ in shown} == {"tests/reference/subtraction.py"}


def test_the_toys_are_in_the_projects_style(tmp_path: Path) -> None:
    # Beside the sources, where the recipes put them: the rules for src are stricter than those for tests.
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=NO_COPIES)
    shutil.copytree(TOYS, tmp_path, dirs_exist_ok=True)
    for name in ("pyproject.toml", ".clang-format"):
        shutil.copy(ROOT / name, tmp_path)
    succeed("ruff", "check", "--no-cache", cwd=tmp_path)
    succeed("ruff", "format", "--no-cache", "--check", cwd=tmp_path)
    succeed("clang-format", "--dry-run", "--Werror", *(tmp_path / "native").rglob("*.[ch]pp"), cwd=tmp_path)
    succeed(
        "mypy",
        "src/lanista/agents/last.py",
        "src/lanista/cli/count.py",
        "src/lanista/courses/heaps",
        "--follow-imports=silent",
        cwd=tmp_path,
    )


@pytest.mark.xdist_group("checkout")
def test_a_games_style_and_types_hold(checkout: Path) -> None:
    edited = [checkout / name for name, _, _ in ADDED.findall(GUIDE)]
    python = [file for file in edited if file.suffix == ".py"]
    succeed("ruff", "format", *python, cwd=checkout)
    succeed("ruff", "check", *python, cwd=checkout)
    succeed("clang-format", "--dry-run", "--Werror", *set(edited).difference(python), cwd=checkout)
    # The stub of the copy's extension names no other game, so only the toy's files are asked.
    files = ("src/lanista/games/subtraction.py", "tests/reference/subtraction.py")
    succeed("mypy", "--follow-imports=silent", *files, cwd=checkout)


@pytest.mark.xdist_group("checkout")
def test_a_game_passes_the_tests_of_every_game(checkout: Path) -> None:
    report = House(checkout / "src").python("-m", "pytest", "-vv", "-k", SELECTED, *SHARED_TESTS, cwd=checkout)
    for name in ("every_game_is_listed", "laws", "perft", "same_game_as_the_reference", "greedy_beats_random"):
        assert re.search(rf"::test_{name}(\[subtraction\S*\])? PASSED", report), f"test_{name} did not run\n{report}"


@pytest.mark.xdist_group("checkout")
def test_a_game_keeps_its_laws_and_has_the_perft_numbers_counted_by_hand(checkout: Path) -> None:
    # Of the 3^8 ways to take eight times, those that take 22, 23 or 24 are too many for 21: 36, 8 and 1. 112 take 21.
    script = (
        "import lanista; from lanista.games.laws import check_laws\n"
        "check_laws(lanista.load_game('subtraction'), games=5)\n"
        "print(lanista.load_game('subtraction').initial_state().perft(8))\n"
    )
    assert House(checkout / "src").python("-c", script) == f"({3**8 - 36 - 8 - 1}, 112)\n"


@pytest.mark.xdist_group("checkout")
def test_a_games_native_rules_pass_the_sanitizers(checkout: Path) -> None:
    succeed("make", "build/random_games", cwd=checkout)
    assert re.search(r"^subtraction +200 games", succeed("build/random_games", cwd=checkout), re.MULTILINE)


@pytest.mark.xdist_group("checkout")
def test_a_game_is_explained_and_played_from_the_command_line(checkout: Path) -> None:
    house = House(checkout / "src")
    explained = house.lanista("games", "subtraction")
    assert explained.startswith("Subtraction: a heap of objects;")
    assert "heap = 21 (1 to 60): objects at the start" in explained
    result = json.loads(
        house.lanista("match", "subtraction", "greedy", "random", "--games", "4", "--seed", "1", "--json")
    )
    assert [game["reason"] for game in result["games"]] == ["end of game"] * 4
    assert "heap must be 1 to 60, got '61'" in house.refuse("games", "subtraction:heap=61")


def test_an_agent_is_one_file(house: House) -> None:
    shutil.copytree(TOYS / "src" / "lanista" / "agents", house.folder / "lanista" / "agents", dirs_exist_ok=True)
    assert re.search(r"^ +last +always the last", house.lanista("agents"), re.MULTILINE)
    assert "last" in json.loads(house.lanista("agents", "nim", "--json"))
    assert "last" not in json.loads(house.lanista("agents", "droid_battle", "--json"))
    result = json.loads(house.lanista("match", "nim", "last", "random", "--games", "4", "--seed", "1", "--json"))
    assert [game["reason"] for game in result["games"]] == ["end of game"] * 4
    script = "import lanista; print(lanista.play('nim:piles=3-4-5', ['last', 'last'], seed=1).move_names())"
    assert house.python("-c", script).strip() == "['25', '14', '03']"
    refusal = house.refuse("match", "droid_battle", "last", "random")
    assert "agent last cannot play droid_battle: it plays games in turns only" in refusal


def test_a_course_is_one_folder(house: House) -> None:
    shutil.copytree(TOYS / "src" / "lanista" / "courses", house.folder / "lanista" / "courses", dirs_exist_ok=True)
    assert house.lanista("new", "mine", "--course", "heaps") == "wrote mine: player.py\n"
    assert "conforms: nothing went wrong" in house.lanista("check", "mine", "--course", "heaps")
    command = ("match", "nim", "heaps@./mine", "random", "--games", "4", "--seed", "1", "--json")
    assert [game["reason"] for game in json.loads(house.lanista(*command))["games"]] == ["end of game"] * 4
    player = house.folder.parent / "mine" / "player.py"
    player.write_text("def take(heaps):\n    return [0, 1]\n")
    command = (sys.executable, "-m", "lanista", "check", "mine", "--course", "heaps", "--games", "2")
    checked = run(*command, cwd=house.folder.parent, PYTHONPATH=str(house.folder))
    assert checked.returncode == 1
    assert re.search(
        r"illegal: take\(\[\d, \d, \d]\) returned \[0, 1]; another move was played$", checked.stdout, re.MULTILINE
    )
    player.write_text("def choose(heaps):\n    return 0, 1\n")
    assert "mine/player.py has no function take(heaps)" in house.refuse("match", "nim", "heaps@./mine", "random")


def test_a_command_is_one_file(house: House) -> None:
    shutil.copytree(TOYS / "src" / "lanista" / "cli", house.folder / "lanista" / "cli", dirs_exist_ok=True)
    assert re.search(r"\bcount +Print how many legal actions", house.lanista("--help"))
    assert "Example: lanista count breakthrough" in house.lanista("count", "--help")
    assert house.lanista("count", "breakthrough") == "x: 13 legal actions\no: 0 legal actions\n"
    facts: dict[str, Any] = json.loads(house.lanista("count", "nim", "--json"))
    assert facts == {"game": "nim", "position": "3-4-5 A", "actions": [12, 0]}
    assert "unknown game 'chess'" in house.refuse("count", "chess")
    assert "lanista count --help" in house.refuse("count")
