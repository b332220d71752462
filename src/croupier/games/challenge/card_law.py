"""The clauses behind the cards, irregularities, the device and the general provisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.rulebook.citing import Cited
from croupier.shoe import Occasion
from croupier.table.law import TableLaw

if TYPE_CHECKING:
    from croupier.rulebook.citing import Clauses
    from croupier.table.law import Cite
    from croupier.table.table import Table

MINUTE = 60_000
"""In the milliseconds of a command's time."""


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


def card_clauses(cite: Cite) -> dict[str, Any]:
    """Rules 3, 4, 7, 9 and 16 to 18, by name."""
    return _cards(cite) | _shuffle(cite) | _irregularities(cite) | _device(cite) | _general(cite)


def _cards(cite: Cite) -> dict[str, Any]:
    return dict(
        shoe=cite("1.1:card shoe"),
        new_shoe=cite("1.1:card shoe"),
        decks=Cited(range(6, 9, 2), cite("3.1")),
        decks_determined=cite("3.1"),
        cards_checked=cite("3.4"),
        checked_by_machine=cite("3.4", "1.1:deck-checking device"),
        preshuffled=cite("3.5"),
        preshuffled_by_maker=cite("3.5", "1.1:Angel pre-shuffled cards"),
        cards_replaced=cite("3.6"),
        replaced_after_any_round=cite("3.6", "3.6.1"),
        replaced_after_the_cutting_card=cite("3.6", "3.6.2"),
        dealt_from_the_left=cite("3.7"),
        cards_face_up=cite("3.8"),
        cards_handled=cite("3.9"),
        own_totals=cite("3.10"),
        rack_into_device=cite("7.2"),
        signals=cite("9.4"),
    )


def _shuffle(cite: Cite) -> dict[str, Any]:
    return dict(
        machine=cite("1.1:shuffling device"),
        machine_loaded=cite("4.1"),
        shuffled_by_hand_first=cite("4.2"),
        riffle=cite("4.3"),
        riffle_of_makers_cards=cite("4.3.1", "1.1:Angel pre-shuffled cards"),
        multishuffler=cite("1.1:multishuffler"),
        shuffle=cite("4.4"),
        shuffle_when=cite("4.4"),
        shuffled_before_play=cite("4.4", "4.4.1"),
        cutting_card_first=cite("4.4", "4.4.2"),
        cutting_card_in_round=cite("4.4", "4.4.3"),
        shuffle_on_suspicion=cite("4.4", "4.4.4"),
        offer_cut=cite("4.5"),
        cut_first_player=cite("4.5", "4.5.1"),
        cut_box_of_cutting_card=cite("4.5", "4.5.2"),
        cut_farthest_right=cite("4.5"),
        cut_farthest_right_on={
            Occasion.CUTTING_CARD_ON_DEALER: cite("4.5", "4.5.3"),
            Occasion.CUTTING_CARD_FIRST: cite("4.5", "4.5.4"),
            Occasion.CARDS_REPLACED: cite("4.5", "4.5.5"),
        },
        cut_first_to_accept=cite("4.6"),
        cut_by_supervisor=cite("4.6"),
        cards_dropped=cite("4.6.1"),
        cut=cite("4.7", "4.8"),
        burn=cite("1.1:burn/ed", "4.9"),
        burn_from_device=cite("1.1:burn/ed", "4.9", "4.9.1"),
        burn_from_shoe=cite("1.1:burn/ed", "4.9", "4.9.2"),
    )


def _irregularities(cite: Cite) -> dict[str, Any]:
    return dict(
        face_up_card=cite("16.1"),
        check_for_faced_cards=cite("16.1.1"),
        drawn_in_error=cite("16.2"),
        card_refused=cite("16.3"),
        refused_by_all=cite("16.4"),
        dealer_overdrew=cite("16.5"),
        unseen_card_waits=cite("16.6"),
        no_wagers=cite("16.7"),
        misplaced_in_round=cite("16.8"),
        misplaced_found_later=cite("16.8"),
        misdeal_void=cite("16.8", "16.8.1"),
        void_round=cite("16.8", "16.9"),
        shoe_exhausted=cite("16.9"),
        settled_hands_leave=cite("8.1.1", "9.5", "9.6", "9.7"),
        absent_player=cite("16.10"),
        not_cut=cite("16.11"),
        not_burnt=cite("16.12"),
        dealt_past_cutting_card=cite("16.13"),
        rack_waits=cite("16.14"),
        wrong_cards=cite("16.15", "16.15.1"),
        wrong_cards_void=cite("16.15.2"),
        wrong_cards_checked=cite("16.15.3"),
        wrong_cards_notified=cite("16.15.4"),
        burnt_is_burnt=cite("16.16"),
    )


def _device(cite: Cite) -> dict[str, Any]:
    return dict(
        low_limit_device=cite("6.7", "6.7.2"),
        malfunction=cite("17.1", "17.1.1"),
        malfunction_meaning=cite("17.1.2"),
        device_before_the_deal=cite("17.1", "17.1.2"),
        device_conditions=cite("17.1", "17.1.1", "17.1.2", "17.1.3", "17.1.4", "17.1.5"),
        device_transferred=cite("17.2"),
        damaged_replaced=cite("17.3", "17.3.1", "17.3.2", "17.3.3", "17.3.4"),
        round_terminated=cite("17.4"),
        refund_offered=cite("17.5", "17.5.1"),
        device_emptied=cite("17.5.2"),
        damaged_replaced_by_hand=cite("17.5.3"),
        malfunction_shuffle=cite("17.5.4"),
        malfunction_cut=cite("17.5.4"),
        malfunction_finish=cite("17.5", "17.5.5"),
        malfunction_manual_shoe=cite("17.5.5"),
        malfunction_new_cards=cite("17.5.6"),
        device_awaited=cite("17.5.6"),
    )


def _general(cite: Cite) -> dict[str, Any]:
    return dict(
        operator=cite("18.13"),
        prohibited_device=cite("18.1"),
        no_advantage=cite("18.1"),
        staff_exempt=cite("18.2"),
        breach=cite("18.3"),
        void_wager=cite("18.3.1"),
        exclude=cite("18.3.2"),
        exclude_from_casino=cite("18.3.3"),
        detain=cite("18.3.4"),
        disturbance=cite("18.4", "18.4.1"),
        fraud=cite("18.4", "18.4.2"),
        refund_or_forfeit=cite("18.5"),
        no_advice=cite("18.6"),
        conduct=cite("18.6"),
        no_influence=cite("18.7"),
        closure=cite("18.8"),
        closure_sign=Cited(20 * MINUTE, cite("18.8")),
        vacate_seat=Cited(3, cite("18.9")),
        no_private_bets=cite("18.10"),
        refuse_wager=cite("18.11"),
        first_decision=cite("18.12", "1.1:gaming supervisor"),
        dispute=cite("18.12"),
        operator_final=cite("18.13", "1.1:inspector"),
        copy_of_rules=cite("18.14"),
    )
