"""`pasjans-serve`: one gateway process, by default with a Redis-compatible server of its own."""

import argparse
import asyncio
import gc
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Final

import structlog
import uvicorn

from pasjans_protocol.limits import MAX_FRAME_BYTES
from pasjans_services import __version__
from pasjans_services.app import build_app
from pasjans_services.config import LIMIT_HELP, Limits, Part, Settings
from pasjans_services.embedded.errors import EmbeddedError
from pasjans_services.embedded.server import embedded
from pasjans_services.eventstore.base import StoreUnavailable
from pasjans_services.eventstore.redis import RedisEventStore, connect
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.gateway.wsprotocol import WebSocketProtocol
from pasjans_services.service import Service, open_service
from pasjans_services.solver.child import solver_beside
from pasjans_services.telemetry import configure_logs

EXIT_FAILED: Final = 1
BACKLOG: Final = 4_096

log = structlog.get_logger(__name__)


class CannotServe(Exception):
    """Why this process cannot begin; the message says what to do."""


class Server(uvicorn.Server):
    """uvicorn, which tells everybody to come back before it lets go of their sockets."""

    def __init__(self, config: uvicorn.Config, gateway: Gateway) -> None:
        super().__init__(config)
        self._gateway = gateway

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave signals alone: `serve` takes them, and ends the process with what it holds."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, say farewell, and end."""
        for server in self.servers:
            server.close()
        await self._gateway.farewell()
        await super().shutdown(sockets)


async def serve(settings: Settings) -> None:
    """Serve until a signal ends it.

    Raises:
        EmbeddedError: When the embedded server cannot be started.
        StoreUnavailable: When the store goes away while it starts.
        CannotServe: When the address cannot be listened on, or a given Redis does not answer.
    """
    async with AsyncExitStack() as stack:
        listener = stack.enter_context(listen(settings.host, settings.port))
        redis_url = await stack.enter_async_context(_redis(settings))
        service = await stack.enter_async_context(open_service(settings, redis_url))
        if Part.SOLVER in settings.parts:
            await stack.enter_async_context(solver_beside(redis_url, *_logs_like(settings)))
        server = server_for(service)
        for ending in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(ending, server.handle_exit, ending, None)
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        log.info("serving", url=f"http://{shown}:{port}", websocket=f"ws://{shown}:{port}/ws")
        # A full collection with thousands of connections takes hundreds of milliseconds.
        gc.collect()
        gc.freeze()
        gc.set_threshold(100_000, 50, 100)
        await server.serve(sockets=[listener])


def _logs_like(settings: Settings) -> list[str]:
    """The options of another command that make it log as this process does."""
    return ["--log-level", settings.log_level, *(["--log-json"] if settings.log_json else [])]


