"""Text that people write is stripped, and a blank is never a statement."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from tests.promotion.cases import complete
from tests.table.evenings import SUE, Evening
from tests.table.forging import line_with, with_body
from tests.tournament.support import ACT_2006, ACT_2018, BACCARAT, DIRECTOR, HOLDEM, opened, playing

from croupier.aggregate.acts import PEOPLE as PEOPLE_FIELDS
from croupier.aggregate.acts import Act, OneOf
from croupier.aggregate.free_text import LONGEST, FreeText, tidy
from croupier.aggregate.hash_chain import verify
from croupier.casino.house import acts as house_acts
from croupier.casino.house import school
from croupier.game_rules import game_of
from croupier.promotion.acts import ACTS as PROMOTION_ACTS
from croupier.promotion.acts.offered_terms import PublishTerms
from croupier.promotion.terms import Terms, TermsError, read_terms
from croupier.rulebook.instruments import instruments
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.closing import AnnounceClosure
from croupier.table.acts.opening import Approval
from croupier.table.acts.patrons import Arrive
from croupier.table.acts.player_restrictions import Restrict
from croupier.table_replay import replay
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS
from croupier.tournament.acts.conduct import SetPace
from croupier.tournament.conditions import Conditions, ConditionsError, read_conditions

PEOPLE = "names a person by a name that can be seen"
KNOWN = "names a person; whoever is not known is refused"
PLACES = "names a table, tournament, promotion, set or record of the house"
WAGERS = "names a kind of wager of the table's sign"
DIGESTS = "is a hash or a secret in hexadecimal digits"
LISTED = "is one of a list that its act checks"
FIGURES = "is a moment or a percentage, which its act or its review reads"
PROGRAM = "is written by the program, never by a person"

NOT_TEXT = {
    **dict.fromkeys(
        (
            "player", "players", "person", "for_player", "instead_of", "asked_by", "forfeits",
            "checked_by_supervisor", "checked_by_dealer", "trainees", "taken", "agreed",
        ),
        PEOPLE,
    ),
    **dict.fromkeys(("InspectForm.of", "Insure.on", "NoMoreBets.overlooked", "payee"), KNOWN),
    **dict.fromkeys(
        (
            "table", "tournament", "promotion", "affair", "DesignateTables.tables", "record",
            "SetExercises.name", "WithdrawExercises.name", "AskExercise.name", "MarkAnswer.name",
            "Transfer.source", "Transfer.to",
        ),
        PLACES,
    ),
    **dict.fromkeys(
        ("wager", "wagers", "WriteWager.type", "MoveWager.to", "pairs", "side_bets"), WAGERS
    ),
    **dict.fromkeys(
        (
            "commitment", "commitments", "secret", "tip", "link", "root", "roll",
            "CommitShuffle.of", "program", "token",
        ),
        DIGESTS,
    ),
    **dict.fromkeys(
        (
            "instrument", "clause", "duty", "Advise.about", "OpenTable.shuffle", "diagram",
            "BringChips.chips", "ShowSignal.signal", "exercise", "SetExercise.own",
            "DelegatePower.power",
        ),
        LISTED,
    ),
    **dict.fromkeys(
        ("starts", "withdraw_until", "commences", "date", "percent", "SessionPlan.prizes"), FIGURES
    ),
    **dict.fromkeys(
        (
            "AcknowledgeNotice.notice", "AcknowledgeNotice.to", "Confirm.override",
            "ConfirmForPatron.act", "ConfirmForPatron.approval", "MarkAnswer.mistake",
            "Report.subject", "Report.before", "Report.after", "Report.detail", "Barring.reason",
            "AnnouncedLimits.wager", "overrides",
        ),
        PROGRAM,
    ),
}  # fmt: skip
"""Fields that hold a name, an identifier or a figure, by their name or by struct and name."""


@cache
def every_act() -> list[Act[Any, Any]]:
    assert school  # which declares its acts among those of the house
    acts: list[Act[Any, Any]] = [*TOURNAMENT_ACTS.values(), *PROMOTION_ACTS.values()]
    for name in instruments():
        acts.extend(game_of(name).acts.values())
    return [*acts, *house_acts.acts.values()]


def structs_of(hint: Any) -> Iterator[type[msgspec.Struct]]:
    """Return a struct with all parts of it, and the structs in a composed type."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
        for part in get_type_hints(hint, include_extras=True).values():
            yield from structs_of(part)
    for part in get_args(hint):
        yield from structs_of(part)


