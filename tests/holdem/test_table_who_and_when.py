"""Who may do what at a table of Hold'em and when: what a clause refuses, and what is told."""

from __future__ import annotations

import pytest
from tests.holdem.cases import KING_HIGH, dealt, go_on, play, refusal, rules
from tests.holdem.table_support import open_table, two_dealt
from tests.table_support import APPROVAL, DEALER, OPERATOR, SUPERVISOR, player

from croupier.games.holdem.acts.conduct import ReportCollusion
from croupier.games.holdem.acts.misdeals import (
    CardShown,
    LevelWagers,
    PlayersCardShown,
    WagerMissing,
    WrongCount,
    WrongDeck,
)
from croupier.games.holdem.acts.shuffling_device import MachineFailed, ReplaceMachine
from croupier.games.holdem.acts.wagering import OverlookedWager, ReturnShortWager
from croupier.games.holdem.facts import Decided, StageBegan
from croupier.games.holdem.legal_answers import choices
from croupier.games.holdem.table_state import state_of
from croupier.rulebook.options import OptionError
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.closing import SetHours
from croupier.table.facts import Exercised, Notified, Placed
from croupier.table.shoe_state import Device

ACES = ("KC QD", ["AH AD"])


# --- rules 2 to 5


@pytest.mark.clause("uth:2.2", "uth:2.2(a)", "uth:2.2(b)", "uth:11.1", "uth:11.2")
def test_2_2_a_device_that_takes_the_place_of_another_is_told_with_its_approval() -> None:
    at = open_table("P", device="shuffler")
    at.do(MachineFailed(nature="mechanical", fault="a belt broke"), SUPERVISOR)
    told = [fact for fact in at.facts_of(Notified) if fact.about == "malfunction"]
    assert [(fact.to, fact.detail) for fact in told] == [("floor", "mechanical: a belt broke")]
    assert "11.1" in told[0].clauses
    both = {"checked_by_supervisor": "sue", "checked_by_dealer": "dan"}
    at.do(ReplaceMachine(device=Device.SHOE, approval=APPROVAL, **both), SUPERVISOR)
    new = at.last(Exercised)
    assert (new.power, new.subject) == ("replace the machine", "shoe")
    assert {"2.2", "11.2"} <= set(new.clauses)
    for device, limb in (("shuffler", "2.2(a)"), ("shoe", "2.2(b)")):
        other = open_table("P", device=device)
        other.bet("P", 1, 10)
        other.deal(KING_HIGH, *ACES)
        began = next(fact for fact in other.round.round.facts if isinstance(fact, StageBegan))
        assert limb in began.clauses


@pytest.mark.clause("uth:2.2")
def test_2_2_new_cards_are_dealt_from_the_device_that_is_there() -> None:
    at = open_table("P", device="shuffler")
    both = {"checked_by_supervisor": "sue", "checked_by_dealer": "dan"}
    for device in ("shoe", "basket"):  # another comes with an approval of its own
        assert at.refused(NewCards(device=device, **both), SUPERVISOR).clauses == ("11.2",)
    at.do(NewCards(**both), SUPERVISOR)
    at.load()
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    began = next(fact for fact in at.round.round.facts if isinstance(fact, StageBegan))
    assert {"2.2", "2.2(a)"} <= set(began.clauses)


@pytest.mark.clause("uth:4.2")
def test_4_2_what_is_overlooked_is_an_ante_a_blind_or_trips_and_lies_there() -> None:
    at = open_table("P")
    play_wager = OverlookedWager(player="P", box=1, wager="play", amount=10_00)
    assert at.refused(play_wager, DEALER).clauses == ("4.2",)
    at.do(OverlookedWager(player="P", box=1, wager="ante", amount=10_00), DEALER)
    lies = at.last(Placed)
    assert (lies.wager, lies.total, lies.clauses[0]) == ("ante", 10_00, "4.2")
    assert [(each.wager, each.amount) for each in at.table.wagers] == [("ante", 10_00)]


