"""Loading the instruments: every clause and every option, in our own words, validated."""

from __future__ import annotations

import os
import re
from enum import StrEnum
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal

import msgspec

from croupier.game_parts import data_folders
from croupier.rulebook.amendment_entries import AmendedValue as AmendedValue
from croupier.rulebook.amendment_entries import Amendment as Amendment
from croupier.rulebook.citations import Clauses, UnknownClause, did_you_mean
from croupier.rulebook.instrument_life import Life
from croupier.rulebook.rule_values import NotAValue, Value, filled
from croupier.version import numbers


class Kind(StrEnum):
    """What a clause asks of the program."""

    DEFINITION = "definition"
    ENFORCEABLE = "enforceable"
    PROCEDURE = "procedure"
    POWER = "operator-power"
    NOTICE = "notice"
    PHYSICAL = "physical"


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause: its id, its kind, and what it demands."""

    id: str
    kind: Kind
    says: str

    @property
    def part(self) -> str:
        """The part it stands in: `13` for `13.1(f)`, `A` for `A:Box`, `10` for `10[intro]`."""
        return re.split(r"[.:\[]", self.id, maxsplit=1)[0]

    @property
    def parent(self) -> str | None:
        """The clause it is an item of: `13.1` for `13.1(f)`, `2.2` for `2.2.1`.

        A row or a term, `7.2:row 0-5` or `1.1:void`, is an item of the clause it stands under. A
        bullet without a letter, `8.8(d)[1]`, is an item of `8.8(d)`; `13.8[2]`, the second clause
        that is numbered 13.8, is an item of nothing.
        """
        clause, row, _ = self.id.partition(":")
        if row and "." in clause:
            return clause
        if self.id.endswith(")"):
            return self.id.rpartition("(")[0]
        if self.id.endswith("]"):
            above = self.id.rpartition("[")[0]
            return above if above.endswith(")") else None
        above = self.id.rpartition(".")[0]
        return above if "." in above else None


OptionType = Literal["choice", "flag", "number", "amount", "list", "limits", "amounts"]


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One choice that the text leaves open, its readings and its default."""

    name: str
    says: str
    clauses: tuple[str, ...]
    type: OptionType = "choice"
    """`choice` is one of the `readings`; `number` too where there are any, and otherwise from
    `minimum` to `maximum`; `list` is any of them, or amounts where there are none; `limits` (a
    least and a most) and `amounts` are by wager, the `readings` naming the wagers."""
    readings: dict[str, str] = {}
    default: Any = None
    """Where nothing is set by default, such as a ceiling, it is None, and None may be chosen."""
    fixed: bool = False
    required: bool = False
    """A table must choose; only a file that describes a round may leave it to the default."""
    minimum: int | None = None
    maximum: int | None = None
    exclusive: tuple[tuple[str, ...], ...] = ()
    """Groups of readings of which a list may hold no more than one."""
    unless: str | None = None
    """The flag of the table that lifts `exclusive`."""
    needs: dict[str, dict[str, Any]] = {}
    """Values that other options of the table must have, by reading of this one."""
    always: tuple[str, ...] = ()
    """Readings that the text itself names: a list holds them, whatever else it holds."""
    since: str | None = None
    """The version of the program that made it an option, if it was not one from the start."""
    before: Any = None
    """What every table did until then: the value of records that were made before."""


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that came out otherwise before a version of the program.

    A record made before may tell of it, which is no sign that it was altered. Where a command is
    possible only now, or a rule shows in no record, both lists of commands are empty.
    """

    version: str
    """The first version that has it right."""
    clauses: tuple[str, ...]
    before: str
    """What came out before."""
    now: str
    """What comes out now."""
    commands: tuple[str, ...] = ()
    """The commands, by their tags, after which other facts follow now."""
    refused: tuple[str, ...] = ()
    """The commands that are refused now."""
    moved: tuple[str, ...] = ()
    """Clauses of what comes earlier or later for it, and comes to the same."""
    where: str = ""
    """Where alone it shows, as whoever the record is of calls that; nothing, if anywhere."""


class OperatorPower(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power that the text gives to "the casino operator", who exercises it through its staff.

    Powers with one name are one power, whichever instrument gives it.
    """

    name: str
    clauses: tuple[str, ...]
    commands: tuple[str, ...]
    """The commands by which it is exercised, by their tags."""


