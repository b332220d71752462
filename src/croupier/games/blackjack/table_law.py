"""ACT Blackjack, 2006 and 2018: the clauses behind what their tables do, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.games.blackjack.tournament_law import tournaments_of_2006, tournaments_of_2018
from croupier.rulebook.citations import Cited
from croupier.table.law import SideBetLaw, TableLaw

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import Cite

_DEAL = ("A:Initial deal", "6.1", "6.2", "6.2(a)", "6.2(b)", "6.2(c)")


def table_law_of_2006(book: Instrument) -> TableLaw:
    return _table_law(book, _of_2006(book.cite), machine="19")


def table_law_of_2018(book: Instrument) -> TableLaw:
    return _table_law(book, _of_2018(book.cite), machine="18")


def _table_law(book: Instrument, own: dict[str, Any], *, machine: str) -> TableLaw:
    cite = book.cite
    return TableLaw(
        approved=cite("A:Approved"),
        box=cite("A:Box"),
        burn=cite("A:Burn"),
        operator=cite("A:Casino Operator"),
        supervisor=cite("A:Casino Supervisor"),
        dealer=cite("A:Dealer"),
        tournament_director=cite("A:Tournament Director/Assistant"),
        float=cite("A:Float"),
        new_shoe=cite("A:New shoe"),
        round_of_play=cite("A:Round of play"),
        shoe=cite("A:Shoe"),
        session=cite("A:Session"),
        starting_marker=cite("A:Starting Marker"),
        tournament_chips=cite("A:Tournament Chips"),
        tournament_commission=cite("A:Tournament Commission"),
        void=cite("A:Void"),
        layout_approved=cite("1.1"),
        decks=cite("2.1"),
        cards_checked=cite("2.2"),
        determinations=cite("2.3"),
        decks_determined=cite("2.3(a)"),
        shuffle_determined=cite("2.3(b)"),
        cards_replaced=cite("2.4"),
        limits_displayed=cite("3.1"),
        personal_limit=cite("3.2"),
        multiples=cite("3.3"),
        under_minimum=cite("3.4"),
        over_maximum=cite("3.5"),
        betting_window=cite("4.1"),
        chips_in_the_box=cite("4.2"),
        wagers_frozen=cite("4.3"),
        several_boxes=cite("4.4"),
        players_per_box=Cited(3, cite("4.5")),
        seated_decides=cite("4.5", "4.5(a)"),
        nearest_decides=cite("4.5", "4.5(b)"),
        marker_box_total=cite("4.6"),
        mid_shoe=cite("4.7"),
        mid_shoe_missed_first=cite("4.7", "4.7(a)"),
        mid_shoe_skipped=cite("4.7", "4.7(b)"),
        restricted=cite("4.8"),
        restricted_again=cite("4.8", "4.9"),
        shuffle=cite("5.1"),
        offer_cut=cite("5.2"),
        cut_first_player=cite("5.2", "5.2(a)"),
        cut_box_of_cutting_card=cite("5.2", "5.2(b)"),
        cut_farthest_right=cite("5.2", "5.2(c)"),
        cut_first_to_accept=cite("5.2", "5.2(d)"),
        cut=cite("5.3"),
        shuffle_when=cite("5.4"),
        cutting_card_first=cite("5.4", "5.4(a)"),
        cutting_card_in_round=cite("5.4", "5.4(b)"),
        last_rounds=Cited(3, cite("5.5")),
        cards_face_up=cite("6.1"),
        no_more_bets=cite("6.2"),
        face_up_card=cite("14.1"),
        drawn_in_error=cite("14.2"),
        dealer_overdrew=cite("14.3"),
        misplaced_in_round=cite("14.4"),
        misplaced_found_later=cite("14.5"),
        card_not_due=cite("14.2", "14.3"),
        card_misnamed=cite("16.5(b)", "16.5(c)"),
        shoe_exhausted=cite("14.6"),
        absent_player=cite("14.7"),
        dealt_past_cutting_card=cite("14.8"),
        hours=cite("15.1"),
        closure=cite("15.2"),
        disturbance=cite("16.1"),
        breach=cite("16.2"),
        void_wager=cite("16.2(a)"),
        exclude=cite("16.2(b)"),
        void_round=cite("16.3"),
        dispute=cite("16.4"),
        conduct=cite("16.5"),
        no_advice=cite("16.5(a)"),
        no_advantage=cite("16.5(b)"),
        approved_procedures=cite("16.5(c)"),
        vacate_seat=Cited(3, cite("16.6")),
        no_influence=cite("16.7"),
        no_private_bets=cite("16.8"),
        copy_of_rules=cite("16.9"),
        machine_replaces=cite(f"{machine}.1"),
        machine_loaded=cite(f"{machine}.2"),
        malfunction=cite(f"{machine}.3"),
        malfunction_finish=cite(f"{machine}.3(a)"),
        malfunction_shuffle=cite(f"{machine}.3(a)(i)"),
        malfunction_cut=cite(f"{machine}.3(a)(ii)"),
        malfunction_manual_shoe=cite(f"{machine}.3(a)(iii)"),
        malfunction_new_cards=cite(f"{machine}.3(b)"),
        malfunction_meaning=cite(f"{machine}.4"),
        **own,
    )


def _of_2006(cite: Cite) -> dict[str, Any]:
    # No clause of 2006 counts side wagers, but an area marked for a wager is a box.
    three = Cited(3, cite("4.5", "A:Box"))
    return dict(
        tournament=tournaments_of_2006(cite),
        dealing=cite(*_DEAL, "12.1", "12.2"),
        identity=cite("I:1", "I:3"),
        commencement=cite("I:2"),
        personal_limit_is_the_players=False,
        machine=cite("19.1"),
        vocabulary=cite("A:Suit", "A:Suited", "A:Not suited", "A:Insurance line"),
        side_bets={
            "super-sevens": SideBetLaw(
                offered=cite("17.1"),
                layout=cite("17.2"),
                window=cite("17.3"),
                sign=cite("17.4"),
                needs_main=cite("17.5"),
                void_without_main=True,
                most_per_box=three,
                approved_amounts=cite("17.4"),
            ),
            "perfect-pairs": SideBetLaw(
                offered=cite("18.1"),
                layout=cite("18.2"),
                window=cite("18.8"),
                sign=cite("18.9"),
                needs_main=cite("18.10"),
                void_without_main=True,
                most_per_box=three,
            ),
        },
    )


def _of_2018(cite: Cite) -> dict[str, Any]:
    return dict(
        tournament=tournaments_of_2018(cite),
        dealing=cite(*_DEAL, "12.1", "12.1(a)", "12.1(b)", "12.2"),
        identity=cite("I:1", "I:3", "I:4"),
        commencement=cite("I:2"),
        personal_limit_is_the_players=True,
        machine=cite("18.1", "5:fn1"),
        vocabulary=cite(
            "A:Suit", "A:Suited", "A:Not suited", "A:Insurance line", "A:Insurance wager",
            "A:Perfect Pairs", "A:Pairs Play",
        ),
        side_bets={
            "perfect-pairs": SideBetLaw(
                offered=cite("17.1", "17.1(a)"),
                layout=cite("17.2"),
                window=cite("17.5"),
                sign=cite("17.7"),
                needs_main=cite("17.8"),
                void_without_main=False,
                most_per_box=Cited(3, cite("17.6")),
            ),
            "pairs-play": SideBetLaw(
                offered=cite("17.1", "17.1(b)"),
                layout=cite("17.14"),
                window=cite("17.17"),
                sign=cite("17.19"),
                needs_main=cite("17.20"),
                void_without_main=False,
                most_per_box=Cited(3, cite("17.18")),
            ),
        },
    )  # fmt: skip
