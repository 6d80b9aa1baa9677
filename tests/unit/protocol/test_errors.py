import msgspec
import pytest

from pasjans_protocol.errors import ADVICE, Code, LocalProtocolError, OutOfSync, ProtocolError


def test_every_code_says_what_it_means_and_what_to_do() -> None:
    assert set(ADVICE) == set(Code)
    for code in Code:
        assert code.advice.meaning.endswith(".")
        assert code.advice.next_step.endswith(".")


def test_only_waiting_makes_the_same_request_succeed() -> None:
    retried = {code for code in Code if code.advice.retry}

    assert retried == {Code.RATE_LIMITED, Code.UNAVAILABLE}


def test_codes_are_permanent() -> None:
    assert [*Code] == [
        "malformed",
        "unknown_type",
        "unexpected",
        "invalid",
        "illegal",
        "conflict",
        "not_joined",
        "not_your_game",
        "no_such_game",
        "game_over",
        "too_many_games",
        "already_joined",
        "unknown_rules",
        "bad_deal",
        "bad_name",
        "name_taken",
        "too_long",
        "rate_limited",
        "unavailable",
        "bad_token",
        "unsupported",
        "no_such_version",
        "no_such_board",
        "no_such_deal",
        "no_such_level",
        "not_over",
        "deal_in_play",
    ]


def test_a_code_of_a_later_version_is_kept_as_it_is() -> None:
    code = msgspec.msgpack.decode(msgspec.msgpack.encode("on_fire"), type=Code)

    assert code == "on_fire"
    assert msgspec.json.encode(code) == b'"on_fire"'
    assert code not in list(Code)
    assert not code.advice.retry


def test_a_code_is_a_word() -> None:
    with pytest.raises(ValueError, match="7 is not a valid Code"):
        Code(7)  # type: ignore[arg-type]


def test_errors_say_code_and_text() -> None:
    error = ProtocolError(Code.CONFLICT, "the game is at version 3", "a1")

    assert str(error) == "conflict: the game is at version 3"
    assert (error.code, error.id) == (Code.CONFLICT, "a1")
    assert issubclass(LocalProtocolError, ProtocolError)


def test_out_of_sync_carries_what_a_resume_needs() -> None:
    error = OutOfSync("lost", 4, 5)

    assert (str(error), error.version, error.check) == ("lost", 4, 5)
