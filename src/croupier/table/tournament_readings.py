"""How the open places of the tournament rules are read: options of the rulebook, by their names.

An instrument that leaves a place closed has no such option, and the value here is never looked at.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping


class HedgeRule(StrEnum):
    """What must reach the minimum where a player bets on both sides."""

    WORST_LOSS = "worst_loss"
    GROSS = "gross"


class MinimumTest(StrEnum):
    """What a player must be able to stake to be dealt in."""

    EVERY_STAKE = "ante_and_blind"
    ONE_STAKE = "ante"


class NoWager(StrEnum):
    """What follows when a player who is there and has the chips makes no wager."""

    TIME_LIMIT = "time_limit"
    DISQUALIFICATION = "disqualification"


class SittingOut(StrEnum):
    """What follows when a round is to begin and a player has made no wager for it."""

    OUT = "out"
    MINIMUM = "minimum"
    PASSED_OVER = "passed_over"


class HiddenInterim(StrEnum):
    """When others learn of an undisclosed wager that is settled before the round is over."""

    AT_THE_END = "freeze_until_reveal"
    AT_ONCE = "settle_at_once"


class MarkerOnEmpty(StrEnum):
    """Where the marker goes if nobody plays at the next box."""

    BOX = "box_index"
    PLAYER = "next_player"


class EliminationWager(StrEnum):
    """Which wager tells apart players who go out in the same round."""

    TOTAL = "total_round"
    INITIAL = "initial"


class BuyBackFee(StrEnum):
    """What the money for buying back is."""

    ENTRY_FEE = "entry_fee"
    POOL = "pool"


class Readings(msgspec.Struct, frozen=True, kw_only=True):
    """The readings of one tournament."""

    tournament_min_test: MinimumTest = MinimumTest.EVERY_STAKE
    hedge_rule: HedgeRule = HedgeRule.WORST_LOSS
    count_no_bet: bool = False
    buy_back_fee: BuyBackFee = BuyBackFee.POOL
    sitting_out: SittingOut = SittingOut.OUT
    double_in_units: bool = True
    no_wager_precedence: NoWager = NoWager.TIME_LIMIT
    pass_saves_from_19_6_13: bool = False
    all_pass_counts_as_round: bool = True
    hidden_interim: HiddenInterim = HiddenInterim.AT_THE_END
    hidden_floor_units: bool = True
    hidden_combined_max: bool = True
    marker_on_empty: MarkerOnEmpty = MarkerOnEmpty.BOX
    deal_from_marker: bool = False
    finish_round_at_clock: bool = True
    elimination_wager: EliminationWager = EliminationWager.TOTAL


def readings_of(options: Mapping[str, Any]) -> Readings:
    """What these options of a table or of conditions say, every option having its value."""
    return msgspec.convert(options, Readings)
