"""The requests of one connection that wait for their answers (rules 2 and 3)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.messages import (
    Command,
    Create,
    Hint,
    Join,
    Replay,
    Reply,
    Request,
    Standings,
    Steer,
    Steered,
    Subscribe,
    name_of,
)
from pasjans_protocol.transitions import ANSWERS


class Pending:
    """Requests by id, and how often each was repeated."""

    __slots__ = ("_repeats", "_requests")

    def __init__(self) -> None:
        self._requests: dict[str, Request] = {}
        self._repeats: dict[str, int] = {}

    @property
    def requests(self) -> Mapping[str, Request]:
        """A view of the requests that wait, by id."""
        return MappingProxyType(self._requests)

    def asking(self) -> Iterator[Create | Join | Replay]:
        """The requests that may take another channel."""
        return (ask for ask in self._requests.values() if isinstance(ask, Create | Join | Replay))

    def add(self, request: Request) -> None:
        """Let a request wait for its answer.

        Raises:
            ProtocolError: another request of that id still waits.
        """
        waiting = self._requests.get(request.id)
        if waiting is None:
            self._requests[request.id] = request
            return
        # Rule 3: "An id is not used for a new request before the answer came. Only a command or a
        # hint may be repeated meanwhile, on the same channel."
        if not _repeats(waiting, request):
            text = f"the id still waits for the answer to a {name_of(type(waiting))}"
            raise ProtocolError(Code.UNEXPECTED, text, request.id)
        self._repeats[request.id] = self._repeats.get(request.id, 0) + 1

    def answered_by(self, reply: Reply) -> Request:
        """The request that a reply answers; it goes on waiting until `remove`.

        Raises:
            ProtocolError: no request of that id waits, or it has answers of other types, or about
                something else.
        """
        request = self._requests.get(reply.id or "")
        if request is not None and type(reply) in ANSWERS[type(request)]:
            # Rule 2: "The answer to steer or subscribe names the channel or board that the request
            # names."
            if _named(reply) not in {None, _named(request)}:
                text = f"the answer to {_named(request)} speaks of {_named(reply)}"
                raise ProtocolError(Code.UNEXPECTED, text, reply.id)
            return request
        what = "nothing" if request is None else f"a {name_of(type(request))}"
        text = f"{name_of(type(reply))} came where {what} waits for an answer with its id"
        raise ProtocolError(Code.UNEXPECTED, text, reply.id)

    def remove(self, id: str) -> None:  # noqa: A002
        """Strike out one request of an id, which has its answer now."""
        if self._repeats and id in self._repeats:
            self._repeats[id] -= 1
            if self._repeats[id] == 0:
                del self._repeats[id]
        else:
            del self._requests[id]


def _named(message: Reply | Request) -> str | None:
    """The channel or board that must be the same in a request and its answer."""
    match message:
        case Steer() | Steered():
            return f"channel {message.channel}"
        case Subscribe() | Standings():
            return f"board {message.board}"
        case _:
            return None


def _repeats(waiting: Request, request: Request) -> bool:
    return (
        isinstance(request, Command | Hint)
        and isinstance(waiting, type(request))
        and waiting.channel == request.channel
    )
