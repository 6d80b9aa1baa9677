"""Boards on each kind of listings: the same members, whatever holds them."""

import pytest

from pasjans_services.games.pars import Pars
from pasjans_services.leaderboard.belowpar import BelowPar
from pasjans_services.leaderboard.boards import Boards
from pasjans_services.leaderboard.exclusions import Exclusions
from pasjans_services.leaderboard.projection import Ranking
from pasjans_services.leaderboard.rebuild import Rebuild
from support import solves
from support.solves import golden_log, narrated_log
from support.stores import Backend, OnMemory

PLAYED = {
    "boards-1": golden_log("polish-2"),
    "boards-2": golden_log("polish-8"),
    "boards-3": golden_log("polish-4", bot=True),
    "boards-4": golden_log("russian-5"),
    "boards-5": narrated_log(detours=2),
    "boards-6": narrated_log(),
}


async def content(backend: Backend) -> dict[str, tuple[bytes, ...]]:
    """Every member of every board."""
    listings = backend.listings()
    return {key: await listings.slice(key, most=1_000) async for key in listings.keys("board:")}


@pytest.mark.slow
async def test_boards_hold_the_same_wherever_they_are(backend: Backend) -> None:
    store, listings = backend.store(), backend.listings()
    pars = Pars(backend.registry())
    ranking = Ranking(store, Boards(listings), Exclusions(listings), BelowPar(listings, pars))
    for game, log in PLAYED.items():
        await solves.keep(store, game, log)
        await ranking.apply(game, await store.read(game))
    on_memory = OnMemory()
    others = on_memory.listings()
    alone = Ranking(store, Boards(others), Exclusions(others), BelowPar(others, pars))
    for game in PLAYED:
        await alone.apply(game, await store.read(game))

    first = await content(backend)
    assert first == await content(on_memory)
    assert len(first) == 10
    for from_empty in (False, True):
        done = await Rebuild(store, listings, ranking).run(from_empty=from_empty)
        assert (done.solves, done.removed) == (5, 0)
        assert await content(backend) == first
