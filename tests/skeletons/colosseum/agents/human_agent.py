"""An agent that asks a person."""

import sys

from constants import DIRECTION_LETTERS
from store import register_agent

from agents.agent import Agent


@register_agent("human_agent")
class HumanAgent(Agent):
    """Asks for "x,y,dir" until the line makes sense; "q" ends the program."""

    def __init__(self):
        super().__init__()
        self.name = "HumanAgent"
        self.dir_map = {letter: direction for direction, letter in enumerate(DIRECTION_LETTERS)}
        self.autoplay = False

    def step(self, chess_board, my_pos, adv_pos, max_step):
        while True:
            text = input("Your move (x,y,dir) or input q to quit: ").strip()
            if text.lower() == "q":
                print("Game ended by the player.")
                sys.exit(0)
            try:
                x, y, letter = (part.strip() for part in text.split(","))
                position, direction = (int(x), int(y)), self.dir_map[letter]
            except (ValueError, KeyError):
                print(f"Not a move: {text!r}; an example is 2,1,r")
                continue
            if all(0 <= part < len(chess_board) for part in position):
                return position, direction
            print(f"Outside the board: {text!r}")
