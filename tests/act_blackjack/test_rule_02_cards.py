"""Rule 2: how many cards there are, who checks them, and how they are replaced."""

from __future__ import annotations

import pytest
from tests.act_blackjack.table_support import stays_shut
from tests.table_support import DEALER, SUPERVISOR, At, open_table, player

from croupier.cards import DECK, Card, parse_cards
from croupier.game_rules import table_for
from croupier.rulebook.options import OptionError
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import NewCards, ReplaceCard
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.dealing import Deal
from croupier.table.acts.opening import AskDeterminations, CheckCards
from croupier.table.acts.shuffling import Shuffle
from croupier.table.facts import Attested, Exercised, Notified, Opened, Shuffled

BY_BOTH = {"checked_by_supervisor": "sue", "checked_by_dealer": "dan"}


# --- 2.1: four to eight decks


@pytest.mark.clause("2.1")
@pytest.mark.parametrize(("decks", "nearest"), [(0, 4), (1, 4), (3, 4), (9, 8)])
def test_2_1_fewer_than_four_decks_or_more_than_eight_make_no_table(
    instrument: str, decks: int, nearest: int
) -> None:
    with pytest.raises(OptionError, match=rf"{decks} is not between 4 and 8 \(2\.1, 2\.3\(a\)\)"):
        table_for(instrument, {"decks": decks})
    assert "2.1" in open_table(instrument, decks=nearest).last(Opened).clauses


@pytest.mark.clause("2.1", "2.3(a)")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_2_1_four_to_eight_decks_of_52_are_shuffled(instrument: str, decks: int) -> None:
    at = open_table(instrument, decks=decks)
    assert at.last(Opened).decks == decks
    assert at.last(Shuffled).cards == 52 * decks


@pytest.mark.clause("2.1")
@pytest.mark.parametrize("decks", [4, 5, 6])
def test_2_1_each_deck_has_one_of_every_card(instrument: str, decks: int) -> None:
    at = open_table(instrument, decks=decks)
    for box, name in enumerate("PQR", 1):
        at.bet(name, box, 10)
    at.deal("AS " * decks)
    assert at.refused(Deal(card=Card("AS")), DEALER).clauses == ("2.1",)
    at.deal("AH")


def test_2_1_jokers_stay_out() -> None:
    assert len(set(DECK)) == 52
    for joker in ("JOKER", "JK", "XX"):
        with pytest.raises(ValueError, match=joker):
            parse_cards(joker)


# --- 2.2: checked one by one


@pytest.mark.clause("2.2")
def test_2_2_no_round_before_the_dealer_has_checked_the_cards(instrument: str) -> None:
    at = At(instrument)
    at.open()
    at.arrive("P")
    at.load()
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("2.2",)
    at.do(CheckCards(), DEALER)
    assert at.last(Attested).by == "dan"
    at.no_more_bets()


