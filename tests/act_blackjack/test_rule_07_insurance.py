"""Rule 7: insurance, with the clause of each year where the two number it differently."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import (
    allowed,
    facts,
    go_on,
    hand,
    open_round,
    refusal,
    said,
    stage_of,
    stages,
)
from tests.support import Case, play_round
from tests.table_support import DEALER, SUPERVISOR, open_table, player

from croupier.cards import parse_cards
from croupier.games.blackjack.asks_and_answers import Choice, InsuranceWindow, Insure, Window
from croupier.games.blackjack.facts import InsuranceServed, Insured, Stage
from croupier.rulebook.options import OptionError
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import Outcome, Settled

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"


def served(case: Case) -> list[tuple[str, str, int, str]]:
    """Who got how many dollars of whose wager, and the limb that put them there."""
    return [
        (fact.on, fact.player, fact.amount // 100, fact.clauses[-1])
        for fact in facts(case, InsuranceServed)
    ]


def returned(case: Case) -> dict[str, int]:
    return {
        fact.player: fact.stake // 100
        for fact in case.settled("insurance")
        if fact.outcome is Outcome.RETURNED
    }


# --- 7.1: the dealer's first card is an ace, and half the initial wager at most


@pytest.mark.clause("7.1")
def test_7_1_an_ace_opens_insurance_before_the_subsequent_deal(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "10S AD 9H")
    assert isinstance(case.round.due, InsuranceWindow)
    assert stages(case) == [Stage.INITIAL_DEAL, Stage.INSURANCE]


@pytest.mark.clause("7.1")
@pytest.mark.parametrize("upcard", ["2D", "9D", "10D", "JD", "QD", "KD"])
def test_7_1_any_other_card_does_not(instrument: str, upcard: str) -> None:
    case = open_round(instrument, "1 P 10", f"10S {upcard} 9H")
    assert isinstance(case.round.due, Choice)
    assert Stage.INSURANCE not in stages(case)
    assert "7.1" in refusal(case, "P insures box 1 for 5").clauses


@pytest.mark.clause("7.1")
def test_7_1_half_the_initial_wager_is_the_most(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "10S AD 9H")
    assert "7.1" in refusal(case, "P insures box 1 for 5.01").clauses
    go_on(case, "P insures box 1 for 5")
    assert [line.amount for line in case.round.insurance] == [500]


@pytest.mark.clause("7.1")
def test_7_1_the_half_holds_for_all_of_an_owners_insurance_together(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "10S AD 9H", "P insures box 1 for 3")
    assert "7.1" in refusal(case, "P insures box 1 for 3").clauses
    go_on(case, "P insures box 1 for 2")
    assert [line.amount for line in case.round.insurance] == [500]


@pytest.mark.clause("7.1")
def test_7_1_each_wager_has_its_own_half(instrument: str) -> None:
    """By owner and box. What P leaves free on box 2 does not enlarge box 1."""
    case = open_round(instrument, "1 P 10; 2 P 40", "10S 10H AD 9H 9S")
    assert "7.1" in refusal(case, "P insures box 1 for 10").clauses
    go_on(case, "P insures box 1 for 5; P insures box 2 for 20")
    assert [(line.box, line.amount) for line in case.round.insurance] == [(1, 500), (2, 2000)]


@pytest.mark.clause("7.1")
def test_7_1_every_owner_on_a_shared_box_answers_for_himself(instrument: str) -> None:
    """4.5 gives the controlling player the cards, not the money of the others."""
    case = open_round(instrument, "1 P 10; 1 Q 40", "10S AD 9H")
    assert "7.1" in refusal(case, "P insures box 1 for 20").clauses
    go_on(case, "Q insures box 1 for 20")
    assert [(line.player, line.amount) for line in case.round.insurance] == [("Q", 2000)]


@pytest.mark.clause("7.1")
def test_7_1_nobody_insures_a_box_without_a_wager_there(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "10S AD 9H")
    assert "7.1" in refusal(case, "P insures box 2 for 5").clauses
    assert "7.1" in refusal(case, "Z insures box 1 for 5").clauses


@pytest.mark.clause("06:7.1")
def test_06_7_1_nobody_insures_the_wager_of_another_and_no_table_may_allow_it() -> None:
    case = open_round(ACT_2006, "1 P 10; 1 Q 10; 2 R 10", "10S 10H AD 9H 9S")
    assert refusal(case, "Q insures P on box 1 for 5").clauses == ("7.1",)
    assert refusal(case, "R insures P on box 1 for 5").clauses == ("7.1",)
    go_on(case, "the dealer moves on")
    assert isinstance(case.round.due, Choice), "there is no second window"
    with pytest.raises(OptionError, match="third_party_insurance"):
        open_round(ACT_2006, "1 P 10", "", third_party_insurance=True)


# --- 2018's 7.2: the wager of an owner who declined


@pytest.mark.clause("18:7.2")
def test_18_7_2_others_may_insure_a_wager_whose_owner_declined() -> None:
    case = open_round(ACT_2018, "1 P 10; 2 R 40", "10S 10H AD 9H 9S KD", "the dealer moves on")
    assert isinstance(case.round.due, InsuranceWindow)
    assert case.round.due.window is Window.OTHERS
    go_on(case, "R insures P on box 1 for 5; the dealer moves on; 1 stand; 2 stand")
    assert case.net() == {"P": -10, "R": -30}


@pytest.mark.clause("18:7.2")
def test_18_7_2_owners_answer_before_anybody_else() -> None:
    case = open_round(ACT_2018, "1 P 10; 2 R 40", "10S 10H AD 9H 9S")
    assert "7.2" in refusal(case, "R insures P on box 1 for 5").clauses
    go_on(case, "P declines insurance on box 1")
    assert "7.2" in refusal(case, "R insures P on box 1 for 5").clauses
    go_on(case, "the dealer moves on")
    assert "7.2" in refusal(case, "P insures box 1 for 5").clauses
    assert allowed(case, "R insures P on box 1 for 5")


@pytest.mark.clause("18:7.2")
def test_18_7_2_an_owner_who_insured_for_less_has_not_declined() -> None:
    """What the owner left free is not open to others."""
    case = open_round(
        ACT_2018,
        "1 P 100; 2 R 40",
        "10S 10H AD 9H 9S",
        "P insures box 1 for 10; the dealer moves on",
    )
    assert "7.2" in refusal(case, "R insures P on box 1 for 5").clauses
    assert allowed(case, "P insures R on box 2 for 20")


@pytest.mark.clause("18:7.2")
def test_18_7_2_declining_is_by_wager_and_not_by_player() -> None:
    case = open_round(
        ACT_2018,
        "1 P 20; 2 P 20; 3 R 40",
        "10S 10H 10D AD 9H 9S 9D",
        "P insures box 1 for 10; the dealer moves on",
    )
    assert "7.2" in refusal(case, "R insures P on box 1 for 5").clauses
    assert allowed(case, "R insures P on box 2 for 10")


@pytest.mark.clause("18:7.2")
def test_18_7_2_a_wager_for_which_even_money_was_asked_is_not_open() -> None:
    """The request is taken with the owners' answers, before the others are asked."""
    case = open_round(
        ACT_2018,
        "1 P 20; 2 R 40",
        "AS 10H AD KH 9S",
        "P takes even money on box 1; the dealer moves on",
    )
    assert "7.2" in refusal(case, "R insures P on box 1 for 10").clauses


