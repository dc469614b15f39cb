"""`lanista colosseum`: the options and the words of the course's simulator.py."""

from __future__ import annotations

import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from lanista.agents.terminal import Screen
from lanista.arena.record import decode_record
from lanista.arena.referee import Limits
from lanista.cli.output import own_frames
from lanista.courses import find_course
from lanista.courses.colosseum.course import ColosseumCourse
from lanista.courses.colosseum.door import Hall, run
from lanista.courses.colosseum.starts import drawn_start, original_start
from lanista.errors import LanistaError
from lanista.games.spec import load_game
from lanista.seeding import derive_seed
from lanista.specs import load_agent
from tests.cli.processes import wait_until_busy

ROOT = Path(__file__).parents[1]
SUBMISSIONS = ROOT / "submissions" / "colosseum"
SKELETON = ROOT / "skeletons" / "colosseum"
PERCENTAGE = re.compile(r"Player ([AB]) win percentage: (\d\.\d+),? \((\d+\.\d+|\d+e-\d+) seconds/game\)")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def door(*options: str, typed: str = "", status: int = 0) -> str:
    """What a session shows."""
    sink = io.StringIO()
    warned: list[str] = []

    def warn(specs: Iterable[str]) -> None:
        warned.extend(specs)

    assert run(options, Hall(Screen(io.StringIO(typed), sink), load_agent, warn, own_frames)) == status
    assert len(warned) == 2
    return sink.getvalue()


def autoplay(*options: str, capsys: pytest.CaptureFixture[str]) -> Any:
    door("--autoplay", "--json", *options)
    return json.loads(capsys.readouterr().out)


def test_the_options_of_the_original_and_their_defaults() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lanista", "colosseum", "--help"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=True,
    )
    for option in (
        "--player_1 --player_2 --board_size --board_size_min --board_size_max --display --display_delay --display_save "
        "--display_save_path --autoplay --autoplay_runs --legacy-ties --seed --json"
    ).split():
        assert option in done.stdout
    assert "(default: 1000)" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_single_game_in_the_originals_words() -> None:
    shown = door("--board_size", "5", "--seed", "1")
    lines = shown.splitlines()
    assert lines[0] == "Player A: random_agent, player B: random_agent, seed 1"
    assert lines[1] == "Setting board size to 5x5, max steps 3"
    moves = lines[2:-2]
    for number, line in enumerate(moves):
        assert re.fullmatch(rf"Player {'AB'[number % 2]} moves to \[\d \d\] facing (Up|Right|Down|Left)", line)
    assert re.fullmatch(r"Game ends! (Player [AB] wins having control over \d+ blocks|It is a Tie)!", lines[-2])
    assert re.fullmatch(r"Run finished. Player A: \d+, Player B: \d+", lines[-1])
    assert door("--board_size", "5", "--seed", "1") == shown


def test_a_single_game_without_a_size_draws_5_to_9() -> None:
    sizes = {re.findall(r"board size to (\d+)x", door("--seed", str(seed)))[0] for seed in range(60)}
    assert sizes == {"5", "6", "7", "8", "9"}


def test_the_display_shows_every_board() -> None:
    shown = door("--board_size", "4", "--seed", "2", "--display", "--display_delay", "0")
    assert shown.count("┌───") >= shown.count("moves to") + 1
    assert "(cells: A" in shown


def test_the_display_stays_for_the_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    shown = door("--board_size", "4", "--seed", "2", "--display")
    assert slept == [0.4] * (shown.count("moves to") + 1)


def test_pictures_are_saved_with_numbers(folder: Path) -> None:
    shown = door("--board_size", "4", "--seed", "2", "--display_save")
    pictures = sorted((folder / "plots").iterdir())
    assert [picture.name for picture in pictures] == [f"2-{n:03}.svg" for n in range(shown.count("moves to") + 1)]
    assert all(ElementTree.parse(picture).getroot().tag.endswith("svg") for picture in pictures)
    door("--board_size", "4", "--seed", "2", "--display_save", "--display_save_path", "other/place")
    assert len(list((folder / "other" / "place").iterdir())) == len(pictures)


def test_a_person_types_row_column_and_side_until_it_is_a_move() -> None:
    typed = "1,1\n\nfoo\n9,9,u\n0,0,r\n1 , 2, u\n"
    shown = door("--player_1", "human_agent", "--board_size", "4", "--seed", "5", typed=typed)
    # The board is there, also without --display.
    assert "A to move, at most 2 steps" in shown
    assert shown.count("Your move (x,y,dir) or input q to quit: ") == 7
    assert shown.count("Wrong Input Format!") == 3
    assert shown.count("Invalid Move!") == 2
    assert "Player A moves to [1 2] facing Up" in shown
    # The input ends.
    assert shown.endswith("Game ended by user!\n")


