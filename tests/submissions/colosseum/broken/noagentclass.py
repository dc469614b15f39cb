# COMP 424 project
import random


def legal_sides(chess_board, pos):
    return [d for d in range(4) if not chess_board[pos[0], pos[1], d]]


def step(chess_board, my_pos, adv_pos, max_step):
    """Stay here and put a barrier on any side."""
    return my_pos, random.choice(legal_sides(chess_board, my_pos))
