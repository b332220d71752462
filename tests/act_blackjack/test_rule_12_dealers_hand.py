"""Rule 12: when the dealer draws, when he stops, and when no card may be drawn at all."""

from __future__ import annotations

from typing import Any

import pytest
from tests.act_blackjack.cases import facts, go_on, hand, open_round, refusal, said
from tests.support import Case, play_round

from croupier.cards import parse_cards
from croupier.games.blackjack.facts import DealerEnded, Dealt, Stage, StageBegan
from croupier.rulebook.options import OptionError

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"


def dealer_plays(instrument: str, upcard: str, shoe: str, **options: Any) -> Case:
    """A player stands on 18 and the dealer plays from the shoe."""
    return play_round(instrument, "1 P 10", f"10S {upcard} 8H {shoe}", said("1 stand"), **options)


def stopped(case: Case) -> DealerEnded:
    (fact,) = facts(case, DealerEnded)
    return fact


# --- 12.1: draw to 16, stand on 17


@pytest.mark.clause("12.1")
def test_12_1_the_dealer_waits_until_every_hand_is_complete(instrument: str) -> None:
    case = open_round(
        instrument, "1 P 10; 2 R 10", "8S 10S 6D 8H 9S 10C 10H 5C KD", "1 split; 1 stand; 1.2 stand"
    )
    assert hand(case, "0") == list(parse_cards("6D"))
    go_on(case, "2 stand")
    assert hand(case, "0") == list(parse_cards("6D 5C KD"))


@pytest.mark.clause("12.1")
def test_12_1_the_dealers_hand_has_its_own_part_of_the_round_and_takes_no_decisions(
    instrument: str,
) -> None:
    case = open_round(instrument, "1 P 10", "10S 6D 8H")
    assert refusal(case, "0 hit").clauses == ("12.1",)
    go_on(case, "1 stand")
    began = {fact.stage: fact.clauses for fact in facts(case, StageBegan)}
    assert began[Stage.DEALERS_HAND] == ("12.1",)
    assert refusal(case, "0 stand").clauses == ("12.1",)  # though it is being dealt to


STANDS = [pytest.param(ACT_2006, id="2006"), pytest.param(ACT_2018, id="2018 stand")]


@pytest.mark.clause("06:12.1", "18:12.1(a)")
@pytest.mark.parametrize(
    ("upcard", "drawn"),
    [
        pytest.param("10D", "6C 5S", id="hard 16"),
        pytest.param("10D", "2C 2S 2H 5H", id="hard 12 14 16"),
        pytest.param("2D", "2C 3S 9H KC", id="hard 4 7 16"),
        pytest.param("AD", "5C 4S", id="soft 16"),
        pytest.param("AD", "AC 4S 9H 6C", id="soft 16 hard 15"),
    ],
)
@pytest.mark.parametrize("instrument", STANDS)
def test_12_1_the_dealer_draws_on_16_and_less(instrument: str, upcard: str, drawn: str) -> None:
    """Drawing "to at least 16" draws on 16, since the list of totals to stop at begins at
    17."""
    case = dealer_plays(instrument, upcard, f"{drawn} 2D")
    assert hand(case, "0") == list(parse_cards(f"{upcard} {drawn}"))
    assert case.left == list(parse_cards("2D"))


@pytest.mark.clause("06:12.1", "18:12.1(a)")
@pytest.mark.parametrize(
    ("upcard", "drawn", "total"),
    [
        pytest.param("10D", "7C", 17, id="hard 17"),
        pytest.param("10D", "8C", 18, id="hard 18"),
        pytest.param("10D", "9C", 19, id="hard 19"),
        pytest.param("10D", "KC", 20, id="hard 20"),
        pytest.param("6D", "5C KC", 21, id="hard 21"),
        pytest.param("10D", "AC", 21, id="Blackjack, the ten first"),
        pytest.param("AD", "KC", 21, id="Blackjack, the ace first"),
        pytest.param("AD", "6C", 17, id="soft 17"),
        pytest.param("AD", "2C 4C", 17, id="soft 17 of three"),
        pytest.param("AD", "7C", 18, id="soft 18"),
        pytest.param("AD", "8C", 19, id="soft 19"),
        pytest.param("AD", "9C", 20, id="soft 20"),
        pytest.param("AD", "4C 6C", 21, id="soft 21"),
    ],
)
@pytest.mark.parametrize("instrument", STANDS)
def test_12_1_the_dealer_stops_on_17_hard_or_soft(
    instrument: str, upcard: str, drawn: str, total: int
) -> None:
    """In 2006 the count value of 17 is achieved by a soft 17; in 2018 (a) says so."""
    case = dealer_plays(instrument, upcard, f"{drawn} 2D")
    assert stopped(case).total == total
    assert stopped(case).clauses[0] == "12.1"
    assert case.left == list(parse_cards("2D"))


