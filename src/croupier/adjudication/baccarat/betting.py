"""The table that a file's options describe, and what stands of the wagers laid on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from croupier.adjudication.answer import Stopped
from croupier.adjudication.reading import plain, shown
from croupier.adjudication.roundfile import RoundFileError
from croupier.games import rules_for
from croupier.games.baccarat.betting import NO_BOX, close_betting, why_not_place
from croupier.rulebook.options import OptionError
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
    try:
        given = msgspec.json.decode(options)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RoundFileError(f"options: not JSON: {plain(str(error))}") from None
    if not isinstance(given, dict):
        raise RoundFileError(f"options: {shown(given)} is not an object")
    try:
        rules = rules_for("act-mini-baccarat-2016", given)
    except OptionError as error:
        raise RoundFileError(plain(str(error))) from None
    return Table(rules, Sign.from_options(rules.options))
