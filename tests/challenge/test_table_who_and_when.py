"""Who may do what at a table of Blackjack Challenge and when: what a clause refuses, and whom."""

from __future__ import annotations

import pytest
from tests.challenge.cases import admitted, challenge
from tests.challenge.table_support import NSW, ChallengeAt, conventions, open_table, table_of_25
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.cards import Card, parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack.asks_and_answers import Double, Elect
from croupier.games.blackjack.facts import Chose, Ended, HandEnded
from croupier.games.blackjack.hands import Hand, count
from croupier.games.blackjack.legal_answers import why_not_double, why_not_hit
from croupier.games.challenge.acts.card_checks import MisstateTotal, ReplaceCards
from croupier.games.challenge.acts.limits import (
    AnnounceMinimum,
    EndKeptMinimum,
    RaiseMinimumAtOnce,
)
from croupier.games.challenge.acts.overlooked_wagers import OverlookWager
from croupier.games.challenge.acts.shuffling import ForgetBurn, MissCut
from croupier.games.challenge.acts.shuffling_device import DeviceFailed
from croupier.games.challenge.acts.stray_cards import DealtToNobody
from croupier.games.challenge.acts.void_rounds import FindWrongCards
from croupier.games.challenge.table_state import KEPT
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.cutting_card import CuttingCardDrawn, DealtPastCuttingCard
from croupier.table.acts.dealing import Deal
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import GetUp, Sit
from croupier.table.acts.several_boxes import GiveUpBox, PermitSeveralBoxes
from croupier.table.acts.shuffling import InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import DealerOverdrew
from croupier.table.facts import (
    CutMade,
    Exercised,
    Notified,
    Outcome,
    Placed,
    RoundVoided,
    Seated,
    Settled,
    Shuffled,
)

# --- rules 2 to 4: cards


@pytest.mark.clause("nsw:3.2", "nsw:3.2.1", "nsw:3.2.2", "nsw:3.2.3")
def test_3_2_each_card_is_counted_by_its_own_limb() -> None:
    law = rules_for(NSW).law
    for cards, total, limbs in (
        ("9S 7H", 16, {"3.2.2"}),
        ("KS QH", 20, {"3.2.3"}),
        ("TS 9H", 19, {"3.2.2"}),
        ("AS 7H", 18, {"3.2.1", "3.2.2"}),
        ("AS 9H KD", 20, {"3.2.1", "3.2.2", "3.2.3"}),
    ):
        counted = count(law, [Card(card) for card in cards.split()])
        assert counted.total == total
        assert {each for each in counted.clauses if each.startswith("3.2.")} == limbs, cards


@pytest.mark.clause("nsw:3.6.2")
def test_3_6_2_the_cards_of_a_shoe_are_changed_after_the_cutting_card_and_no_sooner() -> None:
    at = open_table("P")
    early = at.refused(ReplaceCards(reason="worn"), SUPERVISOR)
    assert "after the cutting card" in early.reason
    assert "3.6.2" in early.clauses


@pytest.mark.clause("nsw:3.6.2")
def test_3_6_2_nor_after_the_shuffle_that_follows_it() -> None:
    at = open_table("P", loaded=False)
    new = ReplaceCards(reason="worn")
    assert at.refused(new, SUPERVISOR).clauses == ("3.6", "3.6.2")  # no cutting card has come
    at.load()
    at.bet("P", 1, 10)
    at.deal("10S")
    at.do(CuttingCardDrawn(), DEALER)
    at.deal("9D 9H")
    at.stand(1)
    at.settle("KS")
    at.do(new, SUPERVISOR)
    at.do(CheckCards(), DEALER)
    at.load()
    assert at.refused(new, SUPERVISOR).clauses == ("3.6", "3.6.2")


@pytest.mark.clause("nsw:3.6.1")
def test_3_6_1_the_cards_of_a_device_are_changed_after_any_round() -> None:
    at = open_table("P", device="shuffler")
    at.play()
    at.do(ReplaceCards(reason="worn"), SUPERVISOR)
    changed = at.last(Exercised)
    assert (changed.power, "3.6.1" in changed.clauses) == ("new cards", True)
    assert "3.6.2" not in changed.clauses


