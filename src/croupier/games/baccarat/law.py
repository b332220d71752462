"""The rules of a table of Mini-Baccarat: the instrument's law with the table's options."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from croupier.game_rules import pair_cases
from croupier.games.baccarat import cases
from croupier.games.baccarat.hands import BANKER, PLAYER, TIE
from croupier.games.baccarat.rules import (
    BaccaratLaw,
    BaccaratRules,
    DifferentialPolicy,
    Event,
    FaceOfCards,
    LimitBasis,
    Method,
    MethodLaw,
    PairsPerPatron,
)
from croupier.money import Odds
from croupier.rulebook.citations import Cited
from croupier.rulebook.law_reader import check_names_of_tables, check_tables, read_law
from croupier.rulebook.options import readings_offered, resolve
from croupier.rulebook.settlement_tables import PAY_TABLES, Domain
from croupier.table.law import Laws, TableLaw, read_table_law

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.rulebook.instruments import Instrument


def rules(book: Instrument, given: Mapping[str, object]) -> BaccaratRules:
    """The rules of one table, with the options it was given."""
    options = resolve(book, given)
    law, table_law = laws(book)
    offered = options["side_bets"]
    return BaccaratRules(
        instrument=book,
        law=law,
        table_law=table_law,
        options=options,
        decks=options["decks"],
        method=law.methods[Method(options["settlement"])],
        pairs=law.side_bets[offered[0]] if offered else None,
        pairs_table=offered[0] if offered else "",
        pairs_per_patron=PairsPerPatron(options["pairs_per_patron"]),
        limit_basis=LimitBasis(options["limit_basis"]),
        differential=options["differential"],
        differential_policy=DifferentialPolicy(options["differential_policy"]),
        dealing=FaceOfCards(options["dealing"]),
    )


@cache
def laws(book: Instrument) -> Laws[BaccaratLaw]:
    """Return the law of a coup and of its table."""
    law = read_law(book, "round", BaccaratLaw)
    methods = {name: _with_commission(method) for name, method in law.methods.items()}
    law = replace(law, methods=methods)
    paid_by_all = [e for e in Event if all(e in method.pays for method in methods.values())]
    wagers = (BANKER, PLAYER, TIE)
    offered = readings_offered(book, "side_bets")
    check_names_of_tables(book, "limbs", law.limbs, known=wagers, needed=wagers)
    check_names_of_tables(
        book, "pay_tables", law.pay_tables, known=tuple(law.side_bets), needed=offered
    )
    check_tables(book, domains_of(law), paid_by_all)
    return Laws(law, read_table_law(book, TableLaw))


def _with_commission(method: MethodLaw) -> MethodLaw:
    """Return a method that pays the banker 1 to 1 less its commission, if it has one."""
    if method.commission is None:
        return method
    kept = 1 - method.commission.value / 100
    less = Cited(Odds(kept.numerator, kept.denominator), method.commission.clauses)
    pays = {**method.pays, Event.BANKER: less, Event.BANKER_WITH_SIX: less}
    return replace(method, pays={event: pays[event] for event in Event if event in pays})


def domains(book: Instrument) -> dict[str, Domain]:
    """Return the settlement tables and pay tables with their cases, by their place in the law."""
    return domains_of(laws(book).law)


def domains_of(law: BaccaratLaw) -> dict[str, Domain]:
    """Return the same for a law that was read."""
    limbs = {
        f"limbs.{wager}": Domain(table, cases.cases, cases.FEATURES)
        for wager, table in law.limbs.items()
    }
    rows = {
        f"{PAY_TABLES}{name}": Domain(
            table, pair_cases.cases, pair_cases.FEATURES, is_pay_table=True
        )
        for name, table in law.pay_tables.items()
    }
    return limbs | rows
