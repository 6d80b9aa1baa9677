import itertools
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_engine.game import Event, Hinted, Play, Played, Undone
from pasjans_engine.notation import parse_command
from pasjans_engine.queens.layout import DRAW, REDEAL
from pasjans_engine.rules import rules_named
from pasjans_engine.shuffle import commitment
from pasjans_services.eventstore.archive import UnreadableArchive, pack, unpack
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.moves import MOVED, PILES, move_of
from pasjans_services.eventstore.records import Header, encode_dealt, encode_event
from support import cards, solves

ORACLES = Path(__file__).parents[2] / "data" / "oracles"
SEED = sha256(b"a seed").digest()
# The narrated game as the first release packed it.
FORMAT_1 = (
    "01002780d0c4cfa234f1bb01e0840286608257f5a601d448ce36cabc01a2d001dd6fb5f801fa8502e1a9"
    "018ca701fd42b40ad136b1cc01a3e00180fc01ecd301c30ebc6f98bd0196bb01dc6fb2c0018f7fb5c301"
    "e7bb01e3e0018f4ff81ac31ba44bbbc001d1f30184f301fe4d98a77275737369616e01c3c3c4208f44d5"
    "09e0492acec4fc109a030a5c751f063fb743cc388f0ed722bacc3bc66caa6b336a35683267316630ac64"
    "47567a6448427359586c6ca672616e646f6d00bc024c019b02dd01e502c001ab02fa010e021f014a0199"
    "020b02860050023c013100fa0064003102a300ee1010015f0183012501160082020200d7006c017c00bf"
    "0148006a00350111"
)
START_MS = 1_796_000_000_000
ALL_NUMBERS = itertools.product(range(len(PILES)), range(1, 14), range(len(PILES)))


def header(**changes: Any) -> Header:
    rules = rules_named("russian")
    known: dict[str, Any] = {
        "rules": rules.id,
        "rules_version": rules.version,
        "deal": rules.deal(SEED),
        "commitment": commitment(SEED),
        "seed": SEED.hex(),
        "deal_id": "k3j5h2g1f0",
        "player": "dGVzdHBsYXll",
        "source": "random",
        "bot": False,
    }
    return Header(**(known | changes))


def schema_1(record: bytes) -> bytes:
    """A first record as the first release wrote it."""
    return msgspec.msgpack.encode([1, *msgspec.msgpack.decode(record)[1:-1]])


def narrated_game() -> list[bytes]:
    game = json.loads((ORACLES / "walkthrough-russian.json").read_text())
    rules = rules_named("russian")
    records = [encode_dealt(header())]
    for text in f"{game['moves']} {game['a_finish']}".split():
        command = parse_command(rules, text)
        assert isinstance(command, Play)
        records.append(encode_event(Played(command.move)))
    return records


def log_of(records: list[bytes]) -> tuple[Stored, ...]:
    """Records with a person's times: 1 to 33 s for a move, none like another."""
    log: list[Stored] = []
    time_ms = START_MS
    for version, record in enumerate(records, start=1):
        log.append(Stored(version, time_ms, record))
        time_ms += 1_000 + int.from_bytes(sha256(version.to_bytes(2)).digest()[:2]) // 2
    return tuple(log)


def test_a_whole_game_takes_less_than_300_bytes() -> None:
    records = narrated_game()
    log = log_of(records)
    blob = pack(log)
    assert unpack(blob) == log
    assert len(records) == 39
    assert len(blob) < 300


@pytest.mark.parametrize("rules", cards.SOLVED)
def test_a_solved_game_of_cards_takes_less_than_five_bytes_an_event(rules: str) -> None:
    log = log_of([entry.record for entry in solves.queens_log(rules, detours=2)])
    blob = pack(log)
    assert unpack(blob) == log
    assert len(blob) < 5 * len(log)


def test_every_move_of_cards_and_every_word_is_packed() -> None:
    moves = [move_of(MOVED, [source, count, target]) for source, count, target in ALL_NUMBERS]
    events = [Played(move) for move in moves if move is not None]
    words: list[Event] = [Hinted(), Undone(), Played(DRAW), Played(REDEAL)]
    records = [*map(encode_event, events), *map(encode_event, words)]
    log = tuple(Stored(version, 0, record) for version, record in enumerate(records, start=1))
    assert len(events) == 864
    assert unpack(pack(log)) == log
    assert len(pack(log)) < 3.1 * len(log)


def test_the_seed_decides_the_deal_and_the_commitment() -> None:
    whole = len(pack(log_of([encode_dealt(header())])))
    given = len(pack(log_of([encode_dealt(header(seed=None))])))
    assert whole < given


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": None, "commitment": None, "source": "given"},
        {"deal": "another deal than the seed's"},
        {"commitment": "00" * 32},
        {"seed": SEED.hex().upper()},
        {"seed": "not hexadecimal"},
        {"seed": "00"},
        {"rules": "rules of tomorrow"},
        {"rules_version": 2},
        {"player": "Дамы кувырком"},
    ],
)
def test_any_header_comes_back(changes: dict[str, Any]) -> None:
    log = log_of([encode_dealt(header(**changes)), encode_event(Undone())])
    assert unpack(pack(log)) == log


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(
            st.integers(0, 2**41),
            st.one_of(st.binary(max_size=40), st.sampled_from(narrated_game())),
        ),
        min_size=1,
        max_size=60,
    )
)
def test_any_log_comes_back(entries: list[tuple[int, bytes]]) -> None:
    log = tuple(Stored(version, *entry) for version, entry in enumerate(entries, start=1))
    assert unpack(pack(log)) == log


def test_records_of_tomorrow_are_deflated() -> None:
    records = [msgspec.msgpack.encode((2, 7, f"c{n % 8}*3>c{n % 5}")) for n in range(300)]
    blob = pack(log_of(records))
    assert len(blob) < sum(map(len, records)) / 2
    assert unpack(blob) == log_of(records)


def test_a_blob_of_format_1_is_read_for_ever() -> None:
    first, *rest = narrated_game()
    assert unpack(bytes.fromhex(FORMAT_1)) == log_of([schema_1(first), *rest])


def test_a_header_of_schema_1_stays_one() -> None:
    first, *rest = narrated_game()
    log = log_of([schema_1(first), *rest])
    assert unpack(pack(log)) == log
    assert len(pack(log)) < 300


@pytest.mark.parametrize("log", [(), (Stored(2, 0, b""),), (Stored(1, 0, b""), Stored(3, 0, b""))])
def test_a_log_with_gaps_is_not_packed(log: tuple[Stored, ...]) -> None:
    with pytest.raises(ValueError, match="whole log"):
        pack(log)


@pytest.mark.parametrize("blob", [b"", b"\x00", b"\x04", b"\x04\x00\x01\x00\x10"])
def test_a_newer_format_is_refused_with_what_to_do(blob: bytes) -> None:
    with pytest.raises(UnreadableArchive, match="run the version that wrote it"):
        unpack(blob)


def test_a_damaged_blob_is_refused() -> None:
    blob = pack(log_of(narrated_game()))
    for length in range(1, len(blob)):
        with pytest.raises(UnreadableArchive):
            unpack(blob[:length])
    with pytest.raises(UnreadableArchive):
        unpack(blob + b"\x10")
