"""The ordinary player in plain Python, by the rules' own moves, for tests to compare with."""

from collections.abc import Iterator

from pasjans_engine.queens.layout import DRAW, NONE, REDEAL, Move, Place, Position, Put
from pasjans_engine.queens.moves import puts_to_columns, puts_to_houses, run_length
from pasjans_engine.queens.policy.attention import (
    EMPTY_PERCENT,
    HOUSE_PERCENT,
    KING_PERCENT,
    LOOKS,
    PASSES,
    RUN_PERCENT,
    WASTE_PERCENT,
    Attention,
)
from pasjans_engine.queens.rules import QueensRules


def line(rules: QueensRules, position: Position, play_out: int) -> tuple[Move, ...]:
    """The moves of one play-out, up to its end."""
    attention = Attention(play_out)
    moves: list[Move] = []
    looks = 0
    while not rules.solved(position) and looks <= _patience(position):
        late = looks >= _pass_length(position) or _turn(rules, position) is None
        seen = _useful(rules, position, late=late)
        move: Move | None = next((put for put, often in seen if attention.notices(often)), None)
        looks = looks + 1 if move is None else 0
        move = move or _turn(rules, position)
        if move is not None:
            moves.append(move)
            position = rules.play(position, move)
    return tuple(moves)


def _patience(position: Position) -> int:
    return max(PASSES * _pass_length(position), LOOKS)


def _pass_length(position: Position) -> int:
    """The draws of a whole pass, and the redeal."""
    return len(position.stock) + len(position.waste) + 1


def _turn(rules: QueensRules, position: Position) -> Move | None:
    if position.stock:
        return DRAW
    return REDEAL if position.waste and rules.has_redeal(position) else None


def _useful(rules: QueensRules, position: Position, *, late: bool) -> Iterator[tuple[Put, int]]:
    """Each move that the player may make, and how often it is noticed."""
    tables = rules.tables
    for put in puts_to_houses(tables, position):
        king = position.houses[put.target.index] == NONE
        yield put, KING_PERCENT if king else HOUSE_PERCENT
    puts = tuple(puts_to_columns(tables, position))
    joins = [put for put in puts if position.columns[put.target.index]]
    for put in joins:
        if put.source.place is Place.COLUMN and _is_whole(rules, position, put):
            yield put, RUN_PERCENT
    for put in joins:
        if put.source.place is Place.WASTE:
            yield put, WASTE_PERCENT
    if not late or b"" not in position.columns:
        return
    empty = position.columns.index(b"")
    for put in puts:
        if (
            put.target.index == empty
            and put.source.place is Place.COLUMN
            and _is_whole(rules, position, put)
            and put.count < len(position.columns[put.source.index])
        ):
            yield put, EMPTY_PERCENT


def _is_whole(rules: QueensRules, position: Position, put: Put) -> bool:
    return put.count == run_length(rules.tables, position.columns[put.source.index])
