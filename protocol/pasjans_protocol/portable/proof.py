"""What each kind of line has to prove. What it does not is raised as `Flawed`."""

from pasjans_engine.errors import EngineError, Invalid
from pasjans_engine.game import Dealt, Game, decide, evolve
from pasjans_engine.notation import parse_command
from pasjans_engine.rules import Position, rules_named
from pasjans_engine.view import check, view
from pasjans_protocol.portable import chain
from pasjans_protocol.portable.form import (
    MAX_EVENTS,
    MAX_LINE_BYTES,
    EventLine,
    FirstLine,
    LastLine,
    Line,
    last_line,
    other_format,
    parse_body,
)
from pasjans_protocol.portable.origin import prove_origin
from pasjans_protocol.portable.refusal import Flaw, Flawed


def parsed(kind: type[Line], line: bytes) -> tuple[Line, bytes, bytes]:
    """A line, its bytes up to the hash, and the hash, which is not looked at yet.

    Raises:
        Flawed: it is not exactly what this format writes.
    """
    if len(line) > MAX_LINE_BYTES:
        raise Flawed(Flaw.TOO_LARGE, f"a line has {MAX_LINE_BYTES} bytes at most")
    form = other_format(line)
    if form is not None:
        raise Flawed(Flaw.UNSUPPORTED, f"the file is in format {form}: use a newer program")
    try:
        body, own = chain.split(line)
        return parse_body(kind, body), body, own
    except ValueError as error:
        raise Flawed(Flaw.MALFORMED, str(error)) from None


def prove_chain(before: bytes, body: bytes, own: bytes) -> None:
    """Check that a hash is that of a line, after the hash before it.

    Raises:
        Flawed: it is not.
    """
    if chain.digest(before, body) != own:
        message = "its hash is not that of the file up to here: a line was changed or taken out"
        raise Flawed(Flaw.CHAIN, message)


def prove_deal(told: FirstLine) -> Game:
    """The game that a first line begins.

    Raises:
        Flawed: it is no deal of its rules, seed or commitment.
    """
    try:
        known = rules_named(told.rules).version
    except Invalid as error:
        raise Flawed(Flaw.UNSUPPORTED, f"{error.message}; use a newer program") from None
    if told.rules_version != known:
        message = f"the game is by version {told.rules_version} of the {told.rules} rules"
        raise Flawed(Flaw.UNSUPPORTED, f"{message}, and this program has version {known}")
    try:
        game = evolve(None, Dealt(told.rules, known, told.deal, told.commitment))
    except EngineError as error:
        raise Flawed(Flaw.DEAL, str(error)) from None
    prove_origin(told)
    _prove_check(told.check, game)
    return game


def prove_event(told: EventLine, game: Game) -> Game:
    """The game after an event.

    Raises:
        Flawed: it may not follow, or leads to another position.
    """
    if game.version >= MAX_EVENTS:
        raise Flawed(Flaw.TOO_LARGE, f"a file has {MAX_EVENTS} events at most")
    try:
        (event,) = decide(game, parse_command(game.rules, told.event))
        after = evolve(game, event)
    except EngineError as error:
        raise Flawed(Flaw.ILLEGAL, str(error)) from None
    _prove_check(told.check, after)
    return after


def prove_result(told: LastLine, game: Game) -> None:
    """Check what a last line says of a game.

    Raises:
        Flawed: it is not so.
    """
    _prove_check(told.check, game)
    real = last_line(game, told.check)
    for field in ("status", "moves", "windows", "undos", "hints", "draws"):
        value, claimed = getattr(real, field), getattr(told, field)
        if value != claimed:
            raise Flawed(Flaw.RESULT, f"it says {field} {claimed}, and the events give {value}")
    if _laid_out(told, game) != game.position:
        raise Flawed(Flaw.RESULT, "its net line does not lead to the layout at the end")
    if told.net != real.net:
        raise Flawed(Flaw.RESULT, "its net line is not the moves that stand at the end")


def _laid_out(told: LastLine, game: Game) -> Position | None:
    position: Position = game.rules.start(game.deal)
    try:
        for move in told.net:
            position = game.rules.play(position, game.rules.parse_move(move))
    except EngineError:
        return None
    return position


def _prove_check(told: int, game: Game) -> None:
    real = check(view(game))
    if told != real:
        raise Flawed(Flaw.CHECK, f"it says check {told}, and the position has {real}")
