"""Forms made from the definitions of the options, and what comes back in a query string."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from croupier.odds.parameters import (
    TableParameter,
    Tool,
    ValueForm,
    every_parameter,
    every_table_parameter,
    parameters_of,
)
from croupier.odds.question import MONEY, question, written
from croupier.odds.simulation.shoe_cut import CUT, read_penetration
from croupier.rulebook.amendment_entries import AmendmentError
from croupier.rulebook.amendments import amended, amendment_in, in_toml
from croupier.rulebook.instruments import load
from croupier.rulebook.options import MOST_DIGITS, OptionError, read_value, resolve
from croupier.rulebook.wording import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.odds.parameters import FormField
    from croupier.odds.simulation.shoe_cut import Penetration
    from croupier.rulebook.instruments import Instrument, Option

    Given = Mapping[str, list[str]]

YES_OR_NO = {"true": "yes", "false": "no"}
MOST_CENTS = 10**12
MOST_AMOUNT = 1_000_000
_PART = re.compile(r"0?\.[0-9]{1,6}")
_AMOUNT = re.compile(r"[0-9]{1,7}(\.[0-9]{1,2})?")
LONGEST, LONGEST_TEXT = 400, 4_000
"""Letters of one field, and of one that takes lines."""


@dataclass(frozen=True, slots=True)
class LaboratoryField:
    """One field of a form: how it looks, what stands in it, and what is wrong with that."""

    name: str
    label: str
    says: str = ""
    kind: str = "text"
    """`text`, `lines`, `number`, `one` of the choices or `any` of them."""
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
class LaboratoryForm:
    """What somebody chose for a table, as far as it can be understood."""

    book: Instrument
    given: dict[str, list[str]]
    beside: tuple[str, ...]
    """The names of what is asked beside the options."""
    options: dict[str, Any] = field(default_factory=dict)
    """Only those that are not as by default."""
    extras: dict[str, Any] = field(default_factory=dict)
    """Values of games' own parameters, as far as they are given."""
    errors: dict[str, str] = field(default_factory=dict)
    """By field; under no name, what no field is to blame for."""

    def text(self, name: str, default: str = "") -> str:
        """A field's text as it was given."""
        return self.given.get(name, [default])[0].strip() or default

    @property
    def fields(self) -> tuple[LaboratoryField, ...]:
        """What the tool asks, then the options, then what else there is to say of the table."""
        options = [_option_field(self, option) for option in self.book.options if _is_asked(option)]
        beside = {name: _parameter_field(self, name) for name in self.beside}
        table = [beside.pop(name) for name in of_the_table() if name in beside]
        return *beside.values(), *options, *table

    @property
    def query(self) -> str:
        """Everything that is not as by default, to be shared as an address."""
        return self._written(_fields())

    @property
    def table_query(self) -> str:
        """The table alone, to be asked something else about."""
        return self._written(of_the_table())

    @property
    def is_opened(self) -> bool:
        """Whether something was chosen among the options that are not in front."""
        behind = {field.name for field in self.fields if not field.in_front}
        return bool(behind & {*self.options, *self.errors, *self.chosen(self.beside)})

    def _written(self, beside: Iterable[str]) -> str:
        options = ((name, written(value)) for name, value in self.options.items())
        return urlencode([*options, *self.chosen(beside).items()])

    def chosen(self, beside: Iterable[str]) -> dict[str, str]:
        """What was said otherwise than as usual of these."""
        texts = {name: self.text(name) for name in beside}
        return {name: text for name, text in texts.items() if text not in ("", _usual(name))}


def _fields() -> dict[str, FormField]:
    """Return what some form asks beside the options, by name."""
    asked = every_parameter().items()
    return {name: each.field for name, each in asked if each.field is not None}


def _field_of(name: str) -> FormField:
    field = every_parameter()[name].field
    assert field is not None
    return field


def of_the_table() -> tuple[str, ...]:
    """Return the names of what every form asks about the table beside its options."""
    return tuple(
        name
        for name, each in every_parameter().items()
        if name in ("remove", "amend") or isinstance(each, TableParameter)
    )


def read_form(instrument: str, given: Given, tool: Tool = Tool.ODDS) -> LaboratoryForm:
    """The form in which a tool asks about a table, filled in."""
    texts = {name: [text[: longest(name)] for text in texts] for name, texts in given.items()}
    beside = tuple(each.name for each in parameters_of(tool, instrument) if each.field)
    form = LaboratoryForm(load(instrument), texts, beside)
    _read_amendment(form, given)
    for name in texts.keys() - {option.name for option in form.book.options} - set(_fields()):
        form.errors[""] = f"{instrument} has no option {name[:40]}"
    _read_options(form)
    _read_shoe(form)
    return form


def longest(name: str) -> int:
    """Letters that a field may have."""
    parameter = every_parameter().get(name)
    field = None if parameter is None else parameter.field
    return LONGEST_TEXT if field is not None and field.kind == "lines" else LONGEST


