"""What every fact has in common: it is frozen, and it cites."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import ClassVar, NamedTuple

import msgspec

from croupier.rulebook.citations import Clauses

EVERY_PLAYER = "players"
OFFICES = frozenset(
    {EVERY_PLAYER, "floor", "dealer", "inspector", "surveillance", "commission", "record"}
)
"""Names that no player gets an account under, since notices go by them."""
ADDRESSES = OFFICES | {"authority", "inspectorate"}
"""Whom notices are for besides players by name; a player so called does not get them."""


def hears(player: str) -> frozenset[str]:
    """To whom a notice must be for a player to get it."""
    return frozenset({EVERY_PLAYER} if player in ADDRESSES else {EVERY_PLAYER, player})


class Bar(StrEnum):
    """What keeps somebody from playing anywhere in the casino."""

    EXCLUDED = "excluded"
    DETAINED = "detained"


class Barring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table's rules let its staff bar somebody from the whole casino, or end that."""

    person: str
    bar: Bar
    reason: str
    ends: bool = False


class ToldTo(Enum):
    """Who is told a fact, beside those who may read all of the record that it stands in."""

    EVERYBODY = "everybody"
    PERSON = "the person whom it names"
    """And the staff of the table or the tournament, or the desk of the promotion."""
    ADDRESSEE = "whom it is for"
    """And the same as before: a notice is for one person, for every player, or for an office."""
    STAFF = "the staff"
    """What they answer for among themselves."""
    OPEN_GAMES = "everybody, where the game hides no card to its end"
    """Elsewhere nobody, the staff included: it would show cards that lay face down."""


class Significance(NamedTuple):
    """What a fact is among the significant events of a casino."""

    kind: str
    what: str
    subject: str = ""
    detail: str = ""


class Fact(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="fact",
    omit_defaults=True,
    gc=False,
):
    """Something that happened, under the clauses it cites."""

    moves_chips: ClassVar[bool] = False
    lasts: ClassVar[bool] = False
    """Whether a table remembers it of every round, as what can be undone or is shown."""
    opens_stage: ClassVar[bool] = False
    """Whether it only opens a part of a round, and tells nothing if nothing of that is told."""
    is_news: ClassVar[bool] = False
    """Whether it is said to those who watch: what lies on the table afterwards does not tell it."""
    says_why_void: ClassVar[bool] = False
    """True if its `reason` is why the round is void, so that voiding the round is no more news."""
    told_to: ClassVar[ToldTo] = ToldTo.EVERYBODY
    person_in: ClassVar[str] = "player"
    """The field with the person whom it names."""
    clauses: Clauses

    @property
    def barring(self) -> Barring | None:
        """How it reaches beyond where it was stated, to the whole casino, if it does."""
        return None

    @property
    def withdraws_round(self) -> bool:
        """Whether what the round stated before did not happen, and what follows takes its place."""
        return False

    @property
    def counts_anew(self) -> int | None:
        """The round whose wins are counted from the beginning again, if one is."""
        return None

    @property
    def table_terms(self) -> str | None:
        """What is to hold at a table from now on, in words, if an operator has determined it."""
        return None

    @property
    def significance(self) -> Significance | None:
        """Return what the fact is among the significant events, if it says so itself."""
        return None
