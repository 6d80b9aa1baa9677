"""Makes the golden corpus of a new version, from the games of the oldest one and some of cards.

    cd tests && python -m support.golden 0.3.0

The moves and times of dominoes are those of the oldest version in the corpus, so that solved games
are among them; the records, archives, snapshots, frames and portable files are what the present
code makes.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from pasjans_engine.game import Event, Game, decide, evolve, legal
from pasjans_engine.notation import parse_command
from pasjans_engine.view import View, check, diff, view
from pasjans_protocol import portable
from pasjans_protocol.codec import SERVER_CODECS
from pasjans_protocol.messages import (
    Finished,
    GuidedDelta,
    Role,
    ServerMessage,
    Snapshot,
    SnapshotReason,
)
from pasjans_services.eventstore.archive import pack
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.records import Header, encode_dealt, encode_event
from pasjans_services.eventstore.snapshots import freeze
from support import cards, corpus, solves

SNAPSHOT_EVERY = 64
IN_PROGRESS_EVENTS = 40
BEGAN_MS = 1_796_100_000_000
WATCHED = 3
"""Frames are kept of every third game."""

Told = tuple[str, Header, list[tuple[int, Event]], int]
"""A game's name, its header, its events with their times, and when it was dealt."""


def make(folder: Path) -> None:
    """Write the corpus of the present code into a new folder.

    Raises:
        FileExistsError: the folder is there: a corpus, once made, is never changed.
    """
    folder.mkdir(parents=True)
    told = list(_told())
    _write_lines(folder / "logs.jsonl", (_log(*game) for game in told))
    watched = [one for number, one in enumerate(told) if number % WATCHED == 0 or _is_shown(one)]
    _write_lines(folder / "frames.jsonl", (sent for game in watched for sent in _frames(*game)))
    for name, header, events, dealt_ms in told:
        lines = portable.lines(_portable_header(name, header, events, dealt_ms), events)
        (folder / f"{name}.pasjans").write_bytes(b"".join(lines))


def _told() -> Iterator[Told]:
    oldest = corpus.logs(corpus.FOLDER / corpus.versions()[0])
    for number, (name, log) in enumerate(oldest.items()):
        named = replace(log.header, deal_id=log.header.name_of_deal)
        header = replace(named, bot=number % 4 == 1)
        times = [entry.time_ms for entry in log.stored]
        events = list(zip(times[1:], log.events, strict=True))
        yield name, header, events, times[0]
        if number % 4 == 2:
            yield f"{name}-playing", header, events[:IN_PROGRESS_EVENTS], times[0]
    yield from _told_of_cards()


def _told_of_cards() -> Iterator[Told]:
    """Solved ones, one with hints, one that was given up, and one in progress, which was given."""
    for rules, known in cards.SOLVED.items():
        dealt = solves.dealt_header(rules, known.seed)
        given = solves.header(rules, known.deal, bot=True)
        ways = ("hint", "draw", "draw", "undo", "redo", "undo", "undo", "hint")
        yield _cards(f"{rules}-solved", dealt, known.actions)
        yield _cards(f"{rules}-assisted", dealt, (*ways, *known.actions))
        yield _cards(f"{rules}-resigned", given, (*known.actions[:-9], "resign"))
        yield _cards(f"{rules}-playing", given, known.actions[: 2 * IN_PROGRESS_EVENTS])


def _cards(name: str, header: Header, actions: Sequence[str]) -> Told:
    """A game whose pauses are those of a person."""
    game, time_ms, events = evolve(None, header.event), BEGAN_MS, list[tuple[int, Event]]()
    for number, action in enumerate(actions):
        (event,) = decide(game, parse_command(game.rules, action))
        game, time_ms = evolve(game, event), time_ms + 900 + 37 * (number**2 % 211)
        events.append((time_ms, event))
    return name, header, events, BEGAN_MS


def _is_shown(told: Told) -> bool:
    """Whether a game has messages that the others do not have."""
    return told[0] == "queens-assisted"


def _games(header: Header, events: list[tuple[int, Event]]) -> Iterator[Game]:
    game = evolve(None, header.event)
    yield game
    for _, event in events:
        game = evolve(game, event)
        yield game


def _log(
    name: str, header: Header, events: list[tuple[int, Event]], dealt_ms: int
) -> dict[str, Any]:
    stored = [Stored(1, dealt_ms, encode_dealt(header))]
    for version, (time_ms, event) in enumerate(events, start=2):
        stored.append(Stored(version, time_ms, encode_event(event)))
    games = list(_games(header, events))
    last = games[-1]
    frozen = [game for game in games if game.version % SNAPSHOT_EVERY == 0 and not game.over]
    return {
        "name": name,
        "rules": header.rules,
        "status": last.status.value,
        "moves": last.moves,
        "windows": portable.windows_of(last),
        "undos": last.undos,
        "hints": last.hints,
        "draws": last.draws,
        "version": last.version,
        "records": [entry.record.hex() for entry in stored],
        "times_ms": [entry.time_ms for entry in stored],
        "checks": [check(view(game)) for game in games],
        "archive": pack(stored).hex() if last.over else None,
        "snapshot": freeze(header, frozen[-1]).hex() if frozen else None,
    }


def _frames(
    name: str, header: Header, events: list[tuple[int, Event]], _: int
) -> Iterator[dict[str, Any]]:
    messages = list(_messages(name, header, list(_games(header, events))))
    for subprotocol, codec in SERVER_CODECS.items():
        encoded = [codec.encode(message) for message in messages]
        frames = [frame.hex() if isinstance(frame, bytes) else frame for frame in encoded]
        yield {"name": name, "subprotocol": str(subprotocol), "frames": frames}


def _messages(name: str, header: Header, games: list[Game]) -> Iterator[ServerMessage]:
    first, last = games[0], games[-1]
    seen: View = view(first)
    yield Snapshot(
        id="a1",
        channel=1,
        game=name,
        role=Role.PLAYER,
        reason=SnapshotReason.CREATED,
        rules=header.rules,
        rules_version=header.rules_version,
        deal_id=header.deal_id,
        commitment=header.commitment,
        player=header.player,
        name=None,
        version=1,
        view=seen,
        check=check(seen),
        watching=1,
        legal=legal(first),
    )
    for game in islice(games, 1, None):
        now = view(game)
        yield GuidedDelta(1, game.version - 1, diff(seen, now), check(now), legal(game))
        seen = now
    if last.over:
        status = last.status.value
        windows = portable.windows_of(last) or 0
        yield Finished(1, last.version, status, last.moves, windows, header.seed, last.draws)


def _portable_header(
    name: str, header: Header, events: list[tuple[int, Event]], dealt_ms: int
) -> portable.Header:
    *_, last = _games(header, events)
    return portable.Header(
        game=name,
        rules=header.rules,
        rules_version=header.rules_version,
        deal=header.deal,
        deal_id=header.deal_id,
        commitment=header.commitment,
        seed=header.seed if last.over else None,
        player=header.player,
        bot=header.bot,
        source=header.source,
        time_ms=dealt_ms,
    )


def _write_lines(file: Path, lines: Iterable[dict[str, Any]]) -> None:
    texts = (json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    file.write_text("".join(texts), encoding="utf-8")


def _main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m support.golden VERSION")
    folder = corpus.FOLDER / sys.argv[1]
    try:
        make(folder)
    except FileExistsError:
        sys.exit(f"{folder} is there, and a corpus is never changed: name a new version")
    print(f"wrote {folder}")


if __name__ == "__main__":
    _main()
