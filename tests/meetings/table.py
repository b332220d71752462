"""Read the tables of meetings: the meaning of each pair of mechanisms, instrument by instrument.

`mechanisms.toml` explains the form. A table writes its round files in a few words:

- wagers as in `1 P 50; 1 Q 30 perfect-pairs 5` (box, player, dollars), with a star for a seated
  player; in Hold'em the amount is the ante and the blind; in baccarat `X banker 50 tie 5`;
- decisions as in `1.2 stand`, `1 double P 20`, `P insures 1 for 20`, `1 play 40`;
- commands as in `void-wager P 1 "handled the chips"`: the tag, then values in the order in which
  `croupier commands` lists the fields, or `field=value`; amounts and limits are in dollars;
- `deal 3`, `deal all`, `next` and `wait 20 minutes`;
- `exhaust the shoe`: all cards but those before `||` are burnt in error.

Entries may name a round of the file's `rounds` for wagers, cards and options; `more_cards` follow.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from tests.adjudication.files import HOUSE, cents, wager_entries
from tests.adjudication.files import decision as blackjack_decision
from tests.baccarat.cases import stakes as baccarat_stakes
from tests.holdem.cases import stakes as holdem_stakes
from tests.holdem.files import decision as holdem_decision

from croupier.aggregate.acts import tag_of
from croupier.cli.coverage import PREFIXES
from croupier.wording.commands import by_subject

if TYPE_CHECKING:
    from collections.abc import Sequence

Entry = dict[str, Any]
Pair = tuple[str, str]

HERE = Path(__file__).parent
MECHANISMS: dict[str, dict[str, str]] = tomllib.loads((HERE / "mechanisms.toml").read_text())
"""The mechanisms of a table and of a tournament, each with its meaning."""
NAMES = [name for part in MECHANISMS.values() for name in part]
PAIRS: list[Pair] = list(combinations_with_replacement(NAMES, 2))
OPTIONS: dict[str, Entry] = {
    "act-blackjack-2006": HOUSE,
    "act-blackjack-2018": HOUSE,
    "nsw-blackjack-challenge": {"decks": 6, "limits": {"main": [1000, 50000]}},
    "act-ultimate-texas-holdem-2025": {},
    "act-mini-baccarat-2016": {},
}
"""The table that an entry plays at unless it says otherwise."""
_PASSED_ON = ("boxes", "chips", "prepared", "stop")
RANKS, SUITS = "A23456789TJQK", "SHDC"
EXHAUST = "exhaust the shoe"
BURNT_UNSEEN = {"nsw-blackjack-challenge": 1}
"""The number of cards that the rules burn before play, so that fewer are left in the shoe."""
_MONEY = {"amount", "limit", "minimum", "maximum"}
_MILLISECONDS = {"second": 1000, "minute": 60_000, "hour": 3_600_000}


class Meeting(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One entry of a table as its file has it."""

    pairs: list[str]
    only: str | None = None
    law: str = ""
    clauses: list[str] = []
    cannot: str | None = None
    test: str | None = None
    round: str | None = None
    wagers: str | list[Entry] = ""
    cards: str = ""
    more_cards: str = ""
    script: list[str | Entry] = []
    before: list[str | Entry] = []
    options: Entry = {}
    boxes: int | None = None
    chips: dict[str, int] | None = None
    prepared: bool | None = None
    stop: bool | None = None
    net: str | list[str] | None = None
    until: str | None = None


