"""Round files of Blackjack Challenge."""

from __future__ import annotations

from typing import Any

import pytest
from tests.act_blackjack.cases import deal_on, said
from tests.adjudication.files import decision, wager_entries
from tests.challenge.cases import NSW, admitted
from tests.challenge.test_worked_examples import WORKED, Worked
from tests.support import Case

from croupier.adjudication import Answer, Refusal, adjudicate, explain
from croupier.cards import parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack.asks_and_answers import (
    Choice,
    Double,
    Elect,
    Election,
    Hit,
    MoveOn,
    Split,
)
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.table.facts import Outcome


def challenge_file(wagers: str, cards: str, decided: str = "", **options: Any) -> dict[str, Any]:
    return {
        "instrument": NSW,
        "options": {"decks": 6, **options},
        "cards": cards.replace("|", " ").split(),
        "wagers": wager_entries(wagers),
        "decisions": [decision(text.strip()) for text in decided.split(";") if text.strip()],
    }


def settled(wagers: str, cards: str, decided: str = "", **options: Any) -> Answer:
    answer = adjudicate(challenge_file(wagers, cards, decided, **options))
    assert isinstance(answer, Answer), answer
    return answer


def refused(wagers: str, cards: str, decided: str = "", **options: Any) -> Refusal:
    answer = adjudicate(challenge_file(wagers, cards, decided, **options))
    assert isinstance(answer, Refusal), answer
    return answer


def as_file(worked: Worked) -> dict[str, Any]:
    """The worked example as somebody would write it down: who adds what, decision by decision."""
    rules = rules_for(NSW, {"decks": 6, **worked.options})
    game = Round(rules, boxes_in_play(admitted(rules, worked.wagers)))
    case = Case(game, list(parse_cards(worked.cards.replace("|", " "))))
    decisions: list[dict[str, Any]] = []
    answers = said(worked.decided)
    deal_on(case)
    while isinstance(game.due, Choice | Election):
        answer = answers.pop(0) if answers else MoveOn()
        due = game.due
        if isinstance(due, Choice):
            entry: dict[str, Any] = {"box": due.box.number, "hand": due.hand.place}
            if isinstance(answer, Split):
                entry |= {"action": "split", "players": [due.player]}
            elif isinstance(answer, Double):
                entry |= {"action": "double", "stakes": {due.player: answer.amount}}
            else:
                entry["action"] = "hit" if isinstance(answer, Hit) else "stand"
            decisions.append(entry)
        elif isinstance(answer, Elect) and answer.amount:
            if due.action == "split":
                decisions[-1]["players"].append(answer.player)
            else:
                decisions[-1]["stakes"][answer.player] = answer.amount
        game.answer(answer)
        deal_on(case)
    file = challenge_file(worked.wagers, worked.cards, **worked.options)
    return {**file, "decisions": decisions}


@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: worked.id)
def test_worked_examples_are_adjudicated(worked: Worked) -> None:
    file = as_file(worked)
    answer = adjudicate(file)
    assert isinstance(answer, Answer), answer
    assert answer.net == {player: won * 100 for player, won in worked.net.items()}
    assert answer.cards_used == len(file["cards"]) - len(worked.left.split())
    assert "Blackjack Challenge" in explain(file)


def test_what_the_dealers_blackjack_takes_is_told_hand_by_hand() -> None:
    answer = settled("1 P 20", "8H AS 8D 3C 9H QC KD", "1 split P; 1 double P 20; 1.2 stand")
    assert [(s.hand, s.outcome, s.stake, s.net) for s in answer.settlements] == [
        (1, Outcome.LOSE, 4000, -2000),
        (2, Outcome.RETURNED, 2000, 0),
    ]
    assert answer.settlements[0].clauses == ("15.1.4", "10.4", "11.6")


def test_what_is_over_the_maximum_goes_back() -> None:
    answer = settled("1 A 40; 1 B 90; 1 C 30", "AH 9D KD", limits={"main": [100, 10000]})
    assert answer.net == {"A": 2000, "B": 18000, "C": 0}
    back = {s.player: s.stake for s in answer.settlements if s.outcome is Outcome.RETURNED}
    assert back == {"A": 3000, "C": 3000}


def test_a_wager_under_the_minimum_plays_for_what_it_is() -> None:
    file = challenge_file("1 P 20", "AH 5D KD", limits={"main": [2500, 50000]})
    answer = adjudicate(file)
    assert isinstance(answer, Answer)
    assert (answer.net, "6.2" in answer.settlements[0].clauses) == ({"P": 4000}, True)
    assert "under the minimum, and plays for what it is" in explain(file)


def test_wins_are_rounded_up_to_the_smallest_chip() -> None:
    answer = settled("1 P 7.50", "AH KD 10S AC", smallest_chip=500)
    assert answer.net == {"P": 2500}
    assert "5.9" in answer.settlements[0].clauses


def test_side_bets_with_and_without_an_own_main_wager() -> None:
    answer = settled(
        "1 P 10; 1 Q any-pairs 5; 1 P any-pairs 5",
        "8S 9D 8H 8C",
        "1 stand",
        side_bets=["any-pairs"],
    )
    assert answer.net == {"P": 4500, "Q": 5500}
    refusal = refused(
        "1 P 10; 1 Q any-pairs 5", "8S 9D 8H", side_bets=["any-pairs"], side_bet_needs_own_main=True
    )
    assert (refusal.refused.wager, refusal.refused.clauses) == (2, ("13.3",))
    unknown = refused("1 P 10; 1 P super-sevens 5", "8S 9D 8H", side_bets=["any-pairs"])
    assert unknown.refused.wager == 2


@pytest.mark.parametrize(
    ("cards", "decided", "place", "clause"),
    [
        ("2S AD 3S 4S 2D 5S KD", "1 hit; 1 hit; 1 hit; 1 hit", 4, "9.7"),
        ("5S AD 6S KS 9C", "1 hit; 1 stand", 2, "9.3"),
        ("AS AD KS 9C", "1 stand", 1, "9.3"),
        ("9S AD 8S", "P insures 1 for 5", 1, "5.3"),
        ("AS AD KS 5C", "P even-money 1", 1, "5.3"),
        ("2S 9D 3S", "1 stand", 1, "9.2"),
        ("2S 9D 3S 2C 2D", "1 hit; 1 hit; 1 double P 10", 3, "10.1"),
        ("4S 9D 4C 2C", "1 hit; 1 split P", 2, "11.4.3"),
        ("7H 9C 7D 7S 7C", "1 split P; 1 split P; 1 split P", 3, "11.4.2"),
        ("7H 9C 7D", "1 split Q", 1, "11.1"),
        ("7H 9C 4D", "1 double P 11", 1, "10.1"),
    ],
)
def test_a_refused_decision_ends_the_file(
    cards: str, decided: str, place: int, clause: str
) -> None:
    refusal = refused("1 P 10", cards, decided).refused
    assert refusal.decision == place
    assert clause in refusal.clauses


def test_three_cards_may_be_doubled_and_the_largest_wager_decides() -> None:
    answer = settled("1 A 10; 1 B 30; 1 C 30", "2S 9D 3S 4C 10C 8D", "1 hit; 1 double B 30 C 10")
    assert answer.net == {"A": 1000, "B": 6000, "C": 4000}
    assert "B decides for box 1" in explain(
        challenge_file("1 A 10; 1 B 30; 1 C 30", "9S 9D 9C 8D", "1 stand")
    )
    who = refused("1 A 10; 1 B 30", "2S 9D 3S", "1 double A 10")
    assert who.refused.clauses == ("10.3",)
