"""The house: who may act as what, where the chips are, and a record that makes it anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.casino.chains import writing
from tests.casino.evenings import Evening
from tests.table.evenings import dealt
from tests.table.forging import with_body

from croupier.aggregate.hash_chain import verify
from croupier.aggregate.roles import Person, Role, one
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.books import CAGE, Transfer, at_table, pocket
from croupier.casino.house.commands import (
    Appoint,
    BuyIn,
    CageTerms,
    CashOut,
    Dismiss,
    Enrol,
    FollowTable,
    HouseCommand,
    IssueChips,
    RetireChips,
    SetCageTerms,
    SetPassword,
)
from croupier.casino.house.facts import Enrolled, PasswordSet
from croupier.casino.house.house import House
from croupier.casino.passwords import in_safe, is_outdated, is_proved, prove
from croupier.casino.store.contract import Addition, Writing
from croupier.casino.store_verification import Doubt, inspect
from croupier.games.challenge.acts.promotional_tokens import ExchangeVoucher, PlaceTokens
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.facts import ChipsMoved

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store

OLGA = Person("olga", Role.OPERATOR)
SUE = Person("sue", Role.SUPERVISOR)
DAN = Person("dan", Role.DEALER)
ANA = Person("ana", Role.PLAYER)
BOB = Person("bob", Role.PLAYER)


def opened(lines: list[bytes] | None = None) -> House:
    """A house with a few people and ten thousand dollars in the cage; its lines are kept."""
    house = House("the house", None if lines is None else lines.append)
    house.do(Enrol(person="olga", roles=(Role.OPERATOR,)), OLGA, 1)
    for person in (SUE, DAN, ANA, BOB):
        house.do(Enrol(person=person.name, roles=(person.role,)), OLGA, 2)
    house.do(IssueChips(amount=10_000_00), OLGA, 3)
    return house


def refusal(house: House, command: HouseCommand, by: Person) -> str:
    """Why it is refused; asking and doing agree, and nothing has changed."""
    before = (house.head, dict(house.people), house.books.places)
    asked = house.check(command, by)
    assert asked is not None
    with pytest.raises(Refused) as done:
        house.do(command, by)
    assert str(done.value) == str(asked)
    assert (house.head, dict(house.people), house.books.places) == before
    return str(asked)


# --- people


def test_the_first_person_enrols_as_the_operator() -> None:
    house = House("the house")
    assert "has no account here" in refusal(house, IssueChips(amount=1), OLGA)
    for roles in ((Role.SUPERVISOR,), (), (Role.OPERATOR, Role.PLAYER)):
        refusal(house, Enrol(person="olga", roles=roles), OLGA)
    refusal(house, Enrol(person="sue", roles=(Role.OPERATOR,)), OLGA)
    house.do(Enrol(person="olga", roles=(Role.OPERATOR,)), OLGA)
    assert house.may_act(OLGA)
    stranger = Person("max", Role.OPERATOR)
    refusal(house, Enrol(person="max", roles=(Role.OPERATOR,)), stranger)


def test_people_act_in_the_roles_they_have() -> None:
    house = opened()
    assert house.may_act(SUE)
    assert not house.may_act(Person("sue", Role.OPERATOR))
    assert not house.may_act(Person("nobody", Role.PLAYER))
    assert refusal(house, IssueChips(amount=1), Person("sue", Role.OPERATOR)) == (
        "sue has no account here as operator"
    )
    facts = house.do(Appoint(person="sue", role=Role.PLAYER), OLGA)
    assert facts == (Enrolled("sue", (Role.PLAYER, Role.SUPERVISOR)),)
    house.do(Dismiss(person="sue", role=Role.SUPERVISOR), OLGA)
    assert not house.may_act(SUE)
    assert house.may_act(Person("sue", Role.PLAYER))


def test_the_last_operator_stays() -> None:
    house = opened()
    gone = Dismiss(person="olga", role=Role.OPERATOR)
    assert refusal(house, gone, OLGA) == "olga is the only operator"
    house.do(Appoint(person="sue", role=Role.OPERATOR), OLGA)
    house.do(gone, OLGA)
    assert not house.may_act(OLGA)


@pytest.mark.parametrize("name", ["", " ana", "ana\n", "x" * 41, "Sue"])
def test_names_can_be_told_apart(name: str) -> None:
    refusal(opened(), Enrol(person=name, roles=(Role.PLAYER,)), OLGA)


@pytest.mark.parametrize("by", [SUE, DAN, ANA], ids=lambda by: by.name)
def test_only_the_operator_makes_chips_and_people(by: Person) -> None:
    house = opened()
    for command in (
        IssueChips(amount=1),
        RetireChips(amount=1),
        Enrol(person="max", roles=(Role.PLAYER,)),
        Appoint(person="ana", role=Role.DEALER),
        Dismiss(person="ana", role=Role.PLAYER),
    ):
        said = refusal(house, command, by)
        assert said == f"it takes an operator, and {by.name} is {one(by.role)}"


@pytest.mark.parametrize("office", ["inspector", "commission", "players", "floor"])
def test_no_player_is_called_as_an_office_is(office: str) -> None:
    house = opened()
    said = f"person: a player cannot be called {office!r}, as an office is"
    assert refusal(house, Enrol(person=office, roles=(Role.PLAYER,)), OLGA) == said
    house.do(Enrol(person=office, roles=(Role.INSPECTOR,)), OLGA)
    assert refusal(house, Appoint(person=office, role=Role.PLAYER), OLGA) == said


# --- chips


def test_a_player_buys_in_and_cashes_out() -> None:
    house = opened()
    house.do(BuyIn(person="ana", amount=300_00), ANA)
    house.do(CashOut(person="ana", amount=100_00), ANA)
    assert house.books.held(pocket("ana")) == 200_00
    assert house.books.held(CAGE) == 9_800_00
    assert refusal(house, CashOut(person="ana", amount=200_01), ANA) == (
        "ana's pocket holds $200, not $200.01"
    )
    assert "amount" in refusal(house, BuyIn(person="ana", amount=0), ANA)
    # What is in the cage is nobody's business but the staff's.
    assert "keeps 10 percent" in refusal(house, BuyIn(person="ana", amount=8_800_01), ANA)
    house.do(SetCageTerms(terms=CageTerms(reserve=0)), OLGA)
    assert refusal(house, BuyIn(person="ana", amount=9_800_01), ANA) == (
        "cage does not hold $9,800.01"
    )
    assert refusal(house, BuyIn(person="ana", amount=9_800_01), OLGA) == (
        "the cage holds $9,800, not $9,800.01"
    )


def test_nobody_but_a_supervisor_acts_for_another() -> None:
    house = opened()
    house.do(BuyIn(person="ana", amount=10_00), SUE)
    for by in (BOB, DAN):
        refusal(house, BuyIn(person="ana", amount=10_00), by)
        refusal(house, CashOut(person="ana", amount=10_00), by)
    assert refusal(house, BuyIn(person="max", amount=1), SUE) == "'max' has no account"


def test_the_house_follows_the_chips_of_a_table() -> None:
    house = opened()
    house.do(BuyIn(person="ana", amount=300_00), ANA)
    facts = [
        ChipsMoved(player=None, amount=5_000_00, clauses=Clauses(())),
        ChipsMoved(player="ana", amount=200_00, clauses=Clauses(())),
        ChipsMoved(player="ana", amount=-50_00, clauses=Clauses(())),
    ]
    follow = FollowTable.after("pit 1", facts)
    assert follow is not None
    house.do(follow, DAN)
    assert house.books.held(at_table("pit 1")) == 5_150_00
    assert house.books.held(pocket("ana")) == 150_00
    assert house.books.held(CAGE) == 4_700_00
    assert FollowTable.after("pit 1", []) is None


def test_a_table_has_no_say_in_chips_that_are_elsewhere() -> None:
    house = opened()
    elsewhere = Transfer(CAGE, pocket("ana"), 1)
    refusal(house, FollowTable(table="pit 1", transfers=(elsewhere,)), DAN)
    refusal(house, FollowTable(table="pit 1", transfers=(Transfer(at_table("x"), CAGE, 1),)), DAN)
    taken = Transfer(at_table("pit 1"), pocket("ana"), 1)
    assert "does not hold" in refusal(house, FollowTable(table="pit 1", transfers=(taken,)), DAN)


PEOPLE = (OLGA, SUE, DAN, ANA, BOB, Person("max", Role.PLAYER), Person("ana", Role.OPERATOR))
NAMES = st.sampled_from(["olga", "sue", "dan", "ana", "bob", "max", "eve"])
AMOUNTS = st.integers(-100, 20_000_00)
TRANSFERS = st.builds(
    ChipsMoved,
    player=st.none() | NAMES,
    amount=AMOUNTS.filter(bool),
    clauses=st.just(()),
)
COMMANDS = st.one_of(
    st.builds(IssueChips, amount=AMOUNTS),
    st.builds(RetireChips, amount=AMOUNTS),
    st.builds(BuyIn, person=NAMES, amount=AMOUNTS),
    st.builds(CashOut, person=NAMES, amount=AMOUNTS),
    st.builds(Enrol, person=NAMES, roles=st.lists(st.sampled_from(Role)).map(tuple)),
    st.builds(Appoint, person=NAMES, role=st.sampled_from(Role)),
    st.builds(Dismiss, person=NAMES, role=st.sampled_from(Role)),
    st.builds(SetPassword, person=NAMES),
    st.lists(TRANSFERS, min_size=1, max_size=3).map(lambda facts: FollowTable.after("1", facts)),
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(COMMANDS, st.sampled_from(PEOPLE)), max_size=25))
def test_whatever_is_asked_the_books_balance_and_the_record_tells_it_all(
    asked: list[tuple[HouseCommand, Person]],
) -> None:
    lines: list[bytes] = []
    house = opened(lines)
    for command, by in asked:
        chips = sum(held for place, held in house.books.places.items() if place != "issue")
        try:
            house.do(command, by)
        except Refused:
            continue
        assert house.books.balance
        if not isinstance(command, (IssueChips, RetireChips)):
            assert house.books.issued == chips
    assert any(Role.OPERATOR in roles for roles in house.people.values())
    assert verify(lines).unbroken
    again = House.restore(lines)
    assert (again.head, again.people, again.books.places) == (
        house.head, house.people, house.books.places,
    )  # fmt: skip


# --- its record


def test_a_record_that_does_not_follow_is_named_by_its_line() -> None:
    lines: list[bytes] = []
    opened(lines)
    for number, old, new, says in (
        (7, b'"amount":1000000}', b'"amount":2000000}', "line 7: other facts follow"),
        (7, b'"role":"operator"', b'"role":"player"', "line 7: it would be refused"),
        (7, b"issue-chips", b"print-chips", "line 7: there is no command .print-chips."),
        (1, b"croupier-house/2", b"croupier-house/3", "line 1: its format"),
    ):
        with pytest.raises(ValueError, match=says):
            House.restore(with_body(lines, number, old, new))
    with pytest.raises(ValueError, match="line 3 does not fit"):
        House.restore([*lines[:2], *lines[3:]])


def test_a_table_and_the_house_are_stored_together_and_inspected(store: Store) -> None:
    """Every command that moves chips writes to both; the inspection holds them together."""
    house_lines: list[bytes] = []
    house = opened(house_lines)
    house.do(IssueChips(amount=1_000_000_00), OLGA)
    for person in (ANA, BOB):
        house.do(BuyIn(person=person.name, amount=20_000_00), person)
    store.add(writing(Addition("house", 0, tuple(house_lines))))

    record = dealt(rounds=2).table.record
    store.add(writing(Addition("tables/pit 1", 0, (record.lines[0],))))
    for entry, line in zip(record.entries, record.lines[1:], strict=True):
        additions = [Addition("tables/pit 1", entry.n, (line,))]
        follow = FollowTable.after("pit 1", entry.facts)
        if follow is not None:
            house_lines.clear()
            length = house.length
            house.do(follow, SUE, entry.at)
            additions.append(Addition("house", length, tuple(house_lines)))
        store.add(writing(*additions))
    assert inspect(store).sound

    house_lines.clear()
    stray = Transfer(CAGE, at_table("pit 1"), 1_00)
    length = house.length
    house.do(FollowTable(table="pit 1", transfers=(stray,)), SUE)
    store.add(writing(Addition("house", length, tuple(house_lines))))
    (finding,) = inspect(store).findings
    assert (finding.fault, finding.record) == (Doubt.OTHER_CHIPS, "tables/pit 1")
    assert str(finding) == (
        "tables/pit 1: it has 90,000 in chips, and the house's books say 90,001"
    )


def test_tokens_on_the_layout_are_no_chips_that_the_books_miss(store: Store) -> None:
    lines: list[bytes] = []
    house = opened(lines)
    house.do(IssueChips(amount=1_000_000_00), OLGA)
    house.do(BuyIn(person="ana", amount=100_00), ANA)
    evening = Evening("nsw-blackjack-challenge")
    evening.must(BringChips(player="ana", amount=100_00), ANA)
    voucher = ExchangeVoucher(player="ana", voucher="birthday", amount=20_00)
    evening.must(voucher, evening.dealer.by)
    evening.must(PlaceTokens(player="ana", box=1, amount=20_00), ANA)
    record = evening.table.record
    for entry in record.entries:
        follow = FollowTable.after("pit 1", entry.facts)
        if follow is not None:
            house.do(follow, ITSELF, entry.at)
    store.add(writing(Addition("house", 0, tuple(lines))))
    store.add(writing(Addition("tables/pit 1", 0, tuple(record.lines))))
    assert inspect(store).findings == []


def test_a_house_that_plays_otherwise_is_found(store: Store) -> None:
    lines: list[bytes] = []
    opened(lines)
    forged = with_body(lines, 7, b'"amount":1000000}', b'"amount":2000000}')
    store.add(writing(Addition("house", 0, tuple(forged))))
    (house,) = inspect(store).records
    assert [(each.fault, each.text) for each in house.findings] == [
        (Doubt.OTHER_HOUSE, "line 7: other facts follow from it")
    ]


# --- passwords


def test_a_password_is_proved_by_what_lies_in_the_safe(store: Store) -> None:
    lines: list[bytes] = []
    house = opened(lines)
    assert house.do(SetPassword(person="ana"), ANA) == (PasswordSet("ana"),)
    proof = prove("correct horse battery")
    store.add(
        Writing(additions=(Addition("house", 0, tuple(lines)),), safe={in_safe("ana"): proof})
    )
    kept = store.safe(in_safe("ana"))
    assert is_proved(kept, "correct horse battery")
    assert not is_proved(kept, "correct horse batterz")
    assert not is_proved(store.safe(in_safe("bob")), "correct horse battery")
    assert not any(b"argon2" in line or b"horse" in line for line in store.lines("house"))


def test_passwords_are_hashed_with_argon2id_and_salted() -> None:
    one, other = prove("the same password"), prove("the same password")
    assert one.startswith(b"$argon2id$")
    assert one != other
    assert not is_outdated(one)
    assert is_outdated(one.replace(b"t=3", b"t=1"))


def test_the_same_password_from_another_keyboard() -> None:
    assert is_proved(prove("café au lait 9"), "cafe\u0301 au lait 9")


def test_passwords_are_neither_short_nor_endless() -> None:
    for password in ("short", "x" * 201):
        with pytest.raises(ValueError, match="password: a password has 10 to 200 characters"):
            prove(password)
    assert not is_proved(prove("wxyz v" * 33), "x" * 100_000)
    assert not is_proved(b"nonsense", "correct horse battery")


def test_who_has_no_password_is_not_let_in_with_that_of_nobody() -> None:
    assert not is_proved(None, "the password of nobody")


def test_only_the_owner_or_the_operator_sets_a_password() -> None:
    house = opened()
    house.do(SetPassword(person="ana"), OLGA)
    for by in (BOB, SUE):
        refusal(house, SetPassword(person="ana"), by)
    refusal(house, SetPassword(person="max"), OLGA)
