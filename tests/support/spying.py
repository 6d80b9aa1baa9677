"""Everything that leaves real servers while games of queens are played, and what must not be in it.

A `Spy` plays, watches, comes back, replays and asks over HTTP, on two gateways of one data server,
keeps every byte that it is sent, and says what was shown of each game at each version.
"""

import asyncio
import random
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx

from pasjans_engine.view import View
from pasjans_protocol.messages import (
    Ack,
    Delta,
    GuidedDelta,
    Hint,
    Leave,
    Question,
    Replay,
    Resumed,
    ServerMessage,
    Snapshot,
    Steered,
)
from pasjans_services.eventstore.base import EventStore
from pasjans_services.eventstore.records import Header, decode
from support.onlooker import Onlooker
from support.wire import PATIENCE_S, Table, Wire, fresh_id

BAD = (
    *(f"p{prisoner}>h{prisoner % 8 + 1}" for prisoner in range(1, 8)),
    *("w>h8", "c1>h9", "c9*2>c1", "c1*9>c2", "c2*1>c2", "redeal", "hint", "54@14", "", "?" * 32),
)
FASTEST = 100_000
RUN = 8
"""Cards in a row that no stream of numbers has by chance."""


class Ear(Wire):
    """A socket that keeps every frame as it came, and what each showed of a game."""

    frames: list[bytes]
    shown: list[tuple[str, int, View]]

    def listen(self, frames: list[bytes]) -> None:
        """Keep frames in a list from now on."""
        self.frames, self.shown = frames, []

    async def receive(self) -> ServerMessage:
        """The next message."""
        async with asyncio.timeout(PATIENCE_S):
            data = await self.socket.recv()
        self.frames.append(data.encode() if isinstance(data, str) else data)
        message = self._codec.decode(data)
        self.seen.append(message)
        self._apply(message)
        if isinstance(message, Snapshot | Resumed | Delta | GuidedDelta):
            table = self.tables[message.channel]
            self.shown.append((table.game, table.version, table.view))
        return message


@dataclass(slots=True)
class Secret:
    """A game that is played, and what is hidden of it.

    Attributes:
        game: Its name.
        header: What its log begins with.
        onlooker: What may be seen now.
        views: What could be seen at each version, from 1 on.
        told_at: How much had left the server when its deal might be told; None while it may not.
    """

    game: str
    header: Header
    onlooker: Onlooker
    views: list[View] = field(default_factory=list[View])
    told_at: int | None = None

    @property
    def needles(self) -> Iterator[bytes]:
        """What must not be found in anything: seed, deal, and cards in the order of the stock."""
        assert self.header.seed is not None
        seed, deal = bytes.fromhex(self.header.seed), self.header.deal
        yield from (seed, seed.hex().encode(), seed.hex().upper().encode(), deal.encode())
        yield from (b64encode(seed)[:42], urlsafe_b64encode(seed)[:42])
        prisoners, _, stock = deal.split(" | ")
        yield prisoners.encode()
        cards = stock.split()
        first = len(cards) - self.onlooker.never_drawn
        for at in range(first, len(cards) - RUN + 1, RUN):
            run = cards[at : at + RUN]
            yield " ".join(run).encode()
            yield "".join(run).encode()
            yield bytes(_number(card) for card in run)
            yield ",".join(str(_number(card)) for card in run).encode()


def _number(card: str) -> int:
    return "SHDC".index(card[1]) * 13 + "A23456789TJQK".index(card[0])