@pytest.mark.clause("nsw:3.10", "nsw:2.2.1")
def test_3_10_the_dealer_records_a_total_that_was_said_wrongly_of_a_hand_in_play() -> None:
    at = open_table("P")
    said = MisstateTotal(box=1, said=18)
    assert at.refused(said, DEALER).clauses == ("3.10",)  # no round is in play
    at.bet("P", 1, 10)
    at.deal("10S 6D 7H")
    assert not at.allowed(said, player("P"))
    assert at.refused(MisstateTotal(box=1, said=17), DEALER).clauses == ("3.10",)
    nowhere = at.refused(MisstateTotal(box=2, said=18), DEALER)
    assert nowhere.reason == "there is no hand 1 on box 2"
    assert "2.2.1" in nowhere.clauses
    at.do(said, DEALER)
    at.stand(1)
    at.settle("10C 2S")
    assert at.refused(said, DEALER).clauses == ("3.10",)  # its cards are in the rack


@pytest.mark.clause("nsw:3.1")
def test_3_1_a_card_of_which_all_are_out_does_not_come_again() -> None:
    """Six decks have six fours of hearts."""
    at = open_table("P")
    at.do(DealtToNobody(cards=(Card("4H"),) * 6), DEALER)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(Deal(card=Card("4H")), DEALER).clauses == ("3.1",)
    at.deal("4D")


@pytest.mark.clause("nsw:4.7", "nsw:4.8")
def test_4_8_the_dealer_inserts_the_cutting_card_and_it_does_not_come_first() -> None:
    at = open_table("P", loaded=False)
    at.do(Shuffle(), DEALER)
    last = InsertCuttingCard(from_back=60)
    uncut = at.refused(last, DEALER)
    assert (uncut.reason, uncut.clauses) == ("the cards have not been cut", ("4.7", "4.8"))
    at.cut(100)
    cut = at.last(CutMade)
    assert (cut.at, cut.clauses) == (100, ("4.7", "4.8"))
    assert not at.allowed(last, player("P"))
    at.do(last, DEALER)
    other = open_table("P")
    other.bet("P", 1, 10)
    other.no_more_bets()
    first = other.refused(CuttingCardDrawn(), DEALER)
    assert first.reason.startswith("no round was dealt from this shoe")
    assert "4.7" in first.clauses


@pytest.mark.clause("nsw:4.4")
def test_4_4_cards_are_not_shuffled_before_the_cutting_card_and_no_other_rule_says_so() -> None:
    at = open_table("P")
    at.play(("P", 1, 10))
    early = at.refused(Shuffle(), DEALER)
    assert (early.reason, early.clauses) == ("the cutting card has not come out", ("4.4",))


# --- rules 5 and 6: wagers


@pytest.mark.clause("nsw:5.1")
def test_5_1_nobody_doubles_with_chips_that_they_do_not_have() -> None:
    at = open_table("P", chips=30)
    at.bet("P", 1, 20)
    at.deal("5S 6D 6H")
    over = at.refused(Double(box=1, amount=20_00), player("P"))
    assert (over.reason, "5.1" in over.clauses) == ("P has $10 in chips", True)
    at.double(1, 10)


@pytest.mark.clause("nsw:5.2")
def test_5_2_until_no_more_bets_a_wager_is_taken_back() -> None:
    at = open_table("P")
    nothing = at.no_bet("P", 1, 0)
    assert (nothing.reason, nothing.clauses) == ("there is no wager to take back", ("5.2",))
    at.bet("P", 1, 20)
    at.bet("P", 1, 0)
    back = at.last(Placed)
    assert (back.amount, back.total, back.clauses) == (-20_00, 0, ("5.2",))
    assert at.chips("P") == 10_000


@pytest.mark.clause("nsw:5.5.1")
def test_5_5_1_a_seat_is_taken_when_it_is_free_and_given_up_by_who_has_it() -> None:
    at = open_table("P Q")
    standing = at.refused(GetUp(player="P"), player("P"))
    assert (standing.reason, "5.5.1" in standing.clauses) == ("P has no seat", True)
    at.do(Sit(player="P", box=1), player("P"))
    seated = at.last(Seated)
    assert (seated.player, seated.box, "5.5.1" in seated.clauses) == ("P", 1, True)
    taken = at.refused(Sit(player="Q", box=1), player("Q"))
    assert (taken.reason, "5.5.1" in taken.clauses) == ("P sits at box 1", True)
    at.do(GetUp(player="P"), player("P"))
    at.do(Sit(player="Q", box=1), player("Q"))


