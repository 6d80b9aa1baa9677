"""How long to wait for a server that says nothing."""

import asyncio

from pasjans_services.embedded.errors import EmbeddedError
from pasjans_services.embedded.probe import Readiness

POLL_S = 0.002
SILENCE_LIMIT_S = 15.0


class Patience:
    """Waits a little each time, as long as the server has been heard lately.

    A server that loads a long log says so, and may take as long as it needs.
    """

    def __init__(self) -> None:
        self._heard = asyncio.get_running_loop().time()

    async def wait(self, readiness: Readiness, complaint: str) -> None:
        """Waits until the server may be asked again.

        Raises:
            EmbeddedError: If it has been silent for too long.
        """
        now = asyncio.get_running_loop().time()
        if readiness is Readiness.LOADING:
            self._heard = now
        if now - self._heard > SILENCE_LIMIT_S:
            raise EmbeddedError(
                f"{complaint}. Its log is server.log there; end it, "
                "or name another server: --redis URL"
            )
        await asyncio.sleep(POLL_S)
