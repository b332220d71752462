"""Holding an amended instrument together: its options, its law and its settlement tables.

What is amended has to be whole. The registered game reads the amended law and tries every case of
an amended table. An error has the place of the entry as somebody wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import msgspec

from croupier.game_parts import Slot
from croupier.rulebook.amendment_entries import (
    ENTRIES,
    Amendment,
    AmendmentError,
    Does,
    LimbEntry,
    OptionEntry,
)
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.instruments import (
    Instrument,
    heading_of,
    instruments,
    load,
    made_of,
    read_data,
)
from croupier.rulebook.law_reader import LawError
from croupier.rulebook.options import OptionError, resolve
from croupier.rulebook.settlement_tables import Domain, Flaw, flaws

Places = dict[tuple[str, str], str]
"""The places of entries in the file that somebody wrote, by list and name."""


class _GameRules(Protocol):
    """The part of a game that reads the law of an instrument."""

    def laws(self, book: Instrument) -> object: ...
    def rules(self, book: Instrument, given: Mapping[str, object]) -> object: ...
    def domains(self, book: Instrument) -> dict[str, Domain]: ...


_RULES: Slot[_GameRules] = Slot("rules", lambda parts: parts.rules)
_PROMOTIONS: Slot[Callable[[Instrument], object]] = Slot(
    "promotions", lambda parts: parts.promotions
)


def made_consistently(found: Amendment, places: Places) -> Instrument:
    """Return the amended instrument; one that is not whole is refused."""
    try:
        return made_of(read_data(found.amends), found)
    except AmendmentError as error:
        raise AmendmentError(_as_given(str(error), found, places)) from None
    except (ValueError, KeyError) as error:
        reason = str(error).replace(f"of {found.id}", "").replace(f"{found.id} ", "it ")
        raise AmendmentError(f"as amended: {reason}") from None


def _as_given(message: str, found: Amendment, places: Places) -> str:
    """Return a message with the place of an entry as it was written, not as it was sorted."""
    for name in ENTRIES:
        for place, entry in enumerate(found.entries(name)):
            if message.startswith(f"{name}[{place}]"):
                return places[name, entry.named] + message.removeprefix(f"{name}[{place}]")
    return message


def must_agree(book: Instrument, found: Amendment, places: Places) -> None:
    """Refuse an amended instrument whose options or whose law its game cannot use."""
    for option in book.options:
        least, most = option.minimum, option.maximum
        if least is not None and most is not None and least > most:
            raise AmendmentError(
                f"change: {option.name} would have to be {least} or more and {most} or less "
                f"({', '.join(option.clauses)})"
            )
    for entry in found.options:
        _must_be_possible(book, entry, places["option", entry.option])
    if book not in _RULES:
        return
    part = _RULES.of(book)
    try:
        part.laws(book)
        if book in _PROMOTIONS:
            _PROMOTIONS.of(book)(book)
        part.rules(book, {})
    except LawError as error:
        raise AmendmentError(_place_in_law(str(error), found, places)) from None
    except OptionError as error:
        raise AmendmentError(f"as amended: {error}") from None
    except KeyError as error:
        name = str(error.args[0])
        place = places.get(("option", name), "as amended")
        raise AmendmentError(
            f"{place}: {book.engine} needs the option {name}; give it a fixed reading instead"
        ) from None
    except ValueError as error:
        for entry in found.options:  # most options need a default
            if "default" in entry.nothing:
                place = f"{places['option', entry.option]}.nothing"
                raise AmendmentError(f"{place}: {entry.option} needs a default") from None
        raise AmendmentError(f"as amended: {error}") from None
    if found.limbs or found.rows or found.rules:
        before = {str(flaw) for _, flaw in _flaws_of(load(book.basis))}
        amended = {it.limb for it in found.limbs} | {it.row for it in found.rows}
        for table, flaw in _flaws_of(book):
            if str(flaw) not in before:
                limb = next((name for name in flaw.limbs if name in amended), "")
                place = f"{book.id}: law.round.{table}{limb and '.'}{limb}: {flaw}"
                raise AmendmentError(_place_in_law(place, found, places))


def _flaws_of(book: Instrument) -> Iterator[tuple[str, Flaw]]:
    """Yield the flaws of settlement tables and pay tables, each with its table."""
    for table, domain in _RULES.of(book).domains(book).items():
        yield from ((table, flaw) for flaw in flaws(domain))


def _must_be_possible(book: Instrument, entry: OptionEntry, here: str) -> None:
    """Refuse a default that the option does not allow, and what no game has a procedure for."""
    listed = {option.name: option for option in (*book.options, *book.promotion_options)}
    if entry.option not in listed:
        return
    option = listed[entry.option]
    known: dict[str, set[str]] = {}
    for name in instruments():
        if heading_of(name).engine == book.engine:
            other = load(name)
            for each in (*other.options, *other.promotion_options):
                known.setdefault(each.name, set()).update(each.readings)
    if option.name not in known:
        raise AmendmentError(
            f"{here}: {book.engine} has no procedure for an option {option.name}, only for "
            f"{', '.join(known)}{did_you_mean(option.name, known)}"
        )
    for reading in option.readings:
        if reading not in known[option.name]:
            raise AmendmentError(
                f"{here}.readings.{reading}: {book.engine} has no procedure for it, only for "
                f"{', '.join(sorted(known[option.name]))}"
                f"{did_you_mean(reading, known[option.name])}"
            )
    if option.default is None or option not in book.options:
        return
    others = msgspec.structs.replace(option, exclusive=(), needs={}, unless=None)
    try:
        resolve(msgspec.structs.replace(book, options=(others,)), {option.name: option.default})
    except OptionError as error:
        field = "default" if entry.does is Does.ADD or entry.fixed is msgspec.UNSET else "fixed"
        reason = str(error).removeprefix(f"options.{option.name}: ")
        if entry.only is not None and entry.default is msgspec.UNSET:
            field, reason = "only", f"the default {option.default} is left out; give a default"
        raise AmendmentError(f"{here}.{field}: {reason}") from None


def _place_in_law(message: str, found: Amendment, places: Places) -> str:
    """Return a message of the reader with the place of the entry that it is about."""
    _, _, told = message.partition(": law.")
    where = [("rule", entry.named, entry.named) for entry in found.rules]
    where += [("limb", it.named, f"round.limbs.{it.named}") for it in found.limbs]
    where += [("row", it.named, f"round.pay_tables.{it.named}") for it in found.rows]
    where += [("condition", it.named, f"tournament.contents.{it.named}") for it in found.conditions]
    for kind, name, path in where:
        if re.match(rf"{re.escape(path)}(?![\w-])", told):
            return places[kind, name] + told.removeprefix(path)
    for limb in (*found.limbs, *found.rows):  # others prevail over a limb that was removed
        if limb.does is Does.REMOVE and _overs(told) == limb.named.rpartition(".")[2]:
            other = told.partition(".over:")[0].rpartition(".")[2]
            kind = "limb" if isinstance(limb, LimbEntry) else "row"
            place, removed = places[kind, limb.named], _overs(told)
            return f"{place}: {other} prevails over {removed}; amend its over as well"
    for kind, name, path in where:  # a case that no limb decides names none
        table, _, _ = path.rpartition(".")
        if kind in ("limb", "row") and told.startswith(f"{table}:"):
            return f"{places[kind, name]}{told.removeprefix(table)}"
    for entry in found.rules:  # a removed rule is missing in the group that it stood in
        group, _, name = entry.named.rpartition(".")
        if re.match(rf"{re.escape(group)}: (.*, )?{re.escape(name)}\b.* missing", told):
            return f"{places['rule', entry.named]}: the game needs {entry.named}"
    return f"as amended: law.{told}" if told else message


def _overs(told: str) -> str:
    """Return the limb that another prevails over and that there is not, as the reader names it."""
    missing = re.search(r"\.over: there is no other limb (.+?)(;|$)", told)
    return missing[1] if missing else ""
