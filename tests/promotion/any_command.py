"""Any command of a promotion at all: well formed, and mostly out of place."""

from __future__ import annotations

from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st
from tests.promotion.cases import (
    CASH,
    GOODS,
    SECRET,
    TRAVEL,
    complete,
    when,
    worth,
)

from croupier.promotion.acts.integrity import Postponable
from croupier.promotion.money import Payment, PaymentMethod
from croupier.promotion.terms import (
    Channel,
    Content,
    DecidedBy,
    Item,
    Prizes,
    QualifyingWager,
    Terms,
    WagerKind,
)
from croupier.table.acts.opening import Approval

if TYPE_CHECKING:
    from datetime import datetime

    from croupier.aggregate.acts import Command

NAMES = ("ana", "bob", "cat", "don", "sam", "")
VALUES = (50_00, 100_00, 100_01, 9_999_99, 10_000_00, 10_000_01, 25_000_00)

prizes: st.SearchStrategy[Prizes] = st.builds(
    worth,
    st.sampled_from([CASH, GOODS, TRAVEL]),
    st.sampled_from(VALUES),
    quantity=st.integers(1, 3),
)
in_kind: st.SearchStrategy[Prizes] = st.builds(
    worth,
    st.sampled_from([GOODS, TRAVEL]),
    st.sampled_from(VALUES),
    cash_alternative=st.sampled_from([40_00, 12_000_00]),
)
cigars = worth(GOODS, 50_00, contents=(Item(what="cigars", content=Content.TOBACCO),))


def whole_terms() -> st.SearchStrategy[Terms]:
    """Terms that may be sent."""
    return st.builds(
        lambda offered, **fields: complete(*offered, **fields),
        st.lists(prizes | in_kind, min_size=1, max_size=3),
        presence=st.booleans(),
        one_prize_each=st.booleans(),
        decided_by=st.sampled_from([DecidedBy.DRAW, DecidedBy.DRAW, DecidedBy.CHANCE]),
        wager=st.none() | st.just(QualifyingWager(kind=WagerKind.MINIMUM, amount=25_00)),
    )


def any_terms() -> st.SearchStrategy[Terms]:
    lacking = st.sampled_from(
        [
            complete(place=""),
            complete(presence=None),
            complete(cigars),
            complete(decided_by=DecidedBy.MERIT),
            Terms(name="nothing yet"),
        ]
    )
    return whole_terms() | lacking


def moments() -> st.SearchStrategy[datetime]:
    return st.integers(14, 28).map(lambda day: when(day, 20))


payments = st.lists(
    st.builds(
        Payment,
        method=st.sampled_from(PaymentMethod),
        amount=st.sampled_from([*VALUES, 0, -1, 40_00, 12_000_00]),
        payee=st.sampled_from(NAMES),
    ),
    max_size=2,
).map(tuple)

_BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "terms": any_terms(),
    "player": st.sampled_from(NAMES),
    "person": st.sampled_from(NAMES),
    "approval": st.none() | st.just(Approval("ILGA 7", "2026-11-17")) | st.just(Approval("", "")),
    "tickets": st.sampled_from([1, 2, 5, 0]),
    "wagered": st.sampled_from([25_00, 0, 24_99, -1]),
    "prize": st.integers(0, 4),
    "win": st.integers(0, 4),
    "claim": st.integers(0, 4),
    "number": st.integers(0, 3),
    "payments": payments,
    "channel": st.sampled_from(Channel),
    "what": st.sampled_from(Postponable),
    "entries_close": st.none() | moments(),
    "award_at": st.none() | moments(),
    "commitment": st.sampled_from(["", "x", "0" * 64]),
    "secret": st.sampled_from(["", "00", SECRET.hex()]),
}
_WORDS = st.sampled_from(["", "because", "two\nlines", "x" * 3_000])


def any_command(kind: type[Command]) -> st.SearchStrategy[Command]:
    fields = msgspec.structs.fields(kind)
    return st.builds(kind, **{f.name: _BY_NAME.get(f.name, _of(f.type)) for f in fields})


def _of(kind: Any) -> st.SearchStrategy[Any]:
    if get_origin(kind) in (Union, UnionType):
        return st.one_of(*(_of(each) for each in get_args(kind)))
    if get_origin(kind) is tuple:
        return st.lists(_of(get_args(kind)[0]), max_size=2).map(tuple)
    if kind is bool:
        return st.booleans()
    return _WORDS
