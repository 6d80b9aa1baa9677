"""Benchmarks. `scripts/bench` runs them and writes `results.md`."""
