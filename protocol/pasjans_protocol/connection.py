"""One WebSocket connection as a state machine without I/O, the client's half and the server's.

The rules, numbered, and the tables are in `transitions.py`. Whoever owns a socket passes what it
reads to `receive`, and writes what `send` returns. A message that breaks a rule raises and changes
nothing, so that a server may refuse it and go on.
"""

from pasjans_protocol.codec import ClientCodec, Frame, ServerCodec
from pasjans_protocol.errors import Code, LocalProtocolError
from pasjans_protocol.limits import MAX_CHANNEL
from pasjans_protocol.machine import Connection
from pasjans_protocol.messages import ClientMessage, Refused, ServerMessage
from pasjans_protocol.transitions import ConnectionState

__all__ = ["ClientConnection", "Connection", "ServerConnection"]


class ClientConnection(Connection[ServerMessage, ClientMessage]):
    """The client's half.

    Args:
        codec: from `CLIENT_CODECS`.
    """

    __slots__ = ()

    def __init__(self, codec: ClientCodec) -> None:
        super().__init__(codec)


class ServerConnection(Connection[ClientMessage, ServerMessage]):
    """The server's half.

    Args:
        codec: from `SERVER_CODECS`.
        max_games: how many games the connection may have at a time, 1 to 127.
    """

    __slots__ = ()

    def __init__(self, codec: ServerCodec, max_games: int = MAX_CHANNEL) -> None:
        super().__init__(codec, max_games)

    def free_channel(self) -> int:
        """The number that the next snapshot or resumed gives to its game."""
        return self._channels.free_number()

    def refuse(self, refused: Refused) -> Frame:
        """The frame of the answer to a frame that `receive` did not take.

        The answer to a request that was taken goes through `send`.

        Raises:
            LocalProtocolError: the connection is closed.
        """
        if self._state is ConnectionState.CLOSED:
            raise LocalProtocolError(Code.UNEXPECTED, "the connection is closed", refused.id)
        return self._codec.encode(refused)
