"""Arguments that several commands share, and how they are read."""

from __future__ import annotations

import re
import sys
from dataclasses import MISSING, Field, fields
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar, get_type_hints

import typer
from typer.core import TyperCommand
from typer.main import get_params_convertors_ctx_param_name_from_function

from croupier.odds.parameters import PARAMETERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from croupier.rulebook.instruments import Instrument

Document = TypeVar("Document")

InstrumentArgument = Annotated[
    str, typer.Argument(metavar="INSTRUMENT", help="An id that `croupier instruments` lists.")
]
USUAL_INSTRUMENT = "act-blackjack-2018"
UsualInstrumentArgument = Annotated[
    str,
    typer.Argument(
        metavar="INSTRUMENT",
        help=f"Left out, {USUAL_INSTRUMENT}; `croupier instruments` lists them all.",
        show_default=False,
    ),
]
RecordArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A table's record, - for standard input; or a casino's database, or postgresql://…",
    ),
]
DatabaseArgument = Annotated[
    str, typer.Argument(metavar="DATABASE", help="A casino's database, or postgresql://…")
]
TableOption = Annotated[
    str | None, typer.Option("--table", metavar="NAME", help="Which table of a casino's database.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print comma-separated lines.")]
RecomputeOption = Annotated[
    bool, typer.Option("--recompute", help="Work it out anew, whatever was kept.")
]
AmendOption = Annotated[
    str | None,
    typer.Option("--amend", metavar=PARAMETERS["amend"].metavar, help=PARAMETERS["amend"].help),
]


_EXAMPLES = {"limits": "[500,50000]", "amounts": "500"}
"""Of options that are given as JSON, by type."""
_NOT_A_NUMBER = re.compile(r"is not a valid int(eger)?( range)?\.")
"""How Typer speaks of a number that is none."""


class Commands(typer.Typer):
    """Commands to which nobody gives an empty name, file or database unnoticed.

    What several of them ask is a dataclass of options (`OptionGroup`), which they take as one.
    """

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        def register(command: Callable[..., None]) -> Any:
            asked = signature(command, eval_str=True).parameters
            groups = _groups_in(asked)
            extended = [group for group in groups.values() if group.EXTRAS_AFTER is not None]
            kind = _extended_by(extended[0]) if extended else _Named
            put = super(Commands, self).command(name, cls=kind, **settings)
            return put(_ungrouped(command, asked, groups))

        return register


class OptionGroup:
    """Options that commands share: whoever takes such a dataclass is asked its fields.

    A field `extras` is not an option. It is given the values of further options (`extra_options`),
    which stand behind the option that `EXTRAS_AFTER` names.
    """

    EXTRAS_AFTER: ClassVar[str | None] = None

    @classmethod
    def extra_options(cls) -> Iterator[Parameter]:
        """Find further options, when such a command runs or shows its help and not before."""
        yield from ()


def _ungrouped(
    command: Callable[..., None], asked: Mapping[str, Parameter], groups: Mapping[str, Any]
) -> Callable[..., None]:
    """A command as Typer reads it: the fields of its groups stand in their places."""
    if not groups:
        return command
    options: list[Parameter] = []
    for name, parameter in asked.items():
        options += _options_of(groups[name]) if name in groups else [parameter]

    @wraps(command)
    def grouped(**given: Any) -> None:
        extras = {name: given.pop(name) for name in [*given] if name not in known}
        made = {
            name: group(
                **{field.name: given.pop(field.name) for field in _asked_fields(group)},
                **({} if group.EXTRAS_AFTER is None else {"extras": extras}),
            )
            for name, group in groups.items()
        }
        command(**made, **given)

    known = {option.name for option in options}
    by_name = [option.replace(kind=Parameter.KEYWORD_ONLY) for option in options]
    vars(grouped)["__signature__"] = Signature(by_name)
    grouped.__annotations__ = {}
    return grouped


def _groups_in(asked: Mapping[str, Parameter]) -> dict[str, Any]:
    """Return the groups of options that a command takes, by the names of its parameters."""
    return {
        name: parameter.annotation
        for name, parameter in asked.items()
        if isinstance(parameter.annotation, type) and issubclass(parameter.annotation, OptionGroup)
    }


