# Project 5: Nim with Q-learning
# Dana Whitlock
# I have neither given nor received unauthorized aid on this program.

import random

Q = {}          # "A34501" -> value
start = [0, 0, 0]
GAMMA = 0.9


def actions(piles):
    result = []
    for p in range(3):
        for k in range(1, piles[p] + 1):
            result.append((p, k))
    return result


def make_key(player, piles, action):
    return player + str(piles[0]) + str(piles[1]) + str(piles[2]) + str(action[0]) + str(action[1])


def other(player):
    if player == "A":
        return "B"
    return "A"


def get_q(player, piles, action):
    return Q.get(make_key(player, piles, action), 0)


def simulate_game():
    piles = start[:]
    player = "A"
    while sum(piles) > 0:
        a = random.choice(actions(piles))
        new = piles[:]
        new[a[0]] = new[a[0]] - a[1]
        nxt = other(player)
        if sum(new) == 0:
            # this player took the last object, so the other one wins
            if player == "A":
                value = -1000
            else:
                value = 1000
        else:
            values = [get_q(nxt, new, b) for b in actions(new)]
            if player == "A":
                value = GAMMA * min(values)
            else:
                value = GAMMA * max(values)
        # alpha is 1 so the old value drops out of the formula
        Q[make_key(player, piles, a)] = value
        piles = new
        player = nxt


def read_number(prompt, low, high):
    while True:
        text = input(prompt)
        if text.strip().isdigit() and low <= int(text) <= high:
            return int(text)
        print("Please enter a number from", low, "to", high)


def computer_move(player, piles):
    acts = actions(piles)
    if player == "A":
        return max(acts, key=lambda a: get_q(player, piles, a))
    return min(acts, key=lambda a: get_q(player, piles, a))


def play():
    human = ""
    while human not in ("A", "B"):
        human = input("Do you want to be player A (first) or player B (second)? ").strip().upper()
    piles = start[:]
    player = "A"
    while sum(piles) > 0:
        print()
        print("Player " + player + "'s turn; the board is", tuple(piles))
        if player == human:
            p = read_number("What pile do you want to remove from (0, 1, 2)? ", 0, 2)
            while piles[p] == 0:
                print("That pile is empty.")
                p = read_number("What pile do you want to remove from (0, 1, 2)? ", 0, 2)
            k = read_number("How many objects do you want to remove? ", 1, piles[p])
        else:
            p, k = computer_move(player, piles)
            print("Computer chooses pile", p, "and removes", k)
        piles[p] -= k
        player = other(player)
    print()
    print("Game over. Winner is player", player, "(you)" if player == human else "(the computer)")


def main():
    for i in range(3):
        start[i] = read_number("How many objects in pile " + str(i) + "? ", 0, 9)
    n = read_number("How many games should I simulate? ", 1, 100000000)
    print("Simulating...")
    for i in range(n):
        simulate_game()
    print("Final Q-values:")
    for key in sorted(Q):
        print("Q[" + key[:4] + ", " + key[4:] + "] = " + str(round(Q[key], 3)))
    again = "y"
    while again == "y":
        play()
        again = input("Play again? (y/n) ").strip().lower()
    print("Bye!")


main()
