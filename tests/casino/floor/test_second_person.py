"""Overrides on a floor that wants a second person: at tables, in affairs, and in the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.cups import Cup, example, people
from tests.casino.floor.floors import (
    ANA,
    BEN,
    DEALER,
    OPERATOR,
    SUPERVISOR,
    Hands,
    bet,
    found,
    open_floor,
    run,
    seen,
    set_up,
    sit_down,
)
from tests.casino.floor.players import QUICK, play_on
from tests.casino.floor.test_requests import Full
from tests.tournament.support import BACCARAT

from croupier.aggregate.record import Entry
from croupier.aggregate.record_lines import split
from croupier.aggregate.roles import Person, Role, WrongRole
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.books import pocket
from croupier.casino.house.commands import (
    Confirm,
    Enrol,
    IssueChips,
    RequireSecondPerson,
    SetPassword,
)
from croupier.casino.house.house import read_entry
from croupier.casino.override_commands import Unconfirmed
from croupier.casino.record_names import HOUSE
from croupier.casino.store import open_store
from croupier.casino.store.contract import StoreFull
from croupier.casino.store_verification import Doubt, inspect
from croupier.rulebook.citations import Refused
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.voiding import Invalidate, VoidRound
from croupier.table.facts import RoundVoided
from croupier.tournament.acts.prizes import CancelTournament
from croupier.tournament.state import TournamentPhase

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.store.contract import Store

TABLE = "blackjack-2018"
OTTO = Person("otto", Role.OPERATOR)
GUS = Person("gus", Role.GAMING_MANAGER)
VOID = VoidRound(ground="fraud", reason="a marked card")


async def want_two(floor: Floor) -> None:
    await floor.command_house(RequireSecondPerson(required=True), OPERATOR)


async def in_play(floor: Floor) -> LiveTable:
    """A table with a round that ana is in."""
    await found(floor, more=(OTTO, GUS))
    await set_up(floor, TABLE)
    await sit_down(floor, TABLE, ANA, 1)
    await bet(floor, TABLE, ANA, 1)
    await floor.ready(TABLE, ANA)
    live = floor.live(TABLE)
    assert live.table.in_play
    return live


def told(store: Store, after: int = 1) -> list[Entry]:
    """What the house's record tells after a line."""
    bodies = [parts[1] for line in store.lines(HOUSE, after) if (parts := split(line))]
    return [read_entry(body) for body in bodies]


def last(store: Store) -> Entry:
    return told(store)[-1]


def must_be_sound(store: Store) -> None:
    inspected = inspect(store)
    assert inspected.sound, [str(each) for each in inspected.findings]


# --- at a table


