"""ACT Mini-Baccarat, 2016: the clauses behind what its table does, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.baccarat.tournament_law import tournaments
from croupier.rulebook.citations import Cited
from croupier.table.law import NO_NUMBER, SideBetLaw, TableLaw

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import Cite


def table_law(book: Instrument) -> TableLaw:
    cite = book.cite
    return TableLaw(
        identity=cite("I:1", "I:3", "I:4"),
        commencement=cite("I:2"),
        approved=cite("A:Approved"),
        box=cite("A:Box"),
        operator=cite("A:Casino Operator"),
        supervisor=cite("A:Casino Supervisor"),
        dealer=cite("A:Dealer"),
        tournament_director=cite("A:Tournament Director/Assistant"),
        float=cite("4.2"),  # no clause of its own: gaming chips are what is bet with
        new_shoe=cite("5.1", "5.1(a)"),
        round_of_play=cite("A:Round of Play"),
        shoe=cite("A:Shoe", "6.1"),
        session=cite("A:Session"),
        starting_marker=cite("A:Starting Marker"),
        tournament_chips=cite("A:Tournament Chips"),
        tournament_commission=cite("A:Tournament Commission"),
        void=cite("A:Void"),
        vocabulary=cite("A:NB", "A:Suit", "A:Suited"),
        layout_approved=cite("1.1"),
        decks=cite("2.1"),
        cards_checked=cite("2.5"),
        determinations=cite("2.2", "8.1", "8.3"),
        cards_replaced=cite("2.3"),
        limits_displayed=cite("3.1"),
        personal_limit=cite("3.2"),
        personal_limit_is_the_players=True,
        multiples=cite("3.3"),
        under_minimum=cite("3.4"),
        over_maximum=cite("3.5"),
        betting_window=cite("4.1"),
        chips_in_the_box=cite("4.2"),
        wagers_frozen=cite("4.6"),
        seated_decides=cite("14.6"),  # a seat gives no say here, and may have to be vacated
        shuffle=cite("5.1", "5.1(a)"),
        offer_cut=cite("5.3"),
        cut_first_to_accept=cite("5.3"),
        cut=cite("5.4"),
        burn=cite("5.5"),
        shuffle_when=cite("5.8"),
        cutting_card_in_round=cite("5.8"),
        no_more_bets=cite("6.2"),
        dealing=cite("6.1", "6.2", "6.2(a)", "6.2(b)", "6.4", "7.1", "7.2", "7.3"),
        drawn_in_error=cite("12.2", "12.3"),
        misplaced_in_round=cite("12.4"),
        card_not_due=cite("12.1", "12.2", "12.3"),
        card_misnamed=cite("14.5(b)", "14.5(c)"),
        misplaced_found_later=cite("12.5"),
        shoe_exhausted=cite("12.7"),
        absent_player=cite("4.6"),  # nobody has to be there for a wager to be decided
        hours=cite("13.1"),
        closure=cite("13.2"),
        disturbance=cite("14.1"),
        breach=cite("14.2"),
        void_wager=cite("14.2(a)"),
        exclude=cite("14.2(b)"),
        void_round=cite("14.3"),
        dispute=cite("14.4"),
        conduct=cite("14.5"),
        no_advice=cite("14.5(a)"),
        no_advantage=cite("14.5(b)"),
        approved_procedures=cite("14.5(c)"),
        vacate_seat=Cited(3, cite("14.6")),
        no_influence=cite("14.7"),
        no_private_bets=cite("14.8"),
        copy_of_rules=cite("14.9"),
        side_bets={
            "perfect-pairs": _pairs(cite, "10[intro]"),
            "canberra-pairs": _pairs(cite, "11[intro]"),
            "banker-pair": _pairs(cite, "4.3(d)"),
            "player-pair": _pairs(cite, "4.3(d)"),
        },
        tournament=tournaments(cite),
    )


def _pairs(cite: Cite, offered: str) -> SideBetLaw:
    """Pairs, as the sign names them and as they are bet on: no main wager goes with them."""
    return SideBetLaw(
        offered=cite("8.2", offered),
        layout=cite("9.2"),
        window=cite("9.7", "9.4"),
        sign=cite("9.3"),
        needs_main=cite("9.4"),
        void_without_main=False,
        most_per_box=NO_NUMBER,
    )
