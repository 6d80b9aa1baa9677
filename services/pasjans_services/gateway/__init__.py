"""The gateway: sockets and HTTP on one side, event store and broker on the other.

From the socket inward: `socket` and `outbox` (bytes), `session` and `entrance` (requests),
`commands` (life of one command), `seat`, `room` and `lobby` (who follows which game), `gamelog`
(games from their logs). Beside them: `players`, `deals`, `games`, `limits`; and `http`,
`resources`, `openapi`, `pages`, which `app` puts together.
"""
