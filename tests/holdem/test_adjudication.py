"""Round files of Hold'em: what they are worth, what the rules refuse in them, what is no round."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from tests.holdem.cases import KING_HIGH, NINE_HIGH, UTH
from tests.holdem.files import round_file

from croupier.adjudication import Answer, Refusal, RoundFileError, adjudicate, explain
from croupier.rulebook.instruments import load

EXAMPLE = """
{"instrument": "act-ultimate-texas-holdem-2025", "options": {"device": "shoe"},
 "cards": ["KS", "7H", "5C", "3D", "2S", "AH", "KC", "KD", "AD", "TC", "JD"],
 "wagers": [{"box": 1, "player": "ana", "wager": "ante", "amount": 1000},
            {"box": 1, "player": "ana", "wager": "blind", "amount": 1000},
            {"box": 2, "player": "ben", "wager": "ante", "amount": 1000},
            {"box": 2, "player": "ben", "wager": "blind", "amount": 1000}],
 "decisions": [{"box": 1, "action": "play", "amount": 4000},
               {"box": 2, "action": "play", "amount": 4000}]}
"""


def settled(file: dict[str, Any]) -> Answer:
    answer = adjudicate(file)
    assert isinstance(answer, Answer), answer
    return answer


def refused(file: dict[str, Any]) -> dict[str, Any]:
    answer = adjudicate(file)
    assert isinstance(answer, Refusal), answer
    plain: dict[str, Any] = msgspec.to_builtins(answer.refused)
    assert plain.pop("reason")
    return plain


def entries(answer: Answer) -> list[tuple[object, ...]]:
    return [
        (s.box, s.wager, s.stake / 100, str(s.outcome), s.net / 100) for s in answer.settlements
    ]


def message(file: dict[str, Any]) -> str:
    with pytest.raises(RoundFileError) as caught:
        adjudicate(file)
    return str(caught.value)


# --- the form


def test_the_example_of_the_format_from_a_shoe() -> None:
    answer = msgspec.json.decode(msgspec.json.encode(adjudicate(EXAMPLE)))
    assert answer["net"] == {"ana": 5000, "ben": -6000}
    assert answer["cards_used"] == 11
    assert answer["hands"] == [
        {"box": 1, "hand": 1, "cards": ["AH", "AD"], "poker_hand": "one pair"},
        {"box": 2, "hand": 1, "cards": ["KC", "TC"], "poker_hand": "one pair"},
        {"box": "dealer", "hand": 1, "cards": ["KD", "JD"], "poker_hand": "one pair"},
        {"box": "communal", "hand": 1, "cards": ["KS", "7H", "5C", "3D", "2S"]},
    ]
    first, *_, last = answer["settlements"]
    assert first == {
        "player": "ana", "box": 1, "hand": None, "wager": "ante", "stake": 1000,
        "outcome": "win", "net": 1000,
        "clauses": ["9.5", "9.5(a)", "3.2", "2.3", "9.9", "10.1", "10.1:T1:Ante"],
    }  # fmt: skip
    assert (last["player"], last["wager"], last["net"]) == ("ben", "play", -4000)


def test_the_example_of_the_format_from_a_shuffler() -> None:
    file = json.loads(EXAMPLE)
    file["options"]["device"] = "shuffler"
    assert settled(file).net == {"ana": 4000, "ben": 4000}


def test_left_to_the_default_cards_come_from_a_shoe() -> None:
    file = json.loads(EXAMPLE)
    del file["options"]
    assert settled(file).net == {"ana": 5000, "ben": -6000}


def test_the_command_line_prints_the_answer() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "adjudicate", "-"],
        input=EXAMPLE.encode(), capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    assert json.loads(done.stdout)["net"] == {"ana": 5000, "ben": -6000}


@pytest.mark.parametrize(
    ("board", "hand", "name"),
    [
        ("QH JH TH 2C 7D", "AH KH", "royal flush"),
        ("4H 3H 2H KS 9D", "AH 5H", "straight flush"),
        ("8S 8H 8D 8C JH", "AH 3D", "four of a kind"),
        ("KS KH KD 5C 2S", "5H 4D", "full house"),
        ("KH 9H 4H 2C 2D", "AH 8H", "flush"),
        ("6S 5S 4H JS KD", "8C 7D", "straight"),
        ("QS QH 8D 7C 2H", "QD 3S", "three of a kind"),
        ("KS KH 9D 9C JS", "4H 4D", "two pairs"),
        (KING_HIGH, "AH AD", "one pair"),
        (NINE_HIGH, "AH KD", "high card"),
    ],
)
def test_3_1_poker_hands_go_by_their_names(board: str, hand: str, name: str) -> None:
    answer = settled(round_file("1 P 10", board, "6C 6D", [hand], "1 play 40"))
    assert answer.hands[0].poker_hand == name


def test_a_box_that_folded_or_conceded_has_no_poker_hand() -> None:
    file = round_file(
        "1 P 10; 2 Q 10; 3 R 10",
        KING_HIGH,
        "KC QD",
        ["AH AD", "9H 8D", "TH TD"],
        "2 fold; 1 play 40; 3 play 30; 3 concede",
    )
    answer = settled(file)
    assert [hand.poker_hand for hand in answer.hands] == ["one pair", None, None, "one pair", None]
    assert answer.net == {"P": 5000, "Q": -2000, "R": -5000}


def test_where_everybody_folds_the_dealer_has_declared_nothing() -> None:
    answer = settled(round_file("1 P 10", KING_HIGH, "KC QD", ["9H 8D"], "1 fold"))
    assert answer.cards_used == 9
    assert [hand.poker_hand for hand in answer.hands] == [None, None, None]


def test_boxes_answer_in_any_order_within_a_stage() -> None:
    hands = ["AH AD", "TH TD"]
    one = round_file(
        "1 P 10; 2 Q 10", KING_HIGH, "KC QD", hands, "1 check; 2 check; 1 play 20; 2 fold"
    )
    other = round_file(
        "1 P 10; 2 Q 10", KING_HIGH, "KC QD", hands, "2 check; 1 check; 2 fold; 1 play 20"
    )
    assert adjudicate(one) == adjudicate(other)


def test_trips_may_stand_before_its_ante_and_blind() -> None:
    file = round_file("1 P 10 trips 5", KING_HIGH, "KC QD", ["AH AD"], "1 play 40")
    file["wagers"].reverse()
    assert settled(file).net == {"P": 4500}


# --- limits and the maximum payout


@pytest.mark.clause("uth:5.5")
def test_5_5_what_is_over_the_maximum_is_an_entry_of_its_own() -> None:
    file = round_file(
        "1 P 700", KING_HIGH, "KC QD", ["AH AD"], "1 play 2800", limits={"ante": [1000, 50000]}
    )
    assert entries(settled(file)) == [
        (1, "ante", 500, "win", 500),
        (1, "blind", 500, "push", 0),
        (1, "play", 2000, "win", 2000),
        (1, "ante", 200, "returned", 0),
        (1, "blind", 200, "returned", 0),
        (1, "play", 800, "returned", 0),
    ]


@pytest.mark.clause("uth:5.4")
def test_5_4_a_wager_under_the_minimum_is_settled_as_the_first() -> None:
    file = round_file(
        "1 P 5 trips 5", KING_HIGH, "KC QD", ["AH AD"], "1 play 20", limits={"ante": [1000, 50000]}
    )
    answer = settled(file)
    assert answer.net == {"P": 2000}
    short = {s.wager for s in answer.settlements if "5.4" in s.clauses}
    assert short == {"ante", "blind"}


def test_the_maximum_payout_holds_for_the_blind() -> None:
    file = round_file(
        "1 P 100 trips 10", "QH JH TH 2C 7D", "QC QD", ["AH KH"], "1 play 400",
        blind_payout_cap=2_500_000,
    )  # fmt: skip
    answer = settled(file)
    assert answer.net == {"P": 2_600_000}
    (blind,) = (s for s in answer.settlements if s.wager == "blind")
    assert "10.1:T1:**" in blind.clauses


# --- what the rules refuse


@pytest.mark.parametrize(
    ("wagers", "place", "clause"),
    [
        ("1 P ante 10 blind 9", 2, "A:Blind"),
        ("1 P ante 10", 1, "A:Blind"),
        ("1 P blind 10; 2 Q 10", 1, "A:Blind"),
        ("1 P ante 10 trips 5", 1, "A:Blind"),
        ("1 P 10; 2 Q trips 5", 3, "4.3"),
        ("1 P 10; 1 Q trips 5", 3, "4.3"),
        ("1 P 10; 4 P 10", 3, "4.4"),
        ("1 P 10; 1 Q ante 10", 3, "4.5"),
        ("1 P 10; 1 P ante 10", 3, "4.5"),
        ("1 P 10 trips 7", 3, "5.3"),
    ],
)
def test_wagers_that_the_rules_refuse(wagers: str, place: int, clause: str) -> None:
    file = round_file(wagers, KING_HIGH, "KC QD", ["AH AD"], multiples={"trips": 500})
    answer = refused(file)
    assert answer["wager"] == place
    assert clause in answer["clauses"]


@pytest.mark.parametrize(
    ("decisions", "place", "clause"),
    [
        ("1 play 25", 1, "8.1(c)(ii)"),
        ("1 play 35", 1, "8.1(c)(ii)"),
        ("1 play 0", 1, "4.1"),
        ("1 check; 2 check; 1 play 30", 3, "8.3(c)(ii)"),
        ("1 check; 2 check; 1 check; 2 check; 1 play 20", 5, "8.5(b)(ii)"),
        ("1 check; 2 check; 1 check; 2 check; 1 check", 5, "8.5"),
        ("1 play 30; 1 play 40", 2, "A:Play Wager"),
        ("1 play 30; 2 check; 1 play 20", 3, "8.3"),
        ("1 play 30; 2 check; 2 check; 1 fold", 4, "8.5"),
        ("1 fold; 1 check", 2, "8.6"),
        ("1 check; 1 play 20", 2, "8.2"),
        ("1 check; 2 check; 1 check; 1 play 10", 4, "8.4"),
        ("1 concede", 1, "9.1"),
        ("1 play 40; 2 play 40; 1 fold", 3, "9.1"),
        ("1 play 40; 2 play 40; 1 concede; 1 concede", 4, "9.1"),
        ("1 fold; 2 fold; 1 check", 3, "8.6"),
        ("3 check", 1, "7.3(c)"),
    ],
)
def test_decisions_that_the_rules_refuse(decisions: str, place: int, clause: str) -> None:
    file = round_file("1 P 10; 2 Q 10", KING_HIGH, "KC QD", ["AH AD", "TH TD"], decisions)
    answer = refused(file)
    assert answer["decision"] == place
    assert clause in answer["clauses"]


# --- what is no round


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda f: f["cards"].pop(), "cards[9]: missing; the dealer is due a card"),
        (lambda f: f["cards"].__delitem__(slice(5, 9)), "cards[6]: missing; box 1 is due a card"),
        (
            lambda f: f["cards"].__delitem__(slice(4, 9)),
            "cards[5]: missing; a communal card is due",
        ),
        (lambda f: f["cards"].append("KS"), "cards[10]: 1 deck does not hold KS 2 times"),
        (lambda f: f["wagers"].clear(), "wagers: nobody has bet"),
        (
            lambda f: f["decisions"].clear(),
            "decisions[1]: missing; P decides about box 1 before the flop (AH AD)",
        ),
        (
            lambda f: f["decisions"].pop(),
            "decisions[2]: missing; P decides about box 1 after the flop (AH AD)",
        ),
        (
            lambda f: f["wagers"][0].update(wager="main"),
            'wagers[1].wager: "main" is not one of ante, blind, trips',
        ),
        (
            lambda f: f["decisions"][0].update(action="hit"),
            'decisions[1].action: "hit" is not one of fold, check, play, concede',
        ),
        (lambda f: f["decisions"][1].pop("amount"), "decisions[2].amount: missing"),
        (lambda f: f["wagers"][0].pop("box"), "wagers[1].box: missing"),
        (
            lambda f: f["options"].update(decks=2),
            "options.decks: 2 is not allowed, it is always 1 (2.1)",
        ),
        (
            lambda f: f["options"].update(limits={"ante": [500, 5000], "play": [500, 19999]}),
            "options.limits.play: the maximum 19999 leaves no room for 200, four times the "
            "largest ante (5.1, 8.1(c)(ii))",
        ),
    ],
)
def test_a_file_that_is_no_round_says_why(change: Any, says: str) -> None:
    file = round_file("1 P 10", KING_HIGH, "KC QD", ["AH AD"], "1 check; 1 play 20")
    assert settled(file).net == {"P": 3000}
    change(file)
    assert message(file) == says


def test_a_blind_that_cannot_be_paid_in_whole_cents_is_named() -> None:
    file = round_file(
        "1 P 10; 2 Q 0.05", "KH 9H 4H 2C 2D", "KS QD", ["3C 3D", "AH 8H"], "1 fold; 2 play 0.20"
    )
    assert message(file) == "wagers[4].amount: 3 to 2 on 0.05 is not a whole number of cents"


def test_a_cap_leaves_no_half_cents() -> None:
    file = round_file(
        "1 P 0.05", "KH 9H 4H 2C 2D", "KS QD", ["AH 8H"], "1 play 0.20", blind_payout_cap=7
    )
    assert settled(file).net == {"P": 5 + 7 + 20}


# --- the story


def told(account: str) -> list[str]:
    """The lines of the story, each with its clauses after a bar."""
    story = account.split("\n\nClauses\n")[0].split("\n\n", 1)[1]
    return [re.sub(r"\s{2,}", " | ", line.strip()) for line in story.splitlines() if line.strip()]


def test_a_round_from_the_wagers_to_the_net() -> None:
    file = round_file(
        "1 ana 60 trips 5; 2 ben 10; 3 cat 5; 4 dan 10",
        "6S 5S 4H JS KD",
        "AH QC",
        ["8C 7D", "TH TD", "2H 2D", "9H 9D"],
        "2 fold; 1 check; 3 play 15; 4 play 40; 1 play 120; 4 concede",
        limits={"ante": [1000, 5000]},
    )
    account = explain(file, width=160)
    assert account.startswith(
        f"{load(UTH).title}, NI2025-411\ndevice shoe; limits ante $10 to $50\n"
    )
    lines = told(account)
    assert [line for line in lines if " | " not in line] == [
        "Wagers",
        "Deal",
        "Before the flop",
        "After the flop",
        "On the river",
        "Dealer's hand",
        "Settlement",
        "Net",
    ]
    for line in (
        "ana has ante $60 on box 1; $10 goes back and $50 stands | 5.5",
        "cat has ante $5 on box 3; under the minimum, and taken this once | 5.4",
        "the communal cards: 6S 5S 4H JS KD, face down | 7.3(a), A:Communal Cards, 7.3(b)",
        "box 1: 8C 7D, face down | 7.3(c), A:Hole Cards, 7.3(e)",
        "the dealer: AH QC, face down | 7.3(d), 7.3(f)",
        "ben folds box 2 | 8.1(a)",
        "ben's ante $10 on box 2 loses | 8.1(a), A:Fold, 8.6",
        "ana checks box 1 | 8.1(b), A:Check",
        "the flop: 6S 5S 4H | 8.2, A:Flop",
        "ana plays $120 on box 1 | 8.3(c), 8.3(c)(i), A:Play Wager, 8.3(c)(ii)",
        "ana's play $20 on box 1 goes back | 5.5",
        "the turn and the river: JS KD | 8.4, A:Turn, A:River",
        "the dealer turns up AH QC | 8.8(b)",
        "the dealer does not qualify | A:Qualify",
        "dan concedes box 4 | 9.1, A:Fold",
        "dan's play $40 on box 4 loses | 9.1, A:Fold",
        "box 1 turns up 8C 7D | 9.3(a)",
        "box 1 has straight, eight high: 8C 7D 6S 5S 4H | 9.3(b), A:Communal Cards, 3.1, 3.1(f)",
        "ana's blind $50 on box 1 wins $50 | 9.6, 9.6(a), 9.9, 10.1, 10.1:T1:Blind:Straight",
        "ana | +$170",
    ):
        assert line in lines
    settled_first = lines.index("box 3 turns up 2H 2D | 9.3(a)")
    assert settled_first < lines.index("box 1 turns up 8C 7D | 9.3(a)")


def test_the_story_of_a_refusal_goes_as_far_as_the_round_did() -> None:
    file = round_file("1 P 10", KING_HIGH, "KC QD", ["AH AD"], "1 play 25")
    lines = told(explain(file, width=160))
    assert "Before the flop" not in lines
    assert lines[-2:] == [
        "Refused",
        "decision 1: a play wager is 30 or 40 now, not 25 | 8.1(c)(ii)",
    ]
    unequal = round_file("1 P ante 10 blind 9", KING_HIGH, "KC QD", ["AH AD"])
    assert told(explain(unequal, width=160))[0] == "Refused"
