"""What keys do in a game, with a server of which the test says every answer."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

import pasjans
from pasjans_engine.game import Game, legal
from pasjans_engine.tiles import parse_cell
from pasjans_protocol import messages
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.messages import Create, SnapshotReason
from pasjans_terminal.drawing.glyphs import UNICODE
from pasjans_terminal.screen.playing import ANOTHER
from pasjans_terminal.screen.stage import play_on_screen
from support.boards import triangle
from support.lines import after, replayed
from support.players import Player, honest
from support.scripted import Peer, dealt, scripted, snapshot
from support.walkthrough import walkthrough

TOLD = walkthrough()
START = dealt()


@contextmanager
def on_screen() -> Iterator[PipeInput]:
    """A screen that shows nothing, and keys for it."""
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield keys


@asynccontextmanager
async def at_the_screen(game: Game = START) -> AsyncGenerator[Player]:
    async def script(peer: Peer) -> None:
        await honest(peer, game)

    async with scripted(script) as url, pasjans.connect(url) as client:
        player = Player(await client.create("polish"))
        yield player
        await player.playing.close()


async def test_enter_plays_the_chosen_tile() -> None:
    async with at_the_screen() as player:
        assert legal(START) == ("51@40", "60@40")
        await player.press("enter")
        assert player.game.version == 2
        assert player.note.startswith("51 went from ")
        assert triangle(player.playing.scene()).table.moved is not None
        assert "u" in player.shown_keys


async def test_undo_and_redo_have_their_keys() -> None:
    async with at_the_screen() as player:
        await player.press("enter", "u")
        assert player.note.startswith("Taken back: ")
        assert {"r"} <= player.shown_keys
        assert "u" not in player.shown_keys
        await player.press("r")
        assert (player.game.moves, player.game.redos) == (1, 0)


async def test_a_refusal_is_a_sentence() -> None:
    async with at_the_screen() as player:
        await player.press("u")
        scene = player.playing.scene()
        assert scene.alert
        assert scene.note == "No move has been played, so none can be undone."
        await player.press("left")
        assert not player.playing.scene().alert


async def test_keys_that_cannot_be_used_say_why() -> None:
    async with at_the_screen() as player:
        said: list[str] = []
        for key in ("u", "r", "o", "n"):
            await player.press(key)
            assert player.playing.scene().alert
            said.append(player.note)
        assert said == [
            "No move has been played, so none can be undone.",
            "No move has been undone, so none can be redone.",
            "An exit is offered only when the layout is closed, with one window or two.",
            "The game goes on: R gives it up, and n begins another one then.",
        ]
        player.playing.click(min(set(range(28)) - triangle(player.playing.scene()).table.movable))
        assert player.note == "That cannot move: a tile that may has a sign before it."
        assert player.playing._sending is None


async def test_a_move_waits_for_the_connection() -> None:
    async with at_the_screen() as player:
        player.playing.connection(False)
        player.playing.typed("51@40")
        sent_later = "There is no connection: 51@40 is sent when it is back."
        assert player.note == sent_later
        player.playing.typed("60@40")
        assert player.note == sent_later
        player.playing.connection(True)
        assert player.note == ""
        player.playing.connection(False)
        assert player.note == sent_later
        await player.settle()
        assert player.note.startswith("51 went from ")


async def test_resigning_asks_back() -> None:
    async with at_the_screen() as player:
        await player.press("R")
        assert player.note.startswith("Give this game up, for good?")
        await player.press("n")
        assert player.game.version == 1
        await player.press("R", "y")
        assert player.game.status == "resigned"
        assert player.shown_keys == {"n", "?", "q"}
        assert player.note == "Given up."
        for key in ("R", "u", "r", "o", "enter"):
            await player.press(key)
            assert player.note == "The game is over: n begins another one."
        await player.press("n")
        assert player.ended == [ANOTHER]


async def test_y_alone_does_nothing() -> None:
    async with at_the_screen() as player:
        await player.press("y", "x", "n")
        assert player.ended == []
        assert player.game.version == 1


async def test_help_is_a_page_that_any_key_ends() -> None:
    async with at_the_screen() as player:
        await player.press("?")
        assert player.playing.scene().page
        await player.press("enter")
        assert not player.playing.scene().page
        assert player.game.version == 1


async def test_the_exit_is_offered_and_taken() -> None:
    closed = replayed("russian", TOLD.deal, TOLD.moves)
    async with at_the_screen(closed) as player:
        assert "Closed: nothing you can do changes anything any more." in player.note
        assert "o" in player.shown_keys
        await player.press("o")
        assert player.note.startswith("11 is set aside: 42 is a window now. Closed: ")
        await player.press("o")
        assert player.note.startswith("22 is set aside: ")
        assert "o" not in player.shown_keys


async def test_a_tile_that_fits_two_windows_asks_which() -> None:
    game = replayed("russian", TOLD.deal, [*TOLD.moves, *TOLD.finish[:8]])
    async with at_the_screen(game) as player:
        while triangle(player.playing.scene()).table.chosen != parse_cell("60"):
            await player.press("tab")
        await player.press("enter")
        assert player.note.startswith("It fits several windows")
        first = triangle(player.playing.scene()).table.target
        await player.press("tab")
        second = triangle(player.playing.scene()).table.target
        assert first != second
        assert "Escape" in player.shown_keys
        await player.press("escape")
        assert triangle(player.playing.scene()).table.target is None
        await player.press(" ", "down", " ")
        assert player.game.version == game.version + 1


async def test_words_can_be_typed() -> None:
    async with at_the_screen() as player:
        await player.type(f" {legal(START)[0]} ")
        assert player.game.moves == 1
        await player.type("undo")
        assert player.game.undos == 1
        await player.type("")
        await player.type("help")
        assert player.playing.scene().page
        await player.type("quit")
        assert player.ended == [0]


async def test_a_click_plays() -> None:
    async with at_the_screen() as player:
        player.playing.click(max(triangle(player.playing.scene()).table.movable))
        await player.settle()
        assert player.game.moves == 1


async def test_one_command_at_a_time() -> None:
    async with at_the_screen() as player:
        player.playing.typed("undo")
        player.playing.typed("redo")
        assert player.note == "The last one is still on its way."
        await player.settle()


async def test_a_lost_connection_is_shown() -> None:
    async with at_the_screen() as player:
        player.playing.connection(False)
        assert not player.playing.scene().connected
        player.playing.connection(True)
        assert player.playing.scene().connected


async def test_a_log_that_lost_its_end_is_said() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        create = await peer.receive(Create)
        moved = after(START, legal(START)[0])
        await peer.send(snapshot(moved, create.id))
        await peer.receive(messages.Ping)
        await peer.send(snapshot(START, None, reason=SnapshotReason.DIVERGED))
        await peer.idle()

    async with scripted(script) as url, pasjans.connect(url) as client:
        player = Player(await client.create("polish"))
        updates = player.game.updates()
        pinging = client._tasks.spawn(client.ping())
        player.playing._take(await anext(updates))
        scene = player.playing.scene()
        assert scene.alert
        assert "The server lost the last moves" in scene.note
        assert triangle(scene).table.chosen is not None
        pinging.cancel()


async def test_a_server_that_wants_no_more_ends_the_screen() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        create = await peer.receive(Create)
        await peer.send(snapshot(START, create.id))
        await peer.close(CloseCode.BAD_TOKEN)

    with on_screen():
        async with scripted(script) as url, pasjans.connect(url) as client:
            game = await client.create("polish")
            with pytest.raises(pasjans.Closed):
                await play_on_screen(client, game, UNICODE)


# The whole screen


async def run_screen(keys: str) -> tuple[int, pasjans.Game]:
    async def script(peer: Peer) -> None:
        await honest(peer, START)

    with on_screen() as pipe:
        async with scripted(script) as url, pasjans.connect(url) as client:
            game = await client.create("polish")
            pipe.send_text(keys)
            code = await play_on_screen(client, game, UNICODE)
            return code, game


@pytest.mark.parametrize(("keys", "code"), [("q", 0), ("\x03", 130), ("?xq", 0), (":quit\r", 0)])
async def test_ways_to_leave(keys: str, code: int) -> None:
    assert (await run_screen(keys))[0] == code


async def test_what_is_typed_after_a_colon_is_no_key() -> None:
    code, game = await run_screen(":q\x07\x1b[A\tq")
    assert (code, game.version) == (0, 1)
