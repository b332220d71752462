"""What a table in the terminal is: its chips, limits, side bets and boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from croupier.chips import ChipSet, dollars
from croupier.games import BLACKJACK, rules_for
from croupier.games.blackjack.side_bets import SUPER_SEVENS
from croupier.rulebook.instruments import load
from croupier.rulebook.options import OptionError
from croupier.table.wagers import MAIN

CHIPS = ChipSet((250, 500, 2_500, 10_000, 50_000))
MOST_BOXES = 7
_MINIMUM, _MAXIMUM, _STEP = 10_00, 500_00, 5_00
_SIDE_LIMITS = (5_00, 100_00)
_SUPER_SEVENS = 5_00
_FLAGS = {"side_bets": "--side-bet", "decks": "--decks", "soft_17": "--soft-17"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A table before it opens: the instrument, the options chosen, and who sits down with what."""

    instrument: str
    options: dict[str, Any]
    boxes: int
    bankroll: int


def setting(
    instrument: str,
    *,
    boxes: int = 1,
    side_bets: tuple[str, ...] = (),
    decks: int | None = None,
    soft_17: str | None = None,
    bankroll: int = 1_000_00,
    minimum: int | None = None,
    maximum: int | None = None,
) -> Setting:
    """A table as it was asked for, or an error that names what the instrument does not allow."""
    load(instrument)
    if instrument not in BLACKJACK:
        raise LookupError(f"blackjack is played here, under {' or '.join(BLACKJACK)}")
    if not 1 <= boxes <= MOST_BOXES:
        raise ValueError(f"--boxes: the table has {MOST_BOXES} boxes, so 1 to {MOST_BOXES}")
    if bankroll < 1:
        raise ValueError("--bankroll: more than nothing")
    least = _MINIMUM if minimum is None else _of_chips("--minimum", minimum)
    most = _of_chips("--maximum", maximum) if maximum is not None else max(_MAXIMUM, 10 * least)
    if most < least:
        raise ValueError(
            f"--maximum: {dollars(most)} is under the minimum of {dollars(least)} (3.1)"
        )
    limits, multiples = {MAIN: [least, most]}, {MAIN: _STEP if least % _STEP == 0 else _small()}
    options: dict[str, Any] = {"side_bets": list(side_bets), "smallest_chip": CHIPS.smallest}
    for name in side_bets:
        if name == SUPER_SEVENS:
            options["super_sevens_amounts"] = [_SUPER_SEVENS]
        else:
            limits[name] = list(_SIDE_LIMITS)
            multiples[name] = _small()
    options |= {"limits": limits, "multiples": multiples}
    if decks is not None:
        options["decks"] = decks
    if soft_17 is not None:
        options["soft_17"] = soft_17
    _hold_against_the_instrument(instrument, options)
    return Setting(instrument=instrument, options=options, boxes=boxes, bankroll=bankroll)


def _hold_against_the_instrument(instrument: str, options: dict[str, Any]) -> None:
    # The choices that have a flag come first, so that what is refused is what was asked for.
    for names in (set(_FLAGS), set(options)):
        try:
            rules_for(instrument, {name: options[name] for name in names & set(options)})
        except OptionError as error:
            option, _, reason = str(error).removeprefix("options.").partition(":")
            raise ValueError(f"{_FLAGS.get(option, option)}:{reason}") from None


def _of_chips(flag: str, amount: int) -> int:
    if amount < 1 or amount % _small():
        smallest = dollars(_small())
        raise ValueError(
            f"{flag}: {dollars(amount)} cannot be made of chips, the smallest is {smallest}"
        )
    return amount


def _small() -> int:
    return CHIPS.smallest


def cents(text: str) -> int | None:
    """Dollars as a person writes them, `25`, `$1,000` or `22.5`, in cents."""
    whole, point, part = text.strip().removeprefix("$").replace(",", "").partition(".")
    digits = whole + part
    if not digits.isdecimal() or not digits.isascii() or len(part) > 2 or (point and not part):
        return None
    return int(whole or 0) * 100 + int(part.ljust(2, "0"))
