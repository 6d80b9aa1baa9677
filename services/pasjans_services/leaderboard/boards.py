"""Boards over listings: rows come and go, and each has its place, in the order of the bytes."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pasjans_services.eventstore.listings import Listings
from pasjans_services.leaderboard.ids import Board, Scope
from pasjans_services.leaderboard.rows import (
    Kind,
    NotARow,
    Row,
    fewer_moves_than,
    member,
    of_game,
    of_player,
    parse_member,
    parse_row,
)
from pasjans_services.leaderboard.seek import member_at
from pasjans_services.web.cursors import cursor_of, place_of

LOW: Final = Kind.RANKED.value
HIGH: Final = Kind.RANKED.end
_ON_EVERYTHING: Final = tuple(Kind)
_ON_OTHERS: Final = (Kind.BY_PLAYER, Kind.RANKED)


@dataclass(frozen=True, slots=True)
class Placed:
    """A row and where it stands.

    Attributes:
        rank: 1 more than there are rows with fewer moves; rows of equal moves have equal rank.
        place: Where it is in the order of all rows, from 1.
        row: The row.
    """

    rank: int
    place: int
    row: Row


class Boards:
    """See the module. Each method raises StoreUnavailable when the store cannot be reached.

    Args:
        listings: Where the boards are.
    """

    def __init__(self, listings: Listings) -> None:
        self._listings = listings

    # Rows come and go

    async def add(self, board: Board, row: Row, instead_of: Sequence[Row] = ()) -> bool:
        """Put a row on a board, in one atomic step; whether that changed anything.

        Args:
            board: The board.
            row: What stands there afterwards.
            instead_of: Rows that are taken away in the same step.
        """
        gone = [one for old in instead_of for one in members_on(board, old)]
        return await self._listings.change(board.key, add=members_on(board, row), remove=gone) > 0

    async def remove(self, board: Board, rows: Sequence[Row]) -> bool:
        """Take rows off a board, in one atomic step; whether that changed anything."""
        gone = [one for row in rows for one in members_on(board, row)]
        return bool(gone) and await self._listings.change(board.key, remove=gone) > 0

    # Looking up

    async def size(self, board: Board) -> int:
        """How many rows a board has."""
        return await self._listings.count(board.key, low=LOW, high=HIGH)

    async def rows_of_game(self, board: Board, game: str) -> tuple[Row, ...]:
        """The rows that a game has on the board of everything: one, or none.

        More than one only while two versions of its log are applied at once.
        """
        low, high = of_game(game)
        found = await self._listings.slice(board.everything.key, low=low, high=high, most=16)
        return tuple(map(parse_row, found))

    async def best_of(self, board: Board, player: str) -> Placed | None:
        """The best row of a player; None when there is none."""
        low, high = of_player(player)
        found = await self._listings.slice(board.key, low=low, high=high, most=1)
        return await self.place(board, parse_row(found[0])) if found else None

    async def solves_of(self, board: Board, player: str) -> int:
        """How many rows a player has."""
        low, high = of_player(player)
        return await self._listings.count(board.key, low=low, high=high)

    async def place(self, board: Board, row: Row) -> Placed:
        """Where a row stands, or would stand."""
        rank, place = await asyncio.gather(
            self._below(board, fewer_moves_than(row)),
            self._below(board, member(Kind.RANKED, row)),
        )
        return Placed(rank + 1, place + 1, row)

    async def _below(self, board: Board, high: bytes) -> int:
        return await self._listings.count(board.key, low=LOW, high=high)

    # Pages

    async def top(self, board: Board, most: int) -> tuple[Placed, ...]:
        """The first rows."""
        found = await self._listings.slice(board.key, low=LOW, high=HIGH, most=most)
        rows = [parse_row(one) for one in found]
        return _placed(Placed(1, 1, rows[0]), rows) if rows else ()

    async def page(self, board: Board, start: int, most: int) -> tuple[Placed, ...]:
        """The rows from a place on, 1 for the first."""
        if start == 1:
            return await self.top(board, most)
        first = await member_at(self._listings, board.key, start - 1, low=LOW, high=HIGH)
        if first is None:
            return ()
        placed, found = await asyncio.gather(
            self.place(board, parse_row(first)),
            self._listings.slice(board.key, low=first, high=HIGH, most=most),
        )
        if found[:1] != (first,):  # It was taken away meanwhile.
            return await self._with_places(board, found)
        return _placed(placed, [parse_row(one) for one in found])

    async def page_after(self, board: Board, row: Row, most: int) -> tuple[Placed, ...]:
        """The rows after one, which need not stand there any more."""
        low = member(Kind.RANKED, row) + b"\0"
        found = await self._listings.slice(board.key, low=low, high=HIGH, most=most)
        return await self._with_places(board, found)

    async def around(self, board: Board, player: str, most: int) -> tuple[Placed, ...]:
        """The rows around the best one of a player, which is in the middle if there are enough.

        Empty when the player has none.
        """
        low, high = of_player(player)
        best = await self._listings.slice(board.key, low=low, high=high, most=1)
        if not best:
            return ()
        here = member(Kind.RANKED, parse_row(best[0]))
        before, after = await asyncio.gather(
            self._listings.slice(board.key, low=LOW, high=here, most=most - 1, backwards=True),
            self._listings.slice(board.key, low=here, high=HIGH, most=most),
        )
        middle = (most - 1) // 2
        above = min(len(before), max(middle, most - len(after)))
        found = (*reversed(before[:above]), *after)[:most]
        return await self._with_places(board, found)

    async def _with_places(self, board: Board, found: Sequence[bytes]) -> tuple[Placed, ...]:
        rows = [parse_row(one) for one in found]
        return _placed(await self.place(board, rows[0]), rows) if rows else ()


def cursor(row: Row) -> str:
    """What `page_after` goes on from, as a text for addresses."""
    return cursor_of(member(Kind.RANKED, row))


def parse_cursor(text: str) -> Row:
    """The row of a cursor.

    Raises:
        NotARow: When no cursor looks like this.
    """
    try:
        place = place_of(text)
    except ValueError as error:
        raise NotARow(str(error)) from error
    kind, row = parse_member(place)
    if kind is not Kind.RANKED:
        raise NotARow(f"{text[:40]!r} is not a cursor")
    return row


def members_on(board: Board, row: Row) -> tuple[bytes, ...]:
    """The members that a row is in a board's listing."""
    kinds = _ON_EVERYTHING if board.scope is Scope.ALL else _ON_OTHERS
    return tuple(member(kind, row) for kind in kinds)


def _placed(first: Placed, rows: Sequence[Row]) -> tuple[Placed, ...]:
    """Rows that follow each other, from where the first one stands."""
    placed = [first]
    for before, row in pairwise(rows):
        place = placed[-1].place + 1
        rank = placed[-1].rank if row.moves == before.moves else place
        placed.append(Placed(rank, place, row))
    return tuple(placed)
