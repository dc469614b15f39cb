# Casey Lund
# I have neither given nor received unauthorized aid on this program.
import random
Q = {}

def ask(text, good):
    answer = input(text).strip()
    while answer not in good:
        answer = input("Not possible. " + text).strip()
    return answer

def moves(s):
    return [str(p) + str(k) for p in range(3) for k in range(1, int(s[p + 1]) + 1)]

def after(s, m):
    piles = [int(c) for c in s[1:]]
    piles[int(m[0])] -= int(m[1])
    return ("B" if s[0] == "A" else "A") + "".join(map(str, piles))

def best(s):
    return (max if s[0] == "A" else min)(moves(s), key=lambda m: Q.get(s + m, 0))

start = "A" + "".join(ask("Objects in pile " + str(i) + ": ", list("0123456789")) for i in range(3))
n = input("Training games: ")
while not n.isdigit():
    n = input("Not a number. Training games: ")
for _ in range(int(n)):
    s = start
    while s[1:] != "000":
        m = random.choice(moves(s))
        t = after(s, m)
        if t[1:] == "000":
            Q[s + m] = 1000 if t[0] == "A" else -1000
        else:
            Q[s + m] = 0.9 * Q.get(t + best(t), 0)
        s = t
for key in sorted(Q):
    print(key, Q[key])
print("Choose whether you are player A or B", flush=True)
me = ""
while me not in ("A", "B"):
    pass    # wait until the player has chosen
s = start
while s[1:] != "000":
    m = ask("Pile and number: ", moves(s)) if s[0] == me else best(s)
    s = after(s, m)
print("Player", s[0], "wins")
