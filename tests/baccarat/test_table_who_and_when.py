"""Who may do what at a baccarat table and when: what a clause refuses, and what it is cited for."""

from __future__ import annotations

import pytest
from tests.baccarat.cases import BACCARAT, PERFECT, rules
from tests.baccarat.table_support import MAIN_LIMITS, Table, open_table
from tests.table_support import DEALER, OPERATOR, SUPERVISOR, player

from croupier.cards import Card, parse_cards
from croupier.games.baccarat.acts.irregularities import (
    ExcessCardSeen,
    FoundBetweenRounds,
    OutOfCards,
)
from croupier.games.baccarat.acts.no_bet_coups import (
    AnswerNoBetCoup,
    AskForNoBetCoup,
    DirectNoBetCoup,
)
from croupier.games.baccarat.acts.shuffling import BurnForgotten, DirectShuffle
from croupier.games.baccarat.acts.wagering import (
    LiftMarker,
    PermitChanges,
    PlaceMarker,
    ReturnShortWager,
)
from croupier.games.baccarat.facts import DealtFaceDown, NoBetWish, RulingDue, Whose
from croupier.games.baccarat.hands import count
from croupier.games.baccarat.rules import WagerChange
from croupier.rulebook.options import OptionError
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import Burn, NewCards
from croupier.table.acts.chips_and_float import FillFloat
from croupier.table.acts.closing import SetHours
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Deal, DealRun
from croupier.table.acts.shuffling import InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import (
    Burnt,
    ChipsMoved,
    CuttingCardCame,
    Notified,
    Outcome,
    Placed,
    Settled,
    ShuffleDue,
)
from croupier.table.table import Phase
from croupier.wording.commands import clauses_of

BANKER_WINS = "5D 9C 3H KD"
FROM_25 = {wager: [25_00, 500_00] for wager in MAIN_LIMITS}


# --- rule 2: cards


@pytest.mark.clause("bac:2.4(a)", "bac:2.4(b)")
def test_2_4_what_counts_nothing_is_not_counted_by_its_number() -> None:
    law = rules().law
    for card, total, clause in (("9S", 9, "2.4(a)"), ("10H", 0, "2.4(b)"), ("KD", 0, "2.4(b)")):
        counted = count(law, [Card(card)])
        assert counted.total == total
        assert [each for each in counted.clauses if each.startswith("2.4(")] == [clause]


# --- rule 3: limits


@pytest.mark.clause("bac:3.4")
def test_3_4_a_warning_lasts_for_the_visit_unless_the_table_says_otherwise() -> None:
    at = open_table("X Y", limits=FROM_25)
    at.coup(BANKER_WINS, "X tie 10")
    at.leave("X")
    at.arrive("X")
    assert "X" not in at.table.patrons.warned


@pytest.mark.clause("bac:3.4")
def test_3_4_a_short_wager_is_given_back_in_a_round_and_only_where_it_lies() -> None:
    at = open_table("X Y", limits=FROM_25)
    at.coup(BANKER_WINS, "X tie 10; Y banker 100")
    at.bet("X", "tie", 10)
    short = ReturnShortWager(player="X", box=1, wager="tie")
    early = at.refused(short, DEALER)
    assert (early.reason, early.clauses) == ("there is no such wager in a round", ("3.4",))
    at.bet("Y", "banker", 100)
    at.deal("7H")
    elsewhere = ReturnShortWager(player="X", box=1, wager="banker")
    assert at.refused(elsewhere, DEALER).reason == "there is no such wager in a round"


@pytest.mark.clause("bac:3.5")
def test_3_5_what_is_over_the_maximum_goes_back_as_betting_closes() -> None:
    at = open_table("X")
    at.bet("X", "banker", 10_500)
    at.no_more_bets()
    back = at.last(Settled)
    assert (back.outcome, back.stake, back.clauses) == (Outcome.RETURNED, 500_00, ("3.5",))
    closing = at.table.game.acts[NoMoreBets]
    assert "3.5" in clauses_of(closing, rules(), BACCARAT)


# --- rule 4: wagers


@pytest.mark.clause("bac:4.1")
def test_4_1_nobody_has_less_than_no_time_to_wager() -> None:
    assert Table(betting_seconds=0).table.options["betting_seconds"] == 0
    with pytest.raises(OptionError, match=r"4\.1"):
        Table(betting_seconds=-1)
    nothing = open_table("X").no_bet("X", "banker", 0)
    assert (nothing.reason, nothing.clauses) == ("there is no wager to take back", ("4.1",))


