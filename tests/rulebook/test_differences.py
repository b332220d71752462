"""Between two instruments no clause and no option goes missing, in either direction."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from croupier.rulebook.citations import UnknownClause
from croupier.rulebook.differences import (
    ClauseChange,
    ClauseDifference,
    OptionDifference,
    account,
    compare,
    option_differences,
)
from croupier.rulebook.instruments import comparisons, load

OLD, NEW = "act-blackjack-2006", "act-blackjack-2018"
CHALLENGE = "nsw-blackjack-challenge"


@pytest.mark.parametrize(("a", "b"), [*comparisons(), *((b, a) for a, b in comparisons())])
class TestEveryComparison:
    def test_each_clause_of_both_is_accounted_for_once(self, a: str, b: str) -> None:
        comparison = compare(a, b)
        before = [id for entry in comparison.clauses for id in entry.before]
        after = [id for entry in comparison.clauses for id in entry.after]
        assert Counter(before) == Counter(list(load(a).by_id))
        assert Counter(after) == Counter(list(load(b).by_id))

    def test_what_is_the_same_is_said_in_the_same_words(self, a: str, b: str) -> None:
        before, after = load(a), load(b)
        for entry in compare(a, b).clauses:
            if entry.change is ClauseChange.SAME:
                assert before.clause(*entry.before) == after.clause(*entry.after)

    def test_what_is_renumbered_keeps_its_kind(self, a: str, b: str) -> None:
        before, after = load(a), load(b)
        for entry in compare(a, b).clauses:
            if entry.change is ClauseChange.RENUMBERED:
                for old, new in zip(entry.before, entry.after, strict=True):
                    assert before.clause(old).kind is after.clause(new).kind, (old, new)

    def test_each_difference_is_in_words(self, a: str, b: str) -> None:
        assert all(entry.says.endswith(".") for entry in compare(a, b).different)

    def test_the_order_is_that_of_the_first_instrument(self, a: str, b: str) -> None:
        order = list(load(a).by_id)
        places = [order.index(entry.before[0]) for entry in compare(a, b).clauses if entry.before]
        assert places == sorted(places)

    def test_the_other_direction_mirrors_it(self, a: str, b: str) -> None:
        forth = {(entry.before, entry.after): entry for entry in compare(a, b).clauses}
        back = {(entry.after, entry.before): entry for entry in compare(b, a).clauses}
        assert forth.keys() == back.keys()
        for pair, entry in forth.items():
            assert back[pair] == entry.backwards()
        options = {option.name: (option.before, option.after) for option in compare(a, b).options}
        mirror = {option.name: (option.after, option.before) for option in compare(b, a).options}
        assert options == mirror


def find(a: str, b: str, id: str) -> ClauseDifference:
    """The entry about a clause of the first instrument."""
    return next(entry for entry in compare(a, b).clauses if id in entry.before)


@pytest.mark.parametrize(
    ("id", "change", "after"),
    [
        ("13.1(f)", ClauseChange.SAME, ("13.1(f)",)),
        ("3.2", ClauseChange.CHANGED, ("3.2",)),
        ("7.1", ClauseChange.REWORDED, ("7.1",)),
        ("12.1", ClauseChange.CHANGED, ("12.1", "12.1(a)", "12.1(b)")),
        ("17.7", ClauseChange.REMOVED, ()),
        ("18.10", ClauseChange.CHANGED, ("17.8",)),
        ("20.5", ClauseChange.CHANGED, ("19.3(b)",)),
        ("20.15", ClauseChange.REMOVED, ()),
        ("20.24", ClauseChange.RENUMBERED, ("19.21",)),
    ],
)
def test_what_became_of_a_clause_of_2006(
    id: str, change: ClauseChange, after: tuple[str, ...]
) -> None:
    entry = find(OLD, NEW, id)
    assert (entry.change, entry.after) == (change, after)


def test_renumbered_clauses_answer_to_each_other_one_by_one() -> None:
    entry = find(OLD, NEW, "7.5(b)")
    assert dict(zip(entry.before, entry.after, strict=True)) == {
        "7.2": "7.3",
        "7.3": "7.4",
        "7.4": "7.5",
        "7.5": "7.6",
        "7.5(a)": "7.6(a)",
        "7.5(b)": "7.6(b)",
    }


def test_insuring_anothers_wager_is_added_in_one_direction_and_removed_in_the_other() -> None:
    ids = ("7.2", "7.2(a)", "7.2(b)", "7.2(c)")
    forth = [entry for entry in compare(OLD, NEW).clauses if entry.after == ids]
    assert [entry.change for entry in forth] == [ClauseChange.ADDED]
    assert find(NEW, OLD, "7.2(c)").change is ClauseChange.REMOVED


def test_what_is_added_follows_what_stands_before_it() -> None:
    entries = compare(OLD, NEW).clauses
    place = next(n for n, entry in enumerate(entries) if "17.6" in entry.after)
    assert entries[place].change is ClauseChange.ADDED
    assert entries[place - 1].after == ("17.5",)


def test_the_options_that_differ() -> None:
    options = {option.name: (option.before, option.after) for option in compare(OLD, NEW).options}
    assert list(options) == [
        "soft_17",
        "side_bets",
        "side_bet_needs_own_main",
        "super_sevens_amounts",
        "limits",
        "multiples",
        "marker_total_limit",
        "third_party_insurance",
        "out_of_order_wager",
        "even_money_until",
        "third_party_cap",
        "buy_back_fee",
    ]
    before, after = options["soft_17"]
    assert before is not None
    assert after is not None
    assert (before.fixed, after.fixed, after.required) == (True, False, True)
    assert options["third_party_cap"][0] is None
    assert options["super_sevens_amounts"][1] is None


@pytest.mark.parametrize(
    "other",
    [
        {"default": 6},
        {"fixed": True},
        {"required": False},
        {"minimum": 2},
        {"maximum": 6},
        {"type": "amount"},
        {"readings": {"6": "Six."}},
        {"exclusive": (("4", "8"),)},
        {"unless": "carry_exposed_card"},
        {"readings": {"6": "Six."}, "needs": {"6": {"device": "shoe"}}},
    ],
)
def test_whatever_may_be_chosen_differently_is_a_difference(other: dict[str, Any]) -> None:
    book = load(OLD)
    decks, *rest = book.options
    changed = msgspec.structs.replace(decks, **other)
    twin = msgspec.structs.replace(book, options=(changed, *rest))
    assert option_differences(book, twin) == (OptionDifference("decks", decks, changed),)


def test_other_words_and_clauses_for_the_same_choice_are_no_difference() -> None:
    book = load(OLD)
    decks, *rest = book.options
    changed = msgspec.structs.replace(decks, says="How many packs.", clauses=("2.1",))
    twin = msgspec.structs.replace(book, options=(changed, *rest))
    assert option_differences(book, twin) == ()


def test_an_instrument_is_the_same_as_itself() -> None:
    comparison = compare(OLD, OLD)
    assert comparison.different == ()
    assert comparison.options == ()
    assert len(comparison.clauses) == len(load(OLD).clauses)


def test_an_unknown_instrument_cannot_be_compared() -> None:
    with pytest.raises(LookupError, match="there is no instrument act-poker-1999"):
        compare(OLD, "act-poker-1999")


@pytest.mark.parametrize(("a", "b"), [(NEW, CHALLENGE), (CHALLENGE, NEW)])
def test_instruments_that_nobody_compared_cannot_be_compared(a: str, b: str) -> None:
    with pytest.raises(LookupError) as error:
        compare(a, b)
    assert str(error.value).startswith(f"{a} and {b} have not been compared; compared are ")
    assert f"{OLD} and {NEW}" in str(error.value)


def test_an_instrument_that_nobody_compared_is_still_the_same_as_itself() -> None:
    assert compare(CHALLENGE, CHALLENGE).different == ()


STATED = [entry for entry in compare(OLD, NEW).clauses if entry.change is not ClauseChange.SAME]


def test_a_clause_that_is_left_out_is_an_error() -> None:
    without = [entry for entry in STATED if "20.5" not in entry.before]
    with pytest.raises(ValueError, match=r"nothing is said of act-blackjack-2006 20\.5, "):
        account(load(OLD), load(NEW), without)


def test_an_id_that_both_have_is_not_the_same_if_one_side_is_spoken_for() -> None:
    # 7.2 of 2006 is 7.3 of 2018, and 7.2 of 2018 is new: forgetting either may not pass as "same"
    without = [entry for entry in STATED if "7.2(a)" not in entry.after]
    with pytest.raises(ValueError, match=r"nothing is said of act-blackjack-2018 7\.2, "):
        account(load(OLD), load(NEW), without)


def test_nor_if_the_other_side_is() -> None:
    # 17.1 of 2018 comes from 18.1 of 2006, so 17.1 of 2006 needs an entry of its own
    without = [entry for entry in STATED if "17.1" not in entry.before]
    with pytest.raises(ValueError, match=r"nothing is said of act-blackjack-2006 17\.1, "):
        account(load(OLD), load(NEW), without)


@pytest.mark.parametrize(
    ("extra", "complaint"),
    [
        (
            ClauseDifference(("3.2",), ("3.1",), ClauseChange.CHANGED, "Again."),
            r"3\.2 is named twice",
        ),
        (
            ClauseDifference((), ("3.1",), ClauseChange.CHANGED, "Whence?"),
            r"nothing to 3\.1 cannot be changed",
        ),
        (
            ClauseDifference(("3.1",), ("3.1",), ClauseChange.ADDED, "New?"),
            r"3\.1 to 3\.1 cannot be added",
        ),
        (ClauseDifference(("3.1",), ("3.1",), ClauseChange.REMOVED, "Gone?"), r"cannot be removed"),
        (
            ClauseDifference(("3.1",), ("3.1", "3.3"), ClauseChange.RENUMBERED, "x"),
            r"not clause for clause",
        ),
        (
            ClauseDifference(("3.1",), ("3.1",), ClauseChange.CHANGED, " "),
            r"3\.1 is changed, but not in words",
        ),
    ],
)
def test_an_entry_that_makes_no_sense_is_an_error(extra: ClauseDifference, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        account(load(OLD), load(NEW), [*STATED, extra])


def test_a_clause_that_does_not_exist_is_an_error() -> None:
    extra = ClauseDifference(("3.1",), ("3.99",), ClauseChange.CHANGED, "Where?")
    with pytest.raises(UnknownClause, match=r"act-blackjack-2018 has no clause 3\.99"):
        account(load(OLD), load(NEW), [*STATED, extra])
