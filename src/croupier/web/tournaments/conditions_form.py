"""The form of a tournament's conditions: its fields with what the instrument asks for, and back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.decoding_errors import mistake_in
from croupier.rulebook.instruments import load
from croupier.table.tournament_law import Topic
from croupier.tournament import law_of
from croupier.tournament.conditions import Conditions, rulings
from croupier.tournament.conditions_review import objections, wanted
from croupier.web.console.field_shapes import LEFT_OUT, NotUnderstood, Several
from croupier.web.console.forms import Field, shapes_of
from croupier.web.html.cited_lines import CitedLine, cite
from croupier.web.office import table_form as setting_up
from croupier.wording.teller import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.table.tournament_law import TournamentLaw
    from croupier.web.console.field_shapes import Given, Shape, Written

OPTIONS = "options"
SECTIONS: dict[str, tuple[str, ...]] = {
    "Entry": (
        "name", "starts", "withdraw_until", "how_to_enter", "eligibility", "groups",
        "minimum_players", "maximum_players",
    ),
    "Money": ("entry_fee", "commission", "buy_in", "chips", "buy_back", "add_on", "refunds"),
    "Structure": (
        "sessions", "tables", "sit_and_go", "progression", "repechage", "elimination",
        "session_ties", "points",
    ),
    "Play": ("limits", "levels", "compulsory_wager", "side_bets", "wagering", OPTIONS),
    "Places and prizes": (
        "prizes", "prize_ties", "same_round", "distribution", "added_value", "guarantee",
        "chips_cashed",
    ),
    "Rules": ("statement", "overrides"),
}  # fmt: skip
"""The fields of conditions, in the order in which people ask for them."""
ESSENTIAL = frozenset({
    "name", "starts", "minimum_players", "maximum_players", "entry_fee", "chips", "sessions",
    "limits", "prizes",
})  # fmt: skip
"""What no tournament can be run without, whatever the instrument lists."""
_SPOKEN_OF = {Topic.NUMBERS: ("minimum_players", "maximum_players"), Topic.PLAY: ("wagering",)}
"""The fields of topics that are not called as their field is."""
NONE_OF_THEM = "none"


@dataclass(frozen=True, slots=True)
class Bets(Several):
    """Side bets that are offered; that there are none is said too."""

    def read(self, given: Given, name: str) -> Any:
        chosen = given.get(name, [])
        return [each for each in chosen if each != NONE_OF_THEM] if chosen else LEFT_OUT

    def written(self, value: Iterable[Any], name: str) -> Written:
        return [(name, each) for each in value] or [(name, NONE_OF_THEM)]


@dataclass(frozen=True, slots=True)
class ConditionsItem:
    """A field of the form, what the instrument wants said in it, and under which clauses."""

    field: Field
    wants: CitedLine | None


@dataclass(frozen=True, slots=True)
class ConditionsSection:
    title: str
    items: tuple[ConditionsItem, ...]
    """What the instrument asks for, and what no tournament is without."""
    more: tuple[ConditionsItem, ...]
    """What conditions may say besides."""


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that keeps conditions from being used, and the field where it would be said."""

    field: str
    line: CitedLine


@dataclass(frozen=True, slots=True)
class Findings:
    """Conditions held against their instrument."""

    lacks: tuple[Lack, ...]
    gate: tuple[CitedLine, ...]
    """What has to be done with them before entries are taken."""
    terms: tuple[CitedLine, ...]
    """What becomes of terms that differ from the rules."""


# --- the form


@cache
def shapes(instrument: str) -> Mapping[str, Shape]:
    """By the name of each field of conditions, the shape it has in the form."""
    made = dict(shapes_of(_plain_conditions()))
    bets = next((each for each in load(instrument).options if each.name == "side_bets"), None)
    made["side_bets"] = Bets((*(bets.readings if bets else ()), NONE_OF_THEM))
    return made


@cache
def _plain_conditions() -> type[msgspec.Struct]:
    """Conditions without the options of the tables, which are asked for by their definitions."""
    kept = [
        (field.name, field.type) for field in msgspec.structs.fields(Conditions)
        if field.name not in (OPTIONS, "instrument")
    ]  # fmt: skip
    return msgspec.defstruct("PlainConditions", kept)