def test_where_nobody_wants_it_one_person_is_enough(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            live = await in_play(floor)
            lines = floor.live_house.stored
            await floor.do(TABLE, VOID, SUPERVISOR)
            assert live.table.rounds[-1].void
            assert floor.live_house.stored == lines

    run(test())


def test_a_round_is_void_by_two_and_the_record_says_who_confirmed_it(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            live = await in_play(floor)
            await want_two(floor)
            before = seen(live, None), live.stored, floor.house.head
            for second, said in (
                (None, "void-round is an override: a second person has to confirm it"),
                ("sid", "sid asks for void-round: somebody else has to confirm it"),
                ("dora", "gaming-shift-manager or operator, and dora is none of these"),
                ("nobody", "nobody is none of these"),
            ):
                with pytest.raises(Unconfirmed, match=said) as refused:
                    await floor.do(TABLE, VOID, SUPERVISOR, "key", second)
                assert refused.value.needs is Role.SUPERVISOR
                assert (seen(live, None), live.stored, floor.house.head) == before
            line = live.stored + 1
            done = await floor.do(TABLE, VOID, SUPERVISOR, "key", "gus")
            assert live.table.rounds[-1].void
            entry = last(store)
            assert (entry.by, entry.role) == ("gus", Role.GAMING_MANAGER)
            assert entry.command == Confirm(
                override="void-round", record=live.record, line=line, asked_by="sid",
                needs=Role.SUPERVISOR,
            )  # fmt: skip
            assert b'"do":"void-round"' in next(store.lines(live.record, line - 1))
            again = await floor.do(TABLE, VOID, SUPERVISOR, "key")  # who asks again needs nobody
            assert (again.body, again.repeated) == (done.body, True)
            assert last(store) == entry
        must_be_sound(store)
        async with open_floor(store, Hands()) as floor:
            assert floor.house.second_person
            assert floor.live(TABLE).table.rounds[-1].void

    run(test())


def test_both_lines_are_one_writing(store: Store) -> None:
    """In whatever order tables are stored, nobody ever sees the one without the other."""

    async def test() -> None:
        full = Full(store)
        async with open_floor(full, Hands()) as floor:  # type: ignore[arg-type]
            live = await in_play(floor)
            await want_two(floor)
            before = seen(live, None), live.stored, floor.house.head
            full.full = True
            with pytest.raises(StoreFull):
                await floor.do(TABLE, VOID, SUPERVISOR, "key", "gus")
            assert (seen(live, None), live.stored, floor.house.head) == before
            full.full = False
            await step_away(floor)
            assert not isinstance(last(store).command, Confirm)  # nor with what is done next
            position = store.last_position()
            await floor.do(TABLE, VOID, SUPERVISOR, "key", "gus")
            records = [each.record for each in store.journal(position)]
            assert records == [live.record] * (len(records) - 1) + [HOUSE]
        must_be_sound(store)

    run(test())


async def step_away(floor: Floor, second: str | None = None) -> None:
    """Something of the normal course."""
    await floor.do(TABLE, StepAway(player="ana"), ANA, second=second)


def test_what_the_rules_say_comes_first(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await found(floor, more=(OTTO, GUS))
            await set_up(floor, TABLE)
            await want_two(floor)
            for second in (None, "gus"):
                with pytest.raises(Refused, match="no round is in progress") as refused:
                    await floor.do(TABLE, VOID, SUPERVISOR, second=second)
                assert not isinstance(refused.value, Unconfirmed)
                with pytest.raises(WrongRole):
                    await floor.do(TABLE, VOID, DEALER, second=second)
                with pytest.raises(WrongRole):
                    await floor.command_house(IssueChips(amount=1), SUPERVISOR, second=second)

    run(test())


def test_nobody_confirms_by_itself(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await in_play(floor)
            await want_two(floor)
            confirm = Confirm(
                override="issue-chips", record=HOUSE, line=floor.house.length + 2,
                asked_by="operator", needs=Role.OPERATOR,
            )  # fmt: skip
            with pytest.raises(Refused, match="comes with it"):
                await floor.command_house(confirm, OTTO)

    run(test())


def test_who_is_dismissed_confirms_nothing(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await in_play(floor)
            await floor.command_house(Enrol(person="idle", roles=()), OPERATOR)
            await want_two(floor)
            with pytest.raises(Unconfirmed, match="idle is none of these"):
                await floor.do(TABLE, VOID, SUPERVISOR, second="idle")

    run(test())


def test_a_confirmation_that_nobody_wants_is_in_the_record_all_the_same(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await in_play(floor)
            lines = floor.live_house.stored
            await step_away(floor, "gus")
            assert floor.live_house.stored == lines  # of what is no override there is none
            await floor.do(TABLE, VOID, SUPERVISOR, second="gus")
            assert isinstance(last(store).command, Confirm)
        must_be_sound(store)

    run(test())


# --- the house


def test_a_command_of_the_house_is_confirmed_on_the_line_before_it_with_what_goes_into_the_safe(
    store: Store,
) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await in_play(floor)
            await floor.command_house(SetPassword(person="ana"), OPERATOR, safe={"proof": b"old"})
            await want_two(floor)
            command, head = SetPassword(person="ana"), floor.house.head
            for second in (None, "operator", "gus"):
                with pytest.raises(Unconfirmed):
                    await floor.command_house(command, OPERATOR, "key", {"proof": b"new"}, second)
            assert (floor.house.head, store.safe("proof")) == (head, b"old")
            done = await floor.command_house(command, OPERATOR, "key", {"proof": b"new"}, "otto")
            assert store.safe("proof") == b"new"
            again = await floor.command_house(command, OPERATOR, "key", {"proof": b"newer"})
            assert (again.body, again.repeated) == (done.body, True)
            assert store.safe("proof") == b"new"
            assert done.read()["line"] == floor.live_house.stored
        must_be_sound(store)

    run(test())


# --- affairs


def test_a_tournament_is_called_off_by_two_and_everybody_has_their_money_back(
    store: Store,
) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 4, more=(OTTO, GUS))
            cup = Cup(floor, hands, BACCARAT)
            await cup.take_entries(4, example(BACCARAT, minimum_players=2))
            await want_two(floor)
            off, account = CancelTournament(reason="the hall is flooded"), cup.account
            assert account > 0
            for second in (None, "operator", "gus", "tom"):
                with pytest.raises(Unconfirmed):
                    await floor.conduct(cup.affair, off, OPERATOR, "key", second)
                assert (cup.account, cup.tournament.phase) == (account, TournamentPhase.SEATING)
            await floor.conduct(cup.affair, off, OPERATOR, "key", "otto")
            assert (cup.account, cup.tournament.phase) == (0, TournamentPhase.CANCELLED)
            assert floor.house.books.held(pocket("p001")) == 1_000_00
            both = told(store, floor.live_house.stored - 2)
            assert [entry.by for entry in both] == ["otto", "croupier"]
        must_be_sound(store)

    run(test())


def test_a_round_of_a_tournament_is_void_by_two(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await people(floor, 4, more=(OTTO, GUS))
            await floor.command_house(Enrol(person="sid", roles=(Role.SUPERVISOR,)), OPERATOR)
            await want_two(floor)
            cup = Cup(floor, hands, "act-blackjack-2018", pace=QUICK)
            terms = {"sessions": [{"name": "final", "rounds": 2, "seats": 4}]}
            conditions = example("act-blackjack-2018", minimum_players=2, **terms)
            await cup.take_entries(4, conditions)
            await cup.seat()

            def live() -> LiveTable:
                return tables_of(floor, cup.name)[0]

            await play_on(
                cup,
                lambda name: 50_00,
                lambda: bool(tables_of(floor, cup.name)) and live().table.in_play,
            )
            table, recorded = live(), len(cup.tournament.entries)
            gone = Invalidate(disturbance="a fire")
            name = table.set_up.command.table
            with pytest.raises(Unconfirmed):
                await floor.do(name, gone, SUPERVISOR)
            assert table.table.in_play
            line = table.stored + 1
            await floor.do(name, gone, SUPERVISOR, "key", "gus")
            assert any(isinstance(fact, RoundVoided) for fact in table.table.facts)
            assert len(cup.tournament.entries) > recorded  # which was told of it
            (entry,) = [each for each in told(store) if isinstance(each.command, Confirm)]
            assert isinstance(entry.command, Confirm)
            assert (entry.by, entry.command.record, entry.command.line) == (
                "gus", table.record, line,
            )  # fmt: skip
            assert (await floor.do(name, gone, SUPERVISOR, "key")).repeated
        must_be_sound(store)

    with open_store(str(tmp_path / "casino.db")) as store:
        run(test(store))


# --- what an inspection finds


def test_an_override_that_nobody_confirmed_is_found(store: Store) -> None:
    """As if a program had been served that asks nobody."""

    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            live = await in_play(floor)
            await floor.do(TABLE, VOID, SUPERVISOR)  # when one person was enough
            await want_two(floor)
            must_be_sound(store)
            floor.house.second_person = False
            await sit_down(floor, TABLE, BEN, 2)
            await bet(floor, TABLE, BEN, 2)
            hands.pass_(5_000)  # ana has not wagered
            await floor.ready(TABLE, BEN)
            assert live.table.in_play
            line = live.stored + 1
            await floor.do(TABLE, VOID, SUPERVISOR)
            (finding,) = inspect(store).findings
            assert (finding.fault, finding.record, finding.line) == (
                Doubt.UNCONFIRMED, live.record, line,
            )  # fmt: skip
            assert "void-round by sid took a second person" in finding.text

    run(test())
