"""The form that sets up a table: its options from their definitions, and how it is dealt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.casino.demo import TABLES
from croupier.casino.house.commands import Dealing, Pace, SetUpTable, Shuffles, with_players
from croupier.durations import SECOND
from croupier.rulebook.instruments import load
from croupier.web.console.field_shapes import (
    LEFT_OUT,
    MOST_ROWS,
    ChoiceShape,
    Group,
    Money,
    NotUnderstood,
    Number,
    Rows,
    Several,
    Shape,
    Text,
    Words,
    text_of,
)
from croupier.web.console.forms import Field
from croupier.web.html.cited_lines import cite, wager_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.rulebook.instruments import Instrument, Option
    from croupier.web.console.field_shapes import Given
    from croupier.web.html.cited_lines import CitedClause

OPTION = "option."
"""Before the names of options, some of which the form has for something else as well."""
YES, NO = "true", "false"
USUAL_FLOAT = "100000"
"""In dollars; a table that the program deals has to have something to pay with."""
_LIMITS = Group((("least", Money()), ("most", Money())), by_name=False)
_PACE = ("betting", "decision", "cut", "settled")
_SHUFFLES = frozenset(map(str, Shuffles))


@dataclass(frozen=True, slots=True)
class AskedOption:
    """An option, as it is asked for: its field, what it means and what may be chosen."""

    field: Field
    says: str
    readings: tuple[tuple[str, str], ...]
    cited: tuple[CitedClause, ...]


def shape_of(option: Option) -> Shape:
    """The shape in which an option is chosen."""
    if option.type == "limits":
        return Rows(_LIMITS, key=Text())
    if option.type == "amounts":
        return Rows(Money(), key=Text())
    if option.type == "amount":
        return Money()
    if option.type == "list":
        return Several(tuple(option.readings)) if option.readings else Words(Money())
    if option.type == "number" and not option.readings:
        return Number()
    return ChoiceShape(tuple(option.readings))


def open_options(book: Instrument) -> list[Option]:
    return [option for option in book.options if not option.fixed]


def asked(
    instrument: str, values: Mapping[str, list[str]]
) -> tuple[list[AskedOption], list[AskedOption]]:
    """What a table has to choose, and what it may choose."""
    book = load(instrument)
    must: list[AskedOption] = []
    may: list[AskedOption] = []
    for option in open_options(book):
        needed = option.required or option.type in ("limits", "amounts")
        shape = shape_of(option)
        readings = (
            tuple(option.readings.items()) if isinstance(shape, ChoiceShape | Several) else ()
        )
        name = option.name.replace("_", " ")
        field = Field(OPTION + option.name, name, shape, option.required, values)
        says = option.says.replace(", in cents", "")  # the form is filled in with dollars
        each = AskedOption(field, says, readings, cite(instrument, option.clauses))
        (must if needed or option.name == "side_bets" else may).append(each)
    return must, may


@dataclass(frozen=True, slots=True)
class WagerRow:
    """What the sign says of one wager: the names of its fields, and what stands in them."""

    wager: str
    label: str
    limits: str
    """The beginning of the names of the fields for its limits; nothing where it has none."""
    least: str
    most: str
    multiples: str
    step: str


IN_ROWS = ("limits", "multiples")
"""Options that stand in one row for each wager."""


def is_in_rows(asked: AskedOption) -> bool:
    """Whether an option is asked for in the rows of the wagers."""
    return asked.field.name.removeprefix(OPTION) in IN_ROWS


def wager_rows(instrument: str, values: Mapping[str, list[str]]) -> list[WagerRow]:
    """A row for every wager that has limits or a step, in the order of the rules."""
    options = {each.name: each for each in open_options(load(instrument))}
    rows = {name: _rows_in(options[name], values) for name in IN_ROWS if name in options}
    found = []
    for wager in dict.fromkeys(wager for named in rows.values() for wager in named):
        limits = rows.get("limits", {}).get(wager, "")
        step = rows.get("multiples", {}).get(wager, "")
        found.append(
            WagerRow(
                wager, wager_name(instrument, wager), limits, text_of(values, f"{limits}.least"),
                text_of(values, f"{limits}.most"), step, text_of(values, step),
            )
        )  # fmt: skip
    return found


def _rows_in(option: Option, values: Mapping[str, list[str]]) -> dict[str, str]:
    """By wager, the beginning of the names of its fields."""
    base = OPTION + option.name
    named = {
        text_of(values, f"{base}.{row}.key"): f"{base}.{row}"
        for row in range(MOST_ROWS)
        if text_of(values, f"{base}.{row}.key")
    }
    for wager in option.readings:
        named.setdefault(wager, f"{base}.{len(named)}")
    return named


def start(instrument: str) -> dict[str, list[str]]:
    """What stands in the form at first: the defaults, and a row for each wager."""
    values: dict[str, list[str]] = {"boxes": ["7"], "dealing": [str(Dealing.AUTOMATIC)]}
    for name in _PACE:
        values[name] = [str(getattr(Pace(), name) // SECOND)]
    for option in open_options(load(instrument)):
        shape = shape_of(option)
        if isinstance(shape, Rows):
            for row, wager in enumerate(option.readings):
                values[f"{OPTION}{option.name}.{row}.key"] = [wager]
        elif option.default is not None:
            for name, text in shape.written(_as_chosen(option.default), OPTION + option.name):
                values.setdefault(name, []).append(text)
    return values


def offered(instrument: str) -> dict[str, list[str]]:
    """The form of a table that opens as it is: what such a table usually has is filled in."""
    values = {**start(instrument), "float": [USUAL_FLOAT]}
    usual = next((options for book, options in TABLES.values() if book == instrument), {})
    for option in open_options(load(instrument)):
        if option.name not in usual:
            continue
        base, shape = OPTION + option.name, shape_of(option)
        values = {
            name: said for name, said in values.items() if name.partition(f"{base}.")[0] != ""
        }
        values.pop(base, None)
        for name, text in shape.written(_as_chosen(usual[option.name]), base):
            values.setdefault(name, []).append(text)
    return values


def _as_chosen(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def read(given: Given) -> SetUpTable:
    """The table that a form describes, or `NotUnderstood` with the field that is to blame."""
    instrument = given.get("instrument", [""])[0]
    described = SetUpTable(
        table=given.get("table", [""])[0].strip(),
        instrument=instrument,
        options=options_in(instrument, given),
        boxes=_number(given, "boxes"),
        dealing=_dealing(given),
        pace=pace_in(given),
        float=_or_nothing(Money().read(given, "float")),
        practice=given.get("practice", [NO])[0] == YES,
        shuffles=Shuffles(said) if (said := given.get("shuffles", [""])[0]) in _SHUFFLES else None,
    )
    return with_players(described)


def pace_in(given: Given) -> Pace:
    """How long the program waits, in whole seconds."""
    return Pace(**{name: _number(given, name) * SECOND for name in _PACE})


def options_in(instrument: str, given: Given) -> dict[str, Any]:
    """The options that a form chooses, but for those that are as they would be anyway."""
    options: dict[str, Any] = {}
    for option in open_options(load(instrument)):
        value = shape_of(option).read(given, OPTION + option.name)
        if option.type == "flag" and value is not LEFT_OUT:
            value = value == YES
        elif option.type == "number" and isinstance(value, str):
            value = int(value)
        if value is LEFT_OUT or value == {}:
            continue
        if option.required or value != option.default:
            options[option.name] = value
    return options


def _number(given: Given, name: str) -> int:
    value = Number().read(given, name)
    if value is LEFT_OUT:
        raise NotUnderstood(name, "it is needed")
    return int(value)


def _dealing(given: Given) -> Dealing:
    return Dealing(
        ChoiceShape(tuple(map(str, Dealing))).understood(text_of(given, "dealing"), "dealing")
    )


def _or_nothing(value: Any) -> int:
    return 0 if value is LEFT_OUT else int(value)
