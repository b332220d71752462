"""What the rules of Ultimate Texas Hold'em say, by name: each value with its clause.

Code asks for a rule by the name it has here and never by number. `law.py` holds the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from croupier.quick_enums import quick
from croupier.table.shoe_state import Device

if TYPE_CHECKING:
    from croupier.games.holdem.ranking import PokerHand
    from croupier.games.holdem.settlement import Ruling
    from croupier.money import Odds
    from croupier.rulebook.citations import Cited, Clauses
    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import TableLaw


class DealDirection(StrEnum):
    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class ActionOrder(StrEnum):
    CLOCKWISE = "clockwise"
    FREE = "free"


class BlindCapScope(StrEnum):
    HAND = "hand"
    TABLE = "table_pro_rata"


@quick
class PlayBase(StrEnum):
    EFFECTIVE = "effective"
    PLACED = "placed"


class PlayReference(StrEnum):
    RULE_8 = "rule8"
    DISPLAYED = "displayed"


class ExposureTest(StrEnum):
    PREFLOP = "preflop"
    ANY_PLAY = "any_play"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLaw:
    """The order of the deal that a device brings with it."""

    manner: Clauses
    communal: Clauses
    spread: Clauses
    first_card: Clauses
    dealers_first: Clauses
    second_card: Clauses
    dealers_second: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingLaw:
    """One betting round: what a player may choose, and how large a play wager is."""

    opens: Clauses
    fold: Clauses
    check: Clauses | None
    """None on the river, where there is no third check."""
    bet: Clauses
    multiples: Cited[tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldemLaw:
    """The clauses of one round and of what only this game does at a table, in their order."""

    round_of_play: Clauses
    void: Clauses

    # The deck
    counted: Clauses

    # The hands
    hands: dict[PokerHand, Clauses]
    same_kind: Clauses

    # Wagers
    chips_in_the_box: Clauses
    opening_wagers: Clauses
    ante_and_blind: Clauses
    blind_equals_ante: Clauses
    trips_offered: Clauses
    trips_needs_both: Clauses
    one_hand_each: Clauses
    one_wager_each: Clauses
    wagers_frozen: Clauses

    # Limits
    limits_displayed: Clauses
    limit_marker: Clauses
    multiples_displayed: Clauses
    under_minimum: Clauses
    over_maximum: Clauses

    # The shuffle
    shuffled_for_the_round: Clauses
    shuffled_after_a_misdeal: Clauses
    shuffled_with_cause: Clauses
    second_deck: Clauses
    backs_differ: Clauses

    # The deal
    from_the_shoe: DealLaw
    from_the_shuffler: DealLaw

    # Betting
    before_the_flop: BettingLaw
    flop: Clauses
    after_the_flop: BettingLaw
    turn_and_river: Clauses
    on_the_river: BettingLaw
    one_play_wager: Clauses
    folded: Clauses
    fold_loses: Clauses
    silence: Clauses

    # The dealer's hand
    dealers_hand: Clauses
    announce: Clauses
    turn_dealers_cards: Clauses
    declare_dealers_hand: Clauses
    qualifies: Clauses
    concede: Clauses

    # Settlement
    settlement: Clauses
    turn_hole_cards: Clauses
    declare_hand: Clauses
    hand_done: Clauses
    ante_wins: Clauses
    ante_loses: Clauses
    ante_level: Clauses
    ante_unqualified: Clauses
    blind_wins: Clauses
    blind_loses: Clauses
    blind_level: Clauses
    blind_below_straight: Clauses
    trips_wins: Clauses
    trips_loses: Clauses
    play_wins: Clauses
    play_loses: Clauses
    play_level: Clauses

    # Odds
    ante_pays: Cited[Odds]
    play_pays: Cited[Odds]
    blind_pays: dict[PokerHand, Cited[Odds]]
    blind_must_beat_the_dealer: Clauses
    maximum_payout: Clauses
    trips_pays: dict[PokerHand, Cited[Odds]]

    # The automated shuffling shoe
    malfunction: Clauses
    machine_replaced: Clauses

    # Collusion
    cards_in_view: Clauses
    no_exchange: Clauses
    no_word_of_hands: Clauses
    collusion: Clauses

    # Irregularities
    misdeal: Clauses
    wrong_number_of_cards: Clauses
    seen_in_the_deal: Clauses
    dealers_card_shown: Clauses
    dealers_card_misdeal: Clauses
    dealers_card_goes_on: Clauses
    communal_card_shown: Clauses
    nobody_handled_cards: Clauses
    missing_wager: Clauses
    wrong_deck: Clauses
    earlier_rounds_stand: Clauses
    deck_is_checked: Clauses
    against_rule_8: Clauses
    play_too_small: Clauses
    play_too_large: Clauses
    no_answer: Clauses

    # General provisions
    no_devices: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldemRules:
    """One table's rules: the instrument's law with the table's options decided."""

    instrument: Instrument
    law: HoldemLaw
    table_law: TableLaw
    options: dict[str, Any]

    decks: int
    device: Device
    deal_direction: DealDirection
    action_order: ActionOrder
    blind_payout_cap: int | None
    blind_cap_scope: BlindCapScope
    play_base: PlayBase
    noncompliant_play_reference: PlayReference
    dealer_exposure_test: ExposureTest
    offer_concession: bool
    run_out_when_all_fold: bool
    smallest_chip: int

    rulings: dict[tuple[str, PokerHand, PokerHand, int], Ruling] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Rulings already worked out: by wager, both kinds of hand, and which hand is higher."""

    @property
    def deal_law(self) -> DealLaw:
        law = self.law
        return law.from_the_shoe if self.device is Device.SHOE else law.from_the_shuffler
