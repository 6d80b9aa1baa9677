"""The pages that people read: what this server is, and its two documents, rendered.

Pages are made once, at start, from the same documents that programs read. They load nothing and
run no script.
"""

import json
import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final, cast
from xml.sax.saxutils import quoteattr

HEADERS: Final = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem; overflow-wrap: break-word; }
th, td { border: 1px solid #8888; padding: .3rem .6rem; text-align: left; vertical-align: top; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow-x: auto; padding: .7rem; border: 1px solid #8888; }
nav a { margin-right: 1rem; }
"""

_LINKS: Final = (
    ("/", "pasjans"),
    ("/docs/websocket", "WebSocket"),
    ("/docs/http", "HTTP"),
    ("/asyncapi.json", "asyncapi.json"),
    ("/openapi.json", "openapi.json"),
)


def front() -> str:
    """The page at `/`."""
    return _page(
        "pasjans",
        """<p>A server for solitaire games, played and watched live.</p>
<p>Programs connect to <code>/ws</code> with the WebSocket subprotocol
<code>pasjans.1.msgpack</code> or <code>pasjans.1.json</code>.
What they say there is on the page <a href="/docs/websocket">WebSocket</a>;
what can be asked over HTTP is on the page <a href="/docs/http">HTTP</a>.</p>""",
    )


def http(document: Mapping[str, Any]) -> str:
    """The OpenAPI document, as a page."""
    parts = [f"<p>{_prose(document['info']['description'])}</p>"]
    for path, item in document["paths"].items():
        get = item["get"]
        parts.append(f"<h2><code>GET {escape(path)}</code></h2><p>{escape(get['summary'])}.</p>")
        if get["parameters"]:
            rows = ((p["name"], p["in"], p["description"]) for p in get["parameters"])
            parts.append(_table(("parameter", "where", "meaning"), rows))
        answers = (
            (status, response["description"], _answer(response))
            for status, response in get["responses"].items()
        )
        parts.append(_table(("status", "meaning", "answer"), answers))
    parts.append("<h2>Types</h2>")
    parts.extend(_type(name, schema) for name, schema in document["components"]["schemas"].items())
    return _page("pasjans over HTTP", "".join(parts))


def websocket(document: Mapping[str, Any]) -> str:
    """The AsyncAPI document, as a page."""
    schemas = document["components"]["schemas"]
    messages = list(document["components"]["messages"].values())
    parts = [f"<p>{_prose(document['info']['description'])}</p>"]
    parts.append("<h2>Subprotocols</h2>")
    parts.append(_table(("name", "frames"), document["x-subprotocols"].items()))
    for direction in dict.fromkeys(message["x-direction"] for message in messages):
        parts.append(f"<h2>Messages from {escape(direction)}</h2>")
        parts.extend(
            _message(message, schemas[message["payload"]["$ref"].rsplit("/", 1)[-1]])
            for message in messages
            if message["x-direction"] == direction
        )
    codes = (
        (code["code"], code["meaning"], code["next_step"]) for code in document["x-refusal-codes"]
    )
    parts.append("<h2>Refusal codes</h2>" + _table(("code", "meaning", "what to do"), codes))
    closes = (
        (str(code["code"]), code["reason"], "yes" if code["reconnect"] else "no")
        for code in document["x-close-codes"]
    )
    parts.append("<h2>Close codes</h2>" + _table(("code", "reason", "come back"), closes))
    return _page("pasjans over WebSocket", "".join(parts))


def _message(message: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    array = message["x-msgpack"]
    example = json.dumps(message["examples"][0]["payload"])
    return (
        f"<h3 id={quoteattr(message['name'])}>{escape(message['name'])}</h3>"
        f"<p>{_prose(message['description'])}</p>"
        + _table(("field", "type", "meaning"), _fields(schema))
        + f"<p>JSON:</p><pre>{escape(example)}</pre>"
        + f"<p>MessagePack, an array ({escape(', '.join(array['array']))}):</p>"
        + f"<pre>{escape(json.dumps(array['example']))}\n{escape(array['example_bytes'])}</pre>"
    )


def _fields(schema: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    return [
        (name, _type_name(of), of.get("description", ""))
        for name, of in schema.get("properties", {}).items()
    ]


def _answer(response: Mapping[str, Any]) -> str:
    """In which forms an answer comes: `GameInfo`, or a media type and what it is, or both."""
    return " or ".join(
        _type_name(content["schema"])
        if media == "application/json"
        else f"`{media}`: {content['schema']['description']}"
        for media, content in response["content"].items()
    )


def _type(name: str, schema: Mapping[str, Any]) -> str:
    about = _prose(schema.get("description", ""))
    return f"<h3>{escape(name)}</h3><p>{about}</p>" + _table(
        ("field", "type", "meaning"), _fields(schema)
    )


def _type_name(schema: Mapping[str, Any]) -> str:
    """A schema in few words: `integer`, `array of string`, `string or null`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " or ".join(_type_name(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        items: Any = schema.get("items") or {}
        kinds = cast("list[Mapping[str, Any]]", items if isinstance(items, list) else [items])
        return f"array of {', '.join(map(_type_name, kinds))}"
    if "enum" in schema:
        return " or ".join(json.dumps(value) for value in schema["enum"])
    return str(schema.get("type", "any"))


def _prose(text: str) -> str:
    """Text with its `words in backticks` as code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    columns = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{_prose(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table>"


def _page(title: str, body: str) -> str:
    links = "".join(f'<a href="{href}">{escape(text)}</a>' for href, text in _LINKS)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><nav>{links}</nav><h1>{escape(title)}</h1>"
        f"{body}</body></html>"
    )
