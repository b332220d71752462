"""The terms of the cage, and from when on somebody may confirm what others ask for."""

from __future__ import annotations

import pytest
from tests.casino.test_house import ANA, OLGA, SUE, opened, refusal

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.books import CAGE, pocket
from croupier.casino.house.commands import (
    MONEY_TERMS,
    Appoint,
    BuyIn,
    CageTerms,
    CashOut,
    Confirm,
    Dismiss,
    Enrol,
    ForgetPerson,
    HouseCommand,
    Incident,
    KeepAccount,
    Report,
    RequireSecondPerson,
    SetCageTerms,
    SetPassword,
    SetUpTable,
    TakeDownTable,
)
from croupier.casino.house.house import House
from croupier.durations import DAY

GUEST = Person("gast", Role.PLAYER)
SMALL = CageTerms(own_buy_in=300_00, kept_buy_in=200_00)


def with_guest(house: House) -> None:
    house.do(Enrol(person=GUEST.name, roles=(Role.PLAYER,), guest=True), ITSELF)
    house.do(BuyIn(person=GUEST.name, amount=100_00), ITSELF)


def test_players_buy_so_much_in_a_day_and_staff_sell_more() -> None:
    lines: list[bytes] = []
    house = opened(lines)
    house.do(SetCageTerms(terms=SMALL), OLGA, 4)
    house.do(BuyIn(person="ana", amount=250_00), ANA, 5)
    assert house.left_to_buy("ana", 5) == 50_00
    assert "you can buy $50 more today, of $300 a day" in str(
        house.check(BuyIn(person="ana", amount=50_01), ANA, 5)
    )
    house.do(BuyIn(person="ana", amount=50_00), ANA, 5)
    house.do(BuyIn(person="ana", amount=1_000_00), SUE, 6)
    assert house.check(BuyIn(person="ana", amount=1), ANA, DAY - 1) is not None
    assert house.left_to_buy("ana", DAY) == 300_00
    house.do(BuyIn(person="ana", amount=300_00), ANA, DAY)
    assert House.restore(lines).books.places == house.books.places


def test_staff_do_not_sell_to_themselves_without_limit() -> None:
    house = opened()
    house.do(SetCageTerms(terms=SMALL), OLGA)
    for role in (Role.SUPERVISOR, Role.PLAYER):
        house.do(Appoint(person="sue", role=role), OLGA)
        asked = BuyIn(person="sue", amount=300_01)
        assert "more today" in refusal(house, asked, Person("sue", role))


def test_a_guest_has_a_stake_and_whoever_keeps_the_account_a_lower_limit() -> None:
    house = opened()
    house.do(SetCageTerms(terms=SMALL), OLGA)
    with_guest(house)
    asked = BuyIn(person=GUEST.name, amount=1)
    assert "fixed stake" in refusal(house, asked, GUEST)
    assert "fixed stake" in refusal(house, asked, SUE)
    house.do(KeepAccount(person=GUEST.name), GUEST)
    assert house.books.held(pocket(GUEST.name)) == 100_00
    assert house.left_to_buy(GUEST.name, 0) == 100_00  # the stake was bought today
    assert "of $200 a day" in refusal(house, BuyIn(person=GUEST.name, amount=100_01), GUEST)


def test_the_roles_of_a_guest_stay_as_they_are_until_the_account_is_kept() -> None:
    """An account that ends with its session would outlive it, with chips that nobody can use."""
    house = opened()
    with_guest(house)
    appoint = Appoint(person=GUEST.name, role=Role.DEALER)
    for asked in (appoint, Dismiss(person=GUEST.name, role=Role.PLAYER)):
        assert "is a guest" in refusal(house, asked, OLGA)
    house.do(KeepAccount(person=GUEST.name), GUEST)
    house.do(appoint, OLGA)


def test_nothing_is_left_of_a_guest() -> None:
    house = opened()
    before = dict(vars(house))
    with_guest(house)
    house.do(CashOut(person=GUEST.name, amount=100_00), GUEST)
    house.do(ForgetPerson(person=GUEST.name, reason="the guest has left"), ITSELF)
    assert GUEST.name not in str({name: vars(house)[name] for name in before if name != "record"})
    assert pocket(GUEST.name) not in house.books.places


def test_the_cage_keeps_its_reserve() -> None:
    house = opened()
    house.do(SetCageTerms(terms=CageTerms(reserve=25)), OLGA)
    assert "25 percent" in refusal(house, BuyIn(person="ana", amount=7_500_01), ANA)
    assert "25 percent" in refusal(house, BuyIn(person="ana", amount=7_500_01), SUE)
    house.do(BuyIn(person="ana", amount=7_500_00), ANA)
    assert house.books.held(CAGE) == house.cage_reserve == 2_500_00


def test_chips_for_money_are_sold_by_staff_and_are_no_guests() -> None:
    house = opened()
    assert "0, because only staff sell" in refusal(
        house, SetCageTerms(terms=CageTerms(chips=MONEY_TERMS.chips)), OLGA
    )
    house.do(SetCageTerms(terms=MONEY_TERMS), OLGA)
    assert "ask a supervisor" in refusal(house, BuyIn(person="ana", amount=1), ANA)
    house.do(BuyIn(person="ana", amount=100_00), SUE)
    guest = Enrol(person=GUEST.name, roles=(Role.PLAYER,), guest=True)
    assert "no play chips" in refusal(house, guest, ITSELF)
    # chips for money never become play chips in somebody's pocket, nor the other way round
    assert "$100 in chips are outside the cage" in refusal(
        house, SetCageTerms(terms=CageTerms()), OLGA
    )
    house.do(CashOut(person="ana", amount=100_00), ANA)
    house.do(SetCageTerms(terms=CageTerms()), OLGA)


