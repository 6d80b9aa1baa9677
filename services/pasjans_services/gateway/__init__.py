"""The gateway: sockets on one side, event store and broker on the other.

From the socket inward: `socket` and `outbox` (bytes), `session` and `entrance` (requests),
`commands` (life of one command), `seat`, `room` and `lobby` (who follows which game). Beside them:
`games` makes games, and `operations` and `resources` are what it answers over HTTP.
"""
