"""What may be done at a table of Hold'em: what any table does, and the rules' own ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts
from croupier.games.holdem import (
    breakdown,
    collusion,
    decisions,
    general,
    misdeals,
    preparing,
    wagering,
)
from croupier.table.acts import (
    betting,
    cards,
    chips,
    closing,
    conduct,
    dealing,
    limit_markers,
    opening,
    patrons,
    shuffling,
    sign,
    tournament,
    tournament_terms,
    turns,
    voiding,
)

if TYPE_CHECKING:
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.law import TableRules
    from croupier.table.table import Table


_OF_ANY_TABLE: Acts[Table, TableRules] = Acts(
    opening.acts.without(opening.OpenTable, opening.AskDeterminations),
    patrons.acts,
    chips.acts.without(chips.BringChips),
    sign.acts.without(sign.ChangeLimits),
    betting.acts.without(betting.PlaceWager, betting.ReturnShortWager),
    limit_markers.acts,
    shuffling.acts.without(shuffling.Shuffle, shuffling.DeclineCut),
    cards.acts.without(cards.Burn, cards.ReplaceCard, cards.NewCards),
    dealing.acts,
    voiding.acts.without(voiding.Exclude, voiding.Invalidate, voiding.VoidRound),
    conduct.acts,
    closing.acts,
    tournament_terms.acts,
    tournament.acts,
    turns.acts,
)

ACTS: Acts[Table, HoldemRules] = Acts(
    _OF_ANY_TABLE, preparing.acts, wagering.acts, decisions.acts, breakdown.acts, collusion.acts,
    misdeals.acts, general.acts,
)  # fmt: skip
