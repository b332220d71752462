"""The sign at a baccarat table: limits, the method of settlement, and what every wager pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game_rules.signs import between
from croupier.games.baccarat.rules import Event
from croupier.rulebook.citations import Cited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game_rules.signs import LimitsOf, Said
    from croupier.games.baccarat.game import Baccarat
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.money import Odds
    from croupier.rulebook.settlement_tables import Limb


PAIRS = (Event.MIXED_PAIR, Event.COLOURED_PAIR, Event.PERFECT_PAIR, Event.PAIR)


def printed(game: Baccarat) -> tuple[str, ...]:
    return (f"Tie pays {game.rules.method.pays[Event.TIE].value}",)


def paid(rules: BaccaratRules) -> Iterator[tuple[str, Cited[Odds]]]:
    """Yield what a table pays for: the pairs that it offers, a banker's six if it is apart."""
    pays = rules.method.pays
    offered = {row.pays for row in _pairs_rows(rules)}
    for event, odds in pays.items():
        if event is Event.BANKER_WITH_SIX and odds.value == pays[Event.BANKER].value:
            continue
        if event in offered or event not in PAIRS:
            yield str(event), odds
    limbs = (limb for table in rules.law.limbs.values() for limb in table.values())
    for limb in (*limbs, *_pairs_rows(rules)):
        if isinstance(limb.pays, Cited):
            yield limb.event, limb.pays


def pays_for_a_pair(rules: BaccaratRules, event: str) -> bool:
    """True if an event that is paid for is one of the pairs that the table offers."""
    return event in PAIRS or any(row.event == event for row in _pairs_rows(rules))


def _pairs_rows(rules: BaccaratRules) -> tuple[Limb, ...]:
    if rules.pairs is None:
        return ()
    return tuple(rules.law.pay_tables[rules.pairs_table].values())


def sign(game: Baccarat, limits: LimitsOf) -> Iterator[Said]:
    rules, table_law = game.rules, game.table_law
    for wager in game.wagers:
        name = wager.replace("-", " ").capitalize()
        side = table_law.side_bets.get(wager)
        shown = table_law.limits_displayed if side is None else side.sign
        yield Cited(f"{name} {between(game, limits, wager)}", shown)
    yield Cited(f"{rules.decks} decks, two cutting cards", table_law.decks)
    for event, pays in paid(rules):
        yield Cited(f"{event.capitalize()} pays {pays.value}", pays.clauses)
    law, terms = rules.law, game.terms
    yield Cited(f"Settlement by {terms['settlement']}", law.method_determined)
    yield Cited(f"Cards are dealt {terms['dealing']}", law.face_up_or_down)
    if rules.differential is not None:
        yield Cited(f"Table differential {terms['table differential']}", law.differential)
