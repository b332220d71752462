"""Rules 1 to 3 at the table, and the instrument itself: opening, cards, limits and their signs."""

from __future__ import annotations

from typing import Any

import pytest
from tests.baccarat.cases import BACCARAT, CANBERRA, PERFECT
from tests.baccarat.table_support import MAIN_LIMITS, Table, conventions, open_table
from tests.table_support import APPROVAL, DEALER, OPERATOR, SUPERVISOR, player

from croupier.cards import Card
from croupier.game_rules import signs, table_for
from croupier.games.baccarat.acts.card_checks import (
    ApproveRiffle,
    AskForRiffle,
    CheckByDevice,
    IntroducePreShuffled,
    Riffle,
)
from croupier.games.baccarat.acts.determinations import (
    ChangeDifferential,
    ChangePairs,
    ChangeSettlement,
    DetermineDealing,
)
from croupier.games.baccarat.acts.wagering import LiftMarker, PlaceMarker, ReturnShortWager
from croupier.games.baccarat.facts import Determined, Whose
from croupier.rulebook.options import OptionError
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import Burn, NewCards, ReplaceCard
from croupier.table.acts.closing import AnnounceClosure, CloseTable, SetHours
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.opening import Approval, CheckCards, OpenTable
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import (
    Attested,
    BettingClosed,
    Notified,
    Opened,
    Outcome,
    Settled,
    SignDisplayed,
    Warned,
)
from croupier.table.shoe_state import Preparation
from croupier.table.views import PlayerView

BANKER_WINS = "5D 9C 3H KD"
BANKER_WINS_WITH_SIX = "2H KC 2D 6S 9S"


# --- the instrument, and rule 1


@pytest.mark.clause("bac:I:1", "bac:I:3", "bac:I:4", "bac:1.1", "bac:A:Approved", "bac:A:Shoe")
def test_1_1_a_table_opens_on_written_approvals() -> None:
    at = Table()
    for missing in ("layout", "shoe"):
        opening: dict[str, Any] = {"layout": APPROVAL, "shoe": APPROVAL, "commences": "2016-12-17"}
        refusal = at.refused(OpenTable(**opening | {missing: None}), SUPERVISOR)
        assert refusal.clauses[-1] == "A:Approved"
    at.open()
    assert {"I:1", "I:3", "I:4", "1.1", "2.2", "8.1"} <= set(at.last(Opened).clauses)


@pytest.mark.clause("bac:I:2")
@pytest.mark.parametrize("commences", [None, "2016-12-15", "2099-01-01", "soon"])
def test_I_2_the_day_of_commencement_has_to_be_named_and_come(commences: str | None) -> None:
    at = Table()
    opening = OpenTable(layout=APPROVAL, shoe=APPROVAL, commences=commences)
    assert at.refused(opening, SUPERVISOR).clauses == ("I:2",)


def test_a_table_has_to_choose_its_settlement_and_its_burn() -> None:
    for missing in ("settlement", "burn_method"):
        chosen = conventions()
        del chosen[missing]
        with pytest.raises(OptionError, match=missing):
            table_for(BACCARAT, chosen)


# --- rule 2: cards


@pytest.mark.clause("bac:2.1", "bac:6.1")
def test_2_1_eight_decks_from_a_shoe_and_not_a_ninth_of_any_card() -> None:
    at = open_table()
    assert (at.table.shoe.decks, at.table.shoe.device) == (8, "shoe")
    assert "6.1" in at.last(Opened).clauses
    for _ in range(2):
        at.coup("5D 5D 5D 5D KH QH", "X tie 10")
    at.bet("X", "tie", 10)
    at.no_more_bets()
    assert at.refused(Deal(card=Card("5D")), DEALER).clauses == ("2.1",)


@pytest.mark.clause("bac:2.2")
def test_2_2_face_up_or_down_is_determined_before_the_round() -> None:
    at = open_table()
    at.do(DetermineDealing(dealing="face_down"), SUPERVISOR)
    assert at.last(Determined).dealing == "face_down"
    at.bet("X", "banker", 10)
    at.lay_down("5D 9C")
    assert at.shown(Whose.PLAYER) == "??"
    at.do(DetermineDealing(dealing="face_up"), SUPERVISOR)
    assert at.last(Determined).dealing == "face_down"
    at.lay_down("3H KD")
    assert at.shown(Whose.PLAYER) == "?? ??"  # not in the round that has started
    at.turn_all()
    at.settle()
    at.bet("X", "banker", 10)
    at.lay_down("5D")
    assert at.shown(Whose.PLAYER) == "5D"


