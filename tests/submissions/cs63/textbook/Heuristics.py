########################################
# CS63: Artificial Intelligence, Lab 3
# Author 1: Priya Raman
# Author 2: Joel Hartwick
########################################

def mancalaBasicEval(mancala_game):
    """Difference between the scores of the two players.

    If player +1 has won we return the biggest score that is possible, which
    is all of the seeds.  If player -1 has won we return minus that."""
    total = 0
    for row in mancala_game.houses:
        for seeds in row:
            total = total + seeds
    total = total + mancala_game.scores[0] + mancala_game.scores[1]

    if mancala_game.isTerminal:
        if mancala_game.winner == 1:
            return total
        elif mancala_game.winner == -1:
            return -total
    return mancala_game.scores[0] - mancala_game.scores[1]

def breakthroughBasicEval(breakthrough_game):
    """Sum of the ranks of +1's pieces minus sum of the ranks of -1's pieces.

    A won game is worth more than that can ever be: as if all the
    2*width pieces stood on the last row."""
    board = breakthrough_game.board
    height = len(board)
    width = len(board[0])
    if breakthrough_game.isTerminal:
        return breakthrough_game.winner * 2 * width * height

    value = 0
    for row in range(height):
        for col in range(width):
            if board[row][col] == 1:
                value = value + (row + 1)
            elif board[row][col] == -1:
                value = value - (height - row)
    return value

def breakthroughBetterEval(breakthrough_game):
    """We start from the basic evaluator.  On top of that

      - each piece more than the opponent has is worth 5.
      - a piece that has a friend diagonally behind it is worth 1 extra, as
        the friend can take back.
      - a piece that is one step from the end WINS if it is its player's
        turn, so we return (almost) the value of a won game.
    """
    board = breakthrough_game.board
    height = len(board)
    width = len(board[0])
    biggest = 10 * 2 * width * height
    if breakthrough_game.isTerminal:
        return breakthrough_game.winner * biggest

    if breakthrough_game.turn == 1 and 1 in list(board[height-2]):
        return biggest - 1
    if breakthrough_game.turn == -1 and -1 in list(board[1]):
        return -(biggest - 1)

    value = breakthroughBasicEval(breakthrough_game)
    for row in range(height):
        for col in range(width):
            piece = board[row][col]
            if piece != 0:
                value = value + 5*piece
                if hasFriend(board, row, col):
                    value = value + piece
    return value

def hasFriend(board, row, col):
    """Is there a piece of the same player diagonally behind (row, col)?"""
    behind = row - board[row][col]
    if behind < 0 or behind >= len(board):
        return False
    for c in [col-1, col+1]:
        if 0 <= c < len(board[0]) and board[behind][c] == board[row][col]:
            return True
    return False


if __name__ == '__main__':
    from Mancala import Mancala
    from Breakthrough import Breakthrough
    game1 = Mancala()
    print(game1)
    print("should be 0:", mancalaBasicEval(game1))
    print("should be 1:", mancalaBasicEval(game1.makeMove(3)))
    game2 = Breakthrough(5, 3)
    game2.board[0] = [0, 1, 1]
    game2.board[1] = [1, 0, 1]
    game2.board[2] = [0, -1, 0]
    game2.board[3] = [-1, 0, 0]
    print(game2)
    print("should be -2:", breakthroughBasicEval(game2))
    print("better:", breakthroughBetterEval(game2))
