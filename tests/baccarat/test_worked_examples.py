"""The worked examples of Mini-Baccarat that need no table: cards, wagers, result, in dollars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.baccarat.cases import CANBERRA, PERFECT, closed, coup, rules, stakes, standing

from croupier.cards import Card
from croupier.games.baccarat.facts import Stage
from croupier.games.baccarat.hands import to_burn
from croupier.games.baccarat.settlement import void_everything
from croupier.games.baccarat.wager_rules import no_bet_coup_under, why_not_place
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.table.facts import Settled
from croupier.table.wagers import Sign

if TYPE_CHECKING:
    from tests.conftest import Witness


@pytest.mark.clause("bac:6.4", "bac:8.4(b)", "bac:8.5(a)", "bac:8.6(b)", "bac:8.8(a)")
def test_E30_two_naturals_and_no_draws() -> None:
    case = coup("X player 100 banker 100 tie 10", "9C 5D KD 3H")
    assert case.result() == ("player", 9, 8)
    assert case.stood() == {"player": "natural", "banker": "natural"}
    assert case.net() == {"X player": 100, "X banker": -100, "X tie": -10}


@pytest.mark.clause("bac:7.3", "bac:7.3:row 5", "bac:8.8(b)")
def test_E31_the_banker_draws_on_five_where_the_player_stood() -> None:
    case = coup("X banker 25 player 40", "2H QS 4D 5C 3S")
    assert case.result() == ("banker", 6, 8)
    assert case.net() == {"X banker": 23.75, "X player": -40}


@pytest.mark.clause("bac:8.4(c)", "bac:8.5(c)", "bac:8.6(a)", "bac:8.8(c)")
def test_E32_a_tie_pays_eight_and_both_hands_stand_off() -> None:
    case = coup("X banker 100 player 100 tie 25", "7H 7D KS QC")
    assert case.net() == {"X banker": 0, "X player": 0, "X tie": 200}


@pytest.mark.parametrize(
    ("cards", "method", "won"),
    [
        pytest.param("2H KC 2D 6S 9S", "A", 47.5, marks=pytest.mark.clause("bac:8.8(b)")),
        pytest.param("2H KC 2D 6S 9S", "B", 25, marks=pytest.mark.clause("bac:8.9(b)")),
        pytest.param("2H KC 2D 7S 9S", "A", 47.5, marks=pytest.mark.clause("bac:8.8(b)")),
        pytest.param("2H KC 2D 7S 9S", "B", 50, marks=pytest.mark.clause("bac:8.9(b)")),
    ],
)
def test_E33_a_banker_that_wins_with_six(cards: str, method: str, won: float) -> None:
    assert coup("X banker 50", cards, settlement=method).net() == {"X banker": won}


@pytest.mark.clause("bac:7.3", "bac:7.3:row 3")
def test_E34a_three_stands_against_an_eight() -> None:
    case = coup("X tie 10 banker 20 player 20", "2H KC 3D 3S 8C 9D")
    assert case.result() == ("tie", 3, 3)
    assert case.net() == {"X tie": 80, "X banker": 0, "X player": 0}
    assert case.left == [Card("9D")]


@pytest.mark.clause("bac:7.3", "bac:7.3:row 6")
@pytest.mark.parametrize(("method", "won"), [("A", 19), ("B", 20)])
def test_E34b_six_draws_against_a_six(method: str, won: float) -> None:
    case = coup("X banker 20 player 20", "2H KC 3D 6S 6C AD", settlement=method)
    assert case.result() == ("banker", 1, 7)
    assert case.net() == {"X banker": won, "X player": -20}


@pytest.mark.clause("bac:7.3", "bac:7.3:row 6")
@pytest.mark.parametrize(("method", "won"), [("A", 19), ("B", 10)])
def test_E34c_six_stands_against_a_five(method: str, won: float) -> None:
    case = coup("X banker 20 player 20", "2H KC 3D 6S 5C AD", settlement=method)
    assert case.result() == ("banker", 0, 6)
    assert case.net() == {"X banker": won, "X player": -20}


@pytest.mark.clause("bac:4.7(a)", "bac:4.7(b)", "bac:4.8")
def test_E35_the_doors_to_a_no_bet_coup(witness: Witness) -> None:
    law, three = rules().law, ("X", "Y", "Z")
    with pytest.raises(Refused) as silent:
        no_bet_coup_under(law, patrons=three, asked=["X"], agreed=["X", "Y"])
    assert silent.value.clauses[-1] == "4.7(b)"
    with pytest.raises(Refused) as unasked:
        no_bet_coup_under(law, patrons=three, agreed=three)
    assert unasked.value.clauses[-1] == "4.7(a)"
    assert no_bet_coup_under(law, patrons=three, asked=["X"], agreed=three)
    witness.others.update(no_bet_coup_under(law, patrons=()))


@pytest.mark.clause("bac:9.8(b)", "bac:9.8(c)", "bac:10.4", "bac:10.6(c)")
def test_E36_a_perfect_pair() -> None:
    case = coup("X player-pair 10 banker-pair 10 player 100", "9H 4C 9H 6D", side_bets=PERFECT)
    assert case.result() == ("player", 8, 0)
    assert case.net() == {"X player-pair": 250, "X banker-pair": -10, "X player": 100}


@pytest.mark.parametrize(
    ("side_bets", "won"),
    [
        pytest.param(PERFECT, 50, marks=pytest.mark.clause("bac:10.2", "bac:10.6(a)")),
        pytest.param(CANBERRA, 110, marks=pytest.mark.clause("bac:11.2(a)")),
    ],
)
@pytest.mark.clause("bac:9.5", "bac:9.8(a)", "bac:9.8(d)")
def test_E37_king_and_queen_are_no_pair_and_two_tens_are(side_bets: list[str], won: int) -> None:
    case = coup("X player-pair 10 banker-pair 10", "KH 10S QH 10D 6C 8D", side_bets=side_bets)
    assert case.result() == ("banker", 6, 8)
    assert case.net() == {"X player-pair": -10, "X banker-pair": won}


@pytest.mark.clause("bac:9.4(a)", "bac:9.9", "bac:10.3", "bac:10.3(b)")
def test_E38_a_pairs_wager_is_the_only_one_on_the_table() -> None:
    case = coup("X banker-pair 5", "2H 3S 3D 3C 4H", side_bets=PERFECT)
    assert case.net() == {"X banker-pair": 60}
    assert case.result() == ("player", 9, 6)
    assert case.stood() == {"banker": "tableau"}


@pytest.mark.clause("bac:9.9", "bac:12.7", "bac:A:Void")
def test_E39_a_shoe_that_runs_out() -> None:
    case = coup(
        "X player-pair 10 banker-pair 10 player 50 banker 50", "8H 2C 8D 3S", side_bets=PERFECT
    )
    assert case.net() == {"X player-pair": 120, "X banker-pair": -10}
    assert case.round.stage is Stage.THIRD_CARDS
    void_everything(case.round, case.round.law.shoe_exhausted)
    assert case.net() == {
        "X player-pair": 0,
        "X banker-pair": 0,
        "X player": 0,
        "X banker": 0,
    }


@pytest.mark.parametrize(("shown", "gone"), [("KS", 11), ("AS", 2), ("7S", 8)])
def test_E40_the_card_shown_and_as_many_more_are_burnt(shown: str, gone: int) -> None:
    assert 1 + to_burn(rules().law, Card(shown)).value == gone


E42_WAGERS = "X banker 2000; Y player 1000; Z banker 1000; W tie 300"
E42_OPTIONS: dict[str, Any] = {
    "limits": {kind: [10000, 10000000] for kind in ("banker", "player", "tie")},
    "differential": 150000,
}


@pytest.mark.clause("bac:3.6", "bac:A:Table Differential")
def test_E42_the_latest_wager_on_the_heavier_side_is_cut() -> None:
    ruled = closed(E42_WAGERS, **E42_OPTIONS)
    assert standing(ruled) == {"X banker": 2000, "Y player": 1000, "Z banker": 500, "W tie": 300}
    assert ruled[2].goes_back == 50000
    case = coup(E42_WAGERS, "5D 9C 3H KD", **E42_OPTIONS)
    assert case.net() == {"X banker": 1900, "Y player": -1000, "Z banker": 475, "W tie": -300}


@pytest.mark.clause("bac:3.6", "bac:A:Table Differential")
def test_E42_or_the_first_wager_is_refused_as_it_is_made() -> None:
    table = rules(**E42_OPTIONS, differential_policy="at_placement")
    x = stakes("X banker 2000")[0]
    refused = why_not_place(table, Sign.from_options(table.options), [], x)
    assert refused is not None
    assert refused.clauses == ("3.6", "A:Table Differential")


E43_LIMITS: dict[str, Any] = {
    "limits": {kind: [2500, 50000] for kind in ("banker", "player", "tie")}
}


@pytest.mark.clause("bac:3.5")
@pytest.mark.parametrize(("cards", "net"), [("9C 5D KD 3H", 500), ("5D 9C 3H KD", -500)])
def test_E43_two_hundred_over_the_maximum_go_back_win_or_lose(cards: str, net: float) -> None:
    assert closed("X player 700", **E43_LIMITS)[0].goes_back == 20000
    assert coup("X player 700", cards, **E43_LIMITS).net() == {"X player": net}


@pytest.mark.clause("bac:3.2")
@pytest.mark.parametrize(("cards", "net"), [("9C 5D KD 3H", 700), ("5D 9C 3H KD", -700)])
def test_E43_with_a_marker_all_of_it_stands(cards: str, net: float) -> None:
    case = coup("X player 700", cards, markers={"X": 100000}, **E43_LIMITS)
    assert case.net() == {"X player": net}


@pytest.mark.clause("bac:3.4")
def test_E43_a_wager_under_the_minimum_wins_once() -> None:
    assert coup("X banker 10", "5D 9C 3H KD", **E43_LIMITS).net() == {"X banker": 9.5}
    again = coup("X banker 10", "5D 9C 3H KD", warned=("X",), **E43_LIMITS)
    assert again.facts(Settled) == []


@pytest.mark.clause("bac:7.3", "bac:7.3:row 5")
def test_E44_a_card_drawn_to_the_player_in_error_is_the_bankers() -> None:
    """The player's 6 stands, so the nine goes where the coup asks for it."""
    case = coup("X player 50; Y banker 50", "4H 2C 2D 3S 9C")
    assert case.dealt()[4] == ("banker", "9C")
    assert case.result() == ("player", 6, 4)
    assert case.net() == {"X player": 50, "Y banker": -50}


