"""Rule 5: the shuffle, who cuts, where, and what the cutting card means."""

from __future__ import annotations

import pytest
from tests.table_support import DEALER, SUPERVISOR, At, open_table, player

from croupier.cards import Card
from croupier.rulebook.options import OptionError
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import Burn, NewCards
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Deal
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Sit
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.facts import (
    BettingReopened,
    Burnt,
    CutMade,
    CutOffered,
    CuttingCardCame,
    Notified,
    ShoeLoaded,
    Shuffled,
    ShuffleDue,
)
from croupier.table.table import Phase


def offers(at: At) -> list[str | None]:
    """Everybody the cut is offered to, each of them declining."""
    asked: list[str | None] = []
    while (name := at.table.shoe.offer.player) is not None:
        asked.append(name)
        at.do(DeclineCut(player=name), player(name))
    return [*asked, None]


def cutting_card_on(at: At, box: int) -> None:
    """A round of P, Q and R on boxes 2, 4 and 6; the cutting card comes with a box's last card."""
    at.bet("P", 2, 10)
    at.bet("Q", 4, 10)
    at.bet("R", 6, 10)
    at.no_more_bets()
    cards = {2: "10S 9H", 4: "9S 8H", 6: "8S 10H", 0: "7D"}
    for due, rest in ((2, 1), (4, 1), (6, 1), (0, 0), (2, 0), (4, 0), (6, 0)):
        if due == box and not rest:
            at.cutting_card()
        at.deal(cards[due].split()[0 if rest else -1])
    for each in (2, 4, 6):
        at.stand(each)
    at.settle("10C")


# --- 5.1: all the cards are shuffled for a new shoe


@pytest.mark.clause("5.1")
def test_5_1_no_round_is_dealt_from_cards_that_were_not_shuffled(instrument: str) -> None:
    at = open_table(instrument, loaded=False)
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)
    at.do(Shuffle(), DEALER)
    assert at.last(Shuffled).clauses == ("5.1",)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)
    at.cut(100)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)
    at.do(InsertCuttingCard(from_back=60), DEALER)
    at.no_more_bets()


@pytest.mark.clause("5.1")
def test_5_1_all_the_cards_come_together(instrument: str) -> None:
    at = open_table(instrument)
    cutting_card_on(at, 4)
    assert len(at.table.shoe.rack) == 8
    at.do(Shuffle(), DEALER)
    assert at.last(Shuffled).cards == 312
    assert not at.table.shoe.rack


@pytest.mark.clause("5.1", "5.2")
def test_5_1_shuffled_cards_are_not_shuffled_again_before_the_cut(instrument: str) -> None:
    at = open_table(instrument, loaded=False)
    at.do(Shuffle(), DEALER)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.2",)
    at.cut(100)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.2",)


@pytest.mark.clause("5.1")
def test_5_1_a_commitment_is_published_once_and_is_a_hash(instrument: str) -> None:
    at = open_table(instrument, loaded=False)
    for text in ("", "tomorrow", "A" * 64, "0" * 63):
        assert at.refused(Shuffle(commitment=text), DEALER).clauses == ("5.1",)
    at.do(Shuffle(commitment="0" * 64), DEALER)
    at.cut(100)
    at.do(InsertCuttingCard(from_back=60), DEALER)
    cutting_card_on(at, 4)
    assert at.refused(Shuffle(commitment="0" * 64), DEALER).clauses == ("5.1",)


@pytest.mark.clause("A:Burn", "6.1")
def test_5_1_a_procedure_may_want_cards_of_a_new_shoe_burnt_before_the_first_is_dealt(
    instrument: str,
) -> None:
    at = open_table(instrument, burn_on_new_shoe=2)
    at.bet("P", 1, 10)  # betting is open: a burn takes nothing from anybody
    at.do(Burn(), DEALER)
    at.no_more_bets()
    assert at.refused(Deal(card=Card("10S")), DEALER).clauses == ("A:Burn",)
    at.do(Burn(card=Card("4H")), DEALER)
    assert at.refused(Burn(), DEALER).clauses == ("A:Burn",)
    assert [fact.card for fact in at.facts_of(Burnt)] == [None, "4H"]
    at.deal("10S 7D 9H")
    assert at.table.shoe.rack == [None, "4H"]


@pytest.mark.clause("A:Burn")
def test_5_1_none_is_burnt_where_no_procedure_asks_for_it(instrument: str) -> None:
    at = open_table(instrument)
    assert at.refused(Burn(), DEALER).clauses == ("A:Burn",)


