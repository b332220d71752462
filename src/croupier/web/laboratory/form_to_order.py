"""From a filled-in form to an order, and from an order to the address that asks it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.odds.counting.tags import read_count
from croupier.odds.parameters import Tool
from croupier.odds.question import question
from croupier.odds.simulation import MOST_BOXES, RAMP, ROUNDS_AN_HOUR
from croupier.odds.simulation.counter import read_ramp
from croupier.web.laboratory.forms import (
    LaboratoryForm,
    amount,
    confidence,
    of_the_table,
    one_of,
    penetration,
    read_form,
    whole_number,
)
from croupier.web.laboratory.worker_orders import (
    MOST_ROUNDS,
    CountOrder,
    CovarianceOrder,
    DecisionOrder,
    DossierOrder,
    EffectsOrder,
    GridOrder,
    OddsOrder,
    RiskOrder,
    SimulationOrder,
    StrategyOrder,
    TakingsOrder,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.web.laboratory.worker_orders import TableOrder

RISK_ROUNDS, MOST_RISK_ROUNDS = 1_000, 100_000
GRID_ROUNDS = 1_000_000
BESIDE_A_GRID: dict[str, tuple[str, ...]] = {
    "odds": (),
    "risk": ("rounds", "stake", "wager", "bankroll", "target", "cover"),
    "simulate": ("rounds",),
}
"""What a grid of each tool is asked beside the tables."""
SHOES, MOST_SHOES = 10_000, 100_000
ROUNDS, MOST_SEED = 10_000_000, 2**63 - 1
MOST_AN_HOUR = 10_000
_ASKED = {"odds": OddsOrder, "strategy": StrategyOrder, "effects": EffectsOrder}


def read_order(
    given: Mapping[str, list[str]], instrument: str, tool: str
) -> tuple[LaboratoryForm, TableOrder | None]:
    """What was filled in and what it asks for; nothing if something is wrong or missing."""
    form = read_form(instrument, given, Tool(tool))
    match tool:
        case "simulation":
            order: TableOrder | None = _simulation(form)
        case "decision":
            order = _decision(form)
        case "risk":
            order = _risk(form)
        case "count":
            order = _count(form)
        case "grid":
            order = _grid(form)
        case "covariance":
            order = CovarianceOrder(**_table(form))
        case "dossier":
            order = DossierOrder(**_table(form))
        case _:
            order = _ASKED[tool](**_table(form))
    return form, None if form.errors else order


def _table(form: LaboratoryForm) -> dict[str, Any]:
    """The table as every order has it."""
    return {
        "instrument": form.book.basis,
        "amendment": form.book.amendment,
        "options": form.options,
        "remove": form.text("remove"),
        "extras": form.extras,
    }


def _simulation(form: LaboratoryForm) -> TableOrder:
    return SimulationOrder(
        **_table(form),
        rounds=whole_number(form, "rounds", ROUNDS, 1, MOST_ROUNDS),
        seed=whole_number(form, "seed", 1, 0, MOST_SEED),
        boxes=whole_number(form, "boxes", 1, 1, MOST_BOXES),
        penetration=penetration(form),
        count=_system(form) if form.text("count") else None,
        ramp=_ramp(form),
        rounds_an_hour=whole_number(form, "rounds_an_hour", ROUNDS_AN_HOUR, 1, MOST_AN_HOUR),
    )


def _ramp(form: LaboratoryForm) -> str:
    text = form.text("ramp", RAMP)
    try:
        read_ramp(text)
    except ValueError as error:
        form.errors["ramp"] = str(error).removeprefix("ramp: ")
    return text


def _risk(form: LaboratoryForm) -> TableOrder | None:
    """A player's question with a bankroll, the house's without."""
    rounds = whole_number(form, "rounds", RISK_ROUNDS, 1, MOST_RISK_ROUNDS)
    stake = amount(form, "stake") or 1.0
    bankroll, drop = amount(form, "bankroll"), amount(form, "drop")
    asked = {**_table(form), "rounds": rounds, "stake": stake, "wager": form.text("wager") or None}
    target, cover, sure = amount(form, "target"), one_of(form, "cover"), confidence(form)
    if bankroll is None:
        if target is not None:
            form.errors["target"] = "a target needs a bankroll"
        return TakingsOrder(**asked, drop=drop, confidence=sure)
    if drop is not None:
        form.errors["drop"] = "it is asked of a table: leave out the bankroll"
    return RiskOrder(**asked, bankroll=bankroll, target=target, cover=cover)


def _grid(form: LaboratoryForm) -> TableOrder | None:
    tool = one_of(form, "ask")
    beside = _beside_a_grid(form, tool)
    if not form.text("vary") or form.errors:
        return None
    order = GridOrder(**_table(form), vary=tuple(form.text("vary").split()), of=tool, beside=beside)
    try:
        order.points()
    except ValueError as error:
        form.errors["vary"] = str(error).removeprefix("vary: ")
    return order


def _beside_a_grid(form: LaboratoryForm, tool: str) -> dict[str, Any]:
    """What is asked of every table; what this tool is not asked is said beside its field."""
    for name in form.chosen(form.beside):
        if name not in (*BESIDE_A_GRID[tool], "vary", "ask", *of_the_table()):
            form.errors[name] = f"it is not asked with {tool}"
    if tool == "odds":
        return {}
    if tool == "simulate":
        return {"rounds": whole_number(form, "rounds", GRID_ROUNDS, 1, MOST_ROUNDS)}
    return {
        "rounds": whole_number(form, "rounds", RISK_ROUNDS, 1, MOST_RISK_ROUNDS),
        "stake": amount(form, "stake") or 1.0,
        "wager": form.text("wager") or None,
        "bankroll": amount(form, "bankroll"),
        "target": amount(form, "target"),
        "cover": one_of(form, "cover"),
    }


def _count(form: LaboratoryForm) -> TableOrder | None:
    return CountOrder(
        **_table(form),
        count=_system(form),
        shoes=whole_number(form, "shoes", SHOES, 1, MOST_SHOES),
        seed=whole_number(form, "seed", 1, 0, MOST_SEED),
        penetration=penetration(form),
    )


def _system(form: LaboratoryForm) -> str:
    name = form.text("count", "HI-LO")
    try:
        read_count(name)
    except ValueError as error:
        form.errors["count"] = str(error).removeprefix("count: ")
    return name


def _decision(form: LaboratoryForm) -> TableOrder | None:
    for name in {*form.beside} & {"hand", "board", "dealer"}:
        try:
            question(form.book, options=form.options).cards_in_sight(**{name: form.text(name)})
        except ValueError as error:
            form.errors[name] = str(error).removeprefix(f"{name}: ")
    if not form.text("hand"):
        return None
    return DecisionOrder(
        **_table(form), hand=form.text("hand"), board=form.text("board"), dealer=form.text("dealer")
    )
