"""Rules 1 and 2 at a live table: approvals, the deck and who checks it, the words of the game."""

from __future__ import annotations

import pytest
from tests.holdem.cases import KING_HIGH, UTH
from tests.holdem.table_support import ACES, HoldemAt, open_table, two_dealt
from tests.table_support import APPROVAL, DEALER, DIRECTOR, OPERATOR, SUPERVISOR, player

from croupier.aggregate.roles import Person, Role
from croupier.cards import Card
from croupier.game_rules import table_for
from croupier.games.holdem.acts.preparation import CheckDeck, CountCards, InstructCount
from croupier.rulebook.citations import Refused
from croupier.rulebook.options import OptionError
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import NewCards, ReplaceCard
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.closing import AnnounceClosure, CloseTable, SetHours
from croupier.table.acts.conduct import AskForRules
from croupier.table.acts.dealing import Deal
from croupier.table.acts.opening import Approval, CheckCards
from croupier.table.acts.patrons import Arrive
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.tournament import SetSession, TakeCommission
from croupier.table.facts import Attested, Exercised, Notified, Opened, RoundVoided
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

P = player("P")


def stays_shut(**changes: object) -> Refused:
    at = HoldemAt()
    with pytest.raises(Refused) as refused:
        at.open(**changes)
    assert at.table.phase is Phase.NOT_OPEN
    return refused.value


# --- the instrument


@pytest.mark.clause("uth:I:1", "uth:I:2", "uth:I:3", "uth:I:4")
def test_a_table_opens_under_this_instrument_once_it_is_in_force() -> None:
    assert stays_shut(commences=None).clauses == ("I:2",)
    assert stays_shut(commences="2025-07-18").clauses == ("I:2",)  # the day it was signed
    assert stays_shut(commences="2027-12-01").clauses == ("I:2",)
    assert stays_shut(commences="soon").clauses == ("I:2",)
    at = open_table()
    assert {"I:1", "I:2", "I:3", "I:4"} <= set(at.last(Opened).clauses)


def test_what_the_cards_are_dealt_from_must_be_chosen() -> None:
    with pytest.raises(OptionError, match="device"):
        table_for(UTH, {})


# --- rule 1


@pytest.mark.clause("uth:1.1", "uth:A:Approved", "uth:2.2")
def test_1_1_layout_and_equipment_are_approved_in_writing_before_use() -> None:
    for missing in (None, Approval("", "2019-05-01"), Approval("CR 7", "1 May")):
        assert stays_shut(layout=missing).clauses == ("1.1", "A:Approved")
        assert "2.2" in stays_shut(shoe=missing).clauses
    assert stays_shut(layout=Approval("CR 9", "2031-01-01")).clauses == ("1.1", "A:Approved")
    at = open_table()
    assert (at.last(Opened).layout, at.last(Opened).shoe) == ("CR 7 of 2019-05-01",) * 2


@pytest.mark.clause("uth:1.1")
def test_1_1_nobody_bets_before_the_table_is_open() -> None:
    at = HoldemAt()
    at.arrive("P")
    assert at.no_bet("P", 1, 10).clauses == ("1.1",)


# --- rule 2


@pytest.mark.clause("uth:2.1")
def test_2_1_one_deck_is_in_play_and_no_card_comes_twice() -> None:
    at = open_table()
    assert at.table.shoe.decks == 1
    at.bet("P", 1, 10)
    at.deal_in_order("KS")
    assert at.refused(Deal(card=Card("KS")), DEALER).clauses == ("2.1",)


@pytest.mark.clause("uth:2.4")
def test_2_4_the_dealer_checks_the_cards_before_gaming() -> None:
    at = HoldemAt()
    at.open()
    at.arrive("P")
    at.load()
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("2.4",)
    at.do(CheckCards(), DEALER)
    assert at.last(Attested).clauses == ("2.4",)
    at.no_more_bets()


@pytest.mark.clause("uth:2.4")
def test_2_4_and_at_its_end() -> None:
    at = open_table()
    play_a_round(at)
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    with pytest.raises(Refused, match="not checked after the last session"):
        at.open()
    at.do(CheckCards(occasion="closing"), DEALER)
    at.open()


def play_a_round(at: HoldemAt) -> None:
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.say("1 play 40")
    at.settle()


