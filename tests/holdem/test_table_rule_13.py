"""Rule 13 at a live table: a deal goes wrong, and what comes of it."""

from __future__ import annotations

import pytest
from tests.holdem.cases import KING_HIGH
from tests.holdem.table_support import ACES, HoldemAt, goes_on, open_table, two_dealt
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.cards import parse_cards
from croupier.games.holdem.acts.misdeals import (
    CallMisdeal,
    CardShown,
    LetStand,
    LevelWagers,
    PlayersCardShown,
    WagerMissing,
    WrongCount,
    WrongDeck,
)
from croupier.games.holdem.acts.preparation import CheckDeck
from croupier.games.holdem.acts.shuffling_device import MachineFailed
from croupier.games.holdem.acts.wagering import OverlookedWager
from croupier.games.holdem.asks_and_answers import LookAtCards, NoAnswer
from croupier.games.holdem.facts import Abort, Exposed, HandVoided, Place
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import (
    Attested,
    Exercised,
    Notified,
    Outcome,
    RoundVoided,
    Settled,
    ShuffleDue,
)
from croupier.table.table import Phase

P, Q = player("P"), player("Q")
STAGES = [
    pytest.param("", id="before the flop"),
    pytest.param("1 fold; 2 check", id="after the flop"),
    pytest.param("1 play 40; 2 check; 2 check", id="on the river"),
    pytest.param("1 play 40; 2 play 40", id="dealer's hand"),
    pytest.param("1 play 40; 2 play 40; 1 concede", id="conceded"),
    pytest.param("1 play 40; 2 play 40; take and pay", id="settlement"),
]
FAULT = MachineFailed(fault="the elevator is stuck", nature="mechanical")


# --- 13.1 and 13.3


@pytest.mark.clause("uth:13.1", "uth:13.3", "uth:6.1(b)")
@pytest.mark.parametrize("decisions", STAGES)
def test_13_1_a_wrong_number_of_cards_is_a_misdeal_whenever_it_is_found(decisions: str) -> None:
    at = two_dealt(decisions)
    assert at.came_to_nothing(WrongCount(whose="dealer", cards=3), DEALER).how is Abort.MISDEAL
    assert at.last(ShuffleDue).clauses == ("6.1", "6.1(b)")
    goes_on(at)


@pytest.mark.clause("uth:13.1")
@pytest.mark.parametrize(("whose", "cards"), [("communal", 4), ("dealer", 1), (1, 3)])
def test_13_1_holds_for_every_hand(whose: Place, cards: int) -> None:
    at = two_dealt()
    right = WrongCount(whose=whose, cards=5 if whose == "communal" else 2)
    assert at.refused(right, DEALER).clauses == ("13.1", "13.3")
    at.came_to_nothing(WrongCount(whose=whose, cards=cards), DEALER)


@pytest.mark.clause("uth:A:Round of Play")
def test_13_1_reaches_no_round_that_is_over() -> None:
    at = two_dealt("1 play 40; 2 play 40")
    assert at.refused(WrongCount(whose=3, cards=3), DEALER).clauses == ("A:Box",)
    at.take_and_pay()
    late = WrongCount(whose="dealer", cards=3)
    assert at.refused(late, DEALER).clauses == ("A:Round of Play",)
    at.settle()
    assert at.refused(late, DEALER).clauses == ("A:Round of Play",)


@pytest.mark.clause("uth:13.1", "uth:6.1(b)")
def test_13_1_a_card_on_the_wrong_hand_leaves_two_hands_with_the_wrong_number() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"], only=5)
    at.lay("AH", 2)
    for card in parse_cards("TH KC AD TD QD"):
        at.do(Deal(card=card), DEALER)
    assert at.round.miscounted == [1, 2]
    assert at.not_said("1 check").clauses == ("13.1", "6.1(b)")
    assert at.refused(LetStand(reason="x"), SUPERVISOR).clauses == ("13.1", "13.3")
    at.came_to_nothing(WrongCount(whose=2, cards=3), DEALER)
    goes_on(at)


def swapped() -> HoldemAt:
    """The first cards of P and Q lie on each other's box, two on each in the end."""
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"], only=5)
    at.lay("TH", 2)
    at.lay("AH", 1)
    for card in parse_cards("KC AD TD QD"):
        at.do(Deal(card=card), DEALER)
    return at


