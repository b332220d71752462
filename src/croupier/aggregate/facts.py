"""What every fact has in common: it is frozen, and it cites."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from croupier.rulebook.citing import Clauses


class Fact(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="fact",
    omit_defaults=True,
    gc=False,
):
    """Something that happened, under the clauses it cites."""

    moves_chips: ClassVar[bool] = False
    lasts: ClassVar[bool] = False
    """Whether a table remembers it of every round, as what can be undone or is shown."""
    clauses: Clauses

    @property
    def withdraws_round(self) -> bool:
        """Whether what the round stated before did not happen, and what follows takes its place."""
        return False
