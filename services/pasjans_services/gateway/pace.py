"""How fast one socket may send: commands, other requests, and mistakes."""

from typing import Final

from pasjans_protocol.messages import Command, Create, Request
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.limits import TokenBucket

MISTAKES_PER_S: Final = 5.0
MISTAKES_BURST: Final = 50
"""Frames that break the protocol, beyond which a socket is closed."""


class Pace:
    """See the module.

    Args:
        gateway: The process that the socket belongs to.
        address: Where the peer is; new games are limited by address.
    """

    def __init__(self, gateway: Gateway, address: str) -> None:
        self._gateway = gateway
        self._address = address
        limits, now = gateway.limits, gateway.now()
        self._commands = TokenBucket(limits.commands_per_s, limits.commands_burst, now)
        self._requests = TokenBucket(limits.requests_per_s, limits.requests_burst, now)
        self._mistakes = TokenBucket(MISTAKES_PER_S, MISTAKES_BURST, now)

    def wait_ms(self, request: Request) -> int:
        """How long the peer has to wait before this request; 0 when it is allowed now."""
        gateway, now = self._gateway, self._gateway.now()
        if isinstance(request, Command):
            return self._commands.take(now)
        if wait_ms := self._requests.take(now):
            return wait_ms
        return gateway.creates.take(self._address, now) if isinstance(request, Create) else 0

    def too_many_mistakes(self) -> bool:
        """Whether this frame, which broke the protocol, is one too many."""
        return self._mistakes.take(self._gateway.now()) > 0
