"""What was done in a round of a record, written as the script of a round file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from croupier.aggregate.acts import tag_of
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import Burn, Reveal
from croupier.table.acts.chips_and_float import BringChips, FillFloat, TakeChips
from croupier.table.acts.dealing import Collect, Deal, DealRun
from croupier.table.acts.limit_markers import PlaceMarker
from croupier.table.acts.misplaced_cards import VoidEarlierRound
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Arrive, GetUp, Leave, Sit
from croupier.table.acts.seeding import BringTip, CommitShuffle, OpenLink, VoidShuffle
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    TakeFromRack,
)
from croupier.table.acts.voiding import IMPRACTICAL, Exclude, VoidRound, VoidWager
from croupier.table.facts import Disputed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.adjudication import RoundFilePart
    from croupier.adjudication.export import Played, Step
    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

    Entry = dict[str, Any]

_NO_BEARING: tuple[type[Command], ...] = (
    Arrive, BringChips, BringTip, Burn, CommitShuffle, Cut, DeclineCut, FeedMachine, FillFloat,
    GetUp, InsertCuttingCard, Leave, LoadMachine, OpenLink, Reveal, Shuffle, Sit, TakeChips,
    VoidShuffle,
)  # fmt: skip
"""What a file does by itself, or what changes nothing in a round."""

_DRAWN, _BURNT, _OVERDRAWN, _TAKEN_FROM_RACK = map(
    tag_of, (DrawnInError, BurntInError, DealerOverdrew, TakeFromRack)
)
"""The commands that draw a card without dealing it, or take one back, by their tags."""
NEWCOMER = "somebody"
"""Whose wager the next round begins with, if nobody had one in the round that a file tells."""


class BeyondTheFormat(ValueError):
    """A round that no round file of it tells; the message says why."""

    def __init__(self, number: int, what: str, *, in_play: bool = False) -> None:
        super().__init__(f"round {number} is beyond a round file: {what}")
        self.number = number
        self.in_play = in_play
        """Whether it is only that the round is not over."""


def entry_of(command: Command) -> Entry:
    """A command as a script spells it."""
    entry: Entry = msgspec.to_builtins(command)
    return entry


def wager_entry(wager: Wager) -> Entry:
    """Return a wager as a file writes it."""
    entry = {
        "box": wager.box, "player": wager.player, "wager": wager.wager, "amount": wager.amount,
    }  # fmt: skip
    return {**entry, "seated": True} if wager.seated else entry


def markers_in_force(table: Table, players: Iterable[str]) -> list[Entry]:
    """Return the limit markers of these players, as commands given before the round."""
    return [
        entry_of(PlaceMarker(player=player, box=box, limit=limit))
        for (player, box), limit in table.patrons.markers.items()
        if player in players
    ]


class Script:
    """Writes the steps of a round as entries, and leaves out what would happen by itself."""

    def __init__(self, part: RoundFilePart, played: Played, breaches: dict[str, Command]) -> None:
        self._part = part
        self._played = played
        self._breaches = breaches
        self.before = list(played.before)
        self.stops = False
        """Whether the file ends in a round that is of no interest."""
        self._entries: list[Entry] = list(played.opening)
        self._by_itself: list[Command] = []
        """What is not written yet, because it would happen by itself."""
        self._cards: list[Card | None] = []
        """Those that the file lists; one that was drawn unseen is filled in when it is dealt."""
        self._unseen: list[int] = []
        """Where those are that wait unseen, in the order in which they were drawn."""
        self._kept: list[int] = []
        """Those that wait for the next round."""
        self._burnt: list[int | None] = []
        """Those burnt by mistake, of which the last can be taken back; None where it was seen."""
        self._disputes: list[Step] = []
        """Steps of disputes that are not written yet, because nothing has followed from them."""
        self._drawn_by: dict[int, list[Entry]] = {}
        """The entries that drew each of them, and took it out of the rack."""
        for entry in self.before:
            self._note_draw(entry)

    def written(self) -> list[Entry]:
        for step in self._played.steps:
            self._take(step)
        for place, entries in self._drawn_by.items():
            if self._cards[place] is None:  # nobody knows it, and it was not dealt in this round
                for entry in entries:
                    _remove(self._entries, entry)
                    _remove(self.before, entry)
        return self._entries

    @property
    def cards(self) -> list[Card]:
        return [card for card in self._cards if card is not None]

    def _take(self, step: Step) -> None:
        command = step.command
        if any(isinstance(fact, Disputed) for fact in step.facts):
            self._disputes.append(step)
        if self._has_no_bearing(command):
            return
        if isinstance(command, Deal):
            self._deal(command, step.waits)
        elif isinstance(command, DealRun):
            for card in command.cards:
                self._deal(Deal(card=card), step.waits)
        elif isinstance(command, NoMoreBets):
            self._close(command)
        elif command.says_burn_was_forgotten:  # a file says so first, whenever it was noticed
            self._entries.insert(0, entry_of(command))
            self._by_itself = [each for each in self._by_itself if type(each) is not NoMoreBets]
        elif isinstance(command, Collect) or self._part.happens_by_itself(command):
            self._by_itself.append(command)
            if isinstance(command, Collect):
                self._unseen, self._kept = [*self._kept, *self._unseen], []
        else:
            self._write(step)

    def _has_no_bearing(self, command: Command) -> bool:
        about = getattr(command, "round", None)
        return (
            isinstance(command, _NO_BEARING)
            or not command.bears_on_round
            or about not in (None, self._played.number)
        )

    # -- cards and betting

    def _deal(self, command: Deal, waits: str) -> None:
        self._name_the_card(command, waits)
        if command.laid_on is not None:
            self._catch_up()
            self._entries.append(entry_of(command))
            return
        if not waits:
            self._cards.append(command.card)
        self._by_itself.append(command)

    def _name_the_card(self, command: Deal, waits: str) -> None:
        """A card that was drawn unseen is known when it is dealt."""
        if waits == "unseen":
            if not self._unseen:
                raise BeyondTheFormat(self._played.number, "a card is dealt that nobody has drawn")
            self._cards[self._unseen.pop(0)] = command.card

    def _close(self, command: NoMoreBets) -> None:
        laid = self._played.wagers or any("amount" in entry for entry in self._played.opening)
        if command.overlooked or not laid:  # which does not go by itself
            self._entries.append(entry_of(command))
        else:
            self._by_itself.append(command)

    # -- what people did

    def _write(self, step: Step) -> None:
        decision = self._part.as_decision(step.command, step.facts)
        if decision is not None:
            self._by_itself.clear()
            self._entries.append(decision)
        elif not self._joins(step.command):
            self._command(step.command)

    def _joins(self, command: Command) -> bool:
        """Whether it is part of what was decided last, whatever came between."""
        decided = (entry for entry in reversed(self._entries) if "action" in entry)
        last = next(decided, self._entries[-1] if self._entries else None)
        return last is not None and self._part.joins(last, command)

    def _command(self, command: Command) -> None:
        next_card = self._played.next_card  # none where the rounds that follow are told, too
        if isinstance(command, VoidEarlierRound) and next_card is not None:
            self._go_on_to_the_next_round(next_card)
        else:
            self._catch_up()
        self._entries += self._part.first(command, self._played.options)
        self._note_breach(command)
        self._note_disputes(command)
        entry = entry_of(command)
        if "round" in entry:
            entry["round"] += 1 - self._played.number
        self._entries.append(entry)
        self._note_draw(entry)

    def _note_breach(self, command: Command) -> None:
        """What takes a recorded breach has it, if only from an earlier round."""
        breach = self._breaches.get(getattr(command, "player", ""))
        if not isinstance(command, (VoidWager, Exclude)) or breach is None:
            return
        said = any(
            entry.get("do") == tag_of(breach) and entry["person"] == command.player
            for entry in (*self.before, *self._entries)
        )
        if not said:
            self.before.append(entry_of(breach))

    def _note_disputes(self, command: Command) -> None:
        """A complete round is void for being impractical only if a ruling wants it."""
        if not isinstance(command, VoidRound) or command.ground != IMPRACTICAL:
            return
        numbers: dict[int, int] = {}
        for step in self._disputes:
            entry = entry_of(step.command)
            number = next(fact.number for fact in step.facts if isinstance(fact, Disputed))
            if entry.get("round") == self._played.number:
                numbers[number] = len(numbers) + 1
                entry["round"] = 1
            elif number in numbers:
                entry["number"] = numbers[number]
            else:  # it is about something else
                continue
            self._entries.append(entry)
        self._disputes.clear()

    def _note_draw(self, entry: Entry) -> None:
        """A card that a command draws without naming it is listed where it is drawn."""
        what, place = entry.get("do", ""), len(self._cards)
        if what == _TAKEN_FROM_RACK:
            self._note_taken(entry)
        if what and what == self._part.shows_unseen and self._unseen:
            self._drawn_by[self._unseen[0]].append(entry)
        if what not in (_DRAWN, _BURNT, _OVERDRAWN):
            return
        seen = "card" in entry
        if what == _BURNT:
            self._burnt.append(None if seen else place)
        elif not seen:
            (self._unseen if what == _DRAWN else self._kept).append(place)
        if not seen:
            self._drawn_by[place] = [entry]
            self._cards.append(None)

    def _note_taken(self, entry: Entry) -> None:
        """The card that was burnt last waits again, unseen if it was not seen."""
        place = self._burnt.pop() if self._burnt else None
        if place is not None:
            self._unseen.append(place)
            self._drawn_by[place].append(entry)

    def _catch_up(self) -> None:
        """Write down what would have happened by itself, because a command comes first."""
        waiting, self._by_itself = self._by_itself, []
        dealt = 0
        for place, command in enumerate(waiting):
            if isinstance(command, Deal):
                dealt += 1
                if place == len(waiting) - 1 or not isinstance(waiting[place + 1], Deal):
                    self._entries.append({"deal": dealt})
                    dealt = 0
            elif not any(isinstance(later, Deal) for later in waiting[place:]):
                self._entries.append(entry_of(command))

    def _go_on_to_the_next_round(self, card: Card) -> None:
        """The next round has commenced: with a wager of this one, and with its first card."""
        self._by_itself.clear()
        self._entries.append({"next": True})
        played = self._played
        if not played.wagers:
            self._entries.append({"do": tag_of(Arrive), "player": NEWCOMER})
        self._entries += (
            {"do": tag_of(PlaceWager), **self._part.commencing(played.wagers, played.options)},
            {"do": tag_of(NoMoreBets)},
            {"do": tag_of(Deal), "card": str(card)},
        )
        self.stops = True


class Verbatim(Script):
    """Writes every step as the command that it was."""

    def _deal(self, command: Deal, waits: str) -> None:
        self._name_the_card(command, waits)
        self._entries.append(entry_of(command))

    def _close(self, command: NoMoreBets) -> None:
        self._entries.append(entry_of(command))

    def _write(self, step: Step) -> None:
        self._command(step.command)

    def _take(self, step: Step) -> None:
        command = step.command
        collects = isinstance(command, Collect)
        if not self._has_no_bearing(command) and (
            collects or self._part.happens_by_itself(command)
        ):
            self._by_itself.append(command)
            if not collects:
                self._catch_up()
        else:
            super()._take(step)


class WithShuffles(Verbatim):
    """Writes shuffles in mid-round too, after which something was done before a card was due."""

    def _has_no_bearing(self, command: Command) -> bool:
        shuffles = isinstance(command, (Burn, Cut, DeclineCut, InsertCuttingCard, Shuffle))
        return not shuffles and super()._has_no_bearing(command)


class SinceBettingOpened(Verbatim):
    """Writes what was done before betting closed, too: at a tournament's table, who was asked."""

    matters: ClassVar[tuple[type[Command], ...]] = (Arrive, GetUp, Leave, Sit)
    """What has no bearing on a round by itself, and has on those told here."""

    def _has_no_bearing(self, command: Command) -> bool:
        if isinstance(command, self.matters) or command.bears_on_later_rounds:
            return False
        about = getattr(command, "round", None)
        return (
            isinstance(command, _NO_BEARING)
            or not command.bears_on_round
            or (about is not None and about < self._played.number)
        )


class WholeShoe(SinceBettingOpened):
    """Writes all since a shoe was loaded, so that no more cards are left in it than there were."""

    matters = (Arrive, Burn, GetUp, Leave, Sit)


class WholeSession(SinceBettingOpened):
    """Writes all since a table became a tournament's, the shuffles too."""

    matters = (
        Arrive, Burn, CheckCards, Cut, DeclineCut, FeedMachine, GetUp, InsertCuttingCard, Leave,
        LoadMachine, Shuffle, Sit,
    )  # fmt: skip

    def _has_no_bearing(self, command: Command) -> bool:
        return command.opens_table or super()._has_no_bearing(command)


def _remove(entries: list[Entry], gone: Entry) -> None:
    entries[:] = [entry for entry in entries if entry is not gone]