def _asked_fields(group: Any) -> Iterator[Field[Any]]:
    return (field for field in fields(group) if field.name != "extras")


def _options_of(group: Any) -> Iterator[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in _asked_fields(group):
        default = Parameter.empty if field.default is MISSING else field.default
        yield Parameter(
            field.name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[field.name]
        )


class _Named(TyperCommand):
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = _NOT_A_NUMBER.sub("is not a whole number.", error.message)
            raise

    def invoke(self, ctx: Any) -> Any:  # a context of Click's, or of Typer's own
        for param in self.params:
            given = ctx.params.get(param.name)
            words = given if isinstance(given, list | tuple) else (given,)
            may_be_empty = param.default == ""
            if not may_be_empty and any(isinstance(w, str) and not w.strip() for w in words):
                help_text = getattr(param, "help", "")
                raise typer.BadParameter(f"it is empty. {help_text}", ctx=ctx, param=param)
        return super().invoke(ctx)


def _extended_by(group: type[OptionGroup]) -> type[_Named]:
    """Make the class of commands that have a group's further options behind one of its own."""

    class Extended(_Named):
        _own: list[Any]
        _is_extended = False

        @property
        def params(self) -> list[Any]:
            """The options, the further ones among them: Typer puts its own into this list too."""
            if not self._is_extended:
                names = [param.name for param in self._own]
                place = names.index(group.EXTRAS_AFTER) + 1
                self._own[place:place] = _params_of(group)
                self._is_extended = True
            return self._own

        @params.setter
        def params(self, own: list[Any]) -> None:
            self._own = own

    return Extended


def _params_of(group: type[OptionGroup]) -> list[Any]:
    def asked() -> None:
        """Stand for a command that asks the further options alone."""

    vars(asked)["__signature__"] = Signature([*group.extra_options()])
    params, convertors, _ = get_params_convertors_ctx_param_name_from_function(asked)
    assert not convertors
    return params


def read_document(path: str, read: Callable[[bytes], Document], largest: int) -> Document:
    """What a file or, for `-`, standard input holds; what is wrong with it names the file."""
    if path == "-":
        return read(sys.stdin.buffer.read(largest + 1))
    with open(path, "rb") as file:
        data = file.read(largest + 1)
    try:
        return read(data)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def instrument_of(instrument: str, amend: str | None) -> str | Instrument:
    """The instrument that a command is about: the one named, or what a file makes of it."""
    if amend is None:
        return instrument
    book = amended_by(amend)
    if instrument not in (book.basis, book.id):
        raise ValueError(f"--amend: {amend} amends {book.basis}, not {instrument}")
    return book


def amended_by(amend: str) -> Instrument:
    """The instrument that a file makes of the one it amends."""
    from croupier.rulebook.amendment_entries import AmendmentError
    from croupier.rulebook.amendments import amended

    try:
        return amended(Path(amend))
    except AmendmentError as error:
        raise ValueError(f"--amend: {error}") from None


def cents(text: str) -> int:
    """Dollars as a person writes them, `1,000` or `$22.50`, in cents."""
    from croupier import money

    amount = money.cents(text)
    if amount is None:
        raise typer.BadParameter(f"{text!r} is not an amount in dollars such as 25 or 22.50")
    return amount


def chosen_options(instrument: str | Instrument, words: Iterable[str]) -> dict[str, object]:
    """The options that words such as `soft_17=hit` name, as the instrument's rules take them.

    Whether the instrument has such an option and allows such a value is for its rules to say.
    """
    from croupier.rulebook.instruments import load
    from croupier.rulebook.options import read_value

    known = {option.name: option for option in load(instrument).options}
    chosen: dict[str, object] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name:
            raise ValueError(f"--option {word}: write it as NAME=VALUE, such as decks=6")
        if name in chosen:
            raise ValueError(f"--option {word}: {name} is chosen twice")
        option = known.get(name)
        chosen[name] = value = text if option is None else read_value(option, text)
        if option is not None and option.type in _EXAMPLES and isinstance(value, str):
            raise ValueError(
                f"--option {word}: write it as JSON, in cents by wager, "
                f'such as {{"{next(iter(option.readings))}":{_EXAMPLES[option.type]}}}'
            )
    return chosen
