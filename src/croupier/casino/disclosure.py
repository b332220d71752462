"""Which facts of a record a viewer is told: those of tables, tournaments and promotions.

A fact names no card that lies face down, so most are for everybody. What concerns one person is
told to them and to the staff; and the secret of a deck that hid cards to its end would show them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.facts import EVERY_PLAYER, OFFICES, Fact, hears
from croupier.aggregate.roles import Role
from croupier.casino.affairs import TOURNAMENT
from croupier.table.facts import (
    Attested,
    ChipsMoved,
    Disputed,
    Exercised,
    FormInspected,
    FormReturned,
    Notified,
    Revealed,
    TokensMoved,
    Warned,
)
from croupier.table.views import knows_stake

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from croupier.aggregate.roles import Person
    from croupier.casino.affairs import LiveKind
    from croupier.table.game import Game

UNTOLD_TROUBLE = "somebody has to look at its record first"


class Moment(msgspec.Struct, frozen=True):
    """What one command brought about, at its line of the record."""

    line: int
    at: int
    facts: tuple[Fact, ...]


def told_trouble(reason: str, viewer: Person | None) -> str:
    """What is wrong with a record is for those who may read it; others hear that something is."""
    return reason if reads_records(viewer) else reason and UNTOLD_TROUBLE


def reads_records(viewer: Person | None) -> bool:
    """Whether somebody may read the record of a round that is over, with every card in it."""
    return viewer is not None and viewer.oversees


# --- tables

FOR_STAFF = (Attested, Disputed)
"""What the staff answer for among themselves."""
OF_ONE_PERSON = {
    ChipsMoved: "player", TokensMoved: "player", Warned: "player",
    Exercised: "subject", Notified: "to", FormReturned: "player", FormInspected: "player",
}  # fmt: skip
"""Facts about one person, and the field that names them."""


def told_of_table(
    game: Game, moment: Moment, viewer: Person | None, unsaid: Collection[str] = ()
) -> Moment:
    """A moment as a person is told of it, or with nobody named everybody is.

    Of those who have an undisclosed wager in play, `unsaid`, others are not told what it moves.
    """
    if reads_records(viewer):
        return moment
    if viewer is not None and viewer.is_staff:
        hidden = (Revealed,) if game.hides_cards else ()
        return Moment(
            moment.line, moment.at, tuple(f for f in moment.facts if not isinstance(f, hidden))
        )
    name = viewer.name if viewer is not None and viewer.role is Role.PLAYER else None
    facts = [
        fact
        for fact in moment.facts
        if _is_for(game, fact, name) and not _tells_a_stake(fact, viewer, unsaid)
    ]
    told = _without_empty_stages(facts) if unsaid else facts
    return Moment(moment.line, moment.at, tuple(told))


def _without_empty_stages(facts: list[Fact]) -> Iterator[Fact]:
    """A part of the round that is over and of which nothing is told may be of a hidden wager."""
    for place, fact in enumerate(facts):
        over = any(after.opens_stage for after in facts[place + 1 : place + 2])
        if not (over and fact.opens_stage):
            yield fact


def _tells_a_stake(fact: Fact, viewer: Person | None, unsaid: Collection[str]) -> bool:
    """Whether a fact would tell a viewer of a wager that is undisclosed to them."""
    owner = getattr(fact, "player", None)
    return fact.moves_chips and owner in unsaid and not knows_stake(viewer, str(owner))


def _is_for(game: Game, fact: Fact, player: str | None) -> bool:
    kind = type(fact)
    if kind is Revealed:
        return not game.hides_cards
    if kind in FOR_STAFF:
        return False
    field = OF_ONE_PERSON.get(kind)
    if field is None:
        return True
    meant = getattr(fact, field)
    if kind is Notified:
        return meant == EVERY_PLAYER or (player is not None and meant in hears(player))
    return player is not None and meant == player and player not in OFFICES


# --- tournaments and promotions, whose facts are known by their names in records

TOURNAMENT_FOR_STAFF = frozenset({"attested", "step", "director", "power"})
"""What those who hold a tournament answer for among themselves."""
TOURNAMENT_OF_ONE_PERSON = frozenset({"paid", "refunded", "reserved", "disqualified", "dispute"})
"""What is told to the player of a tournament whom it concerns, and to staff."""
PROMOTION_FOR_EVERYBODY = frozenset({
    "terms-sent", "started", "draw-committed", "draw-witnessed", "drawn", "results-published",
    "draw-cancelled",
})  # fmt: skip
"""What everybody is told of a promotion. The rest is the desk's, or the player's whom it names."""
PROMOTION_FOR_DEALERS = frozenset({"entered", "attended"})
"""What dealers are told of it besides, for it is they who take entries."""
NOTICE = "notice"


def told_of_affair(kind: LiveKind[Any], moment: Moment, viewer: Person | None) -> Moment:
    """A moment as a person is told of it, or with nobody named everybody is."""
    told = tuple(fact for fact in moment.facts if is_told(kind, fact, viewer))
    return Moment(moment.line, moment.at, told)


def is_told(kind: LiveKind[Any], fact: Fact, viewer: Person | None) -> bool:
    """Whether a fact of an affair is told to a person, or with nobody named to everybody."""
    if viewer is not None and is_told_all(kind, viewer):
        return True
    name = viewer.name if viewer is not None and viewer.role is Role.PLAYER else None
    return _is_for_player(kind, fact, name) or _is_for_dealer(kind, fact, viewer)


def is_told_all(kind: LiveKind[Any], viewer: Person) -> bool:
    """Those who look on, and those who hold it; a promotion is held by its desk."""
    if kind is TOURNAMENT:
        return viewer.is_staff or viewer.looks_on or viewer.role is Role.TOURNAMENT_DIRECTOR
    return viewer.oversees


def _is_for_dealer(kind: LiveKind[Any], fact: Fact, viewer: Person | None) -> bool:
    if kind is TOURNAMENT or viewer is None or viewer.role is not Role.DEALER:
        return False
    by_chance = _tag(fact) == "won" and bool(getattr(fact, "chance", None))
    return by_chance or _tag(fact) in PROMOTION_FOR_DEALERS


def _tag(fact: Fact) -> str:
    return str(fact.__struct_config__.tag)


def _is_for_player(kind: LiveKind[Any], fact: Fact, player: str | None) -> bool:
    tag = _tag(fact)
    if tag == NOTICE:
        meant = getattr(fact, "to", "")
        return meant == EVERY_PLAYER or (player is not None and meant in hears(player))
    own = player is not None and getattr(fact, "player", None) == player
    if kind is TOURNAMENT:
        return tag not in TOURNAMENT_FOR_STAFF and (own or tag not in TOURNAMENT_OF_ONE_PERSON)
    return own or tag in PROMOTION_FOR_EVERYBODY
