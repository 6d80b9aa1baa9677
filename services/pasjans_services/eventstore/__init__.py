"""The event store: the log of each game, and the registry of small texts beside it.

`base` and `registry` are the contracts; `redis` and `memory` keep them.
"""
