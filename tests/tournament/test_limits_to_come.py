"""Limits of which notice was given: the round that is wagered for keeps its own."""

from __future__ import annotations

import pytest
from tests.casino.forgers import rehashed
from tests.tournament.at_tables import NOW, SUPERVISOR, WAGERS, AtTable, bet
from tests.tournament.support import BACCARAT, CHALLENGE, DEALER, INSTRUMENTS, player
from tests.tournament.test_hidden_wagers import LOSES, play, written

from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.turns import AskWager, DeductMinimum, EverybodyPasses, PlayPassCard
from croupier.table.facts import Settled
from croupier.table.tournament_play import WagerForm, unable_to_wager
from croupier.table_replay import replay
from croupier.version import __version__


def give_notice(at: AtTable) -> None:
    """From the next round on it takes 100 instead of 25."""
    wagers = WAGERS.get(at.instrument, ("main",))
    at.do(ChangeLimits(limits=dict.fromkeys(wagers, (100_00, 500_00))), SUPERVISOR)


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15", "nsw:19.6.4")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_who_has_the_minimum_of_this_round_plays_it_whatever_the_next_asks(
    instrument: str,
) -> None:
    at = AtTable(instrument, {1: ("A", 1000), 2: ("B", 1000), 4: ("C", 60)})
    ordered = at.table.check(AskWager(), DEALER, NOW) is None
    for name in "ABC":
        if ordered:
            assert at.ask() == name
        if name != "C":
            bet(at, name, 25)
    give_notice(at)
    assert unable_to_wager(at.table) == []
    assert at.refused(NoMoreBets(), DEALER).reason == "C must wager"
    bet(at, "C", 25)
    at.close()


@pytest.mark.clause("bac:15.14")
def test_15_14_the_minimum_that_is_risked_is_that_of_the_round() -> None:
    at = AtTable(BACCARAT, {1: ("A", 1000), 2: ("B", 1000)})
    for name in "AB":
        at.ask()
        at.bet(name, 30, "banker")
    at.bet("B", 25, "player")
    give_notice(at)
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).reason == "B risks less than the minimum"
    at.bet("B", 0, "player")
    at.do(NoMoreBets(), DEALER)


@pytest.mark.clause("nsw:19.8.3.4")
def test_19_8_3_4_a_form_without_an_amount_loses_the_minimum_of_its_round() -> None:
    at = written(1000, WagerForm(None, "main"))
    at.do(ChangeLimits(limits={"main": (50_00, 200_00)}), SUPERVISOR)
    assert play(at, LOSES) == 990


@pytest.mark.clause("nsw:19.5.6.1")
def test_19_5_6_1_who_is_absent_loses_the_minimum_of_the_round_that_is_missed() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 1000), 2: ("B", 1000)})
    at.bet("A", 25)
    at.do(StepAway(player="B"), player("B"))
    give_notice(at)
    at.do(DeductMinimum(player="B"))
    assert [fact.net for fact in at.facts(Settled)] == [-25_00]


@pytest.mark.parametrize("instrument", INSTRUMENTS)
@pytest.mark.parametrize(("taken", "by_the_rule_then"), [(100_00, True), (75_00, False)])
def test_a_record_from_before_tells_of_the_minimum_to_come_and_of_no_other_amount(
    instrument: str, taken: int, by_the_rule_then: bool
) -> None:
    """Until 1.1.0 the minimum of the limits to come was taken; anything else was altered."""
    options = {} if instrument == CHALLENGE else {"sitting_out": "minimum"}
    at = AtTable(instrument, {1: ("A", 1000), 2: ("B", 1000)}, options=options)
    at.do(StepAway(player="B"), player("B"))
    give_notice(at)
    (lost,) = at.do(DeductMinimum(player="B"))
    assert isinstance(lost, Settled)
    stakes = -lost.net // 25_00  # hold'em asks for ante and blind
    lines = [
        line.replace(b'"net":%d,' % lost.net, b'"net":%d,' % (-taken * stakes))
        for line in at.table.record.lines
    ]
    lines[0] = lines[0].replace(f'"{__version__}"'.encode(), b'"1.0.0"')
    again = replay(rehashed(lines))
    assert again.count == 1
    assert (again.made_before is not None) is by_the_rule_then


@pytest.mark.clause("nsw:19.7.1")
def test_19_7_1_new_limits_hold_after_a_round_in_which_all_pass() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 1000), 2: ("B", 60)}, pass_cards=1)
    for name in "AB":
        at.do(PlayPassCard(player=name), player(name))
    give_notice(at)
    assert at.table.sign.of("main").minimum == 25_00
    at.do(EverybodyPasses(), DEALER)
    assert at.table.sign.of("main").minimum == 100_00
    assert at.table.tournament is not None
    assert at.table.tournament.out == {"B"}
