"""What the rules of blackjack say, by name: each value with its clause, each instrument's numbers.

Code asks for a rule by the name it has here and never by number, so one implementation serves
instruments that number the same rule differently. `act.py` holds the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from croupier.chips import Odds
from croupier.enums import quick
from croupier.rulebook.citing import Cited, Clauses

if TYPE_CHECKING:
    from croupier.games.blackjack.settlement import Ruling
    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import TableLaw


@quick
class Soft17(StrEnum):
    STAND = "stand"
    HIT = "hit"


class DoubleOn(StrEnum):
    TWO_CARDS = "two_cards"
    ANY_CARDS = "any_cards"


class EvenMoneyScope(StrEnum):
    OWNER = "owner"
    BOX = "box"


class ThirdPartyCap(StrEnum):
    SHARED = "shared"
    SINGLE_WINNER = "single_winner"


@quick
class CollectBusts(StrEnum):
    AT_BUST = "at_bust"
    AT_END = "at_end"


@quick
class AbsentDecider(StrEnum):
    NEXT_BETTOR = "next_bettor"
    DRAW_TO_12 = "draw_to_12"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLaw:
    """A side bet on the first two cards being a pair by printed rank."""

    procedure: Clauses
    collect: Clauses
    pay: Clauses
    mixed: Clauses
    coloured_red: Clauses
    coloured_black: Clauses
    perfect: Clauses
    no_pair: Clauses
    pays_mixed: Cited[Odds]
    pays_coloured: Cited[Odds]
    pays_perfect: Cited[Odds]


@dataclass(frozen=True, slots=True, kw_only=True)
class SevensLaw:
    """Super Sevens: the first card decides, and one tier is paid."""

    procedure: Clauses
    collect: Clauses
    pay_first_card: Clauses
    first_card: Clauses
    two_sevens: Clauses
    three_sevens: Clauses
    no_seven: Clauses
    pays_one: Cited[Odds]
    pays_two: Cited[Odds]
    pays_two_suited: Cited[Odds]
    pays_three: Cited[Odds]
    pays_three_suited: Cited[Odds]
    suited: Clauses
    not_suited: Clauses
    pay_when_known: Clauses
    after_a_split: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackLaw:
    """The clauses of one round, in the order of the instrument."""

    # Cards and totals
    ace_value: Clauses
    pip_value: Clauses
    ten_value: Clauses
    hard_total: Clauses
    soft_total: Clauses
    blackjack: Clauses
    blackjack_ends_the_hand: Clauses

    # The initial deal
    initial_deal: Clauses
    first_card: Clauses
    dealers_card: Clauses
    second_card: Clauses

    # Insurance
    insurance: Clauses
    insurance_window: Clauses
    insurance_multiples: Clauses
    insurance_pays: Cited[Odds]
    insurance_loses: Clauses
    insurance_wins: Clauses
    insurance_on_others: Clauses | None
    preference_same_box: Clauses | None
    preference_nearest: Clauses | None
    preference_least_insured: Clauses | None

    # Interim settlement
    interim_settlement: Clauses
    interim_blackjack: Cited[Odds]
    even_money: Cited[Odds]

    # Subsequent deal
    subsequent_deal: Clauses
    may_split: Clauses
    may_double: Clauses
    may_draw: Clauses
    may_stand: Clauses
    no_card_at_21: Clauses
    must_draw_under_12: Clauses

    # Splitting
    decider_declined_split: Clauses
    others_may_split: Clauses
    others_ride: Clauses
    four_hands: Cited[int]
    first_hand_first: Clauses
    one_card_on_aces: Clauses
    no_blackjack_after_split: Clauses
    split: Clauses

    # Doubling
    decider_declined_double: Clauses
    others_may_double: Clauses
    double_after_split: Clauses
    double: Clauses

    # The dealer's hand
    dealer_draws: Clauses
    dealer_stands: Clauses
    dealer_hits_soft_17: Clauses | None
    no_needless_cards: Clauses

    # Final settlement
    settlement: Clauses
    dealer_bust: Clauses
    higher_total: Clauses
    player_blackjack: Clauses
    player_bust: Clauses
    lower_total: Clauses
    dealer_blackjack: Clauses
    stand_off: Clauses
    blackjack_pays: Cited[Odds]
    win_pays: Cited[Odds]

    # Irregularities and powers that reach into a round
    absent_player: Clauses

    perfect_pairs: PairLaw
    pairs_play: PairLaw | None
    super_sevens: SevensLaw | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackRules:
    """One table's rules: the instrument's law with the table's options decided."""

    instrument: Instrument
    law: BlackjackLaw
    table_law: TableLaw
    options: dict[str, Any]

    decks: int
    soft_17: Soft17
    double_on: DoubleOn
    even_money_scope: EvenMoneyScope
    insurance_with_even_money: bool
    third_party_insurance: bool
    third_party_cap: ThirdPartyCap
    collect_busts: CollectBusts
    absent_decider: AbsentDecider
    side_bets: frozenset[str]
    side_bet_needs_own_main: bool
    smallest_chip: int
    double_multiple: int

    rulings: dict[tuple[int, bool, int, bool], Ruling] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Settlement rulings already worked out, by what player and dealer show."""
