"""Limbs that an amendment adds: each is settled everywhere alike, or refused with the reason.

An analysis that merges cases which a limb tells apart refuses it by name. A limb that rules on what
the round has already settled is refused by the amendment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.table_support import open_table, player

import croupier
from croupier.adjudication import Answer, Refusal
from croupier.odds import (
    count_for,
    covariance_for,
    decision_for,
    risk_for,
    simulate,
    strategy_for,
    takings_for,
)
from croupier.rulebook.amendment_entries import AmendmentError
from croupier.rulebook.amendments import amended
from croupier.rulebook.settlement_tables import CannotAnalyse
from croupier.table.acts.patrons import StepAway

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.rulebook.instruments import Instrument

BLACKJACK, BEFORE = "act-blackjack-2018", "act-blackjack-2006"
CHALLENGE = "nsw-blackjack-challenge"
HOLDEM = "act-ultimate-texas-holdem-2025"
PLAIN_22 = {"dealer_total": 22, "player_total": "2 to 20", "player_blackjack": False}


def variant(basis: str, limb: str, **fields: Any) -> Instrument:
    """Return an instrument with one more limb."""
    entry = {"table": "main", "limb": limb, "does": "add", "clauses": ["13.1(g)"], **fields}
    return amended({"amends": basis, "id": "variant", "title": "A variant", "limb": [entry]})


PAID = {"outcome": "win", "pays": "blackjack_pays", "over": ["dealer_bust"]}
LEVEL = {"outcome": "push", "over": ["dealer_bust"]}
RETURNED = {"outcome": "push", "clauses": ["9.5"]}
MERGED: dict[str, tuple[str, dict[str, Any]]] = {
    "push_22": (BLACKJACK, {"when": PLAIN_22, **LEVEL}),
    "push_22_before": (BEFORE, {"when": PLAIN_22, **LEVEL}),
    "push_22_in_challenge": (CHALLENGE, {"when": PLAIN_22, **LEVEL, "clauses": ["15.1.3"]}),
    "far_over": (BLACKJACK, {"when": {**PLAIN_22, "dealer_total": 26}, **PAID}),
    "twenty_against_22": (BLACKJACK, {"when": {**PLAIN_22, "player_total": 20}, **PAID}),
    "flush_returned": (
        HOLDEM,
        {
            "table": "play", "when": {"player_hand": "flush", "hands": "higher"},
            "over": ["play_wins"], **RETURNED,
        },
    ),
    "ante_against_a_pair": (
        HOLDEM,
        {
            "table": "ante", "when": {"dealer_hand": "one_pair", "hands": "higher"},
            "over": ["ante_wins"], **RETURNED,
        },
    ),
}  # fmt: skip
"""Limbs that tell apart what kernels merge, each with the instrument that it amends."""


def analyses(book: Instrument) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield everything that works out or plays many rounds at once."""
    yield "odds", lambda: croupier.odds(book)
    yield "strategy", lambda: strategy_for(book)
    yield "simulation", lambda: simulate(book, 1000, workers=1)
    yield "counting", lambda: count_for(book)
    yield "covariance", lambda: covariance_for(book)
    yield "risk", lambda: risk_for(book, bankroll=100, rounds=100)
    yield "takings", lambda: takings_for(book, rounds=100)
    hand, dealer = ("AS, KD", "") if book.engine == "holdem" else ("TS, 6H", "TD")
    yield "decision", lambda: decision_for(book, hand, dealer=dealer)
    yield "vector environment", lambda: vector(book)


def vector(book: Instrument) -> object:
    pytest.importorskip("gymnasium")
    return pytest.importorskip("croupier.environments.vector").CroupierVectorEnv(book, 2)


@pytest.mark.parametrize("name", MERGED)
def test_every_analysis_refuses_by_name_a_limb_that_it_merges(name: str) -> None:
    basis, fields = MERGED[name]
    book = variant(basis, name, **fields)
    for analysis, ask in analyses(book):
        with pytest.raises(CannotAnalyse, match=rf"limb {name} \(") as error:
            ask()
        assert str(error.value).startswith("the analyses of "), analysis


# --- a limb that comes too late


UNPAID_BUST = "a hand that has bust has lost (13.1(d))"
PAID_AT_ONCE = "a Blackjack that the dealer cannot match is paid 3 to 2 at once (8.1(a))"


@pytest.mark.parametrize(
    ("when", "over", "reason"),
    [
        (
            {"player_total": 22},
            ["player_bust", "lower_total", "dealer_blackjack"],
            f"{UNPAID_BUST}: player_total 22",
        ),
        (
            {"player_total": "22 to 31", "dealer_total": "22 to 31"},
            ["player_bust"],
            f"{UNPAID_BUST}: player_total 22, dealer_total 22",
        ),
        (
            {"player_blackjack": True, "dealer_total": "22 to 31"},
            ["player_blackjack"],
            f"{PAID_AT_ONCE}: player_total 21, dealer_total 22",
        ),
    ],
)
def test_a_limb_for_what_is_settled_before_is_refused(
    when: dict[str, Any], over: list[str], reason: str
) -> None:
    """The table collects a bust and pays a Blackjack before the dealer has a total."""
    with pytest.raises(AmendmentError) as error:
        variant(BLACKJACK, "late", when=when, over=over, outcome="push")
    assert str(error.value).startswith(f"limb[0]: late: would come too late, since {reason}")