@pytest.mark.clause("bac:7.2:row 6-7", "bac:7.3:row 7", "bac:4.9")
def test_E45_a_card_that_no_hand_needs_opens_the_next_coup() -> None:
    case = coup("X tie 10 player 20 banker 20", "4H 2C 3D 5S KH")
    assert case.result() == ("tie", 7, 7)
    assert case.net() == {"X tie": 80, "X player": 0, "X banker": 0}
    assert case.left == [Card("KH")]
    no_bets = coup("", "KH 6D 4C 2S")
    assert no_bets.result() == ("banker", 4, 8)
    assert no_bets.facts(Settled) == []


@pytest.mark.clause("bac:9.8(d)", "bac:6.2(a)", "bac:6.2(b)")
def test_E46_the_order_of_the_draw_decides_whose_card_it_is() -> None:
    case = coup("X player-pair 10 player 100", "9C 9D KS 3H", side_bets=PERFECT)
    assert case.result() == ("player", 9, 2)
    assert case.net() == {"X player-pair": -10, "X player": 100}


@pytest.mark.clause("bac:9.4(a)")
def test_E47c_where_one_pairs_wager_is_left_it_is_no_no_bet_coup() -> None:
    case = coup("X player-pair 10", "9C 9D KS 3H", side_bets=PERFECT)
    assert not case.round.is_no_bet_coup
    assert case.net() == {"X player-pair": -10}


@pytest.mark.clause("bac:A:Void")
def test_E48_a_coup_that_is_undone_after_it_was_paid() -> None:
    case = coup("X banker 100; Y player 100; Z tie 10", "5D 9C 3H KD")
    assert case.net() == {"X banker": 95, "Y player": -100, "Z tie": -10}
    void_everything(case.round, load(rules().instrument.id).cite("12.5", "A:Void"))
    assert case.net() == {"X banker": 0, "Y player": 0, "Z tie": 0}
