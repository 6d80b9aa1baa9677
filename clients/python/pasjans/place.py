"""Where a game is reached now, and how it is given up there."""

from dataclasses import dataclass
from uuid import uuid4

from pasjans.errors import Refused
from pasjans.session import Session, SessionLost
from pasjans_protocol.messages import Leave


def new_id() -> str:
    """An id for a request, never used before."""
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class Place:
    """Where commands for a game go now."""

    session: Session
    channel: int


async def leave(place: Place) -> None:
    """Have a session give a game up, if it still can."""
    try:
        await place.session.ask(Leave(new_id(), place.channel))
    except (SessionLost, Refused):
        return
