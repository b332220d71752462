"""Conditions held against an instrument: everything that is missing or cannot be, with its clause.

What must be in the document is the instrument's list of topics; here stands, for every topic,
when it applies and what it takes to have spoken of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.rulebook.citations import Clauses, Objection
from croupier.table.law import together
from croupier.table.tournament_law import LENGTHS, SittingOut, Topic
from croupier.tournament.conditions import AT_ODDS_REFUSED, MORE_ASKED, Points
from croupier.tournament.impossible_conditions import contradictions, impossible
from croupier.tournament.table_setup import tried
from croupier.version import __version__, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.conditions import Conditions


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a topic wants said, when, and whether the conditions say it."""

    wants: str
    said: Callable[[Conditions], object]
    applies: Callable[[Conditions], object] = lambda _: True
    applied: Callable[[Conditions], object] | None = None
    """When it was asked for before version 1.3, if that was more seldom."""


_REQUIREMENTS: dict[Topic, Requirement] = {
    Topic.START: Requirement("when it starts", lambda c: c.starts),
    Topic.ENTRY_METHOD: Requirement("how to enter", lambda c: c.how_to_enter),
    Topic.ELIGIBILITY: Requirement("who may enter", lambda c: c.eligibility),
    Topic.ENTITLED: Requirement(
        "the statement that only people who may enter the casino and gamble are eligible",
        lambda c: c.eligibility and c.eligibility.entitled_only,
    ),
    Topic.MAY_REFUSE: Requirement(
        "the statement that any application may be refused",
        lambda c: c.eligibility and c.eligibility.may_refuse,
        lambda c: c.eligibility and c.eligibility.reserves_refusal,
    ),
    Topic.CRITERIA: Requirement(
        "the criteria by which entrants are selected",
        lambda c: c.eligibility and c.eligibility.criteria,
        lambda c: c.eligibility and c.eligibility.uses_criteria,
    ),
    Topic.ENTRY_TERMS: Requirement(
        "until when a player may withdraw without penalty", lambda c: c.withdraw_until is not None
    ),
    Topic.SESSIONS: Requirement(
        "the sessions and how long each is",
        lambda c: c.sessions and all(s.is_measured for s in c.sessions),
    ),
    Topic.TABLES: Requirement("how many tables are active, or what decides it", lambda c: c.tables),
    Topic.SIT_AND_GO: Requirement(
        "when a session begins and how players are allocated to a table",
        lambda c: c.sit_and_go and c.sit_and_go.players > 0 and c.sit_and_go.allocation,
        lambda c: c.sit_and_go,
    ),
    Topic.PLAY: Requirement(
        "how tables are balanced and broken",
        lambda c: c.how_wagered.balancing,
        lambda c: any(s.until_players for s in c.sessions),
    ),
    Topic.PROGRESSION: Requirement(
        "how players go on from session to session",
        lambda c: c.progression,
        lambda c: len(c.sessions) > 1,
    ),
    Topic.POINTS: Requirement(
        "the points for the places of a session",
        lambda c: any(s.points or s.prizes for s in c.sessions),
        lambda c: c.by_points,
    ),
    Topic.REPECHAGE: Requirement(
        "who qualifies for the repechage",
        lambda c: c.repechage,
        lambda c: any(s.repechage for s in c.sessions),
    ),
    Topic.BUY_BACK: Requirement(
        "whether an eliminated player may buy back, how and when",
        lambda c: c.buy_back and (not c.buy_back.offered or c.buy_back.method),
    ),
    Topic.BUY_BACK_COST: Requirement(
        "what a re-buy costs and brings",
        lambda c: c.buy_back and c.buy_back.cost and c.buy_back.chips,
        lambda c: c.buy_back and c.buy_back.offered,
    ),
    Topic.ADD_ON: Requirement(
        "whether there is an add-on, how, when, what it costs and brings",
        lambda c: (
            c.add_on
            and (not c.add_on.offered or (c.add_on.method and c.add_on.cost and c.add_on.chips))
        ),
    ),
    Topic.FEE: Requirement("the entry fee, be it nothing", lambda c: c.entry_fee is not None),
    Topic.CHIPS: Requirement("the tournament chips of each player", lambda c: c.chips),
    Topic.NUMBERS: Requirement(
        "the minimum and maximum number of players",
        lambda c: c.minimum_players and c.maximum_players,
    ),
    Topic.GROUPS: Requirement(
        "restrictions on groups, be it that there are none", lambda c: c.groups
    ),
    Topic.LIMITS: Requirement("the table limits", lambda c: c.limits),
    Topic.SIDE_BETS: Requirement("which side bets are offered", lambda c: c.side_bets is not None),
    Topic.COMPULSORY_WAGER: Requirement(
        "whether there is a minimum or compulsory wager", lambda c: c.compulsory_wager
    ),
    Topic.WAGERING: Requirement(
        "how places are allocated, the order of wagering, pass cards and undisclosed wagers",
        lambda c: c.wagering and c.wagering.allocation,
    ),
    Topic.ELIMINATION: Requirement(
        "how players are eliminated",
        lambda c: c.elimination,
        lambda c: c.is_knock_out,
        lambda c: c.goes_by_number,
    ),
    Topic.ADVANCING: Requirement(
        "how many go on from each session",
        lambda c: all(_says_who_goes_on(c, n) for n in range(len(c.sessions) - 1)),
        lambda c: len(c.sessions) > 1 and not c.by_points,
    ),
    Topic.SESSION_TIES: Requirement(
        "how equal chips at the end of a session are decided",
        lambda c: c.session_ties,
        lambda c: c.is_knock_out,
        lambda c: c.goes_by_number,
    ),
    Topic.POINTS_ELIMINATION: Requirement(
        "whether and how players are eliminated",
        lambda c: c.points and c.points.elimination,
        lambda c: c.by_points,
    ),
    Topic.POINTS_PLACES: Requirement(
        "how equal chips at the end of a session are placed, or whether their points are shared",
        lambda c: c.points and c.points.ties,
        lambda c: c.by_points or (c.places_sessions and not c.session_ties),
        lambda c: c.by_points,
    ),
    Topic.POINTS_PRIZE_TIES: Requirement(
        "whether equal points share the prizes or draw cards",
        lambda c: c.points and c.points.prize_ties,
        lambda c: c.by_points,
    ),
    Topic.PRIZES: Requirement("the breakdown of the prize pool", lambda c: c.prizes),
    Topic.PRIZE_TIES: Requirement(
        "whether players contesting the same prize share it or play on", lambda c: c.prize_ties
    ),
    Topic.DISTRIBUTION: Requirement("how the prizes are paid", lambda c: c.distribution),
    Topic.STATEMENT: Requirement(
        "the statement that the director conducts it and that the rules prevail",
        lambda c: c.statement,
    ),
}


