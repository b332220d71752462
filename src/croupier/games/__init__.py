"""The games, by instrument: rules to read, tables to play at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table


def rules_for(instrument: str, options: Mapping[str, object] | None = None) -> BlackjackRules:
    """The rules of a table under an instrument, with the options it was given."""
    from croupier.games.blackjack.act import YEARS, act_rules
    from croupier.rulebook.instruments import load

    load(instrument)  # an unknown one is refused there, with the nearest that exist
    if instrument not in YEARS:
        raise LookupError(f"no game is played under {instrument} yet")
    return act_rules(instrument, options)


def laws_of(instrument: str) -> tuple[object, ...]:
    """The laws that the code of an instrument reads its rules from; none for a game to come."""
    from croupier.games.blackjack.act import YEARS, act_rules

    if instrument not in YEARS:
        return ()
    rules = act_rules(instrument)
    return rules.table_law, rules.law


def table_for(
    instrument: str,
    options: Mapping[str, object] | None = None,
    *,
    name: str = "table",
    boxes: int = 7,
    keep: Callable[[bytes], object] | None = None,
) -> Table:
    """A table under an instrument, not yet open. `keep` is handed every line of its record."""
    import croupier.table.acts  # noqa: F401 - declares the commands of every table
    from croupier.games.blackjack.at_table import Blackjack
    from croupier.table.table import Table

    return Table(Blackjack(rules_for(instrument, options)), name=name, boxes=boxes, keep=keep)
