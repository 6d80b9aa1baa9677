"""The inner loops of the solver of Topsy-Turvy Queens, compiled by numba on their first call.

Only `compiled.py` imports this package, when something is solved. A position is one *row* of small
numbers (`state.py`), a move one number (`codes.py`).
"""
