"""What a part of the service adds to a socket's conversation: answers to requests of its own."""

from typing import Protocol, TypeAlias

from pasjans_protocol.codec import ServerCodec
from pasjans_protocol.connection import ServerConnection
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Hint,
    Replay,
    ServerMessage,
    Steer,
    Subscribe,
    Unsubscribe,
)

DeskRequest: TypeAlias = Replay | Steer | Hint | Subscribe | Unsubscribe


class NotGranted(Exception):
    """A request that is refused; the message is for a person.

    Attributes:
        code: Why, for programs.
        version: The game's last version, where one was asked for that it has not.
        retry_after_ms: When to ask again; None where that does not help.
    """

    def __init__(
        self,
        code: Code,
        message: str,
        version: int | None = None,
        retry_after_ms: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.version = version
        self.retry_after_ms = retry_after_ms


class Way(Protocol):
    """A socket, as a desk sees it: a session."""

    @property
    def codec(self) -> ServerCodec:
        """How its messages are encoded."""
        ...

    @property
    def connection(self) -> ServerConnection:
        """Its state, which gives channels."""
        ...

    @property
    def address(self) -> str:
        """Where the peer is, for limits that are by address."""
        ...

    @property
    def takes_hints(self) -> bool:
        """Whether the peer knows that the first hint adds a slot to the view."""
        ...

    @property
    def waiting_bytes(self) -> int:
        """Bytes that wait for the peer to read; whoever sends much at once waits until it is 0."""
        ...

    @property
    def ended(self) -> bool:
        """Whether nothing is sent any more."""
        ...

    def send(self, message: ServerMessage, /) -> None:
        """Send one message, which the connection's state allows now."""
        ...


class Desk(Protocol):
    """A part's end of one socket; made when the socket first asks for something of the part."""

    async def answer(self, request: DeskRequest, /) -> None:
        """Send the one answer to a request.

        Raises:
            NotGranted: it is refused; the caller sends the refusal.
            StoreUnavailable: the store cannot be reached; the caller sends the refusal.
        """
        ...

    def leave(self, channel: int, /) -> bool:
        """End what the part has on a channel; whether it had anything there.

        The caller sends `left`.
        """
        ...

    def end(self) -> None:
        """End everything: the socket has ended."""
        ...


class DeskMaker(Protocol):
    """A part of the service that has desks."""

    def desk(self, way: Way, /) -> Desk:
        """The part's end of a socket."""
        ...
