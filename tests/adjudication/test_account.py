"""The account of a script: every entry and what followed, refusals, claims and what went wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest

from croupier.adjudication import account_of, explain
from croupier.adjudication.account import entry_in_words

DISPUTE: dict[str, Any] = {
    "instrument": "act-blackjack-2018",
    "options": {"decks": 6, "soft_17": "stand"},
    "cards": ["8S", "6D", "8H", "3C", "TC", "TD", "4D"],
    "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 1000}],
    "script": [
        {"action": "split", "box": 1, "hand": 1, "players": ["ana"]},
        {"action": "hit", "box": 1, "hand": 1},
        {"deal": 1},
        {"do": "cut", "player": "ana", "at": 90},
        {"do": "drawn-in-error", "card": "5C"},
        {"action": "stand", "box": 1, "hand": 2},
    ],
    "paid": [{"player": "ana", "box": 1, "hand": 1, "wager": "main", "net": 1500}],
}


def told(file: dict[str, Any]) -> list[str]:
    """The lines of the account without the glossary, each with its clauses after a bar."""
    story = explain(file, 200).split("\n\nClauses\n")[0].split("\n\n", 1)[1]
    return [re.sub(r"\s{2,}", " | ", line.strip()) for line in story.splitlines() if line.strip()]


def test_a_script_is_told_entry_by_entry() -> None:
    assert told(DISPUTE) == [
        "Wagers",
        "ana has main $10 on box 1",
        "What happened",
        "1. split on box 1, hand 1 by ana",
        "round 1: no more bets | 6.2",
        "cards: box 1 8S, dealer 6D, box 1 8H | 6.2(a), 6.2(b), 6.2(c)",
        "ana splits box 1 for $10 | 9.1(a), A:Split",
        "2. hit on box 1, hand 1",
        "3C to box 1, hand 1: 8S 3C, hard 11 | 10.4, 10.6",
        "ana draws on box 1, hand 1 | 9.2(b)",
        "3. the next card is dealt",
        "TC to box 1, hand 1: 8S 3C TC, hard 21 | 9.2(b)",
        "box 1, hand 1 is over: 21 takes no more cards | 9.2(a)",
        "4. cut: player ana, at 90",
        "refused: the cards are not to be cut now | 5.2",
        "5. drawn-in-error: card 5C",
        "5C is set aside to be the next card | 14.2",
        "6. stand on box 1, hand 2",
        "5C to box 1, hand 2: 8H 5C, hard 13 | 10.4, 10.6",
        "ana stands on box 1, hand 2 | 9.1(d)",
        "Then, by itself",
        "TD to the dealer: 6D TD, hard 16 | 12.1, 12.1(a)",
        "4D to the dealer: 6D TD 4D, hard 20 | 12.1, 12.1(a)",
        "the dealer stops at 20 | 12.1, 12.1(a)",
        "ana's main $10 on box 1, hand 1 wins $10 | 13.1(b), 13.2(b)",
        "ana's main $10 on box 1, hand 2 loses | 13.1(e)",
        "What each wager is worth",
        "ana's main $10 on box 1, hand 1: wins $10 | 13.1(b), 13.2(b)",
        "ana's main $10 on box 1, hand 2: loses $10 | 13.1(e)",
        "What the table paid",
        "does not agree: ana's main on box 1, hand 1: paid +$15, the rules give +$10: $5 too much; "
        "that is 3 to 2 on $10: what a Blackjack is paid (8.1(a), 13.2(a)) | 13.1(b), 13.2(b)",
        "Net",
        "ana | $0",
    ]


def test_the_glossary_has_what_a_claim_is_compared_with() -> None:
    glossary = explain(DISPUTE).split("\n\nClauses\n")[1]
    assert re.search(r"^  13\.2\(a\) ", glossary, re.MULTILINE)


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ({"net": 1000}, "paid +$10, as the rules give"),
        ({"net": 0}, "$10 too little; that is as if the stake had gone back"),
        ({"net": -1000}, "$20 too little; that is as if the whole stake had been lost"),
        (
            {"net": 2000},
            "$10 too much; that is 2 to 1 on $10: what winning insurance is paid (7.5)",
        ),
        ({"net": 1234}, "paid +$12.34, the rules give +$10: $2.34 too much"),
        ({"hand": 3}, "paid $0, and there is no such wager in that round"),
        ({"player": "ben"}, "and there is no such wager in that round"),
        ({"round": 7}, "in round 7: paid $0, and there is no such wager in that round"),
    ],
)
def test_a_claim_says_where_it_went_wrong(claim: dict[str, Any], says: str) -> None:
    about = {"player": "ana", "box": 1, "hand": 1, "wager": "main", "net": 0, **claim}
    lines = told({**DISPUTE, "paid": [about]})
    assert says in lines[lines.index("What the table paid") + 1]


def test_a_claim_about_several_wagers_is_not_guessed_at() -> None:
    about = {"player": "ana", "box": 1, "wager": "main", "net": 1500}
    lines = told({**DISPUTE, "paid": [about]})
    line = lines[lines.index("What the table paid") + 1]
    assert "the rules give $0: $15 too much | " in line


def test_a_plain_file_has_its_claims_too() -> None:
    file = {
        "instrument": "act-blackjack-2018",
        "options": {"decks": 6},
        "cards": ["AS", "9D", "KH"],
        "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 1000}],
        "paid": [{"player": "ana", "wager": "main", "net": 1000}],
    }
    lines = told(file)
    assert "Initial deal" in lines
    (line,) = (each for each in lines if each.startswith("does not agree"))
    assert "$5 too little; that is 1 to 1 on $10: " in line


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"deal": 1}, "the next card is dealt"),
        ({"deal": 3}, "the next 3 cards are dealt"),
        ({"deal": "all"}, "all cards that are due are dealt"),
        ({"wait": 1500}, "1.5 seconds pass"),
        ({"next": True}, "on to the next round"),
        ({"deal": 1, "at": 2000}, "the next card is dealt, 2 seconds after the start"),
        ({"action": "stand", "box": 2, "hand": 1}, "stand on box 2, hand 1"),
        ({"action": "fold", "box": 2}, "fold on box 2"),
        ({"action": "play", "box": 2, "amount": 4000}, "play on box 2, amount $40"),
        (
            {"action": "double", "box": 1, "hand": 1, "stakes": {"ana": 1000, "ben": 500}},
            "double on box 1, hand 1 by ana $10 and ben $5",
        ),
        ({"action": "split", "box": 1, "hand": 2, "players": []},
         "split on box 1, hand 2 by nobody"),
        (
            {"action": "insurance", "player": "ben", "box": 3, "on": "ana", "amount": 2000},
            "ben: insurance on box 3, on ana, amount $20",
        ),
        ({"do": "burn-forgotten"}, "burn-forgotten"),
        ({"warned": "ana"}, "ana had been told that short wagers go back"),
        ({"do": "cut", "player": "ana", "at": 90}, "cut: player ana, at 90"),
        (
            {"do": "deal", "card": "9C", "laid_on": [2, 1], "by": "dan", "at": 500},
            "deal: card 9C, laid on box 2, hand 1 (dan), 0.5 seconds after the start",
        ),
        ({"do": "deal", "card": "9C", "laid_on": [0, 2]}, "deal: card 9C, laid on hand 2"),
    ],
)  # fmt: skip
def test_an_entry_in_words(entry: dict[str, Any], words: str) -> None:
    assert entry_in_words(entry) == words


def test_a_name_cannot_draw_on_the_screen() -> None:
    file = {**DISPUTE, "wagers": [{**DISPUTE["wagers"][0], "player": "\x1b[2J"}]}
    file["script"] = [{"do": "raise-dispute", "player": "\x1b[2J", "about": "\u202eevil"}]
    file["stop"] = True
    text = explain(file)
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_a_round_that_was_put_right_is_told_as_it_is_now() -> None:
    file = {
        **DISPUTE,
        "cards": ["8S", "TS", "6D", "3H", "7H", "TD", "9H"],
        "wagers": [
            {"box": box, "player": player, "wager": "main", "amount": 1000}
            for box, player in ((1, "ana"), (2, "ben"))
        ],
        "script": [
            {"action": "hit", "box": 1, "hand": 1},
            {"do": "deal", "card": "9C", "laid_on": [2, 1]},
            {"do": "reconstruct", "reason": "it was due to box 1"},
            {"action": "stand", "box": 1, "hand": 1},
            {"action": "stand", "box": 2, "hand": 1},
        ],
        "paid": [],
    }
    lines = told(file)
    assert "9C to box 2, meant for box 1: TS 7H 9C, bust with 26 | 9.2(b)" in lines
    anew = lines[lines.index("3. reconstruct: reason it was due to box 1") :]
    assert any(line.startswith("9C to box 1: 8S 3H 9C, hard 20") for line in anew)


def test_every_line_keeps_to_the_width() -> None:
    for width in (50, 80, 120):
        text = explain(DISPUTE, width)
        assert max(map(len, text.splitlines())) <= width


def test_nothing_is_told_that_is_not_in_the_answer() -> None:
    account = account_of(DISPUTE)
    assert [told.place for told in account.told] == [1, 2, 3, 4, 5, 6, None]


def test_what_was_in_force_before_is_told() -> None:
    before = [{"warned": "ana"}, {"do": "permit-several-boxes", "player": "ana"}]
    lines = told({**DISPUTE, "before": before})
    assert lines[:3] == [
        "Before the file's first round",
        "ana had been told that short wagers go back",
        "permit-several-boxes: player ana",
    ]
