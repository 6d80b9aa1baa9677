"""Games of a level, over the wire."""

from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from pasjans_engine.cards import CARD_NAMES
from pasjans_engine.queens import QUEENS
from pasjans_engine.queens.layout import FACE_DOWN, NONE
from pasjans_engine.shuffle import commitment
from pasjans_engine.view import view
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Create, Finished, Replay, Snapshot
from support.inprocess import InProcess
from support.lines import dealt
from support.wire import Wire, fresh_id

pytestmark = pytest.mark.slow

SEED = bytes(range(32))
PRISONERS, WASTE = slice(8, 15), slice(143, 208)
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


async def test_a_game_of_a_level_that_is_over_tells_the_next_player_what_was_turned_up_alone(
    inprocess: InProcess, tmp_path: Path
) -> None:
    """Whoever gets the same deal finds the games of others by its name, and looks at them."""
    path = tmp_path / "levels.jsonl"
    path.write_text(LINE, "utf-8")
    settings = replace(inprocess.settings, levels=path)
    deal = QUEENS.deal(SEED)
    prisoners, _, stock = deal.split(" | ")
    async with (
        replace(inprocess, settings=settings).gateway() as running,
        Wire.connect(running.ws_url) as first,
        Wire.connect(running.ws_url) as second,
        httpx.AsyncClient(base_url=running.http_url) as web,
    ):
        over = await first.create("queens", level="hard")
        await over.play("draw", "draw", "undo", "draw", "resign")
        table = await second.create("queens", level="hard")
        names = {
            (await web.get(f"/api/v1/games/{one.game}")).json()["deal_id"] for one in (over, table)
        }
        assert len(names) == 1
        seen = await second.join(over.game)
        replay = await second.ask(Replay(fresh_id(), over.game, version=over.version))
        assert isinstance(replay, Snapshot)
        drawn = [CARD_NAMES.index(card) for card in stock.split()[:2]]
        for shown in (over.view, seen.view, replay.view):
            assert set(shown[PRISONERS]) == {FACE_DOWN}
            assert [card for card in shown[WASTE] if card != NONE] == drawn
        for page in ("", "/log", "/at/4", "/at/5", "/at/2?line=net", "/export"):
            text = (await web.get(f"/api/v1/games/{over.game}{page}")).text
            for secret in (prisoners, " ".join(stock.split()[2:4]), SEED.hex()):
                assert secret not in text


async def test_a_new_installation_has_levels(inprocess: InProcess) -> None:
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
        for level in ("easy", "medium", "hard", "any"):
            await wire.create("queens", level=level)
        await (await wire.create("polish", level="any")).play("resign")
        (finished,) = [message for message in wire.seen if isinstance(message, Finished)]
        assert finished.seed is not None
