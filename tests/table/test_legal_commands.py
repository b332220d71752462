"""What may be done now: the list is the truth, whole amounts, and lazily judged."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from tests.table.evenings import ANA, BOB, DAN, INA, SUE, Evening, dealt

from croupier.aggregate.roles import Person, Role
from croupier.games.blackjack.asks_and_answers import (
    DeclineInsurance,
    Double,
    Elect,
    Hit,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import TakeChips
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.patrons import Arrive, Leave, Sit
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.tournament import TakeCommission
from croupier.table_replay import replay

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.table.table import Table

EVERYBODY = (ANA, BOB, DAN, SUE)


def answers(table: Table, person: Person) -> list[Command]:
    kinds = (Split, Double, Hit, Stand, Elect, Insure, TakeEvenMoney, DeclineInsurance, MoveOn)
    return [command for command in table.legal(person) if isinstance(command, kinds)]


def playing(cards: str, *, shared: bool = False, instrument: str = "act-blackjack-2018") -> Evening:
    evening = Evening(instrument)
    evening.load_by_hand()
    evening.do(PermitSeveralBoxes(player="bob"), DAN)
    evening.bet(ANA, 1, 20)
    if shared:
        evening.bet(BOB, 1, 15)
    else:
        evening.bet(BOB, 2, 15)
    evening.do(NoMoreBets(), DAN)
    evening.deal(cards)
    return evening


def test_a_choice_belongs_to_the_player_who_decides() -> None:
    table = playing("8S 5C TD 8H 5H").table
    assert answers(table, ANA) == [
        Split(box=1),
        Double(box=1, amount=20_00),
        Hit(box=1),
        Stand(box=1),
    ]
    assert answers(table, BOB) == []
    assert answers(table, DAN) == answers(table, ANA)  # staff act for the players


def test_a_hand_that_must_draw_cannot_stand() -> None:
    table = playing("2S 5C TD 3H 5H").table
    assert answers(table, ANA) == [Double(box=1, amount=20_00), Hit(box=1)]


def test_what_the_rack_cannot_pay_is_not_listed() -> None:
    evening = playing("8S 5C TD 8H 5H")
    evening.do(TakeChips(player="ana", amount=evening.table.chips.rack("ana") - 10_00), ANA)
    assert answers(evening.table, ANA) == [Hit(box=1), Stand(box=1)]
    assert Double(box=1, amount=10_00) in evening.table.legal(ANA)  # though not a whole one


def test_elections_are_whole_or_none() -> None:
    evening = playing("8S TD 8H", shared=True)
    evening.do(Split(box=1), ANA)
    both = [Elect(player="bob", box=1, amount=15_00), Elect(player="bob", box=1, amount=0)]
    assert answers(evening.table, BOB) == both
    assert answers(evening.table, ANA) == []
    assert answers(evening.table, DAN) == [*both, MoveOn()]


def test_insurance_is_half_the_wager_in_the_chips_there_are() -> None:
    evening = playing("8S 5C AD 8H 5H")
    assert answers(evening.table, ANA) == [
        Insure(player="ana", box=1, amount=10_00),
        DeclineInsurance(player="ana", box=1),
    ]
    evening.do(Insure(player="ana", box=1, amount=4_00), ANA)
    assert Insure(player="ana", box=1, amount=6_00) in answers(evening.table, ANA)
    assert MoveOn() in answers(evening.table, DAN)
    assert MoveOn() not in answers(evening.table, ANA)
    evening.do(MoveOn(), DAN)  # bob's wager is open to others now
    assert answers(evening.table, ANA) == [Insure(player="ana", box=2, amount=7_50, on="bob")]
    assert answers(evening.table, BOB) == []  # ana has insured her own


def test_even_money_is_offered_for_a_blackjack() -> None:
    table = playing("AS 5C AD KH 5H").table
    assert TakeEvenMoney(player="ana", box=1) in answers(table, ANA)
    assert TakeEvenMoney(player="bob", box=2) not in answers(table, BOB)


def test_wagers_are_listed_at_the_least_and_the_most() -> None:
    evening = Evening()
    evening.load_by_hand()
    offered = [c for c in evening.table.legal(ANA) if isinstance(c, PlaceWager) and c.box == 1]
    assert [(c.wager, c.amount) for c in offered] == [("main", 10_00), ("main", 500_00)]
    assert PlaceWager(player="ana", box=1, amount=35_00) in evening.table.legal(ANA)
    assert PlaceWager(player="ana", box=1, amount=36_00) not in evening.table.legal(ANA)
    assert PlaceWager(player="bob", box=1, amount=35_00) not in evening.table.legal(ANA)
    evening.bet(ANA, 1, 20)
    assert PlaceWager(player="ana", box=1, amount=0) in list(evening.table.legal(ANA))
    sides = [c for c in evening.table.legal(ANA) if isinstance(c, PlaceWager) and c.wager != "main"]
    assert {c.box for c in sides} == {1}


def test_the_dealer_may_deal_any_card_that_is_left() -> None:
    evening = playing("8S 5C TD")
    cards = [command for command in evening.table.legal(DAN) if isinstance(command, Deal)]
    assert len(cards) == 52
    assert not any(isinstance(command, Deal) for command in evening.table.legal(ANA))
    evening.deal("8H 5H")
    assert not any(isinstance(command, Deal) for command in evening.table.legal(DAN))


def test_the_way_of_the_cards_into_the_shoe() -> None:
    evening = Evening()
    table = evening.table
    assert Shuffle() in list(table.legal(DAN))
    evening.do(Shuffle(), DAN)
    cuts = [c for c in table.legal(ANA) if isinstance(c, Cut | DeclineCut)]
    assert cuts == [
        Cut(player="ana", at=52),
        Cut(player="ana", at=156),
        Cut(player="ana", at=260),
        DeclineCut(player="ana"),
    ]
    assert not any(isinstance(c, Cut) for c in table.legal(BOB))
    evening.do(DeclineCut(player="ana"), ANA)
    evening.do(DeclineCut(player="bob"), BOB)
    assert any(isinstance(c, Cut) for c in table.legal(SUE))
    assert not any(isinstance(c, Cut) for c in table.legal(DAN))
    evening.do(Cut(player="sue", at=156), SUE)
    assert [c for c in table.legal(DAN) if isinstance(c, InsertCuttingCard)] == [
        InsertCuttingCard(from_back=52),
        InsertCuttingCard(from_back=156),
    ]


def test_somebody_new_may_come_and_a_closed_table_offers_little() -> None:
    newcomer = Person("zoe", Role.PLAYER)
    evening = Evening()
    assert Arrive(player="zoe") in list(evening.table.legal(newcomer))
    assert Sit(player="zoe", box=3) not in list(evening.table.legal(newcomer))
    assert Leave(player="ana") in list(evening.table.legal(ANA))
    assert list(evening.table.legal(INA)) == []
    assert not evening.table.legal(INA)
    assert evening.table.legal(ANA)
    closed = dealt(rounds=1).table
    assert not any(isinstance(c, NoMoreBets | Collect | CloseTable) for c in closed.legal(SUE))


def test_what_is_not_a_command_is_not_legal() -> None:
    table = Evening().table
    assert "hit" not in table.legal(ANA)
    assert TakeCommission(amount=5) not in table.legal(SUE)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_listed_is_accepted(seed: int, instrument: str) -> None:
    """A walk through the lists of everybody, never refused, the chips always in balance."""
    chance = random.Random(seed)
    device = chance.choice(["shoe", "shuffler"])
    evening = Evening(instrument, options={"device": device, "burn_on_new_shoe": 1})
    table = evening.table
    rounds = 0
    for _ in range(400):
        person = chance.choice(EVERYBODY)
        legal = [c for c in table.legal(person, evening.now) if not isinstance(c, CloseTable)]
        if not legal:
            continue
        kinds = sorted({type(command) for command in legal}, key=lambda kind: kind.__name__)
        kind = chance.choice(kinds)
        command = chance.choice([c for c in legal if isinstance(c, kind)])
        if isinstance(command, Leave | TakeChips) and chance.random() < 0.9:
            continue
        assert command in table.legal(person, evening.now)
        rounds += isinstance(command, Collect)
        table.do(command, person, evening.now)
        evening.tick()
        assert table.chips.balances
    assert replay(table.record.lines).same
    assert rounds == len(table.rounds) > 0