# --- 5.2: who is offered the cut


@pytest.mark.clause("5.2", "5.2(a)", "5.2(d)")
def test_5_2_a_as_the_game_begins_the_first_player_to_the_table_then_clockwise(
    instrument: str,
) -> None:
    at = open_table(instrument, "Q P R", loaded=False)
    for name, box in (("P", 2), ("Q", 4), ("R", 6)):
        at.do(Sit(player=name, box=box), player(name))
    at.do(Shuffle(), DEALER)
    assert at.last(CutOffered).clauses == ("5.2", "5.2(a)")
    assert offers(at) == ["Q", "R", "P", None]
    assert [fact.clauses for fact in at.facts_of(CutOffered)][1:3] == [("5.2", "5.2(d)")] * 2


@pytest.mark.clause("5.2(a)")
def test_5_2_a_who_came_first_and_left_is_not_there_to_be_asked(instrument: str) -> None:
    at = open_table(instrument, "Q P R", loaded=False)
    at.leave("Q")
    at.arrive("Q")
    at.do(Shuffle(), DEALER)
    assert at.last(CutOffered).player == "P"


@pytest.mark.clause("5.2(a)")
def test_5_2_a_another_day_the_game_begins_again(instrument: str) -> None:
    at = open_table(instrument)
    cutting_card_on(at, 4)
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.do(CheckCards(occasion="closing"), DEALER)
    at.open()
    at.do(CheckCards(), DEALER)
    at.do(Shuffle(), DEALER)
    assert at.last(CutOffered).clauses == ("5.2", "5.2(a)")


@pytest.mark.clause("5.2", "5.2(b)", "5.2(d)")
def test_5_2_b_the_player_on_whose_box_the_cutting_card_came(instrument: str) -> None:
    at = open_table(instrument)
    cutting_card_on(at, 4)
    at.do(Shuffle(), DEALER)
    assert at.last(CutOffered).clauses == ("5.2", "5.2(b)")
    assert offers(at) == ["Q", "R", "P", None]


@pytest.mark.clause("5.2(b)", "4.5(a)")
def test_5_2_b_on_a_shared_box_it_is_who_decided_about_its_cards(instrument: str) -> None:
    at = open_table(instrument)
    at.do(Sit(player="R", box=1), player("R"))
    at.bet("P", 1, 10)
    at.bet("R", 1, 10)
    at.deal("10S")
    at.deal("7D")
    at.cutting_card()
    at.deal("9H")
    at.stand(1)
    at.settle("10C")
    at.do(Shuffle(), DEALER)
    assert at.last(CutOffered).player == "R"
    assert at.last(CutOffered).clauses == ("5.2", "5.2(b)")


@pytest.mark.clause("5.2(b)")
def test_5_2_b_one_who_only_sits_there_did_not_play_the_box(instrument: str) -> None:
    at = open_table(instrument)
    at.do(Sit(player="R", box=1), player("R"))
    at.bet("P", 1, 10)
    at.deal("10S 7D")
    at.cutting_card()
    at.deal("9H")
    at.stand(1)
    at.settle("10C")
    at.do(Shuffle(), DEALER)
    assert at.last(CutOffered).player == "P"


@pytest.mark.clause("5.2(d)")
def test_5_2_b_if_that_player_has_left_the_others_are_asked_from_box_1(instrument: str) -> None:
    at = open_table(instrument)
    cutting_card_on(at, 4)
    at.leave("Q")
    at.do(Shuffle(), DEALER)
    assert offers(at) == ["P", "R", None]


@pytest.mark.clause("5.2", "5.2(c)", "5.2(d)")
def test_5_2_c_on_the_dealers_hand_it_is_the_player_at_the_far_right(instrument: str) -> None:
    at = open_table(instrument)
    cutting_card_on(at, 0)
    at.do(Shuffle(), DEALER)
    assert at.last(CutOffered).clauses == ("5.2", "5.2(c)")
    assert offers(at) == ["R", "P", "Q", None]


@pytest.mark.clause("5.2(c)")
def test_5_2_c_the_far_right_is_where_players_were_in_the_last_round(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("Q", 7, 10))
    cutting_card_on(at, 0)
    at.do(Shuffle(), DEALER)
    assert at.last(CutOffered).player == "R"  # not Q, who was on box 7 a round ago


