"""Rules 1 and 2: the people, the layout and what belongs to a table."""

from __future__ import annotations

from typing import Any

import pytest
from tests.challenge.table_support import (
    ASSISTANT_MANAGER,
    GAMING_MANAGER,
    NSW,
    ChallengeAt,
    open_table,
)
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.game_rules import table_for
from croupier.games.challenge.acts.notices import GiveNotice
from croupier.games.challenge.acts.opening import on_approval
from croupier.games.challenge.acts.shared_boxes import LimitPlayers
from croupier.games.challenge.acts.side_bets import RestrictSideBet
from croupier.rulebook.citations import Refused
from croupier.rulebook.options import OptionError
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.conduct import AskForRules
from croupier.table.facts import Attested, Exercised, Notified, Opened, SignDisplayed
from croupier.table.table import Phase


def not_opened(at: ChallengeAt, **changes: object) -> Refused:
    return at.refused(at.papers(**changes), SUPERVISOR)


@pytest.mark.clause(
    "nsw:2.1", "nsw:2.2", "nsw:2.2.1", "nsw:2.2.2", "nsw:2.2.2.1", "nsw:2.2.2.2", "nsw:3.1"
)
def test_2_2_a_table_opens_on_a_layout_like_one_of_the_diagrams() -> None:
    at = ChallengeAt(NSW)
    assert not_opened(at, diagram="D").clauses == ("2.2",)
    assert not_opened(at, diagram="B and B").clauses == ("2.2",)
    at.open()
    opened = at.last(Opened)
    assert (opened.layout, opened.decks) == ("diagram A", 6)
    assert at.table.phase is Phase.BETTING
    assert not_opened(at).reason == "the table is open already"


@pytest.mark.clause("nsw:2.2.1")
@pytest.mark.parametrize("boxes", [1, 4, 5, 7, 8])
def test_2_2_1_a_layout_has_five_to_seven_boxes(boxes: int) -> None:
    at = ChallengeAt(NSW, boxes=boxes)
    if 5 <= boxes <= 7:
        at.open()
    else:
        assert not_opened(at).clauses == ("2.2.1",)


@pytest.mark.clause("nsw:2.2.2", "nsw:2.2.2.1", "nsw:2.2.2.2")
def test_2_2_2_the_layout_says_what_blackjack_pays_and_how_the_dealer_draws() -> None:
    at = ChallengeAt(NSW)
    pays, draws = at.papers().inscriptions
    assert not_opened(at, inscriptions=(draws,)).clauses == ("2.2.2", "2.2.2.1")
    assert not_opened(at, inscriptions=(pays,)).clauses == ("2.2.2", "2.2.2.2")


@pytest.mark.clause("nsw:2.2.3", "nsw:2.2.2.3", "nsw:13.1")
def test_2_2_3_a_side_bet_needs_its_place_on_the_layout() -> None:
    any_pairs = ChallengeAt(NSW, side_bets=["any-pairs"])
    for diagram in ("A", "C"):
        assert not_opened(any_pairs, diagram=diagram).clauses == ("2.2.3", "2.2.2.3", "13.1")
    any_pairs.open(diagram="B")
    assert "2.2.2.3" in any_pairs.last(Exercised).clauses


@pytest.mark.clause("nsw:2.2.3", "nsw:14.1", "nsw:14.2")
def test_2_2_3_perfect_pairs_are_on_diagram_c_and_both_only_where_the_table_may_have_both() -> None:
    at = ChallengeAt(NSW, side_bets=["perfect-pairs"])
    assert not_opened(at, diagram="B").clauses == ("2.2.3", "14.2")
    at.open(diagram="C")
    both: dict[str, Any] = {"side_bets": ["any-pairs", "perfect-pairs"]}
    with pytest.raises(OptionError, match="allow_both_side_bets"):
        ChallengeAt(NSW, **both)
    two = ChallengeAt(NSW, **both, allow_both_side_bets=True)
    assert not_opened(two, diagram="C").clauses == ("2.2.3", "2.2.2.3", "13.1")
    two.open(diagram="B and C")


@pytest.mark.clause("nsw:2.3", "nsw:2.3.1", "nsw:2.3.2", "nsw:2.3.3", "nsw:1.1:float tray")
def test_2_3_a_table_has_a_shoe_or_device_a_rack_and_a_float_tray() -> None:
    at = ChallengeAt(NSW)
    things = at.papers().equipment
    for missing, number in zip(things, ("2.3.1", "2.3.2", "2.3.3"), strict=True):
        without = tuple(thing for thing in things if thing != missing)
        assert not_opened(at, equipment=without).clauses[:2] == ("2.3", number)
    at.open()
    assert [fact.what for fact in at.facts_of(Attested)] == [*things, "drop box"]
    for_play = ChallengeAt(NSW)
    for_play.do(on_approval(for_play.table, 1_000_00), SUPERVISOR)
    assert for_play.facts_of(Attested) == at.facts_of(Attested)


