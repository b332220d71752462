"""What the console shows: every command of a table by subject, and one of them with its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from croupier.aggregate.roles import Role, who_may
from croupier.casino.duties import Dealing
from croupier.casino.floor.dealer_steps import Steps, draws_cards
from croupier.casino.floor.policy import must_suit_the_house
from croupier.casino.opening import opening_of
from croupier.games import rules_for
from croupier.games.challenge.opening import OpenChallenge
from croupier.rulebook.citing import Refused
from croupier.rulebook.instruments import Kind, load
from croupier.table.acts.opening import OpenTable
from croupier.table.acts.sign import ChangeLimits
from croupier.web.console.forms import by_default, fields_of, written
from croupier.web.html.words import cite
from croupier.wording.commands import by_subject, clauses_of, first_line, tag_of
from croupier.wording.teller import say, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from croupier.aggregate.acts import Act, Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Floor
    from croupier.casino.floor.live import Live
    from croupier.casino.floor.preview import Preview
    from croupier.table.table import Table
    from croupier.web.console.forms import Field
    from croupier.web.html.words import Cited

APPROVED = "play chips, on the floor"
"""On what a table opens at which nothing is staked but play chips."""
MORE_UNTOLD = (
    "What else comes of it is seen when it is done: it may depend on what is hidden from you."
)
ALL_UNTOLD = (
    "What comes of it is seen when it is done: by chance, or depending on what is hidden from you."
)
TOO_LONG = "The record is too long to show what follows."
HANDS = "hands"
"""Under this address the dealer's hands do something with a virtual shoe."""


@dataclass(frozen=True, slots=True)
class Said:
    """Something in words, with its clauses."""

    text: str
    cited: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A command in the list."""

    path: str
    title: str
    says: str
    needs: str
    allowed: bool
    """Whether whoever looks at it has a role that may do it."""
    now: bool
    """Whether it can be done as things stand."""


@dataclass(frozen=True, slots=True)
class Subject:
    name: str
    says: str
    entries: tuple[Entry, ...]

    @property
    def now(self) -> int:
        return sum(entry.now for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause as the rulebook has it."""

    clause: str
    href: str
    kind: str
    says: str


@dataclass(frozen=True, slots=True)
class Action:
    """A command to be filled in, with all that the rules say about it."""

    path: str
    title: str
    says: str
    needs: str
    may: str
    """Who else may do it."""
    fields: list[Field]
    rules: tuple[Rule, ...]
    words: tuple[Rule, ...]
    """Words of the instrument's dictionary."""
    shown: bool = True
    """Whether what follows can be shown before it is done."""


def title_of(tag: str) -> str:
    words = tag.replace("-", " ")
    return words[:1].upper() + words[1:]


# --- the list


def subjects(live: Live, by: Person, at: int) -> Iterator[Subject]:
    """The commands of a table by subject; where its shoe is virtual, hands draw the cards."""
    open_now = {type(command) for command in live.table.legal(by)}
    real = live.set_up.duty.dealing is Dealing.REAL
    if not real:
        yield _hands(by)
    for name, says, acts in by_subject(live.set_up.duty.instrument):
        entries = tuple(
            _entry(live, act, by, at, legal=act.command in open_now)
            for act in acts
            if real or not draws_cards(act.command)
        )
        if entries:
            yield Subject(name, says, entries)


def _entry(live: Live, act: Act[Table, Any], by: Person, at: int, *, legal: bool) -> Entry:
    tag, allowed = tag_of(act), by.role in act.open_to
    if allowed and not legal and not _asks_anything(act.command):
        legal = live.table.check(act.command(), by, at) is None
    return Entry(
        tag, title_of(tag), first_line(act.command), str(act.needs), allowed, legal and allowed
    )


def _asks_anything(kind: type[msgspec.Struct]) -> bool:
    return any(field.required for field in msgspec.structs.fields(kind))


