"""Servers for all contract tests, and the backends that each contract is tested on."""

import itertools
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack

import pytest

from support.stores import OnMemory, OnRedis, Server, free_ports, join


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests; a test that kills it starts it again."""
    server = Server.on_socket(tmp_path_factory.mktemp("valkey"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, ...]]:
    """Three servers on loopback, each with a third of the slots."""
    ports = free_ports(6)
    with ExitStack() as stack:
        servers: list[Server] = []
        for number, (port, bus) in enumerate(zip(ports[:3], ports[3:], strict=True)):
            server = Server(
                tmp_path_factory.mktemp(f"valkey-{number}"),
                f"redis://127.0.0.1:{port}",
                *("--bind", "127.0.0.1", "--port", str(port), "--cluster-port", str(bus)),
                *("--cluster-enabled", "yes", "--cluster-node-timeout", "2000"),
            )
            server.start()
            stack.callback(server.stop)
            servers.append(server)
        join(servers, ports)
        yield tuple(servers)


@pytest.fixture(params=["memory", "redis", "cluster"])
async def backend(request: pytest.FixtureRequest) -> AsyncIterator[OnMemory | OnRedis]:
    """What the contracts have to hold on."""
    if request.param == "memory":
        yield OnMemory()
        return
    if request.param == "redis":
        url = request.getfixturevalue("server").url
    else:
        url = request.getfixturevalue("cluster")[0].url.replace("redis:", "redis+cluster:")
    backend = OnRedis(url)
    yield backend
    await backend.close()


@pytest.fixture
async def on_server(server: Server) -> AsyncIterator[OnRedis]:
    """The contracts on one server."""
    backend = OnRedis(server.url)
    yield backend
    await backend.close()


@pytest.fixture
async def on_cluster(cluster: tuple[Server, ...]) -> AsyncIterator[OnRedis]:
    """The contracts on the cluster."""
    backend = OnRedis(cluster[0].url.replace("redis:", "redis+cluster:"))
    yield backend
    await backend.close()


_numbers = itertools.count()


@pytest.fixture
def game() -> str:
    """The name of a game that no other test has."""
    return f"game_{next(_numbers)}"
