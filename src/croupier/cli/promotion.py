"""`croupier promotion`: what terms lack, clause by clause, or what follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.arguments import Commands, JsonOption, read_document
from croupier.cli.printing import Out, print_json

if TYPE_CHECKING:
    from croupier.promotion.rules import PromotionRules
    from croupier.promotion.terms import Terms
    from croupier.rulebook.citations import Objection

COMPLETE, LACKING = 0, 1

desk = Commands(no_args_is_help=True, rich_markup_mode=None)


def add_to(app: typer.Typer) -> None:
    """Put these commands behind the others, under a name of their own."""
    app.add_typer(desk, name="promotion")


@desk.callback()
def promotion() -> None:
    """Check the terms of promotional prizes.

    \b
    Example:
      croupier promotion check terms.json
    """


@desk.command()
def check(
    file: Annotated[
        str, typer.Argument(metavar="TERMS", help="A file of terms; - is standard input.")
    ],
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="A reading of rule 20, such as notify_window=48h."),
    ] = None,
    prescribed: Annotated[
        list[str] | None,
        typer.Option(metavar="ITEM", help="What the regulations do not allow in a prize."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what the terms of a promotion lack, and what follows from them.

    Exit status: 0 nothing is missing, 1 something is or is not allowed, 2 the file is not terms.

    \b
    Examples:
      croupier promotion check terms.json
      croupier promotion check - --json < terms.json
      croupier promotion check terms.json --option liquor_scope=per_promotion
    """
    from croupier.promotion.rules import promotion_rules
    from croupier.promotion.terms import LARGEST, read_terms
    from croupier.promotion.terms_review import objections

    rules = promotion_rules(dict(map(_chosen, option or ())), prescribed or ())
    terms = read_document(file, read_terms, LARGEST)
    found = objections(terms, rules)
    if as_json:
        _print(terms, rules, found)
    else:
        _tell(terms, rules, found)
    raise typer.Exit(LACKING if found else COMPLETE)


def _chosen(word: str) -> tuple[str, object]:
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise ValueError(f"--option {word}: write it as NAME=VALUE, such as notify_window=48h")
    return name, {"true": True, "false": False}.get(value, value)


def _print(terms: Terms, rules: PromotionRules, found: tuple[Objection, ...]) -> None:
    import msgspec

    from croupier.promotion.terms_review import consequences

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
    from croupier.promotion.rules import INSTRUMENT
    from croupier.promotion.terms_review import consequences
    from croupier.rulebook.instruments import load

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
        out(f"  {each.cited}")
        out(f"      {load(INSTRUMENT).clause(nearest).says}")
