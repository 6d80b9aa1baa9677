"""The OpenAPI document of the HTTP endpoints, made from their tables and types."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pasjans_services import __version__
from pasjans_services.web.operation import Operation
from pasjans_services.web.resources import Problem

_REF = "#/components/schemas/{name}"


def openapi(operations: Sequence[Operation]) -> dict[str, Any]:
    """The document, OpenAPI 3.1."""
    types = [operation.answer for operation in operations if operation.answer is not None]
    (*schemas, problem), components = msgspec.json.schema_components(
        [*types, Problem], ref_template=_REF
    )
    answers = iter(schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "pasjans over HTTP",
            "version": __version__,
            "description": "Games are played over WebSocket; see /asyncapi.json.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            operation.path: {
                "get": _operation(
                    operation, None if operation.answer is None else next(answers), problem
                )
            }
            for operation in operations
        },
        "components": {"schemas": components},
    }


def _operation(
    operation: Operation, answer: dict[str, Any] | None, problem: dict[str, Any]
) -> dict[str, Any]:
    responses = {"200": _response(operation.summary, answer, operation.media)}
    if operation.pending:
        responses["202"] = _response(operation.pending, answer, {})
    for status, meaning in operation.refusals.items():
        responses[str(status)] = _response(meaning, problem, {})
    return {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": [
            *(_parameter(name, "path", text) for name, text in operation.parameters.items()),
            *(_parameter(name, "query", text) for name, text in operation.query.items()),
        ],
        "responses": responses,
    }


def _parameter(name: str, where: str, meaning: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": where,
        "required": where == "path",
        "description": meaning,
        "schema": {"type": "string"},
    }


def _response(
    description: str, schema: dict[str, Any] | None, media: Mapping[str, str]
) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if schema is not None:
        content["application/json"] = {"schema": schema}
    for kind, meaning in media.items():
        content[kind] = {"schema": {"type": "string", "description": meaning}}
    return {"description": description, "content": content}
