"""A round that was settled counts once, however often it is settled again or undone later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.adjudication.test_export import adjudicated, exported, won
from tests.baccarat.table_support import open_table as baccarat_table
from tests.baccarat.test_table_rule_12 import BANKER_WINS, FOUND, misplaced_round, ruled
from tests.casino.evenings import INSTRUMENTS
from tests.table.evenings import SUE
from tests.table.test_deal_runs import play
from tests.table_support import SUPERVISOR

from croupier.adjudication import adjudicate
from croupier.adjudication.answer import Answer
from croupier.games.baccarat.acts.shuffling import DirectShuffle
from croupier.games.baccarat.facts import LateRuling
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.misplaced_cards import VoidEarlierRound
from croupier.table.acts.voiding import VoidWager

if TYPE_CHECKING:
    from croupier.table.table import Table


def assert_files_tell_the_chips(table: Table) -> None:
    """Sum the files of a record, round by round, and compare them with the chips."""
    net: dict[str, int] = {}
    for number, file in exported(table).items():
        answer = adjudicated(file)
        for name, cents in answer.rounds[str(file["source"]["round"] - number + 1)].net.items():
            net[name] = net.get(name, 0) + cents
    assert {name: cents for name, cents in net.items() if cents} == won(table)


def settled_anew(*, then: list[dict[str, Any]], paid: list[dict[str, Any]]) -> dict[str, Any]:
    """The player's nine and the banker's king and three, with the second and third card swapped.

    As they lay: player 9C 9D, banker KS 3H, the player wins with 8. As they are due: player
    9C KS, banker 9D 3H, and the player wins with 9; the pair is gone.
    """
    return {
        "instrument": "act-mini-baccarat-2016",
        "options": {"side_bets": ["perfect-pairs"]},
        "cards": ["9C", "3H"],
        "wagers": [
            {"player": "ana", "wager": "player-pair", "amount": 1000},
            {"player": "ana", "wager": "player", "amount": 10000},
            {"player": "ben", "wager": "banker", "amount": 10000},
        ],
        "script": [
            {"deal": 1},
            {"do": "deal", "card": "9D", "laid_on": [0, 1]},
            {"do": "deal", "card": "KS", "laid_on": [0, 2]},
            {"deal": "all"},
            {"do": "collect"},
            {"do": "found-between-rounds", "reason": "the second card was the banker's"},
            {"do": "rule-on-round", "round": 1, "ruling": "settle anew", "reason": "on film"},
            *then,
        ],
        "paid": paid,
    }


# --- settled anew by a ruling


def test_14_4_12_5_a_ruling_takes_the_place_of_the_settlement() -> None:
    """Ana wins 100 on the player and loses 10 on the pair; before, the pair had won."""
    claims = [
        {"player": "ana", "wager": "player", "net": 10000},
        {"player": "ana", "wager": "player-pair", "net": -1000},
        {"player": "ben", "wager": "banker", "net": -10000},
    ]
    answer = adjudicate(settled_anew(then=[], paid=claims))
    assert isinstance(answer, Answer)
    assert answer.net == answer.rounds["1"].net == {"ana": 9000, "ben": -10000}
    assert len(answer.settlements) == 3
    assert [claim.agrees for claim in answer.claims or ()] == [True, True, True]
    assert not answer.contested


def test_14_4_14_3_a_round_that_was_settled_anew_can_still_be_void() -> None:
    void = {"do": "void-round", "ground": "fraud", "reason": "marked cards", "round": 1}
    answer = adjudicate(settled_anew(then=[void], paid=[]))
    assert isinstance(answer, Answer)
    assert not answer.contested
    assert answer.net == {"ana": 0, "ben": 0}
    assert {each.outcome for each in answer.settlements} == {"void"}


@pytest.mark.clause("bac:14.4", "bac:12.5")
@pytest.mark.parametrize("ruling", list(LateRuling))
@pytest.mark.parametrize("rounds", [0, 2])
def test_14_4_12_5_files_of_a_ruling_tell_the_chips(ruling: LateRuling, rounds: int) -> None:
    at = misplaced_round()
    at.do(FOUND, SUPERVISOR)
    at.do(ruled(at, ruling), SUPERVISOR)
    for _ in range(rounds):
        at.coup("5D 9C TS KS", "X banker 10; Y player 20")
    assert_files_tell_the_chips(at.table)


# --- reconstructed or void when its cards are collected


def test_a_stand_off_that_was_reconstructed_is_void_with_its_round() -> None:
    """Two aces were swapped: the box and the dealer have a Blackjack either way (13.2(a))."""
    file = {
        "instrument": "act-blackjack-2018",
        "cards": ["TS", "TC", "5C", "6C"],
        "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 1000}],
        "script": [
            {"deal": 1},
            {"do": "deal", "card": "AH", "laid_on": [1, 1]},
            {"do": "deal", "card": "AS", "laid_on": [0, 1]},
            {"deal": 1},
            {"do": "collect"},
            {"do": "reconstruct", "reason": "the second card was the dealer's"},
            {"next": True},
            {"do": "place-wager", "player": "ana", "box": 1, "amount": 1000},
            {"deal": 2},
            {"do": "void-earlier-round", "round": 1, "reason": "another card was off"},
        ],
        "stop": True,
    }
    answer = adjudicate(file)
    assert isinstance(answer, Answer)
    assert not answer.contested
    first = answer.rounds["1"]
    assert [(each.outcome, each.net) for each in first.settlements] == [("void", 0)]
    assert "14.5" in first.settlements[0].clauses


@pytest.mark.clause("bac:14.2(a)")
def test_14_2_a_a_wager_that_is_void_when_its_cards_are_collected_is_void_in_the_file() -> None:
    at = baccarat_table("X Y")
    at.coup("5D 9C TS KS", "X banker 100; Y banker 100 tie 10")
    at.do(RecordBreach(person="Y", clause="14.1", what="a signal"), SUPERVISOR)
    at.do(VoidWager(player="Y", box=2, reason="a signal", wager="banker", round=1), SUPERVISOR)
    answer = adjudicated(exported(at.table)[1])
    assert answer.net == {"X": 95_00, "Y": -10_00}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_files_tell_the_chips_when_wagers_are_void_after_their_round(instrument: str) -> None:
    table = play(instrument, 3, in_runs=True)
    for settled in table.rounds[-1].standing():
        clause = table.law.breach[0]
        table.do(RecordBreach(person=settled.player, clause=clause, what="seen"), SUE, table.at)
        void = VoidWager(
            player=settled.player, box=settled.box or 0, reason="seen", round=table.number
        )
        if table.check(void, SUE, table.at) is None:
            table.do(void, SUE, table.at)
    assert not won(table) or len(table.rounds) == 3
    assert_files_tell_the_chips(table)


@pytest.mark.clause("bac:12.5", "bac:14.4")
def test_bac_12_5_the_file_of_a_round_that_waits_for_a_ruling_ends_with_it() -> None:
    """Its shoe is finished. The file tells all of the shoe before the round, and nothing after."""
    at = baccarat_table("X Y")
    at.coup(BANKER_WINS, "X banker 100")
    at.coup(BANKER_WINS, "Y player 50")
    at.do(DirectShuffle(reason="the evening is young"), SUPERVISOR)
    at.load()
    at.coup(BANKER_WINS, "X banker 100")
    at.do(VoidEarlierRound(round=1, reason="a card lay on the wrong hand"), SUPERVISOR)
    nets = {number: adjudicated(file).net for number, file in exported(at.table).items()}
    assert nets == {1: {"X": 95_00}, 2: {"Y": -50_00}, 3: {"X": 95_00}}
