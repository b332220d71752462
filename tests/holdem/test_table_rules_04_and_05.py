"""Rules 4 and 5 at a live table: wagers, limits and the sign."""

from __future__ import annotations

import pytest
from tests.holdem.cases import KING_HIGH
from tests.holdem.table_support import ACES, HoldemAt, open_table, two_dealt
from tests.table_support import DEALER, SUPERVISOR, cents, player

from croupier.games.holdem.acts.misdeals import LevelWagers, WrongCount
from croupier.games.holdem.acts.wagering import OverlookedWager, ReturnShortWager
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.limit_markers import LiftMarker, PlaceMarker
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Arrive, Leave, Sit
from croupier.table.acts.sign import ChangeLimits
from croupier.table.facts import (
    BettingReopened,
    Notified,
    Outcome,
    Placed,
    Settled,
    SignDisplayed,
    Warned,
)
from croupier.table.table import Phase

P, Q = player("P"), player("Q")


def lying(at: HoldemAt, box: int = 1) -> dict[str, int]:
    """What lies on a box, in dollars."""
    return {w.wager: w.amount // 100 for w in at.table.wagers if w.box == box}


# --- rule 4


@pytest.mark.clause("uth:4.2")
def test_4_2_betting_does_not_close_before_everybody_had_the_opportunity() -> None:
    at = open_table("P Q")
    at.now += 1
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("4.2",)
    at.now += 4_999
    assert at.allowed(NoMoreBets(), DEALER)


@pytest.mark.clause("uth:4.2")
@pytest.mark.parametrize("seconds", [0, 1, 20])
def test_4_2_how_long_they_are_waited_for_is_the_tables(seconds: int) -> None:
    at = open_table("P Q", betting_seconds=seconds)
    opened = at.now
    at.now += 1
    at.bet("P", 1, 10)
    assert at.last(Placed).clauses[0] in ("4.1", "4.2", "4.2(a)")
    if seconds:
        at.now = opened + seconds * 1000 - 1
        assert at.refused(NoMoreBets(), DEALER).clauses == ("4.2",)
        at.now += 1
    assert at.allowed(NoMoreBets(), DEALER)


@pytest.mark.clause("uth:4.1", "uth:4.2", "uth:4.2(a)", "uth:A:Blind", "uth:A:Ante")
def test_4_2_a_one_command_places_changes_and_takes_back_ante_and_blind() -> None:
    at = open_table(chips=100)
    at.bet("P", 1, 10)
    assert lying(at) == {"ante": 10, "blind": 10}
    at.bet("P", 1, 25)
    assert lying(at) == {"ante": 25, "blind": 25}
    assert at.chips("P") == 50
    at.bet("P", 1, 15)
    assert at.chips("P") == 70
    at.do(at.wager("P", 1, 0), P)
    assert lying(at) == {}
    assert at.chips("P") == 100
    assert [fact.total for fact in at.facts_of(Placed)[-2:]] == [0, 0]


@pytest.mark.clause("uth:A:Blind", "uth:4.2(a)")
def test_4_2_a_a_blind_is_never_placed_by_itself() -> None:
    at = open_table()
    assert at.no_bet("P", 1, 10, "blind").clauses == ("A:Blind", "4.2(a)")
    at.bet("P", 1, 10)
    assert at.no_bet("P", 1, 9, "blind").clauses == ("A:Blind", "4.2(a)")
    at.do(at.wager("P", 1, 0, "blind"), P)  # and taken back, it takes the ante along
    assert lying(at) == {}


@pytest.mark.clause("uth:4.2(b)", "uth:4.3")
def test_4_3_trips_stands_and_falls_with_ante_and_blind() -> None:
    at = open_table()
    assert at.no_bet("P", 1, 5, "trips").clauses == ("4.3", "4.2(b)")
    at.bet("P", 1, 10, trips=5)
    assert lying(at) == {"ante": 10, "blind": 10, "trips": 5}
    at.do(at.wager("P", 1, 0, "trips"), P)
    assert lying(at) == {"ante": 10, "blind": 10}
    at.bet("P", 1, 10, trips=5)
    at.do(at.wager("P", 1, 0), P)
    assert lying(at) == {}
    assert "4.3" in at.last(Placed).clauses


@pytest.mark.clause("uth:4.4")
def test_4_4_nobody_plays_two_hands() -> None:
    at = open_table()
    at.bet("P", 1, 10)
    assert at.no_bet("P", 4, 10).clauses == ("4.4",)


@pytest.mark.clause("uth:4.5")
def test_4_5_a_box_is_one_players() -> None:
    at = open_table()
    at.bet("P", 1, 10)
    assert at.no_bet("Q", 1, 10).clauses == ("4.5",)
    assert at.no_bet("Q", 1, 5, "trips").clauses == ("4.3", "4.2(b)")


@pytest.mark.clause("uth:4.6", "uth:7.1")
def test_4_6_wagers_are_untouched_after_the_first_card() -> None:
    at = open_table()
    at.bet("P", 1, 10)
    marker = PlaceMarker(player="P", box=1, limit=600_00)
    at.do(marker, SUPERVISOR)
    at.no_more_bets()
    assert at.no_bet("P", 1, 20).clauses == ("7.1",)
    at.deal_in_order("KS")
    assert at.refused(marker, SUPERVISOR).clauses == ("4.6",)
    assert at.refused(LiftMarker(player="P", box=1), SUPERVISOR).clauses == ("4.6",)
    for amount in (20, 0):
        assert at.no_bet("P", 1, amount).clauses == ("4.6",)
    assert at.refused(Leave(player="P"), P).clauses == ("4.6",)
    assert at.refused(Sit(player="P", box=1), P).clauses == ("4.6",)


@pytest.mark.clause("uth:4.1", "uth:4.2")
def test_4_1_chips_that_are_not_there_make_no_wager() -> None:
    at = open_table(chips=30)
    assert at.no_bet("P", 1, 20).clauses == ("4.1",)
    at.bet("P", 1, 15)
    assert at.no_bet("P", 1, 5, "trips").clauses == ("4.1",)
    assert at.no_bet("P", 1, 10, "main").clauses == ("4.2",)
    assert at.no_bet("P", 1, 10, "play").clauses == ("4.2",)
    assert at.no_bet("P", 9, 10).clauses == ("A:Box",)
    assert at.no_bet("P", 1, -5).clauses == ("4.1", "A:Box")
    assert at.no_bet("P", 1, 0, "trips").reason == "there is no wager to take back"


@pytest.mark.clause("uth:4.2(a)")
def test_nobody_is_dealt_to_without_an_ante_and_a_blind() -> None:
    at = open_table()
    assert "4.2(a)" in at.refused(NoMoreBets(), DEALER).clauses
    at.do(OverlookedWager(player="P", box=1, wager="trips", amount=5_00), DEALER)
    assert "4.2(a)" in at.refused(NoMoreBets(), DEALER).clauses


# --- rule 5


@pytest.mark.clause("uth:5.1", "uth:5.3")
def test_5_1_the_sign_shows_the_limits_of_ante_and_trips_and_their_multiples() -> None:
    for limits in ({}, {"ante": [10_00, 500_00]}, {"trips": [5_00, 100_00]}):
        with pytest.raises(Refused, match="no sign shows the minimum and maximum") as refused:
            HoldemAt(limits=limits).open()
        assert refused.value.clauses == ("5.1",)
    at = open_table()
    assert at.last(SignDisplayed).limits == {
        "ante": (10_00, 500_00, 5_00), "trips": (5_00, 100_00, 1),
    }  # fmt: skip
    assert at.last(SignDisplayed).clauses == ("5.1", "5.3")
    assert at.no_bet("P", 1, 12).clauses == ("5.3",)


@pytest.mark.clause("uth:5.1")
def test_5_1_new_limits_hold_after_notice_and_from_the_next_round() -> None:
    at = open_table()
    at.do(ChangeLimits(limits={"ante": (20_00, 200_00)}), SUPERVISOR)
    assert (at.last(Notified).to, at.last(Notified).clauses) == ("players", ("5.1",))
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    assert at.facts_of(Warned) == []
    at.say("1 play 40")
    at.settle()
    assert at.table.sign.of("ante").minimum == 20_00
    at.load()
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.last(Warned).clauses == ("5.4",)


@pytest.mark.clause("uth:5.1", "uth:8.1(c)(ii)")
def test_5_1_a_limit_of_play_leaves_room_for_four_antes() -> None:
    limits = {"ante": [10_00, 100_00], "trips": [5_00, 50_00], "play": [10_00, 400_00]}
    at = open_table(limits=limits)
    clauses = ("5.1", "8.1(c)(ii)")
    assert at.refused(ChangeLimits(limits={"ante": (10_00, 101_00)}), SUPERVISOR).clauses == clauses
    assert at.refused(ChangeLimits(limits={"play": (10_00, 399_00)}), SUPERVISOR).clauses == clauses
    at.do(ChangeLimits(limits={"ante": (10_00, 110_00), "play": (10_00, 440_00)}), SUPERVISOR)


@pytest.mark.clause("uth:5.2")
def test_5_2_a_marker_beside_the_box_lifts_the_maximum_for_one_player() -> None:
    at = open_table()
    marker = PlaceMarker(player="P", box=1, limit=800_00)
    assert at.refused(marker, DEALER).clauses == ("A:Casino Supervisor",)
    assert at.refused(PlaceMarker(player="P", box=1, limit=100_00), SUPERVISOR).clauses == ("5.2",)
    at.do(marker, SUPERVISOR)
    at.bet("P", 1, 700)
    at.bet("Q", 2, 700)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "AS AC"])
    at.say("1 play 2800; 2 play 2000")
    assert at.settle() == {"P": 3500, "Q": 2500}
    at.do(LiftMarker(player="P", box=1), SUPERVISOR)


