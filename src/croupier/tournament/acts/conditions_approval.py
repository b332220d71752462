"""The conditions, from the draft to where entries may be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role, who_may
from croupier.rulebook.citations import Refused, must_be_free_of
from croupier.table.facts import Notified
from croupier.table.law import together
from croupier.table.tournament_law import ConditionsStep
from croupier.tournament.conditions import Conditions, rulings
from croupier.tournament.conditions_review import objections, spoken_of
from croupier.tournament.facts import (
    DirectorNominated,
    EntriesOpened,
    StepTaken,
    TermRuled,
)
from croupier.tournament.state import TournamentPhase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()


class DocumentConditions(Command, frozen=True, tag="document-conditions"):
    """The conditions are written down, or written anew before anybody has entered."""

    conditions: Conditions


@acts.act(
    DocumentConditions,
    Role.OPERATOR,
    clauses=lambda law: together(
        law.gate.get(ConditionsStep.DOCUMENTED),
        law.must_contain.clauses,
        *law.contents.values(),
        law.conditions_prevail.clauses,
    ),
)
def document_conditions(tournament: Tournament, command: DocumentConditions, by: Person) -> Effect:
    law, conditions = tournament.law, command.conditions
    tournament.must_be(TournamentPhase.DRAFT, law.must_contain.clauses)
    if conditions.instrument != tournament.instrument:
        raise Refused(
            f"instrument: it is held under {tournament.instrument}, not {conditions.instrument}",
            law.applies,
        )
    must_be_free_of(objections(conditions, law, tournament.version))

    def effect() -> None:
        tournament.conditions = conditions
        tournament.steps = {ConditionsStep.DOCUMENTED: conditions.name}
        step = law.gate.get(ConditionsStep.DOCUMENTED, law.must_contain.clauses)
        cited = together(law.applies, step, spoken_of(conditions, law))
        document = StepTaken(
            step=ConditionsStep.DOCUMENTED, document=conditions.name, clauses=cited
        )
        tournament.add_fact(document)
        for ruling in rulings(conditions, law):
            tournament.add_fact(
                TermRuled(
                    term=ruling.term, value=ruling.value,
                    conditions_prevail=ruling.conditions_prevail, clauses=ruling.clauses,
                )
            )  # fmt: skip

    return effect


class TakeStep(Command, frozen=True, tag="take-step"):
    """The conditions were approved, published or sent to the regulator, by this document."""

    step: ConditionsStep
    document: Text
    to: Text = ""
    """Where they were published or to whom they were sent."""


@acts.act(TakeStep, Role.OPERATOR, clauses=lambda law: together(*law.gate.values()))
def take_step(tournament: Tournament, command: TakeStep, by: Person) -> Effect:
    law, step = tournament.law, command.step
    clauses = law.gate.get(step, law.must_contain.clauses)
    tournament.must_be(TournamentPhase.DRAFT, clauses)
    tournament.must_have_conditions()
    if step is ConditionsStep.DOCUMENTED or step not in law.gate:
        raise Refused(f"step: one of {', '.join(law.gate)}, not {step}", clauses)
    tournament.refuse_unless(command.document, "document: say by which", clauses)

    def effect() -> None:
        tournament.steps[step] = command.document
        tournament.add_fact(
            StepTaken(step=step, document=command.document, to=command.to, clauses=clauses)
        )
        if step is ConditionsStep.NOTIFIED:
            tournament.add_fact(
                Notified(
                    to="commission", about="conditions of a tournament", detail=command.document,
                    clauses=clauses,
                )
            )  # fmt: skip

    return effect


class NominateDirector(Command, frozen=True, tag="nominate-director"):
    """Somebody is responsible for the tournament, alone or with assistants."""

    person: str


@acts.act(
    NominateDirector,
    Role.SHIFT_MANAGER,
    clauses=lambda law: together(law.nominated_by.clauses, law.director),
)
def nominate_director(tournament: Tournament, command: NominateDirector, by: Person) -> Effect:
    law, person = tournament.law, command.person
    nominates = law.nominated_by
    if by.role not in who_may(nominates.value):
        raise Refused(f"a {nominates.value} does that, and {by.name} is not", nominates.clauses)
    tournament.refuse_unless(person, "person: say who", law.director)
    tournament.refuse_unless(
        tournament.phase not in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED),
        f"the tournament is {tournament.phase}",
        law.director,
    )

    def effect() -> None:
        tournament.directors.add(person)
        clauses = together(nominates.clauses, law.director)
        tournament.add_fact(DirectorNominated(person=person, clauses=clauses))

    return effect


class OpenEntries(Command, frozen=True, tag="open-entries"):
    """Entries are taken from now on."""


@acts.act(OpenEntries, Role.TOURNAMENT_DIRECTOR, clauses=lambda law: together(*law.gate.values()))
def open_entries(tournament: Tournament, command: OpenEntries, by: Person) -> Effect:
    law = tournament.law
    gate = together(*law.gate.values())
    tournament.must_be(TournamentPhase.DRAFT, gate)
    tournament.must_have_conditions()
    missing = [step for step in law.gate if step not in tournament.steps]
    if missing:
        cited = together(*(law.gate[step] for step in missing))
        raise Refused(f"the conditions have not been {' and '.join(missing)}", cited)

    def effect() -> None:
        tournament.phase = TournamentPhase.ENTRIES
        tournament.add_fact(EntriesOpened(clauses=gate))

    return effect
