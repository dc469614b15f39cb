"""Programs written for the EinStein homework: how they are built, spoken to, limited and judged."""

from __future__ import annotations

import fcntl
import os
import random
import shutil
import time
import zipfile
from pathlib import Path

import pytest

from lanista.agents.base import Agent, Clock
from lanista.arena.referee import Limits, Session
from lanista.courses import find_course
from lanista.courses.ewn import build, talk
from lanista.courses.ewn.build import prepare
from lanista.courses.ewn.talk import EwnProgram, arrangement
from lanista.errors import FileLoadError, LaunchError, ParameterError, PositionError, SpecError
from lanista.games.base import State
from lanista.review.conformance import judge, play_check
from lanista.specs import load_agent
from tests.courses.ewn_games import EINSTEIN, SAMPLES, baseline, play_games, program, script

HONEST = ["chattythread", "cpruning", "pygreedy", "raveuct"]


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_submission_plays_whole_games_in_one_process(name: str) -> None:
    agent = program(SAMPLES / name)
    records = play_games([agent, baseline()], 2)
    assert [record.failure for record in records] == [None, None]
    assert all(EINSTEIN.parse_position(record.final).is_terminal for record in records)
    assert agent._line is not None and agent._line.games == 2


# What was played before the failure, the verdict, words of the message, and seconds a move.
BROKEN = {
    "debugstdout": (0, "protocol", "it wrote 'ar'", 10),
    "drip": (0, "time", "no move within 0.5 s", 0.5),
    "endlessloop": (0, "time", "no move within 0.5 s", 0.5),
    "halfmove": (0, "time", "no move within 0.5 s", 0.5),
    "illegalmove": (2, "illegal", "illegal move", 10),
    "newline": (2, "protocol", "nothing stands between the moves", 10),
    "noflush": (0, "time", "no move within 0.5 s", 0.5),
    "passes": (4, "illegal", "illegal move '--'", 10),
    "quitearly": (4, "crash", "ended with status 0", 10),
    "segfault": (2, "crash", "SIGSEGV", 10),
}


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_broken_submission_loses_the_game_and_starts_anew_for_the_next(name: str) -> None:
    moves, kind, words, seconds = BROKEN[name]
    records = play_games([program(SAMPLES / "broken" / name), baseline()], 2, Limits(seconds))
    for number, record in enumerate(records):
        assert record.failure is not None
        assert (record.failure.player, record.failure.kind) == (number, kind)
        assert words in record.failure.message
        assert len(record.moves) == moves + number
        assert record.returns == ((-1, 1) if number == 0 else (1, -1))


def test_the_move_has_one_deadline_that_single_characters_do_not_move(tmp_path: Path) -> None:
    drips = script(tmp_path / "agent", "#!/bin/sh\nsleep 1.2\nprintf 0\nsleep 1.2\nprintf 2\nsleep 9\n")
    began = time.monotonic()
    (record,) = play_games([program(drips), baseline()], 1, Limits(2.0))
    assert record.failure is not None and record.failure.kind == "time"
    assert time.monotonic() - began >= 2.0


def test_ten_seconds_hold_where_no_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_course("ewn").limits.move_time == talk.MOVE_SECONDS == 10
    monkeypatch.setattr(talk, "MOVE_SECONDS", 0.3)
    (record,) = play_games([program(SAMPLES / "broken" / "noflush"), baseline()], 1, Limits())
    assert record.failure is not None and record.failure.message == "no move within 0.3 s"


def test_who_wrote_by_the_handout_alone_is_told_of_the_y() -> None:
    records = play_games([program(SAMPLES / "broken" / "nohandshake"), baseline("random")], 3)
    assert [record.failure is None for record in records] == [True, False, True]
    failure = records[1].failure
    assert failure is not None and failure.kind == "crash"
    assert "it has read the 'y' that comes before a further game?" in failure.message
    assert "KeyError" in failure.details


def comes_to_hold(file: Path, text: str) -> bool:
    """Return whether a file that another process writes holds a text; it may take a while."""
    until = time.monotonic() + 20
    while not (file.exists() and file.read_text() == text) and time.monotonic() < until:
        time.sleep(0.01)
    return file.exists() and file.read_text() == text