def has_plain_text(hint: Any) -> bool:
    """True if a person could write anything there; keys of a mapping are names."""
    if get_origin(hint) is Annotated:
        return hint.__origin__ is str and not any(
            isinstance(each, FreeText | OneOf) for each in hint.__metadata__
        )
    parts = get_args(hint)[1:] if get_origin(hint) is dict else get_args(hint)
    return hint is str or any(map(has_plain_text, parts))


def text_fields_of_everything() -> Iterator[tuple[str, str, Any]]:
    documents = (Conditions, Terms)
    for kind in {*(act.command for act in every_act()), *documents}:
        for part in structs_of(kind):
            hints = get_type_hints(part, include_extras=True)
            for name in part.__struct_fields__:
                yield part.__name__, name, hints[name]


def test_every_text_of_a_command_a_condition_or_a_term_is_free_text_or_a_name() -> None:
    fields = text_fields_of_everything()
    plain = {(kind, name) for kind, name, hint in fields if has_plain_text(hint)}
    strange = sorted(
        f"{kind}.{name}"
        for kind, name in plain
        if name not in NOT_TEXT and f"{kind}.{name}" not in NOT_TEXT
    )
    assert not strange, "declare these fields as free_text.Text, or say what they name"
    known = {name for _, name in plain} | {f"{kind}.{name}" for kind, name in plain}
    assert set(NOT_TEXT) <= known, "these fields are gone or are free text now"


def test_every_field_that_names_people_is_looked_at() -> None:
    assert {name for name, why in NOT_TEXT.items() if why == PEOPLE} == set(PEOPLE_FIELDS)
    looked_at = {name for act in every_act() for name in act.names}
    assert looked_at == set(PEOPLE_FIELDS)


UNSEEN_NAMES = (
    " ", " ana", "ana\t", "\u00a0", "\u200b", "ana\u200b", "\u2060", "\x00", "ana\x1b", "\u202eana",
    "\u3164", "\u2800", "\u0301", "\ufeff",
)  # fmt: skip


@pytest.mark.clause("06:20.6", "18:19.6", "bac:15.6", "uth:16.6")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM])
def test_one_entry_only_is_not_got_round_by_a_name_that_looks_the_same(instrument: str) -> None:
    held = opened(instrument)
    held.enter("ana")
    for name in UNSEEN_NAMES:
        refusal = held.tournament.check(held.entry(name), DIRECTOR, held.now)
        assert refusal is not None, repr(name)
        assert refusal.reason.startswith("player: "), repr(name)


def test_nobody_checks_cards_or_comes_to_a_table_under_a_name_that_cannot_be_seen() -> None:
    table = Evening("act-blackjack-2018").table
    for name in UNSEEN_NAMES:
        checked = NewCards(checked_by_supervisor=name, checked_by_dealer="dan")
        assert table.check(checked, SUE) is not None, repr(name)
        assert table.check(Arrive(player=name), SUE) is not None, repr(name)
    assert table.check(Arrive(player="Zoë O'Brien-李"), SUE) is None


# --- tables


def test_a_table_strips_text_and_refuses_blanks_by_the_name_of_the_field() -> None:
    table = Evening("act-blackjack-2018").table
    for blank in (" ", "\t\n", "\u00a0", "\u200b", "\ufeff \u2060", "\u3164", "\u2800", "\u00ad"):
        refusal = table.check(AnnounceClosure(rounds=5, reason=blank), SUE)
        assert refusal is not None
        assert refusal.reason == "reason: write something or leave it out"
        assert refusal.clauses == table.law.closure
    overlong = table.check(AnnounceClosure(rounds=5, reason="x" * (LONGEST + 1)), SUE)
    assert overlong is not None
    assert overlong.reason == "reason: write at most 10,000 characters"
    assert table.check(AnnounceClosure(rounds=5, reason="x" * LONGEST), SUE) is None
    table.do(AnnounceClosure(rounds=5, reason="  the hall closes\n"), SUE, table.at)
    assert table.record.entries[-1].command == AnnounceClosure(rounds=5, reason="the hall closes")
    assert replay(table.record.lines).same


