"""Readings of open places settle round files as they settle a live table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.adjudication import adjudicate

ACT_2018 = "act-blackjack-2018"
HOLDEM = "act-ultimate-texas-holdem-2025"


def adjudicate_data(file: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a round file as JSON has it."""
    answer: dict[str, Any] = msgspec.to_builtins(adjudicate(file))
    return answer


def test_18_8_1_b_even_money_after_others_insured() -> None:
    """Ana has a Blackjack against an ace, cat insures it for 5, and the dealer has 20."""
    file = {
        "instrument": ACT_2018,
        "cards": ["KS", "9H", "AD", "AH", "9C", "9S"],
        "wagers": [
            {"box": 1, "player": "ana", "wager": "main", "amount": 1000},
            {"box": 2, "player": "cat", "wager": "main", "amount": 2000},
        ],
        "script": [
            {"deal": 5},
            {"do": "move-on"},
            {"do": "insure", "player": "cat", "box": 1, "on": "ana", "amount": 500},
            {"do": "even-money", "player": "ana", "box": 1},
            {"action": "stand", "box": 2, "hand": 1},
        ],
    }
    answer = adjudicate_data(file)
    assert answer["net"] == {"ana": 1000, "cat": -2500}
    answer = adjudicate_data({**file, "options": {"even_money_until": "owners_answer"}})
    assert answer["script"][3]["refused"]["clauses"] == ("7.2",)
    assert answer["net"] == {"ana": 1500, "cat": -2500}


@pytest.mark.parametrize(
    ("covers", "told", "back"),
    [
        ("every_wager", {"warned": "ana"}, True),
        ("each_kind", {"warned": "ana"}, True),
        ("each_kind", {"warned": "ana", "wager": "main"}, False),
        ("each_kind", {"warned": "ana", "wager": "perfect-pairs"}, True),
        ("main_alone", {"warned": "bob"}, True),
    ],
)
def test_3_4_what_a_warning_before_the_file_covers(
    covers: str, told: dict[str, str], back: bool
) -> None:
    limits = {"main": [1000, 50000], "perfect-pairs": [500, 10000]}
    file: dict[str, Any] = {
        "instrument": ACT_2018,
        "options": {
            "limits": limits, "side_bets": ["perfect-pairs"], "under_min_warning_covers": covers,
        },
        "before": [told],
        "cards": ["8S", "6D", "8H", "TC", "9C"],
        "wagers": [
            {"box": 1, "player": "ana", "wager": "main", "amount": 1000},
            {"box": 1, "player": "ana", "wager": "perfect-pairs", "amount": 200},
        ],
        "script": [{"action": "stand", "box": 1, "hand": 1}],
    }  # fmt: skip
    answer = adjudicate_data(file)
    assert answer["net"] == {"ana": 1000 if back else 2200}


def test_uth_13_4_a_play_wager_that_was_voided_had_been_made() -> None:
    wagers = [
        {"box": box, "player": player, "wager": wager, "amount": 1000}
        for box, player in ((1, "ana"), (2, "ben"))
        for wager in ("ante", "blind")
    ]
    file = {
        "instrument": HOLDEM,
        "cards": ["KS", "7H", "5C", "3D", "2S", "AH", "KC", "KD", "AD", "TC", "JD"],
        "wagers": wagers,
        "script": [
            {"action": "play", "box": 1, "amount": 4000},
            {"do": "record-breach", "person": "ana", "clause": "15.1", "what": "a device"},
            {"do": "void-wager", "player": "ana", "box": 1, "reason": "a device"},
            {"action": "check", "box": 2},
            {"do": "card-shown", "whose": "dealer", "place": 1},
        ],
        "stop": True,
    }
    made = adjudicate_data(file)
    assert made["script"][4]["facts"][0]["clauses"] == ("13.4", "13.4(b)")
    unmade = adjudicate_data({**file, "options": {"voided_play": "does_not_count"}})
    assert unmade["script"][4]["facts"][0]["clauses"] == ("13.4", "13.4(a)", "13.3")
    assert unmade["net"] == {"ana": 0, "ben": 0}