def test_what_goes_over_the_line(tmp_path: Path) -> None:
    """Digits, 'f' or 's', the other side's moves, the last one too; 'y' before the second game; nothing between."""
    inner = prepare(SAMPLES / "cpruning").file
    spy = script(tmp_path / "spy", f"#!/bin/sh\ntee -a {tmp_path}/read | {inner} | tee -a {tmp_path}/written\n")
    agent = program(spy)
    records = play_games([agent, baseline()], 2)
    assert [record.failure for record in records] == [None, None]
    read = written = ""
    for number, record in enumerate(records):
        names = record.move_names()
        digits = arrangement(EINSTEIN.parse_position(record.start))
        read += "y" * number + digits + "fs"[number] + "".join(names[1 - number :: 2])
        written += "".join(names[number::2])
    assert comes_to_hold(tmp_path / "read", read)
    assert comes_to_hold(tmp_path / "written", written)
    agent.end_program()


class Replayed(Agent):
    """Plays the moves of a game that is known."""

    name = "replayed"

    def __init__(self, actions: list[int]) -> None:
        super().__init__(EINSTEIN)
        self._actions = iter(actions)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        return next(self._actions)


@pytest.mark.parametrize("seed", [2, 3])  # blue passes twice, red four times
@pytest.mark.parametrize("player", [0, 1])
def test_a_pass_has_two_characters_too(tmp_path: Path, seed: int, player: int) -> None:
    rng = random.Random(seed)
    state = start = EINSTEIN.initial_state(seed=seed)
    actions, names = [], []
    while not state.is_terminal:
        actions.append(rng.choice(state.legal_actions()))
        names.append(state.action_to_string(actions[-1]))
        state = state.child(actions[-1])
    assert "--" in names
    # Nothing hinders a program from writing before it is asked.
    agent = program(
        script(tmp_path / "a", f"#!/bin/sh\nprintf %s '{''.join(names[player::2])}'\ncat > {tmp_path}/read\n")
    )
    other = Replayed(actions[1 - player :: 2])
    session = Session(EINSTEIN, [agent, other] if player == 0 else [other, agent], start, 0)
    while not session.is_over:
        session.step()
    assert session.finish().move_names() == names
    read = arrangement(start) + "fs"[player] + "".join(names[1 - player :: 2])
    assert comes_to_hold(tmp_path / "read", read)


def test_after_a_forfeit_the_innocent_program_starts_anew_too(tmp_path: Path) -> None:
    """It waits for a move of the game that is over, and would take the next game's digits for it."""
    honest = script(
        tmp_path / "honest", f"#!/bin/sh\necho >> {tmp_path}/starts\nexec {prepare(SAMPLES / 'pygreedy').file}\n"
    )
    records = play_games([program(honest), program(SAMPLES / "broken" / "quitearly")], 3)
    assert [record.failure is not None and record.failure.player for record in records] == [1, 0, 1]
    assert len((tmp_path / "starts").read_text()) == 3


def test_a_program_that_has_died_between_games_starts_anew(tmp_path: Path) -> None:
    agent = program(SAMPLES / "pygreedy")
    play_games([agent, baseline()], 1)
    assert agent._line is not None
    agent._line.child.kill()
    assert play_games([agent, baseline()], 1)[0].failure is None


def test_memory_and_cores_are_limited(tmp_path: Path) -> None:
    hungry = """#!/usr/bin/env python3
import os, sys
print(len(os.sched_getaffinity(0)), "core", file=sys.stderr)
bytearray(5 << 30)
"""
    agent = program(script(tmp_path / "agent", hungry))
    (record,) = play_games([agent, baseline()], 1)
    assert record.failure is not None and record.failure.kind == "crash"
    assert "1 core" in record.failure.details and "MemoryError" in record.failure.details


