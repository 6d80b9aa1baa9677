"""Games of a level, over the wire."""

from dataclasses import replace
from pathlib import Path

import pytest

from pasjans_engine.queens import QUEENS
from pasjans_engine.shuffle import commitment
from pasjans_engine.view import view
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Create, Finished, Snapshot
from support.inprocess import InProcess
from support.lines import dealt
from support.wire import Wire, fresh_id

pytestmark = pytest.mark.slow

SEED = bytes(range(32))
LINE = f'{{"rules": "queens", "level": "hard", "seed": "{SEED.hex()}"}}\n'


async def test_a_game_of_a_level_is_of_the_catalogue_and_its_seed_is_never_told(
    inprocess: InProcess, tmp_path: Path
) -> None:
    path = tmp_path / "levels.jsonl"
    path.write_text(LINE, "utf-8")
    settings = replace(inprocess.settings, levels=path)
    async with (
        replace(inprocess, settings=settings).gateway() as running,
        Wire.connect(running.ws_url) as wire,
    ):
        table = await wire.create("queens", level="hard")
        snapshot = wire.seen[-1]
        assert isinstance(snapshot, Snapshot)
        assert snapshot.commitment == commitment(SEED)
        assert table.view == view(dealt("queens", QUEENS.deal(SEED)))
        await table.play("resign")
        (finished,) = [message for message in wire.seen if isinstance(message, Finished)]
        assert finished.seed is None

        for rules, level in (("queens", "easy"), ("queens", "simple"), ("polish", "hard")):
            refused = await wire.refused(Create(fresh_id(), rules, level=level))
            assert refused.code is Code.NO_SUCH_LEVEL


async def test_a_new_installation_has_levels(inprocess: InProcess) -> None:
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        for level in ("easy", "medium", "hard", "any"):
            await wire.create("queens", level=level)
        await (await wire.create("polish", level="any")).play("resign")
        (finished,) = [message for message in wire.seen if isinstance(message, Finished)]
        assert finished.seed is not None
