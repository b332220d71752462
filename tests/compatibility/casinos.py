"""Casinos left in the middle of everything: tables in every state, tournaments, promotions.

Run with the program of a version to make that version's fixtures, and never again.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argon2 import PasswordHasher
from tests.casino.evenings import OPTIONS, Evening
from tests.casino.floor.cups import Cup, example, names
from tests.casino.floor.floors import OPERATOR, Hands, bet, open_floor, set_up, sit_down
from tests.casino.floor.players import QUICK, play_on, settled
from tests.casino.floor.sessions import finish
from tests.casino.floor.test_promotions import a_life, begun, by_chance
from tests.tournament.support import BACCARAT

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor.dealer_steps import DealOne, Misplace, Prepare
from croupier.casino.floor.maintenance import Sealing
from croupier.casino.floor.patron_confirmation import patrons_at_table
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import (
    AcknowledgeNotice,
    Appoint,
    ApproveProgram,
    BuyIn,
    CashOut,
    Dealing,
    Dismiss,
    Enrol,
    Incident,
    IssueChips,
    OpenPromotion,
    Pace,
    Report,
    RequireSecondPerson,
    RetireChips,
    SetLargeWin,
    SetPassword,
    SetUpTable,
    TakeDownTable,
)
from croupier.casino.opening_and_closing import opening_of
from croupier.casino.passwords import in_safe
from croupier.casino.signing_key import Seal
from croupier.casino.witness import Witness
from croupier.games.challenge.acts.closing import DisplayClosingSign
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.shuffling import DeclineCut
from croupier.table.acts.voiding import VoidRound
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.tournament.acts.conduct import (
    Breach,
    Disqualify,
    RaiseDispute,
    ReportBreach,
    SettleDispute,
)
from croupier.tournament.state import Ground

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from croupier.aggregate.acts import Command
    from croupier.casino.floor import Answered, Floor
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.store.contract import Store
    from croupier.table.table import Table

PASSWORD = "the password of {name}"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""What proves these passwords says by itself how dearly it was made."""
PLAYERS = ("ana", "ben", "cat", "chloe", "bob")
STAFF: dict[str, Role] = {
    "operator": Role.OPERATOR,
    "olga": Role.OPERATOR,
    "dealer": Role.DEALER,
    "dora": Role.DEALER,
    "dan": Role.DEALER,
    "supervisor": Role.SUPERVISOR,
    "sid": Role.SUPERVISOR,
    "sue": Role.SUPERVISOR,
    "agnes": Role.ASSISTANT_MANAGER,
    "gus": Role.GAMING_MANAGER,
    "max": Role.SHIFT_MANAGER,
    "tom": Role.TOURNAMENT_DIRECTOR,
    "ines": Role.INSPECTOR,
    "sam": Role.INSPECTOR,
    "sven": Role.SURVEILLANCE,
}
ANA, BEN = Person("ana", Role.PLAYER), Person("ben", Role.PLAYER)
DORA, SID = Person("dora", Role.DEALER), Person("sid", Role.SUPERVISOR)
ENTRANTS = 8
PURSE = 200_000_00
TWENTY_MINUTES = 21 * 60_000
"""For how long a sign has to show when a table closes, and a minute more."""
LONG = Pace(betting=3_600_000, decision=3_600_000, cut=0, settled=3_600_000)
"""Nobody's time is over while the others are made."""
STOPPED = ("act-blackjack-2018", "act-ultimate-texas-holdem-2025")
"""Under which there is a tournament in mid-session beside the other tables."""
SHORT = {
    "sessions": [{"name": "final", "rounds": 3, "seats": 7}],
    "minimum_players": 2,
}


class Never(Exception):
    """A state that the tables of a game are never in."""


