"""Amending an instrument from a file: what is refused, and what comes out."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from croupier.rulebook.amendment_entries import AmendmentError
from croupier.rulebook.amendments import amended, read_amendment
from croupier.rulebook.instruments import instruments, load
from croupier.rulebook.wording import dates

if TYPE_CHECKING:
    from pathlib import Path

BASIS = "act-blackjack-2018"
SIX_TO_FIVE = {"rule": "blackjack_pays", "clauses": ["8.1(a)", "13.2(a)"], "value": "6 to 5"}
THREE_HANDS = {"rule": "most_hands", "clauses": ["10.3"], "value": 3}


def amendment(*changes: dict[str, Any], **fields: Any) -> dict[str, Any]:
    given = {"amends": BASIS, "id": "six-to-five", "title": "Six to five", "change": list(changes)}
    return {**given, **fields}


def test_an_amended_instrument_is_the_same_but_for_what_was_changed() -> None:
    book, basis = amended(amendment(SIX_TO_FIVE)), load(BASIS)
    assert (book.id, book.basis, basis.basis) == ("six-to-five", BASIS, BASIS)
    assert [value.name for value in book.values if value not in basis.values] == ["blackjack_pays"]
    changed = {clause.id for clause in book.clauses if clause not in basis.clauses}
    assert changed == {"8.1(a)", "13.2(a)"}
    assert book.options == basis.options


def test_it_says_that_it_is_not_approved() -> None:
    book = amended(amendment(SIX_TO_FIVE))
    assert book.not_approved == f"Not an approved instrument: it amends {BASIS}"
    assert book.title == "Six to five (not an approved instrument)"
    assert (book.number, book.authority) == ("NI2018-568 as amended", "approved by nobody")
    assert dates(book) == f"Not an approved instrument: it amends {BASIS}"
    says = book.clause("13.2(a)").says
    assert says == "A winning Blackjack pays 6 to 5. (Amended; in the approved instrument: 3 to 2.)"
    assert load(BASIS).not_approved is None


def test_the_same_amendment_is_the_same_instrument() -> None:
    book = amended(amendment(SIX_TO_FIVE, THREE_HANDS))
    assert book.amendment is not None
    assert amended(amendment(THREE_HANDS, SIX_TO_FIVE)) is book
    assert amended(book.amendment) is book
    assert load(book) is book
    other = amended(amendment(SIX_TO_FIVE))
    prints = {book.fingerprint, other.fingerprint, load(BASIS).fingerprint}
    assert len(prints) == 3


def test_both_clauses_may_be_named_in_changes_of_their_own() -> None:
    early = {**SIX_TO_FIVE, "clauses": ["8.1(a)"]}
    late = {**SIX_TO_FIVE, "clauses": ["13.2(a)"], "value": "6:5"}
    assert amended(amendment(early, late)) is amended(amendment(SIX_TO_FIVE))


def test_an_amendment_of_an_option_bounds_its_tables() -> None:
    one = {"rule": "decks_least", "clauses": ["2.1"], "value": 1}
    book = amended(amendment(one))
    decks = next(option for option in book.options if option.name == "decks")
    assert (decks.minimum, decks.maximum, decks.default) == (1, 8, 8)
    assert "no fewer than one and no more than eight" in book.clause("2.1").says


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            amendment({**SIX_TO_FIVE, "clauses": ["13.2(a)"]}),
            "change[0].clauses: blackjack_pays is stated in 8.1(a) and 13.2(a); with 6 to 5 in "
            "13.2(a) alone, 8.1(a) would contradict it: name both",
        ),
        (
            amendment(
                {"rule": "perfect_pairs_mixed", "clauses": ["10.6(a)"], "value": 6},
                amends="act-mini-baccarat-2016",
            ),
            "change[0].clauses: perfect_pairs_mixed is stated in 8.8(d)[1] and 8.9(d)[1] and "
            "10.6(a); with 6 to 1 in 10.6(a) alone, 8.8(d)[1], 8.9(d)[1] would contradict it: "
            "name them all",
        ),
        (
            amendment(
                {**SIX_TO_FIVE, "clauses": ["8.1(a)"]},
                {**SIX_TO_FIVE, "clauses": ["13.2(a)"], "value": "7 to 5"},
            ),
            "change[1].value: 13.2(a) would say 7 to 5 and 8.1(a) (change[0]) 6 to 5; they state "
            "one value, blackjack_pays",
        ),
        (
            amendment({**SIX_TO_FIVE, "rule": "blackjack_pay"}),
            f"change[0].rule: {BASIS} has no value 'blackjack_pay', only ",
        ),
        (amendment({**SIX_TO_FIVE, "rule": "blackjack_pay"}), "; did you mean blackjack_pays?"),
        (
            amendment({**SIX_TO_FIVE, "clauses": ["8.1(a)", "13.2a"]}),
            f"change[0].clauses[1]: {BASIS} has no clause 13.2a; did you mean 13.2(a)?",
        ),
        (
            amendment({**SIX_TO_FIVE, "clauses": ["13.1(a)"]}),
            "change[0].clauses[0]: 13.1(a) does not state blackjack_pays, but 8.1(a), 13.2(a) does",
        ),
        (
            amendment({**SIX_TO_FIVE, "value": 1.2}),
            "change[0].value: 1.2 is a decimal fraction; values are exact, and this is odds such "
            'as "6 to 5"; blackjack_pays (8.1(a), 13.2(a)) is 3 to 2',
        ),
        (
            amendment({**THREE_HANDS, "value": 40}),
            "change[0].value: 40 is not between 2 and 6; most_hands (10.3) is 4",
        ),
        (amendment({**THREE_HANDS, "value": 4}), "change[0].value: most_hands is that already"),
        (amendment({"rule": "most_hands", "clauses": ["10.3"]}), "change[0].value: missing"),
        (amendment({"rule": 3}), "change[0].rule: the name of a value, one of decks_least, "),
        (
            amendment({**THREE_HANDS, "clauses": "10.3"}),
            "change[0].clauses: a list of the clauses that state most_hands: 10.3",
        ),
        (amendment({**THREE_HANDS, "clauses": []}), "change[0].clauses: names none; 10.3 state it"),
        (
            amendment({**THREE_HANDS, "clause": ["10.3"]}),
            "change[0].clause: there is no such field, only rule, clauses, value; did you mean ",
        ),
        (amendment(), "change: at least one [[change]] with rule, clauses and value"),
        (amendment(change="x"), "change: at least one [[change]]"),
        (amendment(change=["x"]), "change[0]: not a table of rule, clauses and value"),
        (
            amendment(
                {"rule": "decks_least", "clauses": ["2.1"], "value": 8},
                {"rule": "decks_most", "clauses": ["2.1"], "value": 6},
            ),
            "change: decks would have to be 8 or more and 6 or less (2.1, 2.3(a))",
        ),
        (
            amendment(SIX_TO_FIVE, amends="act-blackjack-2017"),
            "amends: there is no approved instrument act-blackjack-2017, only act-blackjack-2006",
        ),
        (amendment(SIX_TO_FIVE, amends=None), "amends: missing"),
        (amendment(SIX_TO_FIVE, id="Six to five"), "id: 'Six to five' is not an id of small"),
        (amendment(SIX_TO_FIVE, id=BASIS), f"id: {BASIS} is an approved instrument"),
        (amendment(SIX_TO_FIVE, id="x" * 61), "id: no more than 60 characters"),
        (amendment(SIX_TO_FIVE, title="a\nb"), "title: a title is needed, not 'a\\nb'"),
        (amendment(SIX_TO_FIVE, named="x"), "named: there is no such field, only amends, id, "),
        (amendment(SIX_TO_FIVE, commences="soon"), "commences: 'soon' is not a day such as"),
        (
            amendment(SIX_TO_FIVE, commences=date(2027, 1, 1), open_tables="stay"),
            "open_tables: 'stay' is not one of close, play-on",
        ),
        (
            amendment(SIX_TO_FIVE, open_tables="play-on"),
            "open_tables: commences is missing, the day from which it counts",
        ),
    ],
)
def test_what_is_no_amendment_is_refused_with_its_field(given: dict[str, Any], said: str) -> None:
    with pytest.raises(AmendmentError, match=re.escape(said)):
        amended(given)


@pytest.mark.parametrize("name", instruments())
def test_every_value_of_every_instrument_can_be_amended(name: str) -> None:
    for value in load(name).values:
        others: dict[str, Any] = {
            "odds": "7 to 4", "number": value.maximum - 1, "total": value.maximum - 1,
            "per cent": "2.5", "multiples": [5],
            "points": [1, 3], "third cards": ["none", 3], "choice": "hit", "span": "4 to 6",
            "duration": "90 minutes", "amount": "$2,500", "volume": "1 litre",
        }  # fmt: skip
        change = {"rule": value.name, "clauses": [*value.clauses], "value": others[value.type]}
        book = amended(amendment(change, amends=name))
        new = next(each for each in book.values if each.name == value.name)
        assert new.parsed == value.read(others[value.type]) != value.parsed
        for clause in value.clauses:
            assert "(Amended; in the approved instrument: " in book.clause(clause).says
        texts = [book.clause(clause).says.casefold() for clause in value.clauses]
        assert any(new.words.casefold() in text for text in texts)


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "variant.toml"
    path.write_text(
        f'amends = "{BASIS}"\nid = "six-to-five"\ntitle = "Six to five"\n'
        '[[change]]\nrule = "blackjack_pays"\nclauses = ["8.1(a)", "13.2(a)"]\nvalue = "6 to 5"\n'
    )
    assert amended(read_amendment(path)) is amended(path) is amended(amendment(SIX_TO_FIVE))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"amends = ", "variant.toml: not TOML: "),
        (b"\xff", "variant.toml: not TOML: "),
        (b'amends = "x"', "variant.toml: amends: there is no approved instrument x"),
        (b"#" * 100_001, "variant.toml: an amendment has no more than 100,000 bytes"),
    ],
)
def test_a_file_that_is_none_is_named(tmp_path: Path, text: bytes, said: str) -> None:
    path = tmp_path / "variant.toml"
    path.write_bytes(text)
    with pytest.raises(AmendmentError, match=re.escape(said)):
        read_amendment(path)
