"""The format of round files as a JSON Schema, for editors, forms and programs that write them.

It is made from the types that read a file, so it cannot say anything else; what the rules make of a
file is for adjudication to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication import ROUND_FILES
from croupier.adjudication.round_file import (
    LONGEST_NAME,
    MOST_CARDS,
    MOST_ENTRIES,
    MOST_MILLISECONDS,
)
from croupier.rulebook.instruments import load
from croupier.table_replay import codec_of

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument

Schema = dict[str, Any]

_ADDRESS = "https://json-schema.org/draft/2020-12/schema"
_CARD = {
    "type": "string",
    "pattern": r"^\s*(10|[AaTtJjQqKk2-9])[SsHhDdCc]\s*$",
    "description": "Rank and suit: AS, 10h, TD.",
}
_MILLISECONDS = {"type": "integer", "minimum": 0, "maximum": MOST_MILLISECONDS}
_NAME = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}


def round_file_schema() -> Schema:
    """What a round file may say, under each of the instruments."""
    books = [load(instrument) for instrument in ROUND_FILES.instruments]
    parts: dict[str, Schema] = {}
    schema: Schema = {
        "$schema": _ADDRESS,
        "title": "Croupier round file",
        "description": "Rounds of a casino table game as somebody wrote them down, to be settled.",
        "type": "object",
        "required": ["instrument"],
        "properties": {"instrument": {"enum": [book.id for book in books]}},
        "allOf": [
            {
                "if": {"properties": {"instrument": {"const": book.id}}},
                "then": {"$ref": _file(book, parts)},
            }
            for book in books
        ],
        "$defs": parts,
    }
    plain: Schema = msgspec.json.decode(msgspec.json.encode(schema))
    return plain


def _file(book: Instrument, parts: dict[str, Schema]) -> str:
    """The definition of the files of one instrument; those of one game share most of theirs."""
    game = ROUND_FILES.of(book)
    name = f"file:{book.id}"
    schema, found = _of(game.decoder.type, f"{book.id}:")
    parts |= found
    fields = dict(schema["properties"])
    fields["instrument"] = {"const": book.id}
    fields["options"] = _options(book)
    decisions, more = _of(game.decisions, f"{book.id}:decision:")
    parts |= more
    parts[f"{book.id}:decision"] = decisions
    parts[f"{book.id}:command"] = _commands(book, parts)
    entry = _entries(book)
    fields["script"] = {"type": "array", "maxItems": MOST_CARDS, "items": entry}
    fields["before"] = {
        "type": "array",
        "maxItems": MOST_ENTRIES,
        "items": {
            "anyOf": [
                _timed({"$ref": f"#/$defs/{book.id}:command"}),
                {"required": ["wait"], "properties": {"wait": _MILLISECONDS}},
                {
                    "description": "A player who has been told that short wagers go back.",
                    "required": ["warned"],
                    "properties": {"warned": _NAME, "wager": _NAME},
                    "additionalProperties": False,
                },
            ]
        },
    }
    parts[name] = {
        **schema,
        "properties": fields,
        "required": ["instrument"],
        "anyOf": [
            {"required": ["script"], "not": {"required": ["decisions"]}},
            {"required": ["cards", "wagers"], "not": {"required": ["script"]}},
        ],
    }
    return f"#/$defs/{name}"


def _options(book: Instrument) -> Schema:
    """The options by name; what each may be is said where it is read, with its clauses."""
    return {
        "type": "object",
        "properties": {
            option.name: {"description": option.says, "default": option.default}
            for option in book.options
        },
        "additionalProperties": False,
    }


def _entries(book: Instrument) -> Schema:
    return {
        "anyOf": [
            _timed({"$ref": f"#/$defs/{book.id}:decision"}),
            _timed({"$ref": f"#/$defs/{book.id}:command"}),
            _alone("deal", {"anyOf": [{"const": "all"}, _whole(1, MOST_CARDS)]}),
            _alone("wait", _MILLISECONDS),
            _alone("next", {"const": True}),
        ]
    }


def _whole(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _alone(field: str, value: Schema) -> Schema:
    return {
        "type": "object",
        "required": [field],
        "properties": {field: value, "at": _MILLISECONDS},
        "additionalProperties": False,
    }


def _timed(what: Schema) -> Schema:
    return {"type": "object", **what}


def _commands(book: Instrument, parts: dict[str, Schema]) -> Schema:
    """Any command of the table, with who gives it and when; games share most of theirs."""
    union = []
    for command in codec_of(book).commands:
        tag = str(command.__struct_config__.tag)
        schema, found = _of(command, f"command:{tag}:")
        fields = {**schema["properties"], "by": _NAME}
        fields.setdefault("at", _MILLISECONDS)
        schema = {**schema, "properties": fields}
        name = f"command:{tag}"
        if parts.get(name, schema) != schema:
            name = f"{name}:{book.id}"
        parts[name] = schema
        parts |= {inner: part for inner, part in found.items() if inner not in parts}
        union.append({"$ref": f"#/$defs/{name}"})
    return {"anyOf": union}


def _of(kind: Any, prefix: str) -> tuple[Schema, dict[str, Schema]]:
    """The schema of a type, and those of the types in it under names that begin with the prefix."""
    (schema,), parts = msgspec.json.schema_components(
        [kind], ref_template=f"#/$defs/{prefix}{{name}}", schema_hook=_hook
    )
    named = {f"{prefix}{name}": _closed(part) for name, part in parts.items()}
    reference = schema.get("$ref", "").removeprefix("#/$defs/")
    return _closed(named.pop(reference) if reference else schema), named


def _hook(kind: type) -> Schema:
    if kind is msgspec.Raw:
        return {"type": "object"}
    raise NotImplementedError


def _closed(schema: Schema) -> Schema:
    """Cards in any spelling, and entries of decisions also with the time at which they came."""
    if schema.get("title") == "Card":
        return _CARD
    if "action" in schema.get("properties", {}):
        fields = {**schema["properties"], "at": _MILLISECONDS}
        return {**schema, "properties": fields}
    return schema
