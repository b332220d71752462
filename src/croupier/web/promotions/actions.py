"""What the promotions desk shows of commands: all of them by subject, and one with its rules."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.aggregate.roles import who_may
from croupier.games.challenge.promotion_law import INSTRUMENT, promotion_law
from croupier.promotion.acts.drawing import CommitDraw, DrawWinners
from croupier.promotion.acts.offering import AmendTerms, OfferPrizes
from croupier.promotion.promotion import ACTS
from croupier.promotion.terms import Terms
from croupier.rulebook.instruments import Kind, load
from croupier.web.console.actions import Action, Entry, Rule, Said, Subject, title_of
from croupier.web.console.forms import by_default, fields_of, written
from croupier.web.html.words import cite
from croupier.wording.commands import clauses_of, first_line
from croupier.wording.teller import say, sentence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from croupier.aggregate.acts import Act, Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.games.challenge.promotion_law import PromotionLaw
    from croupier.promotion.promotion import Promotion

KINDS: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in ACTS}
"""The commands of a promotion by the names that they have in its record."""
ANYBODY = "anybody"


def tag_of(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def is_open_to(kind: type[Command], by: Person) -> bool:
    needs = ACTS[kind].needs
    return needs is None or by.role in who_may(needs)


def subjects(by: Person, possible: Collection[str]) -> Iterator[Subject]:
    """The commands by subject, in the order of the rules."""
    found: dict[str, list[type[Command]]] = {}
    for kind, act in ACTS.items():
        found.setdefault(act.judge.__module__, []).append(kind)
    for module, kinds in found.items():
        name = module.rpartition(".")[2]
        says = first_line(inspect.getmodule(ACTS[kinds[0]].judge)).partition(": ")[2]
        yield Subject(name, sentence(says), tuple(_entry(kind, by, possible) for kind in kinds))


def _entry(kind: type[Command], by: Person, possible: Collection[str]) -> Entry:
    tag = tag_of(kind)
    needs = str(ACTS[kind].needs or ANYBODY)
    return Entry(tag, title_of(tag), first_line(kind), needs, is_open_to(kind, by), tag in possible)


def action(
    kind: type[Command],
    values: Mapping[str, list[str]],
    errors: Mapping[str, str] | None = None,
    *,
    secret: str = "",
) -> Action:
    """A command to be filled in; what the house keeps or makes itself is not asked for."""
    tag, act = tag_of(kind), ACTS[kind]
    rules = list(_rules(act))
    others = [] if act.needs is None else [str(each) for each in who_may(act.needs)]
    made = Action(
        tag, title_of(tag), first_line(kind), str(act.needs or ANYBODY), ", ".join(others[1:]),
        fields_of(kind, values, errors or {}),
        tuple(rule for rule in rules if rule.kind != Kind.DEFINITION),
        tuple(rule for rule in rules if rule.kind == Kind.DEFINITION),
    )  # fmt: skip
    if kind is CommitDraw or (kind is DrawWinners and secret):
        return replace(made, fields=[], shown=False)
    return replace(made, shown=kind is not DrawWinners)


def _rules(act: Act[Promotion, PromotionLaw]) -> Iterator[Rule]:
    book = load(INSTRUMENT)
    for clause in map(book.clause, clauses_of(act, promotion_law(), INSTRUMENT)):
        yield Rule(clause.id, cite(INSTRUMENT, [clause.id])[0].href, clause.kind, clause.says)


def start(
    kind: type[Command], promotion: Promotion, by: Person, known: Mapping[str, str]
) -> dict[str, list[str]]:
    """What stands in a form at first: the terms as they are, one's own name, and what is known."""
    values = by_default(kind)
    terms = promotion.state.terms or Terms(name=promotion.name)
    if kind is OfferPrizes:
        values |= written(OfferPrizes(terms=terms))
    if kind is AmendTerms:
        values |= written(AmendTerms(terms=terms))
    if "player" in kind.__struct_fields__ and not by.is_staff:
        values["player"] = [by.name]
    values |= {name: [said] for name, said in known.items() if name in kind.__struct_fields__}
    return values


def states_terms(command: Command) -> Terms | None:
    """The terms that a command would put into force, if it is about terms."""
    return command.terms if isinstance(command, OfferPrizes | AmendTerms) else None


def in_words(facts: Iterable[Fact]) -> list[Said]:
    return [Said(sentence(say(fact)), cite(INSTRUMENT, fact.clauses)) for fact in facts]
