"""Exercises: a table at which the house makes a mistake, and a trainee who puts it right.

An exercise is a round file of the second edition, cut in two where the trainee comes in: what
happened until then, and what the rules want done about it. The trainee names the mistake, gives the
commands, and works out what every wager is paid. The table's own judge decides, on a table that is
made for it and thrown away: an act is right if the same facts follow from it, under the same
clauses, as from the act that the exercise has, whatever words it was given with.
"""

from __future__ import annotations

import shlex
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from croupier.adjudication import (
    ROUND_FILES,
    Answer,
    HandShown,
    RoundFileError,
    Settlement,
    account_of,
)
from croupier.adjudication.account import entry_in_words
from croupier.adjudication.answer import EntryRefused
from croupier.aggregate.roles import Person, Role
from croupier.decoding_errors import UNREADABLE, decoding_problem
from croupier.games import game_of, rules_for
from croupier.rulebook.citations import Clauses, did_you_mean
from croupier.rulebook.instruments import Instrument, instruments, load
from croupier.table_replay import codec_of
from croupier.wording.commands import by_subject, clauses_of, first_line, tag_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.adjudication import ClaimAnswer
    from croupier.adjudication.story import Adjudication
    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.table.game_protocol import GameAtTable
    from croupier.table.table import Table
    from croupier.table.views import TableView

Entry = dict[str, Any]
"""An entry of a script, as a round file writes it."""
MOST_ACTS = 5
"""How many commands an answer may have; no exercise wants as many."""
TRAINER = Person("dealer", Role.DEALER)
"""Through whose eyes a trainee sees the table."""


class Mistake(StrEnum):
    """What the house can do wrong, or a patron try, at a table of the school."""

    WRONG_PAYMENT = "wrong-payment"
    EXPOSED_CARD = "exposed-card"
    EXCESS_CARD = "excess-card"
    MISPLACED_CARD = "misplaced-card"
    LATE_WAGER = "late-wager"
    SHORT_WAGER = "short-wager"
    DISPUTE = "dispute"
    NOTHING = "nothing"

    @property
    def words(self) -> str:
        return _MISTAKES[self]


_MISTAKES = {
    Mistake.WRONG_PAYMENT: "a wager was paid wrongly",
    Mistake.EXPOSED_CARD: "a card was seen that should not have been",
    Mistake.EXCESS_CARD: "a card was drawn too many",
    Mistake.MISPLACED_CARD: "a card lies where it does not belong",
    Mistake.LATE_WAGER: "a wager comes too late",
    Mistake.SHORT_WAGER: "a wager is short, or missing",
    Mistake.DISPUTE: "a player disputes what was done",
    Mistake.NOTHING: "nothing is wrong",
}