@pytest.mark.clause("5.2", "5.2(d)")
def test_5_2_d_otherwise_each_player_is_asked_in_turn_from_box_1(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 2, 10), ("Q", 4, 10), ("R", 6, 10))
    at.do(NewCards(checked_by_supervisor="sue", checked_by_dealer="dan"), SUPERVISOR)
    at.do(Shuffle(), DEALER)
    assert offers(at) == ["P", "Q", "R", None]


@pytest.mark.clause("5.2(d)", "5.4(a)")
def test_5_2_d_so_it_is_when_the_cutting_card_came_before_any_card(instrument: str) -> None:
    """5.2(b) speaks of a box in the last round; before the first card there is none."""
    at = open_table(instrument)
    at.bet("P", 2, 10)
    at.bet("Q", 4, 10)
    at.no_more_bets()
    at.cutting_card()
    at.do(Shuffle(), DEALER)
    assert offers(at) == ["P", "Q", None]


@pytest.mark.clause("5.2")
def test_5_2_if_no_player_wishes_to_a_supervisor_cuts(instrument: str) -> None:
    at = open_table(instrument, "P", loaded=False)
    at.do(Shuffle(), DEALER)
    offers(at)
    for by in (player("P"), DEALER):
        cut = Cut(player=by.name, at=100)
        assert at.refused(cut, by).clauses == ("5.2",)
    assert at.refused(Cut(player="P", at=100), SUPERVISOR).clauses == ("5.2",)
    at.do(Cut(player="sue", at=100), SUPERVISOR)
    assert at.last(CutMade).by == "sue"


@pytest.mark.clause("5.2")
def test_5_2_nobody_else_cuts_and_nobody_declines_for_another(instrument: str) -> None:
    at = open_table(instrument, loaded=False)
    assert at.refused(DeclineCut(player="P"), player("P")).clauses == ("5.2",)
    at.do(Shuffle(), DEALER)
    assert at.refused(Cut(player="Q", at=100), player("Q")).clauses == ("5.2",)
    assert at.refused(DeclineCut(player="Q"), player("Q")).clauses == ("5.2",)
    at.do(Cut(player="P", at=100), player("P"))
    assert at.refused(Cut(player="P", at=100), player("P")).clauses == ("5.2",)
    assert at.refused(DeclineCut(player="P"), player("P")).clauses == ("5.2",)


# --- 5.3: where


@pytest.mark.clause("5.3")
@pytest.mark.parametrize(
    ("decks", "front", "back"),
    [
        (4, (52, 156), (52, 104)),
        (5, (52, 208), (52, 130)),
        (6, (52, 260), (52, 156)),
        (7, (52, 312), (52, 182)),
        (8, (52, 364), (52, 208)),
    ],
)
def test_5_3_both_cuts_have_their_bounds(
    instrument: str, decks: int, front: tuple[int, int], back: tuple[int, int]
) -> None:
    at = open_table(instrument, "P", decks=decks, loaded=False)
    at.do(Shuffle(), DEALER)
    for wrong in (front[0] - 1, front[1] + 1, 0, -52, 52 * decks):
        assert at.refused(Cut(player="P", at=wrong), player("P")).clauses == ("5.3",)
    assert all(at.allowed(Cut(player="P", at=right), player("P")) for right in front)
    at.cut(front[1])
    for wrong in (back[0] - 1, back[1] + 1, 0, -52):
        assert at.refused(InsertCuttingCard(from_back=wrong), DEALER).clauses == ("5.3",)
    assert all(at.allowed(InsertCuttingCard(from_back=right), DEALER) for right in back)
    at.do(InsertCuttingCard(from_back=back[0]), DEALER)
    loaded = at.last(ShoeLoaded)
    assert (loaded.cards, loaded.until_cutting_card) == (52 * decks, 52 * decks - 52)


@pytest.mark.clause("5.3")
def test_5_3_the_cut_comes_before_the_dealers_insertion(instrument: str) -> None:
    at = open_table(instrument, "P", loaded=False)
    insert = InsertCuttingCard(from_back=60)
    assert at.refused(insert, DEALER).clauses == ("5.3",)
    at.do(Shuffle(), DEALER)
    assert at.refused(insert, DEALER).clauses == ("5.3",)
    at.cut(100)
    at.do(insert, DEALER)
    assert at.refused(insert, DEALER).clauses == ("5.3",)


