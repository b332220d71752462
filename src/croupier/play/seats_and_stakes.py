"""Who plays on which box and for how much, read from what a program says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.money import dollars
from croupier.rulebook.citations import did_you_mean

if TYPE_CHECKING:
    Seats = int | Sequence[str] | Mapping[int, str | Sequence[str]]
    """So many seats, or their names, one to a box from the first; or the names on each box, of
    which the first sits there and decides.
    """
    Amounts = int | Sequence[int]
    """A stake in cents that is laid every round, or the stakes that a seat may choose from."""
    Stakes = int | Mapping[str, Amounts | Mapping[str, Amounts]]
    """The main wager's stake; or stakes by wager; or either of them by seat."""

MOST_BOXES = 12
UNLESS_SAID = 1000
"""What is staked where neither the program nor a sign says how much: ten dollars."""


class SeatPlace(NamedTuple):
    """A seat's place on a box."""

    seat: str
    box: int
    sits: bool
    """Whether it is the box's own player, who decides for it."""


def read_places(seats: Seats) -> tuple[SeatPlace, ...]:
    """Everybody's places, box by box, nearest the dealer first."""
    by_box = _by_box(seats)
    places: list[SeatPlace] = []
    for box in sorted(by_box):
        names = by_box[box]
        if not names:
            raise ValueError(f"seats: nobody is named for box {box}")
        for name in names:
            if not isinstance(name, str) or not name:
                raise TypeError(f"seats: a seat is a name, not {name!r}")
            if names.count(name) > 1:
                raise ValueError(f"seats: {name} is named twice for box {box}")
            places.append(SeatPlace(name, box, sits=name == names[0]))
    return tuple(places)


def _by_box(seats: Seats) -> dict[int, list[str]]:
    if isinstance(seats, bool) or not isinstance(seats, (int, str, Mapping, Iterable)):
        raise TypeError(f"seats: a number, names, or names by box, not {seats!r}")
    if isinstance(seats, Set):
        raise TypeError("seats: names in their order, such as ['ana', 'ben'], and a set has none")
    if isinstance(seats, str):
        raise TypeError(f"seats: a list of names, such as [{seats!r}], not one text")
    if isinstance(seats, Mapping):
        for box in seats:
            if not isinstance(box, int) or isinstance(box, bool) or not 1 <= box <= MOST_BOXES:
                raise ValueError(f"seats: a box is a number from 1 to {MOST_BOXES}, not {box!r}")
        return {
            box: [names] if isinstance(names, str) else list(names) for box, names in seats.items()
        }
    if isinstance(seats, int):
        if not 1 <= seats <= MOST_BOXES:
            raise ValueError(f"seats: a table has 1 to {MOST_BOXES} boxes, not {seats}")
        return {box: [f"p{box}"] for box in range(1, seats + 1)}
    names = list(seats)
    if not 1 <= len(names) <= MOST_BOXES:
        raise ValueError(f"seats: a table has 1 to {MOST_BOXES} boxes, not {len(names)}")
    for name in names:
        if names.count(name) > 1:
            raise ValueError(
                f"seats: {name!r} is named twice; who plays several boxes is named by box, "
                f"as in {{1: {name!r}, 2: {name!r}}}"
            )
    return {box: [name] for box, name in enumerate(names, 1)}


class SeatStakes(NamedTuple):
    """What a seat lays on each of its boxes."""

    fixed: dict[str, int]
    """By wager, the stake of every round."""
    chosen: dict[str, tuple[int, ...]]
    """By wager, the stakes to choose from."""


def read_stakes(
    stakes: Stakes, seats: Sequence[str], wagers: Sequence[str]
) -> dict[str, SeatStakes]:
    """What each seat stakes, of the wagers that the table offers, the main one first."""
    for name in stakes if isinstance(stakes, Mapping) else ():
        if name not in wagers and name not in seats:
            raise ValueError(
                f"stakes.{name}: neither a wager of this table ({', '.join(wagers)}) nor a seat "
                f"({', '.join(seats)}){did_you_mean(str(name), [*wagers, *seats])}"
            )
    by_name = isinstance(stakes, Mapping) and not all(name in wagers for name in stakes)
    if by_name and isinstance(stakes, Mapping) and all(name in seats for name in stakes):
        by_seat: dict[str, Any] = dict(stakes)
        missing = [seat for seat in seats if seat not in by_seat]
        if missing:
            raise ValueError(f"stakes: nothing is said of {', '.join(missing)}")
        return {seat: _staking(by_seat[seat], f"stakes.{seat}", wagers) for seat in seats}
    everybodys = _staking(stakes, "stakes", wagers)
    return dict.fromkeys(seats, everybodys)


def _staking(stakes: Any, where: str, wagers: Sequence[str]) -> SeatStakes:
    if not isinstance(stakes, Mapping):
        return SeatStakes({wagers[0]: _cents(stakes, where)}, {})
    fixed: dict[str, int] = {}
    chosen: dict[str, tuple[int, ...]] = {}
    for wager, amounts in stakes.items():
        place = f"{where}.{wager}"
        if wager not in wagers:
            raise ValueError(
                f"{place}: no such wager at this table, only {', '.join(wagers)}"
                f"{did_you_mean(str(wager), wagers)}"
            )
        if isinstance(amounts, Sequence) and not isinstance(amounts, str):
            if not amounts:
                raise ValueError(f"{place}: no amount to choose from")
            chosen[wager] = tuple(dict.fromkeys(_cents(amount, place) for amount in amounts))
        else:
            fixed[wager] = _cents(amounts, place)
    return SeatStakes(fixed, chosen)


def _cents(amount: object, where: str) -> int:
    must_be_cents(amount, where)
    assert isinstance(amount, int)
    if amount < 1:
        raise ValueError(f"{where}: {dollars(amount)} is no stake")
    return amount


def must_be_cents(amount: object, where: str) -> None:
    """Refuse what is no whole number of cents: a float, a text, a decimal."""
    if isinstance(amount, int) and not isinstance(amount, bool):
        return
    instead = ""
    if isinstance(amount, float) and amount == amount and abs(amount) < 1e15:
        instead = f"; 10.5 dollars are 1050, {amount!r} cents would be {round(amount)}"
    raise TypeError(f"{where}: an amount is a whole number of cents, not {amount!r}{instead}")
