"""Conditions that say one thing in one place and another in the next.

A tournament is run by the fields; what players read in words must not promise them anything else.
Words are free, so only numbers are held against the fields: how many go on, how many sit at a
table, what is to be wagered.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.table.tournament_law import Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.tournament.conditions import Conditions
    from croupier.tournament.possible import Wrong

_WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
_N = rf"(\d+|{'|'.join(_WORDS)})"
_EACH = r"(?:each|every|a|the|one)"
_GO_ON = r"(?:go(?:es)?|advances?|progress(?:es)?|qualif(?:y|ies)|moves?|continues?)"
_LENGTHS = r"(?!\s*%|\s+(?:per\s?cent|rounds?|hands?|shoes?|minutes?|sessions?|heats?|tables?)\b)"
_THROUGH = [
    re.compile(rf"\b(?:first|best|top|leading|highest)\s+{_N}\b{_LENGTHS}"),
    re.compile(rf"\b{_N}\s+(?:players?\s+)?(?:of|from|per)\s+(?:{_EACH}\s+)?table"),
]
_IN_ALL = re.compile(rf"(?<!out of )\b{_N}\s+(?:players?\s+)?(?:who\s+|that\s+)?{_GO_ON}\b")
_ALONE = (
    rf"(?:winner|best player|leader)\b(?:\s+(?:of|from|at)\s+{_EACH}\s+(?:table|heat))?+"
    r"(?!\s*(?:,|&|and\b|with\b))"
)
_WINNER = re.compile(
    rf"\b(?:only|just)\s+(?:the\s+)?{_ALONE}|\bthe\s+{_ALONE}\s+(?:{_GO_ON}|plays?)\b"
    rf"|^\s*(?:the\s+)?{_ALONE}[.\s]*$"
)
"""Somebody who goes on alone: not one who does with a second, nor who wins in the end."""
_AT_A_TABLE = [
    re.compile(rf"\bfor\s+{_EACH}\s+{_N}\s+players"),
    re.compile(rf"\b{_N}\s+(?:players?\s+)?(?:to|at|per)\s+{_EACH}\s+table"),
]
_OTHER_THINGS = (
    "rounds?|hands?|sessions?|heats?|players?|minutes?|seconds?|shoes?|boxes|tables?|times|[ap]m|%"
)
_AMOUNT = re.compile(
    r"(?<![\d.,(])(?<!round )(?<!session )(?<!rule )(?<!clause )"
    rf"(\d{{1,3}}(?:,\d{{3}})+|\d+)(\.\d\d)?(?![\d.]*\d)(?!:|\s*(?:{_OTHER_THINGS}))"
)

_WHEN = re.compile(r"\b(?:rounds?|sessions?|heats?)\s+\d+(?:\s*(?:to|and|until|,|-)\s*\d+)*\b")
"""Rounds and sessions by their numbers, which are no amounts."""
_NONE = re.compile(r"no|none|nothing|(there is )?no(ne| (minimum|compulsory)( wager)?)\.?")


def contradictions(conditions: Conditions) -> Iterator[Wrong]:
    """Every place in which conditions are at odds with themselves."""
    yield from _going_on(conditions)
    yield from _said_twice(conditions)
    yield from _progression(conditions)
    yield from _tables(conditions)
    yield from _compulsory_wager(conditions)


# --- fields against fields


def _going_on(c: Conditions) -> Iterator[Wrong]:
    for number, plan in enumerate(c.sessions, 1):
        here = f"sessions[{number}]"
        if plan.advance_per_table and plan.advance_in_all:
            reason = "so many of each table, or so many in all, and not both"
            yield f"{here}.advance_in_all", reason, Topic.ADVANCING
        if number == len(c.sessions) and (plan.advance_per_table or plan.advance_in_all):
            field = "advance_per_table" if plan.advance_per_table else "advance_in_all"
            yield f"{here}.{field}", "nothing is played after it", Topic.ADVANCING

    if c.sit_and_go is not None:
        least, most = c.minimum_players or 1, c.maximum_players
        if c.sit_and_go.players < least or (most is not None and c.sit_and_go.players > most):
            reason = f"not with {c.sit_and_go.players}: from {least} to {most or 'any number of'}"
            yield "sit_and_go.players", f"{reason} players take part", Topic.SIT_AND_GO


def _said_twice(c: Conditions) -> Iterator[Wrong]:
    """What has a field of its own is not chosen otherwise among the options of the tables."""
    chosen, shown = c.options.get("limits"), {w: list(pair) for w, pair in c.limits.items()}
    if chosen is not None and _plain(chosen) != shown:
        yield "options.limits", "the limits of the conditions are others", Topic.LIMITS
    offered = c.options.get("side_bets")
    if offered is not None and c.side_bets is not None and list(offered) != list(c.side_bets):
        reason = "the side bets of the conditions are others"
        yield "options.side_bets", reason, Topic.SIDE_BETS


def _plain(limits: object) -> object:
    """Limits as a file has them."""
    return {w: list(pair) for w, pair in limits.items()} if isinstance(limits, dict) else limits


# --- words against fields


def _progression(c: Conditions) -> Iterator[Wrong]:
    named = {_number(n) for pattern in _THROUGH for n in pattern.findall(c.progression.casefold())}
    if _WINNER.search(c.progression.casefold()):
        named.add(1)
    plans = ((s.advance_per_table, s.advance_in_all, s.until_players) for s in c.sessions)
    go_on = {number for plan in plans for number in plan if number}
    in_all = {_number(n) for n in _IN_ALL.findall(c.progression.casefold())}
    of_tables = [s.advance_per_table for s in c.sessions if s.advance_per_table]
    named |= {n for n in in_all if not any(n % of_one == 0 for of_one in of_tables)}
    for wrong in sorted(named - go_on):
        by_fields = " or ".join(map(str, sorted(go_on))) or "everybody"
        reason = f"it says {wrong}, and by the sessions it is {by_fields}"
        yield "progression", reason, Topic.PROGRESSION


def _tables(c: Conditions) -> Iterator[Wrong]:
    seats = {plan.seats for plan in c.sessions}
    text = c.tables.casefold()
    named = {_number(n) for pattern in _AT_A_TABLE for n in pattern.findall(text)}
    for wrong in sorted(named - seats):
        sit = " or ".join(map(str, sorted(seats)))
        yield "tables", f"it says {wrong} at a table, and by the sessions it is {sit}", Topic.TABLES


def _compulsory_wager(c: Conditions) -> Iterator[Wrong]:
    """The least that it names is a minimum; what it names besides is some limit."""
    every = [c.limits, *(level.limits for level in c.levels)]
    minimums = {low for limits in every for low, _ in limits.values()}
    limits = minimums | {high for limits in every for _, high in limits.values()}
    words = _WHEN.sub("", c.compulsory_wager)
    named = sorted(_cents(*found) for found in _AMOUNT.findall(words))
    wrong = [amount for amount in named if amount not in limits]
    if named and not wrong and named[0] not in minimums:
        wrong = named[:1]
    said = [dollars(amount) for amount in wrong]
    if _NONE.fullmatch(c.compulsory_wager.strip().casefold()):
        said.append("that there is none")
    for amount in said:
        least = " or ".join(dollars(low) for low in sorted(minimums)) or "not said"
        reason = f"it says {amount}, and the minimum is {least}"
        yield "compulsory_wager", reason, Topic.COMPULSORY_WAGER


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _WORDS.index(text) + 1


def _cents(whole: str, part: str) -> int:
    return int(whole.replace(",", "")) * 100 + int(part[1:] or 0)
