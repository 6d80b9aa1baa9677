"""Looking at games, live and afterwards, on a screen or in lines."""

import argparse
from pathlib import Path
from typing import Final

from pasjans import Api, Client, Code, Costs, Refused, Replay
from pasjans_protocol.portable import NotVerified
from pasjans_terminal.address import http_url
from pasjans_terminal.families import family_of
from pasjans_terminal.film import Film
from pasjans_terminal.plain.connection import connection_told
from pasjans_terminal.plain.costlist import cost_json, cost_lines
from pasjans_terminal.plain.story import Story
from pasjans_terminal.reaching import announced, said_when_slow
from pasjans_terminal.screen.stage import show_tape, watch_on_screen
from pasjans_terminal.server import WRONG_USAGE, Declined, connected
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
        async with connection_told(client):
            async for update in updates:
                story.tell(update)
        return 0


async def replay(args: argparse.Namespace) -> int:
    """Look at a game again, and give the exit code.

    Raises:
        PasjansError, Declined: it could not begin, or could not go on.
    """
    if args.costs:
        return await _list_costs(args)
    plain = is_plain(args.plain or args.json)
    speed = args.speed or (_AT_ONCE if plain else _PACE)
    if isinstance(args.source, Path):
        return await _show(_tape(args.source), args, speed, plain=plain)
    async with connected(args.server) as client:
        film = await _film(client, args.source, args.ply, speed)
        if plain:
            async with connection_told(client):
                return await _tell(film, as_json=args.json)
        await film.play()
        web = http_url(args.server) if family_of(film.rules).has_costs else None
        return await watch_on_screen(client, film, glyphs(), web=web)


async def _list_costs(args: argparse.Namespace) -> int:
    async with Api(http_url(args.server)) as api:
        with announced(args.server):
            log = await api.log(args.source)
        with said_when_slow("what the moves cost is being worked out ..."):
            costs = await _costs(api, args.source)
    for line in (cost_json(log, costs),) if args.json else cost_lines(log, costs):
        print_line(line)
    return 0


async def _costs(api: Api, game: str) -> Costs:
    try:
        return await api.costs(game)
    except Refused as refused:
        match refused.code:
            case Code.NOT_OVER:
                raise Declined("What moves cost is told once the game is over.") from None
            case Code.UNAVAILABLE:
                message = "Solvers are still at it: ask again in a minute."
                raise Declined(message) from None
            case _:
                raise


async def _film(client: Client, game: str, ply: int, speed: int) -> Replay:
    try:
        return await client.replay(game, version=ply + 1, playing=False, speed=speed)
    except Refused as refused:
        if refused.code is Code.NO_SUCH_VERSION and refused.version is not None:
            last = refused.version - 1
            raise Declined(f"There is no event {ply}: the last is {last}.") from None
        raise


def _tape(file: Path) -> Tape:
    """The film of a portable file."""
    try:
        return read_tape(file)
    except NotVerified as flaw:
        raise Declined(f"{file} is not verified, and so not shown: {flaw.message}") from None
    except FileNotFoundError:
        raise Declined(f"There is no file {file}.", WRONG_USAGE) from None
    except IsADirectoryError:
        raise Declined(f"{file} is a folder: give a file, or a game's ID.", WRONG_USAGE) from None
    except OSError as error:
        raise Declined(f"{file} cannot be read: {error.strerror}.", WRONG_USAGE) from None


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
    first = film.version
    if first > 1:
        await film.seek(first - 1)
        story.begin_after(film)
        await film.seek(first)
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