@pytest.mark.clause("bac:2.2")
def test_2_2_there_is_no_third_way() -> None:
    at = open_table()
    refusal = at.refused(DetermineDealing(dealing="sideways"), SUPERVISOR)
    assert refusal.clauses == ("2.2",)
    assert "dealing" in refusal.reason


@pytest.mark.clause("bac:2.3")
def test_2_3_cards_are_changed_after_a_round_and_checked_by_two() -> None:
    at = open_table()
    changed = ReplaceCard(card=Card("5D"), checked_by_supervisor="sue", checked_by_dealer="dan")
    at.do(changed, SUPERVISOR)
    alone = ReplaceCard(card=Card("5D"), checked_by_supervisor="sue", checked_by_dealer="sue")
    assert at.refused(alone, SUPERVISOR).clauses == ("2.3",)
    at.bet("X", "banker", 10)
    at.deal("5D")
    assert at.refused(changed, SUPERVISOR).clauses == ("2.3",)
    all_of_them = NewCards(checked_by_supervisor="sue", checked_by_dealer="dan")
    assert at.refused(all_of_them, SUPERVISOR).clauses == ("2.3",)
    at.deal("9C 3H KD")
    at.settle()
    at.do(all_of_them, SUPERVISOR)
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE


@pytest.mark.clause("bac:6.1", "bac:A:Shoe")
def test_6_1_no_machine_takes_the_place_of_the_shoe() -> None:
    at = open_table()
    machine = NewCards(checked_by_supervisor="sue", checked_by_dealer="dan", device="shuffler")
    assert at.refused(machine, SUPERVISOR).clauses == ("A:Shoe", "6.1")


@pytest.mark.clause("bac:2.5")
def test_2_5_cards_are_checked_by_people_or_a_device_before_and_after() -> None:
    at = Table()
    at.open()
    at.arrive("X")
    at.load()
    at.bet("X", "banker", 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("2.5",)
    assert at.refused(CheckByDevice(device=""), DEALER).clauses == ("2.5",)
    at.do(CheckByDevice(device="deck checker 4"), DEALER)
    assert at.last(Attested).detail == "deck checker 4"
    at.coup(BANKER_WINS)
    close(at)
    assert at.table.closing_check_due
    assert at.refused(opening(), SUPERVISOR).clauses == ("2.5",)
    at.do(CheckCards(occasion="closing"), SUPERVISOR)
    at.open()


def close(at: Table) -> None:
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)


def opening() -> OpenTable:
    return OpenTable(layout=APPROVAL, shoe=APPROVAL, commences="2016-12-17")


def pre_shuffled(at: Table) -> None:
    at.do(IntroducePreShuffled(supplier=APPROVAL), SUPERVISOR)


@pytest.mark.clause("bac:2.5", "bac:A:Pre-shuffled cards", "bac:5.1(a)")
def test_2_5_pre_shuffled_cards_are_exempt_before_and_after() -> None:
    at = Table()
    at.open()
    at.arrive("X")
    unapproved = IntroducePreShuffled(supplier=Approval("", "2019-01-01"))
    assert at.refused(unapproved, SUPERVISOR).clauses[-1] == "A:Approved"
    pre_shuffled(at)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.3",)
    ready(at)
    at.coup(BANKER_WINS, "X banker 10")
    close(at)
    assert not at.table.closing_check_due
    at.open()


def ready(at: Table) -> None:
    at.cut(200)
    at.do(InsertCuttingCard(from_back=12), DEALER)
    at.do(Burn(), DEALER)


@pytest.mark.clause("bac:2.5")
def test_2_5_other_cards_that_were_played_with_are_checked_all_the_same() -> None:
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 10")
    at.do(NewCards(checked_by_supervisor="sue", checked_by_dealer="dan"), SUPERVISOR)
    pre_shuffled(at)
    ready(at)
    at.coup(BANKER_WINS, "X banker 10")
    close(at)
    assert at.table.closing_check_due


