"""Games put into a store without a gateway, and clocks that tests turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from pasjans_engine.deal_id import deal_id
from pasjans_engine.game import Dealt, Event, decide, evolve
from pasjans_engine.notation import parse_command
from pasjans_engine.rules import rules_named
from pasjans_services.eventstore.base import EventStore, Stored
from pasjans_services.eventstore.records import Header, encode_dealt, encode_event
from support.lines import Line, random_line
from support.walkthrough import walkthrough

START_MS = 1_796_000_000_000
PLAYER = "p4tW8sLzQx1B"


@dataclass(slots=True)
class Clock:
    """The time in ms, which goes on by `tick_ms` whenever somebody looks."""

    now_ms: int = START_MS
    tick_ms: int = 0

    def __call__(self) -> int:
        self.now_ms += self.tick_ms
        return self.now_ms


def header_of(rules: str, deal: str, player: str = PLAYER, *, bot: bool = False) -> Header:
    """The first record of a game whose deal was given."""
    known = rules_named(rules)
    name = deal_id(known.family, deal)
    return Header(rules, known.version, deal, None, None, name, player, "given", bot)


def events_of(line: Line) -> tuple[Event, ...]:
    """What the commands of a line cause, after the deal."""
    game = evolve(None, Dealt(line.rules, rules_named(line.rules).version, line.deal, None))
    happened: list[Event] = []
    for action in line.actions:
        (event,) = decide(game, parse_command(game.rules, action))
        game = evolve(game, event)
        happened.append(event)
    return tuple(happened)


def solved_line() -> Line:
    """The narrated game, finished."""
    told = walkthrough()
    return Line(told.rules, told.deal, (*told.moves, *told.finish))


def resigned_line(rules: str, length: int, seed: int) -> Line:
    """A game of so many commands, the last of which gives up."""
    line = random_line(rules, length - 1, seed)
    return Line(line.rules, line.deal, (*line.actions, "resign"))


async def append(store: EventStore, game: str, header: Header, events: Sequence[Event]) -> None:
    """Append a deal and events to a game of which nothing is there yet."""
    state = evolve(None, header.event)
    await store.append(game, 0, "", [encode_dealt(header)], final=False)
    for event in events:
        before, state = state, evolve(state, event)
        record = encode_event(event)
        await store.append(game, before.version, f"c{before.version}", [record], final=state.over)


async def keep_line(
    store: EventStore, game: str, line: Line, player: str = PLAYER, *, bot: bool = False
) -> tuple[Stored, ...]:
    """Put a whole line into a store; its log."""
    await append(store, game, header_of(line.rules, line.deal, player, bot=bot), events_of(line))
    return await store.read(game)
