"""Commands for a table of Hold'em as they come from outside: nonsense is refused by its field."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from tests.holdem.table_support import HoldemAt, open_table, two_dealt
from tests.table_support import (
    DEALER,
    OPERATOR,
    SUPERVISOR,
    player,
)

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person
from croupier.games.holdem.game import ACTS
from croupier.rulebook.citations import Refused
from croupier.table.table import Phase

P, Q = player("P"), player("Q")


def decode(text: str | bytes) -> Command:
    command: Command = msgspec.json.decode(text, type=ACTS.commands)
    return command


def do(tag: str, **fields: Any) -> dict[str, Any]:
    return {"do": tag, **fields}


@pytest.fixture
def at() -> HoldemAt:
    """P with trips and Q with a wager each, betting still open."""
    at = open_table("P Q")
    at.bet("P", 1, 10, trips=5)
    at.bet("Q", 2, 10)
    return at


# --- not a command at all


# --- a command, and nonsense


@pytest.mark.parametrize(
    ("by", "command", "said", "clause"),
    [
        (P, do("place-wager", player="P", box=0, amount=1000, wager="ante"), "box", "A:Box"),
        (P, do("place-wager", player="P", box=1, amount=-500, wager="ante"), "chips", "4.1"),
        (P, do("place-wager", player="P", box=1, amount=1001, wager="ante"), "multiple", "5.3"),
        (P, do("place-wager", player="P", box=1, amount=1000), "ante, blind, trips", "4.2"),
        (P, do("place-wager", player="Q", box=2, amount=1000, wager="ante"), "for Q", "4.2"),
        (P, do("place-wager", player="P", box=1, amount=10**30, wager="ante"), "chips", "4.1"),
        (player("Z"), do("place-wager", player="Z", box=3, amount=1000, wager="ante"), "Z", "4.2"),
        (P, do("fold", box=1), "no round", "A:Round of Play"),
        (P, do("look-at-cards", box=-1), "no round", "A:Round of Play"),
        (DEALER, do("take-and-pay"), "no round", "A:Round of Play"),
        (DEALER, do("deal", card="AS"), "no card is due", "13.1"),
        (DEALER, do("cut", player="dan", at=26), "not to be cut", "6.3"),
        (DEALER, do("insert-cutting-card", from_back=-1), "not been cut", "6.3"),
        (DEALER, do("wrong-count", whose="dealer", cards=3), "no round", "A:Round of Play"),
        (DEALER, do("card-shown", whose="dealer", place=1), "no round", "A:Round of Play"),
        (DEALER, do("wrong-deck", found=""), "found", "13.7"),
        (DEALER, do("check-deck", whole=True), "nothing was wrong", "13.7(c)"),
        (DEALER, do("count-cards", cards=-1), "cards", "2.6"),
        (DEALER, do("overlooked-wager", player="P", box=1, wager="keno", amount=5), "wager", "4.2"),
        (DEALER, do("return-short-wager", player="P", box=1), "no such wager", "5.4"),
        (DEALER, do("no-more-bets", overlooked=[["P", 1]]), "overlooked", "5.4"),
        (DEALER, do("no-more-bets", overlooked=[["Z", 55]]), "overlooked", "5.4"),
        (DEALER, do("report-device", person="", device="x"), "who", "15.1"),
        (DEALER, do("report-collusion", player="P", what="x", words="y"), "no round", ""),
        (SUPERVISOR, do("machine-failed", fault="x", nature="x"), "shuffling shoe", "11.1"),
        (SUPERVISOR, do("order-shuffle", reason=""), "reason", "6.1(c)"),
        (SUPERVISOR, do("call-misdeal", reason="x"), "no round", "A:Round of Play"),
        (SUPERVISOR, do("place-marker", player="P", box=1, limit=-1), "limit", "5.2"),
        (SUPERVISOR, do("change-limits", limits={"ante": [0, 100]}), "limits.ante", "5.1"),
        (SUPERVISOR, do("change-limits", limits={"keno": [1, 2]}), "limits", "5.1"),
        (SUPERVISOR, do("announce-closure", rounds=-1), "rounds", "14.2"),
        (OPERATOR, do("set-hours", opens=5, closes=5), "hours", "14.1"),
        (SUPERVISOR, do("void-round", ground="boredom", reason="x"), "ground", "15.4"),
        (P, do("raise-dispute", player="P", about="x", round=7), "round", "15.5"),
        (DEALER, do("reveal", secret="xyz", commitment="abc"), "commitment", "6.1"),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else None,
)
def test_a_command_that_makes_no_sense_is_refused_with_its_field_or_clause(
    at: HoldemAt, by: Person, command: dict[str, Any], said: str, clause: str
) -> None:
    refusal = at.refused(decode(json.dumps(command)), by)
    assert said in refusal.reason
    assert clause in refusal.clauses if clause else refusal.clauses


@pytest.mark.parametrize(
    ("by", "command", "clause"),
    [
        (P, do("fold", box=2), "15.8"),
        (P, do("fold", box=7), "7.3(c)"),
        (P, do("play", box=1, amount=0), "4.1"),
        (P, do("play", box=1, amount=-4000), "4.1"),
        (P, do("play", box=1, amount=2500), "8.1(c)(ii)"),
        (P, do("concede", box=1), "9.1"),
        (P, do("look-at-cards", box=99), "8.1"),
        (DEALER, do("take-and-pay"), "9.3"),
        (DEALER, do("overlooked-play", box=1, amount=4000), "8.1(c)(ii)"),
        (DEALER, do("deal", card="AS"), "13.1"),
        (DEALER, do("collect"), "A:Round of Play"),
        (DEALER, do("no-more-bets"), "7.1"),
        (DEALER, do("shuffle"), "6.1"),
        (DEALER, do("wrong-count", whose=9, cards=3), "A:Box"),
        (DEALER, do("card-shown", whose=9, place=1), "A:Box"),
        (DEALER, do("card-shown", whose="dealer", place=0), "13.2"),
        (DEALER, do("wager-missing", box=0), "A:Box"),
        (SUPERVISOR, do("level-wagers", box=1, reason="x"), "A:Blind"),
        (SUPERVISOR, do("let-stand", reason="x"), "13.1"),
        (SUPERVISOR, do("give-more-time", box=1, seconds=5), "13.8[2]"),
        (SUPERVISOR, do("void-wager", player="P", box=1, reason="x"), "15.3"),
        (SUPERVISOR, do("players-card-shown", box=1, place=9, reason="x"), "13.2"),
        (
            SUPERVISOR,
            do("sanction-collusion", player="P", sanction="void-round", reason="x"),
            "12.3",
        ),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else None,
)
def test_so_is_one_out_of_turn_or_out_of_place_in_a_round(
    by: Person, command: dict[str, Any], clause: str
) -> None:
    at = two_dealt()
    assert clause in at.refused(decode(json.dumps(command)), by).clauses


def test_the_round_goes_on_as_if_nothing_had_been_sent() -> None:
    at = two_dealt()
    for text in ('{"do":"fold","box":9}', '{"do":"play"', '{"do":"hit","box":1}', "null"):
        with pytest.raises((Refused, msgspec.DecodeError)):
            at.do(decode(text), DEALER)
    at.do(decode('{"do":"play","box":1,"amount":4000}'), P)
    at.do(decode('{"do":"fold","box":2}'), Q)
    assert at.settle() == {"P": 45, "Q": -20}
    assert at.table.phase is Phase.BETTING


def test_every_command_and_fact_of_this_game_has_a_name_of_its_own() -> None:
    from croupier.game_rules import facts_of

    for words in (tuple(ACTS), facts_of("act-ultimate-texas-holdem-2025")):
        tags = [str(kind.__struct_config__.tag) for kind in words]
        assert len(tags) == len(set(tags))
