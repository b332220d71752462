"""An amendment has its effect wherever the game uses what it amends, or it is refused."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.adjudication import Answer
from croupier.games.holdem.odds.payouts import trips_net
from croupier.games.holdem.ranking import PokerHand
from croupier.rulebook.amendment_entries import AmendmentError
from croupier.rulebook.amendments import amended

BLACKJACK = "act-blackjack-2018"
BACCARAT = "act-mini-baccarat-2016"
HOLDEM = "act-ultimate-texas-holdem-2025"
CHALLENGE = "nsw-blackjack-challenge"
UNQUALIFIED = {
    "table": "ante", "limb": "ante_unqualified",
    "clauses": ["9.2", "9.5", "9.5(c)", "9.5(c)(ii)", "A:Qualify", "A:Push"],
}  # fmt: skip
PAIR = {"table": "pairs-play", "row": "pair", "clauses": ["17.21", "17.21(a)"]}
OFFERED = {"option": "side_bets", "clauses": ["17.1", "17.1(a)", "17.1(b)"]}


def variant(basis: str, **lists: Any) -> Any:
    return amended({"amends": basis, "id": "variant", "title": "A variant", **lists})


def refused(basis: str, **lists: Any) -> str:
    with pytest.raises(AmendmentError) as error:
        variant(basis, **lists)
    return str(error.value)


# --- the ante of Hold'em where the dealer does not qualify


def ante_of(**amends: Any) -> int:
    """Return the net of an ante of 10 dollars: king high against queen high."""
    wagers = [
        {"box": 1, "player": "ana", "wager": wager, "amount": 1000} for wager in ("ante", "blind")
    ]
    file = {
        "instrument": HOLDEM, "options": {"device": "shoe"}, "wagers": wagers,
        "cards": ["KS", "7H", "QC", "4D", "AH", "TC", "3D", "2S", "9D"],
        "script": [{"action": "play", "box": 1, "amount": 4000}],
    }  # fmt: skip
    answer = croupier.adjudicate(file, under=variant(HOLDEM, **amends) if amends else None)
    assert isinstance(answer, Answer)
    return next(each.net for each in answer.settlements if each.wager == "ante")


def test_an_ante_goes_back_where_the_dealer_does_not_qualify() -> None:
    assert ante_of() == 0


def test_an_amended_limb_settles_the_ante_where_the_dealer_does_not_qualify() -> None:
    assert ante_of(limb=[{**UNQUALIFIED, "outcome": "lose"}]) == -1000
    assert ante_of(limb=[{**UNQUALIFIED, "outcome": "win", "pays": "ante_pays"}]) == 1000


def test_a_case_without_a_limb_for_the_ante_is_refused_with_its_entry() -> None:
    gone = {**UNQUALIFIED, "does": "remove"}
    assert refused(HOLDEM, limb=[gone]).startswith(
        "limb[0]: no limb decides: player_hand high_card"
    )


# --- rows that are paid by a rule


def test_a_row_of_trips_that_pays_as_the_play_wager_counts_in_the_odds() -> None:
    flush = {"table": "trips", "row": "flush", "clauses": ["9.9", "10.1"], "pays": "play_pays"}
    rules = croupier.rules_for(variant(HOLDEM, row=[flush]))
    assert trips_net(rules, PokerHand.FLUSH) == 1


# --- tables that nothing is settled by


@pytest.mark.parametrize(
    ("basis", "clause", "wagers"),
    [
        (BLACKJACK, "13.1(c)", "main"),
        (CHALLENGE, "8.1", "main"),
        (BACCARAT, "9.1", "banker, player, tie"),
        (HOLDEM, "9.5", "ante, blind, play, trips"),
    ],
)
def test_a_new_table_of_limbs_that_no_wager_asks_is_refused(
    basis: str, clause: str, wagers: str
) -> None:
    limb = {"table": "lucky", "limb": "level", "does": "add", "clauses": [clause],
            "when": {}, "outcome": "push"}  # fmt: skip
    assert refused(basis, limb=[limb]) == (
        f"limb[0]: the game settles nothing by it, only by {wagers}"
    )


@pytest.mark.parametrize(
    ("basis", "clause"),
    [(BLACKJACK, "17.21"), (CHALLENGE, "8.1"), (BACCARAT, "9.1"), (HOLDEM, "9.7")],
)
def test_a_new_pay_table_that_no_wager_asks_is_refused(basis: str, clause: str) -> None:
    row = {"table": "lucky", "row": "any", "does": "add", "clauses": [clause], "when": {},
           "pays": {"value": "7 to 2", "clauses": [clause]}}  # fmt: skip
    assert "row[0]: the game settles nothing by it, only by" in refused(basis, row=[row])


# --- side bets that nothing settles


def test_the_last_row_of_a_side_bet_on_offer_stays() -> None:
    silent = {"readings": {"perfect-pairs": "Perfect Pairs.", "pairs-play": "Pairs Play."}}
    gone = [{**PAIR, "does": "remove"}]
    assert refused(BLACKJACK, row=gone, option=[{**OFFERED, **silent}]) == (
        "row[0]: pairs-play may be wagered on, and nothing would settle it"
    )
    book = variant(BLACKJACK, row=gone, option=[{**OFFERED, "only": ["perfect-pairs"]}])
    assert [*croupier.rules_for(book).law.pay_tables] == ["perfect-pairs"]


def test_the_rule_of_a_side_bet_on_offer_stays() -> None:
    clauses = [
        "A:Pairs Play", "17.15", "17.15(a)", "17.15(b)", "17.16", "17.22", "17.24", "17.22(a)",
        "17.22(b)", "17.21", "17.21(b)",
    ]  # fmt: skip
    rule = {"section": "round", "rule": "pairs_play", "does": "remove", "clauses": clauses}
    assert refused(BLACKJACK, rule=[rule]) == (
        "rule[0]: option side_bets offers pairs-play, which needs this rule"
    )


# --- values that nothing uses


def test_a_sign_does_not_show_odds_that_no_row_pays_any_more() -> None:
    mixed = {"table": "perfect-pairs", "row": "mixed", "does": "remove"}
    row = {**mixed, "clauses": ["17.9", "17.9(a)", "17.4(b)"]}
    message = refused(BLACKJACK, row=[row])
    assert "option side_bets: its text names the value perfect_pairs_mixed" in message


def test_a_change_of_a_value_that_no_row_pays_any_more_is_refused() -> None:
    text = {"perfect-pairs": "Perfect Pairs.", "pairs-play": "Pairs Play: any pair, 9 to 1."}
    own = {**PAIR, "pays": {"value": "9 to 1", "clauses": ["17.23"]}}
    change = {"rule": "pairs_play", "clauses": ["17.23"], "value": "10 to 1"}
    message = refused(BLACKJACK, row=[own], option=[{**OFFERED, "readings": text}], change=[change])
    assert message == (
        "change: no rule, limb, row or option uses pairs_play any more, so the change would have "
        "no effect"
    )


def test_a_new_value_that_nothing_names_is_refused() -> None:
    value = {"name": "piles", "does": "add", "says": "How many piles", "clauses": ["3.5"],
             "type": "number", "value": 2}  # fmt: skip
    assert refused(BLACKJACK, value=[value]) == (
        "value[0]: no rule, limb, row, option or text names piles; write {piles} where it counts"
    )
