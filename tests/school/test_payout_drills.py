"""Payout drills: every wager and payment comes up, and the judge is the engine."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction

import pytest

import croupier
from croupier.rulebook.amendments import amended
from croupier.school.payout_drills import judge, question, wagers

PAID = {
    "act-blackjack-2006": {("main", "3/2"), ("insurance", "2"), ("perfect-pairs", "25"),
                           ("super-sevens", "100")},
    "act-blackjack-2018": {("main", "3/2"), ("insurance", "2"), ("pairs-play", "11"),
                           ("perfect-pairs", "12")},
    "act-mini-baccarat-2016": {("banker", "19/20"), ("banker", "1"), ("banker", "1/2"),
                               ("tie", "8"), ("player-pair", "25")},
    "act-ultimate-texas-holdem-2025": {("blind", "500"), ("blind", "50"), ("blind", "10"),
                                       ("trips", "40"), ("trips", "30"), ("play", "1"),
                                       ("ante", "0")},
    "nsw-blackjack-challenge": {("main", "2"), ("main", "3"), ("any-pairs", "11"),
                                ("perfect-pairs", "30")},
}  # fmt: skip
"""A few payments of each pay table, the rare ones among them."""


@pytest.mark.parametrize("instrument", PAID)
def test_rare_payments_come_up_and_every_wager_is_asked_about(instrument: str) -> None:
    """All within 120 questions; it is enough to ask until the last of them has come up."""
    rare, missing = set(PAID[instrument]), set(wagers(instrument))
    for number in range(120):
        asked = question(instrument, 5, number)
        due = judge(instrument, 5, number, 0).due
        assert asked.wager in wagers(instrument)
        missing.discard(asked.wager)
        rare.discard((asked.wager, str(Fraction(due, asked.stake))))
        if not missing and not rare:
            return
    pytest.fail(f"never asked about: {missing}, never paid: {rare}")


def test_the_same_number_is_the_same_question_and_says_nothing_of_the_answer() -> None:
    assert question("act-blackjack-2018", 7, 3) == question("act-blackjack-2018", 7, 3)
    asked = question("act-ultimate-texas-holdem-2025", 7, 3)
    assert not {"due", "net", "outcome", "clauses"} & set(asked.__struct_fields__)


@pytest.mark.parametrize(
    ("instrument", "wager"),
    [
        ("act-blackjack-2006", "perfect-pairs"),
        ("act-blackjack-2018", "perfect-pairs"),
        ("act-blackjack-2018", "pairs-play"),
        ("nsw-blackjack-challenge", "any-pairs"),
        ("nsw-blackjack-challenge", "perfect-pairs"),
    ],
)
def test_pairs_are_asked_about_as_they_are_settled_before_anything_is_decided(
    instrument: str, wager: str
) -> None:
    """After a split or two nobody could tell which cards were the first."""
    for number in range(12):
        asked = question(instrument, 131, number, wager)
        (cards,) = [hand.cards for hand in asked.hands if hand.is_asked]
        if len(asked.hands[-1].cards) == 1:  # the round went on after it
            assert asked.happened == ()
        assert len(cards) == 2
        pair = cards[0].rank == cards[1].rank
        assert (judge(instrument, 131, number, 0, wager).due > 0) is pair


def test_the_sign_says_in_words_what_the_table_pays_by() -> None:
    said = {
        line for number in range(20) for line in question("act-mini-baccarat-2016", 1, number).sign
    }
    assert said == {
        "side bets: Perfect Pairs", "side bets: Canberra Pairs", "settlement: A", "settlement: B",
    }  # fmt: skip


def test_bac_8_9_b_method_b_pays_a_banker_with_six_half() -> None:
    for number in range(200):
        asked = question("act-mini-baccarat-2016", 9, number, "banker")
        verdict = judge("act-mini-baccarat-2016", 9, number, asked.stake // 2, "banker")
        if "8.9(b)" in verdict.clauses and verdict.due < asked.stake:
            assert asked.options["settlement"] == "B"
            assert verdict.is_right
            return
    pytest.fail("no banker won with six")


def test_18_13_2_a_blackjack_is_judged_with_its_clause() -> None:
    number = next(
        number for number in range(200)
        if judge("act-blackjack-2018", 1, number, 0, "main").clauses == ("13.1(c)", "13.2(a)")
    )  # fmt: skip
    stake = question("act-blackjack-2018", 1, number, "main").stake
    assert judge("act-blackjack-2018", 1, number, stake * 3 // 2, "main").is_right
    wrong = judge("act-blackjack-2018", 1, number, stake, "main")
    assert (wrong.is_right, wrong.due) == (False, stake * 3 // 2)
    assert "3 to 2" in wrong.says[1]


def test_a_wager_that_the_game_does_not_have_is_told_with_those_it_has() -> None:
    with pytest.raises(LookupError, match=r"no wager insurance; it has .*\bmain\b"):
        question("nsw-blackjack-challenge", 1, 1, "insurance")
    assert set(PAID) == set(croupier.instruments())


def drilled(words: str, typed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "drill", *words.split()], input=typed,
        capture_output=True, encoding="utf-8", env=os.environ, check=True, timeout=60,
    )  # fmt: skip
    return done.stdout


def test_in_the_terminal() -> None:
    words = "act-mini-baccarat-2016 --wager tie --seed 3 --questions 3"
    stakes = [question("act-mini-baccarat-2016", 3, n, "tie").stake for n in (1, 2, 3)]
    dues = [judge("act-mini-baccarat-2016", 3, n, 0, "tie").due for n in (1, 2, 3)]
    assert stakes
    typed = f"eight\n{dues[0] / 100}\n{dues[1] / 100}\n999\n"
    said = drilled(words, typed)
    assert "an amount in dollars, such as 15" in said
    assert said.count("right: the player") == 2
    assert "no: the player" in said
    assert "2 of 3 right" in said
    assert "--seed 3" in said
    assert " on Tie\n" in said
    for wager, words_for_it in (
        ("act-mini-baccarat-2016 --wager player-pair", "Player Pair"),
        ("act-blackjack-2018 --wager main", "the main wager"),
    ):
        assert f" on {words_for_it}\n" in drilled(f"{wager} --seed 3", "q\n")
    assert "1 of 1 right" in drilled(words, f"{dues[0] / 100}\nq\n")


def test_a_row_that_an_amendment_adds_is_asked_about_and_paid_by_its_odds() -> None:
    aces = {
        "table": "perfect-pairs", "row": "aces", "does": "add", "clauses": ["17.9", "17.9(c)"],
        "when": {"pair": "perfect", "rank": "A"}, "over": ["perfect"],
        "pays": {"value": "30 to 1", "clauses": ["17.12", "17.12(c)"]},
    }  # fmt: skip
    given = {"amends": "act-blackjack-2018", "id": "aces", "title": "Aces", "row": [aces]}
    book = amended(given)
    for number in range(60):
        stake = question(book, 5, number, "perfect-pairs").stake
        verdict = judge(book, 5, number, 30 * stake, "perfect-pairs")
        if verdict.is_right:
            assert any("the row perfect-pairs.aces, 30 to 1" in each for each in verdict.says)
            return
    pytest.fail("no pair of aces was asked about")
