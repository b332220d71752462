"""Rules 8 and 13 (NSW 15): the interim settlement, and what every wager is worth at the end.

The limbs of the rule overlap (a Blackjack and a drawn 21 are both 21), so each names the limbs it
prevails over, and a case that no limb decides, or two decide, is an error and not a guess. The
limbs stand in the data file of the instrument.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.games.blackjack.cases import LEAST as LEAST
from croupier.games.blackjack.cases import Showing as Showing
from croupier.games.blackjack.cases import case_of
from croupier.games.blackjack.facts import FINAL_SETTLEMENT, INTERIM_SETTLEMENT
from croupier.games.blackjack.hands import Bet
from croupier.games.blackjack.rules import DealerBlackjackCollects, RoundingUnit
from croupier.rulebook.citations import Cited, Clauses
from croupier.rulebook.settlement_tables import decide, odds_of
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from croupier.games.blackjack.hands import Box, Hand, SideWager
    from croupier.games.blackjack.round_state import RoundState
    from croupier.games.blackjack.rules import BlackjackLaw, BlackjackRules
    from croupier.money import Odds

WIN, LOSE = Outcome.WIN, Outcome.LOSE


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a hand's wagers come out, at what odds, under which clauses."""

    outcome: Outcome
    odds: Odds | None
    clauses: Clauses


def rule_on(law: BlackjackLaw, player: Showing, dealer: Showing) -> Ruling:
    """Return the ruling on two complete hands."""
    limb = decide(law.limbs[MAIN], case_of(player, dealer))
    outcome = Outcome(limb.outcome)
    if outcome is not Outcome.WIN:
        return Ruling(outcome, None, limb.clauses)
    pays = odds_of(limb, law.odds)
    return Ruling(outcome, pays.value, pays.clauses)


def ruling(round: RoundState, hand: Hand) -> Ruling:
    """The ruling on a complete hand; the same for every owner on it."""
    dealer, known = round.dealer, round.rules.rulings
    blackjack, dealers = hand.is_blackjack, dealer.is_blackjack
    rank = dealers_rank = 0
    if blackjack and dealers:
        rank, dealers_rank = rank_of(hand), rank_of(dealer)
    key = (hand.total, blackjack, dealer.total, dealers, rank, dealers_rank)
    found = known.get(key)
    if found is None:
        player_shows = Showing(hand.total, blackjack, rank)
        dealer_shows = Showing(dealer.total, dealers, dealers_rank)
        found = known[key] = rule_on(round.law, player_shows, dealer_shows)
    return found


def rank_of(blackjack: Hand) -> int:
    """King, queen, jack, ten, from the highest; suits do not count."""
    return max("TJQK".find(card.rank) for card in blackjack.cards)


# --- rule 8, the interim settlement


def interim(round: RoundState) -> None:
    """Pay the Blackjacks that need not wait for the dealer, before the subsequent deal: rule 8."""
    law = round.law
    round.begin(INTERIM_SETTLEMENT, law.interim_settlement)
    for box in round.boxes:
        if box.hands[0].is_blackjack:
            pay_blackjack(round, box, box.hands[0])


def pay_blackjack(round: RoundState, box: Box, hand: Hand) -> None:
    """At once, unless the dealer may get one too; then only even money is paid, on request."""
    law = round.law
    dealer_may_match = round.dealer.cards[0].points in (1, 10)
    pays = law.interim_blackjack
    if dealer_may_match:
        if law.insurance is None:
            return
        pays = law.insurance.even_money
    ruling = Ruling(Outcome.WIN, pays.value, pays.clauses)
    for bet in hand.bets:
        asked = (bet.player, box.number) in round.even_money
        if bet.open and (asked or not dealer_may_match):
            settle_bet(round, box, hand, bet, ruling)
    if not dealer_may_match:
        round.clear(hand)


def ending(round: RoundState, hand: Hand) -> Clauses:
    """Why a Blackjack takes no decisions, and what it still waits for."""
    law = round.law
    after_split = (law.blackjack_after_split or ()) if hand.split else ()
    waits = (law.blackjack_waits or ()) if hand.has_open_bets else ()
    return Clauses((*law.blackjack_ends_the_hand, *after_split, *waits))


# --- the final settlement


def final(round: RoundState) -> None:
    round.begin(FINAL_SETTLEMENT, round.law.settlement)
    spares = round.rules.dealer_blackjack_collects and round.dealer.is_blackjack
    for box in round.boxes:
        if spares:
            collect_originals(round, box)
        for hand in box.hands:
            if hand.has_open_bets and round.decidable(hand):
                result = ruling(round, hand)
                for bet in hand.bets:
                    if bet.open:
                        settle_bet(round, box, hand, bet, result)


