"""E01 to E43: worked examples of a round of Blackjack Challenge.

Each is the draw order of the shoe, the wagers in dollars, what was decided, and what every player
has won or lost at the end; `left` are cards that must stay in the shoe.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.act_blackjack.cases import allowed, go_on, hand, refusal, stage_of
from tests.challenge.cases import admitted, challenge, nets, placing

from croupier.cards import parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack.facts import Stage
from croupier.table.facts import Outcome


@dataclass(frozen=True)
class Worked:
    id: str
    wagers: str
    cards: str
    decided: str
    net: dict[str, float]
    left: str = ""
    options: dict[str, Any] = field(default_factory=dict)


def net(*each: float) -> dict[str, float]:
    """`net(100, -20)`: P1 wins 100 and P2 loses 20."""
    return {f"P{n}": amount for n, amount in enumerate(each, 1)}


E32 = (
    "1 split; P2 joins 1 with 100; P3 stays out of 1; "
    "1 double 20; P2 joins 1 with 60; P3 stays out of 1; 1.2 stand"
)
THREE = "1 P1* 20; 1 P2 100; 1 P3 50"

WORKED = [
    Worked("E01 paid at once", "1 P1 50", "As | 6d | Kd | 9c", "", net(100), left="9c"),
    Worked("E02 held, the dealer misses", "1 P1 25", "Ah | Js | Qc | 7d", "", net(50)),
    Worked(
        "E03 the ladder", "1 P1 20; 2 P2 20; 3 P3 20; 4 P4 20",
        "As Ah Ac Ad | Qs | Kd Qd Jd 10d | Ah", "", net(100, 80, 60, 60),
    ),
    Worked("E04 same rank, other suit", "1 P1 15", "Kc | Ad | As | Kh", "", net(60)),
    Worked(
        "E05 against a drawn 21", "1 P1 20; 2 P2 20", "Ah Kh | Ad | Ks Qc | 5c 5d", "2 stand",
        net(40, -20),
    ),
    Worked("E06 one card and no more", "1 P1 20", "Ah | Ad | Ks | 5c 9h", "", net(40), left="9h"),
    Worked(
        "E07 nobody left", "1 P1 10; 2 P2 10", "10h 7c | 10d | 6s 7d | Kc 7h 5d", "1 hit; 2 hit",
        net(-10, 10), left="5d",
    ),
    Worked(
        "E08 21 is paid before the dealer's Blackjack", "1 P1 40; 2 P2 40",
        "5h 10s | As | 6h 9c | 10c Kd", "1 hit; 2 stand", net(40, -40),
    ),
    Worked(
        "E09 ties lose", "1 P1 30; 2 P2 30; 3 P3 30; 4 P4 30",
        "10h 10c 10s Kh | 9d | 8s 7s 9s Qd | 9h", "1 stand; 2 stand; 3 stand; 4 stand",
        net(-30, -30, 30, 30),
    ),
    Worked(
        "E10 five cards win where 20 ties", "1 P1 15; 2 P2 15",
        "Kh 2c | 10d | Qh 3c | 4d 2h 5s | Js", "1 stand; 2 hit; 2 hit; 2 hit", net(-15, 15),
    ),
    Worked(
        "E11 five twos", "1 P1 10", "2c | Kd | 2d | 2h 2s 2c 9h", "1 hit; 1 hit; 1 hit",
        net(10), left="9h",
    ),
    Worked(
        "E12 a 21 of five cards is paid once", "1 P1 10", "2c | 9d | 3d | 4h 5s 7c 9h",
        "1 hit; 1 hit; 1 hit", net(10), left="9h",
    ),
    Worked("E14a a double under 12", "1 P1 20", "2c 10d 3d 4h 7s", "1 double 20", net(-40)),
    Worked("E14b a double under 12 wins", "1 P1 20", "2c 10d 3d 4h 5s 8c", "1 double 20", net(40)),
    Worked(
        "E15 three cards doubled for less to 21", "1 P1 50", "3h | Ad | 4d | 3s | As 9c",
        "1 hit; 1 double 30", net(80), left="9c",
    ),
    Worked(
        "E16 a doubled bust stays lost", "1 P1 50; 2 P2 20", "10h 10s | As | 2d 9c | Kc | Kd",
        "1 double 50; 2 stand", net(-100, -20),
    ),
    Worked("E17 double, dealer Blackjack", "1 P1 50", "5h Kd 6d 8c Ac", "1 double 50", net(-50)),
    Worked(
        "E18 split and double, dealer Blackjack", "1 P1 20", "8h | As | 8d | 3c 9h | Qc | Kd",
        "1 split; 1 double 20; 1.2 stand", net(-20),
    ),
    Worked(
        "E19 one of two bust, dealer Blackjack", "1 P1 20", "8h | As | 8d | 6c Kh | 10c | Kd",
        "1 split; 1 hit; 1.2 stand", net(-40),
    ),
    Worked(
        "E19 with one wager in all", "1 P1 20", "8h | As | 8d | 6c Kh | 10c | Kd",
        "1 split; 1 hit; 1.2 stand", net(-20),
        options={"dealer_blackjack_collects": "OBO_total_cap"},
    ),
    Worked(
        "E20 one 21 paid, dealer Blackjack", "1 P1 20", "8h | Ks | 8d | 3c 10h | 9c | Ad",
        "1 split; 1 hit; 1.2 stand", net(0),
    ),
    Worked(
        "E21 three hands, dealer Blackjack", "1 P1 30", "7h | Kc | 7d | 7s | 10h 10d 10s | As",
        "1 split; 1 split; 1 stand; 1.2 stand; 1.3 stand", net(-30),
    ),
    Worked(
        "E21 with one for each hand", "1 P1 30", "7h | Kc | 7d | 7s | 10h 10d 10s | As",
        "1 split; 1 split; 1 stand; 1.2 stand; 1.3 stand", net(-90),
        options={"dealer_blackjack_collects": "OBBO"},
    ),
    Worked(
        "E22 split aces", "1 P1 10", "Ah | Ks | Ad | Kd | Ac | 9c | 5h 5d | As",
        "1 split; 1.2 split; 1.2 stand; 1.3 hit", net(40),
    ),
    Worked(
        "E23 split tens against 5", "1 P1 25", "Qh | 5d | Kc | As | 6h | 10c 9h",
        "1 split; 1.2 stand", net(75),
    ),
    Worked(
        "E24 split tens against a Blackjack", "1 P1 25", "Kh | Ad | Qc | As | 9h | Jd",
        "1 split; 1.2 stand", net(100),
    ),
    Worked("E26a the dealer stands on soft 17", "1 P1 10", "10h Ad 8c 6d 9c", "1 stand", net(10),
           left="9c"),
    Worked("E26b and draws to soft 16", "1 P1 10", "10h Ad 9c 5d Kc 4s", "1 stand", net(-10)),
    Worked(
        "E29 a perfect pair and a loss", "1 P1 20 perfect-pairs 5", "8h | 10d | 8h | 7s", "1 stand",
        net(130), options={"side_bets": ["perfect-pairs"]},
    ),
    Worked("E32a", THREE, "8h | 7d | 8c | 2d 9s | 10c | Kd", E32, net(60, 260, 50)),
    Worked("E32b", THREE, "8h | 8d | 8c | 2d 9s | 10c | Kd", E32, net(20, 60, 50)),
    Worked("E32c", THREE, "8h | Ad | 8c | 2d 9s | 10c | Jd", E32, net(-20, -100, -50)),
]  # fmt: skip


@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: worked.id)
def test_worked_example(worked: Worked) -> None:
    case = challenge(worked.wagers, worked.cards, worked.decided, **worked.options)
    assert nets(case) == worked.net
    assert case.left == list(parse_cards(worked.left))


def test_E02_nothing_is_paid_until_the_dealers_second_card() -> None:
    case = challenge("1 P1 25", "Ah Js Qc")
    assert case.settled() == []
    case = challenge("1 P1 25", "Ah Js Qc 7d")
    (paid,) = case.settled()
    assert stage_of(case, paid) is Stage.FINAL_SETTLEMENT


def test_E13_what_may_stand() -> None:
    for cards, drawn in (("5c 9d 6c", ""), ("2c 9d 3c 6c", "1 hit"), ("4c 9d 4d", "")):
        case = challenge("1 P1 10", cards, drawn)
        assert refusal(case, "1 stand").clauses == ("9.2",)
    four = challenge("1 P1 10", "2c 9d 2d 2h 2s", "1 hit; 1 hit")
    assert refusal(four, "1 stand").clauses == ("9.2",)
    for cards in ("Ac 9d Ad", "Ac 9d 2d", "7c 9d 5d", "6c 9d 6d"):
        assert allowed(challenge("1 P1 10", cards), "1 stand")


def test_E22_and_E23_what_is_paid_when() -> None:
    aces = challenge(
        "1 P1 10",
        "Ah Ks Ad Kd Ac 9c 5h 5d As",
        "1 split; 1.2 split; 1.2 stand; 1.3 hit",
    )
    assert [(fact.hand, fact.net) for fact in aces.settled()] == [(3, 1000), (2, -1000), (1, 4000)]
    tens = challenge("1 P1 25", "Qh 5d Kc As 6h", "1 split")
    assert [(fact.hand, fact.net) for fact in tens.settled()] == [(1, 5000)], "paid at once"


def test_E25_refusals() -> None:
    sevens = challenge("1 P1 50", "7h 9c 7d 7s 7c", "1 split; 1 split")
    assert hand(sevens, "1.1") == list(parse_cards("7h 7c"))
    assert "11.4.2" in refusal(sevens, "1 split").clauses
    assert all(allowed(sevens, words) for words in ("1 hit", "1 stand", "1 double 50"))

    assert "11.1" in refusal(challenge("1 P1 50", "7h 9c 7d"), "1 split with 30").clauses

    fours = challenge("1 P1 50", "4h 9c 4d 2s", "1 hit")
    assert refusal(fours, "1 split").clauses == ("11.4.3",)
    assert allowed(fours, "1 double 50")
    go_on(fours, "1 hit")
    four_cards = challenge("1 P1 50", "4h 9c 4d 2s 3d", "1 hit; 1 hit")
    assert refusal(four_cards, "1 double 50").clauses == ("10.1",)
    assert refusal(challenge("1 P1 50", "4h 9c 4d"), "1 double 60").clauses == ("10.1",)

    held = challenge("1 P1 50; 2 P2 10", "Ah 9h Kd Ks 9s")
    assert "9.3" in refusal(held, "1 hit").clauses

    assert "11.1" in refusal(challenge("1 P1 50", "Kh 9c 9d"), "1 split").clauses
    assert allowed(challenge("1 P1 50", "Kh 9c 10d"), "1 split")


@pytest.mark.parametrize(
    ("cards", "won"), [("Kh Ks", 55), ("Kd Qd", -5), ("10c 10d", 55), ("10c Jc", -5)]
)
def test_E27_any_pairs(cards: str, won: float) -> None:
    first, second = cards.split()
    case = challenge("1 P1 20 any-pairs 5", f"{first} 9d {second}", side_bets=["any-pairs"])
    (paid,) = case.settled("any-pairs")
    assert paid.net == won * 100
    assert stage_of(case, paid) is Stage.SIDE_BETS
    assert allowed(case, "1 split"), "a pair or not, the cards count the same"


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ("9h 9s", 25), ("9h 9d", 50), ("9c 9s", 50), ("9h 9h", 150), ("Kh Qh", -5), ("Ad Ad", 150)
    ],
)  # fmt: skip
def test_E28_perfect_pairs(cards: str, won: float) -> None:
    first, second = cards.split()
    case = challenge("1 P1 20 perfect-pairs 5", f"{first} 9d {second}", side_bets=["perfect-pairs"])
    (paid,) = case.settled("perfect-pairs")
    assert paid.net == won * 100


def test_E30_who_may_make_a_side_bet() -> None:
    offered: dict[str, Any] = {"side_bets": ["any-pairs"]}
    assert placing("3 P1 20; 3 P2 any-pairs 5", **offered) is None
    refused = placing("3 P1 20; 4 P2 any-pairs 5", **offered)
    assert refused is not None
    assert refused.clauses == ("13.4",)
    restricted = {**offered, "side_bet_needs_own_main": True}
    refused = placing("3 P1 20; 3 P2 any-pairs 5", **restricted)
    assert refused is not None
    assert refused.clauses == ("13.3",)
    assert placing("3 P1 20; 3 P1 any-pairs 5", **restricted) is None


def test_E31_main_bettors_come_before_side_bettors() -> None:
    offered: dict[str, Any] = {"side_bets": ["any-pairs"]}
    queue = "1 M1 20; 1 S1 any-pairs 5; 1 S2 any-pairs 5; 1 S3 any-pairs 5"
    assert placing(f"{queue}; 1 M1 any-pairs 5", **offered) is None
    refused = placing(f"{queue}; 1 S4 any-pairs 5", **offered)
    assert refused is not None
    assert refused.clauses == ("13.5",)
    case = challenge(f"{queue}; 1 M1 any-pairs 5", "6c 9d 6h", **offered)
    assert {fact.player: fact.net for fact in case.settled("any-pairs")} == {
        "M1": 5500, "S1": 5500, "S2": 5500
    }  # fmt: skip
    ruled = admitted(rules_for("nsw-blackjack-challenge", offered), f"{queue}; 1 M1 any-pairs 5")
    (displaced,) = (each for each in ruled if each.goes_back)
    assert (displaced.wager.player, displaced.goes_back, displaced.clauses) == (
        "S3", 500, ("13.5",)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("wagers", "decides"),
    [
        ("1 P1* 10; 1 P2 200", "P1"),
        ("1 P1 30; 1 P2 80; 1 P3 50", "P2"),
        ("1 P1 40; 1 P2 40; 1 P3 40", "P1"),
        ("1 P1 20; 1 P2 50; 1 P3 50", "P2"),
        ("1 P2 20; 1 P1* any-pairs 5", "P2"),
    ],
)
def test_E33_who_controls(wagers: str, decides: str) -> None:
    case = challenge(wagers, "9c 9d 7h", side_bets=["any-pairs"])
    assert getattr(case.round.due, "player", None) == decides


E34 = "1 P1* 60; 1 P2 70; 1 P3 50"
E35 = "1 P2 90; 1 P1 40; 1 P3 30"


@pytest.mark.parametrize(
    ("wagers", "cards", "decided", "won"),
    [
        (E34, "10h 6d 10d 10c 9c", "1 stand", {"P1": 60, "P2": 40}),
        (E34, "10h 9d 8d 10c", "1 stand", {"P1": -60, "P2": -40}),
        (E34, "Ah 6d Kd", "", {"P1": 120, "P2": 80}),
        (E35, "Ah 9d Kd", "", {"P2": 180, "P1": 20}),
    ],
)
def test_E34_and_E35_the_maximum_is_shared_by_priority(
    wagers: str, cards: str, decided: str, won: dict[str, float]
) -> None:
    assert nets(challenge(wagers, cards, decided, limits={"main": [100, 10000]})) == won


def test_E34_and_E35_the_rest_goes_back() -> None:
    rules = rules_for("nsw-blackjack-challenge", {"limits": {"main": [100, 10000]}})
    back = [(each.stands, each.goes_back) for each in admitted(rules, E34)]
    assert back == [(6000, 0), (4000, 3000), (0, 5000)]
    nobody_seated = admitted(rules, "1 P1 40; 1 P2 90; 1 P3 30")
    assert [each.stands for each in nobody_seated] == [1000, 9000, 0], "the largest comes first"
    assert all("6.3.1" in each.clauses for each in nobody_seated if each.goes_back)


def test_E36_a_wager_under_the_minimum_plays_for_what_it_is() -> None:
    limits = {"main": [2500, 50000]}
    assert nets(challenge("1 P1 20", "10h 6d 10d 10c 9c", "1 stand", limits=limits)) == {"P1": 20}
    assert nets(challenge("1 P1 20", "Ah 5d Kd", limits=limits)) == {"P1": 40}


@pytest.mark.parametrize(
    ("cards", "decided", "won"),
    [
        ("10h 9d 10d 9c", "1 stand", 10),
        ("Ah 9d Kd", "", 15),
        ("Ah Kd 10s Ac", "", 25),
        ("Ah Kd Ks Ac", "", 30),
        ("Ah Qd Ks Ac", "", 40),
        ("10h 9d 8d 10c", "1 stand", -7.5),
    ],
)
def test_E39_wins_are_rounded_up_to_the_smallest_chip(cards: str, decided: str, won: float) -> None:
    assert nets(challenge("1 P1 7.50", cards, decided, smallest_chip=500)) == {"P1": won}


@pytest.mark.parametrize(
    ("wager", "cards", "won"),
    [
        ("any-pairs", "9h 9s", 30),
        ("perfect-pairs", "9h 9s", 15),
        ("perfect-pairs", "9h 9d", 25),
        ("perfect-pairs", "9h 9h", 75),
        ("perfect-pairs", "9h 8h", -2.5),
    ],
)
def test_E39_side_bets_are_rounded_up_too(wager: str, cards: str, won: float) -> None:
    first, second = cards.split()
    case = challenge(
        f"1 P1 10 {wager} 2.50", f"{first} 9d {second}", smallest_chip=500, side_bets=[wager]
    )
    (paid,) = case.settled(wager)
    assert paid.net == won * 100


@pytest.mark.parametrize(
    ("cards", "won", "drawn"),
    [
        ("Ac 10d 5c 7d", -20, 2),
        ("5c 10d 4c 2d 10h", 20, 4),
        ("8c 10d 8d 7d", -20, 2),
        ("Ac 7d Qc", 40, 2),
    ],
)
def test_E43_an_absent_player(cards: str, won: float, drawn: int) -> None:
    case = challenge("1 P1 20", cards, absent=["P1"])
    assert nets(case) == {"P1": won}
    assert len(hand(case, "1")) == drawn
    assert all(fact.outcome is not Outcome.PUSH for fact in case.settled())
