"""The inner loops of the solver of Topsy-Turvy Queens, compiled by numba on their first call."""