@pytest.mark.parametrize("leaving", ["q\n", "Q\n", "quit\n", ""])
def test_q_and_the_end_of_input_end_the_game(leaving: str) -> None:
    shown = door("--player_2", "human_agent", "--board_size", "4", "--seed", "5", typed=leaving)
    assert shown.endswith("Game ended by user!\n")


def test_a_person_is_never_late_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ColosseumCourse, "limits", Limits(1e-9))
    shown = door("--player_1", "human_agent", "--board_size", "4", "--seed", "5", typed="1,2,u\n")
    assert "Player A fails" not in shown
    assert "Player B fails: time: " in shown


def test_a_whole_game_of_two_people_through_a_pipe() -> None:
    state, typed = load_game("colosseum:size=4").initial_state(seed=derive_seed(1, "start")), ""
    while not state.is_terminal:
        action = state.legal_actions()[-1]
        typed += state.action_to_string(action)[1:].replace(")", ",") + "\n"
        state = state.child(action)
    people = ("--player_1", "human_agent", "--player_2", "human_agent")
    shown = door(*people, "--board_size", "4", "--seed", "1", typed=typed)
    assert "Invalid" not in shown
    assert "Run finished. Player A: " in shown


def test_student_agent_is_the_one_in_this_folder(folder: Path) -> None:
    (folder / "agents").mkdir()
    shutil.copy(SUBMISSIONS / "planner" / "student_agent.py", folder / "agents")
    assert "Run finished" in door("--player_2", "student_agent", "--board_size", "5", "--seed", "1")


def test_any_name_that_is_registered_in_this_folder(folder: Path) -> None:
    shutil.copytree(SUBMISSIONS / "territoryrepo", folder, dirs_exist_ok=True)
    (folder / "agents" / "student_agent.py").write_text(
        (folder / "agents" / "student_agent.py").read_text().replace('"student_agent"', '"our_agent"')
    )
    for name in ("our_agent", "student_agent"):
        assert "Run finished" in door("--player_1", name, "--board_size", "4", "--seed", "1")


def test_paths_need_no_dot_and_specs_and_bots_play_too(folder: Path) -> None:
    shutil.copytree(SUBMISSIONS / "threaded", folder / "team1")
    (folder / "bot.py").write_text("def choose(state, player, clock):\n    return state.legal_actions()[0]\n")
    assert "Run finished" in door("--player_1", "team1", "--player_2", "bot.py", "--board_size", "4", "--seed", "1")
    spec = f"colosseum@{folder / 'team1'}"
    assert "Run finished" in door("--player_1", spec, "--player_2", "greedy", "--board_size", "4", "--seed", "1")


def test_what_a_submission_prints_is_seen_in_a_single_game(capfd: pytest.CaptureFixture[str]) -> None:
    door("--player_1", str(SUBMISSIONS / "greedy"), "--board_size", "4", "--seed", "1")
    assert "=== game" in capfd.readouterr().err


def test_a_failed_move_is_told_and_counted() -> None:
    broken = str(SUBMISSIONS / "broken" / "raisessometimes.py")
    shown = door("--player_1", broken, "--player_2", str(SUBMISSIONS / "greedy"), "--board_size", "5", "--seed", "2")
    assert "Player A fails: crash: KeyError: 3\nTraceback" in shown
    assert "return self.attack_moves[self.turn]" in shown
    assert "KeyError: 3\nExecute Random Walk!\nPlayer A moves to" in shown
    assert "random walk played instead of each: 1 crash" in " ".join(shown.split())


def test_a_game_lost_by_a_failure_has_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    broken = str(SUBMISSIONS / "broken" / "overmemory.py")
    shown = door("--player_2", broken, "--board_size", "5", "--seed", "2", "--json", status=1)
    assert shown.endswith("Game ends! Player A wins\n")
    record = decode_record(capsys.readouterr().out)
    assert record.failure is not None
    assert record.returns == (1, -1)


def test_autoplay_reports_in_the_originals_form() -> None:
    shown = door("--autoplay", "--autoplay_runs", "50", "--seed", "4")
    first, second = PERCENTAGE.findall(shown)
    assert (first[0], second[0]) == ("A", "B")
    assert float(first[1]) + float(second[1]) == pytest.approx(1)


