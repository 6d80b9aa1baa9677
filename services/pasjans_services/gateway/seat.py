"""A socket's place at one game: as its player, or as a watcher."""

from typing import Protocol

import msgspec

from pasjans_engine.game import legal
from pasjans_protocol.codec import ServerCodec
from pasjans_protocol.messages import Delta, Resumed, Role, ServerMessage, Snapshot, SnapshotReason
from pasjans_services.gateway.outbox import Outbox
from pasjans_services.gateway.room import Room


class Sender(Protocol):
    """The way of a seat's messages to its socket: a session."""

    @property
    def codec(self) -> ServerCodec:
        """How they are encoded."""
        ...

    @property
    def outbox(self) -> Outbox:
        """Where frames go."""
        ...

    def send(self, message: ServerMessage, /, *, unbounded: bool = False) -> None:
        """Send one message."""
        ...


class Seat:
    """A place at a game.

    Args:
        sender: The socket's way out.
        room: The game as this process knows it.
        channel: The number that the socket knows the game by.
        role: Whether commands are taken from here.
        guide: Whether the legal moves are wanted with each delta.
        takes_hints: Whether the client knows that the first hint adds a slot to the view.

    Attributes:
        push: Send a frame that was encoded for this channel.
    """

    __slots__ = ("_sender", "channel", "guide", "push", "role", "room", "takes_hints")

    def __init__(  # noqa: PLR0913 - what a place is
        self,
        sender: Sender,
        room: Room,
        channel: int,
        role: Role,
        *,
        guide: bool,
        takes_hints: bool,
    ) -> None:
        self._sender = sender
        self.room = room
        self.channel = channel
        self.role = role
        self.guide = guide
        self.takes_hints = takes_hints
        self.push = sender.outbox.push

    @property
    def codec(self) -> ServerCodec:
        """How the socket's messages are encoded."""
        return self._sender.codec

    @property
    def _legal(self) -> tuple[str, ...] | None:
        return legal(self.room.game) if self.guide else None

    def send_snapshot(self, request: str | None, reason: SnapshotReason) -> None:
        """Send the whole visible position.

        Args:
            request: Id of the request that this answers; None when nobody asked.
            reason: Why it is sent.
        """
        room, header = self.room, self.room.header
        self._sender.send(
            Snapshot(
                id=request,
                channel=self.channel,
                game=room.id,
                role=self.role,
                reason=reason,
                rules=header.rules,
                rules_version=header.rules_version,
                deal_id=header.deal_id,
                commitment=header.commitment,
                player=header.player,
                name=room.name,
                version=room.version,
                view=room.view,
                check=room.check,
                watching=room.watching,
                legal=self._legal,
            )
        )
        self._send_end()

    def send_missing(self, request: str, base: int, deltas: list[Delta]) -> None:
        """Answer a resume: exactly the deltas from version `base` to the room's."""
        room = self.room
        self._sender.send(
            Resumed(
                id=request,
                channel=self.channel,
                game=room.id,
                role=self.role,
                base=base,
                head=room.version,
                watching=room.watching,
                legal=self._legal,
            )
        )
        for delta in deltas:
            self._sender.send(msgspec.structs.replace(delta, channel=self.channel), unbounded=True)
        self._send_end()

    def _send_end(self) -> None:
        room = self.room
        if room.game.over:
            self._sender.send(msgspec.structs.replace(room.finished(), channel=self.channel))
