"""What the worker of the school is asked and answers: parts of pages, and how answers are marked.

A question is a function of its name, so nothing is kept between asking and judging. Everything here
is about tables that were made for the question and are thrown away.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.adjudication import ROUND_FILES, RoundFileError
from croupier.adjudication.script_from_record import entry_of
from croupier.games import game_of, rules_for
from croupier.rulebook.instruments import load
from croupier.school import payout_drills
from croupier.school.by_chance import find
from croupier.school.exercises import (
    Exercise,
    Mistake,
    NotAnExercise,
    Scene,
    check,
    ending,
    follow,
    in_words,
    judge_act,
    judge_payments,
    mark_of_act,
    mark_of_payments,
    of_round_file,
    payments,
    scene,
    subjects,
)
from croupier.web.console import forms
from croupier.web.console.command_list import tag_of, title_of
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.html.cited_lines import cite, told, wager_name
from croupier.web.html.template_environment import render
from croupier.web.tables.page_model import render_felt

NOTHING = "nothing"
"""What is chosen by whoever lets play go on."""


# --- orders


class Named(msgspec.Struct, frozen=True):
    """Which exercise is meant; an instructor's own comes whole."""

    instrument: str
    name: str
    own: str = ""


class PayoutOrder(msgspec.Struct, frozen=True, tag="payout"):
    instrument: str
    seed: int
    number: int
    wager: str | None = None
    answered: int | None = None
    """What somebody answers, in cents; without it the question is only asked."""


class ExerciseOrder(msgspec.Struct, frozen=True, tag="exercise"):
    """The question, with the fields of a command once one is chosen."""

    exercise: Named
    do: str = ""
    given: dict[str, list[str]] = {}


class ActOrder(msgspec.Struct, frozen=True, tag="act"):
    """What somebody says is wrong, and does about it."""

    exercise: Named
    mistake: str
    do: str
    given: dict[str, list[str]]


class PaymentsOrder(msgspec.Struct, frozen=True, tag="payments"):
    """The second part: how it came to lie, and what is paid; with answers, they are judged."""

    exercise: Named
    answered: tuple[int | None, ...] | None = None


class FileOrder(msgspec.Struct, frozen=True, tag="file"):
    """Somebody's own round file, to become an exercise."""

    file: str
    name: str
    mistake: str
    told: str
    act: int | None = None


ORDERS = PayoutOrder | ExerciseOrder | ActOrder | PaymentsOrder | FileOrder


class SchoolAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an order."""

    html: str = ""
    """Part of a page."""
    form: str = ""
    """The fields in which it is answered."""
    error: str = ""
    """What is wrong with the order; nothing was judged."""
    field: str = ""
    """In which field of a form."""
    mistake: str = ""
    right: int = 0
    of: int = 0
    asks: int = 0
    """How many payments there are to be worked out."""
    own: str = ""
    """An exercise made of somebody's file."""
    instrument: str = ""
    wagers: tuple[str, ...] = ()
    """What payout drills of the instrument can be about."""


def answer(order: Any) -> SchoolAnswer:
    """What becomes of an order; whatever is wrong with it is said in the answer."""
    try:
        if isinstance(order, PayoutOrder):
            return _payout(order)
        if isinstance(order, FileOrder):
            return _own(order)
        exercise = _found(order.exercise)
        if isinstance(order, ExerciseOrder):
            return _question(exercise, order)
        if isinstance(order, ActOrder):
            return _act(exercise, order)
        return _payments(exercise, order)
    except NotUnderstood as error:
        return SchoolAnswer(error=str(error), field=error.field)
    except (LookupError, NotAnExercise, RoundFileError) as error:
        return SchoolAnswer(error=str(error.args[0]))


def _found(named: Named) -> Exercise:
    if named.own:
        return msgspec.json.decode(named.own, type=Exercise)
    return find(named.instrument, named.name)


# --- payout drills


def _payout(order: PayoutOrder) -> SchoolAnswer:
    asked = payout_drills.question(order.instrument, order.seed, order.number, order.wager)
    verdict = None
    if order.answered is not None:
        verdict = payout_drills.judge(
            order.instrument, order.seed, order.number, order.answered, order.wager
        )
    html = render(
        "school/_payout.html", asked=asked, verdict=verdict,
        wager=_wager(order.instrument, asked.wager),
        cited=cite(order.instrument, verdict.clauses) if verdict else (),
        rules=_rules(order.instrument, verdict.clauses) if verdict else (),
    )  # fmt: skip
    right = int(verdict.is_right) if verdict else 0
    return SchoolAnswer(
        html=html, right=right, of=1 if verdict else 0,
        wagers=payout_drills.wagers(order.instrument),
    )  # fmt: skip


def _wager(instrument: str, wager: str) -> str:
    return "the main wager" if wager == "main" else wager_name(instrument, wager)


def _rules(instrument: str, clauses: tuple[str, ...]) -> list[tuple[Any, str]]:
    """Clauses with what they demand."""
    book = load(instrument)
    return [(each, book.clause(each.clause).says) for each in cite(instrument, clauses)]


# --- exercises: what is wrong, and what is done about it


