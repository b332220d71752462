"""The form of conditions: every field has its place, and what is written comes back as it was."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.tournament.support import opened

from croupier.table.tournament_law import Topic
from croupier.tournament import law_of
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.conditions_approval import DocumentConditions
from croupier.tournament.acts.seating import DrawSeats
from croupier.tournament.ballot import proofs
from croupier.tournament.conditions import Conditions, read_conditions
from croupier.tournament.conditions_review import objections
from croupier.tournament.facts import FACTS
from croupier.web.console.forms import fields_of
from croupier.web.tournaments import conditions_form as form
from croupier.web.tournaments.conditions_pages import suggested
from croupier.wording.tournament import WORDS

EXAMPLES = sorted((Path(__file__).parents[3] / "docs/examples/tournaments").glob("*.json"))
INSTRUMENTS = [path.stem for path in EXAMPLES]


def test_every_field_of_conditions_has_one_place_in_the_form() -> None:
    placed = [name for names in form.SECTIONS.values() for name in names]
    fields = {field.name for field in msgspec.structs.fields(Conditions)} - {"instrument"}
    assert sorted(placed) == sorted(fields)


def test_every_topic_of_an_instrument_is_asked_for_somewhere() -> None:
    placed = {name for names in form.SECTIONS.values() for name in names}
    for topic in Topic:
        assert set(form.fields_about(topic)) <= placed, topic


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_conditions_come_back_from_the_form_as_they_went_in(path: Path) -> None:
    stated = read_conditions(path.read_bytes())
    assert form.read(stated.instrument, form.written(stated)) == stated
    assert form.findings(stated).lacks == ()


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_what_is_suggested_lacks_only_what_nobody_else_can_know(instrument: str) -> None:
    start = form.read(instrument, form.written(suggested(instrument)))
    lacks = {each.field for each in form.findings(start).lacks}
    assert "name" in lacks
    assert lacks <= {"name", "starts", "withdraw_until"}
    known = msgspec.structs.replace(
        start, name="Cup", starts="2027-01-16T19:00:00+11:00",
        withdraw_until="2027-01-15T19:00:00+11:00",
    )  # fmt: skip
    assert objections(known, law_of(instrument)) == []


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_what_the_instrument_asks_for_stands_open_with_its_clauses(instrument: str) -> None:
    law = law_of(instrument)
    wanted = {name for topic in law.contents for name in form.fields_about(topic)}
    shown = form.sections(instrument, {})
    known = set(form.shapes(instrument))
    open_now = {item.field.name for section in shown for item in section.items}
    assert wanted & known <= open_now
    for section in shown:
        for item in section.items:
            if item.field.name in wanted:
                assert item.wants is not None
                assert item.wants.cited


def test_a_table_that_has_more_to_choose_is_told_of() -> None:
    bare = msgspec.structs.replace(suggested("act-blackjack-2018"), options={})
    assert "options" in {each.field for each in form.findings(bare).lacks}


def test_every_command_of_a_tournament_has_a_form() -> None:
    for kind in ACTS:
        if kind is not DocumentConditions:
            assert len(fields_of(kind, {})) == len(kind.__struct_fields__), kind


def test_everything_that_a_tournament_states_has_words() -> None:
    of = ("tournament", "joint_draws")
    of_tournaments = {kind for kind in FACTS.__args__ if any(o in kind.__module__ for o in of)}
    assert of_tournaments == set(WORDS)


def test_a_draw_that_was_tampered_with_is_seen() -> None:
    held = opened("act-blackjack-2018")
    held.enter("ana", "ben", "cleo")
    secret = held.commit()
    held.close()
    held.do(DrawSeats(secret=secret))
    (proof,) = proofs(held.tournament)
    assert proof.verdict == "fair"
    last = held.tournament.entries[-1]
    drawn, first, *rest = last.facts
    for forged, kept, follows in (
        ((drawn, *rest, first), True, False),
        ((msgspec.structs.replace(drawn, secret="ab" * 32), first, *rest), False, False),
        ((msgspec.structs.replace(drawn, commitment="ab" * 32), first, *rest), False, True),
    ):
        held.tournament.entries[-1] = msgspec.structs.replace(last, facts=forged)
        (proof,) = proofs(held.tournament)
        assert (proof.kept, proof.follows) == (kept, follows)
        assert proof.verdict == "does not agree"
