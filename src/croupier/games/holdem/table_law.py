"""ACT Ultimate Texas Hold'em of 2025: the clauses behind what any table does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.holdem.tournament_law import tournaments
from croupier.rulebook.citations import Cited
from croupier.table.law import TableLaw

if TYPE_CHECKING:
    from croupier.table.law import Cite


def table_law(cite: Cite) -> TableLaw:
    return TableLaw(
        identity=cite("I:1", "I:3", "I:4"),
        commencement=cite("I:2"),
        approved=cite("A:Approved"),
        box=cite("A:Box"),
        operator=cite("A:Casino Operator"),
        supervisor=cite("A:Casino Supervisor"),
        dealer=cite("A:Dealer"),
        tournament_director=cite("A:Tournament Director/Assistant"),
        float=cite("9.9"),  # no word for it but that it pays
        round_of_play=cite("A:Round of Play"),
        shoe=cite("2.2", "A:Card Shoe", "A:Automated shuffling shoe"),
        session=cite("A:Session", "A:Session(a)", "A:Session(b)"),
        tournament_chips=cite("A:Tournament Chips"),
        tournament_commission=cite("A:Tournament Commission"),
        void=cite("A:Void"),
        vocabulary=cite("A:NB"),
        layout_approved=cite("1.1"),
        decks=cite("2.1"),
        cards_checked=cite("2.4"),
        cards_replaced=cite("2.5"),
        limits_displayed=cite("5.1"),
        personal_limit=cite("5.2"),
        multiples=cite("5.3"),
        under_minimum=cite("5.4"),
        over_maximum=cite("5.5"),
        betting_window=cite("4.2"),
        chips_in_the_box=cite("4.1"),
        wagers_frozen=cite("4.6"),
        seated_decides=cite("15.7"),  # the one clause that knows of seats
        shuffle=cite("6.1", "6.1(a)"),
        offer_cut=cite("6.3"),
        cut=cite("6.3", "6.3(a)", "6.3(b)"),
        no_more_bets=cite("7.1"),
        dealing=cite(
            "2.2",
            "2.2(a)",
            "2.2(b)",
            "7.1",
            "7.2",
            "7.2(a)",
            "7.2(b)",
            "7.2(c)",
            "7.2(d)",
            "7.3",
            "7.3(a)",
            "7.3(b)",
            "7.3(c)",
            "7.3(d)",
            "7.3(e)",
            "7.3(f)",
        ),
        drawn_in_error=cite("13.1"),
        misplaced_in_round=cite("13.1", "6.1(b)"),
        card_misnamed=cite("15.6(b)", "15.6(c)"),
        absent_player=cite("13.8[2]"),
        hours=cite("14.1"),
        closure=cite("14.2"),
        disturbance=cite("15.2"),
        breach=cite("15.3"),
        void_wager=cite("15.3(a)"),
        exclude=cite("15.3(b)"),
        void_round=cite("15.4"),
        dispute=cite("15.5"),
        conduct=cite("15.6"),
        no_advice=cite("15.6(a)"),
        no_advantage=cite("15.6(b)"),
        approved_procedures=cite("15.6(c)"),
        vacate_seat=Cited(3, cite("15.7")),
        no_influence=cite("15.8"),
        no_private_bets=cite("15.9"),
        copy_of_rules=cite("15.10"),
        machine=cite("A:Automated shuffling shoe"),
        machine_loaded=cite("6.1", "6.1(a)"),
        malfunction_new_cards=cite("11.2"),
        malfunction_meaning=cite("11.3"),
        tournament=tournaments(cite),
    )
