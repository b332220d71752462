"""The terms and conditions of a promotion as a document, with whatever it leaves out left out.

Amounts are cents, volumes millilitres, and moments have their distance from Greenwich:
`2026-11-16T09:00:00+11:00`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated

import msgspec

from croupier.aggregate.free_text import FreeText, tidy_document
from croupier.decoding_errors import read_document

MOST_CENTS = 1_000_000_000_000
MOST_PRIZES = 1_000
LONGEST_TEXT = 10_000
YEARS = range(2000, 2200)
"""In which years a promotion may be."""
LARGEST = 1_000_000
"""The most bytes of a file of terms."""

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Cents = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)]
Number = Annotated[int, msgspec.Meta(ge=1, le=MOST_PRIZES)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT), FreeText(LONGEST_TEXT)]


class DecidedBy(StrEnum):
    """What decides who wins; what is earned is no promotional prize."""

    DRAW = "draw"
    CHANCE = "chance"
    MERIT = "merit"


class WagerKind(StrEnum):
    MINIMUM = "minimum"
    COMPULSORY = "compulsory"


class Channel(StrEnum):
    """How somebody is told."""

    FACE_TO_FACE = "face-to-face"
    MAIL = "mail"
    TELEPHONE = "telephone"
    E_MAIL = "e-mail"
    SMS = "sms"
    APP = "app"
    ANNOUNCEMENT = "announcement"


class Content(StrEnum):
    """What a thing in a prize is, as far as the rules ask."""

    ORDINARY = "ordinary"
    LIQUOR = "liquor"
    TOBACCO = "tobacco"
    FIREARM = "firearm"
    AMMUNITION = "ammunition"
    IMITATION_FIREARM = "imitation-firearm"
    PROHIBITED_WEAPON = "prohibited-weapon"


class Document(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A part of the terms."""


class QualifyingWager(Document, frozen=True):
    """What a player has to wager for a chance to win."""

    kind: WagerKind
    amount: Cents | None = None


class Item(Document, frozen=True):
    """One thing that a prize is made of."""

    what: Text
    content: Content = Content.ORDINARY
    millilitres: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0


# --- prizes, by their kind


class Prize(Document, frozen=True, tag_field="kind"):
    """What can be won, and what the terms say of it whatever its kind."""

    name: Text = ""
    nature: Text = ""
    reservations: Text = ""
    """What the operator qualifies, reserves or guarantees, if anything."""
    details: Text = ""
    value: Cents | None = None
    """Of one, where there are several."""
    quantity: Number = 1
    conditions: Text = ""
    """On receiving, using or accepting it, if there are any."""
    contents: tuple[Item, ...] = ()
    nothing_barred: bool | None = None
    """The operator's word that nothing is in it which no prize may hold, and no liquor but what
    its contents list. What a prize of money or credit is made of, its kind says."""
    cash_alternative: Cents | None = None


class Cash(Prize, frozen=True, tag="cash"):
    """Money."""


class SlotsDollars(Prize, frozen=True, tag="slots-dollars"):
    """Credit to be played on machines."""


class CasinoDollars(Prize, frozen=True, tag="casino-dollars"):
    """Credit to be spent in the casino."""


class Goods(Prize, frozen=True, tag="goods"):
    """Anything of which the rules ask nothing further."""


class Machinery(Prize, frozen=True, tag="machinery"):
    """Machinery or an electric appliance."""

    make: Text = ""
    model: Text = ""
    accessories: Text = ""


class Vehicle(Prize, frozen=True, tag="vehicle"):
    """A motor vehicle."""

    make: Text = ""
    model: Text = ""
    accessories: Text = ""
    on_road_costs: bool | None = None
    """Whether registration and the like are part of the prize."""


class Travel(Prize, frozen=True, tag="travel"):
    """A journey."""

    persons: Number | None = None
    airfares: Text = ""
    transfers: Text = ""
    other_transport: Text = ""
    duration: Text = ""
    accommodation: Text = ""
    """Its standard."""
    meals: Text = ""
    dates: Text = ""
    """When it must be taken."""
    spending_money: bool | None = None


class RealEstate(Prize, frozen=True, tag="real-estate"):
    """Land or a house."""

    dwelling: Text = ""
    plans: Text = ""
    contract: Text = ""
    easements: Text = ""
    address: Text = ""
    conveyancing: Text = ""
    legal_costs: Text = ""
    fixtures: Text = ""
    furniture: Text = ""


Prizes = (
    Cash | SlotsDollars | CasinoDollars | Goods | Machinery | Vehicle | Travel | RealEstate
)  # fmt: skip


class Terms(Document, frozen=True):
    """The terms and conditions of a promotion, in the order of rule 20.7."""

    name: Text
    gaming: Text = ""
    """The gaming that it goes with."""
    decided_by: DecidedBy | None = None
    manner: Text = ""
    """How the prizes are awarded."""
    award_at: Moment | None = None
    award_place: Text = ""
    eligibility: Text = ""
    wager: QualifyingWager | None = None
    """Left out, nobody has to wager anything."""
    entries_close: Moment | None = None
    starts: Moment | None = None
    place: Text = ""
    claim: Text = ""
    """How a prize is claimed."""
    presence: bool | None = None
    """Whether entrants have to be at the draw to win."""
    notification: tuple[Channel, ...] = ()
    results: Text = ""
    """How the results are published."""
    prizes: Annotated[tuple[Prizes, ...], msgspec.Meta(max_length=MOST_PRIZES)] = ()
    one_prize_each: bool = False

    @property
    def dearest(self) -> int:
        """The value of the most valuable single prize."""
        return max((prize.value or 0 for prize in self.prizes), default=0)


def milliseconds(moment: datetime) -> int:
    """A moment as records have it."""
    whole = int(moment.replace(microsecond=0).timestamp())
    return whole * 1_000 + moment.microsecond // 1_000


def local(at: int, like: datetime) -> datetime:
    """A moment of a record with the offset of one in the terms."""
    return datetime.fromtimestamp(0, like.tzinfo) + timedelta(milliseconds=at)


def as_written(when: datetime) -> str:
    """`2026-11-16 09:00:01+11:00`."""
    return when.isoformat(sep=" ")


# --- reading them from a file


class TermsError(ValueError):
    """A file that is not a document of terms; the message names the field."""


def read_terms(data: bytes) -> Terms:
    """Terms from JSON. What they leave out is not an error here."""
    return tidy_document(read_document(data, Terms, "terms", TermsError, LARGEST), TermsError)