class Instrument(
    msgspec.Struct, frozen=True, eq=False, forbid_unknown_fields=True, dict=True, kw_only=True
):
    """One instrument: who made it, its parts, its clauses in order, its values and options.

    Two are the same only if they are one object: what is worked out from an instrument is cached
    by it.
    """

    id: str
    game: str
    engine: str
    """The program's game that it is played with: Challenge is a blackjack with an engine of its
    own."""
    mark: str = ""
    """The short form by which tests of this project name the instrument: `06` in `06:7.4`."""
    title: str
    number: str
    authority: str
    signed: str | None
    commences: str | None
    life: Life = Life()
    parts: dict[str, str]
    clauses: tuple[Clause, ...]
    options: tuple[Option, ...]
    promotion_options: tuple[Option, ...] = ()
    """The readings that rules of promotional prizes leave open, if the instrument has any."""
    values: tuple[Value, ...] = ()
    law: dict[str, Any] = {}
    """The rules by name, with the clauses that state them: `rulebook.law_reader` reads them."""
    operator_powers: tuple[OperatorPower, ...] = ()
    """Powers of the casino operator, which the house delegates to its staff."""
    corrections: tuple[Correction, ...] = ()
    amendment: Amendment | None = None
    """The amendment, in an instrument that nobody approved."""
    amended_clauses: tuple[str, ...] = ()
    """The clauses that the amendment changes or adds, but not those that it only renumbers."""
    fingerprint: str = ""
    """The SHA-256 of its clauses, values, options and amendment, by which a record names it."""

    def __post_init__(self) -> None:
        known: set[str] = set()
        for clause in self.clauses:
            if clause.id in known:
                raise ValueError(f"{self.id} has clause {clause.id} twice")
            if clause.part not in self.parts:
                raise ValueError(f"{self.id} has no part {clause.part} for clause {clause.id}")
            if clause.parent not in (known | {None}):
                raise ValueError(f"{self.id} has no {clause.parent} above clause {clause.id}")
            known.add(clause.id)
        names: set[str] = set()
        for option in (*self.options, *self.promotion_options):
            if option.name in names:
                raise ValueError(f"{self.id} has option {option.name} twice")
            names.add(option.name)
            for cited in option.clauses:
                if cited not in known:
                    raise ValueError(f"option {option.name} of {self.id} cites no clause: {cited}")
            if option.since is not None:
                numbers(option.since)
        for correction in self.corrections:
            numbers(correction.version)
            for cited in (*correction.clauses, *correction.moved):
                if cited not in known:
                    raise ValueError(f"a correction of {self.id} cites no clause: {cited}")
        for power in self.operator_powers:
            for cited in power.clauses:
                if cited not in known:
                    raise ValueError(f"power {power.name} of {self.id} cites no clause: {cited}")
        self._check_values(known)
        flags = {option.name for option in self.options if option.type == "flag"}
        for option in self.options:
            if option.unless not in (flags | {None}):
                raise ValueError(f"option {option.name} of {self.id} has no flag {option.unless}")
            for reading, others in option.needs.items():
                if reading not in option.readings:
                    raise ValueError(f"option {option.name} of {self.id} has no reading {reading}")
                for other in others.keys() - names:
                    raise ValueError(f"option {option.name} of {self.id} has no option {other}")

    def _check_values(self, clauses: set[str]) -> None:
        names: set[str] = set()
        for value in self.values:
            if value.name in names:
                raise ValueError(f"{self.id} has value {value.name} twice")
            names.add(value.name)
            for stating in value.clauses:
                if stating not in clauses:
                    raise ValueError(f"value {value.name} of {self.id} has no clause {stating}")
            if not value.clauses:
                raise ValueError(f"no clause of {self.id} states value {value.name}")
            _ = value.parsed

    def __repr__(self) -> str:
        return f"<Instrument {self.id}>"

    @property
    def basis(self) -> str:
        """The id of the approved instrument that this is, or that it amends."""
        return self.amendment.amends if self.amendment else self.id

    @property
    def not_approved(self) -> str | None:
        """For an amended instrument, the words that say so wherever it is used."""
        if self.amendment is None:
            return None
        return f"Not an approved instrument: it amends {self.amendment.amends}"

    @property
    def by_id(self) -> dict[str, Clause]:
        found = self.__dict__.get("_by_id")
        if found is None:
            found = self.__dict__["_by_id"] = {clause.id: clause for clause in self.clauses}
        return found

    def cite(self, *ids: str) -> Clauses:
        """The clauses as a citation; one that the instrument does not have is an error."""
        for clause in ids:
            self.clause(clause)
        return Clauses(ids)

    def clause(self, id: str) -> Clause:
        """The clause with that id; an unknown one is an error that names its near misses."""
        if id not in self.by_id:
            raise UnknownClause(f"{self.id} has no clause {id}{did_you_mean(id, self.by_id)}")
        return self.by_id[id]

    def corrected_since(self, version: str) -> tuple[Correction, ...]:
        """The corrections that a record made by that version of the program may tell of."""
        then = numbers(version)
        return tuple(each for each in self.corrections if numbers(each.version) > then)

    def items(self, id: str) -> tuple[Clause, ...]:
        """The clauses directly under one, as `13.1(a)` to `13.1(g)` are under `13.1`."""
        return tuple(clause for clause in self.clauses if clause.parent == id)


_DATA = resources.files("croupier.rulebook") / "data"
FOLDERS = "CROUPIER_INSTRUMENTS"
"""The environment variable that names folders with further instruments, as PATH names folders."""


_added: dict[str, Instrument] = {}


def instruments() -> tuple[str, ...]:
    """The ids of the instruments in the rulebook, and of those added to it."""
    return *shipped(), *_added


