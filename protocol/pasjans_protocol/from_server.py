"""The messages that servers send: about games and replays, and plain answers."""

from pasjans_protocol.errors import Code
from pasjans_protocol.limits import (
    Beats,
    Changes,
    Channel,
    Count,
    GameId,
    Hash,
    Id,
    Moves,
    Positive,
    Speed,
    Text,
    Uint32,
    Version,
    View,
    Word,
)
from pasjans_protocol.message import Message
from pasjans_protocol.words import Role, SnapshotReason


class Refused(Message, frozen=True, tag=33):
    """The answer to a request that was not carried out. Nothing has changed.

    Attributes:
        id: the request; null when its id could not be read.
        code: why, for programs.
        message: why, for people, at most 512 characters.
        version: the game's present version, where a game is concerned.
        retry_after_ms: when the same request may succeed, where waiting helps.
        fits: names of the tiles that would fit, where a move was illegal.
    """

    id: Id | None
    code: Code
    message: Text
    version: Version | None = None
    retry_after_ms: Count | None = None
    fits: Moves = ()


class Snapshot(Message, frozen=True, tag=34):
    """The answer to create, join or replay: a game as it stands, or as it stood.

    With a null id it answers nothing. The game on that channel stands like this now: its log lost
    its tail, or its replay went to another version.

    Attributes:
        id: the request; null when the server sends it unasked, with the reason `diverged` or
            `replay`.
        channel: the number by which this connection knows the game from now on, 1 to 127.
        game: id of the game.
        role: `player` or `watcher`; of a replay always `watcher`.
        reason: `created`, `joined`, or `diverged` when the version and check that join gave are
            not in the game's log: the client's copy must be thrown away. `replay` on the channel
            of a replay.
        rules: id of the rules.
        rules_version: version of the rules.
        deal_id: id of the deal; it says nothing about the seed.
        commitment: SHA-256 that commits to the deal's seed, 64 hexadecimal digits; null for a
            deal that was given.
        player: id of the player whose game it is.
        name: the player's claimed name, or null.
        version: the game's version, or that at which a replay stands.
        view: the position, slot by slot, each 0 to 2^32-1.
        check: CRC-32 of the view's canonical bytes.
        watching: how many connections follow the game, on all servers, the player's among them;
            replays do not count, and are told 0.
        legal: the legal moves, in the engine's order, when the request asked to be guided;
            otherwise null.
    """

    id: Id | None
    channel: Channel
    game: GameId
    role: Role
    reason: SnapshotReason
    rules: Word
    rules_version: Positive
    deal_id: Id
    commitment: Hash | None
    player: Id
    name: Text | None
    version: Version
    view: View
    check: Uint32
    watching: Count
    legal: Moves | None = None


class Resumed(Message, frozen=True, tag=35):
    """The answer to a join with a version that is in the log.

    Exactly `head - base` deltas follow, the first with that base, before anything else that
    speaks of the channel.

    Attributes:
        id: the request.
        channel: the number by which this connection knows the game from now on, 1 to 127.
        game: id of the game.
        role: `player` or `watcher`.
        base: the version that join gave.
        head: the game's present version.
        watching: how many connections follow the game, on all servers, the player's among them.
        legal: the legal moves at `head`, when join asked to be guided; otherwise null.
    """

    id: Id
    channel: Channel
    game: GameId
    role: Role
    base: Version
    head: Version
    watching: Count
    legal: Moves | None = None


class Delta(Message, frozen=True, tag=36):
    """One event of a game, as a change of the view. The new version is `base + 1`.

    Attributes:
        channel: the game's number on this connection, 1 to 127.
        base: the version that this changes.
        changes: slot, value, slot, value, and so on: the slots of the view that have new values.
        check: CRC-32 of the canonical bytes of the view after the change.
    """

    channel: Channel
    base: Version
    changes: Changes
    check: Uint32


class GuidedDelta(Message, frozen=True, tag=37):
    """A delta with the legal moves, for whoever asked to be guided.

    Attributes:
        channel: the game's number on this connection, 1 to 127.
        base: the version that this changes.
        changes: slot, value, slot, value, and so on: the slots of the view that have new values.
        check: CRC-32 of the canonical bytes of the view after the change.
        legal: the legal moves in the new position, in the engine's order, `open` among them when
            the exit is open; none when the game is over.
    """

    channel: Channel
    base: Version
    changes: Changes
    check: Uint32
    legal: Moves


class Ack(Message, frozen=True, tag=38):
    """The command is in the log. The deltas up to its version were sent before this.

    Attributes:
        id: the request.
        version: the version that the command made.
    """

    id: Id
    version: Version


class Presence(Message, frozen=True, tag=39):
    """How many watch a game has changed.

    Attributes:
        channel: the game's number on this connection, 1 to 127.
        watching: how many connections follow the game, on all servers, the player's among them.
    """

    channel: Channel
    watching: Count


class Heartbeat(Message, frozen=True, tag=40):
    """A sign of life, with which a client can tell that it missed nothing.

    Attributes:
        games: for each game that is joined on this connection its channel, version and check.
    """

    games: Beats


class Finished(Message, frozen=True, tag=41):
    """A game is over; this follows its last delta, in a replay too.

    Attributes:
        channel: the game's number on this connection, 1 to 127.
        version: the game's last version.
        status: `solved` or `resigned`.
        moves: moves of the net line, exits included.
        windows: how many windows were opened, the first included; 0 in games that have none.
        seed: the deal's seed, 64 hexadecimal digits, from which the deal and the commitment can
            be computed; null for a deal that was given, or that others still play.
        draws: cards drawn and piles turned over on the net line, which are no moves.
    """

    channel: Channel
    version: Version
    status: Word
    moves: Count
    windows: Count
    seed: Hash | None
    draws: Count = 0


class Left(Message, frozen=True, tag=42):
    """The answer to leave: nothing more will come for the channel, and it may be used again.

    Attributes:
        id: the request.
    """

    id: Id


class Claimed(Message, frozen=True, tag=43):
    """The answer to claim: the name is the player's.

    Attributes:
        id: the request.
        name: the name as others see it.
    """

    id: Id
    name: Text


class Pong(Message, frozen=True, tag=44):
    """The answer to ping.

    Attributes:
        id: the request.
    """

    id: Id


class Steered(Message, frozen=True, tag=45):
    """The answer to steer: how a replay stands.

    With a null id it answers nothing: the replay has come to the end of the log and stopped.

    Attributes:
        id: the request; null when the server sends it unasked.
        channel: the replay's number on this connection, 1 to 127.
        version: the version at which the replay stands.
        head: the version up to which it goes: the last one of the log when the replay was asked
            for, or steered last.
        playing: whether it goes on by itself.
        speed: percent of the pace at which the game was played.
    """

    id: Id | None
    channel: Channel
    version: Version
    head: Version
    playing: bool
    speed: Speed
