"""What a round that was played to its end is worth, hand by hand and wager by wager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.answer import Answer, HandShown, Settlement
from croupier.rulebook.citing import Clauses
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.games.blackjack.round import Round
    from croupier.table.wagers import Admitted

DEALER = "dealer"


def answer(admitted: Sequence[Admitted], round: Round, cards_used: int) -> Answer:
    """The answer to a round that is over."""
    settlements = sorted(
        (*_settled(admitted, round), *_handed_back(admitted)), key=_place_in_answer
    )
    net = dict.fromkeys((ruled.wager.player for ruled in admitted), 0)
    for settlement in settlements:
        net[settlement.player] += settlement.net
    return Answer(cards_used, tuple(_hands(round)), tuple(settlements), net)


def _hands(round: Round) -> Iterator[HandShown]:
    for box in round.boxes:
        for hand in box.hands:
            yield HandShown(box.number, hand.place, tuple(hand.cards), hand.total)
    if round.dealer.cards:
        yield HandShown(DEALER, 1, tuple(round.dealer.cards), round.dealer.total)


def _place_in_answer(settlement: Settlement) -> tuple[int, bool, int, bool]:
    """Box by box, hand by hand, then what lies on the box; what only goes back comes last."""
    box, hand = settlement.box or 0, settlement.hand
    return box, hand is None, hand or 0, settlement.outcome is Outcome.RETURNED


def _settled(admitted: Sequence[Admitted], round: Round) -> Iterator[Settlement]:
    under_minimum = round.rules.table_law.under_minimum
    short = {
        (ruled.wager.player, ruled.wager.box, ruled.wager.wager)
        for ruled in admitted
        if ruled.warned or ruled.clauses == under_minimum
    }
    for fact in round.facts:
        if isinstance(fact, Settled):
            clauses = fact.clauses
            if (fact.player, fact.box, fact.wager) in short:
                clauses = Clauses((*clauses, *under_minimum))
            yield Settlement(
                player=fact.player, box=fact.box, hand=fact.hand, wager=fact.wager, on=fact.on,
                stake=fact.stake, outcome=fact.outcome, net=fact.net, clauses=clauses,
            )  # fmt: skip


def _handed_back(admitted: Sequence[Admitted]) -> Iterator[Settlement]:
    """What the limits or a missing main wager give back before a card is dealt."""
    for ruled in admitted:
        if ruled.goes_back:
            wager = ruled.wager
            yield Settlement(
                player=wager.player, box=wager.box, hand=1 if wager.wager == MAIN else None,
                wager=wager.wager, stake=ruled.goes_back,
                outcome=Outcome.VOID if ruled.void else Outcome.RETURNED, net=0,
                clauses=ruled.clauses,
            )  # fmt: skip
