"""The law of a data file becomes typed law objects, and every flaw is named with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec
import pytest

from croupier.money import Odds
from croupier.rulebook.citations import NOTHING, Cited, Clauses
from croupier.rulebook.instruments import Instrument, load
from croupier.rulebook.law_reader import LawError, read_law


class Late(StrEnum):
    AT_ONCE = "at once"
    LATER = "later"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLaw:
    pays: Cited[Odds]


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallLaw:
    over_maximum: Clauses
    most_hands: Cited[int]
    late: Cited[Late]
    pairs: Mapping[Late, PairLaw] = field(default_factory=dict)
    hits: Clauses | None = None
    signs: dict[str, Clauses] = field(default_factory=dict)
    silent: Clauses = NOTHING


LAW: dict[str, Any] = {
    "over_maximum": ["3.5"],
    "most_hands": {"value": "{most_hands}", "clauses": ["10.3"]},
    "late": {"value": "later", "clauses": ["19.9"], "why": "The text gives a time."},
}


def small_law(**changes: Any) -> SmallLaw:
    """Read the small law of ACT Blackjack 2018, with changes; None leaves a name out."""
    data = {name: each for name, each in {**LAW, **changes}.items() if each is not None}
    book = msgspec.structs.replace(load("act-blackjack-2018"), law={"round": data})
    return read_law(book, "round", SmallLaw)


def test_bindings_become_citations_values_and_choices() -> None:
    law = small_law(pairs={"later": {"pays": {"value": "{pairs_play}", "clauses": ["17.23"]}}})
    assert law.over_maximum == ("3.5",)
    assert law.most_hands == Cited(4, Clauses(("10.3",)))
    assert law.late == Cited(Late.LATER, Clauses(("19.9",)))
    assert law.pairs[Late.LATER].pays == Cited(Odds(11, 1), Clauses(("17.23",)))
    assert law.silent == NOTHING


def test_citations_keep_their_order() -> None:
    assert small_law(over_maximum=["13.2", "3.5", "13.1"]).over_maximum == ("13.2", "3.5", "13.1")


def test_a_binding_with_a_condition_counts_only_under_that_value() -> None:
    holds = {"clauses": ["12.1"], "if": {"most_hands": 4}}
    fails = {"clauses": ["12.1"], "if": {"most_hands": 2}}
    assert small_law(hits=holds).hits == ("12.1",)
    assert small_law(hits=fails).hits is None
    signs = small_law(signs={"up to {most_hands} hands": holds, "two hands": fails}).signs
    assert signs == {"up to four hands": ("12.1",)}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"over_maximun": ["3.5"]}, "law.round.over_maximun: .* did you mean over_maximum?"),
        ({"most_hands": None}, "law.round: most_hands missing"),
        ({"over_maximum": ["3.55"]}, "law.round.over_maximum: .*has no clause 3.55"),
        ({"over_maximum": "3.5"}, "law.round.over_maximum: a list of clauses is needed"),
        (
            {"most_hands": {"value": "{most_hand}", "clauses": ["10.3"]}},
            "law.round.most_hands.value: .*no value most_hand; did you mean most_hands?",
        ),
        (
            {"most_hands": {"value": "{win_pays}", "clauses": ["13.2(b)"]}},
            "law.round.most_hands.value: win_pays is of type odds",
        ),
        (
            {"most_hands": {"value": "{most_hands}", "clauses": ["3.5"]}},
            "law.round.most_hands.clauses: most_hands is stated by 10.3",
        ),
        (
            {"late": {"value": "never", "clauses": ["19.9"]}},
            "late.value: 'never' is not one of",
        ),
        ({"late": {"clauses": ["19.9"]}}, "law.round.late: value missing"),
        ({"late": {"value": "later", "clause": ["19.9"]}}, "law.round.late.clause: only value"),
        ({"pairs": {"never": {}}}, "pairs.never: 'never' is not one of at"),
        ({"pairs": {"later": {}}}, "law.round.pairs.later: pays missing"),
        ({"hits": {"clauses": ["12.1"], "if": {"x": 1}}}, "law.round.hits.if: .*no value x"),
    ],
)
def test_a_flaw_is_named_with_its_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(LawError, match=message):
        small_law(**changes)


def test_a_section_that_is_missing_is_named() -> None:
    book: Instrument = msgspec.structs.replace(load("act-blackjack-2018"), law={})
    with pytest.raises(LawError, match=r"act-blackjack-2018: law\.promotion is missing"):
        read_law(book, "promotion", SmallLaw)
