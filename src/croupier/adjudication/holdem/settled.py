"""What a round that was played to its end is worth, hand by hand and wager by wager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.answer import Answer, HandShown, Settlement
from croupier.games.holdem.facts import COMMUNAL, DEALER, Declared
from croupier.games.holdem.hands import ANTE, BLIND, PLAY, TRIPS
from croupier.rulebook.citing import Clauses
from croupier.table.facts import Outcome, Settled, Warned

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.games.holdem.round import Round
    from croupier.table.wagers import Admitted

_ORDER = (ANTE, BLIND, PLAY, TRIPS)


def answer(admitted: Sequence[Admitted], round: Round) -> Answer:
    """The answer to a round that is over."""
    settlements = sorted(
        (*_settled(admitted, round), *_handed_back(admitted)), key=_place_in_answer
    )
    net = dict.fromkeys((ruled.wager.player for ruled in admitted), 0)
    for settlement in settlements:
        net[settlement.player] += settlement.net
    hands = tuple(_hands(round))
    return Answer(sum(len(hand.cards) for hand in hands), hands, tuple(settlements), net)


def _hands(round: Round) -> Iterator[HandShown]:
    made = {fact.whose: fact.poker_hand for fact in round.facts if isinstance(fact, Declared)}
    for box in round.boxes:
        hand = made.get(box.number)
        yield HandShown(box.number, 1, tuple(box.cards), poker_hand=hand)
    yield HandShown(DEALER, 1, tuple(round.dealer), poker_hand=made.get(DEALER))
    yield HandShown(COMMUNAL, 1, tuple(round.communal))


def _place_in_answer(settlement: Settlement) -> tuple[int, bool, int]:
    """Box by box; what only goes back comes last."""
    returned = settlement.outcome is Outcome.RETURNED
    return settlement.box or 0, returned, _ORDER.index(settlement.wager)


def _settled(admitted: Sequence[Admitted], round: Round) -> Iterator[Settlement]:
    under_minimum = round.law.under_minimum
    short = {
        (ruled.wager.box, ruled.wager.wager)
        for ruled in admitted
        if ruled.stands and ruled.clauses == under_minimum
    }
    short |= {(fact.box, fact.wager) for fact in round.facts if isinstance(fact, Warned)}
    for fact in round.facts:
        if isinstance(fact, Settled):
            also = under_minimum if (fact.box, fact.wager) in short else ()
            yield Settlement(
                player=fact.player, box=fact.box, hand=None, wager=fact.wager, stake=fact.stake,
                outcome=fact.outcome, net=fact.net, clauses=Clauses((*fact.clauses, *also)),
            )  # fmt: skip


def _handed_back(admitted: Sequence[Admitted]) -> Iterator[Settlement]:
    """What the limits give back before a card is dealt."""
    for ruled in admitted:
        if ruled.goes_back:
            wager = ruled.wager
            yield Settlement(
                player=wager.player, box=wager.box, hand=None, wager=wager.wager,
                stake=ruled.goes_back, outcome=Outcome.RETURNED, net=0, clauses=ruled.clauses,
            )  # fmt: skip
