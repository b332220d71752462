"""What may be done at a table of any game; a game leaves out what its rules do in their own way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts
from croupier.table.acts import (
    betting,
    burn_and_reveal,
    chips_and_float,
    closing,
    conduct,
    dealing,
    opening,
    patrons,
    seeding,
    shuffling,
    sign,
    tournament,
    turns,
    voiding,
)

if TYPE_CHECKING:
    from croupier.table.law import TableRules
    from croupier.table.table import Table

EVERY_TABLE: Acts[Table, TableRules] = Acts(
    opening.acts, patrons.acts, chips_and_float.acts, sign.acts, betting.acts, seeding.acts,
    shuffling.acts,
    burn_and_reveal.acts, dealing.acts, voiding.acts, conduct.acts, closing.acts, tournament.acts,
    turns.acts,
)  # fmt: skip
"""The acts of any table; some of them are for tournaments."""

WITHOUT_TOURNAMENTS: Acts[Table, TableRules] = EVERY_TABLE.without(*tournament.acts, *turns.acts)
"""The same for a game whose instrument has no rules for tournaments."""
