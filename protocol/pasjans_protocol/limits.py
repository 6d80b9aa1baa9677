"""Bounds of what goes over the wire, as constants and as annotated types.

The decoders enforce the annotations. Every integer stays below 2^53, so that a JavaScript number
holds it.
"""

from typing import Annotated, Final

from msgspec import Meta

MAX_FRAME_BYTES: Final = 16_384
"""The largest frame that a client may send."""

MAX_NESTING: Final = 64
"""How deep arrays and maps may lie in each other in a frame; messages need three levels."""

MAX_CHANNEL: Final = 127
"""The highest channel: the last integer that is one byte in MessagePack."""

MAX_INTEGER: Final = 2**53 - 1

MAX_SLOTS: Final = 255
"""The most slots that a view may have."""

MAX_ID_CHARS: Final = 64

Id = Annotated[str, Meta(min_length=1, max_length=MAX_ID_CHARS)]
# A game's id is part of the store's keys. The lookahead refuses a trailing line feed, before
# which Python's `$` would match.
GameId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^(?![\s\S]*[^0-9A-Za-z_-])")]
Word = Annotated[str, Meta(min_length=1, max_length=32)]
Text = Annotated[str, Meta(max_length=512)]
DealText = Annotated[str, Meta(min_length=1, max_length=1024)]
Hash = Annotated[str, Meta(min_length=64, max_length=64)]

Channel = Annotated[int, Meta(ge=1, le=MAX_CHANNEL)]
Version = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Count = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Positive = Annotated[int, Meta(ge=1, le=MAX_INTEGER)]
Uint32 = Annotated[int, Meta(ge=0, le=2**32 - 1)]

Words = Annotated[tuple[Word, ...], Meta(max_length=64)]
View = Annotated[tuple[Uint32, ...], Meta(min_length=1, max_length=MAX_SLOTS)]
Changes = Annotated[tuple[Uint32, ...], Meta(max_length=2 * MAX_SLOTS)]
Moves = Annotated[tuple[Word, ...], Meta(max_length=1024)]
Beats = Annotated[tuple[tuple[Channel, Version, Uint32], ...], Meta(max_length=MAX_CHANNEL)]
