"""The search's inner loops, compiled by numba on their first call.

Only kernels import numba and numpy, and only `compiled.solve` imports this package, when it is
called. All numbers that are worked with are signed 64-bit integers, since numba makes floats of
mixed ones.
"""
