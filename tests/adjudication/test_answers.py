"""What an answer says of each wager, and how a file may say what it says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.adjudication.files import round_file

from croupier.adjudication import Answer, adjudicate

if TYPE_CHECKING:
    from croupier.adjudication import Settlement

EXAMPLE = """
{"instrument": "act-blackjack-2018", "options": {"decks": 6},
 "cards": ["8S", "AD", "8H", "3C", "TD", "TC", "KC"],
 "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 2000}],
 "decisions": [{"box": 1, "hand": 1, "action": "split", "players": ["ana"]},
               {"box": 1, "hand": 1, "action": "double", "stakes": {"ana": 2000}},
               {"box": 1, "hand": 2, "action": "stand"}]}
"""
PAIRS: dict[str, Any] = {"side_bets": ["perfect-pairs"]}


def settled(file: dict[str, Any]) -> Answer:
    answer = adjudicate(file)
    assert isinstance(answer, Answer), answer
    return answer


def shown(settlement: Settlement) -> tuple[object, ...]:
    s = settlement
    return s.player, s.box, s.hand, s.wager, s.stake, s.outcome.value, s.net


# --- the form


def test_the_example_of_the_format() -> None:
    answer = msgspec.json.decode(msgspec.json.encode(adjudicate(EXAMPLE)))
    assert {name: answer[name] for name in ("cards_used", "hands", "settlements", "net")} == {
        "cards_used": 7,
        "hands": [
            {"box": 1, "hand": 1, "cards": ["8S", "3C", "TD"], "total": 21},
            {"box": 1, "hand": 2, "cards": ["8H", "TC"], "total": 18},
            {"box": "dealer", "hand": 1, "cards": ["AD", "KC"], "total": 21},
        ],
        "settlements": [
            {
                "player": "ana", "box": 1, "hand": 1, "wager": "main", "stake": 4000,
                "outcome": "lose", "net": -4000, "clauses": ["13.1(f)"],
            },
            {
                "player": "ana", "box": 1, "hand": 2, "wager": "main", "stake": 2000,
                "outcome": "lose", "net": -2000, "clauses": ["13.1(f)"],
            },
        ],
        "net": {"ana": -6000},
    }  # fmt: skip


def test_the_example_under_the_older_instrument() -> None:
    file = {**json.loads(EXAMPLE), "instrument": "act-blackjack-2006"}
    assert settled(file).net == {"ana": -6000}


def test_the_fields_come_in_the_order_of_the_format() -> None:
    file = round_file("act-blackjack-2018", "1 P 40", "10S AC 9H QD", "P insures 1 for 20; 1 stand")
    answer = msgspec.to_builtins(adjudicate(file))
    assert list(answer) == [
        "cards_used", "hands", "settlements", "net", "instrument", "options", "assumed", "rulebook",
        "rounds",
    ]  # fmt: skip
    assert list(answer["hands"][0]) == ["box", "hand", "cards", "total"]
    main, insurance = answer["settlements"]
    fields = ["player", "box", "hand", "wager", "stake", "outcome", "net", "clauses"]
    assert list(main) == fields
    assert list(insurance) == [*fields[:4], "on", *fields[4:]]
    assert (insurance["hand"], insurance["on"]) == (None, "P")


def test_json_text_bytes_and_mappings_are_read_alike() -> None:
    answer = adjudicate(EXAMPLE)
    assert adjudicate(EXAMPLE.encode()) == answer
    assert adjudicate(b"\xef\xbb\xbf" + EXAMPLE.encode()) == answer
    assert adjudicate(json.loads(EXAMPLE)) == answer


def test_cards_are_read_in_either_case_and_with_10_for_t() -> None:
    file = round_file("act-blackjack-2018", "1 P 20", "8s ad 8H 3c 10D tC kc", "1 stand")
    hands = settled({**file, "cards": ["10s", "6D", "tH", "10C", "qd"]}).hands
    assert [[*hand.cards] for hand in hands] == [["TS", "TH"], ["6D", "TC", "QD"]]


def test_options_and_decisions_may_be_left_out() -> None:
    file = round_file("act-blackjack-2018", "1 P 20", "AS 6D KH")
    del file["options"], file["decisions"]
    assert settled(file).net == {"P": 3000}


def test_more_cards_than_needed_are_left_alone() -> None:
    answer = settled(round_file("act-blackjack-2018", "1 P 20", "AS 6D KH 2C 3C"))
    assert answer.cards_used == 3
    assert answer.hands[-1].cards == ("6D",)


def test_left_to_the_default_there_are_eight_decks_and_soft_17_stands() -> None:
    file = round_file("act-blackjack-2018", "1 P 20", "10S AD 8H 6C 4C", "1 stand")
    eight = [*file["cards"], *["8H"] * 7]
    assert settled({**file, "options": {}, "cards": eight}).net == {"P": 2000}


# --- limits


@pytest.mark.clause("3.5")
def test_3_5_the_excess_is_a_second_entry(instrument: str) -> None:
    file = round_file(
        instrument, "1 X 150", "10S QD 9H KC", "1 stand", limits={"main": [1000, 10000]}
    )
    lost, back = settled(file).settlements
    assert shown(lost) == ("X", 1, 1, "main", 10000, "lose", -10000)
    assert shown(back) == ("X", 1, 1, "main", 5000, "returned", 0)
    assert back.clauses == ("3.5",)


@pytest.mark.clause("3.5")
def test_3_5_the_maximum_is_used_up_from_the_front_of_the_box(instrument: str) -> None:
    file = round_file(
        instrument, "1 X 80; 1 Y 50; 1 Z 5", "10S QD 9H KC", "1 stand",
        limits={"main": [1000, 10000]},
    )  # fmt: skip
    answer = settled(file)
    assert [shown(s) for s in answer.settlements] == [
        ("X", 1, 1, "main", 8000, "lose", -8000),
        ("Y", 1, 1, "main", 2000, "lose", -2000),
        ("Y", 1, 1, "main", 3000, "returned", 0),
        ("Z", 1, 1, "main", 500, "returned", 0),
    ]
    assert answer.net == {"X": -8000, "Y": -2000, "Z": 0}


def test_3_5_the_maximum_may_be_each_owners(instrument: str) -> None:
    file = round_file(
        instrument, "1 X 80; 1 Y 50", "10S QD 9H KC", "1 stand",
        limits={"main": [1000, 10000]}, box_max_scope="each",
    )  # fmt: skip
    assert settled(file).net == {"X": -8000, "Y": -5000}


def test_a_side_wager_has_a_maximum_of_its_own(instrument: str) -> None:
    file = round_file(
        instrument, "1 X 10 perfect-pairs 60; 1 Y 10 perfect-pairs 60", "10S QD 9H KC", "1 stand",
        **PAIRS, limits={"perfect-pairs": [500, 5000]},
    )  # fmt: skip
    sides = [shown(s) for s in settled(file).settlements if s.wager == "perfect-pairs"]
    assert sides == [
        ("X", 1, None, "perfect-pairs", 5000, "lose", -5000),
        ("Y", 1, None, "perfect-pairs", 5000, "lose", -5000),
        ("X", 1, None, "perfect-pairs", 1000, "returned", 0),
        ("Y", 1, None, "perfect-pairs", 1000, "returned", 0),
    ]


@pytest.mark.clause("3.4", "8.1(a)")
def test_W21_a_first_wager_under_the_minimum_is_paid_for_what_it_is(instrument: str) -> None:
    (entry,) = settled(round_file(instrument, "1 X 5", "AS 6D KH")).settlements
    assert (entry.stake, entry.net) == (500, 750)
    assert entry.clauses == ("8.1(a)", "3.4")


# --- side wagers and boxes


@pytest.mark.clause("06:18.10")
def test_18_10_void_wagers_alone_make_no_cards_move() -> None:
    file = round_file("act-blackjack-2006", "1 N perfect-pairs 10", "QH 9D QH", **PAIRS)
    answer = settled(file)
    assert (answer.cards_used, answer.hands, answer.net) == (0, (), {"N": 0})
    (entry,) = answer.settlements
    assert shown(entry) == ("N", 1, None, "perfect-pairs", 1000, "void", 0)
    assert entry.clauses == ("18.10",)


def test_a_box_without_a_main_wager_gets_no_cards() -> None:
    file = round_file(
        "act-blackjack-2006", "1 A 10; 2 N perfect-pairs 10; 3 B 10", "10S 9S QD 9H 9C KC",
        "1 stand; 3 stand", **PAIRS,
    )  # fmt: skip
    answer = settled(file)
    assert [hand.box for hand in answer.hands] == [1, 3, "dealer"]
    assert answer.net == {"A": -1000, "N": 0, "B": -1000}


def test_a_side_wager_may_be_written_before_its_main_wager(instrument: str) -> None:
    file = round_file(
        instrument, "1 P perfect-pairs 10; 1 P 10", "QH 9D QS 10C", "1 stand", **PAIRS
    )
    assert settled(file).net == {"P": 7000}


# --- shared boxes


def test_4_5_a_who_is_seated_decides_wherever_the_file_says_so(instrument: str) -> None:
    file = round_file(
        instrument, "1 P 10; 1 Q 20; 1 Q* perfect-pairs 5", "5S 9D 6H 9C 10C", "1 double Q 20",
        **PAIRS,
    )  # fmt: skip
    assert settled(file).net == {"P": 1000, "Q": 3500}


@pytest.mark.clause("10.2(a)", "10.2(b)")
def test_10_2_owners_choose_again_when_a_hand_is_split_again(instrument: str) -> None:
    file = round_file(
        instrument, "1 P 10; 1 Q 20; 1 R 30", "8S 9D 8H 8C 10S 10H 10D 10C",
        "1 split P R; 1 split P Q; 1 stand; 1.2 stand; 1.3 stand",
    )  # fmt: skip
    assert sorted((s.player, s.hand, s.stake) for s in settled(file).settlements) == [
        ("P", 1, 1000), ("P", 2, 1000), ("P", 3, 1000),
        ("Q", 1, 2000), ("Q", 2, 2000),
        ("R", 1, 3000), ("R", 3, 3000),
    ]  # fmt: skip


def test_hands_are_named_by_their_place_at_the_end(instrument: str) -> None:
    file = round_file(
        instrument, "1 P 10", "8S 9D 8H 6C 10S 8C 3D 10H 9H 10C",
        "1 split P; 1 hit; 1.2 split P; 1.2 double P 10; 1.3 stand",
    )  # fmt: skip
    answer = settled(file)
    assert [" ".join(hand.cards) for hand in answer.hands] == [
        "8S 6C TS", "8H 3D TH", "8C 9H", "9D TC",
    ]  # fmt: skip
    assert [(s.hand, s.net) for s in answer.settlements] == [(1, -1000), (2, 2000), (3, -1000)]


@pytest.mark.parametrize("collect_busts", ["at_bust", "at_end"])
def test_when_busts_are_collected_changes_no_answer(instrument: str, collect_busts: str) -> None:
    file = round_file(
        instrument, "1 P 10; 2 R 10", "10S 10H 9D 6H 9S 10C 10D", "1 hit; 2 stand",
        collect_busts=collect_busts,
    )  # fmt: skip
    assert [(s.player, s.net, s.clauses) for s in settled(file).settlements] == [
        ("P", -1000, ("13.1(d)",)),
        ("R", 0, ("13.1(g)", "A:Stand off")),
    ]


# --- insurance on others


@pytest.mark.clause("18:7.2(a)", "18:7.2(b)")
def test_7_2_what_the_order_leaves_unserved_is_returned() -> None:
    file = round_file(
        "act-blackjack-2018", "3 ana 100; 3 ben 40; 4 cat 40", "10S 10D AC 9H 9S KD",
        "cat insures ana on 3 for 40; ben insures ana on 3 for 20; 3 stand; 4 stand",
    )  # fmt: skip
    answer = settled(file)
    assert [(s.on, *shown(s)) for s in answer.settlements if s.wager == "insurance"] == [
        ("ana", "ben", 3, None, "insurance", 2000, "win", 4000),
        ("ana", "cat", 3, None, "insurance", 3000, "win", 6000),
        ("ana", "cat", 3, None, "insurance", 1000, "returned", 0),
    ]
    assert answer.net == {"ana": -10000, "ben": 0, "cat": 2000}