@pytest.mark.clause("nsw:5.8")
def test_5_8_a_second_box_takes_a_permission_and_is_given_up_when_none_is_vacant() -> None:
    at = open_table("P Q", boxes=5)
    at.bet("P", 1, 10)
    assert at.no_bet("P", 2, 10).clauses == ("5.8",)
    at.do(PermitSeveralBoxes(player="P"), DEALER)
    permitted = at.last(Exercised)
    assert (permitted.power, permitted.subject) == ("several boxes", "P")
    assert permitted.clauses == ("5.8",)
    at.bet("P", 2, 10)
    vacant = at.refused(GiveUpBox(player="P", box=2, for_player="Q"), DEALER)
    assert (vacant.reason, vacant.clauses) == ("there are vacant boxes", ("5.8",))


@pytest.mark.clause("nsw:5.2")
def test_5_2_a_wager_within_the_limits_stands_whole_and_so_does_one_that_nobody_noticed() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.do(OverlookWager(player="Q", box=2, amount=600_00), DEALER)  # over the maximum of 500
    for each in at.table.game.close_betting(at.table, ()):
        assert (each.stands, each.goes_back) == (each.wager.amount, 0)
        assert "5.2" in each.clauses


@pytest.mark.clause("nsw:6.2")
def test_6_2_what_is_not_short_was_not_overlooked() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    wrong = at.refused(NoMoreBets(overlooked=(("P", 1),)), DEALER)
    assert wrong.reason == "overlooked: P has no short wager on box 1"
    assert "6.2" in wrong.clauses
    at = open_table("P", side_bets=["any-pairs"])
    at.do(OverlookWager(player="P", box=1, amount=5_00), DEALER)
    at.bet("P", 1, 5, "any-pairs")
    at.no_more_bets((("P", 1),))  # one of the two is under its minimum


@pytest.mark.clause("nsw:6.3")
def test_6_3_a_side_bet_over_its_maximum_is_no_matter_of_shares() -> None:
    """Two players share the maximum of the main wagers, and none of it is a side bet's."""
    options = conventions(side_bets=["any-pairs"])
    ruled = admitted(rules_for(NSW, options), "1 P 10 any-pairs 150; 1 Q 10")
    (side,) = [each for each in ruled if each.wager.wager == "any-pairs"]
    assert (side.stands, side.goes_back, side.clauses) == (100_00, 50_00, ("6.3",))


@pytest.mark.clause("nsw:6.5.2")
def test_6_5_2_an_old_minimum_ends_for_who_has_kept_one() -> None:
    at = open_table("P")
    nobody = at.refused(EndKeptMinimum(), SUPERVISOR)
    assert (nobody.reason, "6.5.2" in nobody.clauses) == ("nobody has kept an old minimum", True)


@pytest.mark.clause("nsw:6.5.2", "nsw:5.3")
def test_6_5_2_at_the_minimum_of_the_sign_nothing_old_is_left_and_not_in_mid_round() -> None:
    at = table_of_25("P")
    at.play(("P", 1, 25))
    at.do(RaiseMinimumAtOnce(minimum=100_00), SUPERVISOR)
    at.bet("P", 1, 25)
    at.do(AnnounceMinimum(minimum=100_00, takes_effect=at.now, wager=KEPT), SUPERVISOR)
    at.now += 20 * 60_000
    at.deal("10S")
    assert at.refused(EndKeptMinimum(), SUPERVISOR).clauses == ("5.3",)
    at.deal("9D 9H")
    at.stand(1)
    at.settle("KS")
    at.do(EndKeptMinimum(), SUPERVISOR)
    assert "6.1" in at.no_bet("P", 1, 99).clauses
    again = at.refused(EndKeptMinimum(), SUPERVISOR)
    assert again.reason == "nobody has kept an old minimum"


# --- rules 9 to 11: the player's hand


