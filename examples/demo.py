"""A small rated round robin over several games: built-in agents and a bot file, every start from both sides.

Run it with `make demo`. Games are stored as they end; running it again adds new matches to the same file.
"""

import itertools
import sys
import time
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

import lanista
from lanista.arena.match import MatchPlan, play_match
from lanista.arena.ratings import fit_ratings
from lanista.arena.store import Store

GAMES = ["connect_four", "breakthrough", "mancala", "colosseum:size=6", "einstein", "nim", "droid_battle"]
AGENTS = ["greedy", "random", str(Path(__file__).resolve().parent / "first_bot.py")]
GAMES_A_MATCH = 40
DATABASE = Path("lanista-demo.db")


def play_all(store: Store, seed: int) -> list[int]:
    """Play every pair of agents on every game; return the numbers of the matches."""
    pairs = list(itertools.combinations(AGENTS, 2))
    columns = (TextColumn("{task.description:<18}"), BarColumn(bar_width=30), MofNCompleteColumn(), TextColumn("games"))
    matches = []
    with Progress(*columns, transient=True) as progress:
        task = progress.add_task("", total=len(GAMES) * len(pairs) * GAMES_A_MATCH)
        for spec, agents in itertools.product(GAMES, pairs):
            progress.update(task, description=spec)
            plan = MatchPlan(lanista.load_game(spec), agents, GAMES_A_MATCH, seed)
            match = store.add_match(spec, agents, plan.games, seed, {"opening_plies": plan.opening_plies})
            matches.append(match.id)
            for result in play_match(plan, lanista.load_agent):
                store.add_game(match.id, result.number, result.first, result.points, result.record)
                progress.advance(task)
    return matches


def print_standings(console: Console, store: Store, matches: list[int]) -> None:
    """Print each agent's points by game, and its rating over all of them with its 95 % interval."""
    results = store.results(matches)
    ratings = fit_ratings((a, b, points, games) for _, a, b, points, games in results)
    points: dict[tuple[str, str], float] = {}
    for game, a, b, won, games in results:
        points[a, game] = points.get((a, game), 0) + won
        points[b, game] = points.get((b, game), 0) + games - won
    ranked = sorted(ratings, key=lambda agent: -ratings[agent].elo)
    table = Table(box=box.SIMPLE_HEAD, title=f"points of {GAMES_A_MATCH * (len(AGENTS) - 1)} in each game")
    table.add_column("")
    for agent in ranked:
        table.add_column(Path(agent).name, justify="right")
    for game in GAMES:
        table.add_row(game, *(f"{points[agent, game]:g}" for agent in ranked))
    table.add_section()
    table.add_row("Elo over all games", *(f"{ratings[agent].elo:+.0f}" for agent in ranked), style="bold")
    intervals = [f"{ratings[agent].elo_low:+.0f} .. {ratings[agent].elo_high:+.0f}" for agent in ranked]
    table.add_row("95 % interval", *intervals)
    console.print(table)


def main() -> None:
    """Play, print and say where everything is."""
    console = Console()
    console.print(
        f"{len(AGENTS)} agents, {len(GAMES)} games. One of the agents is {Path(AGENTS[-1]).name}, ten lines of Python."
    )
    began = time.perf_counter()
    with Store(DATABASE) as store:
        matches = play_all(store, seed=1)
        print_standings(console, store, matches)
        console.print(f"{len(matches)} matches in {time.perf_counter() - began:.1f} s, stored in {DATABASE.resolve()}")
    program = Path(sys.executable).parent / "lanista"
    console.print("\nNext:", style="bold")
    for line in (f"replay {DATABASE} {matches[0]}.0", "play connect_four", "match breakthrough greedy random"):
        console.print(f"  {program} {line}", highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
