"""E17 to E29 at a live table: chips in racks, commands in their order, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.holdem.cases import KING_HIGH
from tests.holdem.table_support import ACES, HoldemAt, open_table
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.games.holdem.acts.conduct import Say
from croupier.games.holdem.acts.misdeals import CardShown, WagerMissing, WrongCount, WrongDeck
from croupier.games.holdem.acts.shuffling_device import MachineFailed
from croupier.games.holdem.acts.wagering import OverlookedWager
from croupier.games.holdem.asks_and_answers import LookAtCards, NoAnswer, PlayWager
from croupier.games.holdem.facts import PlayNoticed
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import Outcome, Settled, ShuffleDue, Warned

if TYPE_CHECKING:
    from croupier.aggregate.roles import Person

JACKS = ("QC QD", ["JH JD"])
P, Q = player("P"), player("Q")


@pytest.mark.parametrize(
    ("device", "result"),
    [("shuffler", {"P": 40, "Q": 40}), ("shoe", {"P": 50, "Q": -60})],
)
def test_E17_the_device_decides_who_gets_which_card(device: str, result: dict[str, float]) -> None:
    at = open_table("P Q", device=device)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal_in_order("KS 7H 5C 3D 2S AH KC KD AD TC JD")
    at.say("1 play 40; 2 play 40")
    assert at.settle() == result


@pytest.mark.clause("uth:13.8[2]")
def test_E18_a_silent_seat_folds_and_one_in_play_is_left_alone() -> None:
    at = open_table("P Q", decision_timer=20)
    at.bet("P", 1, 10, trips=5)
    at.bet("Q", 2, 10)
    at.deal(KING_HIGH, "KC QD", ["9H 8D", "AH AD"])
    at.now += 20_000
    at.do(NoAnswer(box=1), DEALER)
    at.say("2 play 40")
    at.do(StepAway(player="Q"), Q)
    due = at.seen_by(None).due
    assert due is not None
    assert due.what == "concessions"  # nobody was asked again
    assert at.settle() == {"P": -25, "Q": 50}


LIMIT = {"ante": [10_00, 500_00], "trips": [5_00, 100_00]}


@pytest.mark.clause("uth:5.5")
@pytest.mark.parametrize(("cards", "net"), [(ACES, 2500), (JACKS, -3000)])
def test_E19_an_ante_over_the_limit_takes_play_along(
    cards: tuple[str, list[str]], net: float
) -> None:
    at = open_table("P", limits=LIMIT)
    at.bet("P", 1, 700)
    at.deal(KING_HIGH, *cards)
    at.say("1 play 2800")
    assert at.settle() == {"P": net}
    back = {f.wager: f.stake / 100 for f in at.facts_of(Settled) if f.outcome is Outcome.RETURNED}
    assert back == {"ante": 200, "blind": 200, "play": 800}


@pytest.mark.clause("uth:5.4")
def test_E20_the_first_short_wager_plays_and_the_next_gets_no_cards() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 5)
    at.deal(KING_HIGH, *ACES)
    at.say("1 play 20")
    assert at.settle() == {"P": 25}
    assert len(at.facts_of(Warned)) == 1
    at.load()
    at.bet("P", 1, 5)
    at.bet("Q", 2, 10)
    at.no_more_bets()
    assert [box.number for box in at.round.round.boxes] == [2]
    assert at.chips("P") == 10_025


@pytest.mark.clause("uth:13.8", "uth:8.1(c)(ii)")
@pytest.mark.parametrize(
    ("play", "rule_8", "displayed"), [(20, 30, 30), (50, 50, 60), (35, 45, 45)]
)
def test_E21_a_wrong_play_wager_is_refused_or_found_at_settlement(
    play: int, rule_8: float, displayed: float
) -> None:
    for reference, net in (("rule8", rule_8), ("displayed", displayed)):
        at = open_table("P", noncompliant_play_reference=reference)
        at.bet("P", 1, 10)
        at.deal(KING_HIGH, *ACES)
        assert at.not_said(f"1 play {play}").clauses == ("8.1(c)(ii)",)
        at.say(f"1 overlooked {play}")
        assert at.settle() == {"P": net}
        assert len(at.facts_of(PlayNoticed)) == 1


@pytest.mark.clause("uth:10.1:T1:**")
@pytest.mark.parametrize(
    ("scope", "result"),
    [("hand", {"P": 1100, "Q": 800}), ("table_pro_rata", {"P": 961.54, "Q": 638.46})],
)
def test_E22_the_maximum_payout_by_hand_or_by_table(scope: str, result: dict[str, float]) -> None:
    at = open_table("P Q", blind_payout_cap=600_00, blind_cap_scope=scope)
    at.bet("P", 1, 100)
    at.bet("Q", 2, 100)
    at.deal("8S 8C 5H 5D 2D", "AS KD", ["8H 8D", "5S KC"])
    at.say("1 play 400; 2 play 400")
    assert at.settle() == result


@pytest.mark.clause("uth:10.1:T1:**", "uth:15.3(a)", "uth:A:Void")
@pytest.mark.parametrize(
    ("void", "result"),
    [
        (1, {"P": 0, "Q": 800, "R": -200}),  # 300 for the full house, within the maximum
        (2, {"P": 1100, "Q": 0, "R": -200}),  # 600 for the four of a kind, the whole of it
        (3, {"P": 961.54, "Q": 638.46, "R": 0}),  # which had no share
    ],
)
def test_E22_what_a_void_blind_had_of_the_maximum_is_the_others(
    void: int, result: dict[str, float]
) -> None:
    at = open_table("P Q R", blind_payout_cap=600_00, blind_cap_scope="table_pro_rata")
    for box, name in enumerate("PQR", 1):
        at.bet(name, box, 100)
    at.deal("8S 8C 5H 5D 2D", "AS KD", ["8H 8D", "5S KC", "3S 4C"])
    at.say("1 play 400; 2 play 400; 3 fold")
    at.take_and_pay()
    name = "PQR"[void - 1]
    at.breach(name)
    at.do(VoidWager(player=name, box=void, reason="late"), SUPERVISOR)
    assert at.settle() == result


def e23(device: str = "shoe") -> HoldemAt:
    at = open_table("P Q", device=device)
    at.bet("P", 1, 10, trips=5)
    at.bet("Q", 2, 10)
    at.deal(KING_HIGH, "KC QD", ["9H 8D", "AH AD"])
    at.say("1 fold; 2 play 40")
    return at


@pytest.mark.clause("uth:13.1", "uth:13.3", "uth:6.1(b)", "uth:13.7(b)", "uth:11.1")
def test_E23_a_misdeal_a_joker_or_a_jam_gives_25_and_60_back() -> None:
    misdeal = e23()
    assert (misdeal.chips("P"), misdeal.chips("Q")) == (9_975, 9_940)
    misdeal.came_to_nothing(WrongCount(whose="dealer", cards=3), DEALER)
    assert misdeal.last(ShuffleDue).clauses == ("6.1", "6.1(b)")
    misdeal.load()
    misdeal.bet("P", 1, 10)
    e23().came_to_nothing(WrongDeck(found="a joker"), DEALER)
    jam = MachineFailed(fault="a jam", nature="mechanical")
    e23("shuffler").came_to_nothing(jam, SUPERVISOR)


@pytest.mark.clause("uth:13.2", "uth:13.5")
def test_E24_a_communal_card_that_flips() -> None:
    during = open_table("P Q")
    during.bet("P", 1, 10)
    during.bet("Q", 2, 10)
    during.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"], only=7)
    during.came_to_nothing(CardShown(whose="communal", place=3), DEALER)
    after = two()
    after.say("1 play 40")
    after.stays(after.do(CardShown(whose="communal", place=3), DEALER))
    assert plays(after, Q, 2) == [30_00, 40_00]
    assert after.not_said("1 check").clauses == ("A:Play Wager", "4.5", "4.6")
    flop = two()
    flop.say("1 check; 2 check")
    flop.stays(flop.do(CardShown(whose="communal", place=5), DEALER))
    assert plays(flop, P, 1) == [20_00]


def two() -> HoldemAt:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("8S 7H 5C 3D 2S", "AC AD", ["TS TD", "KH QD"])
    return at


def plays(at: HoldemAt, who: Person, box: int) -> list[int]:
    """The play wagers that are open to somebody now, in cents."""
    legal = at.table.legal(who)
    return [c.amount for c in legal if isinstance(c, PlayWager) and c.box == box]


@pytest.mark.clause("uth:13.4(a)", "uth:13.4(b)")
def test_E25_a_card_of_the_dealers_is_shown() -> None:
    ace = CardShown(whose="dealer", place=1)
    two().came_to_nothing(ace, DEALER)
    goes_on = two()
    goes_on.say("1 play 40")
    goes_on.stays(goes_on.do(ace, DEALER))
    goes_on.say("2 check; 2 check; 2 fold")
    assert goes_on.settle() == {"P": -60, "Q": -20}
    flop = two()
    flop.say("1 check; 2 check; 2 play 20")
    flop.came_to_nothing(ace, DEALER)
    river = two()
    river.say("1 check; 2 check; 1 check; 2 check")
    river.came_to_nothing(ace, DEALER)


@pytest.mark.clause("uth:13.4(b)")
def test_E25c_with_any_play_wager_counting_the_round_goes_on() -> None:
    at = open_table("P Q", dealer_exposure_test="any_play")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("8S 7H 5C 3D 2S", "AC AD", ["TS TD", "KH QD"])
    at.say("1 check; 2 check; 2 play 20")
    at.stays(at.do(CardShown(whose="dealer", place=1), DEALER))


@pytest.mark.clause("uth:13.6")
@pytest.mark.parametrize("looked", [False, True])
def test_E26_box_3_has_no_blind_and_was_dealt_to(looked: bool) -> None:
    at = open_table("P R")
    at.bet("P", 1, 10)
    for wager, amount in (("ante", 10_00), ("trips", 5_00)):
        at.do(OverlookedWager(player="R", box=3, wager=wager, amount=amount), DEALER)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"])
    assert at.chips("R") == 9_985
    if looked:
        at.do(LookAtCards(box=1), P)
        at.stays(at.do(WagerMissing(box=3), DEALER))
        at.say("1 play 40")
        assert at.settle() == {"P": 50, "R": 0}
    else:
        at.came_to_nothing(WagerMissing(box=3), DEALER)
    assert at.chips("R") == 10_000


@pytest.mark.clause("uth:8.3(c)(ii)", "uth:4.1")
def test_E27_a_short_stack_plays_for_what_it_has_or_folds() -> None:
    cards = ("JS 9S 4D 4C 2H", "AC JD", ["9H 9D"])
    at = open_table("P", chips=45, allow_mid_round_buyin=False)
    at.bet("P", 1, 10)
    at.deal(*cards)
    assert plays(at, P, 1) == []
    assert at.not_said("1 play 30", P).clauses == ("4.1",)
    at.say("1 check")
    assert plays(at, P, 1) == [20_00]
    at.say("1 play 20")
    assert at.settle() == {"P": 60}
    short = open_table("P", chips=25, allow_mid_round_buyin=False)
    short.bet("P", 1, 10)
    short.deal(*cards)
    for answer in ("1 check", "1 check", "1 fold"):
        assert plays(short, P, 1) == []
        short.say(answer)
    assert short.settle() == {"P": -20}


@pytest.mark.clause("uth:A:Blind", "uth:4.3", "uth:4.4", "uth:4.5", "uth:4.6")
def test_E29_wagers_that_are_refused() -> None:
    at = open_table("P Q")
    assert at.no_bet("P", 1, 5, "trips").clauses == ("4.3", "4.2(b)")
    at.bet("P", 1, 10)
    assert at.no_bet("P", 1, 9, "blind").clauses == ("A:Blind", "4.2(a)")
    assert at.no_bet("P", 4, 10).clauses == ("4.4",)
    assert at.no_bet("Q", 1, 10).clauses == ("4.5",)
    at.deal_in_order("KS")
    assert at.no_bet("P", 1, 20).clauses == ("4.6",)


@pytest.mark.clause("uth:8.1(c)(ii)", "uth:8.3", "uth:8.5", "uth:8.7", "uth:12.2(b)")
def test_E29_decisions_looks_and_words_that_are_refused() -> None:
    at = two()
    assert at.not_said("1 play 25").clauses == ("8.1(c)(ii)",)
    assert at.not_said("1 play 35").clauses == ("8.1(c)(ii)",)
    assert at.refused(Say(player="P", words="tens"), P).clauses == ("8.7",)
    assert at.refused(LookAtCards(box=2), P).clauses == ("15.8",)
    assert at.seen_by(P).boxes[1].cards == (None, None)
    at.say("1 check; 2 play 30")
    assert at.not_said("1 play 30").clauses == ("8.3(c)(ii)",)
    assert at.not_said("2 play 20").clauses == ("8.3", "A:After the Flop")
    at.say("1 check")
    assert at.not_said("1 check").clauses == ("8.5", "A:On the River")
    at.say("1 play 10")
    assert at.refused(Say(player="P", words="tens"), P).clauses == ("12.2", "12.2(b)")
    assert at.seen_by(P).boxes[1].cards == (None, None)
