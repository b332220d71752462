"""Tables of a Challenge tournament: wagers found wrong in the round, and rules left out."""

from __future__ import annotations

import pytest
from tests.tournament.at_tables import SUPERVISOR, WAGERS, AtTable
from tests.tournament.support import ACT_2018, CHALLENGE, DEALER, HOLDEM, INSTRUMENTS

from croupier.aggregate.acts import Command
from croupier.cards import parse_cards
from croupier.games.blackjack.asks_and_answers import Double, Stand
from croupier.games.challenge.acts.limits import (
    AnnounceMinimum,
    EndKeptMinimum,
    PlacePersonalSign,
    RaiseMinimumAtOnce,
)
from croupier.games.challenge.acts.overlooked_wagers import (
    FindOverMaximum,
    FindWager,
    OverlookWager,
)
from croupier.games.challenge.acts.promotional_tokens import ExchangeVoucher
from croupier.games.challenge.acts.shared_boxes import LimitPlayers
from croupier.table.acts.hidden_wagers import MakeWagersGood
from croupier.table.acts.patrons import VacateSeat
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.turns import LimitTime, TimeIsUp
from croupier.table.facts import Exercised, MadeGood, OutAtTable
from croupier.table.tournament_play import AnnouncedLimits
from croupier.table_replay import replay
from croupier.tournament import law_of


def dealt(found: float, stack: float, *, limits: tuple[float, float] = (20, 500)) -> AtTable:
    """A's wager was overlooked; A has 19, B 20, and the dealer shows a six."""
    at = AtTable(CHALLENGE, {1: ("A", stack), 2: ("B", 1000)}, limits=limits)
    at.do(OverlookWager(player="A", box=1, amount=round(found * 100)), DEALER)
    at.bet("B", 40)
    at.close()
    at.deal("10S 10H 6C 9S KH")
    return at


def finish(at: AtTable, *, box_one: bool = True, dealers: str = "KC KD") -> dict[str, float]:
    """Everybody stands, and the dealer draws: a bust, unless it is said otherwise."""
    for box in (1, 2) if box_one else (2,):
        at.do(Stand(box=box), DEALER)
    at.deal(dealers)
    at.collect()
    assert at.table.chips.balances
    assert replay(at.table.record.lines).same
    return at.chips()


CASES = [
    (15, 115, 20, {"A": 135, "B": 1040}),
    (510, 1000, 500, {"A": 1500, "B": 1040}),
    (50, 1000, 40, {"A": 1040, "B": 1040}),
]


@pytest.mark.clause("nsw:19.6.14")
@pytest.mark.parametrize(("found", "stack", "amount", "chips"), CASES)
def test_nsw_E46_a_wager_found_after_the_first_card_is_made_good(
    found: float, stack: float, amount: float, chips: dict[str, float]
) -> None:
    at = dealt(found, stack)
    at.do(FindWager(player="A"), DEALER)
    (good,) = at.facts(MadeGood)
    assert (good.was, good.amount, good.clauses) == (found * 100, amount * 100, ("19.6.14",))
    assert at.refused(FindWager(player="A"), DEALER).clauses == ("19.6.14",)
    assert finish(at) == chips


@pytest.mark.clause("nsw:19.6.14")
def test_nsw_E46_a_short_wager_that_cannot_be_made_up_is_void_and_its_owner_is_out() -> None:
    at = dealt(15, 15)
    at.do(FindWager(player="A"), DEALER)
    (void,) = at.facts(MadeGood)
    assert (void.was, void.amount) == (15_00, 0)
    (out,) = at.facts(OutAtTable)
    assert (out.player, out.residual, out.wagered, out.clauses) == (
        "A", 15_00, 15_00, ("19.6.14",),
    )  # fmt: skip
    assert at.table.cleared == list(parse_cards("10S 9S"))  # its cards are burnt
    assert at.table.view(None).shoe.discards == len(at.table.shoe.rack) + 2
    assert finish(at, box_one=False) == {"A": 15, "B": 1040}  # the hand counts for nothing
    assert at.table.tournament is not None
    assert [gone.player for gone in at.table.tournament.exits] == ["A"]


@pytest.mark.clause("nsw:19.6.14")
def test_19_6_14_what_was_decided_and_settled_follows_the_stake_that_is_put_right() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 2000), 2: ("B", 1000)}, limits=(20, 500))
    at.do(OverlookWager(player="A", box=1, amount=520_00), DEALER)
    at.bet("B", 40)
    at.close()
    at.deal("6S 10H 6C 5S KH")
    at.do(Double(box=1, amount=520_00), DEALER)
    at.deal("10D")  # twenty-one, and paid at once
    assert at.chips()["A"] == 3040
    at.do(FindWager(player="A"), DEALER)
    assert at.chips()["A"] == 3000
    at.do(Stand(box=2), DEALER)
    at.deal("KC KD")
    at.collect()
    assert at.chips() == {"A": 3000, "B": 1040}


