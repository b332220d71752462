"""The clauses behind a table of Blackjack Challenge: people, layout, cards, wagers and limits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.rulebook.citations import Cited, Clauses
from croupier.table.law import TableLaw

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.law import TableRules
    from croupier.table.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLaw(TableLaw):
    """What rules 3, 4, 7, 9 and 16 to 18 ask of a table that no other game's rules do."""

    # Rule 3: the cards
    checked_by_machine: Clauses
    preshuffled: Clauses
    preshuffled_by_maker: Clauses
    replaced_after_any_round: Clauses
    replaced_after_the_cutting_card: Clauses
    dealt_from_the_left: Clauses
    cards_handled: Clauses
    own_totals: Clauses

    # Rule 4: shuffle, cut and burn
    shuffled_by_hand_first: Clauses
    riffle: Clauses
    riffle_of_makers_cards: Clauses
    multishuffler: Clauses
    shuffled_before_play: Clauses
    shuffle_on_suspicion: Clauses
    cards_dropped: Clauses
    burn_from_device: Clauses
    burn_from_shoe: Clauses

    # Rules 7 and 9
    rack_into_device: Clauses
    signals: Clauses

    # Rule 16: irregularities
    check_for_faced_cards: Clauses
    card_refused: Clauses
    refused_by_all: Clauses
    unseen_card_waits: Clauses
    no_wagers: Clauses
    misdeal_void: Clauses
    not_cut: Clauses
    not_burnt: Clauses
    rack_waits: Clauses
    wrong_cards: Clauses
    wrong_cards_void: Clauses
    wrong_cards_checked: Clauses
    wrong_cards_notified: Clauses
    burnt_is_burnt: Clauses

    # Rule 17: the device
    device_before_the_deal: Clauses
    device_transferred: Clauses
    device_conditions: Clauses
    damaged_replaced: Clauses
    round_terminated: Clauses
    refund_offered: Clauses
    device_emptied: Clauses
    damaged_replaced_by_hand: Clauses
    device_awaited: Clauses
    low_limit_device: Clauses

    # Rule 18: general provisions
    prohibited_device: Clauses
    staff_exempt: Clauses
    exclude_from_casino: Clauses
    detain: Clauses
    fraud: Clauses
    refund_or_forfeit: Clauses
    closure_sign: Cited[int]
    refuse_wager: Clauses
    first_decision: Clauses
    operator_final: Clauses


def card_law_of(table: Table) -> CardLaw:
    """The law of the cards at a table of Blackjack Challenge."""
    assert isinstance(table.law, CardLaw)
    return table.law


@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictionLaw:
    """How a side bet is left to players with a main wager of their own."""

    power: Clauses
    told: Clauses
    sign: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeLaw(CardLaw):
    """What rules 1, 2, 5, 6, 13 and 14 ask of a table that no other game's rules do."""

    # People
    inspector: Clauses
    controlling_player: Clauses

    # The table
    places: Clauses
    boxes: Cited[range]
    inscriptions: dict[str, Clauses]
    side_bet_places: dict[str, Clauses]
    equipment: dict[str, Clauses]
    drop_box: Clauses

    # Wagers
    tokens: Clauses
    line: Clauses
    further_shoes: Clauses
    reserved: Clauses
    own_placement: Clauses
    notices: dict[str, Clauses]
    """What must be told before: the restrictions, by name."""

    # Limits
    within_limits: Clauses
    raise_minimum: Cited[int]
    """How long a sign must have been up, in milliseconds."""
    raise_at_once: Clauses
    marker: Clauses
    marker_removed: Clauses
    marker_place: Clauses
    end_of_kept_minimum: Clauses
    two_minimums: Clauses
    newcomers: Clauses
    low_limit: Clauses
    low_limit_no_tournament: Clauses

    side_bet_restrictions: dict[str, RestrictionLaw]


def law_of(table: Table) -> ChallengeLaw:
    """The law of a table at which Blackjack Challenge is played."""
    assert isinstance(table.law, ChallengeLaw)
    return table.law


def challenge_law(rules: TableRules) -> ChallengeLaw:
    """The law of a table in the rules of Blackjack Challenge."""
    assert isinstance(rules.table_law, ChallengeLaw)
    return rules.table_law


def of_challenge(read: Callable[[ChallengeLaw], Clauses]) -> Callable[[TableRules], Clauses]:
    """The clauses of something that is done at a table of Blackjack Challenge."""
    return lambda rules: read(challenge_law(rules))


def with_fixed_side_bets(law: TableLaw) -> TableLaw:
    """The law of a table whose sign names the one amount that a side bet takes."""
    fixed = {name: replace(bet, approved_amounts=bet.sign) for name, bet in law.side_bets.items()}
    return replace(law, side_bets=fixed)