async def people(floor: Floor) -> None:
    """Somebody in every role, each with a password, and players with chips."""
    players = (*PLAYERS, *names(ENTRANTS))
    everybody = {**STAFF, **dict.fromkeys(players, Role.PLAYER)}
    for name, role in everybody.items():
        await floor.command_house(Enrol(person=name, roles=(role,)), OPERATOR)
        proof = CHEAP.hash(PASSWORD.format(name=name)).encode()
        await floor.command_house(SetPassword(person=name), OPERATOR, safe={in_safe(name): proof})
    await floor.command_house(IssueChips(amount=100_000_000_00), OPERATOR)
    for name in players:
        await floor.command_house(BuyIn(person=name, amount=PURSE), Person(name, Role.PLAYER))
    await floor.command_house(SetLargeWin(amount=500_00), OPERATOR)


async def command_the_house(floor: Floor) -> None:
    """Whatever else can be asked of the house."""
    instrument, options = TABLES["baccarat"]
    for command in (
        Appoint(person="chloe", role=Role.DEALER),
        Dismiss(person="chloe", role=Role.DEALER),
        RetireChips(amount=1_000_00),
        CashOut(person="chloe", amount=500_00),
        ApproveProgram(program="0" * 64),
        SetUpTable(table="twice", instrument=instrument, options=options, dealing=Dealing.REAL),
        TakeDownTable(table="twice"),
        SetUpTable(table="twice", instrument=instrument, options=options, dealing=Dealing.REAL),
    ):
        by = Person("chloe", Role.PLAYER) if isinstance(command, CashOut) else OPERATOR
        await floor.command_house(command, by)
    for incident in sorted(
        set(Incident) - {Incident.LOSS_ACCEPTED}
    ):  # after which another epoch begins
        await floor.command_house(Report(incident=incident, subject="ana", detail="seen"), ITSELF)
    notice = AcknowledgeNotice(notice="tables/bj06-real-dealing/1:9:1", to="inspector")
    await floor.command_house(notice, Person("ines", Role.INSPECTOR))


# --- promotions


async def promotions(floor: Floor, hands: Hands) -> None:
    """One that is over, one that is half-way, and one that is decided by chance."""
    lives = {"whole": list(a_life()), "half-way": list(begun()), "by-chance": list(by_chance())}
    for name in lives:
        await floor.command_house(OpenPromotion(promotion=name), Person("sue", Role.SUPERVISOR))
    moves = [(at, name, command, by) for name, all_ in lives.items() for command, by, at in all_]
    for at, name, command, by in sorted(moves, key=lambda move: move[0]):
        hands.pass_(max(0, at - hands.at))
        await floor.conduct(floor.promotions[name], command, by)


# --- tables that the program deals


async def automatic(floor: Floor, hands: Hands, demo: str, state: str) -> None:
    """A table with two players, left while bets are taken, in mid-round or when it is settled."""
    table = f"{demo}-{state}"
    await set_up(floor, demo, pace=LONG, name=table)
    live = floor.live(table)
    for box, player in enumerate((ANA, BEN), 1):
        await sit_down(floor, table, player, box)
    wanted = {"dealing": Phase.DEALING, "settled": Phase.SETTLED}.get(state)
    for _ in range(20):
        for box, player in enumerate((ANA, BEN), 1):
            await bet(floor, table, player, box, 20_00)
        if wanted is None:
            return
        for player in (ANA, BEN):
            await floor.ready(table, player)
        for _ in range(20):
            if live.table.phase is wanted:
                return
            if live.is_betting:
                break
            hands.pass_(LONG.settled)
            await floor.tick(live)
    if not (demo == "baccarat" and state == "dealing"):  # whose coups are dealt at once
        raise AssertionError(f"{table} does not come to {state}")


# --- tables that people deal


async def by_steps(floor: Floor, demo: str, *, misplaced: bool) -> None:
    """A table that is dealt by a person from a virtual shoe, left in mid-round."""
    table = f"{demo}-{'misplaced' if misplaced else 'virtual'}"
    await set_up(floor, demo, dealing=Dealing.VIRTUAL, name=table)
    live = floor.live(table)
    opening = opening_of(live.table, "CR 7", floor.clock(), 50_000_00)
    await floor.do(table, opening, SID)
    await floor.do(table, CheckCards(), DORA)
    for box, player in enumerate((ANA, BEN), 1):
        await sit_down(floor, table, player, box)
    await _prepared(floor, live)
    for box, player in enumerate((ANA, BEN), 1):
        await bet(floor, table, player, box, 20_00)
    await floor.do(table, NoMoreBets(), DORA)
    for _ in range(2):
        await floor.step(table, DealOne(), DORA)
    if misplaced and not await _is_misplaced(floor, live):
        raise Never(f"no card is misplaced at {table}")


