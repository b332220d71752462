"""Rule 7: the tableau, cell by cell, against the rule that dealers learn by heart."""

from __future__ import annotations

from itertools import product

import pytest
from tests.baccarat.cases import Case, coup

from croupier.games.baccarat.facts import Dealt, Stage, StageBegan, Stood

SPELT = {0: "K", 1: "A"} | {n: str(n) for n in range(2, 10)}


def opening(player: int, banker: int) -> str:
    """Two cards for each hand that make these totals, none of them a natural."""
    return f"QS QH {SPELT[player]}S {SPELT[banker]}H"


def drawn(player: int, banker: int, third: str = "", fourth: str = "9C") -> Case:
    return coup("X tie 10", f"{opening(player, banker)} {third} {fourth}")


def by_heart(banker: int, third: int | None) -> bool:
    """Halve the third card, an 8 and a 9 counting less than nothing; draw on up to three more.

    Without a third card the banker's hand follows the rule of the player's.
    """
    if third is None:
        return banker <= 5
    low = third - 10 if third >= 8 else third
    return banker <= 3 + int(low / 2)


# --- 7.2: the player's hand


@pytest.mark.clause("bac:7.2", "bac:7.2:row 0-5", "bac:A:Draw", "bac:7.1", "bac:A:Tableau")
@pytest.mark.parametrize("total", range(6))
@pytest.mark.parametrize("banker", range(8))
def test_7_2_the_player_draws_on_five_and_less(total: int, banker: int) -> None:
    case = drawn(total, banker, "KD")
    third = case.facts(Dealt)[4]
    assert (third.hand, third.card) == ("player", "KD")
    assert third.clauses == ("7.2", "7.2:row 0-5", "A:Draw")


@pytest.mark.clause("bac:7.2", "bac:7.2:row 6-7", "bac:A:Stand")
@pytest.mark.parametrize("total", [6, 7])
@pytest.mark.parametrize("banker", range(8))
def test_7_2_the_player_stands_on_six_and_seven(total: int, banker: int) -> None:
    case = drawn(total, banker)
    assert len(case.round.player.cards) == 2
    (stood,) = (fact for fact in case.facts(Stood) if fact.hand == "player")
    assert (stood.total, stood.why) == (total, "tableau")
    assert stood.clauses == ("7.2", "7.2:row 6-7", "A:Stand")


# --- 7.3: the banker's hand


@pytest.mark.clause("bac:7.3", "bac:7.3:row 0", "bac:7.3:row 1", "bac:7.3:row 2", "bac:7.3:row 3")
@pytest.mark.clause("bac:7.3:row 4", "bac:7.3:row 5", "bac:7.3:row 6", "bac:7.3:row 7")
def test_7_3_every_cell_of_every_row() -> None:
    for row, third in product(range(8), (None, *range(10))):
        for player in (6, 7) if third is None else range(6):
            case = drawn(player, row, "" if third is None else f"{SPELT[third]}D")
            draws = len(case.round.banker.cards) == 3
            assert draws == by_heart(row, third), (row, third, player)
            facts = case.facts(Dealt) if draws else case.facts(Stood)
            last = [fact for fact in facts if fact.hand == "banker"][-1]
            assert last.clauses == ("7.3", f"7.3:row {row}")


@pytest.mark.clause("bac:7.3")
@pytest.mark.parametrize(
    ("banker", "draws_against"),
    [
        (0, "- 0 1 2 3 4 5 6 7 8 9"),
        (1, "- 0 1 2 3 4 5 6 7 8 9"),
        (2, "- 0 1 2 3 4 5 6 7 8 9"),
        (3, "- 0 1 2 3 4 5 6 7 9"),
        (4, "- 2 3 4 5 6 7"),
        (5, "- 4 5 6 7"),
        (6, "6 7"),
        (7, ""),
    ],
)
def test_7_3_written_out(banker: int, draws_against: str) -> None:
    drew = []
    for third in (None, *range(10)):
        case = drawn(6 if third is None else 0, banker, "" if third is None else f"{SPELT[third]}D")
        if len(case.round.banker.cards) == 3:
            drew.append("-" if third is None else str(third))
    assert drew == draws_against.split()


@pytest.mark.parametrize("third", ["10C", "JD", "QH", "KS"])
@pytest.mark.parametrize("banker", range(8))
def test_7_3_a_third_card_that_counts_nothing_is_a_card_all_the_same(
    banker: int, third: str
) -> None:
    case = drawn(0, banker, third)
    assert (len(case.round.banker.cards) == 3) == (banker <= 3)


def test_7_3_looks_at_the_card_and_not_at_the_players_new_total() -> None:
    """The player draws an 8 to 5 and has 3; the banker's 3 stands against the 8."""
    case = drawn(5, 3, "8D")
    assert case.stood() == {"banker": "tableau"}
    assert case.result() == ("tie", 3, 3)


def test_7_3_a_player_that_stood_has_no_card_to_look_at() -> None:
    """Against a third card of 6 the banker's 6 would draw; against a total of 6 it stands."""
    assert drawn(6, 6).result() == ("tie", 6, 6)
    assert len(drawn(0, 6, "6D").round.banker.cards) == 3


# --- 7.1: the order


@pytest.mark.clause("bac:7.1", "bac:A:Tableau")
def test_7_1_the_players_third_card_comes_before_the_bankers() -> None:
    case = drawn(2, 2, "3D", "4C")
    assert case.dealt()[4:] == [("player", "3D"), ("banker", "4C")]
    (began,) = (fact for fact in case.facts(StageBegan) if fact.stage is Stage.THIRD_CARDS)
    assert began.clauses == ("7.1", "A:Tableau")


@pytest.mark.parametrize(("player", "banker"), [*product(range(8), range(8))])
def test_7_no_hand_has_more_than_three_cards(player: int, banker: int) -> None:
    case = drawn(player, banker, "2D", "2C")
    assert case.round.over
    assert {len(case.round.player.cards), len(case.round.banker.cards)} <= {2, 3}
