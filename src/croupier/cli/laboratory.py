"""What the commands of the odds laboratory share: which table is asked about, and in which form.

Each is a group of options that a command takes as one parameter (`OptionGroup`). The commands are
tools beside the table, never a player's advice at it; each stands in a module of its name.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from croupier.cli.arguments import (
    AmendOption,
    CsvOption,
    InstrumentArgument,
    JsonOption,
    OptionGroup,
    RecomputeOption,
    cents,
    chosen_options,
    instrument_of,
)
from croupier.cli.printing import NARROW, console, print_json, print_padded
from croupier.odds.parameters import PARAMETERS, ValueForm, every_table_parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from croupier.odds.answer_forms import AnswerForms
    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.parameters import Parameter
    from croupier.odds.pictures import Picture
    from croupier.odds.sections import Section
    from croupier.rulebook.instruments import Instrument

INTERRUPTED = 130
"""The exit status of a command that was interrupted, as shells have it."""


def laboratory_option(asked: str | Parameter) -> Any:
    """The option that asks a parameter of the laboratory."""
    parameter = PARAMETERS[asked] if isinstance(asked, str) else asked
    return typer.Option(metavar=parameter.metavar, help=parameter.help)


def must_not_be_ignored(ctx: typer.Context, why: str, *names: str) -> None:
    """Refuse these options where they would change nothing, also with their usual values."""
    for param in ctx.command.params:
        name = param.name or ""
        source = ctx.get_parameter_source(name) if name in names else None
        if source is not None and source.name == "COMMANDLINE":
            raise typer.BadParameter(why, ctx=ctx, param=param)


@dataclass(frozen=True, kw_only=True)
class AskedTable(OptionGroup):
    """The table that is asked about, and whether what is kept of it is worked out anew."""

    instrument: InstrumentArgument
    decks: Annotated[int | None, laboratory_option("decks")] = None
    option: Annotated[list[str] | None, laboratory_option("option")] = None
    remove: Annotated[str, laboratory_option("remove")] = ""
    amend: AmendOption = None
    recompute: RecomputeOption = False
    extras: dict[str, Any] = field(default_factory=dict)
    """Values of the options that games declare."""

    EXTRAS_AFTER = "remove"

    @classmethod
    def extra_options(cls) -> Iterator[inspect.Parameter]:
        for asked in every_table_parameter():
            is_money = asked.form is ValueForm.CENTS
            kind = int | None if is_money else str
            option = typer.Option(
                parser=cents if is_money else None, metavar=asked.metavar, help=asked.help
            )
            yield inspect.Parameter(
                asked.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=asked.plain(asked.default),
                annotation=Annotated[kind, option],
            )

    @cached_property
    def book(self) -> str | Instrument:
        """The instrument, as it is amended."""
        return instrument_of(self.instrument, self.amend)

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the table as `croupier.odds` takes it."""
        return {
            "decks": self.decks,
            "options": chosen_options(self.book, self.option or ()),
            "remove": self.remove,
            **self.extras,
        }

    @property
    def cache(self) -> AnswerCache:
        from croupier.odds.disk_cache import AnswerCache, directory

        return AnswerCache(directory(), recompute=self.recompute)


@dataclass(frozen=True, kw_only=True)
class Form(OptionGroup):
    """Whether an answer is for people or for programs."""

    as_json: JsonOption = False
    as_csv: CsvOption = False

    def tell(self, answer: AnswerForms, show: Callable[[], object]) -> None:
        """Give an answer in the form that was asked for; for people, it is shown."""
        if self.as_json:
            print_json(answer.data())
        elif self.as_csv:
            typer.echo(answer.lines(), nl=False)
        else:
            show()

    def must_be_one(self, **others: object) -> None:
        """Refuse an answer in two forms at once; `others` are further forms of a command's own."""
        forms = {"json": self.as_json, "csv": self.as_csv, **others}
        if sum(map(bool, forms.values())) > 1:
            *first, last = (f"--{name}" for name in forms)
            raise typer.BadParameter(f"choose one of {', '.join(first)} and {last}")


@dataclass(frozen=True, kw_only=True)
class DrawnForm(Form):
    """The same of an answer that can also be drawn."""

    picture: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw a picture: FILE ends in .svg or .png.")
    ] = None
    dark: Annotated[bool, typer.Option("--dark", help="Draw the picture on dark paper.")] = False

    def tell(self, answer: AnswerForms, show: Callable[[], object]) -> None:
        if self.picture is None:
            super().tell(answer, show)
        else:
            assert answer.picture is not None
            _write_picture(self.picture, answer.picture(), dark=self.dark)

    def must_be_one(self, **others: object) -> None:
        """Refuse a picture that cannot be drawn, too, before the work for it is done."""
        super().must_be_one(**others, picture=self.picture is not None)
        if self.dark and self.picture is None and not others.get("svg"):
            raise typer.BadParameter("--dark is the paper of a picture: give --picture")
        if self.picture is not None:
            must_be_writable("picture", self.picture, (".svg", ".png"))


