"""A store that was altered, truncated or rewound is found out, with the place."""

from __future__ import annotations

import random
import shutil
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.casino.chains import Chain, writing
from tests.casino.forgers import Forger, rehashed
from tests.table.evenings import breakdown, dealt
from tests.table.forging import line_with, with_body

from croupier.aggregate.record_lines import START, Fault, chained
from croupier.casino import store_verification
from croupier.casino.checkpoints import (
    RECORD,
    Checkpoint,
    CheckpointHeader,
    Sealed,
    make_checkpoint,
)
from croupier.casino.signing_key import Seal
from croupier.casino.store.contract import Addition, RecordEnd
from croupier.casino.store.sqlite import SqliteStore
from croupier.casino.store_verification import Doubt, Inspection, inspect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.casino.store.contract import Store, StoredLine

SEAL = Seal.new()
RECORDS = ("notes", "tables/1", "tables/2")


def keep(store: Store, record: str, lines: list[bytes]) -> None:
    store.add(writing(Addition(record, 0, tuple(lines))))


# --- what is sound


def test_a_store_with_tables_and_checkpoints_is_sound(store: Store) -> None:
    keep(store, "tables/pit 1", dealt(rounds=2).table.record.lines)
    first = make_checkpoint(store, SEAL, at=1000)
    keep(store, "tables/pit 2", breakdown().table.record.lines)
    store.add(writing(Chain("notes").next("open")))
    second = make_checkpoint(store, SEAL, at=2000)
    found = inspect(store, keys=[SEAL.public], handed_out=[first, second])
    assert found.sound, found.findings
    assert (found.checkpoints, found.keys, found.unsealed) == (2, (SEAL.public,), 0)
    assert [(each.record, each.is_table) for each in found.records] == [
        (RECORD, False), ("notes", False), ("tables/pit 1", True), ("tables/pit 2", True),
    ]  # fmt: skip
    for each in found.records[2:]:
        assert each.replay is not None
        assert each.replay.same
        assert each.shoes
    assert found.lines == sum(standing.lines for standing in store.records())


def test_whoever_listens_hears_how_far_it_has_come(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_verification, "OFTEN", 5)
    keep(store, "tables/pit 1", dealt(rounds=2).table.record.lines)
    heard: list[tuple[int, int]] = []
    found = inspect(store, tell=lambda inspected, lines: heard.append((inspected, lines)))
    assert heard == sorted(heard)
    assert heard[-1] == (found.lines, found.lines)
    assert len(heard) > len(found.records), "within a long record too"


def test_lines_after_the_last_checkpoint_are_counted(store: Store) -> None:
    notes = Chain("notes")
    store.add(writing(notes.next(*"abc")))
    make_checkpoint(store, SEAL, at=1000)
    store.add(writing(notes.next(*"de"), Chain("tables/1").next("x")))
    found = inspect(store, keys=[SEAL.public])
    assert found.sound
    assert found.unsealed == 3