@pytest.mark.clause("nsw:9.1.1", "nsw:9.1.2", "nsw:11.4.1")
def test_9_1_what_a_player_decides_is_told_by_its_limb() -> None:
    def told(cards: str, decisions: str) -> list[tuple[str, set[str]]]:
        case = challenge("1 P 10", cards, decisions)
        return [
            (fact.action, set(fact.clauses)) for fact in case.round.facts if isinstance(fact, Chose)
        ]

    ((action, clauses),) = told("5S 9D 6H 9S 8H", "1 double 10")
    assert (action, "9.1.1" in clauses, "9.1.2" in clauses) == ("double", True, False)
    assert "11.3" not in clauses  # which is about a hand that was split
    _, (action, clauses), *_ = told("8S 9D 8H 3C KS KH", "1 split; 1 double 10; 1.2 stand")
    assert (action, {"9.1.1", "11.3"} <= clauses) == ("double", True)
    split, again = (
        clauses
        for action, clauses in told(
            "8S 9D 8H 8C KS KH KC", "1 split; 1 split; 1 stand; 1.2 stand; 1.3 stand"
        )
        if action == "split"
    )
    assert "9.1.2" in split
    assert ("11.4.1" in split, "11.4.1" in again) == (False, True)


@pytest.mark.clause("nsw:9.1.3")
def test_9_1_3_to_stand_costs_nothing() -> None:
    case = challenge("1 P 10", "10S 9D 9H KS", "1 stand")
    (stood,) = (fact for fact in case.round.facts if isinstance(fact, Chose))
    assert (stood.action, stood.amount, "9.1.3" in stood.clauses) == ("stand", 0, True)


@pytest.mark.clause("nsw:9.1.4", "nsw:9.2", "nsw:9.3")
def test_9_1_4_a_card_is_a_choice_from_12_and_an_obligation_below() -> None:
    for cards, chosen in (("10S 9D 2H 3C KS", True), ("5S 9D 6H 3C KS", False)):
        case = challenge("1 P 10", cards, "1 hit; 1 stand")
        hit, _ = (fact for fact in case.round.facts if isinstance(fact, Chose))
        assert (hit.action, hit.amount) == ("hit", 0)
        assert ({"9.1.4", "9.3"} <= set(hit.clauses), "9.2" in hit.clauses) == (chosen, not chosen)


@pytest.mark.clause("nsw:9.3")
def test_9_3_with_21_nobody_is_asked_any_more_and_it_is_said() -> None:
    case = challenge("1 P 10", "10S 9D 6H 5C KS", "1 hit")
    (ended,) = (fact for fact in case.round.facts if isinstance(fact, HandEnded) and fact.box)
    assert (ended.total, ended.how, ended.clauses) == (21, Ended.TWENTY_ONE, ("9.3",))


@pytest.mark.clause("nsw:9.5")
def test_9_5_twenty_two_is_lost_at_once_and_its_cards_go_once() -> None:
    at = open_table()
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.bet("R", 2, 10)
    at.deal("10S 9C 9D 6H 9H")
    at.hit(1)
    at.deal("6D")
    assert [(fact.player, fact.net) for fact in at.facts_of(Settled)] == [
        ("P", -10_00), ("Q", -10_00),
    ]  # fmt: skip
    assert at.table.round is not None
    assert at.table.round.cleared == list(parse_cards("10S 6H 6D"))
    assert (at.due.what, at.due.box) == ("choice", 2)


@pytest.mark.clause("nsw:9.3", "nsw:10.3")
def test_9_3_a_hand_that_is_doubled_or_has_21_takes_nothing_more_whoever_asks() -> None:
    """Asked of the hand itself, as those do who want to know what could be chosen."""
    rules = rules_for(NSW)
    doubled, complete = Hand(), Hand()
    for hand, cards in ((doubled, "2S 3H"), (complete, "7S 7H 7D")):
        for card in parse_cards(cards):
            hand.add(card)
    assert why_not_double(rules, doubled) is None
    doubled.doubled = True
    again = why_not_double(rules, doubled)
    assert again is not None
    assert "10.3" in again.clauses
    for refused in (why_not_hit(rules, complete), why_not_double(rules, complete)):
        assert refused is not None
        assert refused.clauses == ("9.3",)


