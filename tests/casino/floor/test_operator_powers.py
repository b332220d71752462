"""Powers that the rules give to the casino operator are exercised by whom the operator names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.floors import (
    ANA,
    OPERATOR,
    SUPERVISOR,
    Hands,
    found,
    open_floor,
    run,
    set_up,
    sit_down,
)

from croupier.aggregate.roles import Role, WrongRole, who_may
from croupier.casino.floor.views import look
from croupier.casino.house.commands import Dealing, DelegatePower
from croupier.casino.opening_and_closing import opening_of
from croupier.casino.operator_powers import powers, powers_by_command
from croupier.game_rules import game_of
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import instruments, load
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.voiding import Exclude
from croupier.table.views import FloorView

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store

EXCLUDE = Exclude(player="ana", reason="took chips away")


def test_each_power_names_commands_that_go_by_its_clauses() -> None:
    for id in instruments():
        book = load(id)
        kinds = {str(kind.__struct_config__.tag): kind for kind in game_of(id).acts}
        for tag, power in powers_by_command(book).items():
            act = game_of(id).acts[kinds[tag]]
            assert act.needs in who_may(Role.DEALER), (id, tag)
            assert all(book.clause(clause) for clause in power.clauses)


@pytest.mark.parametrize(
    ("instrument", "command", "power"),
    [
        ("act-mini-baccarat-2016", "introduce-pre-shuffled", "change-cards"),
        ("act-mini-baccarat-2016", "rule-on-round", "decide-disputes"),
        ("act-ultimate-texas-holdem-2025", "let-stand", "decide-disputes"),
        ("act-ultimate-texas-holdem-2025", "level-wagers", "decide-disputes"),
        ("act-ultimate-texas-holdem-2025", "players-card-shown", "decide-disputes"),
        ("act-ultimate-texas-holdem-2025", "sanction-collusion", "sanction-collusion"),
    ],
)
def test_no_other_command_exercises_a_power_past_the_role_that_holds_it(
    instrument: str, command: str, power: str
) -> None:
    """Each of them decides what the operator alone may decide, under another name."""
    assert powers_by_command(load(instrument))[command].name == power


@pytest.mark.clause("06:16.2", "06:16.2(b)", "18:16.2", "18:16.2(b)", "bac:14.2", "bac:14.2(b)")
def test_a_power_of_the_operator_is_exercised_from_the_role_that_holds_it(sqlite: Store) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await found(floor)
            tables = ["blackjack-2018", "blackjack-2006", "baccarat"]
            for table in tables:
                await set_up(floor, table, dealing=Dealing.REAL)
                papers = opening_of(floor.live(table).table, "CR 7", floor.clock(), 100_00)
                await floor.do(table, papers, SUPERVISOR)
                await sit_down(floor, table, ANA, 1, chips=10_00)
                breach = RecordBreach(person="ana", clause="4.3", what="took chips away")
                if table == "baccarat":
                    breach = RecordBreach(person="ana", clause="4.2", what="took chips away")
                await floor.do(table, breach, SUPERVISOR)
            assert floor.house.holder_of("exclude-players") is Role.SUPERVISOR
            assert not floor.is_delegated("exclude-players")
            said = DelegatePower(power="exclude-players", role=Role.SUPERVISOR)
            await floor.command_house(said, OPERATOR)  # as by default, and now on record
            assert floor.is_delegated("exclude-players")
            with pytest.raises(Refused, match="is with supervisor already"):
                await floor.command_house(said, OPERATOR)
            given = DelegatePower(power="exclude-players", role=Role.OPERATOR)
            with pytest.raises(Refused, match="operator"):
                await floor.command_house(given, SUPERVISOR)
            await floor.command_house(given, OPERATOR)
            with pytest.raises(Refused, match="is with operator already"):
                await floor.command_house(given, OPERATOR)
            for table in tables:
                with pytest.raises(WrongRole, match="exclude-players takes an operator") as why:
                    await floor.do(table, EXCLUDE, SUPERVISOR)
                rule = "14.2" if table == "baccarat" else "16.2"
                assert why.value.clauses == (rule, f"{rule}(b)")
                view = (await look(floor, table, SUPERVISOR)).view
                assert isinstance(view, FloorView)
                assert not any(isinstance(each, Exclude) for each in view.legal)
            back = DelegatePower(power="exclude-players", role=Role.SUPERVISOR)
            await floor.do(tables[0], EXCLUDE, OPERATOR)
            await floor.command_house(back, OPERATOR)
            for table in tables[1:]:
                await floor.do(table, EXCLUDE, SUPERVISOR)
            assert floor.house.holder_of("exclude-players") is Role.SUPERVISOR

    run(test())


def test_a_power_is_never_given_below_the_role_that_the_program_asks_for(sqlite: Store) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await found(floor)
            for power, role in (
                ("exclude-players", Role.DEALER),
                ("exclude-players", Role.PLAYER),
                ("exclude-players", Role.TOURNAMENT_DIRECTOR),
            ):
                with pytest.raises(Refused, match=f"role: {role} is not one of supervisor"):
                    await floor.command_house(DelegatePower(power=power, role=role), OPERATOR)
            with pytest.raises(Refused, match="is not one of determine-play, change-cards"):
                await floor.command_house(
                    DelegatePower(power="everything", role=Role.OPERATOR), OPERATOR
                )
            for each in powers():
                wanted = Role.OPERATOR if each.needs is not Role.OPERATOR else None
                if wanted:
                    facts = await floor.command_house(
                        DelegatePower(power=each.name, role=wanted), OPERATOR
                    )
                    assert facts
                assert floor.house.holder_of(each.name) is Role.OPERATOR

    run(test())
