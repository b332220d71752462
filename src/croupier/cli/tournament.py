"""`croupier tournament`: what conditions lack, and how their tournaments go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.arguments import Commands, JsonOption, read_document
from croupier.cli.printing import Out, print_json, progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.rulebook.citations import Objection
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.conditions import Conditions, TermRuling
    from croupier.tournament.simulation import SimulatedTournament

DONE, LACKING = range(2)

desk = Commands(no_args_is_help=True, rich_markup_mode=None)

ConditionsArgument = Annotated[
    str, typer.Argument(metavar="CONDITIONS", help="A file of conditions; - is standard input.")
]


def add_to(app: typer.Typer) -> None:
    """Put these commands behind the others, under a name of their own."""
    app.add_typer(desk, name="tournament")


@desk.callback()
def tournament() -> None:
    """Check the conditions of tournaments, and simulate them.

    \b
    Examples:
      croupier tournament check cup.json
      croupier tournament simulate cup.json --players 500

    docs/examples/tournaments has conditions for each instrument.
    """


@desk.command()
def check(file: ConditionsArgument, as_json: JsonOption = False) -> None:
    """Say what the instrument misses in conditions, with its clauses.

    Exit status: 0 nothing is missing, 1 something is, 2 the file is not conditions.

    \b
    Examples:
      croupier tournament check cup.json
      croupier tournament check - --json < cup.json
    """
    conditions, law, lacking = _read(file)
    if as_json:
        print_json(_as_data(conditions, law, lacking))
    else:
        _tell_lacking(Out(), conditions, law, lacking)
    raise typer.Exit(LACKING if lacking else DONE)


@desk.command()
def show(file: ConditionsArgument, as_json: JsonOption = False) -> None:
    """Print conditions as patrons and the regulator read them.

    \b
    Example:
      croupier tournament show cup.json
    """
    import msgspec

    from croupier.tournament.conditions_document import document

    conditions, law, _ = _read(file)
    sections = document(conditions, law)
    if as_json:
        print_json({"name": conditions.name, "sections": msgspec.to_builtins(sections)})
        return
    out = Out()
    out(conditions.name, "bold")
    for section in sections:
        if section.statements:
            out()
            out(section.title, "bold")
        for each in section.statements:
            asked = f" ({', '.join(each.clauses)})" if each.clauses else ""
            out(f"  {each.about}: {each.says}{asked}")


@desk.command()
def simulate(
    file: ConditionsArgument,
    players: Annotated[int, typer.Option(min=1, metavar="N", help="How many enter.")],
    seed: Annotated[int, typer.Option(metavar="N", help="Where all chance comes from.")] = 1,
    runs: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many tournaments are held.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Hold whole tournaments, and report how their structure behaves.

    The players are simple ones. Every wager, card and decision goes through the real tables; the
    same seed plays the same tournament.

    Exit status: 0 done, 1 the conditions lack something, 2 the file is not conditions.

    \b
    Examples:
      croupier tournament simulate cup.json --players 500
      croupier tournament simulate cup.json --players 84 --runs 20 --seed 7 --json
    """
    import sys

    import msgspec

    from croupier.tournament.simulation import simulate as hold

    conditions, _, found = _read(file)
    lacking = [each.cited for each in found]
    least, most = conditions.minimum_players or 1, conditions.maximum_players
    if players < least or (most is not None and players > most):
        lacking.append(f"--players: from {least} to {most if most is not None else 'any number'}")
    if lacking:
        for line in lacking:
            print(f"croupier: {line}", file=sys.stderr)
        raise typer.Exit(LACKING)

    with progress() as tell:
        words = f"tournaments of {players} players"
        results = hold(conditions, players, seed, runs, lambda held: tell(held, runs, words))
    if as_json:
        print_json(
            {
                "conditions": conditions.name,
                "seed": seed,
                "runs": [msgspec.to_builtins(result) for result in results],
            }
        )
    else:
        _tell(Out(), conditions, results)


def _read(file: str) -> tuple[Conditions, TournamentLaw, Sequence[Objection]]:
    """The conditions in a file, the law they come under, and what it misses in them."""
    from croupier.tournament import law_of
    from croupier.tournament.conditions import LARGEST, read_conditions
    from croupier.tournament.conditions_review import objections

    conditions = read_document(file, read_conditions, LARGEST)
    law = law_of(conditions.instrument)
    return conditions, law, objections(conditions, law)


def _as_data(
    conditions: Conditions, law: TournamentLaw, lacking: Sequence[Objection]
) -> dict[str, Any]:
    from croupier.tournament.conditions import rulings

    return {
        "conditions": conditions.name,
        "instrument": conditions.instrument,
        "lacking": [
            {"field": each.field, "reason": each.says, "clauses": list(each.clauses)}
            for each in lacking
        ],
        "gate": {str(step): list(clauses) for step, clauses in law.gate.items()},
        "terms": [
            {
                "term": each.term,
                "value": each.value,
                "prevails": _winner(each),
                "clauses": list(each.clauses),
            }
            for each in rulings(conditions, law)
        ],
    }


def _winner(ruling: TermRuling) -> str:
    return "conditions" if ruling.conditions_prevail else "rules"


def _tell_lacking(
    out: Out, conditions: Conditions, law: TournamentLaw, lacking: Sequence[Objection]
) -> None:
    from croupier.tournament.conditions import rulings

    for each in lacking:
        out(each.cited, "red")
    for ruling in rulings(conditions, law):
        prevails = f"the {_winner(ruling)} prevail ({', '.join(ruling.clauses)})"
        out(f"{ruling.term} {ruling.value}: {prevails}")
    if lacking:
        out(f"{conditions.name}: {len(lacking)} to put right under {conditions.instrument}.")
        return
    steps = "; ".join(f"{step} ({', '.join(clauses)})" for step, clauses in law.gate.items())
    out(f"{conditions.name} has what {conditions.instrument} asks for.", "green")
    out(f"Before entries: {steps}.")


def _tell(out: Out, conditions: Conditions, results: Sequence[SimulatedTournament]) -> None:
    from statistics import mean

    from croupier.money import dollars

    first, runs = results[0], len(results)
    held = "one tournament" if runs == 1 else f"{runs} tournaments"
    out(f"{conditions.name}: {held} of {first.players} players", "bold")
    out()
    for what, value in (
        ("rounds at all tables", f"{mean(r.rounds for r in results):,.0f}"),
        ("tables", f"{mean(r.tables for r in results):,.0f}"),
        ("buy-backs", f"{mean(r.buy_backs for r in results):,.1f}"),
        ("ties told apart", f"{mean(r.ties for r in results):,.1f}"),
        ("prize pool", dollars(round(mean(r.pool for r in results)))),
    ):
        out(f"  {what:<24}{value:>14}")
    out()
    out(f"  {'habit':<12}{'players':>8}{'wins':>6}{'share of prizes':>18}{'mean place':>12}")
    for number, habit in enumerate(first.habits):
        mine = [result.habits[number] for result in results]
        wins = sum(each.best_place == 1 for each in mine)
        pools = sum(result.pool for result in results)
        share = sum(each.prizes for each in mine) / pools if pools else 0.0
        place = mean(each.mean_place for each in mine)
        out(f"  {habit.habit:<12}{habit.players:>8}{wins:>6}{share:>17.1%} {place:>11.1f}")
    out()
    balanced = all(r.chips_issued == r.chips_returned and r.paid == r.pool for r in results)
    said = "All chips came back, and all of the pool was paid."
    out(said if balanced else "Chips or prizes do not balance.", "green" if balanced else "red")
