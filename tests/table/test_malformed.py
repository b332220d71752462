"""Commands as they come from outside: what is not one is refused by name, and nothing is lost."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from tests.table_support import (
    DEALER,
    INSPECTOR,
    OPERATOR,
    SUPERVISOR,
    At,
    open_table,
    player,
)

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person
from croupier.games.blackjack.game import ACTS
from croupier.rulebook.citations import Refused
from croupier.table.table import Phase


def decode(text: str | bytes) -> Command:
    command: Command = msgspec.json.decode(text, type=ACTS.commands)
    return command


def do(tag: str, **fields: Any) -> dict[str, Any]:
    return {"do": tag, **fields}


P, Q = player("P"), player("Q")


def received(at: At, by: Person, text: str) -> None:
    """What a table that is reached by others does with what it is sent."""
    at.do(decode(text), by)


@pytest.fixture
def at(instrument: str) -> At:
    """P and Q with a wager each, betting still open."""
    at = open_table(instrument, "P Q", side_bets=["perfect-pairs"])
    at.bet("P", 1, 20)
    at.bet("Q", 2, 10)
    return at


# --- not a command at all: the decoder names the field


def test_a_card_is_read_however_people_write_it(at: At) -> None:
    at.no_more_bets()
    for text in ("10s", "tS", " 9h "):
        received(at, DEALER, json.dumps({"do": "deal", "card": text}))
    assert (at.cards(1), at.cards(2), at.cards(0)) == ("TS", "TS", "9H")


# --- a command, and nonsense: the table names the field or the clause


@pytest.mark.parametrize(
    ("by", "command", "said", "clause"),
    [
        (P, do("place-wager", player="P", box=0, amount=1000), "box", "A:Box"),
        (P, do("place-wager", player="P", box=99, amount=1000), "box", "A:Box"),
        (P, do("place-wager", player="P", box=1, amount=-500), "chips", "4.2"),
        (P, do("place-wager", player="P", box=1, amount=1), "multiple", "3.3"),
        (
            P,
            do("place-wager", player="P", box=1, amount=10**30),
            "has $9,980 in chips",
            "4.2",
        ),
        (
            P,
            do("place-wager", player="P", box=1, amount=500, wager="keno"),
            "keno is not offered",
            "",
        ),
        (player("Z"), do("place-wager", player="Z", box=1, amount=1000), "Z is not", "4.1"),
        (P, do("place-wager", player="Q", box=1, amount=1000), "for Q", "4.1"),
        (P, do("bring-chips", player="P", amount=0), "amount", "4.2"),
        (P, do("bring-chips", player="P", amount=-100), "amount", "4.2"),
        (P, do("take-chips", player="P", amount=-100), "amount", "4.2"),
        (P, do("sit", player="P", box=-3), "box", "A:Box"),
        (player(""), do("arrive", player=""), "player", "4.1"),
        (player("  "), do("arrive", player="  "), "player", "4.1"),
        (DEALER, do("deal", card="AS"), "no card is due", "14.2"),
        (P, do("deal", card="AS"), "takes a dealer", "A:Dealer"),
        (P, do("stand", box=1), "no round", "A:Round of play"),
        (P, do("stand", box=-1, hand=0), "no round", "A:Round of play"),
        (DEALER, do("insert-cutting-card", from_back=-5), "not been cut", "5.3"),
        (SUPERVISOR, do("fill-float", amount=0), "no chips", "A:Float"),
        (SUPERVISOR, do("fill-float", amount=-(10**12)), "less than that", "A:Float"),
        (SUPERVISOR, do("place-marker", player="P", box=1, limit=-1), "limit", "3.2"),
        (SUPERVISOR, do("place-marker", player="P", box=0, limit=90000), "box", "A:Box"),
        (SUPERVISOR, do("change-limits", limits={"main": [0, 100]}), "limits.main", "3.1"),
        (SUPERVISOR, do("change-limits", limits={"main": [500, 100]}), "limits.main", "3.1"),
        (SUPERVISOR, do("change-limits", limits={"keno": [1, 2]}), "limits", "3.1"),
        (
            SUPERVISOR,
            do("change-limits", limits={}, multiples={"main": -5}),
            "limits.main",
            "3.1",
        ),
        (SUPERVISOR, do("announce-closure", rounds=-1), "rounds", "15.2"),
        (SUPERVISOR, do("set-session", rounds=0), "tournament", "A:Session"),
        (OPERATOR, do("set-hours", opens=5, closes=5), "hours", "15.1"),
        (SUPERVISOR, do("void-round", ground="boredom", reason="x"), "ground", "16.3"),
        (SUPERVISOR, do("void-round", ground="fraud", reason="x", round=-4), "round", "16.3"),
        (SUPERVISOR, do("void-earlier-round", round=0, reason="x"), "round", "14.5"),
        (
            SUPERVISOR,
            do("new-cards", checked_by_supervisor="", checked_by_dealer="d"),
            "each",
            "2.4",
        ),
        (
            SUPERVISOR,
            do("new-cards", checked_by_supervisor="s", checked_by_dealer="d", device="hat"),
            "device",
            "A:Shoe",
        ),
        (DEALER, do("record-breach", person="P", clause="99.9", what="x"), "clause", "16.2"),
        (DEALER, do("check-cards", occasion="lunch"), "cards are checked", "2.2"),
        (DEALER, do("attest", duty="tea", statement="x"), "duty", "16.5"),
        (P, do("raise-dispute", player="P", about="x", round=7), "round", "16.4"),
        (SUPERVISOR, do("rule-on-dispute", number=0, decision="x"), "number", "16.4"),
        (INSPECTOR, do("review-dispute", number=-1, outcome="x"), "number", "16.4"),
        (DEALER, do("reveal", secret="xyz", commitment="abc"), "commitment", "5.1"),
        (DEALER, do("no-more-bets", overlooked=[["P", 1]]), "overlooked", "3.4"),
        (DEALER, do("no-more-bets", overlooked=[["Z", 55]]), "overlooked", "3.4"),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else None,
)
def test_a_command_that_makes_no_sense_is_refused_with_its_field_or_clause(
    at: At, by: Person, command: dict[str, Any], said: str, clause: str
) -> None:
    refusal = at.refused(decode(json.dumps(command)), by)
    assert said in refusal.reason
    assert clause in refusal.clauses if clause else refusal.clauses


@pytest.mark.parametrize(
    ("by", "command", "clause"),
    [
        (P, do("hit", box=0), "12.1"),
        (P, do("hit", box=3), "9.1"),
        (P, do("hit", box=1, hand=2), "9.1"),
        (P, do("hit", box=1, hand=0), "9.1"),
        (Q, do("hit", box=2), "9.1"),
        (Q, do("hit", box=1), "4.5(a)"),
        (P, do("double", box=1, amount=0), "A:Double/double down"),
        (P, do("double", box=1, amount=-500), "A:Double/double down"),
        (P, do("double", box=1, amount=2500), "A:Double/double down"),
        (P, do("double", box=1, amount=501), "3.3"),
        (P, do("split", box=1), "A:Split"),
        (P, do("elect", player="P", box=1, amount=-5), "10.1"),
        (P, do("insure", player="P", box=1, amount=500), "7.1"),
        (P, do("insure", player="P", box=9, amount=-1), "7.1"),
        (P, do("even-money", player="P", box=1), "8.1(b)"),
        (DEALER, do("move-on"), "9.1"),
        (DEALER, do("deal", card="AS"), "14.2"),
        (DEALER, do("collect"), "A:Round of play"),
        (DEALER, do("no-more-bets"), "6.2"),
        (DEALER, do("return-short-wager", player="P", box=-1), "3.4"),
        (SUPERVISOR, do("void-wager", player="P", box=1, reason="x"), "16.2"),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else None,
)
def test_so_is_one_out_of_turn_or_out_of_place_in_a_round(
    at: At, by: Person, command: dict[str, Any], clause: str
) -> None:
    at.deal("10S 10H 7D 6S 6H")
    assert clause in at.refused(decode(json.dumps(command)), by).clauses


def test_the_round_goes_on_as_if_nothing_had_been_sent(at: At) -> None:
    at.deal("10S 10H 7D 9S 6H")
    for text in ('{"do":"hit","box":9}', '{"do":"deal","card":"ZZ"}', '{"do":"hit"', "null"):
        with pytest.raises((Refused, msgspec.DecodeError)):
            received(at, DEALER, text)
    received(at, player("P"), '{"do":"stand","box":1}')
    received(at, player("Q"), '{"do":"stand","box":2}')
    received(at, DEALER, '{"do":"deal","card":"10C"}')
    assert at.net() == {"P": 20, "Q": -10}
    received(at, DEALER, '{"do":"collect"}')
    assert at.table.phase is Phase.BETTING


def test_amounts_too_large_for_any_table_still_leave_a_record_that_can_be_read(at: At) -> None:
    received(at, player("P"), f'{{"do":"bring-chips","player":"P","amount":{10**30}}}')
    assert at.table.chips.balances
    assert msgspec.json.decode(at.table.record.lines[-1])["entry"]["command"]["amount"] == 10**30
