"""The agents: one module each, and what all of them share (base.py)."""
