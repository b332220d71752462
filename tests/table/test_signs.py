"""The sign at a table: every line that its rules want to be read there."""

from __future__ import annotations

from typing import Any

import pytest
from tests.baccarat.table_support import conventions as baccarat
from tests.challenge.table_support import conventions as challenge
from tests.table_support import conventions as blackjack

from croupier.game_rules import signs, table_for
from croupier.table.wagers import Sign

SIGNS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "act-blackjack-2006": (
        blackjack(side_bets=["super-sevens", "perfect-pairs"]),
        {
            "Blackjack $10 to $500, steps of $5": "3.1",
            "6 decks": "2.1",
            "Dealer draws to 16, stands on all 17s": "12.1",
            "Blackjack pays 3 to 2": "13.2(a)",
            "Insurance pays 2 to 1": "7.4",
            "Double on any two cards": "A:Double/double down",
            "Split up to 4 hands": "10.3",
            "Super Sevens $5": "17.4",
            "Sevens as the first cards of the hand, 3 to 1 up to 5,000 to 1": "17.1",
            "Perfect Pairs $5 to $100": "18.9",
            "The first two cards a pair, 6, 12 or 25 to 1": "18.1",
        },
    ),
    "act-blackjack-2018": (
        blackjack(side_bets=["pairs-play"], soft_17="hit"),
        {
            "Blackjack $10 to $500, steps of $5": "3.1",
            "6 decks": "2.1",
            "Dealer draws to 16 and on a soft 17": "12.1(b)",
            "Blackjack pays 3 to 2": "13.2(a)",
            "Insurance pays 2 to 1": "7.5",
            "Double on any two cards": "A:Double/double down",
            "Split up to 4 hands": "10.3",
            "Pairs Play $5 to $100": "17.19",
            "The first two cards a pair of any kind, 11 to 1": "17.1(b)",
        },
    ),
    "nsw-blackjack-challenge": (
        challenge(side_bets=["any-pairs"]),
        {
            "Blackjack Challenge $10 to $500": "6.1",
            "6 decks": "3.1",
            "Dealer must draw to 16 and stand on 17": "12.2",
            "Blackjack plays 2 to 1": "15.1.1.1",
            "Against a dealer's Blackjack, by the rank of its ten: 3 to 1, 4 to 1, 5 to 1": "3.3",
            "A tie loses": "15.1.4",
            "Double on two or three cards": "10.1",
            "Split up to 3 hands": "11.4.2",
            "Any Pairs $5 to $100": "13.2",
            "The first two cards a pair of any kind, 11 to 1": "13.1",
        },
    ),
    "act-mini-baccarat-2016": (
        baccarat(side_bets=["perfect-pairs"], settlement="B", differential=500_00),
        {
            "Banker $10 to $10,000": "3.1",
            "Player $10 to $10,000": "3.1",
            "Tie $10 to $10,000": "3.1",
            "Banker pair $5 to $500": "9.3",
            "Player pair $5 to $500": "9.3",
            "8 decks, two cutting cards": "2.1",
            "Player pays 1 to 1": "8.9(a)",
            "Banker pays 1 to 1": "8.9(b)",
            "Banker with 6 pays 1 to 2": "8.9(b)",
            "Tie pays 8 to 1": "8.9(c)",
            "Mixed pair pays 5 to 1": "10.6(a)",
            "Coloured pair pays 12 to 1": "10.6(b)",
            "Perfect pair pays 25 to 1": "10.6(c)",
            "Settlement by method B": "8.3",
            "Cards are dealt face up": "2.2",
            "Table differential 500": "3.6",
        },
    ),
}


@pytest.mark.parametrize("instrument", SIGNS)
def test_the_sign_says_all_that_is_to_be_read_there(instrument: str) -> None:
    options, wanted = SIGNS[instrument]
    table = table_for(instrument, options)
    said = {
        line.value: line.clauses
        for line in signs.sign(table.game, Sign.from_options(table.options).of)
    }
    assert list(said) == list(wanted)
    for words, clause in wanted.items():
        assert clause in said[words], words
