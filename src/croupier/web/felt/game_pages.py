"""What the pages need of a game: its name, its cloth, and what lies on its layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from croupier.game_parts import Slot

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.game_rules.signs import Said
    from croupier.table.facts import Settled
    from croupier.table.game_protocol import GameAtTable
    from croupier.table.views import TableView
    from croupier.web.felt.layout import CardOnFelt, Felt
    from croupier.web.felt.pay_tables import PayTable

    Label = Callable[[Command], tuple[str, str] | None]
    """What a button says and the key that presses it, for a command that the game words itself."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision of a player's: where, with which cards, what, and for what initial wager."""

    place: str
    chosen: str
    stake: int
    hand: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()


def _no_decisions(fact: Fact, round: Any, player: str) -> Iterable[Taken]:
    return ()


class Weight(StrEnum):
    """How much a button stands out; the heaviest come first."""

    PRIMARY = "primary"
    """It is asked for most."""
    PLAIN = "plain"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Button:
    """The button of a command: its words, its key and its place."""

    label: str | Callable[[Any], str]
    """The words, or a function that finds them for one command."""
    key: str = ""
    """The key that presses it."""
    weight: Weight = Weight.PLAIN
    staff_label: str = ""
    """The words for staff, who give the command for a player, if they are other words."""
    at_any_time: bool = False
    """True if the game does not ask for it: the button stands apart from those of the moment."""
    pressed_by_page: bool = False
    """True if the page presses it for the viewer; it is there for pages without scripts."""


Buttons = Mapping["type[Command]", Button]
CommandOrder = Mapping["type[Command]", "tuple[type[Command], ...]"]


def _no_amounts(game: GameAtTable) -> dict[type[Command], int]:
    return {}


def _no_labels(view: TableView) -> Label:
    return lambda command: None


def _no_cards(round: Any) -> tuple[CardOnFelt, ...]:
    return ()


def _no_boards(view: TableView) -> tuple[Any, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """A game in the browser."""

    name: str
    """What the game is called at the table."""
    cloth: str = ""
    """The colour of its tables, as the style sheet knows it."""
    hand: tuple[str, ...]
    """Cards that show what is played there."""
    felt: Callable[[TableView, Sequence[Settled], Sequence[str], tuple[str, ...]], Felt]
    """The layout, with what was settled, the wagers of the game and what the felt is inscribed."""
    how: Callable[[Any], Iterable[Said]]
    """How the game goes, in a few sentences."""
    pays: Callable[[Any], Iterable[PayTable]]
    """What its wagers pay."""
    buttons: Buttons = field(default_factory=dict)
    """The buttons of the game's own commands."""
    happens_after: CommandOrder = field(default_factory=dict)
    """By a command of every table, the game's own commands that the console lists after it."""
    steps: Callable[[Any], Mapping[type[Command], int]] = _no_amounts
    """In what amounts chips may be added to a hand for less than the whole, by command."""
    labels: Callable[[TableView], Label] = _no_labels
    """What is said on buttons that depend on what lies on the table."""
    cards: Callable[[Any], Iterable[CardOnFelt]] = _no_cards
    """The cards of a round, from its view, with the place of each: staff pick one of them."""
    decisions: Callable[[Fact, Any, str], Iterable[Taken]] = _no_decisions
    """The decision that a fact states, of a player whom the view before it shows to decide, if the
    analysis can judge it."""
    boards: Callable[[TableView], Sequence[Any]] = _no_boards
    """Scoreboards, where it is the custom to have any."""


PAGES: Slot[PagePart] = Slot("page", lambda parts: parts.page)


def game_name(instrument: str) -> str:
    """What the game of an instrument is called at the table."""
    return PAGES.of(instrument).name


def cloth(instrument: str) -> str:
    """The colour of the tables that are run under an instrument, as the style sheet knows it."""
    return PAGES.of(instrument).cloth if instrument in PAGES else ""
