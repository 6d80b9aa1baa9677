import pytest

from pasjans_protocol.close_codes import REASONS, CloseCode, reconnects


def test_codes_are_permanent() -> None:
    own = {int(code): code.name for code in CloseCode if code >= 4000}

    assert own == {
        4000: "GOING_AWAY",
        4001: "TOO_SLOW",
        4002: "OUT_OF_SYNC",
        4003: "IDLE",
        4100: "PROTOCOL_ERROR",
        4101: "BAD_TOKEN",
        4102: "ORIGIN",
        4103: "FLOODING",
    }


@pytest.mark.parametrize("code", CloseCode)
def test_every_reason_fits_a_close_frame(code: CloseCode) -> None:
    assert 0 < len(code.reason.encode()) <= 123


def test_no_code_is_without_a_reason() -> None:
    assert set(REASONS) == set(CloseCode)


@pytest.mark.parametrize("code", [1001, 1005, 1006, 1011, 1012, 1013, 4000, 4001, 4002, 4003, 4099])
def test_come_back(code: int) -> None:
    assert reconnects(code)


@pytest.mark.parametrize(
    "code",
    [1000, 1002, 1003, 1007, 1008, 1009, 1010, 1015, 3000, 4100, 4103, 4199, 4200, 4999],
)
def test_do_not_come_back(code: int) -> None:
    assert not reconnects(code)


def test_the_codes_know_their_class() -> None:
    assert CloseCode.TOO_SLOW.reconnects
    assert not CloseCode.FLOODING.reconnects
