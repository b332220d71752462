"""`croupier exercise`: something is wrong at a table. What, and what is done about it?"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.arguments import USUAL_INSTRUMENT, JsonOption, UsualInstrumentArgument
from croupier.cli.drill import ENDED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.school.exercises import Exercise, Mistake
    from croupier.school.judging import ActVerdict, Mark, Payment, PaymentVerdict
    from croupier.school.practice_table import Scene

RIGHT, WRONG = range(2)
NO_EXERCISE = 2
LONGEST_ANSWER = 100_000
"""Bytes of an answer in a file."""


def add_to(app: typer.Typer) -> None:
    """Put the command behind the others."""
    app.command()(exercise)


def exercise(
    instrument: UsualInstrumentArgument = USUAL_INSTRUMENT,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this one; --list has their names.")
    ] = None,
    questions: Annotated[int, typer.Option(min=1, metavar="N", help="How many are set.")] = 5,
    seed: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="The same by chance again; left out, new ones."),
    ] = None,
    show_list: Annotated[bool, typer.Option("--list", help="List the exercises.")] = False,
    answer: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Judge this answer, in JSON; - is standard input."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Practise what the rules want when something goes wrong.

    \b
    Examples:
      croupier exercise act-blackjack-2018
      croupier exercise act-mini-baccarat-2016 --list
      croupier exercise --name short-a-second-time
      croupier exercise --seed 7 --questions 10
      croupier exercise --name face-up-in-the-shoe --json
      croupier exercise --name face-up-in-the-shoe --answer answer.json

    You are told what happened at a table. Say what is wrong, give the command that the rules want
    as `face-up-card card=KC` (? lists them, nothing is an answer too), and what every wager is
    paid: 15, -10, or 0 if the stake comes back. The table's own judge decides, with clauses.

    Exit status: 0; with --answer, 1 if it is not right. 2 there is no such exercise.
    """
    from croupier.cli.arguments import instrument_of
    from croupier.cli.printing import print_json
    from croupier.school.by_chance import find, name_of
    from croupier.school.exercises import catalogue
    from croupier.school.questions import exercise_question

    book = instrument_of(instrument, None)
    if show_list:
        _list(list(catalogue(book).values()), as_json)
        return
    chosen = secrets.randbits(32) if seed is None else seed
    names = [name] if name else [name_of(chosen, number) for number in range(1, questions + 1)]
    try:
        exercises = (find(book, each) for each in names)
        if answer is not None:
            raise typer.Exit(_judge_file(next(exercises), answer, as_json))
        if as_json:
            for each in exercises:
                print_json(exercise_question(each))
            return
        _hold(exercises, len(names), None if name else chosen)
    except LookupError as error:
        typer.echo(f"croupier exercise: {error.args[0]}", err=True)
        raise typer.Exit(NO_EXERCISE) from None


# --- for programs


def _list(exercises: Sequence[Exercise], as_json: bool) -> None:
    from croupier.cli.printing import print_json

    if as_json:
        print_json([{"name": e.name, "mistake": e.mistake, "told": e.told} for e in exercises])
        return
    for each in exercises:
        typer.echo(f"{each.mistake:15} {each.name}")


def _judge_file(asked: Exercise, path: str, as_json: bool) -> int:
    """An answer is `{"mistake", "acts", "payments"}`; what is left out is not asked."""
    from croupier.adjudication import RoundFileError
    from croupier.cli.arguments import read_document
    from croupier.cli.printing import print_json
    from croupier.school.answers import read_answer
    from croupier.school.judging import ExerciseVerdict, judge_act, judge_payments

    given = read_document(path, read_answer, LONGEST_ANSWER)
    try:
        act = judge_act(asked, given.mistake, given.acts)
    except RoundFileError as error:
        typer.echo(f"croupier exercise: {error}", err=True)
        raise typer.Exit(NO_EXERCISE) from None
    paid = judge_payments(asked, given.payments) if given.payments is not None else ()
    if as_json:
        print_json(ExerciseVerdict(act=act, payments=paid))
    else:
        _tell_act(act)
        _tell_payments(paid)
    return RIGHT if act.named and act.done and all(each.right for each in paid) else WRONG


# --- for people


def _hold(exercises: Any, of: int, seed: int | None) -> None:
    from croupier.school.judging import Mark

    total, held = Mark(right=0, of=0), 0
    for number, each in enumerate(exercises, 1):
        mark = _set(each, number, of)
        if mark is None:
            break
        total, held = total + mark, held + 1
    if held:
        again = "" if seed is None else f" Again: --seed {seed}"
        pace = total.milliseconds / held / 1000
        typer.echo(f"{total.right} of {total.of} points, {pace:.1f} s each.{again}")


def _set(asked: Exercise, number: int, of: int) -> Mark | None:
    """Set one exercise: what it comes to, or nothing if that is enough for now."""
    from croupier.school.judging import (
        judge_act,
        judge_payments,
        mark_of_act,
        mark_of_payments,
        payments,
    )
    from croupier.school.practice_table import ending, scene

    typer.echo(f"{number} of {of}   {asked.instrument}")
    _show(scene(asked), asked.before)
    typer.echo(f"\n  {asked.told}")
    for claim in asked.paid:
        typer.echo(f"    paid: {_claim(claim)}")
    typer.echo()
    began = time.monotonic()
    named = _ask_mistake()
    if named is None:
        return None
    acts = _ask_acts(asked)
    if acts is None:
        return None
    verdict = judge_act(asked, named, acts)
    mark = mark_of_act(verdict, _since(began))
    _tell_act(verdict)
    due = payments(asked)
    _show(ending(asked), asked.file["script"])
    began = time.monotonic()
    answered = _ask_payments(due)
    if answered is None:
        return None
    paid = judge_payments(asked, answered)
    _tell_payments(paid)
    return mark + mark_of_payments(paid, _since(began))


