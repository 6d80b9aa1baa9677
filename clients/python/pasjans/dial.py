"""From a URL to a session: the opening handshake, hello and welcome."""

import asyncio
from importlib.metadata import version

from websockets.asyncio.client import ClientConnection as Socket
from websockets.asyncio.client import connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidMessage,
    InvalidStatus,
    ProxyError,
)
from websockets.typing import Subprotocol

from pasjans.errors import Closed, Refused, Unsupported
from pasjans.options import Options
from pasjans.session import CLOSE_S, Session
from pasjans_protocol import messages
from pasjans_protocol.close_codes import CloseCode, reconnects
from pasjans_protocol.codec import CLIENT_CODECS
from pasjans_protocol.connection import ClientConnection
from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.messages import PROTOCOL_VERSION, Capability, Hello, Welcome

CLIENT = f"pasjans-python {version('pasjans')}"
CAPABILITIES = tuple(Capability)
NEEDED = frozenset({"resume"})
MAX_FRAME_BYTES = 2**20
TOO_MANY_REQUESTS = 429
SERVER_ERRORS = 500


class Unreachable(Exception):
    """This attempt failed; another may not."""


async def dial(url: str, token: str | None, options: Options, *, bot: bool = False) -> Session:
    """A session with the gateway at a URL.

    Raises:
        Unreachable: nobody answers there now, or not well.
        Closed: the server does not want this client as it is.
        Refused: the server refused hello.
        Unsupported: the server speaks another version, or lacks what this client needs.
    """
    try:
        async with asyncio.timeout(options.attempt_s):
            socket = await _open(url, options)
            try:
                return await _greet(socket, Hello(CLIENT, token, CAPABILITIES, bot), options)
            except BaseException:
                socket.transport.abort()
                raise
    except InvalidStatus as error:
        raise _by_status(url, error) from None
    except ConnectionClosed as error:
        code, reason = (error.rcvd.code, error.rcvd.reason) if error.rcvd else (1006, "cut")
        if reconnects(code):
            raise Unreachable(f"{url} closed at once, {code} {reason}") from None
        raise Closed(code, reason) from None
    except TimeoutError:
        raise Unreachable(f"{url} does not answer in {options.attempt_s:g} s") from None
    except (OSError, EOFError, InvalidMessage, ProxyError, ProtocolError) as error:
        raise Unreachable(f"{url}: {error}") from None
    except InvalidHandshake as error:
        raise Unsupported(f"{url} does not speak this protocol: {error}") from None


async def _open(url: str, options: Options) -> Socket:
    return await connect(
        url,
        subprotocols=[Subprotocol(options.subprotocol.value)],
        compression=None,
        user_agent_header=CLIENT,
        open_timeout=None,
        # The server's heartbeats tell more than WebSocket's own pings.
        ping_interval=None,
        close_timeout=CLOSE_S,
        max_size=MAX_FRAME_BYTES,
    )


async def _greet(socket: Socket, hello: Hello, options: Options) -> Session:
    if socket.subprotocol != options.subprotocol.value:
        raise Unsupported(f"the server does not speak {options.subprotocol}: check the URL's path")
    connection = ClientConnection(CLIENT_CODECS[options.subprotocol])
    await socket.send(connection.send(hello))
    answer = connection.receive(await socket.recv())
    match answer:
        case Welcome():
            _check(answer)
            return Session(socket, connection, answer, options.answer_s)
        case messages.Refused(code=Code.BAD_TOKEN):
            raise Closed(CloseCode.BAD_TOKEN, answer.message)
        case messages.Refused() if answer.code.advice.retry:
            raise Unreachable(answer.message)
        case messages.Refused():
            raise Refused.by_server(answer)
        case _:
            raise ProtocolError(Code.UNEXPECTED, f"{type(answer).__name__} in place of welcome")


def _check(welcome: Welcome) -> None:
    if welcome.protocol != PROTOCOL_VERSION:
        older, newer = "this package", welcome.server
        if welcome.protocol < PROTOCOL_VERSION:
            older, newer = newer, older
        raise Unsupported(
            f"{welcome.server} speaks version {welcome.protocol} of the protocol, this package "
            f"version {PROTOCOL_VERSION}: update {older} to what {newer} speaks"
        )
    if missing := NEEDED.difference(welcome.capabilities):
        lacks = ", ".join(sorted(missing))
        raise Unsupported(f"{welcome.server} does not offer {lacks}: choose a later server")


def _by_status(url: str, error: InvalidStatus) -> Exception:
    response = error.response
    said = (response.body or b"").decode(errors="replace").strip()[:200]
    what = f"{url} answers HTTP {response.status_code}: {said or response.reason_phrase}"
    if response.status_code == TOO_MANY_REQUESTS or response.status_code >= SERVER_ERRORS:
        return Unreachable(what)
    return Unsupported(f"{what}. Check the URL, path included: ws://HOST:PORT/ws")