@pytest.mark.clause("18:7.2")
def test_18_7_2_half_of_the_declined_wager_is_the_most() -> None:
    case = open_round(ACT_2018, "1 P 10; 2 R 400", "10S 10H AD 9H 9S", "the dealer moves on")
    assert "7.2" in refusal(case, "R insures P on box 1 for 5.01").clauses
    go_on(case, "R insures P on box 1 for 3")
    assert "7.2" in refusal(case, "R insures P on box 1 for 3").clauses


@pytest.mark.clause("18:7.2")
def test_18_7_2_who_has_no_wager_in_the_round_has_no_place_in_the_order() -> None:
    case = open_round(ACT_2018, "1 P 10; 2 R 40", "10S 10H AD 9H 9S", "the dealer moves on")
    assert "7.2" in refusal(case, "Z insures P on box 1 for 5").clauses


@pytest.mark.clause("18:7.2")
def test_18_7_2_the_operator_need_not_permit_it() -> None:
    """Others may be permitted to; it is not their right."""
    case = open_round(ACT_2018, "1 P 10; 2 R 40", "10S 10H AD 9H 9S", third_party_insurance=False)
    assert refusal(case, "R insures P on box 1 for 5").clauses == ("7.2",)
    go_on(case, "the dealer moves on")
    assert isinstance(case.round.due, Choice)


