"""The instruments are complete, and a rulebook that is not whole does not load."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import msgspec
import pytest

from croupier.rulebook.citations import UnknownClause
from croupier.rulebook.instruments import (
    Clause,
    Kind,
    Option,
    instruments,
    load,
    made_of,
    read_data,
)

BLACKJACK = ("act-blackjack-2006", "act-blackjack-2018")
BACCARAT = "act-mini-baccarat-2016"
HOLDEM = "act-ultimate-texas-holdem-2025"
CHALLENGE = "nsw-blackjack-challenge"

# fmt: off
CLAUSES_BY_PART = {
    "act-blackjack-2006": {
        "I": 3, "A": 28, "1": 1, "2": 10, "3": 5, "4": 13, "5": 11, "6": 5, "7": 7, "8": 3, "9": 8,
        "10": 9, "11": 3, "12": 2, "13": 11, "14": 8, "15": 2, "16": 14, "17": 16, "18": 28,
        "19": 9, "20": 33,
    },
    "act-blackjack-2018": {
        "I": 4, "A": 31, "1": 1, "2": 10, "3": 5, "4": 13, "5": 12, "6": 5, "7": 11, "8": 3, "9": 8,
        "10": 9, "11": 3, "12": 4, "13": 11, "14": 8, "15": 2, "16": 14, "17": 47, "18": 9,
        "19": 51,
    },
    BACCARAT: {
        "I": 4, "A": 28, "1": 1, "2": 9, "3": 7, "4": 15, "5": 13, "6": 6, "7": 13, "8": 37,
        "9": 19, "10": 12, "11": 4, "12": 14, "13": 2, "14": 14, "15": 54,
    },
    HOLDEM: {
        "I": 4, "A": 34, "1": 1, "2": 8, "3": 12, "4": 8, "5": 5, "6": 10, "7": 13, "8": 25,
        "9": 29, "10": 19, "11": 3, "12": 5, "13": 18, "14": 2, "15": 15, "16": 54,
    },
    CHALLENGE: {
        "1": 23, "2": 13, "3": 15, "4": 22, "5": 19, "6": 20, "7": 2, "8": 3, "9": 11, "10": 4,
        "11": 12, "12": 3, "13": 12, "14": 16, "15": 11, "16": 22, "17": 20, "18": 20, "19": 103,
        "20": 55,
    },
}
CLAUSES_BY_KIND = {
    "act-blackjack-2006": {
        Kind.DEFINITION: 40, Kind.ENFORCEABLE: 87, Kind.PROCEDURE: 47, Kind.POWER: 29,
        Kind.NOTICE: 15, Kind.PHYSICAL: 11,
    },
    "act-blackjack-2018": {
        Kind.DEFINITION: 48, Kind.ENFORCEABLE: 88, Kind.PROCEDURE: 45, Kind.POWER: 31,
        Kind.NOTICE: 37, Kind.PHYSICAL: 12,
    },
    BACCARAT: {
        Kind.DEFINITION: 42, Kind.ENFORCEABLE: 140, Kind.PROCEDURE: 19, Kind.POWER: 34,
        Kind.NOTICE: 7, Kind.PHYSICAL: 10,
    },
    HOLDEM: {
        Kind.DEFINITION: 39, Kind.ENFORCEABLE: 147, Kind.PROCEDURE: 33, Kind.POWER: 24,
        Kind.NOTICE: 6, Kind.PHYSICAL: 16,
    },
    CHALLENGE: {
        Kind.DEFINITION: 37, Kind.ENFORCEABLE: 226, Kind.PROCEDURE: 48, Kind.POWER: 48,
        Kind.NOTICE: 23, Kind.PHYSICAL: 24,
    },
}
# fmt: on
# SHA-256 of the sorted lines "id kind" of the clause register that was made from the instrument
REGISTER = {
    "act-blackjack-2006": "5daa0d45eac06199a3f1c2c5790dd7005916d227c05514e876f4955ae81bad2e",
    "act-blackjack-2018": "f117c6a181ecfe4c241b743bf5eb5c1c76629e87f1646eb4e1915ce32d811d16",
    BACCARAT: "2bc12d4b5b181b2be8d3e24393c3715a14a9b8c603c705e4ebff4255b8009ea9",
    HOLDEM: "289db5f3bade140d9ee9148e8b4c6f46f6d21b955cb4aba694e45246bf5247da",
    CHALLENGE: "d0ac7aa09634ee18e3234d670d67de2a32e4f318bb05451ea4c7299a0ae9d50b",
}


@pytest.mark.parametrize("name", REGISTER)
class TestEveryClause:
    def test_each_part_has_all_its_clauses(self, name: str) -> None:
        assert Counter(clause.part for clause in load(name).clauses) == CLAUSES_BY_PART[name]

    def test_the_kinds_are_those_of_the_register(self, name: str) -> None:
        assert Counter(clause.kind for clause in load(name).clauses) == CLAUSES_BY_KIND[name]

    def test_the_ids_and_kinds_are_those_of_the_register(self, name: str) -> None:
        lines = sorted(f"{clause.id} {clause.kind}" for clause in load(name).clauses)
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        assert digest == REGISTER[name], (
            f"the ids and kinds of {name} are no longer those of its clause register; "
            "its counts by part and by kind, tested above, tell where, unless a clause was "
            "swapped for another of the same part and kind"
        )

    def test_clauses_stand_in_the_order_of_the_parts(self, name: str) -> None:
        instrument = load(name)
        order = list(instrument.parts)
        places = [order.index(clause.part) for clause in instrument.clauses]
        assert places == sorted(places)
        assert set(places) == set(range(len(order)))

    def test_each_clause_says_something_in_whole_sentences(self, name: str) -> None:
        silent = [
            clause.id
            for clause in load(name).clauses
            if len(clause.says) < 10 or not clause.says[0].isupper() or clause.says[-1] != "."
        ]
        assert silent == []

    def test_each_option_explains_itself_and_all_its_readings(self, name: str) -> None:
        for option in load(name).options:
            assert option.clauses, option.name
            assert option.says.endswith("."), option.name
            assert all(words.endswith(".") for words in option.readings.values()), option.name
            if option.type == "choice":
                assert option.default in option.readings
            if option.fixed:
                assert len(option.readings) == 1, option.name


def test_every_instrument_is_listed() -> None:
    assert set(REGISTER) <= set(instruments())
    assert all("--" not in name for name in instruments())


def test_the_day_of_commencement_is_stated_or_left_open() -> None:
    old, new = map(load, BLACKJACK)
    assert (old.signed, old.commences) == ("2006-04-10", "2006-05-01")
    assert (new.signed, new.commences) == ("2018-10-17", None)
    assert "does not give that day" in new.clause("I:2").says
    baccarat, holdem = load(BACCARAT), load(HOLDEM)
    assert (baccarat.signed, baccarat.commences) == ("2016-12-15", None)
    assert (holdem.signed, holdem.commences) == ("2025-07-18", None)
    for instrument in (baccarat, holdem):
        assert "does not give that day" in instrument.clause("I:2").says
    challenge = load(CHALLENGE)
    assert (challenge.signed, challenge.commences) == (None, None)


def test_18_3_b_of_2018_reads_its_stale_reference_as_rule_18() -> None:
    says = load("act-blackjack-2018").clause("18.3(b)").says
    assert "Rule 19" in says
    assert "read as Rule 18" in says


def test_5_7_of_baccarat_works_on_the_count_of_5_6() -> None:
    assert "The text speaks of 5.5, but 5.6" in load(BACCARAT).clause("5.7").says


@pytest.mark.parametrize("clause", ["4.1", "4.6"])
def test_4_1_and_4_6_of_baccarat_give_way_to_12_2_unnamed(clause: str) -> None:
    assert "12.2" in load(BACCARAT).clause(clause).says


def test_13_8_of_holdem_says_how_its_doubtful_reference_is_read() -> None:
    says = load(HOLDEM).clause("13.8").says
    assert "Read as a play wager of the wrong multiple, although Rule 5 may have been meant" in says


@pytest.mark.parametrize(
    ("clause", "reading"),
    [
        ("4.6", "in 4.4, which names nobody: read as 4.5"),
        ("4.7", "in 4.4 or 4.5: read as 4.5 or 4.6"),
        ("8.1.1", "read as neither"),
        ("14.8.2", "a heart with a diamond is paid too"),
        ("15.1.4", "read as leaving Blackjacks to 15.1.1"),
        ("16.11", "read as 4.5 to 4.7"),
        ("16.12", "cites 4.8: read as 4.9"),
        ("18.4.1", 'read as "or"'),
        ("19.2.2", "read as 16.8 and 16.15.2"),
        ("19.9.6", "read as 8, 10 and 11"),
        ("19.10.3", "Read as more than the places still open"),
    ],
)
def test_what_challenge_gets_wrong_is_said_with_its_reading(clause: str, reading: str) -> None:
    assert reading in load(CHALLENGE).clause(clause).says


@pytest.mark.parametrize(
    ("id", "part", "parent"),
    [
        ("1.1", "1", None),
        ("1.1:promotional prize(s)", "1", "1.1"),
        ("2.2.1", "2", "2.2"),
        ("15.1.1.2.3", "15", "15.1.1.2"),
        ("19.1.1:play-off", "19", "19.1.1"),
        ("19.10", "19", None),
        ("19.10.1", "19", "19.10"),
        ("19.4.2(h)(ii)", "19", "19.4.2(h)"),
        ("19.4.2(h)", "19", "19.4.2"),
        ("20.7.11.4(vi)", "20", "20.7.11.4"),
    ],
)
def test_numbers_under_numbers_are_items(id: str, part: str, parent: str | None) -> None:
    clause = load(CHALLENGE).clause(id)
    assert (clause.part, clause.parent) == (part, parent)


@pytest.mark.parametrize(
    ("id", "part", "parent"),
    [
        ("13.1(f)", "13", "13.1"),
        ("13.1", "13", None),
        ("19.3(a)(ii)(F)", "19", "19.3(a)(ii)"),
        ("A:Double/double down", "A", None),
        ("5:fn1", "5", None),
    ],
)
def test_a_clause_knows_its_part_and_its_parent(id: str, part: str, parent: str | None) -> None:
    clause = load("act-blackjack-2018").clause(id)
    assert (clause.part, clause.parent) == (part, parent)


@pytest.mark.parametrize(
    ("id", "part", "parent"),
    [
        ("7.2:row 0-5", "7", "7.2"),
        ("10.1:T1:Blind:*", "10", "10.1"),
        ("10.1:T1[2]:Full House", "10", "10.1"),
        ("8.8(d)[1]", "8", "8.8(d)"),
        ("15.3(a)(xi)[link]", "15", "15.3(a)(xi)"),
        ("A:Session(a)", "A", "A:Session"),
        ("13.8[2]", "13", None),
        ("A:Trips[2]", "A", None),
        ("10[intro]", "10", None),
    ],
)
def test_what_has_no_letter_of_its_own_still_has_its_place(
    id: str, part: str, parent: str | None
) -> None:
    clause = Clause(id, Kind.ENFORCEABLE, "Somewhere.")
    assert (clause.part, clause.parent) == (part, parent)


def test_items_are_the_clauses_directly_under_one() -> None:
    instrument = load("act-blackjack-2018")
    assert [item.id for item in instrument.items("18.3")] == ["18.3(a)", "18.3(b)"]
    assert instrument.items("18.4") == ()


def test_rows_and_bullets_are_items_and_a_second_clause_of_a_number_is_not() -> None:
    baccarat, holdem = load(BACCARAT), load(HOLDEM)
    assert [item.id for item in baccarat.items("7.2")] == ["7.2:row 0-5", "7.2:row 6-7"]
    assert [item.id for item in baccarat.items("8.8(e)")] == ["8.8(e)[1]"]
    assert [item.id for item in holdem.items("13.8")] == ["13.8(a)", "13.8(b)"]
    assert len(holdem.items("10.1")) == 18


def test_numbers_and_terms_are_items_of_the_clause_they_stand_under() -> None:
    challenge = load(CHALLENGE)
    assert [item.id for item in challenge.items("2.2")] == ["2.2.1", "2.2.2", "2.2.3"]
    assert [item.id for item in challenge.items("19.1")] == ["19.1.1"]
    assert len(challenge.items("1.1")) == 22


def test_citing_gives_back_the_clauses() -> None:
    assert load("act-blackjack-2006").cite("13.1(c)", "13.2(a)") == ("13.1(c)", "13.2(a)")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("13.1f", "act-blackjack-2018 has no clause 13.1f; did you mean 13.1(f)?"),
        ("13.1 (F)", "act-blackjack-2018 has no clause 13.1 (F); did you mean 13.1(f)?"),
        ("box", "act-blackjack-2018 has no clause box; did you mean A:Box?"),
        ("zzz", "act-blackjack-2018 has no clause zzz"),
    ],
)
def test_an_unknown_clause_is_answered_with_its_near_misses(asked: str, answer: str) -> None:
    instrument = load("act-blackjack-2018")
    for ask in (instrument.clause, instrument.cite):
        with pytest.raises(UnknownClause) as error:
            ask(asked)
        assert str(error.value) == answer


def test_an_unknown_instrument_is_answered_with_near_misses_and_all_there_are() -> None:
    with pytest.raises(LookupError) as error:
        load("blackjack-2018")
    known = ", ".join(instruments())
    assert str(error.value).startswith(
        f"there is no instrument blackjack-2018, only {known}; did you mean act-blackjack-2018"
    )


@pytest.mark.parametrize(
    ("extra", "complaint"),
    [
        (Clause("13.1", Kind.NOTICE, "Again."), "has clause 13.1 twice"),
        (Clause("77.1", Kind.NOTICE, "Where?"), "has no part 77 for clause 77.1"),
        (Clause("13.9(a)", Kind.NOTICE, "Under what?"), "has no 13.9 above clause 13.9(a)"),
        (Clause("13.9.1", Kind.NOTICE, "Under what?"), "has no 13.9 above clause 13.9.1"),
    ],
)
def test_a_clause_out_of_place_does_not_load(extra: Clause, complaint: str) -> None:
    instrument = load("act-blackjack-2006")
    with pytest.raises(ValueError, match=complaint.replace("(", r"\(").replace(")", r"\)")):
        msgspec.structs.replace(instrument, clauses=(*instrument.clauses, extra))


@pytest.mark.parametrize(
    ("extra", "complaint"),
    [
        (Option("decks", "Again.", ("2.1",)), "has option decks twice"),
        (Option("new", "Why?", ("99.9",)), "option new of act-blackjack-2006 cites no clause"),
        (Option("new", "When?", ("2.1",), unless="decks"), "option new .* has no flag decks"),
        (
            Option("new", "When?", ("2.1",), needs={"yes": {"decks": 6}}),
            "option new .* has no reading yes",
        ),
        (
            Option("new", "What?", ("2.1",), readings={"yes": "Y."}, needs={"yes": {"dice": 2}}),
            "option new .* has no option dice",
        ),
    ],
)
def test_an_option_out_of_place_does_not_load(extra: Option, complaint: str) -> None:
    instrument = load("act-blackjack-2006")
    with pytest.raises(ValueError, match=complaint):
        msgspec.structs.replace(instrument, options=(*instrument.options, extra))


def test_an_option_of_an_unknown_type_does_not_load() -> None:
    with pytest.raises(msgspec.ValidationError, match="type"):
        msgspec.json.decode(
            b'{"name": "n", "says": "s", "clauses": [], "type": "guess"}', type=Option
        )


# --- the fingerprint


def fingerprint_of(**fields: Any) -> str:
    """Return the fingerprint of an instrument whose data file has other fields."""
    data = msgspec.json.decode(read_data("act-blackjack-2018"))
    for name, change in fields.items():
        data[name] = change(data[name])
    return made_of(msgspec.json.format(msgspec.json.encode(data), indent=3)).fingerprint


def test_the_fingerprint_covers_clauses_values_and_options_alone() -> None:
    before = load("act-blackjack-2018").fingerprint
    assert fingerprint_of() == before  # however the file is laid out
    assert fingerprint_of(corrections=lambda _: []) == before
    assert fingerprint_of(law=lambda law: {"round": law["table"]}) == before
    keys_in_another_order = fingerprint_of(
        clauses=lambda each: [dict(reversed(clause.items())) for clause in each]
    )
    assert keys_in_another_order == before
    for field in ("clauses", "values", "options"):
        other = fingerprint_of(**{field: lambda each: [{**each[0], "says": "More."}, *each[1:]]})
        assert other != before, field


def test_a_text_that_names_an_unknown_value_is_an_error_with_the_nearest_name() -> None:
    file = read_data("act-blackjack-2018").replace(b"{blackjack_pays}", b"{blackjack_pay}", 1)
    with pytest.raises(ValueError, match=r"act-blackjack-2018: a text names \{blackjack_pay\}, .*"
                       "did you mean blackjack_pays"):  # fmt: skip
        made_of(file)
