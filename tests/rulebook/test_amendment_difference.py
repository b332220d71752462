"""The difference of two instruments, as an amendment, makes one of the other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import croupier
from croupier.game_rules import laws_of
from croupier.rulebook import amendment_difference
from croupier.rulebook.amendment_difference import InstrumentDifference, difference
from croupier.rulebook.amendments import amended, amendment_in, in_toml
from croupier.rulebook.instruments import load, read_data

OLD, NEW = "act-blackjack-2006", "act-blackjack-2018"


def written(before: str, after: str) -> InstrumentDifference:
    return difference(before, after, id="variant", title=f"{after} as an amendment of {before}")


@pytest.mark.parametrize(("before", "after"), [(OLD, NEW), (NEW, OLD)])
def test_the_amendment_of_one_edition_has_the_law_of_the_other(before: str, after: str) -> None:
    found = written(before, after)
    assert found.unsaid == ()
    book, other = amended(found.amendment), load(after)
    assert laws_of(book) == laws_of(other)
    assert list(book.by_id) == list(other.by_id)
    assert list(book.parts.items()) == list(other.parts.items())
    assert [*book.values] == sort_like(book.values, other.values)
    assert [*book.options] == sort_like(book.options, other.options)
    for clause in other.clauses:
        assert book.clause(clause.id).kind is clause.kind
        assert book.clause(clause.id).says.startswith(clause.says)


def sort_like(ours: Any, theirs: Any) -> list[Any]:
    """Return the things of another instrument in the order of ours."""
    named = {each.name: each for each in theirs}
    assert len(ours) == len(theirs)
    return [named[each.name] for each in ours]


def test_the_amendment_is_written_and_read() -> None:
    found = written(OLD, NEW).amendment
    assert amendment_in(in_toml(found)) == found


def test_rounds_are_settled_by_the_other_edition() -> None:
    book = amended(written(OLD, NEW).amendment)
    assert croupier.rules_for(book, {"soft_17": "hit"}).options["soft_17"] == "hit"
    edges = [croupier.odds(each, decks=8)["main"].house_edge for each in (book, NEW)]
    assert edges[0] == edges[1]


def changed(monkeypatch: pytest.MonkeyPatch, change: Any) -> InstrumentDifference:
    """Return the difference between an edition and what a change makes of its data file."""

    def read(name: str) -> bytes:
        data = msgspec.json.decode(read_data(NEW))
        if name == "changed":
            change(data)
        return msgspec.json.encode(data)

    monkeypatch.setattr(amendment_difference, "read_data", read)
    return written(NEW, "changed")


def test_what_cannot_be_said_is_listed_with_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(data: dict[str, Any]) -> None:
        data["law"]["promotion"] = {}
        data["law"]["table"]["peek"] = ["12.2"]
        data["law"]["table"]["over_maximum"] = ["3.5", "3.4"]
        value = next(each for each in data["values"] if each["name"] == "players_per_box")
        value |= {"type": "span", "value": "1 to 3"}
        option = next(each for each in data["options"] if each["name"] == "collect_busts")
        option["readings"]["in_turn"] = "One after the other."

    found = changed(monkeypatch, change)
    assert {(each.place, each.reason.partition(";")[0]) for each in found.unsaid} == {
        ("value players_per_box", "it is of type span"),
        ("law.promotion", "only one of the two has this law"),
        ("rule table.peek", "there is no rule of this name here"),
        (
            "option collect_busts",
            "readings.in_turn: blackjack has no procedure for it, only for at_bust, at_end",
        ),
    }
    assert [entry.rule for entry in found.amendment.rules] == ["over_maximum"]


def test_an_amendment_does_not_make_another_game() -> None:
    with pytest.raises(ValueError, match="an amendment cannot change the game"):
        written(NEW, "nsw-blackjack-challenge")