def test_a_program_is_stopped_while_the_other_side_thinks(tmp_path: Path) -> None:
    """It would take the other's time on a single core."""
    busy = script(tmp_path / "busy", "#!/bin/sh\nprintf 02\nwhile :; do :; done\n")
    agent = program(busy)
    records = play_games([agent, baseline()], 1, Limits(0.3))
    assert records[0].failure is not None and records[0].failure.kind == "time"
    agent.begin(EINSTEIN, 0, 0)
    start = EINSTEIN.initial_state(start="034125012345")
    agent.opened(start)
    agent.choose(start, 0, Clock())
    used = agent.cpu_seconds()
    time.sleep(0.2)
    assert agent.cpu_seconds() - used < 0.1
    agent.end_program()


def test_only_starts_of_the_handout_can_be_announced() -> None:
    agent = program(SAMPLES / "pygreedy")
    with pytest.raises(PositionError, match="no start that the handout's protocol has digits for"):
        agent.opened(EINSTEIN.parse_position("ABC3/DE4/F5/5a/4bc/3def B"))
    assert arrangement(EINSTEIN.initial_state(start="345120543210")) == "345120543210"


def test_the_spec_of_a_submission_names_it_again() -> None:
    agent = load_agent(f"ewn@{SAMPLES}/pygreedy", EINSTEIN)
    assert isinstance(agent, EwnProgram) and agent.spec == f"ewn@{SAMPLES}/pygreedy"
    assert agent.code_hash == load_agent(agent.spec, EINSTEIN).code_hash is not None
    with pytest.raises(SpecError, match="has no class Bot"):
        load_agent(f"{agent.spec}:Bot", EINSTEIN)
    with pytest.raises(ParameterError, match="takes no arguments, got depth"):
        load_agent(f"{agent.spec}:depth=3", EINSTEIN)
    with pytest.raises(FileLoadError, match="there is no"):
        load_agent("ewn@./nowhere", EINSTEIN)


def zipped(folder: Path, file: Path, inside: str = "r08922166") -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        for one in sorted(folder.rglob("*")):
            archive.write(one, f"{inside}/{one.relative_to(folder)}" if inside else str(one.relative_to(folder)))
    return file


@pytest.mark.parametrize("inside", ["r08922166", ""])
def test_a_zip_is_built_and_plays(tmp_path: Path, inside: str) -> None:
    agent = program(zipped(SAMPLES / "pygreedy", tmp_path / "r08922166.zip", inside))
    assert play_games([agent, baseline()], 1)[0].failure is None
    assert agent.program.notes == ()


def test_make_works_on_a_copy_that_goes_with_the_process() -> None:
    before = sorted((SAMPLES / "pygreedy").rglob("*"))
    made = prepare(SAMPLES / "pygreedy")
    assert made.file.name == "agent" and made.folder == made.file.parent
    assert sorted((SAMPLES / "pygreedy").rglob("*")) == before
    assert prepare(SAMPLES / "pygreedy") is made  # not built again


def test_what_a_killed_process_has_built_is_removed_by_the_next(tmp_path: Path) -> None:
    left, fresh, used = (tmp_path / name for name in ("left", "fresh", "used"))
    for room in (left, fresh, used):
        room.mkdir()
        (room / "agent").touch()
        if room != fresh:
            os.utime(room, (0, 0))
    held = os.open(used, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_SH)
    for room in (left, fresh, used):
        build._remove_if_left(room)
    os.close(held)
    assert sorted(room.name for room in tmp_path.iterdir()) == ["fresh", "used"]


def test_a_program_starts_where_its_files_are_and_keeps_what_make_prepared(tmp_path: Path) -> None:
    """The handout lets make train: what it writes lies beside the program."""
    (tmp_path / "Makefile").write_text(
        "agent:\n\tprintf weights > weights.txt\n\tprintf '#!/bin/sh\\ncat weights.txt' > agent\n\tchmod +x agent\n"
    )
    (record,) = play_games([program(tmp_path), baseline()], 1)
    assert record.failure is not None and "it wrote 'we'" in record.failure.message


