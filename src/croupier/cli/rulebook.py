"""`croupier instruments`, `rules`, `options`, `values` and `corrections`, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import typer

from croupier.cli.printing import WIDEST, print_padded
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.instruments import Clause, Correction, Instrument, Option, instruments, load
from croupier.rulebook.text_search import clauses_with, options_with, pieces, words_of
from croupier.rulebook.wording import (
    KINDS,
    choice,
    dates,
    depth,
    label,
    of_part,
    said,
    springing_from,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console, RenderableType
    from rich.table import Table

    from croupier.rulebook.rule_values import Value


def show_instruments() -> None:
    """A line for each instrument, whole in the narrowest terminal: it begins with its id."""
    width = max(map(len, instruments()), default=0)
    for name in instruments():
        instrument = load(name)
        over = ", no longer in force" if instrument.life.ended else ""
        typer.echo(f"{name:{width}}  {instrument.title}, {instrument.number}{over}")


def instruments_json() -> dict[str, Any]:
    """Who made each instrument and when, as plain data; `rulebook` is the hash of its file."""
    return {
        "instruments": [
            {
                "instrument": book.id,
                "game": book.game,
                "title": book.title,
                "number": book.number,
                "authority": book.authority,
                "signed": book.signed,
                "commences": book.commences,
                "ended": as_data(book.life.ended),
                "clauses": len(book.clauses),
                "options": [option.name for option in book.options],
                "rulebook": book.fingerprint,
            }
            for book in map(load, instruments())
        ]
    }


def show_rules(console: Console, instrument_id: str | Instrument, asked: str | None = None) -> None:
    """Print an instrument, a part (`13`), a clause (`13.1(f)`), or whatever has some words."""
    from rich.text import Text

    instrument = load(instrument_id)
    if not asked:
        shown: list[RenderableType] = [*_instrument(instrument)]
    elif asked in instrument.parts:
        shown = [Text(instrument.id, "dim"), *_part(instrument, asked)]
    elif _names_clause(instrument, asked):
        shown = [*_clause(instrument, instrument.clause(asked))]
    else:
        shown = [*_with_words(instrument, asked)]
    print_padded(console, shown, WIDEST)


def _names_clause(instrument: Instrument, asked: str) -> bool:
    """Whether one clause is asked for: by its id, or by a number that none has."""
    if asked in instrument.by_id:
        return True
    return asked[0].isdigit() and " " not in asked and not any(_found(instrument, asked))


def _found(instrument: Instrument, asked: str) -> tuple[list[Clause], list[Option]]:
    words = words_of(asked)
    return clauses_with(instrument, words), options_with(instrument, words)


def _with_words(instrument: Instrument, asked: str) -> Iterable[RenderableType]:
    from rich.text import Text

    clauses, options = _must_be_found(instrument, asked)
    yield Text(f"{instrument.id}: {asked}", "dim")
    table = grid()
    table.add_column(style="cyan", max_width=18)
    table.add_column(ratio=1)
    for clause in clauses:
        says = Text()
        for piece, is_sought in pieces(clause.says, words_of(asked)):
            says.append(piece, "bold yellow" if is_sought else "")
        table.add_row(clause.id, says)
    if clauses:
        yield from title(f"Clauses: {len(clauses)}")
        yield table
    if options:
        yield from title(f"Options of a table: {len(options)}")
        yield _options(options)


def _must_be_found(instrument: Instrument, asked: str) -> tuple[list[Clause], list[Option]]:
    clauses, options = _found(instrument, asked)
    if not clauses and not options:
        near = did_you_mean(asked, instrument.by_id)
        raise LookupError(f"{instrument.id} has no clause {asked}, nor these words{near}")
    return clauses, options


def show_options(console: Console, instrument_id: str | Instrument, name: str | None) -> None:
    """Print what a table may choose: every option, or one."""
    from rich.text import Text

    instrument = load(instrument_id)
    print_padded(
        console, [Text(instrument.id, "dim"), "", _options(_named(instrument, name))], WIDEST
    )


def show_values(console: Console, instrument_id: str | Instrument) -> None:
    """Print every value of the rules: its name, what it is now, and the clauses that state it."""
    from rich.text import Text

    instrument = load(instrument_id)
    table = grid()
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for value in instrument.values:
        table.add_row(value.name, _plain(value), f"{value.says} ({', '.join(value.clauses)})")
    about = instrument.not_approved or instrument.title
    print_padded(console, [Text(f"{instrument.id}: {about}", "dim"), "", table], WIDEST)


def values_json(instrument_id: str | Instrument) -> dict[str, Any]:
    """What `show_values` prints, as plain data."""
    instrument = load(instrument_id)
    found: dict[str, Any] = {"instrument": instrument.id}
    if instrument.not_approved is not None:
        found["not_approved"] = instrument.not_approved
    return {**found, "values": as_data(instrument.values)}


def _plain(value: Value) -> str:
    """A value as a file gives it."""
    if isinstance(value.value, list):
        return f"[{', '.join(map(str, value.value))}]"
    return str(value.value)


def rules_json(instrument_id: str | Instrument, asked: str | None = None) -> dict[str, Any]:
    """What `show_rules` prints, as plain data."""
    instrument = load(instrument_id)
    if not asked:
        return {"instrument": instrument.id, **as_data(instrument)}
    if asked in instrument.parts:
        return {
            "instrument": instrument.id,
            "part": asked,
            "heading": instrument.parts[asked],
            "clauses": as_data(of_part(instrument, asked)),
        }
    if not _names_clause(instrument, asked):
        clauses, options = _must_be_found(instrument, asked)
        return {
            "instrument": instrument.id,
            "words": words_of(asked),
            "clauses": as_data(clauses),
            "options": as_data(options),
        }
    found = instrument.clause(asked)
    return {
        "instrument": instrument.id,
        "part": found.part,
        "heading": instrument.parts[found.part],
        **as_data(found),
        "parent": found.parent and as_data(instrument.clause(found.parent)),
        "clauses": as_data(instrument.items(found.id)),
        "options": as_data(springing_from(found, instrument)),
    }


def show_corrections(console: Console, instrument_id: str | None, since: str | None) -> None:
    """Print every listed correction: clauses, version, what came out before, what comes out now."""
    from rich.text import Text

    shown: list[RenderableType] = []
    for instrument, corrections in _corrected(instrument_id, since):
        shown += [Text(instrument.id, "dim"), ""]
        for each in corrections:
            shown += [*_correction(each), ""]
    print_padded(console, shown or ["No rule was corrected."], WIDEST)


def options_json(instrument_id: str | Instrument, name: str | None) -> dict[str, Any]:
    """What `show_options` prints, as plain data."""
    instrument = load(instrument_id)
    return {"instrument": instrument.id, "options": as_data(_named(instrument, name))}


def corrections_json(instrument_id: str | None, since: str | None) -> dict[str, Any]:
    """What `show_corrections` prints, as plain data."""
    asked = {} if instrument_id is None else {"instrument": load(instrument_id).id}
    return {
        **asked,
        "corrections": [
            {"instrument": instrument.id, **as_data(each)}
            for instrument, corrections in _corrected(instrument_id, since)
            for each in corrections
        ],
    }


def _corrected(
    instrument_id: str | None, since: str | None
) -> list[tuple[Instrument, tuple[Correction, ...]]]:
    """The corrections of one instrument or of all of them, those that have any."""
    books = [load(id) for id in ([instrument_id] if instrument_id else instruments())]
    found = [
        (book, book.corrections if since is None else book.corrected_since(since)) for book in books
    ]
    return [(book, corrections) for book, corrections in found if corrections]


def as_data(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _named(instrument: Instrument, name: str | None) -> tuple[Option, ...]:
    if name is None:
        return instrument.options
    known = {option.name: option for option in instrument.options}
    if name not in known:
        raise LookupError(f"{instrument.id} has no option {name}{did_you_mean(name, known)}")
    return (known[name],)


def _instrument(instrument: Instrument) -> Iterable[RenderableType]:
    from rich.text import Text

    yield Text(instrument.title, "bold")
    yield Text(f"{instrument.authority}, {instrument.number}", "dim")
    yield Text(dates(instrument), "dim")
    for part in instrument.parts:
        yield from _part(instrument, part)
    yield from title("Options of a table")
    yield _options(instrument.options)


def _part(instrument: Instrument, part: str) -> Iterable[RenderableType]:
    number = f"{part}  " if part.isdigit() else ""
    yield from title(f"{number}{instrument.parts[part]}")
    yield _clauses(of_part(instrument, part))


def _clause(instrument: Instrument, clause: Clause) -> Iterable[RenderableType]:
    from rich.text import Text

    yield Text(clause.id, "bold").append(f"  {KINDS[clause.kind]}", "not bold dim")
    yield Text(f"{instrument.id}, {instrument.parts[clause.part].lower()}", "dim")
    yield ""
    yield clause.says
    if clause.parent:
        yield from title("Stands under")
        yield _clauses([instrument.clause(clause.parent)], whole=True)
    if items := instrument.items(clause.id):
        yield from title("Its items")
        yield _clauses(items)
    if options := springing_from(clause, instrument):
        yield from title("Options that spring from it")
        yield _options(options)


def _clauses(clauses: Sequence[Clause], *, whole: bool = False) -> Table:
    from rich.padding import Padding

    table = grid()
    table.add_column(style="cyan", max_width=18)
    table.add_column(ratio=1)
    table.add_column(style="dim", no_wrap=True, min_width=max(map(len, KINDS.values())))
    for clause in clauses:
        indent = 0 if whole else 2 * depth(clause)
        name = Padding(clause.id if whole else label(clause), (0, 0, 0, indent))
        table.add_row(name, clause.says, KINDS[clause.kind])
    return table


def _options(options: Sequence[Option]) -> Table:
    from rich.text import Text

    table = grid()
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
            table.add_row(Text(f"  {choice(option)}", "dim"))
    return table


def _correction(correction: Correction) -> Iterable[RenderableType]:
    from rich.text import Text

    yield Text(", ".join(correction.clauses), "cyan").append(f"  {correction.version}", "dim")
    table = grid()
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_row("  before", correction.before)
    table.add_row("  now", correction.now)
    yield table


def _readings(option: Option) -> Table:
    from rich.text import Text

    table = grid()
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for value, meaning in option.readings.items():
        words = Text(meaning)
        chosen = option.default if isinstance(option.default, list) else [said(option.default)]
        if value in chosen:
            is_settled = option.fixed or value in option.always
            words.append("  always" if is_settled else "  by default", "dim")
        table.add_row(f"  {value}", words)
    return table


def title(words: str) -> tuple[RenderableType, ...]:
    from rich.text import Text

    return "", Text(words, "bold"), ""


def grid() -> Table:
    from rich.table import Table

    return Table.grid(padding=(0, 2), expand=True)
