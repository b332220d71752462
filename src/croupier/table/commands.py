"""The base of every command."""

from __future__ import annotations

import msgspec


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="do",
    omit_defaults=True,
    gc=False,
):
    """Something that somebody asks a table to do. A table accepts it whole or refuses it."""
