"""A copy of the rules hands over the rules of that very table, in our words."""

from __future__ import annotations

from typing import Any

import pytest
from tests.baccarat.table_support import open_table as baccarat
from tests.challenge.table_support import open_table as challenge
from tests.holdem.table_support import open_table as holdem
from tests.table_support import open_table as blackjack
from tests.table_support import player

from croupier.game_rules.rules_copy import copy_of
from croupier.table.acts.conduct import AskForRules
from croupier.table.facts import Notified

TABLES: dict[str, Any] = {
    "act-blackjack-2006": lambda: blackjack("act-blackjack-2006", "P"),
    "act-blackjack-2018": lambda: blackjack("act-blackjack-2018", "P"),
    "nsw-blackjack-challenge": lambda: challenge("P"),
    "act-mini-baccarat-2016": lambda: baccarat("P"),
    "act-ultimate-texas-holdem-2025": lambda: holdem("P"),
}


@pytest.mark.clause("06:16.9", "18:16.9", "nsw:18.14", "bac:14.9", "uth:15.10")
def test_whoever_asks_gets_every_clause_and_every_choice_of_the_table() -> None:
    for instrument, opened in TABLES.items():
        at = opened()
        at.do(AskForRules(player="P"), player("P"))
        assert at.last(Notified).to == "P"
        book, copy = at.table.game.instrument, copy_of(at.table)
        clauses = [each.clauses[0] for part in copy.parts for each in part.clauses]
        assert clauses == [clause.id for clause in book.clauses], instrument
        assert len(copy.readings) == len(book.options)
        assert copy.sign
        for clause in book.clauses:
            assert clause.says in copy.text
        number = "" if book.number == "unnumbered" else f" ({book.number})"
        assert copy.text.startswith(f"{book.title}{number}, {book.authority}\n")


@pytest.mark.clause("nsw:18.14")
def test_18_14_it_says_what_was_chosen_at_the_table() -> None:
    at = challenge("P", seen_between_rounds="burned", decision_timer=30, smallest_chip=5_00)
    at.do(AskForRules(player="P"), player("P"))
    said = " ".join(each.says for each in copy_of(at.table).readings)
    assert "It is burnt, like one seen on the dealer's complete hand" in said
    assert "16.10 applies; none leaves it to the dealer's judgment. 30." in said
    assert "wins are rounded up to it. $5." in said
    assert "main: $10 to $500" in said
