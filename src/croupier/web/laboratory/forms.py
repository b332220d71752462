"""Forms made from the definitions of the options, and what comes back in a query string."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlencode

from croupier.games import HOLDEM
from croupier.odds.question import question
from croupier.rulebook.instruments import load
from croupier.rulebook.options import OptionError, resolve
from croupier.rulebook.wording import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.rulebook.instruments import Instrument, Option

    Given = Mapping[str, list[str]]

MONEY = ("limits", "amounts")
"""Options of these types say how much may be wagered, which moves no edge; nobody is asked."""
YES_OR_NO = {"true": "yes", "false": "no"}
MOST_ROUNDS = 100_000_000
MOST_CENTS = 10**12
CUT: Literal["cut"] = "cut"
LONGEST = 400
"""Letters of one field."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form: how it looks, what stands in it, and what is wrong with that."""

    name: str
    label: str
    says: str = ""
    kind: str = "text"
    """`text`, `number`, `one` of the choices or `any` of them."""
    choices: dict[str, str] = field(default_factory=dict)
    values: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    example: str = ""
    error: str = ""
    in_front: bool = True
    """Whether it is shown before anybody asks for more."""

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""


@dataclass
class Form:
    """What somebody chose for a table, as far as it can be understood."""

    book: Instrument
    given: dict[str, list[str]]
    beside: tuple[str, ...]
    """The fields beside the options."""
    options: dict[str, Any] = field(default_factory=dict)
    """Only those that are not as by default."""
    ante: int | None = None
    errors: dict[str, str] = field(default_factory=dict)
    """By field; under no name, what no field is to blame for."""

    def text(self, name: str, default: str = "") -> str:
        """A field's text as it was given."""
        return self.given.get(name, [default])[0].strip() or default

    @property
    def fields(self) -> tuple[Field, ...]:
        """What the tool asks, then the options, then what else there is to say of the table."""
        options = [_option_field(self, option) for option in self.book.options if _is_asked(option)]
        beside = {name: _beside_field(self, name) for name in self.beside}
        table = [beside.pop(name) for name in _OF_THE_TABLE if name in beside]
        return *beside.values(), *options, *table

    @property
    def query(self) -> str:
        """Everything that is not as by default, to be shared as an address."""
        return self._written(BESIDE)

    @property
    def table_query(self) -> str:
        """The table alone, to be asked something else about."""
        return self._written(_OF_THE_TABLE)

    @property
    def is_opened(self) -> bool:
        """Whether something was chosen among the options that are not in front."""
        behind = {field.name for field in self.fields if not field.in_front}
        return bool(behind & (self.options.keys() | self.errors.keys()))

    def _written(self, beside: Iterable[str]) -> str:
        options = ((name, _written(value)) for name, value in self.options.items())
        texts = ((name, text) for name in beside if (text := self.text(name)))
        return urlencode([*options, *texts])


BESIDE = {
    field.name: field
    for field in (
        Field(
            name="remove",
            label="cards out of the shoe",
            says="Cards that are known not to come; each as its rank and the letter of its suit.",
            example="4S 4S KD",
        ),
        Field(
            name="trips",
            label="antes on trips",
            says="A fold loses trips too, so what lies there moves the best play.",
            example="1 or 1/2",
        ),
        Field(
            name="ante",
            label="ante in cents",
            says="A maximum payout of the blind depends on it; without one it moves nothing.",
            kind="number",
            example="500",
            in_front=False,
        ),
        Field(name="hand", label="the hand", example="AS KD"),
        Field(name="dealer", label="the dealer's card", example="9H"),
        Field(
            name="board",
            label="the board",
            says="Nothing before the flop, then three cards, and five on the river.",
            example="2S 9S 9H",
        ),
        Field(name="rounds", label="rounds", kind="number", example="10000000"),
        Field(
            name="seed",
            label="seed",
            says="The same seed, the same rounds.",
            kind="number",
            example="1",
        ),
        Field(name="boxes", label="boxes in play", kind="number", example="1"),
        Field(
            name="penetration",
            label="part of the shoe dealt",
            says="Such as 0.75, or cut for where the rules put the cutting card. Left empty, "
            "every round is dealt from a fresh shoe.",
            example="0.75 or cut",
        ),
    )
}
"""The fields beside the options, by name."""
_OF_THE_TABLE = ("remove", "trips", "ante")


