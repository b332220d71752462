"""Which facts of a record a viewer is told: those of tables, tournaments and promotions.

A fact names no card that lies face down, so most are for everybody; those that are not say so
where they are defined (`told_to`). Here that is held against a viewer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.facts import EVERY_PLAYER, OFFICES, Fact, ToldTo, hears
from croupier.aggregate.roles import Role
from croupier.casino.live_kinds import TOURNAMENT
from croupier.promotion.facts import PromotionFact
from croupier.table.facts import Exercised
from croupier.table.views import knows_stake

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from croupier.aggregate.roles import Person
    from croupier.casino.live_kinds import LiveKind
    from croupier.table.game_protocol import GameAtTable

EVERYBODY = ToldTo.EVERYBODY
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


def _player(viewer: Person | None) -> str | None:
    return viewer.name if viewer is not None and viewer.role is Role.PLAYER else None


def _is_for(fact: Fact, player: str | None) -> bool:
    """Whether a fact is told to a player, or with nobody named to everybody."""
    match fact.told_to:
        case ToldTo.EVERYBODY | ToldTo.OPEN_GAMES:
            return True
        case ToldTo.PERSON:
            return player is not None and getattr(fact, fact.person_in, None) == player
        case ToldTo.ADDRESSEE:
            meant = getattr(fact, fact.person_in)
            return meant == EVERY_PLAYER or (player is not None and meant in hears(player))
        case ToldTo.STAFF:
            return False


def is_for_everybody(moment: Moment) -> bool:
    """Whether nothing in it is kept from anybody by what it is, as in most moments."""
    for fact in moment.facts:  # noqa: SIM110 - asked for every command, where `all` takes twice as long
        if fact.told_to is not EVERYBODY:
            return False
    return True


# --- tables


def told_of_table(
    game: GameAtTable,
    moment: Moment,
    viewer: Person | None,
    with_hidden_wagers: Collection[str] = (),
) -> Moment:
    """A moment as a person is told of it, or with nobody named everybody is.

    Of those who have an undisclosed wager in play, `with_hidden_wagers`, others are not told what
    it moves.
    """
    if not with_hidden_wagers and is_for_everybody(moment):
        return moment
    if reads_records(viewer):
        return moment
    if viewer is not None and viewer.is_staff:
        told = [fact for fact in moment.facts if _shows_no_card(game, fact)]
        return Moment(moment.line, moment.at, tuple(told))
    name = _player(viewer)
    facts = [
        fact
        for fact in moment.facts
        if _shows_no_card(game, fact)
        and _is_for(fact, None if name in OFFICES else name)
        and not _tells_a_stake(fact, viewer, with_hidden_wagers)
    ]
    return Moment(
        moment.line, moment.at, tuple(_without_empty_stages(facts) if with_hidden_wagers else facts)
    )


def _without_empty_stages(facts: list[Fact]) -> Iterator[Fact]:
    """A part of the round that is over and of which nothing is told may be of a hidden wager."""
    for place, fact in enumerate(facts):
        over = any(after.opens_stage for after in facts[place + 1 : place + 2])
        if not (over and fact.opens_stage):
            yield fact


def _tells_a_stake(fact: Fact, viewer: Person | None, with_hidden_wagers: Collection[str]) -> bool:
    """Whether a fact would tell a viewer of a wager that is undisclosed to them."""
    owner = getattr(fact, "player", None)
    return fact.moves_chips and owner in with_hidden_wagers and not knows_stake(viewer, str(owner))


def _shows_no_card(game: GameAtTable, fact: Fact) -> bool:
    return fact.told_to is not ToldTo.OPEN_GAMES or not game.hides_cards


# --- tournaments and promotions


def told_of_affair(kind: LiveKind[Any], moment: Moment, viewer: Person | None) -> Moment:
    """A moment as a person is told of it, or with nobody named everybody is."""
    told = tuple(fact for fact in moment.facts if is_told(kind, fact, viewer))
    return Moment(moment.line, moment.at, told)


def is_told(kind: LiveKind[Any], fact: Fact, viewer: Person | None) -> bool:
    """Whether a fact of an affair is told to a person, or with nobody named to everybody."""
    if viewer is not None and is_told_all(kind, viewer):
        return True
    if isinstance(fact, Exercised):
        return False  # which is told to whom it concerns at tables alone
    return _is_for(fact, _player(viewer)) or _is_for_dealer(fact, viewer)


def is_told_all(kind: LiveKind[Any], viewer: Person) -> bool:
    """Those who look on, and those who hold it; a promotion is held by its desk."""
    if kind is TOURNAMENT:
        return viewer.is_staff or viewer.looks_on or viewer.role is Role.TOURNAMENT_DIRECTOR
    return viewer.oversees


def _is_for_dealer(fact: Fact, viewer: Person | None) -> bool:
    deals = viewer is not None and viewer.role is Role.DEALER
    return deals and isinstance(fact, PromotionFact) and fact.for_dealers
