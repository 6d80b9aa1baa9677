"""The golden corpus: games as each released version stored, sent and exported them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pasjans_engine.game import Event, Game, evolve
from pasjans_protocol.codec import CLIENT_CODECS, Frame
from pasjans_protocol.messages import ServerMessage
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.records import Header, decode

FOLDER = Path(__file__).parents[1] / "data" / "golden"


@dataclass(frozen=True, slots=True)
class Log:
    """One game as a version stored it.

    Attributes:
        name: Its name in the corpus, and its game id.
        rules: Id of the rules.
        status: How it stands at the end.
        moves: Length of the net line.
        windows: Windows opened; None of games that have none.
        undos: How many times a move was taken back.
        version: Number of events.
        stored: The records with their times.
        checks: The check after each event, as it was sent then.
        archive: The compacted log; None of a game in progress.
        snapshot: The last snapshot made on the way; None of a short game.
        hints: How often a solver was asked; earlier versions had no hints.
        draws: Draws and redeals of the net line; earlier versions had no cards.
    """

    name: str
    rules: str
    status: str
    moves: int
    windows: int | None
    undos: int
    version: int
    stored: tuple[Stored, ...]
    checks: tuple[int, ...]
    archive: bytes | None
    snapshot: bytes | None
    hints: int = 0
    draws: int = 0

    @property
    def header(self) -> Header:
        """What the first record says."""
        header = decode(self.stored[0].record)
        assert isinstance(header, Header)
        return header

    @property
    def events(self) -> tuple[Event, ...]:
        """What the records after the first say."""
        decoded = [decode(entry.record) for entry in self.stored[1:]]
        return tuple(event for event in decoded if not isinstance(event, Header))

    def games(self) -> Iterator[Game]:
        """The game after each event."""
        game = evolve(None, self.header.event)
        yield game
        for event in self.events:
            game = evolve(game, event)
            yield game


@dataclass(frozen=True, slots=True)
class Frames:
    """The frames that a version sent of one game, from its first snapshot to its end.

    Attributes:
        name: The game's name in the corpus.
        subprotocol: The encoding.
        frames: The frames, in order.
    """

    name: str
    subprotocol: Subprotocol
    frames: tuple[Frame, ...]

    @property
    def messages(self) -> list[ServerMessage]:
        """What the present client reads in them."""
        codec = CLIENT_CODECS[self.subprotocol]
        return [codec.decode(frame) for frame in self.frames]


def versions() -> list[str]:
    """The versions in the corpus."""
    return sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())


def logs(folder: Path) -> dict[str, Log]:
    """The logs of a version's folder by name."""
    found: dict[str, Log] = {}
    for line in (folder / "logs.jsonl").read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        records = [bytes.fromhex(record) for record in fields.pop("records")]
        times = fields.pop("times_ms")
        fields["stored"] = tuple(
            Stored(version, time_ms, record)
            for version, (time_ms, record) in enumerate(zip(times, records, strict=True), start=1)
        )
        fields["checks"] = tuple(fields["checks"])
        for blob in ("archive", "snapshot"):
            fields[blob] = None if fields[blob] is None else bytes.fromhex(fields[blob])
        found[fields["name"]] = Log(**fields)
    return found


def frames(folder: Path) -> list[Frames]:
    """The frames of a version's folder."""
    found: list[Frames] = []
    for line in (folder / "frames.jsonl").read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        subprotocol = Subprotocol(fields["subprotocol"])
        sent: list[str] = fields["frames"]
        binary = subprotocol is Subprotocol.MSGPACK
        decoded = tuple(bytes.fromhex(frame) if binary else frame for frame in sent)
        found.append(Frames(fields["name"], subprotocol, decoded))
    return found


def portables(folder: Path) -> list[Path]:
    """The portable files of a version's folder; the first version had none."""
    return sorted(folder.glob("*.pasjans"))
