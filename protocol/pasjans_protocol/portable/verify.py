"""Whether a portable file proves the game that it tells.

1. Each line is exactly what the format writes, and its hash that of the file up to it.
2. The deal is the one of the seed, and the seed the one of the commitment, where they are told.
3. Each event is allowed by the engine, and leads to the position that its check says.
4. The last line says what the game came to, its moves lead from the deal to the same layout, and
   nothing follows it.

Lines are looked at one by one, and the first that is not right is named.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NoReturn

from pasjans_engine.game import Game
from pasjans_engine.status import Status
from pasjans_protocol.portable import chain, proof
from pasjans_protocol.portable.form import EventLine, FirstLine, Header, LastLine, windows_of
from pasjans_protocol.portable.origin import Origin, origin_of
from pasjans_protocol.portable.refusal import Flaw, Flawed, NotVerified

_EVENT: Final = b'{"version":'
_LAST: Final = b'{"status":'


@dataclass(frozen=True, slots=True)
class Step:
    """The game after one event.

    Attributes:
        time_ms: when it happened, in ms since 1970, UTC.
        action: what happened, as `54@14` or `undo`; None for the deal.
        game: the game then; its version is the event's.
    """

    time_ms: int
    action: str | None
    game: Game


@dataclass(frozen=True, slots=True)
class Verified:
    """What a file proves.

    Attributes:
        header: whose game it is, and what was dealt.
        origin: what the file shows of where the deal comes from.
        status: how the game stands.
        moves: moves of the net line, without draws.
        windows: windows opened; None in games that have none.
        undos: how many times a move was taken back.
        hints: how many times a solver was asked for a hint.
        draws: cards drawn and piles turned over on the net line.
        events: number of events, the deal among them.
        ended_ms: time of the last event, in ms since 1970, UTC.
        hash: the last hash, which stands for the whole file.
    """

    header: Header
    origin: Origin
    status: Status
    moves: int
    windows: int | None
    undos: int
    hints: int
    draws: int
    events: int
    ended_ms: int
    hash: str


def verify(lines: Iterable[bytes], each: Callable[[Step], object] | None = None) -> Verified:
    """What a file proves.

    Args:
        lines: its lines, each with its line feed. Whoever reads them from somewhere need not
            read more than `MAX_LINE_BYTES` + 1 bytes of one.
        each: is called after each event, as soon as its line is verified; lines that come later
            may still be refused.

    Raises:
        NotVerified: it does not prove the game that it tells; names the first flaw.
    """
    verifier = _Verifier()
    for line, at_end in _with_end(lines):
        step = verifier.take(line, at_end=at_end)
        if step is not None and each is not None:
            each(step)
    return verifier.verified()


class _Verifier:
    """How far a file has been verified."""

    def __init__(self) -> None:
        self._number = 1
        self._place = "the first line"
        self._version: int | None = 1
        self._hash = chain.START
        self._header: FirstLine | None = None
        self._step: Step | None = None
        self._ended = False

    def take(self, line: bytes, *, at_end: bool) -> Step | None:
        """Verify the next line; what happened, unless it is the last line."""
        try:
            step = self._taken(line, at_end=at_end)
        except Flawed as flawed:
            self._refuse(flawed.code, flawed.message)
        self._number += 1
        return step

    def verified(self) -> Verified:
        """What was proved, when there are no more lines."""
        step, header = self._step, self._header
        if step is None or header is None:
            self._refuse(Flaw.INCOMPLETE, "there is none: the file is empty")
        game = step.game
        if not self._ended:
            self._at("the last line", None)
            message = f"it is missing: the file ends after event {game.version}"
            self._refuse(Flaw.INCOMPLETE, message)
        return Verified(
            header=header,
            origin=origin_of(header),
            status=game.status,
            moves=game.moves,
            windows=windows_of(game),
            undos=game.undos,
            hints=game.hints,
            draws=game.draws,
            events=game.version,
            ended_ms=step.time_ms,
            hash=self._hash.hex(),
        )

    def _taken(self, line: bytes, *, at_end: bool) -> Step | None:
        if self._ended:
            self._at("after the last line", None)
            raise Flawed(Flaw.SURPLUS, "there is more, and nothing belongs there")
        if self._step is None:
            self._step = self._dealt(line)
        elif line.startswith(_LAST) or (at_end and not _may_be_event(line)):
            self._end(line, self._step.game)
            return None
        else:
            self._step = self._event(line, self._step.game)
        return self._step

    def _dealt(self, line: bytes) -> Step:
        told, body, own = proof.parsed(FirstLine, line)
        self._follow(body, own)
        game = proof.prove_deal(told)
        self._header = told
        return Step(told.time_ms, None, game)

    def _event(self, line: bytes, game: Game) -> Step:
        version = game.version + 1
        self._at(f"event {version}", version)
        told, body, own = proof.parsed(EventLine, line)
        if told.version != version:
            raise Flawed(Flaw.ORDER, f"the line of event {told.version} stands in its place")
        self._at(f"event {version} ({told.event})", version)
        self._follow(body, own)
        return Step(told.time_ms, told.event, proof.prove_event(told, game))

    def _end(self, line: bytes, game: Game) -> None:
        self._at("the last line", None)
        told, body, own = proof.parsed(LastLine, line)
        self._follow(body, own)
        proof.prove_result(told, game)
        if self._header is not None and self._header.seed is not None and not game.over:
            raise Flawed(Flaw.RESULT, "the game is not over, and its seed is told all the same")
        self._ended = True

    def _at(self, place: str, version: int | None) -> None:
        self._place, self._version = place, version

    def _follow(self, body: bytes, own: bytes) -> None:
        proof.prove_chain(self._hash, body, own)
        self._hash = own

    def _refuse(self, code: Flaw, message: str) -> NoReturn:
        raise NotVerified(self._number, self._version, f"{self._place}: {message}", code)


def _with_end(lines: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Each line, and whether no other follows it."""
    before: bytes | None = None
    for line in lines:
        if before is not None:
            yield before, False
        before = line
    if before is not None:
        yield before, True


def _may_be_event(line: bytes) -> bool:
    """Whether the end of a file is an event, or what is left of one."""
    return line.startswith(_EVENT) or _EVENT.startswith(line)
