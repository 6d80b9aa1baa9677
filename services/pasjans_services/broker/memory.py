"""The broker in one process: see `eventstore.memory`."""

from pasjans_services.broker.base import Deliver, Watching
from pasjans_services.eventstore.memory import Memory


class MemoryBroker:
    """See `Broker`. It is never interrupted.

    Args:
        memory: shared with the other nodes.
        node: the name of this node, as its event store has it.
    """

    def __init__(self, memory: Memory, node: str) -> None:
        self._memory = memory
        self._node = node

    @property
    def node(self) -> str:
        """See `Broker.node`."""
        return self._node

    async def start(self, deliver: Deliver, /) -> None:
        """See `Broker.start`."""
        self._memory.listeners[self._node] = deliver

    async def watch(self, game: str, count: int, /) -> int:
        """See `Broker.watch`."""
        counts = self._memory.watchers.setdefault(game, {})
        before = sum(counts.values())
        if count:
            counts[self._node] = count
        else:
            counts.pop(self._node, None)
        total = sum(counts.values())
        if total != before:
            self._memory.tell_others(Watching(game, total), game, self._node)
        return total

    async def close(self) -> None:
        """See `Broker.close`."""
        watched = [game for game, counts in self._memory.watchers.items() if self._node in counts]
        for game in watched:
            await self.watch(game, 0)
        self._memory.listeners.pop(self._node, None)