def test_18_7_2_a_player_alone_in_the_round_is_asked_once() -> None:
    case = open_round(ACT_2018, "1 P 10; 2 P 40", "10S 10H AD 9H 9S", "the dealer moves on")
    assert isinstance(case.round.due, Choice)


@pytest.mark.clause("18:7.2(a)")
def test_18_7_2_a_the_same_box_comes_first_from_front_to_back() -> None:
    """P's 40 leaves 20 to others: Q is nearer the dealer than R, and S is a box away."""
    case = play_round(
        ACT_2018,
        "1 S 100; 2 Q 100; 2 P 40; 2 R 100",
        "10S 10H AD 9H 9S",
        said(
            "S insures P on box 2 for 20; R insures P on box 2 for 12; Q insures P on box 2 for 10"
        ),
    )
    assert served(case) == [("P", "Q", 10, "7.2(a)"), ("P", "R", 10, "7.2(a)")]
    assert returned(case) == {"R": 2, "S": 20}


@pytest.mark.clause("18:7.2(b)")
def test_18_7_2_b_then_the_nearest_box_from_front_to_back() -> None:
    case = play_round(
        ACT_2018,
        "1 P 40; 3 R 100; 3 Q 100; 5 S 100",
        "10S 10H 10D AD 9H 9S 9D",
        said(
            "S insures P on box 1 for 20; Q insures P on box 1 for 12; R insures P on box 1 for 10"
        ),
    )
    assert served(case) == [("P", "R", 10, "7.2(b)"), ("P", "Q", 10, "7.2(b)")]
    assert returned(case) == {"Q": 2, "S": 20}


@pytest.mark.clause("18:7.2(b)")
def test_18_7_2_b_the_table_does_not_wrap_round_behind_the_dealer() -> None:
    """From box 1, box 4 is nearer than box 7."""
    case = play_round(
        ACT_2018,
        "1 P 20; 4 Q 100; 7 S 100",
        "10S 10H 10D AD 9H 9S 9D",
        said("S insures P on box 1 for 10; Q insures P on box 1 for 10"),
    )
    assert served(case) == [("P", "Q", 10, "7.2(b)")]


@pytest.mark.clause("18:7.2(b)")
def test_18_7_2_b_a_bettor_on_several_boxes_is_as_near_as_the_nearest() -> None:
    case = play_round(
        ACT_2018,
        "1 P 20; 2 S 10; 3 Q 100; 6 S 100",
        "10S 10H 10D 10C AD 9H 9S 9D 9C",
        said("Q insures P on box 1 for 10; S insures P on box 1 for 10"),
    )
    assert served(case) == [("P", "S", 10, "7.2(b)")]