def sections(
    instrument: str, values: Mapping[str, list[str]], errors: Mapping[str, str] = {}
) -> list[ConditionsSection]:
    law, known = law_of(instrument), shapes(instrument)
    made = []
    for title, names in SECTIONS.items():
        asked: list[ConditionsItem] = []
        more: list[ConditionsItem] = []
        for name in names:
            if name not in known:
                continue
            wants = _wants(instrument, law, name)
            label = name.replace("_", " ")
            field = Field(name, label, known[name], name == "name", values, errors.get(name, ""))
            needed = wants is not None or name in ESSENTIAL
            (asked if needed else more).append(ConditionsItem(field, wants))
        made.append(ConditionsSection(title, tuple(asked), tuple(more)))
    return made


def _wants(instrument: str, law: TournamentLaw, name: str) -> CitedLine | None:
    """What the instrument's list wants said in a field."""
    topics = [topic for topic in law.contents if name in fields_about(topic)]
    if not topics:
        return None
    clauses = dict.fromkeys(clause for topic in topics for clause in law.contents[topic])
    said = "; ".join(wanted(topic) for topic in topics)
    return CitedLine(sentence(said), cite(instrument, clauses))


def fields_about(topic: Topic) -> tuple[str, ...]:
    return _SPOKEN_OF.get(topic, (topic.partition(".")[0],))


def table_options(instrument: str, values: Mapping[str, list[str]]) -> list[setting_up.AskedOption]:
    """The options of the tables that a tournament's own terms leave open; those needed first."""
    must, may = setting_up.asked(instrument, values)
    own = {setting_up.OPTION + name for name in ("limits", "side_bets")}
    return [each for each in (*must, *may) if each.field.name not in own]


def written(conditions: Conditions) -> dict[str, list[str]]:
    """The fields in which conditions would stand."""
    values = setting_up.start(conditions.instrument)
    for name, shape in shapes(conditions.instrument).items():
        value = getattr(conditions, name)
        if value is not None:
            for field, text in shape.written(value, name):
                values.setdefault(field, []).append(text)
    for option in setting_up.open_options(load(conditions.instrument)):
        if option.name in conditions.options:
            chosen, field = conditions.options[option.name], setting_up.OPTION + option.name
            said = str(chosen).lower() if isinstance(chosen, bool) else chosen
            values[field] = [text for _, text in setting_up.shape_of(option).written(said, field)]
    return values


# --- and back


def read(instrument: str, given: Given) -> Conditions:
    """The conditions that a form states, or `NotUnderstood` with the field that is to blame."""
    plain: dict[str, Any] = {"instrument": instrument, "name": ""}
    for name, shape in shapes(instrument).items():
        value = shape.read(given, name)
        if value is not LEFT_OUT:
            plain[name] = value
    own = ("limits", "side_bets")
    options = setting_up.options_in(instrument, given)
    plain[OPTIONS] = {name: value for name, value in options.items() if name not in own}
    try:
        return msgspec.convert(plain, Conditions)
    except msgspec.ValidationError as error:
        mistake = mistake_in(error, Conditions)
        raise NotUnderstood(mistake.field or "form", mistake.wrong) from None


def findings(conditions: Conditions) -> Findings:
    """Everything that conditions lack, each with its clause; what comes next; which terms count."""
    instrument, law = conditions.instrument, law_of(conditions.instrument)
    lacks = [
        Lack(_place(each.field), CitedLine(str(each), cite(instrument, each.clauses)))
        for each in objections(conditions, law)
    ]
    return Findings(
        tuple(lacks),
        tuple(
            CitedLine(str(step), cite(instrument, clauses)) for step, clauses in law.gate.items()
        ),
        tuple(_ruled(conditions, law)),
    )


def _place(field: str) -> str:
    """The field of the form that a shortfall belongs to."""
    first = field.partition(".")[0].partition("[")[0]
    for topic, names in _SPOKEN_OF.items():
        if first == topic:
            return names[0]
    return first


def _ruled(conditions: Conditions, law: TournamentLaw) -> Iterator[CitedLine]:
    for ruling in rulings(conditions, law):
        winner = "the conditions" if ruling.conditions_prevail else "the rules"
        text = f"{ruling.term.replace('_', ' ')} {ruling.value}: {winner} prevail"
        yield CitedLine(sentence(text), cite(conditions.instrument, ruling.clauses))