@pytest.mark.clause("bac:5.2")
def test_5_2_pre_shuffled_cards_are_riffled_if_a_player_asks_and_a_supervisor_approves() -> None:
    at = open_table("X", loaded=False)
    at.do(Shuffle(), DEALER)
    assert at.refused(AskForRiffle(player="X"), player("X")).clauses == ("5.2",)
    at = open_table("X", loaded=False)
    pre_shuffled(at)
    assert at.refused(Riffle(), DEALER).clauses == ("5.2",)
    assert at.refused(ApproveRiffle(), SUPERVISOR).clauses == ("5.2",)
    at.do(AskForRiffle(player="X"), player("X"))
    assert at.refused(Riffle(), DEALER).clauses == ("5.2",)
    assert at.refused(ApproveRiffle(), DEALER).clauses == ("A:Casino Supervisor",)
    at.do(ApproveRiffle(), SUPERVISOR)
    at.do(Riffle(), DEALER)
    assert at.refused(Riffle(), DEALER).clauses == ("5.2",)
    ready(at)
    assert at.refused(AskForRiffle(player="X"), player("X")).clauses == ("5.2",)


# --- rule 3: limits


@pytest.mark.clause("bac:3.1", "bac:3.3")
def test_3_1_limits_stand_on_a_sign_and_change_with_prior_notice() -> None:
    at = open_table("X")
    assert at.last(SignDisplayed).limits["banker"] == (10_00, 10_000_00, 1)
    at.bet("X", "banker", 10)
    at.do(ChangeLimits(limits={"banker": (100_00, 500_00)}), SUPERVISOR)
    assert at.last(Notified).clauses[0] == "3.1"
    at.coup(BANKER_WINS)  # still under the old sign
    assert not at.facts_of(Warned)
    assert at.last(SignDisplayed).limits["banker"] == (100_00, 500_00, 1)
    at.coup(BANKER_WINS, "X banker 10")
    assert at.facts_of(Warned)


@pytest.mark.clause("bac:3.1", "bac:9.3")
@pytest.mark.parametrize("missing", ["tie", "player-pair"])
def test_3_1_the_sign_shows_the_limits_of_every_wager(missing: str) -> None:
    limits = {wager: both for wager, both in conventions()["limits"].items() if wager != missing}
    at = Table(limits=limits, side_bets=PERFECT)
    papers = opening()
    with_pairs = OpenTable(
        layout=papers.layout, shoe=papers.shoe, commences=papers.commences,
        side_bet_layouts={"perfect-pairs": APPROVAL},
    )  # fmt: skip
    refusal = at.refused(with_pairs, SUPERVISOR)
    assert refusal.clauses == (("9.3",) if missing == "player-pair" else ("3.1",))
    open_table(side_bets=PERFECT, loaded=False)


@pytest.mark.clause("bac:3.2")
def test_3_2_a_marker_lies_beside_the_player_and_for_that_player_alone() -> None:
    at = open_table("X Y", limits={wager: [10_00, 500_00] for wager in MAIN_LIMITS})
    assert at.refused(PlaceMarker(player="X", limit=500_00), SUPERVISOR).clauses == ("3.2",)
    at.do(PlaceMarker(player="X", limit=900_00), SUPERVISOR)
    seen = at.table.view(player("X"))
    assert isinstance(seen, PlayerView)
    (marker,) = seen.markers
    assert (marker.player, marker.box, marker.limit) == ("X", 0, 900_00)
    assert at.coup(BANKER_WINS, "X player 900; Y player 900") == {"X": -900, "Y": -500}
    at.do(LiftMarker(player="X"), SUPERVISOR)
    assert at.refused(LiftMarker(player="X"), SUPERVISOR).clauses == ("3.2",)
    assert at.coup(BANKER_WINS, "X player 900") == {"X": -500}


@pytest.mark.clause("bac:3.4")
def test_3_4_a_short_wager_that_was_overlooked_goes_back_when_it_is_noticed() -> None:
    at = open_table("X Y", limits={wager: [25_00, 500_00] for wager in MAIN_LIMITS})
    at.coup(BANKER_WINS, "X tie 10; Y banker 100")
    at.bets("X tie 10; Y banker 100")
    at.do(NoMoreBets(overlooked=(("X", 1),)), DEALER)
    short = ReturnShortWager(player="X", box=1, wager="tie")
    other = ReturnShortWager(player="Y", box=2, wager="banker")
    assert at.refused(other, DEALER).clauses == ("3.4",)
    at.deal("7H 7D KS QC")
    assert at.net() == {"X": 80, "Y": 0}
    at.do(short, DEALER)
    assert at.refused(short, DEALER).clauses == ("3.4",)
    assert at.settle() == {"X": 0, "Y": 0}


