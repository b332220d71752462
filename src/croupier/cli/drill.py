"""`croupier drill`: what is a wager paid? Asked and judged in the terminal."""

from __future__ import annotations

import secrets
import statistics
import time
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.arguments import USUAL_INSTRUMENT, AmendOption, UsualInstrumentArgument

if TYPE_CHECKING:
    from croupier.school.payout_drills import PayoutQuestion, PayoutVerdict

ENDED = ("q", "quit", "")


def add_to(app: typer.Typer) -> None:
    """Put the command behind the others."""
    app.command()(drill)


def drill(
    instrument: UsualInstrumentArgument = USUAL_INSTRUMENT,
    questions: Annotated[int, typer.Option(min=1, metavar="N", help="How many are asked.")] = 10,
    wager: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only about this wager, such as blind.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The same questions again; left out, new ones.")
    ] = None,
    amend: AmendOption = None,
) -> None:
    """Practise payouts: what does the house pay or take?

    \b
    Examples:
      croupier drill act-blackjack-2018
      croupier drill act-ultimate-texas-holdem-2025 --wager blind
      croupier drill act-mini-baccarat-2016 --questions 20 --seed 7

    Each question is a wager of a round that the engine dealt. Answer with what the player wins
    (15 or 7.50), loses (-10), or 0 if the stake comes back; q ends it. Rare payments are asked
    as often as common ones, and each answer is judged with its clauses.
    """
    from croupier.cli.arguments import instrument_of
    from croupier.school import payout_drills

    book = instrument_of(instrument, amend)
    chosen = secrets.randbits(32) if seed is None else seed
    taken: list[float] = []
    right = 0
    for number in range(1, questions + 1):
        asked = payout_drills.question(book, chosen, number, wager)
        began = time.monotonic()
        answer = _ask(asked, questions)
        if answer is None:
            break
        taken.append(time.monotonic() - began)
        verdict = payout_drills.judge(book, chosen, number, answer, wager)
        right += verdict.is_right
        _tell(verdict)
    if taken:
        pace = statistics.median(taken)
        typer.echo(f"{right} of {len(taken)} right, {pace:.1f} s each. Again: --seed {chosen}")


def _ask(asked: PayoutQuestion, of: int) -> int | None:
    """What is answered, in cents; nothing if that is enough for now."""
    from croupier.money import dollars
    from croupier.school.answers import signed_cents, wager_in_words

    wager = wager_in_words(asked.instrument, asked.wager)
    typer.echo(f"{asked.number} of {of}   {dollars(asked.stake)} on {wager}")
    if asked.sign:
        typer.echo(f"    {'; '.join(asked.sign)}")
    for hand in asked.hands:
        mark = "*" if hand.is_asked else " "
        typer.echo(f"  {mark} {hand.of:8} {' '.join(map(str, hand.cards)) or 'none'}")
    if asked.happened:
        typer.echo(f"    {', '.join(asked.happened)}")
    while True:
        try:
            text = input("  pays? ").strip()
        except EOFError:
            return None
        if text.lower() in ENDED:
            return None
        if (amount := signed_cents(text)) is not None:
            return amount
        typer.echo("  an amount in dollars, such as 15, 7.50, -10 or 0; q ends it")


def _tell(verdict: PayoutVerdict) -> None:
    from croupier.money import dollars

    due = f"{'wins' if verdict.due > 0 else 'loses'} {dollars(abs(verdict.due))}"
    if verdict.due == 0:
        due = "has the stake back"
    typer.echo(f"  {'right' if verdict.is_right else 'no'}: the player {due}")
    for clause, says in zip(verdict.clauses, verdict.says, strict=True):
        typer.echo(f"    {clause}  {says}")
    typer.echo()
