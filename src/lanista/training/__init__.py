"""Training: learners play, their tables grow, checkpoints keep them, curves show how it went."""
