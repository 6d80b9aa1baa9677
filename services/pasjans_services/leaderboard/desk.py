"""The leaderboard's end of a socket: it may follow boards."""

from typing import Final

from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Subscribe, Unsubscribe, Unsubscribed
from pasjans_services.desk import DeskRequest, NotGranted, Way
from pasjans_services.leaderboard.ids import NoSuchBoard
from pasjans_services.leaderboard.standings import Subscription, Watcher

NOT_HERE: Final = "this part of the server knows boards alone"


class BoardsDesk:
    """See `Desk`.

    Args:
        way: The socket.
        watcher: What looks at the boards.
    """

    def __init__(self, way: Way, watcher: Watcher) -> None:
        self._way = way
        self._watcher = watcher
        self._subscriptions: dict[str, Subscription] = {}

    async def answer(self, request: DeskRequest, /) -> None:
        """Send the first rows of a board, or the end of the interest in it.

        Raises:
            NotGranted: There is no such board.
            StoreUnavailable: The store cannot be reached.
        """
        match request:
            case Subscribe():
                await self._subscribe(request)
            case Unsubscribe(id=request_id, board=board):
                self._end(board)
                self._way.send(Unsubscribed(request_id))
            case _:
                raise NotGranted(Code.UNSUPPORTED, NOT_HERE)

    def leave(self, _channel: int, /) -> bool:
        """Whether there was anything on a channel: boards have none."""
        return False

    def end(self) -> None:
        """Follow nothing more: the socket has ended."""
        for board in tuple(self._subscriptions):
            self._end(board)

    async def _subscribe(self, request: Subscribe) -> None:
        try:
            look = await self._watcher.look(request.board, request.limit)
        except NoSuchBoard as error:
            raise NotGranted(Code.NO_SUCH_BOARD, str(error)) from error
        if self._way.ended:
            return
        answer = look.standings(request.id, request.board, request.limit)
        self._way.send(answer)
        # Sending may have ended the socket.
        if not self._way.ended:
            followed = Subscription(self._way, request.board, request.limit, answer)
            self._subscriptions[request.board] = followed
            self._watcher.add(followed)

    def _end(self, board: str) -> None:
        followed = self._subscriptions.pop(board, None)
        if followed is not None:
            self._watcher.remove(followed)