@pytest.mark.clause("nsw:11.1", "nsw:11.5.1", "nsw:11.4.1")
def test_11_5_1_who_shares_a_box_follows_a_split_when_there_is_one_and_with_as_much() -> None:
    at = open_table()
    at.bet("P", 1, 20)
    at.bet("Q", 1, 10)
    at.bet("R", 2, 10)
    at.deal("8S 9C 6D 8H 9H")
    early = at.refused(Elect(player="Q", box=1, hand=1, amount=10_00), player("Q"))
    assert (early.reason, "11.1" in early.clauses) == (
        "the controlling player has neither split nor doubled", True,
    )  # fmt: skip
    at.split(1)
    split = at.last(Chose)
    assert ("11.1" in split.clauses, "11.4.1" in split.clauses) == (True, False)
    elsewhere = at.refused(Elect(player="Q", box=2, hand=1, amount=10_00), player("Q"))
    assert (elsewhere.reason, elsewhere.clauses) == (
        "box 1, hand 1 is being played", ("11.5", "11.5.1"),
    )  # fmt: skip
    less = at.refused(Elect(player="Q", box=1, hand=1, amount=5_00), player("Q"))
    assert less.clauses == ("11.5", "11.5.1", "11.1", "11.4.1")
    at.elect("Q", 1, 10)
    at.deal("8C")
    at.split(1)
    assert "11.4.1" in at.last(Chose).clauses
    less = at.refused(Elect(player="Q", box=1, hand=1, amount=5_00), player("Q"))
    assert "11.5.1" in less.clauses


@pytest.mark.clause("nsw:13.1", "nsw:13.4", "nsw:14.2", "nsw:14.5")
def test_13_4_a_side_bet_falls_with_the_last_main_wager_of_its_box_and_with_no_other() -> None:
    for wager, needed, window in (("any-pairs", "13.4", "13.1"), ("perfect-pairs", "14.5", "14.2")):
        at = open_table("P Q", side_bets=[wager])
        at.bet("P", 1, 10)
        at.bet("P", 1, 5, wager)
        at.bet("Q", 2, 10)
        at.bet("Q", 2, 0)
        assert at.table.wager_of("P", 1, wager) is not None
        at.bet("P", 1, 0)
        assert at.table.wager_of("P", 1, wager) is None
        (back,) = [fact for fact in at.facts_of(Placed) if fact.wager == wager and not fact.total]
        assert (needed in back.clauses, window in back.clauses) == (True, False)


@pytest.mark.clause("nsw:13.1", "nsw:14.2")
def test_13_1_a_side_bet_is_taken_back_while_betting_is_open() -> None:
    for wager, clause in (("any-pairs", "13.1"), ("perfect-pairs", "14.2")):
        at = open_table("P", side_bets=[wager])
        at.bet("P", 1, 10)
        at.bet("P", 1, 5, wager)
        at.bet("P", 1, 0, wager)
        back = at.last(Placed)
        assert (back.wager, back.total, back.amount) == (wager, 0, -5_00)
        assert clause in back.clauses


@pytest.mark.clause("nsw:15.1.4", "nsw:11.6")
def test_15_1_4_what_a_dealers_blackjack_does_not_take_is_not_said_to_be_lost() -> None:
    case = challenge("1 P 10", "8S AD 8H 10C 10H KD", "1 split; 1 stand; 1.2 stand")
    taken, back = case.settled()
    assert (taken.outcome, back.outcome) == (Outcome.LOSE, Outcome.RETURNED)
    assert (taken.net, "15.1.4" in taken.clauses) == (-10_00, True)
    assert (back.net, "15.1.4" in back.clauses, "11.6" in back.clauses) == (0, False, True)


# --- rules 16 and 17: irregularities


@pytest.mark.clause("nsw:3.1", "nsw:16.7")
def test_3_1_nobody_is_dealt_a_card_more_often_than_there_are_decks() -> None:
    at = open_table("P")
    seven = at.refused(DealtToNobody(cards=(Card("4H"),) * 7), DEALER)
    assert seven.clauses == ("3.1",)
    at.do(DealtToNobody(cards=(Card("4H"),) * 6), DEALER)


