import pytest

from pasjans_services.eventstore.memory import Memory, MemoryRegistry
from pasjans_services.players import BadToken, NameTaken, Player, Players


async def test_a_token_proves_who_somebody_is_in_each_process_on_one_store() -> None:
    registry = MemoryRegistry(Memory())
    player, token = await (await Players.open(registry)).guest()

    assert await (await Players.open(registry)).from_token(token) == player


async def test_a_token_of_another_server_or_an_edited_one_is_refused() -> None:
    _, foreign = await (await Players.open(MemoryRegistry(Memory()))).guest()
    players = await Players.open(MemoryRegistry(Memory()))
    _, own = await players.guest()

    for token in (foreign, own[:-1], own.replace(".", "", 1), "", "x.y", own + "a"):
        with pytest.raises(BadToken):
            await players.from_token(token)


async def test_a_name_is_the_first_claimers_for_good() -> None:
    players = await Players.open(MemoryRegistry(Memory()))
    (ola, token), (jan, _) = await players.guest(), await players.guest()

    assert await players.claim(ola.id, "  Ola  K ") == "Ola K"
    with pytest.raises(NameTaken):
        await players.claim(jan.id, "OLA-K")
    assert await players.claim(ola.id, "Aleksandra") == "Aleksandra"
    with pytest.raises(NameTaken):
        await players.claim(jan.id, "Ola K")

    assert await players.from_token(token) == Player(ola.id, "Aleksandra")
    assert await players.name_of(jan.id) is None


async def test_who_says_once_that_a_program_plays_says_it_for_good() -> None:
    players = await Players.open(MemoryRegistry(Memory()))
    person, token = await players.guest()
    assert not person.bot
    assert await players.from_token(token) == person

    bot = Player(person.id, bot=True)
    assert await players.from_token(token, bot=True) == bot
    assert await players.from_token(token) == bot

    born, its = await players.guest(bot=True)
    assert born.bot
    assert await players.from_token(its) == born
