"""Promotions on the floor: nothing is lost by a restart, and nothing is forged unnoticed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.floors import Hands, open_floor, run
from tests.casino.forgers import Forger, rehashed
from tests.fairness.support import chain_of
from tests.promotion.cases import (
    ANA,
    BOB,
    CASH,
    DAN,
    DRAW,
    GOODS,
    HOUR,
    OLGA,
    RUNNING,
    SAM,
    SECOND,
    SECRET,
    SENT,
    START,
    SUE,
    complete,
    when,
    worth,
)

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor.record_queries import Noticeboard
from croupier.casino.floor.views import look_at
from croupier.casino.house.books import CAGE, pocket
from croupier.casino.house.commands import Enrol, IssueChips, OpenPromotion
from croupier.casino.store import open_store
from croupier.casino.store.contract import OtherRequest
from croupier.casino.store_verification import Doubt, inspect
from croupier.commitment import context
from croupier.joint_draws import TIME_FOR_LINKS, CloseRoll, Roll, VoidDraw
from croupier.joint_draws import commit as commit_jointly
from croupier.promotion.acts import ACTS
from croupier.promotion.acts.awards import AwardPrize, ChoosePayment, TakeCash
from croupier.promotion.acts.claims import ClaimPrize, RefuseClaim
from croupier.promotion.acts.disputes import DecideDispute, DisputeTerms, NotSatisfied
from croupier.promotion.acts.draws import (
    CommitDraw,
    DrawWinners,
    MarkPresent,
    NominateScrutineer,
    WinByChance,
    WitnessDraw,
)
from croupier.promotion.acts.entries import Enter
from croupier.promotion.acts.integrity import CancelDraw, Postponable, Postpone, Validate
from croupier.promotion.acts.offered_terms import (
    AmendTerms,
    OfferPrizes,
    PublishTerms,
    SendTerms,
    StartPromotion,
)
from croupier.promotion.acts.winners import PublishResults, TellWinner
from croupier.promotion.draw import commit, roll_hash
from croupier.promotion.money import Payment, PaymentMethod, accounts
from croupier.promotion.terms import Channel, DecidedBy, milliseconds
from croupier.rulebook.citations import Refused
from croupier.table.acts.opening import Approval
from croupier.table.acts.seeding import BringTip, OpenLink

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.aggregate.acts import Command
    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.store.contract import Store
    from croupier.promotion.promotion import Promotion

NAME = "spring"
RECORD = f"promotions/{NAME}"
INES = Person("ines", Role.INSPECTOR)
PEOPLE = (OLGA, SUE, DAN, ANA, BOB, SAM, INES)
PURSE = worth(CASH, 12_000_00)
HAMPER = worth(GOODS, 500_00, cash_alternative=400_00)
TERMS = complete(PURSE, HAMPER, presence=True)
CHANGED = complete(PURSE, HAMPER, presence=True, place="the terrace")
APPROVAL = Approval("ILGA 7", "2026-11-17")
KNOWN = PublishTerms(where=("the cage",), marketing=("the poster",))
LATER = milliseconds(when(27, 20))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """One kind of store is enough here: tournaments are kept the same way in either."""
    with open_store(str(tmp_path / "casino.db")) as store:
        yield store


async def opened(floor: Floor) -> None:
    for person in PEOPLE:
        await floor.command_house(Enrol(person=person.name, roles=(person.role,)), OLGA)
    await floor.command_house(IssueChips(amount=1_000_000_00), OLGA)
    await floor.command_house(OpenPromotion(promotion=NAME), SUE)


async def do(floor: Floor, command: Command, by: Person, key: str | None = None) -> Any:
    return await floor.conduct(floor.promotions[NAME], command, by, key)


def begun() -> Iterator[tuple[Command, Person, int]]:
    """From the terms to the first tickets, with a change of the terms on the way."""
    yield OfferPrizes(terms=complete(PURSE)), SUE, SENT - 24 * HOUR
    yield OfferPrizes(terms=TERMS), OLGA, SENT - 23 * HOUR
    yield SendTerms(), SUE, SENT
    yield KNOWN, SUE, SENT
    yield StartPromotion(), SUE, START
    yield Enter(player="ana", ground="member", tickets=3), DAN, RUNNING
    yield AmendTerms(terms=CHANGED, approval=APPROVAL), SUE, RUNNING
    yield KNOWN, SUE, RUNNING
    yield Enter(player="bob", ground="member"), DAN, RUNNING


def a_life() -> Iterator[tuple[Command, Person, int]]:
    """Every command that a promotion with a draw knows; a draw is postponed and held again."""
    yield from begun()
    yield NominateScrutineer(person="sam"), OLGA, RUNNING
    yield Postpone(what=Postponable.DRAW, reason="a doubt"), OLGA, RUNNING
    yield Validate(how="cleared", award_at=when(27, 20)), OLGA, DRAW
    yield MarkPresent(player="ana"), DAN, LATER
    roll = roll_hash([(number, "ana") for number in (1, 2, 3)])
    yield CommitDraw(commitment=commit(SECRET, roll), roll=roll), SUE, LATER
    yield WitnessDraw(word="kookaburra"), SAM, LATER
    yield DrawWinners(secret=SECRET.hex()), SUE, LATER
    for win in (1, 2):
        yield TellWinner(win=win, channel=Channel.TELEPHONE, reached=True), SUE, LATER
    yield PublishResults(where="the website"), SUE, LATER
    for prize in (1, 2):
        yield ClaimPrize(player="ana", prize=prize), ANA, LATER
    yield ClaimPrize(player="bob", prize=1, address="2 Low St"), BOB, LATER
    whole = Payment(method=PaymentMethod.CASH, amount=12_000_00, payee="ana")
    yield ChoosePayment(player="ana", claim=1, payments=(whole,)), ANA, LATER
    yield TakeCash(player="ana", claim=2), ANA, LATER
    for claim in (1, 2):
        yield AwardPrize(claim=claim), SUE, LATER
    yield RefuseClaim(claim=3, reasons=("no ticket",)), SUE, LATER
    yield DisputeTerms(player="bob", about="the order"), BOB, LATER
    yield DecideDispute(number=1, decision="it stands"), OLGA, LATER
    yield NotSatisfied(player="bob", number=1), BOB, LATER


def by_chance() -> Iterator[tuple[Command, Person, int]]:
    yield OfferPrizes(terms=complete(decided_by=DecidedBy.CHANCE)), SUE, SENT
    yield SendTerms(), SUE, SENT
    yield KNOWN, SUE, SENT
    yield StartPromotion(), SUE, START
    yield WinByChance(player="ana", prize=1, chance="three sevens"), DAN, RUNNING


def cancelled() -> Iterator[tuple[Command, Person, int]]:
    yield from begun()
    yield CancelDraw(reason="forged tickets"), OLGA, RUNNING


def drawn_jointly() -> Iterator[tuple[Command, Person, int]]:
    """The scrutineer and an entrant take part; of another who does, no link comes at first."""
    yield from begun()
    yield NominateScrutineer(person="sam"), OLGA, RUNNING
    for person in (SAM, ANA, BOB):
        yield BringTip(player=person.name, tip=chain_of(person.name).tip), person, RUNNING
    for player in ("ana", "bob"):
        yield MarkPresent(player=player), DAN, DRAW
    roll = Roll(f"{NAME}, draw", tuple(enumerate(("ana", "ana", "ana", "bob"), 1))).hash
    tips = {person.name: chain_of(person.name).tip for person in (SAM, ANA, BOB)}
    for number, present in ((1, (SAM, ANA)), (2, (SAM, ANA))):
        bound = context(NAME, number, roll)
        yield CloseRoll(commitment=commit_jointly(bound, SECRET), roll=roll), SUE, DRAW
        for person in present:
            link = chain_of(person.name).link(tips[person.name])
            assert link is not None
            tips[person.name] = link
            yield OpenLink(player=person.name, link=link), person, DRAW
        if number == 1:
            yield VoidDraw(), SUE, DRAW + TIME_FOR_LINKS
    yield DrawWinners(secret=SECRET.hex()), SUE, DRAW + TIME_FOR_LINKS


def seen(affair: Live[Promotion]) -> bytes:
    """Everything that can be seen of a promotion."""
    promotion = affair.aggregate
    views = [promotion.view(viewer, promotion.at) for viewer in (None, ANA, BOB, DAN, SUE, INES)]
    return msgspec.json.encode((affair.stored, promotion.head, views))


# --- restarts


def test_there_is_a_life_for_every_command() -> None:
    lives = (a_life(), by_chance(), cancelled(), drawn_jointly())
    assert {type(command) for life in lives for command, _, _ in life} == set(ACTS)


@pytest.mark.parametrize("life", [a_life, by_chance, cancelled, drawn_jointly])
def test_a_floor_that_opens_again_after_every_command_goes_on_as_if_it_had_not_been(
    store: Store, life: Callable[[], Iterator[tuple[Command, Person, int]]]
) -> None:
    async def test() -> None:
        hands = Hands(SENT - 24 * HOUR)
        async with open_floor(store, hands) as floor:
            await opened(floor)
        for command, by, at in life():
            hands.pass_(max(0, at - hands.at))
            async with open_floor(store, hands) as floor:
                await do(floor, command, by)
                before = seen(floor.promotions[NAME])
            async with open_floor(store, hands) as floor:
                assert seen(floor.promotions[NAME]) == before

    run(test())
    assert inspect(store).sound


def test_what_is_paid_in_cash_comes_from_the_cage_to_the_winner(store: Store) -> None:
    async def test() -> None:
        hands = Hands(SENT - 24 * HOUR)
        async with open_floor(store, hands) as floor:
            await opened(floor)
            await lived(floor, hands, a_life())
            books = floor.house.books
            assert books.held(pocket("ana")) == 12_000_00 + 400_00
            assert books.held(CAGE) == 1_000_000_00 - 12_400_00
            assert books.held(RECORD) == 0
            assert accounts(floor.promotions[NAME].aggregate.state).paid == 12_400_00

    run(test())


async def lived(floor: Floor, hands: Hands, life: Iterator[tuple[Command, Person, int]]) -> None:
    for command, by, at in life:
        hands.pass_(max(0, at - hands.at))
        await do(floor, command, by)


# --- 20.9 by the clock of the floor


@pytest.mark.clause("nsw:20.9")
def test_e52_a_promotion_starts_when_the_authority_has_had_its_time(store: Store) -> None:
    async def test() -> None:
        hands = Hands(SENT - HOUR)
        async with open_floor(store, hands) as floor:
            await opened(floor)
            await do(floor, OfferPrizes(terms=TERMS), SUE)
            hands.pass_(HOUR + SECOND)  # a second late
            await do(floor, SendTerms(), SUE)
            await do(floor, KNOWN, SUE)
            hands.wall = START + HOUR  # somebody sets the clock on the wall
            with pytest.raises(Refused, match="too short a time") as early:
                await do(floor, StartPromotion(), SUE)
            assert early.value.clauses == ("20.9",)
        hands.wall = hands.at = START
        async with open_floor(store, hands) as floor:
            with pytest.raises(Refused, match="from 2026-11-16 09:00:01"):
                await do(floor, StartPromotion(), SUE)
            hands.pass_(SECOND)
            await do(floor, StartPromotion(), SUE)

    run(test())


# --- requests, people, notices


def test_the_same_request_gives_tickets_once(store: Store) -> None:
    async def test() -> None:
        hands = Hands(SENT - 24 * HOUR)
        entry = Enter(player="bob", ground="member", tickets=5)
        async with open_floor(store, hands) as floor:
            await opened(floor)
            await lived(floor, hands, begun())
            tickets = len(floor.promotions[NAME].aggregate.state.tickets)
            first = await do(floor, entry, DAN, key="k1")
        async with open_floor(store, hands) as floor:
            again = await do(floor, entry, DAN, key="k1")
            assert (again.repeated, again.body) == (True, first.body)
            assert len(floor.promotions[NAME].aggregate.state.tickets) == tickets + 5
            with pytest.raises(OtherRequest):
                await do(floor, Enter(player="ana", ground="member"), DAN, key="k1")

    run(test())


def test_nobody_takes_part_who_is_not_known_to_the_house(store: Store) -> None:
    async def test() -> None:
        hands = Hands(SENT - 24 * HOUR)
        async with open_floor(store, hands) as floor:
            await opened(floor)
            await lived(floor, hands, begun())
            affair = floor.promotions[NAME]
            before = affair.aggregate.head
            for command, by in (
                (Enter(player="zoe", ground="member"), DAN),
                (Enter(player="sue", ground="member"), DAN),
                (NominateScrutineer(person="zoe"), OLGA),
                (DisputeTerms(player="zoe", about="x"), Person("zoe", Role.PLAYER)),
            ):
                with pytest.raises(Refused, match="has no account"):
                    await do(floor, command, by)
            short = Enter(player="zoe", ground="")
            with pytest.raises(Refused, match="ground: say something"):  # the rules come first
                await do(floor, short, DAN)
            assert affair.aggregate.head == before

    run(test())


def test_the_authority_and_the_inspectorate_acknowledge_what_they_are_told(store: Store) -> None:
    async def test() -> None:
        hands = Hands(SENT - 24 * HOUR)
        async with open_floor(store, hands) as floor:
            await opened(floor)
            await lived(floor, hands, cancelled())
            board = Noticeboard(floor)
            waiting = [notice for notice in await board.read() if notice.is_waiting]
            assert [(each.to, each.clauses) for each in waiting] == [
                ("authority", ("20.9",)),
                ("inspectorate", ("20.12",)),
            ]
            for notice in waiting:
                await board.acknowledge(notice, INES)
            assert not any(notice.is_waiting for notice in await board.read())

    run(test())


def test_a_dealer_is_not_told_who_won_before_the_results_are(store: Store) -> None:
    async def test() -> None:
        hands = Hands(SENT - 24 * HOUR)
        async with open_floor(store, hands) as floor:
            await opened(floor)
            await lived(floor, hands, a_life())
            affair = floor.promotions[NAME]
            told = {
                viewer.name: {
                    fact.__struct_config__.tag
                    for moment in (await look_at(floor, affair, viewer, 0)).moments
                    for fact in moment.facts
                }
                for viewer in (DAN, ANA, BOB, SUE, INES)
            }
            assert {"entered", "attended", "drawn"} <= told["dan"]
            assert not {"won", "claimed", "denial-registered", "winner-told"} & told["dan"]
            assert {"won", "claimed", "entered"} <= told["ana"]
            assert "won" not in told["bob"]
            assert "denial-registered" in told["sue"] & told["ines"]

    run(test())


# --- verification


def forged_by(store_at: Path, change: Callable[[list[bytes]], list[bytes]]) -> Any:
    """What an inspection finds after somebody has rewritten the record so that its hashes fit."""
    forger = Forger(store_at)
    forger.keep(RECORD, rehashed(change(forger.lines(RECORD))))
    forger.done()
    with open_store(str(store_at)) as store:
        return inspect(store)


@pytest.fixture
def casino_file(tmp_path: Path) -> Path:
    """A casino that has held a promotion."""
    file = tmp_path / "casino.db"

    async def hold(store: Store) -> None:
        hands = Hands(SENT - 24 * HOUR)
        async with open_floor(store, hands) as floor:
            await opened(floor)
            await lived(floor, hands, a_life())

    with open_store(str(file)) as store:
        run(hold(store))
        assert inspect(store).sound
    return file


def replaced(old: bytes, new: bytes) -> Callable[[list[bytes]], list[bytes]]:
    def change(lines: list[bytes]) -> list[bytes]:
        assert any(old in line for line in lines)
        return [line.replace(old, new) for line in lines]

    return change


@pytest.mark.parametrize(
    "change",
    [
        replaced(b'"ticket":', b'"ticket":1'),
        replaced(b"kookaburra", b"galah"),
        replaced(b'"name":"bob","address":"particular:', b'"name":"bob","address":"particulars'),
        replaced(
            b'"player":"ana","ground":"member","tickets":3',
            b'"player":"bob","ground":"member","tickets":3',
        ),
        lambda lines: [line for line in lines if b"refuse-claim" not in line],
    ],
    ids=["winning ticket", "word", "register", "holder", "refused claim left out"],
)
def test_a_forged_record_is_found_though_its_hashes_fit(
    casino_file: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    found = forged_by(casino_file, change)
    assert not found.sound
    assert RECORD in {finding.record for finding in found.findings} | {
        record.record for record in found.records if not record.sound
    }


def test_a_prize_that_was_paid_and_taken_out_of_the_record_is_missed(casino_file: Path) -> None:
    def without_the_award(lines: list[bytes]) -> list[bytes]:
        last = next(n for n, line in enumerate(lines) if b"award-prize" in line)
        return lines[:last]

    found = forged_by(casino_file, without_the_award)
    assert not found.sound
    assert Doubt.OTHER_CHIPS in {finding.fault for finding in found.findings}
