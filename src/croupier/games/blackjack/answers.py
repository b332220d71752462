"""Whether an answer is what the round is waiting for: the one check behind every decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.blackjack import actions, insurance
from croupier.games.blackjack.asks import (
    Choice,
    Double,
    Elect,
    Election,
    Hit,
    InsuranceWindow,
    MoveOn,
    Split,
    Stand,
)
from croupier.games.blackjack.facts import Ended
from croupier.rulebook.citing import Clauses, Refused

if TYPE_CHECKING:
    from croupier.games.blackjack.asks import Answer
    from croupier.games.blackjack.hands import Box, Hand
    from croupier.games.blackjack.round import Round


def why_not(round: Round, answer: Answer) -> Refused | None:
    """Why the round does not take this answer now; nothing is changed by asking."""
    if isinstance(answer, (Hit, Stand, Double, Split)):
        return _decision(round, answer)
    if isinstance(answer, Elect):
        return _election(round, answer)
    if isinstance(answer, MoveOn):
        if isinstance(round.due, (InsuranceWindow, Election)):
            return None
        return Refused("there is nothing to move on from", round.law.subsequent_deal)
    return insurance.why_not(round, answer)


def _decision(round: Round, answer: Hit | Stand | Double | Split) -> Refused | None:
    due, law, rules = round.due, round.law, round.rules
    try:
        box, hand = round.find(answer.box, answer.hand)
    except LookupError as missing:
        return Refused(str(missing), law.subsequent_deal)
    if box is None:
        return Refused("the dealer's hand takes no decisions", law.dealer_draws)
    if hand.ended is not None:
        return _over(round, box, hand)
    if not isinstance(due, Choice) or due.hand is not hand:
        return Refused(
            f"it is not the turn of box {box.number}, hand {hand.place}", law.subsequent_deal
        )
    if isinstance(answer, Hit):
        return actions.why_not_hit(rules, hand)
    if isinstance(answer, Stand):
        return actions.why_not_stand(rules, hand)
    own = hand.own_bet(due.player)
    if isinstance(answer, Double):
        return (
            actions.why_not_double(rules, hand)
            or actions.why_not_double_by(rules, own, answer.amount)
            or actions.why_not_more(rules, box, answer.amount)
        )
    amount = own.stake if answer.amount is None else answer.amount
    return (
        actions.why_not_split(rules, box, hand)
        or actions.why_not_split_by(rules, own.stake, amount)
        or actions.why_not_more(rules, box, amount)
    )


def _over(round: Round, box: Box, hand: Hand) -> Refused:
    law = round.law
    five_cards = law.five_card_trick.clauses if law.five_card_trick else None
    why: dict[Ended, tuple[str, Clauses | None]] = {
        Ended.BLACKJACK: ("a Blackjack takes no more cards", law.no_card_at_21),
        Ended.TWENTY_ONE: ("a hand of 21 takes no more cards", law.no_card_at_21),
        Ended.SPLIT_ACE: ("a split ace takes one card only", law.one_card_on_aces),
        Ended.FIVE_CARDS: ("a hand of five cards is paid and over", five_cards),
        Ended.DOUBLED: ("a doubled hand takes one card only", law.one_card_on_double),
        Ended.BUST: ("the hand is over 21", law.player_bust),
        Ended.STOOD: ("the hand has stood", law.may_stand),
        Ended.NO_WAGER: ("no wager is left on the hand", law.subsequent_deal),
    }
    assert hand.ended is not None
    reason, clauses = why[hand.ended]
    return Refused(f"box {box.number}, hand {hand.place}: {reason}", clauses or law.subsequent_deal)


def _election(round: Round, answer: Elect) -> Refused | None:
    due, law, rules = round.due, round.law, round.rules
    if not isinstance(due, Election):
        return Refused(
            "the controlling player has neither split nor doubled",
            Clauses((*law.decider_declined_split, *law.decider_declined_double)),
        )
    declined = law.others_may_split if due.action == "split" else law.others_may_double
    if due.box.number != answer.box or due.hand.place != answer.hand:
        return Refused(f"box {due.box.number}, hand {due.hand.place} is being played", declined)
    most = round.may_add(due, answer.player)
    if not most or answer.player not in due.waiting:
        return Refused(f"{answer.player} has no election to make on this hand", declined)
    if answer.amount == 0:
        return None
    if due.action == "split":
        refusal = actions.why_not_split_by(rules, most, answer.amount)
    else:
        own = due.hand.own_bet(answer.player)
        refusal = actions.why_not_double_by(rules, own, answer.amount)
    return refusal or actions.why_not_more(rules, due.box, answer.amount)
