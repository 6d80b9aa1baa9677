"""The OpenAPI document of the HTTP endpoints, made from their table and types."""

from typing import Any

import msgspec

from pasjans_services import __version__
from pasjans_services.gateway.http import OPERATIONS, Operation
from pasjans_services.gateway.resources import Problem

_REF = "#/components/schemas/{name}"


def openapi() -> dict[str, Any]:
    """The document, OpenAPI 3.1."""
    types = [operation.answer for operation in OPERATIONS]
    (*answers, problem), components = msgspec.json.schema_components(
        [*types, Problem], ref_template=_REF
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "pasjans over HTTP",
            "version": __version__,
            "description": "Games are played over WebSocket; see /asyncapi.json.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            operation.path: {"get": _operation(operation, answer, problem)}
            for operation, answer in zip(OPERATIONS, answers, strict=True)
        },
        "components": {"schemas": components},
    }


def _operation(
    operation: Operation, answer: dict[str, Any], problem: dict[str, Any]
) -> dict[str, Any]:
    parameters = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": meaning,
            "schema": {"type": "string"},
        }
        for name, meaning in operation.parameters.items()
    ]
    responses = {"200": _response(operation.summary, answer)}
    for status, meaning in operation.refusals.items():
        responses[str(status)] = _response(meaning, problem)
    return {
        "operationId": operation.handler.__name__.lstrip("_"),
        "summary": operation.summary,
        "parameters": parameters,
        "responses": responses,
    }


def _response(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
