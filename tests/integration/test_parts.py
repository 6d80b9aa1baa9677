"""A process does what it was told to do, and says so of the rest."""

import httpx
import pytest

from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Capability, Replay, Subscribe
from pasjans_services.config import Part
from support.gateways import Serve
from support.wire import Wire, fresh_id

LIVE = {Capability.GUIDE, Capability.PRESENCE, Capability.RESUME, Capability.HINTS}


@pytest.mark.slow
async def test_a_process_without_other_parts_plays_alone(serve: Serve) -> None:
    (gateway,) = serve(1, "--parts", "none")
    async with Wire.connect(gateway.ws_url) as wire:
        assert set(wire.welcome.capabilities) == LIVE
        table = await wire.create("polish")
        replay = Replay(fresh_id(), table.game)
        assert (await wire.refused(replay)).code is Code.UNSUPPORTED
        subscribe = Subscribe(fresh_id(), "all:polish")
        assert (await wire.refused(subscribe)).code is Code.UNSUPPORTED
    async with httpx.AsyncClient(base_url=gateway.http_url) as web:
        assert (await web.get("/api/v1/boards")).status_code == 404
        assert (await web.get("/api/v1/games")).status_code == 404
        assert (await web.get(f"/api/v1/games/{table.game}")).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "capability", "path"),
    [
        (Part.REPLAY, Capability.REPLAY, "/api/v1/games"),
        (Part.LEADERBOARD, Capability.BOARDS, "/api/v1/boards"),
    ],
)
async def test_each_part_can_be_had_alone(
    serve: Serve, part: Part, capability: Capability, path: str
) -> None:
    (gateway,) = serve(1, "--parts", part)
    async with Wire.connect(gateway.ws_url) as wire:
        assert set(wire.welcome.capabilities) == {*LIVE, capability}
    async with httpx.AsyncClient(base_url=gateway.http_url) as web:
        assert (await web.get(path)).status_code == 200