@pytest.mark.clause("uth:6.1(b)", "uth:15.5")
def test_cards_in_the_wrong_place_but_the_right_number_wait_for_a_ruling() -> None:
    at = swapped()
    assert at.round.miscounted == []
    assert at.not_said("1 check").clauses == ("13.1", "6.1(b)")
    assert at.refused(LetStand(reason="x"), DEALER).clauses == ("A:Casino Supervisor",)
    assert at.refused(LetStand(reason=""), SUPERVISOR).clauses == ("15.5",)
    at.do(LetStand(reason="nobody has seen a card"), SUPERVISOR)
    assert "15.5" in at.last(Exercised).clauses
    at.say("1 play 40; 2 fold")
    assert at.settle() == {"P": 50, "Q": -20}
    assert two_dealt().refused(LetStand(reason="x"), SUPERVISOR).clauses == ("13.1", "6.1(b)")


@pytest.mark.clause("uth:6.1(b)", "uth:13.3")
def test_6_1_b_what_a_supervisor_takes_for_a_misdeal_is_one() -> None:
    at = swapped()
    call = CallMisdeal(reason="two cards lie on each other's box")
    assert at.refused(call, DEALER).clauses == ("A:Casino Supervisor",)
    assert "6.1(b)" in at.refused(CallMisdeal(reason=""), SUPERVISOR).clauses
    aborted = at.came_to_nothing(call, SUPERVISOR)
    assert (aborted.how, aborted.reason) == (Abort.MISDEAL, "two cards lie on each other's box")
    goes_on(at)


# --- 13.2, 13.4, 13.5


@pytest.mark.clause("uth:13.2", "uth:13.3")
@pytest.mark.parametrize(("cards", "whose", "place"), [(1, "communal", 1), (7, 2, 1), (10, 1, 2)])
def test_13_2_a_card_that_is_seen_during_the_deal_is_a_misdeal(
    cards: int, whose: Place, place: int
) -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"], only=cards)
    assert "13.2" in at.refused(CardShown(whose=whose, place=6), DEALER).clauses
    at.came_to_nothing(CardShown(whose=whose, place=place), DEALER)
    goes_on(at)


@pytest.mark.clause("uth:13.4", "uth:13.4(a)", "uth:13.4(b)")
def test_13_4_the_dealers_card_is_known_to_everybody_or_ends_the_round() -> None:
    at = two_dealt("1 play 40")
    at.stays(at.do(CardShown(whose="dealer", place=2), DEALER))
    for viewer in (None, P, Q, DEALER):
        assert at.seen_by(viewer).dealer == (None, "QD")
    assert "13.2" in at.refused(CardShown(whose="dealer", place=2), DEALER).clauses
    at.say("2 play 40")
    nobody = two_dealt("1 check")
    nobody.came_to_nothing(CardShown(whose="dealer", place=1), DEALER)
    assert nobody.last(ShuffleDue).clauses == ("6.1", "6.1(b)")


@pytest.mark.clause("uth:13.4(a)", "uth:13.4(b)")
@pytest.mark.parametrize("test", ["preflop", "any_play"])
def test_13_4_where_both_limbs_fit_a_supervisor_is_told(test: str) -> None:
    at = two_dealt("1 check; 2 check; 1 play 20", dealer_exposure_test=test)
    told = next(f for f in at.do(CardShown(whose="dealer", place=1), DEALER))
    assert isinstance(told, Notified)
    assert (told.to, told.clauses) == ("floor", ("13.4", "13.4(a)", "13.4(b)"))
    assert (at.table.phase is Phase.DEALING) == (test == "any_play")
    plain = two_dealt("1 play 40")
    plain.do(CardShown(whose="dealer", place=1), DEALER)
    assert plain.facts_of(Notified) == []


