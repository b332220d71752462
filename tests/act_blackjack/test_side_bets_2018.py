"""2018, rule 17: Perfect Pairs or Pairs Play. Stakes of 10 beside a main wager of 10."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import open_round, said, stage_of, stages
from tests.support import play_round, stakes

from croupier.game_rules import rules_for
from croupier.games.blackjack.facts import Stage
from croupier.rulebook.citations import Refused
from croupier.rulebook.options import OptionError
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import (
    Admitted,
    BoxMaxScope,
    Markers,
    Sign,
    close_betting,
    why_not_place,
)

ACT_2018 = "act-blackjack-2018"
PERFECT_PAIRS, PAIRS_PLAY = "perfect-pairs", "pairs-play"


def pair(bet: str, first: str, second: str) -> Settled:
    case = play_round(ACT_2018, f"1 P 10 {bet} 10", f"{first} 10S {second}", side_bets=[bet])
    (paid,) = case.settled(bet)
    return paid


def placing(there: str, new: str, **options: object) -> Refused | None:
    rules = rules_for(ACT_2018, options)
    return why_not_place(
        rules.table_law,
        Sign(),
        stakes(there) if there else [],
        stakes(new)[0],
        offered=[PERFECT_PAIRS, PAIRS_PLAY],
        markers=Markers(),
        needs_own_main=rules.side_bet_needs_own_main,
    )


def closed(wagers: str) -> list[Admitted]:
    rules = rules_for(ACT_2018)
    return close_betting(
        rules.table_law,
        Sign(),
        stakes(wagers),
        markers=Markers(),
        scope=BoxMaxScope.TOTAL,
        needs_own_main=rules.side_bet_needs_own_main,
    )


def test_18_17_1_a_table_offers_one_of_the_two_or_neither() -> None:
    """ "or" is exclusive; each needs a layout of its own."""
    with pytest.raises(OptionError, match=r"17\.1"):
        rules_for(ACT_2018, {"side_bets": [PERFECT_PAIRS, PAIRS_PLAY]})
    with pytest.raises(OptionError, match="super-sevens"):
        rules_for(ACT_2018, {"side_bets": ["super-sevens"]})


@pytest.mark.parametrize(
    ("bet", "limb"),
    [
        pytest.param(PERFECT_PAIRS, "17.1(a)", marks=pytest.mark.clause("18:17.1(a)")),
        pytest.param(PAIRS_PLAY, "17.1(b)", marks=pytest.mark.clause("18:17.1(b)")),
    ],
)
def test_18_17_1_a_table_that_does_not_offer_it_takes_no_such_wager(bet: str, limb: str) -> None:
    refused = why_not_place(
        rules_for(ACT_2018).table_law,
        Sign(),
        stakes("1 P 10"),
        stakes(f"1 P {bet} 5")[0],
        offered=[],
        markers=Markers(),
    )
    assert refused is not None
    assert refused.clauses == ("17.1", limb)


# --- Perfect Pairs


@pytest.mark.clause("18:17.3", "18:17.3(a)", "18:17.9(d)")
@pytest.mark.parametrize(("first", "second"), [("2S", "3S"), ("9H", "8H"), ("10D", "9D")])
def test_18_17_3_a_the_number_on_the_card_is_its_face_value(first: str, second: str) -> None:
    assert pair(PERFECT_PAIRS, first, first).net > 0
    assert pair(PERFECT_PAIRS, first, second).net == -1000


@pytest.mark.clause("18:17.3", "18:17.3(b)", "18:17.9(d)")
@pytest.mark.parametrize(("first", "second"), [("10H", "KH"), ("QS", "JS"), ("JD", "KD")])
def test_18_17_3_b_a_court_card_is_its_type_and_not_a_ten(first: str, second: str) -> None:
    """Equal in value, so they may be split; no pair, so the side bet loses."""
    assert pair(PERFECT_PAIRS, first, second).net == -1000


@pytest.mark.clause("18:17.4", "18:17.4(a)")
@pytest.mark.parametrize("rank", ["A", "2", "7", "10", "J", "Q", "K"])
def test_18_17_4_a_a_pair_is_two_cards_of_one_face_value(rank: str) -> None:
    assert pair(PERFECT_PAIRS, f"{rank}S", f"{rank}H").outcome is Outcome.WIN


@pytest.mark.clause("18:17.4", "18:17.4(b)")
@pytest.mark.parametrize(("first", "second"), [("QH", "QS"), ("QC", "QD"), ("QD", "QS")])
def test_18_17_4_b_a_mixed_pair_is_one_red_and_one_black(first: str, second: str) -> None:
    assert pair(PERFECT_PAIRS, first, second).net == 6000


@pytest.mark.clause("18:17.4", "18:17.4(c)")
@pytest.mark.parametrize(("first", "second"), [("QH", "QD"), ("QS", "QC")])
def test_18_17_4_c_a_coloured_pair_is_two_suits_of_one_colour(first: str, second: str) -> None:
    assert pair(PERFECT_PAIRS, first, second).net == 12000


@pytest.mark.clause("18:17.4", "18:17.4(d)", "18:A:Suited")
@pytest.mark.parametrize("card", ["QS", "10H", "AD", "2C"])
def test_18_17_4_d_a_perfect_pair_is_suited(card: str) -> None:
    assert pair(PERFECT_PAIRS, card, card).net == 25000


@pytest.mark.clause("18:17.6")
def test_18_17_6_three_perfect_pairs_wagers_are_the_most_on_a_box() -> None:
    two = "1 A 10 perfect-pairs 5; 1 B 10 perfect-pairs 5; 1 C 10"
    assert placing(two, "1 C perfect-pairs 5") is None
    refused = placing(f"{two} perfect-pairs 5", "1 D perfect-pairs 5")
    assert refused is not None
    assert refused.clauses == ("17.6",)
    assert placing(f"{two} perfect-pairs 5", "1 C perfect-pairs 10") is None, "C changes his own"
    assert placing(f"{two} perfect-pairs 5; 2 D 10", "2 D perfect-pairs 5") is None


@pytest.mark.clause("18:17.8")
def test_18_17_8_it_goes_only_on_a_box_with_a_blackjack_wager() -> None:
    """Refused where 2006 took it and gave it back; and anybody's wager will do."""
    for there in ("", "2 P 10", "2 M 10"):
        refused = placing(there, "1 P perfect-pairs 5")
        assert refused is not None
        assert refused.clauses == ("17.8",)
    assert placing("1 M 10", "1 P perfect-pairs 5") is None
    assert placing("1 M 10", "1 P perfect-pairs 5", side_bet_needs_own_main=True) is not None


