"""Where the parts of a process keep things, and hear of other processes: all on one Redis."""

import secrets
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from pasjans_services.broker.base import Broker
from pasjans_services.broker.redis import RedisBroker
from pasjans_services.eventstore.base import EventStore
from pasjans_services.eventstore.listings import Listings
from pasjans_services.eventstore.redis import RedisEventStore, RedisRegistry, connect
from pasjans_services.eventstore.redis_listings import RedisListings
from pasjans_services.eventstore.registry import Registry
from pasjans_services.feed.base import Feed
from pasjans_services.feed.redis import RedisFeed


@dataclass(frozen=True, slots=True)
class Backends:
    """See the module.

    Attributes:
        store: The logs.
        registry: Small texts that all processes share.
        listings: What is kept in order beside the logs.
        feed: Which games began and ended.
        broker: What other processes append.
    """

    store: EventStore
    registry: Registry
    listings: Listings
    feed: Feed
    broker: Broker


@asynccontextmanager
async def open_backends(redis_url: str) -> AsyncGenerator[Backends]:
    """All of them over the Redis at `redis_url`, closed at the end.

    Raises:
        ValueError: It is no address of a Redis.
    """
    async with AsyncExitStack() as stack:
        node = secrets.token_hex(8)
        client = connect(redis_url)
        stack.push_async_callback(client.aclose)
        store = RedisEventStore(client, node)
        stack.push_async_callback(store.close)
        registry = RedisRegistry(client)
        stack.push_async_callback(registry.close)
        listings = RedisListings(client)
        stack.push_async_callback(listings.close)
        feed = RedisFeed(client)
        stack.push_async_callback(feed.close)
        broker = RedisBroker(client, node)
        stack.push_async_callback(broker.close)
        yield Backends(store, registry, listings, feed, broker)