@pytest.mark.clause("uth:13.4(a)", "uth:13.4(b)")
def test_13_4_a_play_wager_that_is_void_now_has_been_made() -> None:
    """P plays before the flop and is voided for a breach; Q has checked and is still in."""
    made: tuple[tuple[dict[str, str], bool], ...] = (
        ({}, True), ({"voided_play": "counts"}, True), ({"voided_play": "does_not_count"}, False),
    )  # fmt: skip
    for given, in_play in made:
        at = two_dealt("1 play 40", **given)
        at.breach("P")
        at.do(VoidWager(player="P", box=1, reason="a device"), SUPERVISOR)
        at.say("2 check")
        at.do(CardShown(whose="dealer", place=1), DEALER)
        assert (at.table.phase is Phase.DEALING) == in_play


@pytest.mark.clause("uth:13.3", "uth:14.2")
def test_13_3_a_new_round_is_dealt_after_a_misdeal_even_if_it_was_to_be_the_last() -> None:
    at = open_table("P")
    at.do(AnnounceClosure(rounds=1), SUPERVISOR)
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.do(WrongCount(whose="communal", cards=6), DEALER)
    assert at.table.rounds_left == 1
    goes_on(at)
    assert at.table.rounds_left == 0


@pytest.mark.clause("uth:13.5")
def test_13_5_a_communal_card_shown_early_leaves_the_choice_to_the_undecided() -> None:
    at = two_dealt("1 check")
    at.stays(at.do(CardShown(whose="communal", place=5), DEALER))
    assert at.seen_by(None).communal == (None, None, None, None, "2S")
    own = at.seen_by(Q).due
    assert own is not None
    assert [choice.action for choice in own.choices] == ["fold", "check", "play", "play"]
    assert at.last(Exposed).clauses == ("13.5",)


@pytest.mark.clause("uth:15.5", "uth:15.6(b)")
def test_a_players_card_shown_after_the_deal_waits_for_a_ruling_and_is_then_known_to_all() -> None:
    at = two_dealt()
    shown = CardShown(whose=1, place=1)
    assert at.refused(shown, DEALER).clauses == ("6.1", "6.1(b)", "15.5")
    ruling = PlayersCardShown(box=1, place=1, reason="the dealer's sleeve")
    assert at.refused(ruling, DEALER).clauses == ("A:Casino Supervisor",)
    unsaid = PlayersCardShown(box=1, place=1, reason="")
    assert at.refused(unsaid, SUPERVISOR).clauses == ("15.5",)
    at.stays(at.do(ruling, SUPERVISOR))
    assert at.seen_by(Q).boxes[0].cards == ("AH", None)
    assert at.seen_by(None).boxes[0].cards == ("AH", None)
    assert "13.2" in at.refused(ruling, SUPERVISOR).clauses
    at.say("1 fold")
    passed_in = PlayersCardShown(box=1, place=2, reason="x")
    assert at.refused(passed_in, SUPERVISOR).clauses == ("8.6",)


@pytest.mark.clause("uth:13.2")
def test_a_ruling_does_not_mend_a_card_that_was_seen_in_the_deal() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES, only=6)
    ruling = PlayersCardShown(box=1, place=1, reason="x")
    assert at.refused(ruling, SUPERVISOR).clauses == ("13.2", "13.3")


# --- 13.6


def box_3_without_a_blind() -> HoldemAt:
    at = open_table("P R")
    at.bet("P", 1, 10)
    at.do(OverlookedWager(player="R", box=3, wager="ante", amount=10_00), DEALER)
    at.do(OverlookedWager(player="R", box=3, wager="trips", amount=5_00), DEALER)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"])
    return at


@pytest.mark.clause("uth:13.6", "uth:13.6(a)")
def test_13_6_a_cards_for_a_box_without_a_blind_void_the_round_while_none_are_handled() -> None:
    at = box_3_without_a_blind()
    at.say("1 check")
    assert at.came_to_nothing(WagerMissing(box=3), DEALER).clauses == ("13.6", "13.6(a)")
    goes_on(at)


@pytest.mark.clause("uth:13.6", "uth:13.6(b)")
def test_13_6_b_and_that_hand_alone_once_somebody_has_looked() -> None:
    at = box_3_without_a_blind()
    at.do(LookAtCards(box=1), P)
    at.stays(at.do(WagerMissing(box=3), P))  # whoever notices
    void = {f.wager: f.stake for f in at.facts_of(Settled) if f.outcome is Outcome.VOID}
    assert void == {"ante": 10_00, "trips": 5_00}
    assert at.refused(WagerMissing(box=3), DEALER).clauses == ("A:Void",)
    at.say("1 play 40")
    assert at.settle() == {"P": 50, "R": 0}