def pay_at_once(round: RoundState, box: Box, hand: Hand, pays: Cited[Odds]) -> None:
    """A hand that has won whatever the dealer draws."""
    result = Ruling(WIN, pays.value, pays.clauses)
    for bet in hand.bets:
        if bet.open:
            settle_bet(round, box, hand, bet, result)
    round.clear(hand)


def collect_bust(round: RoundState, box: Box, hand: Hand) -> None:
    """A bust hand has lost whatever the dealer draws; its chips need not wait."""
    result = Ruling(LOSE, None, round.law.player_bust)
    for bet in hand.bets:
        if bet.open:
            settle_bet(round, box, hand, bet, result)
    round.clear(hand)


def settle_bet(round: RoundState, box: Box, hand: Hand, bet: Bet, result: Ruling) -> None:
    stake, clauses = bet.stake + bet.double, result.clauses
    if result.outcome is WIN and result.odds is not None:
        net = result.odds.on(stake)
        if round.law.rounding_up is not None:
            net, clauses = rounded(round, bet.player, result.odds, bet, clauses)
    else:
        net = -stake if result.outcome is LOSE else 0
    bet.open = False
    round.facts.append(
        Settled(
            player=bet.player, box=box.number, hand=hand.place, wager="main", stake=stake,
            outcome=result.outcome, net=net, clauses=clauses,
        )
    )  # fmt: skip


def collect_originals(round: RoundState, box: Box) -> None:
    """Take what the dealer's Blackjack may take from each player on the box: NSW 10.4 and 11.6.

    What has bust is lost before and stays lost; hands already paid stay paid, and Blackjacks that
    wait are paid by the settlement. Of the rest the leftmost hands of a player lose first.
    """
    for main in box.mains:
        staked = [(hand, bet) for hand in box.hands for bet in hand.bets]
        own = [(hand, bet) for hand, bet in staked if bet.player == main.player]
        split = len(own) > 1
        left = main.amount
        if round.rules.dealer_blackjack_collects is DealerBlackjackCollects.ONE_IN_ALL:
            left -= sum(bet.at_risk for hand, bet in own if hand.is_bust)
        for hand, bet in own:
            if not bet.open or hand.is_blackjack or not (split or bet.double):
                continue
            if round.rules.dealer_blackjack_collects is DealerBlackjackCollects.ONE_FOR_EACH_HAND:
                left = main.amount
            taken = max(0, min(left, bet.at_risk))
            left -= taken
            _lose_original(round, box, hand, bet, taken, split=split)


def _lose_original(
    round: RoundState, box: Box, hand: Hand, bet: Bet, taken: int, *, split: bool
) -> None:
    law = round.law
    bet.open = False
    cited = (
        *((law.no_more_than_dealer or ()) if taken else ()),
        *((law.original_after_double or ()) if bet.double else ()),
        *((law.original_after_split or ()) if split else ()),
    )
    round.facts.append(
        Settled(
            player=bet.player, box=box.number, hand=hand.place, wager="main", stake=bet.at_risk,
            outcome=Outcome.LOSE if taken else Outcome.RETURNED, net=-taken, clauses=Clauses(cited),
        )
    )  # fmt: skip


def rounded(
    round: RoundState, player: str, odds: Odds, wager: Bet | SideWager, clauses: Clauses
) -> tuple[int, Clauses]:
    """What a wager wins in chips, and the clauses that say so.

    A win that chips cannot pay exactly is rounded up to the next sum that they can: NSW 5.9.
    """
    law, rules, chip = round.law, round.rules, round.rules.smallest_chip
    parts = (wager.stake, wager.double) if isinstance(wager, Bet) else (wager.amount,)
    exact = sum(odds.on(part) for part in parts)
    if rules.rounding_unit is RoundingUnit.PLAYER_TOTAL:
        before = round.won.get(player, 0)
        round.won[player] = before + exact
        paid = _up(before + exact, chip) - _up(before, chip)
    else:
        paid = win_in_chips(rules, odds, *parts)
    return paid, clauses if paid == exact else Clauses((*clauses, *(law.rounding_up or ())))


def win_in_chips(rules: BlackjackRules, odds: Odds, *parts: int) -> int:
    """What the parts of a stake win, where a win is rounded up by itself or not at all."""
    won = [odds.on(part) for part in parts]
    if rules.law.rounding_up is None:
        return sum(won)
    chip = rules.smallest_chip
    if rules.rounding_unit is RoundingUnit.WAGER:
        return sum(_up(each, chip) for each in won)
    return _up(sum(won), chip)


def _up(amount: int, chip: int) -> int:
    """The next sum that chips can make."""
    return -(-amount // chip) * chip
