"""What every registry promises (see `pasjans_services.eventstore.registry`)."""

import asyncio

from support.stores import Backend


async def test_an_unknown_key_has_no_value(backend: Backend, game: str) -> None:
    assert await backend.registry().get(game) is None


async def test_the_first_value_stands(backend: Backend, game: str) -> None:
    registry = backend.registry()
    assert await registry.put_if_absent(game, "first", None) == "first"
    assert await registry.put_if_absent(game, "second", None) == "first"
    assert await registry.get(game) == "first"


async def test_all_of_many_callers_get_the_same_value(backend: Backend, game: str) -> None:
    registries = [backend.registry() for _ in range(3)]
    values = await asyncio.gather(
        *(
            registry.put_if_absent(game, f"{number}-{caller}", None)
            for number, registry in enumerate(registries)
            for caller in range(10)
        )
    )
    assert len(set(values)) == 1
    assert await registries[0].get(game) == values[0]


async def test_put_replaces(backend: Backend, game: str) -> None:
    registry = backend.registry()
    await registry.put(game, "old", None)
    await registry.put(game, "new", None)
    assert await registry.get(game) == "new"


async def test_values_are_any_text(backend: Backend, game: str) -> None:
    registry = backend.registry()
    for value in ("", "\x00\r\n", "Дамы кувырком"):
        await registry.put(f"{game}: ключ {value!r}", value, 60)
        assert await registry.get(f"{game}: ключ {value!r}") == value


async def test_a_value_with_a_lifetime_goes(backend: Backend, game: str) -> None:
    registry = backend.registry()
    assert await registry.put_if_absent(game, "short", 0.001) == "short"
    async with asyncio.timeout(5):
        while await registry.get(game) is not None:
            pass
    assert await registry.put_if_absent(game, "next", None) == "next"


async def test_a_value_with_a_lifetime_stays_until_then(backend: Backend, game: str) -> None:
    registry = backend.registry()
    await registry.put(game, "long", 60)
    assert await registry.put_if_absent(game, "other", None) == "long"
