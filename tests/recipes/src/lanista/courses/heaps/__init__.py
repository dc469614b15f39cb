"""Heaps, an exercise on Nim: a function that sees the heaps and takes from one of them."""
