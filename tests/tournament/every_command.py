"""Random tournaments in which staff and players try every command, the rare ones most often."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from tests.tournament.books import gains
from tests.tournament.directing import (
    CLOSED,
    HOUSE,
    TABLES,
    called_off,
    committing,
    directed_to_its_end,
    next_secret,
    onwards,
)
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    DIRECTOR,
    HOLDEM,
    INSPECTOR,
    MANAGER,
    MINUTE,
    OPERATOR,
    SEVEN,
    Held,
    opened,
    player,
)
from tests.tournament.test_way_home import conditions_of_a_crowd

from croupier.commitment import Chain
from croupier.joint_draws import CloseRoll, VoidDraw
from croupier.table.acts.seeding import BringTip, OpenLink
from croupier.table.tournament_law import ConditionsStep
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack, DeclineBuyBack
from croupier.tournament.acts.conditions_approval import (
    DocumentConditions,
    NominateDirector,
    OpenEntries,
    TakeStep,
)
from croupier.tournament.acts.conduct import (
    AttestChips,
    Breach,
    CallBreak,
    DismissBreach,
    Disqualify,
    RaiseDispute,
    ReportBreach,
    SetPace,
    SettleDispute,
)
from croupier.tournament.acts.entries import (
    AddReserve,
    CloseEntries,
    Enter,
    Refund,
    RefuseEntry,
    RequireAgreement,
    SeatReserve,
    Substitute,
    Withdraw,
)
from croupier.tournament.acts.other_games import RecordOtherGame, Reinstate
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.seating import (
    AllocateSeats,
    BreakTable,
    CallLate,
    CommitBallot,
    DesignateTables,
    DrawSeats,
    MovePlayer,
    MoveStart,
    SetTableSize,
    TakeSeat,
)
from croupier.tournament.acts.session_end import ConcludeTable, CountChips, EndSession, ReturnChips
from croupier.tournament.acts.sessions import (
    PayBuyIn,
    RecordRound,
    StartSession,
    in_the_session,
)
from croupier.tournament.acts.ties import DrawCards, PlayOffRound
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.state import Ground, TournamentPhase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.tournament.tournament import Tournament

    Asked = tuple[Command, Person]
    Refusals = Counter[tuple[str, TournamentPhase]]

LONGEST = 150
"""The number of steps after which a tournament is brought to its end by staff."""
NAMES = tuple("ABCDEFGHIJ")
AMOUNTS = (0, 0, 24_99, 50_00, 600_00, 600_00, 1000_00, 1000_00, 1000_00)
BY_TAG: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in ACTS}
WEIGHTS = {"reinstate": 4, "cancel-tournament": 0.05, "disqualify": 0.2, "withdraw": 0.3}
"""Low weights of what ends a tournament or a player's part in it; high ones of rare commands."""
CHANGES_NOTHING = (
    "attest-chips",
    "call-break",
    "count-chips",
    "designate-tables",
    "move-start",
    "nominate-director",
    "raise-dispute",
    "refuse-entry",
    "report-breach",
    "return-chips",
    "set-pace",
)
"""Commands by which nobody has other chips, another place or other money."""
NOT_OF_THE_STATE = frozenset({"record", "shown", "_acts", "_asked_at", "_fresh", "_of_round"})


def tag_of(command: Command) -> str:
    return str(command.__struct_config__.tag)


def state_of(tournament: Tournament) -> dict[str, Any]:
    """Return all that a tournament knows of itself, to compare it with its replay."""
    return {name: value for name, value in vars(tournament).items() if name not in NOT_OF_THE_STATE}


def _played(command: Command, chance: Random) -> Command:
    """Return the command, with the chips of a round as they may come."""
    if not isinstance(command, RecordRound | PlayOffRound):
        return command
    chips = {name: chance.choice(AMOUNTS) for name in command.chips}
    return msgspec.structs.replace(command, chips=chips, wagered=dict.fromkeys(chips, 50_00))


