"""The replays of one socket."""

import asyncio

from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Hint, Replay, Steer
from pasjans_services import telemetry
from pasjans_services.desk import DeskRequest, NotGranted, Way
from pasjans_services.games.advice import Adviser, answer
from pasjans_services.games.gamelog import NoSuchGame
from pasjans_services.games.telling import ToldSeed
from pasjans_services.players import Players
from pasjans_services.replay.histories import Histories, Recording
from pasjans_services.replay.holdings import Holdings
from pasjans_services.replay.playback import Playback
from pasjans_services.replay.streams import Stream
from pasjans_services.replay.turns import Turns


class ReplayDesk:
    """See `Desk`.

    Args:
        way: The socket.
        turns: Whose turn it is.
        histories: The games.
        holdings: What all replays of the process hold.
        adviser: Whoever asks solvers.
        players: Knows names.
        told_seed: Which seeds may be told.
    """

    def __init__(  # noqa: PLR0913 - what a process lends it
        self,
        way: Way,
        turns: Turns,
        histories: Histories,
        holdings: Holdings,
        *,
        adviser: Adviser,
        players: Players,
        told_seed: ToldSeed,
    ) -> None:
        self._way = way
        self._turns = turns
        self._histories = histories
        self._holdings = holdings
        self._adviser = adviser
        self._players = players
        self._told_seed = told_seed
        self._streams: dict[int, Stream] = {}

    async def answer(self, request: DeskRequest, /) -> None:
        """See `Desk.answer`."""
        match request:
            case Replay():
                await self._replay(request)
            case Steer():
                await self._steer(request)
            case Hint():
                await self._hint(request)
            case _:
                raise NotGranted(Code.UNSUPPORTED, "this is not about a replay")

    async def _replay(self, request: Replay) -> None:
        self._check_room(request.game, 0)
        recording = await self._recording(request.game, request.version)
        name = await self._players.name_of(recording.history.header.player)
        if self._way.ended:
            return
        # Others may have taken the room meanwhile.
        self._check_room(request.game, recording.history.head)
        playback = Playback(
            recording.pauses_ms,
            request.version,
            playing=request.playing,
            speed=request.speed,
            now=asyncio.get_running_loop().time(),
        )
        channel = self._way.connection.free_channel()
        stream = self._streams[channel] = Stream(
            self._way,
            self._turns,
            channel,
            request.game,
            recording=recording,
            playback=playback,
            guide=request.guide,
            name=name,
            told_seed=self._told_seed,
        )
        self._holdings.take(self._way.address, request.game, recording.history.head)
        telemetry.REPLAYS.inc()
        stream.begin(request)

    def _check_room(self, game: str, events: int) -> None:
        """Refuse a replay of a game with so many events, when there is no room for it."""
        in_use = self._histories.events_in_use
        first = not self._streams
        refusal = self._holdings.refusal(self._way.address, game, events, in_use, first=first)
        if refusal is not None:
            raise NotGranted(Code.TOO_MANY_GAMES, refusal)

    async def _steer(self, request: Steer) -> None:
        stream = self._stream(request.channel)
        recording = await self._recording(stream.game_id, request.version)
        if not self._way.ended:
            head = recording.history.head
            self._holdings.grow(self._way.address, stream.game_id, head)
            stream.steer(request, recording)

    async def _hint(self, request: Hint) -> None:
        game_id = self._stream(request.channel).game_id
        history = (await self._recording(game_id, request.version)).history
        if not history.last.over:
            message = "of a game in progress a replay gives no hints: join it, if it is yours"
            raise NotGranted(Code.NOT_OVER, message, history.head)
        game = history.game_at(request.version)
        self._way.send(await answer(self._adviser, request, game, self._way.address))

    def _stream(self, channel: int) -> Stream:
        stream = self._streams.get(channel)
        if stream is None:
            raise NotGranted(Code.NOT_JOINED, f"channel {channel} has no replay")
        return stream

    async def _recording(self, game_id: str, version: int | None) -> Recording:
        """A game as it is now, which must have a version."""
        try:
            recording = await self._histories.get(game_id)
        except NoSuchGame as error:
            raise NotGranted(Code.NO_SUCH_GAME, str(error)) from error
        head = recording.history.head
        if version is not None and not 1 <= version <= head:
            message = f"game {game_id} has versions 1 to {head}, and {version} is none of them"
            raise NotGranted(Code.NO_SUCH_VERSION, message, head)
        return recording

    def leave(self, channel: int, /) -> bool:
        """See `Desk.leave`."""
        stream = self._streams.pop(channel, None)
        if stream is None:
            return False
        self._holdings.give_back(self._way.address, stream.game_id)
        telemetry.REPLAYS.dec()
        stream.end()
        return True

    def end(self) -> None:
        """See `Desk.end`."""
        for channel in list(self._streams):
            self.leave(channel)
