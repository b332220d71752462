"""Meetings of mechanisms at a tournament table of Blackjack Challenge, worked out from Rule 19."""

from __future__ import annotations

import pytest
from tests.meetings.test_tournament_meetings import level, prizes
from tests.tournament.at_tables import SUPERVISOR, AtTable
from tests.tournament.support import CHALLENGE, DEALER, HEATS, player, playing

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person, Role
from croupier.cards import Card
from croupier.casino.floor.tournament_tables import play_off_outcome
from croupier.games.blackjack.asks_and_answers import Hit, Stand
from croupier.games.challenge.acts.conduct import FindProhibitedDevice
from croupier.games.challenge.acts.notices import GiveNotice
from croupier.games.challenge.acts.player_restrictions import RestrictToOneBox
from croupier.games.challenge.acts.shuffling_device import DeviceFailed
from croupier.games.challenge.acts.void_rounds import VoidMisdeal
from croupier.games.challenge.round import ElectRefund
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.dealing import Deal
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.patrons import Arrive, Leave, Sit, StepAway
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    IssueTournamentChips,
)
from croupier.table.acts.turns import DeductMinimum, RuleOut, TimeIsUp
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import OutAtTable
from croupier.table.tournament_play import players_in
from croupier.tournament.acts.session_end import EndSession
from croupier.tournament.acts.ties import PlayOffRound

VOID = VoidMisdeal(error="a card fell", why_not_rebuilt="nobody saw where it lay")
GAMING_MANAGER = Person("gus", Role.GAMING_MANAGER)
NINETEEN = "10S 10H 9C 7S 10D", "KC"
"""A has 17 and B 20 against the dealer's 19."""


def two(chips: float = 25, **more: object) -> AtTable:
    """Return a table at which A has so many dollars, and B has 1000."""
    return AtTable(CHALLENGE, {1: ("A", chips), 2: ("B", 1000)}, **more)  # type: ignore[arg-type]


def both_wager(at: AtTable) -> None:
    for name in "AB":
        at.bet(name, 25)
    at.close()


def stand(at: AtTable, *boxes: int) -> None:
    for box in boxes:
        at.do(Stand(box=box), DEALER)


def play(at: AtTable) -> None:
    """Both wager the minimum, and A loses it."""
    both_wager(at)
    first, then = NINETEEN
    at.deal(first)
    stand(at, 1, 2)
    at.deal(then)
    at.collect()


def restrict(at: AtTable, name: str) -> None:
    at.do(GiveNotice(to="inspector", of="one-box", player=name), SUPERVISOR)
    at.do(RestrictToOneBox(player=name, reason="counts"), GAMING_MANAGER)


# --- who is out


@pytest.mark.clause("nsw:19.6.13", "nsw:19.6.15")
def test_19_6_13_a_higher_minimum_puts_out_who_cannot_wager_it() -> None:
    """The players knew of the change before the tournament; A has 75 when it takes 100."""
    at = two(100)
    both_wager(at)
    at.deal(NINETEEN[0])
    at.do(ChangeLimits(limits={"main": (100_00, 500_00)}), SUPERVISOR)
    stand(at, 1, 2)
    at.deal(NINETEEN[1])
    at.collect()
    (out,) = at.facts(OutAtTable)
    assert (out.player, out.residual) == ("A", 75_00)
    assert at.no_bet("A", 75).clauses == ("19.6.13",)


@pytest.mark.clause("nsw:18.3.1", "nsw:19.6.13")
def test_18_3_1_who_has_the_last_chips_back_with_a_void_wager_is_not_out() -> None:
    at = two()
    both_wager(at)
    at.deal(NINETEEN[0])
    at.do(FindProhibitedDevice(person="A", apparatus="a phone"), SUPERVISOR)
    at.do(VoidWager(player="A", box=1, reason="a phone"), SUPERVISOR)
    stand(at, 2)
    at.deal(NINETEEN[1])
    at.collect()
    assert not at.facts(OutAtTable)
    play(at)
    assert [out.player for out in at.facts(OutAtTable)] == ["A"]
    assert at.no_bet("A", 25).clauses == ("19.6.13",)


@pytest.mark.clause("nsw:16.8", "nsw:19.6.13")
def test_16_8_who_wins_the_reconstructed_round_is_back_in() -> None:
    """B should have 9H 5S and the dealer 6D, who then busts. A goes out by a later round."""
    at = two()
    both_wager(at)
    at.deal("10S")
    at.do(Deal(card=Card("9H"), laid_on=(0, 1)), DEALER)
    at.do(Deal(card=Card("6D"), laid_on=(2, 1)), DEALER)
    at.deal("7S 5S")
    stand(at, 1)
    at.do(Hit(box=2), DEALER)
    at.deal("10C 10D")
    at.collect()
    assert [out.player for out in at.facts(OutAtTable)] == ["A"]
    at.do(Reconstruct(reason="first cards exchanged"), SUPERVISOR)
    stand(at, 1, 2)
    at.deal("10C 10D")
    at.collect()
    assert at.chips() == {"A": 50, "B": 1025}
    play(at)
    play(at)
    assert [out.player for out in at.facts(OutAtTable)] == ["A", "A"]


