"""The worked examples of irregularities in Hold'em, baccarat and Challenge, written as scripts."""

from __future__ import annotations

from typing import Any

import pytest
from tests.adjudication.test_scripts import CHALLENGE, Entry, clean, refusals, script, settled

HOLDEM, BACCARAT = "act-ultimate-texas-holdem-2025", "act-mini-baccarat-2016"


def holdem(boxes: dict[int, tuple[str, int]], cards: str, entries: list[Entry]) -> Entry:
    """Ante and blind of 10 at each box, and trips."""
    wagers = [
        {"box": box, "player": player, "wager": wager, "amount": amount}
        for box, (player, trips) in boxes.items()
        for wager, amount in (("ante", 1000), ("blind", 1000), ("trips", trips))
        if amount
    ]
    return {"instrument": HOLDEM, "cards": cards.split(), "wagers": wagers, "script": entries}


def play(box: int, amount: int) -> Entry:
    return {"action": "play", "box": box, "amount": amount}


TWO = {1: ("P1", 0), 2: ("P2", 0)}
E25 = "8S 7H 5C 3D 2S TS KH AC TD QD AD"
SHOWN: Entry = {"do": "card-shown", "whose": "dealer", "place": 1}


def test_e23_a_misdeal_gives_everything_back_to_who_had_folded_too() -> None:
    entries: list[Entry] = [
        {"action": "fold", "box": 1}, play(2, 4000),
        {"do": "wrong-count", "whose": "dealer", "cards": 3},
    ]  # fmt: skip
    answer = clean(holdem({1: ("P1", 500), 2: ("P2", 0)}, E25, entries))
    assert answer.net == {"P1": 0, "P2": 0}
    back = {
        name: sum(s.stake for s in answer.settlements if s.player == name) for name in answer.net
    }
    assert back == {"P1": 2500, "P2": 6000}
    assert {s.outcome for s in answer.settlements} == {"void"}


@pytest.mark.parametrize(
    ("entries", "net"),
    [
        pytest.param([{"deal": "all"}, SHOWN], {"P1": 0, "P2": 0}, id="a"),
        pytest.param(
            [play(1, 4000), SHOWN, *[{"action": "check", "box": 2}] * 2,
             {"action": "fold", "box": 2}],
            {"P1": -6000, "P2": -2000}, id="b"),
        pytest.param(
            [*({"action": "check", "box": box} for box in (1, 2)), play(2, 2000), SHOWN],
            {"P1": 0, "P2": 0}, id="c"),
    ],
)  # fmt: skip
def test_e25_a_card_of_the_dealers_is_shown(entries: list[Entry], net: dict[str, int]) -> None:
    assert clean(holdem(TWO, E25, entries)).net == net


@pytest.mark.parametrize(("looked", "net"), [(False, 0), (True, -2000)])
def test_e26_a_box_without_a_blind_is_found(looked: bool, net: int) -> None:
    lay: Entry = {"do": "overlooked-wager", "player": "P3", "box": 3}
    entries: list[Entry] = [
        {**lay, "wager": "ante", "amount": 1000}, {**lay, "wager": "trips", "amount": 500},
        {"deal": "all"}, *([{"do": "look-at-cards", "box": 1}] if looked else []),
        {"do": "wager-missing", "box": 3},
        *([{"action": "fold", "box": 1}] if looked else []),
    ]  # fmt: skip
    answer = clean(holdem({1: ("P1", 0)}, E25, entries))
    assert answer.net == {"P1": net, "P3": 0}
    assert sum(s.stake for s in answer.settlements if s.player == "P3") == 1500


def coup(wagers: str, cards: str, entries: list[Entry], **options: Any) -> Entry:
    laid = [
        {"player": player, "wager": wager, "amount": int(dollars) * 100, "box": box}
        for box, (player, wager, dollars) in enumerate(map(str.split, wagers.split(";")), 1)
    ]
    return {
        "instrument": BACCARAT, "options": options, "cards": cards.split(), "wagers": laid,
        "script": entries,
    }  # fmt: skip


def test_e44_a_card_drawn_to_the_player_is_the_bankers() -> None:
    entries: list[Entry] = [{"deal": 4}, {"do": "deal", "card": "9C", "laid_on": [0, 1]}]
    answer = clean(coup("X player 50; Y banker 50", "4H 2C 2D 3S", entries))
    assert answer.net == {"X": 5000, "Y": -5000}


def test_e45_an_excess_card_that_was_seen_opens_a_no_bet_coup() -> None:
    entries: list[Entry] = [
        {"deal": "all"}, {"do": "drawn-in-error", "card": "KH"}, {"next": True},
        {"do": "place-wager", "player": "X", "box": 1, "amount": 1000, "wager": "tie"},
        {"deal": "all"},
    ]  # fmt: skip
    answer = settled(coup("X tie 10; Y banker 50", "4H 2C 3D 5S 6D 4C 2S", entries))
    assert list(refusals(answer)) == [4]
    assert answer.rounds["1"].net == {"X": 8000, "Y": 0}
    assert (answer.settlements, answer.net) == ((), {})
    assert [hand.total for hand in answer.hands] == [4, 8]


def test_e46_a_rebuilt_coup_takes_back_the_pair_that_was_paid() -> None:
    entries: list[Entry] = [
        {"deal": 1}, {"do": "deal", "card": "9D", "laid_on": [0, 1]},
        {"do": "deal", "card": "KS", "laid_on": [0, 2]}, {"deal": 1},
        {"do": "reconstruct", "reason": "laid two and two"},
    ]  # fmt: skip
    wagers = "X player-pair 10; Y player 100"
    answer = clean(coup(wagers, "9C 3H", entries, side_bets=["perfect-pairs"]))
    assert answer.net == {"X": -1000, "Y": 10000}


