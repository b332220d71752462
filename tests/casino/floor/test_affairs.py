"""Tournaments and promotions on the floor: stored, restored, followed, booked and inspected."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.cups import CUP, INES, POCKET, TOM, Cup, people
from tests.casino.floor.floors import DEALER, OPERATOR, Hands, open_floor, run, until
from tests.promotion import cases
from tests.tournament.support import ACT_2018, CHALLENGE, HOLDEM, INSTRUMENTS, conditions_for

from croupier.aggregate.record_lines import split
from croupier.aggregate.roles import Person, Role, WrongRole
from croupier.casino.floor.record_queries import Noticeboard
from croupier.casino.floor.views import look_at, watch_affair
from croupier.casino.house.books import CAGE, pocket
from croupier.casino.house.commands import Enrol, FollowAffair, OpenPromotion, OpenTournament
from croupier.casino.record_names import TOURNAMENTS
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.store import open_store
from croupier.casino.store.contract import OtherRequest, StoreFull, Writing
from croupier.casino.store_verification import Doubt, inspect
from croupier.promotion.money import Payment, PaymentMethod
from croupier.rulebook.citations import Refused
from croupier.table.tournament_law import ConditionsStep
from croupier.tournament.acts.conditions_approval import DocumentConditions, NominateDirector
from croupier.tournament.acts.entries import CloseEntries, Enter
from croupier.tournament.acts.prizes import CancelTournament

if TYPE_CHECKING:
    from pathlib import Path

    from tests.casino.postgresql_server import Server

    from croupier.casino.disclosure import Moment
    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.store.contract import Receipt, Store

ANA = Person("p001", Role.PLAYER)


def shown(floor: Floor, affair: Live[Any]) -> bytes:
    """Everything that can be seen of an affair, and how long its record is."""
    viewers = (None, ANA, TOM, OPERATOR, INES)
    views = [affair.kind.view(affair.aggregate, viewer, 0) for viewer in viewers]
    return msgspec.json.encode((affair.stored, views, floor.house.books.places))


# --- what is done stays done


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_floor_that_opens_again_after_every_command_goes_on_as_if_it_had_not_been(
    instrument: str, tmp_path: Path
) -> None:
    async def test(store: Store) -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 3)
            await Cup(floor, hands, instrument).open()
        draw: list[Any] = []
        asked: list[Any] = []
        while True:
            async with open_floor(store, hands) as floor:
                cup = Cup(floor, hands, instrument)
                if not asked:
                    draw = cup.ballot()
                    entries = [Enter(player=p, paid=100_00, copy_given=True) for p in _NAMES]
                    asked = [
                        *cup.to_entries(conditions_for(instrument)),
                        *((entry, TOM) for entry in entries),
                        (CloseEntries(), TOM),
                        *draw,
                        (CancelTournament(reason="the roof leaks"), OPERATOR),
                    ]
                done = cup.affair.stored - 1
                if done == len(asked):
                    break
                await cup.do(*asked[done])
                before = shown(floor, cup.affair)
            async with open_floor(store, hands) as floor:
                assert shown(floor, floor.tournaments[CUP]) == before
        async with open_floor(store, hands) as floor:
            cup = Cup(floor, hands, instrument)
            assert (cup.account, cup.pocket("p001")) == (0, POCKET)
        found = inspect(store)
        assert found.sound, [str(each) for each in found.findings]

    with open_store(str(tmp_path / "casino.db")) as store:
        run(test(store))


_NAMES = ("p001", "p002", "p003")


def test_fees_go_from_pockets_to_the_account_of_the_tournament(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 3)
            cup = Cup(floor, hands, ACT_2018)
            cage = floor.house.books.held(CAGE)
            await cup.take_entries(2)
            assert cup.account == 200_00
            assert cup.pocket("p001") == POCKET - 100_00
            assert floor.house.books.held(CAGE) == cage
            assert floor.house.books.balance

    run(test())


def test_whoever_has_not_got_the_fee_does_not_enter_and_nothing_moves(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 1)
            cup = Cup(floor, hands, ACT_2018)
            await cup.open()
            changes = {"entry_fee": POCKET + 1}
            await cup.all(cup.to_entries(conditions_for(ACT_2018, **changes)))
            stored = cup.affair.stored
            with pytest.raises(Refused, match=r"does not hold \$1,000\.01") as refusal:
                await cup.do(cup.entry("p001"))
            assert refusal.value.clauses == cup.tournament.law.fee
            with pytest.raises(Refused, match="'nobody' has no account"):
                await cup.do(cup.entry("nobody"))
            with pytest.raises(Refused, match="paid: the entry fee is"):  # the rules come first
                await cup.do(Enter(player="nobody", paid=1, copy_given=True))
            with pytest.raises(Refused, match="'p001' has no account here as tournament-director"):
                await cup.do(NominateDirector(person="p001"), OPERATOR)
            assert (cup.affair.stored, cup.account) == (stored, 0)
            assert cup.tournament.entrants == {}

    run(test())


def test_the_same_request_enters_once(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 2)
            cup = Cup(floor, hands, HOLDEM)
            await cup.open()
            await cup.all(cup.to_entries(conditions_for(HOLDEM)))
            first = await cup.do(cup.entry("p001"), TOM, "one")
        async with open_floor(store, hands) as floor:
            cup = Cup(floor, hands, HOLDEM)
            again = await cup.do(cup.entry("p001"), TOM, "one")
            assert (again.body, again.repeated) == (first.body, True)
            assert (len(cup.tournament.entrants), cup.account) == (1, 100_00)
            with pytest.raises(OtherRequest):
                await cup.do(cup.entry("p002"), TOM, "one")
            with pytest.raises(Refused, match="p001 has entered already"):
                await cup.do(cup.entry("p001"), TOM, "two")

    run(test())


def test_an_affair_that_cannot_be_stored_is_as_it_was(tmp_path: Path) -> None:
    async def test() -> None:
        hands = Hands()
        with open_store(str(tmp_path / "casino.db")) as store:
            async with open_floor(store, hands) as floor:
                await people(floor, 2)
                cup = Cup(floor, hands, ACT_2018)
                await cup.open()
                await cup.all(cup.to_entries(conditions_for(ACT_2018)))
                before = shown(floor, cup.affair)
                written = floor.write

                async def full(writing: Writing) -> Receipt:
                    raise StoreFull("no room")

                floor.write = full  # type: ignore[method-assign]
                with pytest.raises(StoreFull):
                    await cup.do(cup.entry("p001"))
                assert shown(floor, cup.affair) == before
                floor.write = written  # type: ignore[method-assign]
                await cup.do(cup.entry("p001"))
                assert cup.account == 100_00
            assert inspect(store).sound

    run(test())


def test_who_may_begin_what(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 1)
            begun = OpenTournament(tournament=CUP, instrument=ACT_2018)
            for by in (DEALER, ANA):
                with pytest.raises(WrongRole):
                    await floor.command_house(begun, by)
                with pytest.raises(WrongRole):
                    await floor.command_house(OpenPromotion(promotion="raffle"), by)
            await floor.command_house(begun, TOM)
            with pytest.raises(Refused, match="there is a 'cup' already"):
                await floor.command_house(begun, OPERATOR)
            for command, said in (
                (OpenTournament(tournament="Big Cup", instrument=ACT_2018), "is not a name"),
                (OpenTournament(tournament="x", instrument="whist"), "instrument: one of"),
                (OpenPromotion(promotion="x", options={"nothing": 1}), "nothing"),
                (FollowAffair(affair=TOURNAMENTS + CUP, transfers=()), "by itself"),
            ):
                with pytest.raises(Refused, match=said):
                    await floor.command_house(command, OPERATOR)
            cup = Cup(floor, hands, ACT_2018)
            document = DocumentConditions(conditions=conditions_for(ACT_2018))
            with pytest.raises(WrongRole):
                await cup.do(document, TOM)
            with pytest.raises(Refused, match="has no account here as operator"):
                await cup.do(document, Person("stranger", Role.OPERATOR))

    run(test())


# --- several processes


@pytest.fixture
def shared(postgresql: Server) -> str:
    return postgresql.empty_database()


def test_two_processes_take_entries_of_one_tournament(shared: str) -> None:
    async def test() -> None:
        hands = Hands()
        with open_store(shared) as first, open_store(shared) as second:
            async with open_floor(first, hands) as one, open_floor(second, hands) as other:
                await people(one, 12)
                here, there = Cup(one, hands, ACT_2018), Cup(other, hands, ACT_2018)
                await here.open()
                await until(lambda: CUP in other.tournaments)
                await here.all(here.to_entries(conditions_for(ACT_2018)))
                entries = [Enter(player=f"p{n:03}", paid=100_00, copy_given=True) for n in _TWELVE]
                await asyncio.gather(
                    *((here if n % 2 else there).do(entry) for n, entry in enumerate(entries))
                )
                with pytest.raises(Refused, match="has entered already"):
                    await there.do(entries[0])
                await there.do(CloseEntries())
                await until(lambda: here.affair.stored == there.affair.stored)
                await until(lambda: one.house.at == other.house.at and here.account == 1_200_00)
                await until(lambda: there.account == 1_200_00)
                assert shown(one, here.affair) == shown(other, there.affair)
            assert inspect(first).sound

    run(test())


_TWELVE = range(1, 13)


# --- what is told


def test_a_stream_resumes_and_tells_everybody_what_is_for_them(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 2)
            cup = Cup(floor, hands, ACT_2018)
            await cup.open()
            await cup.all(cup.to_entries(conditions_for(ACT_2018)))
            looks = watch_affair(floor, cup.affair, ANA, after=cup.affair.stored)
            assert (await anext(looks)).moments == ()  # type: ignore[union-attr]
            for name in ("p001", "p002"):
                await cup.do(cup.entry(name))
            told: list[Moment] = []
            while len(told) < 2:
                look = await anext(looks)
                assert look is not None
                told += look.moments
            assert [[fact.__struct_config__.tag for fact in each.facts] for each in told] == [
                ["entered", "paid"], ["entered"],
            ]  # fmt: skip
            assert look is not None
            assert look.view.paid == 100_00
        async with open_floor(store, hands) as floor:
            cup = Cup(floor, hands, ACT_2018)
            stored = cup.affair.stored
            resumed = await look_at(floor, cup.affair, TOM, after=stored - 2)
            assert [moment.line for moment in resumed.moments] == [stored - 1, stored]
            assert all(len(moment.facts) == 2 for moment in resumed.moments)
            cup.affair.recent.clear()  # what is not at hand is read
            assert await look_at(floor, cup.affair, TOM, after=stored - 2) == resumed

    run(test())


def test_the_commission_is_told_of_conditions_and_acknowledges_it(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 1)
            cup = Cup(floor, hands, ACT_2018)
            await cup.open()
            await cup.all(cup.to_entries(conditions_for(ACT_2018)))
            board = Noticeboard(floor)
            (notice,) = await board.read()
            assert (notice.to, notice.record) == ("commission", TOURNAMENTS + CUP)
            assert (notice.table, notice.is_waiting) == (TOURNAMENTS + CUP, True)
            assert notice.clauses == cup.tournament.law.gate[ConditionsStep.NOTIFIED]
            with pytest.raises(WrongRole):
                await board.acknowledge(notice, TOM)
            await board.acknowledge(notice, INES)
            assert not (await board.read()).get(notice.id).is_waiting  # type: ignore[union-attr]
        told = [event.happened for event in significant_events(store)]
        assert "the commission is told: conditions of a tournament" in [t.what for t in told]
        assert ("a tournament is begun", CUP) in [(t.what, t.subject) for t in told]
        assert EventKind.RULES in [t.kind for t in told]

    run(test())


# --- promotions are kept the same way


class _Asked(msgspec.Struct):
    at: int
    by: str
    role: Role
    command: msgspec.Raw


def _promoted() -> list[_Asked]:
    """What is asked of a promotion from its terms to the prize of its winner, in cash."""
    desk = cases.drawn(cases.worth(cases.CASH, 500_00))
    cash = Payment(method=PaymentMethod.CASH, amount=500_00, payee="ana")
    desk.award(desk.claim("ana"), payments=(cash,))
    entries = (split(line) for line in desk.lines[1:])
    return [msgspec.json.decode(each[1], type=_Asked) for each in entries if each is not None]


def test_a_promotion_pays_cash_from_the_cage_and_opens_again_as_it_was(store: Store) -> None:
    async def test() -> None:
        asked = _promoted()
        hands = Hands(asked[0].at)
        everybody = {each.by: each.role for each in asked}
        async with open_floor(store, hands) as floor:
            await people(floor, 1)
            for name, role in everybody.items():
                await floor.command_house(Enrol(person=name, roles=(role,)), OPERATOR)
            await floor.command_house(OpenPromotion(promotion="spring"), OPERATOR)
        cage = 100_000_000_00 - POCKET
        for each in asked:
            hands.pass_(each.at - hands.at)
            async with open_floor(store, hands) as floor:
                affair = floor.promotions["spring"]
                command = msgspec.json.decode(each.command, type=affair.kind.commands)
                await floor.conduct(affair, command, Person(each.by, each.role))
                before = shown(floor, affair)
            async with open_floor(store, hands) as floor:
                assert shown(floor, floor.promotions["spring"]) == before
                books = floor.house.books
        assert books.held(CAGE) == cage - 500_00
        assert books.held(pocket("ana")) == 500_00
        assert books.held("promotions/spring") == 0
        assert inspect(store).sound

    run(test())


# --- inspection


def test_an_inspector_finds_payments_that_the_books_do_not_have(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 2)
            cup = Cup(floor, hands, CHALLENGE)
            await cup.open()
            await cup.all(cup.to_entries(conditions_for(CHALLENGE)))
            cup.tournament.do(cup.entry("p001"), Person("p001", Role.PLAYER), hands.at)
            await floor.write(Writing(additions=cup.affair.additions))  # without the house

    run(test())
    found = inspect(store)
    (finding,) = found.findings
    assert (finding.fault, finding.record) == (Doubt.OTHER_CHIPS, TOURNAMENTS + CUP)
    assert "1 transfers of 100 by its facts, and 0 transfers of 0 in the books" in finding.text
