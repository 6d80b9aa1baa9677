"""Whether any worker is there, so that nobody waits for one that is not.

Each worker says so as soon as it is ready, and again and again. Who says nothing for some seconds
is gone.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import structlog

from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.registry import Registry

KEY: Final = "solver:there"
THERE_S: Final = 6.0
SAID_AGAIN_S: Final = 1.5

log = structlog.get_logger(__name__)


async def is_there(registry: Registry) -> bool:
    """Whether some worker is there.

    Raises:
        StoreUnavailable: The store cannot be reached.
    """
    return await registry.get(KEY) is not None


@asynccontextmanager
async def attending(registry: Registry) -> AsyncGenerator[None]:
    """Say that a worker is there meanwhile.

    Raises:
        StoreUnavailable: The store cannot be reached at first.
    """
    await _say(registry)
    again = asyncio.get_running_loop().create_task(_say_again(registry))
    try:
        yield
    finally:
        again.cancel()
        await asyncio.wait([again])


async def _say(registry: Registry) -> None:
    await registry.put(KEY, "", THERE_S)


async def _say_again(registry: Registry) -> None:
    while True:
        await asyncio.sleep(SAID_AGAIN_S)
        try:
            await _say(registry)
        except StoreUnavailable as error:
            log.warning("attendance_waits", error=str(error))
