"""Rules 9 and 10: what every wager is worth when the dealer's hand is declared.

Each wager has its limbs, which stand in the data file of the instrument. One that no limb decides,
or that two decide and none prevails, is an error and not a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.games.holdem.cases import case_of, qualifies
from croupier.games.holdem.facts import (
    DEALER,
    Declared,
    Discarded,
    Ended,
    PlayNoticed,
    Qualified,
    TurnedUp,
)
from croupier.games.holdem.hands import ANTE, BLIND, PLAY
from croupier.games.holdem.ranking import PokerHand, best_five, in_words, kind, rank
from croupier.games.holdem.rules import BlindCapScope, PlayBase, PlayReference
from croupier.rulebook.citations import Clauses, NoRuling
from croupier.rulebook.settlement_tables import (
    case_in_words,
    decide,
    odds_of,
    pay_table_named,
    row_for,
)
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.games.holdem.facts import Place
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.round_state import RoundState
    from croupier.games.holdem.rules import HoldemLaw
    from croupier.money import Odds
    from croupier.rulebook.citations import Cited
    from croupier.rulebook.settlement_tables import Case, Limb


# --- the limbs of 9.5 to 9.8


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a wager comes out, at what odds, under which clauses."""

    outcome: Outcome
    odds: Odds | None
    clauses: Clauses


def ruling_on(round: RoundState, wager: str, player: int, dealer: int) -> Ruling:
    """Return how the rules settle a wager; its key tells all features of the case."""
    key = (wager, kind(player), kind(dealer), (player > dealer) - (player < dealer))
    known = round.rules.rulings
    found = known.get(key)
    if found is None:
        found = known[key] = rule_on(round.law, wager, player, dealer)
    return found


def rule_on(law: HoldemLaw, wager: str, player: int, dealer: int) -> Ruling:
    """Return the ruling on a wager, of the player's hand and the dealer's by their ranks."""
    case = case_of(player, dealer)
    limb = decide(law.limbs[wager], case)
    clauses, outcome = limb.clauses, Outcome(limb.outcome)
    if "hands" in limb.when and kind(player) is kind(dealer):
        clauses = Clauses((*clauses, *law.same_kind))
    if outcome is not Outcome.WIN:
        return Ruling(outcome, None, clauses)
    pays = odds(law, limb, case)
    clauses = Clauses(tuple(dict.fromkeys((*clauses, *pays.clauses))))
    if wager == BLIND and kind(player) is not PokerHand.STRAIGHT:  # the one row without a star
        clauses = Clauses((*clauses, *law.blind_must_beat_the_dealer))
    return Ruling(outcome, pays.value, clauses)


def odds(law: HoldemLaw, limb: Limb, case: Case) -> Cited[Odds]:
    """The odds of 10.1 for a winning wager."""
    named = pay_table_named(limb)
    if named is not None:
        row = row_for(law.pay_tables[named], case)
        if row is None:
            raise NoRuling(f"{limb.cited} wins, and no row pays: {case_in_words(case)}")
        return odds_of(row, law.odds)
    if isinstance(limb.pays, str):
        return law.odds(limb.pays)
    if limb.pays is None:
        raise NoRuling(f"{limb.cited} wins and names no odds")
    return limb.pays


# --- 8.8(c) and 9.3(b): declaring a hand


def declare(round: RoundState, whose: Place, clauses: Clauses) -> int:
    """State the best five of a hand and the communal cards; its rank."""
    law = round.law
    cards = [*round.cards_of(whose), *round.communal]
    number = rank(cards)
    made = kind(number)
    round.facts.append(
        Declared(
            whose=whose, poker_hand=made.words, words=in_words(number),
            five=best_five(cards, number),
            clauses=Clauses((*clauses, *law.hands[made])),
        )
    )  # fmt: skip
    return number


def declare_dealers_hand(round: RoundState) -> None:
    law = round.law
    number = declare(round, DEALER, law.declare_dealers_hand)
    round.dealers_hand = number
    round.facts.append(Qualified(qualifies=qualifies(number), clauses=law.qualifies))


# --- 9.2 and 9.3: the antes first where the dealer does not qualify, then hand by hand


def refund_antes(round: RoundState) -> None:
    assert round.dealers_hand is not None
    if not qualifies(round.dealers_hand) and round.rules.antes_go_back:
        for box in reversed(round.live):
            if ANTE in box.stakes:
                round.settle(box, ANTE, Outcome.PUSH, round.law.ante_unqualified)


def settle_hand(round: RoundState, box: Box) -> None:
    law, dealer = round.law, round.dealers_hand
    assert dealer is not None
    box.turned_up = True
    round.facts.append(
        TurnedUp(whose=box.number, cards=tuple(box.cards), clauses=law.turn_hole_cards)
    )
    player = declare(round, box.number, law.declare_hand)
    put_play_right(round, box)
    for wager in law.limbs:
        if wager in box.stakes:
            take_or_pay(round, box, wager, ruling_on(round, wager, player, dealer))
    box.ended = Ended.SETTLED
    round.facts.append(Discarded(box=box.number, clauses=law.hand_done))


