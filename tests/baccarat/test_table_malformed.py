"""Commands to a baccarat table as they come from outside: nonsense is refused by name."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from tests.baccarat.table_support import Table, open_table
from tests.table_support import (
    DEALER,
    SUPERVISOR,
    player,
)

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person
from croupier.games.baccarat.game import ACTS

X, Y = player("X"), player("Y")


def decode(text: str | bytes) -> Command:
    command: Command = msgspec.json.decode(text, type=ACTS.commands)
    return command


def do(tag: str, **fields: Any) -> dict[str, Any]:
    return {"do": tag, **fields}


@pytest.fixture
def at() -> Table:
    """X and Y with a wager each, betting still open."""
    at = open_table("X Y", side_bets=["perfect-pairs"])
    at.bets("X banker 20; Y player 10")
    return at


@pytest.mark.parametrize(
    ("by", "command", "said", "clause"),
    [
        (X, do("place-wager", player="X", box=0, amount=1000, wager="tie"), "box", "A:Box"),
        (X, do("place-wager", player="X", box=99, amount=1000, wager="tie"), "box", "A:Box"),
        (X, do("place-wager", player="X", box=1, amount=1000), "wager", "4.3"),
        (X, do("place-wager", player="X", box=1, amount=-500, wager="tie"), "chips", "4.2"),
        (X, do("place-wager", player="X", box=1, amount=1001, wager="banker"), "cents", "8.8(b)"),
        (X, do("place-wager", player="X", box=1, amount=10**30, wager="tie"), "chips", "4.2"),
        (X, do("place-wager", player="X", box=1, amount=0, wager="tie"), "no wager", "4.1"),
        (X, do("place-wager", player="Y", box=1, amount=1000, wager="tie"), "for Y", "4.1"),
        (SUPERVISOR, do("determine-dealing", dealing="up"), "dealing", "2.2"),
        (SUPERVISOR, do("change-settlement", method=""), "settlement", "8.1"),
        (SUPERVISOR, do("change-pairs", pairs="trips"), "side_bets", "8.2"),
        (SUPERVISOR, do("change-differential", amount=0), "differential", "3.6"),
        (SUPERVISOR, do("change-differential", amount=-5), "differential", "3.6"),
        (SUPERVISOR, do("place-marker", player="X", limit=-1), "limit", "3.2"),
        (SUPERVISOR, do("place-marker", player="Q", limit=10**9), "Q is not", "4.1"),
        (SUPERVISOR, do("name-turners", hand="player", players=["Q"]), "Q is not", "4.1"),
        (SUPERVISOR, do("name-turners", hand="player"), "already", "6.3"),
        (SUPERVISOR, do("direct-shuffle", reason=""), "reason", "5.1(c)"),
        (SUPERVISOR, do("introduce-pre-shuffled"), "not to be shuffled", "5.1(a)"),
        (SUPERVISOR, do("approve-riffle"), "not pre-shuffled", "5.2"),
        (SUPERVISOR, do("permit-changes", changes=[], reason="x"), "no round", "12.6"),
        (SUPERVISOR, do("reconstruct", reason=""), "reason", "12.4"),
        (SUPERVISOR, do("reconstruct", reason="x"), "no round", "12.4"),
        (SUPERVISOR, do("cannot-reconstruct", reason="x"), "no round", "12.4"),
        (SUPERVISOR, do("found-between-rounds", reason=""), "reason", "12.4"),
        (SUPERVISOR, do("found-between-rounds", reason="x"), "no finished round", "12.5"),
        (SUPERVISOR, do("rule-on-round", round=-1, ruling="void", reason="x"), "round", "14.4"),
        (SUPERVISOR, do("void-earlier-round", round=0, reason="x"), "round", "12.5"),
        (SUPERVISOR, do("invalidate-game", disturbance="fire", round=7), "round", "14.1"),
        (SUPERVISOR, do("invalidate-game", disturbance="fire"), "no round", "14.1"),
        (X, do("remove-wager", player="X", box=1, wager="banker"), "nobody", "12.4"),
        (X, do("move-wager", player="X", box=1, wager="banker", to="tie"), "permitted", "12.6"),
        (X, do("turn", hand="player", place=1, player="X"), "no round", "6.3"),
        (X, do("turn", hand="player", place=1), "cannot act", "4.1"),
        (DEALER, do("turn", hand="player", place=1), "no round", "6.3"),
        (DEALER, do("card-exposed", hand="player", place=-1), "no round", "6.3"),
        (DEALER, do("resume-round"), "nobody", "12.4"),
        (DEALER, do("out-of-cards"), "no card", "12.7"),
        (DEALER, do("burn"), "no card", "5.5"),
        (DEALER, do("burn-forgotten"), "no card", "12.8"),
        (DEALER, do("deal", card="AS"), "no card is due", "12.2"),
        (DEALER, do("no-more-bets", overlooked=[["X", 1]]), "overlooked", "3.4"),
        (DEALER, do("check-by-device", device="", occasion="opening"), "device", "2.5"),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else None,
)
def test_a_command_that_makes_no_sense_is_refused_with_its_field_or_clause(
    at: Table, by: Person, command: dict[str, Any], said: str, clause: str
) -> None:
    refusal = at.refused(decode(json.dumps(command)), by)
    assert said in refusal.reason
    assert clause in refusal.clauses


@pytest.mark.parametrize(
    ("by", "command", "clause"),
    [
        (DEALER, do("deal", card="AS", laid_on=[1, 1]), "A:Box"),
        (DEALER, do("deal", card="AS", laid_on=[0, 3]), "A:Box"),
        (DEALER, do("collect"), "A:Round of Play"),
        (DEALER, do("no-more-bets"), "6.2"),
        (DEALER, do("shuffle"), "5.8"),
        (X, do("ask-for-no-bet-coup", player="X"), "4.7"),
        (SUPERVISOR, do("direct-no-bet-coup"), "4.9"),
        (SUPERVISOR, do("place-marker", player="X", limit=10**9), "4.6"),
        (SUPERVISOR, do("found-between-rounds", reason="x"), "12.5"),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else None,
)
def test_so_is_one_out_of_place_in_a_round(
    at: Table, by: Person, command: dict[str, Any], clause: str
) -> None:
    at.deal("5D 9C")
    assert clause in at.refused(decode(json.dumps(command)), by).clauses


def test_the_round_goes_on_as_if_nothing_had_been_sent(at: Table) -> None:
    at.deal("5D 9C")
    for text in ('{"do":"deal","card":"ZZ"}', '{"do":"turn"', "null"):
        with pytest.raises(msgspec.DecodeError):
            at.do(decode(text), DEALER)
    at.do(decode('{"do":"deal","card":"3H"}'), DEALER)
    at.do(decode('{"do":"deal","card":"KD"}'), DEALER)
    assert at.net() == {"X": 19, "Y": -10}
