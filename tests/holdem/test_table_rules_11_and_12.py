"""Rules 11 and 12 at a live table: the machine fails, somebody colludes."""

from __future__ import annotations

import pytest
from tests.holdem.table_support import goes_on, open_table, two_dealt
from tests.table_support import APPROVAL, DEALER, SUPERVISOR, player

from croupier.games.holdem.acts.conduct import ReportCollusion, SanctionCollusion
from croupier.games.holdem.acts.shuffling_device import MachineFailed, ReplaceMachine
from croupier.games.holdem.facts import Abort, HandVoided
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.opening import Approval
from croupier.table.acts.shuffling import Shuffle
from croupier.table.facts import (
    Attested,
    Exercised,
    RoundVoided,
)
from croupier.table.shoe_state import Device, Preparation
from croupier.table.table import Phase

P, Q = player("P"), player("Q")
STAGES = [
    pytest.param("", id="before the flop"),
    pytest.param("1 fold; 2 check", id="after the flop"),
    pytest.param("1 play 40; 2 check; 2 check", id="on the river"),
    pytest.param("1 play 40; 2 play 40", id="dealer's hand"),
    pytest.param("1 play 40; 2 play 40; 1 concede", id="conceded"),
    pytest.param("1 play 40; 2 play 40; take and pay", id="settlement"),
]
FAULT = MachineFailed(fault="the elevator is stuck", nature="mechanical")


# --- rule 11


@pytest.mark.clause("uth:11.1", "uth:11.3", "uth:A:Void")
@pytest.mark.parametrize("decisions", STAGES)
def test_11_1_a_malfunction_in_a_round_voids_it(decisions: str) -> None:
    at = two_dealt(decisions, device="shuffler")
    assert at.came_to_nothing(FAULT, SUPERVISOR).how is Abort.VOID
    attested = at.facts_of(Attested)[-1]
    assert (attested.by, attested.clauses) == ("sue", ("11.3",))
    assert attested.detail == "mechanical: the elevator is stuck"


@pytest.mark.clause("uth:11.3", "uth:A:Automated shuffling shoe")
def test_11_3_a_supervisor_attests_what_kind_of_fault_it_is() -> None:
    at = two_dealt(device="shuffler")
    assert at.refused(FAULT, DEALER).clauses == ("A:Casino Supervisor",)
    for fault in (MachineFailed(fault="x", nature="bad luck"), MachineFailed(fault="", nature="")):
        assert at.refused(fault, SUPERVISOR).clauses == ("11.3",)


@pytest.mark.clause("uth:11.1")
def test_11_1_a_card_shoe_does_not_malfunction() -> None:
    assert two_dealt().refused(FAULT, SUPERVISOR).clauses == ("11.1", "11.3")


def test_11_1_no_round_is_void_before_its_first_card_or_after_its_last_settlement() -> None:
    at = open_table(device="shuffler")
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.do(FAULT, SUPERVISOR)
    assert at.table.phase is Phase.BETTING
    assert at.facts_of(RoundVoided) == []
    assert [wager.amount for wager in at.table.wagers] == [10_00, 10_00]
    done = two_dealt("1 play 40; 2 play 40", device="shuffler")
    done.take_and_pay()
    done.do(FAULT, SUPERVISOR)
    assert done.table.phase is Phase.SETTLED
    assert done.facts_of(RoundVoided) == []
    assert done.settle() == {"P": 45, "Q": -60}
    assert done.refused(Shuffle(), DEALER).clauses == ("2.5",)


@pytest.mark.clause("uth:11.2")
@pytest.mark.parametrize("device", list(Device))
def test_11_2_the_machine_is_replaced_after_the_round_with_new_cards(device: Device) -> None:
    both = {"checked_by_supervisor": "sue", "checked_by_dealer": "dan"}
    new = ReplaceMachine(device=device, approval=APPROVAL, **both)
    at = two_dealt(device="shuffler")
    assert at.refused(new, SUPERVISOR).clauses == ("11.2",)
    at.do(FAULT, SUPERVISOR)
    assert at.refused(Shuffle(), DEALER).clauses == ("2.5",)
    bare = ReplaceMachine(device=device, approval=Approval("", ""), **both)
    assert "A:Approved" in at.refused(bare, SUPERVISOR).clauses
    assert at.refused(
        ReplaceMachine(
            device=device, approval=APPROVAL, checked_by_supervisor="sue", checked_by_dealer=""
        ),
        SUPERVISOR,
    ).clauses == ("2.5",)
    facts = at.do(new, SUPERVISOR)
    assert {"11.2", "2.5"} <= {clause for fact in facts for clause in fact.clauses}
    assert at.table.shoe.device is device
    goes_on(at)


@pytest.mark.clause("uth:11.2")
def test_11_2_is_about_the_machine() -> None:
    at = open_table()
    new = ReplaceMachine(
        device=Device.SHUFFLER, approval=APPROVAL, checked_by_supervisor="s", checked_by_dealer="d"
    )
    assert at.refused(new, SUPERVISOR).clauses == ("11.2",)
    other = NewCards(checked_by_supervisor="s", checked_by_dealer="d", device="shuffler")
    assert at.refused(other, SUPERVISOR).clauses == ("11.2",)


