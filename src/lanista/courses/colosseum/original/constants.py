"""`constants`: the numbers and names of the game."""

MIN_BOARD_SIZE = 5
MAX_BOARD_SIZE = 10
DIRECTION_UP, DIRECTION_RIGHT, DIRECTION_DOWN, DIRECTION_LEFT = range(4)
DIRECTION_UP_NAME, DIRECTION_RIGHT_NAME = "Up", "Right"
DIRECTION_DOWN_NAME, DIRECTION_LEFT_NAME = "Down", "Left"
PLAYER_1_ID, PLAYER_2_ID = 0, 1
PLAYER_1_NAME, PLAYER_2_NAME = "A", "B"
PLAYER_1_COLOR, PLAYER_2_COLOR = "tab:blue", "tab:brown"
AGENT_NOT_FOUND_MSG = "Is it decorated with @register_agent?"
