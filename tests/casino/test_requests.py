"""A request that is made again, and what goes into the safe with it, in both stores."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from tests.casino.chains import Chain, together, writing

from croupier.casino.store import open_store
from croupier.casino.store.contract import (
    KeyedRequest,
    LengthConflict,
    OtherRequest,
    Receipt,
    Writing,
)

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store


def test_a_request_made_again_is_answered_as_it_was(store: Store) -> None:
    chain = Chain("tables/1")
    asked = writing(chain.next("ana hits"), id="ana:1", answer=b"a nine")
    first = store.add(asked)
    store.add(writing(chain.next("bob hits")))
    again = store.add(asked)
    assert first == Receipt({"tables/1": 1}, b"a nine", repeated=False)
    assert again == Receipt({"tables/1": 1}, b"a nine", repeated=True, digest=_digest(asked))
    assert store.receipt("ana:1") == again
    assert store.standing("tables/1").lines == 2


def test_the_answer_stays_when_it_would_be_another_now(store: Store) -> None:
    """A retry is made from what the sender sees now; it is the request that counts."""
    request = KeyedRequest.of("ana:1", b"hit")
    chain = Chain("tables/1")
    store.add(Writing(additions=(chain.next("nine"),), request=request, answer=b"a nine"))
    again = Writing(additions=(chain.next("ten"),), request=request, answer=b"a ten")
    assert store.add(again).answer == b"a nine"
    assert store.standing("tables/1").lines == 1


def test_an_id_is_good_for_one_request_only(store: Store) -> None:
    chain = Chain("tables/1")
    store.add(writing(chain.next("ana hits"), id="ana:1"))
    with pytest.raises(OtherRequest, match="'ana:1' was made before"):
        store.add(writing(chain.next("ana stands"), id="ana:1"))
    assert store.standing("tables/1").lines == 1


def test_a_rejected_request_may_be_made_again(store: Store) -> None:
    chain = Chain("tables/1")
    stale = chain.copy()
    store.add(writing(chain.next("open")))
    with pytest.raises(LengthConflict):
        store.add(writing(stale.next("hit"), id="ana:1"))
    assert store.receipt("ana:1") is None
    assert not store.add(writing(chain.next("hit"), id="ana:1")).repeated


def test_a_request_twice_in_a_batch_happens_once(store: Store) -> None:
    asked = writing(Chain("tables/1").next("hit"), id="ana:1", answer=b"nine")
    outcomes = store.write([asked, asked])
    assert outcomes == [
        Receipt({"tables/1": 1}, b"nine"),
        Receipt({"tables/1": 1}, b"nine", repeated=True, digest=_digest(asked)),
    ]


def _digest(asked: Writing) -> bytes:
    assert asked.request is not None
    return asked.request.digest


def test_a_request_may_add_nothing(store: Store) -> None:
    asked = writing(id="ana:1", answer=b"nothing to do")
    assert store.add(asked) == Receipt({}, b"nothing to do")
    assert store.add(asked).repeated


def test_the_same_request_at_the_same_time_happens_once(where: str) -> None:
    asked = [writing(Chain(f"tables/{n}").next("hit"), id=f"ana:{n}") for n in range(20)]
    start = Barrier(3)

    def ask(_: int) -> list[bool]:
        with together(start), open_store(where) as store:
            repeated = []
            for each in asked:
                start.wait()
                repeated.append(store.add(each).repeated)
            return repeated

    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(ask, range(3)))
    assert [sum(each) for each in zip(*answers, strict=True)] == [2] * len(asked)


# --- the safe


def test_the_safe_holds_what_was_put_there_last(where: str) -> None:
    chain = Chain("tables/1")

    def put(store: Store, **safe: bytes | None) -> None:
        store.add(Writing(additions=(chain.next("dealt"),), safe=dict(safe)))

    with open_store(where) as store:
        assert store.safe("shoe") is None
        put(store, shoe=b"AS KD", secret=b"\0\xff")
        put(store, shoe=b"KD")
        assert (store.safe("shoe"), store.safe("secret")) == (b"KD", b"\0\xff")
        put(store, secret=None, nothing=None)
    with open_store(where) as store:
        assert (store.safe("shoe"), store.safe("secret")) == (b"KD", None)


def test_the_safe_changes_with_the_records_or_not_at_all(store: Store) -> None:
    chain = Chain("tables/1")
    stale = chain.copy()
    first = Writing(
        additions=(chain.next("one"),), request=KeyedRequest("r1", b""), safe={"shoe": b"1"}
    )
    late = Writing(additions=(stale.next("late"),), safe={"shoe": b"late"})
    again = Writing(additions=(), request=KeyedRequest("r1", b""), safe={"shoe": b"again"})
    second = Writing(additions=(chain.next("two"),), safe={"other": b"2"})
    store.write([first, late, again, second])
    assert (store.safe("shoe"), store.safe("other")) == (b"1", b"2")
