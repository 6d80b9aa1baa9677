"""The broker: what one node appended, told to the others that follow the game.

`base` is the contract; `redis` and `memory` keep it.
"""
