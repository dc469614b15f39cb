"""A learning curve as a picture."""

from __future__ import annotations

import io
from collections.abc import Sequence

from lanista.training.trainer import Point


def draw(history: Sequence[Point], title: str, opponent: str) -> str:
    """Return an SVG: the share of points against the opponent, and the states known, by games played."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter, PercentFormatter

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasSVG(figure)
    axes = figure.add_subplot()
    episodes = [point.episodes for point in history]
    (score,) = axes.plot(episodes, [point.score for point in history], color="C0", marker=".", label="score")
    axes.set(title=title, xlabel="games", ylabel=f"score against {opponent}", ylim=(-0.03, 1.03))
    axes.xaxis.set_major_formatter(EngFormatter())
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(alpha=0.3)
    right = axes.twinx()
    (states,) = right.plot(episodes, [point.states for point in history], color="C1", label="states")
    most = max((point.states for point in history), default=1)
    right.set(ylabel="states in the table", ylim=(0, 1.1 * most))
    right.yaxis.set_major_formatter(EngFormatter())
    axes.legend(handles=[score, states], loc="lower right")
    text = io.StringIO()
    # The same curve, the same file.
    with rc_context({"svg.hashsalt": "lanista"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