@pytest.mark.clause("18:7.2(c)")
def test_18_7_2_c_of_two_as_near_who_has_insured_others_for_less() -> None:
    """(c) prevails over the dealing order: Q on box 2 was served first on box 1."""
    case = play_round(
        ACT_2018,
        "1 P 20; 2 Q 100; 3 R 40; 4 S 100",
        "10S 10H 10D 10C AD 9H 9S 9D 9C",
        said(
            "Q insures P on box 1 for 10; Q insures R on box 3 for 20; S insures R on box 3 for 15"
        ),
    )
    assert served(case) == [
        ("P", "Q", 10, "7.2(b)"),
        ("R", "S", 15, "7.2(c)"),
        ("R", "Q", 5, "7.2(c)"),
    ]
    assert returned(case) == {"Q": 15}


@pytest.mark.clause("18:7.2(c)")
def test_18_7_2_c_insurance_on_ones_own_wager_does_not_count() -> None:
    """Q has 50 on his own wager and nothing on others; S has 5 on another's."""
    case = play_round(
        ACT_2018,
        "2 Q 100; 3 R 40; 4 S 100; 1 P 10",
        "10S 10H 10D 10C AD 9H 9S 9D 9C",
        said(
            "Q insures box 2 for 50;"
            "S insures P on box 1 for 5; Q insures R on box 3 for 20; S insures R on box 3 for 20"
        ),
    )
    assert served(case) == [("P", "S", 5, "7.2(b)"), ("R", "Q", 20, "7.2(c)")]


@pytest.mark.clause("18:7.2(c)")
def test_18_7_2_c_the_totals_still_equal_the_lower_box_comes_first() -> None:
    """The text is silent; dealing order is the reading taken."""
    case = play_round(
        ACT_2018,
        "2 Q 100; 3 R 40; 4 S 100",
        "10S 10H 10D AD 9H 9S 9D",
        said("S insures R on box 3 for 20; Q insures R on box 3 for 20"),
    )
    assert served(case) == [("R", "Q", 20, "7.2(c)")]
    assert returned(case) == {"S": 20}


@pytest.mark.clause("18:7.2(c)")
def test_18_7_2_c_compares_the_heads_of_two_boxes_and_b_orders_each_box() -> None:
    """Within a box front to back decides, between two boxes the outside total does."""
    case = play_round(
        ACT_2018,
        "1 A 10; 2 Q 100; 2 T 100; 3 R 40; 4 S 100",
        "10S 10H 10D 10C AD 9H 9S 9D 9C",
        said(
            "Q insures A on box 1 for 5;"
            "T insures R on box 3 for 8; Q insures R on box 3 for 8; S insures R on box 3 for 8"
        ),
    )
    assert served(case) == [
        ("A", "Q", 5, "7.2(b)"),
        ("R", "S", 8, "7.2(c)"),
        ("R", "Q", 8, "7.2(c)"),
        ("R", "T", 4, "7.2(b)"),
    ]


@pytest.mark.clause("18:7.2")
def test_18_7_2_the_half_is_shared_in_order_or_goes_to_the_first_alone() -> None:
    """A preference among those who would each have their own half would mean nothing."""
    wagers, cards = "1 P 40; 1 Q 100; 2 R 100", "10S 10H AD 9H 9S"
    asked = said("Q insures P on box 1 for 15; R insures P on box 1 for 15")
    shared = play_round(ACT_2018, wagers, cards, asked)
    assert served(shared) == [("P", "Q", 15, "7.2(a)"), ("P", "R", 5, "7.2(b)")]
    first_only = play_round(ACT_2018, wagers, cards, asked, third_party_cap="single_winner")
    assert served(first_only) == [("P", "Q", 15, "7.2(a)")]
    assert returned(first_only) == {"R": 15}


# --- placing it: 06:7.2, 06:7.3; 18:7.3, 18:7.4