class Spy:
    """See the module.

    Args:
        store: Knows the secrets.
        player: The player's socket.
        watcher: That of a watcher, on another gateway.
        web: Asks over HTTP.
        chance: What is done, and in which order.
    """

    def __init__(
        self,
        store: EventStore,
        player: Ear,
        watcher: Ear,
        web: httpx.AsyncClient,
        chance: random.Random,
    ) -> None:
        self._store = store
        self._player = player
        self._watcher = watcher
        self._web = web
        self._chance = chance
        self.left: list[bytes] = []
        """Everything that left the servers on this spy's ways, in order."""
        self.secrets: list[Secret] = []
        for ear in (player, watcher):
            ear.listen(self.left)

    async def play(self, rules: str, commands: int, *, draws: int = 0, end: bool = False) -> None:
        """Play a new game, and have it watched.

        Args:
            rules: Id of the rules.
            commands: How many commands are tried, good and bad ones.
            draws: Cards to draw before that.
            end: Whether to resign at the end.
        """
        table = await self._player.create(rules, guide=self._chance.random() < 0.5)
        secret = await self._secret(table.game)
        for _ in range(draws):
            await self._command(table, secret, "draw")
        joins, comes_back, replays = (self._chance.randrange(commands) for _ in range(3))
        seat: Table | None = None
        for number in range(commands):
            if number == joins:
                seat = await self._watcher.join(table.game, guide=True)
            if number == comes_back and seat is not None:
                await self._watcher.leave(seat)
                seat = await self._watcher.resume(seat, guide=True)
            if number == replays:
                await self._replay(table.game)
            await self._command(table, secret, self._choice(secret))
        await self._ask_everything(secret)
        if end:
            secret.told_at = len(self.left)
            await self._command(table, secret, "resign")
        if seat is not None:
            await seat.reach(table.version)
            await self._watcher.leave(seat)
        await self._player.leave(table)

    async def _secret(self, game: str) -> Secret:
        header = decode((await self._store.read(game))[0].record)
        assert isinstance(header, Header)
        secret = Secret(game, header, Onlooker(header.rules, header.deal))
        secret.views.append(secret.onlooker.view)
        self.secrets.append(secret)
        return secret

    def _choice(self, secret: Secret) -> str:
        """A command, which need not be allowed."""
        kind = self._chance.random()
        if kind < 0.2:
            return self._chance.choice(BAD)
        if kind < 0.4:
            return self._chance.choice(("undo", "undo", "redo"))
        if kind < 0.6:
            return self._chance.choice(("draw", "draw", "draw", "redeal"))
        pile = self._chance.choice(("w", *(f"c{column}" for column in range(1, 9))))
        where = self._chance.choice("ch") + str(self._chance.randrange(1, 9))
        return f"{pile}{'*1' if pile != 'w' and where[0] == 'c' else ''}>{where}"

    async def _command(self, table: Table, secret: Secret, action: str) -> None:
        if self._chance.random() < 0.1:
            hint = Hint(fresh_id(), table.channel, table.version, Question.MOVES)
            await self._player.ask(hint)
        stale = self._chance.random() < 0.05 and table.version > 1
        expected = table.version - 1 if stale else table.version
        if isinstance(await table.command(action, expected=expected), Ack):
            secret.onlooker.take(action)
            secret.views.append(secret.onlooker.view)

    async def _replay(self, game: str) -> None:
        first = await self._watcher.ask(
            Replay(fresh_id(), game, speed=FASTEST, guide=self._chance.random() < 0.5)
        )
        assert isinstance(first, Snapshot)
        while not isinstance(message := await self._watcher.receive(), Steered):
            pass
        assert not message.playing
        await self._watcher.ask(Leave(fresh_id(), first.channel))
        del self._watcher.tables[first.channel]

    async def _ask_everything(self, secret: Secret) -> None:
        """All that HTTP tells of a game in progress: what is not about this one alone, seldom."""
        game, ply = secret.game, self._chance.randrange(len(secret.views))
        paths = [
            *(f"games/{game}", f"games/{game}/at/{ply}", f"games/{game}/log"),
            *(f"games/{game}/export", f"games/{game}/costs"),
            *(f"deals/{secret.header.rules}/{secret.header.deal_id}",),
            *(f"boards/deal:{secret.header.rules}:{secret.header.deal_id}",),
            *(f"games?deal={secret.header.deal_id}", f"players/{secret.header.player}"),
        ]
        for path in self._chance.sample(paths, 2):
            await self.get(f"api/v1/{path}")

    async def get(self, path: str) -> httpx.Response:
        """An answer over HTTP, kept."""
        octets = {"accept": "application/octet-stream"} if self._chance.random() < 0.3 else {}
        answer = await self._web.get(f"/{path}", headers=octets)
        self.left += (answer.content, repr(answer.headers).encode())
        return answer

    @property
    def shown(self) -> Iterator[tuple[str, int, View]]:
        """What was shown of games: name, version, view."""
        yield from self._player.shown
        yield from self._watcher.shown