@pytest.mark.clause("uth:5.2", "uth:5.5")
def test_5_2_a_marker_over_the_maximum_of_trips_lets_its_player_bet_more_there() -> None:
    at = open_table()
    at.do(PlaceMarker(player="P", box=1, limit=300_00), SUPERVISOR)
    at.bet("P", 1, 10, trips=250)
    at.bet("Q", 2, 10, trips=250)
    at.no_more_bets()
    trips = {w.player: w.amount for w in at.table.wagers if w.wager == "trips"}
    assert trips == {"P": 250_00, "Q": 100_00}
    at.deal(KING_HIGH, "KC QD", ["KH KD", "AS AC"])
    at.say("1 fold; 2 fold")
    at.settle()
    at.do(LiftMarker(player="P", box=1), SUPERVISOR)
    at.load()
    at.bet("P", 1, 10, trips=250)
    back = [fact for fact in at.no_more_bets() if isinstance(fact, Settled)]
    assert [(fact.wager, fact.stake, fact.clauses) for fact in back] == [
        ("trips", 150_00, ("5.5",))
    ]


@pytest.mark.clause("uth:5.2", "uth:9.9")
def test_5_2_a_marker_stands_above_a_maximum_that_the_wager_can_be_paid_over() -> None:
    """A blind pays three to two for a flush: an odd cent is no marker for the ante."""
    at = open_table(multiples={})
    odd = PlaceMarker(player="P", box=1, limit=800_01)
    assert at.refused(odd, SUPERVISOR).clauses[0] == "9.9"
    at.do(PlaceMarker(player="P", box=1, limit=300_01), SUPERVISOR)


