"""The clauses behind the cards, irregularities, the device and the general provisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.rulebook.citing import Cited
from croupier.table.law import TableLaw

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.rulebook.citing import Clauses

    Cite = Callable[..., Clauses]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLaw(TableLaw):
    """What rules 3, 4 and 16 to 18 ask of a table that no other game's rules do."""


def card_clauses(cite: Cite) -> dict[str, Any]:
    """Rules 3, 4 and 16 to 18, by name."""
    return dict(
        burn=cite("1.1:burn/ed", "4.9"),
        shoe=cite("1.1:card shoe"),
        decks=Cited(range(6, 9, 2), cite("3.1")),
        decks_determined=cite("3.1"),
        cards_checked=cite("3.4"),
        cards_replaced=cite("3.6"),
        cards_face_up=cite("3.8"),
        shuffle=cite("4.4"),
        offer_cut=cite("4.5"),
        cut_first_player=cite("4.5", "4.5.1"),
        cut_box_of_cutting_card=cite("4.5", "4.5.2"),
        cut_farthest_right=cite("4.5", "4.5.3"),
        cut_first_to_accept=cite("4.6"),
        cut=cite("4.7", "4.8"),
        shuffle_when=cite("4.4"),
        cutting_card_first=cite("4.4", "4.4.2"),
        cutting_card_in_round=cite("4.4", "4.4.3"),
        machine=cite("1.1:shuffling device"),
        machine_loaded=cite("4.1"),
        face_up_card=cite("16.1"),
        drawn_in_error=cite("16.2"),
        dealer_overdrew=cite("16.5"),
        misplaced_in_round=cite("16.8"),
        misplaced_found_later=cite("16.8"),
        shoe_exhausted=cite("16.9"),
        absent_player=cite("16.10"),
        dealt_past_cutting_card=cite("16.13"),
        malfunction=cite("17.1"),
        malfunction_finish=cite("17.5", "17.5.5"),
        malfunction_shuffle=cite("17.5.4"),
        malfunction_cut=cite("17.5.4"),
        malfunction_manual_shoe=cite("17.5.6"),
        malfunction_new_cards=cite("17.3"),
        malfunction_meaning=cite("17.1.2"),
        closure=cite("18.8"),
        disturbance=cite("18.4", "18.4.1"),
        breach=cite("18.3"),
        void_wager=cite("18.3.1"),
        exclude=cite("18.3.2"),
        void_round=cite("18.4"),
        dispute=cite("18.12", "18.13"),
        no_advice=cite("18.6"),
        no_advantage=cite("18.1"),
        vacate_seat=Cited(3, cite("18.9")),
        no_influence=cite("18.7"),
        no_private_bets=cite("18.10"),
        copy_of_rules=cite("18.14"),
    )
