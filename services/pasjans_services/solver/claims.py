"""Claims: that of several workers with the same job one does it.

Whoever does a job says so again while it lasts; who is told the same job meanwhile puts it off. The
claim of a worker that was killed lapses.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import structlog

from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.registry import Registry
from pasjans_services.solver.jobs import Later

CLAIM_S: Final = 6.0
CLAIMED_AGAIN_S: Final = 1.5
PUT_OFF_MS: Final = 1_000
GIVEN_UP_S: Final = 0.001

log = structlog.get_logger(__name__)


@asynccontextmanager
async def claimed(registry: Registry, key: str) -> AsyncGenerator[None]:
    """A claim meanwhile.

    Args:
        registry: Where claims are.
        key: What is claimed.

    Raises:
        Later: Somebody else has it.
        StoreUnavailable: The store cannot be reached.
    """
    mine = secrets.token_hex(8)
    if await registry.put_if_absent(key, mine, CLAIM_S) != mine:
        raise Later(PUT_OFF_MS)
    again = asyncio.get_running_loop().create_task(_claim_again(registry, key, mine))
    try:
        yield
    finally:
        again.cancel()
        await asyncio.wait([again])
        await registry.put(key, mine, GIVEN_UP_S)


async def _claim_again(registry: Registry, key: str, mine: str) -> None:
    while True:
        await asyncio.sleep(CLAIMED_AGAIN_S)
        try:
            await registry.put(key, mine, CLAIM_S)
        except StoreUnavailable as error:
            log.warning("claim_waits", error=str(error))
