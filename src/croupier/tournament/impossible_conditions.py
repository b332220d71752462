"""Conditions by which no tournament can be run, under any rules.

Numbers and moments that make no sense, and conditions that say one thing in one place and another
in the next: a tournament is run by the fields, and what players read in words must not promise them
anything else. Words are free, so only numbers are held against the fields: how many go on, how many
sit at a table, what is to be wagered.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.game_rules import table_for
from croupier.money import dollars
from croupier.rulebook.instruments import load
from croupier.rulebook.options import OptionError, left_open, resolve
from croupier.table.tournament_law import MinimumTest, Topic, readings_of, table_minimum
from croupier.tournament.conditions import fraction, moment
from croupier.tournament.table_setup import options_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.conditions import Conditions, SessionPlan

Wrong = tuple[str, str, Topic]
"""The field, what is wrong with it, and the topic that it belongs to."""
Count = tuple[str, int | None, Topic]


def impossible(conditions: Conditions, law: TournamentLaw, then: bool = False) -> Iterator[Wrong]:
    """Everything that would keep a tournament by these conditions from being held.

    `then` leaves out what was not asked before version 1.3.
    """
    if not conditions.name.strip():
        yield "name", "say what it is called", Topic.ENTRY_METHOD
    yield from _moments(conditions)
    yield from _sessions(conditions)
    yield from _numbers(conditions)
    yield from _limits("limits", conditions.limits)
    yield from _levels(conditions)
    if not then:
        yield from _until(conditions)
    yield from _prizes(conditions)
    yield from _options(conditions, law, then)


def _moments(c: Conditions) -> Iterator[Wrong]:
    plans = ((f"sessions[{n}].starts", plan.starts) for n, plan in enumerate(c.sessions, 1))
    told: list[int] = []
    for field, text in (("withdraw_until", c.withdraw_until), ("starts", c.starts), *plans):
        try:
            at = moment(text) if text else None
        except ValueError as error:
            yield field, str(error), Topic.START
            continue
        if at is None or field == "withdraw_until":
            continue
        first = field == "sessions[1].starts"
        if told and (at != told[-1] if first else at <= told[-1]):
            reason = "the first starts with the tournament" if first else "one follows on another"
            yield field, reason, Topic.START
        told.append(at)


def _sessions(c: Conditions) -> Iterator[Wrong]:
    if not c.sessions:
        yield "sessions", "there is none to play", Topic.SESSIONS
    for number, plan in enumerate(c.sessions, 1):
        here = f"sessions[{number}]"
        if not plan.is_measured and not plan.game:
            yield here, "nothing says when it is over", Topic.SESSIONS
        if not 1 <= plan.seats <= 12:
            yield f"{here}.seats", "a table has 1 to 12", Topic.TABLES
        if plan.repechage and number in (1, len(c.sessions)):
            reason = "it is played after a session and for a place in a later one"
            yield f"{here}.repechage", reason, Topic.REPECHAGE


# --- numbers


def _numbers(c: Conditions) -> Iterator[Wrong]:
    if not c.chips or c.chips < 1:
        yield "chips", "a player begins with some", Topic.CHIPS
    least, most = c.minimum_players or 1, c.maximum_players or 10**6
    if not 1 <= least <= most:
        yield "maximum_players", f"{most} is under the minimum of {least}", Topic.NUMBERS
    for field, number, topic in _some(c):
        if number is not None and number < 1:
            yield field, f"{number} is not 1 or more", topic
    for field, number, topic in _none_or_more(c):
        if number is not None and number < 0:
            yield field, "nothing or more", topic


def _some(c: Conditions) -> Iterator[Count]:
    """Numbers that are one at least, if they are given."""
    for number, plan in enumerate(c.sessions, 1):
        yield from _lengths(f"sessions[{number}]", plan)
    if c.buy_back is not None:
        yield "buy_back.most", c.buy_back.most, Topic.BUY_BACK
        yield "buy_back.until_session", c.buy_back.until_session, Topic.BUY_BACK
        yield "buy_back.until_round", c.buy_back.until_round, Topic.BUY_BACK
    if c.add_on is not None:
        yield "add_on.most", c.add_on.most, Topic.ADD_ON
        yield "add_on.until_session", c.add_on.until_session, Topic.ADD_ON
    if c.sit_and_go is not None:
        yield "sit_and_go.players", c.sit_and_go.players, Topic.SIT_AND_GO
    yield "wagering.seconds", c.how_wagered.seconds, Topic.WAGERING
    for added in c.added_value:
        yield "added_value.place", added.place, Topic.PRIZES
    for scale in c.prizes:
        yield "prizes.entries", scale.entries, Topic.PRIZES


def _lengths(here: str, plan: SessionPlan) -> Iterator[Count]:
    yield f"{here}.rounds", plan.rounds, Topic.SESSIONS
    yield f"{here}.shoes", plan.shoes, Topic.SESSIONS
    yield f"{here}.minutes", plan.minutes, Topic.SESSIONS
    yield f"{here}.until_players", plan.until_players, Topic.SESSIONS
    yield f"{here}.advance_per_table", plan.advance_per_table, Topic.ADVANCING
    yield f"{here}.advance_in_all", plan.advance_in_all, Topic.ADVANCING


def _none_or_more(c: Conditions) -> Iterator[Count]:
    yield "entry_fee", c.entry_fee, Topic.FEE
    yield "buy_in", c.buy_in, Topic.CHIPS
    for name, terms, topic in (
        ("buy_back", c.buy_back, Topic.BUY_BACK),
        ("add_on", c.add_on, Topic.ADD_ON),
    ):
        if terms is not None:
            yield f"{name}.cost", terms.cost, topic
            yield f"{name}.chips", terms.chips, topic
    yield "wagering.pass_cards", c.how_wagered.pass_cards, Topic.WAGERING
    yield "wagering.undisclosed", c.how_wagered.undisclosed, Topic.WAGERING
    for number, plan in enumerate(c.sessions, 1):
        for points in plan.points:
            yield f"sessions[{number}].points", points, Topic.POINTS
    for added in c.added_value:
        yield "added_value", added.value, Topic.PRIZES
    if c.guarantee is not None:
        yield "guarantee.pool", c.guarantee.pool, Topic.PRIZES
        yield "guarantee.from_entries", c.guarantee.from_entries, Topic.PRIZES


# --- limits


def _limits(field: str, limits: Mapping[str, tuple[int, int]]) -> Iterator[Wrong]:
    for wager, (low, high) in limits.items():
        if not 1 <= low <= high:
            yield f"{field}.{wager}", f"{dollars(low)} to {dollars(high)}", Topic.LIMITS


def _levels(c: Conditions) -> Iterator[Wrong]:
    for number, level in enumerate(c.levels, 1):
        here = f"levels[{number}]"
        if not 1 <= level.session <= len(c.sessions) or level.round < 1:
            reason = f"there is no round {level.round} of session {level.session}"
            yield here, reason, Topic.LIMITS
        for wager in level.limits:
            if wager not in c.limits:
                yield f"{here}.limits", f"{wager} has no limits to change", Topic.LIMITS
        yield from _limits(f"{here}.limits", level.limits)


# --- how long something is offered


def _until(c: Conditions) -> Iterator[Wrong]:
    """Find limits, buy-backs and add-ons at a time that the tournament does not have."""
    sessions = len(c.sessions)
    for number, level in enumerate(c.levels, 1):
        rounds = _rounds(c, level.session)
        if rounds is not None and level.round > rounds:
            reason = f"there is no round {level.round} of session {level.session}"
            yield f"levels[{number}]", reason, Topic.LIMITS
    for name, terms, topic in (
        ("buy_back", c.buy_back, Topic.BUY_BACK),
        ("add_on", c.add_on, Topic.ADD_ON),
    ):
        if terms is not None and terms.offered and terms.until_session > sessions > 0:
            reason = f"session {terms.until_session} of {sessions}"
            yield f"{name}.until_session", reason, topic
    if c.buy_back is not None and c.buy_back.offered and c.buy_back.until_round is not None:
        rounds = _rounds(c, c.buy_back.until_session)
        if rounds is not None and c.buy_back.until_round > rounds:
            reason = f"round {c.buy_back.until_round} of {rounds}"
            yield "buy_back.until_round", reason, Topic.BUY_BACK


def _rounds(c: Conditions, session: int) -> int | None:
    """Return how many rounds a session has, if it has so many."""
    return c.sessions[session - 1].rounds if 1 <= session <= len(c.sessions) else None


# --- prizes


def _prizes(c: Conditions) -> Iterator[Wrong]:
    if not c.prizes:
        yield "prizes", "no place has a prize", Topic.PRIZES
    for number, scale in enumerate(c.prizes, 1):
        field = f"prizes[{number}].percent"
        shares = yield from _shares(field, scale.percent)
        if shares is not None and shares != 100:
            yield field, f"they add up to {shares}, not to 100", Topic.PRIZES
    ups = [scale.entries for scale in c.prizes]
    if ups and (None in ups[:-1] or sorted(up for up in ups if up) != [up for up in ups if up]):
        yield "prizes", "scales go from few entries to many", Topic.PRIZES
    in_sessions = Fraction(0)
    for number, plan in enumerate(c.sessions, 1):
        shares = yield from _shares(f"sessions[{number}].prizes", plan.prizes)
        in_sessions += shares or 0
    if in_sessions > 100:
        reason = f"those of all sessions add up to {in_sessions}, more than 100"
        yield "sessions.prizes", reason, Topic.PRIZES


def _shares(field: str, percent: Sequence[str]) -> Generator[Wrong, None, Fraction | None]:
    """The sum of percentages, or None with what is wrong with them."""
    try:
        shares = [fraction(text) for text in percent]
    except ValueError as error:
        yield field, str(error), Topic.PRIZES
        return None
    if any(share < 0 for share in shares):
        yield field, "a prize is nothing or more", Topic.PRIZES
        return None
    return sum(shares, Fraction(0))


# --- the options of the tables


def _options(c: Conditions, law: TournamentLaw, then: bool) -> Iterator[Wrong]:
    chosen, instrument = options_of(c, c.limits), load(c.instrument)
    try:
        options = resolve(instrument, chosen)
    except OptionError as error:
        field, _, reason = str(error).partition(": ")
        yield field.removeprefix("options.") if "limits" in field else field, reason, Topic.LIMITS
        return
    if not all(plan.game for plan in c.sessions):
        for undecided in left_open(instrument, chosen):
            field, _, reason = str(undecided).partition(": ")
            yield field, reason, Topic.TABLES
    for wager in _wagers(c.instrument, chosen):
        if c.limits and wager not in c.limits:
            yield "limits", f"say those of {wager} too", Topic.LIMITS
    readings = readings_of(options)
    every_stake = readings.tournament_min_test is MinimumTest.EVERY_STAKE
    stakes = law.stakes_for_the_minimum.value if every_stake else 1
    minimums = (c.limits[w][0] for w in law.wagers.value if w in c.limits)
    least = stakes * table_minimum(readings, minimums, 0)
    if c.chips and 0 < c.chips < least:
        yield "chips", f"it takes {dollars(least)} to wager the minimum", Topic.CHIPS
    back = c.buy_back.chips if c.buy_back is not None and c.buy_back.offered else None
    if back and 0 < back < least and not c.levels and not then:  # limits may fall later
        reason = f"it takes {dollars(least)} to wager the minimum"
        yield "buy_back.chips", reason, Topic.BUY_BACK


def _wagers(instrument: str, options: dict[str, Any]) -> tuple[str, ...]:
    """What is wagered on at a table with these options; nothing, while it has more to choose."""
    try:
        return table_for(instrument, options).game.wagers
    except OptionError:
        return ()


# --- conditions at odds with themselves

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
