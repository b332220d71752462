"""The figures of a mutation run by clause, and their comparison with stored figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from benchmarks.figures import Figures

from .findings import Found, Key
from .source import Mutant, part_of
from .trials import Trial


def count_breaks(
    clauses: Iterable[tuple[str, str]], trials: Iterable[Trial], known: Mapping[Key, Found]
) -> Figures:
    """Return the breaks of each clause that were tried and caught, and those that were missed."""
    figures: Figures = {}
    for instrument, clause in clauses:
        figures.setdefault(instrument, {})[clause] = {"tried": 0, "caught": 0, "missed": []}
    for trial in trials:
        found = known.get(trial.key)
        if found is not None:
            row = figures[trial.instrument][trial.clause]
            row["tried"] += 1
            row["caught"] += bool(found.by)
            if not found.by:
                row["missed"].append(_describe(trial))
    return figures


def _describe(trial: Trial) -> dict[str, str]:
    """Return the part, function and change of a break; its file and line may move."""
    broken = trial.mutant
    if isinstance(broken, Mutant):
        part, function = str(part_of(broken.path)), broken.function
    else:
        part, function = "declaration", broken.where
    return {"part": part, "function": function, "change": broken.change}


def find_lower(now: Figures, stored: Figures) -> Iterator[str]:
    """Yield a line for each stored clause of which a smaller share of breaks is caught now."""
    for instrument, clauses in now.items():
        for clause, before in stored.get(instrument, {}).items():
            row = clauses.get(clause, {"tried": 0, "caught": 0, "missed": []})
            is_lower = row["caught"] * before["tried"] < before["caught"] * row["tried"]
            if is_lower or (before["tried"] and not row["tried"]):
                yield (
                    f"{instrument} {clause}: {row['caught']} of {row['tried']} breaks caught, "
                    f"stored {before['caught']} of {before['tried']}"
                )
                for each in row["missed"]:
                    if each not in before["missed"]:
                        yield f"  missed: {each['part']}, {each['function']}: {each['change']}"


def totals(now: Figures, stored: Figures) -> Iterator[str]:
    """Yield a line for each instrument."""
    for instrument, clauses in now.items():
        new, old = _sum(clauses.values()), _sum(stored.get(instrument, {}).values())
        yield (
            f"{instrument}: {new['caught']} of {new['tried']} breaks caught, "
            f"stored {old['caught']} of {old['tried']}"
        )


def _sum(rows: Iterable[Mapping[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for row in rows:
        total.update({name: row[name] for name in ("tried", "caught")})
    return total
