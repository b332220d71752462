"""One decision: what each choice is worth with the cards that are known."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """The best choice, and what every choice is worth in initial wagers, the best play after it."""

    best: str
    values: dict[str, Fraction | float]
    """As ratios where they are known as such."""
    beside: dict[str, Fraction] = {}
    """What a unit is worth of each wager that may be made beside the choice."""
    notes: tuple[str, ...] = ()
    """What was taken for granted, and what is rounded."""

    def __str__(self) -> str:
        from croupier.odds.showing import decision_text

        return decision_text(self)

    def _repr_html_(self) -> str:
        from croupier.odds.showing import decision_html

        return decision_html(self)
