"""Logs of games for tests of boards: honest ones, and what a cheat would like to have written."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pasjans_engine.deal_id import deal_id, name_of_deal
from pasjans_engine.game import Event, Game, Played, Redone, Undone, decide, evolve
from pasjans_engine.notation import parse_command
from pasjans_engine.rules import rules_named
from pasjans_engine.shuffle import commitment
from pasjans_services.eventstore.base import EventStore, Stored
from pasjans_services.eventstore.records import Header, decode, encode_dealt, encode_event
from support import cards, corpus
from support.walkthrough import walkthrough

BEGAN_MS = 1_795_000_000_000
STEP_MS = 1_000
GIVEN_NAME = "abcdefghijklmnop"
"""Of deals with cards face down that somebody wrote down."""
OLDEST = corpus.FOLDER / "0.1.0"

NARRATED = walkthrough()
NARRATED_ACTIONS = (*NARRATED.moves, *NARRATED.finish)


def header(rules: str, deal: str, **changes: Any) -> Header:
    """What a log of a given deal begins with."""
    rule_set = rules_named(rules)
    plain = Header(
        rules=rules,
        rules_version=rule_set.version,
        deal=deal,
        commitment=None,
        seed=None,
        deal_id=name_of_deal(rule_set, deal, changes.get("seed") and bytes.fromhex(changes["seed"]))
        or GIVEN_NAME,
        player="somebody",
        source="given",
        bot=False,
    )
    return replace(plain, **changes)


def dealt_header(rules: str, seed: bytes, **changes: Any) -> Header:
    """What a log of a deal from a seed begins with."""
    promise = {"seed": seed.hex(), "commitment": commitment(seed), "source": "random"}
    return header(rules, rules_named(rules).deal(seed), **(promise | changes))


def log(
    head: Header, actions: Sequence[str], *, began_ms: int = BEGAN_MS, step_ms: int = STEP_MS
) -> tuple[Stored, ...]:
    """The log of a game in which these commands were accepted one after another."""
    game = evolve(None, head.event)
    records = [encode_dealt(head)]
    for action in actions:
        (event,) = decide(game, parse_command(game.rules, action))
        game = evolve(game, event)
        records.append(encode_event(event))
    return stored(records, began_ms=began_ms, step_ms=step_ms)


def stored(
    records: Sequence[bytes], *, began_ms: int = BEGAN_MS, step_ms: int = STEP_MS
) -> tuple[Stored, ...]:
    """Records as a store gives them, one each second."""
    return tuple(
        Stored(version, began_ms + (version - 1) * step_ms, record)
        for version, record in enumerate(records, start=1)
    )


def narrated_log(*, detours: int = 0, began_ms: int = BEGAN_MS, **head: Any) -> tuple[Stored, ...]:
    """The narrated game, solved: 38 moves, 3 windows, and as many undos as there are detours."""
    first, *others = NARRATED_ACTIONS
    actions = [*(first, "undo") * detours, first, *others]
    return log(header(NARRATED.rules, NARRATED.deal, **head), actions, began_ms=began_ms)


def queens_log(
    rules: str = "queens", *, detours: int = 0, began_ms: int = BEGAN_MS, **head: Any
) -> tuple[Stored, ...]:
    """A deal of queens, solved, with as many draws taken back as there are detours."""
    known = cards.SOLVED[rules]
    actions = [*("draw", "undo") * detours, *known.actions]
    return log(dealt_header(rules, known.seed, **head), actions, began_ms=began_ms)


def golden_log(name: str, **head: Any) -> tuple[Stored, ...]:
    """A game of the corpus, with the present header, perhaps with other words in it."""
    kept = corpus.logs(OLDEST)[name]
    known = replace(kept.header, deal_id=deal_id("domino", kept.header.deal))
    first = kept.stored[0]
    record = encode_dealt(replace(known, **head))
    return (replace(first, record=record), *kept.stored[1:])


def header_of(log: Sequence[Stored]) -> Header:
    """What a log begins with."""
    found = decode(log[0].record)
    assert isinstance(found, Header)
    return found


def ends_ms(log: Sequence[Stored]) -> int:
    """When its last event was."""
    return log[-1].time_ms


def moved(log: Sequence[Stored], ends_ms: int) -> tuple[Stored, ...]:
    """The same game at another time: its last event is at `ends_ms`."""
    by_ms = ends_ms - log[-1].time_ms
    return tuple(replace(entry, time_ms=entry.time_ms + by_ms) for entry in log)


def actions_of(log: Sequence[Stored]) -> list[str]:
    """The commands that its events were."""
    game, actions = evolve(None, header_of(log).event), list[str]()
    for entry in log[1:]:
        event = decode(entry.record)
        assert not isinstance(event, Header)
        actions.append(_action(game, event))
        game = evolve(game, event)
    return actions


def _action(game: Game, event: Event) -> str:
    match event:
        case Played(move):
            return game.rules.move_name(move)
        case Undone():
            return "undo"
        case Redone():
            return "redo"
        case _:
            return "resign"


async def keep(store: EventStore, game: str, log: Sequence[Stored], *, final: bool = True) -> None:
    """Write a log into a store, which gives it times of its own."""
    records = [entry.record for entry in log]
    await store.append(game, 0, "written", records, final=final)