class Dealt(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Wagers and cards that several entries share."""

    wagers: str
    cards: str
    options: Entry = {}


class MeetingsFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A file of this folder: entries for one instrument, or for several with the same rules."""

    instruments: list[str]
    unknown: dict[str, str] = {}
    rounds: dict[str, Dealt] = {}
    meeting: list[Meeting] = []


@cache
def files() -> dict[str, MeetingsFile]:
    """Return the tables by the names of their files."""
    return {
        path.stem: msgspec.toml.decode(path.read_bytes(), type=MeetingsFile)
        for path in sorted(HERE.glob("*.toml"))
        if path.stem != "mechanisms"
    }


def meetings(instrument: str) -> list[tuple[str, Meeting]]:
    """Return the entries for an instrument, each with the name of its file."""
    return [
        (name, meeting)
        for name, file in files().items()
        if instrument in file.instruments
        for meeting in file.meeting
        if meeting.only in (None, instrument)
    ]


def unknown_mechanisms(instrument: str) -> dict[str, str]:
    """Return the mechanisms that an instrument does not have, each with the reason."""
    tables = [file for file in files().values() if instrument in file.instruments]
    return {name: reason for file in tables for name, reason in file.unknown.items()}


def dealt(meeting: Meeting, instrument: str) -> Dealt:
    """Return the wagers and cards of an entry: its own, or those of the shared round it names."""
    if meeting.round is None:
        return Dealt(wagers="", cards=meeting.cards, options=meeting.options)
    tables = [file.rounds for file in files().values() if instrument in file.instruments]
    shared = next(rounds[meeting.round] for rounds in tables if meeting.round in rounds)
    return Dealt(
        wagers=shared.wagers,
        cards=f"{meeting.cards or shared.cards} {meeting.more_cards}",
        options={**shared.options, **meeting.options},
    )


def pair_of(text: str) -> Pair:
    """Return the pair that `absent player / exclusion` names, in the order of the list."""
    first, _, second = text.partition(" / ")
    if first not in NAMES or second not in NAMES:
        raise ValueError(f"{text!r} does not name two mechanisms")
    return (first, second) if (first, second) in PAIRS else (second, first)


def clauses_of(meeting: Meeting, instrument: str) -> list[str]:
    """Return the clauses of an entry that belong to the instrument."""
    return [clause for text in meeting.clauses if (clause := _clause_of(text, instrument))]


def _clause_of(text: str, instrument: str) -> str:
    """Return the clause that `06:19.1/18:18.1` or `16.4` means for the instrument, if any."""
    for each in text.split("/"):
        prefix, _, rest = each.partition(":")
        if prefix not in PREFIXES:
            return each
        if PREFIXES[prefix] == instrument:
            return rest
    return ""


def round_file(meeting: Meeting, instrument: str) -> tuple[Entry, dict[int, str]]:
    """Return the round file of an entry, and the clauses of refused entries by their place."""
    shared = dealt(meeting, instrument)
    options = {**OPTIONS[instrument], **shared.options}
    script: list[tuple[Entry, str]] = []
    for each in meeting.script:
        if each == EXHAUST:
            unseen = BURNT_UNSEEN.get(instrument, 0) if options.get("device") != "shuffler" else 0
            burnt = _burn_the_rest(shared.cards, options["decks"])
            script += [(entry, "") for entry in burnt[unseen:]]
        else:
            script.append(_entry(each, instrument))
    refused = {place: by for place, (_, by) in enumerate(script, 1) if by}
    file: Entry = {
        "instrument": instrument,
        "options": options,
        "cards": shared.cards.replace("|", " ").split(),
        "script": [entry for entry, _ in script],
    }
    if wagers := meeting.wagers or shared.wagers:
        file["wagers"] = _wagers(wagers, instrument)
    if meeting.before:
        file["before"] = [_entry(each, instrument)[0] for each in meeting.before]
    given = {field: getattr(meeting, field) for field in _PASSED_ON}
    return file | {field: value for field, value in given.items() if value is not None}, refused


def _burn_the_rest(cards: str, decks: int) -> list[Entry]:
    """Burn all cards in error but those before `||`, so that the shoe is empty."""
    gone = cards.partition("||")[0].replace("|", " ").replace("10", "T").split()
    left = Counter(f"{rank}{suit}" for rank in RANKS for suit in SUITS for _ in range(decks))
    left.subtract(gone)
    return [{"do": "burnt-in-error", "card": card} for card in left.elements()]


def nets(text: str) -> dict[str, int]:
    """Return what `P +10, R -2.50` says, in cents."""
    pairs = (each.split() for each in text.split(",")) if text else ()
    return {player: cents(dollars) for player, dollars in pairs}


def _wagers(said: str | list[Entry], instrument: str) -> list[Entry]:
    if not isinstance(said, str):
        return said
    if "baccarat" in instrument:
        return [
            {"player": each.player, "wager": each.wager, "amount": each.amount}
            for each in baccarat_stakes(said)
        ]
    if "holdem" in instrument:
        return [
            {"box": each.box, "player": each.player, "wager": each.wager, "amount": each.amount}
            for each in holdem_stakes(said)
        ]
    return wager_entries(said)


def _entry(said: str | Entry, instrument: str) -> tuple[Entry, str]:
    """Return an entry of a script, and the clause under which it must be refused, if any."""
    if not isinstance(said, str):
        by = _clause_of(said.get("refused", ""), instrument)
        return {key: value for key, value in said.items() if key != "refused"}, by
    words = re.fullmatch(r"(?:refused by (\S+): )?(.*)", said)
    assert words
    by, text = _clause_of(words[1] or "", instrument), words[2]
    if text == "next":
        return {"next": True}, by
    if found := re.fullmatch(r"deal (\d+|all)", text):
        return {"deal": found[1] if found[1] == "all" else int(found[1])}, by
    if found := re.fullmatch(r"wait (\d+) (second|minute|hour)s?", text):
        return {"wait": int(found[1]) * _MILLISECONDS[found[2]]}, by
    tag, *values = shlex.split(text)
    if fields := _fields(instrument).get(tag):
        return _command(tag, values, fields), by
    decide = holdem_decision if "holdem" in instrument else blackjack_decision
    return decide(text), by


def _command(tag: str, values: Sequence[str], fields: Sequence[str]) -> Entry:
    entry: Entry = {"do": tag}
    in_order = iter(fields)
    for value in values:
        named = re.fullmatch(r"([a-z_]+)=(.*)", value)
        field, text = (named[1], named[2]) if named else (next(in_order), value)
        entry[field] = _value(field, text)
    return entry


def _value(field: str, text: str) -> Any:
    if field in _MONEY:
        return cents(text)
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) and field != "player" else text


@cache
def _fields(instrument: str) -> dict[str, list[str]]:
    """Return the fields of each command in their order, `by` last."""
    return {
        tag_of(act.command): [
            *(each.encode_name for each in msgspec.structs.fields(act.command)),
            "by",
        ]
        for _, _, acts in by_subject(instrument)
        for act in acts
    }
