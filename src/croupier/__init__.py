"""Croupier runs casino table games exactly as a regulator approved them.

The names below are the library's front door; each is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from croupier import registry
from croupier.version import __version__

if TYPE_CHECKING:
    from croupier.adjudication import adjudicate
    from croupier.aggregate.roles import Person, Role
    from croupier.cards import Card, parse_cards
    from croupier.dealer import Dealer
    from croupier.games import rules_for, table_for
    from croupier.odds import odds
    from croupier.rulebook.citations import Refused
    from croupier.rulebook.instruments import instruments, load
    from croupier.table.table import Table

_HOME = {
    "Card": "croupier.cards",
    "Dealer": "croupier.dealer",
    "Person": "croupier.aggregate.roles",
    "Refused": "croupier.rulebook.citations",
    "Role": "croupier.aggregate.roles",
    "Table": "croupier.table.table",
    "adjudicate": "croupier.adjudication",
    "instruments": "croupier.rulebook.instruments",
    "load": "croupier.rulebook.instruments",
    "odds": "croupier.odds",
    "parse_cards": "croupier.cards",
    "rules_for": "croupier.games",
    "table_for": "croupier.games",
}

__all__ = [
    "Card",
    "Dealer",
    "Person",
    "Refused",
    "Role",
    "Table",
    "__version__",
    "adjudicate",
    "instruments",
    "load",
    "odds",
    "parse_cards",
    "registry",
    "rules_for",
    "table_for",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _HOME:
        module = import_module(_HOME[name])
        # `odds` is a package that can be called, and is here now that it is imported.
        return globals()[name] if name in globals() else getattr(module, name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")
