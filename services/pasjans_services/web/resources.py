"""What HTTP endpoints of all parts answer, as types, from which documents are made too."""

from typing import Annotated

from msgspec import Meta, Struct

Natural = Annotated[int, Meta(ge=0)]


class Problem(Struct, frozen=True):
    """Why a request was not answered."""

    code: Annotated[str, Meta(description="One of the refusal codes of the protocol.")]
    message: Annotated[str, Meta(description="What is wrong and what to do, for a person.")]


class Health(Struct, frozen=True):
    """That this process answers, or is ready to serve."""

    status: Annotated[str, Meta(description="`ok`.")]
    version: Annotated[str, Meta(description="Version of the service.")]