def read_form(instrument: str, given: Given, extra: Iterable[str] = ()) -> Form:
    """The form of a table, filled in; `extra` names more fields beside the options."""
    book = load(instrument)
    texts = {name: [text[:LONGEST] for text in texts] for name, texts in given.items()}
    beside = ("remove", *(("trips", "ante") if instrument in HOLDEM else ()), *extra)
    form = Form(book, texts, beside)
    for name in texts.keys() - {option.name for option in book.options} - BESIDE.keys():
        form.errors[""] = f"{instrument} has no option {name[:40]}"
    _read_options(form)
    _read_shoe(form)
    return form


def _is_asked(option: Option) -> bool:
    has_choices = option.type != "list" or option.readings
    return not option.fixed and option.type not in MONEY and bool(has_choices)


def _read_options(form: Form) -> None:
    """The options that were given; one that cannot be is named, and left as by default."""
    values = {
        option.name: _value(option, form.given[option.name])
        for option in form.book.options
        if option.name in form.given
    }
    while True:
        try:
            resolve(form.book, values)
        except OptionError as error:
            place, _, reason = str(error).partition(": ")
            name = place.removeprefix("options.").partition(".")[0]
            form.errors[name] = reason
            if values.pop(name, None) is None:  # as by default, beside another choice
                values.clear()
        else:
            break
    defaults = {option.name: option.default for option in form.book.options}
    form.options = {name: it for name, it in values.items() if it != defaults[name]}


def _value(option: Option, texts: list[str]) -> object:
    """What a field says, as the rules take it; they say whether it is allowed."""
    text = texts[0].strip()
    match option.type:
        case "flag":
            return {"true": True, "false": False}.get(text, text)
        case "number" | "amount":
            if not text and option.default is None:
                return None
            return _number(text)
        case "list":
            items = [item for each in texts for item in each.split(",") if item]
            return items if option.readings else [_number(item) for item in items]
        case _:
            return text


def _number(text: str) -> object:
    return int(text) if text.isdecimal() and len(text) < 16 else text


def _written(value: object) -> str:
    return ",".join(map(said, value)) if isinstance(value, list) else said(value)


def _read_shoe(form: Form) -> None:
    """The shoe and the wagers beside the main one; what cannot be is said beside its field."""
    ante = whole_number(form, "ante", 0, 1, MOST_CENTS)
    form.ante = ante or None
    try:
        question(
            form.book.id,
            options=form.options,
            remove=form.text("remove"),
            trips=form.text("trips", "0"),
            ante=form.ante,
        )
    except ValueError as error:
        place, _, reason = str(error).partition(": ")
        is_said_of_a_field = place in form.beside
        form.errors[place if is_said_of_a_field else "remove"] = (
            reason if is_said_of_a_field else str(error)
        )


def _option_field(form: Form, option: Option) -> Field:
    kind, choices = _kind(option)
    default = option.default if isinstance(option.default, list) else [_standing(option.default)]
    values = form.given.get(option.name, default)
    if kind == "any":
        values = [item for each in values for item in each.split(",") if item]
    return Field(
        name=option.name,
        label=option.name.replace("_", " "),
        says=option.says,
        kind=kind,
        choices=choices,
        values=tuple(values),
        clauses=option.clauses,
        error=form.errors.get(option.name, ""),
        in_front=option.required or option.type == "list",
    )


def _kind(option: Option) -> tuple[str, dict[str, str]]:
    """How an option is asked for, and what there is to choose from."""
    match option.type:
        case "list":
            return "any", option.readings
        case "flag":
            return "one", {each: option.readings.get(each, YES_OR_NO[each]) for each in YES_OR_NO}
        case "number" | "amount" if not option.readings:
            return "number", {}
        case _:
            return "one", option.readings


def _beside_field(form: Form, name: str) -> Field:
    return replace(BESIDE[name], values=(form.text(name),), error=form.errors.get(name, ""))


def _standing(default: object) -> str:
    return "" if default is None else said(default)


def whole_number(form: Form, name: str, default: int, least: int, most: int) -> int:
    """A number that was given, or the default; another one is said beside its field."""
    text = form.text(name)
    if not text:
        return default
    value = _number(text.replace(",", ""))
    if not isinstance(value, int) or not least <= value <= most:
        form.errors[name] = f"{text} is not a whole number from {least:,} to {most:,}"
        return default
    return value


def penetration(form: Form) -> float | Literal["cut"] | None:
    """The part of the shoe that is dealt, if one was given."""
    text = form.text("penetration")
    if not text:
        return None
    if text == CUT:
        return CUT
    value = _decimal(text)
    if value is None or not 0 < value < 1:
        form.errors["penetration"] = f"{text} is neither {CUT} nor between 0 and 1, such as 0.75"
    return value


def _decimal(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