class Exercise(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mistake at a table, and what the rules want done about it."""

    name: str
    mistake: Mistake
    told: str
    """What the trainee is told beside what lies on the table."""
    file: dict[str, Any]
    """A round file; its script is the whole round, put right."""
    act: int
    """The place in the script, from 1, at which the trainee comes in."""
    acts: int = 1
    """How many of its entries from there on are the trainee's to give; none if nothing is."""
    tried: Entry | None = None
    """What somebody tries at that place, and the rules refuse."""
    others: tuple[tuple[Entry, ...], ...] = ()
    """What the rules leave open to do instead."""
    clauses: tuple[str, ...] = ()
    """What decides it, where nothing that is done or refused says so."""

    @property
    def instrument(self) -> str:
        return str(self.file["instrument"])

    @property
    def before(self) -> list[Entry]:
        return list(self.file["script"][: self.act - 1])

    @property
    def wanted(self) -> list[Entry]:
        """What the rules want, as entries of a script."""
        return list(self.file["script"][self.act - 1 : self.act - 1 + self.acts])

    @property
    def paid(self) -> list[dict[str, Any]]:
        """What the dealer of the exercise paid, as far as it says so."""
        return list(self.file.get("paid", ()))


class NotAnExercise(ValueError):
    """A file that cannot be set as an exercise; the message says why."""


# --- at the table of an exercise


class Scene(msgspec.Struct, frozen=True):
    """A table of the school at one moment, as whoever deals there sees it."""

    view: Any
    """A `TableView`."""
    game: Any
    """The `GameAtTable` that the felt is drawn for."""
    hands: tuple[HandShown, ...]
    """The cards, all of them, for whoever reads of the table instead of seeing it."""
    wagers: tuple[tuple[str, str, int | None, int], ...]
    """Player, wager, box and amount of what lies there."""


class Followed(msgspec.Struct, frozen=True):
    """What followed from somebody's acts: facts with their clauses, or why one was refused."""

    facts: tuple[Any, ...]
    refused: EntryRefused | None
    after: Scene | None


def scene(exercise: Exercise) -> Scene:
    """The table as the trainee finds it."""
    return _scenes(exercise)[0]


def ending(exercise: Exercise) -> Scene:
    """The table when the round is over, with everything put right."""
    return _scenes(exercise)[1]


def _scenes(exercise: Exercise) -> tuple[Scene, Scene]:
    found: list[Scene] = []

    def watch(place: int, table: Table) -> None:
        if place == exercise.act:
            found.append(_seen(table))

    account = account_of(exercise.file, watch=watch)
    assert account.table is not None  # every exercise has a script
    (before,) = found
    return before, _seen(account.table)


def _seen(table: Table) -> Scene:
    view: TableView = table.view(TRAINER)
    game: GameAtTable = table.game
    part = ROUND_FILES.of(game.instrument)
    hands = tuple(part.hands(table.round)) if table.round is not None else ()
    wagers = tuple(
        (each.player, each.wager, each.box if part.has_boxes else None, each.amount)
        for each in table.wagers
    )
    return Scene(view, game, hands, wagers)


def follow(exercise: Exercise, acts: Sequence[Entry]) -> Followed:
    """What follows from acts where the trainee comes in, judged as any live table judges them.

    An entry that is no command of the table is a `RoundFileError`, which names the field.
    """
    before = exercise.before
    last = len(before) + len(acts)
    after: list[Scene] = []

    def watch(place: int, table: Table) -> None:
        if place == last + 1:
            after.append(_seen(table))

    file = {**exercise.file, "script": [*before, *acts], "stop": True}
    file.pop("paid", None)
    told = _told(file, watch)
    facts = tuple(fact for each in told[len(before) : last] for fact in each.facts or ())
    refused = next(
        (each.refused for each in told[len(before) : last] if each.refused is not msgspec.UNSET),
        None,
    )
    return Followed(facts, refused, after[0] if after else None)


def _told(file: Mapping[str, Any], watch: Any = None) -> tuple[Any, ...]:
    result = account_of(file, watch=watch).result
    if not isinstance(result, Answer):
        raise NotAnExercise(f"{result.refused.reason} [{', '.join(result.refused.clauses)}]")
    return result.script or ()


# --- judging what was named and done


class ActVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the mistake was named and the right thing done about it, and what decides that."""

    mistake: Mistake
    """What it was."""
    named: bool
    done: bool
    refused: EntryRefused | None
    """Why the table refuses what was done, with its clauses."""
    followed: tuple[Any, ...]
    """The facts that follow from what was done."""
    wanted: tuple[Entry, ...]
    """What the rules want done."""
    follows: tuple[Any, ...]
    """The facts that follow from that."""
    clauses: tuple[str, ...]
    """The clauses that decide it."""
    says: tuple[str, ...]
    """What those demand, in the rulebook's words."""


def judge_act(exercise: Exercise, named: Mistake | None, acts: Sequence[Entry]) -> ActVerdict:
    """Judge what a trainee says is wrong and does about it; no act at all is an answer too."""
    if len(acts) > MOST_ACTS:
        raise RoundFileError(f"script: no more than {MOST_ACTS} commands")
    wanted, right = exercise.wanted, follow(exercise, exercise.wanted)
    given = follow(exercise, acts)
    done = given.refused is None and any(
        _same(exercise.instrument, (each, right_facts), (acts, given.facts))
        for each, right_facts in (
            (wanted, right.facts),
            *((other, follow(exercise, other).facts) for other in exercise.others),
        )
    )
    clauses = deciding(exercise, right)
    book = load(exercise.instrument)
    return ActVerdict(
        mistake=exercise.mistake, named=named is exercise.mistake, done=done,
        refused=given.refused, followed=given.facts, wanted=tuple(wanted), follows=right.facts,
        clauses=clauses, says=tuple(book.clause(each).says for each in clauses),
    )  # fmt: skip


def deciding(exercise: Exercise, right: Followed | None = None) -> tuple[str, ...]:
    """The clauses under which the right act is right, or without one the others wrong."""
    right = right or follow(exercise, exercise.wanted)
    cited = [clause for fact in right.facts for clause in fact.clauses]
    declared = {each for act in exercise.wanted for each in _declared(exercise.instrument, act)}
    found = [clause for clause in cited if clause in declared] or cited
    if exercise.clauses:
        found = [*exercise.clauses]
    elif exercise.tried is not None:
        refused = follow(exercise, [exercise.tried]).refused
        found = [*(refused.clauses if refused is not None else ())]
    elif not exercise.acts:
        claimed = claims(exercise)
        wrong = [claim for claim in claimed if not claim.agrees]
        found = [clause for claim in wrong or claimed for clause in claim.clauses]
    return tuple(dict.fromkeys(found))


def _declared(instrument: str, act: Entry) -> Clauses:
    """The clauses that decide about a command, as its act declares them."""
    kind = _commands(load(instrument).basis).get(str(act.get("do")))
    if kind is None:
        return Clauses(())
    return clauses_of(game_of(instrument).acts[kind], rules_for(instrument), instrument)


@cache
def _commands(instrument: str) -> dict[str, type[Command]]:
    return {str(each.__struct_config__.tag): each for each in codec_of(instrument).commands}


def _same(
    instrument: str,
    wanted: tuple[Sequence[Entry], Sequence[Fact]],
    given: tuple[Sequence[Entry], Sequence[Fact]],
) -> bool:
    """Whether the same follows from both, but for the words that people put it in."""
    return _without_words(instrument, *wanted) == _without_words(instrument, *given)


def _without_words(instrument: str, acts: Sequence[Entry], facts: Sequence[Fact]) -> list[Any]:
    words = [
        text for act in acts for name in _free_text(instrument, act) if (text := act.get(name))
    ]
    return [(type(fact), *_values(fact, words)) for fact in facts]


def _values(fact: Fact, words: Sequence[str]) -> Iterator[Any]:
    """What a fact states, with a blank where it says again what somebody has put in words."""
    told = _told_in_words(type(fact))
    for name in fact.__struct_fields__:
        value = getattr(fact, name)
        if name in told:
            for each in words:
                value = value.replace(each, "…")
        yield value


@cache
def _told_in_words(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The fields of a command or a fact in which something is told, and not only named."""
    hints = get_type_hints(kind)
    return frozenset(
        name for name in kind.__struct_fields__ if hints[name] is str and name not in _SAID_EXACTLY
    )


_SAID_EXACTLY = frozenset(
    {"player", "for_player", "person", "on", "instead_of", "wager", "to", "clause", "by"}
)
"""Fields with a text that names something, and does not only tell of it."""


def _free_text(instrument: str, act: Entry) -> frozenset[str]:
    """The fields of an act in which somebody explains something in their own words."""
    kind = _commands(load(instrument).basis).get(str(act.get("do")))
    return frozenset() if kind is None else _told_in_words(kind)


def in_words(acts: Sequence[Entry]) -> str:
    """Acts as a person would say them."""
    return "; ".join(entry_in_words(each) for each in acts) or "nothing: play goes on"


# --- judging payments


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that is decided when the round is over: what is it paid?"""

    player: str
    box: int | None
    hand: int | None
    wager: str
    on: str | None
    stake: int


class PaymentVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules give for a wager, beside what was answered."""

    payment: Payment
    right: bool
    answered: int | None
    due: int
    outcome: str
    clauses: tuple[str, ...]
    says: tuple[str, ...]


def payments(exercise: Exercise) -> tuple[Payment, ...]:
    """Every wager that is settled in the round, to be worked out."""
    return tuple(_payment(each) for each in settled(exercise))


def judge_payments(
    exercise: Exercise, answered: Sequence[int | None]
) -> tuple[PaymentVerdict, ...]:
    """Judge what each wager was said to win or lose, in cents; nothing said is not right."""
    settlements, book = settled(exercise), load(exercise.instrument)
    given = [*answered, *[None] * len(settlements)]
    return tuple(
        PaymentVerdict(
            payment=_payment(each), right=said == each.net, answered=said, due=each.net,
            outcome=str(each.outcome), clauses=tuple(each.clauses),
            says=tuple(book.clause(clause).says for clause in each.clauses),
        )
        for each, said in zip(settlements, given, strict=False)
    )  # fmt: skip


def settled(exercise: Exercise) -> tuple[Settlement, ...]:
    return _answer(exercise).settlements


def claims(exercise: Exercise) -> tuple[ClaimAnswer, ...]:
    """What the dealer of the exercise paid, held against what the rules give."""
    return _answer(exercise).claims or ()


def _payment(settlement: Settlement) -> Payment:
    return Payment(
        player=settlement.player, box=settlement.box, hand=settlement.hand,
        wager=settlement.wager, on=settlement.on, stake=settlement.stake,
    )  # fmt: skip


def _answer(exercise: Exercise) -> Answer:
    result = account(exercise).result
    assert isinstance(result, Answer)  # an exercise is checked when it is made
    return result


def account(exercise: Exercise) -> Adjudication:
    """The whole round with everything put right, to be told clause by clause."""
    return account_of(exercise.file)


# --- scores


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer comes to: a point for the name, for the deed and for each payment."""

    right: int
    of: int
    milliseconds: int = 0

    def __add__(self, other: Mark) -> Mark:
        return Mark(
            right=self.right + other.right,
            of=self.of + other.of,
            milliseconds=self.milliseconds + other.milliseconds,
        )


def mark_of_act(verdict: ActVerdict, milliseconds: int = 0) -> Mark:
    return Mark(right=verdict.named + verdict.done, of=2, milliseconds=milliseconds)


def mark_of_payments(verdicts: Sequence[PaymentVerdict], milliseconds: int = 0) -> Mark:
    right = sum(each.right for each in verdicts)
    return Mark(right=right, of=len(verdicts), milliseconds=milliseconds)


# --- what a trainee can choose from

SUBJECTS = frozenset({
    "stray cards", "misplaced cards", "voiding", "void rounds", "irregularities", "misdeals",
    "overlooked wagers", "betting", "wagering", "conduct", "dispute rulings", "cutting card",
    "burn and reveal", "dealing", "card checks", "decisions", "shuffling machine",
    "shuffling device", "side bets",
})  # fmt: skip
"""What goes wrong is put right under one of these; the rest is the running of a table."""


class Choice(msgspec.Struct, frozen=True):
    """A command that a trainee may give."""

    tag: str
    says: str
    role: str
    subject: str


@cache
def choices(instrument: str) -> tuple[Choice, ...]:
    """Everything that may be done at a table when something goes wrong, whether it fits or not."""
    return tuple(
        Choice(tag_of(act), first_line(act.command), str(act.needs), subject)
        for subject, _, acts in by_subject(instrument)
        if subject in SUBJECTS
        for act in acts
    )


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


# --- making exercises


def check(exercise: Exercise) -> Exercise:
    """The exercise itself, if it can be set: its acts are taken, and what it says is so."""
    try:
        result = account_of(exercise.file).result
    except RoundFileError as error:
        raise NotAnExercise(str(error)) from None
    if not isinstance(result, Answer):
        raise NotAnExercise(f"{result.refused.reason} [{', '.join(result.refused.clauses)}]")
    if result.script is msgspec.UNSET:
        raise NotAnExercise("script: an exercise is told by a script")
    if not 1 <= exercise.act <= len(result.script) + 1 - exercise.acts:
        raise NotAnExercise(f"act: from 1 to {len(result.script) + 1 - exercise.acts}")
    book = load(exercise.instrument)
    for clause in exercise.clauses:
        try:
            book.clause(clause)
        except LookupError as error:
            raise NotAnExercise(f"clauses: {error}") from None
    for place, each in enumerate(result.script, 1):
        if each.refused is not msgspec.UNSET:
            raise NotAnExercise(f"script[{place}]: {_said(each.refused)}")
    if exercise.tried is not None and follow(exercise, [exercise.tried]).refused is None:
        raise NotAnExercise("tried: the rules allow it")
    _must_be_paid_so(exercise, result.claims or ())
    return exercise


def _must_be_paid_so(exercise: Exercise, claimed: Sequence[ClaimAnswer]) -> None:
    agree = all(claim.agrees for claim in claimed)
    if exercise.mistake is Mistake.WRONG_PAYMENT and agree:
        raise NotAnExercise("paid: every payment is right")
    if exercise.mistake is not Mistake.WRONG_PAYMENT and not exercise.acts and not agree:
        raise NotAnExercise("paid: a payment is wrong")


def _said(refused: EntryRefused) -> str:
    return f"{refused.reason} [{', '.join(refused.clauses)}]"


def of_round_file(
    file: Mapping[str, Any],
    *,
    name: str,
    mistake: Mistake,
    told: str,
    act: int | None = None,
) -> Exercise:
    """An exercise of somebody's own round file.

    The trainee comes in at the entry that `act` names, from 1: left out, at the first command with
    which something is put right, and without one when all has been dealt.
    """
    script = file.get("script")
    if not isinstance(script, list) or not all(isinstance(each, dict) for each in script):
        raise NotAnExercise("script: an exercise is told by a script")
    first = act if act is not None else _first_act(file, script)
    acts = 1 if first is not None and mistake not in _PAID else 0
    return check(
        Exercise(
            name=name, mistake=mistake, told=told, file=dict(file), acts=acts,
            act=len(script) + 1 if first is None or not acts else first,
        )
    )  # fmt: skip


_PAID = (Mistake.WRONG_PAYMENT, Mistake.NOTHING)


def _first_act(file: Mapping[str, Any], script: Sequence[Entry]) -> int | None:
    instrument = file.get("instrument")
    if not isinstance(instrument, str) or instrument not in instruments():
        return None
    tags = {each.tag for each in choices(instrument)} - _NOT_PUTTING_RIGHT
    return next((place for place, each in enumerate(script, 1) if each.get("do") in tags), None)


_NOT_PUTTING_RIGHT = frozenset({
    "place-wager", "no-more-bets", "deal", "deal-run", "collect", "burn", "raise-dispute",
    "overlook-wager", "overlooked-wager", "overlooked-play", "look-at-cards", "take-and-pay",
})  # fmt: skip
"""What happens in a round before anything is put right in it."""


# --- the exercises of the house


@cache
def catalogue(instrument: str | Instrument) -> Mapping[str, Exercise]:
    """The exercises that come with the program, by name, in the order of their mistakes."""
    book = load(instrument)
    source = files("croupier.school").joinpath("data", f"{book.basis}.json")
    if not source.is_file():
        return {}
    listed = msgspec.json.decode(source.read_bytes(), type=list[Exercise])
    order = list(Mistake)
    return {each.name: each for each in sorted(listed, key=lambda one: order.index(one.mistake))}


def subjects(instrument: str) -> Iterator[tuple[str, list[Choice]]]:
    """What a trainee may choose from, by subject."""
    found: dict[str, list[Choice]] = {}
    for each in choices(instrument):
        found.setdefault(each.subject, []).append(each)
    yield from found.items()