async def _prepared(floor: Floor, live: LiveTable) -> None:
    table, shoe = live.table, live.table.shoe
    while not shoe.ready or shoe.burns_due:
        await floor.step(live.set_up.command.table, Prepare(), DORA)
        if shoe.preparation is Preparation.OFFERING_CUT and (offered := shoe.offer.player):
            decline = DeclineCut(player=offered)
            await floor.do(live.set_up.command.table, decline, Person(offered, Role.PLAYER))
    assert table.phase is Phase.BETTING


async def _is_misplaced(floor: Floor, live: LiveTable) -> bool:
    """Whether a card could be laid where it does not belong."""
    for box in (2, 1, 0):
        try:
            await floor.step(live.set_up.command.table, Misplace(box), DORA)
        except Refused:
            continue
        if _lies_wrong(live.table):
            return True
    return False


def _lies_wrong(table: Table) -> bool:
    """Whether a card of the round lies where it was not due, or the round cannot go on."""
    if table.round is None or not table.in_play:
        return False
    laid = (getattr(fact, "meant_for", None) for fact in table.round.facts)
    return table.round.astray or any(due is not None for due in laid)


async def by_hand(floor: Floor, hands: Hands, instrument: str, state: str, seed: int) -> None:
    """A table whose cards are named, played through an evening with trouble as far as a state."""
    table = f"{CALLED[instrument]}-real-{state}"
    entries = _evening_until(instrument, state, seed)
    command = SetUpTable(
        table=table, instrument=instrument, options=OPTIONS[instrument], boxes=5,
        dealing=Dealing.REAL,
    )  # fmt: skip
    await floor.command_house(command, OPERATOR)
    hands.pass_(max(0, entries[0].at - hands.at))
    before = entries[0].at
    for entry in entries:
        closes = isinstance(entry.command, CloseTable)
        hands.pass_(TWENTY_MINUTES if closes else max(1_000, entry.at - before))
        before = entry.at
        said = entry.command
        if isinstance(said, DisplayClosingSign):
            said = DisplayClosingSign(closes=hands.at + TWENTY_MINUTES)
        await _do(floor, table, said, Person(entry.by, entry.role))


async def _do(floor: Floor, table: str, command: Command, by: Person) -> None:
    """What staff do for a patron, the operator confirms."""
    patrons = patrons_at_table(floor.house, floor.live(table), command, by, floor.clock())
    await floor.do(table, command, by, second=OPERATOR.name if patrons else None)


CALLED = {
    "act-blackjack-2006": "bj06",
    "act-blackjack-2018": "bj18",
    "nsw-blackjack-challenge": "challenge",
    "act-mini-baccarat-2016": "baccarat",
    "act-ultimate-texas-holdem-2025": "holdem",
}
STATES: dict[str, Callable[[Table], bool]] = {
    "betting": lambda table: table.phase is Phase.BETTING and len(table.wagers) >= 3,
    "closed-bets": lambda table: table.phase is Phase.DEALING and not table.shoe.layout,
    "dealing": lambda table: table.phase is Phase.DEALING and len(table.shoe.layout) >= 3,
    "misplaced": _lies_wrong,
    "settled": lambda table: table.phase is Phase.SETTLED,
    "closed": lambda table: table.phase is Phase.CLOSED,
}
"""Where a table may be left; of a game without misplaced cards none is left so."""
_WARM = 60
"""After how many commands a state is good enough to be left in."""


class Attentive(Evening):
    """An evening at which nobody steps away: on the floor, whoever acts is back by that."""

    def may(self, command: Command, by: Person) -> bool:
        return not isinstance(command, StepAway) and super().may(command, by)