@pytest.mark.clause("uth:4.2")
def test_4_2_nobody_has_less_than_no_time_for_a_wager_nor_none_for_a_decision() -> None:
    open_table("P").bet("P", 1, 10)
    assert rules(betting_seconds=0).options["betting_seconds"] == 0
    for option, least in (("betting_seconds", 0), ("decision_timer", 1)):
        with pytest.raises(OptionError):
            rules(**{option: least - 1})


@pytest.mark.clause("uth:4.2(b)", "uth:4.3")
def test_4_2_b_trips_lies_beside_an_ante_and_brings_no_blind() -> None:
    at = open_table("P Q")
    assert at.no_bet("P", 1, 5, "trips").clauses == ("4.3", "4.2(b)")
    at.bet("P", 1, 10, trips=5)
    placed = [(fact.wager, fact.total) for fact in at.facts_of(Placed)]
    assert placed == [("ante", 10_00), ("blind", 10_00), ("trips", 5_00)]
    for fact in at.facts_of(Placed):
        assert ("4.2(b)" in fact.clauses) == (fact.wager == "trips")
        assert ("4.2(a)" in fact.clauses) == (fact.wager != "trips")
    overlooked = OverlookedWager(player="Q", box=2, wager="trips", amount=5_00)
    at.do(overlooked, DEALER)  # which the dealer did not see to be alone
    wrong_box = OverlookedWager(player="Q", box=1, wager="trips", amount=5_00)
    assert at.refused(wrong_box, DEALER).clauses == ("4.5",)


@pytest.mark.clause("uth:4.2(a)")
def test_4_2_a_a_supervisor_says_why_unequal_wagers_are_levelled() -> None:
    at = open_table("P")
    for wager, cents in (("ante", 20_00), ("blind", 10_00)):
        at.do(OverlookedWager(player="P", box=1, wager=wager, amount=cents), DEALER)
    at.deal(KING_HIGH, *ACES)
    silent = at.refused(LevelWagers(box=1, reason=""), SUPERVISOR)
    assert silent.reason == "reason: say why"
    assert "4.2(a)" in silent.clauses
    at.do(LevelWagers(box=1, reason="the blind was short"), SUPERVISOR)


@pytest.mark.clause("uth:4.5", "uth:4.6", "uth:8.1", "uth:8.3")
def test_4_5_a_box_has_one_play_wager_and_its_ante_is_its_first_players() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    taken = at.no_bet("Q", 1, 10)
    assert (taken.reason, taken.clauses) == ("box 1 has its ante already", ("4.5",))
    case = dealt("1 P 10; 2 Q 10", KING_HIGH, "KC QD", ["AH AD", "TH TD"], "1 play 40")
    for words in ("1 play 30", "1 fold", "1 check"):
        assert refusal(case, words).clauses == ("A:Play Wager", "4.5", "4.6")
    go_on(case, "2 check")
    assert refusal(case, "1 play 20").clauses == ("8.3", "A:After the Flop")  # of a later round


@pytest.mark.clause("uth:5.4")
def test_5_4_a_short_wager_is_given_back_in_a_round() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    early = at.refused(ReturnShortWager(player="P", box=1), DEALER)
    assert (early.reason, early.clauses) == ("there is no such wager in a round", ("5.4",))


# --- rule 8: betting


@pytest.mark.clause("uth:8.1", "uth:8.3", "uth:8.5")
def test_8_1_players_are_asked_clockwise_unless_the_table_asks_all_of_them() -> None:
    two = ("1 P 10; 2 Q 10", KING_HIGH, "KC QD", ["AH AD", "TH TD"])
    assert [box.number for box in dealt(*two).round.asked] == [1]
    assert [box.number for box in dealt(*two, action_order="free").round.asked] == [1, 2]
    case = dealt("1 P 10", KING_HIGH, *ACES, "1 check; 1 check")
    assert refusal(case, "1 check").clauses[0] == "8.5"  # before and after the flop, not a third


