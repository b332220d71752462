"""What the wagers of a hand bring, in whole numbers: the odds of the law over one denominator."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from croupier.game_rules import RULES
from croupier.games.holdem.hands import ANTE, BLIND, PLAY, TRIPS
from croupier.games.holdem.odds.kernel_tables import Payouts
from croupier.games.holdem.ranking import PokerHand
from croupier.rulebook.settlement_tables import PAY_TABLES, Result, must_rule_alike, must_rule_as

if TYPE_CHECKING:
    from croupier.games.holdem.rules import HoldemRules
    from croupier.money import Odds
    from croupier.rulebook.instruments import Instrument
    from croupier.rulebook.settlement_tables import Case

_NAMES = tuple(hand.name.lower() for hand in PokerHand)
_MOST = 2**63 // (12 * 19_600 * 1_081 * 990)
"""What one deal may bring, so that the sum for a class of hands is a number of 64 bits."""


def money_of(rules: HoldemRules, *, trips: Fraction, ante: int | None) -> Payouts:
    """The wagers of a hand with so much on trips, in antes; the ante in cents, if it matters."""
    if trips < 0:
        raise ValueError(f"trips: a wager of {trips} antes is no wager")
    must_be_as_built(rules.instrument)
    law, ante = rules.law, least_ante(rules) if ante is None else ante
    blind = [blind_win(rules, hand, ante) for hand in PokerHand]
    on_trips = [trips * trips_net(rules, hand) for hand in PokerHand]
    ante_win, play_win = _ratio(law.ante_pays.value), _ratio(law.play_pays.value)
    amounts = [*blind, *on_trips, ante_win, play_win, trips]
    unit = lcm(*(amount.denominator for amount in amounts))
    most = max(law.before_the_flop.multiples.value)
    if unit * (max(blind) + max(on_trips) + ante_win + most * play_win) > _MOST:
        raise ValueError(f"a trips wager of {trips} antes and a blind that wins {max(blind)} "
                         "cannot be counted in whole numbers: choose rounder amounts")  # fmt: skip
    return Payouts(
        unit=unit,
        ante=int(unit * ante_win),
        play=int(unit * play_win),
        blind=np.array([int(unit * amount) for amount in blind], np.int64),
        trips=np.array([int(unit * amount) for amount in on_trips], np.int64),
        folded=int(unit * (2 + trips)),
        before_the_flop=most,
        after_the_flop=max(law.after_the_flop.multiples.value),
        on_the_river=max(law.on_the_river.multiples.value),
    )


@cache
def must_be_as_built(book: Instrument) -> None:
    """Raise CannotAnalyse if a limb or a row asks for what the kernels of Hold'em merge."""
    tables = RULES.of(book).domains(book)
    rows = {
        wager: {
            hand
            for row in tables[f"{PAY_TABLES}{wager}"].table.values()
            for hand in row.when.get("player_hand", _NAMES)
        }
        for wager in (BLIND, TRIPS)
    }

    def blind(case: Case) -> tuple[Result, str | None]:
        paid = case["hands"] != "higher" or case["player_hand"] in rows[BLIND]
        return _compared(case, f"{PAY_TABLES}{BLIND}") if paid else (Result.PUSH, None)

    def trips(case: Case) -> tuple[Result, str | None]:
        won = case["player_hand"] in rows[TRIPS]
        return (Result.WIN, f"{PAY_TABLES}{TRIPS}") if won else (Result.LOSE, None)

    for wager, expect in {ANTE: _ante, BLIND: blind, PLAY: _play, TRIPS: trips}.items():
        must_rule_as(
            tables[f"limbs.{wager}"],
            expect,
            assuming=f"the analyses of Hold'em have the limbs of {wager} built in",
            wager=wager,
        )
    for wager in (BLIND, TRIPS):
        must_rule_alike(
            tables[f"{PAY_TABLES}{wager}"],
            lambda case: case["player_hand"],
            merging="the analyses of Hold'em treat all hands of the dealer alike",
            wager=wager,
        )


def _compared(case: Case, pays: str) -> tuple[Result, str | None]:
    if case["hands"] == "higher":
        return Result.WIN, pays
    return (Result.PUSH if case["hands"] == "equal" else Result.LOSE), None


def _ante(case: Case) -> tuple[Result, str | None]:
    return _compared(case, "ante_pays") if case["dealer_qualifies"] else (Result.PUSH, None)


def _play(case: Case) -> tuple[Result, str | None]:
    return _compared(case, "play_pays")


def least_ante(rules: HoldemRules) -> int | None:
    """The smallest ante that the sign allows, in cents, if it says."""
    limits = rules.options["limits"].get(ANTE)
    return None if limits is None else int(limits[0])


def blind_win(rules: HoldemRules, hand: PokerHand, ante: int | None) -> Fraction:
    """What a blind of one ante wins with a hand that beats the dealer."""
    pays = rules.law.blind_pays.get(hand)
    win = Fraction(0) if pays is None else _ratio(pays.value)
    if rules.blind_payout_cap is None:
        return win
    if ante is None:
        raise ValueError(
            "blind_payout_cap: what a maximum payout takes depends on the ante: give one, or "
            "limits for the ante, of which the least is taken"
        )
    return min(win, Fraction(rules.blind_payout_cap, ante))


def trips_net(rules: HoldemRules, hand: PokerHand) -> Fraction:
    """What a trips wager of one brings with a hand."""
    pays = rules.law.trips_pays.get(hand)
    return Fraction(-1) if pays is None else _ratio(pays.value)


def _ratio(odds: Odds) -> Fraction:
    return Fraction(odds.win, odds.stake)