def test_autoplay_swaps_sides_and_draws_sizes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Player_2 begins the first run, player_1 the second; --board_size is ignored, the largest size excluded."""
    played: list[tuple[str, ...]] = []

    def load(text: str, game: Any) -> Any:
        played.append((text, game.spec))
        return load_agent(text, game)

    hall = Hall(Screen(io.StringIO(), io.StringIO()), load, lambda specs: None, str)
    options = (
        "--autoplay --autoplay_runs 40 --player_1 random --player_2 greedy --board_size 11 --board_size_max 8 --seed 1"
    )
    run(options.split(), hall)
    games = played[2:]
    assert [text for text, _ in games[:4]] == ["greedy", "random", "random", "greedy"]
    assert {spec for _, spec in games} == {"colosseum:size=6", "colosseum"}


def test_a_tie_counts_half_for_both_and_in_the_original_one_for_both(capsys: pytest.CaptureFixture[str]) -> None:
    options = "--autoplay_runs 300 --board_size_min 4 --board_size_max 5 --seed 6".split()
    for more, counts in (((), 0.5), (("--legacy-ties",), 1)):
        players = autoplay(*options, *more, capsys=capsys)["players"]
        assert players[0]["ties"] == players[1]["ties"] > 0
        for player in players:
            assert player["win_percentage"] == pytest.approx((player["wins"] + counts * player["ties"]) / 300)


def test_drawn_starts_are_those_of_the_rules() -> None:
    """2 K walls in mirrored pairs and mirrored cells, every slot as often."""
    rng, walls, over = random.Random(1), Counter[str](), 0
    for _ in range(3000):
        start = drawn_start(4, rng)
        size, own, other, mover, *slots = start.position.split()
        assert (size, mover, len(slots)) == ("4", "A", 4)
        walls.update(slots)
        (row, col), (across, down) = ([int(part) for part in cell[1:].split(",")] for cell in (own, other))
        assert (row + across, col + down) == (3, 3)
        mirror = {(3 - int(s[0]) - (s[3] == "d"), 3 - int(s[2]) - (s[3] == "r"), s[3]) for s in slots}
        assert mirror == {(int(s[0]), int(s[2]), s[3]) for s in slots}
        over += start.is_terminal
    assert len(walls) == 24 and min(walls.values()) > 400 and max(walls.values()) < 600
    assert 0 < over < 600


def test_a_start_that_is_over_is_drawn_again_as_for_a_single_game() -> None:
    """Of size 4 only where the first draw was not over; otherwise of 5 to 9, and player_1 begins."""
    starts = [original_start(4, True, random.Random(seed)) for seed in range(400)]
    again = [seed for seed in range(400) if drawn_start(4, random.Random(seed)).is_terminal]
    assert not any(start.is_terminal for start, _ in starts) and again
    for seed, (start, is_swapped) in enumerate(starts):
        assert is_swapped == (seed not in again)
        assert start.game.parameters["size"] in (range(5, 10) if seed in again else (4,))


def test_autoplay_counts_and_shows_failures() -> None:
    broken = str(SUBMISSIONS / "broken" / "returnsnone.py")
    options = ("--autoplay_runs", "2", "--board_size_max", "7", "--seed", "1", "--player_1", broken)
    shown = " ".join(door("--autoplay", *options).split())
    assert re.search(r"Player A \(\S+\): failed moves, a random walk played instead of each: \d+ illegal", shown)
    assert "the first: illegal: step() returned None, not ((row, col), side) at position 6 A" in shown


@pytest.mark.parametrize("name", ["montecarlo", "territoryrepo"])
def test_honest_submissions_play_autoplay_without_a_failure(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    results = autoplay(
        "--autoplay_runs",
        "4",
        "--board_size_max",
        "8",
        "--player_1",
        str(SUBMISSIONS / name),
        "--seed",
        "1",
        capsys=capsys,
    )
    assert results["games"] == 4
    assert results["players"][0]["random_walks"] == results["players"][0]["lost_by_failure"] == {}
    assert results["players"][0]["wins"] >= 2


def test_autoplay_shows_no_boards(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = door("--autoplay", "--autoplay_runs", "2", "--display", "--display_save", "--seed", "1")
    assert "┌" not in shown
    assert not (folder / "plots").exists()
    assert "Since running autoplay mode, display will be disabled" in capsys.readouterr().err


def test_an_agent_whose_autoplay_is_false_is_refused_there(folder: Path) -> None:
    text = (SUBMISSIONS / "planner" / "student_agent.py").read_text()
    (folder / "student_agent.py").write_text(text.replace("self.autoplay = True", "self.autoplay = False"))
    with pytest.raises(LanistaError, match="autoplay mode is not supported by StudentAgent: its autoplay is False"):
        door("--autoplay", "--player_1", "student_agent")
    assert "Run finished" in door("--player_1", "student_agent", "--board_size", "4", "--seed", "1")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--autoplay --player_2 human_agent", "autoplay mode is not supported by human_agent"),
        ("--autoplay --player_2 human", "autoplay mode is not supported by human"),
        ("--autoplay --autoplay_runs 0", "--autoplay_runs must be at least 1, got 0"),
        ("--autoplay --board_size_min 8 --board_size_max 8", "--board_size_max is one more than the largest"),
        ("--autoplay --board_size_max 13", "--board_size_max must be 5 to 12, got 13"),
        ("--autoplay --board_size_min 3", "--board_size_min must be 4 to 11, got 3"),
        ("--board_size 4 --display_save --display_save_path /dev/null/x", "cannot write /dev/null/x: Not a directory"),
        ("--board_size 3", "size must be 4 to 11, got 3"),
        ("--board_size x", "argument --board_size: invalid int value: 'x'"),
        ("--display_delay -1", "--display_delay must be 0 to 60 seconds, got -1"),
        ("--display_delay nan", "--display_delay must be 0 to 60"),
        ("--seed -1", "a seed must be 0 to"),
        ("--player_1 student_agent", "there is none here: give a path"),
        ("--player_1 nobody", "unknown agent 'nobody'"),
        ("--player_1 ./nobody", "there is no nobody"),
        ("--player_3 random", "unrecognized arguments"),
        ("random", "unrecognized arguments: random"),
    ],
)
def test_every_mistake_is_a_clear_line(options: str, message: str) -> None:
    with pytest.raises(LanistaError) as error:
        door(*options.split())
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_mistake_ends_the_program_with_status_2() -> None:
    command = [
        sys.executable,
        "-m",
        "lanista",
        "colosseum",
        "--player_1",
        str(SUBMISSIONS / "broken" / "raisesatimport.py"),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, env=ENVIRONMENT
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith("lanista: ")
    assert "cannot be loaded: raisesatimport.py, line 6: KeyError: 'center'" in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_ends_autoplay_politely_with_what_was_played() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "lanista", "colosseum", "--autoplay", "--autoplay_runs", "10000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    wait_until_busy(child)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    assert child.returncode == 130
    assert re.fullmatch(r"interrupted after \d+ of 10000000 games", err.splitlines()[-1])
    assert len(PERCENTAGE.findall(out)) == 2


def test_an_exported_agent_plays_in_the_original_program(folder: Path) -> None:
    agent = "alphabeta:depth=2"
    shutil.copytree(SKELETON, folder, dirs_exist_ok=True)
    name, text = find_course("colosseum").export(agent)
    assert name == "student_agent.py"
    assert text.splitlines()[0] == (
        f"# Imports lanista, which must be installed; written by: lanista export colosseum --agent {agent}"
    )
    (folder / "agents" / name).write_text(text)
    log = simulate(folder, "--autoplay", "--autoplay_runs", "10", "--board_size_max", "8")
    assert float(re.findall(r"agent student_agent, win percentage: (\S+)", log)[0]) >= 0.6
    assert "random walk" not in simulate(folder, "--board_size", "5")
    assert "random walk" not in door("--player_1", "student_agent", "--board_size", "5", "--seed", "1")


def test_a_first_agent_plays_as_it_stands_here_and_in_the_original(folder: Path) -> None:
    shutil.copytree(SKELETON, folder / "original")
    for place in (folder, folder / "original"):
        for name, text in find_course("colosseum").starter().items():
            (place / name).parent.mkdir(exist_ok=True)
            (place / name).write_text(text)
    shown = door("--autoplay", "--autoplay_runs", "10", "--player_1", "student_agent", "--seed", "1")
    assert "random walk" not in shown
    assert float(PERCENTAGE.findall(shown)[0][1]) > 0.2
    assert "random walk" not in simulate(folder / "original", "--board_size", "6")


def simulate(folder: Path, *options: str) -> str:
    """The log of the original program's imitation, student_agent against random_agent."""
    done = subprocess.run(
        [sys.executable, "simulator.py", "--player_1", "student_agent", "--player_2", "random_agent", *options],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env=ENVIRONMENT,
    )
    return done.stderr
