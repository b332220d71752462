"""The formats of data files and of amendments as JSON Schemas, for editors and other programs.

They are made from the types that read the files. The law of a data file has the names that its game
asks for, so the schema gives the form of a rule and leaves the names to the reader.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from croupier.rulebook.amendment_entries import Amendment
from croupier.rulebook.instruments import Instrument, Option

Schema = dict[str, Any]

_ADDRESS = "https://json-schema.org/draft/2020-12/schema"
_NOT_IN_A_FILE = ("amendment", "amended_clauses", "fingerprint")
_REFERENCE = {"type": "string", "pattern": r"^\{[a-z0-9_]+\}$", "description": "A named value."}
_CLAUSES = {"type": "array", "items": {"type": "string"}}
_RULE: Schema = {
    "description": "Clauses, a binding with a value, a choice of the game, a limb, or a group.",
    "anyOf": [
        _CLAUSES,
        {"type": ["boolean", "integer", "string", "null"]},
        {
            "type": "object",
            "properties": {
                "clauses": _CLAUSES,
                "value": {"description": "A named value in braces, or a choice of the game."},
                "if": {"type": "object", "description": "The named values on which it depends."},
                "why": {"type": "string", "description": "A note for people."},
            },
            "additionalProperties": False,
            "anyOf": [{"required": ["clauses"]}, {"required": ["value"]}],
        },
        {
            "type": "object",
            "properties": {
                "clauses": _CLAUSES,
                "when": {"type": "object", "description": "Features of the case."},
                "outcome": {"enum": ["win", "lose", "push"]},
                "pays": {"description": "A rule of the section, or a bound value."},
                "over": {"type": "array", "items": {"type": "string"}},
                "called": {"type": "string", "description": "The name on signs and in odds."},
                "if": {"type": "object", "description": "The named values on which it depends."},
                "why": {"type": "string"},
            },
            "additionalProperties": False,
            "required": ["clauses", "when"],
        },
        {
            "type": "object",
            "not": {"required": ["clauses"]},
            "additionalProperties": {"$ref": "#/$defs/Rule"},
        },
    ],
}


def amendment_schema() -> Schema:
    """Return the form of an amendment, in TOML or in JSON."""
    return _schema(Amendment, "Croupier amendment", "Entries that amend an instrument.")


def instrument_schema() -> Schema:
    """Return the form of an instrument's data file."""
    schema = _schema(Instrument, "Croupier instrument", "The law of a casino table game, as data.")
    parts = schema["$defs"]
    book = parts["Instrument"]
    for name in _NOT_IN_A_FILE:
        del book["properties"][name]
    book["properties"]["law"]["additionalProperties"] = {
        "type": "object",
        "additionalProperties": {"$ref": "#/$defs/Rule"},
    }
    parts["Rule"] = _RULE
    bounds = parts[Option.__name__]["properties"]
    for name in ("minimum", "maximum"):
        bounds[name]["anyOf"].append(_REFERENCE)
    schema["$defs"] = {name: parts[name] for name in parts if name in _used(parts, "Instrument")}
    return schema


def _used(parts: dict[str, Schema], name: str) -> set[str]:
    """Return the names of the definitions that one of them leads to."""
    found, waiting = set(), [name]
    while waiting:
        name = waiting.pop()
        found.add(name)
        named = re.findall(r'"#/\$defs/(\w+)"', msgspec.json.encode(parts[name]).decode())
        waiting += [each for each in named if each not in found]
    return found


def _schema(kind: type, title: str, description: str) -> Schema:
    made = msgspec.json.schema(kind)
    heading = {"$schema": _ADDRESS, "title": title, "description": description}
    schema: Schema = msgspec.json.decode(msgspec.json.encode({**heading, **made}))
    return schema
