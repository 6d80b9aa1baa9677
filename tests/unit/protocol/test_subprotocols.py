from pasjans_protocol.subprotocols import SUBPROTOCOL_JSON, SUBPROTOCOL_MSGPACK, agree


def test_names_are_permanent() -> None:
    assert SUBPROTOCOL_MSGPACK.value == "pasjans.1.msgpack"
    assert SUBPROTOCOL_JSON.value == "pasjans.1.json"


def test_the_first_that_is_spoken_is_agreed_on() -> None:
    assert agree(["pasjans.9.cbor", "pasjans.1.json", "pasjans.1.msgpack"]) is SUBPROTOCOL_JSON


def test_there_may_be_none() -> None:
    assert agree([]) is None
    assert agree(["chat", "pasjans"]) is None