def test_play_may_go_on_during_an_inspection(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    notes, table = Chain("notes"), Chain("tables/1")
    store.add(writing(notes.next(*"abc"), table.next(*"abc")))
    make_checkpoint(store, SEAL, at=1000)
    page = store.page

    def busy(record: str, after: int, limit: int) -> list[StoredLine]:
        """Between any two looks something happens, and is signed."""
        late = Chain(f"tables/late {store.last_position()}")
        store.add(writing(notes.next("x"), table.next("y"), late.next("z")))
        monkeypatch.setattr(store, "page", page)
        make_checkpoint(store, SEAL, at=2000)
        monkeypatch.setattr(store, "page", busy)
        return page(record, after, limit)

    monkeypatch.setattr(store, "page", busy)
    found = inspect(store, keys=[SEAL.public])
    assert faults(found) == set()
    assert (found.lines, found.checkpoints) == (8, 1)


def test_an_empty_store_is_sound(store: Store) -> None:
    found = inspect(store, keys=[SEAL.public])
    assert found.sound
    assert (found.lines, found.checkpoints) == (0, 0)


def test_a_table_that_plays_otherwise_is_named(store: Store) -> None:
    """Its hashes fit; only the rules know that something else would have happened."""
    lines = breakdown().table.record.lines
    number = line_with(lines, b'"do":"double"')
    forged = with_body(lines, number, b'"amount":1000', b'"amount":1001')
    keep(store, "tables/pit 1", forged)
    (table,) = inspect(store).records
    assert not table.sound
    assert table.findings == ()
    assert table.replay is not None
    assert table.replay.differences[0].line == number


# --- what is not


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A file with three records and four checkpoints, and the last checkpoint."""
    path = tmp_path_factory.mktemp("evening") / "casino.db"
    chains = [Chain(record) for record in RECORDS]
    with SqliteStore(path) as store:
        for hour in range(1, 5):
            for turn in range(4):
                store.add(writing(*(chain.next(f"{hour}:{turn}") for chain in chains)))
            last = make_checkpoint(store, SEAL, at=hour * 1000)
            if hour == 3:
                store.back_up(path.with_suffix(".rewound"))
    return path, last


@pytest.fixture
def forged(evening: tuple[Path, bytes], tmp_path: Path) -> Callable[..., Inspection]:
    """What an inspection finds after somebody did something to the file."""
    path, last = evening
    copy = tmp_path / "casino.db"

    def forge(
        do: Callable[[Forger], object], *, key: bool = True, handed_out: bool = True
    ) -> Inspection:
        shutil.copy(path, copy)
        forger = Forger(copy)
        do(forger)
        forger.done()
        with SqliteStore(copy, read_only=True) as store:
            return inspect(
                store,
                keys=[SEAL.public] if key else (),
                handed_out=[last] if handed_out else (),
            )

    return forge


def faults(found: Inspection) -> set[tuple[str, str, int]]:
    each = [*found.findings, *(one for record in found.records for one in record.findings)]
    return {(finding.record, str(finding.fault), finding.line) for finding in each}


def test_untouched_it_is_sound(forged: Callable[..., Inspection]) -> None:
    found = forged(lambda forger: None)
    assert found.sound
    assert faults(found) == set()


def test_a_changed_line_is_named(forged: Callable[..., Inspection]) -> None:
    def change(forger: Forger) -> None:
        line = forger.lines("tables/1")[6]
        forger.put("tables/1", 7, line.replace(b"2:2", b"2:9"))

    assert faults(forged(change)) == {("tables/1", Fault.ALTERED, 7)}


def test_a_removed_line_is_named(forged: Callable[..., Inspection]) -> None:
    found = forged(lambda forger: forger.remove("tables/1", 7))
    assert ("tables/1", Fault.MISSING, 7) in faults(found)
    assert found.findings[0].fault is Doubt.LINES_REMOVED
    assert str(found.findings[0]) == "the store: there are 52 lines, and 53 were stored"


def test_lines_rewritten_with_hashes_to_match_are_found_by_the_checkpoint_after_them(
    forged: Callable[..., Inspection],
) -> None:
    def rewrite(forger: Forger) -> None:
        lines = forger.lines("tables/1")
        lines[6] = lines[6].replace(b"2:2", b"2:9")
        forger.keep("tables/1", rehashed(lines))

    found = forged(rewrite, handed_out=False)
    assert faults(found) == {("tables/1", Doubt.REWRITTEN, 8)}
    (table,) = (each for each in found.records if each.record == "tables/1")
    assert str(table.findings[0]) == (
        "tables/1: one of the lines 5 to 8 was rewritten: checkpoint 2 saw another"
    )


def test_a_record_cut_short_is_found_by_the_last_checkpoint(
    forged: Callable[..., Inspection],
) -> None:
    found = forged(lambda forger: forger.keep("notes", forger.lines("notes")[:-3]))
    assert faults(found) == {("notes", Doubt.TRUNCATED, 13)}


def test_a_record_that_is_gone_is_missed(forged: Callable[..., Inspection]) -> None:
    found = forged(lambda forger: forger.keep("tables/2", []))
    name_without_lines = ("the store", Doubt.FOREIGN, 0)
    assert faults(found) == {("tables/2", Doubt.TRUNCATED, 1), name_without_lines}


def test_a_forged_checkpoint_is_not_believed(forged: Callable[..., Inspection]) -> None:
    def forge(forger: Forger) -> None:
        lines = forger.lines(RECORD)
        lines[2] = lines[2].replace(b'"at":2000', b'"at":2001')
        forger.keep(RECORD, rehashed(lines))

    assert faults(forged(forge, handed_out=False)) == {
        (RECORD, Doubt.FORGED, 3),
        (RECORD, Doubt.REWRITTEN, 3),
    }


def test_checkpoints_signed_anew_with_another_key_are_not_believed(
    forged: Callable[..., Inspection],
) -> None:
    assert {fault for _, fault, _ in faults(forged(made_anew, handed_out=False))} == {
        Doubt.OTHER_KEY
    }
    # Whoever has neither the house's key nor a checkpoint from before cannot know.
    assert forged(made_anew, key=False, handed_out=False).sound


def made_anew(forger: Forger) -> None:
    """A whole other evening, with checkpoints that a stranger signed."""
    heads, stranger = [], Seal.new()
    for record in RECORDS:
        chain = Chain(record)
        lines = [line for number in range(16) for line in chain.next(f"never {number}").lines]
        forger.keep(record, lines)
        heads.append(RecordEnd(record, 16, chain.head))
    body = msgspec.json.encode(Checkpoint(4000, tuple(heads)))
    sealed = Sealed(1, stranger.public, stranger.sign(body), msgspec.Raw(body))
    forger.keep(RECORD, list(chained(START, [CheckpointHeader(), sealed])))


def test_a_store_brought_back_to_an_earlier_hour_is_found_by_a_checkpoint_from_elsewhere(
    evening: tuple[Path, bytes],
) -> None:
    path, last = evening
    with SqliteStore(path.with_suffix(".rewound")) as store:
        assert inspect(store, keys=[SEAL.public]).sound
        found = inspect(store, keys=[SEAL.public], handed_out=[last])
    assert faults(found) == {
        (RECORD, Doubt.TRUNCATED, 4),
        ("notes", Doubt.TRUNCATED, 12),
        ("tables/1", Doubt.TRUNCATED, 12),
        ("tables/2", Doubt.TRUNCATED, 12),
    }


def test_what_was_handed_out_must_be_a_checkpoint_of_the_house(
    evening: tuple[Path, bytes],
) -> None:
    path, last = evening
    with SqliteStore(path) as store:
        for line, doubt in (
            (b"nonsense", Doubt.NOT_A_CHECKPOINT),
            (last.replace(b'"at":4000', b'"at":4001'), Doubt.FORGED),
        ):
            found = inspect(store, keys=[SEAL.public], handed_out=[line])
            assert [finding.fault for finding in found.findings] == [doubt]


def test_a_thousand_alterations_are_all_found(forged: Callable[..., Inspection]) -> None:
    chance = random.Random(13)
    ways = (flip, delete, swap, truncate, rewrite)
    for number in range(1000):
        way = ways[number % len(ways)]
        record = chance.choice((*RECORDS, RECORD))
        found = forged(lambda forger, way=way, record=record: way(forger, record, chance))
        assert not found.sound, f"{way.__name__} of {record}, {number}"


def flip(forger: Forger, record: str, chance: random.Random) -> None:
    number, line = chance.choice([*enumerate(forger.lines(record), 1)])
    place = chance.randrange(len(line))
    changed = line[place] ^ (1 << chance.randrange(8))
    forger.put(record, number, line[:place] + bytes([changed]) + line[place + 1 :])


def delete(forger: Forger, record: str, chance: random.Random) -> None:
    lines = forger.lines(record)
    del lines[chance.randrange(len(lines))]
    forger.keep(record, chance.choice((lines, rehashed(lines))))


def swap(forger: Forger, record: str, chance: random.Random) -> None:
    lines = forger.lines(record)
    one, other = chance.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    forger.keep(record, chance.choice((lines, rehashed(lines))))


def truncate(forger: Forger, record: str, chance: random.Random) -> None:
    lines = forger.lines(record)
    forger.keep(record, lines[: chance.randrange(len(lines))])


def rewrite(forger: Forger, record: str, chance: random.Random) -> None:
    """Change one digit in the body of a line, and make all hashes fit."""
    lines = forger.lines(record)
    number = chance.randrange(1, len(lines))
    body = lines[number][83:]
    places = [place for place, byte in enumerate(body) if chr(byte).isdigit()]
    place = chance.choice(places)
    digit = (body[place] - ord("0") + chance.randrange(1, 10)) % 10 + ord("0")
    lines[number] = lines[number][:83] + body[:place] + bytes([digit]) + body[place + 1 :]
    forger.keep(record, rehashed(lines))
