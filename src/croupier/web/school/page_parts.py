"""Questions of the school and verdicts on answers as parts of pages, made by its worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.adjudication import ROUND_FILES
from croupier.adjudication.script_from_record import entry_of
from croupier.aggregate.acts import tag_of
from croupier.game_rules import game_of, rules_for
from croupier.rulebook.instruments import load
from croupier.school import payout_drills
from croupier.school.answers import in_words, subjects, wager_in_words
from croupier.school.exercises import Exercise, Mistake
from croupier.school.judging import (
    Payment,
    judge_act,
    judge_payments,
    mark_of_act,
    mark_of_payments,
    payments,
)
from croupier.school.practice_table import Scene, ending, follow, scene
from croupier.web.console import forms, listed
from croupier.web.console.command_list import title_of
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.html.cited_lines import cite, told
from croupier.web.html.template_environment import render
from croupier.web.school.orders import (
    PAGE_ORDERS,
    ActOrder,
    ExerciseOrder,
    PaymentsOrder,
    PayoutOrder,
    SchoolAnswer,
)
from croupier.web.tables.page_model import render_felt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.aggregate.acts import Act
    from croupier.school.exercises import Entry
    from croupier.web.console.listed import Listed

NOTHING = "nothing"
"""What is chosen by whoever lets play go on."""


def page_part(order: PAGE_ORDERS) -> SchoolAnswer:
    """What a page shows of an order."""
    if isinstance(order, PayoutOrder):
        return _payout(order)
    exercise = order.exercise.exercise()
    if isinstance(order, ExerciseOrder):
        return _question(exercise, order)
    if isinstance(order, ActOrder):
        return _act(exercise, order)
    return _payments(exercise, order)


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
        wager=wager_in_words(order.instrument, asked.wager),
        cited=cite(order.instrument, verdict.clauses) if verdict else (),
        rules=_rules(order.instrument, verdict.clauses) if verdict else (),
    )  # fmt: skip
    right = int(verdict.is_right) if verdict else 0
    return SchoolAnswer(
        html=html, right=right, of=1 if verdict else 0,
        wagers=payout_drills.wagers(order.instrument),
    )  # fmt: skip


def _rules(instrument: str, clauses: tuple[str, ...]) -> list[tuple[Any, str]]:
    """Clauses with what they demand."""
    book = load(instrument)
    return [(each, book.clause(each.clause).says) for each in cite(instrument, clauses)]


# --- exercises: what is wrong, and what is done about it


def _question(exercise: Exercise, order: ExerciseOrder) -> SchoolAnswer:
    act = _asked(exercise.instrument, order.do) if order.do not in ("", NOTHING) else None
    typed = {name: said for name, said in order.given.items() if name != "mistake"}
    given = typed or (forms.by_default(act.command) if act is not None else {})
    seen = scene(exercise)
    html = render(
        "school/_exercise.html", exercise=exercise, felt=_felt(seen), claims=_claims(exercise)
    )
    form = render(
        "school/_exercise_form.html", mistakes=tuple(Mistake), do=order.do, nothing=NOTHING,
        mistake=order.given.get("mistake", [""])[0],
        subjects=[
            (subject, [(each.tag, title_of(each.tag), each.says) for each in commands])
            for subject, commands in subjects(exercise.instrument)
        ],
        fields=_fields(act, given, _lists(exercise, seen)) if act is not None else [],
        title=title_of(order.do) if order.do else "",
    )  # fmt: skip
    return SchoolAnswer(html=html, form=form, asks=len(payments(exercise)))


def _fields(act: Act[Any, Any], given: Mapping[str, list[str]], lists: Listed) -> list[forms.Field]:
    return forms.fields_of(act.command, given, lists=lists, names_anybody=act.names_anybody)


def _asked(instrument: str, tag: str) -> Act[Any, Any]:
    for act in game_of(instrument).acts.values():
        if tag_of(act.command) == tag:
            return act
    raise NotUnderstood("do", "one of the commands of the table")


def _lists(exercise: Exercise, seen: Scene) -> Listed:
    """Who and what is at the table of the exercise; which wager is meant is for the trainee."""
    wagers = game_of(exercise.instrument)(rules_for(exercise.instrument)).wagers
    known = listed.at_table(seen.view, wagers)
    people = (player for player, *_ in seen.wagers)
    return {**known, listed.LYING: {}, listed.PEOPLE_LIST: listed.people_list({*people})}


def _felt(seen: Scene) -> str:
    return render_felt(seen.view, seen.game)


def _claims(exercise: Exercise) -> list[tuple[str, int, int]]:
    """What the dealer of the exercise paid: the wager in words, its stake, and what was paid."""
    due = payments(exercise)
    return [
        (
            _place(exercise.instrument, each),
            sum(payment.stake for payment in due if _is_about(each, payment)),
            int(each["net"]),
        )
        for each in exercise.paid
    ]


def _is_about(claim: Mapping[str, Any], payment: Payment) -> bool:
    named = ("player", "wager", "box", "hand", "on")
    return all(getattr(payment, name) == claim[name] for name in named if name in claim)


def _place(instrument: str, of: Any) -> str:
    """Whose wager on what, of a claim or a payment."""
    get = of.get if isinstance(of, dict) else lambda name: getattr(of, name)
    wager = wager_in_words(instrument, str(get("wager")))
    box, hand, on = get("box"), get("hand"), get("on")
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
        kind = _asked(exercise.instrument, order.do).command
        acts = [entry_of(forms.read(kind, order.given))]
    verdict = judge_act(exercise, Mistake(order.mistake), acts)
    mark = mark_of_act(verdict)
    refused = verdict.refused
    after = follow(exercise, exercise.wanted).after
    html = render(
        "school/_act_verdict.html", verdict=verdict, chosen=Mistake(order.mistake),
        refused=refused, refused_by=cite(exercise.instrument, refused.clauses) if refused else (),
        did=_in_words(acts), wanted=_in_words(verdict.wanted),
        followed=told(exercise.instrument, verdict.followed),
        follows=told(exercise.instrument, verdict.follows),
        rules=_rules(exercise.instrument, verdict.clauses),
        felt=_felt(after) if after is not None else "",
    )  # fmt: skip
    return SchoolAnswer(html=html, right=mark.right, of=mark.of, mistake=exercise.mistake)


def _in_words(acts: Sequence[Entry]) -> str:
    """Acts as the page calls them: each by the title under which it is chosen."""
    return in_words(acts, lambda tag: title_of(tag).lower())


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
    typed = [*order.typed, *[""] * len(due)]
    asked = [
        (_place(exercise.instrument, each), each.stake, text)
        for each, text in zip(due, typed, strict=False)
    ]
    form = "" if verdicts else render("school/_payments_form.html", due=asked)
    return SchoolAnswer(
        html=html, form=form, right=mark.right, of=mark.of, mistake=exercise.mistake, asks=len(due)
    )
