"""Rule 8: how wagers on banker, player and tie end, and what methods A and B pay."""

from __future__ import annotations

from itertools import product

import pytest
from tests.baccarat.cases import Case, coup, rules

from croupier.games.baccarat.cases import winner
from croupier.games.baccarat.facts import Stage, StageBegan
from croupier.games.baccarat.rules import Event
from croupier.games.baccarat.settlement import rule_on
from croupier.money import NotWholeCents, Odds
from croupier.table.facts import Outcome

PLAYER_WINS, BANKER_WINS, TIE = "9C 5D KD 3H", "5D 9C 3H KD", "7H 7D KS QC"
ALL = "X player 100 banker 100 tie 10"


def dealt(cards: str, method: str = "A") -> Case:
    return coup(ALL, cards, settlement=method)


# --- 8.4 to 8.6: win, lose, stand off


@pytest.mark.clause("bac:8.4", "bac:8.4(a)", "bac:8.4(b)", "bac:8.4(c)")
def test_8_4_a_wager_on_banker() -> None:
    ends = [dealt(cards).settled("banker") for cards in (BANKER_WINS, PLAYER_WINS, TIE)]
    assert [fact.outcome for fact in ends] == [Outcome.WIN, Outcome.LOSE, Outcome.PUSH]
    assert [fact.clauses[0] for fact in ends] == ["8.4(a)", "8.4(b)", "8.4(c)"]
    assert [fact.net for fact in ends] == [9500, -10000, 0]
    nine, six = (dealt(cards, "B").settled("banker") for cards in (BANKER_WINS, "2H KC 2D 6S 9S"))
    assert (nine.net, six.net) == (10000, 5000)  # a win with six is another event


@pytest.mark.clause("bac:8.4(a)")
def test_8_4_a_the_banker_wins_with_the_higher_total_of_all_cards() -> None:
    nets = {
        "KC KD 6H 7S": 9500,  # 7 against 6
        "KC KD 7H 6S": -10000,  # 6 against 7
        "KC KD 7H 7S": 0,
        "2C KD 3H 4S 3C 5C": 9500,  # the player draws from 5 to 8, the banker from 4 to 9
        "KC 3D 5H 2S 4C 8D": -10000,  # the player draws to 9, the banker from 5 to 13, which is 3
        "9C 5D 4H KS 2D": 0,  # the player has 13, which is 3, and draws to 5
    }
    assert {cards: dealt(cards).settled("banker").net for cards in nets} == nets


@pytest.mark.clause("bac:8.5", "bac:8.5(a)", "bac:8.5(b)", "bac:8.5(c)")
def test_8_5_a_wager_on_player() -> None:
    ends = [dealt(cards).settled("player") for cards in (PLAYER_WINS, BANKER_WINS, TIE)]
    assert [fact.outcome for fact in ends] == [Outcome.WIN, Outcome.LOSE, Outcome.PUSH]
    assert [fact.clauses[0] for fact in ends] == ["8.5(a)", "8.5(b)", "8.5(c)"]
    assert [fact.net for fact in ends] == [10000, -10000, 0]


@pytest.mark.clause("bac:8.6", "bac:8.6(a)", "bac:8.6(b)")
def test_8_6_a_wager_on_tie() -> None:
    ends = [dealt(cards).settled("tie") for cards in (TIE, PLAYER_WINS, BANKER_WINS)]
    assert [fact.outcome for fact in ends] == [Outcome.WIN, Outcome.LOSE, Outcome.LOSE]
    assert [fact.clauses[0] for fact in ends] == ["8.6(a)", "8.6(b)", "8.6(b)"]
    assert [fact.net for fact in ends] == [8000, -1000, -1000]


@pytest.mark.clause("bac:A:Tie", "bac:8.4(a)", "bac:8.5(a)", "bac:8.6(a)")
def test_A_Tie_is_said_of_the_coup() -> None:
    assert dealt(TIE).ended().clauses == ("A:Tie", "8.6(a)")
    assert dealt(PLAYER_WINS).ended().clauses == ("8.5(a)",)
    assert dealt(BANKER_WINS).ended().clauses == ("8.4(a)",)


@pytest.mark.clause(
    "bac:8.4(a)", "bac:8.4(b)", "bac:8.4(c)", "bac:8.5(a)", "bac:8.5(b)", "bac:8.5(c)",
    "bac:8.6(a)", "bac:8.6(b)",
)  # fmt: skip
def test_8_4_to_8_6_the_higher_total_wins_whatever_the_totals_are() -> None:
    table = rules(settlement="A")
    higher = {"banker": "8.4(a)", "player": "8.5(a)", "tie": "8.6(b)"}
    lower = {"banker": "8.4(b)", "player": "8.5(b)", "tie": "8.6(b)"}
    equal = {"banker": "8.4(c)", "player": "8.5(c)", "tie": "8.6(a)"}
    for player, banker in product(range(10), range(10)):
        difference = {"banker": banker - player, "player": player - banker, "tie": 1}
        for wager, margin in difference.items():
            expected = equal if player == banker else higher if margin > 0 else lower
            ruling = rule_on(table, wager, player, banker)
            assert ruling.clauses[0] == expected[wager], (wager, player, banker)
    for cards, limbs in ((BANKER_WINS, higher), (PLAYER_WINS, lower), (TIE, equal)):
        assert dealt(cards).settled("banker").clauses[0] == limbs["banker"]


