"""A table of cards drawn in three sizes: pure functions, no terminal needed.

`table` says what is drawn, `body` chooses the size, and `large`, `compact` and `small` are the
sizes. No rules are known here: what may be put where comes from the server.
"""
