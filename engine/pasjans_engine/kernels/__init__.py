"""What the kernels of all solvers share: how they are compiled, and sets as masks.

Only this package and the `kernels` of the solvers import numba and numpy, and nothing but those
imports this one.
"""
