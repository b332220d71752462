"""The forms of the console: every command of every instrument can be asked for by its form."""

from __future__ import annotations

from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.nonsense import least

from croupier.aggregate.acts import Command, tag_of
from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import TABLES
from croupier.casino.floor.dealer_steps import AnyDealerStep
from croupier.game_rules import GAMES, game_of, table_for
from croupier.games.baccarat.acts.determinations import (
    DEALINGS,
    METHODS,
    ChangeSettlement,
    DetermineDealing,
)
from croupier.games.challenge.acts.shared_boxes import ArrangeWagers
from croupier.games.challenge.acts.void_rounds import InvalidateGame
from croupier.games.holdem.acts.conduct import ReportCollusion, SanctionCollusion
from croupier.rulebook.instruments import load
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.burn_and_reveal import ReplaceCard
from croupier.table.acts.conduct import Attest
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.voiding import VoidRound
from croupier.tournament.acts.sessions import RecordRound
from croupier.web.console.field_shapes import LegalList, NotUnderstood
from croupier.web.console.forms import by_default, fields_of, in_words, read, written

INSTRUMENTS = sorted(GAMES.instruments)
ACTS = {each.command: each for name in INSTRUMENTS for each in game_of(name).acts.values()}
COMMANDS = sorted(ACTS, key=lambda command: (command.__module__, command.__name__))
STEPS = get_args(AnyDealerStep)
SUE = Person("sue", Role.SUPERVISOR)
OPTIONS = dict(TABLES.values())

WORDS = st.text(
    st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1, max_size=12
).filter(lambda text: text == text.strip())
MOMENTS = st.integers(0, 4_000_000_000_000)


