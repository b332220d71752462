"""The readable account of a coup: what happened, in order, and under which clauses."""

from __future__ import annotations

import re

from tests.baccarat.cases import BACCARAT, PERFECT
from tests.baccarat.files import EXAMPLE, round_file, told

from croupier.adjudication import explain
from croupier.rulebook.instruments import load


def test_a_coup_from_the_wagers_to_the_net() -> None:
    file = round_file(
        "ana banker 700 player-pair 10; ben banker 10 banker-pair 10; cat player 20 tie 5",
        "2H KC 2D 5S 4S 9S",
        limits={"banker": [2500, 50000]},
        side_bets=PERFECT,
    )
    account = explain(file, width=160)
    assert account.startswith(
        "Casino Control (Mini Baccarat) Approval 2016 (No 3), NI2016-685\n"
        "settlement A; side bets perfect-pairs; burn method a; limits banker $25 to $500\n"
    )
    assert told(account) == [
        "Wagers",
        "ana has banker $700; $200 goes back and $500 stands | 3.5",
        "ana has player-pair $10 | 9.7, 9.4, 4.3, 4.3(d)",
        "ben has banker $10; under the minimum, and taken this once | 3.4",
        "ben has banker-pair $10 | 9.7, 9.4, 4.3, 4.3(d)",
        "cat has player $20 | 4.1, 4.3, 4.3(b)",
        "cat has tie $5 | 4.1, 4.3, 4.3(c)",
        "Initial deal",
        "the player: 2H 2D, 4 | 6.2(a), 6.2(b)",
        "the banker: KC 5S, 5 | 6.2(a), 6.2(b)",
        "Pairs",
        "ben's banker-pair $10 loses | 9.8(c), 8.7(b), 9.5, 9.5(b), 9.5(a), 9.9(a)",
        "ana's player-pair $10 wins $120 | "
        "9.8(b), 8.7(a), 9.5, 9.5(a), 10.3, 10.3(a), 9.9(b), 10.6(b), 8.8(d), 8.8(d)[2]",
        "Third cards",
        "4S to the player: 2H 2D 4S, 8 | 7.2, 7.2:row 0-5, A:Draw",
        "9S to the banker: KC 5S 9S, 4 | 7.3, 7.3:row 5",
        "Result",
        "the player wins, 8 to 4 | 8.5(a)",
        "Settlement",
        "ana's banker $500 loses | 8.4(b)",
        "ben's banker $10 loses | 8.4(b)",
        "cat's player $20 wins $20 | 8.5(a), 8.8(a)",
        "cat's tie $5 loses | 8.6(b)",
        "Net",
        "ana | \N{MINUS SIGN}$380",
        "ben | \N{MINUS SIGN}$20",
        "cat | +$15",
    ]


def test_naturals_and_ties_are_told() -> None:
    story = told(explain(round_file("X player 10", "9C 9D KD KH")))
    assert story[2:9] == [
        "Initial deal",
        "the player: 9C KD, natural 9 | 6.2(a), 6.2(b)",
        "the banker: 9D KH, natural 9 | 6.2(a), 6.2(b)",
        "Third cards",
        "the player's natural 9 ends the drawing | 6.4, A:Natural",
        "the banker's natural 9 ends the drawing | 6.4, A:Natural",
        "Result",
    ]
    assert story[9:12] == [
        "a tie at 9 | A:Tie, 8.6(a)",
        "Settlement",
        "X's player $10 stands off | 8.5(c)",
    ]
    story = told(explain(round_file("X player 10", "2C 9D KD KH")))
    assert "the player takes no card against a natural | 6.4" in story
    story = told(explain(round_file("X player 10", "KC KD 6D 7H")))
    assert "the player stands on 6 | 7.2, 7.2:row 6-7, A:Stand" in story


def test_every_cited_clause_is_said_in_the_words_of_the_rulebook() -> None:
    account = explain(EXAMPLE, width=1000)
    glossary = account.partition("\n\nClauses\n")[2]
    story = told(account)[: told(account).index("Net")]
    cited = {id for line in story for id in line.partition(" | ")[2].split(", ") if id}
    said = dict(re.split(r"\s{2,}", line.strip(), maxsplit=1) for line in glossary.splitlines())
    assert said == {id: load(BACCARAT).clause(id).says for id in cited}


def test_a_name_cannot_draw_on_the_screen() -> None:
    file = round_file("X banker 10", "2H KC 2D 6S 9S")
    file["wagers"][0]["player"] = "X\x1b[2J\n"
    account = explain(file)
    assert "X\\u001b[2J\\u000a's banker $10" in account
    assert account.replace("\n", "").isprintable()
