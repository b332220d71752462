"""A record played again gives the same facts; one that does not is found out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.table.evenings import ANA, DAN, Evening, breakdown, dealt, irregular, walked_away
from tests.table.forging import line_with, with_body

from croupier.aggregate.hash_chain import verify
from croupier.aggregate.record_lines import Fault, RecordError, split
from croupier.aggregate.restore import ReplayedCommand
from croupier.games.blackjack.asks_and_answers import Hit, Stand
from croupier.games.blackjack.game import ACTS
from croupier.table.acts.betting import NoMoreBets
from croupier.table.facts import Burnt, Reconstructed, Reversed, RoundVoided
from croupier.table_replay import codec_of, read_record, replay

if TYPE_CHECKING:
    from croupier.table.table import Table

EVENINGS: list[Callable[[str], Evening]] = [dealt, irregular, breakdown, walked_away]


@cache
def record() -> tuple[bytes, ...]:
    return tuple(irregular().table.record.lines)


# --- the same facts


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_record_played_again_gives_the_same_facts_and_the_same_head(
    evening: Callable[[str], Evening], instrument: str
) -> None:
    table = evening(instrument).table
    again = replay(table.record.lines)
    assert again.same
    assert again.differences == []
    assert again.warnings == ()
    assert again.lines == len(table.record.lines)
    assert again.table.record.lines == table.record.lines
    assert again.table.facts == table.facts
    assert again.table.chips.racks == table.chips.racks
    assert again.table.chips.float == table.chips.float
    assert again.table.phase is table.phase


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_a_long_evening_from_a_virtual_shoe_is_the_same_again(device: str, instrument: str) -> None:
    options: dict[str, object] = {"device": device, "burn_on_new_shoe": 2}
    table = dealt(instrument, rounds=150, options=options).table
    assert any(isinstance(fact, Burnt) for fact in table.facts)
    assert len(table.shoe.published) > (3 if device == "shoe" else 0)
    assert replay(table.record.lines).same


def test_the_evenings_hold_what_can_go_wrong() -> None:
    kinds = {type(fact) for fact in irregular().table.facts}
    assert {Burnt, Reconstructed, Reversed, RoundVoided} <= kinds


def test_a_record_is_read_back_whole(instrument: str) -> None:
    for evening in EVENINGS:
        table = evening(instrument).table
        recording = read_record(table.record.lines)
        assert recording.header == table.record.header
        assert recording.entries == tuple(table.record.entries)


def test_an_unfinished_record_gives_the_table_as_it_was(instrument: str) -> None:
    evening = Evening(instrument)
    evening.load_by_hand()
    evening.bet(ANA, 1, 20)
    evening.do(NoMoreBets(), DAN)
    evening.deal("9S 5C 3D")
    again = replay(evening.table.record.lines).table
    assert again.round is not None
    assert evening.table.round is not None
    assert again.round.view(None) == evening.table.round.view(None)
    for table in (again, evening.table):  # and it goes on from there
        table.do(Hit(box=1), ANA, evening.now)
    assert again.record.head == evening.table.record.head


def test_every_step_can_be_watched() -> None:
    steps: list[ReplayedCommand] = []
    phases: list[str] = []

    def watch(step: ReplayedCommand, table: Table) -> None:
        steps.append(step)
        phases.append(table.phase)

    again = replay(record(), watch)
    entries = again.table.record.entries
    assert [step.line for step in steps] == list(range(2, len(record()) + 1))
    assert [step.command for step in steps] == [entry.command for entry in entries]
    assert [step.facts for step in steps] == [entry.facts for entry in entries]
    assert [(step.by.name, step.by.role, step.at) for step in steps] == [
        (entry.by, entry.role, entry.at) for entry in entries
    ]
    assert {"betting", "dealing", "settled", "closed"} == set(phases)


# --- other facts


def test_a_changed_fact_under_right_hashes_is_found_by_replay() -> None:
    line = line_with(record(), b'"outcome":"win"')
    altered = with_body(record(), line, b'"outcome":"win"', b'"outcome":"push"')
    assert verify(altered).unbroken
    again = replay(altered)
    assert again.count == 1
    (difference,) = again.differences
    assert difference.line == line
    assert '"outcome":"push"' in difference.expected
    assert difference.found == difference.expected.replace("push", "win")
    assert str(difference) == (
        f"line {line}: the record has {difference.expected}, the replay {difference.found}"
    )


def test_a_clause_a_fact_and_the_order_of_facts_count() -> None:
    line = line_with(record(), b'"fact":"settled"')
    for old, new in (
        (b'"clauses":["', b'"clauses":["1.1","'),
        (b'"facts":[', b'"facts":[{"fact":"round-ended","round":9,"clauses":[]},'),
        (b'"facts":[', b'"facts":[ '),
    ):
        again = replay(with_body(record(), line, old, new))
        assert [difference.line for difference in again.differences] == [line]


def test_facts_left_out_or_added_are_shown_as_such() -> None:
    line = line_with(record(), b'"fact":"round-ended"')
    extra = b'{"fact":"round-ended","round":9,"clauses":[]}'
    (difference,) = replay(with_body(record(), line, b"]}", b"]}," + extra)).differences
    assert (difference.expected, difference.found) == (extra.decode(), "no such fact")
    body = split(record()[line - 1])
    assert body is not None
    facts = body[1][body[1].index(b'"facts":') :]
    (difference,) = replay(with_body(record(), line, facts, b'"facts":[]}')).differences
    assert difference.expected == "no such fact"
    assert difference.found.startswith('{"fact":"round-ended"')


def test_a_command_that_the_rules_refuse_is_a_difference_with_its_refusal() -> None:
    line = line_with(record(), b'"do":"place-wager"')
    again = replay(with_body(record(), line, b'"amount":2000', b'"amount":2001'))
    first = again.differences[0]
    assert first.line == line
    assert first.found.startswith("refused it: $20.01 is not a multiple of $5 (")
    assert again.count > 1  # what builds on the wager differs too
    assert again.count == len(again.differences)


def test_another_card_gives_other_facts_from_there_on() -> None:
    line = line_with(record(), b'"do":"deal"')
    again = replay(with_body(record(), line, b'"card":"9S"', b'"card":"8S"'))
    assert again.differences[0].line == line


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"by":"sue","role":"supervisor"', b'"by":"sue","role":"player"'),
        (b'"by":"sue"', b'"by":"sal"'),
        (b'"at":18', b'"at":11'),
    ],
)
def test_who_and_when_matter(old: bytes, new: bytes) -> None:
    """A role is held against the power; a name or a time of day shows only where it matters."""
    again = replay(with_body(record(), 2, old, new))
    refused = old.startswith(b'"at"') or b"role" in old
    assert again.same is not refused


def test_a_forged_time_is_a_difference_and_not_a_crash() -> None:
    altered = with_body(record(), 2, b'"at":18', b'"at":888888888888888888')
    found = replay(altered).differences[0]
    assert found.line == 2
    assert found.found.startswith("failed: ")


def test_of_very_many_differences_the_first_are_kept_and_all_are_counted() -> None:
    lines = dealt(rounds=12).table.record.lines
    again = replay(with_body(lines, 2, b'"role":"supervisor"', b'"role":"player"'))
    assert again.count > 150
    assert len(again.differences) == 100
    assert again.differences[0].line == 2


# --- another version


def test_a_record_of_another_version_says_so_and_is_played_all_the_same() -> None:
    altered = with_body(record(), 1, b'"version":"', b'"version":"0.0.')
    again = replay(altered)
    assert again.same
    (warning,) = again.warnings
    assert "made by croupier 0.0." in warning


def test_a_record_under_another_rulebook_says_so() -> None:
    altered = with_body(record(), 1, b'"rulebook":"', b'"rulebook":"0')
    again = replay(altered)
    assert again.same
    assert again.warnings == ("made under another text of the rulebook of act-blackjack-2018",)


def test_a_command_that_this_version_does_not_know_is_a_difference() -> None:
    line = line_with(record(), b'"do":"ask-for-rules"')
    again = replay(with_body(record(), line, b"ask-for-rules", b"ask-for-music"))
    (difference,) = again.differences
    assert difference.line == line
    assert "there is no command 'ask-for-music'; did you mean ask-for-rules" in difference.found


# --- what cannot be read


@pytest.mark.parametrize(
    ("line", "old", "new", "fault", "says"),
    [
        (1, b'"boxes":5', b'"boxes":"5"', Fault.BAD_HEADER, "not the header"),
        (1, b"croupier-table/2", b"croupier-table/9", Fault.BAD_HEADER, "is croupier-table/9"),
        (1, b'"format":"croupier-table/2",', b"", Fault.BAD_HEADER, "not the header"),
        (5, b'"n":4', b'"n":5', Fault.NOT_CONSECUTIVE, "is entry 5 where entry 4 is due"),
        (5, b'"n":4', b'"m":4', Fault.BAD_ENTRY, "not an entry of a record"),
        (5, b'"role":"player"', b'"role":"whale"', Fault.UNKNOWN_ROLE, "no role 'whale', only"),
        (5, b'"do":"bring-chips"', b'"do":"bring-cake"', Fault.UNKNOWN_COMMAND, "'bring-cake'"),
        (5, b'"amount":', b'"weight":', Fault.BAD_ENTRY, "its command"),
        (5, b'"fact":"chips"', b'"fact":"chaps"', Fault.UNKNOWN_FACT, "did you mean chips"),
        (5, b'"clauses":', b'"because":', Fault.BAD_ENTRY, "its facts"),
    ],
)  # fmt: skip
def test_reading_names_the_line_and_what_is_wrong_with_it(
    line: int, old: bytes, new: bytes, fault: Fault, says: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(with_body(record(), line, old, new))
    assert (caught.value.fault, caught.value.line) == (fault, line)
    assert str(caught.value).startswith(f"line {line}: ")
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b"act-blackjack-2018", b"act-blackjack-2099", "no instrument act-blackjack-2099"),
        (b'"decks":6', b'"decks":600', "options.decks"),
        (b'"boxes":5', b'"boxes":500', "1 to 12 boxes"),
    ],
)
def test_a_header_of_which_no_table_can_be_made(old: bytes, new: bytes, says: str) -> None:
    with pytest.raises(RecordError, match=says) as caught:
        replay(with_body(record(), 1, old, new))
    assert (caught.value.fault, caught.value.line) == (Fault.BAD_HEADER, 1)


@pytest.mark.parametrize("reader", [read_record, replay])
def test_a_broken_chain_ends_the_reading(reader: Callable[[list[bytes]], object]) -> None:
    altered = list(record())
    altered[29] = altered[29].replace(b'"at":18', b'"at":17')
    with pytest.raises(RecordError) as caught:
        reader(altered)
    assert (caught.value.fault, caught.value.line) == (Fault.ALTERED, 30)
    with pytest.raises(RecordError) as caught:
        reader([*record()[:56], record()[56][:30]])
    assert str(caught.value) == "line 57 is cut off; the 56 lines before it are whole"
    with pytest.raises(RecordError) as caught:
        reader([])
    assert caught.value.fault is Fault.EMPTY


@pytest.mark.parametrize("facts", [b"7", b"null", b'"none"', b"{}", b"[7]", b"[{}]"])
def test_facts_that_are_none_are_named_and_never_a_crash(facts: bytes) -> None:
    parts = split(record()[4])
    assert parts is not None
    old = parts[1][parts[1].index(b'"facts":') :]
    altered = with_body(record(), 5, old, b'"facts":' + facts + b"}")
    with pytest.raises(RecordError, match="line 5: its facts") as caught:
        read_record(altered)
    assert caught.value.fault is Fault.BAD_ENTRY
    assert [difference.line for difference in replay(altered).differences] == [5]


def test_every_command_and_every_fact_can_be_read() -> None:
    words = codec_of("act-blackjack-2018")
    assert set(words.commands) == set(ACTS)
    assert Stand in ACTS
    tags = [kind.__struct_config__.tag for kind in words.facts]
    assert len(tags) == len(set(tags))
    assert {"settled", "dealt", "opened", "notice", "round-ended"} <= set(tags)
    stand = words.read_command(b'{"do":"stand","box":1,"hand":2}')
    assert stand == Stand(box=1, hand=2)


# --- nothing but the commands decides


def test_the_same_commands_give_the_same_head_under_every_hash_seed() -> None:
    script = (
        "from tests.table.evenings import *\n"
        "for evening in (dealt, irregular, breakdown, walked_away):\n"
        "    for year in ('2006', '2018'):\n"
        "        print(evening(f'act-blackjack-{year}').table.record.head)\n"
    )
    root = Path(__file__).parents[2]
    heads = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            encoding="ascii",
            timeout=120,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(heads) == 1
    (printed,) = heads
    assert len(set(printed.split())) == 8
