"""The oracles: cases that programs sharing no code with this one have answered."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "data" / "oracles"


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file of JSON lines."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def walkthrough() -> dict[str, Any]:
    """The game that the Russian seed narrates, up to its "Stop!", and a way to finish it."""
    text = (FOLDER / "walkthrough-russian.json").read_text(encoding="utf-8")
    story: dict[str, Any] = json.loads(text)
    return story
