# hw3, finished the night before...
import random
import sys
import tkinter
from abc import ABC, abstractmethod
from enum import Enum, auto
from tkinter import ttk, messagebox

Location = tuple


class Action(Enum):
    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MOVE_LEFT = auto()
    MOVE_RIGHT = auto()
    SHOOT = auto()


class R2Droid:
  def __init__(self, rows, cols, location, shots):
    self.rows=rows
    self.cols=cols
    self.location=location
    self.shots=shots
  def copy(self):
    return R2Droid(self.rows,self.cols,self.location,self.shots)
  def move_location(self, move):
    x,y=self.location
    if move==Action.MOVE_UP and x>0: self.location=(x-1,y)
    if move==Action.MOVE_DOWN and x<self.rows-1: self.location=(x+1,y)
    if move==Action.MOVE_LEFT and y>0: self.location=(x,y-1)
    if move==Action.MOVE_RIGHT and y<self.cols-1: self.location=(x,y+1)
  def shoot(self, other, move):
    if move==Action.SHOOT and self.shots>0:
      self.shots=self.shots-1
      if self.location[0]==other.location[0] or self.location[1]==other.location[1]:
        return True
    return False
  def available_actions(self):
    l=[]
    for a in Action:
      c=self.copy()
      if a==Action.SHOOT:
        if self.shots>0: l.append(a)
      else:
        c.move_location(a)
        if c.location!=self.location: l.append(a)
    return set(l)


class Agent(ABC):
    @abstractmethod
    def clear(self):
        ...

    @abstractmethod
    def get_best_move(self, self_droid, adv_droid, score_change, training):
        ...


def on_line(a,b):
  return a.location[0]==b.location[0] or a.location[1]==b.location[1]

class QAgent(Agent):
  games = 0
  total = 0
  def __init__(self):
    # state is just: are we on one line or not
    self.Q={True:{a:0 for a in Action},False:{a:0 for a in Action}}
    self.old=None
  def clear(self):
    # total and games stay!! explore less after every game
    self.games+=1
    self.old=None
  def get_best_move(self, self_droid, adv_droid, score_change, training=False):
    s=on_line(self_droid,adv_droid)
    self.total+=score_change
    if self.old:
      olds,olda=self.old
      self.Q[olds][olda]=0.9*self.Q[olds][olda]+0.1*(score_change+0.8*max(self.Q[s].values()))
    acts=list(self_droid.available_actions())
    random.shuffle(acts)
    if random.random()<1/(1+self.games*0.01): a=acts[0]
    else: a=max(acts,key=lambda a:self.Q[s][a])
    self.old=(s,a)
    return a

class MinimaxAgent(Agent):
  seen={}   # how often the other one did what (never cleared on purpose)
  def __init__(self):
    self.before=None
  def clear(self):
    self.before=None
  def get_best_move(self, self_droid, adv_droid, score_change, training=False):
    # count if it shot last time
    if self.before is not None:
      shot=adv_droid.shots<self.before
      self.seen[shot]=self.seen.get(shot,0)+1
    self.before=adv_droid.shots
    best=-100
    moves=[]
    for a in self_droid.available_actions():
      worst=100
      for b in adv_droid.available_actions():
        me=self_droid.copy(); it=adv_droid.copy()
        me.move_location(a); it.move_location(b)
        if me.location==it.location or (me.location==adv_droid.location and it.location==self_droid.location):
          me=self_droid.copy(); it=adv_droid.copy()
        score=0
        if me.shoot(it,a): score+=1
        if it.shoot(me,b): score-=1
        worst=min(worst,score)
      if worst>best: best=worst; moves=[a]
      elif worst==best: moves.append(a)
    return random.choice(moves)


class KeyboardAgent(Agent):
    KEYS = {"w": Action.MOVE_UP, "a": Action.MOVE_LEFT, "s": Action.MOVE_DOWN, "d": Action.MOVE_RIGHT,
            " ": Action.SHOOT}

    def __init__(self):
        self.key = ""

    def clear(self):
        self.key = ""

    def press(self, event: tkinter.Event):
        self.key = event.char

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        return self.KEYS.get(self.key)


class Game:
    ROWS, COLS, SHOTS, ROUNDS = 4, 4, 5, 50

    def __init__(self, r2_agent: Agent, q5_agent: Agent):
        self.agents = (r2_agent, q5_agent)
        self.new_game()

    def new_game(self):
        row = min(2, self.ROWS - 1)
        self.r2 = R2Droid(self.ROWS, self.COLS, (row, 0), self.SHOTS)
        self.q5 = R2Droid(self.ROWS, self.COLS, (row, self.COLS - 1), self.SHOTS)
        self.score = [0, 0]
        self.score_change = 0
        self.time = self.ROUNDS
        for agent in self.agents:
            agent.clear()

    def is_over(self):
        return self.time == 0 or (self.r2.shots == 0 and self.q5.shots == 0)

    def next_round(self, training):
        r2, q5 = self.r2, self.q5
        r2_move = self.agents[0].get_best_move(r2.copy(), q5.copy(), self.score_change, training)
        q5_move = self.agents[1].get_best_move(q5.copy(), r2.copy(), -self.score_change, training)
        before = r2.location, q5.location
        r2_can, q5_can = r2_move in r2.available_actions(), q5_move in q5.available_actions()
        if r2_can:
            r2.move_location(r2_move)
        if q5_can:
            q5.move_location(q5_move)
        if r2.location == q5.location or (r2.location, q5.location) == before[::-1]:
            r2.location, q5.location = before
        r2_hits = r2_can and r2.shoot(q5, r2_move)
        q5_hits = q5_can and q5.shoot(r2, q5_move)
        self.score_change = r2_hits - q5_hits
        self.score[0] += self.score_change == 1
        self.score[1] += self.score_change == -1
        self.time -= 1

    def show(self):
        cells = {self.r2.location: "D", self.q5.location: "Q"}
        for row in range(self.ROWS):
            print(" ".join(cells.get((row, col), ".") for col in range(self.COLS)))
        print(f"Score: {self.score[0]} - {self.score[1]}, shots: {self.r2.shots} - {self.q5.shots}, "
              f"time remaining: {self.time}")
        if self.is_over():
            d2, q5 = self.score
            print("Draw!" if d2 == q5 else "D2 wins!" if d2 > q5 else "Q5 wins!")


def train(r2_agent, q5_agent, episodes):
    game = Game(r2_agent, q5_agent)
    for episode in range(episodes):
        if game.is_over():
            game.new_game()
        game.next_round(training=True)
        if (episode + 1) * 10 // episodes > episode * 10 // episodes:
            print(f"Training: {(episode + 1) * 10 // episodes * 10}%", flush=True)


def main(argv):
    r2_agent, q5_agent = globals()[argv[1]](), globals()[argv[2]]()
    if len(argv) > 3:
        opponent = globals()[argv[4]]() if isinstance(r2_agent, KeyboardAgent) else r2_agent
        train(opponent, q5_agent, int(argv[3]))
    game = Game(r2_agent, q5_agent)
    game.show()
    for line in sys.stdin:
        if game.is_over():
            game.new_game()
        if isinstance(r2_agent, KeyboardAgent):
            event = tkinter.Event()
            event.char = line[:1]
            r2_agent.press(event)
        game.next_round(training=False)
        game.show()


if __name__ == "__main__":
    main(sys.argv)