@pytest.mark.clause("2.2")
def test_2_2_they_are_checked_again_when_gaming_is_over(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.do(CheckCards(occasion="closing"), DEALER)
    assert at.last(Attested).what == "cards checked one by one at the closing"


@pytest.mark.clause("2.2")
def test_2_2_a_table_does_not_open_again_without_the_check_at_its_closing(instrument: str) -> None:
    at = open_table(instrument)
    assert at.refused(CheckCards(occasion="closing"), DEALER).clauses == ("2.2",), "gaming goes on"
    at.play()
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    assert stays_shut(at).clauses == ("2.2",)
    at.do(CheckCards(occasion="closing"), DEALER)
    at.open()


@pytest.mark.clause("2.2")
def test_2_2_each_opening_takes_a_check_of_its_own(instrument: str) -> None:
    at = open_table(instrument)
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.do(CheckCards(occasion="closing"), DEALER)
    at.open()
    at.load()
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("2.2",)
    at.do(CheckCards(), DEALER)
    at.no_more_bets()


@pytest.mark.clause("2.2")
def test_2_2_nobody_counts_cards_that_are_in_play(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.deal("9S")
    for occasion in ("opening", "closing"):
        assert at.refused(CheckCards(occasion=occasion), DEALER).clauses == ("2.2",)
    assert at.refused(CheckCards(occasion="now and then"), DEALER).clauses == ("2.2",)


# --- 2.3: what the operator determines


@pytest.mark.clause("2.3", "2.3(b)")
def test_2_3_b_no_table_opens_before_its_shuffle_is_determined(instrument: str) -> None:
    at = At(instrument)
    assert stays_shut(at, shuffle="").clauses == ("2.3(b)",)
    at.open(shuffle="two riffles and a strip")
    assert at.last(Opened).shuffle == "two riffles and a strip"


@pytest.mark.clause("2.3", "2.3(a)", "2.3(b)")
def test_2_3_a_player_who_asks_is_told_of_both(instrument: str) -> None:
    at = open_table(instrument, decks=5)
    at.do(AskDeterminations(player="P"), player("P"))
    told = at.last(Notified)
    assert (told.to, told.detail) == ("P", "5 decks, riffle and strip")
    assert "2.3" in told.clauses


@pytest.mark.clause("2.3")
def test_2_3_and_nobody_who_did_not_ask(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    assert "determinations" not in {notice.about for notice in at.facts_of(Notified)}
    at.do(AskDeterminations(player="Q"), player("Q"))
    assert [n.to for n in at.facts_of(Notified) if n.about == "determinations"] == ["Q"]


# --- 2.4: cards that are changed


@pytest.mark.clause("2.4")
def test_2_4_a_damaged_card_is_changed_at_any_time(instrument: str) -> None:
    at = open_table(instrument)
    for stage in ("betting", "no more bets", "in play", "settled"):
        if stage == "no more bets":
            at.bet("P", 1, 10)
            at.no_more_bets()
        elif stage == "in play":
            at.deal("10S 7D 9H")
        elif stage == "settled":
            at.stand(1)
            at.deal("10D")
        at.do(ReplaceCard(card=Card("9H"), **BY_BOTH), SUPERVISOR)
    assert [power.subject for power in at.facts_of(Exercised)] == ["9H"] * 4
    assert at.settle() == {"P": 10}, "the round goes on as if nothing had happened"


@pytest.mark.clause("2.4")
@pytest.mark.parametrize(("supervisor", "dealer"), [("sue", ""), ("", "dan"), ("sue", "sue")])
def test_2_4_supervisor_and_dealer_both_check_what_comes_in(
    instrument: str, supervisor: str, dealer: str
) -> None:
    at = open_table(instrument)
    unchecked = {"checked_by_supervisor": supervisor, "checked_by_dealer": dealer}
    for command in (ReplaceCard(card=Card("9H"), **unchecked), NewCards(**unchecked)):
        assert at.refused(command, SUPERVISOR).clauses == ("2.4",)
    at.do(ReplaceCard(card=Card("9H"), **BY_BOTH), SUPERVISOR)
    assert at.last(Attested).by == "sue and dan"


@pytest.mark.clause("2.4")
def test_2_4_all_the_cards_are_changed_after_a_round_and_not_in_one(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.deal("10S 7D 9H")
    assert at.refused(NewCards(**BY_BOTH), SUPERVISOR).clauses == ("2.4",)
    at.stand(1)
    at.deal("10D")
    assert at.refused(NewCards(**BY_BOTH), SUPERVISOR).clauses == ("2.4",)
    at.settle()
    at.do(NewCards(**BY_BOTH), SUPERVISOR)
    assert at.last(Attested).what == "new cards checked"


@pytest.mark.clause("2.4", "5.1")
def test_2_4_new_cards_are_shuffled_before_they_are_dealt(instrument: str) -> None:
    at = open_table(instrument, decks=4)
    at.burn(10)
    at.do(NewCards(**BY_BOTH), SUPERVISOR)
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)
    at.do(Shuffle(), DEALER)
    assert at.last(Shuffled).cards == 4 * 52


@pytest.mark.clause("2.4", "A:Casino Supervisor")
def test_2_4_changing_cards_is_not_for_the_dealer_to_decide(instrument: str) -> None:
    at = open_table(instrument)
    for command in (ReplaceCard(card=Card("9H"), **BY_BOTH), NewCards(**BY_BOTH)):
        assert at.refused(command, DEALER).clauses == ("A:Casino Supervisor",)
        at.do(command, SUPERVISOR)
