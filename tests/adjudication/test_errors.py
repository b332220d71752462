"""A file that is not a round says which field makes it none."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.adjudication.files import round_file

from croupier.adjudication import Answer, RoundFileError, adjudicate

GONE = object()


def good() -> dict[str, Any]:
    """A round in which everything happens once: insurance, a split, a double, a rider."""
    return round_file(
        "act-blackjack-2018",
        "1 P 20; 1 Q 10; 2 R 50",
        "8S 10S AD 8H 9H 3C 10D 10C KC",
        "P insures 1 for 10; R insures Q on 1 for 5;"
        "1 split P; 1 double P 20 Q 5; 1.2 stand; 2 stand",
    )


def changed(place: str, value: object) -> dict[str, Any]:
    """The good round with one field, as in `wagers[2].amount`, given another value or none."""
    file = good()
    parent: Any = file
    *way, last = [int(step) if step.isdigit() else step for step in re.findall(r"\w[\w-]*", place)]
    for step in way:
        parent = parent[step]
    if value is GONE:
        del parent[last]
    else:
        parent[last] = value
    return file


def message(source: Any) -> str:
    with pytest.raises(RoundFileError) as caught:
        adjudicate(source)
    return str(caught.value)


def test_the_round_is_good_before_it_is_broken() -> None:
    answer = adjudicate(good())
    assert isinstance(answer, Answer)
    assert answer.net == {"P": -4000, "Q": -1500, "R": -4000}


CENTS = "is not a whole number of cents from 1 to 1,000,000,000,000"
ASKED = "is not a whole number of cents from 0 to 1,000,000,000,000"
NAME = "is not a name of 1 to 100 characters"
BOX = "is not the number of a box from 1 to 100"
WAGERS = "main, perfect-pairs, pairs-play"
ACTIONS = "hit, stand, double, split, insurance, even-money"
NONE = "is not an instrument that can be adjudicated"
KNOWN = "known: act-blackjack-2006, act-blackjack-2018"


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        # the file
        ("instrument", GONE, "instrument: missing"),
        ("instrument", 2018, "instrument: 2018 is not the id of an instrument"),
        (
            "instrument",
            "act-blackjack-2019",
            f'instrument: "act-blackjack-2019" {NONE}; did you mean '
            f"act-blackjack-2018 or act-blackjack-2006?; {KNOWN}",
        ),
        ("instrument", "", f'instrument: "" {NONE}; {KNOWN}'),
        ("cards", GONE, "cards: missing"),
        ("wagers", GONE, "wagers: missing"),
        ("wagers", {}, "wagers: {} is not a list of no more than 500 wagers"),
        ("wagers", [], "wagers: nobody has bet"),
        ("decisions", None, "decisions: null is not a list of no more than 500 decisions"),
        ("bets", [], "bets: there is no such field"),
        # cards
        ("cards", "8S 10S", 'cards: "8S 10S" is not a list of no more than 5,000 cards'),
        ("cards[7]", "1X", 'cards[8]: "1X" is not a card'),
        ("cards[0]", "", 'cards[1]: "" is not a card'),
        ("cards[0]", "10", 'cards[1]: "10" is not a card'),
        ("cards[0]", "11S", 'cards[1]: "11S" is not a card'),
        ("cards[0]", 8, "cards[1]: 8 is not a card"),
        ("cards[0]", None, "cards[1]: null is not a card"),
        ("cards", ["8S"] * 7, "cards[7]: 6 decks do not hold 8S 7 times"),
        ("cards", ["8S"], "cards[2]: missing; box 2, hand 1 is due a card"),
        ("cards", ["8S", "TS"], "cards[3]: missing; the dealer is due a card"),
        ("cards", [], "cards[1]: missing; box 1, hand 1 is due a card"),
        ("cards[8]", GONE, "cards[9]: missing; the dealer is due a card"),
        # options
        ("options", [], "options: [] is not an object"),
        ("options", None, "options: null is not an object"),
        ("options.decks", 3, "options.decks: 3 is not between 4 and 8 (2.1, 2.3(a))"),
        ("options.decks", "six", 'options.decks: "six" is not a whole number'),
        ("options.soft_17", "draw", 'options.soft_17: "draw" is not one of stand, hit'),
        ("options.limits", {"main": [10]}, "options.limits.main: [10] is not [minimum, maximum]"),
        ("options.side_bet", [], "options.side_bet: act-blackjack-2018 has no such option"),
        # wagers
        ("wagers[2]", 50, "wagers[3]: 50 is not an object"),
        ("wagers[2].amount", GONE, "wagers[3].amount: missing"),
        ("wagers[2].amount", -500, f"wagers[3].amount: -500 {CENTS}"),
        ("wagers[2].amount", 0, f"wagers[3].amount: 0 {CENTS}"),
        ("wagers[2].amount", 20.5, f"wagers[3].amount: 20.5 {CENTS}"),
        ("wagers[2].amount", 2000.0, f"wagers[3].amount: 2000.0 {CENTS}"),
        ("wagers[2].amount", True, f"wagers[3].amount: true {CENTS}"),
        ("wagers[2].amount", "2000", f'wagers[3].amount: "2000" {CENTS}'),
        ("wagers[2].amount", None, f"wagers[3].amount: null {CENTS}"),
        ("wagers[2].amount", 10**13, f"wagers[3].amount: 10000000000000 {CENTS}"),
        ("wagers[0].box", GONE, "wagers[1].box: missing"),
        ("wagers[0].box", 0, f"wagers[1].box: 0 {BOX}"),
        ("wagers[0].box", 101, f"wagers[1].box: 101 {BOX}"),
        ("wagers[0].box", True, f"wagers[1].box: true {BOX}"),
        ("wagers[0].player", GONE, "wagers[1].player: missing"),
        ("wagers[0].player", "", f'wagers[1].player: "" {NAME}'),
        ("wagers[0].player", 7, f"wagers[1].player: 7 {NAME}"),
        ("wagers[0].player", "P" * 101, f'wagers[1].player: "{"P" * 38}… {NAME}'),
        ("wagers[0].wager", GONE, "wagers[1].wager: missing"),
        ("wagers[0].wager", "banker", f'wagers[1].wager: "banker" is not one of {WAGERS}'),
        (
            "wagers[0].wager",
            "perfect pair",
            f'wagers[1].wager: "perfect pair" is not one of {WAGERS}; did you mean perfect-pairs?',
        ),
        ("wagers[0].seated", 1, "wagers[1].seated: 1 is not true or false"),
        ("wagers[0].stake", 20, "wagers[1].stake: there is no such field"),
        (
            "wagers[1].player",
            "P",
            "wagers[2]: the same player has the same wager on the same box in wagers[1]",
        ),
        # decisions
        ("decisions[0]", "hit", 'decisions[1]: "hit" is not an object'),
        ("decisions[0].action", GONE, "decisions[1].action: missing"),
        ("decisions[0].action", "fold", f'decisions[1].action: "fold" is not one of {ACTIONS}'),
        ("decisions[0].action", 1, f"decisions[1].action: 1 is not one of {ACTIONS}"),
        ("decisions[4].hand", GONE, "decisions[5].hand: missing"),
        ("decisions[4].hand", 0, "decisions[5].hand: 0 is not the place of a hand, from 1"),
        ("decisions[4].box", GONE, "decisions[5].box: missing"),
        ("decisions[4].box", "1", f'decisions[5].box: "1" {BOX}'),
        ("decisions[4].amount", 20, "decisions[5].amount: there is no such field"),
        ("decisions[0].amount", GONE, "decisions[1].amount: missing"),
        ("decisions[0].amount", -1, f"decisions[1].amount: -1 {ASKED}"),
        ("decisions[0].amount", 0.5, f"decisions[1].amount: 0.5 {ASKED}"),
        ("decisions[0].player", GONE, "decisions[1].player: missing"),
        ("decisions[1].on", 3, f"decisions[2].on: 3 {NAME}"),
        ("decisions[2].players", GONE, "decisions[3].players: missing"),
        ("decisions[2].players", "P", 'decisions[3].players: "P" is not a list of players'),
        ("decisions[2].players", [1], f"decisions[3].players[1]: 1 {NAME}"),
        ("decisions[2].players", ["P", "P"], "decisions[3].players: a player is named twice"),
        ("decisions[3].stakes", GONE, "decisions[4].stakes: missing"),
        (
            "decisions[3].stakes",
            ["P"],
            'decisions[4].stakes: ["P"] is not an object from players to amounts',
        ),
        ("decisions[3].stakes.Q", 1.5, f"decisions[4].stakes.Q: 1.5 {ASKED}"),
        ("decisions[3].stakes.Q", True, f"decisions[4].stakes.Q: true {ASKED}"),
        ("decisions[3].stakes.Q", -5, f"decisions[4].stakes.Q: -5 {ASKED}"),
        ("decisions[3].stakes.Q", 10**30, f"decisions[4].stakes.Q: 1{'0' * 30} {ASKED}"),
        (
            "decisions[5]",
            GONE,
            "decisions[6]: missing; R decides about box 2, hand 1 (TS 9H, 19)",
        ),
        (
            "decisions",
            [],
            "decisions[1]: missing; P decides about box 1, hand 1 (8S 8H, 16)",
        ),
    ],
)
def test_the_message_names_the_field(place: str, value: object, says: str) -> None:
    said = message(changed(place, value))
    assert said.startswith(says)


def test_two_players_cannot_sit_at_one_box() -> None:
    file = round_file("act-blackjack-2018", "1 P* 20; 1 Q* 10", "8S AD 9H KC", "1 stand")
    assert message(file) == "wagers[2].seated: somebody else sits at box 1"


@pytest.mark.parametrize("cards", ["AS 6D KH", "AS KD KH 5C"])
def test_a_payment_that_is_not_a_whole_cent(instrument: str, cards: str) -> None:
    file = round_file(instrument, "1 P 10", cards, multiples={}, limits={})
    file["wagers"] = [
        {"box": 1, "player": "P", "wager": "main", "amount": 1000},
        {"box": 1, "player": "Q", "wager": "main", "amount": 1005},
    ]
    assert message(file) == ("wagers[2].amount: 3 to 2 on 10.05 is not a whole number of cents")


# --- what is not even JSON


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "not JSON: there is nothing in it"),
        (b" \n", "not JSON: there is nothing in it"),
        (b"5 rounds", "the round: expected `object`, got `int`"),
        (b"{", "not JSON: input data was truncated, at line 1, column 2"),
        (
            b'{"instrument":\n  "act\xc3\xa9", x',
            "not JSON: object keys must be strings, at line 2, column 11",
        ),
        (b'{"instrument": "x"} y', "not JSON: trailing characters, at line 1, column 22"),
        (b'{"instrument": NaN}', "not JSON: invalid character, at line 1, column 16"),
        (b"[]", "the round: [] is not an object"),
        (b"null", "the round: null is not an object"),
        (b'"a round"', 'the round: "a round" is not an object'),
        (b"12", "the round: 12 is not an object"),
        (b'{"cards": ' + b"[" * 100_000, "the JSON is nested too deeply for a round"),
        (b'{"instrument": "act-\xff"}', "not JSON: invalid start byte in UTF-8"),
        (b" " * 1_000_001, "a round of more than 1,000,000 bytes is too long"),
    ],
    ids=range(14),
)
def test_what_is_not_json(text: bytes, says: str) -> None:
    assert message(text).startswith(says)


def test_a_mapping_that_is_not_json() -> None:
    assert message({"cards": object()}).startswith("the round cannot be written as JSON")
    assert message({"cards": "\ud800"}).startswith("the round cannot be written as JSON")


@pytest.mark.parametrize("options", [b'{"decks\xff": 6}', b'{"\\ud800": 6}'])
def test_options_that_are_not_json(options: bytes) -> None:
    data = json.dumps({**good(), "options": 0}).encode()
    said = message(data.replace(b'"options": 0', b'"options": ' + options))
    assert said.startswith(("options: not JSON", "not JSON"))


def test_a_message_is_fit_for_a_terminal() -> None:
    said = message(changed("wagers[0].wager", "\x1b[2J\n\u202e"))
    assert said.startswith('wagers[1].wager: "\\u001b[2J\\n\\u202e" is not one of')
    said = message({**good(), "\x1b[2J": 1})
    fields = (
        "instrument, options, boxes, chips, cards, script, prepared, before, paid, source, stop"
    )
    assert said == f"\\u001b[2J: there is no such field, only {fields}, wagers, decisions"
    assert len(message(changed("options.decks", "x" * 10_000))) <= 300


def test_many_entries_are_answered_at_once() -> None:
    file = good()
    file["wagers"] = [
        {"box": 1, "player": f"P{i}", "wager": "perfect-pairs", "amount": 500} for i in range(501)
    ]
    assert "is not a list of no more than 500 wagers" in message(file)
