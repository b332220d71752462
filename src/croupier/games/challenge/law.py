"""NSW Blackjack Challenge: which clause says what, and the limbs by which its wagers are settled.

No insurance, no stand-off; a Blackjack never loses, any other 21 and five cards are paid at once.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.games.blackjack.rules import (
    AbsentDecider,
    BlackjackLaw,
    BlackjackRules,
    CollectBusts,
    DealerBlackjackCollects,
    DoubleOn,
    EvenMoneyScope,
    PairLaw,
    RoundingUnit,
    Soft17,
    ThirdPartyCap,
)
from croupier.games.blackjack.settlement import Limb
from croupier.games.challenge.table_law import table_law, with_fixed_side_bets
from croupier.rulebook.citations import Cited
from croupier.rulebook.options import resolve
from croupier.table.facts import Outcome
from croupier.table.law import Laws
from croupier.table.wagers import MAIN, LimitReadings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.rulebook.instruments import Instrument

LIMBS = (
    Limb(
        "player_blackjack",
        lambda p, d: p.blackjack and not d.blackjack,
        Outcome.WIN,
        prevails_over=("no_more_than_dealer",),
    ),
    Limb(
        "higher_blackjack",
        lambda p, d: p.blackjack and d.blackjack and p.rank > d.rank,
        Outcome.WIN,
        prevails_over=("no_more_than_dealer",),
    ),
    Limb(
        "same_blackjack",
        lambda p, d: p.blackjack and d.blackjack and p.rank == d.rank,
        Outcome.WIN,
        prevails_over=("no_more_than_dealer",),
    ),
    Limb(
        "lower_blackjack",
        lambda p, d: p.blackjack and d.blackjack and p.rank < d.rank,
        Outcome.WIN,
        prevails_over=("no_more_than_dealer",),
    ),
    Limb("higher_total", lambda p, d: d.total < p.total <= 20, Outcome.WIN),
    Limb("dealer_bust", lambda p, d: p.total <= 20 and d.total > 21, Outcome.WIN),
    Limb("no_more_than_dealer", lambda p, d: p.total <= d.total <= 21, Outcome.LOSE),
)
"""The limbs of 15.1. A 21 that is no Blackjack is paid before and never comes here."""


def rules(book: Instrument, given: Mapping[str, object]) -> BlackjackRules:
    """The rules of one table of Blackjack Challenge, with the options it was given."""
    options = resolve(book, given)
    limits, chip = options["limits"], options["smallest_chip"]
    least, most = limits.get(MAIN, (1, None))
    law, table_law = laws(book)
    fixed = options["side_bet_amount"] == "fixed"
    return BlackjackRules(
        instrument=book,
        law=law,
        table_law=with_fixed_side_bets(table_law) if fixed else table_law,
        options=options,
        decks=options["decks"],
        soft_17=Soft17(book.value("soft_17", "12.2").value),
        double_on=DoubleOn.TWO_OR_THREE_CARDS,
        even_money_scope=EvenMoneyScope.OWNER,
        insurance_with_even_money=False,
        third_party_insurance=False,
        third_party_cap=ThirdPartyCap.SHARED,
        collect_busts=CollectBusts.AT_BUST,
        absent_decider=AbsentDecider(options["absent_decider"]),
        side_bets=frozenset(options["side_bets"]),
        side_bet_needs_own_main=options["side_bet_needs_own_main"],
        smallest_chip=chip,
        double_multiple=1,
        least_double=least if options["min_double"] == "table_minimum" else chip,
        dealer_blackjack_collects=DealerBlackjackCollects(options["dealer_blackjack_collects"]),
        rounding_unit=RoundingUnit(options["rounding_unit"]),
        rejoin_on_resplit=options["rejoin_on_resplit"],
        most_on_a_box=most if options["limits_apply_to_additional"] else None,
        approved_amounts={
            name: (limits[name][0],) for name in options["side_bets"] if fixed and name in limits
        },
        readings=LimitReadings(
            shares=law.maximum_shared or {},
            steps_from_the_minimum=True,
            minimum_for_the_box=options["minimum_scope"] == "area",
            short_wagers_are_valid=True,
            mains_first=True,
            own_main_on_any_box=not options["restriction_same_area"],
        ),
        limbs=LIMBS,
    )  # fmt: skip


@cache
def laws(book: Instrument) -> Laws[BlackjackLaw]:
    """What the instrument says of a round and of its table."""
    return Laws(_law(book), table_law(book))


def _law(book: Instrument) -> BlackjackLaw:
    cite, value = book.cite, book.value
    soft_17 = value("soft_17", "12.2")
    return BlackjackLaw(
        ace_value=cite("3.2", "3.2.1"),
        pip_value=cite("3.2", "3.2.2"),
        ten_value=cite("3.2", "3.2.2"),
        picture_value=cite("3.2", "3.2.3"),
        hard_total=cite("1.1:point total"),
        soft_total=cite("1.1:point total", "3.2.1"),
        blackjack=cite("1.1:blackjack"),
        blackjack_ends_the_hand=cite("1.1:blackjack", "9.3"),
        initial_deal=cite("1.1:round of play", "3.8", "7.1"),
        first_card=cite("7.1"),
        dealers_card=cite("7.1"),
        second_card=cite("7.1"),
        interim_settlement=cite("8.1"),
        interim_blackjack=value("blackjack_pays", "8.1", "8.1.1"),
        blackjack_waits=cite("8.1.2"),
        subsequent_deal=cite("9.1"),
        may_split=cite("9.1.2", "11.1"),
        may_double=cite("9.1.1", "10.1", "10.2"),
        may_draw=cite("9.1.4", "9.3", "9.4"),
        may_stand=cite("9.1.3", "9.4"),
        no_card_at_21=cite("9.3"),
        must_draw_under_12=cite("9.2"),
        pays_21=value("pays_21", "9.6"),
        five_card_trick=value("five_card_trick", "9.7"),
        decider_declined_split=cite("11.1", "11.5"),
        others_may_split=cite("11.5", "11.5.1"),
        others_ride=cite("11.5", "11.5.2"),
        most_hands=value("most_hands", "11.4", "11.4.2"),
        first_hand_first=cite("11.2", "11.3"),
        blackjack_after_split=cite("11.3.1"),
        split=cite("11.1"),
        split_stake=cite("11.1", "11.4.1"),
        split_again=cite("9.1.2", "11.3", "11.4", "11.4.1"),
        no_split_after_drawing=cite("11.4.3"),
        decider_declined_double=cite("10.3"),
        others_may_double=cite("10.3"),
        double_after_split=cite("9.1.1", "10.1", "10.2", "11.3"),
        double=cite("10.1"),
        one_card_on_double=cite("10.2", "10.3"),
        dealer_draws=cite("12.1"),
        dealer_stands=cite("12.2"),
        dealer_hits_soft_17=soft_17.clauses if soft_17.value == Soft17.HIT else None,
        no_needless_cards=cite("12.3"),
        settlement=cite("15.1"),
        dealer_bust=cite("15.1.3"),
        higher_total=cite("15.1.2"),
        player_blackjack=cite("15.1.1"),
        player_bust=cite("9.5"),
        no_more_than_dealer=cite("15.1.4"),
        higher_blackjack=value("higher_blackjack", "15.1.1", "15.1.1.2", "15.1.1.2.1", "3.3"),
        same_blackjack=value("same_blackjack", "15.1.1", "15.1.1.2", "15.1.1.2.2", "3.3"),
        lower_blackjack=value("lower_blackjack", "15.1.1", "15.1.1.2", "15.1.1.2.3", "3.3"),
        blackjack_pays=value("blackjack_pays", "15.1.1.1"),
        win_pays=Cited(value("win_pays", "15.1.2", "15.1.3").value, cite("15.1")),
        original_after_double=cite("10.4"),
        original_after_split=cite("11.6"),
        rounding_up=cite("5.9"),
        announces=cite("9.1"),
        announces_after_a_card=cite("9.4"),
        announces_after_a_split=cite("11.3"),
        absent_player=cite("16.10"),
        largest_decides=cite("5.5", "5.5.2"),
        maximum_shared={
            1: cite("6.3.1", "6.1.1"),
            2: cite("6.3.1", "6.1.2"),
            3: cite("6.3.1", "6.1.3"),
        },
        any_pairs=_any_pairs(book),
        perfect_pairs=_perfect_pairs(book),
    )


def _any_pairs(book: Instrument) -> PairLaw:
    cite, pays = book.cite, book.value("any_pairs", "13.7")
    return PairLaw(
        procedure=cite("1.1:Any Pair", "13.8"),
        collect=cite("13.8"),
        pay=cite("13.8"),
        mixed=cite("13.6"),
        coloured_red=cite("13.6"),
        coloured_black=cite("13.6"),
        perfect=cite("13.6"),
        no_pair=cite("13.6"),
        of_numbers=cite("13.6.1"),
        of_pictures=cite("13.6.2"),
        pays_mixed=pays,
        pays_coloured=pays,
        pays_perfect=pays,
    )


def _perfect_pairs(book: Instrument) -> PairLaw:
    cite, value = book.cite, book.value
    return PairLaw(
        procedure=cite("1.1:Perfect Pairs wager", "14.9"),
        collect=cite("14.9"),
        pay=cite("14.9"),
        mixed=cite("14.7", "14.8"),
        coloured_red=cite("14.7", "14.8"),
        coloured_black=cite("14.7", "14.8"),
        perfect=cite("14.7", "14.8"),
        no_pair=cite("14.7"),
        of_numbers=cite("14.7.1"),
        of_pictures=cite("14.7.2"),
        pays_mixed=value("perfect_pairs_mixed", "14.8.1"),
        pays_coloured=value("perfect_pairs_coloured", "14.8.2"),
        pays_perfect=value("perfect_pairs_perfect", "14.8.3"),
    )