@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.parametrize(("player", "banker"), [*product(range(10), range(10))])
def test_8_4_to_8_9_for_any_two_totals(player: int, banker: int, method: str) -> None:
    table = rules(settlement=method)
    rulings = {
        wager: rule_on(table, wager, player, banker) for wager in ("player", "banker", "tie")
    }
    won = "tie" if player == banker else "player" if player > banker else "banker"
    assert winner(player, banker) == won
    for wager, ruling in rulings.items():
        if wager == won:
            reduced = Odds(19, 20) if method == "A" else Odds(1, 2 if banker == 6 else 1)
            pays = {"player": Odds(1), "banker": reduced, "tie": Odds(8)}[wager]
            assert (ruling.outcome, ruling.odds) == (Outcome.WIN, pays)
            assert ruling.clauses[-1].startswith("8.8" if method == "A" else "8.9")
        else:
            assert ruling.odds is None
            pushes = won == "tie" and wager != "tie"
            assert ruling.outcome is (Outcome.PUSH if pushes else Outcome.LOSE)


# --- 8.8: method A


@pytest.mark.clause("bac:8.1", "bac:8.8", "bac:8.8(a)", "bac:8.8(b)", "bac:8.8(c)")
def test_8_8_method_A() -> None:
    paid = [
        dealt(PLAYER_WINS).settled("player"),
        dealt(BANKER_WINS).settled("banker"),
        dealt(TIE).settled("tie"),
    ]
    assert {fact.outcome for fact in paid} == {Outcome.WIN}
    assert [fact.net / fact.stake for fact in paid] == [1, 0.95, 8]
    assert [fact.clauses[1] for fact in paid] == ["8.8(a)", "8.8(b)", "8.8(c)"]
    assert settlement_of(dealt(TIE)) == ("8.1", "8.4", "8.5", "8.6", "8.8")


def settlement_of(case: Case) -> tuple[str, ...]:
    (began,) = (fact for fact in case.facts(StageBegan) if fact.stage is Stage.SETTLEMENT)
    return began.clauses


@pytest.mark.clause("bac:8.8(b)")
@pytest.mark.parametrize(
    ("stake", "won"), [("20", 1900), ("25", 2375), ("1", 95), ("0.20", 19), ("1000", 95000)]
)
def test_8_8_b_five_per_cent_come_off_the_win_and_nothing_is_rounded(stake: str, won: int) -> None:
    fact = coup(f"X banker {stake}", BANKER_WINS).settled("banker")
    assert fact.net == won
    assert fact.net * 20 == fact.stake * 19


def test_8_8_b_a_win_that_is_no_whole_cent_cannot_be_paid() -> None:
    with pytest.raises(NotWholeCents, match=r"19 to 20 on 0\.10"):
        coup("X banker 0.10", BANKER_WINS)
    assert coup("X banker 0.10", TIE).net() == {"X banker": 0}
    assert coup("X banker 0.10", PLAYER_WINS).net() == {"X banker": -0.1}


@pytest.mark.clause("bac:8.8(b)")
def test_8_8_b_a_banker_that_wins_with_six_pays_the_same_under_A() -> None:
    assert dealt("2H KC 2D 6S 9S").settled("banker").net == 9500


# --- 8.9: method B


@pytest.mark.clause("bac:8.1", "bac:8.9", "bac:8.9(a)", "bac:8.9(b)", "bac:8.9(c)")
def test_8_9_method_B() -> None:
    paid = [
        dealt(PLAYER_WINS, "B").settled("player"),
        dealt(BANKER_WINS, "B").settled("banker"),
        dealt(TIE, "B").settled("tie"),
    ]
    assert {fact.outcome for fact in paid} == {Outcome.WIN}
    assert [fact.net / fact.stake for fact in paid] == [1, 1, 8]
    assert [fact.clauses[1] for fact in paid] == ["8.9(a)", "8.9(b)", "8.9(c)"]
    assert settlement_of(dealt(TIE, "B")) == ("8.1", "8.4", "8.5", "8.6", "8.9")


@pytest.mark.clause("bac:8.9(b)")
@pytest.mark.parametrize(
    ("cards", "total", "won"),
    [
        pytest.param("2H KC 2D 6S 9S", 6, 5000, id="six on two cards"),
        pytest.param("KH KC AD 5S 4D AD", 6, 5000, id="six on three cards"),
        pytest.param("2H KC 2D 7S 9S", 7, 10000, id="seven"),
        pytest.param("KH KC 5D 5S 5C 2D", 7, 10000, id="seven on three cards"),
        pytest.param("KH 8C 2D KS", 8, 10000, id="a natural eight"),
        pytest.param("KH 9C 2D KS", 9, 10000, id="a natural nine"),
    ],
)
def test_8_9_b_half_is_paid_on_a_banker_that_wins_with_six(
    cards: str, total: int, won: int
) -> None:
    case = coup("X banker 100", cards, settlement="B")
    fact = case.settled("banker")
    assert case.ended().banker == total
    assert (fact.net, fact.clauses) == (won, ("8.4(a)", "8.9(b)"))


def test_8_9_b_a_tie_at_six_stands_off() -> None:
    case = coup("X banker 100", "KH KC 6D 6S", settlement="B")
    assert case.result() == ("tie", 6, 6)
    assert case.net() == {"X banker": 0}


def test_the_pay_tables_are_in_the_order_of_the_rule() -> None:
    a, b = (rules(settlement=method).method.pays for method in "AB")
    assert list(a) == list(b) == list(Event)
    assert {event for event in Event if a[event].value != b[event].value} == {
        Event.BANKER,
        Event.BANKER_WITH_SIX,
    }
