"""Commands to a table of Blackjack Challenge as they come from outside: nonsense is refused."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from tests.challenge.table_support import ChallengeAt, open_table
from tests.table_support import (
    DEALER,
    OPERATOR,
    SUPERVISOR,
    player,
)

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person
from croupier.games.challenge.game import Challenge

P, Q = player("P"), player("Q")


def decode(text: str | bytes) -> Command:
    command: Command = msgspec.json.decode(text, type=Challenge.acts.commands)
    return command


def do(tag: str, **fields: Any) -> dict[str, Any]:
    return {"do": tag, **fields}


@pytest.fixture
def at() -> ChallengeAt:
    """P and Q with a wager each, betting still open."""
    at = open_table("P Q", side_bets=["any-pairs"])
    at.bet("P", 1, 20)
    at.bet("Q", 2, 10)
    return at


@pytest.mark.parametrize(
    ("by", "command", "said", "clause"),
    [
        (P, do("place-wager", player="P", box=0, amount=1000), "box", "2.2.1"),
        (P, do("place-wager", player="P", box=99, amount=1000), "box", "2.2.1"),
        (P, do("place-wager", player="P", box=1, amount=-500), "chips", "5.1"),
        (P, do("place-wager", player="Q", box=1, amount=1000), "for Q", "5.2"),
        (P, do("place-wager", player="P", box=1, amount=500, wager="keno"), "keno", "13.1"),
        (P, do("ask-for-riffle", player="P"), "shuffled", "4.3"),
        (P, do("elect-refund", player="P", takes=True), "refund", "17.5.1"),
        (P, do("not-satisfied", player="P", number=1), "no dispute", "18.13"),
        (P, do("raise-dispute", player="P", about=""), "about", "18.12"),
        (P, do("raise-dispute", player="P", about="x", round=9), "round", "18.12"),
        (DEALER, do("check-cards", occasion="lunch"), "occasion", "3.4"),
        (DEALER, do("attest", duty="tea", statement="x"), "duty", "18.6"),
        (DEALER, do("bring-preshuffled", shuffled_by="me", secured="x"), "shuffled_by", "3.5"),
        (DEALER, do("riffle", before="lunch"), "no player", "4.3"),
        (DEALER, do("drop-cards", what=""), "what", "4.6.1"),
        (DEALER, do("miss-cut", how=""), "how", "16.11"),
        (DEALER, do("forget-burn"), "no card", "16.12"),
        (DEALER, do("burn"), "no card", "4.9.2"),
        (DEALER, do("feed-machine"), "no shuffling device", "1.1:shuffling device"),
        (DEALER, do("take-from-rack"), "not burnt by mistake", "16.16"),
        (DEALER, do("dealer-overdrew", card="AS"), "no round", "16.5"),
        (DEALER, do("dealt-to-nobody", cards=["AS"]), "wagers", "16.7"),
        (DEALER, do("no-decision", player="P"), "player", "16.10"),
        (DEALER, do("misstate-total", box=1, said=20), "no round", "3.10"),
        (DEALER, do("note-influence", person="P", player="P"), "who", "18.7"),
        (DEALER, do("record-breach", person="P", clause="99.9", what="x"), "clause", "3.9"),
        (DEALER, do("advise", player="P", about="luck", words="x"), "advise", "18.6"),
        (DEALER, do("move-on"), "no round", "1.1:round of play"),
        (SUPERVISOR, do("replace-cards", reason=""), "reason", "3.6"),
        (SUPERVISOR, do("direct-shuffle", suspicion=""), "suspicion", "4.4.4"),
        (SUPERVISOR, do("verify-collected"), "no cards fell", "4.6.1"),
        (SUPERVISOR, do("approve-riffle"), "no riffle", "4.3"),
        (SUPERVISOR, do("check-for-faced-cards", suspicion=""), "suspicion", "16.1.1"),
        (SUPERVISOR, do("void-misdeal", error="", why_not_rebuilt="x"), "error", "16.8"),
        (SUPERVISOR, do("void-misdeal", error="x", why_not_rebuilt=""), "why_not", "16.8"),
        (SUPERVISOR, do("void-misdeal", error="x", why_not_rebuilt="y"), "no round", "16.8"),
        (SUPERVISOR, do("find-wrong-cards"), "missing or foreign", "16.15"),
        (SUPERVISOR, do("verify-decks", result="x"), "no cards", "16.15.3"),
        (SUPERVISOR, do("device-failed", fault="jam"), "no shuffling device", "17.1.1"),
        (SUPERVISOR, do("bring-device"), "no device", "17.5.6"),
        (SUPERVISOR, do("find-prohibited-device", person="", apparatus="x"), "who", "18.1"),
        (SUPERVISOR, do("exclude-from-casino", person="P", order=""), "order", "18.3.3"),
        (SUPERVISOR, do("detain", person="P", reason=""), "reason", "18.3.4"),
        (SUPERVISOR, do("hand-over", person="P", to="x"), "not detained", "18.3.4"),
        (SUPERVISOR, do("void-wager", player="P", box=1, reason="x"), "no breach", "18.3"),
        (SUPERVISOR, do("refuse-wager", player="P", box=1, grounds=""), "grounds", "18.11"),
        (SUPERVISOR, do("refuse-wager", player="P", box=9, grounds="x"), "box 9", "18.11"),
        (SUPERVISOR, do("invalidate-game", ground="", reason="x"), "ground", "18.4"),
        (SUPERVISOR, do("invalidate-game", ground="fraud", reason=""), "reason", "18.4.2"),
        (SUPERVISOR, do("display-closing-sign", closes=-1), "closes", "18.8"),
        (SUPERVISOR, do("close-table"), "wagers", "18.8"),
        (SUPERVISOR, do("decide-dispute", number=0, decision="x"), "number", "18.12"),
        (SUPERVISOR, do("review-decision", number=-1, outcome="x"), "number", "18.12"),
        (OPERATOR, do("decide-finally", number=1, decision="x"), "number", "18.13"),
        (OPERATOR, do("accept-signal", signal="", means="hit"), "signal", "9.4"),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else None,
)
def test_a_command_that_makes_no_sense_is_refused_with_its_field_or_clause(
    at: ChallengeAt, by: Person, command: dict[str, Any], said: str, clause: str
) -> None:
    refusal = at.refused(decode(json.dumps(command)), by)
    assert said in refusal.reason
    assert clause in refusal.clauses


@pytest.mark.parametrize(
    ("by", "command", "clause"),
    [
        (DEALER, do("deal", card="AS", laid_on=[7, 1]), "2.2.1"),
        (DEALER, do("collect"), "1.1:round of play"),
        (DEALER, do("no-more-bets"), "7.1"),
        (DEALER, do("shuffle"), "4.4"),
        (DEALER, do("misstate-total", box=9, said=20), "2.2.1"),
        (DEALER, do("dealer-overdrew", card="AS"), "16.2"),
        (P, do("stand", box=1), "9.1"),
        (P, do("stand", box=0), "12.1"),
        (P, do("hit", box=77), "9.1"),
        (SUPERVISOR, do("refuse-wager", player="P", box=1, grounds="x"), "18.11"),
        (SUPERVISOR, do("replace-cards", reason="x"), "3.6"),
        (SUPERVISOR, do("close-table"), "18.8"),
        (
            SUPERVISOR,
            do("invalidate-game", ground="fraud", reason="x", forfeits=["zed"]),
            "18.5",
        ),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else None,
)
def test_so_is_one_out_of_place_in_a_round(
    at: ChallengeAt, by: Person, command: dict[str, Any], clause: str
) -> None:
    at.deal("10C 9C")
    assert clause in at.refused(decode(json.dumps(command)), by).clauses


def test_the_round_goes_on_as_if_nothing_had_been_sent(at: ChallengeAt) -> None:
    at.deal("10C 9C")
    for text in ('{"do":"deal","card":"ZZ"}', '{"do":"stand"', "null"):
        with pytest.raises(msgspec.DecodeError):
            at.do(decode(text), DEALER)
    at.deal("6D 10S 9S")
    at.do(decode('{"do":"stand","box":1}'), P)
    at.do(decode('{"do":"stand","box":2}'), Q)
    assert at.settle("10D KS") == {"P": 20, "Q": 10}
