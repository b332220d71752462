"""The life of an instrument: signed, in force from a day, in the place of another, at an end.

What the texts say is data of the instrument; what they do not say stays unknown. No text says what
becomes of a table that is open on the day when other rules take effect: a round is then finished
under the rules that it began with, and no other begins, unless the new instrument says otherwise.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument


class OpenTables(StrEnum):
    """What becomes of tables that are open under the old rules when new ones take effect."""

    CLOSE = "close"
    """A round is finished under the rules that it began with, no other begins, and they close."""
    PLAY_ON = "play-on"
    """They play on until they close as they would have."""


class Revoked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another instrument that this one ends."""

    number: str
    notified: str
    """The day of that instrument's notification, as this one gives it."""
    clauses: tuple[str, ...]


class EndOfInstrument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an instrument came to its end, where that is known of it."""

    latest: str
    """The day on which it was over at the latest."""
    says: str


class Life(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What there is to tell of an instrument's life beside its signing and its first day."""

    revokes: tuple[Revoked, ...] = ()
    ended: EndOfInstrument | None = None
    open_tables: OpenTables | None = None
    """What it says of tables that are open under the rules before it; None where it is silent."""


class InstrumentStanding(StrEnum):
    """Whether an instrument is in force on a day."""

    NOT_YET = "not yet in force"
    IN_FORCE = "in force"
    UNKNOWN = "in force from a day that its text does not give"
    OVER = "no longer in force"


def standing(
    instrument: Instrument, day: date, commences: date | None = None
) -> InstrumentStanding:
    """Whether an instrument is in force on a day, as far as its text says.

    `commences` is its first day where the text does not give it and somebody stated it.
    """
    ended = instrument.life.ended
    if ended is not None and day >= date.fromisoformat(ended.latest):
        return InstrumentStanding.OVER
    first = date.fromisoformat(instrument.commences) if instrument.commences else commences
    if first is not None:
        return InstrumentStanding.IN_FORCE if day >= first else InstrumentStanding.NOT_YET
    if instrument.signed and day <= date.fromisoformat(instrument.signed):
        return InstrumentStanding.NOT_YET
    return InstrumentStanding.UNKNOWN


def notice(instrument: Instrument, day: date) -> str | None:
    """What whoever opens a table on a day ought to know: that the rules are not in force.

    Tables are not refused for it: a game may be tried, taught or replayed under any rules.
    """
    match standing(instrument, day):
        case InstrumentStanding.OVER:
            assert instrument.life.ended is not None
            return f"{instrument.title} is no longer in force. {instrument.life.ended.says}"
        case InstrumentStanding.NOT_YET:
            return f"{instrument.title} is not yet in force on {day.isoformat()}."
    return None


def takes_the_place_of(new: Instrument, old: Instrument) -> bool:
    """Whether one instrument ends the other: it amends it, or revokes it by its number."""
    amends = new.amendment is not None and new.amendment.amends == old.id
    return amends or any(revoked.number == old.number for revoked in new.life.revokes)


def open_tables(new: Instrument, old: Instrument, day: date) -> OpenTables | None:
    """What becomes on a day of a table that is open under the old instrument.

    None before the new one is in force, and where it leaves the old one alone.
    """
    if not takes_the_place_of(new, old) or standing(new, day) is not InstrumentStanding.IN_FORCE:
        return None
    return new.life.open_tables or OpenTables.CLOSE