def _since(began: float) -> int:
    return int((time.monotonic() - began) * 1000)


def _show(seen: Scene, script: Sequence[dict[str, Any]]) -> None:
    from croupier.money import money
    from croupier.school.answers import decisions_in_words

    for player, wager, box, amount in seen.wagers:
        where = f" on box {box}" if box is not None else ""
        typer.echo(f"    {player} has {money(amount)} on {wager}{where}")
    for hand in seen.hands:
        of = hand.box if isinstance(hand.box, str) else f"box {hand.box}"
        cards = " ".join(map(str, hand.cards)) or "no cards"
        typer.echo(f"    {of}{f', hand {hand.hand}' if hand.hand > 1 else ''}: {cards}")
    if decided := decisions_in_words(script):
        typer.echo(f"    {'; '.join(decided)}")


def _claim(claim: dict[str, Any]) -> str:
    from croupier.money import money

    net = claim["net"]
    came = f"paid {money(net)}" if net > 0 else f"taken {money(-net)}" if net else "given back"
    hand = f", hand {claim['hand']}" if "hand" in claim else ""
    where = f" on box {claim['box']}{hand}" if "box" in claim else ""
    return f"{claim['player']}, {claim['wager']}{where}: {came}"


def _ask_mistake() -> Mistake | None:
    from croupier.school.exercises import Mistake

    kinds = list(Mistake)
    for number, kind in enumerate(kinds, 1):
        typer.echo(f"    {number} {kind.words}")
    while (text := _read("  What is wrong? ")) is not None:
        if text.isdecimal() and 1 <= int(text) <= len(kinds):
            return kinds[int(text) - 1]
        if text in set(kinds):
            return Mistake(text)
        typer.echo(f"  a number from 1 to {len(kinds)}; q ends it")
    return None


def _ask_acts(asked: Exercise) -> list[dict[str, Any]] | None:
    """The commands, one to a line; an empty line is the end of them."""
    from croupier.adjudication import RoundFileError
    from croupier.school.answers import MOST_ACTS, choices, read_act
    from croupier.school.practice_table import follow

    acts: list[dict[str, Any]] = []
    while len(acts) < MOST_ACTS:
        text = _read("  What is done? " if not acts else "  And then? ", empty="")
        if text is None:
            return None
        if not text:
            break
        if text == "?":
            for choice in choices(asked.instrument):
                typer.echo(f"    {choice.tag:22} {choice.says}")
            continue
        try:
            act = read_act(asked.instrument, text)
            follow(asked, [*acts, act])
        except (RoundFileError, ValueError) as error:
            typer.echo(f"  {str(error).removeprefix('script')}")
            continue
        acts.append(act)
    return acts


def _ask_payments(due: Sequence[Payment]) -> list[int | None] | None:
    from croupier.money import money
    from croupier.school.answers import signed_cents

    answered: list[int | None] = []
    for each in due:
        hand = f", hand {each.hand}" if each.hand is not None and each.hand > 1 else ""
        where = f" on box {each.box}{hand}" if each.box is not None else ""
        while True:
            text = _read(f"  {each.player}'s {money(each.stake)} on {each.wager}{where}? ")
            if text is None:
                return None
            if (amount := signed_cents(text)) is not None:
                answered.append(amount)
                break
            typer.echo("  an amount in dollars, such as 15, 7.50, -10 or 0; q ends it")
    return answered


def _read(prompt: str, empty: str | None = None) -> str | None:
    """What is typed; nothing if that is enough for now."""
    try:
        text = input(prompt).strip()
    except EOFError:
        return None
    if not text:
        return empty
    return None if text.lower() in ENDED else text


def _tell_act(verdict: ActVerdict) -> None:
    from croupier.school.answers import in_words

    typer.echo(f"  {'right' if verdict.named else 'no, it is this'}: {verdict.mistake.words}")
    if verdict.refused is not None:
        cited = ", ".join(verdict.refused.clauses)
        typer.echo(f"  refused: {verdict.refused.reason} ({cited})")
    wanted = in_words(verdict.wanted)
    typer.echo(f"  right: {wanted}" if verdict.done else f"  no; the rules want: {wanted}")
    for clause, says in zip(verdict.clauses, verdict.says, strict=True):
        typer.echo(f"    {clause}  {says}")
    typer.echo()


def _tell_payments(verdicts: Sequence[PaymentVerdict]) -> None:
    from croupier.money import money

    for each in verdicts:
        due = f"{'wins' if each.due > 0 else 'loses'} {money(abs(each.due))}"
        came = due if each.due else "has the stake back"
        cited = ", ".join(each.clauses)
        typer.echo(
            f"  {'right' if each.right else 'no'}: {each.payment.player} {came} "
            f"on {each.payment.wager} ({cited})"
        )
    typer.echo()