def test_the_student_chooses_the_executables_name(tmp_path: Path) -> None:
    assert prepare(SAMPLES / "cpruning").file.name == "r09944917"
    assert prepare(SAMPLES / "chattythread").file.name == "thinker"
    # Also where it was made in the student's folder before.
    made = "thinker: thinker.sh\n\tcp thinker.sh thinker; chmod +x thinker\n"
    (tmp_path / "Makefile").write_text(made)
    (tmp_path / "thinker.sh").write_text("#!/bin/sh\n")
    script(tmp_path / "thinker", "#!/bin/sh\n")
    script(tmp_path / "test.sh", "#!/bin/sh\n")
    assert prepare(tmp_path).file.name == "thinker"


def test_several_executables_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "Makefile").write_text("all:\n\t@echo two of them\n\ttouch one two\n\tchmod +x one two\n")
    with pytest.raises(
        LaunchError, match=r"several executables in .*: one, two; the one that plays must be called agent"
    ):
        prepare(tmp_path)
    assert "two of them" in capsys.readouterr().err


def test_what_make_says_is_shown_where_it_fails(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(
        LaunchError, match=r"make in .*makefails ended with status 2: No rule to make target 'src/mcts.cpp'"
    ):
        prepare(SAMPLES / "broken" / "makefails")
    assert "No rule to make target" in capsys.readouterr().err
    with pytest.raises(LaunchError, match=r"make made no executable in .*makenothing"):
        prepare(SAMPLES / "broken" / "makenothing")
    assert "g++ -O2 src/main.cpp" in capsys.readouterr().err


def test_make_has_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (build.BUILD_SECONDS, build.MEMORY_MB) == (1800, 4096)
    monkeypatch.setattr(build, "BUILD_SECONDS", 0.3)
    (tmp_path / "Makefile").write_text("all:\n\tsleep 60\n")
    with pytest.raises(LaunchError, match="has not ended after"):
        prepare(tmp_path)


def test_a_make_around_us_does_not_reach_into_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAKEFLAGS", "n")  # would only print the commands
    shutil.copytree(SAMPLES / "pygreedy", tmp_path / "again")
    (tmp_path / "again" / "new").touch()
    assert prepare(tmp_path / "again").file.name == "agent"


def test_where_a_submission_is_not_as_the_handout_wants_it(tmp_path: Path) -> None:
    folder = tmp_path / "r08922166"
    shutil.copytree(SAMPLES / "pygreedy", folder)
    (folder / "report.pdf").unlink()
    (folder / "agent").write_bytes(b"\x7fELF" + os.urandom(3 << 20))
    made = prepare(zipped(folder, tmp_path / "big.zip"))
    assert made.notes == (
        "it has no report.pdf",
        "it has 3.0 MB, and 2 MB may be handed in",
        "it holds compiled files, which are not to be handed in: agent",
    )
    assert made.file.read_text().startswith("#!")  # made from the source
    assert prepare(folder).notes == ()  # still worked on


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("agent.txt", "02", "is no executable .*, no zip and no folder with a Makefile"),
        ("r1.zip", "no zip", "cannot be unpacked"),
        ("folder/notes.txt", "", "folder has no Makefile"),
        ("class/r1/Makefile", "", "class holds more than one submission: r1, r2"),
    ],
)
def test_what_is_no_submission(tmp_path: Path, name: str, text: str, problem: str) -> None:
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    if name.startswith("class"):
        (tmp_path / "class" / "r2").mkdir()
        (tmp_path / "class" / "r2" / "Makefile").touch()
    with pytest.raises(FileLoadError, match=problem):
        prepare(tmp_path / name.partition("/")[0])


def test_what_a_student_begins_with_conforms(tmp_path: Path) -> None:
    for name, text in find_course("ewn").starter().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    agent = program(tmp_path)
    assert [record.failure for record in play_games([agent, baseline("random")], 6)] == [None] * 6
    found = judge(
        EINSTEIN,
        list(
            play_check(
                EINSTEIN,
                lambda: program(tmp_path),
                lambda: baseline("random"),
                2,
                0,
                find_course("ewn").limits,
                find_course("ewn"),
            )
        ),
    )
    assert found.conforms
