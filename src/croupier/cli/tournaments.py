"""What the tournament desk says: what conditions lack, and how their tournaments go."""

from __future__ import annotations

import sys
from statistics import mean
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.chips import dollars
from croupier.cli.arguments import print_json, read_document
from croupier.cli.progress import progress
from croupier.cli.telling import Out
from croupier.tournament import law_of
from croupier.tournament.checking import shortfalls
from croupier.tournament.conditions import LARGEST, read_conditions
from croupier.tournament.document import document
from croupier.tournament.prevailing import rulings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.checking import Shortfall
    from croupier.tournament.conditions import Conditions
    from croupier.tournament.prevailing import Ruling
    from croupier.tournament.simulation import SimulatedTournament

DONE, LACKING = range(2)


def _read(file: str) -> Conditions:
    return read_document(file, read_conditions, LARGEST)


def check(file: str, *, as_json: bool) -> int:
    """Print what the conditions lack; 1 if they lack anything."""
    conditions = _read(file)
    law = law_of(conditions.instrument)
    lacking = shortfalls(conditions, law)
    if as_json:
        print_json(_as_data(conditions, law, lacking))
    else:
        _tell_lacking(Out(), conditions, law, lacking)
    return LACKING if lacking else DONE


def _as_data(
    conditions: Conditions, law: TournamentLaw, lacking: Sequence[Shortfall]
) -> dict[str, Any]:
    return {
        "conditions": conditions.name,
        "instrument": conditions.instrument,
        "lacking": [
            {"field": each.field, "reason": each.reason, "clauses": list(each.clauses)}
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


def _winner(ruling: Ruling) -> str:
    return "conditions" if ruling.conditions_prevail else "rules"


def _tell_lacking(
    out: Out, conditions: Conditions, law: TournamentLaw, lacking: Sequence[Shortfall]
) -> None:
    for each in lacking:
        out(str(each), "red")
    for ruling in rulings(conditions, law):
        prevails = f"the {_winner(ruling)} prevail ({', '.join(ruling.clauses)})"
        out(f"{ruling.term} {ruling.value}: {prevails}")
    if lacking:
        out(f"{conditions.name}: {len(lacking)} to put right under {conditions.instrument}.")
        return
    steps = "; ".join(f"{step} ({', '.join(clauses)})" for step, clauses in law.gate.items())
    out(f"{conditions.name} has what {conditions.instrument} asks for.", "green")
    out(f"Before entries: {steps}.")


def show(file: str, *, as_json: bool) -> None:
    """Print the conditions, section by section."""
    conditions = _read(file)
    sections = document(conditions, law_of(conditions.instrument))
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


def simulate(file: str, players: int, seed: int, runs: int, *, as_json: bool) -> int:
    """Hold tournaments and print how they went; 1 if the conditions do not pass."""
    conditions = _read(file)
    lacking = [str(each) for each in shortfalls(conditions, law_of(conditions.instrument))]
    least, most = conditions.minimum_players or 1, conditions.maximum_players
    if players < least or (most is not None and players > most):
        lacking.append(f"--players: from {least} to {most if most is not None else 'any number'}")
    if lacking:
        for line in lacking:
            print(f"croupier: {line}", file=sys.stderr)
        return LACKING
    from croupier.tournament.simulation import simulate as hold

    with progress() as tell:
        words = f"tournaments of {players} players"
        results = hold(conditions, players, seed, runs, lambda held: tell(held, runs, words))
    if as_json:
        print_json({"conditions": conditions.name, "seed": seed, "runs": _plain(results)})
    else:
        _tell(Out(), conditions, results)
    return DONE


def _plain(results: Sequence[SimulatedTournament]) -> list[Any]:
    return [msgspec.to_builtins(result) for result in results]


def _tell(out: Out, conditions: Conditions, results: Sequence[SimulatedTournament]) -> None:
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
