import inspect

import pytest

from pasjans import errors
from pasjans.errors import Closed, ConnectionLost, Diverged, GameLeft, PasjansError, Refused
from pasjans_protocol.close_codes import REASONS, CloseCode
from pasjans_protocol.errors import Code


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    drawn: dict[str, str] = {}
    path: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines():
        name = line.lstrip(" │├└─").partition(" ")[0]
        if not hasattr(errors, name) or not line.startswith("    "):
            continue
        depth = len(line) - len(line.lstrip(" │├└─"))
        path = [step for step in path if step[0] < depth]
        if path:
            drawn[name] = path[-1][1]
        path.append((depth, name))
    real = {
        name: kind.__bases__[0].__name__
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, PasjansError) and kind is not PasjansError
    }
    assert drawn == real


@pytest.mark.parametrize("code", list(Code))
def test_a_refusal_says_what_to_do(code: Code) -> None:
    error = Refused(code, "under 43 fit 42 and 33, not 54")
    assert str(error).startswith(f"{code}: under 43 fit 42 and 33, not 54")
    assert error.advice.next_step in str(error)


@pytest.mark.parametrize("code", [c for c in CloseCode if not c.reconnects])
def test_a_closing_says_what_to_do(code: CloseCode) -> None:
    assert REASONS[code] in str(Closed(code, "that is why"))
    assert str(Closed(code, REASONS[code])).count(REASONS[code]) == 1


def test_a_closing_with_a_code_of_a_later_version() -> None:
    assert str(Closed(4177, "")) == "closed by the server for good, 4177: no reason given"


def test_the_other_messages_say_what_to_do() -> None:
    lost = ConnectionLost(("ws://a/ws", "ws://b/ws"), 60.4, "refused")
    assert "ws://a/ws or ws://b/ws in 60 s, at last: refused" in str(lost)
    assert "same token" in str(lost)
    assert "decide anew" in str(Diverged("g", 5))
    assert "client.join('g')" in str(GameLeft("g"))
