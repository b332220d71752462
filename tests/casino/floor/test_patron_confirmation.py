"""Nobody acts for somebody else: what staff do for a patron is confirmed, recorded and told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from tests.casino.floor.cups import TOM, Cup, people
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
    set_up,
    sit_down,
)
from tests.casino.floor.sessions import ONE, playing, the_table
from tests.casino.floor.test_requests import open_by_hand
from tests.tournament.support import ACT_2018, CHALLENGE, conditions_for

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.dealer_steps import DealOn, Prepare
from croupier.casino.floor.patron_approvals import (
    LASTS,
    MOST_WRONG,
    agree,
    approve,
    asked_of,
    find_consents,
    withdraw,
)
from croupier.casino.house.books import pocket
from croupier.casino.house.commands import (
    BuyIn,
    CashOut,
    ConfirmedBy,
    ConfirmForPatron,
    Dealing,
    Enrol,
    IssueChips,
    SetPassword,
)
from croupier.casino.house.house import House
from croupier.casino.patron_acts import NeedsPatron
from croupier.casino.record_names import HOUSE
from croupier.casino.significant_events import EventKind, significant_events
from croupier.casino.store.contract import Addition, Writing
from croupier.casino.store_verification import Doubt, inspect
from croupier.games.blackjack.asks_and_answers import Hit, Stand
from croupier.games.holdem.asks_and_answers import Check, Fold, NoAnswer, OverlookedPlay
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.conduct import AskForRules
from croupier.table.acts.patrons import Arrive, ComeBack, Leave, Sit, StepAway
from croupier.table.acts.turns import RuleOut
from croupier.table_replay import replay
from croupier.tournament.acts.entries import Substitute
from croupier.tournament.state import Status

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.casino.floor import Floor
    from croupier.casino.store.contract import Store

TABLE = "blackjack-2018"
PLACE = f"tables/{TABLE}"
GUS = Person("gus", Role.GAMING_MANAGER)


async def opened(floor: Floor, dealing: Dealing = Dealing.VIRTUAL) -> None:
    await found(floor, more=(GUS,))
    await set_up(floor, TABLE, dealing=dealing)
    await open_by_hand(floor)
    if dealing is Dealing.VIRTUAL:
        await floor.step(TABLE, Prepare(), DEALER)


def held(floor: Floor, person: str = "ana") -> int:
    return floor.house.books.held(pocket(person))


async def by_code(floor: Floor, command: Command, most: int = 0, by: Person = DEALER) -> None:
    """What the dealer does when ana reads a code out."""
    code, _ = await approve(floor, "ana", PLACE, most, "")
    await floor.do(TABLE, command, by, code=code)


async def refused(floor: Floor, command: Command, by: Person = DEALER, **shown: str) -> str:
    """Nobody's word was enough, and nothing happened."""
    before = floor.live(TABLE).stored, floor.live_house.stored, held(floor)
    with pytest.raises(NeedsPatron) as refusal:
        await floor.do(TABLE, command, by, **shown)
    after = floor.live(TABLE).stored, floor.live_house.stored, held(floor)
    assert before == after
    return refusal.value.reason


def told(store: Store) -> list[tuple[str, str, str]]:
    """The significant events about patrons: who, what, and how it was confirmed."""
    return [
        (event.happened.subject, event.happened.what, event.happened.after)
        for event in significant_events(store)
        if event.happened.kind is EventKind.PATRON
    ]