def test_a_blackjack_is_not_paid_two_odds() -> None:
    """Clause 8.1(a) pays it at once and 13.1(c) at the end, so both have to change."""
    paid = {"value": "6 to 5", "clauses": ["13.2(a)"]}
    limb = {
        "table": "main", "limb": "player_blackjack", "clauses": ["13.1(c)"], "pays": paid,
    }  # fmt: skip
    with pytest.raises(AmendmentError, match=r"limb\[0\]: player_blackjack: would come too late"):
        amended({"amends": BLACKJACK, "id": "variant", "title": "A variant", "limb": [limb]})
    at_once = {
        "section": "round", "rule": "interim_blackjack", "clauses": ["8.1(a)"],
        "value": "{win_pays}", "becomes": ["8.1(a)", "13.2(b)"],
    }  # fmt: skip
    with pytest.raises(AmendmentError, match="is paid 1 to 1 at once"):
        amended({"amends": BLACKJACK, "id": "variant", "title": "A variant", "rule": [at_once]})


# --- a number that every analysis has built in


def test_another_total_to_stand_on_holds_at_the_table_and_is_refused_by_every_analysis() -> None:
    """Clause 9.2(b): a hard 12 has to draw where 14 is the least to stand on."""
    change = {"rule": "must_draw_below", "clauses": ["9.2(b)"], "value": 14}
    book = amended({"amends": BLACKJACK, "id": "variant", "title": "V", "change": [change]})
    file = {
        "instrument": BLACKJACK,
        "cards": ["TS", "9D", "2S", "8C"],
        "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 2000}],
        "decisions": [{"action": "stand", "box": 1, "hand": 1}],
    }
    assert isinstance(croupier.adjudicate(file), Answer)
    refused = croupier.adjudicate(file, under=book)
    assert isinstance(refused, Refusal)
    assert refused.refused.clauses == ("9.2(b)",)
    assert "must draw to 14 or more" in refused.refused.reason
    assert "under 14 a player may not stand" in book.clause("9.2(b)").says
    for _, ask in analyses(book):
        with pytest.raises(CannotAnalyse, match=r"must_draw_below is 14 \(9\.2\(b\)\)"):
            ask()


def test_for_an_absent_player_the_dealer_draws_past_the_amended_total() -> None:
    """Clause 14.7: cards until the hand counts more than 13."""
    change = {"rule": "absent_player_stops_over", "clauses": ["14.7"], "value": 13}
    book = amended({"amends": BLACKJACK, "id": "variant", "title": "V", "change": [change]})
    at = open_table(book, "P")
    at.bet("P", 1, 10)
    at.do(StepAway(player="P"), player("P"))
    at.deal("4S 9D 3H 6C AC")
    assert at.cards(1) == "4S 3H 6C AC"
    assert at.settle("8C") == {"P": -10}


# --- a limb that goes


def test_a_limb_is_removed_where_others_take_its_cases() -> None:
    """Without stand-offs a player with no more than the dealer loses, two Blackjacks included."""
    limbs: list[dict[str, Any]] = [
        {"limb": "stand_off", "does": "remove", "clauses": ["13.1(g)", "A:Stand off"]},
        {"limb": "lower_total", "clauses": ["13.1(e)"], "when": {
            "totals": ["lower", "equal"], "dealer_total": "2 to 21",
        }},
        {"limb": "player_blackjack", "clauses": ["13.1(c)"], "over": [
            "dealer_bust", "higher_total", "lower_total",
        ]},
        {"limb": "dealer_blackjack", "clauses": ["13.1(f)"], "over": ["lower_total"]},
    ]  # fmt: skip
    entries = [{"table": "main", **each} for each in limbs]
    book = amended({"amends": BLACKJACK, "id": "variant", "title": "V", "limb": entries})
    file: dict[str, Any] = {
        "instrument": BLACKJACK,
        "cards": ["TS", "9D", "8S", "9C"],
        "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 2000}],
        "decisions": [{"action": "stand", "box": 1, "hand": 1}],
    }
    for cards, decisions in (("TS TD 8S 8C", file["decisions"]), ("AS AD TS TC", [])):
        asked = {**file, "cards": cards.split(), "decisions": decisions}
        answer = croupier.adjudicate(asked, under=book)
        assert isinstance(answer, Answer)
        assert [(each.net, each.clauses) for each in answer.settlements] == [(-2000, ("13.1(e)",))]
    without, edges = croupier.odds(book)["main"], croupier.odds(BLACKJACK)["main"]
    assert without.house_edge > edges.house_edge + 0.08
