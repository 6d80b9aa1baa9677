"""Who the player is on each server: a token a server, in a file that only its owner can read."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final
from urllib.parse import quote, urlsplit

_FOLDER: Final = "pasjans"


def token_file(server: str) -> Path:
    """The file that keeps the token for a server's URL."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    parts = urlsplit(server)
    name = quote(parts.netloc.lower() + parts.path.rstrip("/"), safe=":")
    return Path(data).expanduser() / _FOLDER / f"{name}.token"


def read_token(server: str) -> str | None:
    """The token that is kept for a server; None for a new guest.

    Raises:
        OSError: there is one, and it cannot be read.
    """
    try:
        return token_file(server).read_text(encoding="ascii").strip() or None
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise OSError(f"{token_file(server)} holds no token: move it away") from None


def keep_token(server: str, token: str) -> None:
    """Keep a token, at once as a whole.

    Raises:
        OSError: it cannot be written.
    """
    file = token_file(server)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # A temporary file has mode 0600 from the moment that it exists.
    with NamedTemporaryFile("w", dir=file.parent, encoding="ascii", delete=False) as new:
        new.write(token + "\n")
    Path(new.name).replace(file)