def _question(exercise: Exercise, order: ExerciseOrder) -> SchoolAnswer:
    kind = _kind(exercise.instrument, order.do) if order.do not in ("", NOTHING) else None
    typed = {name: said for name, said in order.given.items() if name != "mistake"}
    given = typed or (forms.by_default(kind) if kind is not None else {})
    found = scene(exercise)
    html = render(
        "school/_exercise.html", exercise=exercise, felt=_felt(found), claims=_claims(exercise)
    )
    form = render(
        "school/_exercise_form.html", mistakes=tuple(Mistake), do=order.do, nothing=NOTHING,
        mistake=order.given.get("mistake", [""])[0],
        subjects=[
            (subject, [(each.tag, title_of(each.tag), each.says) for each in listed])
            for subject, listed in subjects(exercise.instrument)
        ],
        fields=forms.fields_of(kind, given) if kind is not None else [],
        title=title_of(order.do) if order.do else "", wagers=_wagers(exercise.instrument),
        people=sorted({player for player, *_ in found.wagers}),
    )  # fmt: skip
    return SchoolAnswer(html=html, form=form, asks=len(payments(exercise)))


def _kind(instrument: str, tag: str) -> Any:
    for act in game_of(instrument).acts.values():
        if tag_of(act.command) == tag:
            return act.command
    raise NotUnderstood("do", "one of the commands of the table")


def _wagers(instrument: str) -> dict[str, str]:
    names = game_of(instrument)(rules_for(instrument)).wagers
    return {each: wager_name(instrument, each) for each in names}


def _felt(found: Scene) -> str:
    return render_felt(found.view, found.game)


def _claims(exercise: Exercise) -> list[tuple[str, int]]:
    """What the dealer of the exercise paid, each as words and an amount."""
    return [(_place(exercise.instrument, each), int(each["net"])) for each in exercise.paid]


def _place(instrument: str, of: Any) -> str:
    """Whose wager on what, of a claim or a payment."""
    get = of.get if isinstance(of, dict) else lambda name: getattr(of, name)
    wager, box, hand, on = _wager(instrument, str(get("wager"))), get("box"), get("hand"), get("on")
    where = f", box {box}" if box is not None and ROUND_FILES.of(instrument).has_boxes else ""
    several = f", hand {hand}" if hand is not None else ""
    whose = f" on {on}'s" if on else ""
    return f"{get('player')}: {wager}{whose}{where}{several}"


def _act(exercise: Exercise, order: ActOrder) -> SchoolAnswer:
    if order.mistake not in set(Mistake):
        raise NotUnderstood("mistake", "say what is wrong")
    if not order.do:
        raise NotUnderstood("do", "say what is done, or that nothing is")
    acts = []
    if order.do != NOTHING:
        kind = _kind(exercise.instrument, order.do)
        acts = [entry_of(forms.read(kind, order.given))]
    verdict = judge_act(exercise, Mistake(order.mistake), acts)
    mark = mark_of_act(verdict)
    refused = verdict.refused
    after = follow(exercise, exercise.wanted).after
    html = render(
        "school/_act_verdict.html", verdict=verdict, chosen=Mistake(order.mistake),
        refused=refused, refused_by=cite(exercise.instrument, refused.clauses) if refused else (),
        did=in_words(acts), wanted=in_words(verdict.wanted),
        followed=told(exercise.instrument, verdict.followed),
        follows=told(exercise.instrument, verdict.follows),
        rules=_rules(exercise.instrument, verdict.clauses),
        felt=_felt(after) if after is not None else "",
    )  # fmt: skip
    return SchoolAnswer(html=html, right=mark.right, of=mark.of, mistake=exercise.mistake)


# --- exercises: what is paid


def _payments(exercise: Exercise, order: PaymentsOrder) -> SchoolAnswer:
    due = payments(exercise)
    verdicts = judge_payments(exercise, order.answered) if order.answered is not None else ()
    mark = mark_of_payments(verdicts)
    html = render(
        "school/_payments.html", felt=_felt(ending(exercise)),
        verdicts=[
            (_place(exercise.instrument, each.payment), each,
             _rules(exercise.instrument, each.clauses))
            for each in verdicts
        ],
    )  # fmt: skip
    asked = [(_place(exercise.instrument, each), each.stake) for each in due]
    form = "" if verdicts else render("school/_payments_form.html", due=asked)
    return SchoolAnswer(
        html=html, form=form, right=mark.right, of=mark.of, mistake=exercise.mistake, asks=len(due)
    )


# --- an instructor's own


def _own(order: FileOrder) -> SchoolAnswer:
    if order.mistake not in set(Mistake):
        raise NotUnderstood("mistake", "say what is wrong")
    try:
        file = msgspec.json.decode(order.file)
    except msgspec.DecodeError as error:
        raise NotUnderstood("file", f"it is not JSON: {error}") from None
    if not isinstance(file, dict):
        raise NotUnderstood("file", "a round file is an object")
    made = check(
        of_round_file(
            file, name=order.name, mistake=Mistake(order.mistake), told=order.told, act=order.act
        )
    )
    own = msgspec.json.encode(made).decode()
    return SchoolAnswer(own=own, instrument=made.instrument, mistake=made.mistake)