@pytest.mark.clause("uth:13.6(b)")
def test_13_6_an_empty_box_that_was_dealt_to() -> None:
    at = two_dealt()
    assert at.refused(WagerMissing(box=9), DEALER).clauses == ("A:Box",)
    assert at.refused(WagerMissing(box=1), DEALER).clauses == ("13.6", "13.6(b)")
    at.do(LookAtCards(box=1), P)
    at.stays(at.do(WagerMissing(box=5), DEALER))
    assert at.last(HandVoided).box == 5
    untouched = two_dealt()
    untouched.came_to_nothing(WagerMissing(box=5), DEALER)


@pytest.mark.clause("uth:A:Blind", "uth:15.5")
@pytest.mark.parametrize("decisions", ["", "1 play 40", "1 play 80"])
def test_an_unequal_blind_that_was_dealt_to_is_levelled_by_a_ruling(decisions: str) -> None:
    at = open_table("P")
    at.do(OverlookedWager(player="P", box=1, wager="ante", amount=20_00), DEALER)
    at.do(OverlookedWager(player="P", box=1, wager="blind", amount=10_00), DEALER)
    at.deal(KING_HIGH, *ACES)
    level = LevelWagers(box=1, reason="the smaller is what both can be")
    if decisions == "1 play 40":
        assert at.not_said(decisions).clauses == ("8.1(c)(ii)",)
    elif decisions:
        at.say(decisions)
    assert at.refused(level, DEALER).clauses == ("A:Casino Supervisor",)
    assert at.refused(LevelWagers(box=1, reason=""), SUPERVISOR).clauses
    at.do(level, SUPERVISOR)
    assert "15.5" in at.refused(level, SUPERVISOR).clauses
    if not decisions or decisions == "1 play 40":
        at.say("1 play 40")
    # Played with 80 before the ruling, 40 of it go back as it is settled.
    assert at.settle() == {"P": 50}


def test_what_was_overlooked_is_what_rule_4_would_not_take() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    for wager, player_, box, clause in (
        ("ante", "P", 4, "4.4"), ("ante", "Q", 1, "4.5"), ("play", "Q", 2, "4.2"),
        ("ante", "Q", 9, "A:Box"),
    ):  # fmt: skip
        found = OverlookedWager(player=player_, box=box, wager=wager, amount=10_00)
        assert clause in at.refused(found, DEALER).clauses
    dear = OverlookedWager(player="Q", box=2, wager="ante", amount=20_000_00)
    assert at.refused(dear, DEALER).clauses == ("4.1",)
    odd = OverlookedWager(player="Q", box=2, wager="ante", amount=1)
    assert at.refused(odd, DEALER).clauses
    found = OverlookedWager(player="Q", box=2, wager="ante", amount=10_00)
    at.do(found, DEALER)
    at.bet("Q", 2, 15)  # put right before the deal, it is a pair like any
    at.no_more_bets()
    assert [(box.ante, box.blind) for box in at.round.round.boxes] == [(1000, 1000), (1500, 1500)]
    assert at.refused(found, DEALER).clauses == ("7.1",)


# --- 13.7


@pytest.mark.clause("uth:13.7", "uth:13.7(a)", "uth:13.7(b)", "uth:13.7(c)")
@pytest.mark.parametrize("decisions", STAGES)
def test_13_7_a_joker_voids_the_round_and_the_deck_is_checked(decisions: str) -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.say("1 play 40")
    assert at.settle() == {"P": 50}
    at.load()
    at.bet("P", 1, 10, trips=5)
    at.bet("Q", 2, 10)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"])
    at.say(decisions)
    assert at.came_to_nothing(WrongDeck(found="a joker"), DEALER).how is Abort.VOID
    assert at.chips("P") == 10_050  # what was won before stands
    assert at.last(Notified).clauses == ("13.7", "13.7(a)")
    assert at.refused(Shuffle(), DEALER).clauses == ("13.7", "13.7(c)")
    at.do(CheckDeck(whole=True), DEALER)
    assert at.last(Attested).clauses == ("13.7", "13.7(c)")
    assert at.refused(CheckDeck(whole=True), DEALER).clauses == ("13.7", "13.7(c)")
    goes_on(at)


