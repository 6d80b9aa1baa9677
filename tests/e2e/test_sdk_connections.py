"""A program can show its user that the connection went, and that it is back."""

import pytest

import pasjans
from support.gateways import GatewayProcess
from support.proxy import Proxy

AT_ONCE = pasjans.Options(random=lambda: 0.0)
pytestmark = pytest.mark.slow


async def test_a_connection_is_told_to_go_and_to_come_back(gateway: GatewayProcess) -> None:
    async with (
        Proxy.before(gateway.ws_url) as proxy,
        pasjans.connect(proxy.ws_url, options=AT_ONCE) as client,
    ):
        connections = client.connections()
        assert await anext(connections)
        for _ in range(3):
            proxy.cut()
            assert not await anext(connections)
            assert await anext(connections)
        assert await client.ping() > 0


async def test_it_ends_with_the_client(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        connections = client.connections()
        assert await anext(connections)
    assert [each async for each in connections] == []
