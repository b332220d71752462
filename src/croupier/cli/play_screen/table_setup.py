"""What a table in the terminal is: its chips, limits, side bets and boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.game_parts import Slot
from croupier.game_rules import rules_for
from croupier.money import ChipSet, dollars
from croupier.rulebook.instruments import load
from croupier.rulebook.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.cli.play_screen.session import TableSession
    from croupier.rulebook.instruments import Instrument

TERMINAL: Slot[type[TableSession]] = Slot("terminal", lambda parts: parts.terminal)

CHIPS = ChipSet((250, 500, 2_500, 10_000, 50_000))
SIDE_LIMITS = (5_00, 100_00)
_MINIMUM, _MAXIMUM, _STEP = 10_00, 500_00, 5_00
_FLAGS = {"side_bets": "--side-bet", "decks": "--decks", "soft_17": "--soft-17"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A table before it opens: the instrument, the options chosen, and who sits down with what."""

    instrument: str | Instrument
    options: dict[str, Any]
    boxes: int
    bankroll: int


def session_of(instrument: str | Instrument) -> type[TableSession]:
    """How a game is played in the terminal."""
    return TERMINAL.of(load(instrument))


def setting(
    instrument: str | Instrument,
    *,
    boxes: int = 1,
    side_bets: tuple[str, ...] = (),
    decks: int | None = None,
    soft_17: str | None = None,
    options: Mapping[str, object] | None = None,
    bankroll: int = 1_000_00,
    minimum: int | None = None,
    maximum: int | None = None,
) -> Setting:
    """A table as it was asked for, or an error that names what the instrument does not allow."""
    game = session_of(instrument)
    if not 1 <= boxes <= game.most_boxes:
        boxes_there = "one box" if game.most_boxes == 1 else f"1 to {game.most_boxes} boxes"
        raise ValueError(f"--boxes: a player has {boxes_there} at this table")
    if bankroll < 1:
        raise ValueError("--bankroll: more than nothing")
    least = _MINIMUM if minimum is None else _of_chips("--minimum", minimum)
    most = _of_chips("--maximum", maximum) if maximum is not None else max(_MAXIMUM, 10 * least)
    if most < least:
        raise ValueError(f"--maximum: {dollars(most)} is under the minimum of {dollars(least)}")
    flagged = {"side_bets": list(side_bets) or None, "decks": decks, "soft_17": soft_17}
    asked: dict[str, object] = dict(options or {})
    for name, value in flagged.items():
        if value is not None and name in asked:
            raise ValueError(f"{_FLAGS[name]}: --option chooses {name} too")
        if value is not None:
            asked[name] = value
    _decided(instrument, asked)  # what is refused alone was asked for, and not ours
    decided = _decided(instrument, game.options(least, most, side_bets) | asked)
    return Setting(instrument=instrument, options=decided, boxes=boxes, bankroll=bankroll)


def _decided(instrument: str | Instrument, options: Mapping[str, object]) -> dict[str, Any]:
    """Every option of the table, those that were left open as the instrument's readings have it."""
    try:
        return dict(rules_for(instrument, options).options)
    except OptionError as error:
        option, _, reason = str(error).removeprefix("options.").partition(":")
        raise ValueError(f"{_FLAGS.get(option, option)}:{reason}") from None


def step_from(least: int) -> int:
    """The step of wagers that start at a minimum: whole red chips, or the smallest chip."""
    return _STEP if least % _STEP == 0 else CHIPS.smallest


def _of_chips(flag: str, amount: int) -> int:
    if amount < 1 or amount % CHIPS.smallest:
        smallest = dollars(CHIPS.smallest)
        raise ValueError(
            f"{flag}: {dollars(amount)} cannot be made of chips, the smallest is {smallest}"
        )
    return amount