@pytest.mark.clause("bac:4.1", "bac:9.4", "bac:9.7")
def test_4_1_until_no_more_bets_a_wager_is_taken_back() -> None:
    at = open_table("X", side_bets=PERFECT)
    at.bets("X banker 50 banker-pair 20")
    for wager, cents, clause in (("banker-pair", 20_00, "9.7"), ("banker", 50_00, "4.1")):
        at.bet("X", wager, 0)
        back = at.last(Placed)
        assert (back.total, back.amount) == (0, -cents)
        assert clause in back.clauses
    assert at.chips("X") == 100_000


@pytest.mark.clause("bac:4.3(a)", "bac:4.3(b)", "bac:4.3(c)", "bac:4.3(d)")
def test_4_3_each_wager_stands_by_the_limb_that_allows_it() -> None:
    without = open_table("X")
    assert without.no_bet("X", "banker-pair", 10).clauses[0] == "4.3(d)"
    without.bets("X banker 10 player 10 tie 10")
    at = open_table("X", side_bets=PERFECT)
    at.bets("X banker 10 player 10 tie 10 banker-pair 10 player-pair 10")
    ruled = at.table.game.close_betting(at.table, ())
    assert {(each.stands, each.goes_back) for each in ruled} == {(10_00, 0)}
    limbs = {each.wager.wager: [c for c in each.clauses if c.startswith("4.3(")] for each in ruled}
    assert limbs == {
        "banker": ["4.3(a)"], "player": ["4.3(b)"], "tie": ["4.3(c)"], "banker-pair": ["4.3(d)"],
        "player-pair": ["4.3(d)"],
    }  # fmt: skip


@pytest.mark.clause("bac:4.2")
def test_4_2_nobody_wagers_chips_that_they_do_not_have() -> None:
    at = open_table("X Y", chips=100)
    assert at.no_bet("X", "banker", 101).clauses == ("4.2",)
    at.bet("X", "banker", 60)
    assert at.no_bet("X", "banker", 101).clauses == ("4.2",)
    at.bet("X", "banker", 100)  # of which 60 lie there
    assert at.chips("X") == 0


@pytest.mark.clause("bac:4.2")
def test_4_2_chips_come_to_the_float_and_go_from_it_as_far_as_there_are_any() -> None:
    at = open_table("X")
    assert at.refused(FillFloat(amount=0), SUPERVISOR).clauses == ("4.2",)
    at.do(FillFloat(amount=500_00), SUPERVISOR)
    moved = at.last(ChipsMoved)
    assert (moved.player, moved.amount, moved.clauses) == (None, 500_00, ("4.2",))
    held = at.table.chips.float
    assert at.refused(FillFloat(amount=-held - 1), SUPERVISOR).clauses == ("4.2",)
    at.do(FillFloat(amount=-held), SUPERVISOR)
    assert at.table.chips.float == 0


@pytest.mark.clause("bac:4.4")
def test_4_4_that_others_bet_on_the_same_is_said_where_they_do() -> None:
    """Nobody shares what X bets on alone."""
    at = open_table("X Y", side_bets=PERFECT)
    at.bets("X banker 10 player-pair 10 banker-pair 10; Y banker 10")
    ruled = {
        (each.wager.player, each.wager.wager): each.clauses
        for each in at.table.game.close_betting(at.table, ())
    }
    assert "4.4" in ruled["X", "banker"]
    assert "4.4" in ruled["Y", "banker"]
    assert "4.4" not in ruled["X", "player-pair"]


@pytest.mark.clause("bac:4.6")
def test_4_6_no_marker_comes_or_goes_while_a_round_is_in_play() -> None:
    at = open_table("X Y")
    at.do(PlaceMarker(player="X", limit=20_000_00), SUPERVISOR)
    at.bet("X", "banker", 100)
    at.deal("5D")
    for command in (PlaceMarker(player="Y", limit=20_000_00), LiftMarker(player="X")):
        assert at.refused(command, SUPERVISOR).clauses == ("4.6",)
    at.settle("9C 3H KD")
    at.do(LiftMarker(player="X"), SUPERVISOR)
    at.do(PlaceMarker(player="Y", limit=20_000_00), SUPERVISOR)


@pytest.mark.clause("bac:4.2", "bac:12.6")
def test_4_2_nor_do_they_when_a_supervisor_lets_them_wager_anew() -> None:
    at = open_table("X Y", chips=100, dealing="face_down")
    at.bet("X", "banker", 60)
    at.lay_down("5D 9C")
    changes = (WagerChange.AMOUNT, WagerChange.NEW)
    at.do(PermitChanges(changes=changes, reason="a chip rolled away"), SUPERVISOR)
    assert at.no_bet("X", "banker", 101).clauses == ("4.2",)
    assert at.no_bet("Y", "tie", 101).clauses == ("4.2",)
    at.bet("X", "banker", 100)


