"""Matches: every start from both sides, the same games for the same seed, however they are shared."""

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

import lanista
from lanista.arena.match import GameResult, MatchPlan, WorkerDiedError, play_match, summarize
from lanista.arena.openings import match_starts
from lanista.errors import ParameterError
from lanista.games import all_games


def plan(spec: str = "breakthrough", games: int = 8, seed: int = 1, opening_plies: int = 4) -> MatchPlan:
    return MatchPlan(lanista.load_game(spec), ("greedy", "random"), games, seed, opening_plies)


def outline(results: list[GameResult]) -> list[object]:
    ordered = sorted(results, key=lambda result: result.number)
    return [
        (result.number, result.first, result.points, result.record.start, result.record.move_names())
        for result in ordered
    ]


@pytest.mark.parametrize("spec", all_games())
def test_every_start_is_played_from_both_sides(spec: str) -> None:
    results = list(play_match(plan(spec), lanista.load_agent))
    for first, second in zip(results[::2], results[1::2], strict=True):
        assert first.record.start == second.record.start
        assert (first.first, second.first) == ("A", "B")
        assert [player.spec for player in first.record.players] == ["greedy", "random"]
        assert [player.spec for player in second.record.players] == ["random", "greedy"]
    if spec not in ("nim",):
        assert len({result.record.start for result in results}) == 4


@pytest.mark.parametrize("spec", ["breakthrough", "colosseum:size=5", "droid_battle"])
def test_the_games_do_not_depend_on_the_processes(spec: str) -> None:
    alone = outline(list(play_match(plan(spec), lanista.load_agent)))
    shared = outline(list(play_match(plan(spec), lanista.load_agent, jobs=2)))
    assert alone == shared


def test_another_seed_gives_other_games() -> None:
    one, two = (outline(list(play_match(plan(seed=seed), lanista.load_agent))) for seed in (1, 2))
    assert one != two


def test_going_on_plays_what_is_left() -> None:
    every = outline(list(play_match(plan(), lanista.load_agent)))
    rest = outline(list(play_match(plan(), lanista.load_agent, done={0, 3, 4})))
    assert rest == [game for game in every if game[0] not in (0, 3, 4)]  # type: ignore[index]


def test_openings_are_distinct_and_not_over() -> None:
    starts = match_starts(lanista.load_game("connect_four"), 300, seed=1)
    assert len({opening.state for opening in starts}) == 300
    assert not any(opening.state.is_terminal for opening in starts)
    assert {len(opening.moves) for opening in starts} == {4}
    assert starts == match_starts(lanista.load_game("connect_four"), 300, seed=1)


def test_more_starts_do_not_change_the_first() -> None:
    game = lanista.load_game("breakthrough")
    assert match_starts(game, 50, seed=1)[:10] == match_starts(game, 10, seed=1)


def test_openings_come_round_again_where_there_are_too_few() -> None:
    starts = match_starts(lanista.load_game("nim:piles=0-1-2"), 20, seed=1, plies=1)
    counts = Counter(opening.state.position for opening in starts)
    # 0-1-2 has three positions after one ply, none of them the end.
    assert sorted(counts) == ["0-0-2 B", "0-1-0 B", "0-1-1 B"]
    assert max(counts.values()) - min(counts.values()) <= 1


def test_a_game_too_short_for_openings_starts_at_its_start() -> None:
    starts = match_starts(lanista.load_game("nim:piles=1"), 3, seed=1)
    assert [opening.state.position for opening in starts] == ["1 A"] * 3


def test_no_opening_plies_is_the_fixed_start() -> None:
    starts = match_starts(lanista.load_game("mancala"), 3, seed=1, plies=0)
    assert {opening.state for opening in starts} == {lanista.load_game("mancala").initial_state()}


def test_random_starts_are_the_games_own() -> None:
    starts = match_starts(lanista.load_game("colosseum"), 10, seed=1)
    assert len({opening.state for opening in starts}) == 10
    assert all(opening.moves == () for opening in starts)


