"""What a table keeps of its past: the last rounds, and all others are read from the record."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest
from tests.baccarat import evenings as baccarat
from tests.table.evenings import EVENING, SUE, dealt, irregular
from tests.table.test_deal_runs import begun, close_betting, play

from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import instruments
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.voiding import VoidRound, VoidWager
from croupier.table.chip_ledger import holdings
from croupier.table.facts import Reversed
from croupier.table.round_index import find_round
from croupier.table.table import ROUNDS_AT_HAND, Phase
from croupier.table_replay import TABLE

if TYPE_CHECKING:
    from croupier.dealer import Dealer
    from croupier.table.table import Table


def as_read(table: Table) -> list[tuple[int, tuple[object, ...], bool]]:
    codec, lines = TABLE.codec(table.record.header), table.record.lines
    found = (find_round(codec, lines, past.number) for past in table.rounds)
    return [(past.number, past.facts, past.void) for past in found if past is not None]


def as_kept(table: Table) -> list[tuple[int, tuple[object, ...], bool]]:
    return [
        (past.number, tuple(fact for fact in past.facts if fact.lasts), past.void)
        for past in table.rounds
    ]


@pytest.mark.parametrize("instrument", instruments())
def test_a_round_is_read_from_the_record_as_it_was_kept(instrument: str) -> None:
    table = play(instrument, 12, in_runs=True)
    assert len(as_read(table)) == 12
    assert as_read(table) == as_kept(table)


def test_so_are_void_rounds_and_those_that_were_corrected_later() -> None:
    for evening in (irregular(), dealt(rounds=4)):
        assert as_read(evening.table) == as_kept(evening.table)


def test_so_are_coups_that_were_ruled_on() -> None:
    table = baccarat.irregular().table
    assert as_read(table) == as_kept(table)


@pytest.mark.parametrize("instrument", instruments())
def test_so_is_one_of_which_a_wager_was_void_when_its_cards_were_collected(instrument: str) -> None:
    table = play(instrument, 3, in_runs=True)
    settled = table.rounds[-1].standing()[0]
    who, box = settled.player, settled.box
    assert box is not None
    table.patrons.breaches[who] += 1
    void = VoidWager(player=who, box=box, reason="seen", round=table.number)
    table.do(void, SUE, EVENING)
    assert not [each for each in table.rounds[-1].standing() if each.player == who]
    assert as_read(table) == as_kept(table)
    assert holdings(table.record).racks == table.chips.racks


def stored(instrument: str) -> tuple[Table, Dealer, list[bytes]]:
    """A table whose record is kept elsewhere, as that of a casino."""
    table, dealer = begun(instrument)
    lines = list(table.record.lines)
    record = table.record
    record.keep, record.forgetful = lines.append, True
    record.lines.clear()
    codec = TABLE.codec(record.header)
    table.read_back = lambda number: find_round(codec, lines, number)
    return table, dealer, lines


def play_rounds(table: Table, dealer: Dealer, rounds: int) -> None:
    """Rounds in which nobody says anything."""
    for _ in range(rounds):
        close_betting(table, dealer)
        while table.phase is not Phase.SETTLED:
            dealer.prepare()
            if table.phase is Phase.BETTING:  # the cutting card came first
                table.do(NoMoreBets(), dealer.by, EVENING)
            dealer.deal()
            asking = table.game.asking(table) if table.phase is Phase.DEALING else None
            for command in asking.overdue if asking is not None else ():
                if table.check(command, dealer.by, EVENING) is None:
                    table.do(command, dealer.by, EVENING)
        dealer.collect()


def reachable(table: Table, dealer: Dealer, lines: list[bytes]) -> int:
    """How many objects a table and its dealer hold on to, beside what everybody shares."""
    gc.collect()
    seen = {id(each) for each in (lines, type(table))}
    waiting: list[object] = [table, dealer]
    count = 0
    while waiting:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, type) or callable(each):
            continue
        seen.add(id(each))
        count += 1
        waiting += gc.get_referents(each)
    return count


@pytest.mark.parametrize("instrument", instruments())
def test_the_memory_of_a_table_does_not_grow_with_its_rounds(instrument: str) -> None:
    table, dealer, lines = stored(instrument)
    at_hand: list[int] = []
    for rounds in (5 * ROUNDS_AT_HAND, ROUNDS_AT_HAND, 10 * ROUNDS_AT_HAND):
        play_rounds(table, dealer, rounds)
        at_hand.append(reachable(table, dealer, lines))
    assert len(table.rounds) < 2 * ROUNDS_AT_HAND
    assert at_hand[2] < 1.05 * max(at_hand[:2])


def test_a_round_of_long_ago_is_undone_as_the_record_has_it() -> None:
    table, dealer, _ = stored("act-blackjack-2018")
    play_rounds(table, dealer, 3 * ROUNDS_AT_HAND)
    assert table.rounds[0].number > 5
    past = table.past_round(5)
    assert past is not None
    standing = past.standing()
    assert standing
    fraud = VoidRound(ground="fraud", reason="marked cards", round=5)
    undone = [fact for fact in table.do(fraud, SUE, EVENING) if isinstance(fact, Reversed)]
    assert [(fact.player, fact.net) for fact in undone] == [(f.player, f.net) for f in standing]
    with pytest.raises(Refused, match="no round 5 stands"):
        table.do(fraud, SUE, EVENING)
    with pytest.raises(Refused, match="no round 100000 stands"):
        table.do(VoidRound(ground="fraud", reason="x", round=100_000), SUE, EVENING)
