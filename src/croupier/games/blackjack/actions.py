"""What a controlling player may do with a hand, and why not: rules 9, 10 and 11.

Each `why_not_…` is the only judge of its action: legal buttons, refusals and the round ask it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.games.blackjack.rules import DoubleOn
from croupier.rulebook.citing import Clauses, Refused

if TYPE_CHECKING:
    from croupier.games.blackjack.hands import Bet, Box, Hand
    from croupier.games.blackjack.rules import BlackjackRules


def why_not_hit(rules: BlackjackRules, hand: Hand) -> Refused | None:
    if hand.total == 21:
        return Refused("a hand of 21 takes no more cards", rules.law.no_card_at_21)
    return None


def why_not_stand(rules: BlackjackRules, hand: Hand) -> Refused | None:
    if hand.total < 12 and not hand.soft:
        return Refused(
            f"a hard total of {hand.total} must draw to 12 or more, or double",
            rules.law.must_draw_under_12,
        )
    return None


def why_not_double(rules: BlackjackRules, hand: Hand) -> Refused | None:
    law = rules.law
    if hand.total == 21:
        return Refused("a hand of 21 takes no more cards", law.no_card_at_21)
    if hand.doubled:
        return Refused("the hand is already doubled", law.one_card_on_double)
    if rules.double_on is DoubleOn.TWO_CARDS and len(hand.cards) != 2:
        return Refused("at this table only two cards may be doubled", law.double)
    if rules.double_on is DoubleOn.TWO_OR_THREE_CARDS and len(hand.cards) > 3:
        return Refused("only two or three cards may be doubled", law.double)
    return None


def why_not_double_by(rules: BlackjackRules, bet: Bet, amount: int) -> Refused | None:
    """Whether one owner may add this amount to a doubled hand."""
    law = rules.law
    if amount < 1:
        return Refused("a double is a wager of more than nothing", law.double)
    if amount < min(rules.least_double, bet.stake):
        return Refused(f"a double is {dollars(rules.least_double)} or more", law.double)
    if amount > bet.stake:
        return Refused(
            f"a double of {dollars(amount)} is over the initial wager of {dollars(bet.stake)}",
            law.double,
        )
    if amount % rules.double_multiple:
        return Refused(
            f"{dollars(amount)} is not a multiple of {dollars(rules.double_multiple)}",
            rules.double_units or rules.table_law.multiples,
        )
    return None


def why_not_split(rules: BlackjackRules, box: Box, hand: Hand) -> Refused | None:
    law = rules.law
    if len(hand.cards) > 2:
        return Refused("only two cards of equal value may be split", law.no_split_after_drawing)
    if not hand.is_pair_by_value:
        return Refused("only two cards of equal value may be split", law.split)
    if len(box.hands) >= law.most_hands.value:
        return Refused(
            f"no more than {law.most_hands.value} hands may be formed", law.most_hands.clauses
        )
    return None


def why_not_split_by(rules: BlackjackRules, stake: int, amount: int) -> Refused | None:
    """Whether one owner may split with this amount: the whole initial wager or nothing."""
    if amount != stake:
        return Refused(
            f"a split takes the whole {dollars(stake)} again, not {dollars(amount)}",
            rules.law.split_stake,
        )
    return None


def why_not_more(rules: BlackjackRules, box: Box, amount: int) -> Refused | None:
    """Whether a box has room for more, where doubled and split stakes count towards its maximum."""
    most = rules.most_on_a_box
    if most is None:
        return None
    staked = sum(bet.at_risk for hand in box.hands for bet in hand.bets)
    if staked + amount <= most:
        return None
    return Refused(
        f"box {box.number} holds {dollars(staked)} and takes {dollars(most)} at most",
        rules.table_law.over_maximum,
    )


def legal_actions(rules: BlackjackRules, box: Box, hand: Hand) -> tuple[str, ...]:
    """The actions open to the controlling player, in the order of rule 9.1."""
    judged = (
        ("split", why_not_split(rules, box, hand)),
        ("double", why_not_double(rules, hand)),
        ("hit", why_not_hit(rules, hand)),
        ("stand", why_not_stand(rules, hand)),
    )
    return tuple(action for action, refusal in judged if refusal is None)


def drawing_clauses(rules: BlackjackRules, hand: Hand) -> Clauses:
    """Under what a card is drawn: a free choice, or because the hand may not stand."""
    law = rules.law
    forced = hand.total < 12 and not hand.soft
    return law.must_draw_under_12 if forced else law.may_draw
