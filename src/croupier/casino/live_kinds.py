"""The kinds of aggregates on the floor: how each begins, is restored, and moves chips.

An *affair* is a tournament or a promotion: what the house runs beside its tables, with an account
in its books. An affair judges what it is asked and keeps a record, as a table does. What it says
was paid moves in the books of the house, by that account, which is called as its record is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from croupier.aggregate.aggregate import Aggregate
from croupier.casino.house.acts import acts
from croupier.casino.house.books import CAGE, Transfer, pocket
from croupier.casino.house.house import KIND as HOUSE_RECORDS
from croupier.casino.house.house import House
from croupier.casino.record_names import PROMOTIONS, TOURNAMENTS
from croupier.promotion.acts import COMMANDS as PROMOTION_COMMANDS
from croupier.promotion.facts import Awarded
from croupier.promotion.money import PaymentMethod
from croupier.promotion.promotion import KIND as PROMOTION_RECORDS
from croupier.promotion.promotion import Promotion
from croupier.tournament.acts import COMMANDS as TOURNAMENT_COMMANDS
from croupier.tournament.facts import ChipsCashed, Finished, MoneyPaid, MoneyRefunded
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.tournament import KIND as TOURNAMENT_RECORDS
from croupier.tournament.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.aggregate.facts import Fact
    from croupier.aggregate.restore import AggregateKind
    from croupier.aggregate.roles import Person
    from croupier.casino.house.commands import OpenPromotion, OpenTournament

    Keep = Callable[[bytes], object]


S = TypeVar("S", bound=Aggregate)


def _nothing(aggregate: object, facts: Iterable[Fact]) -> Iterator[Transfer]:
    return iter(())


def _unseen(aggregate: object, viewer: Person | None, at: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class LiveKind(Generic[S]):
    """How aggregates of a kind begin and are restored, and what else the casino asks of them."""

    called: str
    prefix: str
    """What stands before a name in the names of records."""
    begin: Callable[[Any, Keep | None], S]
    """By the command that opened it, or what else it is known by; every line is kept."""
    records: AggregateKind[S]
    """How it comes out of its record."""
    commands: Any = None
    """The union of its commands, for decoding."""
    transfers: Callable[[S, Iterable[Fact]], Iterator[Transfer]] = _nothing
    """What its facts move in the books."""
    view: Callable[[S, Person | None, int], Any] = _unseen
    is_required: bool = False
    """Whether there is no floor without it: it is begun where there is none."""


# --- tournaments


def _begin_tournament(command: OpenTournament, keep: Keep | None) -> Tournament:
    return Tournament(command.tournament, command.instrument, keep=keep)


def tournament_transfers(tournament: Tournament, facts: Iterable[Fact]) -> Iterator[Transfer]:
    """Money comes from pockets into the account of the tournament, and leaves it for prizes.

    A buy-in is the price of chips and goes on to the cage, from where those that are cashed are
    paid. In the end so does the commission, and
    what the operator adds comes from there, so that nothing is left.
    """
    account = TOURNAMENTS + tournament.name
    for fact in facts:
        if isinstance(fact, MoneyPaid) and fact.amount:
            yield Transfer(pocket(fact.player), account, fact.amount)
            if fact.what is PaidFor.BUY_IN:
                yield Transfer(account, CAGE, fact.amount)
        elif isinstance(fact, ChipsCashed):
            yield Transfer(CAGE, account, fact.amount)
            yield Transfer(account, pocket(fact.player), fact.amount)
        elif isinstance(fact, MoneyRefunded):
            if fact.what is PaidFor.BUY_IN:
                yield Transfer(CAGE, account, fact.amount)
            yield Transfer(account, pocket(fact.player), fact.amount)
        elif isinstance(fact, Finished):
            pool = tournament.pool
            if pool.commission:
                yield Transfer(account, CAGE, pool.commission)
            if pool.added + pool.guaranteed:
                yield Transfer(CAGE, account, pool.added + pool.guaranteed)
            for entrant in tournament.entrants.values():
                if entrant.prize:
                    yield Transfer(account, pocket(entrant.name), entrant.prize)


TOURNAMENT: LiveKind[Tournament] = LiveKind(
    called="tournament",
    prefix=TOURNAMENTS,
    begin=_begin_tournament,
    records=TOURNAMENT_RECORDS,
    commands=TOURNAMENT_COMMANDS,
    transfers=tournament_transfers,
    view=lambda tournament, viewer, at: tournament.view(viewer),
)


# --- promotions


def _begin_promotion(command: OpenPromotion, keep: Keep | None) -> Promotion:
    return Promotion(command.promotion, command.options, prescribed=command.prescribed, keep=keep)


def promotion_transfers(promotion: Promotion, facts: Iterable[Fact]) -> Iterator[Transfer]:
    """What is paid in cash comes from the cage; cheques and transfers are drawn on no chips."""
    account = PROMOTIONS + promotion.name
    for fact in facts:
        if isinstance(fact, Awarded):
            for payment in fact.payments:
                if payment.method is PaymentMethod.CASH:
                    yield Transfer(CAGE, account, payment.amount)
                    yield Transfer(account, pocket(payment.payee), payment.amount)


PROMOTION: LiveKind[Promotion] = LiveKind(
    called="promotion",
    prefix=PROMOTIONS,
    begin=_begin_promotion,
    records=PROMOTION_RECORDS,
    commands=PROMOTION_COMMANDS,
    transfers=promotion_transfers,
    view=lambda promotion, viewer, at: promotion.view(viewer, at),
)


# --- the house


HOUSE_KIND: LiveKind[House] = LiveKind(
    called="house",
    prefix="",
    begin=House,
    records=HOUSE_RECORDS,
    commands=acts.commands,
    is_required=True,
)


def kind_of(record: str) -> LiveKind[Any] | None:
    """Of which kind the affair with this record is; None if it is the record of no affair."""
    kinds: tuple[LiveKind[Any], ...] = (TOURNAMENT, PROMOTION)
    return next((kind for kind in kinds if record.startswith(kind.prefix)), None)
