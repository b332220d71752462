"""The readable account: what happened, in order, under which clauses, and what those say."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.adjudication.files import round_file

from croupier.adjudication import explain
from croupier.rulebook.instruments import load


def told(account: str) -> list[str]:
    """The lines of the story, each with its clauses after a bar."""
    story = account.split("\n\nClauses\n")[0].split("\n\n", 1)[1]
    return [re.sub(r"\s{2,}", " | ", line.strip()) for line in story.splitlines() if line.strip()]


def test_a_round_from_the_wagers_to_the_net() -> None:
    file = round_file(
        "act-blackjack-2018",
        "1 ana 20 perfect-pairs 5; 1 ben* 10; 2 cat 600; 3 dan 5",
        "8S KS QH AD 8H 9S 9H 3C 10D 10C KD 6C",
        "ben insures 1 for 5; cat insures ana on 1 for 10; dan insures ana on 1 for 2.50;"
        "1 split ben; 1 double ben 10 ana 5; 1.2 stand; 2 stand; 3 hit",
        side_bets=["perfect-pairs"],
    )
    account = explain(file, width=160)
    assert account.startswith(
        "Casino Control (Blackjack) Approval 2018 (No 1), NI2018-568\n"
        "decks 6; soft 17 stand; side bets perfect-pairs; "
        "limits main $10 to $500, perfect-pairs $5 to $100; multiples main $5; "
        "smallest chip $2.50\n"
    )
    assert told(account) == [
        "Wagers",
        "ana has main $20 on box 1 | 4.1",
        "ana has perfect-pairs $5 on box 1 | 4.1",
        "ben has main $10 on box 1 | 4.1",
        "cat has main $600 on box 2; $100 goes back and $500 stands | 3.5",
        "dan has main $5 on box 3; under the minimum, and taken this once | 3.4",
        "ben decides for box 1 | 4.5, 4.5(a)",
        "Initial deal",
        "box 1: 8S 8H, hard 16 | 6.2(a), 6.2(c)",
        "box 2: KS 9S, hard 19 | 6.2(a), 6.2(c)",
        "box 3: QH 9H, hard 19 | 6.2(a), 6.2(c)",
        "the dealer: AD | 6.2(b)",
        "Side bets",
        "ana's perfect-pairs $5 on box 1 wins $30 | "
        "17.9, 17.9(a), 17.4(b), 17.12, 17.12(a), 17.10, 17.11(b)",
        "Insurance",
        "the dealer shows an ace, and owners may insure | 7.1, A:Insurance wager",
        "ben insures box 1 for $5 | 7.1, A:Insurance wager, 7.3, A:Insurance line",
        "Insurance on others",
        "others may insure where the owner declined | 7.2",
        "cat asks to insure ana on box 1 for $10 | 7.2, 7.3, A:Insurance line",
        "dan asks to insure ana on box 1 for $2.50 | 7.2, 7.3, A:Insurance line",
        "cat insures ana on box 1 for $10 | 7.2, 7.2(b)",
        "dan's insurance $2.50 on box 1 for ana goes back | 7.2, 7.2(b)",
        "Subsequent deal",
        "ben splits box 1 for $10 | 9.1(a), A:Split",
        "ana rides on the first hand | 10.2, 10.2(b)",
        "3C to box 1, hand 1: 8S 3C, hard 11 | 10.4, 10.6",
        "ben doubles box 1, hand 1 for $10 | 9.1(b), 11.3",
        "ana doubles too, for $5 | 11.2",
        "TD to box 1, hand 1: 8S 3C TD, hard 21 | 9.1(b), 11.3",
        "box 1, hand 1 is over: 21 takes no more cards | 9.2(a)",
        "TC to box 1, hand 2: 8H TC, hard 18 | 10.4, 10.6",
        "ben stands on box 1, hand 2 | 9.1(d)",
        "cat stands on box 2 | 9.1(d)",
        "dan draws on box 3 | 9.1(c)",
        "KD to box 3: QH 9H KD, bust with 29 | 9.1(c)",
        "box 3 is over: over 21 | 13.1(d)",
        "dan's main $5 on box 3 loses | 13.1(d)",
        "Dealer's hand",
        "6C to the dealer: AD 6C, soft 17 | 12.1, 12.1(a)",
        "ben's insurance $5 on box 1 loses | 7.6, 7.6(a)",
        "cat's insurance $10 on box 1 for ana loses | 7.6, 7.6(a)",
        "the dealer stops at 17 | 12.1, 12.1(a)",
        "Final settlement",
        "ana's main $25 on box 1, hand 1 wins $25 | 13.1(b), 13.2(b)",
        "ben's main $20 on box 1, hand 1 wins $20 | 13.1(b), 13.2(b)",
        "ben's main $10 on box 1, hand 2 wins $10 | 13.1(b), 13.2(b)",
        "cat's main $500 on box 2 wins $500 | 13.1(b), 13.2(b)",
        "Net",
        "ana | +$55",
        "ben | +$25",
        "cat | +$490",
        "dan | \N{MINUS SIGN}$5",
    ]


def test_every_cited_clause_is_said_in_the_words_of_the_rulebook(instrument: str) -> None:
    account = explain(round_file(instrument, "1 P 20", "8S 9D 8H 10C", "1 stand"), width=1000)
    glossary = account.partition("\n\nClauses\n")[2]
    story = told(account)[: told(account).index("Net")]
    cited = {id for line in story for id in line.partition(" | ")[2].split(", ") if id}
    said = dict(re.split(r"\s{2,}", line.strip(), maxsplit=1) for line in glossary.splitlines())
    assert said == {id: load(instrument).clause(id).says for id in cited}
    assert "13.1(e)" in said


@pytest.mark.parametrize("width", [50, 60, 80, 100])
def test_lines_keep_to_the_width(instrument: str, width: int) -> None:
    file = round_file(instrument, "1 P 20", "8S AD 8H 3C 10D 10C KC", "1 split P; 1 stand")
    file["decisions"][1] = {"action": "hit", "box": 1, "hand": 1}
    file["decisions"].append({"action": "stand", "box": 1, "hand": 2})
    lines = explain(file, width).splitlines()[2:]
    assert [line for line in lines if len(line) > width] == []


def test_a_refused_decision_ends_the_story() -> None:
    account = explain(round_file("act-blackjack-2006", "1 P 10", "5S 9D 6H", "1 stand"))
    assert told(account)[-2:] == [
        "Refused",
        "decision 1: a hard total of 11 must draw to 12 or more, or double | 9.2(b)",
    ]
    assert "9.2(b)  With a hard total under 12 a player may not stand" in account


def test_a_refused_wager_is_a_story_of_its_own() -> None:
    account = explain(round_file("act-blackjack-2006", "1 P 12", "5S 9D 6H", "1 stand"))
    assert told(account) == ["Refused", "wager 1: 12 is not a multiple of 5 | 3.3"]


def test_void_wagers(instrument: str) -> None:
    if instrument == "act-blackjack-2006":
        file = round_file(instrument, "1 N perfect-pairs 5", "", side_bets=["perfect-pairs"])
        assert told(explain(file)) == [
            "Wagers",
            "N has perfect-pairs $5 on box 1; it is void and goes back | 18.10",
            "Net",
            "N | $0",
        ]


def test_a_name_cannot_draw_on_the_screen() -> None:
    file: dict[str, Any] = round_file("act-blackjack-2018", "1 P 15", "AH 9D JC")
    file["wagers"][0]["player"] = "P\x1b[2J\n"
    account = explain(file)
    assert "P\\u001b[2J\\u000a's main $15" in account
    assert account.replace("\n", "").isprintable()