@pytest.mark.clause("06:12.1")
def test_06_12_1_there_is_no_other_way_in_2006() -> None:
    with pytest.raises(OptionError, match="soft_17"):
        dealer_plays(ACT_2006, "AD", "6C", soft_17="hit")
    assert stopped(dealer_plays(ACT_2006, "AD", "6C")).clauses == ("12.1",)


@pytest.mark.clause("18:12.1", "18:12.1(a)")
def test_18_12_1_a_where_the_layout_says_stand() -> None:
    case = dealer_plays(ACT_2018, "AD", "6C 2D", soft_17="stand")
    assert stopped(case).clauses == ("12.1", "12.1(a)")


@pytest.mark.clause("18:12.1", "18:12.1(b)")
@pytest.mark.parametrize(
    ("upcard", "drawn"),
    [
        pytest.param("AD", "6C 2S", id="A-6 draws, soft 19"),
        pytest.param("AD", "AC 5S 3S", id="A-A-5 draws, soft 20"),
        pytest.param("6D", "AC KS", id="6-A draws, hard 17"),
        pytest.param("AD", "6C 9S 2S", id="A-6-9 is hard 16 and draws"),
        pytest.param("10D", "6C 5S", id="hard 16 draws"),
        pytest.param("AD", "5C 2S", id="soft 16 draws, soft 18"),
    ],
)
def test_18_12_1_b_where_it_says_draw_a_soft_17_is_drawn_to(upcard: str, drawn: str) -> None:
    case = dealer_plays(ACT_2018, upcard, f"{drawn} 2D", soft_17="hit")
    assert hand(case, "0") == list(parse_cards(f"{upcard} {drawn}"))
    assert case.left == list(parse_cards("2D"))
    assert {fact.clauses for fact in facts(case, Dealt)[3:]} == {("12.1", "12.1(b)")}


@pytest.mark.clause("18:12.1(a)", "18:12.1(b)")
def test_18_12_1_the_layout_decides_by_which_limb_the_dealer_plays() -> None:
    for soft_17, limb, cards in [("stand", "12.1(a)", "AD 6C"), ("hit", "12.1(b)", "AD 6C 2S")]:
        case = dealer_plays(ACT_2018, "AD", "6C 2S", soft_17=soft_17)
        assert hand(case, "0") == list(parse_cards(cards))
        assert stopped(case).clauses == ("12.1", limb)


@pytest.mark.clause("18:12.1(b)")
@pytest.mark.parametrize(
    ("upcard", "drawn", "total"),
    [
        pytest.param("10D", "7C", 17, id="hard 17"),
        pytest.param("10D", "6C AC", 17, id="hard 17 with an ace"),
        pytest.param("AD", "7C", 18, id="soft 18"),
        pytest.param("AD", "8C", 19, id="soft 19"),
        pytest.param("AD", "9C", 20, id="soft 20"),
        pytest.param("AD", "2C 8C", 21, id="soft 21"),
        pytest.param("AD", "KC", 21, id="Blackjack"),
    ],
)
def test_18_12_1_b_it_stops_on_hard_17_and_soft_18(upcard: str, drawn: str, total: int) -> None:
    """(b) does not name a Blackjack, which is the soft 21 that it does name."""
    case = dealer_plays(ACT_2018, upcard, f"{drawn} 2D", soft_17="hit")
    assert stopped(case).total == total
    assert stopped(case).clauses[:2] == ("12.1", "12.1(b)")
    assert ("A:Blackjack" in stopped(case).clauses) == (drawn == "KC")
    assert case.left == list(parse_cards("2D"))


# --- 12.2: no card that can change nothing


