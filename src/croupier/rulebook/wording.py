"""The words for what the rulebook holds, the same in the terminal and in the browser."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from croupier.rulebook.instruments import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.rulebook.instruments import Clause, Instrument, Option

KINDS = {
    Kind.DEFINITION: "definition",
    Kind.ENFORCEABLE: "rule",
    Kind.PROCEDURE: "procedure",
    Kind.POWER: "power",
    Kind.NOTICE: "notice",
    Kind.PHYSICAL: "conduct",
}


def dates(instrument: Instrument) -> str:
    """Its life, as far as it is known: signed, in force from a day, in place of what, at an end."""
    return ". ".join(_life(instrument))


def _life(instrument: Instrument) -> Iterator[str]:
    if instrument.not_approved is not None:
        yield instrument.not_approved
        if instrument.commences:
            yield f"In its place from {_day(instrument.commences)}"
        return
    if not instrument.signed and not instrument.commences:
        yield "It does not say when it was signed, nor from when it is in force"
    else:
        unknown = "a day that it does not give"
        signed = _day(instrument.signed) if instrument.signed else f"on {unknown}"
        since = _day(instrument.commences) if instrument.commences else unknown
        yield f"Signed {signed}, in force from {since}"
    for revoked in instrument.life.revokes:
        yield f"It revokes {revoked.number}, notified {_day(revoked.notified)}"
    if instrument.life.ended is not None:
        yield f"It is no longer in force. {instrument.life.ended.says.rstrip('.')}"


def _day(iso: str) -> str:
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B %Y}"


def of_part(instrument: Instrument, part: str) -> tuple[Clause, ...]:
    """The clauses of one part."""
    return tuple(clause for clause in instrument.clauses if clause.part == part)


def springing_from(clause: Clause, instrument: Instrument) -> tuple[Option, ...]:
    """The options that a clause leaves open."""
    return tuple(option for option in instrument.options if clause.id in option.clauses)


def label(clause: Clause) -> str:
    """A clause's name in a list: `13.1`, then `(a)` or `13.1.1`; a term alone, a row in words."""
    if clause.id.startswith(f"{clause.parent}."):
        return clause.id
    if clause.parent:
        return clause.id.removeprefix(clause.parent).removeprefix(":").replace(":", " ")
    return clause.id.removeprefix("A:")


def depth(clause: Clause) -> int:
    """How many steps further in a clause stands than a rule: 1 for `13.1(f)`."""
    return max(1, clause.parent.count(".") + clause.parent.count("(")) if clause.parent else 0


def span(instrument: Instrument, ids: Sequence[str]) -> str:
    """Clauses as a reader cites them: `17.1 to 17.10`; a clause stands for all of its items."""
    complete = {
        id
        for id in ids
        if all(item.id in ids for item in instrument.clauses if _under(item.id, id))
    }
    order = [
        clause.id
        for clause in instrument.clauses
        if not any(_under(clause.id, above) for above in complete)
    ]
    runs: list[list[str]] = []
    for place, id in enumerate(order):
        if id not in ids:
            continue
        if runs and runs[-1][-1] == order[place - 1]:
            runs[-1].append(id)
        else:
            runs.append([id])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)


def _under(id: str, above: str) -> bool:
    return id.startswith((f"{above}(", f"{above}.", f"{above}:"))


def choice(option: Option) -> str:
    """What may be chosen and what holds if nothing is, in a line."""
    if option.fixed:
        return f"always {said(option.default)}"
    match option.type:
        case "choice" | "number" if option.readings:
            may = " or ".join(option.readings)
        case "flag":
            may = "true or false"
        case "number":
            may = f"{option.minimum} " + (
                "or more" if option.maximum is None else f"to {option.maximum}"
            )
        case "amount":
            may = "an amount in cents"
        case "list" if not option.readings:
            may = "amounts in cents"
        case "list":
            may = f"{'one of' if option.exclusive else 'any of'} {', '.join(option.readings)}"
            may += f" unless {option.unless}" if option.unless else ""
            may += f", always with {', '.join(option.always)}" if option.always else ""
        case _:
            may = f"in cents for {', '.join(option.readings)}"
    duty = ", and a table must choose" if option.required else ""
    return f"{may}; by default {said(option.default)}{duty}"


def said(value: object) -> str:
    """An option's value in a word."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list) and value:
        return ", ".join(map(said, value))
    return str(value) if isinstance(value, str | int) else "none"