@pytest.mark.parametrize(
    ("games", "plies", "words"), [(0, 4, "games"), (3, 4, "got 3"), (-2, 4, "games"), (2, -1, "opening plies")]
)
def test_impossible_plans_are_refused(games: int, plies: int, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        plan(games=games, opening_plies=plies)


def test_the_summary_counts_from_as_view() -> None:
    results = list(play_match(plan(games=40), lanista.load_agent))
    summary = summarize(results)
    won = sum(result.record.returns[0 if result.first == "A" else 1] > 0 for result in results)
    assert (summary.wins, summary.losses) == (won, 40 - won)
    assert summary.estimate.score == pytest.approx(won / 40)
    assert summary.estimate.elo_low < summary.estimate.elo
    times: dict[str, list[float]] = {"A": [], "B": []}
    for result in results:
        for move in result.record.moves:
            times[result.first if move.player == 0 else "A" if result.first == "B" else "B"].append(move.wall)
    assert list(summary.move_times) == pytest.approx([sum(spent) / len(spent) for spent in times.values()])


def test_what_agents_print_stays_off_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "noisy.py"
    bot.write_text("def choose(state, player, clock):\n    print('hello')\n    return state.legal_actions(player)[0]\n")
    noisy = MatchPlan(lanista.load_game("nim"), (str(bot), "random"), 2, 1)
    list(play_match(noisy, lanista.load_agent))
    out, err = capsys.readouterr()
    assert out == ""
    assert "hello" in err


@pytest.mark.parametrize(
    ("how", "fate"), [("os._exit(3)", "ended with status 3"), ("os.kill(os.getpid(), 9)", "was ended by SIGKILL")]
)
def test_a_bot_that_ends_its_process_loses_the_game_and_no_more(tmp_path: Path, how: str, fate: str) -> None:
    bot = tmp_path / "exits.py"
    bot.write_text(f"import os\ndef choose(state, player, clock):\n    {how}\n")
    deadly = MatchPlan(lanista.load_game("nim"), (str(bot), "random"), 4, 1)
    for jobs in (1, 2):
        results = list(play_match(deadly, lanista.load_agent, jobs=jobs))
        assert sorted(result.number for result in results) == [0, 1, 2, 3]
        assert [result.points for result in results] == [0, 0, 0, 0]
        assert {result.record.reason for result in results} == {f"crash: its program {fate}"}


@pytest.mark.parametrize("how", ["os._exit(3)", "os.kill(os.getpid(), 9)"])
def test_an_evaluation_that_ends_its_process_is_reported(tmp_path: Path, how: str) -> None:
    (tmp_path / "exits.py").write_text(f"import os\ndef evaluate(state):\n    {how}\n")
    evaluated = f"alphabeta:depth=1,evaluation={tmp_path}/exits.py:evaluate"
    deadly = MatchPlan(lanista.load_game("nim"), (evaluated, "random"), 4, 1)
    with pytest.raises(WorkerDiedError, match="was ended"):
        list(play_match(deadly, lanista.load_agent, jobs=2))


def has_ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"
    except (FileNotFoundError, ProcessLookupError):  # it may go while its file is read
        return True


def stuck_bot(folder: Path) -> Path:
    """A bot that thinks for ever, and writes to the file pids who it is and who asks it."""
    bot = folder / "stuck.py"
    bot.write_text(
        f"import os, time\ndef choose(state, player, clock):\n"
        f"    open({str(folder / 'pids')!r}, 'a').write(f'{{os.getpid()}} {{os.getppid()}}\\n')\n    time.sleep(600)\n"
    )
    return bot


def stuck_pids(folder: Path) -> set[int]:
    """Wait until two bots think and return who they are and who asks them."""
    for _ in range(1200):
        pids = (folder / "pids").read_text().split() if (folder / "pids").exists() else []
        if len(pids) == 4:
            return {int(pid) for pid in pids}
        threading.Event().wait(0.05)
    pytest.fail("the bots were never asked")


def check_ended(pids: set[int]) -> None:
    assert len(pids) == 4
    for pid in pids:
        for _ in range(100):
            if has_ended(pid):
                break
            threading.Event().wait(0.05)
        else:
            pytest.fail(f"process {pid} lives on")


def test_closing_ends_the_processes(tmp_path: Path) -> None:
    bot = stuck_bot(tmp_path)
    stuck = MatchPlan(lanista.load_game("nim"), (str(bot), str(bot)), 4, 1)

    def interrupt() -> None:
        stuck_pids(tmp_path)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        list(play_match(stuck, lanista.load_agent, jobs=2))
    check_ended(stuck_pids(tmp_path))


def test_a_kill_ends_the_processes(tmp_path: Path) -> None:
    bot = stuck_bot(tmp_path)
    command = ("match", "nim", str(bot), str(bot), "--games", "4", "--jobs", "2", "--db", str(tmp_path / "m.db"))
    with subprocess.Popen((sys.executable, "-m", "lanista", *command), stderr=subprocess.DEVNULL) as match:
        try:
            pids = stuck_pids(tmp_path)
        finally:
            match.kill()
    check_ended(pids)
