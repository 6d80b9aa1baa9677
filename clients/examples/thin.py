"""A whole client in one file, to read and to copy: `pip install websockets msgpack`, no rules.

python thin.py --deal "30 61 …" --moves "30@32 …"   # or without: plays what is offered first
python thin.py --rules queens
python thin.py --watch GAME
"""
# pyright: basic

import argparse
import time
import zlib
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgpack
from websockets import Subprotocol, WebSocketException
from websockets.sync.client import ClientConnection, connect

# A message is a MessagePack array: its number, then its fields. All are in docs/protocol.md.
HELLO, CREATE, JOIN, COMMAND, WELCOME, REFUSED, SNAPSHOT = 1, 2, 3, 5, 32, 33, 34
DELTA, GUIDED_DELTA, ACK, HEARTBEAT, FINISHED = 36, 37, 38, 40, 41
STATUS = ("playing", "solved", "lost", "resigned")
TILES = [f"{high}{low}" for high in range(7) for low in range(high + 1)] + ["--"]
CARDS = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"] + ["  ", "??"]
# What pieces are called, the slots where rows or piles begin, that of the moves, and another count.
DOMINOES = TILES, (0, 7, 13, 18, 22, 25, 27, 28), 30, "windows", 28
QUEENS = CARDS, (0, 8, *range(15, 144, 16), 208), 211, "draws", 214


class Board:
    """What the server has shown of one game: a snapshot, and each delta on top of it."""

    finished = 0

    def take(self, kind: int, fields: list[Any]) -> None:
        """Bring the board up to date with any message of the server."""
        if kind == SNAPSHOT:
            self.channel, self.game = fields[1:3]
            self.version, self.view, check, _, self.legal = fields[11:16]
            self.prove(check)
        elif kind in {DELTA, GUIDED_DELTA}:
            _, base, changes, check = fields[:4]
            if base != self.version:
                raise ValueError(f"a delta of version {base}, the board is at {self.version}")
            for slot, value in zip(changes[::2], changes[1::2], strict=True):
                self.view[slot : slot + 1] = [value]  # the first hint adds a slot
            self.version = base + 1
            self.legal = fields[4] if kind == GUIDED_DELTA else []
            self.prove(check)
        elif kind == HEARTBEAT and fields[0]:
            self.prove(fields[0][0][2])
        elif kind == FINISHED:
            self.finished = fields[1]

    def prove(self, check: int) -> None:
        """Compare with the server: `check` is the CRC-32 of the slots as 4 bytes, big-endian."""
        if zlib.crc32(b"".join(slot.to_bytes(4, "big") for slot in self.view)) != check:
            raise ValueError(f"the board of version {self.version} is not the server's")

    @property
    def status(self) -> str:
        """How the game stands."""
        return STATUS[self.view[29 if len(self.view) < 50 else 210]]

    def __str__(self) -> str:
        names, starts, moves, what, slot = DOMINOES if len(self.view) < 50 else QUEENS
        spans = (self.view[a:b] for a, b in pairwise(starts))
        rows = (" ".join(names[piece] for piece in span) for span in spans)
        counts = f"moves: {self.view[moves]}, {what}: {self.view[slot]}\n"
        return "\n".join((*rows, self.status, counts))


def receive(socket: ClientConnection, board: Board) -> tuple[int, list[Any]]:
    """The number and the fields of the next message, after the board took it."""
    kind, *fields = msgpack.unpackb(socket.recv())
    board.take(kind, fields)
    return kind, fields


def ask(socket: ClientConnection, board: Board, answer: int, *request: Any) -> list[Any]:
    """Send a request, and give the fields of its answer."""
    socket.send(msgpack.Packer().pack(request))
    while (message := receive(socket, board))[0] not in {answer, REFUSED}:
        pass
    kind, fields = message
    if kind == answer:
        return fields
    if fields[1] != "rate_limited":
        raise ValueError(f"refused, {fields[1]}: {fields[2]}")
    time.sleep(fields[4] / 1000)
    return ask(socket, board, answer, *request)


def first_offered(board: Board) -> Iterator[str]:
    """The first legal move, again and again; resign when that leads nowhere."""
    while (status := board.status) in {"playing", "lost"}:
        yield board.legal[0] if status == "playing" and board.version < 200 else "resign"


def main() -> None:
    """Play or watch one game; whatever is refused or does not agree ends it with exit code 1."""
    parser = argparse.ArgumentParser(description="Play or watch one game.")
    parser.add_argument("url", nargs="?", default="ws://127.0.0.1:8000/ws")
    parser.add_argument("--rules", default="polish", help="or russian, queens, queens-3pass")
    parser.add_argument("--deal", help="such as the 28 tiles, with / between the rows")
    parser.add_argument("--moves", help="moves with spaces between them")
    parser.add_argument("--watch", metavar="GAME", help="look on instead of playing")
    options, board = parser.parse_args(), Board()
    with connect(options.url, subprotocols=[Subprotocol("pasjans.1.msgpack")]) as socket:
        ask(socket, board, WELCOME, HELLO, "thin 1", None, ["hints"])
        create = CREATE, "create", options.rules, options.deal, False, True
        ask(socket, board, SNAPSHOT, *((JOIN, "join", options.watch) if options.watch else create))
        print(f"game {board.game}\n{board}", flush=True)
        moves = options.moves.split() if options.moves else first_offered(board)
        for n, move in enumerate(() if options.watch else moves):
            command = COMMAND, f"move {n}", board.channel, board.version, move
            version = ask(socket, board, ACK, *command)[1]
            while board.version < version:
                receive(socket, board)
            print(f"{move} made version {version}\n{board}", flush=True)
        over = {"solved", "resigned"}
        while board.finished != board.version and (options.watch or board.status in over):
            if receive(socket, board)[0] == DELTA:
                print(board, flush=True)


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, ValueError, OSError, WebSocketException) as error:
        raise SystemExit(str(error) or 130) from None
