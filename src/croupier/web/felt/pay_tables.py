"""What every wager of a table pays, row by row, as it stands beside the layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.rulebook.citations import Cited

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.money import Odds
    from croupier.rulebook.citations import Clauses

    Rows = Mapping[str, Cited[Odds]]


@dataclass(frozen=True, slots=True)
class PayTable:
    """The odds of one wager, by what has to come of it."""

    wager: str
    rows: tuple[tuple[str, str], ...]
    clauses: Clauses


def pay_table(game: Any, wager: str, rows: Rows) -> PayTable:
    """Return the rows of a wager as they are shown, with every clause behind them."""
    said = tuple((event, str(odds.value)) for event, odds in rows.items())
    return PayTable(wager, said, clauses_of(game, *rows.values()))


def clauses_of(game: Any, *clauses: Any) -> Any:
    """Return the clauses of several rules, also of those that have a value beside them."""
    ids = (id for each in clauses for id in getattr(each, "clauses", each) or ())
    return game.instrument.cite(*dict.fromkeys(ids))
