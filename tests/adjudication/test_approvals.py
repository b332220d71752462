"""Approvals in a round file are taken as given: a file has no calendar."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.adjudication import Answer, adjudicate

APPROVED = {"reference": "GRC 12/2026", "date": "2026-03-02"}


def accepted(file: dict[str, Any]) -> Answer:
    answer = adjudicate(file)
    assert isinstance(answer, Answer)
    assert not answer.contested
    return answer


@pytest.mark.parametrize("layout", [{"layout": APPROVED}, {}])
@pytest.mark.parametrize("where", ["before", "script"])
def test_bac_9_1_other_pairs_are_offered_on_an_approved_layout(
    where: str, layout: dict[str, Any]
) -> None:
    """Two colours pay 11 to 1 under Canberra Pairs and 5 to 1 under Perfect Pairs (8.8)."""
    change = {
        "do": "change-pairs", "pairs": "canberra-pairs", **layout,
        "limits": {"player-pair": [100, 10_000], "banker-pair": [100, 10_000]},
    }  # fmt: skip
    pair = {"player": "ana", "wager": "player-pair", "amount": 1000}
    file: dict[str, Any] = {
        "instrument": "act-mini-baccarat-2016",
        "options": {"side_bets": ["perfect-pairs"]},
        "cards": ["9C", "TS", "9D", "KS"],
    }
    if where == "before":
        file |= {"before": [change], "wagers": [pair], "script": []}
        paid, number = 11_000, "1"
    else:
        later = {"do": "place-wager", "box": 1, **pair}
        file |= {"wagers": [pair], "script": [{"deal": "all"}, change, {"next": True}, later]}
        file["cards"] *= 2
        paid, number = 11_000, "2"
    answer = accepted(file)
    assert answer.rounds[number].net == {"ana": paid}
    assert where == "before" or answer.rounds["1"].net == {"ana": 5_000}


def test_bac_9_1_a_file_without_a_sign_changes_the_pairs_without_limits() -> None:
    """A file that has no limits holds no wager to a sign; two colours pay 11 to 1 (8.8(e))."""
    file = {
        "instrument": "act-mini-baccarat-2016",
        "options": {"side_bets": ["perfect-pairs"]},
        "before": [{"do": "change-pairs", "pairs": "canberra-pairs"}],
        "cards": ["9C", "TS", "9D", "KS"],
        "wagers": [{"player": "ana", "wager": "player-pair", "amount": 1000}],
        "script": [],
    }
    assert accepted(file).net == {"ana": 11_000}


def test_uth_a_machine_is_replaced_by_an_approved_one() -> None:
    file = {
        "instrument": "act-ultimate-texas-holdem-2025",
        "options": {"device": "shuffler"},
        "before": [
            {
                "do": "replace-machine", "device": "shuffler", "approval": APPROVED,
                "checked_by_supervisor": "sue", "checked_by_dealer": "dan",
            }
        ],
        "cards": ["KS", "7H", "5C", "3D", "2S", "AH", "KC", "KD", "AD", "TC", "JD"],
        "wagers": [
            {"box": box, "player": name, "wager": wager, "amount": 1000}
            for box, name in ((1, "ana"), (2, "ben"))
            for wager in ("ante", "blind")
        ],
        "script": [
            {"action": "play", "box": 1, "amount": 4000},
            {"action": "play", "box": 2, "amount": 4000},
        ],
    }  # fmt: skip
    assert accepted(file).net == {"ana": 4000, "ben": 4000}


def test_bac_2_pre_shuffled_cards_come_from_an_approved_supplier() -> None:
    file = {
        "instrument": "act-mini-baccarat-2016",
        "prepared": False,
        "cards": ["2H", "9C", "TS", "KD", "KS"],
        "script": [
            {"do": "introduce-pre-shuffled", "supplier": APPROVED},
            {"do": "cut", "player": "ana", "at": 100},
            {"do": "insert-cutting-card", "from_back": 14},
            {"do": "burn"},
            {"do": "place-wager", "player": "ana", "box": 1, "amount": 1000, "wager": "player"},
            {"deal": "all"},
        ],
    }
    assert accepted(file).net == {"ana": 1000}