@pytest.mark.clause("bac:4.7(a)")
def test_4_7_a_who_plays_asks_once_and_between_rounds() -> None:
    at = open_table("X Y")
    ask = AskForNoBetCoup(player="X")
    stranger = AskForNoBetCoup(player="Z")
    assert "not at the table" in at.refused(stranger, player("Z")).reason
    at.do(ask, player("X"))
    asked = at.last(NoBetWish)
    assert (asked.player, asked.wish, asked.clauses) == ("X", "asks", ("4.7", "4.7(a)"))
    again = at.refused(ask, player("X"))
    assert (again.reason, again.clauses) == ("X has asked already", ("4.7", "4.7(a)"))
    at.bet("Y", "banker", 100)
    at.deal("5D")
    during = at.refused(AskForNoBetCoup(player="Y"), player("Y"))
    assert (during.reason, during.clauses) == ("a round is in play", ("4.7", "4.7(a)"))


@pytest.mark.clause("bac:4.7(b)")
def test_4_7_b_who_plays_answers_once_and_between_rounds() -> None:
    at = open_table("X Y")
    at.do(AskForNoBetCoup(player="X"), player("X"))
    for agrees, wish in ((True, "agrees"), (False, "does not agree")):
        answer = AnswerNoBetCoup(player="Y", agrees=agrees)
        at.do(answer, player("Y"))
        told = at.last(NoBetWish)
        assert (told.player, told.wish, told.clauses) == ("Y", wish, ("4.7", "4.7(b)"))
        assert at.refused(answer, player("Y")).reason == "Y has said so already"
    at.bet("Y", "banker", 100)
    at.deal("5D")
    during = at.refused(AnswerNoBetCoup(player="Y"), player("Y"))
    assert (during.reason, during.clauses) == ("a round is in play", ("4.7", "4.7(b)"))


@pytest.mark.clause("bac:4.7(a)", "bac:4.7(b)", "bac:9.4", "bac:9.7")
def test_4_7_wagers_that_lie_there_go_back_when_it_is_directed() -> None:
    at = open_table("X", side_bets=PERFECT)
    at.bets("X banker 100 banker-pair 20")
    assert at.last(Placed).clauses == ("9.7", "9.4")
    at.do(AskForNoBetCoup(player="X"), player("X"))
    at.do(DirectNoBetCoup(), SUPERVISOR)
    assert (at.table.wagers, at.chips("X")) == ([], 100_000)
    for back in at.facts_of(Placed)[-2:]:
        assert {"4.7(a)", "4.7(b)"} <= set(back.clauses)
        assert not {"4.1", "9.7"} & set(back.clauses)


# --- rule 5: the shoe


@pytest.mark.clause("bac:5.4")
def test_5_4_the_dealer_inserts_the_second_card_twelve_cards_in_or_more() -> None:
    with pytest.raises(OptionError, match=r"5\.4"):
        Table(cutting_card_depth=11)
    at = open_table("X", loaded=False)
    at.do(Shuffle(), DEALER)
    last = InsertCuttingCard(from_back=12)
    early = at.refused(last, DEALER)
    assert (early.reason, early.clauses) == ("the cards have not been cut", ("5.4",))
    at.cut(100)
    assert not at.allowed(last, player("X"))
    at.do(last, DEALER)


@pytest.mark.clause("bac:5.6", "bac:5.7")
def test_5_6_the_cards_that_follow_the_shown_one_are_burnt_unseen_and_counted() -> None:
    for first, more in (("AS", 1), ("9C", 9), ("KD", 10), ("10H", 10)):
        at = open_table("X", burn_method="b")
        at.do(Burn(card=Card(first)), DEALER)
        assert ("5.7" in at.last(Burnt).clauses) == (more == 10)
        seen = at.refused(Burn(card=Card("2S")), DEALER)
        assert (seen.reason, seen.clauses) == ("card: it is burnt without being seen", ("5.6",))
        for _ in range(more):
            at.do(Burn(), DEALER)
            assert at.last(Burnt).clauses == ("5.6",)
        at.refused(Burn(), DEALER)
        assert at.coup(BANKER_WINS, "X banker 100") == {"X": 95}