@pytest.mark.clause("nsw:17.5.1")
def test_17_5_1_who_takes_the_lost_last_chips_back_is_not_out() -> None:
    at = two(options={"device": "shuffler"})
    both_wager(at)
    at.deal("10S 10H 9C 6S 9H")
    at.do(Hit(box=1), DEALER)
    at.deal("KC")
    at.do(DeviceFailed(fault="jammed", spare_at_hand=False), SUPERVISOR)
    for name in "AB":
        at.do(ElectRefund(player=name, takes=True), player(name))
    at.collect()
    assert (at.chips(), at.facts(OutAtTable)) == ({"A": 25, "B": 1000}, [])
    assert set(players_in(at.table).values()) == {"A", "B"}


@pytest.mark.clause("nsw:19.6.12", "nsw:19.6.4")
def test_19_6_12_who_is_held_to_the_minimum_is_not_disqualified_for_making_no_wager() -> None:
    at = two(1000, seconds=30)
    at.bet("B", 25)
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).clauses == ("19.6.4",)
    assert at.refused(RuleOut(player="A")).clauses == ("19.6.12",)
    at.do(TimeIsUp(player="A"), SUPERVISOR)
    assert at.no_bet("A", 50).clauses == ("19.6.12",)
    at.close()
    assert not at.facts(OutAtTable)


# --- a restriction is the player's, not the place's


@pytest.mark.clause("nsw:5.12")
def test_5_12_a_substitute_is_not_held_to_the_minimum_of_who_was_replaced() -> None:
    at = two(1000)
    restrict(at, "A")
    assert at.no_bet("A", 50).clauses == ("5.12",)
    at.do(CollectTournamentChips(player="A"), DEALER)
    at.do(AllocatePosition(player="A", box=None))
    at.do(Leave(player="A"), DEALER)
    at.do(AllocatePosition(player="S", box=1, instead_of="A"))
    at.do(IssueTournamentChips(player="S", amount=1000_00))
    at.do(Arrive(player="S"), player("S"))
    at.do(Sit(player="S", box=1), player("S"))
    at.bet("S", 50)


@pytest.mark.clause("nsw:5.12", "nsw:19.6.13")
def test_5_12_who_buys_back_is_held_to_the_minimum_as_before() -> None:
    at = two()
    restrict(at, "A")
    play(at)
    assert [out.player for out in at.facts(OutAtTable)] == ["A"]
    at.do(IssueTournamentChips(player="A", amount=800_00))
    assert at.no_bet("A", 50).clauses == ("5.12",)
    at.bet("A", 25)


# --- additional rounds


def play_off_table(*, device: str = "shoe") -> AtTable:
    """Return the table of B and C, who play off with 800 each."""
    seats = {1: ("B", 800.0), 2: ("C", 800.0)}
    return AtTable(CHALLENGE, seats, options={"device": device})


def wager_and_deal(at: AtTable) -> None:
    for name in "BC":
        at.bet(name, 25)
    at.close()
    at.deal(NINETEEN[0])


@pytest.mark.clause("nsw:19.10.3")
@pytest.mark.parametrize(
    ("device", "end"),
    [
        pytest.param("shoe", VOID, marks=pytest.mark.clause("nsw:16.8")),
        pytest.param(
            "shuffler",
            DeviceFailed(fault="jammed", disadvantaged="B"),
            marks=pytest.mark.clause("nsw:17.4"),
        ),
    ],
)
def test_19_10_3_a_void_additional_round_decides_nothing(device: str, end: Command) -> None:
    """The players are as level as before, and the additional round is played again."""
    held, at = level(CHALLENGE), play_off_table(device=device)
    wager_and_deal(at)
    at.do(end, SUPERVISOR)
    assert at.chips() == {"B": 800, "C": 800}
    assert play_off_outcome(held.tournament, [at.table]) is None
    wager_and_deal(at)
    stand(at, 1, 2)
    at.deal(NINETEEN[1])
    at.collect()
    outcome = play_off_outcome(held.tournament, [at.table])
    assert isinstance(outcome, PlayOffRound)
    held.do(outcome, DEALER)
    assert prizes(held) == {"A": 200, "C": 120, "B": 80, "D": 0}


@pytest.mark.clause("nsw:19.5.6.1", "nsw:19.10.3")
def test_19_5_6_1_the_minimum_that_absence_costs_decides_an_additional_round() -> None:
    """C is away and has 775; B wagers the minimum, is dealt 20 against 19 and has 825."""
    held, at = level(CHALLENGE), play_off_table()
    at.do(StepAway(player="C"), player("C"))
    at.do(DeductMinimum(player="C"))
    at.bet("B", 25)
    at.close()
    at.deal("10S 9C 10D")
    stand(at, 1)
    at.deal("KC")
    at.collect()
    outcome = play_off_outcome(held.tournament, [at.table])
    assert outcome is not None
    assert outcome.chips == {"B": 825_00, "C": 775_00}
    held.do(outcome, DEALER)
    assert prizes(held) == {"A": 200, "B": 120, "C": 80, "D": 0}


# --- the end of a session


@pytest.mark.clause("nsw:19.5.8", "nsw:19.10.2")
def test_19_5_8_chips_are_counted_again_when_the_last_round_was_rebuilt() -> None:
    """16.8 reaches the last round until another begins: B and C have changed places by it."""
    held = playing(CHALLENGE, **HEATS)
    held.round({"A": 900, "B": 600, "C": 500, "D": 200})
    held.round({"A": 900, "B": 650, "C": 450, "D": 200})
    held.round({"A": 900, "B": 500, "C": 550, "D": 200}, counts=False, begun=True)
    assert "19.5.8" in held.refused(EndSession()).clauses
    held.end()
    assert {each.name for each in held.tournament.still_in()} == {"A", "C"}
