"""The table that a file's options describe, and what stands of the wagers laid on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.adjudication.answer import Stopped
from croupier.adjudication.options import rules_of
from croupier.games import rules_for
from croupier.games.holdem.betting import close_betting, why_not_alone, why_not_place
from croupier.games.holdem.hands import TRIPS
from croupier.rulebook.citing import Refused
from croupier.table.wagers import Sign, Wager

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.adjudication.holdem.file import FileWager
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.wagers import Admitted


@dataclass(frozen=True, slots=True)
class Table:
    """A table's rules and its sign. A round file knows of no limit markers."""

    rules: HoldemRules
    sign: Sign

    def close_betting(self, entries: Sequence[FileWager]) -> list[Admitted]:
        """What stands of the wagers, once none of them is refused."""
        wagers = [Wager(w.box, w.player, w.wager, w.amount, w.seated) for w in entries]
        for place, wager in enumerate(wagers):
            refusal = self.why_not(wagers, place) or why_not_alone(self.rules.law, wagers, wager)
            if refusal is not None:
                raise Stopped("wager", place + 1, refusal)
        return close_betting(self.rules, self.sign, wagers)

    def why_not(self, wagers: Sequence[Wager], place: int) -> Refused | None:
        """Why a wager of the file is not taken beside those before it."""
        new, beside = wagers[place], [*wagers[:place]]
        if any((w.box, w.player, w.wager) == (new.box, new.player, new.wager) for w in beside):
            law = self.rules.law
            return Refused(f"box {new.box} has its {new.wager} already", law.one_wager_each)
        if new.wager == TRIPS:  # it may stand before the ante and the blind that it goes with
            beside += [w for w in wagers[place + 1 :] if (w.box, w.player) == (new.box, new.player)]
        return why_not_place(self.rules, self.sign, beside, new)


@lru_cache(maxsize=64)
def table_of(options: bytes) -> Table:
    """The table with the options of a file; kept, since files come in series."""
    rules = rules_of(options, lambda given: rules_for("act-ultimate-texas-holdem-2025", given))
    return Table(rules, Sign.from_options(rules.options))
