"""The table that a file's options describe, and what stands of the wagers laid on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.adjudication.answer import Stopped
from croupier.adjudication.options import rules_of
from croupier.games import rules_for
from croupier.games.baccarat.betting import NO_BOX, close_betting, why_not_place
from croupier.table.wagers import Sign, Wager

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.adjudication.baccarat.file import FileWager
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.wagers import Admitted


@dataclass(frozen=True, slots=True)
class Table:
    """A table's rules and its sign. A round file knows of no personal limit markers."""

    rules: BaccaratRules
    sign: Sign

    def close_betting(self, entries: Sequence[FileWager]) -> list[Admitted]:
        """What stands of the wagers, once none of them is refused."""
        wagers: list[Wager] = []
        for place, entry in enumerate(entries):
            new = Wager(NO_BOX, entry.player, entry.wager, entry.amount, entry.seated)
            refusal = why_not_place(self.rules, self.sign, wagers, new)
            if refusal is not None:
                raise Stopped("wager", place + 1, refusal)
            wagers.append(new)
        return close_betting(self.rules, self.sign, wagers)


@lru_cache(maxsize=64)
def table_of(options: bytes) -> Table:
    """The table with the options of a file; kept, since files come in series."""
    rules = rules_of(options, lambda given: rules_for("act-mini-baccarat-2016", given))
    return Table(rules, Sign.from_options(rules.options))