def _evening_until(instrument: str, state: str, seed: int) -> list[Any]:
    """The commands of an evening up to the first time that it is in a state, once it is warm."""
    from croupier.table_replay import replay

    evening = Attentive(instrument, seed, trouble=0.25)
    evening.play(30)
    if state == "closed":
        close(evening)
    last: int | None = None

    def watch(step: Any, table: Any) -> None:
        nonlocal last
        if last is None and (step.line > _WARM or state == "closed") and STATES[state](table):
            last = step.line

    replay(evening.table.record.lines, watch)
    if last is None:
        raise Never(f"no evening of {instrument} is {state}")
    return list(evening.table.record.entries[: last - 1])


def close(evening: Evening) -> None:
    """Close a table as its rules have it, with everybody's chips still there."""
    table, sue = evening.table, evening.dealer.supervisor
    for wager in list(table.wagers):
        back = PlaceWager(player=wager.player, box=wager.box, amount=0, wager=wager.wager)
        evening.may(back, Person(wager.player, Role.PLAYER))
    if DisplayClosingSign in table.game.acts:
        evening.must(DisplayClosingSign(closes=evening.now + TWENTY_MINUTES + 60_000), sue)
        evening.now += TWENTY_MINUTES + 60_000
        evening.must(CloseTable(), sue)
    else:
        evening.close()


# --- tournaments


async def tournament(
    floor: Floor, hands: Hands, instrument: str, name: str, *, rounds: int | None
) -> None:
    """A tournament that is over or, with a number of rounds, left in the middle of its session."""
    cup = Cup(floor, hands, instrument, name, pace=QUICK)
    await cup.take_entries(ENTRANTS, example(instrument, **SHORT, **_soon(hands)))
    await cup.seat()
    await settled()
    await play_on(cup, _stake, lambda: _has_played(cup, 1 if rounds is None else rounds))
    if rounds is None:
        await _irregular(cup)
        await finish(cup)


async def paid_for(floor: Floor, hands: Hands, instrument: str, *, drawn: bool) -> None:
    """A tournament that everybody has paid for and that has not begun."""
    cup = Cup(floor, hands, instrument, f"{CALLED[instrument]}-paid", pace=QUICK)
    await cup.take_entries(ENTRANTS, example(instrument, **SHORT, **_soon(hands)))
    if drawn:
        await cup.all(cup.ballot())


def _soon(hands: Hands) -> dict[str, str]:
    starts = datetime.fromtimestamp(hands.at / 1000 + 3 * 3600, UTC).isoformat()
    return {"starts": starts, "withdraw_until": starts}


async def _irregular(cup: Cup) -> None:
    """What a director has to do with while a session is played."""
    breach = ReportBreach(player="p003", breach=Breach.ADVICE, detail="to p004")
    await cup.do(breach, DORA)
    await cup.do(Disqualify(player="p003", ground=Ground.BREACH, reason="advice to p004"))
    await cup.do(RaiseDispute(text="the count of box 2"), DORA)
    await cup.do(SettleDispute(decision="it stands"))


def _stake(name: str) -> int:
    return 25_00 * int(name[1:])


def _has_played(cup: Cup, rounds: int) -> bool:
    """Whether its tables have played so many rounds and are in another."""
    lives = tables_of(cup.floor, cup.name)
    return bool(lives) and all(
        live.table.number > rounds and live.table.phase is Phase.DEALING for live in lives
    )


# --- the whole


class Notary:
    """Signs checkpoints and, if the store is kept under keys, heads, which a witness keeps."""

    def __init__(self, floor: Floor, seal: Seal, beside: str) -> None:
        self._sealing = Sealing(floor, seal, Path(f"{beside}.head"))
        self._witness = Witness(Path(f"{beside}.witness"), [seal.public])
        self.key = seal.public

    async def sign(self) -> None:
        """Sign everything that is stored by now."""
        await self._sealing.checkpoint()
        head = await self._sealing.keep_head()
        if head is not None:
            alarms = self._witness.take(head)
            assert not alarms, alarms


