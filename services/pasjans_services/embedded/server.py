"""One data server for every process of the service on one data folder."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import structlog

from pasjans_services.embedded import probe
from pasjans_services.embedded.address import Address, known_address
from pasjans_services.embedded.errors import EmbeddedError
from pasjans_services.embedded.folder import ServerFolder
from pasjans_services.embedded.owner import Owner
from pasjans_services.embedded.patience import Patience
from pasjans_services.embedded.probe import Readiness
from pasjans_services.embedded.process import USUAL_WATCH, AppendFsync, Watch

SYNC_S = 1.0
RETRY_FIRST_S = 0.1
RETRY_MOST_S = 5.0

_log = structlog.get_logger(__name__)


class EmbeddedServer:
    """The data server of a data folder, spawned or found.

    After `ensure` you must call `stop`, and in between run `keep`.

    Rules:
        1. A server holds the server lock as long as it runs, and is spawned only by who held that
           lock before it: there are never two on one folder.
        2. One process, who holds the service lock, is answerable for the server. The server ends
           when that process does, and the next to take the service lock waits for that.
        3. The others use the server once the answerable process has said that it is ready, so they
           are never given one that is about to go.
    """

    def __init__(
        self,
        data_dir: Path,
        appendfsync: AppendFsync = "everysec",
        *,
        binary: Path | None = None,
        watch: Watch = USUAL_WATCH,
    ) -> None:
        self._data_dir = data_dir
        self._appendfsync: AppendFsync = appendfsync
        self._binary = binary
        self._watch: Watch = watch
        self._owner: Owner | None = None
        self._turn = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """The process id of the server that this process spawned; None if it found another's."""
        return self._owner.pid if self._owner else None

    async def ensure(self) -> Address:
        """Finds the running server, or spawns it, and returns when it answers.

        Raises:
            EmbeddedError: If the folder cannot be used, there is no server program, or it does
                not start.
        """
        async with self._turn:
            folder = ServerFolder.open(self._data_dir)
            patience = Patience()
            while True:
                self._owner = self._owner or Owner.take(folder)
                if self._owner:
                    return await self._serve(self._owner)
                address = known_address(folder)
                readiness = await probe.ping(address.socket) if address else Readiness.SILENT
                if address and readiness is Readiness.READY and folder.is_ready():
                    await self._harden(address)
                    return address
                await patience.wait(readiness, f"the server in {folder.path} does not answer")

    async def keep(self) -> None:
        """Brings the server back each time it is lost, and syncs its log, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._bring_back())
            tasks.create_task(self._sync())

    async def stop(self) -> None:
        """Ends the server if this process spawned it, and returns when its data is on the disk."""
        async with self._turn:
            if self._owner:
                owner, self._owner = self._owner, None
                await owner.stop()

    async def _serve(self, owner: Owner) -> Address:
        """Spawns the server, and leaves the next try to any process if that fails."""
        try:
            return await owner.serve(self._binary, self._appendfsync, self._watch)
        except BaseException:
            self._owner = None
            await owner.stop()
            raise

    async def _harden(self, address: Address) -> None:
        """Of two processes' wishes for `appendfsync` the safer one counts."""
        if self._appendfsync == "always":
            await probe.ask(address.socket, "CONFIG SET appendfsync always")

    async def _bring_back(self) -> None:
        while True:
            address = await self._ensure_at_last()
            await probe.until_gone(address.socket)
            _log.warning("data_server_lost", data=str(self._data_dir))

    async def _sync(self) -> None:
        while True:
            await asyncio.sleep(SYNC_S)
            if self._owner and self._appendfsync == "everysec":
                await self._owner.sync()

    async def _ensure_at_last(self) -> Address:
        """Ensures the server, and tries again, ever more slowly, as long as that fails."""
        pause_s = RETRY_FIRST_S
        while True:
            try:
                return await self.ensure()
            except EmbeddedError as error:
                _log.error("data_server_unavailable", reason=str(error), retry_s=pause_s)
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, RETRY_MOST_S)


@asynccontextmanager
async def embedded(
    data_dir: Path, appendfsync: AppendFsync = "everysec"
) -> AsyncGenerator[Address]:
    """The address of the data folder's server, which is brought back whenever it is lost.

    Raises:
        EmbeddedError: If the server cannot be had at the start.
    """
    server = EmbeddedServer(data_dir, appendfsync)
    address = await server.ensure()
    keeper = asyncio.create_task(server.keep())
    try:
        yield address
    finally:
        keeper.cancel()
        await asyncio.wait([keeper])
        await server.stop()
