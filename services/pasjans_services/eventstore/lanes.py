"""Commands and scripts on their way to Redis or Valkey.

1. They go out in round trips: what several callers ask in one turn of the event loop shares one.
   Each server of a cluster has its own: one that stalls does not hold the others up.
2. Each may be sent again, after an answer was lost: so every command has to be idempotent.
3. Any fault of a server or of the way there becomes StoreUnavailable, once trying again is over.
"""

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final, NamedTuple

from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.gather import Gather
from pasjans_services.eventstore.link import (
    FAULTS,
    ROUND_TRIP_TIMEOUT_S,
    AskError,
    Client,
    Connection,
    NoScriptError,
    ResponseError,
    Servers,
    Word,
    pack_command,
)
from pasjans_services.eventstore.scripts import Script

FIRST_PAUSE_S: Final = 0.01
LONGEST_PAUSE_S: Final = 0.3
KEYS_A_SCAN: Final = "1000"
PATIENCE_S: Final = 3.0
"""How long a command is tried while Redis does not answer, unless somebody says otherwise."""


class Call(NamedTuple):
    """A command, a key that says which server it is for, and the script that it runs, if any."""

    key: str
    words: tuple[Word, ...]
    script: Script | None = None


_ASKING: Final = Call("", ("ASKING",))


class Lane:
    """A connection to one server, with one round trip under way at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._gather = Gather(self._exchange)

    def ask(self, call: Call) -> asyncio.Future[Any]:
        """The answer to a call, as the server gives it, or one of FAULTS."""
        return self._gather.ask(call)

    async def close(self) -> None:
        """Disconnect; calls that are under way raise StoreUnavailable."""
        await self._gather.close(StoreUnavailable("the connection to Redis is closed"))
        await self._disconnect()

    async def _exchange(self, calls: Sequence[Call]) -> list[Any]:
        answers = await self._send([call.words for call in calls])
        unknown = [at for at, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
        if unknown:
            scripts = {script for at in unknown if (script := calls[at].script)}
            loads: list[tuple[Word, ...]] = [("SCRIPT", "LOAD", one.source) for one in scripts]
            again = await self._send(loads + [calls[at].words for at in unknown])
            for at, answer in zip(unknown, again[len(loads) :], strict=True):
                answers[at] = answer
        return answers

    async def _send(self, commands: Sequence[tuple[Word, ...]]) -> list[Any]:
        answers: list[Any] = []
        try:
            async with asyncio.timeout(ROUND_TRIP_TIMEOUT_S):
                packed = b"".join([pack_command(words) for words in commands])
                await self._connection.send_packed_command(packed, check_health=False)
                for _ in commands:
                    try:
                        answers.append(await self._connection.read_response(timeout=math.inf))
                    except ResponseError as refusal:
                        answers.append(refusal)
        except FAULTS as fault:
            await self._disconnect()
            answers += [fault] * (len(commands) - len(answers))
        except BaseException:
            # Answers that nobody read would be taken for those of the next commands.
            await self._disconnect()
            raise
        return answers

    async def _disconnect(self) -> None:
        with contextlib.suppress(*FAULTS):
            await self._connection.disconnect(nowait=True)


class Lanes:
    """Sends commands and scripts, each server's in its own lane. See the module.

    Args:
        client: where to; it stays the caller's to close.
        patience_s: how long one call is tried.
    """

    def __init__(self, client: Client, patience_s: float) -> None:
        self._servers = Servers(client)
        self._patience_s = patience_s
        self._lanes: dict[str, Lane] = {}
        self._closed = False

    async def command(self, key: str, *words: Word) -> Any:
        """The answer to a command, as the server gives it."""
        return await self._ask(Call(key, words))

    async def script(self, script: Script, on: Sequence[str], *args: Word) -> Any:
        """The answer of a script that works on some keys of one game."""
        words = ("EVALSHA", script.sha, str(len(on)), *on, *args)
        return await self._ask(Call(on[0], words, script))

    async def scan(self, pattern: str) -> AsyncIterator[bytes]:
        """The keys of all servers that fit a pattern: each that stays there, at least once.

        Raises:
            StoreUnavailable: a server does not answer, or went while it was asked.
        """
        if self._servers.clustered:
            await self._ask(Call("", ("PING",)))
        for server in self._servers.names:
            cursor: Word = "0"
            while True:
                call = Call("", ("SCAN", cursor, "MATCH", pattern, "COUNT", KEYS_A_SCAN))
                try:
                    cursor, found = await self._lane(server).ask(call)
                except FAULTS as fault:
                    raise _unavailable(fault) from fault
                for key in found:
                    yield key
                if cursor == b"0":
                    break

    async def close(self) -> None:
        """Disconnect; calls that are under way raise StoreUnavailable."""
        self._closed = True
        for lane in self._lanes.values():
            await lane.close()

    async def _ask(self, call: Call) -> Any:
        """Ask until there is an answer, with pauses that double, or until patience ends."""
        loop = asyncio.get_running_loop()
        until, pause_s = loop.time() + self._patience_s, FIRST_PAUSE_S
        while not self._closed:
            try:
                return await self._ask_once(call)
            except FAULTS as fault:
                if loop.time() + pause_s > until:
                    raise _unavailable(fault) from fault
                await self._look_around(fault)
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
        raise StoreUnavailable("the connection to Redis is closed")

    async def _ask_once(self, call: Call) -> Any:
        if self._servers.clustered:
            await self._servers.prepare()
        try:
            return await self._lane(self._servers.holder(call.key)).ask(call)
        except AskError as elsewhere:
            lane = self._lane(self._servers.asked(elsewhere))
            _, answer = await asyncio.gather(lane.ask(_ASKING), lane.ask(call))
            return answer

    async def _look_around(self, fault: Exception) -> None:
        with contextlib.suppress(*FAULTS):
            await self._servers.learn(fault)

    def _lane(self, server: str) -> Lane:
        lane = self._lanes.get(server)
        if lane is None:
            lane = self._lanes[server] = Lane(self._servers.connection(server))
        return lane


def _unavailable(fault: Exception) -> StoreUnavailable:
    return StoreUnavailable(
        f"Redis cannot be used ({str(fault) or type(fault).__name__}); "
        "whether the command was carried out is unknown, send the same command id again"
    )
