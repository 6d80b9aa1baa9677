import msgspec
import pytest

from pasjans_engine.game import Dealt, Game, Resign, decide, evolve, legal
from pasjans_engine.notation import parse_command
from pasjans_engine.rules import RULES
from pasjans_services.eventstore.records import Header, encode_dealt
from pasjans_services.eventstore.snapshots import freeze, thaw


def header(rules: str, /, **changes: object) -> Header:
    known: dict[str, object] = {
        "rules": rules,
        "rules_version": RULES[rules].version,
        "deal": RULES[rules].deal(bytes(range(32))),
        "commitment": None,
        "seed": None,
        "deal_id": "abcdefghij",
        "player": "somebody",
        "source": "given",
        "bot": False,
    }
    return msgspec.convert(known | changes, Header)


def played(rules: str, *commands: str) -> Game:
    game = evolve(None, header(rules).event)
    for text in commands:
        name = legal(game)[0] if text == "move" else text
        (event,) = decide(game, parse_command(game.rules, name))
        game = evolve(game, event)
    return game


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "commands",
    [
        "",
        "move",
        "move move undo",
        "move move move undo undo redo",
        "move undo move",
        "hint move hint undo",
    ],
)
def test_a_game_in_progress_comes_back(rules: str, commands: str) -> None:
    game = played(rules, *commands.split())
    assert thaw(freeze(header(rules), game)) == (header(rules), game)


@pytest.mark.parametrize("rules", RULES)
def test_a_thawed_game_goes_on_like_the_one_it_was_made_from(rules: str) -> None:
    game = played(rules, "move", "move", "undo")
    thawed = thaw(freeze(header(rules), game))
    assert thawed is not None
    for text in ("redo", "undo", "undo", "redo", legal(game)[-1]):
        command = parse_command(game.rules, text)
        assert decide(thawed[1], command) == decide(game, command)


def test_a_snapshot_of_format_1_had_no_hints() -> None:
    fields = (1, encode_dealt(header("polish")), (), (), 0, 1)
    assert thaw(msgspec.msgpack.encode(fields)) == (header("polish"), played("polish"))


def test_a_game_that_is_over_is_not_frozen() -> None:
    game = played("polish", "move")
    (event,) = decide(game, Resign())
    with pytest.raises(ValueError, match="over"):
        freeze(header("polish"), evolve(game, event))


@pytest.mark.parametrize("rules_version", [0, 2])
def test_a_snapshot_under_other_rules_is_passed_over(rules_version: int) -> None:
    blob = freeze(header("polish", rules_version=rules_version), played("polish", "move"))
    assert thaw(blob) is None


@pytest.mark.parametrize(
    "fields",
    [
        (),
        (3, encode_dealt(header("polish")), (), (), 0, 1),
        (1, b"\x92\x01\x04", (), (), 0, 1),
        (1, b"?", (), (), 0, 1),
        (1, encode_dealt(header("polish")), (b"\x94\x01\x02\x00\x00",), (), 0, 2),
        (1, encode_dealt(header("polish", deal="none")), (), (), 0, 1),
        (1, encode_dealt(header("polish", rules="of tomorrow")), (), (), 0, 1),
    ],
)
def test_a_snapshot_that_cannot_be_read_is_passed_over(fields: tuple[object, ...]) -> None:
    assert thaw(msgspec.msgpack.encode(fields)) is None


def test_the_header_is_the_game_s_first_event() -> None:
    assert isinstance(header("russian").event, Dealt)
