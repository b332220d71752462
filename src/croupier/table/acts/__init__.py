"""Every command of a table, each with the act that judges it, by subject."""

from croupier.table.acts import (
    betting,
    cards,
    closing,
    conduct,
    dealing,
    irregularities,
    opening,
    patrons,
    powers,
    tournament_terms,
)

__all__ = [
    "betting", "cards", "closing", "conduct", "dealing", "irregularities", "opening", "patrons",
    "powers", "tournament_terms",
]  # fmt: skip