@pytest.mark.clause("uth:5.4")
def test_5_4_a_short_wager_stands_once_and_goes_back_after_that() -> None:
    at = open_table()
    at.bet("P", 1, 5, trips=5)
    at.bet("Q", 2, 10, trips=2)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"])
    assert [(f.player, f.wager) for f in at.facts_of(Warned)] == [("P", "ante"), ("Q", "trips")]
    at.say("1 fold; 2 fold")
    at.settle()
    at.load()
    at.bet("P", 1, 5, trips=5)
    at.bet("Q", 2, 10, trips=2)
    facts = at.no_more_bets()
    back = [(f.player, f.wager) for f in facts if isinstance(f, Settled)]
    assert back == [("P", "ante"), ("P", "blind"), ("P", "trips"), ("Q", "trips")]
    assert [box.number for box in at.round.round.boxes] == [2]


@pytest.mark.clause("uth:5.4")
def test_5_4_the_warning_lasts_for_the_visit() -> None:
    at = warned()
    at.leave("P")
    at.do(Arrive(player="P"), P)
    at.do(BringChips(player="P", amount=100_00), P)
    at.load()
    at.bet("P", 1, 5)
    at.no_more_bets()
    assert [box.number for box in at.round.round.boxes] == [1]
    all_day = warned(under_min_warning_scope="gaming_day")
    all_day.leave("P")
    all_day.do(Arrive(player="P"), P)
    all_day.do(BringChips(player="P", amount=100_00), P)
    all_day.load()
    all_day.bet("P", 1, 5)
    assert "4.2(a)" in all_day.refused(NoMoreBets(), DEALER).clauses


