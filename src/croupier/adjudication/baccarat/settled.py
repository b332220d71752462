"""What a coup that was dealt to its end is worth, wager by wager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.answer import Answer, HandShown, Settlement
from croupier.rulebook.citing import Clauses
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.games.baccarat.round import Round
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.wagers import Admitted


def answer(rules: BaccaratRules, admitted: Sequence[Admitted], round: Round | None) -> Answer:
    """The answer to a coup that is over, or that was not dealt because no wager stood."""
    settlements = tuple(_settlements(rules, admitted, round))
    net = dict.fromkeys((ruled.wager.player for ruled in admitted), 0)
    for settlement in settlements:
        net[settlement.player] += settlement.net
    hands = (round.player, round.banker) if round is not None else ()
    return Answer(
        sum(len(hand.cards) for hand in hands),
        tuple(HandShown(str(hand.whose), 1, tuple(hand.cards), hand.total) for hand in hands),
        settlements,
        net,
    )


def _settlements(
    rules: BaccaratRules, admitted: Sequence[Admitted], round: Round | None
) -> Iterator[Settlement]:
    """In the order of the file; what a limit hands back comes after what stood of the wager."""
    law = rules.law
    facts = round.facts if round is not None else ()
    settled = {(fact.player, fact.wager): fact for fact in facts if isinstance(fact, Settled)}
    for ruled in admitted:
        wager = ruled.wager
        if ruled.stands:
            fact = settled[wager.player, wager.wager]
            short = law.under_minimum if ruled.warned else ()
            yield Settlement(
                player=wager.player, box=None, hand=None, wager=wager.wager, stake=fact.stake,
                outcome=fact.outcome, net=fact.net, clauses=Clauses((*fact.clauses, *short)),
            )  # fmt: skip
        if ruled.goes_back:
            yield Settlement(
                player=wager.player, box=None, hand=None, wager=wager.wager,
                stake=ruled.goes_back, outcome=Outcome.RETURNED, net=0, clauses=ruled.clauses,
            )  # fmt: skip