@pytest.mark.clause("06:7.2", "18:7.3")
def test_06_7_2_18_7_3_insurance_lies_on_the_line_before_the_subsequent_deal(
    instrument: str,
) -> None:
    case = open_round(instrument, "1 P 10", "10S AD 9H", "P insures box 1 for 5")
    (line,) = facts(case, Insured)
    assert stage_of(case, line) is Stage.INSURANCE
    assert ("7.2" if instrument == ACT_2006 else "7.3") in line.clauses


@pytest.mark.clause("06:7.2", "18:7.3")
@pytest.mark.parametrize("played", ["", "1 hit"])
def test_06_7_2_18_7_3_the_line_closes_when_the_subsequent_deal_commences(
    instrument: str, played: str
) -> None:
    case = open_round(instrument, "1 P 10", "10S AD 2H 3C", f"the dealer moves on; {played}")
    closed = "7.2" if instrument == ACT_2006 else "7.3"
    assert closed in refusal(case, "P insures box 1 for 5").clauses


@pytest.mark.clause("06:7.3", "18:7.4")
@pytest.mark.parametrize(
    ("chip", "amount", "taken"),
    [
        (250, "1.25", True),
        (250, "2.50", True),
        (250, "1.00", False),
        (250, "2.00", False),
        (500, "2.50", True),
        (500, "1.25", False),
        (100, "0.50", True),
        (100, "0.25", False),
        (2, "0.01", True),
    ],
)
def test_06_7_3_18_7_4_insurance_goes_in_halves_of_the_smallest_chip(
    instrument: str, chip: int, amount: str, taken: bool
) -> None:
    """Half the smallest chip in the float, whatever multiples the main wagers go in."""
    case = open_round(
        instrument, "1 P 20", "10S AD 9H", smallest_chip=chip, multiples={"main": 500}
    )
    assert allowed(case, f"P insures box 1 for {amount}") is taken
    multiples = "7.3" if instrument == ACT_2006 else "7.4"
    if not taken:
        assert multiples in refusal(case, f"P insures box 1 for {amount}").clauses
    assert multiples in refusal(case, "P insures box 1 for 0").clauses


@pytest.mark.clause("18:7.4", "18:7.2(b)")
@pytest.mark.parametrize(
    ("stake", "asked", "got", "back"),
    [(15, (5, 5), [5], 5), (35, (10, 10), [10, 5], 5), (35, (15, 10), [15], 10)],
)
def test_18_7_4_what_others_share_goes_in_halves_of_the_smallest_chip_too(
    stake: int, asked: tuple[int, int], got: list[int], back: int
) -> None:
    """Chips of 10: half of 35 is 17.50, of which 15 can be insured in steps of 5."""
    case = play_round(
        ACT_2018,
        f"1 P {stake}; 1 Q 100; 2 R 100",
        "10S 10H AD 9H 9S",
        said(f"Q insures P on box 1 for {asked[0]}; R insures P on box 1 for {asked[1]}"),
        smallest_chip=1000,
    )
    assert [amount for _, _, amount, _ in served(case)] == got
    assert returned(case) == {"R": back}
    assert case.settled("insurance")[-1].clauses == ("7.2", "7.2(b)", "7.4", "A:Float")


def test_18_7_4_what_is_left_for_nobody_is_no_matter_of_chips() -> None:
    case = play_round(
        ACT_2018,
        "1 P 40; 1 Q 100; 2 R 100",
        "10S 10H AD 9H 9S",
        said("Q insures P on box 1 for 15; R insures P on box 1 for 10"),
        smallest_chip=1000,
    )
    assert returned(case) == {"R": 5}
    assert case.settled("insurance")[-1].clauses == ("7.2", "7.2(b)")


# --- settling it: 06:7.4, 06:7.5; 18:7.5, 18:7.6


