"""Static evaluators: large values are good for player +1, small ones for player -1."""


def mancalaBasicEval(mancala_game):
    """Difference of the two stores; a won position gives + or - the largest possible value."""
    raise NotImplementedError("TODO")


def breakthroughBasicEval(breakthrough_game):
    """Difference of the two players' sums of ranks (rows advanced, a piece on its home row has rank 1).

    A won position gives + or - the largest possible value.
    """
    raise NotImplementedError("TODO")


def breakthroughBetterEval(breakthrough_game):
    """Should beat breakthroughBasicEval at equal depth."""
    raise NotImplementedError("TODO")


if __name__ == "__main__":
    from Mancala import Mancala

    game = Mancala()
    print(game)
    print("value:", mancalaBasicEval(game))
