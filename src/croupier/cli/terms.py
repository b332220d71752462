"""`croupier promotion check`: what terms lack, clause by clause, or what follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cli.arguments import print_json, read_document
from croupier.cli.telling import Out
from croupier.games.challenge.promotion_law import INSTRUMENT
from croupier.promotion.checking import objections
from croupier.promotion.following import consequences
from croupier.promotion.rules import promotion_rules
from croupier.promotion.terms import LARGEST, read_terms
from croupier.rulebook.instruments import load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.promotion.checking import Objection
    from croupier.promotion.rules import PromotionRules
    from croupier.promotion.terms import Terms

COMPLETE, LACKING = 0, 1


def run(path: str, options: Iterable[str], prescribed: Iterable[str], as_json: bool) -> int:
    """Check a file of terms; the exit status says how it went."""
    rules = promotion_rules(dict(map(_chosen, options)), prescribed)
    terms = read_document(path, read_terms, LARGEST)
    found = objections(terms, rules)
    if as_json:
        _print(terms, rules, found)
    else:
        _tell(terms, rules, found)
    return LACKING if found else COMPLETE


def _chosen(word: str) -> tuple[str, object]:
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise ValueError(f"--option {word}: write it as NAME=VALUE, such as notify_window=48h")
    return name, {"true": True, "false": False}.get(value, value)


def _print(terms: Terms, rules: PromotionRules, found: tuple[Objection, ...]) -> None:
    follows = () if found else consequences(terms, rules)
    print_json(
        {
            "name": terms.name,
            "complete": not found,
            "objections": msgspec.to_builtins(found),
            "follows": msgspec.to_builtins(follows),
        }
    )


def _tell(terms: Terms, rules: PromotionRules, found: tuple[Objection, ...]) -> None:
    out, name = Out(), terms.name
    if not found:
        out(f"{name}: nothing is missing.", "green")
        for consequence in consequences(terms, rules):
            out(f"  {consequence}")
        return
    things = "1 thing" if len(found) == 1 else f"{len(found)} things"
    out(f"{name}: {things} missing or not allowed.", "red")
    for each in found:
        *_, nearest = each.clauses
        out(f"  {each} ({', '.join(each.clauses)})")
        out(f"      {load(INSTRUMENT).clause(nearest).says}")