def warned(**options: object) -> HoldemAt:
    """P has been told of the minimum."""
    at = open_table(**options)  # type: ignore[arg-type]
    at.bet("P", 1, 5)
    at.deal(KING_HIGH, *ACES)
    at.say("1 fold")
    at.settle()
    return at


@pytest.mark.clause("uth:5.4")
@pytest.mark.parametrize(("wager", "amount"), [("ante", 5), ("trips", 2)])
def test_5_4_a_repeat_that_is_noticed_after_the_deal_goes_back_then(
    wager: str, amount: int
) -> None:
    at = warned()
    at.load()
    if wager == "ante":
        at.bet("P", 1, amount)
    else:
        at.bet("P", 1, 10)
        at.do(OverlookedWager(player="P", box=1, wager="trips", amount=cents(amount)), DEALER)
    at.bet("Q", 2, 10)
    at.no_more_bets((("P", 1),) if wager == "ante" else ())
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"])
    short = ReturnShortWager(player="P", box=1, wager=wager)
    assert at.refused(ReturnShortWager(player="Q", box=2), DEALER).clauses == ("5.4",)
    assert at.refused(ReturnShortWager(player="P", box=1, wager="blind"), DEALER).clauses
    facts = at.do(short, DEALER)
    given = {f.wager: f.outcome for f in facts if isinstance(f, Settled)}
    if wager == "ante":
        assert given == dict.fromkeys(("ante", "blind"), Outcome.VOID)
    else:
        assert given == {"trips": Outcome.RETURNED}
    assert at.refused(short, DEALER).clauses == ("5.4",)
    at.say("2 play 40" if wager == "ante" else "1 fold; 2 play 40")
    at.settle()


@pytest.mark.clause("uth:5.4")
def test_5_4_a_repeat_noticed_before_the_first_card_is_not_dealt_to() -> None:
    at = warned()
    at.load()
    at.bet("P", 1, 5)
    at.bet("Q", 2, 10)
    at.no_more_bets((("P", 1),))
    at.do(ReturnShortWager(player="P", box=1), DEALER)
    assert [box.number for box in at.round.round.boxes] == [2]
    at.deal(KING_HIGH, "KC QD", ["TH TD"])
    at.say("2 play 40")
    assert at.settle() == {"Q": -60}


@pytest.mark.clause("uth:5.4")
def test_5_4_if_nobody_else_is_left_betting_opens_again() -> None:
    at = warned()
    at.load()
    at.bet("P", 1, 5)
    at.no_more_bets((("P", 1),))
    at.do(ReturnShortWager(player="P", box=1), DEALER)
    assert at.table.phase is Phase.BETTING
    assert at.last(BettingReopened).clauses == ("4.2",)
    assert at.table.wagers == []