@pytest.mark.clause("18:17.8")
def test_18_17_8_a_box_that_lost_its_blackjack_wager_keeps_no_side_wager() -> None:
    side = closed("1 P perfect-pairs 5")[0]
    assert (side.void, side.stands, side.goes_back) == (False, 0, 500)


@pytest.mark.clause("18:17.9", "18:17.9(a)")
def test_18_17_9_a_a_mixed_pair_wins() -> None:
    assert pair(PERFECT_PAIRS, "9S", "9D").outcome is Outcome.WIN


@pytest.mark.clause("18:17.9", "18:17.9(b)")
def test_18_17_9_b_a_coloured_pair_wins() -> None:
    assert pair(PERFECT_PAIRS, "9S", "9C").outcome is Outcome.WIN
    assert pair(PERFECT_PAIRS, "9H", "9D").outcome is Outcome.WIN


@pytest.mark.clause("18:17.9", "18:17.9(c)")
def test_18_17_9_c_a_perfect_pair_wins() -> None:
    assert pair(PERFECT_PAIRS, "9S", "9S").outcome is Outcome.WIN


@pytest.mark.clause("18:17.9", "18:17.9(d)")
def test_18_17_9_d_no_pair_loses() -> None:
    assert pair(PERFECT_PAIRS, "9S", "8S").outcome is Outcome.LOSE


@pytest.mark.clause("18:17.10")
def test_18_17_10_one_payment_for_each_winner() -> None:
    """The three kinds are disjoint, so no pair is paid twice."""
    case = play_round(
        ACT_2018,
        "1 P 10 perfect-pairs 10; 1 Q 10 perfect-pairs 5",
        "9S 10S 9S",
        side_bets=[PERFECT_PAIRS],
    )
    assert [(fact.player, fact.net) for fact in case.settled()] == [("P", 25000), ("Q", 12500)]


