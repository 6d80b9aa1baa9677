"""The parts of one process, opened over a Redis and closed with everything they hold."""

import secrets
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from pasjans_services.broker.redis import RedisBroker
from pasjans_services.config import Settings
from pasjans_services.eventstore.redis import RedisEventStore, RedisRegistry, connect
from pasjans_services.games.deals import Clock, utc_now
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.gateway.operations import operations
from pasjans_services.players import Players
from pasjans_services.web.operation import Operation


@dataclass(frozen=True, slots=True)
class Service:
    """One process.

    Attributes:
        gateway: Sockets, and the games that are followed through them.
        operations: What can be asked over HTTP.
    """

    gateway: Gateway
    operations: tuple[Operation, ...]


@asynccontextmanager
async def open_service(
    settings: Settings, redis_url: str, clock: Clock = utc_now
) -> AsyncGenerator[Service]:
    """A process over the Redis at `redis_url`; `clock` decides which day it is."""
    async with AsyncExitStack() as stack:
        node = secrets.token_hex(8)
        client = connect(redis_url)
        stack.push_async_callback(client.aclose)
        store = RedisEventStore(client, node)
        stack.push_async_callback(store.close)
        registry = RedisRegistry(client)
        stack.push_async_callback(registry.close)
        broker = RedisBroker(client, node)
        stack.push_async_callback(broker.close)
        players = await Players.open(registry)
        gateway = Gateway(settings, store, broker, registry, players, clock=clock)
        await broker.start(gateway.lobby.hear)
        stack.push_async_callback(gateway.close)
        yield Service(gateway, operations(gateway))
