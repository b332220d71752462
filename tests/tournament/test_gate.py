"""The gate before entries: what is done with the conditions, and who directs."""

from __future__ import annotations

import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DIRECTOR,
    HOLDEM,
    INSTRUMENTS,
    MANAGER,
    OPERATOR,
    Held,
    conditions_for,
    drafted,
    opened,
    player,
)

from croupier.aggregate.roles import Person, Role
from croupier.table.tournament_law import ConditionsStep
from croupier.tournament import law_of
from croupier.tournament.acts.conditions_approval import (
    DocumentConditions,
    NominateDirector,
    OpenEntries,
    TakeStep,
)
from croupier.tournament.state import TournamentPhase
from croupier.tournament.tournament import Tournament

# --- the gate


@pytest.mark.clause(
    "06:20.3", "18:19.2", "18:19.2(a)", "18:19.2(b)", "18:19.2(c)", "bac:15.2", "bac:15.2(a)",
    "bac:15.2(b)", "bac:15.2(c)", "uth:16.2", "uth:16.2(a)", "uth:16.2(b)", "uth:16.2(c)",
    "nsw:19.4", "nsw:19.4.1",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_no_entry_is_taken_before_every_step_of_the_gate(instrument: str) -> None:
    held = drafted(conditions_for(instrument))
    gate = law_of(instrument).gate
    steps = [step for step in gate if step is not ConditionsStep.DOCUMENTED]
    for step in steps:
        refusal = held.refused(OpenEntries())
        assert set(gate[step]) <= set(refusal.clauses)
        assert step in refusal.reason
        held.refused(held.entry("A"))
        held.do(TakeStep(step=step, document="CR 7", to="the Commission"), OPERATOR)
    held.do(OpenEntries())
    assert held.tournament.phase is TournamentPhase.ENTRIES
    held.enter("A")


def test_a_step_that_the_instrument_does_not_know_is_none() -> None:
    held = drafted(conditions_for(ACT_2006))
    assert held.refused(
        TakeStep(step=ConditionsStep.PUBLISHED, document="x"), OPERATOR
    ).clauses == ("20.4",)
    held = drafted(conditions_for(ACT_2018))
    approved = TakeStep(step=ConditionsStep.APPROVED, document="CR 7")
    assert "published" in held.refused(approved, OPERATOR).reason
    assert (
        "by which"
        in held.refused(TakeStep(step=ConditionsStep.PUBLISHED, document=" "), OPERATOR).reason
    )


@pytest.mark.clause("18:19.2(a)", "bac:15.2(a)", "uth:16.2(a)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_conditions_are_documented_by_writing_them_and_not_by_saying_so(instrument: str) -> None:
    held = drafted(conditions_for(instrument))
    said = TakeStep(step=ConditionsStep.DOCUMENTED, document="CR 7")
    refusal = held.refused(said, OPERATOR)
    assert refusal.reason.startswith("step: one of ")
    assert refusal.clauses == law_of(instrument).gate[ConditionsStep.DOCUMENTED]
    again = DocumentConditions(conditions=conditions_for(instrument, entry_fee=50_00))
    assert held.tournament.check(again, OPERATOR, held.now) is None


def test_conditions_written_anew_have_to_pass_the_gate_anew() -> None:
    held = drafted(conditions_for(ACT_2018))
    for step in (ConditionsStep.PUBLISHED, ConditionsStep.NOTIFIED):
        held.do(TakeStep(step=step, document="CR 7"), OPERATOR)
    held.do(DocumentConditions(conditions=conditions_for(ACT_2018, entry_fee=50_00)), OPERATOR)
    assert "published and notified" in held.refused(OpenEntries()).reason


def test_conditions_do_not_change_once_entries_are_taken() -> None:
    held = opened(ACT_2018)
    again = DocumentConditions(conditions=conditions_for(ACT_2018, entry_fee=50_00))
    assert "taking entries" in held.refused(again, OPERATOR).reason


@pytest.mark.clause("06:20.1", "18:19.1", "bac:15.1", "uth:16.1", "nsw:19.2")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_conditions_are_of_the_tournaments_instrument(instrument: str) -> None:
    held = Held(Tournament("Cup", instrument))
    another = ACT_2006 if instrument == ACT_2018 else ACT_2018
    other = DocumentConditions(conditions=conditions_for(another))
    assert held.refused(other, OPERATOR).clauses == law_of(instrument).applies


# --- the director


@pytest.mark.clause("06:20.2", "18:19.4", "bac:15.4", "uth:16.4", "nsw:19.1.1:Tournament Manager")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_19_4_nobody_below_the_shift_manager_nominates_a_director(instrument: str) -> None:
    """The operator stands above the shift manager; in NSW the operator alone appoints."""
    may = {Role.OPERATOR} if instrument == CHALLENGE else {Role.SHIFT_MANAGER, Role.OPERATOR}
    nominate = NominateDirector(person=DIRECTOR.name)
    for role in Role:
        held = Held(Tournament("Cup", instrument))
        by = Person("someone", role)
        if role in may:
            held.do(nominate, by)
            assert held.tournament.directors == {DIRECTOR.name}
        else:
            assert set(held.refused(nominate, by).clauses) <= {
                *law_of(instrument).nominated_by.clauses, *law_of(instrument).director
            }  # fmt: skip
            assert not held.tournament.directors


@pytest.mark.clause("nsw:19.1.1")
def test_19_1_1_its_words_are_those_of_a_tournament_under_these_rules() -> None:
    held = Held(Tournament("Cup", CHALLENGE))
    for another in INSTRUMENTS:
        document = DocumentConditions(conditions=conditions_for(another))
        if another == CHALLENGE:
            continue
        assert "19.1.1" in held.refused(document, OPERATOR).clauses
    held.do(DocumentConditions(conditions=conditions_for(CHALLENGE)), OPERATOR)


@pytest.mark.clause(
    "06:20.2", "18:19.4", "bac:15.4", "uth:16.4", "06:A:Tournament Director/Assistant",
    "18:A:Tournament Director/Assistant", "bac:A:Tournament Director/Assistant",
    "uth:A:Tournament Director/Assistant", "nsw:19.1.1:Tournament Manager",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_nobody_directs_who_has_not_been_nominated(instrument: str) -> None:
    law = law_of(instrument)
    held = Held(Tournament("Cup", instrument))
    held.do(DocumentConditions(conditions=conditions_for(instrument)), OPERATOR)
    assert held.refused(OpenEntries()).clauses == law.director
    nominate = NominateDirector(person=DIRECTOR.name)
    held.refused(nominate, player("P"))
    if instrument == CHALLENGE:  # the operator appoints, not the shift
        assert held.refused(nominate, MANAGER).clauses == law.nominated_by.clauses
        held.do(nominate, OPERATOR)
    else:
        held.do(nominate, MANAGER)
    assert held.refused(OpenEntries()).clauses != law.director or instrument == CHALLENGE
    held.refused(OpenEntries(), MANAGER)
    held.refused(NominateDirector(person=" "), OPERATOR)