def test_text_in_any_script_is_a_statement() -> None:
    table = Evening("act-blackjack-2018").table
    for reason in ("א", "हॉल", "閉店", "🕒", "-", "3", "e\u0301"):
        assert table.check(AnnounceClosure(rounds=5, reason=reason), SUE) is None, reason


def test_the_refusal_of_an_act_comes_before_that_of_its_text() -> None:
    table = Evening("act-blackjack-2018").table
    refusal = table.check(Restrict(player="ana", procedure=" ", tracked="ledger 4"), SUE)
    assert refusal is not None
    assert refusal.reason == "procedure: name the approved procedure"


@pytest.mark.parametrize("stored", [b"  ", b" padded "])
def test_a_record_with_blank_text_of_an_earlier_version_opens_replays_and_verifies(
    stored: bytes,
) -> None:
    table = Evening("act-blackjack-2018").table
    table.do(AnnounceClosure(rounds=5, reason="MARK"), SUE, table.at)
    table.do(AnnounceClosure(rounds=4), SUE, table.at)
    lines = list(table.record.lines)
    number = line_with(lines, b"MARK")
    old = with_body(lines, number, b'"reason":"MARK"', b'"reason":"%s"' % stored)
    while b"MARK" in old[number - 1]:  # the facts repeat it
        old = with_body(old, number, b"MARK", stored)
    again = replay(old)
    assert again.same, again.differences
    assert again.table.record.entries[number - 2].command == AnnounceClosure(
        rounds=5, reason=stored.decode()
    )
    assert verify(old).unbroken
    assert again.table.check(AnnounceClosure(rounds=3, reason=" "), SUE) is not None


# --- tournaments and promotions


def test_a_tournament_refuses_blanks_in_commands_and_required_names() -> None:
    held = playing("act-blackjack-2018")
    refusal = held.tournament.check(SetPace(direction=" "), DIRECTOR)
    assert refusal is not None
    assert refusal.reason.startswith("direction: ")
    plain = msgspec.json.encode(held.tournament.conditions)
    sound = read_conditions(plain)
    padded = msgspec.structs.replace(sound, refunds=" no others ", tables=" ")
    tidied = read_conditions(msgspec.json.encode(padded))
    assert (tidied.refunds, tidied.tables) == ("no others", "")
    first = msgspec.structs.replace(sound.sessions[0], name=" ")
    unnamed = msgspec.structs.replace(sound, sessions=(first, *sound.sessions[1:]))
    with pytest.raises(ConditionsError, match=r"^sessions\[1\]\.name: write something$"):
        read_conditions(msgspec.json.encode(unnamed))


def test_terms_with_a_blank_are_terms_without_it() -> None:
    terms = msgspec.structs.replace(complete(), eligibility=" \n", gaming="  any table ")
    read = read_terms(msgspec.json.encode(terms))
    assert (read.eligibility, read.gaming) == (Terms(name="x").eligibility, "any table")
    with pytest.raises(TermsError, match=r"^name: write something$"):
        read_terms(msgspec.json.encode(msgspec.structs.replace(terms, name=" ")))


def test_every_part_of_a_list_says_something() -> None:
    tidied, unfit = tidy(PublishTerms(where=(" hall ", " "), marketing=("poster",)))
    assert tidied.where == ("hall", "")
    assert str(unfit) == "where[2]: write something"


def test_text_is_found_in_the_parts_of_a_command() -> None:
    opening = game_of("act-blackjack-2018").acts
    command = next(kind for kind in opening if kind.__name__ == "OpenTable")
    approval = Approval(reference=" A 1 ", date="2026-01-01")
    tidied, unfit = tidy(command(side_bet_layouts={"pairs": approval}))
    assert unfit is None
    assert tidied.side_bet_layouts["pairs"].reference == "A 1"  # type: ignore[attr-defined]
    blank = msgspec.structs.replace(approval, reference=" ")
    _, unfit = tidy(command(layout=blank))
    assert str(unfit) == "layout.reference: write something"


def test_commands_without_text_are_not_copied() -> None:
    command = AnnounceClosure(rounds=3, reason="the hall closes")
    assert tidy(command)[0] is command
