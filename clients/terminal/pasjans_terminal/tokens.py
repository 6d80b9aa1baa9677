"""Who the player is on each server: a token a server, in a file that only its owner can read.

Programs that play have tokens of their own: a player who was a bot once is one for ever.
"""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final
from urllib.parse import quote, urlsplit

_FOLDER: Final = "pasjans"


def token_file(server: str, *, bot: bool = False) -> Path:
    """The file that keeps the token for a server's URL: the person's, or the program's."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    parts = urlsplit(server)
    name = quote(parts.netloc.lower() + parts.path.rstrip("/"), safe=":")
    return Path(data).expanduser() / _FOLDER / f"{name}{'.bot' if bot else ''}.token"


def read_token(server: str, *, bot: bool = False) -> str | None:
    """The token that is kept for a server; None for a new guest.

    Raises:
        OSError: there is one, and it cannot be read.
    """
    file = token_file(server, bot=bot)
    try:
        return file.read_text(encoding="ascii").strip() or None
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise OSError(f"{file} holds no token: move it away") from None


def keep_token(server: str, token: str, *, bot: bool = False) -> None:
    """Keep a token, at once as a whole.

    Raises:
        OSError: it cannot be written.
    """
    file = token_file(server, bot=bot)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # A temporary file has mode 0600 from the moment that it exists.
    with NamedTemporaryFile("w", dir=file.parent, encoding="ascii", delete=False) as new:
        new.write(token + "\n")
    Path(new.name).replace(file)