@pytest.mark.clause("bac:3.4")
def test_3_4_who_was_not_told_before_keeps_the_wager_down() -> None:
    at = open_table("X", limits={wager: [25_00, 500_00] for wager in MAIN_LIMITS})
    at.bet("X", "tie", 10)
    at.deal("7H")
    short = ReturnShortWager(player="X", box=1, wager="tie")
    assert at.refused(short, DEALER).clauses == ("3.4",)
    assert at.settle("7D KS QC") == {"X": 80}


@pytest.mark.clause("bac:3.4")
@pytest.mark.parametrize(("scope", "told"), [("visit", False), ("gaming_day", True)])
def test_3_4_how_long_a_warning_lasts(scope: str, told: bool) -> None:
    limits = {wager: [25_00, 500_00] for wager in MAIN_LIMITS}
    at = open_table("X Y", limits=limits, under_min_warning_scope=scope)
    at.coup(BANKER_WINS, "X tie 10")
    at.leave("X")
    at.arrive("X")
    assert ("X" in at.table.patrons.warned) is told


@pytest.mark.clause("bac:3.3")
def test_3_3_other_steps_are_not_taken() -> None:
    at = open_table("X", multiples={"banker": 25_00})
    assert at.no_bet("X", "banker", 30).clauses == ("3.3",)
    at.bet("X", "banker", 50)


def differentials(at: Table) -> list[tuple[str, tuple[str, ...]]]:
    """What the sign says of the table differential, and under which clauses."""
    said = signs.sign(at.table.game, at.table.sign.of)
    return [(line.value, line.clauses) for line in said if "differential" in line.value.lower()]


@pytest.mark.clause("bac:3.6", "bac:3.7")
def test_3_6_the_sign_shows_the_differential_for_as_long_as_there_is_one() -> None:
    at = open_table("X", differential=100_00)
    cited = ("3.6", "A:Table Differential")
    assert differentials(at) == [("Table differential 100", cited)]
    assert ("table differential", "100") in [
        (term.name, term.says) for term in at.table.view(None).sign.terms
    ]
    at.do(ChangeDifferential(amount=50_00), SUPERVISOR)
    assert differentials(at) == [("Table differential 100", cited)]  # until the next round
    at.coup(BANKER_WINS, "X banker 10")
    assert differentials(at) == [("Table differential 50", cited)]
    at.do(ChangeDifferential(), SUPERVISOR)
    at.coup(BANKER_WINS, "X banker 10")
    assert differentials(at) == []
    assert differentials(open_table("X")) == []


@pytest.mark.clause("bac:3.6", "bac:3.7")
def test_3_7_the_differential_changes_with_prior_notice() -> None:
    at = open_table("X", differential=100_00)
    at.bet("X", "banker", 100)
    at.do(ChangeDifferential(amount=50_00), SUPERVISOR)
    assert at.last(Notified).clauses == ("3.6", "A:Table Differential", "3.7")
    assert at.coup(BANKER_WINS) == {"X": 95}
    assert at.last(Determined).differential == 50_00
    assert at.coup(BANKER_WINS, "X banker 100") == {"X": 47.5}
    at.do(ChangeDifferential(), SUPERVISOR)
    at.coup(BANKER_WINS, "X banker 10")
    assert at.coup(BANKER_WINS, "X banker 500") == {"X": 475}


def test_3_6_a_cut_that_cannot_be_paid_is_not_dealt_on() -> None:
    """Five per cent of what the differential leaves is no whole number of cents."""
    at = open_table("X", differential=100_07)
    at.bet("X", "banker", 200)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("8.8(b)",)


# --- 8.1 to 8.3 and 9.2, 9.3: settlement and pairs


