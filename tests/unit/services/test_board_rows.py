from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_services.leaderboard.rows import (
    MAX_DRAWS,
    MAX_MOVES,
    MAX_RULES_VERSION,
    MAX_TIME_MS,
    MAX_UNDOS,
    MAX_WINDOWS,
    Kind,
    NotARow,
    Row,
    fewer_moves_than,
    member,
    of_game,
    of_player,
    parse_member,
)
from support.rows import DEAL_ID, rows

ROW = Row(38, 0, 3, 2, 0x010203040506, "Gq7pX2mV9bTc", "p4tW8sLzQx1B", DEAL_ID, 1)
WITH_DRAWS = Row(38, 0x0A0B, 3, 2, 0x010203040506, "Gq7pX2mV9bTc", "p4tW8sLzQx1B", DEAL_ID, 1)
TAIL = b"n\xd0\xd1\x1cC\xcb@\x11\x0c\x85\0\x01"


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (
            Kind.RANKED,
            b"r\0\0\0\x26\x03\0\0\0\x02\1\2\3\4\5\6Gq7pX2mV9bTc\0p4tW8sLzQx1B" + TAIL,
        ),
        (
            Kind.BY_PLAYER,
            b"pp4tW8sLzQx1B\0\0\0\0\x26\x03\0\0\0\x02\1\2\3\4\5\6Gq7pX2mV9bTc" + TAIL,
        ),
        (
            Kind.BY_GAME,
            b"gGq7pX2mV9bTc\0\0\0\0\x26\x03\0\0\0\x02\1\2\3\4\5\6p4tW8sLzQx1B" + TAIL,
        ),
    ],
)
def test_a_row_has_bytes_that_never_change(kind: Kind, data: bytes) -> None:
    assert member(kind, ROW) == data
    assert parse_member(data) == (kind, ROW)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (
            Kind.RANKED,
            b"r\0\0\0\x26\xff\0\0\x0a\x0b\x03\0\0\0\x02\1\2\3\4\5\6Gq7pX2mV9bTc\0p4tW8sLzQx1B",
        ),
        (
            Kind.BY_PLAYER,
            b"pp4tW8sLzQx1B\0\0\0\0\x26\xff\0\0\x0a\x0b\x03\0\0\0\x02\1\2\3\4\5\6Gq7pX2mV9bTc",
        ),
        (
            Kind.BY_GAME,
            b"gGq7pX2mV9bTc\0\0\0\0\x26\xff\0\0\x0a\x0b\x03\0\0\0\x02\1\2\3\4\5\6p4tW8sLzQx1B",
        ),
    ],
)
def test_draws_come_after_the_moves(kind: Kind, data: bytes) -> None:
    assert member(kind, WITH_DRAWS) == data + TAIL
    assert parse_member(data + TAIL) == (kind, WITH_DRAWS)


@pytest.mark.slow
@given(rows, rows)
def test_members_are_in_the_order_of_their_numbers(row: Row, other: Row) -> None:
    def numbers(row: Row) -> tuple[int, ...]:
        return row.moves, row.draws, row.windows, row.undos, row.finished_ms

    if numbers(row) != numbers(other):
        below = member(Kind.RANKED, row) < member(Kind.RANKED, other)
        assert below == (numbers(row) < numbers(other))


@pytest.mark.slow
@given(rows, st.sampled_from(Kind))
def test_every_row_comes_back(row: Row, kind: Kind) -> None:
    assert parse_member(member(kind, row)) == (kind, row)


@pytest.mark.slow
@given(rows, rows)
def test_a_player_s_and_a_game_s_members_are_between_their_bounds(row: Row, other: Row) -> None:
    for kind, bounds, same in (
        (Kind.BY_PLAYER, of_player(row.player), other.player == row.player),
        (Kind.BY_GAME, of_game(row.game), other.game == row.game),
    ):
        low, high = bounds
        assert low <= member(kind, row) < high
        assert (low <= member(kind, other) < high) == same


@pytest.mark.slow
@given(rows, rows)
def test_what_has_fewer_moves_is_below_a_row_s_mark(row: Row, other: Row) -> None:
    below = member(Kind.RANKED, other) < fewer_moves_than(row)
    assert below == (other.moves < row.moves)


def test_kinds_do_not_mix() -> None:
    ordered = sorted(member(kind, ROW) for kind in Kind)
    assert [data[:1] for data in ordered] == [b"g", b"p", b"r"]
    for kind in Kind:
        assert kind.value < member(kind, ROW) < kind.end


@pytest.mark.parametrize(
    "change",
    [
        {"moves": -1},
        {"moves": MAX_MOVES + 1},
        {"draws": -1},
        {"draws": MAX_DRAWS + 1},
        {"windows": MAX_WINDOWS + 1},
        {"undos": MAX_UNDOS + 1},
        {"finished_ms": MAX_TIME_MS + 1},
        {"finished_ms": -1},
        {"rules_version": MAX_RULES_VERSION + 1},
        {"deal_id": "n3inchcdzn"},
        {"deal_id": "N3INCHCDZNABCDEF"},
        {"game": ""},
        {"game": "a\0b"},
        {"game": "x" * 65},
        {"player": "żółw"},
        {"player": "a b"},
    ],
)
def test_what_no_row_can_say_is_refused(change: dict[str, Any]) -> None:
    fields = {name: getattr(ROW, name) for name in Row.__slots__}
    with pytest.raises(NotARow):
        Row(**(fields | change))


@pytest.mark.slow
@given(st.one_of(st.binary(max_size=60), rows.map(lambda row: member(Kind.RANKED, row)[:-1])))
def test_bytes_that_are_no_row_are_refused_and_others_are_exact(data: bytes) -> None:
    try:
        kind, row = parse_member(data)
    except NotARow:
        return
    assert member(kind, row) == data
