"""The prize pool and its division, to the cent. Plain functions of plain data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING

from croupier.table.tournament_law import BuyBackFee
from croupier.tournament.conditions import fraction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.tournament.conditions import AddedValue, Conditions, PrizeScale


class PaidFor(StrEnum):
    """What a player pays for."""

    ENTRY = "entry"
    BUY_BACK = "buy-back"
    ADD_ON = "add-on"
    BUY_IN = "buy-in"


@dataclass(frozen=True, slots=True)
class Paid:
    player: str
    what: PaidFor
    amount: int


@dataclass(frozen=True, slots=True)
class Pool:
    """Where the prize money comes from."""

    fees: int
    commission: int
    buy_backs: int
    add_ons: int
    added: int
    guaranteed: int
    """What the operator puts in to make a guarantee good."""

    @property
    def total(self) -> int:
        return (
            self.fees - self.commission + self.buy_backs + self.add_ons + self.added
            + self.guaranteed
        )  # fmt: skip


def pool_of(
    conditions: Conditions,
    payments: Iterable[Paid],
    buy_back: BuyBackFee = BuyBackFee.POOL,
    received: int | None = None,
) -> Pool:
    """Every fee that was paid and not handed back counts, whoever took a seat for it.

    Commission comes out of entry fees alone; a buy-in is the price of chips and no part of it. A
    guarantee depends on how many entries were received, whatever became of them afterwards.
    """
    paid = list(payments)

    def sum_of(what: PaidFor) -> int:
        return sum(each.amount for each in paid if each.what is what)

    entries = sum(each.what is PaidFor.ENTRY for each in paid) if received is None else received
    commission = 0
    if conditions.commission is not None:
        kept_of = {PaidFor.ENTRY, *([PaidFor.BUY_BACK] if buy_back is BuyBackFee.ENTRY_FEE else [])}
        commission = conditions.commission.of([p.amount for p in paid if p.what in kept_of])
    added = sum(each.value for each in conditions.added_value if each.is_cash)
    pool = Pool(
        sum_of(PaidFor.ENTRY), commission, sum_of(PaidFor.BUY_BACK), sum_of(PaidFor.ADD_ON),
        added, 0,
    )  # fmt: skip
    promised = conditions.guarantee
    if promised is None or entries < promised.from_entries or pool.total >= promised.pool:
        return pool
    return replace(pool, guaranteed=promised.pool - pool.total)


def scale_for(conditions: Conditions, entries: int) -> PrizeScale:
    """The breakdown for so many entries: the first that reaches as far, or the last."""
    reach = (s for s in conditions.prizes if s.entries is None or entries <= s.entries)
    return next(reach, conditions.prizes[-1])


def prizes(pool: int, percent: Sequence[str], places: int) -> list[int]:
    """The prize of every place that there is; together they are the pool.

    Cents that no percentage gives out whole go one each to the places from the top, and the shares
    of places that nobody took are divided among the others in proportion.
    """
    shares = [fraction(text) for text in percent][:places]
    whole = sum(shares)
    if not whole:  # nobody came to a place with a prize: it goes to the first
        return [pool] if shares else []
    amounts = [int(Fraction(pool) * share / whole) for share in shares]
    for place in range(pool - sum(amounts)):
        amounts[place % len(amounts)] += 1
    return amounts


def goods(added: Sequence[AddedValue], places: int) -> list[tuple[str, ...]]:
    """What every place that there is has besides money.

    Goods without a place, or of places that nobody took, go one each to the places from the top.
    """
    found: list[list[str]] = [[] for _ in range(places)]
    left = sorted((each for each in added if not each.is_cash), key=lambda each: each.place or 0)
    spare = 0
    for each in left if places else ():
        if each.place is not None and each.place <= places:
            found[each.place - 1].append(each.what)
        else:
            found[spare % places].append(each.what)
            spare += 1
    return [tuple(each) for each in found]


def bonuses(added: Sequence[AddedValue], places: int | None = None) -> list[int]:
    """The cash that is added for each place, to the last that there is or that has some."""
    cash = [(each.place, each.value) for each in added if each.is_cash and each.place is not None]
    last = max((place for place, _ in cash), default=0) if places is None else places
    return [sum(value for of, value in cash if of == place) for place in range(1, last + 1)]


def with_bonuses(amounts: Sequence[int], extra: Sequence[int]) -> list[int]:
    """The prizes of the places with the cash that is added for each."""
    together = [sum(pair) for pair in zip_longest(amounts, extra, fillvalue=0)]
    while len(together) > len(amounts) and not together[-1]:
        together.pop()
    return together


def session_prizes(pool: int, percent: Sequence[str]) -> list[int]:
    """The prizes of a session's places, out of the pool as it stands when the session ends.

    What is less than a cent stays in the pool for the places of the tournament.
    """
    return [int(pool * fraction(text) / 100) for text in percent]


def divide(amount: int, between: int) -> list[int]:
    """Equal parts; the cents left over go one each to the first, so that none is kept."""
    part, over = divmod(amount, between)
    return [part + (n < over) for n in range(between)]