@pytest.mark.clause("uth:13.7(c)")
def test_13_7_between_rounds_there_is_nothing_to_void() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    assert at.refused(WrongDeck(found=""), DEALER).clauses == ("13.7", "13.7(b)")
    at.do(WrongDeck(found="a card with a blue back"), DEALER)
    assert at.facts_of(RoundVoided) == []
    assert len(at.table.wagers) == 2
    at.do(CheckDeck(whole=True), DEALER)
    at.load()
    at.no_more_bets()
    at.do(WrongDeck(found="the 3 of clubs is missing"), DEALER)  # still no card is out
    assert at.table.phase is Phase.BETTING
    assert at.facts_of(RoundVoided) == []


# --- 13.8


@pytest.mark.clause("uth:13.8", "uth:13.8(b)")
def test_13_8_a_play_wager_that_was_overlooked_is_put_right_at_settlement() -> None:
    at = two_dealt()
    assert at.not_said("1 overlooked 50", P).clauses == ("A:Dealer",)
    at.say("1 overlooked 50; 2 fold")
    assert at.settle() == {"P": 45, "Q": -20}


def test_no_round_is_rebuilt() -> None:
    at = swapped()
    with pytest.raises(LookupError):
        at.round.rebuilt()
    assert at.refused(Collect(), DEALER).clauses == ("A:Round of Play",)


@pytest.mark.clause("uth:13.6(a)")
def test_13_6_a_hand_folded_for_want_of_an_answer_has_not_been_handled() -> None:
    at = box_3_without_a_blind()
    at.do(NoAnswer(box=1), DEALER)
    assert at.came_to_nothing(WagerMissing(box=3), DEALER).clauses == ("13.6", "13.6(a)")
    folded = box_3_without_a_blind()
    folded.say("1 fold")
    folded.do(WagerMissing(box=3), DEALER)
    assert folded.chips("P") == 9_980


@pytest.mark.clause("uth:13.6")
def test_13_6_no_player_has_a_round_void_by_naming_an_empty_box() -> None:
    at = two_dealt()
    assert at.refused(WagerMissing(box=5), P).clauses == ("13.6", "13.6(b)")
    assert box_3_without_a_blind().refused(WagerMissing(box=3), player("Z")).clauses == ("4.2",)
    at.came_to_nothing(WagerMissing(box=5), DEALER)


@pytest.mark.clause("uth:13.7(c)", "uth:2.4")
def test_13_7_a_card_found_missing_at_the_check_after_gaming_holds_the_deck_up() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.say("1 fold")
    at.settle()
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.do(WrongDeck(found="the 3 of clubs is missing"), DEALER)
    at.do(CheckCards(occasion="closing"), DEALER)
    at.open()
    assert at.refused(Shuffle(), DEALER).clauses == ("13.7", "13.7(c)")
    at.do(CheckDeck(whole=False), DEALER)
    assert at.refused(Shuffle(), DEALER).clauses == ("2.5",)
    assert at.chips("P") == 9_980


@pytest.mark.clause("uth:13.1", "uth:A:Void")
def test_13_1_what_comes_back_to_a_player_who_has_gone_waits_for_them() -> None:
    at = two_dealt("1 fold")
    at.leave("P")
    facts = at.do(WrongCount(whose=2, cards=3), DEALER)
    (owed,) = (fact for fact in facts if isinstance(fact, Notified) and fact.to == "floor")
    assert (owed.about, owed.detail) == ("owed to a player", "P: 25")


@pytest.mark.clause("uth:13.6(b)")
def test_13_6_b_so_does_what_lay_on_a_hand_without_its_wagers() -> None:
    at = open_table("P Q")
    at.do(OverlookedWager(player="P", box=1, wager="ante", amount=10_00), DEALER)
    at.bet("Q", 2, 10)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"])
    at.say("1 fold")
    at.leave("P")
    at.do(WagerMissing(box=1), Q)
    assert (at.last(Notified).about, at.last(Notified).detail) == ("owed to a player", "P: 10")
    at.say("2 play 40")
