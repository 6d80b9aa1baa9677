"""What `docs/protocol.md` has in its sections and blocks, and conversations in it."""

import json
import re
from pathlib import Path
from typing import Any

from pasjans_engine.view import check, patch
from pasjans_protocol.codec import CLIENT_CODECS, SERVER_CODECS
from pasjans_protocol.connection import ClientConnection, ServerConnection
from pasjans_protocol.messages import (
    CLIENT_MESSAGES,
    NAMES,
    AnyMessage,
    Delta,
    GuidedDelta,
    Snapshot,
)
from pasjans_protocol.subprotocols import Subprotocol

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
JSON_OF_SERVER, JSON_OF_CLIENT = SERVER_CODECS[Subprotocol.JSON], CLIENT_CODECS[Subprotocol.JSON]


def block(mark: str, text: str = TEXT) -> str:
    """The text of the first block that is marked so."""
    found = re.search(rf"^```{mark}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found, mark
    return found[1]


def section(title: str) -> str:
    """The text under a heading."""
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def decoded(text: str) -> Any:
    """The message of a line of JSON."""
    from_client = NAMES[json.loads(text)["type"]] in CLIENT_MESSAGES
    return (JSON_OF_SERVER if from_client else JSON_OF_CLIENT).decode(text)


def lines_of(text: str) -> list[str]:
    """The lines of a conversation."""
    return [line for line in text.splitlines() if line]


class Conversation:
    """Lines of `>` and `<`, each let through by both halves of a connection.

    Attributes:
        client: the client's half.
        messages: what was said.
        view: the position that was shown last; its check was compared.
    """

    def __init__(self, lines: list[str]) -> None:
        self.client = ClientConnection(JSON_OF_CLIENT)
        self._server = ServerConnection(JSON_OF_SERVER)
        self.messages: list[AnyMessage] = []
        self.view: tuple[int, ...] = ()
        for line in lines:
            side, text = line.split(" ", 1)
            self._say(decoded(text), from_client=side == ">")

    def _say(self, message: Any, *, from_client: bool) -> None:
        sender: Any = self.client if from_client else self._server
        receiver: Any = self._server if from_client else self.client
        receiver.receive(sender.send(message))
        self.messages.append(message)
        match message:
            case Snapshot():
                self.view = message.view
                assert check(self.view) == message.check
            case Delta() | GuidedDelta():
                self.view = patch(self.view, message.changes)
                assert check(self.view) == message.check
            case _:
                pass
