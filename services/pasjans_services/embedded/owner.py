"""The service process that is answerable for the server of a data folder."""

import asyncio
from pathlib import Path
from typing import Self

import structlog

from pasjans_services.embedded import probe
from pasjans_services.embedded.address import Address, known_address, leave_address, place_address
from pasjans_services.embedded.binary import find_binary
from pasjans_services.embedded.errors import EmbeddedError
from pasjans_services.embedded.folder import READY, ServerFolder
from pasjans_services.embedded.lock import FileLock
from pasjans_services.embedded.patience import POLL_S, Patience
from pasjans_services.embedded.probe import Readiness
from pasjans_services.embedded.process import AppendFsync, ServerPlan, ServerProcess, Watch

STOP_LIMIT_S = 10.0

_log = structlog.get_logger(__name__)


class Owner:
    """Holds the service lock, and the server's process once it is spawned.

    After `take` you must call `stop`, also when `serve` has failed.
    """

    def __init__(self, folder: ServerFolder, lock: FileLock) -> None:
        self._folder = folder
        self._lock = lock
        self._running: tuple[ServerProcess, Address] | None = None

    @classmethod
    def take(cls, folder: ServerFolder) -> Self | None:
        """Makes this process answerable; None while another process is.

        Raises:
            EmbeddedError: If the folder cannot be written.
        """
        lock = folder.take_service_lock()
        return None if lock is None else cls(folder, lock)

    @property
    def pid(self) -> int | None:
        """The process id of the server; None while there is none."""
        return self._running[0].pid if self._running else None

    async def serve(self, binary: Path | None, appendfsync: AppendFsync, watch: Watch) -> Address:
        """Where the server answers that this process has spawned, now or before.

        Raises:
            EmbeddedError: If a server left over from before does not go, there is no server
                program, or it does not start.
        """
        if self._running:
            process, address = self._running
            if await self._answers(process, address):
                return address
        self._clear()
        try:
            return await self._spawn(binary or find_binary(), appendfsync, watch)
        except OSError as error:
            raise self._folder.unusable(error) from error

    async def stop(self) -> None:
        """Ends the server, waits until its data is on the disk, and gives the lock back."""
        try:
            if self._running:
                process, address = self._running
                await self._end(process)
                leave_address(self._folder, address)
        finally:
            self._clear()
            self._lock.close()

    async def sync(self) -> None:
        """Syncs the server's log to the disk."""
        try:
            await asyncio.to_thread(self._folder.sync)
        except OSError as error:
            _log.error("data_server_sync_failed", reason=str(error))

    async def _spawn(self, binary: Path, appendfsync: AppendFsync, watch: Watch) -> Address:
        lock = await self._await_server_lock()
        try:
            address = place_address(self._folder)
            logged = self._folder.begin_log()
            plan = ServerPlan(binary, self._folder, address.socket, appendfsync)
            process = ServerProcess.spawn(plan, lock.file, watch)
        finally:
            lock.close()
        self._running = process, address
        await self._await_ready(process, address, logged)
        self._lock.write(READY)
        _log.info("data_server_started", pid=process.pid, data=str(self._folder.path))
        return address

    async def _await_server_lock(self) -> FileLock:
        """Takes the server lock.

        A server that still has it was spawned by a process that is gone, so it is about to go; one
        that nothing has told to is told here.
        """
        patience = Patience()
        while (lock := self._folder.take_server_lock()) is None:
            address = known_address(self._folder)
            readiness = await probe.ping(address.socket) if address else Readiness.SILENT
            if address and readiness is Readiness.READY:
                await probe.ask(address.socket, "SHUTDOWN")
            await patience.wait(
                readiness, f"a server that does not answer holds {self._folder.path}"
            )
        return lock

    async def _await_ready(self, process: ServerProcess, address: Address, logged: int) -> None:
        if not await self._answers(process, address):
            cause = "the disk is full" if self._folder.is_full() else "its log says"
            raise EmbeddedError(
                f"the data server in {self._folder.path} did not start: "
                f"{cause}{self._folder.log_tail(logged)}"
            )

    async def _answers(self, process: ServerProcess, address: Address) -> bool:
        """Waits until the server answers, or has ended: a dying one is silent before that."""
        patience = Patience()
        while not process.has_ended():
            readiness = await probe.ping(address.socket)
            if readiness is Readiness.READY:
                return True
            await patience.wait(
                readiness, f"the data server in {self._folder.path} does not answer"
            )
        return False

    async def _end(self, process: ServerProcess) -> None:
        process.end()
        asked = asyncio.get_running_loop().time()
        while not process.has_ended():
            if asyncio.get_running_loop().time() - asked > STOP_LIMIT_S:
                _log.error("data_server_killed", pid=process.pid)
                process.kill()
            await asyncio.sleep(POLL_S)
        _log.info("data_server_stopped")

    def _clear(self) -> None:
        """Forgets an ended server."""
        self._lock.write(b"")
        if self._running:
            self._running[0].release()
            self._running = None