@pytest.mark.clause("nsw:17.5")
def test_17_5_who_says_nothing_leaves_the_wagers_in_the_round() -> None:
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 10)
    at.deal("10S 6D 7H")
    at.do(DeviceFailed(fault="cards jam", spare_at_hand=False), SUPERVISOR)
    assert at.due.what == "refund"
    at.move_on()
    assert at.chips("P") == 10_000 - 10
    assert not at.facts_of(Settled)
    assert at.table.round is not None
    assert at.table.round.unsettled


@pytest.mark.clause("nsw:16.5", "nsw:16.6")
def test_16_5_the_dealer_tells_of_a_card_drawn_too_many() -> None:
    for card in (Card("4D"), None):
        at = open_table("P")
        at.bet("P", 1, 10)
        at.deal("10S 9D 9H")
        at.stand(1)
        at.deal("KS")
        too_many = DealerOverdrew(card=card)
        if card is not None:
            between = open_table("P").refused(too_many, DEALER)
            assert (between.reason, between.clauses) == ("no round is in play", ("16.5",))
        assert not at.allowed(too_many, player("P"))
        at.do(too_many, DEALER)


@pytest.mark.clause("nsw:16.11")
def test_16_11_a_cut_that_was_missed_is_told_with_what_was_wrong_and_once() -> None:
    at = open_table("P")
    silent = at.refused(MissCut(how=""), DEALER)
    assert (silent.reason, silent.clauses) == ("how: say what was wrong with the cut", ("16.11",))
    at.do(MissCut(how="not offered"), DEALER)
    told = at.last(Notified)
    assert (told.to, told.detail, told.clauses) == ("floor", "not offered", ("16.11",))
    unshuffled = open_table("P", loaded=False).refused(MissCut(how="not offered"), DEALER)
    assert unshuffled.clauses == ("16.11",)
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10S")
    at.do(MissCut(how="not offered"), DEALER)  # what is dealt stands, and then they are shuffled
    again = at.refused(MissCut(how="not offered"), DEALER)
    assert (again.reason, again.clauses) == ("the cards are to be shuffled anyway", ("16.11",))


@pytest.mark.clause("nsw:16.7")
def test_16_7_cards_that_were_dealt_to_nobody_are_named_and_came_from_the_shoe() -> None:
    at = open_table("P")
    unnamed = at.refused(DealtToNobody(cards=()), DEALER)
    assert (unnamed.reason, unnamed.clauses) == ("cards: say which were dealt", ("16.7",))
    at.table.shoe.remaining = 1
    more = at.refused(DealtToNobody(cards=parse_cards("4H 5D")), DEALER)
    assert (more.reason, more.clauses) == ("cards: only 1 are in the shoe", ("16.7",))
    at.do(DealtToNobody(cards=parse_cards("4H")), DEALER)


@pytest.mark.clause("nsw:16.15", "nsw:16.15.1")
def test_16_15_what_is_missing_or_foreign_is_named_and_voids_what_is_left_once() -> None:
    at = open_table("P")
    nothing = at.refused(FindWrongCards(), SUPERVISOR)
    assert nothing.clauses == ("16.15", "16.15.1")
    found = FindWrongCards(missing=(Card("KC"),))
    at.do(found, SUPERVISOR)
    (void,) = [fact for fact in at.facts_of(Exercised) if "remaining cards" in fact.power]
    assert (void.subject, "16.15" in void.clauses) == ("KC missing", True)
    again = at.refused(found, SUPERVISOR)
    assert (again.reason, again.clauses) == ("the decks are being verified", ("16.15", "16.15.1"))


@pytest.mark.clause("nsw:16.12")
def test_16_12_a_burn_that_was_forgotten_is_recorded() -> None:
    at = open_table("P")
    assert at.refused(ForgetBurn(), DEALER).clauses == ("16.12",)
    at.table.shoe.burns_due = 1
    at.do(ForgetBurn(), DEALER)
    told = at.last(Notified)
    assert (told.to, told.about, told.clauses) == ("record", "no card burnt", ("16.12",))


