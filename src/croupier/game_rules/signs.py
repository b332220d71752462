"""What the sign at a table says, line by line with its clauses; each game has lines of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from croupier.game_parts import Slot
from croupier.money import money
from croupier.rulebook.citations import Cited
from croupier.rulebook.instruments import load

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument
    from croupier.table.game_protocol import GameAtTable

Said = Cited[str]


class ShownLimits(Protocol):
    """The limits of a wager, as a table or a view of it has them."""

    @property
    def minimum(self) -> int: ...
    @property
    def maximum(self) -> int | None: ...
    @property
    def multiple(self) -> int: ...


LimitsOf = Callable[[str], ShownLimits]


class SignPart(Protocol):
    """What only one game's rules have on a sign."""

    def sign(self, game: Any, limits: LimitsOf) -> Iterator[Said]: ...
    def printed(self, game: Any) -> tuple[str, ...]: ...


SIGNS: Slot[SignPart] = Slot("sign", lambda parts: parts.sign)


def sign(game: GameAtTable, limits: LimitsOf) -> Iterator[Said]:
    """Every line of the sign of a table with these limits."""
    book = game.instrument
    if book.amendment is not None and book.not_approved is not None:
        yield Cited(book.not_approved, book.cite(*book.amended_clauses))
    yield from SIGNS.of(book).sign(game, limits)


def printed(game: GameAtTable) -> tuple[str, ...]:
    """What is printed on the felt."""
    return SIGNS.of(game.instrument).printed(game)


# --- what several games say


def between(game: GameAtTable, limits: LimitsOf, wager: str) -> str:
    """`10 to 500, steps of 5`, or the amounts that alone are taken."""
    try:
        shown = limits(wager)
    except KeyError:  # the rules name its amounts, and the sign has no others
        return " or ".join(money(amount) for amount in game.amounts(wager, 0))
    if amounts := game.amounts(wager, shown.minimum):
        return " or ".join(money(amount) for amount in amounts)
    most = f" to {money(shown.maximum)}" if shown.maximum is not None else " or more"
    step = f", steps of {money(shown.multiple)}" if shown.multiple > 1 else ""
    return f"{money(shown.minimum)}{most}{step}"


def wager_name(instrument: str | Instrument, wager: str) -> str:
    """A wager as the instrument writes it: `Perfect Pairs` for `perfect-pairs`."""
    readings: dict[str, str] = {}
    for option in load(instrument).options:
        if option.name == "side_bets":
            readings = option.readings
    return readings.get(wager, wager.replace("-", " ").title()).partition(":")[0]


def side_bets(game: GameAtTable, limits: LimitsOf) -> Iterator[Said]:
    """Each side bet with its limits and what it pays."""
    readings = next(o.readings for o in game.instrument.options if o.name == "side_bets")
    for name in game.options["side_bets"]:
        law = game.table_law.side_bets[name]
        yield Cited(f"{wager_name(game.instrument, name)} {between(game, limits, name)}", law.sign)
        pays = readings[name].partition(":")[2].strip().rstrip(".")
        pays = "; ".join([pays, *_beside_the_text(game, name)])
        yield Cited(f"{pays[:1].upper()}{pays[1:]}", law.offered)


def _beside_the_text(game: GameAtTable, wager: str) -> Iterator[str]:
    """Yield what rows pay whose odds stand in the row alone: the text has the named values."""
    for row in game.rules.law.pay_tables[wager].values():
        if row.has_own_odds:
            yield f"{row.event} {game.rules.law.row_odds(row).value}"
