"""Nim with Q-learning: learn from random games, print the table, play against whoever wants to."""