def wanted(topic: Topic) -> str:
    """What an instrument that lists a topic wants said."""
    return _REQUIREMENTS[topic].wants


def _says_who_goes_on(conditions: Conditions, session: int) -> bool:
    plan = conditions.sessions[session]
    return bool(plan.advance_per_table or plan.advance_in_all or plan.until_players)


def objections(
    conditions: Conditions, law: TournamentLaw, version: str = __version__
) -> list[Objection]:
    """Everything that keeps these conditions from passing: missing, wrong, or not allowed.

    A tournament that an earlier version began stays with conditions that passed then.
    """
    earlier, then = numbers(version) < AT_ODDS_REFUSED, numbers(version) < MORE_ASKED
    missing = list(_missing(conditions, law, then))
    said = {each.field for each in missing}
    at_odds = () if earlier else contradictions(conditions)
    wrong = [
        Objection(field, reason, law.contents.get(topic) or law.must_contain.clauses)
        for field, reason, topic in dict.fromkeys((*impossible(conditions, law, then), *at_odds))
        if field not in said
    ]
    games = () if earlier else _games(conditions, law)
    forbidden = [*wrong, *_lengths(conditions, law), *_forbidden(conditions, law), *games]
    untried = bool(forbidden) or not conditions.limits
    return [*missing, *forbidden, *(() if untried else _unusable(conditions, law))]


def _unusable(conditions: Conditions, law: TournamentLaw) -> Iterator[Objection]:
    """What would keep a table from being used, if nothing else is wrong."""
    for field, refusal in tried(conditions, law):
        yield Objection(field, refusal.reason, refusal.clauses)


def _missing(conditions: Conditions, law: TournamentLaw, then: bool) -> Iterator[Objection]:
    if not law.must_contain.value:
        return
    for topic, clauses in law.contents.items():
        asked = _REQUIREMENTS[topic]
        applies = asked.applied if then and asked.applied is not None else asked.applies
        if applies(conditions) and not asked.said(conditions):
            cited = together(law.must_contain.clauses, clauses)
            yield Objection(topic, f"say {asked.wants}", cited)


def spoken_of(conditions: Conditions, law: TournamentLaw) -> Clauses:
    """The clauses of the instrument's list that these conditions speak to."""
    said = (law.contents[topic] for topic in law.contents if _REQUIREMENTS[topic].said(conditions))
    return together(law.must_contain.clauses, *said)


# --- what this instrument does not allow


def _games(conditions: Conditions, law: TournamentLaw) -> Iterator[Objection]:
    """A tournament is one of the instrument's own game, if not of that alone."""
    others = [plan.game for plan in conditions.sessions]
    for number, game in enumerate(others, 1):
        if game and law.own_game_in_each_session.value:
            reason = "a tournament is of this game alone"
            yield Objection(
                f"sessions[{number}].game", reason, law.own_game_in_each_session.clauses
            )
    if others and all(others) and not law.own_game_in_each_session.value:
        yield Objection(
            "sessions", "one at least is of this game", law.own_game_in_each_session.clauses
        )


