"""The answers that a round of blackjack takes: which there might be, and why not.

Each `why_not_…` is the only judge of its action: legal buttons, refusals and the round ask it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.games.blackjack import insurance
from croupier.games.blackjack.asks_and_answers import (
    Choice,
    DeclineInsurance,
    Double,
    Elect,
    Election,
    Hit,
    InsuranceWindow,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
    Window,
)
from croupier.games.blackjack.facts import Ended
from croupier.games.blackjack.insurance import answered_by_owners, insurable
from croupier.games.blackjack.rules import DoubleOn
from croupier.money import money
from croupier.rulebook.citations import Clauses, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.hands import Bet, Box, Hand, Insurance, MainWager
    from croupier.games.blackjack.round import Round
    from croupier.games.blackjack.rules import BlackjackRules


def why_not_hit(rules: BlackjackRules, hand: Hand) -> Refused | None:
    if hand.total == 21:
        return Refused("a hand of 21 takes no more cards", rules.law.no_card_at_21)
    return None


def why_not_stand(rules: BlackjackRules, hand: Hand) -> Refused | None:
    least = rules.law.must_draw_below
    if hand.total < least.value and not hand.soft:
        return Refused(
            f"a hard total of {hand.total} must draw to {least.value} or more, or double",
            least.clauses,
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
        return Refused(f"a double is {money(rules.least_double)} or more", law.double)
    if amount > bet.stake:
        return Refused(
            f"a double of {money(amount)} is over the initial wager of {money(bet.stake)}",
            law.double,
        )
    if amount % rules.double_multiple:
        return Refused(
            f"{money(amount)} is not a multiple of {money(rules.double_multiple)}",
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


def why_not_split_by(stake: int, amount: int, clauses: Clauses) -> Refused | None:
    """Whether one owner may split with this amount: the whole initial wager or nothing."""
    if amount != stake:
        return Refused(
            f"a split takes the whole {money(stake)} again, not {money(amount)}", clauses
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
        f"box {box.number} holds {money(staked)} and takes {money(most)} at most",
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
    forced = hand.total < law.must_draw_below.value and not hand.soft
    return law.must_draw_below.clauses if forced else law.may_draw


def why_not(round: Round, answer: Answer) -> Refused | None:
    """Why the round does not take this answer now; nothing is changed by asking."""
    return _JUDGES[type(answer)](round, answer)


Decision = Hit | Stand | Double | Split


def _decision(round: Round, answer: Decision) -> Refused | None:
    due, rules = round.due, round.rules
    if type(due) is not Choice:
        return _out_of_turn(round, answer)
    box, hand = due.box, due.hand
    if box.number != answer.box or hand.place != answer.hand:
        return _out_of_turn(round, answer)
    if type(answer) is Hit:
        return why_not_hit(rules, hand)
    if type(answer) is Stand:
        return why_not_stand(rules, hand)
    own = hand.own_bet(due.player)
    if isinstance(answer, Double):
        return (
            why_not_double(rules, hand)
            or why_not_double_by(rules, own, answer.amount)
            or why_not_more(rules, box, answer.amount)
        )
    assert isinstance(answer, Split)
    amount = own.stake if answer.amount is None else answer.amount
    return (
        why_not_split(rules, box, hand)
        or why_not_split_by(own.stake, amount, rules.law.split_stake)
        or why_not_more(rules, box, amount)
    )


def _out_of_turn(round: Round, answer: Decision) -> Refused:
    """Why nothing is decided now about a hand that nobody is asked about."""
    law = round.law
    try:
        box, hand = round.find(answer.box, answer.hand)
    except LookupError as missing:
        return Refused(str(missing), law.subsequent_deal)
    if box is None:
        return Refused("the dealer's hand takes no decisions", law.dealer_draws)
    if hand.ended is not None:
        return _over(round, box, hand)
    return Refused(
        f"it is not the turn of box {box.number}, hand {hand.place}", law.subsequent_deal
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
        clauses = Clauses((*declined, *law.split_stake))
        refusal = why_not_split_by(most, answer.amount, clauses)
    else:
        own = due.hand.own_bet(answer.player)
        refusal = why_not_double_by(rules, own, answer.amount)
    return refusal or why_not_more(rules, due.box, answer.amount)


def _moving_on(round: Round, answer: MoveOn) -> Refused | None:
    if isinstance(round.due, (InsuranceWindow, Election)):
        return None
    return Refused("there is nothing to move on from", round.law.subsequent_deal)


_JUDGES: dict[type[Answer], Callable[[Round, Any], Refused | None]] = {
    **dict.fromkeys((Hit, Stand, Double, Split), _decision),
    Elect: _election,
    MoveOn: _moving_on,
    **dict.fromkeys((Insure, TakeEvenMoney, DeclineInsurance), insurance.why_not),
}
"""Who judges which answer."""


def candidates(round: Round, player: str | None) -> Iterator[Answer]:
    """What a player might answer; with no name, what anybody might, and the dealer's moving on.

    Each names the full amount: a whole double, a whole split, insurance of half the wager. Which of
    them are legal is for the table to judge.
    """
    due = round.due
    if isinstance(due, Choice):
        if player in (None, due.player):
            yield from _choices(round, due)
    elif isinstance(due, Election):
        for waiting in due.waiting:
            if player in (None, waiting):
                yield from _elections(round, due, waiting)
    elif isinstance(due, InsuranceWindow):
        offered = _to_owners(round) if due.window is Window.OWNERS else _on_others(round)
        yield from (answer for answer in offered if player in (None, answer.player))
    if player is None:
        yield MoveOn()


def _choices(round: Round, due: Choice) -> Iterator[Answer]:
    box, hand = due.box.number, due.hand.place
    yield Split(box=box, hand=hand)
    yield Double(
        box=box, hand=hand, amount=whole_double(round.rules, due.hand.own_bet(due.player).stake)
    )
    yield Hit(box=box, hand=hand)
    yield Stand(box=box, hand=hand)


def _elections(round: Round, due: Election, player: str) -> Iterator[Elect]:
    stake = round.may_add(due, player)
    whole = stake if due.action == "split" else whole_double(round.rules, stake)
    for amount in (whole, 0):
        yield Elect(player=player, box=due.box.number, hand=due.hand.place, amount=amount)


def whole_double(rules: BlackjackRules, stake: int) -> int:
    """The most that doubles a stake, in the units of the table."""
    return stake - stake % rules.double_multiple


def _to_owners(round: Round) -> Iterator[TakeEvenMoney | Insure | DeclineInsurance]:
    answered = answered_by_owners(round)
    for box in round.boxes:
        for main in box.mains:
            player, number = main.player, box.number
            yield TakeEvenMoney(player=player, box=number)
            yield insurance_of_half(round, box, main)
            if (player, number) not in answered:
                yield DeclineInsurance(player=player, box=number)


def insurance_of_half(round: Round, box: Box, main: MainWager) -> Insure:
    """As much insurance as the owner of a wager may still take."""
    player, number = main.player, box.number
    amount = _half(round, main.amount, round.insurance, player, number, player)
    return Insure(player=player, box=number, amount=amount)


def _on_others(round: Round) -> Iterator[TakeEvenMoney | Insure]:
    players = dict.fromkeys(main.player for box in round.boxes for main in box.mains)
    for box in round.boxes:
        if box.hands[0].is_blackjack:
            yield from (TakeEvenMoney(player=main.player, box=box.number) for main in box.mains)
    for box in round.boxes:
        for main in box.mains:
            for player in players:
                if player != main.player:
                    asked = round.insurance_requests
                    amount = _half(round, main.amount, asked, player, box.number, main.player)
                    yield Insure(player=player, box=box.number, amount=amount, on=main.player)


def _half(round: Round, stake: int, line: list[Insurance], player: str, box: int, on: str) -> int:
    """What is left of half a wager to insure, in the chips there are."""
    for wager in line:
        if (wager.player, wager.box, wager.on) == (player, box, on):
            stake -= 2 * wager.amount
    return insurable(round.rules, stake)
