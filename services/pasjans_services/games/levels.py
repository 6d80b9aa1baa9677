"""Deals that are known to be easy, medium or hard, from a catalogue.

`pasjans levels build` makes catalogues; docs/levels.md says what is in them. One comes with the
program: whoever has the program can read it. A server whose players compete has one of its own, and
keeps it secret.
"""

import gzip
import secrets
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from pasjans_engine.errors import Invalid
from pasjans_engine.queens.levels import Level
from pasjans_engine.rules import Rules
from pasjans_engine.shuffle import parse_seed

SHIPPED: Final = "levels.jsonl.gz"
_GZIP: Final = b"\x1f\x8b"

_Seeds: TypeAlias = Mapping[tuple[str, Level], Sequence[bytes]]


class Entry(msgspec.Struct, frozen=True):
    """A deal of a catalogue, as far as a server needs it.

    Attributes:
        rules: Id of the rules.
        level: How hard it is.
        seed: The deal's, 64 hexadecimal digits.
    """

    rules: str
    level: Level
    seed: str


_DECODER: Final = msgspec.json.Decoder(Entry)


class Levels:
    """The deals of each level.

    Args:
        seeds: Their seeds, by the id of the rules and the level.
    """

    def __init__(self, seeds: _Seeds) -> None:
        self._seeds = seeds

    @classmethod
    def open(cls, path: Path | None) -> "Levels":
        """The levels of a catalogue, as text or compressed with gzip.

        Args:
            path: The file; None for the catalogue that comes with the program.

        Raises:
            ValueError: When the file cannot be read, or is not a catalogue.
        """
        if path is None:
            return _shipped()
        try:
            content = path.read_bytes()
        except OSError as error:
            raise ValueError(f"{path}: cannot be read ({error.strerror})") from error
        return cls(_read(path.name, content))

    def seed_for(self, rules: Rules, level: Level) -> bytes | None:
        """The seed of one of the deals, by the system's randomness; None when there is none."""
        seeds = self._seeds.get((rules.id, level), ())
        return secrets.choice(seeds) if seeds else None


@cache
def _shipped() -> Levels:
    package = files("pasjans_services.games")
    return Levels(_read(SHIPPED, package.joinpath(SHIPPED).read_bytes()))


def _read(name: str, content: bytes) -> _Seeds:
    try:
        text = gzip.decompress(content) if content.startswith(_GZIP) else content
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{name}: cannot be decompressed ({error})") from error
    seeds: defaultdict[tuple[str, Level], list[bytes]] = defaultdict(list)
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            entry = _DECODER.decode(line)
            seeds[entry.rules, entry.level].append(parse_seed(entry.seed))
        except (msgspec.DecodeError, Invalid) as error:
            message = f"{name}, line {number}: not a deal of a catalogue"
            raise ValueError(f"{message} ({error})") from error
    return dict(seeds)
