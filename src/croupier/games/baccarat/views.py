"""What everybody sees of a coup and of those before it, built field by field.

A card that lies face down has no name here, for anybody: nobody has seen it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.facts import CoupEnded, Whose
from croupier.games.baccarat.hands import count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.games.baccarat.round_at_table import RoundAtTable
    from croupier.table.table import FinishedRound


class HandView(msgspec.Struct, frozen=True):
    """One of the two hands; with a card face down it has no total."""

    cards: tuple[Card | None, ...]
    total: int | None
    words: str
    clauses: tuple[str, ...]
    turned_by: tuple[str, ...]
    """Who turns its cards; nobody is the dealer."""


class StakeView(msgspec.Struct, frozen=True):
    player: str
    box: int | None
    wager: str
    stake: int
    open: bool


class DueView(msgspec.Struct, frozen=True):
    """What the coup waits for: a card, the turning of hands, or patrons removing wagers."""

    what: str
    hands: tuple[str, ...] = ()


class CoupView(msgspec.Struct, frozen=True):
    stage: str
    no_bet: bool
    player: HandView
    banker: HandView
    stakes: tuple[StakeView, ...]
    permitted: tuple[str, ...]
    """What patrons may do to their wagers while no card has been seen."""
    due: DueView | None
    winner: str | None


class Bead(msgspec.Struct, frozen=True):
    """One coup of the shoe, as the scoreboard shows it; void, it has no winner."""

    round: int
    winner: str | None
    player: int
    banker: int
    player_pair: bool
    banker_pair: bool


def view(coup: RoundAtTable) -> CoupView:
    return CoupView(
        stage=coup.round.stage,
        no_bet=coup.round.is_no_bet_coup,
        player=_hand(coup, Whose.PLAYER),
        banker=_hand(coup, Whose.BANKER),
        stakes=tuple(
            StakeView(bet.player, bet.box, bet.wager, bet.stake, bet.open)
            for bet in coup.round.bets
        ),
        permitted=tuple(sorted(coup.permitted)),
        due=_due(coup),
        winner=coup.winner,
    )


def _hand(coup: RoundAtTable, whose: Whose) -> HandView:
    cards = tuple(laid.card if laid.seen else None for laid in coup.hand(whose))
    seen = [card for card in cards if card is not None]
    turners = tuple(coup.turners.get(whose, ()))
    if not cards or len(seen) < len(cards):
        return HandView(cards, None, "", (), turners)
    counted = count(coup.rules.law, seen)
    return HandView(cards, counted.total, counted.words, counted.clauses, turners)


def _due(coup: RoundAtTable) -> DueView | None:
    if coup.removal_open:
        return DueView("removal")
    if coup.due is not None:
        return DueView("card", (coup.due,))
    if hands := coup.hands_to_turn:
        return DueView("turn", tuple(hands))
    return None


def beads(rounds: Iterable[FinishedRound]) -> tuple[Bead, ...]:
    """The results of finished rounds, in their order."""
    return tuple(bead for past in rounds if (bead := _bead(past)) is not None)


def _bead(past: FinishedRound) -> Bead | None:
    ended = [fact for fact in past.facts if isinstance(fact, CoupEnded)]
    if not ended:
        return Bead(past.number, None, 0, 0, False, False) if past.void else None
    last = ended[-1]
    return Bead(
        past.number,
        None if past.void else last.winner,
        last.player,
        last.banker,
        past.cards[0].rank == past.cards[2].rank,
        past.cards[1].rank == past.cards[3].rank,
    )
