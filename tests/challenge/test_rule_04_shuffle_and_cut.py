"""Rule 4: cards that come shuffled, five occasions to shuffle, who cuts, and the burn."""

from __future__ import annotations

import pytest
from tests.challenge.table_support import ChallengeAt, open_table
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.cards import Card
from croupier.games.challenge.acts.card_checks import (
    ApproveRiffle,
    AskForRiffle,
    BringPreshuffled,
    ReplaceCards,
    Riffle,
)
from croupier.games.challenge.acts.shuffling import (
    DirectShuffle,
    DropCards,
    MissCut,
    ShuffleByHandFirst,
    VerifyCollected,
)
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import LoadMachine
from croupier.table.facts import (
    Attested,
    Burnt,
    CutOffered,
    Exercised,
    Notified,
    Placed,
    ShoeLoaded,
    Shuffled,
    ShuffleDue,
)
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

CASINO = BringPreshuffled(shuffled_by="casino", secured="in the pit safe, by sue")
ANGEL = BringPreshuffled(shuffled_by="angel", secured="sealed, opened by sue")


def offers(at: ChallengeAt) -> list[str | None]:
    """Everybody who is asked to cut, all of them refusing; None is the supervisor."""
    asked = []
    while (name := at.table.shoe.offer.player) is not None:
        asked.append(name)
        at.do(DeclineCut(player=name), player(name))
    return [*asked, None]


@pytest.mark.clause("nsw:4.1", "nsw:4.9.1", "nsw:1.1:shuffling device")
def test_4_1_a_device_is_loaded_without_a_cut_and_one_card_is_burnt_before_play() -> None:
    at = open_table("P", device="shuffler", loaded=False)
    assert not at.allowed(Shuffle(), DEALER)
    at.do(LoadMachine(), DEALER)
    assert not at.facts_of(CutOffered)
    at.do(Burn(), DEALER)
    assert at.last(Burnt).clauses[-1] == "4.9.1"
    for _ in range(3):
        at.play()
    assert len(at.facts_of(Burnt)) == 1


@pytest.mark.clause("nsw:4.2")
def test_4_2_the_dealer_may_shuffle_by_hand_before_the_device_does() -> None:
    at = open_table("P", device="shuffler", loaded=False)
    at.do(ShuffleByHandFirst(), DEALER)
    assert at.last(Exercised).clauses == ("4.2",)
    at.load()
    assert at.refused(ShuffleByHandFirst(), DEALER).clauses == ("4.2",)


@pytest.mark.clause("nsw:3.5", "nsw:4.4.1", "nsw:4.5")
def test_4_4_1_cards_that_came_shuffled_need_no_shuffle_where_the_table_reads_it_so() -> None:
    at = open_table("P", loaded=False)
    unsecured = BringPreshuffled(shuffled_by="casino", secured="")
    assert at.refused(unsecured, DEALER).clauses == ("3.5",)
    at.do(CASINO, DEALER)
    assert at.table.shoe.preparation is Preparation.OFFERING_CUT
    at.cut(100)

    other = open_table("P", loaded=False, preshuffled_satisfies_4_4_1=False)
    other.do(CASINO, DEALER)
    assert other.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    other.load()


@pytest.mark.clause("nsw:4.3", "nsw:1.1:multishuffler")
def test_4_3_a_player_asks_a_supervisor_approves_and_the_dealer_riffles() -> None:
    at = open_table("P", loaded=False)
    assert at.refused(AskForRiffle(player="P"), player("P")).clauses == ("4.3",)
    at.do(CASINO, DEALER)
    assert at.refused(Riffle(), DEALER).clauses == ("4.3",)
    at.do(AskForRiffle(player="P"), player("P"))
    assert at.refused(Riffle(), DEALER).clauses == ("4.3",)
    assert not at.allowed(ApproveRiffle(), DEALER)
    at.do(ApproveRiffle(), SUPERVISOR)
    at.do(Riffle(before="multishuffler"), DEALER)
    assert at.last(Shuffled).clauses == ("4.3", "1.1:multishuffler")
    assert at.table.shoe.preparation is Preparation.OFFERING_CUT
    assert at.refused(Riffle(), DEALER).clauses == ("4.3",)
    at.cut(100)


