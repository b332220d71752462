"""Rule 4: placing wagers, and leaving them alone after the first card."""

from __future__ import annotations

import pytest
from tests.table_support import ACT_2018, DEALER, SUPERVISOR, open_table, player

from croupier.games.blackjack.asks_and_answers import Double, Elect, Insure, Split
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.chips_and_float import BringChips, TakeChips
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.patrons import GetUp, Leave, Sit
from croupier.table.acts.voiding import Exclude, VoidRound
from croupier.table.facts import Notified, Placed
from croupier.table.table import Phase

# --- 4.1: a chance to bet before the first card


@pytest.mark.clause("4.1")
def test_4_1_betting_does_not_close_before_everybody_had_the_opportunity(instrument: str) -> None:
    at = open_table(instrument, "P Q")
    at.now += 1
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("4.1",)
    at.now += 4_999
    assert at.allowed(NoMoreBets(), DEALER)


@pytest.mark.clause("4.1")
@pytest.mark.parametrize("seconds", [0, 1, 20])
def test_4_1_how_long_they_are_waited_for_is_the_tables(instrument: str, seconds: int) -> None:
    at = open_table(instrument, "P Q", betting_seconds=seconds)
    opened = at.now
    for late, closes in ((1, seconds == 0), (seconds * 1000 - 1, False), (seconds * 1000, True)):
        at.now = opened + max(late, 1)
        if not at.table.wagers:
            at.bet("P", 1, 10)
        assert at.allowed(NoMoreBets(), DEALER) == (closes or seconds == 0), late
    at.do(NoMoreBets(), DEALER)
    assert "4.1" in at.facts_of(Placed)[0].clauses


@pytest.mark.clause("4.1")
def test_4_1_every_player_may_bet_change_and_take_back_until_betting_closes(
    instrument: str,
) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 50)
    at.bet("Q", 2, 10)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 0)
    assert [(fact.player, fact.amount, fact.total) for fact in at.facts_of(Placed)] == [
        ("P", 50_00, 50_00),
        ("Q", 10_00, 10_00),
        ("P", -30_00, 20_00),
        ("Q", -10_00, 0),
    ]
    assert (at.chips("P"), at.chips("Q")) == (9_980, 10_000)
    assert at.no_bet("Q", 2, 0).clauses == ("4.1",)  # there is none to take back


