"""Players to test against: somebody at the keyboard, and chance."""

import random


class HumanPlayer:
    """Asks for a move: a house's number, or row, column and column change."""

    def getMove(self, game):
        legal = game.availableMoves
        while True:
            text = input(f"player {1 if game.turn == 1 else 2}, your move {legal}: ")
            try:
                numbers = tuple(int(word) for word in text.replace(",", " ").strip(" ()").split())
            except ValueError:
                numbers = ()
            move = numbers[0] if len(numbers) == 1 else numbers
            if move in legal:
                return move
            print("not a legal move:", text)


class RandomPlayer:
    """Plays any legal move, all equally likely."""

    def getMove(self, game):
        return random.choice(game.availableMoves)
