"""Names and numbers that the game's modules share."""

PLAYER_1_NAME = "A"
PLAYER_2_NAME = "B"

# A single game without --board_size draws from these, both included.
MIN_BOARD_SIZE = 5
MAX_BOARD_SIZE = 9

UP, RIGHT, DOWN, LEFT = range(4)
MOVES = ((-1, 0), (0, 1), (1, 0), (0, -1))
OPPOSITES = (DOWN, LEFT, UP, RIGHT)
DIRECTION_LETTERS = "urdl"