def values(kind: Any, name: str) -> st.SearchStrategy[Any]:
    """Whatever may stand in a field of a command, but for texts without a word in them."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return st.one_of([values(part, name) for part in parts])
    if origin is Literal:
        return st.sampled_from(parts)
    if origin is dict:
        return st.dictionaries(WORDS, values(parts[1], name), max_size=4)
    if origin is tuple and parts[-1] is Ellipsis:
        if isinstance(parts[0], type) and issubclass(parts[0], Enum):
            return st.lists(values(parts[0], name), min_size=1, max_size=3).map(tuple)
        return st.lists(values(parts[0], name), min_size=1, max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(values(part, name) for part in parts))
    return plain(kind)


def plain(kind: Any) -> st.SearchStrategy[Any]:
    if kind is type(None):
        return st.none()
    if kind is bool:
        return st.booleans()
    if kind is int:
        return MOMENTS
    if kind is str:
        return WORDS
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    return commands(kind)


def commands(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    return st.fixed_dictionaries(
        {name: values(hints[name], name) for name in kind.__struct_fields__}
    ).map(lambda said: kind(**said))


@pytest.mark.parametrize("kind", [*COMMANDS, *STEPS], ids=lambda kind: kind.__name__)
@settings(max_examples=15)
@given(data=st.data())
def test_what_a_form_is_filled_with_is_what_it_asks_for(
    kind: type[msgspec.Struct], data: st.DataObject
) -> None:
    asked = data.draw(commands(kind))
    assert read(kind, written(asked)) == asked


@pytest.mark.parametrize(
    ("kind", "field", "listed"),
    [
        (VoidRound, "ground", ("impractical", "fraud")),
        (InvalidateGame, "ground", ("disturbance", "fraud")),
        (ReportCollusion, "what", ("out-of-view", "exchange", "word-of-hand", "talk")),
        (SanctionCollusion, "sanction", ("exclude-from-round", "void-round")),
        (CheckCards, "occasion", ("opening", "closing")),
        (ChangeSettlement, "method", ("A", "B")),
        (DetermineDealing, "dealing", ("face_up", "face_down")),
    ],
)
def test_where_the_rules_have_a_list_the_form_offers_it(
    kind: type[msgspec.Struct], field: str, listed: tuple[str, ...]
) -> None:
    (asked,) = [each for each in fields_of(kind, {}) if each.name == field]
    assert asked.kind == "choice"
    assert isinstance(asked.shape, LegalList)
    assert asked.shape.values == listed


def test_a_determination_offers_the_readings_of_its_option() -> None:
    book = load("act-mini-baccarat-2016")
    readings = {option.name: tuple(option.readings) for option in book.options}
    assert (readings["dealing"], readings["settlement"]) == (DEALINGS, METHODS)


NEEDED = [
    (kind, field.name)
    for kind in COMMANDS
    for field in msgspec.structs.fields(kind)
    if field.required and field.type in (int, str)
]


@pytest.mark.parametrize(
    ("kind", "field"), NEEDED, ids=lambda each: getattr(each, "__name__", each)
)
def test_a_form_without_what_is_needed_names_the_field(
    kind: type[msgspec.Struct], field: str
) -> None:
    asked = written(least(kind))
    asked.pop(field, None)
    with pytest.raises(NotUnderstood) as refused:
        read(kind, asked)
    assert refused.value.field in {each.name for each in msgspec.structs.fields(kind)}


@pytest.mark.parametrize(
    ("field", "text", "wanted"),
    [
        ("amount", "ten", "an amount of dollars, not 'ten'"),
        ("amount", "1.234", "an amount of dollars, not '1.234'"),
        ("box", "1.5", "a whole number, not '1.5'"),
    ],
)
def test_what_cannot_be_read_is_said(field: str, text: str, wanted: str) -> None:
    asked = {"player": ["ana"], "box": ["1"], "amount": ["10"], field: [text]}
    with pytest.raises(NotUnderstood) as refused:
        read(PlaceWager, asked)
    assert (refused.value.field, refused.value.wanted) == (field, wanted)


@pytest.mark.parametrize(
    ("text", "cents"), [("10", 10_00), ("$2.50", 2_50), ("1,000.5", 1000_50), ("-3", -3_00)]
)
def test_amounts_are_in_dollars(text: str, cents: int) -> None:
    asked = read(PlaceWager, {"player": ["ana"], "box": ["1"], "amount": [text]})
    assert asked.amount == cents


def test_a_form_shows_one_row_more_than_is_filled_in() -> None:
    filled = written(ChangeLimits(limits={"main": (10_00, 500_00)}))
    (limits,) = [each for each in fields_of(ChangeLimits, filled) if each.name == "limits"]
    rows = [[field.value for field in row] for row in limits.rows]
    assert rows == [["main", "10", "500"], ["", "", ""]]
    sent = {**filled, "limits.1.key": [""], "limits.1.least": [""], "limits.1.most": [""]}
    (again,) = [each for each in fields_of(ChangeLimits, sent) if each.name == "limits"]
    assert len(list(again.rows)) == len(rows)


def test_fields_that_no_form_has_are_nothing_to_it() -> None:
    odd = {"limits.x.key": ["main"], "limits.99999.least": ["1"], "limits.": ["1"], "csrf": ["1"]}
    (limits,) = [each for each in fields_of(ChangeLimits, odd) if each.name == "limits"]
    assert len(list(limits.rows)) == 1
    assert read(ChangeLimits, odd) == ChangeLimits(limits={})


# --- what is known at a table is chosen and not typed

KNOWN = {
    "people": {"ana": "ana", "ben": "ben"},
    "boxes": {"1": "box 1, ana", "2": "box 2"},
    "wagers": {"main": "the main wager", "tie": "tie"},
    "hands": {"1": "hand 1"},
    "disputes": {"1": "1: ana, a ten was counted as a nine"},
    "lying": {"1 main ana": "ana, box 1: the main wager, $20"},
    "lying together": {"1  ana": "ana, box 1: every wager"},
}
ONES = {
    "player": "people", "for_player": "people", "on": "people", "person": "people", "box": "boxes",
    "to_box": "boxes", "wager": "wagers", "hand": "hands", "number": "disputes",
}  # fmt: skip


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_who_and_what_is_at_the_table_is_chosen(kind: type[Command]) -> None:
    anybody = ACTS[kind].names_anybody
    for asked in fields_of(kind, {}, lists=KNOWN, names_anybody=anybody):
        if asked.name not in ONES or asked.shape.kind == "choice":
            continue
        assert dict(asked.choices) == KNOWN[ONES[asked.name]], asked.name
        typed = (anybody and ONES[asked.name] == "people") or asked.name == "person"
        assert asked.kind == ("text" if typed else "listed"), asked.name


@pytest.mark.parametrize("kind", [k for k in COMMANDS if k.names_lying_wager], ids=tag_of)
def test_a_wager_that_lies_there_is_one_choice(kind: type[Command]) -> None:
    first, *others = fields_of(
        kind, {"player": ["ana"], "box": ["1"], "wager": ["main"]}, {}, KNOWN
    )
    assert (first.name, first.kind, first.value) == ("lying", "listed", "1 main ana")
    assert not {"player", "box", "wager"} & {each.name for each in others}
    assert fields_of(kind, by_default(kind), lists=KNOWN)[0].value == ""
    assert fields_of(kind, {"lying": ["1 main ana"]}, lists=KNOWN)[0].value == "1 main ana"
    rest = {name: texts for name, texts in written(least(kind)).items() if name not in ONES}
    asked: Any = read(kind, {**rest, "lying": ["2 tie ana maria"]})
    assert (asked.player, asked.box, asked.wager) == ("ana maria", 2, "tie")
    whole = {each.name: each for each in msgspec.structs.fields(kind)}["wager"].default is None
    assert ("1  ana" in first.choices) is whole
    if whole:
        asked = read(kind, {**rest, "lying": ["1  ana maria"]})
        assert (asked.player, asked.box, asked.wager) == ("ana maria", 1, None)


def test_several_are_ticked_and_an_order_is_chosen_place_by_place() -> None:
    forfeits = {each.name: each for each in fields_of(InvalidateGame, {}, lists=KNOWN)}["forfeits"]
    assert forfeits.kind == "any-listed"
    places = {each.name: each for each in fields_of(ArrangeWagers, {}, lists=KNOWN)}["players"]
    assert places.kind == "listed-in-order"
    given = {"box": ["1"], "players": ["ben", "ana", ""]}
    assert read(ArrangeWagers, given) == ArrangeWagers(box=1, players=("ben", "ana"))


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_what_the_rules_list_is_what_they_take(instrument: str) -> None:
    """A duty that a form offers is never refused for not being one, and another is."""
    table = table_for(instrument, OPTIONS[instrument])
    duties = tuple(table.game.acts[Attest].lists["duty"](table))
    for duty in duties:
        refusal = table.check(Attest(duty=duty, statement="seen"), SUE, 0)
        assert refusal is None or "duty" not in refusal.reason
    other = table.check(Attest(duty="patience", statement="seen"), SUE, 0)
    assert other is not None
    assert other.reason == f"duty: one of {', '.join(duties)}"


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_every_list_of_the_rules_belongs_to_a_field(instrument: str) -> None:
    table = table_for(instrument, OPTIONS[instrument])
    for kind, act in table.game.acts.items():
        for name, values in act.lists.items():
            assert name in kind.__struct_fields__
            assert all(isinstance(value, str) for value in values(table)), (kind, name)


def test_a_long_list_does_not_stand_in_every_row() -> None:
    """A tournament may have hundreds of players, and a round a row for each at its table."""
    for many, kind in ((40, "listed"), (41, "text")):
        people = {"people": {f"p{n}": f"p{n}" for n in range(many)}}
        chips = {each.name: each for each in fields_of(RecordRound, {}, lists=people)}["chips"]
        key, _ = next(chips.rows)
        assert key.kind == kind


def test_what_cannot_be_read_is_said_of_the_field_as_its_label_calls_it() -> None:
    with pytest.raises(NotUnderstood) as missing:
        read(ReplaceCard, {"card": ["KS"], "checked_by_dealer": ["dan"]})
    labels = {each.name: each.label for each in fields_of(ReplaceCard, {})}
    assert labels["checked_by_supervisor"] == "checked by supervisor"
    assert in_words(missing.value) == "checked by supervisor: it is needed"
    row = NotUnderstood("prizes[1].cash_alternative", "an amount")
    assert in_words(row) == "prizes 2 cash alternative: an amount"