@pytest.mark.clause("bac:8.1", "bac:8.3")
def test_8_3_the_method_changes_with_prior_notice_from_the_next_round() -> None:
    at = open_table("X")
    at.bet("X", "banker", 50)
    at.do(ChangeSettlement(method="B"), SUPERVISOR)
    assert at.last(Notified).detail == "method B"
    assert at.coup(BANKER_WINS_WITH_SIX) == {"X": 47.5}
    assert at.last(Determined).settlement == "B"
    said = {term.name: term.says for term in at.table.view(None).sign.terms}
    assert said["settlement"] == "method B"
    assert at.coup(BANKER_WINS_WITH_SIX, "X banker 50") == {"X": 25}
    assert len(at.facts_of(Determined)) == 1  # said once
    assert at.refused(ChangeSettlement(method="C"), SUPERVISOR).clauses == ("8.1", "8.3")
    assert at.refused(ChangeSettlement(method="A"), DEALER).clauses == ("A:Casino Supervisor",)


@pytest.mark.clause("bac:8.2", "bac:9.2", "bac:9.3")
def test_8_2_one_of_the_pairs_and_its_layout_approved() -> None:
    at = open_table("X", side_bets=PERFECT)
    assert at.table.view(None).sign.side_bets == ("perfect-pairs",)
    unapproved = at.refused(ChangePairs(pairs="canberra-pairs"), SUPERVISOR)
    assert unapproved.clauses == ("9.2", "A:Approved")
    at.bet("X", "banker-pair", 10)
    at.do(ChangePairs(pairs="canberra-pairs", layout=APPROVAL), SUPERVISOR)
    assert at.coup("KH 10S QH 10D 6C 8D") == {"X": 50}
    assert at.table.view(None).sign.side_bets == ("canberra-pairs",)
    assert at.coup("KH 10S QH 10D 6C 8D", "X banker-pair 10") == {"X": 110}
    at.do(ChangePairs(), SUPERVISOR)
    at.coup(BANKER_WINS, "X banker 10")
    assert at.no_bet("X", "banker-pair", 10).clauses == ("4.3(d)", "8.2")
    at.do(ChangePairs(pairs="perfect-pairs"), SUPERVISOR)  # approved when the table opened


@pytest.mark.clause("bac:9.2", "bac:A:Approved")
def test_9_2_no_pairs_without_an_approved_layout() -> None:
    at = Table(side_bets=CANBERRA)
    assert at.refused(opening(), SUPERVISOR).clauses == ("9.2", "A:Approved")


@pytest.mark.clause("bac:9.3")
def test_9_3_pairs_that_no_sign_gives_limits_are_not_introduced() -> None:
    at = open_table("X", limits=MAIN_LIMITS)
    change = ChangePairs(pairs="perfect-pairs", layout=APPROVAL)
    assert at.refused(change, SUPERVISOR).clauses == ("9.3",)
    for wrong in ({"tie": (5_00, 50_00)}, {"banker-pair": (50_00, 5_00)}):
        limits = ChangePairs(pairs="perfect-pairs", layout=APPROVAL, limits=wrong)
        assert at.refused(limits, SUPERVISOR).clauses == ("9.3",)
    limits = ChangePairs(
        pairs="perfect-pairs", layout=APPROVAL,
        limits={"banker-pair": (5_00, 50_00), "player-pair": (5_00, 50_00)},
    )  # fmt: skip
    at.do(limits, SUPERVISOR)
    at.coup(BANKER_WINS, "X banker 10")
    assert at.last(SignDisplayed).limits["banker-pair"] == (5_00, 50_00, 1)
    assert at.coup("KH 10S QH 10D 6C 8D", "X banker-pair 60") == {"X": 250}


@pytest.mark.clause("bac:8.8(b)")
def test_8_8_a_sign_that_could_not_be_paid_is_not_put_up() -> None:
    at = Table(limits={wager: [10_00, 500_10] for wager in MAIN_LIMITS})
    assert at.refused(opening(), SUPERVISOR).clauses == ("8.8(b)",)


def test_changes_wait_for_the_end_of_a_round_that_is_being_dealt() -> None:
    at = open_table("X")
    at.bet("X", "banker", 50)
    at.deal("2H KC")
    at.do(ChangeSettlement(method="B"), OPERATOR)
    at.deal("2D 6S 9S")
    assert at.net() == {"X": 47.5}
    at.do(Collect(), DEALER)
    assert at.last(Determined).settlement == "B"


@pytest.mark.clause("bac:5.3")
def test_5_3_any_player_may_be_offered_the_cut_and_then_a_supervisor() -> None:
    at = open_table("X Y", loaded=False)
    at.do(Shuffle(), DEALER)
    assert at.refused(Cut(player="sue", at=100), SUPERVISOR).clauses == ("5.3",)
    at.do(DeclineCut(player="X"), player("X"))
    at.do(DeclineCut(player="Y"), player("Y"))
    at.do(Cut(player="sue", at=100), SUPERVISOR)


