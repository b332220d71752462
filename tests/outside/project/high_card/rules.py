"""The rules of High Card: the law by name, the rules of a table, and what two cards come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from croupier.rulebook.citations import Clauses
from croupier.rulebook.law_reader import check_names_of_tables, check_tables, read_law
from croupier.rulebook.options import readings_offered, resolve
from croupier.rulebook.settlement_tables import PAY_TABLES, Domain, Feature, Limb
from croupier.table.law import Laws, TableLaw, read_table_law
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.rulebook.instruments import Instrument
    from croupier.rulebook.settlement_tables import Case

TWINS = "twins"
LOW_TO_HIGH = "23456789TJQKA"
FEATURES = (
    Feature("card", "The card of the box beside the dealer's.", ("higher", "level", "lower")),
    Feature("twins", "What the two cards have in common.", ("nothing", "rank", "card")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HighCardLaw:
    """The clauses of a round. The names are those of `law.round` in the data file."""

    deal: Clauses
    ranking: Clauses
    settlement: Clauses
    limbs: Mapping[str, Mapping[str, Limb]]
    pay_tables: Mapping[str, Mapping[str, Limb]]
    twins_lose: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class HighCardRules:
    """The rules of one table."""

    instrument: Instrument
    law: HighCardLaw
    table_law: TableLaw
    options: dict[str, Any]
    decks: int

    def limbs_of(self, wager: str) -> Mapping[str, Limb]:
        """Return the limbs or rows that settle a wager."""
        return self.law.limbs[wager] if wager == MAIN else self.law.pay_tables[wager]


def rules(book: Instrument, given: Mapping[str, object]) -> HighCardRules:
    """Return the rules of a table with these options."""
    options = resolve(book, given)
    law, table_law = laws(book)
    return HighCardRules(
        instrument=book, law=law, table_law=table_law, options=options, decks=options["decks"]
    )


@cache
def laws(book: Instrument) -> Laws[HighCardLaw]:
    """Return the law of a round and of its table, or raise LawError."""
    law = read_law(book, "round", HighCardLaw)
    offered = readings_offered(book, "side_bets")
    check_names_of_tables(book, "limbs", law.limbs, known=(MAIN,), needed=(MAIN,))
    check_names_of_tables(book, "pay_tables", law.pay_tables, known=(TWINS,), needed=offered)
    check_tables(book, _domains(law), ())
    return Laws(law, read_table_law(book, TableLaw))


def domains(book: Instrument) -> dict[str, Domain]:
    """Return each settlement table with the cases that can occur."""
    return _domains(laws(book).law)


def _domains(law: HighCardLaw) -> dict[str, Domain]:
    limbs = {f"limbs.{MAIN}": Domain(law.limbs[MAIN], cases, FEATURES)}
    rows = {
        f"{PAY_TABLES}{name}": Domain(table, cases, FEATURES, is_pay_table=True)
        for name, table in law.pay_tables.items()
    }
    return limbs | rows


def case_of(box: Card, dealer: Card) -> Case:
    """Return what the limbs may ask of the two cards."""
    apart = LOW_TO_HIGH.index(box.rank) - LOW_TO_HIGH.index(dealer.rank)
    card = "level" if apart == 0 else "higher" if apart > 0 else "lower"
    twins = "card" if box is dealer else "rank" if apart == 0 else "nothing"
    return {"card": card, "twins": twins}


def cases() -> Iterator[Case]:
    """Yield every case of two cards."""
    yield {"card": "higher", "twins": "nothing"}
    yield {"card": "lower", "twins": "nothing"}
    yield {"card": "level", "twins": "rank"}
    yield {"card": "level", "twins": "card"}
