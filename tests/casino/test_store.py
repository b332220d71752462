"""What every store promises, held against SQLite and PostgreSQL alike."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from tests.casino.chains import Chain, head_of, together, writing
from tests.table.evenings import dealt

from croupier.aggregate.record_lines import START
from croupier.casino.house_keys import HouseKeys
from croupier.casino.store import open_store
from croupier.casino.store.contract import (
    Addition,
    KeyedRequest,
    LengthConflict,
    Receipt,
    RecordEnd,
    Unchained,
    Writing,
)
from croupier.table_replay import replay

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store


def test_what_was_added_is_read_back_byte_for_byte(store: Store) -> None:
    house = Chain("house")
    first = house.next("doors open", "the float is counted")
    receipt = store.add(writing(first, answer=b"done"))
    assert receipt == Receipt({"house": 2}, b"done")
    assert list(store.lines("house")) == list(first.lines)
    assert store.standing("house") == RecordEnd("house", 2, house.head)


def test_the_record_of_a_table_lies_in_the_store_as_in_a_file(store: Store) -> None:
    kept: list[bytes] = []

    def keep(line: bytes) -> None:
        store.add(writing(Addition("tables/pit 1", len(kept), (line,))))
        kept.append(line)

    evening = dealt(rounds=3, keep=keep)
    lines = list(store.lines("tables/pit 1"))
    assert b"".join(lines) == b"".join(evening.table.record.lines)
    again = replay(lines)
    assert again.same
    assert again.table.record.head == evening.table.record.head


def test_what_lies_in_the_safe_is_read_back_whatever_byte_it_begins_with(store: Store) -> None:
    """Secrets are random: without keys, none of them is taken for something encrypted."""
    secrets: dict[str, bytes | None] = {
        f"secrets/{byte}": bytes([byte]) * 32 for byte in range(256)
    }
    store.add(Writing(additions=(), safe=secrets))
    assert {name: store.safe(name) for name in secrets} == secrets


def test_what_is_encrypted_is_not_read_without_the_keys(where: str) -> None:
    """By whether something vouches for the store; a secret itself looks like any other bytes."""
    keys = HouseKeys.new()
    with open_store(where, keys=keys) as kept:
        kept.add(Writing(additions=(), safe={"secrets/1": b"s", "secrets/2": b"s" * 99}))
    with open_store(where, keys=keys, read_only=True) as kept:
        assert kept.safe("secrets/1") == b"s"
    with open_store(where, read_only=True) as kept:
        assert [kept.safe(name) for name in kept.safe_names("secrets/")] == [None, None]
        assert kept.safes(["secrets/1", "secrets/2"]) == {}


def test_a_record_that_was_never_begun_has_no_lines(store: Store) -> None:
    assert store.standing("tables/9") == RecordEnd("tables/9", 0, START)
    assert list(store.lines("tables/9")) == []
    assert store.records() == []
    assert store.journal() == []
    assert store.receipt("never") is None
    assert store.last_position() == 0


def test_records_are_listed_by_name_with_their_heads(store: Store) -> None:
    chains = [Chain(name) for name in ("tables/b", "house", "tables/a")]
    for chain in chains:
        store.add(writing(chain.next("one", "two", "three")))
        store.add(writing(chain.next("four")))
    assert store.records() == [
        RecordEnd("house", 4, chains[1].head),
        RecordEnd("tables/a", 4, chains[2].head),
        RecordEnd("tables/b", 4, chains[0].head),
    ]


def test_a_reader_goes_on_from_any_line(store: Store) -> None:
    lines = Chain("house").next(*(f"line {number}" for number in range(2_500)))
    store.add(writing(lines))
    for after in (0, 1, 999, 1_000, 1_001, 2_499, 2_500, 9_999):
        assert list(store.lines("house", after)) == list(lines.lines[after:])
    placed = list(store.placed("house", 2_498))
    assert [(line.number, line.record) for line in placed] == [(2_499, "house"), (2_500, "house")]


def test_the_journal_has_every_line_in_the_order_it_was_stored(store: Store) -> None:
    house, table = Chain("house"), Chain("tables/1")
    added = []
    for number in range(20):
        together = (house.next(f"h{number}"), table.next(f"t{number}", "and more"))
        store.add(writing(*together))
        added += [(each.record, line) for each in together for line in each.lines]
    read, position = [], 0
    while page := store.journal(position, limit=7):
        assert [placed.position for placed in page] == [
            *range(position + 1, position + 1 + len(page))
        ]
        position = page[-1].position
        read += [(placed.record, placed.line) for placed in page]
    assert read == added
    assert store.last_position() == len(added)


# --- who was first


def test_of_two_who_looked_at_once_the_second_is_told(store: Store) -> None:
    ana = Chain("tables/1")
    store.add(writing(ana.next("open")))
    bob = ana.copy()
    store.add(writing(ana.next("ana hits")))
    with pytest.raises(LengthConflict) as told:
        store.add(writing(bob.next("bob hits")))
    assert (told.value.record, told.value.expected, told.value.found) == ("tables/1", 1, 2)
    assert store.standing("tables/1").head == ana.head


def test_a_record_is_begun_once(store: Store) -> None:
    store.add(writing(Chain("house").next("open")))
    with pytest.raises(LengthConflict):
        store.add(writing(Chain("house").next("open again")))


def test_a_record_cannot_be_continued_where_it_has_not_come_to(store: Store) -> None:
    chain = Chain("house")
    chain.next("never stored")
    with pytest.raises(LengthConflict):
        store.add(writing(chain.next("second")))
    assert store.records() == []


def test_a_line_that_does_not_follow_is_not_stored(store: Store) -> None:
    chain = Chain("house")
    store.add(writing(chain.next("one")))
    forged = Chain("house", 1, START).next("two")
    with pytest.raises(Unchained, match="house: line 2 does not follow"):
        store.add(writing(forged))
    whole = chain.next("two", "three")
    torn = Addition("house", 1, (whole.lines[0], whole.lines[1][:-1]))
    with pytest.raises(Unchained, match="line 3"):
        store.add(writing(torn))
    assert store.standing("house").lines == 1


def test_several_records_grow_together_or_not_at_all(store: Store) -> None:
    house, table = Chain("house"), Chain("tables/1")
    store.add(writing(house.next("open"), table.next("open")))
    stale = table.copy()
    store.add(writing(table.next("dealt")))
    with pytest.raises(LengthConflict):
        store.add(writing(house.copy().next("bought in"), stale.next("chips")))
    assert store.standing("house") == RecordEnd("house", 1, house.head)
    assert store.standing("tables/1") == RecordEnd("tables/1", 2, table.head)


def test_a_batch_is_judged_in_order_and_one_rejection_is_only_its_own(store: Store) -> None:
    chain, other = Chain("tables/1"), Chain("tables/2")
    stale = chain.copy()
    first, second = chain.next("one"), chain.next("two")
    outcomes = store.write(
        [writing(first), writing(stale.next("late")), writing(second), writing(other.next("x"))]
    )
    assert [type(outcome).__name__ for outcome in outcomes] == [
        "Receipt", "LengthConflict", "Receipt", "Receipt",
    ]  # fmt: skip
    assert list(store.lines("tables/1")) == [*first.lines, *second.lines]
    assert store.standing("tables/2").lines == 1


def test_exactly_one_of_many_writers_at_the_same_length_wins(where: str) -> None:
    """Each has a store of its own, as each process has."""
    writers, turns = 4, 25
    start = Barrier(writers)

    def race(writer: int) -> list[int]:
        won = []
        with together(start), open_store(where) as store:
            for turn in range(turns):
                standing = store.standing("tables/1")
                chain = Chain("tables/1", turn, standing.head)
                start.wait()  # everybody has looked
                try:
                    store.add(writing(chain.next(f"{writer}")))
                    won.append(turn)
                except LengthConflict:
                    pass
                start.wait()  # everybody has tried
        return won

    with ThreadPoolExecutor(writers) as pool:
        won = list(pool.map(race, range(writers)))
    assert sorted(turn for turns_won in won for turn in turns_won) == [*range(turns)]
    with open_store(where) as store:
        assert store.standing("tables/1").lines == turns


def test_threads_share_a_store(store: Store) -> None:
    def play(table: int) -> None:
        chain = Chain(f"tables/{table}")
        for number in range(20):
            store.add(writing(chain.next(f"{number}")))
            assert store.standing(chain.record).head == chain.head

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(play, range(6)))
    assert [standing.lines for standing in store.records()] == [20] * 6
    positions = [placed.position for placed in store.journal()]
    assert positions == [*range(1, 121)]


# --- opening anew


def test_a_new_store_may_be_opened_by_several_at_once(where: str) -> None:
    """It is made once, whoever comes first."""
    start = Barrier(4)

    def come(visitor: int) -> None:
        with together(start):
            start.wait()
            with open_store(where) as store:
                store.add(writing(Chain(f"tables/{visitor}").next("open")))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(come, range(4)))
    with open_store(where) as store:
        assert store.last_position() == 4


def test_what_was_stored_is_there_when_it_is_opened_anew(where: str) -> None:
    chain = Chain("tables/1")
    with open_store(where) as store:
        store.add(writing(chain.next("one", "two"), id="ana:1", answer=b"nine"))
    with open_store(where) as store:
        assert store.standing("tables/1").head == chain.head
        receipt = store.receipt("ana:1")
        assert receipt is not None
        assert (receipt.lengths, receipt.answer, receipt.repeated) == (
            {"tables/1": 2},
            b"nine",
            True,
        )
        store.add(writing(chain.next("three")))
        assert [head_of(line) for line in store.lines("tables/1")][-1] == chain.head


@pytest.mark.parametrize("name", ["", "x" * 201, "a\0b", "a\nb"])
def test_names_are_short_and_printable(name: str) -> None:
    with pytest.raises(ValueError, match=r"record: .* is not a name"):
        Addition(name, 0, (b"",))
    with pytest.raises(ValueError, match=r"request: .* is not a name"):
        KeyedRequest.of(name, b"")


def test_what_makes_no_sense_is_no_writing() -> None:
    with pytest.raises(ValueError, match="after"):
        Addition("house", -1, (b"",))
    with pytest.raises(ValueError, match="lines"):
        Addition("house", 0, ())
    with pytest.raises(ValueError, match="named twice"):
        writing(Chain("house").next("a"), Chain("house").next("b"))
