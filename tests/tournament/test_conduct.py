"""What stops a tournament until it is settled: disputes, and breaches that the rules punish."""

from __future__ import annotations

import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HEATS,
    HOLDEM,
    INSTRUMENTS,
    Held,
    opened,
    player,
    playing,
    seated,
)

from croupier.table.facts import Exercised, Notified
from croupier.tournament.acts.conduct import (
    Breach,
    DismissBreach,
    Disqualify,
    RaiseDispute,
    ReportBreach,
    SettleDispute,
)
from croupier.tournament.acts.entries import Substitute, Withdraw
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.seating import TakeSeat
from croupier.tournament.acts.session_end import EndSession
from croupier.tournament.acts.sessions import StartSession
from croupier.tournament.facts import Disputed, Finished
from croupier.tournament.state import Ground, Status, TournamentPhase

DISPUTE = RaiseDispute(text="the count of A")
SETTLED = SettleDispute(decision="it stands")


def played(instrument: str) -> Held:
    """A tournament of which only the places are left to be awarded."""
    held = playing(instrument, "A B", sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 1100, "B": 900})
    held.end()
    assert held.tournament.phase is TournamentPhase.PLAYED
    return held


# --- 19.11.2


@pytest.mark.clause("nsw:19.11.2")
def test_19_11_2_no_session_starts_over_a_dispute() -> None:
    held = seated(CHALLENGE)
    held.do(DISPUTE, DEALER)
    held.do(TakeSeat(player="C"), DEALER)  # nobody is late because others disagree
    why = held.refused(StartSession())
    assert (why.reason, why.clauses) == ("a dispute has to be settled first", ("19.11.2",))
    held.do(SETTLED)
    held.start()


@pytest.mark.clause("nsw:19.11.2")
def test_19_11_2_no_places_are_awarded_over_a_dispute() -> None:
    held = played(CHALLENGE)
    held.do(DISPUTE, DEALER)
    why = held.refused(AwardPlaces())
    assert (why.reason, why.clauses) == ("a dispute has to be settled first", ("19.11.2",))
    held.do(SETTLED)
    held.do(AwardPlaces())
    assert isinstance(held.tournament.facts[-1], Finished)


@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM])
def test_the_act_stops_no_tournament_for_a_dispute(instrument: str) -> None:
    held = seated(instrument)
    held.do(DISPUTE, DEALER)
    held.sit("C")
    held.start()
    held = played(instrument)
    held.do(DISPUTE, DEALER)
    held.do(AwardPlaces())


@pytest.mark.clause("nsw:19.11.2")
def test_19_11_2_a_player_disputes_and_the_manager_has_the_last_word() -> None:
    held = playing(CHALLENGE, "A B")
    by_a = RaiseDispute(player="A", text="my form said main")
    assert "B is a player" in held.refused(by_a, player("B")).reason
    (raised,) = held.do(by_a, player("A"))
    assert isinstance(raised, Disputed)
    assert (raised.player, raised.clauses) == ("A", ("19.11.2",))
    again = held.refused(by_a, player("A"))
    assert again.reason == "A has a dispute that is open"
    assert "A is a player" in held.refused(SETTLED, player("A")).reason
    held.do(RaiseDispute(player="B", text="the time"), DEALER)
    settled, decided, told = held.do(SETTLED)
    assert isinstance(settled, Disputed)
    assert (settled.player, settled.settled) == ("A", True)
    assert isinstance(decided, Exercised)
    assert isinstance(told, Notified)
    assert (told.to, told.detail, told.clauses) == ("A", "it stands", ("19.11.2",))
    assert held.tournament.disputes[0].player == "B"


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_only_those_who_have_entered_can_dispute_by_themselves(instrument: str) -> None:
    held = opened(instrument)
    stranger = RaiseDispute(player="X", text="let me in")
    assert held.refused(stranger, player("X")).reason == "X has no entry"
    held.do(RaiseDispute(text="X was not let in"), DEALER)
    assert "text:" in held.refused(RaiseDispute(player="", text=""), DEALER).reason
    held.enter("A")
    held.do(RaiseDispute(player="A", text="the fee"), player("A"))


# --- breaches


PUNISHED = {
    Breach.CONCEALED: (Ground.CONCEALED, ("19.6.7",)),
    Breach.INCREASED: (Ground.INCREASED, ("19.6.5",)),
}


