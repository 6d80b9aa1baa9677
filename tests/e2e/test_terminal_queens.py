"""Games of cards in the terminal: real server, real processes, a real pseudo-terminal."""

import json
from collections.abc import Mapping

import pytest

import pasjans
from support.cards import SOLVED
from support.commands import at, run, shown_game
from support.gateways import GatewayProcess
from support.terminal import Terminal

QUEENS = SOLVED["queens"]
DEAL = ("--rules", "queens", "--deal", QUEENS.deal)
HIDDEN = "??"

pytestmark = pytest.mark.slow


async def test_cards_are_played_with_keys(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    play = at(gateway.ws_url, "play", *DEAL)
    async with Terminal.running(play, environment=home) as terminal:
        text = await terminal.shows("q leave")
        game = shown_game(text)
        assert "Topsy-Turvy Queens" in text
        assert "┃▶ 9♦ ◀┃" in text
        assert "┃ 10♦ ←┃" in text
        terminal.press("enter")
        text = await terminal.shows("9♦ went from column 6 to column 5.")
        assert "moves 1  draws 0" in text
        terminal.press(" ")
        text = await terminal.shows("Drawn: 4♠.")
        assert "│░ 64 ░│ │  4♠  │" in text
        terminal.press("u")
        text = await terminal.shows("Taken back: 4♠ is in the stock again.")
        assert "undos 1  redos 1" in text
        terminal.press("r")
        await terminal.shows("Drawn: 4♠.")
        terminal.press(" ")
        text = await terminal.shows("Drawn: 9♥.")
        assert "┃▶ 9♥ ◀┃ on 1" in text
        terminal.press("w")
        await terminal.shows("Enter puts 9♥ on column 1.")
        terminal.press("enter")
        await terminal.shows("9♥ went from the waste to column 1.")
        terminal.press("h")
        text = await terminal.shows("Hint 1 of ")
        assert "!" in text
        terminal.press("s")
        await terminal.shows("The solver says whether this can still be won.")
        terminal.press("?")
        await terminal.shows("ask a solver: can this still be won?")
        terminal.press("x", ":", "w>h3", "enter")
        await terminal.shows("moves 2  draws 2")
        terminal.resize(80, 24)
        text = await terminal.shows("prisoners")
        assert "stock ░63░" in text
        terminal.press("q")
        await terminal.shows(f"Game {game} is kept.")
        assert await terminal.ends() == 0


async def test_cards_in_ascii_and_without_colours(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    surroundings = {**home, "LC_ALL": "C", "NO_COLOR": "1"}
    play = at(gateway.ws_url, "play", "--rules", "queens-3pass", "--deal", QUEENS.deal)
    async with Terminal.running(play, environment=surroundings) as terminal:
        text = await terminal.shows("q leave")
        assert "redeals left 2" in text
        assert "#[ 9D ]#" in text
        assert text.isascii()
        terminal.press(" ")
        await terminal.shows("Drawn: 4S.")
        terminal.press("h")
        text = await terminal.shows("Hint 1 of ")
        assert text.isascii()
        terminal.press("q")
        assert await terminal.ends() == 0


async def test_whether_it_can_be_won(solving: GatewayProcess, home: Mapping[str, str]) -> None:
    play = at(solving.ws_url, "play", *DEAL, "--bot")
    async with Terminal.running(play, size=(80, 24), environment=home) as terminal:
        await terminal.shows("q leave")
        text = ""
        while "Yes: this can still be won." not in text:
            terminal.press("s")
            await terminal.shows("The solver is asked")
            text = await terminal.shows(lambda text: "The solver is asked" not in text)
        assert "playing, assisted" in text


async def test_a_game_in_lines_is_watched_and_seen_again(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    server = ("--server", gateway.ws_url)
    typed = "\n".join((*QUEENS.actions[:30], "hint", "undo", "redo", "resign"))
    played = await run(home, "play", *DEAL, *server, typed=typed)
    assert (played.code, played.err) == (0, "")
    assert "\x1b" not in played.out
    assert "Drawn: 9♥." in played.out
    assert "Hint 1 of " in played.out
    assert "Given up." in played.out
    game = shown_game(played.out)
    again = await run(home, "replay", game, "--json", *server)
    events = [json.loads(line) for line in again.out.splitlines()]
    assert [event["ply"] for event in events] == list(range(34))
    assert (events[30]["moves"], events[30]["draws"]) == (4, 26)
    assert all(HIDDEN in event["position"] for event in events)
    looking = at(gateway.ws_url, "replay", game, "--from", "26", "--speed", "0.01")
    async with Terminal.running(looking, size=(80, 24), environment=home) as terminal:
        await terminal.shows("event 26 of 33")
        terminal.press(" ", "right")
        text = await terminal.shows("event 27 of 33")
        assert "░░░" in text
        terminal.press("c")
        await terminal.shows("What moves cost is told of domino games alone.")
        terminal.press("q")
        assert await terminal.ends() == 0


async def test_who_looks_on_sees_what_the_player_sees(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create("queens", deal=QUEENS.deal)
        watch = at(gateway.ws_url, "watch", game.id)
        async with Terminal.running(watch, size=(80, 24), environment=home) as terminal:
            await terminal.shows("q leave")
            await game.play("draw")
            text = await terminal.shows("Drawn: 4♠.")
            assert "prisoners  ░░░   ░░░   ░░░   ░░░   ░░░   ░░░   ░░░" in text
            assert "stock ░64░" in text
            terminal.press("left")
            await terminal.shows("stock ░65░")
            terminal.press("f", "q")
            assert await terminal.ends() == 0