@pytest.mark.clause("18:17.11", "18:17.11(a)", "18:17.11(b)")
def test_18_17_11_losers_go_and_winners_are_paid_before_the_subsequent_deal() -> None:
    case = open_round(
        ACT_2018,
        "1 P 10 perfect-pairs 10; 2 R 10 perfect-pairs 10",
        "9S 8S 10S 9H 7S",
        side_bets=[PERFECT_PAIRS],
    )
    assert [(fact.player, fact.net, stage_of(case, fact)) for fact in case.settled()] == [
        ("P", 6000, Stage.SIDE_BETS),
        ("R", -1000, Stage.SIDE_BETS),
    ]


@pytest.mark.clause("18:17.12", "18:17.12(a)")
def test_18_17_12_a_a_mixed_pair_pays_six_to_one() -> None:
    assert pair(PERFECT_PAIRS, "4S", "4H").net == 6000


@pytest.mark.clause("18:17.12", "18:17.12(b)")
def test_18_17_12_b_a_coloured_pair_pays_twelve_to_one() -> None:
    assert pair(PERFECT_PAIRS, "4S", "4C").net == 12000


@pytest.mark.clause("18:17.12", "18:17.12(c)")
def test_18_17_12_c_a_perfect_pair_pays_twenty_five_to_one() -> None:
    assert pair(PERFECT_PAIRS, "4S", "4S").net == 25000


@pytest.mark.clause("18:17.13")
def test_18_17_13_play_goes_on_with_the_subsequent_deal() -> None:
    case = open_round(ACT_2018, "1 P 10 perfect-pairs 10", "9S 6S 9H", side_bets=[PERFECT_PAIRS])
    assert stages(case) == [
        Stage.INITIAL_DEAL,
        Stage.SIDE_BETS,
        Stage.INTERIM_SETTLEMENT,
        Stage.SUBSEQUENT_DEAL,
    ]


# --- Pairs Play


@pytest.mark.clause("18:17.15", "18:17.15(a)", "18:17.21(b)")
@pytest.mark.parametrize(("first", "second"), [("2S", "3S"), ("9H", "8H"), ("10D", "9D")])
def test_18_17_15_a_the_number_on_the_card_is_its_face_value(first: str, second: str) -> None:
    assert pair(PAIRS_PLAY, first, first).net > 0
    assert pair(PAIRS_PLAY, first, second).net == -1000


@pytest.mark.clause("18:17.15", "18:17.15(b)", "18:17.21(b)")
@pytest.mark.parametrize(("first", "second"), [("10H", "KH"), ("QS", "JS"), ("JD", "KD")])
def test_18_17_15_b_a_court_card_is_its_type_and_not_a_ten(first: str, second: str) -> None:
    assert pair(PAIRS_PLAY, first, second).net == -1000


@pytest.mark.clause("18:17.16", "18:17.21(b)")
@pytest.mark.parametrize("rank", ["A", "2", "7", "10", "J", "Q", "K"])
def test_18_17_16_a_pair_is_two_cards_of_one_face_value(rank: str) -> None:
    assert pair(PAIRS_PLAY, f"{rank}S", f"{rank}H").outcome is Outcome.WIN
    for other in {"A", "2", "7", "10", "J", "Q", "K"} - {rank}:
        assert pair(PAIRS_PLAY, f"{rank}S", f"{other}S").outcome is Outcome.LOSE, other


@pytest.mark.clause("18:17.18")
def test_18_17_18_three_pairs_play_wagers_are_the_most_on_a_box() -> None:
    three = "1 A 10 pairs-play 5; 1 B 10 pairs-play 5; 1 C 10 pairs-play 5"
    refused = placing(three, "1 D pairs-play 5")
    assert refused is not None
    assert refused.clauses == ("17.18",)
    assert placing(three, "1 B pairs-play 10") is None, "B changes his own"


