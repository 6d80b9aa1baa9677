"""What this package raises. Each message says what happened and what to do next.

    PasjansError
    ├── Refused              the server said no to a request; `code` says why, for programs
    ├── Diverged             what was acknowledged is gone: the server lost the end of a log
    ├── Inconsistent         what the server says of a game contradicts itself, again and again
    ├── GameLeft             the game was left, and takes no more commands through this object
    ├── Unsupported          server and client have no version or capability in common
    ├── NoAnswer             nobody answered a request over HTTP
    └── Disconnected         there is no connection, and none is tried any more
        ├── ConnectionLost   no server could be reached for as long as `Options` allows
        ├── Closed           the server does not want this client back as it is; `code` says why
        └── ClientClosed     the client was closed here, or not opened yet

Arguments that can never be right (no URL, say) raise `ValueError`.
"""

from pasjans_protocol import messages
from pasjans_protocol.close_codes import REASONS, CloseCode
from pasjans_protocol.errors import Advice, Code, LocalProtocolError


class PasjansError(Exception):
    """Base of everything that this package raises on purpose."""


class Refused(PasjansError):
    """The server did not carry out a request; nothing has changed.

    Attributes:
        code: why, for programs; the codes are permanent.
        message: why, for people.
        fits: names of the tiles that would fit, where a move was illegal.
        version: the game's version, where a game is concerned.
        retry_after_ms: when the same request may succeed, where waiting helps.
    """

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        fits: tuple[str, ...] = (),
        version: int | None = None,
        retry_after_ms: int | None = None,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.fits = fits
        self.version = version
        self.retry_after_ms = retry_after_ms

    @classmethod
    def by_server(cls, refused: messages.Refused) -> "Refused":
        """The error for the server's answer."""
        return cls(
            refused.code,
            refused.message,
            fits=refused.fits,
            version=refused.version,
            retry_after_ms=refused.retry_after_ms,
        )

    @classmethod
    def by_client(cls, error: LocalProtocolError) -> "Refused":
        """The error for a request that the server need not be asked."""
        return cls(error.code, error.message)

    @property
    def advice(self) -> Advice:
        """What the code means, what to do, and whether the same request may succeed later."""
        return self.code.advice

    def __str__(self) -> str:
        return f"{self.code}: {self.message} ({self.advice.next_step})"


class Diverged(PasjansError):
    """The server's store lost the end of a game's log, and with it what a command was meant for.

    Attributes:
        version: where the game stands now.
    """

    def __init__(self, game: str, version: int) -> None:
        super().__init__(
            f"game {game} is back at version {version}, since the server lost what came after: "
            "look at the position again and decide anew"
        )
        self.version = version


class Inconsistent(PasjansError):
    """Deltas and checks of a game contradict each other, also after joining again."""

    def __init__(self, game: str) -> None:
        super().__init__(
            f"what the server says of game {game} contradicts itself: report it there, with the "
            "versions of server and client"
        )


class GameLeft(PasjansError):
    """A command for a game that this client has left."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game} was left: join it again with client.join({game!r})")


class Unsupported(PasjansError):
    """Server and client do not have in common what is asked for."""


class NoAnswer(PasjansError):
    """Nobody answered over HTTP, or something on the way failed.

    Attributes:
        url: what was asked for.
        last: what went wrong.
    """

    def __init__(self, url: str, last: str) -> None:
        super().__init__(
            f"no answer from {url}: {last}. Check the URL and that the server runs, then ask again"
        )
        self.url = url
        self.last = last


class Disconnected(PasjansError):
    """There is no connection, and this client does not try for one any more."""


class ConnectionLost(Disconnected):
    """No server could be reached for too long.

    Attributes:
        last: what went wrong the last time.
    """

    def __init__(self, urls: tuple[str, ...], tried_s: float, last: str) -> None:
        where = " or ".join(urls)
        super().__init__(
            f"no connection to {where} in {tried_s:.0f} s, at last: {last}. Check the URL and that "
            "the server runs, then connect anew with the same token: games are kept"
        )
        self.last = last


class Closed(Disconnected):
    """The server closed the connection and does not want it back as it is.

    Attributes:
        code: the close code.
        reason: the server's words.
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        known = REASONS[CloseCode(self.code)] if self.code in set(CloseCode) else ""
        said = self.reason or known or "no reason given"
        advice = f" ({known})" if known and known != said else ""
        return f"closed by the server for good, {self.code}: {said}{advice}"


class ClientClosed(Disconnected):
    """The client is not open: it was closed, or not opened yet."""

    def __init__(self) -> None:
        super().__init__(
            "this client is not open: use it inside `async with pasjans.connect(...) as client`"
        )