# --- what is determined and what is announced


@pytest.mark.clause("bac:2.2", "bac:8.1", "bac:8.3")
def test_8_3_how_cards_are_dealt_is_determined_at_once_and_the_method_waits() -> None:
    at = open_table("X")
    at.bet("X", "banker", 100)
    at.do(ChangeSettlement(method="B"), SUPERVISOR)
    at.do(DetermineDealing(dealing="face_down"), SUPERVISOR)
    assert (at.last(Determined).dealing, at.last(Determined).settlement) == ("face_down", "A")
    assert at.coup(BANKER_WINS) == {"X": 95}
    assert at.coup(BANKER_WINS, "X banker 100") == {"X": 100}


@pytest.mark.clause("bac:2.2", "bac:8.2", "bac:9.3")
def test_8_2_nor_do_pairs_end_while_wagers_on_them_lie() -> None:
    at = open_table("X", side_bets=PERFECT)
    at.bet("X", "banker-pair", 10)
    at.do(ChangePairs(pairs=None), SUPERVISOR)
    at.do(DetermineDealing(dealing="face_down"), SUPERVISOR)
    assert at.coup(BANKER_WINS) == {"X": -10}
    assert at.no_bet("X", "banker-pair", 10).clauses == ("4.3(d)", "8.2")


@pytest.mark.clause("bac:3.1", "bac:13.2")
def test_3_1_notice_of_limits_ends_with_the_evening_in_which_it_was_given() -> None:
    at = open_table("X")
    at.do(ChangeLimits(limits={"banker": (50_00, 100_00)}), SUPERVISOR)
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.open()
    at.do(CheckCards(), DEALER)
    at.load()
    at.coup(BANKER_WINS, "X banker 10")
    assert at.last(SignDisplayed).limits["banker"][0] == 10_00


@pytest.mark.clause("bac:3.4")
def test_3_4_wagers_that_count_together_are_under_the_minimum_together_or_not_at_all() -> None:
    at = open_table("X", limit_basis="aggregate")
    at.coup(BANKER_WINS, "X banker 5")
    at.bets("X banker 5 player 50")
    at.deal("9C")
    back = ReturnShortWager(player="X", box=1, wager="banker")
    assert at.refused(back, DEALER).clauses == ("3.4",)


@pytest.mark.clause("bac:3.2", "bac:3.5", "bac:13.2")
def test_3_2_no_marker_lies_there_when_the_table_opens_anew() -> None:
    at = open_table("X", limits={wager: [10_00, 500_00] for wager in MAIN_LIMITS})
    at.do(PlaceMarker(player="X", limit=1_000_00), SUPERVISOR)
    _close_and_open(at)
    assert at.coup(BANKER_WINS, "X player 1000") == {"X": -500}


def _close_and_open(at: Table, *, later: int = 0, hours: SetHours | None = None) -> None:
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.do(CheckCards(occasion="closing"), DEALER)
    if hours is not None:
        at.do(hours, OPERATOR)
    at.now += later
    at.open()
    at.do(CheckCards(), DEALER)
    at.load()


@pytest.mark.clause("bac:3.4", "bac:13.1")
@pytest.mark.parametrize(("scope", "told"), [("visit", False), ("gaming_day", True)])
def test_3_4_the_gaming_day_ends_with_its_hours_and_not_with_a_closing(
    scope: str, told: bool
) -> None:
    limits = {wager: [25_00, 500_00] for wager in MAIN_LIMITS}
    at = open_table("X", limits=limits, under_min_warning_scope=scope)
    at.do(SetHours(opens=at.now, closes=at.now + 3_600_000), OPERATOR)
    at.coup(BANKER_WINS, "X tie 10")
    _close_and_open(at, later=60_000)
    assert ("X" in at.table.patrons.warned) is told
    at.bet("X", "tie", 10)
    assert at.allowed(NoMoreBets(), DEALER) is not told
    at.bet("X", "tie", 0)
    next_day = SetHours(opens=at.now + 86_400_000, closes=at.now + 90_000_000)
    _close_and_open(at, later=86_400_000, hours=next_day)
    assert "X" not in at.table.patrons.warned


