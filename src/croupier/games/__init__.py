"""The games, by instrument."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.games.blackjack.rules import BlackjackRules


def rules_for(instrument: str, options: Mapping[str, object] | None = None) -> BlackjackRules:
    """The rules of a table under an instrument, with the options it was given."""
    from croupier.games.blackjack.act import YEARS, act_rules

    if instrument not in YEARS:
        raise LookupError(f"unknown instrument {instrument!r}; known: {', '.join(YEARS)}")
    return act_rules(instrument, options)
