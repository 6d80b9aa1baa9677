"""Verifying portable files, and saying what they prove."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final

from pasjans_protocol.portable import MAX_LINE_BYTES, NotVerified, Origin, Verified, verify
from pasjans_terminal.jsonline import json_line, ms_text

_STDIN: Final = "-"
_VERIFIED, _NOT_VERIFIED, _UNREADABLE = 0, 1, 2

_PROVED: Final = {
    Origin.SEED: "the deal from its seed, the seed from its commitment",
    Origin.COMMITMENT: "not yet the deal: its commitment stands, the seed is not told",
    Origin.GIVEN: "the deal was given, there is no seed",
}


def verify_files(files: Sequence[str], *, as_json: bool) -> int:
    """Verify each file, say what it proves, and give the exit code of the worst."""
    say = _say_json if as_json else _say_text
    return max(_verified(file, say) for file in files)


_Say = Callable[[str, "Verified | NotVerified | OSError"], None]


def _verified(file: str, say: _Say) -> int:
    try:
        with _opened(file) as stream:
            proved = verify(_lines(stream))
    except NotVerified as flaw:
        say(file, flaw)
        return _NOT_VERIFIED
    except OSError as error:
        say(file, error)
        return _UNREADABLE
    say(file, proved)
    return _VERIFIED


def _opened(file: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if file == _STDIN else Path(file).open("rb")


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    # A longer line is refused, and need not be held to be so.
    return iter(lambda: stream.readline(MAX_LINE_BYTES + 1), b"")


def _say_text(file: str, outcome: Verified | NotVerified | OSError) -> None:
    match outcome:
        case Verified():
            print(f"{file}: verified\n{_text(outcome)}")
        case NotVerified():
            print(f"{file}: not verified: {outcome.message}", file=sys.stderr)
        case OSError():
            print(f"{file}: cannot be read: {outcome.strerror}", file=sys.stderr)


def _say_json(file: str, outcome: Verified | NotVerified | OSError) -> None:
    fields: dict[str, object] = {"file": file, "verified": isinstance(outcome, Verified)}
    match outcome:
        case Verified():
            fields |= _fields(outcome)
        case NotVerified(line=line, version=version, message=message, code=code):
            fields |= {"error": message, "code": code, "line": line, "version": version}
        case OSError():
            fields |= {"error": f"cannot be read: {outcome.strerror}", "code": "unreadable"}
    print(json_line(fields))


def _text(proved: Verified) -> str:
    header = proved.header
    windows = "" if proved.windows is None else f"windows {proved.windows}, "
    counts = f"draws {proved.draws}, {windows}" if proved.draws else windows
    hints = f", hints {proved.hints}" if proved.hints else ""
    program = ", a program" if header.bot else ""
    return "\n".join(
        (
            f"  game    {header.game}, dealt {_utc(header.time_ms)} ({header.source})",
            f"  rules   {header.rules}, version {header.rules_version}",
            f"  deal    {header.deal}",
            f"  player  {header.player}{program}",
            f"  result  {proved.status}: moves {proved.moves}, {counts}undos {proved.undos}{hints}",
            f"  proved  {proved.events} events: hash chain, rules and checks;",
            f"          {_PROVED[proved.origin]}",
            f"  hash    {proved.hash}",
        )
    )


def _fields(proved: Verified) -> dict[str, object]:
    header = proved.header
    return {
        "game": header.game,
        "rules": header.rules,
        "rules_version": header.rules_version,
        "deal": header.deal,
        "deal_id": header.deal_id,
        "origin": proved.origin,
        "source": header.source,
        "player": header.player,
        "bot": header.bot,
        "status": proved.status,
        "moves": proved.moves,
        "windows": proved.windows,
        "undos": proved.undos,
        "hints": proved.hints,
        "draws": proved.draws,
        "events": proved.events,
        "dealt": ms_text(header.time_ms),
        "ended": ms_text(proved.ended_ms),
        "dealt_ms": header.time_ms,
        "ended_ms": proved.ended_ms,
        "hash": proved.hash,
    }


def _utc(time_ms: int) -> str:
    try:
        return datetime.fromtimestamp(time_ms // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (ValueError, OverflowError, OSError):
        return f"{time_ms} ms after 1970"