def test_what_is_noticed_before_the_deal_is_made_good_before_it() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 100)}, limits=(20, 500))
    at.do(OverlookWager(player="A", box=1, amount=15_00), DEALER)
    at.do(MakeWagersGood(), DEALER)
    at.close()
    at.deal("10S")
    assert at.refused(FindWager(player="A"), DEALER).clauses == ("19.6.14",)
    elsewhere = OverlookWager(player="A", box=2, amount=15_00)
    other = AtTable(CHALLENGE, {1: ("A", 100)}, limits=(20, 500))
    assert other.refused(elsewhere, DEALER).clauses == ("19.6.10",)


LEFT_OUT: list[Command] = [
    LimitPlayers(most=1),
    PermitSeveralBoxes(player="A"),
    VacateSeat(player="A"),
    FindOverMaximum(box=1),
    AnnounceMinimum(minimum=50_00, takes_effect=0),
    RaiseMinimumAtOnce(minimum=50_00),
    EndKeptMinimum(),
    PlacePersonalSign(player="A", minimum=20_00, maximum=900_00),
]


@pytest.mark.clause("nsw:19.2", "nsw:19.2.1")
@pytest.mark.parametrize("command", LEFT_OUT, ids=lambda command: type(command).__name__)
def test_19_2_1_rules_that_tournaments_are_played_without(command: Command) -> None:
    at = AtTable(CHALLENGE, {1: ("A", 100)})
    assert "19.2.1" in at.refused(command, SUPERVISOR).clauses


@pytest.mark.clause("nsw:19.6", "nsw:19.6.1", "nsw:19.6.8")
def test_19_6_1_no_promotional_token_is_staked() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 100)})
    voucher = ExchangeVoucher(player="A", voucher="V1", amount=25_00)
    assert {"19.6", "19.6.1", "19.6.8"} <= set(at.refused(voucher, DEALER).clauses)


@pytest.mark.clause("nsw:19.6.15")
def test_19_6_15_the_minimum_rises_without_twenty_minutes_and_nobody_keeps_the_old() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 1000)})
    at.do(ChangeLimits(limits={"main": (100_00, 1000_00)}), SUPERVISOR)
    changed = [f for f in at.facts(Exercised) if f.power == "limits changed"]
    assert [f.clauses for f in changed] == [("19.6.15",)]
    at.bet("A", 25)
    at.close()
    at.deal("10S 6C 9S")
    at.do(Stand(box=1), DEALER)
    at.deal("KC KD")
    at.collect()
    assert "the minimum is $100" in at.no_bet("A", 25).reason
    at.bet("A", 100)


@pytest.mark.clause(
    "06:20.4(g)", "18:19.3(a)(vii)", "bac:15.3(a)(vii)", "uth:16.3(a)(vii)", "nsw:19.6.15"
)
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_19_6_15_limits_change_only_as_the_conditions_have_announced(instrument: str) -> None:
    wagers = WAGERS.get(instrument, ("main",))

    def limits(least: int, most: int) -> dict[str, tuple[int, int]]:
        return dict.fromkeys(wagers, (least * 100, most * 100))

    announced = tuple(
        AnnouncedLimits(wager, *pair)
        for stage in (limits(25, 500), limits(100, 1000))
        for wager, pair in stage.items()
    )
    at = AtTable(instrument, {1: ("A", 1000)}, limits=(25, 500), announced=announced)
    wrong = at.refused(ChangeLimits(limits=limits(50, 500)), SUPERVISOR)
    assert wrong.clauses == law_of(instrument).limits_announced
    (first, *_) = wagers
    step = ChangeLimits(limits={}, multiples={first: 50_00})
    assert at.refused(step, SUPERVISOR).clauses == law_of(instrument).limits_announced
    at.do(ChangeLimits(limits=limits(100, 1000)), SUPERVISOR)
    assert at.table.sign.of(first).minimum == 100_00  # of which everybody knew
    assert at.table.sign.of(first).maximum == 1000_00


@pytest.mark.clause("nsw:19.6.11", "nsw:19.6.12", "uth:16.3(a)(iii)(C)")
def test_19_6_11_the_manager_limits_the_time_for_wagers_with_notice() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 100)})
    up = TimeIsUp(player="A")
    assert at.refused(up, SUPERVISOR).clauses == ("19.6.11",)
    assert at.refused(LimitTime(seconds=30, notice="")).clauses == ("19.6.11",)
    assert at.refused(LimitTime(seconds=0, notice="told")).clauses == ("19.6.11",)
    at.do(LimitTime(seconds=30, notice="told at the table"))
    at.do(up, SUPERVISOR)
    assert at.table.wagers[0].amount == 25_00
    AtTable(HOLDEM, {1: ("A", 100)}).do(LimitTime(seconds=30, notice="told at the table"))
    other = AtTable(ACT_2018, {1: ("A", 100)})  # where it is one of the directions for the pace
    assert other.refused(LimitTime(seconds=30, notice="")).clauses == ("19.17",)
    other.do(LimitTime(seconds=30, notice="told at the table"))