async def house(store: Store, hands: Hands, seal: Seal, beside: str) -> dict[str, Any]:
    """A casino with tables in every state that they can be left in."""
    return await _house(store, hands, seal, beside, tuple(STATES))


async def small_house(store: Store, hands: Hands, seal: Seal, beside: str) -> dict[str, Any]:
    """The same with fewer tables of real cards."""
    return await _house(store, hands, seal, beside, ("misplaced", "dealing"))


async def _house(
    store: Store, hands: Hands, seal: Seal, beside: str, states: tuple[str, ...]
) -> dict[str, Any]:
    skipped: list[str] = []
    async with open_floor(store, hands) as floor:
        notary = Notary(floor, seal, beside)
        await people(floor)
        await promotions(floor, hands)
        await notary.sign()
        for number, instrument in enumerate(CALLED, 1):
            for state in states:
                await _try(skipped, by_hand(floor, hands, instrument, state, seed=number))
        await notary.sign()
        for demo in TABLES:
            for misplaced in (False, True):
                await _try(skipped, by_steps(floor, demo, misplaced=misplaced))
            for state in ("settled", "dealing", "betting"):
                await automatic(floor, hands, demo, state)
        await command_the_house(floor)
        for instrument, drawn in (("nsw-blackjack-challenge", False), (BACCARAT, True)):
            await paid_for(floor, hands, instrument, drawn=drawn)
        for instrument in STOPPED:
            await tournament(floor, hands, instrument, f"{CALLED[instrument]}-cup", rounds=1)
        await floor.command_house(RequireSecondPerson(required=True), OPERATOR, second="olga")
        await VOIDED.ask(floor)
        await notary.sign()
        return {"skipped": skipped, **state_of(floor), "key": notary.key, "at": hands.at}


class Voided:
    """A round that is void on the word of two, and asked for under a key: it is done once."""

    table = "blackjack-2018-virtual"

    async def ask(self, floor: Floor) -> Answered:
        void = VoidRound(ground="impractical", reason="a drink over the layout")
        return await floor.do(self.table, void, SID, request="void 1", second="gus")


VOIDED = Voided()


async def cups(store: Store, hands: Hands, seal: Seal, beside: str) -> dict[str, Any]:
    """A casino with tournaments under every instrument, one over and one in mid-session."""
    async with open_floor(store, hands) as floor:
        notary = Notary(floor, seal, beside)
        await people(floor)
        for rounds in (None, 1):
            for instrument, name in CALLED.items():
                called = f"{name}-{'whole' if rounds is None else 'stopped'}"
                await tournament(floor, hands, instrument, called, rounds=rounds)
            await notary.sign()
        return {**state_of(floor), "key": notary.key, "at": hands.at}


async def _try(skipped: list[str], making: Awaitable[None]) -> None:
    try:
        await making
    except Never as error:
        skipped.append(str(error))


def state_of(floor: Floor) -> dict[str, Any]:
    """What is compared when the casino is opened again."""
    return {
        "places": {place: held for place, held in sorted(floor.house.books.places.items()) if held},
        "people": {name: sorted(roles) for name, roles in sorted(floor.house.people.items())},
        "tables": {
            name: {
                "phase": str(live.table.phase),
                "layout": live.table.chips.layout,
                "float": live.table.chips.float,
                "racks": {p: n for p, n in sorted(live.table.chips.racks.items()) if n},
            }
            for name, live in sorted(floor.tables.items())
        },
        "tournaments": {
            name: {
                "phase": str(affair.aggregate.phase),
                "entrants": {
                    entrant.name: {
                        "status": str(entrant.status),
                        "chips": entrant.chips,
                        "prize": entrant.prize,
                    }
                    for entrant in affair.aggregate.entrants.values()
                },
            }
            for name, affair in sorted(floor.tournaments.items())
        },
        "promotions": {
            name: {"length": affair.aggregate.length, "wins": len(affair.aggregate.state.wins)}
            for name, affair in sorted(floor.promotions.items())
        },
        "second_person": floor.house.second_person,
    }
