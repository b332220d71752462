"""Random evenings use the commands of every game, and all ways of counting the money agree."""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.adjudication.every_command import (
    EveryCommandEvening,
    EveryCommandSession,
    to_the_last_card,
)
from tests.adjudication.irregular_evenings import IrregularEvening
from tests.adjudication.test_export import adjudicated, won
from tests.casino.evenings import INSTRUMENTS
from tests.tournament.support import ACT_2006, ACT_2018, BACCARAT, CHALLENGE, HOLDEM

from croupier.adjudication.export import BeyondTheFormat, round_files
from croupier.table.chip_ledger import holdings
from croupier.table_replay import replay

if TYPE_CHECKING:
    from croupier.table.table import Phase, Table

LONG = int(os.environ.get("CROUPIER_COMMAND_EVENINGS", "0"))
"""How many evenings of each instrument the long form has, with half as many tournament sessions."""
EVENINGS = LONG or 20
SESSIONS = LONG // 2 or 8
AT_LEAST = 10 if LONG else 1
RARE = Path(__file__).with_name("rare_commands.json")
"""The commands that the short form uses fewer than four times, and need not use at all: another
rule may give all evenings another course. The long form knows no such list."""
SELDOM = 4

TAKES_COMMISSION = "a tournament takes its commission from fees, never a table"
NO_CARDS = "the instrument has no pass cards"
NO_STAKE = "the instrument stakes nothing for a player whose time is over"
TAKEN_BACK = "a wager out of order is taken back by 19.9.5, and none stands to be void"
_ACT = {"take-commission": TAKES_COMMISSION, "play-pass-card": NO_CARDS, "time-is-up": NO_STAKE}
ALWAYS_REFUSED: dict[str, dict[str, str]] = {
    ACT_2006: _ACT, ACT_2018: _ACT, BACCARAT: _ACT, HOLDEM: _ACT,
    CHALLENGE: {"void-out-of-order": TAKEN_BACK},
}  # fmt: skip
"""The commands that an instrument always refuses, each with the reason."""


@cache
def played(instrument: str) -> tuple[Counter[str], list[Table]]:
    """Evenings of an instrument: how often each command was accepted, and the tables."""
    sought: Counter[str] = Counter()
    refused: Counter[tuple[str, Phase]] = Counter()
    tables = []
    for seed in range(EVENINGS):
        evening = EveryCommandEvening(instrument, seed, trouble=(0.1, 0.3, 0.6)[seed % 5 % 3])
        tables.append(evening.play_all(6, sought, refused).table)
    sessions = (EveryCommandSession(instrument, seed) for seed in range(SESSIONS))
    tables += [each.play_all(5, sought, refused).table for each in sessions]
    tables += [to_the_last_card(n) for n in range(AT_LEAST if instrument == BACCARAT else 0)]
    return Counter(tag for table in tables for tag in _tags(table)), tables


def _tags(table: Table) -> list[str]:
    return [str(entry.command.__struct_config__.tag) for entry in table.record.entries]


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_random_evenings_use_every_command(instrument: str) -> None:
    """In the long form at least ten times; only the short form may leave a rare one out."""
    used, tables = played(instrument)
    known = {str(kind.__struct_config__.tag) for kind in tables[0].game.acts.by_command}
    expected = known - set(ALWAYS_REFUSED[instrument])
    listed = json.loads(RARE.read_text()).get(instrument, [])
    if os.environ.get("CROUPIER_REGENERATE") and not LONG:
        listed = sorted(tag for tag in expected if used[tag] < SELDOM)
        every = {**json.loads(RARE.read_text()), instrument: listed}
        RARE.write_text(json.dumps(every, indent=1, sort_keys=True) + "\n")
    assert not set(listed) - expected
    wanted = expected if LONG else expected - set(listed)
    assert not {tag: used[tag] for tag in sorted(wanted) if used[tag] < AT_LEAST}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_command_that_is_always_refused_is_never_accepted(instrument: str) -> None:
    used, _ = played(instrument)
    assert not {tag: used[tag] for tag in ALWAYS_REFUSED[instrument] if used[tag]}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_chips_record_replay_and_round_files_agree(instrument: str) -> None:
    rounds = beyond = 0
    for table in played(instrument)[1]:
        assert replay(table.record.lines).same
        ledger = holdings(table.record)
        assert ledger.racks == table.chips.racks
        if "designate-for-tournament" in _tags(table):
            continue  # a round file has no tournament
        net: Counter[str] = Counter()
        complete = True
        for _, file in round_files(table.record.lines):
            rounds += 1
            if isinstance(file, BeyondTheFormat):
                beyond += 1
                complete = False
            else:
                told = adjudicated(file).rounds  # with all rounds of the shoe, if one needs them
                begun = 1 if file.get("stop") else 0  # the round after it, which has begun
                net.update(told[str(len(told) - begun)].net)
        if complete and "place-tokens" not in _tags(table):
            assert {name: cents for name, cents in net.items() if cents} == won(table), table.name
    assert beyond * 10 <= rounds, "at most a tenth of the rounds may be beyond a round file"


def test_bac_12_3_a_card_that_was_seen_and_never_dealt_is_left_out_of_the_file() -> None:
    """It was drawn unseen, seen, and its coup was void before it could be dealt."""
    table = IrregularEvening("act-mini-baccarat-2016", 149, trouble=0.6).play(6).table
    assert "excess-card-seen" in _tags(table)
    for _, file in round_files(table.record.lines):
        assert not isinstance(file, BeyondTheFormat), file
        adjudicated(file)