def server_for(service: Service) -> Server:
    """The HTTP and WebSocket server of a process."""
    config = uvicorn.Config(
        build_app(service),
        ws=WebSocketProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    return Server(config, service.gateway)


@asynccontextmanager
async def _redis(settings: Settings) -> AsyncGenerator[str]:
    """The address of the Redis to use: the given one, or the embedded server's while this lasts."""
    if settings.redis_url is not None:
        await _must_answer(settings.redis_url)
        yield settings.redis_url
    else:
        async with embedded(settings.data, settings.appendfsync) as address:
            yield address.url


async def _must_answer(redis_url: str) -> None:
    client = connect(redis_url)
    store = RedisEventStore(client, "start")
    try:
        await store.ping()
    except StoreUnavailable as error:
        raise CannotServe(
            "nothing answers where --redis points: start a Redis or Valkey there, "
            f"or leave --redis out to use the embedded one ({error.__cause__})"
        ) from error
    finally:
        await store.close()
        await client.aclose()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on an address; port 0 takes a free one.

    Raises:
        CannotServe: When it cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small frames at once only on sockets that say they are TCP.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise CannotServe(
            f"cannot listen on {host}, port {port} ({error.strerror}): "
            "end what listens there, or choose with --port and --host"
        ) from error
    return listener


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the result is its exit code: 0 after a signal, 1 when it cannot serve."""
    parser = _parser()
    try:
        settings = _settings(parser.parse_args(arguments))
    except ValueError as error:
        parser.error(str(error))
    configure_logs(settings.log_level, as_json=settings.log_json)
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(serve(settings))
    except KeyboardInterrupt:
        return 0
    except (CannotServe, EmbeddedError, StoreUnavailable, OSError, ValueError) as error:
        print(f"pasjans-serve: {error}", file=sys.stderr)
        return EXIT_FAILED
    return 0


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - not made for Windows
    except ImportError:
        return None
    return uvloop.new_event_loop


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pasjans-serve",
        description=__doc__,
        epilog="Programs connect to ws://HOST:PORT/ws; http://HOST:PORT/ says how.",
        formatter_class=_Help,
    )
    defaults = Settings()
    parser.add_argument("--version", action="version", version=f"pasjans {__version__}")
    parser.add_argument("--host", default=defaults.host, help="address to listen on")
    parser.add_argument("--port", type=int, default=defaults.port, help="port, 0 for any free one")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data", type=Path, default=defaults.data, help="folder of the embedded server"
    )
    where.add_argument(
        "--redis",
        metavar="URL",
        dest="redis_url",
        default=defaults.redis_url,
        help="a Redis or Valkey to use instead, redis://host:port or with ?cluster=true",
    )
    parser.add_argument(
        "--appendfsync",
        choices=("everysec", "always"),
        default=defaults.appendfsync,
        help="when the embedded server writes to disk: each second, or before each answer",
    )
    parser.add_argument(
        "--parts",
        metavar="PART,…",
        type=_parts,
        default=defaults.parts,
        help=f"what it does beside playing and watching live: {', '.join(Part)}, or none",
    )
    parser.add_argument(
        "--levels",
        type=Path,
        metavar="FILE",
        default=defaults.levels,
        help="catalogue of easy, medium and hard deals, made with `pasjans levels build` "
        "(default: one that comes with the program, which everybody can read)",
    )
    parser.add_argument(
        "--origin",
        metavar="ORIGIN",
        dest="origins",
        action="append",
        default=[],
        help="a web page's origin that may connect beside this server's own; may be repeated",
    )
    parser.add_argument(
        "--heartbeat-s", type=float, default=defaults.heartbeat_s, help="seconds between heartbeats"
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default=defaults.log_level,
        help="least severe level that is logged",
    )
    parser.add_argument("--log-json", action="store_true", help="log JSON lines")
    limits = parser.add_argument_group("limits", "A rate of 0 switches that limit off.")
    for limit in fields(Limits):
        kind: Callable[[str], float] = int if isinstance(limit.default, int) else float
        limits.add_argument(
            f"--{limit.name.replace('_', '-')}",
            type=kind,
            default=getattr(defaults.limits, limit.name),
            help=LIMIT_HELP[limit.name],
        )
    return parser


class _Help(argparse.ArgumentDefaultsHelpFormatter):
    """Tells defaults, as they would be typed, of options that have one."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if action.default in (None, [], False):
            return action.help
        if action.dest == "parts":
            return f"{action.help} (default: {','.join(action.default)})"
        return super()._get_help_string(action)


def _parts(text: str) -> tuple[Part, ...]:
    names = () if text == "none" else text.split(",")
    try:
        return tuple(dict.fromkeys(map(Part, names)))
    except ValueError:
        message = f"{text!r}: choose of {', '.join(Part)}, with commas between, or none"
        raise argparse.ArgumentTypeError(message) from None


def _settings(arguments: argparse.Namespace) -> Settings:
    given = vars(arguments)
    limits = {limit.name: given.pop(limit.name) for limit in fields(Limits)}
    given["origins"] = tuple(given["origins"])
    return Settings(limits=Limits(**limits), **given)