@pytest.mark.clause("18:17.20")
def test_18_17_20_it_goes_only_on_a_box_with_a_blackjack_wager() -> None:
    for there in ("", "2 P 10"):
        refused = placing(there, "1 P pairs-play 5")
        assert refused is not None
        assert refused.clauses == ("17.20",)
    assert placing("1 M 10", "1 P pairs-play 5") is None


@pytest.mark.clause("18:17.21", "18:17.21(a)", "18:17.23")
@pytest.mark.parametrize("second", ["QH", "QD", "QS", "QC"])
def test_18_17_21_a_any_pair_wins_eleven_to_one(second: str) -> None:
    """Perfect, coloured and mixed alike; eleven to one, with the stake back."""
    assert pair(PAIRS_PLAY, "QH", second).net == 11000


@pytest.mark.clause("18:17.21(a)")
@pytest.mark.parametrize("face", [*"A23456789JQK", "10"])
def test_18_17_21_a_a_pair_has_the_same_face_and_not_only_the_same_value(face: str) -> None:
    won = pair(PAIRS_PLAY, f"{face}H", f"{face}S")
    assert (won.outcome, won.net) == (Outcome.WIN, 11000)
    for other in {"A", "9", "10", "J", "Q", "K"} - {face}:
        assert pair(PAIRS_PLAY, f"{face}H", f"{other}H").outcome is Outcome.LOSE


@pytest.mark.clause("18:17.21(a)")
def test_18_17_21_a_the_first_two_cards_of_the_box_decide() -> None:
    """A third card makes no pair, and neither does a card of another box."""
    case = play_round(
        ACT_2018, "1 P 10 pairs-play 10; 2 R 10 pairs-play 10", "8S 9S 10S 4H 9H 8H KD",
        said("1 hit; 1 stand; 2 stand"), side_bets=[PAIRS_PLAY],
    )  # fmt: skip
    assert [(fact.player, fact.net) for fact in case.settled(PAIRS_PLAY)] == [
        ("P", -1000),
        ("R", 11000),
    ]


@pytest.mark.clause("18:17.21", "18:17.21(b)")
def test_18_17_21_b_no_pair_loses() -> None:
    assert (pair(PAIRS_PLAY, "QH", "10H").outcome, pair(PAIRS_PLAY, "QH", "10H").net) == (
        Outcome.LOSE,
        -1000,
    )


@pytest.mark.clause("18:17.22", "18:17.22(a)", "18:17.22(b)")
def test_18_17_22_losers_go_and_winners_are_paid_before_the_subsequent_deal() -> None:
    case = open_round(
        ACT_2018,
        "1 P 10 pairs-play 10; 2 R 10 pairs-play 10",
        "9S 8S 10S 9H 7S",
        side_bets=[PAIRS_PLAY],
    )
    assert [(fact.player, fact.net, stage_of(case, fact)) for fact in case.settled()] == [
        ("P", 11000, Stage.SIDE_BETS),
        ("R", -1000, Stage.SIDE_BETS),
    ]


@pytest.mark.clause("18:17.23")
def test_18_17_23_the_odds_are_eleven_to_one() -> None:
    assert pair(PAIRS_PLAY, "2H", "2S").net == 11000


@pytest.mark.clause("18:17.24")
def test_18_17_24_play_goes_on_with_the_subsequent_deal() -> None:
    case = open_round(ACT_2018, "1 P 10 pairs-play 10", "9S 6S 9H", side_bets=[PAIRS_PLAY])
    assert stages(case)[-1] is Stage.SUBSEQUENT_DEAL


@pytest.mark.clause("18:17.9(a)", "13.1(d)")
@pytest.mark.parametrize("instrument", [ACT_2018])
def test_18_17_the_side_bet_stands_whatever_becomes_of_the_hand(instrument: str) -> None:
    """Split, bust or lost to a Blackjack, the pair was paid before play."""
    case = play_round(
        instrument,
        "1 P 10 perfect-pairs 10",
        "8S 10S 8H KC 9C KD 9D AC",
        said("1 split; 1 hit; 1.2 hit"),
        side_bets=[PERFECT_PAIRS],
    )
    assert [(fact.wager, fact.net) for fact in case.settled()] == [
        ("perfect-pairs", 6000),
        ("main", -1000),
        ("main", -1000),
    ]