def _hands(by: Person) -> Subject:
    allowed = by.role in who_may(Role.DEALER)
    entries = tuple(
        Entry(f"{HANDS}/{tag}", title_of(tag), first_line(kind), str(Role.DEALER), allowed, False)
        for tag, kind in STEPS.items()
    )
    return Subject("the dealer's hands", "What hands do with the cards of a virtual shoe.", entries)


STEPS: dict[str, type[msgspec.Struct]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(Steps)
}


# --- one of them


def act_of(live: Live, do: str) -> Act[Table, Any]:
    """The act of a command by its name; one that the table does not have is a `LookupError`."""
    for act in live.table.game.acts.values():
        if tag_of(act) == do:
            return act
    raise LookupError(f"{live.set_up.duty.table} has no command {do!r}")


def action(
    live: Live, act: Act[Table, Any], values: Mapping[str, list[str]], errors: Mapping[str, str]
) -> Action:
    instrument, tag = live.set_up.duty.instrument, tag_of(act)
    book = load(instrument)
    rules = [
        Rule(each.id, cite(instrument, [each.id])[0].href, each.kind, each.says)
        for each in map(book.clause, clauses_of(act, rules_for(instrument), instrument))
    ]
    others = [str(role) for role in act.open_to if role is not act.needs]
    return Action(
        tag, title_of(tag), first_line(act.command), str(act.needs), ", ".join(others),
        fields_of(act.command, values, errors),
        tuple(rule for rule in rules if rule.kind != Kind.DEFINITION),
        tuple(rule for rule in rules if rule.kind == Kind.DEFINITION),
    )  # fmt: skip


def hand(
    live: Live, kind: type[msgspec.Struct], values: Mapping[str, list[str]], errors: Any
) -> Action:
    """Something that hands do; which card comes is nobody's to know before."""
    tag = str(kind.__struct_config__.tag)
    others = [str(role) for role in who_may(Role.DEALER)[1:]]
    book, cited = load(live.set_up.duty.instrument), live.table.law.dealer
    rules = tuple(
        Rule(each.id, cite(book.id, [each.id])[0].href, each.kind, each.says)
        for each in map(book.clause, cited)
    )
    return Action(
        f"{HANDS}/{tag}", title_of(tag), first_line(kind), str(Role.DEALER),
        ", ".join(others), fields_of(kind, values, errors), rules, (), shown=False,
    )  # fmt: skip


def start(live: Live, kind: type[Command], at: int) -> dict[str, list[str]]:
    """What stands in a form at first: what play chips need to open, and the limits that hold."""
    if kind in (OpenTable, OpenChallenge):
        return written(opening_of(live.table, APPROVED, at, 0))
    if kind is ChangeLimits:
        shown = live.table.sign.limits.items()
        limits = {wager: (each.minimum, each.maximum) for wager, each in shown if each.maximum}
        return written(ChangeLimits(limits=limits))
    return by_default(kind)


def refusal_of(floor: Floor, live: Live, command: Command, by: Person) -> Refused | None:
    """Why a command would be refused as things stand."""
    at = floor.clock()
    try:
        live.must_be_for_hands(command, by, at)
        must_suit_the_house(floor.house, live, command, by, at)
    except Refused as refusal:
        return refusal
    return live.table.check(command, by, at)


def preview_in_words(
    foreseen: Preview | None, in_words: Callable[[Iterable[Fact]], Sequence[Said]]
) -> dict[str, Any]:
    """What a page says of what follows: the facts that may be told, and whether they are all."""
    if foreseen is None:
        return {"follows": None, "untold": ""}
    if foreseen.too_long:
        untold = TOO_LONG
    elif foreseen.whole:
        untold = ""
    else:
        untold = MORE_UNTOLD if foreseen.facts else ALL_UNTOLD
    return {"follows": in_words(foreseen.facts), "untold": untold}


def in_words(instrument: str, facts: Iterable[Fact]) -> Sequence[Said]:
    return [Said(sentence(say(fact)), cite(instrument, fact.clauses)) for fact in facts]


def refused(instrument: str, refusal: Refused) -> Said:
    return Said(sentence(refusal.reason), cite(instrument, refusal.clauses))
