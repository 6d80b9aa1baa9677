"""A gateway inside the test's own process, on real sockets and a real data server.

For faults that no client can cause: a room that is forgotten, a message that the broker loses.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pasjans_services.config import Limits, Settings
from pasjans_services.embedded.server import embedded
from pasjans_services.games.deals import Clock, utc_now
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.main import listen, server_for
from pasjans_services.service import Service, open_service

UNLIMITED = Limits(commands_per_s=0, requests_per_s=0, creates_per_s=0, http_per_s=0)


@dataclass(frozen=True, slots=True)
class Running:
    """A gateway that serves.

    Attributes:
        service: Its parts.
        http_url: Where its pages are, without a slash at the end.
    """

    service: Service
    http_url: str

    @property
    def gateway(self) -> Gateway:
        """The part with the sockets."""
        return self.service.gateway

    @property
    def ws_url(self) -> str:
        """Where its WebSocket is."""
        return f"ws{self.http_url.removeprefix('http')}/ws"


@dataclass(frozen=True, slots=True)
class InProcess:
    """Starts gateways over one data server.

    Attributes:
        redis_url: The data server.
        settings: What the operator chose.
        clock: The time, for the deals of the day.
    """

    redis_url: str
    settings: Settings = field(
        default_factory=lambda: Settings(port=0, heartbeat_s=0.5, limits=UNLIMITED)
    )
    clock: Clock = utc_now

    @asynccontextmanager
    async def gateway(self, redis_url: str | None = None) -> AsyncGenerator[Running]:
        """A gateway; `redis_url` when it reaches the data server by another way."""
        listener = listen(self.settings.host, 0)
        async with open_service(self.settings, redis_url or self.redis_url, self.clock) as service:
            server = server_for(service)
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            try:
                yield Running(service, f"http://127.0.0.1:{listener.getsockname()[1]}")
            finally:
                server.should_exit = True
                await serving


@asynccontextmanager
async def in_process(folder: Path) -> AsyncGenerator[InProcess]:
    """A starter of gateways in this process, over a data server in `folder`."""
    async with embedded(folder) as address:
        yield InProcess(address.url)