def add(instrument: Instrument) -> None:
    """Let an instrument that is not in the rulebook be loaded by its id."""
    if instrument.id in instruments():
        raise ValueError(f"there is an instrument {instrument.id} already")
    _added[instrument.id] = instrument


def remove(instrument: str) -> None:
    """Forget an instrument that was added."""
    _added.pop(instrument, None)


def shipped() -> tuple[str, ...]:
    """Return the ids of the instruments that have a data file."""
    return tuple(_files())


@cache
def _files() -> dict[str, Traversable]:
    """Return the data files of all instruments, by id."""
    folders = [_DATA, *data_folders()]
    folders += [Path(each) for each in os.environ.get(FOLDERS, "").split(os.pathsep) if each]
    found: dict[str, Traversable] = {}
    for folder in folders:
        if not folder.is_dir():
            raise LookupError(f"{FOLDERS}: there is no folder {folder}")
        for entry in sorted(folder.iterdir(), key=lambda each: each.name):
            if entry.name.endswith(".json") and "--" not in entry.name:
                found.setdefault(entry.name.removesuffix(".json"), entry)
    return found


class Heading(msgspec.Struct, frozen=True):
    """What the program needs to know of an instrument before it is loaded."""

    id: str
    engine: str
    mark: str = ""


@cache
def heading_of(instrument: str) -> Heading:
    """Return the heading of an instrument's data file."""
    file = read_data(instrument)
    try:
        heading = msgspec.json.decode(file, type=Heading)
    except msgspec.DecodeError as error:
        raise _malformed(instrument, file, error) from None
    _must_be_named_after(instrument, heading.id)
    return heading


def _must_be_named_after(name: str, id: str) -> None:
    if id != name:
        raise LookupError(
            f"{name}.json has the id {id}; a file is named after its id: change one of them"
        )


def _malformed(name: str, file: bytes, error: msgspec.DecodeError) -> ValueError:
    """Return an error that says in which line a data file cannot be read."""
    reason, _, place = str(error).partition(" (byte ")
    if not place:
        return ValueError(f"{name}.json: {reason}")
    line = file.count(b"\n", 0, int(place.rstrip(")"))) + 1
    return ValueError(f"{name}.json, line {line}: {reason}")


@cache
def comparisons() -> tuple[tuple[str, str], ...]:
    """The pairs of instruments whose differences are in the rulebook, earlier one first."""
    names = (entry.name.removesuffix(".json").partition("--") for entry in _DATA.iterdir())
    return tuple(sorted((before, after) for before, _, after in names if after))


def load(instrument: str | Instrument) -> Instrument:
    """An instrument by its id; one that is at hand already, amended or not, is itself."""
    if not isinstance(instrument, str):
        return instrument
    return _added.get(instrument) or _approved(instrument)


@cache
def _approved(instrument: str) -> Instrument:
    if instrument not in instruments():
        raise LookupError(
            f"there is no instrument {instrument}, only {', '.join(instruments())}"
            f"{did_you_mean(instrument, instruments())}"
        )
    file = read_data(instrument)
    try:
        book = made_of(file)
    except msgspec.DecodeError as error:
        raise _malformed(instrument, file, error) from None
    _must_be_named_after(instrument, book.id)
    return book


FINGERPRINTED = ("id", "clauses", "values", "options", "promotion_options")
"""The fields of a rulebook file that decide what an instrument says; the code's names do not."""


def made_of(file: bytes, amendment: Amendment | None = None) -> Instrument:
    """An instrument from its rulebook file, with its values where the texts name them.

    An amendment has been held against the instrument before (`rulebook.amendments`).
    """
    data = msgspec.json.decode(file)
    rules = msgspec.convert(data.get("values", []), list[Value])
    hashed = sha256(
        msgspec.json.encode([data.get(field) for field in FINGERPRINTED], order="sorted")
    )
    if amendment is not None:
        hashed.update(msgspec.json.encode(amendment, order="sorted"))
        from croupier.rulebook.amending import amend

        rules = amend(data, rules, amendment)
    values = {rule.name: rule for rule in rules}
    for rule in rules:
        try:
            _ = rule.parsed
        except NotAValue as error:
            raise ValueError(f"value {rule.name} of {data.get('id')}: {error}") from None
    kept = {"values": rules, "law": data.get("law", {})}
    try:
        data = {**filled({**data, "values": [], "law": {}}, values), **kept}
    except KeyError as error:
        if amendment is not None:  # the amendment names its entry
            raise
        name = str(error.args[0])
        raise ValueError(
            f"{data.get('id')}: a text names {{{name}}}, and `values` has no value of this name"
            f"{did_you_mean(name, values)}"
        ) from None
    return msgspec.convert({**data, "fingerprint": hashed.hexdigest()}, Instrument)


def read_data(name: str) -> bytes:
    """One of the rulebook's data files, by its name without `.json`."""
    return (_files().get(name) or _DATA / f"{name}.json").read_bytes()


def fingerprint(instrument: str | Instrument) -> str:
    """Return the digest of what an instrument says, by which a record names it."""
    return load(instrument).fingerprint
