"""Rule 5: who decides at a box, several boxes, and boxes kept for one player."""

from __future__ import annotations

import pytest
from tests.challenge.table_support import ChallengeAt, one_box, open_table
from tests.table_support import DEALER, SUPERVISOR, permit_boxes, player

from croupier.games.blackjack.asks_and_answers import Stand
from croupier.games.challenge.acts.shared_boxes import ArrangeWagers, ReserveBoxes
from croupier.table.acts.patrons import Leave, Sit, StepAway
from croupier.table.acts.several_boxes import GiveUpBox
from croupier.table.facts import Controls, Exercised, Notified, Placed

# --- 5.5 to 5.7: who decides


def shared(at: ChallengeAt, *bets: tuple[str, float]) -> Controls:
    """The wagers on box 1, and who is said to decide about its cards."""
    for name, dollars in bets:
        at.bet(name, 1, dollars)
    at.no_more_bets()
    return at.last(Controls)


@pytest.mark.clause("nsw:5.5", "nsw:5.5.1", "nsw:5.6", "nsw:1.1:controlling player")
def test_5_5_1_the_seated_player_decides_even_with_the_smallest_wager() -> None:
    at = open_table()
    at.do(Sit(player="P", box=1), player("P"))
    controls = shared(at, ("Q", 200), ("P", 10))
    assert controls.player == "P"
    assert controls.clauses == ("5.5", "5.5.1", "1.1:controlling player", "5.6")
    at.deal("10S 6D 3H")
    assert at.decider == "P"
    assert at.refused(Stand(box=1), player("Q")).clauses == ("5.5", "5.5.1")
    at.do(Stand(box=1), player("P"))


@pytest.mark.clause("nsw:5.5", "nsw:5.5.2", "nsw:5.6")
def test_5_5_2_nobody_seated_the_largest_wager_decides() -> None:
    at = open_table()
    assert shared(at, ("P", 30), ("Q", 80), ("R", 50)).player == "Q"
    assert {"5.5", "5.5.2"} <= set(at.last(Controls).clauses)
    at.deal("10S 6D 3H")
    assert at.decider == "Q"
    at.do(StepAway(player="Q"), player("Q"))
    assert at.decider == "R"  # the largest of those who are there


@pytest.mark.clause("nsw:5.5.3", "nsw:5.7")
def test_5_5_3_of_equal_wagers_the_nearest_to_the_dealer_decides() -> None:
    at = open_table()
    for name in "PQR":
        at.bet(name, 1, 40)
    at.do(ArrangeWagers(box=1, players=("R", "P", "Q")), DEALER)
    at.no_more_bets()
    controls = at.last(Controls)
    assert controls.player == "R"
    assert "5.5.3" in controls.clauses
    assert "5.5.2" not in controls.clauses
    at.deal("10S 6D 3H")
    assert at.decider == "R"


@pytest.mark.clause("nsw:5.5.3")
def test_5_5_3_two_largest_wagers_are_told_apart_by_nearness() -> None:
    at = open_table()
    for name, dollars in (("P", 50), ("Q", 20), ("R", 50)):
        at.bet(name, 1, dollars)
    at.do(ArrangeWagers(box=1, players=("Q", "R", "P")), DEALER)
    at.no_more_bets()
    assert at.last(Controls).player == "R"


@pytest.mark.clause("nsw:5.5.2", "nsw:5.5.3")
def test_5_5_who_decides_is_said_of_each_box_with_two_wagers_and_of_no_other() -> None:
    at = open_table("P Q R S T")
    bets = (("P", 1, 50), ("Q", 1, 50), ("R", 2, 10), ("S", 3, 10), ("T", 3, 20))
    for name, box, dollars in bets:
        at.bet(name, box, dollars)
    at.no_more_bets()
    said = {fact.box: (fact.player, fact.clauses) for fact in at.facts_of(Controls)}
    assert {box: player for box, (player, _) in said.items()} == {1: "P", 3: "T"}
    assert ("5.5.3" in said[1][1], "5.5.2" in said[1][1]) == (True, False)
    assert ("5.5.3" in said[3][1], "5.5.2" in said[3][1]) == (False, True)


@pytest.mark.clause("nsw:5.7", "nsw:5.7.1", "nsw:5.7.2")
def test_5_7_the_deciding_wager_is_put_nearest_and_the_others_in_line_behind() -> None:
    at = open_table()
    shared(at, ("P", 30), ("Q", 80), ("R", 50))
    line = at.last(Notified)
    assert (line.to, line.detail, line.clauses) == ("dealer", "Q, P, R", ("5.7", "5.7.1", "5.7.2"))


@pytest.mark.clause("nsw:5.7")
def test_5_7_a_line_names_every_player_on_the_box_once_and_before_the_first_card() -> None:
    at = open_table()
    at.bet("P", 1, 40)
    at.bet("Q", 1, 40)
    for players in (("P",), ("P", "P"), ("P", "Q", "R"), ()):
        arrange = ArrangeWagers(box=1, players=players)
        assert at.refused(arrange, DEALER).clauses == ("5.7", "5.7.1", "5.7.2")
    at.no_more_bets()
    late = ArrangeWagers(box=1, players=("Q", "P"))
    assert at.refused(late, DEALER).clauses == ("5.3",)