@pytest.mark.clause("bac:5.8")
def test_5_8_nothing_is_shuffled_while_the_round_is_in_play_in_which_the_card_came() -> None:
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 100")
    at.bet("X", "banker", 100)
    at.no_more_bets()
    at.do(CuttingCardDrawn(), DEALER)
    assert at.last(CuttingCardCame).box is None  # the first card of the round
    assert not at.last(ShuffleDue).at_once
    at.deal("5D")
    assert "5.8" in at.refused(Shuffle(), DEALER).clauses
    at.settle("9C 3H KD")
    at.do(Shuffle(), DEALER)
    other = open_table("X")
    other.bet("X", "banker", 100)
    other.deal("5D")
    other.do(CuttingCardDrawn(), DEALER)
    assert other.last(CuttingCardCame).box == 0  # within it


@pytest.mark.clause("bac:6.1")
def test_6_1_new_cards_come_in_a_shoe_and_in_nothing_else() -> None:
    at = open_table("X")

    def cards(device: str | None) -> NewCards:
        return NewCards(checked_by_supervisor="sue", checked_by_dealer="dan", device=device)

    for device in ("shuffler", "hand"):
        assert at.refused(cards(device), SUPERVISOR).clauses == ("A:Shoe", "6.1")
    assert at.allowed(cards("shoe"), SUPERVISOR)
    assert at.allowed(cards(None), SUPERVISOR)


# --- rules 6 and 7: the deal


@pytest.mark.clause("bac:7.2", "bac:7.2:row 0-5")
def test_7_2_a_run_of_cards_goes_as_far_as_the_hands_draw() -> None:
    for cards in (
        "2C 3D 3H 4S 6C",  # 5 against 7: the player draws, and the banker stands
        "2C KD 3H 4S 6C 9D",  # 5 against 4: and the banker draws against a six
        "2C KD 4H 4S 9D",  # 6 against 4: the player stands
    ):
        run = parse_cards(cards)
        at = open_table("X")
        at.bet("X", "banker", 10)
        at.no_more_bets()
        assert not at.allowed(DealRun(cards=(*run, Card("AS"))), DEALER)
        at.do(DealRun(cards=run), DEALER)
        assert at.table.phase is Phase.SETTLED


# --- rule 12: irregularities


@pytest.mark.clause("bac:12.1")
def test_12_1_a_card_that_lies_face_down_is_told_with_the_rule_only_if_it_was_drawn_in_error() -> (
    None
):
    at = open_table("X", dealing="face_down")
    at.bet("X", "banker", 100)
    at.lay_down("5D 9C")
    assert all("12.1" not in fact.clauses for fact in at.facts_of(DealtFaceDown))
    other = open_table("X", dealing="face_down")
    other.bet("X", "banker", 100)
    other.deal("2C 3D 4H 2S")  # the player stands on 6, and the banker draws on 5
    other.lay_on(Whose.PLAYER, "8C")
    assert "12.1" in other.last(DealtFaceDown).clauses


@pytest.mark.clause("bac:12.3", "bac:5.1(c)")
def test_12_3_cards_in_excess_go_back_into_the_pack_where_there_are_any() -> None:
    def told(at: Table) -> list[Notified]:
        at.do(DirectShuffle(reason="a drink was spilled"), SUPERVISOR)
        return [fact for fact in at.facts_of(Notified) if "excess" in fact.about]

    assert told(open_table("X")) == []
    at = open_table("X")
    at.do(DrawnInError(), DEALER)
    (fact,) = told(at)
    assert "12.3" in fact.clauses


@pytest.mark.clause("bac:12.2", "bac:12.3")
@pytest.mark.parametrize("seen", [None, "5D"])
def test_12_2_12_3_a_card_in_excess_comes_before_anything_from_the_shoe(seen: str | None) -> None:
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 100")
    for phase in (Phase.BETTING, Phase.SETTLED):  # nothing is dealt when no card is due
        assert at.table.phase is phase
        undue = at.refused(Deal(card=Card("5D")), DEALER)
        assert (undue.reason, undue.clauses) == ("no card is due", ("12.2", "12.3"))
        if phase is Phase.BETTING:
            at.bet("X", "banker", 100)
            at.deal(BANKER_WINS)
    at.do(DrawnInError(card=None if seen is None else Card(seen)), DEALER)
    at.settle()
    if seen is None:
        at.bet("X", "banker", 100)
    at.no_more_bets()
    run = DealRun(cards=tuple(parse_cards(BANKER_WINS)))
    for command in (CuttingCardDrawn(), run):
        assert at.refused(command, DEALER).clauses == ("12.2", "12.3")
    at.deal(BANKER_WINS)
    assert at.settle() == ({"X": 95} if seen is None else {})