def test_a_dealer_has_no_absent_player_arrive_bring_chips_or_wager(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            reason = await refused(floor, Arrive(player="ana"))
            assert reason.startswith("arrive is for ana to do")
            assert "a code that they read out" in reason
            assert "a second person" in reason
            await floor.do(TABLE, Arrive(player="ana"), ANA)  # as she may herself
            for command in (
                Sit(player="ana", box=1),
                BringChips(player="ana", amount=100_00),
                Leave(player="ana"),
            ):
                await refused(floor, command)
                await refused(floor, command, OPERATOR)
            await floor.do(TABLE, BringChips(player="ana", amount=100_00), ANA)
            await refused(floor, PlaceWager(player="ana", box=1, amount=10_00, wager="main"))
            await bet(floor, TABLE, ANA, 1)
            await refused(floor, PlaceWager(player="ana", box=1, amount=0, wager="main"))
            assert floor.house.done_for == {}
        assert told(store) == []

    run(test())


def test_a_supervisor_cashes_out_no_pocket_but_their_own(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            everything = CashOut(person="ana", amount=10_000_00)
            lines = floor.live_house.stored
            for by in (SUPERVISOR, OPERATOR):
                with pytest.raises(NeedsPatron, match="cash-out is for ana to do"):
                    await floor.command_house(everything, by)
            assert (held(floor), floor.live_house.stored) == (10_000_00, lines)
            code, _ = await approve(floor, "ana", "cage", 4_000_00, "")
            with pytest.raises(NeedsPatron):  # which is more than she said
                await floor.command_house(everything, SUPERVISOR, code=code)
            await floor.command_house(CashOut(person="ana", amount=4_000_00), SUPERVISOR, code=code)
            assert held(floor) == 6_000_00
            await floor.command_house(
                CashOut(person="ana", amount=1_000_00), SUPERVISOR, second="gus"
            )
            await floor.command_house(CashOut(person="ana", amount=5_000_00), ANA)
            assert held(floor) == 0
            (_, first), (_, other) = floor.house.done_for["ana"]
            assert (first.how, first.confirmed_by) == (ConfirmedBy.CODE, "ana")
            assert (other.how, other.confirmed_by) == (ConfirmedBy.SECOND_PERSON, "gus")
        assert told(store) == [
            ("ana", "cash-out by sid for a patron", "confirmed by ana: code"),
            ("ana", "cash-out by sid for a patron", "confirmed by gus: second person"),
        ]

    run(test())


def test_a_supervisor_buys_nobody_in_by_their_own_word(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            bought = BuyIn(person="ana", amount=500_00)
            for by in (SUPERVISOR, OPERATOR):
                with pytest.raises(NeedsPatron, match="buy-in is for ana to do"):
                    await floor.command_house(bought, by)
            assert held(floor) == 10_000_00
            code, _ = await approve(floor, "ana", "cage", 0, "")
            await floor.command_house(bought, SUPERVISOR, code=code)
            await floor.command_house(bought, SUPERVISOR, second="gus")
            await floor.command_house(bought, ANA)
            assert held(floor) == 11_500_00
        assert told(store) == [
            ("ana", "buy-in by sid for a patron", "confirmed by ana: code"),
            ("ana", "buy-in by sid for a patron", "confirmed by gus: second person"),
        ]

    run(test())


def test_nobody_sets_anothers_password_to_act_as_them(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            reset = SetPassword(person="ana")
            await floor.command_house(reset, OPERATOR)  # her first
            with pytest.raises(NeedsPatron, match="set-password is for ana to do"):
                await floor.command_house(reset, OPERATOR)
            code, _ = await approve(floor, "ana", "cage", 0, "")  # to buy chips for her, say
            with pytest.raises(NeedsPatron, match="what ana has approved is something at cage"):
                await floor.command_house(reset, OPERATOR, code=code)
            asked = (await asked_of(floor, "ana"))[-1]
            await agree(floor, "ana", asked.id)
            await floor.command_house(reset, OPERATOR)
            await floor.command_house(reset, OPERATOR, second="sid")
            await floor.command_house(reset, ANA)
            assert [fact.how for _, fact in floor.house.done_for["ana"]] == [
                ConfirmedBy.SESSION, ConfirmedBy.SECOND_PERSON,
            ]  # fmt: skip
        assert unconfirmed(store) == []
        forced(store, HOUSE, reset, OPERATOR, Hands().at)
        (missed,) = unconfirmed(store)
        assert "set-password by operator for ana" in missed

    run(test())


def test_whoever_reads_out_a_code_is_played_for_until_they_act_or_leave(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await opened(floor)
            await by_code(floor, Arrive(player="ana"))
            await refused(floor, BringChips(player="ana", amount=100_00))
            await by_code(floor, BringChips(player="ana", amount=100_00), most=100_00)
            await floor.do(TABLE, Sit(player="ana", box=1), DEALER)
            wager = PlaceWager(player="ana", box=1, amount=10_00, wager="main")
            await floor.do(TABLE, wager, DEALER)
            await floor.do(TABLE, wager_of(20_00), DEALER)
        async with open_floor(store, hands) as floor:  # and after a restart as before it
            await floor.do(TABLE, wager_of(30_00), DEALER)
            await floor.do(TABLE, wager_of(40_00), ANA)  # she has found her telephone
            await refused(floor, wager_of(50_00))
        async with open_floor(store, hands) as floor:
            await refused(floor, wager_of(50_00))
            await floor.do(TABLE, wager_of(0), ANA)
            await floor.do(TABLE, Leave(player="ana"), ANA)
            await floor.do(TABLE, Arrive(player="ana"), ANA)
            await refused(floor, Sit(player="ana", box=1))
        assert [each[1] for each in told(store)] == [
            "arrive by dora for a patron", "bring-chips by dora for a patron",
        ]  # fmt: skip

    run(test())


def wager_of(amount: int) -> PlaceWager:
    return PlaceWager(player="ana", box=1, amount=amount, wager="main")


def test_decisions_are_for_whom_they_are_about(sqlite: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await opened(floor)
            await sit_down(floor, TABLE, ANA, 1)
            await bet(floor, TABLE, ANA, 1)
            await floor.do(TABLE, NoMoreBets(), DEALER)
            await floor.step(TABLE, DealOn(), DEALER)
            live = floor.live(TABLE)
            for answer in (Hit(box=1), Stand(box=1)):
                if live.table.check(answer, DEALER, hands.at) is None:
                    await refused(floor, answer)
                    await refused(floor, answer, SUPERVISOR)
            await floor.do(TABLE, AskForRules(player="ana"), DEALER)  # which takes nothing of hers

    run(test())


def test_nobody_with_a_wager_is_taken_for_absent_before_the_time_is_over(sqlite: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await opened(floor)
            await sit_down(floor, TABLE, ANA, 1)
            away = StepAway(player="ana")
            await floor.do(TABLE, away, DEALER)  # who has nothing to lose by it
            await bet(floor, TABLE, ANA, 1)  # and by this is there again
            assert floor.live(TABLE).table.patrons.away == set()
            await refused(floor, away)
            await floor.do(TABLE, NoMoreBets(), DEALER)
            await floor.step(TABLE, DealOn(), DEALER)
            assert floor.live(TABLE).table.game.asking(floor.live(TABLE).table) is not None
            await refused(floor, away)
            hands.pass_(floor.live(TABLE).set_up.command.pace.decision + 1)
            await floor.do(TABLE, away, DEALER)
            assert floor.house.done_for == {}

    run(test())


def test_no_hand_of_holdem_is_folded_by_saying_that_somebody_refuses(sqlite: Store) -> None:
    async def test() -> None:
        hands, table = Hands(), "holdem"
        async with open_floor(sqlite, hands) as floor:
            await found(floor)
            await set_up(floor, table)
            await sit_down(floor, table, ANA, 1)
            await bet(floor, table, ANA, 1)
            hands.pass_(60_000)
            await floor.tick(floor.live(table))
            live = floor.live(table)
            assert live.table.game.asking(live.table) is not None
            lines = live.stored
            for word in (
                NoAnswer(box=1, refuses=True),
                StepAway(player="ana"),
                OverlookedPlay(box=1, amount=35_00),
                Fold(box=1),
            ):
                with pytest.raises(NeedsPatron, match="is for ana to do"):
                    await floor.do(table, word, DEALER)
            assert live.stored == lines
            await floor.do(table, Check(box=1), ANA)

    run(test())


def test_whoever_is_played_for_stays_so_when_they_were_away(sqlite: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await opened(floor)
            await by_code(floor, Arrive(player="ana"))
            await by_code(floor, BringChips(player="ana", amount=100_00), most=100_00)
            await floor.do(TABLE, StepAway(player="ana"), DEALER)
            await floor.do(TABLE, ComeBack(player="ana"), DEALER)
            await floor.do(TABLE, Sit(player="ana", box=1), DEALER)
            await floor.do(TABLE, Leave(player="ana"), DEALER)
            await refused(floor, Arrive(player="ana"))
        async with open_floor(sqlite, hands) as floor:
            await refused(floor, Arrive(player="ana"))

    run(test())


def test_when_the_time_for_an_answer_is_over_the_dealer_goes_on(sqlite: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await opened(floor)
            await sit_down(floor, TABLE, ANA, 1)
            await bet(floor, TABLE, ANA, 1)
            await floor.do(TABLE, NoMoreBets(), DEALER)
            await floor.step(TABLE, DealOn(), DEALER)
            asking = floor.live(TABLE).table.game.asking(floor.live(TABLE).table)
            assert asking is not None
            hands.pass_(floor.live(TABLE).set_up.command.pace.decision + 1)
            await floor.do(TABLE, asking.overdue[0], DEALER)

    run(test())


def test_whoever_has_no_account_is_represented_by_staff(sqlite: Store) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await opened(floor, Dealing.REAL)
            before = dict(floor.house.books.places)
            for command in (
                Arrive(player="the man in the hat"),
                Sit(player="the man in the hat", box=2),
                Leave(player="the man in the hat"),
            ):
                await floor.do(TABLE, command, DEALER)
            assert dict(floor.house.books.places) == before

    run(test())


# --- codes


def test_a_code_is_for_one_act_of_one_patron_at_one_place_for_two_minutes(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await opened(floor)
            arrive = Arrive(player="ana")
            code, until = await approve(floor, "ana", PLACE, 0, "")
            assert len(code) == 6
            assert until == hands.at + LASTS
            await refused(floor, Arrive(player="ben"), code=code)  # another's
            hands.pass_(LASTS + 1)
            assert "wrong or holds no longer" in await refused(floor, arrive, code=code)  # expired
            code, _ = await approve(floor, "ana", "cage", 0, "")
            await refused(floor, arrive, code=code)  # for another place
            older, _ = await approve(floor, "ana", PLACE, 0, "")
            code = older
            while code == older:
                code, _ = await approve(floor, "ana", PLACE, 0, "")
            await refused(floor, arrive, code=older)  # there is another since
            await floor.do(TABLE, arrive, DEALER, code=code)
            await refused(floor, BringChips(player="ana", amount=1_00), code=code)  # used up
            code, _ = await approve(floor, "ana", PLACE, 99, "")
            await refused(floor, BringChips(player="ana", amount=1_00), code=code)  # too much
            await withdraw(floor, "ana")
            await refused(floor, BringChips(player="ana", amount=99), code=code)  # withdrawn
            code, _ = await approve(floor, "ana", PLACE, 99, "")
            await floor.do(TABLE, BringChips(player="ana", amount=99), DEALER, code=code)

    run(test())


def test_whoever_guesses_has_three_attempts_and_is_reported(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            code, _ = await approve(floor, "ana", PLACE, 0, "")
            wrong = "000000" if code != "000000" else "111111"
            for _ in range(MOST_WRONG):
                with pytest.raises(NeedsPatron):
                    await floor.do(TABLE, Arrive(player="ana"), DEALER, code=wrong)
            with pytest.raises(NeedsPatron):  # nobody guesses on, and the code itself is gone
                await floor.do(TABLE, Arrive(player="ana"), DEALER, code=code)
            assert floor.live(TABLE).table.patrons.arrived == []
        (event,) = told(store)
        assert event[:2] == ("ana", "wrong codes")

    run(test())


def test_a_code_used_twice_at_once_is_used_once(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            code, _ = await approve(floor, "ana", "cage", 1_000_00, "")
            out = CashOut(person="ana", amount=1_000_00)
            done = await asyncio.gather(
                *(floor.command_house(out, SUPERVISOR, code=code) for _ in range(5)),
                return_exceptions=True,
            )
            assert sum(isinstance(each, NeedsPatron) for each in done) == 4
            assert held(floor) == 9_000_00

    run(test())


def test_asking_again_under_one_key_needs_the_code_no_more(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            code, _ = await approve(floor, "ana", PLACE, 0, "")
            arrive = Arrive(player="ana")
            first = await floor.do(TABLE, arrive, DEALER, "k1", code=code)
            again = await floor.do(TABLE, arrive, DEALER, "k1")
            assert (again.body, again.repeated) == (first.body, True)
            assert len(floor.house.done_for["ana"]) == 1

    run(test())


def test_a_code_may_be_for_one_kind_of_act_only(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            await floor.do(TABLE, Arrive(player="ana"), ANA)
            code, _ = await approve(floor, "ana", PLACE, 50_00, "", "bring-chips")
            for other in (Sit(player="ana", box=1), Leave(player="ana")):
                said = await refused(floor, other, code=code)
                assert said.startswith(f"what ana has approved is bring-chips at {PLACE}")
            await floor.do(TABLE, BringChips(player="ana", amount=50_00), DEALER, code=code)
            for place, act in ((PLACE, "fold"), (PLACE, "step-away"), ("cage", "set-password")):
                with pytest.raises(Refused, match="act: one of "):
                    await approve(floor, "ana", place, 0, "", act)

    run(test())


def test_what_staff_ask_for_stands_for_two_minutes_and_is_let_for_two(store: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(store, hands) as floor:
            await opened(floor)
            arrive = Arrive(player="ana")
            await refused(floor, arrive)
            (asked,) = await asked_of(floor, "ana")
            hands.pass_(LASTS + 1)
            assert await asked_of(floor, "ana") == []
            assert await agree(floor, "ana", asked.id) is None
            await refused(floor, arrive)
            (asked,) = await asked_of(floor, "ana")
            assert await agree(floor, "ben", asked.id) is None
            assert await agree(floor, "ana", asked.id) == hands.at + LASTS
            assert await asked_of(floor, "ana") == []
            hands.pass_(LASTS + 1)
            await refused(floor, arrive)
            (asked,) = await asked_of(floor, "ana")
            await agree(floor, "ana", asked.id)
            await refused(floor, arrive, SUPERVISOR)
            await floor.do(TABLE, arrive, DEALER)
            assert [fact.how for _, fact in floor.house.done_for["ana"]] == [ConfirmedBy.SESSION]

    run(test())


# --- approvals of one person, and second persons


def test_who_is_approved_by_name_needs_no_code_and_nobody_else_has_it(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            code, _ = await approve(floor, "ana", PLACE, 0, "dora")
            assert code == ""
            await refused(floor, Arrive(player="ana"), SUPERVISOR)
            await refused(floor, Arrive(player="ana"), SUPERVISOR, code="")
            await floor.do(TABLE, Arrive(player="ana"), DEALER)
            assert [fact.how for _, fact in floor.house.done_for["ana"]] == [ConfirmedBy.SESSION]
            for staff in ("ana", "ben", "nobody"):
                with pytest.raises(Refused, match="nobody on the staff"):
                    await approve(floor, "ana", PLACE, 0, staff)
            with pytest.raises(Refused, match="place: cage, or a table"):
                await approve(floor, "ana", "tables/none", 0, "")

    run(test())


def test_a_second_person_is_another_and_a_supervisor_or_above(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            arrive = Arrive(player="ana")
            reason = await refused(floor, arrive, SUPERVISOR, second="dora")
            assert "dora is none of these" in reason
            assert "none of these" in await refused(floor, arrive, DEALER, second="ben")
            assert "somebody else" in await refused(floor, arrive, SUPERVISOR, second="sid")
            await floor.do(TABLE, arrive, DEALER, second="sid")
            (_, fact) = floor.house.done_for["ana"][-1]
            assert (fact.asked_by, fact.confirmed_by) == ("dora", "sid")
            confirm = ConfirmForPatron(
                person="ben", act="arrive", record=PLACE, line=9, asked_by="dora",
                how=ConfirmedBy.SECOND_PERSON,
            )  # fmt: skip
            with pytest.raises(Refused, match="comes with it"):
                await floor.command_house(confirm, SUPERVISOR)

    run(test())


def test_what_the_rules_refuse_is_said_first_and_uses_nothing_up(store: Store) -> None:
    async def test() -> None:
        async with open_floor(store, Hands()) as floor:
            await opened(floor)
            code, _ = await approve(floor, "ana", PLACE, 0, "")
            with pytest.raises(Refused, match="not at the table") as refusal:
                await floor.do(TABLE, Sit(player="ana", box=1), DEALER, code=code)
            assert not isinstance(refusal.value, NeedsPatron)
            await floor.do(TABLE, Arrive(player="ana"), DEALER, code=code)

    run(test())


def test_a_director_enters_nobody_and_seats_nobody_without_them(sqlite: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await people(floor, 3)
            cup = Cup(floor, hands, ACT_2018)
            await cup.open()
            await cup.all(cup.to_entries(conditions_for(ACT_2018)))
            entry, before = cup.entry("p001"), held(floor, "p001")
            with pytest.raises(NeedsPatron, match="enter is for p001 to do"):
                await floor.conduct(cup.affair, entry, TOM)
            assert held(floor, "p001") == before
            code, _ = await approve(floor, "p001", cup.affair.record, entry.paid, "")
            await floor.conduct(cup.affair, entry, TOM, code=code)
            assert held(floor, "p001") == before - entry.paid
            await floor.conduct(cup.affair, cup.entry("p002"), Person("p002", Role.PLAYER))
            assert list(floor.house.done_for) == ["p001"]

    run(test())


def test_wrong_codes_of_one_patron_leave_others_alone(sqlite: Store) -> None:
    async def test() -> None:
        async with open_floor(sqlite, Hands()) as floor:
            await opened(floor)
            code, _ = await approve(floor, "ana", PLACE, 0, "")
            other, _ = await approve(floor, "ben", PLACE, 0, "")
            for _ in range(MOST_WRONG):
                await find_consents(floor, ["ben"], DEALER, "no code")
            await floor.do(TABLE, Arrive(player="ana"), DEALER, code=code)
            assert await find_consents(floor, ["ben"], DEALER, other) == {}
            await floor.do(TABLE, Arrive(player="ben"), BEN)

    run(test())


def test_a_substitute_takes_the_word_of_both(sqlite: Store) -> None:
    async def test() -> None:
        hands = Hands()
        async with open_floor(sqlite, hands) as floor:
            await people(floor, 3)
            cup = Cup(floor, hands, CHALLENGE)
            await cup.take_entries(2)
            instead = Substitute(
                player="p003", instead_of="p001", copy_given=True, agreed=True, paid=100_00
            )
            with pytest.raises(NeedsPatron, match="substitute is for p003 and p001 to do"):
                await floor.conduct(cup.affair, instead, TOM)
            for who, missing in (("p003", "p001"), ("p001", "")):
                (asked,) = await asked_of(floor, who)
                await agree(floor, who, asked.id)
                if missing:  # one of them is not enough
                    with pytest.raises(NeedsPatron, match=f"substitute is for {missing} to do"):
                        await floor.conduct(cup.affair, instead, TOM)
            await floor.conduct(cup.affair, instead, TOM)
            assert cup.tournament.entrants["p001"].status is Status.REPLACED
            told = {
                who: [fact.how for _, fact in done] for who, done in floor.house.done_for.items()
            }
            assert told["p003"] == [ConfirmedBy.SESSION]
            assert told["p001"][-1] is ConfirmedBy.SESSION

    run(test())


def test_nobody_is_held_to_a_wager_in_a_tournament_before_the_time(sqlite: Store) -> None:
    async def test() -> None:
        async with playing(sqlite, ACT_2018, 2, **ONE) as cup:
            live = the_table(cup)
            table = live.set_up.command.table
            (late,) = live.table.patrons.arrived[:1]
            stored, words = live.stored, (RuleOut(player=late), StepAway(player=late))
            for word in words:
                by = TOM if word is words[0] else DEALER
                assert live.table.check(word, by, cup.hands.at) is None
                with pytest.raises(NeedsPatron):
                    await cup.floor.do(table, word, by)
            assert live.stored == stored
            await cup.floor.do(table, words[1], Person(late, Role.PLAYER))

    run(test())


# --- inspections


def forced(store: Store, record: str, command: Command, by: Person, at: int) -> None:
    """A line as a program wrote it that asked nobody."""
    lines: list[bytes] = []
    if record == HOUSE:
        house = House.restore(list(store.lines(HOUSE)))
        house.keep = lines.append
        house.do(command, by, at)
        before = house.length - 1
    else:
        table = replay(list(store.lines(record))).table
        table.record.keep = lines.append
        table.do(command, by, at)
        before = table.length - 1
    store.add(Writing(additions=(Addition(record, before, tuple(lines)),)))


def unconfirmed(store: Store) -> list[str]:
    found = inspect(store)
    assert all(each.sound for each in found.records)
    return [str(each) for each in found.findings if each.fault == Doubt.UNCONFIRMED]


def test_an_inspection_names_what_nobody_confirmed(store: Store) -> None:
    hands, record = Hands(), f"{PLACE}/1"

    async def an_evening() -> None:
        async with open_floor(store, hands) as floor:
            await opened(floor)
            await by_code(floor, Arrive(player="ana"))
            await by_code(floor, BringChips(player="ana", amount=100_00), most=100_00)
            await floor.do(TABLE, Sit(player="ana", box=1), DEALER)
            await floor.do(TABLE, wager_of(10_00), DEALER)
            await floor.do(TABLE, Arrive(player="the man in the hat"), DEALER)
            await sit_down(floor, TABLE, BEN, 2)
            await bet(floor, TABLE, BEN, 2)
            await floor.do(TABLE, NoMoreBets(), DEALER)
            await floor.step(TABLE, DealOn(), DEALER)
            hands.pass_(floor.live(TABLE).set_up.command.pace.decision + 1)
            asking = floor.live(TABLE).table.game.asking(floor.live(TABLE).table)
            assert asking is not None
            await floor.do(TABLE, asking.overdue[0], DEALER)
            out = CashOut(person="ana", amount=5_00)
            await floor.command_house(out, SUPERVISOR, second="gus")

    run(an_evening())
    assert unconfirmed(store) == []  # all of it was, or took none
    lines = len(list(store.lines(record)))
    forced(store, record, Arrive(player="chloe"), DEALER, hands.at)
    forced(store, HOUSE, CashOut(person="ben", amount=1_00), SUPERVISOR, hands.at)
    forced(store, record, BringChips(player="ana", amount=1_00), DEALER, hands.at)
    house = len(list(store.lines(HOUSE)))
    lacks = "took the patron's word or a second person, and has neither"
    assert unconfirmed(store) == [
        f"house: line {house}: cash-out by sid for ben {lacks}",
        f"{record}: line {lines + 1}: arrive by dora for chloe {lacks}",
        f"{record}: line {lines + 2}: bring-chips by dora for ana {lacks}",
    ]


def test_nothing_is_missed_in_a_house_from_before_until_it_asks(store: Store) -> None:
    hands, lines = Hands(), list[bytes]()
    house = House("house", lines.append, asks_patrons=False)
    for person in (OPERATOR, ANA, SUPERVISOR):
        house.do(Enrol(person=person.name, roles=(person.role,)), OPERATOR, hands.at)
    house.do(IssueChips(amount=100_00), OPERATOR, hands.at)
    house.do(BuyIn(person="ana", amount=50_00), SUPERVISOR, hands.at)
    store.add(Writing(additions=(Addition(HOUSE, 0, tuple(lines)),)))
    assert b"asks_patrons" not in lines[0]
    assert unconfirmed(store) == []

    async def open_again() -> None:
        async with open_floor(store, hands) as floor:
            assert floor.house.asks_patrons
            assert held(floor) == 50_00
            assert floor.house.done_for == {}
        async with open_floor(store, hands):
            pass

    run(open_again())
    asked = [line for line in store.lines(HOUSE) if b'"ask-patrons"' in line]
    assert len(asked) == 1
    assert unconfirmed(store) == []
    forced(store, HOUSE, BuyIn(person="ana", amount=1_00), SUPERVISOR, hands.at)
    (missed,) = unconfirmed(store)
    assert "buy-in by sid for ana" in missed