@pytest.mark.clause("5.3")
def test_5_3_the_dealer_inserts_the_cutting_card(instrument: str) -> None:
    at = open_table(instrument, "P", loaded=False)
    at.do(Shuffle(), DEALER)
    at.cut(100)
    insert = InsertCuttingCard(from_back=60)
    assert "A:Dealer" in at.refused(insert, player("P")).clauses
    at.do(insert, DEALER)
    assert "5.3" in at.last(ShoeLoaded).clauses


@pytest.mark.clause("5.3")
@pytest.mark.parametrize("more", [0, 1, 5])
def test_5_3_how_much_deeper_than_half_the_cutting_card_may_lie_is_the_tables(
    instrument: str, more: int
) -> None:
    at = open_table(instrument, "P", loaded=False, cut_depth_tolerance_cards=more)
    at.do(Shuffle(), DEALER)
    at.cut(100)
    assert at.refused(InsertCuttingCard(from_back=157 + more), DEALER).clauses == ("5.3",)
    at.do(InsertCuttingCard(from_back=156 + more), DEALER)
    with pytest.raises(OptionError, match="cut_depth_tolerance_cards"):
        open_table(instrument, cut_depth_tolerance_cards=-1)


# --- 5.4: when the cards are shuffled


@pytest.mark.clause("5.3")
def test_5_3_the_cutting_card_is_not_the_first_card_of_a_shoe(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(CuttingCardDrawn(), DEALER).clauses == ("5.3",)


@pytest.mark.clause("5.4", "5.4(a)")
def test_5_4_a_as_the_first_card_it_starts_no_round(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 5)  # short: told at the call, and told again
    at.no_more_bets()
    at.cutting_card()
    assert at.last(ShuffleDue).clauses == ("5.4", "5.4(a)")
    assert at.last(BettingReopened).round == 1
    assert (at.table.number, at.table.phase) == (0, Phase.BETTING)
    at.bet("P", 1, 0)
    at.load()
    at.deal("10S 7D 9H")
    at.stand(1)
    assert at.settle("10C") == {"Q": 5}  # still the first short wager


@pytest.mark.clause("5.4", "5.4(b)")
@pytest.mark.parametrize("box", [2, 4, 6, 0])
def test_5_4_b_in_a_round_the_round_is_finished_first(instrument: str, box: int) -> None:
    at = open_table(instrument)
    cutting_card_on(at, box)
    assert at.last(CuttingCardCame).box == box
    assert [fact.at_once for fact in at.facts_of(ShuffleDue)] == [False, True]
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)


@pytest.mark.clause("5.4", "16.5(b)")
def test_5_4_nobody_shuffles_before_the_cutting_card_has_come(instrument: str) -> None:
    """An early shuffle would change the odds of the round, and no rule provides it."""
    at = open_table(instrument)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.4", "16.5(b)")
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(Shuffle(), DEALER).clauses == ("5.4",)
    at.deal("10S 7D 9H")
    at.stand(1)
    at.deal("10C")
    assert at.refused(Shuffle(), DEALER).clauses == ("5.4",)  # cards still on the layout


@pytest.mark.clause("5.4")
def test_5_4_it_comes_once_and_instead_of_a_card(instrument: str) -> None:
    at = open_table(instrument)
    assert at.refused(CuttingCardDrawn(), DEALER).clauses == ("5.4",)  # no card is due
    at.bet("P", 1, 10)
    at.deal("10S")
    at.cutting_card()
    assert at.refused(CuttingCardDrawn(), DEALER).clauses == ("5.4",)
    at.deal("7D 9H")


@pytest.mark.clause("14.2")
def test_5_4_not_while_a_card_drawn_in_error_waits(instrument: str) -> None:
    """14.2 over 5.4: what is out of the shoe is dealt before anything comes out of it."""
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.deal("10S")
    at.do(DrawnInError(card=Card("7D")), DEALER)
    assert at.refused(CuttingCardDrawn(), DEALER).clauses == ("14.2",)
    at.deal("7D")
    at.cutting_card()


@pytest.mark.clause("5.2")
def test_5_2_who_has_gone_meanwhile_does_not_cut(instrument: str) -> None:
    at = open_table(instrument, loaded=False)
    at.do(Sit(player="Q", box=2), player("Q"))
    at.do(Shuffle(), DEALER)
    at.leave("P")
    assert at.refused(Cut(player="P", at=100), player("P")).clauses == ("5.2",)
    at.do(DeclineCut(player="P"), DEALER)
    at.do(Cut(player="Q", at=100), player("Q"))


