"""Answers with validators: what caches and conditional requests need (RFC 9110, RFC 9111)."""

import re
from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

FOREVER: Final = "public, max-age=31536000, immutable"
A_MINUTE: Final = "public, max-age=60"
ASK_AGAIN: Final = "no-cache"
OCTETS: Final = "application/octet-stream"
JSON: Final = "application/json"

_TAG: Final = re.compile(r'(?:W/)?("[^"]*")')
_NOTHING: Final = re.compile(r"q=0(\.0*)?")


def represented(  # noqa: PLR0913 - what a representation is
    request: Request,
    body: bytes,
    *,
    media: str,
    tag: str,
    cache: str,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A body, or 304 when the request names its tag.

    Args:
        request: What is answered.
        body: The representation.
        media: Its type.
        tag: What tells it from all others that this address has, or will have.
        cache: Its Cache-Control header.
        headers: Others.
    """
    told = {"etag": f'"{tag}"', "cache-control": cache, **(headers or {})}
    if _named(request, f'"{tag}"'):
        return Response(status_code=304, headers=told)
    return Response(body, headers=told, media_type=media)


def _named(request: Request, tag: str) -> bool:
    wanted = request.headers.get("if-none-match", "")
    return wanted.strip() == "*" or tag in _TAG.findall(wanted)


def wants_octets(request: Request) -> bool:
    """Whether the Accept header names bytes; whoever names nothing gets JSON."""
    for media_range in request.headers.get("accept", "").split(","):
        media, *parameters = (part.strip().lower() for part in media_range.split(";"))
        if media == OCTETS and not any(map(_NOTHING.fullmatch, parameters)):
            return True
    return False