def take_or_pay(round: RoundState, box: Box, wager: str, ruling: Ruling) -> None:
    if ruling.odds is None:
        round.settle(box, wager, ruling.outcome, ruling.clauses)
    elif wager == BLIND:
        pay_blind(round, WonBlind(box, box.stakes[BLIND], ruling.odds, ruling.clauses))
    else:
        win = ruling.odds.on(box.stakes[wager])
        round.settle(box, wager, Outcome.WIN, ruling.clauses, win=win)


# --- the maximum payout, which bounds what winning blinds are paid


@dataclass(frozen=True, slots=True)
class WonBlind:
    """A blind that is to be paid."""

    box: Box
    stake: int
    odds: Odds
    clauses: Clauses

    @property
    def uncapped(self) -> Fraction:
        return Fraction(self.stake * self.odds.win, self.odds.stake)

    @property
    def is_paid(self) -> bool:
        return BLIND not in self.box.stakes


def pay_blind(round: RoundState, won: WonBlind) -> None:
    """Pay a winning blind, or keep it for when all hands are open and share one maximum."""
    cap = round.rules.blind_payout_cap
    if cap is not None and round.rules.blind_cap_scope is BlindCapScope.TABLE:
        round.won_blinds.append(won)
    elif cap is not None and won.uncapped > cap:
        _pay(round, won, cap)
    else:
        _pay(round, won, None)


def pay_shared_blinds(round: RoundState) -> None:
    """Where all winning blinds share one maximum, each is cut by the same share."""
    for each, win in _shared(round, [each for each in round.won_blinds if not each.is_paid]):
        _pay(round, each, win)


def share_anew(round: RoundState) -> None:
    """A hand is void whose blind may have had its share of the maximum: the others have it now."""
    won = [each for each in round.won_blinds if each.box.ended is not Ended.VOID]
    if not all(each.is_paid for each in won):  # they are shared when the last hand is open
        return
    for each, cut in _shared(round, won):
        win = each.odds.on(each.stake) if cut is None else cut
        more = win - round.paid(each.box, BLIND)
        if more:
            clauses = Clauses((*each.clauses, *round.law.maximum_payout))
            round.pay_more(each.box, BLIND, more, clauses)


def _shared(round: RoundState, won: Sequence[WonBlind]) -> Iterable[tuple[WonBlind, int | None]]:
    """What each has of the maximum for all of them, if it cuts them, from the dealer's right."""
    cap = round.rules.blind_payout_cap
    won = sorted(won, key=_box)
    cut: Sequence[int | None] = [None] * len(won)
    if cap is not None and sum(each.uncapped for each in won) > cap:
        cut = shares([each.uncapped for each in won], cap)
    return zip(reversed(won), reversed(cut), strict=True)


def _box(won: WonBlind) -> int:
    return won.box.number


def _pay(round: RoundState, won: WonBlind, cut: int | None) -> None:
    law = round.law
    win = won.odds.on(won.stake) if cut is None else cut
    clauses = won.clauses if cut is None else Clauses((*won.clauses, *law.maximum_payout))
    round.settle(won.box, BLIND, Outcome.WIN, clauses, win=win)


def shares(payouts: Sequence[Fraction], total: int) -> list[int]:
    """A total in whole cents, shared in proportion; odd cents go to the largest remainders."""
    exact = [total * payout / sum(payouts) for payout in payouts]
    whole = [int(share) for share in exact]
    by_remainder = sorted(range(len(exact)), key=lambda n: whole[n] - exact[n])
    for n in by_remainder[: total - sum(whole)]:
        whole[n] += 1
    return whole


# --- 13.8: a play wager against rule 8 that is noticed at settlement


def put_play_right(round: RoundState, box: Box) -> None:
    """Settle what was let stand: as it is if too small, up to the most allowed if too large."""
    if not box.overlooked or PLAY not in box.stakes:
        return
    law, staked = round.law, box.stakes[PLAY]
    least, most = play_bounds(round, box)
    if most is not None and staked > most:
        stands, clauses = most, law.play_too_large
    else:
        stands, clauses = staked, law.play_too_small if staked < least else law.against_rule_8
    round.facts.append(
        PlayNoticed(
            player=box.player, box=box.number, staked=staked, stands=stands, clauses=clauses
        )
    )  # fmt: skip
    if stands < staked:
        box.stakes[PLAY] = stands
        round.hand_back(box, PLAY, staked - stands, clauses)


def play_bounds(round: RoundState, box: Box) -> tuple[int, int | None]:
    """The least and the most that a play wager may be held against at settlement."""
    rules, limits = round.rules, box.play_limits
    if rules.noncompliant_play_reference is PlayReference.DISPLAYED:
        return limits.minimum, limits.maximum
    assert box.played is not None
    law = round.law_of(box.played)
    assert law is not None
    base = box.ante_placed if rules.play_base is PlayBase.PLACED else box.ante
    most = max(law.multiples.value) * base
    if limits.maximum is not None:
        most = min(most, limits.maximum)
    return min(law.multiples.value) * base, most
