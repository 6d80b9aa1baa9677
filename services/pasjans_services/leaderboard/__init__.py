"""Boards of the fewest moves: each row was verified by replaying its game."""
