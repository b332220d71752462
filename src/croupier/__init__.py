"""Croupier runs casino table games exactly as a regulator approved them.

The names below are the library's front door; each is imported when it is first used. `Game` plays
any instrument, `moves` has what is played; `odds` counts what wagers cost; `adjudicate` settles a
round that somebody describes; `table_for` opens a live table with a record.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from croupier import registry
from croupier.version import __version__

if TYPE_CHECKING:
    from croupier import moves
    from croupier.adjudication import Answer, Refusal, RoundFileError, adjudicate
    from croupier.aggregate.roles import Person, Role
    from croupier.cards import Card, parse_cards
    from croupier.dealer import Dealer
    from croupier.game_rules import rules_for, table_for
    from croupier.odds import Laboratory
    from croupier.play.game import Game
    from croupier.play.seat_views import SeatView
    from croupier.rulebook.citations import Refused
    from croupier.rulebook.instruments import instruments, load
    from croupier.table.table import Table

    odds: Laboratory

_HOME = {
    "Answer": "croupier.adjudication",
    "Card": "croupier.cards",
    "Dealer": "croupier.dealer",
    "Game": "croupier.play.game",
    "Person": "croupier.aggregate.roles",
    "Refusal": "croupier.adjudication",
    "Refused": "croupier.rulebook.citations",
    "Role": "croupier.aggregate.roles",
    "RoundFileError": "croupier.adjudication",
    "SeatView": "croupier.play.seat_views",
    "Table": "croupier.table.table",
    "adjudicate": "croupier.adjudication",
    "instruments": "croupier.rulebook.instruments",
    "load": "croupier.rulebook.instruments",
    "moves": "croupier.moves",
    "odds": "croupier.odds",
    "parse_cards": "croupier.cards",
    "rules_for": "croupier.game_rules",
    "table_for": "croupier.game_rules",
}

__all__ = [
    "Answer",
    "Card",
    "Dealer",
    "Game",
    "Person",
    "Refusal",
    "Refused",
    "Role",
    "RoundFileError",
    "SeatView",
    "Table",
    "__version__",
    "adjudicate",
    "instruments",
    "load",
    "moves",
    "odds",
    "parse_cards",
    "registry",
    "rules_for",
    "table_for",
]  # fmt: skip


if not TYPE_CHECKING:  # which knows the names above, and would take any other for one of them

    def __getattr__(name: str) -> Any:
        if name in _HOME:
            module = import_module(_HOME[name])
            # `odds` and `moves` are modules, and are here now that they are imported.
            return globals()[name] if name in globals() else getattr(module, name)
        raise AttributeError(f"module 'croupier' has no attribute {name!r}")


def __dir__() -> list[str]:
    """The front door, and not what happens to be imported behind it."""
    return __all__
