"""What is particular to a Redis Cluster: one slot for a game, and slots that move."""

import asyncio
import signal
from typing import Any

import pytest
import redis

from pasjans_services.broker.base import Interrupted, Published
from pasjans_services.eventstore import keys
from pasjans_services.eventstore.base import Appended, Repeated
from pasjans_services.eventstore.redis import RedisEventStore
from support.stores import OnRedis, Server


class Slot:
    """A game's slot, which moves from one server of the cluster to the next."""

    def __init__(self, servers: tuple[Server, ...], game: str) -> None:
        clients: list[Any] = [redis.Redis.from_url(server.url) for server in servers]
        self._clients = clients
        self.number = clients[0].execute_command("CLUSTER", "KEYSLOT", keys.of(game).log)
        self._names = [client.execute_command("CLUSTER", "MYID").decode() for client in clients]
        self._ports = [int(server.url.rpartition(":")[2]) for server in servers]
        shares = clients[0].execute_command("CLUSTER", "SLOTS")
        port = next(first[1] for low, high, first, *_ in shares if low <= self.number <= high)
        self.owner = self._ports.index(port)

    @property
    def next(self) -> int:
        """The server that it moves to."""
        return (self.owner + 1) % len(self._clients)

    def begin(self) -> None:
        """From here on, what is not on the old server is asked for on the new one."""
        self._set(self.next, "IMPORTING", self.owner)
        self._set(self.owner, "MIGRATING", self.next)

    def move_keys(self) -> None:
        """Move what there is."""
        old = self._clients[self.owner]
        while found := old.execute_command("CLUSTER", "GETKEYSINSLOT", self.number, 100):
            old.execute_command(
                "MIGRATE", "127.0.0.1", self._ports[self.next], "", 0, 5_000, "KEYS", *found
            )

    def end(self) -> None:
        """Give the slot to the new server, for everybody to know."""
        for server in (self.next, self.owner, 3 - self.next - self.owner):
            self._set(server, "NODE", self.next)
        self.owner = self.next

    def move(self) -> None:
        """All of it."""
        self.begin()
        self.move_keys()
        self.end()

    def close(self) -> None:
        for client in self._clients:
            client.close()

    def _set(self, server: int, what: str, which: int) -> None:
        self._clients[server].execute_command(
            "CLUSTER", "SETSLOT", self.number, what, self._names[which]
        )


@pytest.fixture
def slot(cluster: tuple[Server, ...], game: str) -> Any:
    """The slot of the test's game; it goes back to where it was."""
    slot = Slot(cluster, game)
    home = slot.owner
    yield slot
    while slot.owner != home:
        slot.move()
    slot.close()


async def test_all_keys_of_a_game_are_in_one_slot(on_cluster: OnRedis, game: str) -> None:
    of = keys.of(game)
    names = (of.log, of.commands, of.snapshot, of.archive, of.nodes, keys.channel(game, "a-node"))
    assert len({on_cluster.client.keyslot(name) for name in names}) == 1


async def test_games_are_spread_over_the_servers(on_cluster: OnRedis, game: str) -> None:
    store = on_cluster.store()
    games = [f"{game}-{number}" for number in range(60)]
    outcomes = await asyncio.gather(
        *(store.append(one, 0, "c", [b"x"], final=False) for one in games)
    )
    assert all(isinstance(outcome, Appended) for outcome in outcomes)
    holders = {on_cluster.client.get_node_from_key(keys.of(one).log).name for one in games}
    assert len(holders) == 3


@pytest.mark.slow
async def test_a_server_of_the_cluster_is_killed_and_no_acknowledged_append_is_lost(
    on_cluster: OnRedis, cluster: tuple[Server, ...], game: str
) -> None:
    store = RedisEventStore(on_cluster.client, "a", patience_s=20.0)
    on_cluster.ending.append(store.close)
    games = [f"{game}-{number}" for number in range(30)]
    broker, inbox = await on_cluster.broker("b")
    for one in games:
        await broker.watch(one, 1)
        await store.append(one, 0, "c0", [b"r0"], final=False)
        assert isinstance(await inbox.next(), Published)
    for victim in cluster[1:]:
        head = await store.head(games[0])
        victim.signal(signal.SIGKILL)
        appends = [
            asyncio.create_task(store.append(one, head, f"c{head}", [b"x"], final=False))
            for one in games
        ]
        await asyncio.sleep(0)
        victim.start()
        for append in appends:
            outcome = await append
            assert isinstance(outcome, Appended | Repeated)
            assert outcome.version == head + 1
        while await inbox.next() != Interrupted():
            pass
    for one in games:
        assert [entry.version for entry in await store.read(one)] == [1, 2, 3]


async def test_appends_follow_a_slot_that_moves(on_cluster: OnRedis, slot: Slot, game: str) -> None:
    store = on_cluster.store()
    for version in range(6):
        assert isinstance(
            await store.append(game, version, f"c{version}", [b"%d" % version], False), Appended
        )
        if version % 2:
            slot.move()
    assert [entry.record for entry in await store.read(game)] == [b"%d" % n for n in range(6)]


async def test_a_game_is_read_while_its_slot_moves_and_appended_to_when_it_has(
    on_cluster: OnRedis, slot: Slot, game: str
) -> None:
    store = on_cluster.store()
    await store.append(game, 0, "c0", [b"r0"], final=False)
    slot.begin()
    assert await store.head(game) == 1
    slot.move_keys()
    assert [entry.record for entry in await store.read(game)] == [b"r0"]
    assert await store.committed(game, "c0") == 1
    # A server does not run what needs several keys of a slot that moves: it says, try again.
    appending = asyncio.create_task(store.append(game, 1, "c1", [b"r1"], final=False))
    await store.head(game)
    assert not appending.done()
    slot.end()
    assert isinstance(await appending, Appended)


async def test_a_node_hears_again_after_the_slot_has_moved(
    on_cluster: OnRedis, slot: Slot, game: str
) -> None:
    store = on_cluster.store("a")
    broker, inbox = await on_cluster.broker("b")
    await broker.watch(game, 1)
    await store.append(game, 0, "c0", [b"x"], final=False)
    assert isinstance(await inbox.next(), Published)
    slot.move()
    assert await inbox.next() == Interrupted()
    await store.append(game, 1, "c1", [b"x"], final=False)
    assert isinstance(await inbox.next(), Published)