@pytest.mark.clause("bac:12.2", "bac:12.3")
def test_12_2_12_3_a_run_of_cards_has_none_in_excess() -> None:
    at = open_table("X")
    at.bet("X", "banker", 100)
    at.no_more_bets()
    run = tuple(parse_cards(BANKER_WINS))
    for cards in ((), (*run, Card("2S"))):
        assert at.refused(DealRun(cards=cards), DEALER).clauses == ("12.2", "12.3")
    at.do(DealRun(cards=run), DEALER)


@pytest.mark.clause("bac:12.2")
def test_12_2_the_players_are_told_that_a_card_was_seen() -> None:
    at = open_table("X")
    at.do(DrawnInError(), DEALER)
    at.do(ExcessCardSeen(), DEALER)
    (told,) = [fact for fact in at.facts_of(Notified) if "was seen" in fact.about]
    assert (told.to, told.clauses) == ("players", ("12.2",))


@pytest.mark.clause("bac:12.5")
def test_12_5_a_fault_is_found_between_rounds_only_in_a_round_that_is_over_and_stands() -> None:
    found = FoundBetweenRounds(reason="the third card lay on the wrong hand")
    at = open_table("X")
    none_yet = at.refused(found, SUPERVISOR)
    assert (none_yet.reason, none_yet.clauses) == ("no finished round stands", ("12.5",))
    at.coup(BANKER_WINS, "X banker 100")
    at.bet("X", "banker", 100)
    at.deal("5D")
    later = at.refused(found, SUPERVISOR)  # the next round has commenced: the first is void
    assert (later.reason, later.clauses) == ("a round is in play", ("12.5",))
    at.do(VoidRound(ground="impractical", reason="the lights went out"), SUPERVISOR)
    assert at.refused(found, SUPERVISOR).reason == "no finished round stands"


@pytest.mark.clause("bac:12.5")
def test_12_5_a_fault_that_is_found_between_rounds_is_told_with_its_round() -> None:
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 100")
    at.do(FoundBetweenRounds(reason="the third card lay on the wrong hand"), SUPERVISOR)
    due = at.last(RulingDue)
    assert (due.round, "12.5" in due.clauses) == (1, True)


@pytest.mark.clause("bac:12.7")
def test_12_7_of_an_empty_shoe_nothing_is_drawn() -> None:
    at = open_table("X")
    at.table.shoe.remaining = 0
    drawn = at.refused(DrawnInError(), DEALER)
    assert (drawn.reason.startswith("the shoe is empty"), drawn.clauses) == (True, ("12.7",))
    at = open_table("X")
    at.table.shoe.remaining = 3
    at.bet("X", "banker", 100)
    at.deal("5D 9C 3H")
    dealt = at.refused(Deal(card=Card("KD")), DEALER)
    assert (dealt.reason, dealt.clauses) == ("no card is left to complete the round", ("12.7",))
    assert at.refused(Shuffle(), DEALER).clauses == ("12.7", "A:Void")
    at.do(OutOfCards(), DEALER)
    assert [fact.outcome for fact in at.facts_of(Settled)] == [Outcome.VOID]


@pytest.mark.clause("bac:12.7")
def test_12_7_no_round_is_void_for_want_of_cards_while_there_are_some() -> None:
    at = open_table("X")
    at.bet("X", "banker", 100)
    at.table.shoe.remaining = 4
    at.deal("5D 9C 3H")
    enough = at.refused(OutOfCards(), DEALER)
    assert (enough.reason, enough.clauses) == ("no card is wanting", ("12.7", "A:Void"))
    assert "12.7" not in at.refused(Shuffle(), DEALER).clauses
    assert at.settle("KD") == {"X": 95}
    assert at.refused(OutOfCards(), DEALER).reason == "no card is wanting"


@pytest.mark.clause("bac:12.8")
def test_12_8_the_dealer_says_that_a_burn_was_forgotten_and_only_if_one_was() -> None:
    at = open_table("X")
    at.bet("X", "banker", 100)
    at.no_more_bets()
    assert at.refused(BurnForgotten(), DEALER).clauses == ("12.8",)
    other = open_table("X", loaded=False)
    other.load(burnt=False)
    other.bet("X", "banker", 100)
    other.no_more_bets()
    assert not other.allowed(BurnForgotten(), player("X"))
    other.do(BurnForgotten(), DEALER)


@pytest.mark.clause("bac:13.1")
def test_13_1_hours_end_after_they_begin() -> None:
    at = open_table("X")
    assert at.refused(SetHours(opens=1000, closes=1000), OPERATOR).clauses == ("13.1",)
    at.do(SetHours(opens=1000, closes=1001), OPERATOR)