def test_5_6_a_box_of_one_player_needs_no_word_about_who_decides() -> None:
    at = open_table()
    at.bet("P", 1, 40)
    at.no_more_bets()
    assert not at.facts_of(Controls)


# --- 5.8 and 5.13: several boxes, and boxes kept for one player


@pytest.mark.clause("nsw:5.8")
def test_5_8_a_player_may_be_permitted_more_than_one_box() -> None:
    at = open_table()
    at.bet("P", 1, 10)
    assert at.no_bet("P", 2, 10).clauses == ("5.8",)
    permit_boxes(at, "P")
    at.bet("P", 2, 10)


def full_table(at: ChallengeAt) -> None:
    """Boxes 1 and 2 are P's, the other three are taken."""
    permit_boxes(at, "P")
    for box in (1, 2):
        at.bet("P", box, 10)
    for box, name in enumerate("QRS", 3):
        at.do(Sit(player=name, box=box), player(name))


@pytest.mark.clause("nsw:5.8")
def test_5_8_a_box_is_given_up_when_there_are_not_enough() -> None:
    at = open_table("P Q R S T", boxes=5)
    full_table(at)
    seated = at.refused(GiveUpBox(player="P", box=2, for_player="Q"), DEALER)
    assert (seated.reason, seated.clauses) == ("Q is not waiting for a box", ("5.8",))
    at.do(GiveUpBox(player="P", box=2, for_player="T"), DEALER)
    assert at.table.patrons.seats[2] == "T"
    assert at.last(Exercised).clauses == ("5.8",)


@pytest.mark.clause("nsw:5.8")
def test_5_8_whoever_gives_a_box_up_gets_the_wagers_back_and_makes_room() -> None:
    at = open_table("P Q R S T U V", boxes=5, side_bets=["any-pairs"])
    full_table(at)
    at.bet("P", 2, 5, "any-pairs")
    for name in "UV":
        at.bet(name, 2, 10)
    at.do(GiveUpBox(player="P", box=2, for_player="T"), DEALER)
    assert at.chips("P") == 10_000 - 10
    at.bet("T", 2, 10)
    assert {wager.player for wager in at.table.wagers if wager.box == 2} == set("TUV")
    assert {fact.clauses for fact in at.facts_of(Placed) if fact.total == 0} == {("5.8",)}


@pytest.mark.clause("nsw:5.8")
def test_5_8_the_largest_wager_of_a_shared_box_has_it() -> None:
    at = open_table("P Q R S T", boxes=5)
    full_table(at)
    at.bet("T", 2, 50)
    gives = GiveUpBox(player="P", box=2, for_player="T")
    assert at.refused(gives, DEALER).clauses == ("5.8",)  # T decides there already


@pytest.mark.clause("nsw:5.13")
def test_5_13_reserved_boxes_are_for_one_player_alone_and_not_given_up() -> None:
    at = open_table("P Q R S T", boxes=5, side_bets=["any-pairs"])
    at.do(ReserveBoxes(player="P", boxes=(1, 2)), SUPERVISOR)
    full_table(at)
    for refusal in (
        at.no_bet("T", 2, 10),
        at.no_bet("T", 2, 5, "any-pairs"),
        at.refused(Sit(player="T", box=1), player("T")),
        at.refused(GiveUpBox(player="P", box=2, for_player="T"), DEALER),
    ):
        assert refusal.clauses == ("5.13",)
    at.do(ReserveBoxes(player="P", boxes=(1,)), SUPERVISOR)
    at.do(GiveUpBox(player="P", box=2, for_player="T"), DEALER)


@pytest.mark.clause("nsw:5.13")
def test_5_13_a_reserved_box_is_not_vacant_for_somebody_who_waits() -> None:
    at = open_table("P Q R S T U", boxes=5)
    at.do(ReserveBoxes(player="U", boxes=(5,)), SUPERVISOR)
    permit_boxes(at, "P")
    for box in (1, 2):
        at.bet("P", box, 10)
    for box, name in enumerate("QR", 3):
        at.do(Sit(player=name, box=box), player(name))
    at.do(GiveUpBox(player="P", box=2, for_player="T"), DEALER)


@pytest.mark.clause("nsw:5.13", "nsw:5.12")
def test_5_13_what_another_player_has_is_not_reserved() -> None:
    at = open_table("P Q R")
    at.bet("Q", 2, 10)
    at.do(Sit(player="R", box=3), player("R"))
    at.do(ReserveBoxes(player="R", boxes=(3, 4)), SUPERVISOR)
    for box in (2, 3, 4):
        keep = ReserveBoxes(player="P", boxes=(1, box))
        assert at.refused(keep, SUPERVISOR).clauses == ("5.13",)
    assert at.refused(ReserveBoxes(player="P", boxes=(8,)), SUPERVISOR).clauses == ("2.2.1",)
    one_box(at, "P")
    keep = ReserveBoxes(player="P", boxes=(1, 5))
    assert at.refused(keep, SUPERVISOR).clauses == ("5.12",)


def test_5_13_a_player_who_leaves_keeps_no_boxes() -> None:
    at = open_table("P Q")
    at.do(ReserveBoxes(player="P", boxes=(1, 2)), SUPERVISOR)
    at.do(Leave(player="P"), player("P"))
    at.bet("Q", 1, 10)
