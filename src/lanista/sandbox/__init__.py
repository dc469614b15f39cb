"""Where agents that are programs of their own run: launching one, talking with it, and what it is judged by."""