def _read_amendment(form: LaboratoryForm, given: Given) -> None:
    """The rules as they are amended, and the amendment as it is always written."""
    text = form.text("amend")
    if not text:
        return
    try:
        if len(given["amend"][0]) > LONGEST_TEXT:
            raise AmendmentError(f"more than {LONGEST_TEXT:,} letters")
        amendment = amendment_in(text)
        if amendment.amends != form.book.id:
            raise AmendmentError(f"amends: {amendment.amends}, and this is {form.book.id}")
        form.book = amended(amendment)
    except AmendmentError as error:
        form.errors["amend"] = str(error)
    else:
        form.given["amend"] = [in_toml(amendment)]


def _is_asked(option: Option) -> bool:
    has_choices = option.type != "list" or option.readings
    return not option.fixed and option.type not in MONEY and bool(has_choices)


def _read_options(form: LaboratoryForm) -> None:
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
    text = ",".join(texts) if option.type == "list" else texts[0].strip()
    if not text and option.default is None and option.type in ("number", "amount"):
        return None
    return text if option.type in MONEY else read_value(option, text)


def _read_shoe(form: LaboratoryForm) -> None:
    """The shoe and the wagers beside the main one; what cannot be is said beside its field."""
    form.extras = _read_extras(form)
    try:
        question(form.book, options=form.options, remove=form.text("remove"), **form.extras)
    except ValueError as error:
        place, _, reason = str(error).partition(": ")
        is_said_of_a_field = place in form.beside
        form.errors[place if is_said_of_a_field else "remove"] = (
            reason if is_said_of_a_field else str(error)
        )


def _read_extras(form: LaboratoryForm) -> dict[str, Any]:
    """Read what games' own parameters of a table say, as far as it was given."""
    found: dict[str, Any] = {}
    for parameter in every_table_parameter():
        if parameter.form is ValueForm.CENTS:
            given: str | int = whole_number(form, parameter.name, 0, 1, MOST_CENTS)
        else:
            given = form.text(parameter.name)
        if given:
            found[parameter.name] = given
    return found


def _option_field(form: LaboratoryForm, option: Option) -> LaboratoryField:
    kind, choices = _kind(option)
    default = option.default if isinstance(option.default, list) else [_standing(option.default)]
    values = form.given.get(option.name, default)
    if kind == "any":
        values = [item for each in values for item in each.split(",") if item]
    return LaboratoryField(
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


def _parameter_field(form: LaboratoryForm, name: str) -> LaboratoryField:
    asked = _field_of(name)
    return LaboratoryField(
        name=name,
        label=asked.label,
        says=asked.explanation,
        kind="one" if asked.choices else asked.kind,
        choices=dict(asked.choices),
        values=(form.text(name, _usual(name)),),
        example=asked.example,
        error=form.errors.get(name, ""),
        in_front=not asked.is_advanced,
    )


def _usual(name: str) -> str:
    """What is chosen of a parameter by whoever does not say."""
    return next(iter(_field_of(name).choices), "")


def _standing(default: object) -> str:
    return "" if default is None else said(default)


def whole_number(form: LaboratoryForm, name: str, default: int, least: int, most: int) -> int:
    """A number that was given, or the default; another one is said beside its field."""
    text = form.text(name)
    if not text:
        return default
    digits = text.replace(",", "")
    value = int(digits) if digits.isdecimal() and len(digits) <= MOST_DIGITS else None
    if value is None or not least <= value <= most:
        form.errors[name] = f"{text} is not a whole number from {least:,} to {most:,}"
        return default
    return value


def amount(form: LaboratoryForm, name: str) -> float | None:
    """An amount that was given, if one was; another word is said beside its field."""
    text = form.text(name).replace(",", "")
    if not text:
        return None
    if not _AMOUNT.fullmatch(text) or not 0 < float(text) <= MOST_AMOUNT:
        form.errors[name] = f"{form.text(name)} is no amount such as 100 or 2.50"
        return None
    return float(text)


def one_of(form: LaboratoryForm, name: str) -> str:
    """What was chosen, or the usual; another word is said beside its field."""
    chosen, choices = form.text(name, _usual(name)), _field_of(name).choices
    if chosen not in choices:
        form.errors[name] = f"{chosen} is none of {', '.join(choices)}"
        return _usual(name)
    return chosen


def confidence(form: LaboratoryForm) -> float:
    """How sure a range is to be."""
    text = form.text("confidence", "0.99")
    if not _PART.fullmatch(text) or not 0 < float(text) < 1:
        form.errors["confidence"] = f"{text} is not between 0 and 1, such as 0.99"
        return 0.99
    return float(text)


def penetration(form: LaboratoryForm) -> Penetration:
    """The part of the shoe that is dealt, if one was given."""
    text = form.text("penetration")
    try:
        part = read_penetration(text or None)
    except ValueError:
        part = 0.0
    if isinstance(part, float) and not 0 < part < 1:
        form.errors["penetration"] = f"{text} is neither {CUT} nor between 0 and 1, such as 0.75"
    return part