@pytest.mark.clause("nsw:4.3.1", "nsw:1.1:Angel pre-shuffled cards")
def test_4_3_1_cards_shuffled_by_their_maker_are_riffled_before_the_cut_only() -> None:
    at = open_table("P", loaded=False)
    at.do(ANGEL, DEALER)
    at.do(AskForRiffle(player="P"), player("P"))
    at.do(ApproveRiffle(), SUPERVISOR)
    assert "4.3.1" in at.refused(Riffle(before="multishuffler"), DEALER).clauses
    at.do(Riffle(), DEALER)
    at.cut(100)


@pytest.mark.clause("nsw:3.5")
def test_3_5_cards_that_have_been_played_with_do_not_come_shuffled() -> None:
    at = open_table("P")
    at.play()
    at.do(DirectShuffle(suspicion="clumps"), SUPERVISOR)
    assert at.refused(CASINO, DEALER).clauses == ("3.5",)
    device = open_table("P", device="shuffler", loaded=False)
    assert device.refused(CASINO, DEALER).clauses == ("4.1",)


@pytest.mark.clause("nsw:4.4", "nsw:4.4.1", "nsw:4.5.1")
def test_4_4_1_before_play_the_dealer_shuffles_and_the_first_to_come_cuts() -> None:
    at = open_table("P Q R", loaded=False)
    at.do(Shuffle(), DEALER)
    assert at.last(Shuffled).clauses == ("4.4", "4.4.1")
    assert at.last(CutOffered).clauses == ("4.5", "4.5.1")
    assert at.table.shoe.offer.player == "P"


@pytest.mark.clause("nsw:4.8")
def test_4_8_the_cutting_card_is_not_the_first_card_of_a_shoe() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(CuttingCardDrawn(), DEALER).clauses == ("4.7", "4.8")


@pytest.mark.clause("nsw:4.4.2", "nsw:4.5.4")
def test_4_4_2_a_cutting_card_before_the_first_card_begins_no_round() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 4, 10)
    at.no_more_bets()
    at.cutting_card()
    assert at.last(ShuffleDue).clauses == ("4.4", "4.4.2")
    assert at.table.phase is Phase.BETTING
    at.bet("P", 1, 0)
    assert at.last(Placed).total == 0
    at.do(Shuffle(), DEALER)
    assert at.last(CutOffered).clauses == ("4.5", "4.5.4")
    assert at.table.shoe.offer.player == "Q"


def cutting_card_came(at: ChallengeAt, *, on_the_dealer: bool) -> CutOffered:
    """Who is offered the cut after a round in which the cutting card came on box 1 or after it."""
    at.bet("P", 1, 10)
    at.bet("Q", 4, 10)
    at.deal("10C 9C 6D 2S 9S")
    at.hit(1)
    if not on_the_dealer:
        at.cutting_card()
    at.deal("5C")
    at.stand(1)
    at.stand(4)
    if on_the_dealer:
        at.cutting_card()
    at.settle("10D KS")
    assert at.last(ShuffleDue).clauses == ("4.4", "4.4.3")
    at.do(Shuffle(), DEALER)
    return at.last(CutOffered)


@pytest.mark.clause("nsw:4.4.3", "nsw:4.5.2")
def test_4_5_2_after_the_round_in_which_it_came_the_box_where_it_came_cuts() -> None:
    asked = cutting_card_came(open_table("P Q"), on_the_dealer=False)
    assert (asked.player, asked.clauses) == ("P", ("4.5", "4.5.2"))


@pytest.mark.clause("nsw:4.4.3", "nsw:4.5.3")
def test_4_5_3_where_it_came_on_the_dealers_hand_the_player_farthest_right_cuts() -> None:
    asked = cutting_card_came(open_table("P Q"), on_the_dealer=True)
    assert (asked.player, asked.clauses) == ("Q", ("4.5", "4.5.3"))


@pytest.mark.clause("nsw:4.4.4", "nsw:4.5")
def test_4_4_4_a_supervisor_who_suspects_the_mix_has_the_cards_shuffled() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 4, 10)
    at.deal("10C 9C 6D 10S 9S")
    suspect = DirectShuffle(suspicion="clumps")
    assert not at.allowed(suspect, DEALER)
    at.do(suspect, SUPERVISOR)
    at.stand(1)
    at.stand(4)
    at.settle("10D KS")
    assert at.refused(suspect, SUPERVISOR).clauses == ("4.4", "4.4.4")
    at.do(Shuffle(), DEALER)
    assert at.table.shoe.offer.player == "Q"
    device = open_table("P", device="shuffler")
    assert device.refused(suspect, SUPERVISOR).clauses == ("1.1:shuffling device",)


