"""What the rules of Ultimate Texas Hold'em say, by name: each value with its clause.

Code asks for a rule by the name it has here and never by number. `law.py` holds the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from croupier.games.holdem.cases import HIGHER, case_of_kinds
from croupier.games.holdem.hands import BLIND, TRIPS
from croupier.games.holdem.ranking import PokerHand
from croupier.money import Odds
from croupier.quick_enums import quick
from croupier.rulebook.citations import Cited, Clauses
from croupier.rulebook.settlement_tables import Limb, odds_of, row_for
from croupier.table.shoe_state import Device

if TYPE_CHECKING:
    from croupier.games.holdem.settlement import Ruling
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


class VoidedPlay(StrEnum):
    COUNTS = "counts"
    DOES_NOT_COUNT = "does_not_count"


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
    limbs: Mapping[str, Mapping[str, Limb]]
    """The limbs by wager, in the order in which a hand's wagers are taken or paid."""
    ante_unqualified: Clauses
    """The reason to hand antes back before the hands are compared."""

    # Odds
    ante_pays: Cited[Odds]
    play_pays: Cited[Odds]
    pay_tables: Mapping[str, Mapping[str, Limb]]
    """The rows of blind and trips."""
    blind_must_beat_the_dealer: Clauses
    maximum_payout: Clauses

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

    @property
    def blind_pays(self) -> dict[PokerHand, Cited[Odds]]:
        """Return what a blind is paid, by the player's hand."""
        return self._pays_by_hand(BLIND)

    @property
    def trips_pays(self) -> dict[PokerHand, Cited[Odds]]:
        """Return what trips are paid, by the player's hand."""
        return self._pays_by_hand(TRIPS)

    def _pays_by_hand(self, table: str) -> dict[PokerHand, Cited[Odds]]:
        """Return what a pay table pays for each hand that beats a dealer without a pair."""
        found = {}
        for hand in sorted(PokerHand, reverse=True):
            case = case_of_kinds(hand, PokerHand.HIGH_CARD, HIGHER)
            row = row_for(self.pay_tables[table], case)
            if row is not None:
                found[hand] = odds_of(row, self.odds)
        return found

    def odds(self, rule: str) -> Cited[Odds]:
        """Return the odds of a rule by its name, as a limb or a row names it."""
        found = {"ante_pays": self.ante_pays, "play_pays": self.play_pays}.get(rule)
        if found is None:
            raise LookupError(f"there is no rule {rule} that says what is paid")
        return found

    def rows(self, table: str) -> Iterator[tuple[str, Cited[Odds]]]:
        """Yield what each row of a pay table is called and what it pays."""
        for row in self.pay_tables[table].values():
            yield row.event, odds_of(row, self.odds)


NAMES_OF_ODDS = ("ante_pays", "play_pays")


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
    voided_play: VoidedPlay
    offer_concession: bool
    run_out_when_all_fold: bool
    smallest_chip: int
    antes_go_back: bool
    """True if antes are handed back before the hands are compared, the dealer not qualifying."""

    rulings: dict[tuple[str, PokerHand, PokerHand, int], Ruling] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Rulings already worked out: by wager, both kinds of hand, and which hand is higher."""
    fractions_on_blind: tuple[Cited[Odds], ...] = field(init=False, repr=False, compare=False)
    """Odds that pay a part of a blind, such as 3 to 2: not every amount can be paid in chips."""

    def __post_init__(self) -> None:
        rows = self.law.rows(BLIND)
        fractions = tuple(pays for _, pays in rows if pays.value.stake != 1)
        object.__setattr__(self, "fractions_on_blind", fractions)

    @property
    def deal_law(self) -> DealLaw:
        law = self.law
        return law.from_the_shoe if self.device is Device.SHOE else law.from_the_shuffler
