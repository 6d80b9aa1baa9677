"""Each example of docs/sdk.md runs as it stands, but for the port."""

import asyncio
import inspect
import re
import sys
from pathlib import Path

import pytest

import pasjans
from pasjans import errors
from support.gateways import GatewayProcess

DOCS = Path(__file__).parents[2] / "docs" / "sdk.md"
TEXT = DOCS.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(EXAMPLES)))
async def test_an_example_runs(request: pytest.FixtureRequest, tmp_path: Path, number: int) -> None:
    asks_solvers = ".hint()" in EXAMPLES[number]
    gateway: GatewayProcess = request.getfixturevalue("solving" if asks_solvers else "gateway")
    port = gateway.ws_url.rpartition(":")[2].removesuffix("/ws")
    program = tmp_path / "example.py"
    program.write_text(EXAMPLES[number].replace("8000", port), encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-X", "dev", "-W", "error", program),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    # Steps that take long are told too, and how long they take depends on the machine.
    faults = [line for line in err.decode().splitlines() if not line.startswith("Executing <")]
    assert (process.returncode, faults) == (0, [])
    assert out


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 11


def test_every_error_has_its_row() -> None:
    named = set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))
    raised = {
        name
        for name in pasjans.__all__
        if isinstance(kind := getattr(pasjans, name), type)
        and issubclass(kind, errors.PasjansError)
    }
    assert raised - {"PasjansError", "Disconnected"} <= named


@pytest.mark.parametrize("kind", [pasjans.Game, pasjans.Replay, pasjans.Standings])
def test_every_attribute_is_described(kind: type[object]) -> None:
    described = set(re.findall(r"`(\w+)`", TEXT))
    shown = dict(inspect.getmembers(kind, lambda value: isinstance(value, property)))
    assert len(shown) > 3
    assert set(shown) <= described


@pytest.mark.parametrize("kind", [pasjans.Advice, pasjans.Cards, pasjans.Update])
def test_every_field_is_described(kind: type[object]) -> None:
    described = set(re.findall(r"`(\w+)`", TEXT))
    assert set(inspect.signature(kind).parameters) <= described
