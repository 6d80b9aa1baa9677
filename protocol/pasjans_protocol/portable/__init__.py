"""A game as a file that proves itself: JSON lines, chained by hashes, replayed by the engine.

    form      the three kinds of line, and their bounds
    chain     the hash at the end of each line
    origin    what a file can show of where its deal comes from
    proof     what each kind of line has to prove
    write     the lines of a game
    verify    whether a file is one that was written so, and what it then says

`docs/portable.md` describes the format for programs in any language.
"""

from pasjans_protocol.portable.chain import hash_of
from pasjans_protocol.portable.form import (
    FORMAT,
    MAX_EVENTS,
    MAX_LINE_BYTES,
    Header,
    windows_of,
)
from pasjans_protocol.portable.origin import Origin
from pasjans_protocol.portable.refusal import Flaw, NotVerified
from pasjans_protocol.portable.verify import Step, Verified, verify
from pasjans_protocol.portable.write import lines

__all__ = [
    "FORMAT",
    "MAX_EVENTS",
    "MAX_LINE_BYTES",
    "Flaw",
    "Header",
    "NotVerified",
    "Origin",
    "Step",
    "Verified",
    "hash_of",
    "lines",
    "verify",
    "windows_of",
]
