"""Joint shuffles on the floor: the table waits and never hangs, cards prove themselves to those who
saw them, and what lies in the safe is held to its commitment."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.floors import (
    ANA,
    BEN,
    DEALER,
    INSPECTOR,
    SUPERVISOR,
    Hands,
    bet,
    found,
    open_floor,
    play_at_random,
    run,
    set_up,
    sit_down,
)
from tests.fairness.support import chain_of

from croupier.casino.floor.dealer_steps import Prepare
from croupier.casino.floor.record_queries import Archive, published_shuffle
from croupier.casino.house.commands import Dealing, Pace, Shuffles
from croupier.casino.opening_and_closing import opening_of
from croupier.casino.shuffle_proofs import PublishedShuffle, cards_in
from croupier.casino.store.contract import Writing
from croupier.casino.store.sqlite import SqliteStore
from croupier.commitment import context
from croupier.rulebook.citations import Refused
from croupier.shoe import Proof, proves
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.seeding import BringTip, OpenLink
from croupier.table.acts.shuffling import Cut
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_table import LiveTable

PACE = Pace(betting=10_000, decision=1_000, cut=0, settled=0, links=3_000)
TABLE = "blackjack-2018"


@asynccontextmanager
async def casino(
    path: Path, table: str = TABLE, hands: Hands | None = None, **how: Any
) -> AsyncIterator[Floor]:
    with SqliteStore(str(path / "casino.db")) as store:
        async with open_floor(store, hands or Hands()) as floor:
            if not floor.tables:
                await found(floor)
                await set_up(floor, table, pace=PACE, shuffles=Shuffles.PLAYERS, **how)
            yield floor


class Contributing:
    """A program that takes part as somebody, whenever it is given a turn."""

    def __init__(self, floor: Floor, person: Person, table: str = TABLE) -> None:
        self.floor, self.person, self.table = floor, person, table
        self.chain = chain_of(person.name, 400)

    async def bring(self) -> None:
        tip = BringTip(player=self.person.name, tip=self.chain.tip)
        await self.floor.do(self.table, tip, self.person)

    async def open(self) -> None:
        awaited = self.floor.live(self.table).table.seeding.awaited
        mine = None if awaited is None else awaited.of(self.person.name)
        if mine is not None and mine.link is None:
            link = self.chain.link(mine.tip)
            assert link is not None
            opened = OpenLink(player=self.person.name, link=link)
            await self.floor.do(self.table, opened, self.person)


def seeded(live: LiveTable) -> str:
    return live.table.view(None).shoe.seeded


# --- waiting


def test_an_automatic_table_waits_for_the_first_contributor_and_for_the_links(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with casino(tmp_path) as floor:
            live, ana = floor.live(TABLE), Contributing(floor, ANA)
            assert not live.table.shoe.ready
            assert live.due is None
            await sit_down(floor, TABLE, ANA, 1)
            assert not live.table.shoe.ready
            await ana.bring()
            assert live.due is not None
            assert live.table.seeding.awaited is not None
            await ana.open()
            assert live.table.shoe.ready
            assert seeded(live) == "seeded by ana"

    run(test())


def test_what_a_browser_does_by_itself_does_not_end_a_pause(tmp_path: Path) -> None:
    async def test() -> None:
        async with casino(tmp_path) as floor:
            table, ana = floor.live(TABLE).table, Contributing(floor, ANA)
            await sit_down(floor, TABLE, ANA, 1)
            await floor.do(TABLE, StepAway(player="ana"), ANA)
            await ana.bring()
            assert table.patrons.away == {"ana"}
            await bet(floor, TABLE, ANA, 1)
            assert table.patrons.away == set(), "the control: whoever acts is there again"
            await floor.do(TABLE, StepAway(player="ana"), ANA)
            await ana.open()
            assert seeded(floor.live(TABLE)) == "seeded by ana"
            assert table.patrons.away == {"ana"}

    run(test())


def test_a_link_that_is_missing_voids_the_shuffle_after_a_few_seconds(tmp_path: Path) -> None:
    async def test() -> None:
        hands = Hands()
        async with casino(tmp_path, hands=hands) as floor:
            live, ana, ben = floor.live(TABLE), Contributing(floor, ANA), Contributing(floor, BEN)
            for box, each in enumerate((ana, ben), 1):
                await sit_down(floor, TABLE, each.person, box)
            await ana.bring()
            await ana.open()  # the first shoe is ana's
            await ben.bring()
            live.dealer._held.shoe = None
            from croupier.table.acts.burn_and_reveal import NewCards

            new = NewCards(checked_by_supervisor="sid", checked_by_dealer="dora")
            await floor.do(TABLE, new, SUPERVISOR)
            await ana.open()
            assert live.table.seeding.awaited is not None
            hands.pass_(2_999)
            await floor.tick(live)
            assert live.table.seeding.awaited is not None
            hands.pass_(1)
            await floor.tick(live)
            assert live.table.seeding.void == 1
            await ana.open()
            assert seeded(live) == "seeded by ana"
            assert live.table.shoe.ready

    run(test())


def test_a_table_at_which_nobody_brings_a_tip_deals_when_betting_closes_and_says_so(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        hands = Hands()
        async with casino(tmp_path, hands=hands) as floor:
            live = floor.live(TABLE)
            await sit_down(floor, TABLE, ANA, 1)
            await bet(floor, TABLE, ANA, 1)
            hands.pass_(PACE.betting)
            await floor.tick(live)
            assert live.table.phase is not Phase.BETTING
            assert seeded(live) == "committed, not player-seeded"

    run(test())


@pytest.mark.parametrize("table", ["blackjack-2018", "challenge", "baccarat", "holdem"])
def test_evenings_with_and_without_contributors_come_to_their_end(
    tmp_path: Path, table: str
) -> None:
    async def test() -> None:
        hands = Hands()
        async with casino(tmp_path, table, hands) as floor:
            live = floor.live(table)
            people = [Contributing(floor, ANA, table), Contributing(floor, BEN, table)]
            for box, each in enumerate(people, 1):
                await sit_down(floor, table, each.person, box)
            await people[0].bring()
            await play_at_random(floor, table, (ANA, BEN), 3, hands, 5)
            assert live.table.number >= 3
            assert live.table.seeding.void >= 1

    run(test())


def test_a_person_who_deals_shuffles_when_the_links_are_open_or_overdue(tmp_path: Path) -> None:
    async def test() -> None:
        hands = Hands()
        async with casino(tmp_path, hands=hands, dealing=Dealing.VIRTUAL) as floor:
            live, ana = floor.live(TABLE), Contributing(floor, ANA)
            opening = opening_of(live.table, "here", hands.at, 0)
            await floor.do(TABLE, opening, SUPERVISOR)
            await floor.do(TABLE, CheckCards(), DEALER)
            await sit_down(floor, TABLE, ANA, 1)
            await ana.bring()
            await floor.step(TABLE, Prepare(), DEALER)
            await floor.step(TABLE, Prepare(), DEALER)  # nothing goes on before the cut
            assert live.table.shoe.preparation is Preparation.OFFERING_CUT
            assert live.table.view(ANA).shoe.seeding.awaited is None
            await floor.do(TABLE, Cut(player="ana", at=100), ANA)
            awaited = live.table.view(ANA).shoe.seeding.awaited
            assert awaited is not None
            assert awaited.cut == 100
            with pytest.raises(Refused, match="ana has a moment yet"):
                await floor.step(TABLE, Prepare(), DEALER)
            hands.pass_(3_000)
            await floor.step(TABLE, Prepare(), DEALER)
            assert live.table.seeding.void == 1

    run(test())


def test_a_cut_before_its_shuffle_is_listed_with_that_shuffle_and_no_other(tmp_path: Path) -> None:
    async def test() -> None:
        hands = Hands()
        async with casino(tmp_path, hands=hands, dealing=Dealing.VIRTUAL) as floor:
            live, ana, archive = floor.live(TABLE), Contributing(floor, ANA), Archive(floor.store)
            await floor.do(TABLE, opening_of(live.table, "here", hands.at, 0), SUPERVISOR)
            await floor.do(TABLE, CheckCards(), DEALER)
            await sit_down(floor, TABLE, ANA, 1)
            await ana.bring()
            await floor.step(TABLE, Prepare(), DEALER)
            await floor.do(TABLE, Cut(player="ana", at=100), ANA)
            assert not await archive.consult(lambda of: list(of.shuffles(live.record)))
            await ana.open()
            await floor.step(TABLE, Prepare(), DEALER)
            listed = await archive.consult(lambda of: list(of.shuffles(live.record)))
            assert [(each.number, each.cut) for each in listed] == [(1, 100)]

    run(test())


# --- proofs


def holds(found: PublishedShuffle) -> bool:
    """Whether every proof proves its card."""
    bound_to = context(found.table, found.number, found.of)
    return bool(found.proofs) and all(
        proves(
            found.root, bound_to, found.cards, str(each.card),
            Proof(each.position, each.salt, each.path or ()),
        )
        for each in found.proofs
    )  # fmt: skip


async def evening(floor: Floor, table: str, hands: Hands, rounds: int) -> None:
    people = [Contributing(floor, ANA, table), Contributing(floor, BEN, table)]
    for box, each in enumerate(people, 1):
        await sit_down(floor, table, each.person, box)
        await each.bring()
    live = floor.live(table)
    for seed in range(rounds):
        for each in people:
            await each.open()
        if live.table.shoe.ready:
            await play_at_random(floor, table, (ANA, BEN), 1, hands, seed)


def test_every_card_of_an_open_game_is_proved_as_it_falls(tmp_path: Path) -> None:
    async def test() -> None:
        hands = Hands()
        async with casino(tmp_path, hands=hands) as floor:
            await evening(floor, TABLE, hands, 3)
            live = floor.live(TABLE)
            archive = Archive(floor.store)
            told = await published_shuffle(floor, archive, live.record, None, None)
            assert holds(told)
            assert told.secret is None
            assert len(told.proofs) == told.drawn
            assert told.seeded == "seeded by ana"  # ben's tip came after the root

    run(test())


def test_in_holdem_what_a_player_saw_is_proved_after_the_round_and_nothing_else(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        hands = Hands()
        async with casino(tmp_path, "holdem", hands) as floor:
            await evening(floor, "holdem", hands, 2)
            live, archive = floor.live("holdem"), Archive(floor.store)
            played_out, folded = (live.table.seeding.number - back for back in (2, 1))
            at = (floor, archive, live.record, folded)
            of_ana = await published_shuffle(*at, ANA)
            of_ben = await published_shuffle(*at, BEN)
            everything = await published_shuffle(*at, INSPECTOR)
            public = await published_shuffle(*at, None)
            assert holds(of_ana)
            assert of_ben.proofs == ()  # who folded without a look at the cards
            assert public.proofs == ()
            assert of_ana.secret is None
            assert everything.secret is not None
            assert {each.draw for each in of_ana.proofs} <= {e.draw for e in everything.proofs}
            assert len(of_ana.proofs) < len(everything.proofs) == everything.drawn
            shown = await archive.recall(live.record, lambda each: each.last("ana"))
            seen = {card for each in shown for card in cards_in(bytes(each.view))}
            assert {str(each.card) for each in of_ana.proofs} <= seen
            for each in (ANA, BEN):  # who both saw what was turned up
                assert holds(await published_shuffle(floor, archive, live.record, played_out, each))

    run(test())


# --- the safe


def stacked(safe: bytes) -> bytes:
    """The safe's shoe, with its last two different cards exchanged."""
    said = msgspec.json.decode(safe)
    cards = said["dealer"]["shoe"]["order"].split()
    other = next(n for n in range(len(cards) - 2, 0, -1) if cards[n] != cards[-1])
    cards[-1], cards[other] = cards[other], cards[-1]
    said["dealer"]["shoe"]["order"] = " ".join(cards)
    return msgspec.json.encode(said)


