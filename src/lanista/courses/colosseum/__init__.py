"""Colosseum Survival! (McGill COMP 424, 2022): the course's front door, its submissions, their limits.

original/ stands in for the files of the course's repository that a submission imports and does not bring along.
"""
