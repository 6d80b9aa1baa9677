"""What `docs/protocol.md` says is what the types say."""

import hashlib
import re
from typing import Any

import msgspec
import pytest

from pasjans_engine.queens.advice import Reason
from pasjans_engine.view import MAX_SLOTS
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.codec import CLIENT_CODECS, SERVER_CODECS
from pasjans_protocol.errors import Code
from pasjans_protocol.examples import SEED
from pasjans_protocol.limits import (
    MAX_BOARDS,
    MAX_CHANNEL,
    MAX_FRAME_BYTES,
    MAX_ID_CHARS,
    MAX_ROWS,
    MAX_SPEED,
)
from pasjans_protocol.messages import (
    CLIENT_MESSAGES,
    MESSAGES,
    NAMES,
    Capability,
    Limits,
    Message,
    Question,
    Request,
    Row,
    Suggestion,
    name_of,
    tag_of,
)
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_protocol.transitions import ANSWERS
from support.protocoldocs import TEXT, block, decoded, section


@pytest.mark.parametrize("kind", MESSAGES, ids=name_of)
def test_every_message_is_in_its_table(kind: type[Message]) -> None:
    fields = [
        f"`{field.name}`" if field.default is msgspec.NODEFAULT else f"`{field.name}?`"
        for field in msgspec.structs.fields(kind)
    ]

    row = f"| {tag_of(kind)} | `{name_of(kind)}` | {', '.join(fields)} |"

    assert row in section("Messages").splitlines()


@pytest.mark.parametrize("code", Code)
def test_every_refusal_code_is_in_its_table(code: Code) -> None:
    row = f"| `{code}` | {code.advice.meaning} | {code.advice.next_step} |"

    assert row in section("Refusals").splitlines()


@pytest.mark.parametrize("code", CloseCode)
def test_every_close_code_is_in_the_table_of_its_class(code: CloseCode) -> None:
    come_back, do_not = section("Close codes").split("**Do not come back**")

    row = f"| {int(code)} | {code.name.lower()} | {code.reason} |"

    assert row in (come_back if code.reconnects else do_not).splitlines()


@pytest.mark.parametrize("kind", Request.__args__, ids=name_of)
def test_every_request_is_listed_with_its_answers(kind: type[Message]) -> None:
    row = next(
        line
        for line in section("Requests and answers").splitlines()
        if line.startswith(f"| `{name_of(kind)}` |")
    )

    assert re.findall(r"`(\w+)`", row) == [name_of(kind), *map(name_of, ANSWERS[kind])]


def test_the_tables_hold_nothing_else() -> None:
    assert section("Messages").count("\n| ") == len(MESSAGES) + 1
    assert section("Refusals").count("\n| ") == len(Code) + 1
    assert section("Close codes").count("\n| ") == len(CloseCode) + 2


def test_the_words_are_named() -> None:
    for word in [*Capability, *Subprotocol, *Question, *Reason, *Limits.__struct_fields__]:
        assert f"`{word}`" in TEXT
    for kind in (Row, Suggestion):
        assert f"[{', '.join(kind.__struct_fields__)}]" in TEXT


def test_the_limits_are_right() -> None:
    limits = section("Limits")

    for bound in (
        f"| {MAX_FRAME_BYTES} bytes",
        f"| `id` | 1 to {MAX_ID_CHARS} characters |",
        f"| `channel` | 1 to {MAX_CHANNEL} |",
        f"| `view` | {MAX_SLOTS} slots |",
        f"| `limit`, `rows` | 1 to {MAX_ROWS}; up to {MAX_ROWS} rows |",
        f"| `speed` | 1 to {MAX_SPEED} |",
        f"| boards of a connection | {MAX_BOARDS} |",
    ):
        assert bound in limits


def test_the_json_examples_are_messages() -> None:
    texts = block("json messages").splitlines()
    texts += [line.split(" ", 1)[1] for line in block("").splitlines()]

    assert {type(decoded(text)) for text in texts} == set(MESSAGES)


def test_the_frames_in_hexadecimal_are_messages() -> None:
    for line in block("hex frames").splitlines():
        name, octets = line.split()
        kind = NAMES[name]
        codecs: Any = SERVER_CODECS if kind in CLIENT_MESSAGES else CLIENT_CODECS
        assert type(codecs[Subprotocol.MSGPACK].decode(bytes.fromhex(octets))) is kind


def test_the_commitment_is_that_of_the_seed() -> None:
    commitment = hashlib.sha256(b"pasjans/1" + bytes.fromhex(SEED)).hexdigest()

    assert f'"commitment":"{commitment}"' in TEXT
    assert f'"seed":"{SEED}"' in TEXT
