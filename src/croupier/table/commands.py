"""The base of every command."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

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


def every_command() -> Any:
    """The union of all commands declared so far, for decoding; `do` says which one it is."""
    from croupier.table.acting import ACTS

    return reduce(or_, ACTS)