@pytest.mark.clause("06:7.4", "18:7.5")
@pytest.mark.parametrize(("insured", "won"), [("1", 2), ("7", 14), ("10", 20), ("0.50", 1)])
def test_06_7_4_18_7_5_winning_insurance_pays_two_to_one(
    instrument: str, insured: str, won: float
) -> None:
    case = play_round(
        instrument, "1 P 20", "10S AD 9H KC", said(f"P insures box 1 for {insured}; 1 stand")
    )
    (paid,) = case.settled("insurance")
    assert (paid.outcome, paid.net) == (Outcome.WIN, won * 100)


@pytest.mark.clause("06:7.5", "06:7.5(a)", "18:7.6", "18:7.6(a)")
@pytest.mark.parametrize("second", ["AC", "2C", "9C"])
def test_06_7_5_a_18_7_6_a_insurance_loses_and_the_dealer_completes_the_round(
    instrument: str, second: str
) -> None:
    case = play_round(
        instrument,
        "1 P 20",
        f"10S AD 8H {second} 5S 9H KC",
        said("P insures box 1 for 10; 1 stand"),
    )
    (lost,) = case.settled("insurance")
    assert (lost.outcome, lost.net) == (Outcome.LOSE, -1000)
    assert case.round.over
    assert case.round.dealer.total >= 17


@pytest.mark.clause("06:7.5", "06:7.5(b)", "18:7.6", "18:7.6(b)")
@pytest.mark.parametrize("second", ["10C", "JC", "QC", "KC"])
def test_06_7_5_b_18_7_6_b_insurance_wins_on_any_ten_value_card(
    instrument: str, second: str
) -> None:
    case = play_round(
        instrument,
        "1 P 20",
        f"10S AD 8H {second}",
        said("P insures box 1 for 10; 1 stand"),
    )
    assert {fact.wager: fact.net for fact in case.settled()} == {"insurance": 2000, "main": -2000}


@pytest.mark.clause("06:7.5", "06:7.5(a)", "06:7.5(b)", "18:7.6", "18:7.6(a)", "18:7.6(b)")
def test_06_7_5_18_7_6_every_wager_on_the_line_is_taken_or_paid(instrument: str) -> None:
    lines = "P insures box 1 for 10; Q insures box 1 for 5; 1 stand"
    limb = "7.5" if instrument == ACT_2006 else "7.6"
    for second, outcome, (first, other), cited in [
        ("9C", Outcome.LOSE, (-1000, -500), f"{limb}(a)"),
        ("KC", Outcome.WIN, (2000, 1000), f"{limb}(b)"),
    ]:
        case = play_round(instrument, "1 P 20; 1 Q 10", f"10S AD 8H {second}", said(lines))
        settled = case.settled("insurance")
        assert [(fact.player, fact.outcome, fact.net) for fact in settled] == [
            ("P", outcome, first),
            ("Q", outcome, other),
        ]
        assert all(cited in fact.clauses for fact in settled)


@pytest.mark.clause("06:7.5(a)", "18:7.6(a)", "13.1(g)")
def test_06_7_5_a_18_7_6_a_a_dealers_drawn_21_is_no_insured_event(instrument: str) -> None:
    """The second card decides: A-4-6 makes 21 and A-10 would have made a Blackjack."""
    case = play_round(
        instrument,
        "1 P 20",
        "5S AD 6H KS 4C 6C",
        said("P insures box 1 for 10; 1 hit"),
    )
    assert {fact.wager: fact.net for fact in case.settled()} == {"insurance": -1000, "main": 0}


@pytest.mark.clause("06:7.5(b)", "18:7.6(b)", "12.2", "13.1(d)")
def test_06_7_5_18_7_6_insurance_outlives_the_hand_it_was_placed_for(instrument: str) -> None:
    """12.2 stops no card that decides an open insurance wager; then it stops the next."""
    case = play_round(
        instrument,
        "1 P 20",
        "10S AD 6H KS KC 2D",
        said("P insures box 1 for 10; 1 hit"),
    )
    assert hand(case, "0") == list(parse_cards("AD KC"))
    assert {fact.wager: fact.net for fact in case.settled()} == {"insurance": 2000, "main": -2000}


