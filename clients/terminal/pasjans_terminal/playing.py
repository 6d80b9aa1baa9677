"""Playing a game on a server, on a screen or in lines."""

import argparse
import sys
from typing import Final

from pasjans import Client, Game, Role
from pasjans_terminal.address import again
from pasjans_terminal.plain.connection import connection_told
from pasjans_terminal.plain.playing import PlainPlaying
from pasjans_terminal.plain.typed import lines_of
from pasjans_terminal.screen.playing import ANOTHER
from pasjans_terminal.screen.stage import play_on_screen
from pasjans_terminal.server import Declined, connected
from pasjans_terminal.terminal import glyphs, is_plain, print_line

_RULES: Final = "polish"
_LEVEL_RULES: Final = "queens"


async def play(args: argparse.Namespace) -> int:
    """Play, and give the exit code.

    Raises:
        PasjansError, Declined: it could not begin, or could not go on.
    """
    async with connected(args.server, args.name, bot=args.bot) as client:
        game = await _game(client, args)
        if is_plain(args.plain):
            async with connection_told(client):
                return await PlainPlaying(game, print_line, bot=args.bot).run(
                    lines_of(sys.stdin.fileno())
                )
        return await _on_screen(client, game, args)


async def _on_screen(client: Client, game: Game, args: argparse.Namespace) -> int:
    """Play on a screen, one game after another."""
    while True:
        try:
            code = await play_on_screen(client, game, glyphs(), bot=args.bot)
        finally:
            print_line(_farewell(game, args.server))
        if code != ANOTHER:
            return code
        await game.leave()
        game = await client.create(game.rules, level=args.level)


async def _game(client: Client, args: argparse.Namespace) -> Game:
    if args.game is None:
        rules = args.rules or (_LEVEL_RULES if args.level else _RULES)
        return await client.create(rules, deal=args.deal, daily=args.daily, level=args.level)
    game = await client.join(args.game)
    if game.role is not Role.PLAYER:
        watch = again("watch", game.id, args.server)
        raise Declined(f"Game {game.id} is another player's. To look on: {watch}")
    return game


def _farewell(game: Game, server: str) -> str:
    if game.status.over:
        replay = again("replay", game.id, server)
        return f"Game {game.id} is {game.status}. To see it again: {replay}"
    return f"Game {game.id} is kept. To go on: {again('play', game.id, server)}"
