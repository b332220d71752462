"""What of a table's facts is told to whom.

A fact names no card that lies face down, so most are for everybody. What concerns one person is
told to them and to the staff; and the secret of a deck that hid cards to its end would show them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.facts import Fact
from croupier.aggregate.roles import Role
from croupier.casino.floor.answers import answer
from croupier.games.blackjack.facts import StageBegan
from croupier.table.facts import (
    Attested,
    ChipsMoved,
    Disputed,
    Exercised,
    Notified,
    Revealed,
    TokensMoved,
    Warned,
)
from croupier.table.tournament import undisclosed
from croupier.table.tournament_facts import FormInspected, FormReturned
from croupier.table.views import EVERY_PLAYER, OFFICES, knows_stake

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from croupier.aggregate.roles import Person
    from croupier.casino.floor.live import Live
    from croupier.table.game import Game

FOR_STAFF = (Attested, Disputed)
"""What the staff answer for among themselves."""
OF_ONE_PERSON = {
    ChipsMoved: "player", TokensMoved: "player", Warned: "player",
    Exercised: "subject", Notified: "to", FormReturned: "player", FormInspected: "player",
}  # fmt: skip
"""Facts about one person, and the field that names them."""


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


def answer_of(live: Live, by: Person) -> bytes:
    """What somebody is answered who did what is fresh at a table."""
    game, unsaid = live.table.game, undisclosed(live.table)
    told = [fact for each in live.moments for fact in told_of(game, each, by, unsaid).facts]
    return answer(live.record, live.stored + len(live.fresh), tuple(told))


def told_of(
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
        over = any(isinstance(after, StageBegan) for after in facts[place + 1 : place + 2])
        if not (over and isinstance(fact, StageBegan)):
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
    if meant == EVERY_PLAYER and kind is Notified:
        return True
    return player is not None and meant == player and player not in OFFICES