@pytest.mark.clause("06:7.5(a)", "18:7.6(a)", "12.2")
def test_06_7_5_a_18_7_6_a_completing_the_round_is_subject_to_12_2(instrument: str) -> None:
    """With the insurance lost and nobody left, the dealer stops on a soft 13."""
    case = play_round(
        instrument,
        "1 P 20",
        "10S AD 6H KS 2C 9D",
        said("P insures box 1 for 10; 1 hit"),
    )
    assert hand(case, "0") == list(parse_cards("AD 2C"))
    assert case.left == list(parse_cards("9D"))


@pytest.mark.clause("06:7.5", "18:7.6")
def test_06_7_5_18_7_6_insurance_is_settled_on_the_second_card_before_the_rest(
    instrument: str,
) -> None:
    case = open_round(
        instrument,
        "1 P 20",
        "10S AD 8H 2C",
        "P insures box 1 for 10; the dealer moves on; 1 stand",
    )
    assert [fact.wager for fact in facts(case, Settled)] == ["insurance"]
    assert not case.round.over


@pytest.mark.clause("18:7.2", "18:7.2(b)", "18:16.2(a)")
def test_18_7_2_who_has_no_wager_any_more_insures_nobodys() -> None:
    at = open_table(ACT_2018)
    for box, name in enumerate("PQR", 1):
        at.bet(name, box, 20)
    at.deal("10S 10H 10C AD 9S 8H 9C")
    at.do(RecordBreach(person="P", clause="4.3", what="touched a wager"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="touched a wager"), SUPERVISOR)
    at.move_on()
    on_q = Insure(player="P", box=2, amount=10_00, on="Q")
    assert at.refused(on_q, player("P")).clauses == ("7.2",)
    at.insure("R", 2, 10, on="Q")
    at.move_on()
    assert at.last(InsuranceServed).player == "R"


@pytest.mark.clause("18:7.2", "18:16.2(a)")
def test_18_7_2_what_somebody_asked_for_whose_own_wager_is_void_since_goes_back() -> None:
    at = open_table(ACT_2018)
    for box, name in enumerate("PQR", 1):
        at.bet(name, box, 20)
    at.deal("10S 10H 10C AD 9S 8H 9C")
    at.move_on()
    at.insure("P", 2, 10, on="Q")
    at.do(RecordBreach(person="P", clause="4.3", what="touched a wager"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="touched a wager"), SUPERVISOR)
    at.move_on()
    back = at.last(Settled)
    assert (back.player, back.outcome, back.stake) == ("P", Outcome.RETURNED, 10_00)
    assert back.clauses == ("7.2",)
    at.stand(2)
    at.stand(3)
    assert at.settle("KD") == {"P": 0, "Q": -20, "R": -20}
    assert at.table.chips.layout == 0


@pytest.mark.clause("7.1", "16.2(a)")
def test_7_1_without_a_wager_there_is_nothing_to_insure(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.deal("10S AD 9S")
    at.insure("P", 1, 10)
    at.do(RecordBreach(person="P", clause="4.3", what="touched a wager"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="touched a wager"), SUPERVISOR)
    assert at.settle() == {"P": 0}, "nobody waits for an answer, and no card is drawn"


@pytest.mark.clause("18:7.1", "18:16.2(a)")
@pytest.mark.parametrize("first", ["void", "declined"])
def test_18_7_2_nobody_is_asked_where_nobody_elses_wager_lies(first: str) -> None:
    at = open_table(ACT_2018)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 20)
    at.deal("10S 10H AD 9S 8H")
    if first == "declined":
        at.move_on()
        assert at.due.what == "insurance: others"
    at.do(RecordBreach(person="P", clause="4.3", what="touched a wager"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="touched a wager"), SUPERVISOR)
    if first == "void":
        at.move_on()
    assert at.decider == "Q"
