"""Random tournaments beside an accountant who knows nothing of the program.

`CROUPIER_ACCOUNTS` is how many tournaments of each instrument are held.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.tournament.accountant import Accountant
from tests.tournament.books import gains
from tests.tournament.every_command import CHANGES_NOTHING, Crowd
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HOLDEM,
    INSTRUMENTS,
    OPERATOR,
    disqualify,
    opened,
)

from croupier.table.tournament_law import Ties
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack, DeclineBuyBack
from croupier.tournament.acts.entries import AddReserve, SeatReserve, Substitute, Withdraw
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.seating import CallLate, TakeSeat
from croupier.tournament.acts.sessions import RecordRound, StartSession
from croupier.tournament.acts.ties import RANKS, DrawCards, PlayOffRound
from croupier.tournament.facts import PlaceAwarded, TieDecided
from croupier.tournament.state import Status, TournamentPhase

MANY = int(os.environ.get("CROUPIER_ACCOUNTS", "20"))
AMOUNTS = (0, 0, 10_00, 24_99, 25_00, 50_00, 400_00, 400_00, 1000_00)


def _conditions(instrument: str, chance: Random) -> dict[str, Any]:
    """Conditions as the instrument knows them, over what the other tests take as given."""
    final: dict[str, Any] = {"name": "final", "rounds": chance.randint(1, 3)}
    heat: dict[str, Any] = {"name": "heat", "rounds": chance.randint(1, 2), "seats": 4}
    heat |= chance.choice(({"advance_in_all": chance.randint(1, 4)}, {"advance_per_table": 2}))
    chosen: dict[str, Any] = {"entry_fee": chance.choice((100_00, 33_33, 0))}
    kind = chance.choice(("single", "heats", "points"))
    if kind == "single":
        chosen["sessions"] = [final]
    elif kind == "heats":
        heat |= {"prizes": ["7", "3"]} if chance.random() < 0.4 else {}
        final["fresh_chips"] = chance.random() < 0.4
        chosen |= {"sessions": [heat, final], "progression": "as the sessions say"}
    else:
        scale = {"points": sorted((chance.randint(0, 9) for _ in range(4)), reverse=True)}
        sessions = [{"name": name, "rounds": 2, **scale} for name in ("one", "two")]
        chosen |= {"sessions": sessions, "progression": "everybody who is in"}
        ties = chance.choice(("play-off", "share"))
        chosen["points"] = {"elimination": "by the rules", "ties": ties, "prize_ties": "share"}
        if instrument in (ACT_2006, CHALLENGE):
            chosen["points"]["ties"] = "play-off"
        if instrument == HOLDEM:
            chosen["points"]["prize_ties"] = chance.choice(("share", "draw of cards"))
    if instrument not in (ACT_2006, CHALLENGE):
        choices = ["play-off", "share"] + ["draw of cards"] * (instrument == HOLDEM)
        chosen["prize_ties"] = chance.choice(choices)
        chosen["session_ties"] = chance.choice(("play-off", "share"))
    scales = (["50", "30", "20"], ["100"], ["70", "30"], ["40", "40", "20"])
    chosen["prizes"] = [{"percent": chance.choice(scales)}]
    if chance.random() < 0.3:
        of_few = {"percent": chance.choice(scales), "entries": chance.randint(2, 7)}
        chosen["prizes"].insert(0, of_few)
    if instrument != CHALLENGE and chance.random() < 0.6:
        chosen["commission"] = {
            "approval": "CR 7",
            **chance.choice(({"percent": "12.5"}, {"each": 10_00})),
        }
        if not chosen["entry_fee"]:
            del chosen["commission"]
    if instrument != ACT_2006 and chance.random() < 0.5:
        chosen["buy_back"] = {
            "offered": True, "method": "at once", "chips": 500_00, "most": chance.randint(1, 2),
            "cost": chance.choice((45_67, 5_00)),
            "until_session": len(chosen["sessions"]),
        }  # fmt: skip
    if instrument == HOLDEM:
        chosen["wagering"] = {"balancing": "as tables empty"}
        if chance.random() < 0.5:
            on_top = {"method": "at the desk", "cost": 20_01, "chips": 300_00}
            chosen["add_on"] = {"offered": True, **on_top}
    if instrument in (HOLDEM, CHALLENGE):
        added = (
            {"what": "cash", "value": 77_77},
            {"what": "a bonus", "form": "cash", "value": 50_00, "place": chance.randint(1, 5)},
            {"what": "a car", "value": 30_000_00, "place": 1},
            {"what": "a pen", "value": 3_00},
        )
        chosen["added_value"] = [each for each in added if chance.random() < 0.4]
        if chance.random() < 0.3:
            chosen["guarantee"] = {"pool": 700_00, "from_entries": 5}
    return chosen


class Evening:
    """One tournament, held by the program and kept by the accountant."""

    def __init__(self, instrument: str, seed: int) -> None:
        self.chance = chance = Random(f"{instrument} {seed}")
        chosen = _conditions(instrument, chance)
        self.instrument, self.chosen = instrument, chosen
        self.held = held = opened(instrument, **chosen)
        wagers = {BACCARAT: ("banker", "player", "tie"), HOLDEM: ("ante", "trips")}
        limits = dict.fromkeys(wagers.get(instrument, ("main",)), (2500, 50000))
        terms = {"chips": 1000_00, "limits": limits, "prizes": chosen["prizes"], **chosen}
        on_buy_backs = held.tournament.conditions.options.get("buy_back_fee") or (
            "entry_fee" if instrument in (ACT_2018, BACCARAT) else "pool"
        )
        self.books = Accountant(instrument, terms, on_buy_backs == "entry_fee")
        self.crowd = Crowd(held, Random(f"crowd {instrument} {seed}"), Counter())
        self.newcomers = iter(f"S{n}" for n in range(99))

    # --- the course of the evening

    def hold(self) -> str:
        self._take_entries()
        for _ in range(6):
            if self._may_call_off():
                return "cancelled"
            if self.held.tournament.phase is TournamentPhase.SEATING:
                self._seat()
                self._play()
            if self.held.tournament.phase is TournamentPhase.TIES:
                self._tell_apart()
            if self.held.tournament.phase is TournamentPhase.PLAYED:
                return self._award()
        raise AssertionError("it does not come to an end")

    def _take_entries(self) -> None:
        names = [f"P{n}" for n in range(self.chance.randint(2, 9))]
        for name in names:
            self.held.enter(name)
            self.books.enter(name)
        if len(names) > 3 and self.chance.random() < 0.3:
            gone = self.chance.choice(names)
            back = self.instrument in (HOLDEM, CHALLENGE)
            self.held.do(Withdraw(player=gone))
            self.books.remove(gone)
            if back:
                self.books.paid = [each for each in self.books.paid if each[0] != gone]
                self.books.received -= 1
        if self.chance.random() < 0.3:
            self._substitute()
        self.held.do(AddReserve(player="R"))
        self.crowd.change_nothing()
        self.held.close()

    def _substitute(self) -> None:
        old = self.chance.choice([e.name for e in self.held.tournament.still_in()])
        new, fee = next(self.newcomers), self.chosen["entry_fee"]
        paid = fee if self.instrument == CHALLENGE else 0
        self.held.do(Substitute(player=new, instead_of=old, copy_given=True, paid=paid))
        self.books.replace(old, new)

    def _may_call_off(self) -> bool:
        if self.chance.random() > 0.05:
            return False
        paid = {(name, amount) for name, _, amount in self.books.paid if amount}
        self.held.do(CancelTournament(reason="a flood"), OPERATOR)
        assert {name for name, _ in paid} <= {*self.held.tournament.entrants}
        assert set(gains(self.held).values()) == {0.0}  # everything goes back to who paid it
        return True

    def _seat(self) -> None:
        held, tournament = self.held, self.held.tournament
        if self.books.session:
            self._change_before_the_session()
        if not tournament.session.drawn:
            held.draw()
        late = self.chance.random() < 0.2 and len(tournament.session.players) > 2
        late = late and tournament.session.starts is not None and self.instrument != CHALLENGE
        coming = [name for name in tournament.session.players if name in self.books.entries]
        missing = self.chance.choice(coming) if late else None
        for name in list(tournament.session.players):
            entrant = tournament.entrants[name]
            if name != missing and entrant.status is Status.IN and not entrant.seated:
                held.do(TakeSeat(player=name), DEALER)
        if missing is not None and tournament.entrants[missing].seated:
            missing = None
        held.now = max(held.now, tournament.session.starts or 0)
        if missing is not None and self.instrument != ACT_2006:
            held.do(CallLate())
        if missing is not None:
            self.books.remove(missing)
            if self.instrument != ACT_2006 and self.books.session == 0:
                self._seat_the_reserve(missing)
        held.do(StartSession())
        for each in list(tournament.entrants.values()):
            if each.status is Status.MAY_BUY_BACK:  # with too few chips to begin
                held.do(DeclineBuyBack(player=each.name))
        names = set(tournament.session.players) & set(self.books.entries)
        seats = {name: tournament.entrants[name].seat for name in sorted(names)}
        at = {name: seat[0] for name, seat in seats.items() if seat is not None}
        self.books.begin_session(sorted(names), at)
        self._compare()

    def _change_before_the_session(self) -> None:
        """Players who have come on are replaced or disqualified before they play on."""
        there = [e.name for e in self.held.tournament.still_in()]
        if there and self.chance.random() < 0.3:
            self._substitute_in_play(self.chance.choice(there))
        there = [e.name for e in self.held.tournament.still_in()]
        if len(there) > 3 and self.chance.random() < 0.2:
            name = self.chance.choice(there)
            self.held.do(disqualify(name))
            self.books.remove(name)

    def _seat_the_reserve(self, missing: str) -> None:
        fee = self.chosen["entry_fee"]
        reserve = SeatReserve(player="R", instead_of=missing, paid=fee, copy_given=True)
        if self.held.tournament.check(reserve, *self._director()) is None:
            self.held.do(reserve)
            self.books.enter("R")
            self.books.entries["R"].number = self.held.tournament.entrants["R"].number

    def _director(self) -> tuple[Any, int]:
        from tests.tournament.support import DIRECTOR

        return DIRECTOR, self.held.now

    def _play(self) -> None:
        held, tournament = self.held, self.held.tournament
        rounds = dict.fromkeys(tournament.session.tables, 0)
        while tournament.phase is TournamentPhase.PLAYING:
            left = [t for t in rounds if not tournament.session.tables[t].over]
            left = [t for t in left if tournament.at_table(t)]
            if not left:
                break
            table = self.chance.choice(left)
            rounds[table] += 1
            self._round(table, last=rounds[table] >= self.books.plan["rounds"])
            self._in_between()
            self.crowd.change_nothing()
            self._compare()
        held.end()
        self.books.end_session()
        self._follow()

    def _round(self, table: str, *, last: bool) -> None:
        names = [each.name for each in self.held.tournament.at_table(table)]
        chips = {name: self.chance.choice(AMOUNTS) for name in names}
        wagered = {name: self.chance.choice((25_00, 50_00)) for name in names}
        taken = self.chance.sample(names, len(names))
        self.held.do(
            RecordRound(table=table, chips=chips, wagered=wagered, taken=tuple(taken)), DEALER
        )
        short = self.books.play(chips, wagered, taken, last=last)
        back = [name for name in short if not last and self._buys_back(name)]
        out = [name for name in short if name not in back]
        waiting = {e.name for e in self.held.tournament.entrants.values()} & set(out)
        for name in sorted(waiting):
            if self.held.tournament.entrants[name].status is Status.MAY_BUY_BACK:
                assert self._may_buy_back(name)
                self.held.do(DeclineBuyBack(player=name))
        if out:
            self.books.put_out(out, wagered, taken)

    def _buys_back(self, name: str) -> bool:
        terms, entry = self.chosen.get("buy_back"), self.books.entries[name]
        if not terms or not self._may_buy_back(name) or self.chance.random() < 0.4:
            return False
        self.held.do(BuyBack(player=name, paid=terms["cost"]))
        self.books.pay(name, "buy-back", terms["cost"])
        entry.chips += terms["chips"]
        entry.buy_backs += 1
        return True

    def _may_buy_back(self, name: str) -> bool:
        terms = self.chosen.get("buy_back")
        if not terms or self.books.session > terms["until_session"]:
            return False
        return bool(self.books.entries[name].buy_backs < terms["most"])

    def _in_between(self) -> None:
        tournament = self.held.tournament
        there = [e.name for e in tournament.still_in() if e.name in self.books.playing]
        if len(there) > 2 and self.chance.random() < 0.06:
            name = self.chance.choice(there)
            self.held.do(disqualify(name))
            self.books.remove(name)
        elif there and self.chance.random() < 0.06:
            self._substitute_in_play(self.chance.choice(there))
        terms = self.chosen.get("add_on")
        if terms and there and self.chance.random() < 0.2 and self.books.session == 1:
            name = self.chance.choice(there)
            command = BuyAddOn(player=name, paid=terms["cost"])
            if name in self.books.entries and tournament.check(command, *self._director()) is None:
                assert self.books.entries[name].add_ons == 0
                self.held.do(command)
                self.books.pay(name, "add-on", terms["cost"])
                self.books.entries[name].add_ons += 1
                self.books.entries[name].chips += terms["chips"]

    def _substitute_in_play(self, old: str) -> None:
        new, fee = next(self.newcomers), self.chosen["entry_fee"]
        paid = fee if self.instrument == CHALLENGE else 0
        self.held.do(Substitute(player=new, instead_of=old, copy_given=True, paid=paid))
        self.books.replace(old, new)

    # --- equals

    def _tell_apart(self) -> None:
        tournament = self.held.tournament
        while tournament.phase is TournamentPhase.TIES:
            expected = [frozenset(group) for group in self.books.ties()]
            assert {frozenset(tie.players) for tie in tournament.ties} == set(expected)
            tie = tournament.ties[0]
            group = next(g for g in self.books.ties() if set(g) == set(tie.players))
            if tie.how is Ties.DRAW:
                facts = self.held.do(DrawCards(secret=self.held.commit()))
                (told,) = [fact for fact in facts if isinstance(fact, TieDecided)]
                score = {n: RANKS.index(card.rank) for n, card in told.cards.items()}
            else:
                score = {name: self.chance.choice((0, 100_00, 200_00)) for name in tie.players}
                if not any(score.values()) and self.instrument in (ACT_2006, CHALLENGE):
                    score[tie.players[0]] = 50_00
                self.held.do(PlayOffRound(chips=score), DEALER)
            self.books.split(group, score, by_chips=tie.how is not Ties.DRAW)
            self._follow()

    def _follow(self) -> None:
        """Both know who goes on."""
        onward, tournament = self.books.settle(), self.held.tournament
        if tournament.phase is TournamentPhase.SEATING:
            assert onward is not None
            assert set(onward) == set(tournament.session.players)
        elif tournament.phase is TournamentPhase.PLAYED:
            assert self.books.ties() == []
        self._compare(chips=False)

    def _compare(self, *, chips: bool = True) -> None:
        tournament = self.held.tournament
        assert (self.books.pool, self.books.commission) == (
            tournament.pool.total, tournament.pool.commission,
        )  # fmt: skip
        if chips and tournament.phase is TournamentPhase.PLAYING:
            playing = {e.name: e.chips for e in tournament.still_in()}
            assert {n: self.books.entries[n].chips for n in self.books.playing} == playing
        gone = (Status.DISQUALIFIED, Status.REPLACED)
        assert not any(e.chips for e in tournament.entrants.values() if e.status in gone)

    def _award(self) -> str:
        if not self.books.entries:
            return "nobody"
        expected = self.books.places()
        self.held.do(AwardPlaces())
        facts = [f for f in self.held.tournament.facts if isinstance(f, PlaceAwarded)]
        entrants = self.held.tournament.entrants.values()
        found = {e.name: (e.place, e.prize) for e in entrants if e.place is not None}
        assert found == expected
        assert sum(f.prize for f in facts) == self.books.pool
        paid: dict[str, int] = {}
        for name, _, amount in self.books.paid:
            paid[name] = paid.get(name, 0) + amount
        won = {name: prize for name, (_, prize) in expected.items()}
        won |= {n: p for n, p in self.books.earlier_winnings.items() if n not in won}
        for name, gained in gains(self.held).items():
            if name != "cage":
                assert round(gained * 100) == won.get(name, 0) - paid.get(name, 0), name
        return "finished"


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_accountant_comes_to_the_same(instrument: str) -> None:
    ends: dict[str, int] = {}
    by_the_way: Counter[str] = Counter()
    for seed in range(MANY):
        evening = Evening(instrument, seed)
        try:
            end = evening.hold()
        except Exception as error:
            error.add_note(f"{instrument}, evening {seed}: {evening.chosen}")
            raise
        ends[end] = ends.get(end, 0) + 1
        by_the_way += evening.crowd.used
    assert ends["finished"] > MANY / 2
    assert len(by_the_way) > len(CHANGES_NOTHING) / 2
