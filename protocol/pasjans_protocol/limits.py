"""Bounds of what goes over the wire, as constants and as annotated types.

The decoders enforce the annotations. Every integer stays below 2^53, so that a JavaScript number
holds it.
"""

from typing import Annotated, Final

from msgspec import Meta

from pasjans_engine.view import MAX_SLOTS

MAX_FRAME_BYTES: Final = 16_384
"""The largest frame that a client may send."""

MAX_NESTING: Final = 64
"""How deep arrays and maps may lie in each other in a frame; messages need three levels."""

MAX_CHANNEL: Final = 127
"""The highest channel: the last integer that is one byte in MessagePack."""

MAX_INTEGER: Final = 2**53 - 1

MAX_ID_CHARS: Final = 64

MAX_BOARDS: Final = 16
"""How many boards a connection may be subscribed to."""

MAX_ROWS: Final = 50
"""The most rows of a board that a client may ask to be told of."""

MAX_SPEED: Final = 100_000
"""The fastest replay, in percent of the pace of the game."""

# The lookaheads refuse a trailing line feed, before which Python's `$` would match.
GAME_PATTERN: Final = r"^(?![\s\S]*[^0-9A-Za-z_-])"
BOARD_PATTERN: Final = r"^(?![\s\S]*[^0-9A-Za-z:_-])"

PATTERNS: Final = {
    GAME_PATTERN: "1 to 64 characters out of 0-9, A-Z, a-z, _ and -",
    BOARD_PATTERN: "1 to 96 characters out of 0-9, A-Z, a-z, :, _ and -",
}
"""What each pattern means, for people."""

Id = Annotated[str, Meta(min_length=1, max_length=MAX_ID_CHARS)]
# Ids of games and boards are part of the store's keys.
GameId = Annotated[str, Meta(min_length=1, max_length=64, pattern=GAME_PATTERN)]
BoardId = Annotated[str, Meta(min_length=1, max_length=96, pattern=BOARD_PATTERN)]
Word = Annotated[str, Meta(min_length=1, max_length=32)]
Text = Annotated[str, Meta(max_length=512)]
DealText = Annotated[str, Meta(min_length=1, max_length=1024)]
Hash = Annotated[str, Meta(min_length=64, max_length=64)]

Channel = Annotated[int, Meta(ge=1, le=MAX_CHANNEL)]
Version = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Count = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Positive = Annotated[int, Meta(ge=1, le=MAX_INTEGER)]
Speed = Annotated[int, Meta(ge=1, le=MAX_SPEED)]
RowCount = Annotated[int, Meta(ge=1, le=MAX_ROWS)]
Uint32 = Annotated[int, Meta(ge=0, le=2**32 - 1)]

Words = Annotated[tuple[Word, ...], Meta(max_length=64)]
View = Annotated[tuple[Uint32, ...], Meta(min_length=1, max_length=MAX_SLOTS)]
Changes = Annotated[tuple[Uint32, ...], Meta(max_length=2 * MAX_SLOTS)]
Moves = Annotated[tuple[Word, ...], Meta(max_length=1024)]
Beats = Annotated[tuple[tuple[Channel, Version, Uint32], ...], Meta(max_length=MAX_CHANNEL)]