@pytest.mark.clause("uth:2.5")
def test_2_5_cards_are_changed_after_a_round_and_checked_by_two() -> None:
    both = {"checked_by_supervisor": "sue", "checked_by_dealer": "dan"}
    at = two_dealt()
    assert at.refused(ReplaceCard(card=Card("AS"), **both), SUPERVISOR).clauses == ("2.5",)
    assert at.refused(NewCards(**both), SUPERVISOR).clauses == ("2.5",)
    at.say("1 fold; 2 fold")
    at.settle()
    alone = {"checked_by_supervisor": "sue", "checked_by_dealer": "sue"}
    assert at.refused(NewCards(**alone), SUPERVISOR).clauses == ("2.5",)
    at.do(ReplaceCard(card=Card("AS"), **both), SUPERVISOR)
    at.do(NewCards(**both), SUPERVISOR)
    assert [fact.by for fact in at.facts_of(Attested)[-2:]] == ["sue and dan"] * 2
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE


@pytest.mark.clause("uth:2.6")
@pytest.mark.parametrize("decisions", [None, "", "1 play 40; 2 play 40"])
def test_2_6_a_supervisor_may_have_the_cards_counted_at_any_time(decisions: str | None) -> None:
    at = open_table() if decisions is None else two_dealt(decisions)
    assert at.refused(InstructCount(), DEALER).clauses == ("A:Casino Supervisor",)
    at.do(InstructCount(), SUPERVISOR)
    facts = at.do(CountCards(cards=52), DEALER)
    assert [(type(fact), fact.clauses) for fact in facts] == [(Attested, ("2.6",))]
    assert at.refused(CountCards(cards=-1), DEALER).clauses == ("2.6",)


@pytest.mark.clause("uth:2.6", "uth:13.7(b)", "uth:13.7(c)")
def test_2_6_a_count_that_is_short_finds_a_missing_card() -> None:
    at = two_dealt("1 play 40")
    at.came_to_nothing(CountCards(cards=51), DEALER)
    assert at.refused(Shuffle(), DEALER).clauses == ("13.7", "13.7(c)")
    at.do(CheckDeck(whole=False), DEALER)
    assert at.refused(Shuffle(), DEALER).clauses == ("2.5",)
    at.do(NewCards(checked_by_supervisor="sue", checked_by_dealer="dan"), SUPERVISOR)
    at.load()


# --- the dictionary


@pytest.mark.clause("uth:A:Casino Supervisor", "uth:A:Casino Operator", "uth:A:Dealer")
def test_powers_are_used_by_those_whom_the_rules_name() -> None:
    at = open_table()
    assert at.refused(InstructCount(), P).clauses == ("A:Casino Supervisor",)
    assert at.refused(Shuffle(), P).clauses == ("A:Dealer",)
    assert at.refused(SetHours(opens=1, closes=2), SUPERVISOR).clauses == ("A:Casino Operator",)
    at.do(SetHours(opens=at.now - 1, closes=at.now + 1), OPERATOR)


@pytest.mark.clause("uth:A:Tournament Director/Assistant")
def test_a_tournament_director_has_no_say_at_an_ordinary_table() -> None:
    at = open_table()
    assert "A:Tournament Director/Assistant" in at.refused(Shuffle(), DIRECTOR).clauses


@pytest.mark.clause("uth:A:Tournament Chips", "uth:A:Tournament Commission")
def test_tournament_chips_and_commission_have_no_place_at_it() -> None:
    at = open_table()
    tokens = BringChips(player="P", amount=100, chips="tournament")
    assert at.refused(tokens, P).clauses == ("A:Tournament Chips", "4.1")
    refused = at.refused(TakeCommission(amount=500), SUPERVISOR)
    assert refused.clauses == ("A:Tournament Commission", "15.6(b)")


@pytest.mark.clause("uth:A:Session", "uth:A:Session(a)", "uth:A:Session(b)")
def test_only_a_tournament_has_a_session() -> None:
    at = open_table()
    assert "A:Session" in at.refused(SetSession(rounds=1), SUPERVISOR).clauses


@pytest.mark.clause("uth:A:NB", "uth:15.10")
def test_the_words_of_the_dictionary_come_with_the_copy_of_the_rules() -> None:
    at = open_table()
    at.do(AskForRules(player="P"), P)
    assert at.last(Notified).clauses == ("15.10", "A:NB")
    assert at.last(Notified).detail == "NI2025-411"


def test_anybody_may_come_and_nobody_without_a_name() -> None:
    at = open_table()
    assert at.refused(Arrive(player=" "), Person(" ", Role.PLAYER)).clauses == ("4.2",)
    assert at.facts_of(RoundVoided) == []
    assert at.facts_of(Exercised) == []
    assert APPROVAL.reference in at.last(Opened).layout
