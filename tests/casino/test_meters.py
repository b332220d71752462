"""Meters by table and day, held against the table's own chips and the books of the house."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import test_games_conform as games
from tests.baccarat import evenings as baccarat
from tests.baccarat.test_table_rule_12 import FOUND, misplaced_round, ruled
from tests.casino.evenings import EVENING, HOUR, INSTRUMENTS, NAMES, Evening
from tests.challenge.test_rule_18_general import in_mid_round
from tests.table import evenings as blackjack
from tests.table_support import SUPERVISOR, open_table

from croupier.casino.house.books import CAGE, ISSUE, Books, Transfer, at_table, pocket
from croupier.casino.house.commands import FollowTable
from croupier.casino.meters import Meter, Meters, day_of, meters_of, total
from croupier.games.baccarat.facts import LateRuling
from croupier.games.challenge.acts.void_rounds import InvalidateGame
from croupier.table.acts.misplaced_cards import VoidEarlierRound
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import (
    Outcome,
    Reversed,
    RoundEnded,
    RoundVoided,
    Settled,
    TokensMoved,
)
from croupier.table.table import Phase, Table
from croupier.testing import GameSuite


def fit(table: Table) -> Meters:
    """The meters of a table, which have to agree with all that the table itself has counted."""
    meters = meters_of(table.record.entries)
    counted, chips = meters.total, table.chips
    assert counted.win == chips.float - counted.fills
    issued = sum(fact.issued for fact in table.facts if isinstance(fact, TokensMoved))
    on_layout = issued - sum(chips.tokens.values()) - chips.tokens_taken
    assert counted.left == chips.brought - on_layout
    with_players = sum(chips.racks.values()) + chips.layout - on_layout
    assert counted.win == -(with_players - (counted.drop - counted.taken))
    assert counted.handle == staked_in_rounds_that_stand(table)
    stated = [fact for fact in table.facts if isinstance(fact, RoundVoided)]
    assert counted.voids == len(stated)
    return meters


def staked_in_rounds_that_stand(table: Table) -> int:
    """What was staked and decided, as the table itself remembers its rounds."""
    rounds = [past.facts for past in table.rounds if not past.void]
    if table.round is not None and table.phase in (Phase.DEALING, Phase.SETTLED):
        rounds.append(tuple(table.round.facts))
    decided = (Outcome.WIN, Outcome.LOSE, Outcome.PUSH)
    staked = 0
    for fact in (fact for facts in rounds for fact in facts):
        if isinstance(fact, Settled) and fact.outcome in decided:
            staked += fact.stake
        elif isinstance(fact, Reversed):
            staked -= fact.stake
    return staked


def books_after(table: Table) -> Books:
    """The books of a house that has followed every command of the table."""
    books = Books()
    books.post([Transfer(ISSUE, CAGE, 10_000_000_00)])
    books.post(Transfer(CAGE, pocket(name), 1_000_000_00) for name in NAMES)
    for entry in table.record.entries:
        if (command := FollowTable.after(table.name, entry.facts)) is not None:
            books.post(command.transfers)
    return books


# --- one round, counted by hand


def test_a_round_counted_by_hand() -> None:
    at = open_table("act-blackjack-2018", "ana bob", boxes=3)
    before = meters_of(at.table.record.entries).total
    at.bet("ana", 1, 20)
    at.bet("bob", 2, 50)
    at.no_more_bets()
    at.deal("TS 9H 7C TD 6S")
    at.stand(1)
    at.double(2, 50)
    at.deal("2C")
    at.deal("TC")
    at.settle()
    now = meters_of(at.table.record.entries).total
    assert before.drop == now.drop == 2 * 10_000_00
    # ana wins 20 with twenty against seventeen; bob draws with a doubled seventeen
    assert now.handle == 20_00 + 100_00
    assert now.win == -20_00
    assert (now.rounds, now.voids) == (1, 0)
    assert now.hold == Fraction(-20_00, 20_000_00)


def test_without_a_drop_there_is_no_hold() -> None:
    assert Meter(win=5).hold is None


def test_a_void_round_leaves_no_handle_and_no_win() -> None:
    at = open_table("act-blackjack-2018", "ana bob", boxes=3)
    at.play(("ana", 1, 20), ("bob", 2, 30))
    played = meters_of(at.table.record.entries).total
    assert played.handle > 0
    at.bet("ana", 1, 20)
    at.no_more_bets()
    at.deal("TS TD")
    at.do(VoidEarlierRound(round=1, reason="a card was missing"), blackjack.SUE)
    now = meters_of(at.table.record.entries).total
    assert (now.handle, now.win, now.voids) == (0, 0, 1)


@pytest.mark.parametrize(
    ("invalid", "won"),
    [
        (InvalidateGame(ground="disturbance", reason="fire", refund=False), 60_00),
        (InvalidateGame(ground="fraud", reason="marked cards", forfeits=("R",)), 30_00),
        (InvalidateGame(ground="fraud", reason="marked cards"), 0),
    ],
    ids=["nothing is refunded", "one forfeits", "all is refunded"],
)
def test_what_is_forfeited_in_an_invalid_game_is_won_and_was_never_decided(
    invalid: InvalidateGame, won: int
) -> None:
    """Rule 18.5: the game has no outcome, whoever keeps the stakes."""
    at = in_mid_round()  # ten has won, twenty has lost, thirty is still to be decided
    assert fit(at.table).total.handle == 30_00
    at.do(invalid, SUPERVISOR)
    now = fit(at.table).total
    assert (now.handle, now.win, now.rounds, now.voids) == (0, won, 1, 1)


# --- evenings


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_days_add_up_to_the_evening_and_the_books(instrument: str) -> None:
    table = Evening(instrument, seed=5, trouble=0.05).play(25).table
    meters = fit(table)
    assert len(meters.days) > 1
    assert total(meters.days.values()) == meters.total
    books = books_after(table)
    assert books.balance
    assert meters.total.left == books.held(at_table(table.name))
    ended = [fact for fact in table.facts if isinstance(fact, RoundEnded)]
    assert 0 < meters.total.rounds <= len(ended)


@pytest.mark.parametrize("instrument", INSTRUMENTS)
@given(seed=st.integers(0, 10_000), trouble=st.sampled_from([0.0, 0.1, 0.3]))
@settings(max_examples=10)
def test_whatever_happens_the_meters_fit(instrument: str, seed: int, trouble: float) -> None:
    fit(Evening(instrument, seed, trouble=trouble).play(8).table)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    "suite", [games.TestBlackjackChallenge, games.TestMiniBaccarat, games.TestUltimateTexasHoldem]
)
def test_tables_driven_at_random(suite: type[GameSuite], seed: int) -> None:
    at = suite().table(seed, virtual=seed % 2 == 0)
    at.run(60, 0.3)
    fit(at.table)


def test_evenings_on_which_much_goes_wrong() -> None:
    fit(blackjack.irregular().table)
    fit(blackjack.breakdown().table)
    fit(blackjack.walked_away().table)
    fit(baccarat.irregular().table)


def test_a_coup_that_is_settled_anew_counts_as_it_was_settled_last() -> None:
    at = misplaced_round()
    assert fit(at.table).total.win == -50_00
    at.do(FOUND, SUPERVISOR)
    at.do(ruled(at, LateRuling.SETTLE_ANEW), SUPERVISOR)
    counted = fit(at.table).total
    assert (counted.win, counted.handle, counted.rounds) == (10_00, 210_00, 1)


def test_a_round_that_is_played_on_counts_once() -> None:
    meters = meters_of(blackjack.irregular().table.record.entries)
    assert meters.total.rounds == 5
    assert meters.total.voids == 3


def test_a_correction_is_booked_on_its_own_day() -> None:
    evening = Evening("act-blackjack-2018", seed=2)
    evening.round()
    first = day_of(evening.now)
    counted = msgspec.structs.replace(meters_of(evening.table.record.entries).days[first])
    evening.now += 24 * HOUR
    void = VoidRound(ground="fraud", reason="marked cards", round=1)
    evening.must(void, evening.dealer.supervisor)
    meters = meters_of(evening.table.record.entries)
    assert meters.days[first] == counted
    second = meters.days[day_of(evening.now)]
    assert (second.handle, second.win, second.voids) == (-counted.handle, -counted.win, 1)


# --- days, and keeping them


def test_days_are_those_of_canberra() -> None:
    midnight = 1_800_021_600_000  # 2027-01-15 14:00 UTC
    assert day_of(midnight - 1) == "2027-01-15"
    assert day_of(midnight) == "2027-01-16"
    assert day_of(0) == "1970-01-01"
    assert day_of(EVENING) == "2027-01-15"


def test_meters_are_kept_and_taken_up_again() -> None:
    entries = Evening("nsw-blackjack-challenge", seed=9, trouble=0.2).play(12).table.record.entries
    whole, half = meters_of(entries), meters_of(entries[: len(entries) // 2])
    again = msgspec.json.decode(msgspec.json.encode(half), type=Meters)
    for entry in entries[len(entries) // 2 :]:
        again.take(entry)
    assert again == whole
