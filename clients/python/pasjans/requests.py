"""Requests that are asked over one session after another until they have an answer."""

from collections.abc import Callable
from dataclasses import dataclass

from pasjans.backoff import Retries
from pasjans.errors import Unsupported
from pasjans.link import Link
from pasjans.listener import BoardListener, Seat
from pasjans.options import Options
from pasjans.session import Session, SessionLost
from pasjans_protocol import messages
from pasjans_protocol.messages import Capability, Reply, Request


@dataclass(frozen=True, slots=True)
class Requests:
    """Asks over whatever session there is, and again when it is lost or the server says later.

    Attributes:
        link: where sessions come from.
        options: how patient to be.
    """

    link: Link
    options: Options

    async def ask(
        self,
        request: Request,
        *,
        seat: Callable[[Session], Seat] | None = None,
        board: Callable[[Session], BoardListener] | None = None,
        needs: Capability | None = None,
    ) -> Reply:
        """The answer to a request, which is no refusal.

        Args:
            request: with an id that was never used.
            seat: for create, join and replay: what takes the game over from a session.
            board: for subscribe: what takes the board over from a session.
            needs: what the server must offer.

        Raises:
            Refused: the server said no, and not only for now.
            Unsupported: the server does not offer it.
            Disconnected: there is no connection any more.
        """
        retries = Retries(self.options)
        while True:
            session = await self.link.session()
            if needs is not None:
                require(session, needs)
            try:
                answer = await session.ask(
                    request,
                    None if seat is None else seat(session),
                    None if board is None else board(session),
                )
            except SessionLost:
                continue
            if not isinstance(answer, messages.Refused):
                return answer
            await retries.wait(answer)


def require(session: Session, capability: Capability) -> None:
    """Raise Unsupported unless a server offers a part of the protocol."""
    if capability not in session.welcome.capabilities:
        server = session.welcome.server
        raise Unsupported(f"{server} does not offer {capability}: choose a later server")
