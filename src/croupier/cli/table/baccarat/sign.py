"""The sign at a baccarat table: limits, the method of settlement, and what every wager pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.table.sign import limits
from croupier.cli.table.wording import Line
from croupier.games.baccarat.rules import Event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cli.table.baccarat.session import BaccaratSession
    from croupier.games.baccarat.rules import BaccaratRules


_PAIRS = (Event.MIXED_PAIR, Event.COLOURED_PAIR, Event.PERFECT_PAIR, Event.PAIR)


def printed(rules: BaccaratRules) -> tuple[str, ...]:
    """What is printed on the felt."""
    return (f"Tie pays {rules.method.pays[Event.TIE].value}",)


def sign(session: BaccaratSession) -> Iterator[Line]:
    """Every line of the sign, with its clauses."""
    rules, table_law = session.rules, session.table.law
    for kind in session.kinds:
        yield Line(
            f"{session.wager_name(kind)} {limits(session, kind)}", table_law.limits_displayed
        )
    yield Line(f"{rules.decks} decks, two cutting cards", table_law.decks.clauses)
    offered = {kind.value for kind in rules.pairs.kinds.values()} if rules.pairs else set()
    for event, pays in rules.method.pays.items():
        if event is Event.BANKER_WITH_SIX and pays.value == rules.method.pays[Event.BANKER].value:
            continue
        if event in offered or event not in _PAIRS:
            yield Line(f"{event.capitalize()} pays {pays.value}", pays.clauses)
    law, terms = rules.law, session.table.game.terms
    yield Line(f"Settlement by {terms['settlement']}", law.method_determined)
    yield Line(f"Cards are dealt {terms['dealing']}", law.face_up_or_down)
    if rules.differential is not None:
        yield Line(f"Table differential {terms['table differential']}", law.differential)
