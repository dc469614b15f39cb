# our student agent
from agents.agent import Agent
from store import register_agent
import numpy as np


@register_agent("student_agent")
class StudentAgent(Agent):
    """
    Our idea: go home and close the door.
    1. pick a corner far from the opponent (another one when it is full of walls)
    2. walk there, the route is kept in self.route between the turns
    3. at home put walls toward the opponent, but never lock ourselves in a zone
       that is smaller than his.

    (William Osei-Bouchard, Mei-Ling Fong)
    """

    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"
        self.dir_map = {
            "u": 0,
            "r": 1,
            "d": 2,
            "l": 3,
        }
        self.moves = ((-1, 0), (0, 1), (1, 0), (0, -1))
        self.autoplay = True
        self.home = None
        self.route = []         # cells we still want to go through
        self.where = None       # where we expect to be

    # ----- walking -----

    def find_route(self, board, start, goal, adv):
        """shortest way from start to goal, as near as possible if it is closed"""
        previous = {start: None}
        queue = [start]
        while queue:
            cell = queue.pop(0)
            for d in range(4):
                r, c = cell[0] + self.moves[d][0], cell[1] + self.moves[d][1]
                if board[cell[0], cell[1], d] or (r, c) == adv or (r, c) in previous:
                    continue
                previous[(r, c)] = cell
                queue.append((r, c))
        cell = min(previous, key=lambda p: abs(p[0] - goal[0]) + abs(p[1] - goal[1]))
        route = []
        while previous[cell] is not None:
            route.insert(0, cell)
            cell = previous[cell]
        return route

    def route_is_open(self, board, start, adv):
        for cell in self.route:
            if cell == adv:
                return False
            d = self.moves.index((cell[0] - start[0], cell[1] - start[1]))
            if board[start[0], start[1], d]:
                return False
            start = cell
        return True

    def pick_home(self, size, me, adv):
        corners = [(r, c) for r in (0, size - 1) for c in (0, size - 1) if (r, c) != me]
        return max(corners, key=lambda p: abs(p[0] - adv[0]) + abs(p[1] - adv[1]))

    # ----- walls -----

    def toward(self, board, pos, adv):
        """free sides, those that face the opponent first"""
        free = [d for d in range(4) if not board[pos[0], pos[1], d]]
        return sorted(
            free,
            key=lambda d: abs(pos[0] + self.moves[d][0] - adv[0])
            + abs(pos[1] + self.moves[d][1] - adv[1]),
        )

    def zone_size(self, board, start):
        seen = [[False] * len(board) for _ in range(len(board))]

        def fill(r, c):
            if seen[r][c]:
                return 0
            seen[r][c] = True
            total = 1
            for d in range(4):
                if not board[r, c, d]:
                    total += fill(r + self.moves[d][0], c + self.moves[d][1])
            return total

        return fill(*start), seen

    def is_bad(self, board, pos, adv, d):
        """would this wall make us lose at once? (the board given to us is a copy, so just write in it)"""
        r, c = pos[0] + self.moves[d][0], pos[1] + self.moves[d][1]
        board[pos[0], pos[1], d] = True
        board[r, c, (d + 2) % 4] = True
        ours, seen = self.zone_size(board, pos)
        bad = not seen[adv[0]][adv[1]] and ours < self.zone_size(board, adv)[0]
        if bad:     # good walls can stay, we return right after
            board[pos[0], pos[1], d] = False
            board[r, c, (d + 2) % 4] = False
        return bad

    def step(self, chess_board, my_pos, adv_pos, max_step):
        me = (int(my_pos[0]), int(my_pos[1]))
        adv = (int(adv_pos[0]), int(adv_pos[1]))
        if self.home is None or (me == self.home and sum(chess_board[me]) == 3):
            self.home = self.pick_home(len(chess_board), me, adv)

        # a random move may have been played for us, or a wall is in the way: plan again
        if self.where != me or not self.route or not self.route_is_open(chess_board, me, adv):
            self.route = self.find_route(chess_board, me, self.home, adv)
        now, rest = self.route[:max_step], self.route[max_step:]

        # the end of today's walk is the plan, but stop earlier if every wall there is bad
        choices = [me] + now
        while choices:
            pos = choices.pop()
            for d in self.toward(chess_board, pos, adv):
                if not self.is_bad(chess_board, pos, adv, d):
                    self.where, self.route = pos, now[len(choices):] + rest
                    return pos, d
        # everything is bad, try the cells around us too
        for d in range(4):
            pos = (me[0] + self.moves[d][0], me[1] + self.moves[d][1])
            if not chess_board[me[0], me[1], d] and pos != adv:
                for d2 in self.toward(chess_board, pos, adv):
                    if not self.is_bad(chess_board, pos, adv, d2):
                        return pos, d2
        return me, self.toward(chess_board, me, adv)[0]
