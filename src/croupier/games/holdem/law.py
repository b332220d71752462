"""The rules of a table of Ultimate Texas Hold'em: the instrument's law with its options."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from croupier.games.holdem.cases import FEATURES, cases
from croupier.games.holdem.hands import ANTE, BLIND, PLAY, TRIPS
from croupier.games.holdem.rules import (
    NAMES_OF_ODDS,
    ActionOrder,
    BlindCapScope,
    DealDirection,
    ExposureTest,
    HoldemLaw,
    HoldemRules,
    PlayBase,
    PlayReference,
    VoidedPlay,
)
from croupier.money import dollars
from croupier.rulebook.citations import Conflict, NoRuling
from croupier.rulebook.law_reader import check_names_of_tables, check_tables, read_law
from croupier.rulebook.options import OptionError, resolve
from croupier.rulebook.rule_values import number_word
from croupier.rulebook.settlement_tables import (
    PAY_TABLES,
    Domain,
    Result,
    decide,
    pay_table_named,
)
from croupier.table.law import Laws, TableLaw, read_table_law
from croupier.table.shoe_state import Device

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.rulebook.instruments import Instrument


def rules(book: Instrument, given: Mapping[str, object]) -> HoldemRules:
    """The rules of one table of Hold'em, with the options it was given."""
    options = resolve(book, given)
    law, table_law = laws(book)
    _check_play_limit(law, options)
    return HoldemRules(
        instrument=book,
        law=law,
        table_law=table_law,
        options=options,
        decks=options["decks"],
        device=Device(options["device"]),
        deal_direction=DealDirection(options["deal_direction"]),
        action_order=ActionOrder(options["action_order"]),
        blind_payout_cap=options["blind_payout_cap"],
        blind_cap_scope=BlindCapScope(options["blind_cap_scope"]),
        play_base=PlayBase(options["play_base"]),
        noncompliant_play_reference=PlayReference(options["noncompliant_play_reference"]),
        dealer_exposure_test=ExposureTest(options["dealer_exposure_test"]),
        voided_play=VoidedPlay(options["voided_play"]),
        offer_concession=options["offer_concession"],
        run_out_when_all_fold=options["run_out_when_all_fold"],
        smallest_chip=options["smallest_chip"],
        antes_go_back=_antes_go_back(law),
    )


def _antes_go_back(law: HoldemLaw) -> bool:
    """True if every ante is a push where the dealer does not qualify, whatever the player has."""
    unqualified = (case for case in cases() if not case["dealer_qualifies"])
    try:
        return all(decide(law.limbs[ANTE], case).outcome is Result.PUSH for case in unqualified)
    except (NoRuling, Conflict):  # settling the ante says which case has no ruling
        return False


def _check_play_limit(law: HoldemLaw, options: Mapping[str, Any]) -> None:
    """A maximum for play that the sign lists must leave room for what Rule 8 allows."""
    limits = options["limits"]
    if "ante" in limits and "play" in limits:
        times = max(law.before_the_flop.multiples.value)
        largest = times * limits["ante"][1]
        if limits["play"][1] < largest:
            cited = ", ".join((*law.limits_displayed, *law.before_the_flop.multiples.clauses))
            raise OptionError(
                f"options.limits.play: the maximum {limits['play'][1]} leaves no room for "
                f"{dollars(largest)}, {number_word(times)} times the largest ante ({cited})"
            )


@cache
def laws(book: Instrument) -> Laws[HoldemLaw]:
    """Return the law of a round and of its table."""
    law = read_law(book, "round", HoldemLaw)
    wagers = (ANTE, BLIND, PLAY, TRIPS)
    limbs = (limb for table in law.limbs.values() for limb in table.values())
    named = dict.fromkeys(name for name in map(pay_table_named, limbs) if name is not None)
    check_names_of_tables(book, "limbs", law.limbs, known=wagers, needed=wagers)
    check_names_of_tables(book, "pay_tables", law.pay_tables, known=tuple(named))
    check_tables(book, domains_of(law), NAMES_OF_ODDS)
    return Laws(law, read_table_law(book, TableLaw))


def domains(book: Instrument) -> dict[str, Domain]:
    """Return the settlement tables and pay tables with their cases, by their place in the law."""
    return domains_of(laws(book).law)


def domains_of(law: HoldemLaw) -> dict[str, Domain]:
    """Return the same for a law that was read."""
    limbs = {
        f"limbs.{wager}": Domain(table, cases, FEATURES, pay_tables=law.pay_tables)
        for wager, table in law.limbs.items()
    }
    rows = {
        f"{PAY_TABLES}{name}": Domain(table, cases, FEATURES, is_pay_table=True)
        for name, table in law.pay_tables.items()
    }
    return limbs | rows