def test_nobody_practises_with_chips_for_money() -> None:
    house = opened()
    instrument, options = TABLES["blackjack-2018"]
    table = SetUpTable(table="first", instrument=instrument, options=options, practice=True)
    manager = Person(OLGA.name, Role.SHIFT_MANAGER)
    house.do(Appoint(person=OLGA.name, role=manager.role), OLGA)
    house.do(table, manager)
    assert "first is a table to practise at" in refusal(
        house, SetCageTerms(terms=MONEY_TERMS), OLGA
    )
    house.do(TakeDownTable(table="first"), manager)
    house.do(SetCageTerms(terms=MONEY_TERMS), OLGA)
    assert "practice: this house has no play chips" in refusal(house, table, manager)


def test_the_operator_alone_sets_terms_that_make_sense() -> None:
    house = opened()
    assert "operator" in refusal(house, SetCageTerms(terms=SMALL), SUE)
    for terms, wrong in (
        (CageTerms(), "the terms already"),
        (CageTerms(own_buy_in=-1), "own_buy_in"),
        (CageTerms(kept_buy_in=-1), "kept_buy_in"),
        (CageTerms(reserve=91), "0 to 90"),
        (CageTerms(reserve=-1), "0 to 90"),
    ):
        assert wrong in refusal(house, SetCageTerms(terms=terms), OLGA)


# --- from when on somebody confirms


def confirms(house: House, name: str, at: int) -> bool:
    asked = Confirm(
        override="issue-chips", record="house", line=99, asked_by="olga", needs=Role.OPERATOR
    )
    return house.check(asked, Person(name, Role.OPERATOR), at) is None


def test_nobody_waits_for_what_was_given_while_the_house_was_set_up() -> None:
    house, asked = opened(), Enrol(person="otto", roles=(Role.OPERATOR,))
    house.do(asked, OLGA, DAY)
    assert confirms(house, "otto", DAY)
    house = opened()
    house.do(asked, OLGA, 1 + DAY)
    assert not confirms(house, "otto", 1 + DAY), "the first day is over"


@pytest.mark.parametrize(
    "opening",
    [
        (BuyIn(person="ana", amount=1_00), ANA),
        (RequireSecondPerson(required=True), OLGA),
    ],
)
def test_a_house_is_set_up_once_chips_have_left_the_cage_or_two_people_are_wanted(
    opening: tuple[HouseCommand, Person],
) -> None:
    """Otherwise an operator could confirm everything alone on the first day."""
    lines: list[bytes] = []
    house = opened(lines)
    for name in ("otto", "omar"):
        house.do(Enrol(person=name, roles=(Role.OPERATOR,)), OLGA, 4)
    house.do(SetPassword(person="otto"), OLGA, 4)
    assert confirms(house, "otto", 4)
    house.do(*opening, 5)
    if house.second_person:
        house.do(RequireSecondPerson(required=False), ITSELF, 5)
    house.do(Enrol(person="orla", roles=(Role.OPERATOR,)), OLGA, 5)
    house.do(SetPassword(person="omar"), OLGA, 6)
    for each in (house, House.restore(lines)):
        assert confirms(each, "otto", 6)
        assert not confirms(each, "orla", DAY)
        assert not confirms(each, "omar", DAY)
        assert confirms(each, "orla", 5 + DAY)


def test_a_new_account_and_a_new_role_wait_for_a_day() -> None:
    house, later = opened(), 10 * DAY
    house.do(Enrol(person="otto", roles=(Role.OPERATOR,)), OLGA, DAY)
    house.do(Enrol(person="orla", roles=(Role.OPERATOR,)), OLGA, later)
    house.do(Appoint(person="sue", role=Role.OPERATOR), OLGA, later)
    for name in ("orla", "sue"):
        assert [confirms(house, name, later + wait) for wait in (0, DAY - 1, DAY)] == [
            False, False, True,
        ]  # fmt: skip
    # a role that is removed and given again is new
    house.do(Dismiss(person="otto", role=Role.OPERATOR), OLGA, later)
    house.do(Appoint(person="otto", role=Role.OPERATOR), OLGA, later)
    assert not confirms(house, "otto", later)
    # and one that an operator has already is not
    house.do(Appoint(person="olga", role=Role.DEALER), OLGA, later)
    assert house.confirms_from(OLGA) == 0


def test_an_account_waits_when_somebody_else_has_set_its_password() -> None:
    lines: list[bytes] = []
    house, later = opened(lines), 10 * DAY
    otto = Person("otto", Role.OPERATOR)
    house.do(Enrol(person="otto", roles=(Role.OPERATOR,)), OLGA, 4)
    house.do(SetPassword(person="otto"), otto, later)
    assert confirms(house, "otto", later)  # it is their own
    house.do(SetPassword(person="otto"), OLGA, later)
    house.do(SetPassword(person="otto"), otto, later + 1)  # by whoever was told it
    for each in (house, House.restore(lines)):
        assert not confirms(each, "otto", later + DAY - 1)
        assert confirms(each, "otto", later + DAY)


def test_whoever_is_named_finds_it_listed() -> None:
    house = opened()
    house.do(Enrol(person="otto", roles=(Role.OPERATOR,)), OLGA, 4)
    asked = Confirm(
        override="issue-chips", record="house", line=99, asked_by="olga", needs=Role.OPERATOR
    )
    house.do(asked, Person("otto", Role.OPERATOR), 5)
    house.do(Report(incident=Incident.NAMED_TOO_SOON, subject="otto", after="olga"), ITSELF, 6)
    assert [(each.at, each.override, each.asked_by) for each in house.named["otto"]] == [
        (5, "issue-chips", "olga"),
        (6, "", "olga"),
    ]