@pytest.mark.clause("nsw:16.13")
def test_16_13_nobody_dealt_past_a_cutting_card_that_was_seen_or_is_in_no_shoe() -> None:
    past = DealtPastCuttingCard()
    no_shoe = open_table("P", loaded=False).refused(past, DEALER)
    assert (no_shoe.reason, no_shoe.clauses) == ("no shoe is in use", ("16.13",))
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10S")
    at.do(CuttingCardDrawn(), DEALER)
    seen = at.refused(past, DEALER)
    assert (seen.reason, seen.clauses) == ("the cutting card was seen when it came", ("16.13",))


@pytest.mark.clause(
    "nsw:17.1", "nsw:17.1.1", "nsw:17.1.2", "nsw:17.1.3", "nsw:17.1.4", "nsw:17.1.5"
)
def test_17_1_a_device_fails_that_is_in_use_with_cards_in_it_and_in_a_way_that_is_said() -> None:
    fails = DeviceFailed(fault="cards jam")
    assert open_table("P").refused(fails, SUPERVISOR).reason == "no shuffling device is in use"
    empty = open_table("P", device="shuffler", loaded=False)
    assert empty.refused(fails, SUPERVISOR).reason == "no cards are in the device"
    at = open_table("P", device="shuffler")
    silent = at.refused(DeviceFailed(fault=""), SUPERVISOR)
    assert silent.reason == "fault: say what is wrong"
    at.bet("P", 1, 10)
    at.deal("10S 6D 7H")
    at.do(fails, SUPERVISOR)


@pytest.mark.clause("nsw:17.1", "nsw:17.1.1", "nsw:17.1.2", "nsw:17.5")
def test_17_1_when_a_device_failed_is_said_and_its_cards_are_shuffled_only_if_one_is_needed() -> (
    None
):
    def told(at: ChallengeAt) -> tuple[str, tuple[str, ...]]:
        at.do(DeviceFailed(fault="cards jam", spare_at_hand=False), SUPERVISOR)
        (fact,) = [f for f in at.facts_of(Notified) if f.about.startswith("device failed")]
        assert (fact.to, fact.detail) == ("floor", "cards jam")
        return fact.about, fact.clauses

    at = open_table("P", device="shuffler")
    assert told(at) == ("device failed between rounds", ("17.1", "17.1.2"))
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 10)
    at.deal("10S 6D 7H")
    about, clauses = told(at)
    assert about == "device failed, no other to be had"
    assert {"17.1.2", "17.5"} <= set(clauses)
    at.move_on()
    at.do(Shuffle(), DEALER)  # a card is needed
    assert {"17.1", "17.1.1"} <= set(at.last(Shuffled).clauses)


@pytest.mark.clause("nsw:3.1")
def test_3_1_there_are_as_many_of_a_card_as_decks_and_no_more() -> None:
    """Six decks have six fours of hearts."""
    at = open_table("P", device="shuffler")
    seven = DeviceFailed(fault="cards jam", damaged=(Card("4H"),) * 7)
    assert at.refused(seven, SUPERVISOR).clauses == ("3.1",)
    at.do(DeviceFailed(fault="cards jam", damaged=(Card("4H"),) * 6), SUPERVISOR)


@pytest.mark.clause("nsw:17.2", "nsw:17.3.3")
def test_17_3_3_cards_go_to_another_device_and_damaged_ones_are_replaced() -> None:
    for damaged, clause, other in (((), "17.2", "17.3.3"), ((Card("4H"),), "17.3.3", "17.2")):
        at = open_table("P", device="shuffler")
        at.bet("P", 1, 10)
        at.deal("10S 6D 7H")
        at.do(DeviceFailed(fault="cards jam", damaged=damaged), SUPERVISOR)
        (moved,) = [fact for fact in at.facts_of(Exercised) if fact.power == "another device"]
        assert (clause in moved.clauses, other in moved.clauses) == (True, False)


@pytest.mark.clause("nsw:17.4")
def test_17_4_a_round_that_leaves_somebody_worse_off_ends_and_is_told_to_have() -> None:
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 10)
    at.deal("10S 6D 7H")
    at.do(DeviceFailed(fault="cards jam", disadvantaged="P"), SUPERVISOR)
    void = at.last(RoundVoided)
    assert (void.round, "17.4" in void.clauses) == (1, True)
    assert "cards jam" in void.reason
