"""`pasjans-admin`: what an operator does to lists and boards. None of it touches a log."""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from pasjans_services import __version__
from pasjans_services.backends import Backends, open_backends
from pasjans_services.config import Settings
from pasjans_services.embedded.errors import EmbeddedError
from pasjans_services.embedded.server import embedded
from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.names import is_name
from pasjans_services.games.gamelog import NoSuchGame
from pasjans_services.games.pars import Pars
from pasjans_services.leaderboard.ids import PREFIX as BOARDS
from pasjans_services.leaderboard.leaderboard import Leaderboard
from pasjans_services.leaderboard.rebuild import Progress
from pasjans_services.players import Players
from pasjans_services.replay.index import PREFIX as GAMES
from pasjans_services.replay.index import Index
from pasjans_services.replay.rebuild import rebuild as rebuild_index
from pasjans_services.telemetry import configure_logs

EXIT_FAILED: Final = 1
MEMBERS_A_SLICE: Final = 500

_EPILOG: Final = """\
exit codes: 0 done, 1 it could not be done (the message says why), 2 wrong usage

examples:
  pasjans-admin rebuild --data ./data
  pasjans-admin --redis redis://db:6379 rebuild boards
  pasjans-admin exclude Gq7pX2mV9bTc
  pasjans-admin dump | sha256sum
"""


class CannotDo(Exception):
    """Why something could not be done; the message says what to do."""


async def rebuild(backends: Backends, arguments: argparse.Namespace) -> None:
    """Make the index of games, the boards, or both anew from the logs."""
    if arguments.what in {"index", "all"}:
        await rebuild_index(Index(backends.listings, backends.store))
        _tell(arguments, "the index of games is what the logs say", rebuilt="index")
    if arguments.what in {"boards", "all"}:
        leaderboard = await _leaderboard(backends)
        done = await leaderboard.rebuild(_report, from_empty=arguments.from_empty)
        text = f"the boards have {done.solves} solves; {done.removed} rows without a log are gone"
        fields = {"solves": done.solves, "removed": done.removed}
        _tell(arguments, text, rebuilt="boards", **fields)


async def exclude(backends: Backends, arguments: argparse.Namespace) -> None:
    """Take a game off all boards, for good."""
    changed = await (await _leaderboard(backends)).exclude(arguments.game)
    text = f"game {arguments.game} stands on no board from now on"
    _tell(arguments, text if changed else f"{text}, as before", excluded=True, changed=changed)


async def include(backends: Backends, arguments: argparse.Namespace) -> None:
    """Give a game that was taken off its rows back, if its log proves them."""
    changed = await (await _leaderboard(backends)).include(arguments.game)
    text = f"game {arguments.game} has the rows that its log proves"
    _tell(arguments, text if changed else f"{text}, as before", excluded=False, changed=changed)


async def _leaderboard(backends: Backends) -> Leaderboard:
    players = await Players.open(backends.registry)
    return Leaderboard(backends.store, backends.listings, players, Pars(backends.registry))


async def below_par(backends: Backends, arguments: argparse.Namespace) -> None:
    """List solves that were kept off all boards, with fewer moves than the proved par."""
    for one in await (await _leaderboard(backends)).below_par.kept():
        text = f"game {one.game}: {one.moves} moves"
        _tell(arguments, text, game=one.game, moves=one.moves)


async def dump(backends: Backends, _arguments: argparse.Namespace) -> None:
    """Write every member of every list and board, in order, to compare two states of them."""
    listings = backends.listings
    for prefix in (BOARDS, GAMES):
        for key in sorted([key async for key in listings.keys(prefix)]):
            low: bytes | None = None
            while members := await listings.slice(key, low=low, most=MEMBERS_A_SLICE):
                for member in members:
                    print(json.dumps({"key": key, "member": member.hex()}))
                low = members[-1] + b"\0"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the result is its exit code."""
    parser = _parser()
    parsed = parser.parse_args(arguments)
    configure_logs("warning", as_json=False)
    try:
        asyncio.run(_run(parsed))
    except KeyboardInterrupt:
        return EXIT_FAILED
    except (CannotDo, NoSuchGame, EmbeddedError, StoreUnavailable, OSError, ValueError) as error:
        print(f"pasjans-admin: {error}", file=sys.stderr)
        return EXIT_FAILED
    return 0


async def _run(parsed: argparse.Namespace) -> None:
    async with _backends(parsed) as backends:
        await parsed.run(backends, parsed)


@asynccontextmanager
async def _backends(parsed: argparse.Namespace) -> AsyncGenerator[Backends]:
    async with AsyncExitStack() as stack:
        url: str | None = parsed.redis_url
        if url is None:
            if not parsed.data.is_dir():
                raise CannotDo(
                    f"there is no folder {parsed.data}: say where with --data or --redis"
                )
            url = (await stack.enter_async_context(embedded(parsed.data))).url
        yield await stack.enter_async_context(open_backends(url))


def _tell(arguments: argparse.Namespace, text: str, **fields: object) -> None:
    print(json.dumps(fields) if arguments.json else text)


def _report(progress: Progress) -> None:
    if sys.stderr.isatty():
        text = f"{progress.games} games, {progress.solves} solves, {progress.members} members"
        print(f"\r{text} ", end="", file=sys.stderr, flush=True)


def _game(text: str) -> str:
    if not is_name(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a game's name")
    return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pasjans-admin",
        description=__doc__,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"pasjans {__version__}")
    parser.set_defaults(data=Settings().data, redis_url=None, json=False)
    _add_options(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for work in (rebuild, exclude, include, below_par, dump):
        name = work.__name__.replace("_", "-")
        one = commands.add_parser(name, help=work.__doc__, description=work.__doc__)
        one.set_defaults(run=work)
        _add_options(one)
        if work is rebuild:
            what = ("all", "boards", "index")
            one.add_argument(
                "what", nargs="?", choices=what, default="all", help="all unless given"
            )
            one.add_argument(
                "--from-empty", action="store_true", help="take all rows off the boards first"
            )
        elif work in {exclude, include}:
            one.add_argument("game", type=_game, metavar="GAME", help="the game's id")
    return parser


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add what may stand before the command and after it."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data",
        type=Path,
        default=argparse.SUPPRESS,
        help="folder of the embedded server (./data)",
    )
    where.add_argument(
        "--redis",
        metavar="URL",
        dest="redis_url",
        default=argparse.SUPPRESS,
        help="a Redis or Valkey instead",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        default=argparse.SUPPRESS,
        help="answer with a JSON object a line",
    )
