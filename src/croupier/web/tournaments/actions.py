"""Every command of a tournament by subject, and one of them with its rules, ready to be asked."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.casino.floor.preview import is_drawn
from croupier.rulebook.instruments import Kind, load
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.coming_back import BuyAddOn, BuyBack
from croupier.tournament.acts.ending import CountChips
from croupier.tournament.acts.entries import Enter, SeatReserve
from croupier.tournament.acts.gate import DocumentConditions, TakeStep
from croupier.tournament.acts.seating import MoveStart
from croupier.tournament.acts.sessions import PayBuyIn, RecordRound
from croupier.tournament.acts.ties import PlayOffRound, stacks
from croupier.tournament.state import Status
from croupier.web.console.actions import Action, Entry, Rule, Said, Subject, title_of
from croupier.web.console.forms import by_default, fields_of, read, written
from croupier.web.console.shapes import NotUnderstood
from croupier.web.html.words import cite
from croupier.wording.commands import clauses_of, first_line
from croupier.wording.teller import say, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.rulebook.citing import Refused
    from croupier.tournament.tournament import Tournament

SECRET, COMMITMENTS = "secret", "commitments"
KINDS: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in ACTS}
"""The commands of a tournament by the names that they have in its record."""
CONDITIONS = str(DocumentConditions.__struct_config__.tag)
"""The one command with a form of its own."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A tournament before somebody who may do something about it."""

    tournament: Tournament
    by: Person
    at: int
    secret: str = ""
    """The secret of the next draw, if the house keeps it."""
    tables: Mapping[str, str] = field(default_factory=dict)
    """By what the tournament calls a table, the one on the floor, which tells of itself."""
    away: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By what the tournament calls a table on the floor, who plays there and is not there."""

    def check(self, command: Command) -> Refused | None:
        return self.tournament.check(command, self.by, self.at)


# --- the list


def subjects(desk: Desk) -> Iterator[Subject]:
    """The commands by subject, in the order in which a tournament is held."""
    found: dict[str, list[type[Command]]] = {}
    for kind, act in ACTS.items():
        found.setdefault(act.judge.__module__, []).append(kind)
    for module, kinds in found.items():
        name = module.rpartition(".")[2].replace("_", " ")
        says = first_line(inspect.getmodule(ACTS[kinds[0]].judge))
        says = sentence(says.removeprefix(f"{name.capitalize()}: "))
        yield Subject(name, says, tuple(_entry(desk, kind) for kind in kinds))


def _entry(desk: Desk, kind: type[Command]) -> Entry:
    tag, act = _tag(kind), ACTS[kind]
    allowed = desk.by.role in act.open_to
    return Entry(
        tag, title_of(tag), first_line(kind), str(act.needs), allowed,
        allowed and is_possible(desk, kind),
    )  # fmt: skip


def is_possible(desk: Desk, kind: type[Command]) -> bool:
    """Whether the form as it stands at first could be sent."""
    return verdict(desk, kind) is None


def verdict(desk: Desk, kind: type[Command]) -> Refused | NotUnderstood | None:
    """What is in the way of the form as it stands at first."""
    if kind is DocumentConditions:
        return NotUnderstood("conditions", "they have a form of their own")
    try:
        return desk.check(read(kind, start(desk, kind)))
    except NotUnderstood as error:
        return error


def _tag(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


# --- one of them


def action(
    desk: Desk, kind: type[Command], values: Mapping[str, list[str]], errors: Mapping[str, str]
) -> Action:
    """A command to be filled in; what the house keeps or makes itself is not asked for."""
    tag, act = _tag(kind), ACTS[kind]
    rules = list(_rules(desk.tournament, kind))
    others = [str(role) for role in act.open_to if role is not act.needs]
    if act.oneself:
        others.append("the player, each for themselves")
    held = {SECRET} if desk.secret else set()
    return Action(
        tag, title_of(tag), first_line(kind), str(act.needs), ", ".join(others),
        [
            each for each in fields_of(kind, values, errors)
            if each.name not in held and each.name != COMMITMENTS
        ],
        tuple(rule for rule in rules if rule.kind != Kind.DEFINITION),
        tuple(rule for rule in rules if rule.kind == Kind.DEFINITION),
        shown=not is_drawn(kind),
    )  # fmt: skip


def _rules(tournament: Tournament, kind: type[Command]) -> Iterator[Rule]:
    instrument = tournament.instrument
    book = load(instrument)
    for clause in map(book.clause, clauses_of(ACTS[kind], tournament.law, instrument)):
        yield Rule(clause.id, cite(instrument, [clause.id])[0].href, clause.kind, clause.says)


def in_words(instrument: str, facts: Iterable[Fact]) -> list[Said]:
    return [Said(sentence(say(fact)), cite(instrument, fact.clauses)) for fact in facts]


# --- what stands in a form at first


def start(desk: Desk, kind: type[Command]) -> dict[str, list[str]]:
    """What the tournament knows already: what is owed, who plays where, which step is next."""
    values = by_default(kind)
    said = _known(desk, kind)
    if said is not None:
        values |= written(said)
    if SECRET in kind.__struct_fields__ and desk.secret:
        values[SECRET] = [desk.secret]
    if kind in _OWED and desk.tournament.has_conditions:
        values |= written(_Owed(_OWED[kind](desk.tournament)))
    return values


class _Owed(msgspec.Struct, frozen=True):
    paid: int


_OWED: dict[type[Command], Any] = {
    Enter: lambda t: t.conditions.entry_fee or 0,
    SeatReserve: lambda t: t.conditions.entry_fee or 0,
    BuyBack: lambda t: _price(t.conditions.buy_back, t.conditions.entry_fee),
    BuyAddOn: lambda t: _price(t.conditions.add_on, 0),
    PayBuyIn: lambda t: t.conditions.buy_in,
}


def _price(terms: Any, otherwise: int | None) -> int:
    cost = None if terms is None else terms.cost
    return cost if cost is not None else otherwise or 0


def owed(tournament: Tournament, kind: type[Command]) -> int:
    """What a command costs a player."""
    return int(_OWED[kind](tournament)) if kind in _OWED else 0


def _known(desk: Desk, kind: type[Command]) -> Command | None:
    tournament = desk.tournament
    if kind is TakeStep:
        missing = [step for step in tournament.law.gate if step not in tournament.steps]
        return TakeStep(step=missing[0], document="") if missing else None
    if kind is MoveStart and tournament.session.starts:
        return MoveStart(starts=tournament.session.starts, notice="")
    if kind is PlayOffRound and tournament.ties:
        return PlayOffRound(chips=stacks(tournament))
    if kind is RecordRound:
        return _round(desk)
    return _count(desk) if kind is CountChips else None


def _round(desk: Desk) -> Command | None:
    """The table that has played least, and what its players have."""
    tables = desk.tournament.session.tables.items()
    playing = {t: s.rounds for t, s in tables if not s.over and t not in desk.tables}
    if not playing:
        return None
    table = min(playing, key=lambda name: playing[name])
    chips = {each.name: each.chips for each in desk.tournament.at_table(table)}
    return RecordRound(table=table, chips=chips)


def _count(desk: Desk) -> Command | None:
    """The next table to be counted; what lies there is for whoever counts to say."""
    tables = desk.tournament.session.tables.items()
    over = [name for name, state in tables if state.over and state.counted is None]
    table = next((name for name in over if desk.tournament.at_table(name)), None)
    return None if table is None else CountChips(table=table, chips={})


def people_of(tournament: Tournament) -> list[str]:
    """Whom a form may name."""
    gone = (Status.WITHDRAWN, Status.REPLACED)
    return sorted(name for name, each in tournament.entrants.items() if each.status not in gone)