@pytest.mark.clause("bac:3.4", "bac:13.1")
def test_3_4_it_ends_at_a_table_that_did_not_close_too() -> None:
    limits = {wager: [25_00, 500_00] for wager in MAIN_LIMITS}
    at = open_table("X", limits=limits, under_min_warning_scope="gaming_day")
    at.do(SetHours(opens=at.now, closes=at.now + 60_000), OPERATOR)
    at.coup(BANKER_WINS, "X tie 10")
    longer = SetHours(opens=at.now, closes=at.now + 120_000)
    at.do(longer, OPERATOR)
    assert "X" in at.table.patrons.warned
    at.now += 86_400_000
    at.do(SetHours(opens=at.now, closes=at.now + 60_000), OPERATOR)
    assert at.coup(BANKER_WINS, "X tie 10") == {"X": -10}


@pytest.mark.clause("bac:3.4")
def test_3_4_what_goes_back_to_somebody_who_has_gone_waits_for_them() -> None:
    at = open_table("X Y", side_bets=PERFECT)
    at.coup(BANKER_WINS, "X player-pair 1")
    at.bets("X player-pair 1; Y banker 10")
    at.do(NoMoreBets(overlooked=(("X", 1),)), DEALER)
    at.deal("2H KC 3D 6S")  # and before the third card the pair has lost
    at.leave("X")
    at.do(ReturnShortWager(player="X", box=1, wager="player-pair"), DEALER)
    assert (at.last(Notified).about, at.last(Notified).detail) == ("owed to a player", "X: 1")


@pytest.mark.clause("bac:3.6", "bac:A:Table Differential")
@pytest.mark.parametrize("policy", ["at_close_lifo", "at_placement"])
def test_3_6_what_a_void_wager_leaves_is_not_dealt_on_too_far_apart(policy: str) -> None:
    at = open_table("X Y", differential=1_000_00, differential_policy=policy)
    at.bets("X player 1000; Y banker 1500")
    at.no_more_bets()
    at.do(RecordBreach(person="X", clause="14.7", what="told Y what to bet"), DEALER)
    at.do(VoidWager(player="X", box=1, reason="influence"), SUPERVISOR)
    if policy == "at_placement":
        assert at.refused(NoMoreBets(), DEALER).clauses == ("3.6", "A:Table Differential")
        at.bet("Y", "banker", 1000)
    assert at.coup(BANKER_WINS) == {"Y": 950}


@pytest.mark.clause("bac:14.2(a)")
def test_3_6_what_it_leaves_near_enough_is_dealt_on() -> None:
    at = open_table("X Y", differential=1_500_00)
    at.bets("X player 1000; Y banker 1500")
    at.no_more_bets()
    at.do(RecordBreach(person="X", clause="14.7", what="told Y what to bet"), DEALER)
    at.do(VoidWager(player="X", box=1, reason="influence"), SUPERVISOR)
    at.do(Deal(card=Card("5D")), DEALER)


@pytest.mark.clause("bac:3.4")
@pytest.mark.parametrize(
    ("covers", "first", "second", "back"),
    [
        (None, "tie", "player-pair", True),
        ("every_wager", "tie", "player-pair", True),
        ("each_kind", "tie", "player-pair", False),
        ("each_kind", "tie", "tie", True),
        ("main_alone", "tie", "player-pair", True),
        ("main_alone", "player-pair", "tie", False),  # it went back at once, without a warning
        ("main_alone", "tie", "tie", True),
    ],
)
def test_3_4_what_a_warning_covers(covers: str | None, first: str, second: str, back: bool) -> None:
    kinds = (*MAIN_LIMITS, "player-pair", "banker-pair")
    limits = {kind: [25_00, 500_00] for kind in kinds}
    given: dict[str, Any] = {"under_min_warning_covers": covers} if covers else {}
    at = open_table("X", limits=limits, side_bets=["perfect-pairs"], **given)
    at.coup(BANKER_WINS, f"X banker 25 {first} 10")
    at.bet("X", "banker", 25)
    at.bet("X", second, 10)
    at.no_more_bets()
    last = at.facts_of(BettingClosed)[-1]
    facts = at.table.facts[at.table.facts.index(last) :]
    went_back = [f for f in facts if isinstance(f, Settled) and f.outcome is Outcome.RETURNED]
    assert [fact.clauses for fact in went_back] == ([("3.4",)] if back else [])