@pytest.mark.clause("uth:8.1(b)", "uth:8.3(b)")
def test_8_1_b_who_has_answered_is_offered_nothing() -> None:
    case = dealt("1 P 10; 2 Q 10", KING_HIGH, "KC QD", ["AH AD", "TH TD"], "1 check")
    first, second = case.round.box(1), case.round.box(2)
    assert list(choices(case.round, first)) == []
    assert len(list(choices(case.round, second))) == 4  # fold, check, three times, four times
    go_on(case, "2 check; 1 check")
    assert list(choices(case.round, first)) == []
    assert len(list(choices(case.round, second))) == 3


@pytest.mark.clause("uth:8.1(c)", "uth:8.3(c)", "uth:8.5(b)")
def test_8_1_c_a_play_wager_is_told_with_its_multiple_and_one_against_the_rule_is_not() -> None:
    for before, limb in (("", "8.1(c)"), ("1 check; ", "8.3(c)"), ("1 check; 1 check; ", "8.5(b)")):
        times = {"8.1(c)": 40, "8.3(c)": 20, "8.5(b)": 10}[limb]
        for words, counted in ((f"play {times}", True), ("overlooked 50", False)):
            case = dealt("1 P 10", KING_HIGH, *ACES, f"{before}1 {words}")
            (told,) = [fact for fact in case.facts(Decided) if fact.amount]
            assert limb in told.clauses
            assert (f"{limb}(ii)" in told.clauses) == counted


@pytest.mark.clause("uth:8.1(c)(ii)", "uth:8.3(c)(ii)", "uth:8.5(b)(ii)")
@pytest.mark.clause("uth:8.1(c)(ii)", "uth:8.3(c)(ii)", "uth:8.5(b)(ii)")
def test_8_1_c_ii_an_ante_over_the_maximum_counts_as_placed_or_as_it_stands() -> None:
    """An ante of 20 where 10 is the most."""
    for before, times in (("", 4), ("1 check; ", 2), ("1 check; 1 check; ", 1)):
        for base, right in (("effective", 10 * times), ("placed", 20 * times)):
            case = dealt(
                "1 P 20", KING_HIGH, *ACES, before, limits={"ante": [1_00, 10_00]}, play_base=base
            )
            assert f"{right}" in refusal(case, f"1 play {20 * times + 1}").reason
            go_on(case, f"1 play {right}")


@pytest.mark.clause("uth:8.6")
def test_8_6_the_cards_of_who_has_folded_stay_unseen() -> None:
    at = two_dealt("1 fold; 2 check")
    shown = PlayersCardShown(box=1, place=1, reason="it fell")
    unseen = at.refused(shown, SUPERVISOR)
    assert (unseen.reason, unseen.clauses[0]) == ("the cards of that hand stay unseen", "8.6")


# --- rule 9 and the odds


@pytest.mark.clause("uth:9.4", "uth:9.1")
def test_9_4_wagers_are_taken_and_paid_once_the_dealers_hand_is_declared() -> None:
    at = two_dealt()
    early = at.not_said("take and pay")
    assert (early.reason, "9.4" in early.clauses) == ("there is no hand to take and pay now", True)
    at.say("1 play 40; 2 play 40; take and pay")
    late = at.not_said("1 concede")
    assert late.reason == "the dealer has begun to take and pay"
    assert {"9.1", "9.4"} <= set(late.clauses)


@pytest.mark.clause("uth:10.1:T1:Ante", "uth:10.1:T1:Play", "uth:10.1:T1:Blind:*")
def test_10_1_each_wager_is_paid_by_its_own_line() -> None:
    won = play("1 P 10", KING_HIGH, *ACES, "1 play 40")
    lines = {wager: set(won.one(wager).clauses) for wager in ("ante", "play")}
    assert "10.1:T1:Ante" in lines["ante"]
    assert "10.1:T1:Play" not in lines["ante"]
    assert "10.1:T1:Play" in lines["play"]
    assert "10.1:T1:Ante" not in lines["play"]
    assert all("10.1:T1:Blind:*" not in cited for cited in lines.values())
    straight = play("1 P 10", "6S 5S 4H JS KD", "KC 3H", ["8C 7D"], "1 play 40")
    assert "10.1:T1:Blind:*" not in straight.one("blind").clauses  # the one line without a star
    flush = play("1 P 10", "6S 5S 4H JS KD", "KC 3H", ["8S 7S"], "1 play 40")
    assert "10.1:T1:Blind:*" in flush.one("blind").clauses
    assert "10.1:T1:Blind:*" not in flush.one("play").clauses