def test_a_machine_that_works_again_needs_no_replacement() -> None:
    at = two_dealt(device="shuffler")
    at.do(MachineFailed(fault="a jam", nature="mechanical", rectified=True), SUPERVISOR)
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    goes_on(at)


# --- rule 12


@pytest.mark.clause("uth:12.1", "uth:12.2", "uth:12.2(a)", "uth:12.2(b)", "uth:8.7")
@pytest.mark.parametrize(
    ("what", "clause"),
    [
        ("out-of-view", "12.1"),
        ("exchange", "12.2(a)"),
        ("word-of-hand", "12.2(b)"),
        ("talk", "8.7"),
    ],
)
def test_12_2_what_players_may_not_do_is_recorded_as_a_breach(what: str, clause: str) -> None:
    at = two_dealt()
    for kind in ("out-of-view", "exchange", "word-of-hand", "talk"):
        at.do(ReportCollusion(player="P", what=kind, words="seen by the dealer"), DEALER)
    at.do(ReportCollusion(player="Q", what=what, words="seen by the dealer"), DEALER)
    assert clause in at.last(Exercised).clauses
    assert at.table.patrons.breaches == {"P": 4, "Q": 1}
    assert at.refused(ReportCollusion(player="P", what="luck", words="x"), DEALER).clauses == (
        "12.3",
    )
    assert at.refused(ReportCollusion(player="P", what=what, words=""), DEALER).clauses == ("12.3",)


@pytest.mark.clause("uth:12.3", "uth:A:Void")
@pytest.mark.parametrize("decisions", ["", "1 check", "1 play 40"])
def test_12_3_a_player_who_colludes_may_be_excluded_from_the_round(decisions: str) -> None:
    at = two_dealt(decisions)
    out = SanctionCollusion(player="P", sanction="exclude-from-round", reason="showed cards")
    assert at.refused(out, SUPERVISOR).clauses == ("12.3",)  # no breach is recorded
    at.do(ReportCollusion(player="P", what="word-of-hand", words="told Q"), DEALER)
    assert at.refused(out, DEALER).clauses == ("A:Casino Supervisor",)
    at.do(out, SUPERVISOR)
    assert [fact.box for fact in at.facts_of(HandVoided)] == [1]
    assert at.chips("P") == 10_000
    assert at.refused(out, SUPERVISOR).clauses == ("12.3",)
    at.say("2 play 40")
    assert at.settle() == {"P": 0, "Q": -60}
    at.load()
    at.bet("P", 1, 10)  # from that round, and no further


@pytest.mark.clause("uth:12.3", "uth:A:Fold")
def test_12_3_excluding_a_player_who_folded_gives_nothing_back() -> None:
    """Ante 10, blind 10 and trips 5 were lost with the fold."""
    at = two_dealt("1 fold")
    at.do(ReportCollusion(player="P", what="word-of-hand", words="told Q"), DEALER)
    out = SanctionCollusion(player="P", sanction="exclude-from-round", reason="showed cards")
    at.do(out, SUPERVISOR)
    assert at.facts_of(HandVoided) == []
    assert at.refused(out, SUPERVISOR).clauses == ("12.3",)
    at.say("2 play 40")
    assert at.settle() == {"P": -25, "Q": -60}


@pytest.mark.clause("uth:12.3", "uth:9.1")
def test_12_3_excluding_a_player_who_conceded_gives_nothing_back() -> None:
    at = two_dealt("1 play 40; 2 play 40; 1 concede")
    at.do(ReportCollusion(player="P", what="exchange", words="with Q"), DEALER)
    at.do(SanctionCollusion(player="P", sanction="exclude-from-round", reason="seen"), SUPERVISOR)
    assert at.settle() == {"P": -65, "Q": -60}


@pytest.mark.clause("uth:12.3")
def test_12_3_or_the_round_is_void() -> None:
    at = two_dealt("1 play 40; 2 play 40; take and pay")
    at.do(ReportCollusion(player="P", what="exchange", words="with Q"), DEALER)
    sanction = SanctionCollusion(player="P", sanction="void-round", reason="cards changed hands")
    assert at.came_to_nothing(sanction, SUPERVISOR).clauses == ("12.3",)
    goes_on(at)


def test_12_3_there_is_no_third_sanction() -> None:
    at = two_dealt()
    at.breach("P", "12.2(b)")
    fine = SanctionCollusion(player="P", sanction="fine", reason="x")
    assert at.refused(fine, SUPERVISOR).clauses == ("12.3",)
    unsaid = SanctionCollusion(player="P", sanction="void-round", reason="")
    assert at.refused(unsaid, SUPERVISOR).clauses == ("12.3",)


@pytest.mark.clause("uth:12.3")
@pytest.mark.parametrize("sanction", ["exclude-from-round", "void-round"])
def test_12_3_is_for_breaches_of_rule_12_alone(sanction: str) -> None:
    at = two_dealt()
    at.breach("P", "15.9")
    at.do(ReportCollusion(player="P", what="talk", words="of the weather"), DEALER)
    out = SanctionCollusion(player="P", sanction=sanction, reason="a word too many")
    assert at.refused(out, SUPERVISOR).clauses == ("12.3",)
    at.breach("Q", "12.1")
    assert at.refused(out, SUPERVISOR).clauses == ("12.3",)
    at.breach("P", "12.1")
    at.do(out, SUPERVISOR)
