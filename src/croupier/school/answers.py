"""What a trainee answers: the commands to choose from, and answers as they are typed or sent."""

from __future__ import annotations

import re
import shlex
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication.account import entry_in_words
from croupier.aggregate.acts import tag_of
from croupier.decoding_errors import UNREADABLE, decoding_problem
from croupier.game_rules.signs import wager_name
from croupier.money import cents
from croupier.rulebook.citations import did_you_mean
from croupier.school.exercises import Entry, Mistake
from croupier.school.game_exercises import SCHOOL
from croupier.table.wagers.wagers_in_boxes import MAIN
from croupier.wording.commands import by_subject, first_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from croupier.rulebook.instruments import Instrument

MOST_ACTS = 5
"""How many commands an answer may have; no exercise wants as many."""
SUBJECTS = frozenset({
    "stray cards", "misplaced cards", "voiding", "betting", "conduct", "dispute rulings",
    "cutting card", "burn and reveal", "dealing", "shuffling machine",
})  # fmt: skip
"""The subjects of every table under which something is put right; games have subjects of their
own. The others are the running of a table.
"""


class Choice(msgspec.Struct, frozen=True):
    """A command that a trainee may give."""

    tag: str
    says: str
    role: str
    subject: str


@cache
def choices(instrument: str) -> tuple[Choice, ...]:
    """Everything that may be done at a table when something goes wrong, whether it fits or not."""
    own = SCHOOL.of(instrument).subjects if instrument in SCHOOL else frozenset[str]()
    return tuple(
        Choice(tag_of(act.command), first_line(act.command), str(act.needs), subject)
        for subject, _, acts in by_subject(instrument)
        if subject in SUBJECTS | own
        for act in acts
    )


def subjects(instrument: str) -> Iterator[tuple[str, list[Choice]]]:
    """What a trainee may choose from, by subject."""
    found: dict[str, list[Choice]] = {}
    for each in choices(instrument):
        found.setdefault(each.subject, []).append(each)
    yield from found.items()


class ExerciseAnswer(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What somebody answers to an exercise, as data."""

    mistake: Mistake | None = None
    acts: list[Entry] = []
    payments: list[int | None] | None = None
    """What each wager wins or loses, in cents, in the order of the question."""


def read_answer(data: bytes) -> ExerciseAnswer:
    """An answer in JSON; a `ValueError` names the field that does not fit."""
    try:
        return msgspec.json.decode(data, type=ExerciseAnswer)
    except UNREADABLE as error:
        raise ValueError(decoding_problem(error)) from None


def read_act(instrument: str, text: str) -> Entry:
    """An act as somebody types it: `drawn-in-error card=KC`, with quotes around several words.

    A value is taken as JSON where it is JSON, and else as it stands. A `ValueError` says what is
    wrong with the words; whether the table has such fields is found out when it is judged.
    """
    try:
        tag, *fields = shlex.split(text)
    except ValueError:
        raise ValueError(f"{text!r} is no command, such as drawn-in-error card=KC") from None
    known = {each.tag for each in choices(instrument)}
    if tag not in known:
        raise ValueError(f"{tag!r} is no command here{did_you_mean(tag, known)}; ? lists them")
    act: Entry = {"do": tag}
    for each in fields:
        name, equals, value = each.partition("=")
        if not equals:
            raise ValueError(f"{each!r}: fields are written as name=value")
        act[name] = _value(value)
    return act


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def signed_cents(text: str) -> int | None:
    """What is won, or lost with a minus before it; nothing if it is not an amount."""
    found = _SIGNED.fullmatch(text)
    if found is None:
        return None
    sign, plain = found[1] or found[2], found[3]
    amount = 0 if plain in ("0", "0.0", "0.00") else cents(plain)
    return None if amount is None else -amount if sign in _LOST else amount


_LOST = ("-", "\N{MINUS SIGN}")
_SIGNED = re.compile(r"\s*(?:([+\-\u2212])?\s*\$?|\$\s*([+\-\u2212]))\s*([0-9].*?)\s*")
"""One sign at the most, before the dollar or behind it."""


def decisions_in_words(script: Sequence[Entry]) -> list[str]:
    """What the players decided in a script: not all of it can be read off the cards."""
    return [entry_in_words(each) for each in script if "action" in each]


def wager_in_words(instrument: str | Instrument, wager: str) -> str:
    """A wager as it is spoken of where somebody is asked about it."""
    return "the main wager" if wager == MAIN else wager_name(instrument, wager)


def in_words(acts: Sequence[Entry], called: Callable[[str], str] = str) -> str:
    """Acts as a person would say them, each command by its tag or as it is called instead."""
    said = (_act_in_words(each, called) for each in acts)
    return "; ".join(said) or "no command: play goes on, and payments are put right"


def _act_in_words(act: Entry, called: Callable[[str], str]) -> str:
    tag = str(act.get("do", ""))
    return called(tag) + entry_in_words(act).removeprefix(tag)