@pytest.mark.clause("nsw:19.6.5", "nsw:19.6.7")
def test_19_6_7_19_6_5_what_is_punished_is_not_passed_over() -> None:
    for breach, (ground, clauses) in PUNISHED.items():
        held = playing(CHALLENGE, "A B C", sessions=[{"name": "final", "rounds": 1}])
        held.do(ReportBreach(player="A", breach=breach), DEALER)
        held.round({"A": 1100, "B": 1000, "C": 900})
        why = held.refused(EndSession())
        says = f"A was reported: {breach}. Disqualify the player, or dismiss the report"
        assert (why.reason, why.clauses) == (says, clauses)
        held.do(Disqualify(player="A", ground=ground, reason="seen by dan"))
        held.end()
        held.do(AwardPlaces())
        assert held.tournament.entrants["A"].place is None


@pytest.mark.clause("nsw:19.6.7")
def test_19_6_7_the_manager_may_find_that_it_was_not_so() -> None:
    held = playing(CHALLENGE, "A B", sessions=[{"name": "final", "rounds": 1}])
    nothing = DismissBreach(player="A", reason="the chip lay under the form")
    assert held.refused(nothing).reason == "A has not been reported"
    held.do(ReportBreach(player="A", breach=Breach.CONCEALED), DEALER)
    silent = DismissBreach(player="A", reason="")
    assert held.refused(silent).reason == "reason: say what was found"
    (found,) = held.do(nothing)
    assert isinstance(found, Exercised)
    assert found.clauses == ("19.6.7",)
    held.round({"A": 1100, "B": 900})
    held.end()
    held.do(AwardPlaces())


@pytest.mark.clause("nsw:19.6.7")
def test_19_6_7_neither_the_next_session_nor_the_prizes_pass_it_over() -> None:
    held = playing(CHALLENGE, "A B C", **HEATS)
    for _ in range(2):
        held.round({"A": 1100, "B": 1000, "C": 900})
    held.end()
    held.draw()
    held.do(ReportBreach(player="A", breach=Breach.CONCEALED), DEALER)
    held.sit("A", "B")
    assert held.refused(StartSession()).clauses == ("19.6.7",)
    held.do(Disqualify(player="A", ground=Ground.CONCEALED, reason="seen"))
    assert held.tournament.entrants["A"].status is Status.DISQUALIFIED
    held.do(StartSession())


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_other_breaches_are_for_the_director_to_judge(instrument: str) -> None:
    held = playing(instrument, "A B", sessions=[{"name": "final", "rounds": 1}])
    law = held.tournament.law
    for breach in Breach:
        if not (law.concealment and breach in PUNISHED):
            held.do(ReportBreach(player="A", breach=breach), DEALER)
    held.round({"A": 1100, "B": 900})
    held.end()
    held.do(AwardPlaces())


@pytest.mark.clause("nsw:19.6.5", "nsw:19.6.7")
def test_19_6_7_nobody_withdraws_or_is_replaced_instead_of_being_disqualified() -> None:
    held = seated(CHALLENGE)
    for player_, breach in (("A", Breach.CONCEALED), ("B", Breach.INCREASED)):
        held.do(ReportBreach(player=player_, breach=breach), DEALER)
        clauses = PUNISHED[breach][1]
        assert held.refused(Withdraw(player=player_)).clauses == clauses
        instead = Substitute(player="S", instead_of=player_, copy_given=True, paid=100_00)
        assert held.refused(instead).clauses == clauses
        held.do(DismissBreach(player=player_, reason="it was not so"))
        held.do(Withdraw(player=player_))


@pytest.mark.clause("nsw:19.6.7")
def test_19_6_7_nothing_is_due_about_a_player_who_is_disqualified_already() -> None:
    held = playing(CHALLENGE, "A B C")
    held.do(Disqualify(player="A", ground=Ground.CONCEALED, reason="seen"))
    held.do(ReportBreach(player="A", breach=Breach.CONCEALED), DEALER)
    assert held.tournament.reported == []


def test_a_player_disputes_in_so_many_words_and_no_more() -> None:
    held = playing(CHALLENGE, "A B")
    long = RaiseDispute(player="A", text="x" * 2_001)
    assert held.refused(long, player("A")).reason == "text: no more than 2000 characters"
    held.do(RaiseDispute(player="A", text="x" * 2_000), player("A"))