@pytest.mark.clause("nsw:2.3.1", "nsw:1.1:card shoe", "nsw:1.1:shuffling device")
def test_2_3_1_the_cards_come_from_a_shoe_or_from_a_shuffling_device() -> None:
    for device, word in (("shoe", "1.1:card shoe"), ("shuffler", "1.1:shuffling device")):
        opened = open_table(device=device, loaded=False).last(Opened)
        assert opened.shoe == device
        assert word in opened.clauses


@pytest.mark.clause("nsw:2.4")
def test_2_4_a_drop_box_is_attached() -> None:
    assert not_opened(ChallengeAt(NSW), drop_box=False).clauses == ("2.4",)


@pytest.mark.clause("nsw:6.1", "nsw:13.2")
def test_6_1_and_13_2_a_sign_shows_the_limits_of_every_wager() -> None:
    at = ChallengeAt(NSW, side_bets=["any-pairs"], limits={"main": [10_00, 500_00]})
    assert not_opened(at).clauses == ("13.2",)
    assert not_opened(ChallengeAt(NSW, limits={})).clauses == ("6.1",)
    at = open_table(side_bets=["any-pairs"], loaded=False)
    assert at.last(SignDisplayed).limits == {
        "main": (10_00, 500_00, 1), "any-pairs": (5_00, 100_00, 1)
    }  # fmt: skip


def test_an_opening_with_a_negative_float_is_refused() -> None:
    assert not_opened(ChallengeAt(NSW), float=-1).clauses == ("1.1:float tray",)


# --- people


@pytest.mark.clause(
    "nsw:1.1:casino supervisor",
    "nsw:1.1:gaming supervisor",
    "nsw:1.1:Assistant Gaming Manager",
)
def test_1_1_supervisors_and_managers_have_the_powers_of_a_casino_supervisor() -> None:
    at = open_table()
    refusal = at.refused(LimitPlayers(most=2), DEALER)
    assert refusal.clauses == (
        "1.1:casino supervisor", "1.1:gaming supervisor", "1.1:Assistant Gaming Manager"
    )  # fmt: skip
    for person in (SUPERVISOR, ASSISTANT_MANAGER, GAMING_MANAGER):
        assert at.allowed(LimitPlayers(most=2), person)


@pytest.mark.clause("nsw:1.1:Gaming Manager")
def test_1_1_what_takes_a_gaming_manager_no_supervisor_may_do() -> None:
    at = open_table(side_bets=["any-pairs"])
    for to in ("inspector", "surveillance"):
        at.do(GiveNotice(to=to, of="any-pairs"), SUPERVISOR)
    order = RestrictSideBet(wager="any-pairs", sign="main bettors only")
    for person in (SUPERVISOR, ASSISTANT_MANAGER):
        assert at.refused(order, person).clauses == ("1.1:Gaming Manager",)
    assert at.allowed(order, GAMING_MANAGER)


@pytest.mark.clause("nsw:1.1:dealer")
def test_1_1_a_player_does_not_do_what_the_dealer_does() -> None:
    at = ChallengeAt(NSW)
    at.open()
    at.arrive("P")
    refusal = at.table.check(GiveNotice(to="inspector", of="one-box", player="P"), player("P"))
    assert refusal is not None
    assert "1.1:casino supervisor" in refusal.clauses
    assert at.refused(NoMoreBets(), player("P")).clauses == ("1.1:dealer",)


@pytest.mark.clause(
    "nsw:1.1", "nsw:1.1:Any Pair", "nsw:1.1:Perfect Pairs wager", "nsw:1.1:promotional prize(s)"
)
def test_1_1_the_dictionary_comes_with_the_copy_of_the_rules() -> None:
    at = open_table()
    at.do(AskForRules(player="P"), player("P"))
    assert at.last(Notified).about == "copy of the rules"


def test_every_table_is_of_six_or_eight_decks() -> None:
    for decks in (4, 5, 7):
        with pytest.raises(OptionError, match="decks"):
            table_for(NSW, {"decks": decks})
    with pytest.raises(OptionError, match="decks"):
        table_for(NSW)


def test_nobody_but_a_supervisor_opens_a_table() -> None:
    at = ChallengeAt(NSW)
    assert at.refused(at.papers(), DEALER).clauses[0] == "1.1:casino supervisor"
    assert at.allowed(at.papers(), ASSISTANT_MANAGER)
