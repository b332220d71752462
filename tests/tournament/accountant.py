"""An accountant who knows the conditions and what happened, and nothing of the program.

Written from the tournament rules of the five instruments. It computes the pool, who is out, who
goes on, which equals have to be told apart, places and payments, and imports nothing that does so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Group = list[str]


@dataclass
class Entry:
    """One entry: the chips, points and payments of whoever plays for it."""

    number: int
    chips: int = 0
    points: Fraction = Fraction(0)
    won: int = 0
    buy_backs: int = 0
    add_ons: int = 0
    residual: int = 0


@dataclass(frozen=True)
class Rules:
    """What an instrument settles itself; None leaves it to the conditions."""

    ties: str | None = None
    same_round: str | None = None
    stakes: int = 1
    fresh: bool = False
    placegetters: bool = False
    substitute_pays: bool = False


RULES = {
    "act-blackjack-2006": Rules(ties="play-off", same_round="share"),
    "act-blackjack-2018": Rules(),
    "act-mini-baccarat-2016": Rules(),
    "act-ultimate-texas-holdem-2025": Rules(stakes=2),
    "nsw-blackjack-challenge": Rules(
        ties="play-off", same_round="residual", fresh=True, placegetters=True, substitute_pays=True
    ),
}


@dataclass
class Accountant:
    """The books of one tournament, kept from its conditions and its events."""

    instrument: str
    conditions: dict[str, Any]
    commission_on_buy_backs: bool = False
    entries: dict[str, Entry] = field(default_factory=dict)
    paid: list[tuple[str, str, int]] = field(default_factory=list)
    received: int = 0
    session: int = 0
    playing: list[str] = field(default_factory=list)
    tables: dict[str, str] = field(default_factory=dict)
    standing: list[Group] = field(default_factory=list)
    """Groups of equals who are still in at the end of the session, the best first."""
    gone: list[Group] = field(default_factory=list)
    """Groups of equals who have left the tournament, in the order in which they left."""
    gone_in_session: int = 0
    session_placed: bool = False
    is_over: bool = False
    was_cut: set[str] = field(default_factory=set)
    at_the_line: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """What told players apart for the places that their table has in the next session."""
    scores: dict[str, int] = field(default_factory=dict)
    """What additional rounds of the session left players with."""
    earlier_winnings: dict[str, int] = field(default_factory=dict)
    """What players won in sessions who are not in the tournament any more."""

    @property
    def rules(self) -> Rules:
        return RULES[self.instrument]

    @property
    def plan(self) -> dict[str, Any]:
        found: dict[str, Any] = self.conditions["sessions"][self.session - 1]
        return found

    @property
    def is_last(self) -> bool:
        return self.session == len(self.conditions["sessions"])

    @property
    def by_points(self) -> bool:
        return "points" in self.conditions

    # --- money

    def enter(self, name: str) -> None:
        self.entries[name] = Entry(1 + len(self.entries) + len(self.earlier_winnings))
        self.pay(name, "entry", self.conditions["entry_fee"])
        self.received += 1

    def pay(self, name: str, what: str, amount: int) -> None:
        self.paid.append((name, what, amount))

    def _sum(self, *what: str) -> int:
        return sum(amount for _, kind, amount in self.paid if kind in what)

    @property
    def commission(self) -> int:
        terms = self.conditions.get("commission")
        if terms is None:
            return 0
        kinds = ("entry", "buy-back") if self.commission_on_buy_backs else ("entry",)
        if "each" in terms:
            return sum(min(terms["each"], a) for _, kind, a in self.paid if kind in kinds)
        return int(self._sum(*kinds) * Fraction(terms["percent"]) / 100)

    @property
    def pool(self) -> int:
        """All that was paid and not handed back, less commission, with added cash and guarantee."""
        added = sum(a["value"] for a in self.conditions.get("added_value", ()) if _is_cash(a))
        total = self._sum("entry", "buy-back", "add-on") - self.commission + added
        promised = self.conditions.get("guarantee")
        if promised and self.received >= promised.get("from_entries", 0):
            return int(max(total, promised["pool"]))
        return int(total)

    def _bonus(self, place: int) -> int:
        added = self.conditions.get("added_value", ())
        return sum(a["value"] for a in added if _is_cash(a) and a.get("place") == place)

    @property
    def divided(self) -> int:
        """What percentages are of: the pool without the cash for single places."""
        added = self.conditions.get("added_value", ())
        return self.pool - int(sum(a["value"] for a in added if _is_cash(a) and a.get("place")))

    def prizes(self, places: int) -> list[int]:
        """The prize of every place, of so many that there are."""
        scales = self.conditions["prizes"]
        fitting = [s for s in scales if "entries" not in s or self.received <= s["entries"]]
        percent = [Fraction(text) for text in fitting[0]["percent"]][:places]
        bonus = [self._bonus(place) for place in range(1, places + 1)]
        sessions = sum(e.won for e in self.entries.values()) + sum(self.earlier_winnings.values())
        left = self.pool - sessions - sum(bonus)
        shares = [left * share // sum(percent) for share in percent]
        for cent in range(left - sum(shares)):
            shares[cent % len(shares)] += 1
        shares += [0] * (places - len(shares))
        return [int(share) + extra for share, extra in zip(shares, bonus, strict=True)]

    # --- sessions

    def begin_session(self, players: list[str], tables: dict[str, str]) -> None:
        """Everybody gets chips at first, and again where sessions begin with the same for all."""
        self.session += 1
        self.playing, self.tables = players, tables
        self.standing, self.session_placed, self.gone_in_session = [], False, len(self.gone)
        self.scores = {n: score for n, score in self.scores.items() if n not in players}
        self.at_the_line = {}
        fresh = self.rules.fresh or self.plan.get("fresh_chips") or self.session == 1
        fresh = fresh or (self.by_points and not self._cuts(self.session - 1))
        for name in players:
            if fresh:
                self.entries[name].chips = self.conditions["chips"]
        short = [name for name in players if self.entries[name].chips < self.minimum]
        if short:
            self._leave([(name, self.entries[name].chips, 0, 0) for name in short])

    def _cuts(self, session: int) -> bool:
        plan = self.conditions["sessions"][session - 1]
        return bool(plan.get("advance_per_table") or plan.get("advance_in_all"))

    @property
    def minimum(self) -> int:
        lows = [low for wager, (low, _) in self.conditions["limits"].items() if wager != "trips"]
        return int(min(lows)) * self.rules.stakes

    def play(
        self, chips: dict[str, int], wagered: dict[str, int], taken: list[str], *, last: bool
    ) -> list[str]:
        """A round: return the players whom it puts out, unless they buy back."""
        for name, amount in chips.items():
            self.entries[name].chips = amount
        least = 1 if last else self.minimum
        return [name for name in chips if self.entries[name].chips < least]

    def put_out(self, names: list[str], wagered: dict[str, int], taken: list[str]) -> None:
        """Players leave by the same round, and do not buy back."""
        self._leave(
            [
                (n, self.entries[n].chips, wagered.get(n, 0), taken.index(n) if n in taken else 0)
                for n in names
            ]
        )

    def _leave(self, exits: list[tuple[str, int, int, int]]) -> None:
        for name, left, _, _ in exits:
            self.entries[name].residual, self.entries[name].chips = left, 0
            self.playing.remove(name)
        if self.rules.same_round == "residual":
            ordered = sorted(exits, key=lambda each: each[1:])
            keys = list(dict.fromkeys(each[1:] for each in ordered))
            self.gone += [[each[0] for each in ordered if each[1:] == key] for key in keys]
        else:
            self.gone.append([each[0] for each in exits])

    def remove(self, name: str) -> None:
        """A player is disqualified, forfeits or withdraws, and has no place any more."""
        self.earlier_winnings[name] = self.entries.pop(name).won
        if name in self.playing:
            self.playing.remove(name)
        for groups in (self.gone, self.standing):
            for group in groups:
                if name in group:
                    group.remove(name)

    def replace(self, name: str, by: str) -> None:
        """A substitute plays on with everything but what was won in sessions."""
        old = self.entries.pop(name)
        self.earlier_winnings[name] = old.won
        old.won = 0
        self.entries[by] = old
        self.playing = [by if each == name else each for each in self.playing]
        self.tables = {by if k == name else k: v for k, v in self.tables.items()}
        if self.rules.substitute_pays:
            self.pay(by, "entry", self.conditions["entry_fee"])
            self.received += 1

    # --- the end of a session

    def end_session(self) -> None:
        chips = {name: self.entries[name].chips for name in self.playing}
        self.standing = [
            [name for name in chips if chips[name] == amount]
            for amount in sorted(set(chips.values()), reverse=True)
        ]

    def _session_order(self) -> list[Group]:
        out = self.gone[self.gone_in_session :][::-1]
        return [group for group in (*self.standing, *out) if group]

    def _how(self, group: Group, how: str, *, prize: bool) -> str:
        """How equals are told apart: players who went out together by their own rule, if any."""
        together = self.rules.same_round or self.conditions.get("same_round")
        if any(set(group) <= set(each) for each in self.gone if each) and not self._cut(group):
            same = len({self.entries[name].residual for name in group}) == 1
            return "share" if together or not same else how
        nothing = not any(self.scores.get(n, self.entries[n].chips) for n in group)
        return "share" if prize and together and nothing and how == "play-off" else how

    def _cut(self, group: Group) -> bool:
        return group[0] in self.was_cut

    def _session_tie(self) -> list[Group]:
        """The first equals whose places in the session bring different points or prizes."""
        plan, terms = self.plan, self.conditions.get("points", {})
        how = self.rules.ties or terms.get("ties") or self.conditions.get("session_ties", "share")
        shares = [int(self.divided * Fraction(p) / 100) for p in plan.get("prizes", ())]
        for worth in (list(plan.get("points", ())), shares):
            place = 0
            for group in self._session_order():
                values = {_at(worth, n) for n in range(place, place + len(group))}
                place += len(group)
                if len(values) > 1 and self._how(group, how, prize=False) != "share":
                    return [group]
        return []

    def _award_session(self) -> None:
        plan, place = self.plan, 0
        shares = [int(self.divided * Fraction(p) / 100) for p in plan.get("prizes", ())]
        for group in self._session_order():
            names = sorted(group, key=lambda name: self.entries[name].number)
            span = range(place, place + len(names))
            points = Fraction(sum(_at(list(plan.get("points", ())), n) for n in span), len(names))
            money = _divided(sum(_at(shares, n) for n in span), len(names))
            for name, prize in zip(names, money, strict=True):
                self.entries[name].points += points
                self.entries[name].won += prize
            place += len(names)

    def ties(self) -> list[Group]:
        """Equals who have to be told apart before anything follows."""
        if not self.session_placed:
            found = self._session_tie()
            if found:
                return found
            self._award_session()
            self.session_placed = True
            if self.is_last and self.by_points:
                self._by_points()
        if self.is_over or self.is_last:
            return self._prize_ties()
        if self.by_points and not self._cuts(self.session):
            return []
        return [group for _, group, _ in self._lines() if group]

    def _by_points(self) -> None:
        everybody = {name: each.points for name, each in self.entries.items()}
        self.standing = [
            [name for name in everybody if everybody[name] == points]
            for points in sorted(set(everybody.values()), reverse=True)
        ]
        self.gone = []

    def _lines(self) -> list[tuple[list[str], Group, list[str]]]:
        """At each line: who is through, the equals on it, and who is not through."""
        plan, order = self.plan, self._session_order()
        if not self.rules.placegetters:
            order = [group for group in self.standing if group]
        if plan.get("advance_per_table"):
            names = dict.fromkeys(self.tables.values())
            fields = [
                [[n for n in group if self.tables[n] == table] for group in order]
                for table in names
            ]
            places = plan["advance_per_table"]
        else:
            fields, places = [order], plan.get("advance_in_all") or len(self.playing)
        found = []
        for each in fields:
            through: list[str] = []
            tied: Group = []
            rest = [part for group in each for part in self._parts(group)]
            while rest and len(through) + len(rest[0]) <= places:
                through += rest.pop(0)
            if rest and len(through) < places:
                tied = rest.pop(0)
            how = self.rules.ties or self.conditions.get("session_ties", "play-off")
            if tied and how == "share":
                through, tied = [*through, *tied], []
            found.append((through, tied, [name for group in rest for name in group]))
        return found

    def _parts(self, group: Group) -> list[Group]:
        """Equals of one table as additional rounds for its places have told them apart."""
        line = self.at_the_line
        keys = sorted({line.get(name, ()) for name in group}, reverse=True)
        return [[name for name in group if line.get(name, ()) == key] for key in keys]

    def _prize_ties(self) -> list[Group]:
        order = self.order()
        prizes = self.prizes(sum(map(len, order)))
        goods = self._goods(len(prizes))
        terms = self.conditions.get("points", {})
        chosen = self.conditions.get("prize_ties", "share")
        how = self.rules.ties or chosen
        if self.by_points:
            how = terms.get("prize_ties") or chosen
        found, place = [], 0
        for group in order:
            span = range(place, place + len(group))
            place += len(group)
            differ = len({prizes[n] for n in span}) > 1 or len({goods[n] for n in span}) > 1
            told = how if self.by_points else self._how(group, how, prize=True)
            if differ and told != "share":
                found.append(group)
        return found

    def _goods(self, places: int) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = [()] * places
        added = [a for a in self.conditions.get("added_value", ()) if not _is_cash(a)]
        spare = 0
        for each in sorted(added, key=lambda a: a.get("place") or 0):
            if each.get("place") and each["place"] <= places:
                at = each["place"] - 1
            else:
                at, spare = spare % places, spare + 1
            found[at] = (*found[at], each["what"])
        return found

    def split(self, group: Group, score: dict[str, int], *, by_chips: bool = True) -> None:
        """Equals were told apart, the higher score first."""
        self.scores |= score if by_chips else {}
        for groups, best_first in ((self.standing, True), (self.gone, False)):
            for place, each in enumerate(groups):
                if each and set(group) <= set(each):
                    if len(each) > len(group):  # equals at other tables did not take part
                        for name in group:
                            self.at_the_line[name] = (*self.at_the_line.get(name, ()), score[name])
                        return
                    keys = sorted({score[name] for name in group}, reverse=best_first)
                    groups[place : place + 1] = [
                        [name for name in group if score[name] == key] for key in keys
                    ]
                    return
        raise AssertionError(f"{group} are not equal")

    def settle(self) -> list[str] | None:
        """Return who plays the next session, once nobody has to be told apart; None before."""
        if self.ties() or self.is_last or self.is_over:
            return None
        if self.by_points and not self._cuts(self.session):
            onward = [*self.playing]
            if self.rules.placegetters:
                onward = [name for group in self._session_order() for name in group]
        else:
            onward = [name for through, _, _ in self._lines() for name in through]
        for group in self.standing[::-1]:
            behind = [name for name in group if name not in onward]
            alone = all(name in self.at_the_line for name in behind)
            if behind:  # told apart, if all of them have played for the same places
                self.gone += self._parts(behind)[::-1] if alone else [behind]
                self.was_cut |= set(behind)
        self.gone = [[name for name in group if name not in onward] for group in self.gone]
        self.standing = []
        self.is_over = not onward
        if self.is_over and self.by_points:
            self._by_points()
        return onward

    # --- places

    def order(self) -> list[Group]:
        """Everybody with a place, the first first."""
        return [group for group in (*self.standing, *self.gone[::-1]) if group]

    def places(self) -> dict[str, tuple[int, int]]:
        """The place of every player and all that they have won."""
        order, found, place = self.order(), {}, 1
        prizes = self.prizes(sum(map(len, order)))
        for group in order:
            names = sorted(group, key=lambda name: self.entries[name].number)
            money = _divided(sum(prizes[place - 1 : place - 1 + len(names)]), len(names))
            for name, prize in zip(names, money, strict=True):
                found[name] = (place, prize + self.entries[name].won)
            place += len(names)
        return found


def _is_cash(added: dict[str, Any]) -> bool:
    return bool(added.get("form") == "cash" or added["what"] == "cash")


def _at(worth: list[int], place: int) -> int:
    return worth[place] if place < len(worth) else 0


def _divided(amount: int, between: int) -> list[int]:
    part, over = divmod(amount, between)
    return [part + (n < over) for n in range(between)]
