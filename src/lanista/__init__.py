"""Lanista: write game-playing agents, learn how good they really are, and run fair matches."""
