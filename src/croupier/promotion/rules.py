"""The rules that one promotion goes by: the law, and the readings where it is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.game_rules import PROMOTIONS
from croupier.rulebook.instruments import Instrument, load
from croupier.rulebook.options import resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.promotion.law import PromotionLaw

INSTRUMENT = PROMOTIONS.instruments[0]
"""The instrument whose law of promotional prizes the casino goes by."""
READINGS = load(INSTRUMENT).promotion_options
"""The readings that the law of promotional prizes leaves open."""


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
    return msgspec.structs.replace(load(INSTRUMENT), options=READINGS, promotion_options=())


def promotion_rules(
    options: Mapping[str, object] | None = None, prescribed: Iterable[str] = ()
) -> PromotionRules:
    """The rules of a promotion; a reading that the text leaves no room for is an `OptionError`."""
    return PromotionRules(
        law=promotion_law(),
        options=resolve(promotion_book(), options or {}),
        prescribed=tuple(prescribed),
    )
