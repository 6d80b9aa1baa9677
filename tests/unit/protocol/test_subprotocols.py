from pasjans_protocol.subprotocols import Subprotocol, agree


def test_names_are_permanent() -> None:
    assert Subprotocol.MSGPACK.value == "pasjans.1.msgpack"
    assert Subprotocol.JSON.value == "pasjans.1.json"


def test_the_first_that_is_spoken_is_agreed_on() -> None:
    assert agree(["pasjans.9.cbor", "pasjans.1.json", "pasjans.1.msgpack"]) is Subprotocol.JSON


def test_there_may_be_none() -> None:
    assert agree([]) is None
    assert agree(["chat", "pasjans"]) is None
