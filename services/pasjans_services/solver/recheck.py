"""Solves that stood on boards before the par of their deal was known."""

from typing import Final

from pasjans_services.feed.base import Announce, Occasion
from pasjans_services.games.pars import Par, is_below
from pasjans_services.leaderboard.boards import Boards
from pasjans_services.leaderboard.ids import Board, Group, Scope

MOST: Final = 100


class Recheck:
    """Has solves that contradict a new par looked at again.

    Args:
        boards: Where solves stand.
        announce: Tells projections of a game once more.
    """

    def __init__(self, boards: Boards, announce: Announce) -> None:
        self._boards = boards
        self._announce = announce

    async def __call__(self, rules: str, deal_id: str, par: Par) -> None:
        """Look at a deal's best rows.

        Raises:
            StoreUnavailable: The store cannot be reached.
        """
        for group in Group:
            board = Board(Scope.DEAL, rules, deal_id, group)
            for placed in await self._boards.top(board, MOST):
                if not is_below(par, placed.row.moves):
                    break
                await self._announce(placed.row.game, Occasion.OVER)
