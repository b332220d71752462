"""The rules of a table of Blackjack Challenge: the instrument's law with the table's options.

No insurance, no stand-off; a Blackjack never loses, any other 21 and five cards are paid at once.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.games.blackjack.law import check_law, domains_of
from croupier.games.blackjack.rules import (
    AbsentDecider,
    BlackjackLaw,
    BlackjackRules,
    CollectBusts,
    DealerBlackjackCollects,
    DoubleOn,
    EvenMoneyScope,
    EvenMoneyUntil,
    RoundingUnit,
    ThirdPartyCap,
)
from croupier.games.challenge.table_law import ChallengeLaw, with_fixed_side_bets
from croupier.rulebook.law_reader import read_law
from croupier.rulebook.options import resolve
from croupier.table.law import Laws, read_table_law
from croupier.table.wagers import MAIN, LimitReadings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.rulebook.instruments import Instrument
    from croupier.rulebook.settlement_tables import Domain

PLAYER_TOTALS = range(4, 21)
"""The totals with which a hand may come to the settlement: a 21 and a bust are settled before."""


def rules(book: Instrument, given: Mapping[str, object]) -> BlackjackRules:
    """The rules of one table of Blackjack Challenge, with the options it was given."""
    options = resolve(book, given)
    limits, chip = options["limits"], options["smallest_chip"]
    least, most = limits.get(MAIN, (1, None))
    law, table_law = laws(book)
    assert law.soft_17 is not None, "the instrument leaves the table no choice"
    fixed = options["side_bet_amount"] == "fixed"
    return BlackjackRules(
        instrument=book,
        law=law,
        table_law=with_fixed_side_bets(table_law) if fixed else table_law,
        options=options,
        decks=options["decks"],
        soft_17=law.soft_17.value,
        double_on=DoubleOn.TWO_OR_THREE_CARDS,
        even_money_scope=EvenMoneyScope.OWNER,
        even_money_until=EvenMoneyUntil.SUBSEQUENT_DEAL,
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
    )  # fmt: skip


@cache
def laws(book: Instrument) -> Laws[BlackjackLaw]:
    """Return the law of a round and of its table."""
    law = read_law(book, "round", BlackjackLaw)
    check_law(book, law, PLAYER_TOTALS)
    return Laws(law, read_table_law(book, ChallengeLaw))


def domains(book: Instrument) -> dict[str, Domain]:
    """Return the settlement tables and pay tables with their cases, by their place in the law."""
    return domains_of(laws(book).law, PLAYER_TOTALS)
