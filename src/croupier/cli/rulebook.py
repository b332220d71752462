"""The rulebook in the terminal: an instrument, one of its parts or clauses, or two side by side."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.rulebook.differences import Change, Difference, OptionDifference, compare
from croupier.rulebook.instruments import Clause, Instrument, Kind, Option, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console, RenderableType
    from rich.table import Table

_KINDS = {
    Kind.DEFINITION: "definition",
    Kind.ENFORCEABLE: "rule",
    Kind.PROCEDURE: "procedure",
    Kind.POWER: "power",
    Kind.NOTICE: "notice",
    Kind.PHYSICAL: "conduct",
}
# What makes a difference at the table; the other changes are of number or wording only.
_CHANGES = {Change.CHANGED: "yellow", Change.ADDED: "green", Change.REMOVED: "red"}
_WIDEST = 100  # longer lines are tiring to read, however wide the terminal


def show_rules(console: Console, instrument_id: str, clause: str | None) -> None:
    """Print an instrument, one of its parts (`13`) or one of its clauses (`13.1(f)`)."""
    from rich.text import Text

    instrument = load(instrument_id)
    if clause is None:
        shown: list[RenderableType] = [*_instrument(instrument)]
    elif clause in instrument.parts:
        shown = [Text(instrument.id, "dim"), *_part(instrument, clause)]
    else:
        shown = [*_clause(instrument, instrument.clause(clause))]
    _print(console, shown)


def show_comparison(console: Console, a: str, b: str) -> None:
    """Print what differs between two instruments, clause by clause and option by option."""
    from rich.text import Text

    comparison = compare(a, b)
    before, after = comparison.before, comparison.after
    same = len(comparison.clauses) - len(comparison.different)
    shown: list[RenderableType] = [
        Text(f"{before.id}  →  {after.id}", "bold"),
        Text(
            f"{len(before.clauses)} clauses and {len(after.clauses)}; {same} are the same in both",
            "dim",
        ),
    ]
    real = [entry for entry in comparison.different if entry.change in _CHANGES]
    formal = [entry for entry in comparison.different if entry.change not in _CHANGES]
    if real:
        shown += [*_title("What differs"), _differences(real, before, after)]
    if comparison.options:
        shown += [
            *_title("Options that differ"),
            *_option_differences(comparison.options, before, after),
        ]
    if formal:
        shown += [
            *_title("The same rule under another number or in other words"),
            _differences(formal, before, after),
        ]
    _print(console, shown)


def rules_json(instrument_id: str, clause: str | None) -> dict[str, Any]:
    """What `show_rules` prints, as plain data."""
    instrument = load(instrument_id)
    if clause is None:
        return dict(_plain(instrument))
    if clause in instrument.parts:
        return {
            "instrument": instrument.id,
            "part": clause,
            "heading": instrument.parts[clause],
            "clauses": _plain(_of_part(instrument, clause)),
        }
    found = instrument.clause(clause)
    return {
        "instrument": instrument.id,
        "part": found.part,
        "heading": instrument.parts[found.part],
        **_plain(found),
        "parent": found.parent and _plain(instrument.clause(found.parent)),
        "clauses": _plain(instrument.items(found.id)),
        "options": _plain(_springing_from(found, instrument)),
    }


def comparison_json(a: str, b: str) -> dict[str, Any]:
    """What `show_comparison` prints, as plain data, and the clauses that are the same."""
    comparison = compare(a, b)
    return {
        "from": a,
        "to": b,
        "same": [
            id for entry in comparison.clauses if entry.change is Change.SAME for id in entry.before
        ],
        "clauses": _plain(comparison.different),
        "options": [
            {
                "name": option.name,
                "from": _plain(option.before),
                "to": _plain(option.after),
            }
            for option in comparison.options
        ],
    }


def _plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _instrument(instrument: Instrument) -> Iterable[RenderableType]:
    from rich.text import Text

    yield Text(instrument.title, "bold")
    yield Text(f"{instrument.authority}, {instrument.number}", "dim")
    yield Text(_dates(instrument), "dim")
    for part in instrument.parts:
        yield from _part(instrument, part)
    yield from _title("Options of a table")
    yield _options(instrument.options)


def _dates(instrument: Instrument) -> str:
    if not instrument.signed and not instrument.commences:
        return "It does not say when it was signed, nor from when it is in force"
    unknown = "a day that it does not give"
    signed = _day(instrument.signed) if instrument.signed else f"on {unknown}"
    since = _day(instrument.commences) if instrument.commences else unknown
    return f"Signed {signed}, in force from {since}"


def _part(instrument: Instrument, part: str) -> Iterable[RenderableType]:
    number = f"{part}  " if part.isdigit() else ""
    yield from _title(f"{number}{instrument.parts[part]}")
    yield _clauses(_of_part(instrument, part))


def _clause(instrument: Instrument, clause: Clause) -> Iterable[RenderableType]:
    from rich.text import Text

    yield Text(_label(clause, whole=True), "bold").append(
        f"  {_KINDS[clause.kind]}", "not bold dim"
    )
    yield Text(f"{instrument.id}, {instrument.parts[clause.part].lower()}", "dim")
    yield ""
    yield clause.says
    if clause.parent:
        yield from _title("Stands under")
        yield _clauses([instrument.clause(clause.parent)], whole=True)
    if items := instrument.items(clause.id):
        yield from _title("Its items")
        yield _clauses(items)
    if options := _springing_from(clause, instrument):
        yield from _title("Options that spring from it")
        yield _options(options)


def _clauses(clauses: Sequence[Clause], *, whole: bool = False) -> Table:
    from rich.padding import Padding

    table = _grid()
    table.add_column(style="cyan", max_width=18)
    table.add_column(ratio=1)
    table.add_column(style="dim", no_wrap=True, min_width=max(map(len, _KINDS.values())))
    for clause in clauses:
        indent = 0 if whole else 2 * _depth(clause)
        label = Padding(_label(clause, whole=whole), (0, 0, 0, indent))
        table.add_row(label, clause.says, _KINDS[clause.kind])
    return table


def _options(options: Sequence[Option]) -> Table:
    from rich.text import Text

    table = _grid()
    table.add_column(ratio=1)
    for number, option in enumerate(options):
        if number:
            table.add_row("")
        name = Text(option.name, "cyan").append(f"  {', '.join(option.clauses)}", "dim")
        table.add_row(name)
        table.add_row(option.says)
        if option.readings:
            table.add_row(_readings(option))
        if option.required or (option.type not in ("choice", "flag") and not option.fixed):
            table.add_row(Text(f"  {_choice(option)}", "dim"))
    return table


def _readings(option: Option) -> Table:
    from rich.text import Text

    table = _grid()
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for value, meaning in option.readings.items():
        words = Text(meaning)
        if value == _said(option.default):
            words.append("  always" if option.fixed else "  by default", "dim")
        table.add_row(f"  {value}", words)
    return table


def _differences(entries: Sequence[Difference], before: Instrument, after: Instrument) -> Table:
    from rich.text import Text

    table = _grid()
    table.add_column(no_wrap=True, min_width=10)
    table.add_column(ratio=1)
    for number, entry in enumerate(entries):
        if number:
            table.add_row("")
        old, new = _span(before, entry.before), _span(after, entry.after)
        ids = old if old == new else "  →  ".join(filter(None, (old, new)))
        table.add_row(Text(entry.change, _CHANGES.get(entry.change, "dim")), Text(ids, "cyan"))
        table.add_row("", entry.says)
    return table


def _option_differences(
    entries: Sequence[OptionDifference], before: Instrument, after: Instrument
) -> Iterable[RenderableType]:
    from rich.text import Text

    for number, entry in enumerate(entries):
        if number:
            yield ""
        yield Text(entry.name, "cyan")
        table = _grid()
        table.add_column(style="dim", no_wrap=True)
        table.add_column(ratio=1)
        for instrument, option in ((before, entry.before), (after, entry.after)):
            table.add_row(f"  {instrument.id}", _choice(option) if option else "no such option")
        yield table


def _choice(option: Option) -> str:
    """What may be chosen and what holds if nothing is, in a line."""
    if option.fixed:
        return f"always {_said(option.default)}"
    match option.type:
        case "choice" | "number" if option.readings:
            choice = " or ".join(option.readings)
        case "flag":
            choice = "true or false"
        case "number":
            choice = f"{option.minimum} " + (
                "or more" if option.maximum is None else f"to {option.maximum}"
            )
        case "amount":
            choice = "an amount in cents"
        case "list" if not option.readings:
            choice = "amounts in cents"
        case "list":
            choice = f"{'one of' if option.exclusive else 'any of'} {', '.join(option.readings)}"
            choice += f" unless {option.unless}" if option.unless else ""
        case _:
            choice = f"in cents for {', '.join(option.readings)}"
    duty = ", and a table must choose" if option.required else ""
    return f"{choice}; by default {_said(option.default)}{duty}"


def _said(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, str | int) else "none"


def _springing_from(clause: Clause, instrument: Instrument) -> tuple[Option, ...]:
    return tuple(option for option in instrument.options if clause.id in option.clauses)


def _of_part(instrument: Instrument, part: str) -> tuple[Clause, ...]:
    return tuple(clause for clause in instrument.clauses if clause.part == part)


def _label(clause: Clause, *, whole: bool = False) -> str:
    """A clause's name in a list: `13.1`, then `(a)` or `13.1.1`; a term alone, a row in words."""
    if whole or clause.id.startswith(f"{clause.parent}."):
        return clause.id
    if clause.parent:
        return clause.id.removeprefix(clause.parent).removeprefix(":").replace(":", " ")
    return clause.id.removeprefix("A:")


def _depth(clause: Clause) -> int:
    """How many steps further in a clause stands than a rule: 1 for `13.1(f)`."""
    return max(1, clause.parent.count(".") + clause.parent.count("(")) if clause.parent else 0


def _span(instrument: Instrument, ids: Sequence[str]) -> str:
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


def _day(iso: str) -> str:
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B %Y}"


def _title(words: str) -> tuple[RenderableType, ...]:
    from rich.text import Text

    return "", Text(words, "bold"), ""


def _grid() -> Table:
    from rich.table import Table

    return Table.grid(padding=(0, 2), expand=True)


def _print(console: Console, shown: Iterable[RenderableType]) -> None:
    from rich.padding import Padding

    console.print()
    for renderable in shown:
        console.print(Padding(renderable, (0, 1)), width=_WIDEST, markup=False)
    console.print()