@pytest.mark.clause("12.2")
@pytest.mark.parametrize("collect_busts", ["at_bust", "at_end"])
def test_12_2_no_card_when_every_hand_is_bust(instrument: str, collect_busts: str) -> None:
    case = play_round(
        instrument,
        "1 P 10; 2 R 10",
        "10S 10H 6D 6H 6S KC QC 5D",
        said("1 hit; 2 hit"),
        collect_busts=collect_busts,
    )
    assert hand(case, "0") == list(parse_cards("6D"))
    assert stopped(case).clauses == ("12.2",)
    assert case.left == list(parse_cards("5D"))


@pytest.mark.clause("12.2")
def test_12_2_no_card_when_the_others_were_paid_at_the_interim_settlement(
    instrument: str,
) -> None:
    case = play_round(instrument, "1 P 10; 2 R 10", "AS 10H 6D KH 6S KC 5D", said("2 hit"))
    assert hand(case, "0") == list(parse_cards("6D"))
    assert case.left == list(parse_cards("5D"))


@pytest.mark.clause("12.2")
@pytest.mark.parametrize(
    ("second", "left"),
    [pytest.param("KC", "5D", id="Blackjack"), pytest.param("2C", "5D", id="soft 13")],
)
def test_12_2_one_card_for_open_insurance_and_no_more(
    instrument: str, second: str, left: str
) -> None:
    """The second card decides the insurance, a third decides nothing."""
    case = play_round(
        instrument,
        "1 P 10",
        f"10S AD 6H KS {second} {left}",
        said("P insures box 1 for 5; 1 hit"),
    )
    assert hand(case, "0") == list(parse_cards(f"AD {second}"))
    assert stopped(case).clauses[0] == "12.2"
    assert ("A:Blackjack" in stopped(case).clauses) == (second == "KC")
    assert case.left == list(parse_cards(left))


@pytest.mark.clause("12.2", "13.1(c)")
@pytest.mark.parametrize(
    ("upcard", "second"), [("10D", "2C"), ("KD", "6C"), ("AD", "2C"), ("AD", "5C")]
)
def test_12_2_one_card_for_a_blackjack_that_waits_and_no_more(
    instrument: str, upcard: str, second: str
) -> None:
    """12.2 prevails over 12.1, which is subject to it: the dealer ends on 12 to 16."""
    case = play_round(instrument, "1 P 10", f"AS {upcard} KH {second} 5D")
    assert hand(case, "0") == list(parse_cards(f"{upcard} {second}"))
    assert stopped(case).clauses == ("12.2",)
    assert stopped(case).total < 17
    assert case.net() == {"P": 15}


@pytest.mark.clause("12.1", "13.1(c)")
def test_12_2_does_not_stop_the_dealer_while_another_hand_is_live(instrument: str) -> None:
    case = play_round(instrument, "1 P 10; 2 R 10", "AS 10H 10D KH 8S 6C 5D", said("2 stand"))
    assert hand(case, "0") == list(parse_cards("10D 6C 5D"))
    assert case.net() == {"P": 15, "R": -10}


@pytest.mark.clause("12.2")
def test_12_2_a_live_hand_that_already_beats_or_loses_to_the_dealer_still_counts(
    instrument: str,
) -> None:
    """The test is whether a card could change a wager, and only a stopping total settles that."""
    case = dealer_plays(instrument, "10D", "2C 4H 9C")
    assert stopped(case).total == 25
    bust = play_round(instrument, "1 P 10", "10S 10D 6H KC 2C", said("1 hit"))
    assert stopped(bust).clauses == ("12.2",)


@pytest.mark.clause("06:12.2")
def test_12_2_three_suited_sevens_waiting_to_be_paid_need_no_card() -> None:
    """Their amount is fixed, so with every hand bust no card can change anything."""
    case = play_round(
        ACT_2006,
        "1 P 10 super-sevens 5",
        "7H 9D 7H 7H KS 8C KC 6S 9C KH 5D",
        said("1 split; 1 split; 1 hit; 1.2 hit; 1.3 hit"),
        side_bets=["super-sevens"],
    )
    assert hand(case, "0") == list(parse_cards("9D"))
    assert stopped(case).clauses == ("12.2",)
    assert case.net() == {"P": 25000 - 30}