def _lengths(conditions: Conditions, law: TournamentLaw) -> Iterator[Objection]:
    """A session of the instrument's own game is measured as its rules say."""
    allowed = " or ".join(law.session_lengths)
    for number, plan in enumerate(conditions.sessions, 1):
        measured = [length for length in LENGTHS if getattr(plan, length) and not plan.game]
        for length in measured:
            if length not in law.session_lengths:
                field = f"sessions[{number}].{length}"
                yield Objection(field, f"a session is measured by its {allowed}", law.session)


def _forbidden(conditions: Conditions, law: TournamentLaw) -> Iterator[Objection]:
    c = conditions
    if c.buy_back and c.buy_back.offered and not law.buy_back:
        yield Objection("buy_back", "one entry is all that a player has", law.one_entry)
    if c.add_on and c.add_on.offered and not law.add_on:
        yield Objection("add_on", "no chips are added during play", law.chips_untouched)
    for option, clauses in law.not_with.items():
        if c.options.get(option):
            yield Objection(f"options.{option}", "no tournament is held there", clauses)
    if c.options.get("sitting_out") == SittingOut.PASSED_OVER:
        yield Objection("options.sitting_out", "every player wagers every round", law.must_wager)
    yield from _money(conditions, law)
    how = c.how_wagered
    if how.pass_cards and not law.pass_cards:
        yield Objection("wagering.pass_cards", "every player wagers every round", law.must_wager)
    if how.undisclosed and law.hidden is None:
        yield Objection("wagering.undisclosed", "wagers lie in the box", law.must_wager)
    if how.seconds and not law.time_limit and not law.pace:
        yield Objection("wagering.seconds", "nothing limits the time for a wager", law.applies)
    yield from _equals(conditions, law)


def _equals(conditions: Conditions, law: TournamentLaw) -> Iterator[Objection]:
    """How equals are told apart, where the rules leave no choice or only some."""
    c, points = conditions, conditions.points or Points()
    of_points = law.points_tie_choices or tuple(law.tie_choices)
    for field, ties, choices in (
        ("prize_ties", c.prize_ties, tuple(law.tie_choices)),
        ("points.prize_ties", points.prize_ties, of_points),
    ):
        if ties is not None and choices and ties not in choices:
            yield Objection(field, f"{' or '.join(choices)}, not {ties}", law.prize_ties.clauses)
    for field, ties, rule in (
        ("session_ties", c.session_ties, law.session_ties),
        ("points.ties", points.ties, law.session_ties),
        ("prize_ties", c.prize_ties, law.prize_ties),
    ):
        if rule.value is not None and ties not in (None, rule.value):
            yield Objection(field, f"it is always a {rule.value}", rule.clauses)
    always = law.same_round
    if always.value is not None and c.same_round not in (None, always.value):
        yield Objection("same_round", f"it is always: {always.value}", always.clauses)


def _money(conditions: Conditions, law: TournamentLaw) -> Iterator[Objection]:
    c, commission = conditions, conditions.commission
    if commission is not None:
        if not law.commission.value:
            yield Objection("commission", "all fees go into the pool", law.commission.clauses)
        elif law.commission_approved and not commission.approval:
            yield Objection(
                "commission.approval", "the amount takes an approval", law.commission_approved
            )
        if (commission.each is None) == (commission.percent is None):
            yield Objection(
                "commission", "an amount of each fee or a percentage", law.commission.clauses
            )
        elif not 0 <= commission.asked_of(c.entry_fee or 0) <= (c.entry_fee or 0):
            yield Objection("commission", "it comes out of the fee", law.commission.clauses)
    if c.added_value and not law.added_value:
        yield Objection("added_value", "the pool is made of entry fees", law.pool)
    if c.guarantee and not law.guarantee:
        yield Objection("guarantee", "the pool is made of entry fees", law.pool)
    yield from _cashed(conditions, law)
    if c.buy_in and not law.buy_in:
        yield Objection("buy_in", "chips come with the entry fee", law.equal_chips)


def _cashed(conditions: Conditions, law: TournamentLaw) -> Iterator[Objection]:
    """Chips are worth cash only where the rules know of it, and then what was paid for them."""
    c = conditions
    if not c.chips_cashed:
        return
    if not law.early_end_agreed:
        yield Objection("chips_cashed", "tournament chips are not cashed", law.chips)
        return
    if c.buy_in != c.chips:
        yield Objection(
            "buy_in", "chips that are cashed are bought for what they say", law.early_end_agreed
        )
    if c.buy_back and c.buy_back.offered:
        yield Objection(
            "buy_back", "what buys somebody back goes to the pool, not to chips that are cashed",
            law.early_end_agreed,
        )  # fmt: skip
