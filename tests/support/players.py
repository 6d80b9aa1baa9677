"""Somebody who plays at the screen, and a server that serves the game."""

import pasjans
from pasjans_engine.errors import Illegal
from pasjans_engine.game import Game, legal
from pasjans_engine.view import check, diff, view
from pasjans_protocol import messages
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Ack, Command, Create, Finished, GuidedDelta
from pasjans_terminal.screen.playing import Playing
from support.lines import after
from support.scripted import Peer, snapshot


async def honest(peer: Peer, game: Game) -> None:
    """Serve a game as a real server does, until the client has gone."""
    await peer.welcome()
    create = await peer.receive(Create)
    await peer.send(snapshot(game, create.id))
    await obey(peer, game)


async def obey(peer: Peer, game: Game) -> None:
    """Carry out commands, until the client has gone."""
    while True:
        command = await peer.receive(Command)
        try:
            now = after(game, command.action)
        except Illegal as illegal:
            refused = messages.Refused(command.id, Code.ILLEGAL, illegal.message, fits=illegal.fits)
            await peer.send(refused)
            continue
        seen = view(now)
        changes = diff(view(game), seen)
        await peer.send(GuidedDelta(1, game.version, changes, check(seen), legal(now)))
        if now.over:
            end = Finished(1, now.version, now.status, now.ply.moves, seen[28], None)
            await peer.send(end)
        await peer.send(Ack(command.id, now.version))
        game = now


class Player:
    """Somebody at the screen.

    Attributes:
        playing: the actor.
        game: the game.
        ended: the exit codes that it asked for.
    """

    def __init__(self, game: pasjans.Game, *, bot: bool = False) -> None:
        self.ended: list[int] = []
        self.game = game
        self.playing = Playing(game, lambda: None, self.ended.append, bot=bot)
        self._updates = game.updates()

    async def press(self, *keys: str) -> None:
        for key in keys:
            acts = self.playing.keys()
            acts.get(key, acts["<any>"])()
            await self.settle()

    async def type(self, text: str) -> None:
        self.playing.typed(text)
        await self.settle()

    async def settle(self) -> None:
        """Wait for what was sent, and see what came of it."""
        version = self.game.version
        sending = self.playing._sending
        if sending is not None and not sending.done():
            await sending
        while self.game.version > version:
            update = await anext(self._updates)
            self.playing._take(update)
            version = update.version

    @property
    def note(self) -> str:
        return self.playing.scene().note

    @property
    def shown_keys(self) -> set[str]:
        return {key.name for key in self.playing.scene().keys}
