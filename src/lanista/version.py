"""The program's version, as its package says it."""

__version__ = "0.1.0"
