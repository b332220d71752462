"""The table that a file's options describe, and what stands of the wagers laid on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.adjudication.answer import Stopped
from croupier.adjudication.options import rules_of
from croupier.games import rules_for
from croupier.table.wagers import (
    MAIN,
    BoxMaxScope,
    Markers,
    MarkerTotalLimit,
    Sign,
    Wager,
    close_betting,
    why_not_place,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.adjudication.blackjack.file import FileWager
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.wagers import Admitted


@dataclass(frozen=True, slots=True)
class Table:
    """A table's rules and its sign. A round file knows of no personal limit markers."""

    rules: BlackjackRules
    sign: Sign
    markers: Markers
    scope: BoxMaxScope

    def close_betting(self, entries: Sequence[FileWager]) -> list[Admitted]:
        """What stands of the wagers, once none of them is refused."""
        seated = {(entry.box, entry.player) for entry in entries if entry.seated}
        wagers = [
            Wager(w.box, w.player, w.wager, w.amount, (w.box, w.player) in seated) for w in entries
        ]
        rules = self.rules
        for place, wager in enumerate(wagers):
            refusal = why_not_place(
                rules.table_law,
                self.sign,
                # a side wager may stand in the file before the main wager that it goes with
                [w for i, w in enumerate(wagers) if i < place or w.wager == MAIN != wager.wager],
                wager,
                offered=rules.side_bets,
                markers=self.markers,
                needs_own_main=rules.side_bet_needs_own_main,
                approved_amounts=rules.approved_amounts.get(wager.wager, ()),
                readings=rules.readings,
            )
            if refusal is not None:
                raise Stopped("wager", place + 1, refusal)
        return close_betting(
            rules.table_law,
            self.sign,
            wagers,
            markers=self.markers,
            scope=self.scope,
            needs_own_main=rules.side_bet_needs_own_main,
            readings=rules.readings,
        )


@lru_cache(maxsize=64)
def table_of(instrument: str, options: bytes) -> Table:
    """The table of an instrument with the options of a file; kept, since files come in series."""
    rules = rules_of(options, lambda given: rules_for(instrument, given))
    return Table(
        rules,
        Sign.from_options(rules.options),
        Markers(total_limit=MarkerTotalLimit(rules.options.get("marker_total_limit", "sign"))),
        BoxMaxScope(rules.options.get("box_max_scope", "total")),
    )
