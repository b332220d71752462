"""What was done in a round of a record, written as the script of a round file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import Burn, Reveal
from croupier.table.acts.chips_and_float import BringChips, FillFloat, TakeChips
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.misplaced_cards import VoidEarlierRound
from croupier.table.acts.patrons import Arrive, GetUp, Leave, Sit
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine
from croupier.table.acts.stray_cards import BurntInError, DealerOverdrew, DrawnInError, TakeFromRack
from croupier.table.acts.voiding import Exclude, VoidWager

if TYPE_CHECKING:
    from croupier.adjudication import RoundFilePart
    from croupier.adjudication.export import Played, Step
    from croupier.aggregate.acts import Command
    from croupier.cards import Card

    Entry = dict[str, Any]

_NO_BEARING: tuple[type[Command], ...] = (
    Arrive, BringChips, Burn, Cut, DeclineCut, FeedMachine, FillFloat, GetUp, InsertCuttingCard,
    Leave, LoadMachine, Reveal, Shuffle, Sit, TakeChips,
)  # fmt: skip
"""What a file does by itself, or what changes nothing in a round."""
_ABOUT_SOMETHING_ELSE = frozenset(
    {
        "advise", "announce-closure", "announce-minimum", "announce-wagers", "ask-determinations",
        "ask-for-rules", "attest", "carry-out-ruling", "change-differential", "change-limits",
        "change-pairs", "change-settlement", "cutting-card-drawn", "dealt-past-cutting-card",
        "decide-dispute", "decide-finally", "detain", "determine-dealing", "direct-shuffle",
        "display-closing-sign", "exchange-voucher", "exclude-from-casino", "give-more-time",
        "give-notice", "hand-over", "inspect-form", "instruct-count", "name-turners",
        "not-satisfied", "raise-dispute", "request-review", "review-decision", "review-dispute",
        "rule-on-dispute", "say", "set-hours", "set-session",
    }
)  # fmt: skip
"""Commands that bear on something else than the round in which they were given, by their tags."""


def entry_of(command: Command) -> Entry:
    """A command as a script spells it."""
    entry: Entry = msgspec.to_builtins(command)
    return entry


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
        self._cards: list[Card | None] = list(played.cards)
        """Those that the file lists; one that was drawn unseen is filled in when it is dealt."""
        self._unseen = list(range(len(played.cards)))
        """Where those are that wait unseen, in the order in which they were drawn."""
        self._burnt: list[int] = []
        self._drawn_by: dict[int, Entry] = {}
        """The entry that drew each of them."""
        unseen = (e for e in self.before if e.get("do") == "drawn-in-error" and "card" not in e)
        self._drawn_by |= dict(enumerate(unseen))

    def written(self) -> list[Entry]:
        for step in self._played.steps:
            self._take(step)
        for place, drew in self._drawn_by.items():
            if self._cards[place] is None:  # nobody knows it, and it was not dealt in this round
                _remove(self._entries, drew)
                _remove(self.before, drew)
        return self._entries

    @property
    def cards(self) -> list[Card]:
        return [card for card in self._cards if card is not None]

    def _take(self, step: Step) -> None:
        command = step.command
        if self._has_no_bearing(command):
            return
        if isinstance(command, Deal):
            self._deal(command, step.waits)
        elif isinstance(command, NoMoreBets):
            self._close(command)
        elif isinstance(command, Collect) or self._part.happens_by_itself(command):
            self._by_itself.append(command)
        else:
            self._write(step)

    def _has_no_bearing(self, command: Command) -> bool:
        about = getattr(command, "round", None)
        return (
            isinstance(command, _NO_BEARING)
            or command.__struct_config__.tag in _ABOUT_SOMETHING_ELSE
            or about not in (None, self._played.number)
        )

    # -- cards and betting

    def _deal(self, command: Deal, waits: str) -> None:
        if waits == "unseen":
            self._cards[self._unseen.pop(0)] = command.card
        if command.laid_on is not None:
            self._catch_up()
            self._entries.append(entry_of(command))
            return
        if not waits:
            self._cards.append(command.card)
        self._by_itself.append(command)

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
        elif not (self._entries and self._part.joins(self._entries[-1], step.command)):
            self._command(step.command)

    def _command(self, command: Command) -> None:
        if isinstance(command, VoidEarlierRound):
            self._go_on_to_the_next_round()
        else:
            self._catch_up()
        self._entries += self._part.first(command, self._played.options)
        self._note_breach(command)
        entry = entry_of(command)
        if "round" in entry:
            entry["round"] = 1
        self._entries.append(entry)
        self._note_draw(command, entry)

    def _note_breach(self, command: Command) -> None:
        """What takes a recorded breach has it, if only from an earlier round."""
        if not isinstance(command, (VoidWager, Exclude)):
            return
        said = any(
            entry.get("do") == "record-breach" and entry["person"] == command.player
            for entry in (*self.before, *self._entries)
        )
        if not said and command.player in self._breaches:
            self.before.append(entry_of(self._breaches[command.player]))

    def _note_draw(self, command: Command, entry: Entry) -> None:
        """A card that a command draws without naming it is listed where it is drawn."""
        if isinstance(command, TakeFromRack):
            if self._burnt:
                self._unseen.append(self._burnt.pop())
            return
        drawing = isinstance(command, (DrawnInError, BurntInError, DealerOverdrew))
        if not drawing or command.card is not None:  # type: ignore[attr-defined]
            return
        place = len(self._cards)
        self._cards.append(None)
        self._drawn_by[place] = entry
        if isinstance(command, DrawnInError):
            self._unseen.append(place)
        elif isinstance(command, BurntInError):
            self._burnt.append(place)

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

    def _go_on_to_the_next_round(self) -> None:
        """The next round has commenced: with a wager of this one, and with one card."""
        self._by_itself.clear()
        self._entries.append({"next": True})
        self._entries += self._part.commencing(self._played.wagers)
        self.stops = True


class Verbatim(Script):
    """Writes every step as the command that it was."""

    def _deal(self, command: Deal, waits: str) -> None:
        if waits == "unseen":
            self._cards[self._unseen.pop(0)] = command.card
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


def _remove(entries: list[Entry], gone: Entry) -> None:
    entries[:] = [entry for entry in entries if entry is not gone]