@pytest.mark.clause("4.1")
def test_4_1_betting_opens_again_when_the_cards_are_collected(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    assert at.table.phase is Phase.BETTING
    at.bet("R", 7, 10)


@pytest.mark.clause("4.1")
def test_4_1_only_who_is_at_the_table_bets_at_it(instrument: str) -> None:
    at = open_table(instrument)
    assert at.no_bet("Z", 1, 10).clauses == ("4.1",)


@pytest.mark.clause("18:4.1", "18:17.8")
def test_4_1_a_main_wager_taken_back_takes_the_side_wagers_with_it_that_it_let_stand() -> None:
    """17.8 lets them lie only on a box with a Blackjack wager, whoever's they are."""
    at = open_table(ACT_2018, side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    for name in "PQR":
        at.bet(name, 1, 5, "perfect-pairs")
    at.bet("Q", 2, 10)
    at.bet("Q", 2, 5, "perfect-pairs")
    at.bet("P", 1, 0)
    assert [(w.player, w.box, w.wager) for w in at.table.wagers] == [
        ("Q", 2, "main"),
        ("Q", 2, "perfect-pairs"),
    ]
    assert (at.chips("P"), at.chips("Q"), at.chips("R")) == (10_000, 9_985, 10_000)
    assert at.last(Placed).clauses == ("17.8",)


@pytest.mark.clause("18:4.1", "18:17.8")
def test_4_1_unless_another_main_wager_lets_them_stand() -> None:
    at = open_table(ACT_2018, side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.bet("P", 1, 5, "perfect-pairs")
    at.bet("P", 1, 0)
    assert len(at.table.wagers) == 2
    at.bet("Q", 1, 0)
    assert not at.table.wagers


@pytest.mark.clause("16.2(b)")
def test_4_1_who_is_excluded_has_no_such_chance(instrument: str) -> None:
    """16.2(b) over 4.1, and said so: the player was sent away, not merely absent."""
    at = open_table(instrument)
    at.do(RecordBreach(person="P", clause="16.8", what="bets with others"), DEALER)
    at.do(Exclude(player="P", reason="bets with others"), SUPERVISOR)
    assert at.no_bet("P", 1, 10).clauses == ("16.2(b)",)
    at.do(TakeChips(player="P", amount=100_00), player("P"))  # the chips are P's all the same


# --- 4.2: gaming chips in the box


@pytest.mark.clause("4.2")
def test_4_2_a_wager_is_chips_that_its_owner_has(instrument: str) -> None:
    at = open_table(instrument, "P", chips=100)
    assert at.no_bet("P", 1, 105).clauses == ("4.2",)
    at.bet("P", 1, 100)
    assert at.chips("P") == 0
    at.bet("P", 1, 50)
    assert at.no_bet("P", 2, 10).clauses == ("4.4",)
    assert at.no_bet("P", 1, 105).clauses == ("4.2",)


@pytest.mark.clause("4.2")
@pytest.mark.parametrize("dollars", [-10, -0.01])
def test_4_2_less_than_nothing_is_no_wager(instrument: str, dollars: float) -> None:
    at = open_table(instrument)
    assert at.no_bet("P", 1, dollars).clauses == ("4.2",)


@pytest.mark.clause("4.2", "A:Tournament Chips")
def test_4_2_nothing_but_gaming_chips_comes_to_the_table(instrument: str) -> None:
    at = open_table(instrument)
    for kind in ("cash", "plaques", "promises"):
        bring = BringChips(player="P", amount=100, chips=kind)
        assert at.refused(bring, player("P")).clauses == ("4.2",)
    tournament = BringChips(player="P", amount=100, chips="tournament")
    assert "A:Tournament Chips" in at.refused(tournament, player("P")).clauses
    for amount in (0, -1):
        bring = BringChips(player="P", amount=amount)
        assert at.refused(bring, player("P")).clauses == ("4.2",)


@pytest.mark.clause("4.2")
def test_4_2_nobody_takes_away_more_chips_than_lie_there(instrument: str) -> None:
    at = open_table(instrument, "P", chips=100)
    at.bet("P", 1, 60)
    for amount in (40_01, 0, -5):
        take = TakeChips(player="P", amount=amount)
        assert at.refused(take, player("P")).clauses == ("4.2",)
    at.do(TakeChips(player="P", amount=40_00), player("P"))


@pytest.mark.clause("4.2", "A:Box")
@pytest.mark.parametrize("box", [0, -1, 8, 99])
def test_4_2_a_wager_lies_in_a_box_of_the_layout(instrument: str, box: int) -> None:
    at = open_table(instrument)
    assert at.no_bet("P", box, 10).clauses == ("A:Box",)
    at.bet("P", 7, 10)


# --- 4.3: hands off after the first card


@pytest.mark.clause("4.3")
@pytest.mark.parametrize("dollars", [0, 5, 20, 50])
def test_4_3_after_the_first_card_no_wager_is_placed_altered_or_removed(
    instrument: str, dollars: float
) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.no_more_bets()
    assert at.no_bet("P", 1, dollars).clauses == ("6.2",)  # the call comes before the card
    at.deal("10S")
    assert at.no_bet("P", 1, dollars).clauses == ("4.3",)
    assert at.no_bet("Q", 2, 10).clauses == ("4.3",)
    at.deal("7D 9H")
    at.stand(1)
    at.deal("10C")
    assert at.no_bet("P", 1, dollars).clauses == ("4.3",)  # decided, but not yet collected


@pytest.mark.clause("4.3", "7.1", "9.1(a)", "9.1(b)")
def test_4_3_insurance_splitting_and_doubling_are_the_exceptions(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.deal("8S AD 8H")
    at.insure("P", 1, 10)
    at.move_on()
    assert at.no_bet("P", 1, 40).clauses == ("4.3",)
    at.split(1)
    at.deal("3C")
    at.double(1, 20)
    at.deal("10H 10C")
    at.stand(1, 2)
    assert at.settle("9C") == {"P": 20 * 2 - 20 - 10}


@pytest.mark.clause("4.3")
def test_4_3_nobody_leaves_or_changes_seats_with_a_wager_in_play(instrument: str) -> None:
    at = open_table(instrument)
    at.do(Sit(player="P", box=1), player("P"))
    at.bet("P", 1, 20)
    assert at.refused(Leave(player="P"), player("P")).clauses == ("4.3",)
    at.deal("10S")
    for command in (Sit(player="P", box=2), GetUp(player="P"), Leave(player="P")):
        assert at.refused(command, player("P")).clauses == ("4.3",)


@pytest.mark.clause("4.2")
@pytest.mark.parametrize("what", ["double", "split", "insure", "elect"])
def test_4_2_what_more_is_put_down_must_be_there(instrument: str, what: str) -> None:
    at = open_table(instrument, "P Q", chips=20)
    at.bet("P", 1, 20)
    if what == "elect":
        at.bet("Q", 1, 15)
        at.do(BringChips(player="P", amount=100_00), player("P"))
    at.deal("8S AD 8H")
    if what == "insure":
        command: Insure | Split | Double | Elect = Insure(player="P", box=1, amount=5_00)
        assert at.refused(command, player("P")).clauses == ("4.2",)
        return
    at.move_on()
    while at.due.what.startswith("insurance"):
        at.move_on()
    if what == "elect":
        at.do(Split(box=1), player("P"))
        command = Elect(player="Q", box=1, amount=15_00)
        assert at.refused(command, player("Q")).clauses == ("4.2",)
        at.do(Elect(player="Q", box=1, amount=0), player("Q"))
        return
    command = Split(box=1) if what == "split" else Double(box=1, amount=5_00)
    assert at.refused(command, player("P")).clauses == ("4.2",)


@pytest.mark.clause("4.3")
def test_4_3_who_has_been_paid_or_has_lost_may_go_before_the_round_is_over(instrument: str) -> None:
    """A wager is not touched until it has been decided: then it holds nobody."""
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 20)
    at.bet("R", 3, 20)
    at.deal("AS 10H 10C 6D KS 6H 9C")
    at.leave("P")  # a Blackjack that was paid 30
    assert at.refused(Leave(player="Q"), player("Q")).clauses == ("4.3",)
    at.hit(2)
    at.deal("10D")
    at.leave("Q")
    assert at.refused(Leave(player="R"), player("R")).clauses == ("4.3",)
    at.stand(3)
    at.settle("10S 9D")
    assert at.table.patrons.arrived == ["R"]


@pytest.mark.clause("4.3", "7.1")
def test_4_3_an_insurance_wager_is_open_until_the_dealers_second_card(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 20)
    at.deal("10S 10H AD 6S 9H")
    at.insure("P", 1, 10)
    while at.due.what.startswith("insurance"):
        at.move_on()
    at.hit(1)
    at.deal("10D")
    assert at.refused(Leave(player="P"), player("P")).clauses == ("4.3",)


@pytest.mark.clause("4.3", "16.3", "A:Void")
def test_4_3_who_has_gone_and_gets_a_void_wager_back_is_owed_it(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 20)
    at.deal("10S 10H 6D 6S 9H")
    assert at.refused(Leave(player="P"), player("P")).clauses == ("4.3",)
    at.hit(1)
    at.deal("10D")
    at.leave("P")
    at.do(VoidRound(ground="impractical", reason="the lights went out"), SUPERVISOR)
    owed = at.last(Notified)
    assert (owed.about, owed.detail, owed.clauses) == ("owed to a player", "P: 20", ("4.3",))
    at.do(TakeChips(player="P", amount=20_00), player("P"))
