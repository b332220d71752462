"""The rules that one promotion goes by: the law, and the readings where it is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.games import PROMOTIONS
from croupier.rulebook.instruments import Instrument, Option, load
from croupier.rulebook.options import resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.games.challenge.promotion_law import PromotionLaw

INSTRUMENT = PROMOTIONS.instruments[0]
"""The instrument whose law of promotional prizes the casino goes by."""
READINGS = (
    Option(
        name="contents_declared",
        says="Whether the terms declare of every prize in kind that it holds nothing barred.",
        clauses=("20.5", "20.5.1", "20.5.2", "20.5.3", "20.5.4", "20.5.5"),
        type="flag",
        default=True,
        since="0.2.0",
        before=False,
    ),
    Option(
        name="liquor_scope",
        says="What may not hold more than 20 litres of liquor.",
        clauses=("20.5.4",),
        readings={
            "per_prize": "Each single prize.",
            "per_promotion": "All the prizes of a promotion together.",
        },
        default="per_prize",
    ),
    Option(
        name="notify_window",
        says="When the two days for reaching a winner are over.",
        clauses=("20.8",),
        readings={
            "48h": "48 hours after the draw.",
            "second_day": "At the end of the second day after the day of the draw.",
        },
        default="48h",
    ),
    Option(
        name="paid_after",
        says="What comes before a prize is awarded to a winner who claims it.",
        clauses=("20.7.9", "20.7.10"),
        readings={
            "results": "The winner was told and the results were published, as the terms say.",
            "claim": "Nothing but the claim.",
        },
        default="results",
        since="0.2.0",
        before="claim",
    ),
    Option(
        name="preamend_restarts_24h",
        says="Whether terms that change between notice and start wait another 24 hours.",
        clauses=("20.9", "20.9.1"),
        type="flag",
        default=True,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionRules:
    """The law with the readings that a casino has chosen."""

    law: PromotionLaw
    options: dict[str, Any]
    prescribed: tuple[str, ...]
    """Items and services that the regulations do not allow as prizes."""


def promotion_law() -> PromotionLaw:
    """What the instrument says of promotional prizes."""
    law: PromotionLaw = PROMOTIONS.of(INSTRUMENT)(load(INSTRUMENT))
    return law


def promotion_book() -> Instrument:
    """The instrument, with the readings that concern promotions for its options."""
    return msgspec.structs.replace(load(INSTRUMENT), options=READINGS)


def promotion_rules(
    options: Mapping[str, object] | None = None, prescribed: Iterable[str] = ()
) -> PromotionRules:
    """The rules of a promotion; a reading that the text leaves no room for is an `OptionError`."""
    return PromotionRules(
        law=promotion_law(),
        options=resolve(promotion_book(), options or {}),
        prescribed=tuple(prescribed),
    )
