"""What keys do in a game of queens, with a server of which the test says every answer."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import pasjans
from pasjans_engine.game import Game, legal
from pasjans_engine.queens import DRAW, Pile, Place, Put
from pasjans_engine.view import check, diff, view
from pasjans_protocol.messages import (
    Ack,
    Advised,
    ClientMessage,
    Command,
    Create,
    GuidedDelta,
    Hint,
    Suggestion,
)
from pasjans_terminal.drawing.cards.slots import STOCK_SLOT, Spot, slot_of
from pasjans_terminal.drawing.cards.table import CardTable, Moved
from pasjans_terminal.plain.playing import PlainPlaying
from support.cards import SOLVED
from support.cardtables import cards_shown, queens
from support.lines import after
from support.players import Player
from support.scripted import Peer, scripted, snapshot

SUGGESTED = (
    Suggestion("c6*1>c5", "uncovers", "uncovers A♦"),
    Suggestion("draw", "turn", "turn the stock: a K♠ is wanted"),
)
WARNING = (
    "The solver says whether this can still be won. That puts the game on the assisted boards, "
    "for good: s again to ask."
)


async def host(peer: Peer, game: Game, verdicts: list[Advised]) -> None:
    """Serve a game: suggestions are always the same, verdicts come one after another."""
    await peer.welcome()
    create = await peer.receive(Create)
    await peer.send(snapshot(game, create.id))
    while True:
        game = await answer(peer, game, await peer.next(), verdicts)


async def answer(peer: Peer, game: Game, asked: ClientMessage, verdicts: list[Advised]) -> Game:
    """The game after a message was answered."""
    match asked:
        case Command():
            now = await go_on(peer, game, asked.action)
            await peer.send(Ack(asked.id, now.version))
            return now
        case Hint(ask="moves"):
            await peer.send(Advised(asked.id, game.version, None, None, None, SUGGESTED))
            return game
        case Hint():
            verdict = verdicts.pop(0)
            now = await go_on(peer, game, "hint") if verdict.verdict != "unknown" else game
            await peer.send(Advised(asked.id, now.version, verdict.verdict, None, verdict.undo))
            return now
        case _:
            raise AssertionError(asked)


async def go_on(peer: Peer, game: Game, action: str) -> Game:
    now = after(game, action)
    changes = diff(view(game), view(now))
    await peer.send(GuidedDelta(1, game.version, changes, check(view(now)), legal(now)))
    return now


@asynccontextmanager
async def served(game: Game, *verdicts: Advised) -> AsyncGenerator[pasjans.Game]:
    async def script(peer: Peer) -> None:
        await host(peer, game, list(verdicts))

    async with scripted(script) as url, pasjans.connect(url) as client:
        yield await client.create("queens")


@asynccontextmanager
async def at_the_screen(
    moves: int = 0, *verdicts: Advised, bot: bool = False
) -> AsyncGenerator[Player]:
    async with served(queens(moves), *verdicts) as game:
        player = Player(game, bot=bot)
        yield player
        await player.playing.close()


def verdict(word: str, undo: int | None = None) -> Advised:
    return Advised("", 1, word, None, undo)


def seen(player: Player) -> CardTable:
    return cards_shown(player.playing.scene()).table


def column(number: int) -> Pile:
    return Pile(Place.COLUMN, number - 1)


# Drawing, choosing, putting


async def test_space_draws_and_the_waste_is_chosen_when_its_card_fits() -> None:
    async with at_the_screen() as player:
        assert "Space" in player.shown_keys
        await player.press(" ")
        assert player.note == "Drawn: 4♠."
        assert (player.game.draws, player.game.moves) == (1, 0)
        assert seen(player).chosen == Moved(column(6))
        await player.press(" ")
        assert player.note == "Drawn: 9♥."
        assert seen(player).chosen == Moved(Pile(Place.WASTE))


async def test_enter_puts_the_chosen_cards_on_their_best_place() -> None:
    async with at_the_screen() as player:
        assert (seen(player).chosen, seen(player).target) == (Moved(column(6)), column(5))
        await player.press("enter")
        assert player.note == "9♦ went from column 6 to column 5."
        assert seen(player).moved == Moved(column(5))


async def test_undo_takes_draws_back_too() -> None:
    async with at_the_screen() as player:
        assert "u" not in player.shown_keys
        await player.press("u")
        assert player.note == "No move has been played, so none can be undone."
        await player.press(" ")
        assert "u" in player.shown_keys
        await player.press("u")
        assert player.note == "Taken back: 4♠ is in the stock again."
        await player.press("r")
        assert player.note == "Drawn: 4♠."


async def test_a_number_chooses_a_column_and_again_how_long_a_run() -> None:
    async with at_the_screen(85) as player:
        await player.press("4")
        first = seen(player).chosen
        assert first is not None
        assert player.note.startswith("Enter puts ")
        await player.press("4")
        second = seen(player).chosen
        assert second is not None
        assert first.pile == second.pile == column(4)
        assert first.count != second.count
        await player.press("up", "down")
        assert seen(player).chosen == second


async def test_tab_chooses_another_place() -> None:
    async with at_the_screen(66) as player:
        await player.press("w")
        assert player.note == "Enter puts 3♠ on house 3. Tab: column 7."
        assert "Tab" in player.shown_keys
        await player.press("tab")
        assert seen(player).target == column(7)
        await player.press("enter")
        assert player.note == "3♠ went from the waste to column 7."


async def test_what_cannot_move_says_so() -> None:
    async with at_the_screen() as player:
        for key, said in (
            ("1", "Nothing of column 1 may move now."),
            ("w", "Nothing of the waste may move now."),
            ("p", "No prisoner may move now."),
        ):
            await player.press(key)
            assert player.note == said
            assert player.playing.scene().alert
        assert seen(player).chosen == Moved(column(6))
        await player.press("up")
        assert player.note == "No other number of cards may move from there."


async def test_a_prisoner_goes_to_a_house() -> None:
    async with at_the_screen(206) as player:
        await player.press("p")
        assert seen(player).chosen == Moved(Pile(Place.PRISONER, 0))
        await player.press("enter")
        assert player.note.endswith("went from prison 1 to house 2.")


async def test_prisoners_follow_one_another() -> None:
    async with at_the_screen(292) as player:
        await player.press("p", "p")
        assert seen(player).chosen == Moved(Pile(Place.PRISONER, 3))


async def test_a_click_chooses_and_a_click_on_the_place_puts() -> None:
    async with at_the_screen(85) as player:
        runs = [put for put in seen(player).puts if put.count > 1]
        wanted = next(put for put in runs if put.source not in seen(player).takers)
        cards = seen(player).seen.columns[wanted.source.index]
        player.playing.click(slot_of(Spot(wanted.source, len(cards) - wanted.count)))
        assert seen(player).chosen == Moved(wanted.source, wanted.count)
        last = len(seen(player).seen.columns[wanted.target.index]) - 1
        player.playing.click(slot_of(Spot(wanted.target, max(0, last))))
        await player.settle()
        assert player.note.startswith("The run ")
        assert player.game.moves == queens(85).ply.moves + 1
        player.playing.click(STOCK_SLOT)
        await player.settle()
        assert player.note.startswith("Drawn: ")


async def test_a_click_on_the_chosen_cards_puts_them() -> None:
    async with at_the_screen() as player:
        player.playing.click(slot_of(Spot(column(6), 3)))
        await player.settle()
        assert player.game.moves == 1


async def test_moves_can_be_typed() -> None:
    async with at_the_screen() as player:
        await player.type("c6*1>c5")
        await player.type("draw")
        assert (player.game.moves, player.game.draws) == (1, 1)


async def test_nothing_to_draw_is_said() -> None:
    async with at_the_screen(287) as player:
        assert "Space" not in player.shown_keys
        await player.press(" ")
        assert player.note == "There is nothing to draw, and the waste cannot be turned over."
        assert player.game.version == queens(287).version


async def test_space_turns_the_waste_over_when_the_stock_is_empty() -> None:
    async with at_the_screen(SOLVED["queens"].actions.index("redeal")) as player:
        await player.press(" ")
        assert player.note.startswith("The waste was turned over: ")


async def test_the_help_names_the_keys() -> None:
    async with at_the_screen() as player:
        await player.press("?")
        page = "\n".join(player.playing.scene().page)
        for key in ("Space", "1-8", "Enter", "Tab", "u, r", " h ", " s ", " R ", " : ", " q "):
            assert key in page


# Hints


async def test_a_hint_marks_its_cards_and_enter_plays_it() -> None:
    async with at_the_screen() as player:
        await player.press("h")
        assert player.note == "Hint 1 of 2: c6*1>c5: uncovers A♦."
        assert seen(player).advised == Put(column(6), 1, column(5))
        assert (player.game.hints, player.game.version) == (0, 1)
        await player.press("enter")
        assert player.note == "9♦ went from column 6 to column 5."
        assert seen(player).advised is None


async def test_a_hint_again_is_the_next_one() -> None:
    async with at_the_screen() as player:
        await player.press("h", "h")
        assert player.note == "Hint 2 of 2: draw: turn the stock: a K♠ is wanted."
        assert seen(player).advised == DRAW
        await player.press("h")
        assert player.note.startswith("Hint 1 of 2: ")


async def test_whether_it_can_be_won_is_asked_after_a_warning() -> None:
    async with at_the_screen(0, verdict("solved", 0), verdict("unsolvable", 3)) as player:
        await player.press("s")
        assert player.note == WARNING
        assert player.game.hints == 0
        await player.press("s")
        assert player.note == "Yes: this can still be won."
        assert player.game.hints == 1
        assert cards_shown(player.playing.scene()).figures.status == "playing, assisted"
        await player.press("s")
        assert player.note.startswith("No, not from here: take back 3 moves")


async def test_what_is_not_known_is_no_hint() -> None:
    async with at_the_screen(0, verdict("unknown")) as player:
        await player.press("s", "s")
        assert player.note.startswith("Not known: ")
        assert player.game.hints == 0


async def test_a_hint_stays_marked_when_the_solver_was_asked() -> None:
    async with at_the_screen(0, verdict("solved", 0)) as player:
        await player.press("h", "s", "s")
        assert player.game.hints == 1
        assert seen(player).advised == Put(column(6), 1, column(5))


async def test_a_program_is_not_warned() -> None:
    async with at_the_screen(0, verdict("solved", 0), bot=True) as player:
        await player.press("s")
        assert player.note == "Yes: this can still be won."


# Lines


async def typed(*lines: str) -> AsyncIterator[str]:
    for line in lines:
        yield line


async def test_lines_play_and_ask() -> None:
    said: list[str] = []
    async with served(queens(0), verdict("solved", 0)) as game:
        playing = PlainPlaying(game, said.append)
        lines = ("draw", "hint", "hint", "solver", "solver", "undo", "help", "quit")
        assert await playing.run(typed(*lines)) == 0
    assert "Drawn: 4♠." in said
    assert "Hint 1 of 2: c6*1>c5: uncovers A♦." in said
    assert "Hint 2 of 2: draw: turn the stock: a K♠ is wanted." in said
    assert WARNING.replace("s again", "type solver again") in said
    assert "Yes: this can still be won." in said
    assert any(line.startswith("playing, assisted: 0 moves, 0 draws, 1 undo") for line in said)
    assert any("w>h3      the top of the waste to house 3" in line for line in said)
