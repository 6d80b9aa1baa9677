import json
from pathlib import Path
from typing import Any

import jsonschema
import msgpack
import pytest

from pasjans_protocol.asyncapi import asyncapi
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    CLIENT_MESSAGES,
    MESSAGES,
    NAMES,
    SERVER_MESSAGES,
    Row,
    name_of,
)
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_protocol.transitions import ANSWERS

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="module")
def document() -> Any:
    """The document as it is served."""
    return json.loads(json.dumps(asyncapi("1.2.3", "/ws")))


@pytest.mark.slow
def test_it_is_an_asyncapi_document(document: Any) -> None:
    schema = json.loads((DATA / "asyncapi-3.0.0.json").read_text())

    assert [*jsonschema.Draft7Validator(schema).iter_errors(document)] == []


def resolve(document: Any, reference: str) -> Any:
    found = document
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def references(part: Any) -> list[str]:
    if isinstance(part, list):
        return [ref for inner in part for ref in references(inner)]
    if not isinstance(part, dict):
        return []
    own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
    return own + [ref for inner in part.values() for ref in references(inner)]


def test_every_reference_leads_somewhere(document: Any) -> None:
    found = references(document)

    assert len(found) > 80
    for reference in found:
        assert resolve(document, reference)


def test_it_is_of_the_server_that_serves_it(document: Any) -> None:
    assert document["info"]["version"] == "1.2.3"
    assert document["channels"]["games"]["address"] == "/ws"
    assert [*document["x-subprotocols"]] == [*Subprotocol]


@pytest.mark.parametrize("kind", MESSAGES, ids=name_of)
def test_every_message_is_described(kind: Any, document: Any) -> None:
    message = document["components"]["messages"][name_of(kind)]
    schema = resolve(document, message["payload"]["$ref"])

    assert [*schema["properties"]] == ["type", *kind.__struct_fields__]
    assert schema["properties"]["type"] == {"enum": [name_of(kind)]}
    for field in kind.__struct_fields__:
        assert schema["properties"][field]["description"]
    assert document["channels"]["games"]["messages"][name_of(kind)]


@pytest.mark.parametrize("kind", MESSAGES, ids=name_of)
def test_every_example_is_of_its_schema(kind: Any, document: Any) -> None:
    message = document["components"]["messages"][name_of(kind)]
    schema = {**message["payload"], "components": document["components"]}

    jsonschema.Draft7Validator(schema).validate(message["examples"][0]["payload"])


@pytest.mark.parametrize("kind", MESSAGES, ids=name_of)
def test_the_array_form_is_that_of_msgpack(kind: Any, document: Any) -> None:
    message = document["components"]["messages"][name_of(kind)]
    array, payload = message["x-msgpack"], message["examples"][0]["payload"]

    assert msgpack.unpackb(bytes.fromhex(array["example_bytes"])) == array["example"]
    by_name = dict(zip(array["array"], array["example"], strict=True))
    assert by_name == {**payload, "type": array["type"]}
    assert array["array"][len(array["array"]) - len(array["optional"]) :] == array["optional"]


def test_optional_fields_are_those_that_may_be_left_out(document: Any) -> None:
    join = document["components"]["messages"]["join"]

    assert join["x-msgpack"]["optional"] == ["guide", "version", "check"]
    assert document["components"]["schemas"]["Join"]["required"] == ["type", "id", "game"]


@pytest.mark.parametrize("kind", CLIENT_MESSAGES, ids=name_of)
def test_requests_say_what_answers_them(kind: Any, document: Any) -> None:
    operation = document["operations"][name_of(kind)]
    answers = [ref["$ref"].rpartition("/")[2] for ref in operation["reply"]["messages"]]

    assert operation["action"] == "receive"
    assert [NAMES[name] for name in answers] == [*ANSWERS[kind]]


def test_what_comes_unasked_is_sent(document: Any) -> None:
    sent = [name for name, of in document["operations"].items() if of["action"] == "send"]

    assert sent == ["delta", "guided_delta", "presence", "heartbeat", "finished"]
    assert all(NAMES[name] in SERVER_MESSAGES for name in sent)


def test_rows_are_described_element_by_element(document: Any) -> None:
    row = document["components"]["schemas"]["Row"]

    assert [item["title"] for item in row["items"]] == [*Row.__struct_fields__]
    assert all(item["description"] for item in row["items"])
    assert "additionalItems" not in row


def test_every_code_is_listed(document: Any) -> None:
    assert [entry["code"] for entry in document["x-refusal-codes"]] == [*Code]
    assert [entry["code"] for entry in document["x-close-codes"]] == [*CloseCode]


def test_bounds_are_in_the_schemas(document: Any) -> None:
    command = document["components"]["schemas"]["Command"]["properties"]

    assert (command["channel"]["minimum"], command["channel"]["maximum"]) == (1, 127)
    assert command["expected"]["maximum"] == 2**53 - 1
    assert (command["id"]["minLength"], command["id"]["maxLength"]) == (1, 64)
