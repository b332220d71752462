"""What is read out of the records while the floor is open: registers, past rounds, notices.

It is read in other threads, one question at a time, so that no table waits for it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from croupier.adjudication.export import round_file
from croupier.aggregate.roles import Role
from croupier.casino.disclosure import reads_records
from croupier.casino.house.commands import AcknowledgeNotice
from croupier.casino.meters import Meters
from croupier.casino.notices import Notices
from croupier.casino.past_rounds import History, last_games
from croupier.casino.record_names import TABLES, table_name
from croupier.casino.round_results import RoundResults
from croupier.casino.shuffle_proofs import JointShuffles, cards_in, kept_secret, told_secret
from croupier.casino.shuffle_register import Shuffles
from croupier.casino.significant_events import Watch

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from croupier.aggregate.record import Entry
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.command_answers import Answered
    from croupier.casino.floor.floor import Floor
    from croupier.casino.notices import News, Notice
    from croupier.casino.past_rounds import ShownRound
    from croupier.casino.shuffle_proofs import PublishedShuffle
    from croupier.casino.significant_events import SignificantEvent
    from croupier.casino.store.contract import Store

    T = TypeVar("T")


class Registers:
    """Significant events, meters, shuffles and results of rounds, kept as the records grow.

    `catch_up` reads what is new; only then are the registers what the store says. Every line is
    read and decoded once, whatever is asked and however often.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watch = Watch(self._hear)
        self._position = 0
        self.events: list[SignificantEvent] = []
        self._meters: dict[str, Meters] = {}
        self._shuffles: dict[str, Shuffles] = {}
        self.results = RoundResults()

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
        self.results.take(record, entry)

    def meters(self) -> dict[str, Meters]:
        """The meters of every table by its name, however often it was set up."""
        found: dict[str, Meters] = {}
        for record, meters in sorted(self._meters.items()):
            name = table_name(record.removeprefix(TABLES))
            found[name] = found.get(name, Meters()) | meters
        return found

    def shuffles(self, record: str) -> Shuffles:
        return self._shuffles.get(record, Shuffles())


class Archive:
    """One for each floor. Every line is read once, whoever asks and however often."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._registers = Registers(store)
        self._histories: dict[str, History] = {}
        self._shuffles: dict[str, JointShuffles] = {}
        self._at_registers = asyncio.Lock()
        self._at_histories = asyncio.Lock()

    async def consult(self, look: Callable[[Registers], T]) -> T:
        """What somebody looks up in the registers, once they are up to date."""

        def consulted() -> T:
            self._registers.catch_up()
            return look(self._registers)

        async with self._at_registers:
            return await asyncio.to_thread(consulted)

    async def recall(self, record: str, look: Callable[[History], T]) -> T:
        """What somebody wants to see again of a table's rounds."""
        async with self._at_histories:
            return await asyncio.to_thread(look, self._history(record))

    async def last_games(self, player: str, most: int) -> list[tuple[str, ShownRound]]:
        """The last rounds of a player at any table that ever stood here, the newest first."""

        def recalled() -> list[tuple[str, ShownRound]]:
            names = [standing.record for standing in self._store.records()]
            tables = {name: self._history(name) for name in names if name.startswith(TABLES)}
            return last_games(tables, player, most)

        async with self._at_histories:
            return await asyncio.to_thread(recalled)

    async def shuffle(
        self,
        record: str,
        number: int | None,
        viewer: Person | None,
        held: Sequence[tuple[str, str, str]],
        secrets_after: int | None,
        now: int,
    ) -> PublishedShuffle:
        """A joint shuffle as somebody is told of it; `held` are the secrets that a dealer holds."""

        def published() -> PublishedShuffle:
            shuffles = self._joint(record)
            shuffles.catch_up()
            check = shuffles.find(number)
            told = shuffles.revealed(check)
            secret = kept_secret(held, check)
            if secret is None and told is not None:
                secret = told_secret(told[0], int(shuffles.header.options["decks"]))
            hides, oversees = shuffles.hides_cards, reads_records(viewer)
            seen = None
            if hides and not oversees:
                begins, ends = shuffles.entries_of(check)
                seen = self._seen(record, viewer, begins, ends)
            out = told is not None and secrets_after is not None and now >= told[1] + secrets_after
            return shuffles.published(
                check, secret, seen=seen, tells_secret=oversees or not hides or out
            )

        async with self._at_histories:
            return await asyncio.to_thread(published)

    def _seen(
        self, record: str, viewer: Person | None, begins: int, ends: int | None
    ) -> frozenset[str]:
        """The cards that a player saw of the rounds that were dealt from a shuffle and are over."""
        if viewer is None or viewer.role is not Role.PLAYER:
            return frozenset()
        history = self._history(record)
        dealt = {
            span.number
            for span in history.rounds()
            if span.begins > begins and (ends is None or span.begins <= ends)
        }
        shown = (each for each in history.last(viewer.name) if each.number in dealt)
        return frozenset(card for each in shown for card in cards_in(bytes(each.view)))

    def _joint(self, record: str) -> JointShuffles:
        if record not in self._shuffles:
            self._shuffles[record] = JointShuffles(lambda after: self._store.lines(record, after))
        return self._shuffles[record]

    async def round_file(self, record: str, number: int) -> bytes:
        """A round as a file for adjudication; see `croupier.adjudication.export`."""
        return await asyncio.to_thread(lambda: round_file(list(self._store.lines(record)), number))

    def _history(self, record: str) -> History:
        if record not in self._histories:
            self._histories[record] = History(lambda after: self._store.lines(record, after))
        return self._histories[record]


async def published_shuffle(
    floor: Floor, archive: Archive, record: str, number: int | None, viewer: Person | None
) -> PublishedShuffle:
    """What is published of a joint shuffle of a table, with a proof of every card that one saw.

    The last one, if no number is given; `LookupError` if there is none.
    """
    live = next((each for each in floor.tables.values() if each.record == record), None)
    held = () if live is None else live.dealer.secrets
    after = None if live is None else live.set_up.command.secrets_after
    return await archive.shuffle(record, number, viewer, held, after, floor.clock())


class Noticeboard:
    """One for each floor, for as many as care to look at it."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._notices = Notices()
        self._position = 0
        self._turn = asyncio.Lock()

    async def read(self) -> Notices:
        """All that was stored before this was asked."""
        async with self._turn:
            while page := await asyncio.to_thread(self._floor.store.journal, self._position):
                for placed in page:
                    self._notices.take(placed)
                self._position = page[-1].position
        return self._notices

    async def watch(
        self, after: int = 0, *, patience: float | None = None
    ) -> AsyncIterator[News | None]:
        """The news after a number, and whatever comes, until the floor closes.

        Nobody misses anything or is told it twice. When nothing comes for so many seconds of
        patience, nothing is said once.
        """
        while self._floor.is_open:
            changed = self._floor.notices_changed
            for news in (await self.read()).news[after:]:
                yield news
                after = news.number
            while not changed.is_set():
                try:
                    await asyncio.wait_for(changed.wait(), patience)
                except TimeoutError:
                    yield None

    async def acknowledge(self, notice: Notice, by: Person, request: str | None = None) -> Answered:
        """Have the house record that somebody has taken a notice that is on the board."""
        command = AcknowledgeNotice(notice=notice.id, to=notice.to)
        return await self._floor.command_house(command, by, request)
