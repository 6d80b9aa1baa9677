"""What boards and players look like from outside: rows with names, pages, records."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import date

from pasjans_engine.rules import RULES
from pasjans_services.games.pars import Par, Pars, par_beside
from pasjans_services.leaderboard.boards import Boards, Placed, cursor
from pasjans_services.leaderboard.ids import Board, Group, Scope, boards_of_rules
from pasjans_services.leaderboard.resources import BoardInfo, BoardPage, Profile, Record, RowInfo
from pasjans_services.players import Players
from pasjans_services.web.moments import iso, iso_of


class Views:
    """Each method raises StoreUnavailable when the store cannot be reached.

    Args:
        boards: The boards.
        players: Knows names, which may change at any time.
        pars: What is known of deals.
    """

    def __init__(self, boards: Boards, players: Players, pars: Pars) -> None:
        self._boards = boards
        self._players = players
        self._pars = pars

    async def names(self, players: Iterable[str]) -> dict[str, str | None]:
        """The names of players as they are now."""
        ids = tuple(dict.fromkeys(players))
        names = await asyncio.gather(*map(self._players.name_of, ids))
        return dict(zip(ids, names, strict=True))

    async def pars(self, board: Board, placed: Sequence[Placed]) -> dict[str, Par | None]:
        """What is known of the deals of a board's rows, by their ids."""
        return await self._pars.of_all(board.rules, (one.row.deal_id for one in placed))

    async def info(self, board: Board) -> BoardInfo:
        """A board without its rows."""
        size = await self._boards.size(board)
        return BoardInfo(board.id, board.title, board.rules, _ends(board), size)

    async def standing_boards(self, today: date) -> list[BoardInfo]:
        """The boards that there always are."""
        boards = (board for rules in RULES for board in boards_of_rules(rules, today))
        return list(await asyncio.gather(*map(self.info, boards)))

    async def page(self, board: Board, placed: Sequence[Placed]) -> BoardPage:
        """Rows that follow each other on a board."""
        size, rows = await asyncio.gather(self._boards.size(board), self.rows(board, placed))
        more = placed and placed[-1].place < size
        deal = await self._deal(board)
        return BoardPage(
            board.id,
            board.title,
            board.rules,
            _ends(board),
            size,
            tuple(rows),
            cursor(placed[-1].row) if more else None,
            None if deal is None else deal.verdict,
            None if deal is None else deal.par,
        )

    async def _deal(self, board: Board) -> Par | None:
        """What is known of the deal of a deal's board; None for other boards, or if nothing is."""
        if board.scope is not Scope.DEAL or board.what is None:
            return None
        return await self._pars.of(board.rules, board.what)

    async def rows(self, board: Board, placed: Sequence[Placed]) -> list[RowInfo]:
        """Rows with the names of their players, and the pars of their deals."""
        names, pars = await asyncio.gather(
            self.names(one.row.player for one in placed), self.pars(board, placed)
        )
        return [_row(board, one, names[one.row.player], pars[one.row.deal_id]) for one in placed]

    async def profile(self, player: str) -> Profile:
        """A player, by what stands on the boards."""
        everything = (Board(Scope.ALL, rules, None, group) for rules in RULES for group in Group)
        name, records = await asyncio.gather(
            self._players.name_of(player),
            asyncio.gather(*(self._record(board, player) for board in everything)),
        )
        return Profile(player, name, tuple(record for record in records if record is not None))

    async def _record(self, board: Board, player: str) -> Record | None:
        solves, best = await asyncio.gather(
            self._boards.solves_of(board, player), self._boards.best_of(board, player)
        )
        if best is None:
            return None
        (row,) = await self.rows(board, [best])
        return Record(board.id, board.rules, max(solves, 1), row)


def _row(board: Board, placed: Placed, name: str | None, known: Par | None) -> RowInfo:
    row = placed.row
    par = par_beside(known, row.moves)
    return RowInfo(
        rank=placed.rank,
        place=placed.place,
        game=row.game,
        player=row.player,
        name=name,
        moves=row.moves,
        draws=row.draws,
        windows=row.windows,
        undos=row.undos,
        finished=iso(row.finished_ms),
        rules=board.rules,
        rules_version=row.rules_version,
        deal_id=row.deal_id,
        par=par,
        over_par=None if par is None else row.moves - par,
        optimal=None if par is None else row.moves == par,
    )


def _ends(board: Board) -> str | None:
    return None if board.ends is None else iso_of(board.ends)
