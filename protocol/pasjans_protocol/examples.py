"""One message of each type, true to one game, for documents and tests.

The game is dealt by the Polish rules from the seed that `finished` gives.
"""

from typing import Final

from pasjans_protocol.errors import Code
from pasjans_protocol.limits import MAX_FRAME_BYTES
from pasjans_protocol.messages import (
    PROTOCOL_VERSION,
    Ack,
    Advised,
    Capability,
    Claim,
    Claimed,
    Command,
    Create,
    Delta,
    Finished,
    GuidedDelta,
    Heartbeat,
    Hello,
    Hint,
    Join,
    Leave,
    Left,
    Limits,
    Message,
    Ping,
    Pong,
    Presence,
    Refused,
    Replay,
    Resumed,
    Role,
    Row,
    Snapshot,
    SnapshotReason,
    Standings,
    Steer,
    Steered,
    Subscribe,
    Suggestion,
    Unsubscribe,
    Unsubscribed,
    Welcome,
)

DEAL: Final = "21 00 44 60 11 55 33/40 53 62 54 22 50/66 31 42 64 20/51 65 63 30/41 43 10/61 52/32"
SEED: Final = "0278fb5741a6f0f80ed9be81dc4d2ae1cfbd0991c13a7fab16a09c9f3fc457e9"
MOVE: Final = "61@01"

_GAME: Final = "Gq7pX2mV9bTc"
_PLAYER: Final = "p4tW8sLz"
# fmt: off
_VIEW: Final = (
    4, 28, 14, 21, 2, 20, 9, 10, 18, 23, 19, 5, 15, 27, 7, 12, 25, 3, 16, 26, 24, 6, 11, 13, 1, 22,
    17, 8, 1, 0, 0, 0, 0,
)
# fmt: on
_CHECK: Final = 139022648
_MOVED: Final = (1, 22, 25, 28, 30, 1)
_MOVED_CHECK: Final = 1998580412
_BOARD: Final = "dealt:polish"

EXAMPLES: Final[tuple[Message, ...]] = (
    Hello("my-client/1.0"),
    Create("a1", "polish", guide=True),
    Join("w1", _GAME, version=1, check=_CHECK),
    Leave("w2", 1),
    Command("a2", 1, 1, MOVE),
    Claim("a4", "Halina"),
    Ping("a5"),
    Replay("r1", _GAME, speed=200),
    Steer("r2", 2, version=2, playing=False),
    Subscribe("b1", _BOARD),
    Unsubscribe("b2", _BOARD),
    Hint("h1", 1, 2),
    Welcome(
        "pasjans/0.1.0",
        PROTOCOL_VERSION,
        _PLAYER,
        None,
        "eyJwIjoicDR0VzhzTHoifQ.aSxYbA.3vJ0",
        tuple(Capability),
        15_000,
        Limits(MAX_FRAME_BYTES, 64, 20, 40, 10_000),
    ),
    Refused("a3", Code.ILLEGAL, "under 41 fit 31 and 40, not 54", 2, None, ("31", "40")),
    Snapshot(
        "a1",
        1,
        _GAME,
        Role.PLAYER,
        SnapshotReason.CREATED,
        "polish",
        1,
        "wsm4xdw5kivjvdev",
        "26e04d0c1ea98caebab6f525791caada7b85708c8090c98ebfef8e98e445a313",
        _PLAYER,
        None,
        1,
        _VIEW,
        _CHECK,
        0,
        (MOVE,),
    ),
    Resumed("w1", 1, _GAME, Role.WATCHER, 1, 2, 3),
    Delta(1, 1, _MOVED, _MOVED_CHECK),
    GuidedDelta(1, 1, _MOVED, _MOVED_CHECK, ("31@50", "40@50")),
    Ack("a2", 2),
    Presence(1, 3),
    Heartbeat(((1, 2, _MOVED_CHECK),)),
    Finished(1, 3, "resigned", 1, 1, SEED),
    Left("w2"),
    Claimed("a4", "Halina"),
    Pong("a5"),
    Steered("r2", 2, 2, 3, False, 200),
    Standings(
        "b1",
        _BOARD,
        None,
        1,
        (Row(1, "Zk3Rt8WnQa1L", _PLAYER, "Halina", 38, 3, 0, 1_796_040_000_000, 36),),
    ),
    Unsubscribed("b2"),
    Advised("h1", 3, "solved", 36, 0, (Suggestion("40@50", "best", "36 moves from the end"),)),
)
"""In the order of the messages' numbers."""
