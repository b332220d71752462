"""Rule 6: the limits on the sign, how they are shared, and those of one player or few."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.challenge.cases import admitted
from tests.challenge.table_support import (
    NSW,
    ChallengeAt,
    one_box,
    open_table,
    table_of_25,
)
from tests.table_support import DEALER, DIRECTOR, SUPERVISOR, permit_boxes, player

from croupier.game_rules import rules_for
from croupier.games.challenge.acts.conduct import Detain, FindProhibitedDevice
from croupier.games.challenge.acts.limits import PlacePersonalSign, RemovePersonalSign
from croupier.games.challenge.acts.overlooked_wagers import FindOverMaximum, OverlookWager
from croupier.games.challenge.acts.shared_boxes import (
    ArrangeWagers,
    LimitPlayers,
    ReserveBoxes,
)
from croupier.rulebook.options import OptionError
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.patrons import Sit
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.tournament import DesignateForTournament
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import Exercised, Notified, Outcome, Reconstructed, Settled
from croupier.table.shoe_state import Device
from croupier.table.table import Phase

# --- 6.1: the sign


@pytest.mark.clause("nsw:6.1", "nsw:6.4")
def test_6_1_a_wager_that_is_seen_to_be_under_the_minimum_is_not_taken() -> None:
    at = table_of_25()
    assert at.no_bet("P", 1, 20).clauses == ("6.1", "6.4")
    at.bet("P", 1, 25)


@pytest.mark.clause("nsw:6.1")
def test_6_1_steps_above_the_minimum_only_where_the_sign_names_them() -> None:
    at = table_of_25()
    at.bet("P", 1, 27)
    at = table_of_25(multiples={"main": 10_00})
    assert at.no_bet("P", 1, 30).clauses == ("6.1",)
    at.bet("P", 1, 35)


@pytest.mark.clause("nsw:6.1", "nsw:6.4")
def test_6_1_the_minimum_may_be_asked_of_a_box_and_not_of_each_player() -> None:
    at = table_of_25(minimum_scope="area")
    at.bet("P", 1, 15)
    at.bet("Q", 1, 10)
    at.bet("R", 2, 20)
    at.no_more_bets()
    back = at.last(Settled)
    assert (back.player, back.stake, back.outcome) == ("R", 20_00, Outcome.RETURNED)
    assert back.clauses == ("6.1", "6.4")
    assert {w.player for w in at.table.wagers} == {"P", "Q"}


# --- 6.1.1 to 6.1.3: the maximum is shared


def stands(at: ChallengeAt) -> dict[str, float]:
    at.no_more_bets()
    return {wager.player: wager.amount / 100 for wager in at.table.wagers}


@pytest.mark.clause("nsw:6.3", "nsw:6.3.1", "nsw:6.1.2", "nsw:6.1.3")
def test_6_1_the_controlling_player_comes_first_and_the_others_share_the_rest() -> None:
    at = open_table(limits={"main": [10_00, 100_00]})
    at.do(Sit(player="P", box=1), player("P"))
    for name, dollars in (("Q", 70), ("R", 50), ("P", 60)):
        at.bet(name, 1, dollars)
    assert stands(at) == {"P": 60, "Q": 40}
    assert (at.chips("Q"), at.chips("R")) == (9_960, 10_000)


@pytest.mark.clause("nsw:6.1.1", "nsw:6.3.1")
def test_6_1_1_the_controlling_player_may_take_all_of_it() -> None:
    at = open_table(limits={"main": [10_00, 100_00]})
    for name, dollars in (("P", 90), ("Q", 120)):
        at.bet(name, 1, dollars)
    assert stands(at) == {"Q": 100}
    clauses = {fact.player: fact.clauses for fact in at.facts_of(Settled)}
    assert clauses["Q"] == ("6.3", "6.3.1", "6.1.1")
    assert clauses["P"][:3] == ("6.3", "6.3.1", "6.1.2")


@pytest.mark.clause("nsw:6.3.1", "nsw:6.1.3")
@pytest.mark.parametrize(("order", "second"), [("line", "R"), ("time", "Q")])
def test_6_1_2_who_comes_second_is_next_in_line_or_next_in_time(order: str, second: str) -> None:
    at = open_table(limits={"main": [10_00, 100_00]}, second_bettor_order=order)
    for name, dollars in (("P", 80), ("Q", 20), ("R", 20)):
        at.bet(name, 1, dollars)
    at.do(ArrangeWagers(box=1, players=("R", "P", "Q")), DEALER)
    assert stands(at) == {"P": 80, second: 20}


@pytest.mark.clause("nsw:6.1.2", "nsw:6.3", "nsw:6.3.1")
@pytest.mark.parametrize("scope", ["player", "area"])
def test_6_3_what_is_left_of_the_maximum_plays_even_if_it_is_under_the_minimum(scope: str) -> None:
    """Too much is paid or collected to the maximum; no rule asks how much of a wager that is."""
    at = open_table(limits={"main": [25_00, 100_00]}, minimum_scope=scope)
    at.bet("P", 1, 80)
    at.bet("Q", 1, 25)
    assert stands(at) == {"P": 80, "Q": 20}
    assert at.last(Settled).clauses == ("6.3", "6.3.1", "6.1.2")


@given(
    dollars=st.lists(st.integers(10, 130), min_size=1, max_size=3),
    seated=st.integers(0, 3),
    overlooked=st.booleans(),
)
@settings(max_examples=40)
def test_6_3_a_box_is_shared_alike_live_and_in_a_round_file(
    dollars: list[int], seated: int, overlooked: bool
) -> None:
    at = open_table(limits={"main": [10_00, 100_00]})
    sits = "PQR"[seated] if seated < len(dollars) else ""
    if sits:
        at.do(Sit(player=sits, box=1), player(sits))
    for name, each in zip("PQR", dollars, strict=False):
        unseen = OverlookWager(player=name, box=1, amount=each * 100)
        if overlooked and at.allowed(unseen, DEALER):
            at.do(unseen, DEALER)
        else:
            at.bet(name, 1, each)
    at.deal("10S")
    find = FindOverMaximum(box=1)
    if at.allowed(find, DEALER):
        at.do(find, DEALER)
    live = {wager.player: wager.amount for wager in at.table.wagers}
    lying = "; ".join(
        f"1 {name}{'*' if name == sits else ''} {each}"
        for name, each in zip("PQR", dollars, strict=False)
    )
    rules = rules_for(NSW, {"limits": {"main": [10_00, 100_00]}})
    assert live == {r.wager.player: r.stands for r in admitted(rules, lying) if r.stands}


# --- 6.2 and 6.3: found after the first card


@pytest.mark.clause("nsw:6.2")
def test_6_2_a_wager_found_to_be_short_after_the_first_card_is_valid() -> None:
    at = table_of_25()
    at.do(OverlookWager(player="P", box=1, amount=20_00), DEALER)
    at.deal("10S 7D 10H")
    at.stand(1)
    assert at.settle("10C") == {"P": 20}


@pytest.mark.clause("nsw:6.1", "nsw:6.4", "nsw:5.1", "nsw:5.4", "nsw:7.1")
def test_6_2_only_what_is_outside_the_limits_can_be_overlooked() -> None:
    at = open_table("P Q R S", limits={"main": [25_00, 500_00]})
    for dollars in (25, 100, 500):
        inside = OverlookWager(player="P", box=1, amount=dollars * 100)
        assert at.refused(inside, DEALER).clauses == ("6.1", "6.4")
    for amount in (0, -5, 20_000_00):
        none = OverlookWager(player="P", box=1, amount=amount)
        assert at.refused(none, DEALER).clauses == ("5.1",)
    nowhere = OverlookWager(player="P", box=8, amount=5_00)
    assert at.refused(nowhere, DEALER).clauses == ("2.2.1",)
    for name in "PQR":
        at.bet(name, 1, 25)
    full = OverlookWager(player="S", box=1, amount=5_00)
    assert at.refused(full, DEALER).clauses == ("5.4",)
    at.no_more_bets()
    late = OverlookWager(player="P", box=1, amount=5_00)
    assert at.refused(late, DEALER).clauses == ("7.1",)


@pytest.mark.clause("nsw:6.1", "nsw:6.4")
def test_6_2_a_short_wager_that_its_owner_corrects_is_not_overlooked_any_more() -> None:
    at = table_of_25()
    at.do(OverlookWager(player="P", box=1, amount=600_00), DEALER)
    at.bet("P", 1, 550)
    assert stands(at) == {"P": 500}
    assert at.no_bet("Q", 2, 20).clauses[0] == "7.1"
    at = table_of_25()
    assert at.no_bet("P", 1, 24.99).clauses == ("6.1", "6.4")


@pytest.mark.clause("nsw:6.3")
def test_6_3_too_much_is_paid_to_the_maximum_and_an_interim_payment_put_right() -> None:
    at = open_table(limits={"main": [10_00, 100_00]})
    at.do(OverlookWager(player="P", box=1, amount=150_00), DEALER)
    at.bet("Q", 2, 10)
    at.deal("AS 10S 6D KH 8H")
    assert at.net()["P"] == 300  # two to one on 150
    at.do(FindOverMaximum(box=1), DEALER)
    assert at.last(Reconstructed).clauses == ("6.3",)
    assert at.net()["P"] == 200
    at.stand(2)
    assert at.settle("10C 10D") == {"P": 200, "Q": 10}
    assert at.table.chips.balances


@pytest.mark.clause("nsw:6.3", "nsw:6.3.1")
def test_6_3_what_was_doubled_and_split_for_too_much_comes_down_too() -> None:
    at = open_table(limits={"main": [10_00, 100_00]})
    at.do(Sit(player="P", box=1), player("P"))
    at.bet("P", 1, 60)
    at.do(OverlookWager(player="Q", box=1, amount=80_00), DEALER)
    at.deal("8S 6D 8H")
    at.split(1)
    at.elect("Q", 1, 80)
    at.deal("3C")
    at.double(1, 60)
    at.elect("Q", 1, 70)
    at.deal("9D 10C")
    at.do(FindOverMaximum(box=1), DEALER)
    at.stand(1, 2)
    assert at.settle("10D 9H") == {"P": 180, "Q": 120}  # 60, 60, 60 and 40, 40, 40
    assert at.table.chips.balances


@pytest.mark.clause("nsw:6.3", "nsw:6.3.1", "nsw:6.1.2")
def test_6_3_a_wager_for_which_nothing_is_left_goes_back_whole() -> None:
    at = open_table(limits={"main": [10_00, 100_00]})
    at.do(Sit(player="P", box=1), player("P"))
    at.bet("P", 1, 100)
    at.do(OverlookWager(player="Q", box=1, amount=80_00), DEALER)
    at.deal("10S 7D 10H")
    at.do(FindOverMaximum(box=1), DEALER)
    at.stand(1)
    assert at.settle("10C") == {"P": 100}
    assert at.chips("Q") == 10_000


@pytest.mark.clause("nsw:6.3", "nsw:6.3.1", "nsw:6.1.2")
@pytest.mark.parametrize(("dealer", "nets"), [("10C", {"P": 95, "Q": 5}), ("4C", None)])
def test_6_3_what_was_found_after_the_first_card_plays_for_the_rest_of_the_maximum(
    dealer: str, nets: dict[str, float] | None
) -> None:
    """6.1.2 leaves the second player 5, and after the first card nothing is too small (6.2)."""
    at = open_table(limits={"main": [10_00, 100_00]})
    at.bet("P", 1, 95)
    at.do(OverlookWager(player="Q", box=1, amount=20_00), DEALER)
    at.deal("10S 7D 10H")
    at.do(FindOverMaximum(box=1), DEALER)
    back = at.last(Settled)
    assert (back.player, back.stake, back.outcome) == ("Q", 15_00, Outcome.RETURNED)
    assert back.clauses == ("6.3", "6.3.1", "6.1.2")
    at.stand(1)
    assert at.settle(dealer if nets else f"{dealer} 10D") == (nets or {"P": -95, "Q": -5})
    assert at.table.chips.balances


@pytest.mark.clause("nsw:6.2", "nsw:6.3")
def test_6_2_wagers_that_are_too_few_for_a_box_are_not_found_to_be_over_its_maximum() -> None:
    at = table_of_25(minimum_scope="area")
    at.do(OverlookWager(player="P", box=1, amount=15_00), DEALER)
    at.deal("10S 7D 10H")
    assert at.refused(FindOverMaximum(box=1), DEALER).clauses == ("6.3",)
    at.stand(1)
    assert at.settle("10C") == {"P": 15}


@pytest.mark.clause("nsw:6.3", "nsw:16.8")
def test_6_3_cards_on_wrong_hands_are_put_right_before_stakes_are() -> None:
    """What is found to be too much is settled less; no card moves by it."""
    at = open_table(limits={"main": [10_00, 100_00]})
    at.bet("P", 1, 95)
    at.do(OverlookWager(player="Q", box=1, amount=20_00), DEALER)
    at.bet("R", 2, 10)
    at.deal("10S 10D 7D")
    at.lay("9H", 2)
    at.lay("6C", 1)
    find = FindOverMaximum(box=1)
    assert at.refused(find, DEALER).clauses == ("16.8",)
    at.do(Reconstruct(reason="the second cards changed places"), SUPERVISOR)
    at.do(find, DEALER)
    assert (at.cards(1), at.cards(2)) == ("TS 9H", "TD 6C")
    at.stand(1)
    at.stand(2)
    assert at.settle("10C") == {"P": 95, "Q": 5, "R": -10}


@pytest.mark.clause("nsw:6.3", "nsw:18.3.1")
@pytest.mark.parametrize(("void", "nets"), [("P", {"P": 0, "Q": 20}), ("Q", {"P": 95, "Q": 0})])
def test_6_3_a_void_wager_is_no_part_of_the_total(void: str, nets: dict[str, float]) -> None:
    at = open_table("P Q", limits={"main": [10_00, 100_00]})
    at.bet("P", 1, 95)
    at.do(OverlookWager(player="Q", box=1, amount=20_00), DEALER)
    at.deal("10S 7D 10H")
    at.do(FindProhibitedDevice(person=void, apparatus="a counting app"), SUPERVISOR)
    at.do(VoidWager(player=void, box=1, reason="a counting app"), SUPERVISOR)
    assert at.refused(FindOverMaximum(box=1), DEALER).clauses == ("6.3",)
    at.stand(1)
    assert at.settle("10C") == nets


@pytest.mark.clause("nsw:5.4", "nsw:5.8", "nsw:5.12", "nsw:5.13", "nsw:18.3.4")
def test_6_2_what_is_not_noticed_is_how_much_a_wager_is_and_nothing_else() -> None:
    at = open_table("P Q")
    unseen = OverlookWager(player="P", box=2, amount=5_00)
    at.bet("P", 1, 10)
    assert at.refused(unseen, DEALER).clauses == ("5.8",)
    permit_boxes(at, "P")
    assert at.allowed(unseen, DEALER)
    at.do(ReserveBoxes(player="Q", boxes=(2,)), SUPERVISOR)
    assert at.refused(unseen, DEALER).clauses == ("5.13",)
    at.do(ReserveBoxes(player="Q", boxes=()), SUPERVISOR)
    at.bet("Q", 2, 10)
    at.do(LimitPlayers(most=1, box=2), SUPERVISOR)
    assert at.refused(unseen, DEALER).clauses == ("5.4",)
    at.do(LimitPlayers(most=3), SUPERVISOR)
    one_box(at, "P")
    assert at.refused(unseen, DEALER).clauses == ("5.12",)
    at.do(OverlookWager(player="P", box=1, amount=600_00), DEALER)  # on the one box, too much
    at.do(FindProhibitedDevice(person="Q", apparatus="a counting app"), SUPERVISOR)
    at.do(Detain(person="Q", reason="a counting app"), SUPERVISOR)
    short = OverlookWager(player="Q", box=2, amount=5_00)
    assert at.refused(short, DEALER).clauses == ("18.3.4",)


def _overlooked_total() -> ChallengeAt:
    """P sits at box 1, and nobody notices that all wagers there are 210 of at most 100."""
    at = open_table("P Q R", limits={"main": [10_00, 100_00]})
    at.do(Sit(player="P", box=1), player("P"))
    at.do(OverlookWager(player="P", box=1, amount=120_00), DEALER)
    at.bet("Q", 1, 60)
    at.bet("R", 1, 30)
    at.deal("10S 7D 10H")
    return at


@pytest.mark.clause("nsw:6.3")
def test_6_3_a_total_that_nobody_notices_stands_for_every_player_on_the_box() -> None:
    """120, 60 and 30 lie on a box with a maximum of 100, and the round ends unnoticed."""
    at = _overlooked_total()
    at.stand(1)
    assert at.settle("10C") == {"P": 120, "Q": 60, "R": 30}
    assert at.refused(FindOverMaximum(box=1), DEALER).clauses == ("6.3",)


@pytest.mark.clause("nsw:6.3", "nsw:6.3.1", "nsw:6.1.1", "nsw:6.1.2", "nsw:6.1.3")
def test_6_3_1_a_total_that_is_found_is_shared_by_rank() -> None:
    """The controlling player has the whole maximum of 100; nothing is left for the others."""
    at = _overlooked_total()
    at.do(FindOverMaximum(box=1), DEALER)
    at.stand(1)
    assert at.settle("10C") == {"P": 100}
    assert (at.chips("Q"), at.chips("R")) == (10_000, 10_000)
    assert at.table.chips.balances


@pytest.mark.clause("nsw:6.3")
@pytest.mark.parametrize("is_found", [False, True])
def test_6_3_a_side_bet_does_not_show_how_much_lies_on_the_hand(is_found: bool) -> None:
    """The player adds Any Pairs to 120 that nobody has found to be over the maximum of 100."""
    at = open_table(
        side_bets=["any-pairs"], limits={"main": [10_00, 100_00], "any-pairs": [5_00, 100_00]}
    )
    at.do(OverlookWager(player="P", box=1, amount=120_00), DEALER)
    at.bet("P", 1, 10, "any-pairs")
    at.deal("10S 7D 9H")
    assert at.allowed(FindOverMaximum(box=1), DEALER)
    if is_found:
        at.do(FindOverMaximum(box=1), DEALER)
    at.stand(1)
    assert at.settle("10C") == {"P": (100 if is_found else 120) - 10}


@pytest.mark.clause("nsw:6.3", "nsw:6.2")
def test_6_3_a_short_wager_that_is_overlooked_hides_no_other_excess() -> None:
    at = open_table(limits={"main": [25_00, 100_00]})
    at.do(Sit(player="P", box=1), player("P"))
    at.bet("P", 1, 150)
    at.do(OverlookWager(player="Q", box=1, amount=10_00), DEALER)
    at.deal("10S 7D 10H")
    at.stand(1)
    assert at.settle("10C") == {"P": 100, "Q": 10}


@pytest.mark.clause("nsw:6.3")
def test_6_3_earlier_rounds_stand() -> None:
    at = open_table(limits={"main": [10_00, 100_00]})
    find = FindOverMaximum(box=1)
    assert at.refused(find, DEALER).clauses == ("6.3",)
    at.do(OverlookWager(player="P", box=1, amount=150_00), DEALER)
    at.deal("10S 7D 10H")
    at.stand(1)
    assert at.settle("10C") == {"P": 150}
    assert at.refused(find, DEALER).clauses == ("6.3",)
    at.bet("P", 1, 50)
    at.deal("10D")
    assert at.refused(find, DEALER).clauses == ("6.3",)  # this one is within the maximum
    assert at.refused(FindOverMaximum(box=1, round=1), DEALER).clauses == ("6.3",)


# --- 6.6: limits of one player's own


@pytest.mark.clause("nsw:6.6")
def test_6_6_a_personal_sign_lets_one_player_over_the_maximum() -> None:
    at = open_table("P Q", limits={"main": [10_00, 100_00]})
    at.do(PlacePersonalSign(player="P", minimum=50_00, maximum=1_000_00), SUPERVISOR)
    assert at.last(Notified).detail == "50 to 1,000"
    assert at.no_bet("P", 1, 40).clauses == ("6.1", "6.4")
    at.bet("P", 1, 800)
    at.bet("Q", 2, 800)
    assert stands(at) == {"P": 800, "Q": 100}


@pytest.mark.clause("nsw:6.6", "nsw:6.1.2")
def test_6_6_it_does_not_let_others_on_the_box_bet_more() -> None:
    at = open_table("P Q", limits={"main": [10_00, 100_00]})
    at.do(PlacePersonalSign(player="P", minimum=10_00, maximum=150_00), SUPERVISOR)
    at.bet("P", 1, 60)
    at.bet("Q", 1, 50)
    assert stands(at) == {"P": 60, "Q": 40}
    at = open_table("P Q", limits={"main": [10_00, 100_00]})
    at.do(PlacePersonalSign(player="P", minimum=10_00, maximum=150_00), SUPERVISOR)
    at.bet("P", 1, 200)
    at.bet("Q", 1, 50)
    assert stands(at) == {"P": 150}


@pytest.mark.clause("nsw:6.6", "nsw:5.3")
def test_6_6_the_sign_is_above_the_tables_and_ends_with_its_removal_or_its_player() -> None:
    at = open_table("P Q", limits={"main": [10_00, 100_00]})
    for least, most in ((10_00, 100_00), (0, 200_00), (300_00, 200_00)):
        sign = PlacePersonalSign(player="P", minimum=least, maximum=most)
        assert at.refused(sign, SUPERVISOR).clauses == ("6.6",)
    assert at.refused(RemovePersonalSign(player="P"), SUPERVISOR).clauses == ("6.6",)
    sign = PlacePersonalSign(player="P", minimum=50_00, maximum=200_00)
    at.do(sign, SUPERVISOR)
    at.do(RemovePersonalSign(player="P"), SUPERVISOR)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(sign, SUPERVISOR).clauses == ("5.3",)
    at = open_table("P", limits={"main": [10_00, 100_00]})
    at.do(sign, SUPERVISOR)
    at.leave("P")
    at.arrive("P")
    at.bet("P", 1, 200)
    assert stands(at) == {"P": 100}


# --- 6.7: low limit gaming


@pytest.mark.clause("nsw:6.7", "nsw:6.7.1", "nsw:6.7.2")
def test_6_7_a_low_limit_table_has_a_device_and_no_tournament() -> None:
    with pytest.raises(OptionError, match="low_limit"):
        ChallengeAt(NSW, low_limit=True)
    at = open_table("P", low_limit=True, device="shuffler")
    power = next(f for f in at.facts_of(Exercised) if f.power == "low limit gaming")
    assert power.clauses == ("6.7", "6.7.2")
    tournament = DesignateForTournament(tournament="Spring Cup")
    assert at.refused(tournament, DIRECTOR).clauses == ("6.7", "6.7.1")


@pytest.mark.clause("nsw:6.7.2")
def test_6_7_2_it_does_not_open_again_with_a_shoe() -> None:
    at = ChallengeAt(NSW, low_limit=True, device="shuffler")
    at.table.shoe.device = Device.SHOE
    assert at.refused(at.papers(), SUPERVISOR).clauses == ("6.7", "6.7.2")


def test_a_table_with_people_at_it_is_not_turned_into_a_tournaments() -> None:
    at = open_table("P")
    tournament = DesignateForTournament(tournament="Spring Cup")
    refusal = at.refused(tournament, DIRECTOR)
    assert refusal.clauses == ("19.5.1", "19.5.2", "19.1.1:Tournament Manager")


@pytest.mark.clause("nsw:15.2", "nsw:1.1:round of play")
def test_15_2_the_cards_are_picked_up_at_the_end_of_the_round() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10S 7D 10H")
    at.stand(1)
    at.settle("10C")
    assert at.table.phase is Phase.BETTING
    assert len(at.table.shoe.rack) == 5  # with the burnt one


@pytest.mark.clause("nsw:6.3")
def test_6_3_too_much_is_put_right_until_the_cards_are_picked_up() -> None:
    at = open_table(limits={"main": [10_00, 100_00]})
    at.do(OverlookWager(player="P", box=1, amount=150_00), DEALER)
    at.deal("10S 7D 10H")
    at.stand(1)
    at.deal("10C")
    assert at.net() == {"P": 150}
    at.do(FindOverMaximum(box=1), DEALER)
    assert at.settle() == {"P": 100}
    assert at.table.chips.balances


@pytest.mark.clause("nsw:6.3", "nsw:6.3.1", "nsw:6.1.2")
def test_6_3_an_election_that_is_still_open_goes_on_with_what_stands() -> None:
    at = open_table(limits={"main": [10_00, 100_00]})
    at.do(Sit(player="P", box=1), player("P"))
    at.bet("P", 1, 60)
    at.do(OverlookWager(player="Q", box=1, amount=80_00), DEALER)
    at.deal("8S 6D 8H")
    at.split(1)
    at.do(FindOverMaximum(box=1), DEALER)
    at.elect("Q", 1, 40)
    at.deal("10C")
    at.stand(1)
    at.deal("10D")
    at.stand(1, 2)
    assert at.settle("10H 10S") == {"P": 120, "Q": 80}


@pytest.mark.clause("nsw:6.2")
def test_6_2_of_a_box_that_is_short_together_what_the_dealer_overlooked_is_valid() -> None:
    at = open_table("P", minimum_scope="area")
    at.bet("P", 1, 5)
    at.no_more_bets(overlooked=(("P", 1),))
    at.deal("10S 7D 10H")
    at.stand(1)
    assert at.settle("10C") == {"P": 5}


@pytest.mark.clause("nsw:6.6")
def test_6_6_a_sign_of_ones_own_is_no_hindrance_when_the_tables_maximum_passes_it() -> None:
    at = open_table("P Q")
    at.do(PlacePersonalSign(player="P", minimum=10_00, maximum=800_00), SUPERVISOR)
    at.do(ChangeLimits(limits={"main": (10_00, 1000_00)}), SUPERVISOR)
    at.play(("Q", 1, 10))
    at.bet("P", 1, 1000)
    at.deal("10S 7D 10H")
    at.stand(1)
    assert at.settle("10C") == {"P": 1000}
