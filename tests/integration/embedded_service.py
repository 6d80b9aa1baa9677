"""A service process in small: holds an embedded server and does what its standard input says.

Each line `ensure` or `stop` is answered by one JSON line. Run as `embedded_service.py DATA WATCH`.
"""

import asyncio
import json
import sys
from pathlib import Path

import structlog

from pasjans_services.embedded import EmbeddedError, EmbeddedServer


def main() -> None:
    data_dir, watch = sys.argv[1:]
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    server = EmbeddedServer(Path(data_dir), watch="guard" if watch == "guard" else "kernel")
    with asyncio.Runner() as runner:
        for line in sys.stdin:
            try:
                answer = runner.run(obey(server, line.strip()))
            except EmbeddedError as error:
                answer = {"error": str(error)}
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


async def obey(server: EmbeddedServer, order: str) -> dict[str, str | int | None]:
    if order == "stop":
        await server.stop()
        return {"stopped": 1}
    address = await server.ensure()
    return {"url": address.url, "spawned": server.pid}


if __name__ == "__main__":
    main()