@pytest.mark.clause("uth:5.4", "uth:8.5(b)(ii)")
def test_5_4_a_play_wager_under_the_signs_minimum_is_taken_with_a_warning() -> None:
    limits = {"ante": [5_00, 100_00], "trips": [5_00, 50_00], "play": [20_00, 400_00]}
    at = open_table(limits=limits)
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.say("1 check; 1 check; 1 play 10")
    assert at.last(Warned).wager == "play"
    assert at.table.patrons.warned == {"P"}
    assert at.settle() == {"P": 20}


@pytest.mark.clause("uth:5.5")
def test_5_5_what_is_over_the_maximum_goes_back_before_the_deal() -> None:
    at = open_table()
    at.bet("P", 1, 600, trips=150)
    facts = at.no_more_bets()
    back = {f.wager: f.stake // 100 for f in facts if isinstance(f, Settled)}
    assert back == {"ante": 100, "blind": 100, "trips": 50}
    assert lying(at) == {"ante": 500, "blind": 500, "trips": 100}


@pytest.mark.clause("uth:8.1(c)(ii)")
def test_chips_may_be_bought_within_a_round_where_the_house_allows_it() -> None:
    chips = BringChips(player="P", amount=40_00)
    at = two_dealt(chips=40)
    assert at.not_said("1 play 40").clauses == ("4.1",)
    at.do(chips, P)
    at.say("1 play 40")
    strict = two_dealt(chips=40, allow_mid_round_buyin=False)
    assert strict.refused(chips, P).clauses == ("8.1(c)(ii)",)
    strict.arrive("Z", chips=10)  # who has no hand in the round
    strict.say("1 fold; 2 fold")
    strict.settle()
    strict.do(chips, P)


@pytest.mark.clause("uth:4.6")
@pytest.mark.parametrize(
    ("decisions", "name", "home"),
    [
        ("1 fold", "P", 9_975),
        ("1 play 40; 2 play 40; 1 concede", "P", 9_935),
        ("1 play 40; 2 play 40; take and pay", "Q", 9_940),
    ],
)
def test_4_6_who_has_lost_or_has_been_settled_may_go_before_the_round_is_over(
    decisions: str, name: str, home: float
) -> None:
    at = two_dealt(decisions)
    other = "Q" if name == "P" else "P"
    assert at.refused(Leave(player=other), player(other)).clauses == ("4.6",)
    assert at.chips(name) == home
    at.leave(name)
    assert at.table.patrons.arrived == [other]
    at.do(WrongCount(whose="dealer", cards=3), DEALER)  # what they are owed is kept for them
    assert at.chips(name) == 10_000 - home
    assert at.table.chips.balances
    (owed,) = [fact for fact in at.facts_of(Notified) if fact.about == "owed to a player"]
    assert (owed.detail, owed.clauses) == (f"{name}: {10_000 - home:g}", ("4.6",))


@pytest.mark.clause("uth:4.6")
def test_4_6_before_the_first_card_a_wager_holds_its_player() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    assert at.refused(Leave(player="P"), P).clauses == ("4.6",)
    at.no_more_bets()
    assert at.refused(Leave(player="P"), P).clauses == ("4.6",)


@pytest.mark.clause("uth:5.5")
@pytest.mark.parametrize("limit", [500, 650])
def test_5_5_the_maximum_holds_for_wagers_that_were_overlooked_too(limit: int) -> None:
    at = open_table("P")
    if limit > 500:
        at.do(PlaceMarker(player="P", box=1, limit=limit * 100), SUPERVISOR)
    for wager, amount in (("ante", 700), ("blind", 600)):
        found = OverlookedWager(player="P", box=1, wager=wager, amount=cents(amount))
        at.do(found, DEALER)
    back = [fact for fact in at.no_more_bets() if isinstance(fact, Settled)]
    assert {fact.clauses for fact in back} == {("5.5",)}
    assert lying(at) == {"ante": limit, "blind": min(limit, 600)}


@pytest.mark.clause("uth:4.2")
def test_4_2_who_sits_at_a_box_has_the_opportunity_to_wager_there() -> None:
    at = open_table("P Q")
    at.do(Sit(player="P", box=1), P)
    assert at.no_bet("Q", 1, 10).clauses == ("4.2",)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.do(at.wager("P", 1, 0), P)
    at.do(Sit(player="P", box=2), P)  # where Q has wagered, and may go on
    at.bet("Q", 2, 20)


@pytest.mark.clause("uth:5.2", "uth:5.5", "uth:14.2")
def test_5_2_no_marker_lies_there_when_the_table_opens_anew() -> None:
    at = open_table("P")
    at.do(PlaceMarker(player="P", box=1, limit=1_000_00), SUPERVISOR)
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.open()
    at.do(CheckCards(), DEALER)
    at.load()
    at.bet("P", 1, 700)
    at.no_more_bets()
    assert lying(at) == {"ante": 500, "blind": 500}


def _unequal(at: HoldemAt) -> LevelWagers:
    at.do(OverlookedWager(player="P", box=1, wager="ante", amount=10_00), DEALER)
    at.do(OverlookedWager(player="P", box=1, wager="blind", amount=5_00), DEALER)
    at.deal(KING_HIGH, *ACES)
    return LevelWagers(box=1, reason="the smaller is what both can be")


@pytest.mark.clause("uth:5.4", "uth:A:Blind")
def test_5_4_levelled_under_the_minimum_they_are_settled_and_their_player_is_told() -> None:
    at = open_table("P")
    at.do(_unequal(at), SUPERVISOR)
    assert (at.last(Warned).player, at.last(Warned).clauses) == ("P", ("5.4",))
    at.say("1 play 20")
    assert at.settle() == {"P": 25}
    at.load()
    at.bet("P", 1, 5)
    assert "4.2(a)" in at.refused(NoMoreBets(), DEALER).clauses  # it goes back


@pytest.mark.clause("uth:5.4")
def test_5_4_of_a_player_who_had_been_told_they_go_back() -> None:
    at = warned()
    at.load()
    level = _unequal(at)
    assert at.refused(level, SUPERVISOR).clauses == ("5.4",)
    at.do(ReturnShortWager(player="P", box=1), DEALER)
    assert at.settle() == {"P": 0}


@pytest.mark.clause("uth:5.4")
@pytest.mark.parametrize(
    ("covers", "back"),
    [(None, True), ("every_wager", True), ("each_kind", False), ("main_alone", True)],
)
def test_5_4_what_a_warning_about_the_ante_covers(covers: str | None, back: bool) -> None:
    """P was told about the ante; under 5.4 "further wagers under the minimum" go back."""
    at = warned(**({"under_min_warning_covers": covers} if covers else {}))
    at.load()
    at.bet("P", 1, 10, trips=2)
    at.no_more_bets()
    went_back = [f for f in at.facts_of(Settled) if f.outcome is Outcome.RETURNED]
    assert [(f.wager, f.clauses) for f in went_back] == ([("trips", ("5.4",))] if back else [])


@pytest.mark.clause("uth:5.4")
def test_5_4_under_each_kind_a_second_short_ante_goes_back() -> None:
    at = warned(under_min_warning_covers="each_kind")
    at.load()
    at.bet("P", 1, 5)
    assert "4.2(a)" in at.refused(NoMoreBets(), DEALER).clauses


@pytest.mark.clause("uth:5.4")
def test_5_4_under_main_alone_short_trips_go_back_and_nobody_is_warned() -> None:
    at = open_table(under_min_warning_covers="main_alone")
    at.bet("P", 1, 10, trips=2)
    at.no_more_bets()
    (trips,) = [f for f in at.facts_of(Settled) if f.outcome is Outcome.RETURNED]
    assert (trips.wager, trips.clauses) == ("trips", ("5.4",))
    assert not at.table.patrons.warned
