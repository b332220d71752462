"""ACT Blackjack, 2006 and 2018: which clause says what, and where the two differ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from croupier.games.blackjack.rules import (
    AbsentDecider,
    BlackjackLaw,
    BlackjackRules,
    CollectBusts,
    DoubleOn,
    EvenMoneyScope,
    InsuranceLaw,
    PairLaw,
    SevensLaw,
    Soft17,
    ThirdPartyCap,
)
from croupier.games.blackjack.settlement import LIMBS
from croupier.games.blackjack.table_law import table_law_of_2006, table_law_of_2018
from croupier.rulebook.options import resolve
from croupier.table.law import Laws

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import TableLaw


@dataclass(frozen=True, slots=True)
class Edition:
    """One of the two approvals: what it has of its own, and the rest, which they share."""

    play: Callable[[Instrument], dict[str, Any]]
    table: Callable[[Instrument], TableLaw]

    def laws(self, book: Instrument) -> Laws[BlackjackLaw]:
        """What the instrument says of a round and of its table."""
        return _laws(self, book)

    def rules(self, book: Instrument, given: Mapping[str, object]) -> BlackjackRules:
        """The rules of one table, with the options it was given."""
        return _rules(book, _laws(self, book), resolve(book, given))


@cache
def _laws(edition: Edition, book: Instrument) -> Laws[BlackjackLaw]:
    return Laws(_law(book, edition.play(book)), edition.table(book))


def _rules(book: Instrument, laws: Laws[BlackjackLaw], options: dict[str, Any]) -> BlackjackRules:
    return BlackjackRules(
        instrument=book,
        law=laws.law,
        table_law=laws.table_law,
        options=options,
        decks=options["decks"],
        soft_17=Soft17(options["soft_17"]),
        double_on=DoubleOn(options["double_on"]),
        even_money_scope=EvenMoneyScope(options["even_money_scope"]),
        insurance_with_even_money=options["allow_insurance_with_even_money"],
        third_party_insurance=options["third_party_insurance"],
        third_party_cap=ThirdPartyCap(options.get("third_party_cap", "shared")),
        collect_busts=CollectBusts(options["collect_busts"]),
        absent_decider=AbsentDecider(options["absent_decider"]),
        side_bets=frozenset(options["side_bets"]),
        side_bet_needs_own_main=options["side_bet_needs_own_main"],
        smallest_chip=options["smallest_chip"],
        double_multiple=options["multiples"].get("main", 1),
        approved_amounts={"super-sevens": options.get("super_sevens_amounts", ())},
        limbs=LIMBS,
    )


def _law(book: Instrument, own: dict[str, Any]) -> BlackjackLaw:
    cite, value = book.cite, book.value
    return BlackjackLaw(
        ace_value=cite("2.5", "2.5(a)"),
        pip_value=cite("2.5", "2.5(b)"),
        ten_value=cite("2.5", "2.5(c)"),
        picture_value=cite("2.5", "2.5(c)"),
        hard_total=cite("A:Hard total"),
        soft_total=cite("A:Soft total"),
        blackjack=cite("A:Blackjack"),
        blackjack_ends_the_hand=cite("A:Blackjack", "9.2", "9.2(a)"),
        initial_deal=cite("A:Initial deal", "6.1", "6.2"),
        first_card=cite("6.2(a)"),
        dealers_card=cite("6.2(b)"),
        second_card=cite("6.2(c)"),
        interim_settlement=cite("8.1"),
        interim_blackjack=value("blackjack_pays", "8.1(a)"),
        subsequent_deal=cite("A:Subsequent deal", "9.1"),
        may_split=cite("9.1(a)", "A:Split"),
        may_double=cite("9.1(b)", "A:Double/double down"),
        may_draw=cite("9.1(c)"),
        may_stand=cite("9.1(d)"),
        no_card_at_21=cite("9.2(a)"),
        must_draw_under_12=cite("9.2(b)"),
        decider_declined_split=cite("10.1"),
        others_may_split=cite("10.2", "10.2(a)"),
        others_ride=cite("10.2", "10.2(b)"),
        most_hands=value("most_hands", "10.3"),
        first_hand_first=cite("10.4", "10.6"),
        one_card_on_aces=cite("10.3", "10.5"),
        no_blackjack_after_split=cite("10.7", "9.2(a)"),
        split=cite("A:Split"),
        split_stake=cite("A:Split"),
        split_again=cite("9.1(a)", "A:Split"),
        no_split_after_drawing=cite("A:Split"),
        decider_declined_double=cite("11.1"),
        others_may_double=cite("11.2"),
        double_after_split=cite("9.1(b)", "11.3"),
        double=cite("A:Double/double down"),
        one_card_on_double=cite("11.2"),
        dealer_draws=cite("12.1"),
        no_needless_cards=cite("12.2"),
        settlement=cite("13.1", "13.2"),
        dealer_bust=cite("13.1(a)"),
        higher_total=cite("13.1(b)"),
        player_blackjack=cite("13.1(c)"),
        player_bust=cite("13.1(d)"),
        lower_total=cite("13.1(e)"),
        dealer_blackjack=cite("13.1(f)"),
        stand_off=cite("13.1(g)", "A:Stand off"),
        blackjack_pays=value("blackjack_pays", "13.2(a)"),
        win_pays=value("win_pays", "13.2(b)"),
        absent_player=cite("14.7"),
        **own,
    )


def _law_2006(book: Instrument) -> dict[str, Any]:
    cite, value = book.cite, book.value
    soft_17 = value("soft_17", "12.1")
    return dict(
        insurance=InsuranceLaw(
            insurance=cite("7.1"),
            insurance_window=cite("7.2", "A:Insurance line"),
            insurance_multiples=cite("7.3", "A:Float"),
            insurance_pays=value("insurance_pays", "7.4"),
            insurance_loses=cite("7.5", "7.5(a)"),
            insurance_wins=cite("7.5", "7.5(b)"),
            insurance_on_others=None,
            preference_same_box=None,
            preference_nearest=None,
            preference_least_insured=None,
            even_money=value("even_money_pays", "8.1(b)"),
        ),
        dealer_stands=cite("12.1"),
        dealer_hits_soft_17=soft_17.clauses if soft_17.value == Soft17.HIT else None,
        perfect_pairs=PairLaw(
            procedure=cite("18.3", "18.3(a)", "18.3(b)", "18.4", "18.13", "18.15"),
            collect=cite("18.13(a)"),
            pay=cite("18.12", "18.13(b)"),
            mixed=cite("18.11", "18.11(a)", "18.5"),
            coloured_red=cite("18.11", "18.11(b)", "18.6", "18.6(a)"),
            coloured_black=cite("18.11", "18.11(b)", "18.6", "18.6(b)"),
            perfect=cite("18.11", "18.11(c)", "18.7", "A:Suited"),
            no_pair=cite("18.11", "18.11(d)"),
            pays_mixed=value("perfect_pairs_mixed", "18.14", "18.14(a)"),
            pays_coloured=value("perfect_pairs_coloured", "18.14", "18.14(b)"),
            pays_perfect=value("perfect_pairs_perfect", "18.14", "18.14(c)"),
        ),
        pairs_play=None,
        super_sevens=SevensLaw(
            procedure=cite("17.8"),
            collect=cite("17.8(a)"),
            pay_first_card=cite("17.8(b)"),
            first_card=cite("17.6", "17.6(a)"),
            two_sevens=cite("17.6", "17.6(b)"),
            three_sevens=cite("17.6", "17.6(c)"),
            no_seven=cite("17.6", "17.6(d)"),
            pays_one=value("super_sevens_one", "17.7"),
            pays_two=value("super_sevens_two", "17.7"),
            pays_two_suited=value("super_sevens_two_suited", "17.7"),
            pays_three=value("super_sevens_three", "17.7"),
            pays_three_suited=value("super_sevens_three_suited", "17.7"),
            suited=cite("A:Suited", "A:Suit"),
            not_suited=cite("A:Not suited", "A:Suit"),
            pay_when_known=cite("17.9"),
            after_a_split=cite("17.10"),
        ),
    )  # fmt: skip


def _law_2018(book: Instrument) -> dict[str, Any]:
    cite, value = book.cite, book.value
    any_pair = value("pairs_play", "17.23")
    return dict(
        insurance=InsuranceLaw(
            insurance=cite("7.1", "A:Insurance wager"),
            insurance_window=cite("7.3", "A:Insurance line"),
            insurance_multiples=cite("7.4", "A:Float"),
            insurance_pays=value("insurance_pays", "7.5"),
            insurance_loses=cite("7.6", "7.6(a)"),
            insurance_wins=cite("7.6", "7.6(b)"),
            insurance_on_others=cite("7.2"),
            preference_same_box=cite("7.2", "7.2(a)"),
            preference_nearest=cite("7.2", "7.2(b)"),
            preference_least_insured=cite("7.2", "7.2(c)"),
            even_money=value("even_money_pays", "8.1(b)"),
        ),
        dealer_stands=cite("12.1", "12.1(a)"),
        dealer_hits_soft_17=cite("12.1", "12.1(b)"),
        perfect_pairs=PairLaw(
            procedure=cite(
                "A:Perfect Pairs", "17.3", "17.3(a)", "17.3(b)", "17.4", "17.4(a)",
                "17.11", "17.13",
            ),
            collect=cite("17.11(a)"),
            pay=cite("17.10", "17.11(b)"),
            mixed=cite("17.9", "17.9(a)", "17.4(b)"),
            coloured_red=cite("17.9", "17.9(b)", "17.4(c)"),
            coloured_black=cite("17.9", "17.9(b)", "17.4(c)"),
            perfect=cite("17.9", "17.9(c)", "17.4(d)", "A:Suited"),
            no_pair=cite("17.9", "17.9(d)"),
            pays_mixed=value("perfect_pairs_mixed", "17.12", "17.12(a)"),
            pays_coloured=value("perfect_pairs_coloured", "17.12", "17.12(b)"),
            pays_perfect=value("perfect_pairs_perfect", "17.12", "17.12(c)"),
        ),
        pairs_play=PairLaw(
            procedure=cite(
                "A:Pairs Play", "17.15", "17.15(a)", "17.15(b)", "17.16", "17.22", "17.24",
            ),
            collect=cite("17.22(a)"),
            pay=cite("17.22(b)"),
            mixed=cite("17.21", "17.21(a)"),
            coloured_red=cite("17.21", "17.21(a)"),
            coloured_black=cite("17.21", "17.21(a)"),
            perfect=cite("17.21", "17.21(a)"),
            no_pair=cite("17.21", "17.21(b)"),
            pays_mixed=any_pair,
            pays_coloured=any_pair,
            pays_perfect=any_pair,
        ),
        super_sevens=None,
    )  # fmt: skip


OF_2006 = Edition(_law_2006, table_law_of_2006)
OF_2018 = Edition(_law_2018, table_law_of_2018)
