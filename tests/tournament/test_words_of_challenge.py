"""Blackjack Challenge 19.1.1: what the words of tournament play mean, and whom they bind."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.at_tables import NOW, SUPERVISOR, three
from tests.tournament.support import (
    ACT_2018,
    CHALLENGE,
    DIRECTOR,
    OPERATOR,
    OPTIONS,
    SEVEN,
    TWO_ROUNDS,
    Held,
    conditions_for,
    drafted,
    opened,
    player,
    playing,
)

from croupier.game_rules import table_for
from croupier.games.challenge.acts.promotional_tokens import PlaceTokens
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.patrons import Arrive, VacateSeat
from croupier.table.acts.tournament import AllocatePosition, DesignateForTournament
from croupier.table.facts import Designated
from croupier.table.tournament_law import Ties
from croupier.tournament import law_of
from croupier.tournament.acts.conditions_approval import DocumentConditions
from croupier.tournament.acts.entries import (
    AddReserve,
    Enter,
    RefuseEntry,
    SeatReserve,
    Withdraw,
)
from croupier.tournament.acts.sessions import PayBuyIn, StartSession
from croupier.tournament.conditions_document import document
from croupier.tournament.facts import Entered
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.tournament import Tournament

LAW = law_of(CHALLENGE)


def ordinary_table() -> Any:
    return table_for(CHALLENGE, {**OPTIONS[CHALLENGE], "limits": {"main": [25_00, 500_00]}})


@pytest.mark.clause("nsw:19.1", "nsw:19.1.1")
def test_nsw_19_1_1_its_words_hold_from_the_conditions_to_the_tables() -> None:
    other = DocumentConditions(conditions=conditions_for(ACT_2018))
    refused = Held(Tournament("Cup", CHALLENGE)).refused(other, OPERATOR)
    assert {"19.1", "19.1.1"} <= set(refused.clauses)
    held = drafted(conditions_for(CHALLENGE))
    sections = document(held.tournament.conditions, LAW)
    about = [each.about for section in sections for each in section.statements]
    assert about.count("Conduct") == 1
    at = three(CHALLENGE)
    (designated,) = at.facts(Designated)
    assert {"19.1", "19.1.1"} <= set(designated.clauses)
    without = at.refused(VacateSeat(player="A"), SUPERVISOR)
    assert without.clauses == ("19.1", "19.1.1", "19.2", "19.2.1")


@pytest.mark.clause("nsw:19.1.1:buy-in")
def test_nsw_19_1_1_a_reserve_seated_in_play_buys_in_like_the_others() -> None:
    """100 for the entry, and 1,000 that are turned into chips."""
    held = opened(CHALLENGE, buy_in=1000_00)
    held.enter("A", "B", "C")
    held.do(AddReserve(player="R"))
    held.close()
    held.draw()
    held.do(Withdraw(player="C"))
    for name in "AB":
        held.do(PayBuyIn(player=name, paid=1000_00))
    held.sit("A", "B")
    held.now = SEVEN
    held.do(StartSession())
    held.do(SeatReserve(player="R", instead_of="C", paid=1100_00, copy_given=True))
    theirs = [(p.what, p.amount) for p in held.tournament.payments if p.player == "R"]
    assert theirs == [(PaidFor.ENTRY, 100_00), (PaidFor.BUY_IN, 1000_00)]


@pytest.mark.clause("nsw:19.1.1:marker")
def test_nsw_19_1_1_the_marker_goes_by_boxes_and_not_by_players() -> None:
    """A, B and C play at boxes 1, 2 and 4: in the fourth round it lies on box 4."""
    at = three(CHALLENGE, order=True)
    assert at.table.tournament is not None
    at.table.tournament.rounds = 3
    assert at.ask() == "C"


@pytest.mark.clause("nsw:19.1.1:tie")
def test_nsw_19_1_1_equal_chips_at_the_end_of_the_final_are_a_tie() -> None:
    held = playing(CHALLENGE, **TWO_ROUNDS)
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 500, "D": 200})
    held.end()
    (tie,) = held.tournament.ties
    assert (set(tie.players), tie.how) == ({"A", "B"}, Ties.PLAY_OFF)


@pytest.mark.clause("nsw:19.1.1:tournament")
def test_nsw_19_1_1_a_tournament_is_for_persons_who_have_entered() -> None:
    who = {"entitled_only": True, "reserves_refusal": True, "may_refuse": True}
    held = opened(CHALLENGE, eligibility=who)
    nobody = held.refused(Enter(player="", paid=100_00, copy_given=True))
    assert nobody.clauses == LAW.one_entry
    barred = Enter(player="A", paid=100_00, copy_given=True, eligible=False)
    assert "A is not eligible" in held.refused(barred).reason
    (entered, *_) = held.do(held.entry("A"))
    assert isinstance(entered, Entered)
    assert (entered.player, "19.1.1:tournament" in entered.clauses) == ("A", True)
    again = held.refused(RefuseEntry(player="A", reason="late"))
    assert again.clauses == LAW.one_entry


@pytest.mark.clause("nsw:19.1.1:tournament chips")
def test_nsw_19_1_1_no_other_chip_or_token_is_wagered() -> None:
    at = three(CHALLENGE)
    tokens = PlaceTokens(player="A", box=1, amount=25_00)
    assert at.refused(tokens, player("A")).clauses == LAW.chips


@pytest.mark.clause("nsw:19.1.1:Tournament Manager")
def test_nsw_19_1_1_the_manager_has_power_over_the_tables_of_the_tournament_alone() -> None:
    table = ordinary_table()
    stray = table.check(AllocatePosition(player="A", box=1), DIRECTOR, NOW)
    assert "19.1.1:Tournament Manager" in stray.clauses
    elsewhere = table.check(NoMoreBets(), DIRECTOR, NOW)
    assert "19.1.1:Tournament Manager" in elsewhere.clauses
    table.do(Arrive(player="Z"), player("Z"), NOW)
    taken = table.check(DesignateForTournament(tournament="Cup"), DIRECTOR, NOW)
    assert (taken.reason, "19.1.1:Tournament Manager" in taken.clauses) == (
        "people or chips are at the table",
        True,
    )
