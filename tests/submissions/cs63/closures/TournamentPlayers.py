"""Dana Whitfield, Sam Oyelaran"""

from __future__ import annotations

import threading
from itertools import count
from typing import Any

from MinMaxPlayers import Evaluator, alpha_beta


class TournamentPlayer:
    """A thread deepens the search while getMove looks at the clock; what it has found by then is played."""

    def __init__(self, boardEval: Evaluator, depthBound: int, seconds: float = 0.05) -> None:
        self.boardEval = boardEval
        self.seconds = seconds

    def getMove(self, game: Any) -> Any:
        found: list[Any] = [game.availableMoves[0]]
        stop = threading.Event()

        def deepen() -> None:
            for bound in count(1):
                move = alpha_beta(self.boardEval, bound, stop.is_set)(game)
                if stop.is_set() or bound > 60:
                    return
                found.append(move)

        thread = threading.Thread(target=deepen, daemon=True)
        thread.start()
        thread.join(self.seconds)
        stop.set()
        thread.join()
        return found[-1]