class Crowd:
    """People around one tournament, and everything that they ask of it."""

    def __init__(self, held: Held, chance: Random, used: Counter[str]) -> None:
        self.held, self.chance, self.used = held, chance, used
        self.chains: dict[str, list[Chain]] = {}

    def attempt(self, command: Command, by: Person) -> bool:
        """Return True if the command was accepted."""
        if self.held.tournament.check(command, by, self.held.now) is not None:
            return False
        self.held.do(command, by)
        self.used[tag_of(command)] += 1
        return True

    def attempt_one(self, asked: list[Asked]) -> bool:
        """Return True if one of the commands was accepted; the others are not tried any more."""
        self.chance.shuffle(asked)
        return any(self.attempt(*each) for each in asked)

    def change_nothing(self) -> None:
        """Try a command by which nobody wins or loses, and settle what it raises."""
        tag = self.chance.choice(CHANGES_NOTHING)
        self.attempt_one(list(self.asked(BY_TAG[tag])))
        for kind in (SettleDispute, DismissBreach):
            self.attempt_one(list(self.asked(kind)))

    # --- what may be asked

    def asked(self, kind: type[Command]) -> Iterator[Asked]:
        """Yield commands of a kind that make sense now, or nearly do."""
        found: Any = {
            **self._entering(),
            **self._seats(),
            **self._session(),
            **self._conduct(),
        }[kind]
        yield from found()

    def _entering(self) -> dict[type[Command], Any]:
        tournament = self.held.tournament
        conditions = tournament.conditions
        fee = conditions.entry_fee or 0
        names = [*tournament.entrants, *tournament.reserves]
        new = [name for name in NAMES if name not in names] or list(NAMES)
        let_in: dict[str, Any] = {"agreed": True, "copy_given": True, "groups_kept": True}
        playing = tournament.phase is TournamentPhase.PLAYING
        due = fee + (conditions.buy_in if playing else 0)
        substitutes = fee if tournament.law.entry else 0
        gate = [step for step in ConditionsStep if step is not ConditionsStep.DOCUMENTED]
        return {
            DocumentConditions: lambda: [(DocumentConditions(conditions=conditions), OPERATOR)],
            TakeStep: lambda: [(TakeStep(step=step, document="CR 8"), OPERATOR) for step in gate],
            NominateDirector: lambda: [
                (NominateDirector(person="tim"), by) for by in (MANAGER, OPERATOR)
            ],
            OpenEntries: lambda: [(OpenEntries(), DIRECTOR)],
            RequireAgreement: lambda: [(RequireAgreement(), DIRECTOR)],
            Enter: lambda: [
                (Enter(player=name, paid=fee, **let_in), by)
                for name in new
                for by in (DIRECTOR, player(name))
            ],
            RefuseEntry: lambda: [(RefuseEntry(player=n, reason="ill"), DIRECTOR) for n in new],
            Withdraw: lambda: [(Withdraw(player=name), DIRECTOR) for name in names],
            Refund: lambda: [
                (Refund(player=name, what=what, reason="ill"), DIRECTOR)
                for name in names
                for what in PaidFor
            ],
            AddReserve: lambda: [(AddReserve(player=name), DIRECTOR) for name in new],
            SeatReserve: lambda: [
                (SeatReserve(player=name, instead_of=old, paid=due, **let_in), DIRECTOR)
                for name in tournament.reserves or new
                for old in names
            ],
            Substitute: lambda: [
                (Substitute(player=new[0], instead_of=old, paid=substitutes, **let_in), DIRECTOR)
                for old in names
            ],
            CloseEntries: lambda: [(CloseEntries(), DIRECTOR)],
        }

    def _seats(self) -> dict[type[Command], Any]:
        held, tournament, chance = self.held, self.held.tournament, self.chance
        names, session = list(tournament.entrants), tournament.session
        tables = list(session.tables) or ["Table 1"]
        secret, awaited = next_secret(held), tournament.drawing.awaited
        takers = [*map(player, names), INSPECTOR]
        order = tuple(chance.sample(names, len(names)))

        def committed() -> list[Asked]:
            return [each for table in ("", *tables) for each in committing(held, table)]

        in_it = tuple(name for name in order if name in session.players)
        return {
            SetTableSize: lambda: [(SetTableSize(players=n), DIRECTOR) for n in range(2, 8)],
            DesignateTables: lambda: [(DesignateTables(tables=TABLES), DIRECTOR)],
            CommitBallot: committed,
            DrawSeats: lambda: [(DrawSeats(secret=secret), DIRECTOR)],
            AllocateSeats: lambda: [
                (AllocateSeats(method="by rank", players=each), DIRECTOR) for each in (in_it, order)
            ],
            TakeSeat: lambda: [(TakeSeat(player=name), DEALER) for name in names],
            CallLate: lambda: [(CallLate(), DIRECTOR)],
            MoveStart: lambda: [
                (MoveStart(starts=held.now + MINUTE, notice="announced", session=n), DIRECTOR)
                for n in (None, 1, 2)
            ],
            MovePlayer: lambda: [
                (MovePlayer(player=name, table=table, box=box), DIRECTOR)
                for name in names
                for table in tables
                for box in (1, 3, 4)
            ],
            BreakTable: lambda: [
                (BreakTable(table=table, secret=each), DIRECTOR)
                for table in tables
                for each in (HOUSE.hex() if awaited else secret,)
            ],
            BringTip: lambda: [
                (BringTip(player=by.name, tip=self._chain(by.name).tip), by) for by in takers
            ],
            CloseRoll: committed,
            OpenLink: lambda: [
                (OpenLink(player=by.name, link=link), by)
                for by in takers
                if (link := self._link(by.name)) is not None
            ],
            VoidDraw: lambda: [(VoidDraw(reason=why), DIRECTOR) for why in ("", "it is lost")],
        }

    def _chain(self, name: str) -> Chain:
        """Return another hash chain of a person, whose tip was shown nowhere."""
        start = sha256(f"{name} {len(self.chains)} {self.chance.random()}".encode()).digest()
        chain = Chain(start, 8)
        self.chains.setdefault(name, []).append(chain)
        return chain

    def _link(self, name: str) -> str | None:
        awaited = self.held.tournament.drawing.awaited
        mine = awaited.of(name) if awaited is not None else None
        links = (each.link(mine.tip) for each in self.chains.get(name, ()) if mine is not None)
        return next((link for link in links if link is not None), None)

    def _session(self) -> dict[type[Command], Any]:
        held, tournament = self.held, self.held.tournament
        conditions, session = tournament.conditions, tournament.session
        names, entrants = list(tournament.entrants), tournament.entrants
        tables = list(session.tables) or ["Table 1"]
        buy_back, add_on = conditions.buy_back, conditions.add_on
        buy_in = conditions.buy_in or 1000_00
        cost = (buy_back.cost if buy_back else None) or 100_00
        on_top = (add_on.cost if add_on else None) or 20_00
        stacks = {t: {e.name: e.chips for e in tournament.at_table(t)} for t in tables}
        return {
            PayBuyIn: lambda: [(PayBuyIn(player=n, paid=buy_in), DIRECTOR) for n in names],
            StartSession: lambda: [(StartSession(), DIRECTOR)],
            RecordRound: lambda: [
                (RecordRound(table=table, chips=stacks[table], counts=False, voids=n), DEALER)
                for table in tables
                if table in session.tables
                for n in session.tables[table].numbers
            ],
            BuyBack: lambda: [(BuyBack(player=name, paid=cost), DIRECTOR) for name in names],
            DeclineBuyBack: lambda: [(DeclineBuyBack(player=name), player(name)) for name in names],
            BuyAddOn: lambda: [(BuyAddOn(player=name, paid=on_top), DIRECTOR) for name in names],
            CountChips: lambda: [(CountChips(table=t, chips=stacks[t]), DEALER) for t in tables],
            ConcludeTable: lambda: [
                (ConcludeTable(table=t, agreed=tuple(stacks[t])), DIRECTOR) for t in tables
            ],
            EndSession: lambda: [(EndSession(), DIRECTOR)],
            ReturnChips: lambda: [(ReturnChips(table=table), DEALER) for table in tables],
            RecordOtherGame: lambda: [
                (RecordOtherGame(scores={e.name: 7 * e.number for e in players}), DEALER)
                for players in ([in_the_session(tournament)] if session.number else [])
            ],
            Reinstate: lambda: [
                (
                    Reinstate(
                        player=name, table=gone.table, box=box, chips=gone.chips, reason="void"
                    ),
                    DIRECTOR,
                )
                for name in names
                if (gone := entrants[name].departure) is not None
                for box in range(1, 8)
            ],
            PlayOffRound: lambda: [
                (_played(PlayOffRound(chips=dict.fromkeys(tie.players, 0)), self.chance), DEALER)
                for tie in tournament.ties[:1]
            ],
            DrawCards: lambda: [(DrawCards(secret=next_secret(held)), DIRECTOR)],
        }

    def _conduct(self) -> dict[type[Command], Any]:
        tournament = self.held.tournament
        names, tables = list(tournament.entrants), list(tournament.session.tables)
        return {
            CallBreak: lambda: [(CallBreak(minutes=1), DIRECTOR)],
            SetPace: lambda: [
                (SetPace(direction="faster", seconds=n), DIRECTOR) for n in (None, 20)
            ],
            ReportBreach: lambda: [
                (ReportBreach(player=name, breach=breach), DEALER)
                for name in names
                for breach in Breach
            ],
            DismissBreach: lambda: [
                (DismissBreach(player=name, reason="it was not so"), DIRECTOR) for name in names
            ],
            AttestChips: lambda: [(AttestChips(table=table), DEALER) for table in tables],
            Disqualify: lambda: [
                (Disqualify(player=name, ground=ground, reason="seen", refund=refund), DIRECTOR)
                for name in names
                for ground in Ground
                for refund in (True, False)
            ],
            RaiseDispute: lambda: [
                (RaiseDispute(text="the count", player=name), by)
                for name in names
                for by in (DEALER, player(name))
            ],
            SettleDispute: lambda: [(SettleDispute(decision="it stands"), DIRECTOR)],
            AwardPlaces: lambda: [(AwardPlaces(), DIRECTOR)],
            CancelTournament: lambda: [(CancelTournament(reason="a flood"), OPERATOR)],
        }


