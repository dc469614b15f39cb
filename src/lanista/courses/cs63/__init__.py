"""CS63's alpha-beta lab: Mancala and Breakthrough, depth-bounded search, static evaluators.

Beside course.py, bridge.py and door.py: lab.py and basic_players.py, the modules that a submission finds there;
players.py, the lab's own search; visitor.py, our agents in the lab's original program; starter.py, the files to begin
with.
"""
