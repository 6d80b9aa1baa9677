"""The messages that clients send."""

from pasjans_protocol.limits import (
    BoardId,
    Channel,
    DealText,
    GameId,
    Id,
    RowCount,
    Speed,
    Text,
    Uint32,
    Version,
    Word,
    Words,
)
from pasjans_protocol.message import Message
from pasjans_protocol.words import Question


class Hello(Message, frozen=True, tag=1):
    """The client's first message: who it is and what it can take.

    Attributes:
        client: name and version of the program, 1 to 64 characters.
        token: what an earlier welcome gave, at most 512 characters; null for a new guest.
        capabilities: optional parts of the protocol that this client takes, at most 64 words.
            Servers skip words they do not know.
        bot: whether a program chooses the moves: from then on the player of this token is a bot,
            whose solves stand on the boards of bots alone.
    """

    client: Id
    token: Text | None = None
    capabilities: Words = ()
    bot: bool = False


class Create(Message, frozen=True, tag=2):
    """Asks for a new game, of which this client is the player.

    Attributes:
        id: names this request, 1 to 64 characters. Sent again by the same player within ten
            minutes, on any connection, it gets the same game.
        rules: id of the rules: `polish`, `russian`, `queens` or `queens-3pass`.
        deal: the deal to play, in notation, at most 1,024 characters; null to have one dealt.
        daily: whether to play the deal of the day (UTC). Not together with `deal`.
        guide: whether to send the legal moves with each position.
        level: how hard a deal to play, `easy`, `medium`, `hard` or `any`; null for whatever is
            dealt. Not together with `deal` or `daily`.
    """

    id: Id
    rules: Word
    deal: DealText | None = None
    daily: bool = False
    guide: bool = False
    level: Word | None = None

    def __post_init__(self) -> None:
        if self.daily + (self.deal is not None) + (self.level is not None) > 1:
            raise ValueError("one of `deal`, `daily` and `level` at most")


class Join(Message, frozen=True, tag=3):
    """Asks for a game that exists: to watch it, to play on, or to resume after a lost connection.

    Attributes:
        id: names this request, 1 to 64 characters.
        game: id of the game, 1 to 64 of the characters 0-9, A-Z, a-z, `_`, `-`.
        guide: whether to send the legal moves with each position.
        version: the version the client holds, to get only what is missing; null for a snapshot.
        check: the check of the position at that version; given exactly when `version` is.
    """

    id: Id
    game: GameId
    guide: bool = False
    version: Version | None = None
    check: Uint32 | None = None

    def __post_init__(self) -> None:
        if (self.version is None) is not (self.check is None):
            raise ValueError("`version` and `check` go together")


class Leave(Message, frozen=True, tag=4):
    """Ends the interest of this connection in a game, or a replay. The game itself goes on.

    Attributes:
        id: names this request, 1 to 64 characters.
        channel: the game's or replay's number on this connection, 1 to 127.
    """

    id: Id
    channel: Channel


class Command(Message, frozen=True, tag=5):
    """A move, or `undo`, `redo`, `resign`, in a game whose player this client is.

    Attributes:
        id: names this request and is its idempotency key within the game, 1 to 64 characters:
            sent again, on any connection, it gets the first answer and does nothing.
        channel: the game's number on this connection, 1 to 127.
        expected: the version of the position that the command was chosen for.
        action: 1 to 32 characters, `54@14` or `w>h3` for instance.
    """

    id: Id
    channel: Channel
    expected: Version
    action: Word


class Claim(Message, frozen=True, tag=6):
    """Asks for a name that others see.

    Attributes:
        id: names this request, 1 to 64 characters.
        name: at most 512 characters on the wire; far fewer are granted.
    """

    id: Id
    name: Text


class Ping(Message, frozen=True, tag=7):
    """Asks for a pong.

    Attributes:
        id: names this request, 1 to 64 characters.
    """

    id: Id


class Replay(Message, frozen=True, tag=8):
    """Asks to see a game again, event by event, from any version, at any pace.

    Any game can be replayed, one that is still played or joined on this connection included.

    Attributes:
        id: names this request, 1 to 64 characters.
        game: id of the game, 1 to 64 of the characters 0-9, A-Z, a-z, `_`, `-`.
        version: the version to begin at; 1 is the deal.
        playing: whether to go on from there; otherwise the replay waits to be steered.
        speed: percent of the pace at which the game was played, 1 to 100,000.
        guide: whether to send the legal moves with each position.
    """

    id: Id
    game: GameId
    version: Version = 1
    playing: bool = True
    speed: Speed = 100
    guide: bool = False


class Steer(Message, frozen=True, tag=9):
    """Moves, stops or paces a replay. What is null stays as it is.

    Attributes:
        id: names this request, 1 to 64 characters.
        channel: the replay's number on this connection, 1 to 127.
        version: the version to go to; null to stay.
        playing: whether to go on by itself.
        speed: percent of the pace at which the game was played, 1 to 100,000.
    """

    id: Id
    channel: Channel
    version: Version | None = None
    playing: bool | None = None
    speed: Speed | None = None


class Subscribe(Message, frozen=True, tag=10):
    """Asks for the first rows of a board, now and whenever they change.

    Attributes:
        id: names this request, 1 to 64 characters.
        board: id of the board, 1 to 96 of the characters 0-9, A-Z, a-z, `:`, `_`, `-`.
        limit: how many rows at most, 1 to 50.
    """

    id: Id
    board: BoardId
    limit: RowCount = 10


class Unsubscribe(Message, frozen=True, tag=11):
    """Ends the interest of this connection in a board.

    Attributes:
        id: names this request, 1 to 64 characters.
        board: id of the board, as subscribe gave it.
    """

    id: Id
    board: BoardId


class Hint(Message, frozen=True, tag=12):
    """Asks for help: in a game in progress whose player this client is, or in one that is over.

    Attributes:
        id: names this request, 1 to 64 characters. Where the hint is an event it is its idempotency
            key within the game, as a command's: sent again, it is answered again and counts once.
        channel: the game's or replay's number on this connection, 1 to 127.
        version: the version of the position in question: of a game in progress the present one, of
            a game that is over any.
        ask: `solver` for what a solver knows, which assists in a game in progress, or `moves` for
            what looks useful by what may be seen.
    """

    id: Id
    channel: Channel
    version: Version
    ask: Question = Question.SOLVER