# --- 5.5: the last three rounds


@pytest.mark.clause("5.5")
@pytest.mark.parametrize("left", [1, 2, 3])
def test_5_5_in_the_last_three_rounds_the_cutting_card_is_thrown_out(
    instrument: str, left: int
) -> None:
    at = open_table(instrument)
    at.do(AnnounceClosure(rounds=left), SUPERVISOR)
    at.bet("P", 1, 10)
    at.deal("10S")
    at.cutting_card()
    assert at.last(CuttingCardCame).clauses == ("5.5",)
    at.deal("7D 9H")
    at.stand(1)
    at.settle("10C")
    assert not at.facts_of(ShuffleDue)
    assert at.table.rounds_left == left - 1


@pytest.mark.clause("5.4(b)", "5.5")
@pytest.mark.parametrize("in_play", [False, True])
def test_5_5_if_more_rounds_are_played_after_all_the_cards_are_shuffled(
    instrument: str, in_play: bool
) -> None:
    at = open_table(instrument)
    at.do(AnnounceClosure(rounds=3), SUPERVISOR)
    at.bet("P", 1, 10)
    at.deal("10S")
    at.cutting_card()
    at.deal("7D 9H")
    at.stand(1)
    if not in_play:
        at.settle("10C")
    at.do(AnnounceClosure(rounds=2), SUPERVISOR)  # a round under way comes before them
    assert not at.facts_of(ShuffleDue)
    at.do(AnnounceClosure(rounds=3), SUPERVISOR)
    assert at.last(ShuffleDue).clauses == ("5.4", "5.4(b)")
    if in_play:
        at.settle("10C")
    at.do(Shuffle(), DEALER)


@pytest.mark.clause("5.4(b)", "5.5")
def test_5_5_no_announcement_puts_off_the_shuffle_for_more_than_three_rounds(
    instrument: str,
) -> None:
    """The card comes three rounds before the end. Each later notice adds a round to these."""
    at = open_table(instrument)
    at.do(AnnounceClosure(rounds=3), SUPERVISOR)
    at.bet("P", 1, 10)
    at.deal("10S")
    at.cutting_card()
    at.deal("7D 9H")
    at.stand(1)
    at.settle("10C")
    at.do(AnnounceClosure(rounds=2), SUPERVISOR)
    at.play()
    assert not at.facts_of(ShuffleDue)
    at.do(AnnounceClosure(rounds=2), SUPERVISOR)
    assert at.last(ShuffleDue).clauses == ("5.4", "5.4(b)")
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)


@pytest.mark.clause("5.5")
def test_5_5_a_round_that_turns_out_to_be_one_of_the_last_has_no_shuffle_after_it(
    instrument: str,
) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.deal("10S")
    at.cutting_card()
    at.deal("7D 9H")
    at.stand(1)
    at.do(AnnounceClosure(rounds=3), SUPERVISOR)  # and this one before them
    assert at.table.shoe.shuffle_due
    at.do(AnnounceClosure(rounds=2), SUPERVISOR)
    assert at.last(Notified).clauses == ("5.5",)
    at.settle("10C")
    at.play()


@pytest.mark.clause("5.4(a)")
def test_5_5_they_are_known_only_once_an_end_is_announced(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.cutting_card()
    assert at.last(ShuffleDue).at_once


@pytest.mark.clause("5.5")
def test_5_5_a_round_under_way_comes_before_those_announced(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.deal("10S 7D")
    at.do(AnnounceClosure(rounds=2), SUPERVISOR)
    assert at.table.rounds_left == 3
    at.cutting_card()
    at.deal("9H")
    at.stand(1)
    at.settle("10C")
    at.play()
    at.play()
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("15.2",)


@pytest.mark.clause("06:19.1", "18:18.1", "18:5:fn1")
def test_5_a_machine_replaces_the_whole_rule(instrument: str) -> None:
    at = open_table(instrument, device="shuffler", loaded=False)
    assert at.refused(Shuffle(), DEALER).clauses[0] in ("19.1", "18.1")
    at.load()
    at.bet("P", 1, 10)
    at.no_more_bets()
    refused = at.refused(CuttingCardDrawn(), DEALER)
    assert refused.clauses[0] in ("19.1", "18.1")
    at.do(Deal(card=Card("10S")), DEALER)