class EveryCommandTournament(Crowd):
    """A tournament that offers every command, the rare ones most often."""

    def __init__(self, instrument: str, seed: int, used: Counter[str], refused: Refusals) -> None:
        chance = Random(f"every command {instrument} {seed}")
        super().__init__(opened(instrument, **_conditions(instrument, chance)), chance, used)
        self.refused = refused
        self.used.update(tag_of(entry.command) for entry in self.held.tournament.entries)
        self.wanted = self.chance.randint(4, 9)

    # --- the course of a tournament

    def hold(self) -> None:
        """Play it to its end, or as far as the steps last, and check its money and its record."""
        for _ in range(LONGEST):
            if self.held.tournament.phase in CLOSED:
                break
            self.held.now += self.chance.choice((1_000, MINUTE))
            if self.chance.random() < 0.5:
                self.offer()
            else:
                self.go_on()
        self._check()

    def _check(self) -> None:
        tournament = self.held.tournament
        again = self.held.replayed()
        assert again.record.head == tournament.record.head
        assert state_of(again) == state_of(tournament)
        if tournament.phase in CLOSED:
            gains(self.held)  # to the cent
            return
        for bring_to_its_end in (directed_to_its_end, called_off):
            other = Held(self.held.replayed(), self.held.now)
            bring_to_its_end(other)
            gains(other)

    def go_on(self) -> None:
        """Do what a director, a dealer and the players do next."""
        tournament = self.held.tournament
        if tournament.phase is TournamentPhase.ENTRIES and len(tournament.entrants) < self.wanted:
            self.attempt(*self.chance.choice(list(self.asked(Enter))))
            return
        for asked in [*self._joint_draw(), *self._coming_in()]:
            if self.chance.random() < 0.85:
                self.attempt(*asked)
        if tournament.phase is TournamentPhase.SEATING and tournament.session.drawn:
            self._miss_a_player()
        for command, by in onwards(self.held):
            if self.attempt(_played(command, self.chance), by):
                if isinstance(command, StartSession):
                    self._fill_a_seat()
                break
        else:
            self.held.now += 10 * MINUTE
        if tournament.phase is TournamentPhase.SEATING:
            self.held.now = max(self.held.now, SEVEN - 10 * MINUTE)

    def _fill_a_seat(self) -> None:
        """Let a reserve have a free seat before the first round, the only time for it."""
        asked = list(self.asked(SeatReserve))
        if self.chance.random() < 0.5:
            self.attempt_one(asked)

    def _joint_draw(self) -> Iterator[Asked]:
        """Yield the links that are missing, and then the draw."""
        tournament = self.held.tournament
        if tournament.drawing.awaited is None:
            return
        if self.chance.random() < 0.15:
            yield from self.asked(VoidDraw)
        yield from self.asked(OpenLink)
        for kind in (DrawSeats, DrawCards, BreakTable):
            yield from self.asked(kind)

    def _coming_in(self) -> Iterator[Asked]:
        if self.held.tournament.phase is TournamentPhase.SEATING:
            if not self.held.tournament.reserves:
                yield self.chance.choice(list(self.asked(AddReserve)))
            yield from self.asked(PayBuyIn)
            yield from self.asked(TakeSeat)
        if self.held.tournament.phase is TournamentPhase.PLAYING:
            for kind, often in ((BuyBack, 0.5), (BreakTable, 0.5), (Reinstate, 0.3)):
                if self.chance.random() < often:
                    yield from self.asked(kind)

    def _miss_a_player(self) -> None:
        """Wait until the session starts, or let a player go, so that a reserve has the seat."""
        starts, which = self.held.tournament.session.starts, self.chance.random()
        if which < 0.2:
            self.held.now = max(self.held.now, starts or 0)
            self.attempt(CallLate(), DIRECTOR)
        elif which < 0.3:
            self.attempt_one(list(self.asked(Withdraw)))
        self._fill_a_seat()

    def offer(self) -> None:
        """Try some command; one that was seldom accepted is the likelier choice."""
        tags = list(BY_TAG)
        weights = [self._weight(tag) for tag in tags]
        (tag,) = self.chance.choices(tags, weights)
        if tag == "reinstate":
            self._void_a_round()
        asked = list(self.asked(BY_TAG[tag]))
        if not self.attempt_one(asked):
            self.refused[tag, self.held.tournament.phase] += len(asked) > 0

    def _weight(self, tag: str) -> float:
        """Return a low weight for what was often accepted, or often refused in this phase."""
        refused = self.refused[tag, self.held.tournament.phase]
        return WEIGHTS.get(tag, 1) / (1 + self.used[tag]) / (1 + refused / 8)

    def _void_a_round(self) -> None:
        """Play a round that takes the last chips of a player, and declare it void."""
        for table, state in self.held.tournament.session.tables.items():
            chips = {each.name: each.chips for each in self.held.tournament.at_table(table)}
            if len(chips) > 1 and self.attempt(
                RecordRound(table=table, chips={**chips, max(chips): 0}), DEALER
            ):
                left = {each.name: each.chips for each in self.held.tournament.at_table(table)}
                number = state.numbers[-1]
                void = RecordRound(table=table, chips=left, counts=False, voids=number)
                self.attempt(void, DEALER)
                return