@dataclass(frozen=True, kw_only=True)
class Crew(OptionGroup):
    """Who does the work."""

    workers: Annotated[int | None, laboratory_option("workers")] = None
    scheduler: Annotated[str | None, laboratory_option("scheduler")] = None

    def must_be_for_a_grid(self) -> None:
        """Refuse a crew where there is nothing to share out."""
        for name, given in (("workers", self.workers), ("scheduler", self.scheduler)):
            if given is not None:
                raise typer.BadParameter(f"--{name} is for a grid of tables: give --grid")


@dataclass(frozen=True, kw_only=True)
class GridWords(OptionGroup):
    """Whether one table is asked about, or a grid of them."""

    varied: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=VALUES]...",
            help="With --grid: what is varied, such as decks=4..8 or soft_17=stand,hit.",
            show_default=False,
        ),
    ] = None
    grid: Annotated[
        bool, typer.Option("--grid", help="One line for each combination of NAME=VALUES.")
    ] = False

    @property
    def is_wanted(self) -> bool:
        """Whether a grid is asked for; what is varied without one is refused."""
        if self.varied and not self.grid:
            raise typer.BadParameter(f"{self.varied[0]} is for a grid of tables: give --grid")
        return self.grid

    def varies(self, name: str) -> bool:
        return any(word.startswith(f"{name}=") for word in self.varied or ())

    def show(
        self, tool: str, table: AskedTable, asked: dict[str, Any], crew: Crew, form: Form
    ) -> None:
        """Print a line for each wager of each table."""
        from croupier.cli.grid import show
        from croupier.odds.grids import axes_of, points_of

        form.must_be_one()
        fixed: dict[str, Any] = {**table.arguments}
        options = fixed.pop("options")
        points = points_of(
            tool, table.book, axes_of(self.varied or ()), {**asked, **fixed}, options
        )
        show(points, crew, table.cache, form)


def interrupted(how_far: str) -> NoReturn:
    """End a command that Ctrl-C has cut short, and say what was done until then."""
    typer.echo(f"croupier: interrupted {how_far}", err=True)
    raise typer.Exit(INTERRUPTED)


def must_be_writable(option: str, name: str, kinds: tuple[str, ...]) -> None:
    """Refuse a file of no known kind or in no directory, before the work for it is done."""
    from pathlib import Path

    path = Path(name)
    if path.suffix.lower() not in kinds:
        raise ValueError(f"--{option} {name}: the file's name ends in {' or '.join(kinds)}")
    if not path.absolute().parent.is_dir():
        raise ValueError(f"--{option} {name}: there is no such directory to put it in")


def _write_picture(name: str, picture: Picture, *, dark: bool) -> None:
    """Draw into a file, of the kind that its name says."""
    from pathlib import Path

    from croupier.odds.pictures import png, svg

    path = Path(name)
    if path.suffix.lower() == ".svg":
        path.write_text(svg(picture, dark=dark), "utf-8")
    else:
        path.write_bytes(png(picture, dark=dark))


def show_figures(
    heading: str, figures: Iterable[tuple[str, str]], assumptions: Iterable[str]
) -> None:
    """Print an answer of single figures, and what was taken for granted."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 3, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for row in figures:
        table.add_row(*row)
    shown: list[RenderableType] = [Text(heading, "bold")]
    shown += ["", table, "", *(Text(assumption, "dim") for assumption in assumptions)]
    print_padded(console(), shown)


def show_sections(heading: str, sections: Sequence[Section], notes: Iterable[str]) -> None:
    """Print tables under their titles, and what was taken for granted."""
    from rich.text import Text

    out = console()
    shown: list[RenderableType] = [Text(heading, "bold")]
    for section in sections:
        shown += ["", Text(section.title, "bold"), section_table(section, out.width - 2)]
    shown += ["", *(Text(note, "dim") for note in notes)]
    print_padded(out, shown)


def section_table(section: Section, room: int) -> Table:
    """Rows under their headings, or one below the other where a number would have to be broken."""
    from rich.table import Table

    apart = 3 if room >= NARROW else 1
    columns = [*zip(section.columns, *section.rows, strict=True)]
    widths = _widths(columns, room - apart * len(columns))
    table = Table(
        box=None, padding=(0, apart, 0, 0), header_style="dim", show_header=widths is not None
    )
    if widths is None:
        for row in section.rows:
            table.add_row(row[0])
            for name, cell in zip(section.columns[1:], row[1:], strict=True):
                table.add_row(f"  {name}", cell)
        return table
    for place, (name, width) in enumerate(zip(section.columns, widths, strict=True)):
        left = place == 0 or name == "tags"
        table.add_column(name, justify="left" if left else "right", overflow="fold", width=width)
    for row in section.rows:
        table.add_row(*row)
    return table


def _widths(columns: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """How wide columns are for no word or number to be broken; None without room for that.

    What is left goes to the first that could do with more.
    """
    widths = [max(len(word) for cell in each for word in _words(cell)) for each in columns]
    spare = room - sum(widths)
    if spare < 0:
        return None
    for place, column in enumerate(columns):
        more = min(max(map(len, column)) - widths[place], spare)
        widths[place] += more
        spare -= more
    return widths


def _words(cell: str) -> list[str]:
    """What is not to be broken: a word, or a number with its per cent."""
    return re.findall(r"\S+(?: %\S*)?", cell) or [""]