# --- rules 12 and 13


@pytest.mark.clause("uth:12.2", "uth:12.2(a)")
def test_12_2_only_what_rule_12_forbids_has_its_own_sanction() -> None:
    for breach, colludes in (("12.2(a)", True), ("15.8", False)):
        at = two_dealt()
        at.breach("P", breach)
        assert ("P" in state_of(at.table).colluded) is colludes
    at = two_dealt()
    at.do(ReportCollusion(player="P", what="exchange", words="they swapped a card"), DEALER)
    told = at.last(Exercised)
    assert {"12.2", "12.2(a)"} & set(told.clauses)


@pytest.mark.clause("uth:8.7")
def test_8_7_who_speaks_out_of_turn_breaks_no_rule_of_collusion() -> None:
    for what, colludes in (("talk", False), ("word-of-hand", True)):
        at = two_dealt()
        at.do(ReportCollusion(player="P", what=what, words="spoke of aces"), DEALER)
        assert ("8.7" in at.last(Exercised).clauses) is not colludes
        assert ("P" in state_of(at.table).colluded) is colludes


@pytest.mark.clause("uth:13.1", "uth:13.3")
def test_13_1_the_dealer_tells_of_a_wrong_number_of_cards() -> None:
    at = two_dealt()
    assert not at.allowed(WrongCount(whose=1, cards=3), player("P"))
    right = at.refused(WrongCount(whose=1, cards=2), DEALER)
    assert right.reason.startswith("cards: 2 is right")
    assert {"13.1", "13.3"} & set(right.clauses)
    at.do(WrongCount(whose=1, cards=3), DEALER)


@pytest.mark.clause("uth:13.2", "uth:13.5")
def test_13_2_a_card_that_lies_open_is_not_shown_again() -> None:
    at = two_dealt("1 check; 2 check")  # the flop lies open
    again = at.refused(CardShown(whose="communal", place=1), DEALER)
    assert again.reason == "place: the card lies open already"
    assert "13.2" in again.clauses
    at.do(CardShown(whose="communal", place=5), DEALER)
    assert at.allowed(CardShown(whose="communal", place=4), DEALER)


@pytest.mark.clause("uth:13.6", "uth:13.6(b)")
def test_13_6_a_player_tells_of_their_own_hand_and_of_one_that_lacks_a_wager() -> None:
    at = two_dealt()
    whole = at.refused(WagerMissing(box=1), player("P"))
    assert whole.reason == "box 1 has its ante and blind"
    assert "13.6" in whole.clauses
    empty = at.refused(WagerMissing(box=3), player("P"))
    assert empty.reason == "cards on an empty box are the dealer's to tell"
    assert {"13.6", "13.6(b)"} & set(empty.clauses)


@pytest.mark.clause("uth:13.7", "uth:13.7(b)")
def test_13_7_what_is_wrong_with_the_deck_is_said_and_the_floor_told() -> None:
    at = open_table("P")
    assert at.refused(WrongDeck(found=""), DEALER).clauses == ("13.7", "13.7(b)")
    at.do(WrongDeck(found="a joker"), DEALER)
    (told,) = [fact for fact in at.facts_of(Notified) if fact.about == "wrong deck"]
    assert (told.to, told.detail, told.clauses) == ("floor", "a joker", ("13.7", "13.7(b)"))


@pytest.mark.clause("uth:14.1")
def test_14_1_hours_end_after_they_begin() -> None:
    at = open_table("P")
    assert at.refused(SetHours(opens=1000, closes=1000), OPERATOR).clauses == ("14.1",)
    at.do(SetHours(opens=1000, closes=1001), OPERATOR)
