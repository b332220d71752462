"""The rules of a table of ACT Blackjack: the instrument's law with the table's options."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from croupier.game_rules import pair_cases
from croupier.games.blackjack.cases import FEATURES, SEVENS_FEATURES, cases, cases_of_sevens
from croupier.games.blackjack.rules import (
    SUPER_SEVENS,
    AbsentDecider,
    BlackjackLaw,
    BlackjackRules,
    CollectBusts,
    DoubleOn,
    EvenMoneyScope,
    EvenMoneyUntil,
    Soft17,
    ThirdPartyCap,
)
from croupier.rulebook.law_reader import (
    LawError,
    check_names_of_tables,
    check_tables,
    read_law,
)
from croupier.rulebook.options import readings_offered, resolve
from croupier.rulebook.settlement_tables import PAY_TABLES, Domain, Result, odds_of
from croupier.table.law import Laws, TableLaw, read_table_law
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.rulebook.instruments import Instrument
    from croupier.rulebook.settlement_tables import Case, Limb

PLAYER_TOTALS = range(4, 31)
"""The totals with which a hand of the player's may come to the settlement."""


def rules(book: Instrument, given: Mapping[str, object]) -> BlackjackRules:
    """Return the rules of one table, with the options it was given."""
    options = resolve(book, given)
    law, table_law = laws(book)
    return BlackjackRules(
        instrument=book,
        law=law,
        table_law=table_law,
        options=options,
        decks=options["decks"],
        soft_17=Soft17(options["soft_17"]),
        double_on=DoubleOn(options["double_on"]),
        even_money_scope=EvenMoneyScope(options["even_money_scope"]),
        even_money_until=EvenMoneyUntil(options.get("even_money_until", "subsequent_deal")),
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
    )


@cache
def laws(book: Instrument) -> Laws[BlackjackLaw]:
    """Return the law of a round and of its table."""
    law = read_law(book, "round", BlackjackLaw)
    check_law(book, law)
    return Laws(law, read_table_law(book, TableLaw))


def check_law(
    book: Instrument, law: BlackjackLaw, player_totals: Iterable[int] = PLAYER_TOTALS
) -> None:
    """Raise LawError unless the game can settle every wager, and asks every table of the law."""
    offered = readings_offered(book, "side_bets")
    ruled = law.side_bets_ruled
    for wager in offered:
        if wager not in ruled:
            rule = wager.replace("-", "_")
            place = f"{book.id}: law.round.{rule}"
            raise LawError(f"{place}: option side_bets offers {wager}, which needs this rule")
    check_names_of_tables(book, "limbs", law.limbs, known=(MAIN,), needed=(MAIN,))
    check_names_of_tables(book, "pay_tables", law.pay_tables, known=ruled, needed=offered)
    check_tables(book, domains_of(law, player_totals), law.names_of_odds())


def domains(book: Instrument) -> dict[str, Domain]:
    """Return the settlement tables and pay tables with their cases, by their place in the law."""
    return domains_of(laws(book).law)


def domains_of(
    law: BlackjackLaw, player_totals: Iterable[int] = PLAYER_TOTALS
) -> dict[str, Domain]:
    """Return the same for a law that was read."""
    found = {
        "limbs.main": Domain(
            law.limbs[MAIN],
            partial(cases, player_totals),
            FEATURES,
            settled_before=partial(settled_before, law),
        )
    }
    for name, table in law.pay_tables.items():
        sevens = name == SUPER_SEVENS
        found[f"{PAY_TABLES}{name}"] = Domain(
            table,
            cases_of_sevens if sevens else pair_cases.cases,
            SEVENS_FEATURES if sevens else pair_cases.FEATURES,
            is_pay_table=True,
        )
    return found


def settled_before(law: BlackjackLaw, case: Case, limb: Limb) -> str:
    """Return what the round does before the settlement, if a limb rules otherwise.

    A hand that has bust is collected whatever the dealer draws. A Blackjack waits for no total.
    """
    if int(case["player_total"]) > 21:
        if limb.outcome is not Result.LOSE:
            return f"a hand that has bust has lost ({', '.join(law.player_bust)})"
    elif case["player_blackjack"] and not case["dealer_blackjack"]:
        paid = law.interim_blackjack
        if limb.outcome is not Result.WIN or odds_of(limb, law.odds).value != paid.value:
            return (
                "a Blackjack that the dealer cannot match is paid "
                f"{paid.value} at once ({', '.join(paid.clauses)})"
            )
    return ""
