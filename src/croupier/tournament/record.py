"""The lines of a tournament's record: what they say, and how they are read."""

from __future__ import annotations

from typing import TypeVar, cast

import msgspec

from croupier.aggregate.roles import Role
from croupier.rulebook.instruments import fingerprint
from croupier.table.record import Entry
from croupier.tournament.facts import Facts
from croupier.version import __version__

FORMAT = "croupier-tournament/1"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record: which tournament it is, and under which version it was held."""

    format: str
    tournament: str
    instrument: str
    version: str
    rulebook: str


def header_of(tournament: str, instrument: str) -> Header:
    """The first line of a tournament that this version holds."""
    return Header(FORMAT, tournament, instrument, __version__, fingerprint(instrument))


T = TypeVar("T", bound=msgspec.Struct)


def decoded(line: int, body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"line {line}: it is not a line of a tournament: {error}") from None


def known_entry() -> type[Entry]:
    """An entry with the commands and facts of tournaments, and no others."""
    from croupier.tournament.acts import COMMANDS

    fields = [
        ("n", int), ("at", int), ("by", str), ("role", Role), ("command", COMMANDS),
        ("facts", tuple[Facts, ...]),
    ]  # fmt: skip
    known = msgspec.defstruct(
        "KnownEntry", fields, bases=(Entry,), frozen=True, forbid_unknown_fields=True
    )
    return cast("type[Entry]", known)
