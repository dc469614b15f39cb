"""What is installed: typed for its users, light to import, nothing left out."""

import json
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest

import lanista

PACKAGE = Path(lanista.__path__[0])
ROOT = Path(__file__).parents[1]
installed = pytest.mark.skipif(
    not PACKAGE.is_relative_to(sysconfig.get_paths()["purelib"]), reason="lanista runs from its sources"
)

USER = """
import lanista
from lanista.games.nim import Nim

def choose(state: lanista.State, player: int, clock: lanista.Clock) -> int:
    assert clock.move_left() > 0
    return state.legal_actions(player)[0]

class Bot:
    def choose(self, state: lanista.State, player: int, clock: lanista.Clock) -> int:
        return choose(state, player, clock)

class Game(lanista.PythonGame):
    current_player = 0

    @classmethod
    def initial_state(cls, size: int = 3) -> "Game":
        return cls()

    def legal_actions(self) -> list[int]:
        return [0]

    def child(self, action: int) -> "Game":
        return self

    def returns(self) -> tuple[float, float]:
        return 0, 0

game: lanista.Game = lanista.load_game("breakthrough", rows=8)
state = game.initial_state(seed=1)
reveal_type(state.child(state.parse_action("c7d6")))
reveal_type(state.canonical())
record = lanista.play(game, [Bot(), "random"], seed=1)
reveal_type(record.moves[0].wall)
reveal_type(Nim(piles=(1, 2)).parse_position("1-2 A").piles)
"""


@installed
def test_strict_users_see_types_and_no_warning(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(USER)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "user.py"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for kind in ("lanista.games.base.State", "dict[int, int]", "float", "tuple[int, ...]"):
        assert kind in done.stdout
    assert "error" not in done.stdout
    assert '"Any"' not in done.stdout


def loaded_by(code: str) -> set[str]:
    script = f"import json, sys; {code}; print(json.dumps(sorted(sys.modules)))"
    return set(json.loads(subprocess.check_output([sys.executable, "-c", script], text=True)))


def test_import_loads_nothing_heavy() -> None:
    modules = loaded_by("import lanista")
    assert not modules & {"numpy", "rich", "cyclopts", "msgspec", "sqlite3", "asyncio", "lanista._native"}


def test_games_need_no_heavy_library() -> None:
    modules = loaded_by("import lanista; lanista.load_game('nim').initial_state().child(0)")
    assert not modules & {"numpy", "rich", "cyclopts", "sqlite3", "asyncio"}


def test_every_public_name_is_there() -> None:
    for name in lanista.__all__:
        assert getattr(lanista, name) is not None
    assert set(dir(lanista)) == set(lanista.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = lanista.nonsense


def test_the_version_is_said_once() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text()
    assert f'version = "{lanista.__version__}"' in pyproject
    assert f"## {lanista.__version__} " in (ROOT / "CHANGELOG.md").read_text()


@installed
def test_the_package_is_whole() -> None:
    names = {path.name for path in PACKAGE.iterdir()}
    assert {"py.typed", "_native.pyi", "__main__.py"} <= names
    assert sum(name.startswith("_native_") and name.endswith(".so") for name in names) >= 1
    sources = {path.relative_to(ROOT / "src" / "lanista") for path in (ROOT / "src" / "lanista").rglob("*.py")}
    assert {path for path in sources if not (PACKAGE / path).exists()} == set()
    assert metadata.version("lanista") == lanista.__version__


def test_the_base_needs_four_libraries() -> None:
    requires = metadata.requires("lanista") or []
    base = {line.split(">")[0].strip() for line in requires if "extra" not in line}
    assert base == {"numpy", "rich", "cyclopts", "msgspec"}
