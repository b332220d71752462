"""What the office looks up: significant events, meters and shuffles, kept as the records grow.

Every line of the store is read and decoded once, whatever is asked of it and however often.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.lines import TABLES, table_name
from croupier.casino.meters import Meters
from croupier.casino.shoes import Shuffles
from croupier.casino.significant_events import Watch

if TYPE_CHECKING:
    from croupier.casino.happened import SignificantEvent
    from croupier.casino.store.contract import Store
    from croupier.table.record import Entry


class Registers:
    """`catch_up` reads what is new; only then are the registers what the store says."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watch = Watch(self._hear)
        self._position = 0
        self.events: list[SignificantEvent] = []
        self._meters: dict[str, Meters] = {}
        self._shuffles: dict[str, Shuffles] = {}

    def catch_up(self) -> None:
        while page := self._store.journal(self._position):
            for placed in page:
                self.events.extend(self._watch.take(placed))
            self._position = page[-1].position

    def _hear(self, record: str, entry: Entry) -> None:
        if record not in self._meters:
            self._meters[record], self._shuffles[record] = Meters(), Shuffles()
        self._meters[record].take(entry)
        self._shuffles[record].take(entry)

    def meters(self) -> dict[str, Meters]:
        """The meters of every table by its name, however often it was set up."""
        found: dict[str, Meters] = {}
        for record, meters in sorted(self._meters.items()):
            name = table_name(record.removeprefix(TABLES))
            found[name] = found.get(name, Meters()) | meters
        return found

    def shuffles(self, record: str) -> Shuffles:
        return self._shuffles.get(record, Shuffles())
