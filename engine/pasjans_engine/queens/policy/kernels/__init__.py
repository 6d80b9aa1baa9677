"""The ordinary player's moves, compiled by numba on their first call.

Only `policy.compiled` imports this package, when it is called: the rest of the engine stays as
quick to start as it is. All numbers are signed 64-bit integers, since numba makes floats of mixed
ones.
"""
