"""Arguments that need not go to the server to be found wrong."""

from websockets.exceptions import InvalidURI
from websockets.uri import parse_uri

from pasjans.errors import Refused
from pasjans_protocol.errors import Code


def check_urls(urls: tuple[str, ...]) -> None:
    """Raise ValueError unless there is a URL, and each is a WebSocket's."""
    if not urls:
        raise ValueError("give a URL such as ws://127.0.0.1:8000/ws")
    for url in urls:
        try:
            parse_uri(url)
        except InvalidURI as error:
            raise ValueError(f"{error}: expected one such as ws://127.0.0.1:8000/ws") from None


def check_length(text: str, most: int, code: Code) -> None:
    """Raise Refused with a code, as the server would, for what is longer than it takes."""
    if len(text) > most:
        raise Refused(code, f"{text[:16]!r}… has more than {most} characters")