def another_secret(safe: bytes) -> bytes:
    said = msgspec.json.decode(safe)
    said["dealer"]["secrets"][-1][1] = "00" * 32
    return msgspec.json.encode(said)


def no_secret(safe: bytes) -> bytes:
    said = msgspec.json.decode(safe)
    said["dealer"]["secrets"] = []
    return msgspec.json.encode(said)


@pytest.mark.parametrize("shuffles", Shuffles)
@pytest.mark.parametrize("change", [None, stacked, another_secret, no_secret])
def test_a_shoe_that_was_stacked_in_the_safe_is_out_of_order(
    tmp_path: Path, change: Any, shuffles: Shuffles
) -> None:
    async def test() -> None:
        hands = Hands()
        with SqliteStore(str(tmp_path / "casino.db")) as store:
            async with open_floor(store, hands) as floor:
                await found(floor)
                await set_up(floor, TABLE, pace=PACE, shuffles=shuffles)
                await evening(floor, TABLE, hands, 3)
                place = floor.live(TABLE).safe
                assert floor.live(TABLE).table.shoe.ready
            safe = store.safe(place)
            assert safe is not None
            if change is not None:
                store.write([Writing(additions=(), safe={place: change(safe)})])
            async with open_floor(store, hands) as floor:
                live = floor.live(TABLE)
                assert bool(live.out_of_order) is (change is not None)
                if change is not None:
                    assert "the cards in the safe are not those of the record" in live.out_of_order

    run(test())
