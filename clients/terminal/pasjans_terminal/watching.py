"""Looking at games, live and afterwards, on a screen or in lines."""

import argparse
from pathlib import Path
from typing import Final

from pasjans import Client, Code, Refused, Replay
from pasjans_protocol.portable import NotVerified
from pasjans_terminal.film import Film
from pasjans_terminal.plain.story import Story
from pasjans_terminal.screen.stage import show_tape, watch_on_screen
from pasjans_terminal.server import Declined, connected
from pasjans_terminal.tape import Tape, read_tape
from pasjans_terminal.terminal import glyphs, is_plain, print_line

_AT_ONCE: Final = 100_000
_PACE: Final = 100


async def watch(args: argparse.Namespace) -> int:
    """Look on, and give the exit code.

    Raises:
        PasjansError: it could not begin, or could not go on.
    """
    async with connected(args.server) as client:
        game = await client.join(args.game)
        if not is_plain(args.plain or args.json):
            return await watch_on_screen(client, game, glyphs())
        story = Story(game.id, game.rules, print_line, as_json=args.json)
        updates = game.updates()
        story.tell(game)
        async for update in updates:
            story.tell(update)
        return 0


async def replay(args: argparse.Namespace) -> int:
    """Look at a game again, and give the exit code.

    Raises:
        PasjansError, Declined: it could not begin, or could not go on.
        OSError: the file cannot be read.
    """
    plain = is_plain(args.plain or args.json)
    speed = args.speed or (_AT_ONCE if plain else _PACE)
    tape = _tape(args.source)
    if tape is not None:
        return await _show(tape, args, speed, plain=plain)
    async with connected(args.server) as client:
        film = await _film(client, args.source, args.ply, speed)
        if plain:
            return await _tell(film, as_json=args.json)
        await film.play()
        return await watch_on_screen(client, film, glyphs())


async def _film(client: Client, game: str, ply: int, speed: int) -> Replay:
    try:
        return await client.replay(game, version=ply + 1, playing=False, speed=speed)
    except Refused as refused:
        if refused.code is Code.NO_SUCH_VERSION and refused.version is not None:
            last = refused.version - 1
            raise Declined(f"There is no event {ply}: the last is {last}.") from None
        raise


def _tape(source: str) -> Tape | None:
    """The film of a portable file; None when there is no such file."""
    file = Path(source)
    if not file.is_file():
        return None
    try:
        return read_tape(file)
    except NotVerified as flaw:
        raise Declined(f"{file} is not verified, and so not shown: {flaw.message}") from None


async def _show(tape: Tape, args: argparse.Namespace, speed: int, *, plain: bool) -> int:
    if args.ply >= tape.head:
        raise Declined(f"There is no event {args.ply}: the last is {tape.head - 1}.")
    await tape.seek(args.ply + 1)
    await tape.pace(speed)
    if plain:
        return await _tell(tape, as_json=args.json)
    await tape.play()
    return await show_tape(tape, glyphs())


async def _tell(film: Film, *, as_json: bool) -> int:
    """Let a film run to its end."""
    story = Story(film.id, film.rules, print_line, as_json=as_json)
    updates = film.updates()
    story.tell(film)
    told = film.version
    await film.play()
    while film.playing or told < film.head:
        moment = await anext(updates)
        story.tell(moment)
        told = moment.version
    await film.leave()
    return 0
