"""R2-D2 Battle, robot exercise 3 of CIS 521 (University of Pennsylvania): two droids, an agent that learns, one that
searches.

droids.py: what the handout gives and asks for; bridge.py: a student's file in a process of its own; training.py and
partners.py: a training, seen from that process and from the referee's; drop_in.py: our agents in the original program.
"""