def _conditions(instrument: str, chance: Random) -> dict[str, Any]:
    """Return conditions under which every command that the instrument knows comes up."""
    chosen = conditions_of_a_crowd(instrument, chance)
    if instrument == CHALLENGE:
        chosen["eligibility"] = {
            "entitled_only": True,
            "reserves_refusal": True,
            "may_refuse": True,
        }
        if chance.random() < 0.5:
            heat = {"name": "heat", "rounds": 6, "advance_per_table": 2, "seats": 4}
            final = {"name": "final", "rounds": 2, "seats": 4}
            chosen["sessions"] = [heat, final]
    elif instrument != ACT_2006 and chance.random() < 0.3:
        scale = {"rounds": 1, "points": [5, 3, 1]}
        chosen["sessions"] = [
            {"name": "roulette", "game": "roulette", **scale},
            {"name": "final", "fresh_chips": True, **scale},
        ]
        ties = "draw of cards" if instrument == HOLDEM else "share"
        chosen["points"] = {"elimination": "none", "ties": ties, "prize_ties": "share"}
    elif instrument in (ACT_2018, BACCARAT):
        chosen["session_ties"] = chance.choice(("draw of cards", "play-off"))
        chosen["prize_ties"] = chance.choice(("share", "play-off"))
    if instrument == HOLDEM:
        terms = {"method": "at the desk", "cost": 20_00, "chips": 300_00}
        chosen["add_on"] = {"offered": True, **terms}
        if chance.random() < 0.4:
            chosen["sessions"] = [
                {"name": "heat", "rounds": 6, "advance_in_all": 3, "seats": 3},
                {"name": "final", "rounds": 2, "seats": 4},
            ]
            chosen.pop("points", None)
    return chosen