def test_e47_nothing_was_seen_and_a_wager_is_removed() -> None:
    entries: list[Entry] = [
        {"deal": 1}, {"do": "deal", "card": "9D", "laid_on": [0, 1]},
        {"do": "deal", "card": "KS", "laid_on": [0, 2]}, {"deal": 1},
        {"do": "reconstruct", "reason": "laid two and two"},
        {"do": "remove-wager", "player": "X", "box": 1, "wager": "player"},
    ]  # fmt: skip
    answer = clean(coup("X player 100; X tie 10", "9C 3H", entries, dealing="face_down"))
    assert answer.net == {"X": -1000}


def test_e48_a_coup_found_faulty_after_the_next_began_is_void() -> None:
    entries: list[Entry] = [
        {"next": True},
        {"do": "place-wager", "player": "X", "box": 1, "amount": 10000, "wager": "banker"},
        {"deal": 1}, {"do": "void-earlier-round", "round": 1, "reason": "cards exchanged"},
    ]  # fmt: skip
    cards = "2H KC 2D 6S 9S 9C 5D KD 3H"
    answer = clean(coup("X banker 100; Y player 100; Z tie 10", cards, entries))
    assert answer.rounds["1"].net == {"X": 0, "Y": 0, "Z": 0}
    assert {s.outcome for s in answer.rounds["1"].settlements} == {"void"}
    assert answer.net == {"X": -10000}


PLAIN: Entry = {"multiples": {}, "smallest_chip": 500}
FOUR = "1 P1 10; 2 P2 10; 3 P3 10; 4 P4 10"


@pytest.mark.parametrize(
    ("cards", "fourth", "net"),
    [
        pytest.param("10H 9C 10S 4D 6H 8S 6C 4H 5D 10D 2S", ["4 hit", "4 stand"],
                     {"P1": -1000, "P2": -1000, "P3": -1000, "P4": 1000}, id="taken"),
        pytest.param("10H 9C 10S 7D 6H 8S 6C 4H 5D 10D 2S", ["4 stand"],
                     dict.fromkeys(("P1", "P2", "P3", "P4"), 1000), id="refused by all"),
    ],
)  # fmt: skip
def test_e40_a_card_exposed_in_error(cards: str, fourth: list[str], net: dict[str, int]) -> None:
    entries: list[str | Entry] = [
        "1 stand", "2 stand", {"do": "drawn-in-error", "card": "KC"}, "3 stand", *fourth,
    ]  # fmt: skip
    assert clean(script(FOUR, cards, entries, CHALLENGE, options=PLAIN)).net == net


def test_e41_an_extra_card_of_the_dealers() -> None:
    entries: list[str | Entry] = [
        "1 stand", {"deal": "all"}, {"do": "dealer-overdrew", "card": "4C"},
    ]  # fmt: skip
    answer = clean(script("1 P1 10", "10S 10D 8H 7C", entries, CHALLENGE, options=PLAIN))
    assert answer.net == {"P1": 1000}
    unseen: list[str | Entry] = [
        "1 stand", {"deal": "all"}, {"do": "dealer-overdrew"}, {"next": True},
        {"do": "place-wager", "player": "P1", "box": 1, "amount": 1000}, "1 stand",
    ]  # fmt: skip
    cards = "10S 10D 8H 9C KH 7D QH 10C"
    answer = clean(script("1 P1 10", cards, unseen, CHALLENGE, options=PLAIN))
    assert answer.rounds["1"].net == {"P1": -1000}
    assert answer.hands[0].cards[0] == "KH"
    assert answer.net == {"P1": 1000}


def test_e42_a_void_round_leaves_what_was_paid() -> None:
    sides = {
        "side_bets": ["any-pairs"],
        "limits": {"main": [1000, 50000], "any-pairs": [500, 10000]},
    }
    entries: list[str | Entry] = [
        "2 hit", "3 double P3 30", {"deal": 1},
        {"do": "void-misdeal", "error": "a card was off", "why_not_rebuilt": "nobody knows which"},
    ]  # fmt: skip
    wagers = "1 P1 50; 1 P1 any-pairs 5; 2 P2 20; 3 P3 30; 4 P4 10"
    cards = "AS 10H 6C 10D 6D KH 6S 5C 5D KD 9S"
    answer = clean(script(wagers, cards, entries, CHALLENGE, options={**PLAIN, **sides}))
    assert answer.net == {"P1": 10000, "P2": 0, "P3": 0, "P4": 0}


@pytest.mark.parametrize(
    ("cards", "net"),
    [("AS 10D 5H 7C", -2000), ("5S 10D 4H 2C 10H 7C", 2000), ("AS 7D QH", 4000)],
)
def test_e43_an_absent_player(cards: str, net: int) -> None:
    entries: list[str | Entry] = [{"do": "step-away", "player": "P"}, {"deal": "all"}]
    answer = clean(script("1 P 20", cards, entries, CHALLENGE, options=PLAIN))
    assert answer.net == {"P": net}


def test_e44_a_device_fails_and_somebody_is_worse_off() -> None:
    entries: list[str | Entry] = [
        "1 double P1 40", "2 hit",
        {"do": "device-failed", "fault": "it jams", "disadvantaged": "P1"},
    ]  # fmt: skip
    cards = "6S 10H AS 6C 4H 5C KH 8D KD"
    options = {**PLAIN, "device": "shuffler"}
    wagers = "1 P1 40; 2 P2 25; 3 P3 20"
    file = script(
        wagers, cards, [*entries[:2], {"deal": 1}, entries[2]], CHALLENGE, options=options
    )
    answer = settled(file)
    assert answer.net["P1"] == 0
    assert answer.net["P3"] == 4000