@pytest.mark.clause("nsw:4.6", "nsw:4.5.3")
def test_E45_after_a_refusal_the_cut_goes_clockwise_and_then_to_a_supervisor() -> None:
    at = open_table("A B C D E")
    for box, name in enumerate("ABCDE", 1):
        at.bet(name, box, 10)
    at.deal("10C 10D 10H 10S 9C 6D 9D 9H 9S 8C 8D")
    for box in range(1, 6):
        at.stand(box)
    at.cutting_card()
    at.settle("10C KS")
    at.do(Shuffle(), DEALER)
    assert offers(at) == ["E", "A", "B", "C", "D", None]
    assert at.last(CutOffered).clauses == ("4.6",)
    assert at.refused(Cut(player="A", at=100), player("A")).clauses
    at.do(Cut(player=SUPERVISOR.name, at=100), SUPERVISOR)


@pytest.mark.clause("nsw:4.7", "nsw:4.8", "nsw:4.9", "nsw:4.9.2", "nsw:1.1:card shoe")
def test_E45_where_the_cut_and_the_cutting_card_may_lie() -> None:
    at = open_table("P", loaded=False)
    at.do(Shuffle(), DEALER)
    for place in (51, 261):
        assert at.refused(Cut(player="P", at=place), player("P")).clauses == ("4.7", "4.8")
    for place in (52, 260, 100):
        assert at.allowed(Cut(player="P", at=place), player("P"))
    at.do(Cut(player="P", at=100), player("P"))
    for depth in (0, 157):
        assert "4.8" in at.refused(InsertCuttingCard(from_back=depth), DEALER).clauses
    for depth in (1, 156):
        assert at.allowed(InsertCuttingCard(from_back=depth), DEALER)
    at.do(InsertCuttingCard(from_back=78), DEALER)
    assert at.last(ShoeLoaded).until_cutting_card == 234
    assert at.refused(Burn(card=Card("KC")), DEALER).clauses == ("1.1:burn/ed", "4.9", "4.9.2")
    at.do(Burn(), DEALER)
    assert at.table.view(None).shoe.until_cutting_card == 233
    at.bet("P", 1, 10)  # the burn opens no round
    at.bet("P", 1, 20)


@pytest.mark.clause("nsw:4.6.1")
def test_4_6_1_dropped_cards_wait_until_a_supervisor_has_seen_that_all_are_there() -> None:
    at = open_table("P", loaded=False)
    at.do(Shuffle(), DEALER)
    at.do(DropCards(what="a handful slid off the table"), DEALER)
    assert at.last(Notified).to == "floor"
    at.cut(100)
    assert at.refused(InsertCuttingCard(from_back=52), DEALER).clauses == ("4.6.1",)
    assert not at.allowed(VerifyCollected(), DEALER)
    at.do(VerifyCollected(), SUPERVISOR)
    assert at.last(Attested).what == "all cards collected"
    at.do(InsertCuttingCard(from_back=52), DEALER)
    assert at.refused(DropCards(what="again"), DEALER).clauses == ("4.6.1",)


def test_4_1_a_device_has_no_cut_to_miss_and_a_shoe_not_twice() -> None:
    device = open_table("P", device="shuffler")
    assert device.refused(MissCut(how="none"), DEALER).clauses == ("4.1",)
    at = open_table("P")
    at.do(MissCut(how="none"), DEALER)
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    assert at.refused(MissCut(how="none"), DEALER).clauses == ("16.11",)


@pytest.mark.clause("nsw:3.5", "nsw:3.6.2")
def test_3_5_new_cards_may_come_shuffled_in_the_middle_of_an_evening() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10C 6D 10S")
    at.stand(1)
    at.cutting_card()
    at.settle("10D KS")
    at.do(ReplaceCards(reason="a bent card"), SUPERVISOR)
    at.do(CheckCards(), DEALER)
    at.do(CASINO, DEALER)
    at.cut(100)


@pytest.mark.clause("nsw:4.3")
def test_4_3_only_a_player_of_the_table_asks_for_a_riffle() -> None:
    at = open_table("P", loaded=False)
    at.do(BringPreshuffled(shuffled_by="casino", secured="in the safe, by sue"), DEALER)
    assert "is not at the table" in at.refused(AskForRiffle(player="Z"), player("Z")).reason
    at.do(AskForRiffle(player="P"), player("P"))
