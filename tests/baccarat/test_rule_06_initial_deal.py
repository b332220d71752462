"""Rule 6: two cards to each hand, the player's first, and naturals."""

from __future__ import annotations

import pytest
from tests.baccarat.cases import coup

from croupier.games.baccarat.facts import Dealt, Stage, StageBegan, Stood, Whose
from croupier.games.baccarat.round import CardDue, Round


def due(round: Round) -> tuple[str, tuple[str, ...]]:
    assert isinstance(round.due, CardDue)
    return round.due.hand.whose.value, round.due.clauses


@pytest.mark.clause("bac:6.2", "bac:6.2(a)", "bac:6.2(b)", "bac:A:Initial Deal")
def test_6_2_player_banker_player_banker() -> None:
    opening = ("", "2S", "2S 3S", "2S 3S 4S")
    assert [due(coup("X tie 10", cards).round) for cards in opening] == [
        ("player", ("6.2(a)",)),
        ("banker", ("6.2(a)",)),
        ("player", ("6.2(b)",)),
        ("banker", ("6.2(b)",)),
    ]
    case = coup("X tie 10", "2S 3S 4S 4H")
    assert case.dealt() == [("player", "2S"), ("banker", "3S"), ("player", "4S"), ("banker", "4H")]
    (began,) = (fact for fact in case.facts(StageBegan) if fact.stage is Stage.INITIAL_DEAL)
    assert {"6.2", "A:Initial Deal"} <= set(began.clauses)


@pytest.mark.clause("bac:6.2")
def test_6_2_the_order_of_the_cards_decides_the_coup() -> None:
    """9 and a king are the player's natural; hands dealt one after the other would be 4 and 3."""
    case = coup("X player 10 banker 10", "9C 5D KD 3H")
    assert (case.round.player.total, case.round.banker.total) == (9, 8)
    assert case.net() == {"X player": 10, "X banker": -10}


@pytest.mark.clause("bac:A:Player", "bac:A:Banker", "bac:A:Hand")
def test_A_Player_and_A_Banker_are_two_hands_and_nobodys() -> None:
    case = coup("Player tie 10; Banker player 10", "9C 5D KD 3H")
    assert [hand.whose for hand in (case.round.player, case.round.banker)] == list(Whose)
    assert {fact.hand for fact in case.facts(Dealt)} == set(Whose)
    assert case.net() == {"Player tie": -10, "Banker player": 10}


@pytest.mark.clause("bac:6.4", "bac:A:Natural")
@pytest.mark.parametrize(
    ("cards", "stood"),
    [
        pytest.param("8C 2D KD 3H", {"player": "natural", "banker": "against a natural"}, id="8"),
        pytest.param("9C 2D KD 3H", {"player": "natural", "banker": "against a natural"}, id="9"),
        pytest.param("2C 8D KD KH", {"player": "against a natural", "banker": "natural"}, id="B"),
        pytest.param("8C 9D KD KH", {"player": "natural", "banker": "natural"}, id="both"),
        pytest.param("7C 4D KD 4H", {"player": "against a natural", "banker": "natural"}, id="7"),
    ],
)
def test_6_4_a_natural_in_either_hand_ends_the_drawing_for_both(
    cards: str, stood: dict[str, str]
) -> None:
    case = coup("X tie 10", f"{cards} 5S 6S")
    assert case.round.over
    assert len(case.dealt()) == 4
    assert [str(card) for card in case.left] == ["5S", "6S"]
    assert case.stood() == stood
    for fact in case.facts(Stood):
        natural = fact.why == "natural"
        assert fact.clauses == (("6.4", "A:Natural") if natural else ("6.4",))


@pytest.mark.parametrize("cards", ["7C 7D KD KH", "6C 7D KD KH", "KC 6D KD KH"])
def test_6_4_seven_is_no_natural(cards: str) -> None:
    assert "6.4" not in coup("X tie 10", cards + " 2S 2D").cited()


def test_6_4_three_cards_that_make_nine_stop_nobody() -> None:
    case = coup("X player 10", "2C KD 3D KH 4S 9S")
    assert case.result() == ("tie", 9, 9)
    assert "6.4" not in case.cited()


def test_a_card_that_is_not_due_is_the_drivers_mistake() -> None:
    case = coup("X tie 10", "9C 5D KD 3H")
    with pytest.raises(RuntimeError, match="no card is due"):
        case.round.deal(case.round.player.cards[0])
