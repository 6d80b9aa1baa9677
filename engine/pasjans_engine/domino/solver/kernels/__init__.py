"""The solver's inner loops, compiled by numba on their first call.

Only kernels import numba and numpy, and only `compiled.solve` imports this package, when it
is called: the rest of the engine stays as quick to start as it is.

Tiles are named by the *key* that stands for them (`Targets.keys`), 0 to 27; 28 is a window. Sets
of tiles and of cells are masks of 28 bits. All numbers are signed 64-bit integers, since numba
makes floats of mixed ones.
"""
