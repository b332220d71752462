"""Conditions as people read them: the page for patrons, and the copy for the regulator."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from croupier.durations import zone
from croupier.game_rules.signs import wager_name
from croupier.money import dollars, money
from croupier.rulebook.citations import Clauses
from croupier.rulebook.instruments import load
from croupier.table.law import together
from croupier.table.tournament_law import Topic
from croupier.tournament.conditions import BuyBack, rulings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.conditions import AddOn, Conditions, PrizeScale, SessionPlan

Line = tuple[str, str, tuple[Topic, ...]]
"""What a line is about, what it says, and the topics that it answers."""


class Statement(msgspec.Struct, frozen=True):
    """One line of the document, with the clauses that ask for it."""

    about: str
    says: str
    clauses: Clauses


class Section(msgspec.Struct, frozen=True):
    title: str
    statements: tuple[Statement, ...]


def document(conditions: Conditions, law: TournamentLaw) -> tuple[Section, ...]:
    """Everything that the conditions say, in the order in which a player wants to know it."""
    parts = {
        "Entry": _entry(conditions),
        "Money": _money(conditions),
        "Structure": _structure(conditions),
        "Play": _play(conditions),
        "Places and prizes": _places(conditions),
    }
    sections = [
        Section(title, tuple(_stated(law, line) for line in lines if line[1]))
        for title, lines in ((title, list(lines)) for title, lines in parts.items())
    ]
    return (*sections, Section("Rules", tuple(_rules(conditions, law))))


def _stated(law: TournamentLaw, line: Line) -> Statement:
    about, says, topics = line
    asked = (law.contents.get(topic, ()) for topic in topics)
    return Statement(about, says, together(*asked))


def _entry(c: Conditions) -> Iterator[Line]:
    yield "Starts", moment_in_words(c.starts), (Topic.START,)
    yield "How to enter", c.how_to_enter, (Topic.ENTRY_METHOD,)
    if c.eligibility is not None:
        who = c.eligibility
        said = [who.criteria] if who.criteria else []
        if who.entitled_only:
            said.append("only people who may enter the casino and gamble")
        if who.may_refuse:
            said.append("any application may be refused")
        topics = (Topic.ELIGIBILITY, Topic.ENTITLED, Topic.MAY_REFUSE, Topic.CRITERIA)
        yield "Who may enter", "; ".join(said) or "everybody", topics
    yield "Groups", c.groups, (Topic.GROUPS,)
    if c.minimum_players and c.maximum_players:
        yield "Players", f"{c.minimum_players} to {c.maximum_players}", (Topic.NUMBERS,)
    yield "Withdrawing without penalty", moment_in_words(c.withdraw_until), (Topic.ENTRY_TERMS,)


def moment_in_words(moment: str | None) -> str:
    """A moment of the conditions as people say it; what is none stays as it stands."""
    try:
        at = datetime.fromisoformat(moment or "")
    except ValueError:
        return moment or ""
    distance = f" ({zone(at)})" if at.tzinfo else ""
    return f"{at:%A} {at.day} {at:%B %Y, %H:%M}{distance}"


def _money(c: Conditions) -> Iterator[Line]:
    if c.entry_fee is not None:
        yield "Entry fee", _fee(c), (Topic.FEE,)
    if c.buy_in:
        yield "Buy-in before each session", money(c.buy_in), (Topic.CHIPS,)
    if c.chips:
        yield "Tournament chips", dollars(c.chips), (Topic.CHIPS,)
    for name, terms, topics in (
        ("Buy-back", c.buy_back, (Topic.BUY_BACK, Topic.BUY_BACK_COST)),
        ("Add-on", c.add_on, (Topic.ADD_ON,)),
    ):
        if terms is not None:
            cost = "" if terms.cost is None else f" for {money(terms.cost)}"
            chips = "" if terms.chips is None else f", {dollars(terms.chips)} in chips"
            said = f"{terms.method}, up to {terms.most} times, {_until(terms)}{cost}{chips}"
            yield name, said if terms.offered else "none", topics
    yield "Refunds", c.refunds, ()


def _until(terms: BuyBack | AddOn) -> str:
    last = terms.until_round if isinstance(terms, BuyBack) else None
    when = "" if last is None else f"round {last} of "
    return f"until {when}session {terms.until_session}"


def _fee(c: Conditions) -> str:
    fee = money(c.entry_fee or 0) if c.entry_fee else "none"
    if c.commission is None:
        return fee
    kept = f"{c.commission.percent} %" if c.commission.each is None else money(c.commission.each)
    return f"{fee}, of which {kept} is commission"


def _structure(c: Conditions) -> Iterator[Line]:
    for number, plan in enumerate(c.sessions, 1):
        yield f"Session {number}", session_in_words(plan), (Topic.SESSIONS, Topic.ADVANCING)
    yield "Tables", c.tables, (Topic.TABLES,)
    if c.sit_and_go is not None:
        when = f"begins with {c.sit_and_go.players} players; {c.sit_and_go.allocation}"
        yield "Sit-and-go", when, (Topic.SIT_AND_GO,)
    yield "Progression", c.progression, (Topic.PROGRESSION,)
    yield "Repechage", c.repechage, (Topic.REPECHAGE,)
    yield "Elimination", c.elimination, (Topic.ELIMINATION,)
    if c.points is not None:
        said = f"elimination: {c.points.elimination}; equal chips: {c.points.ties}"
        topics = (Topic.POINTS, Topic.POINTS_ELIMINATION, Topic.POINTS_PLACES)
        yield "Points", said, topics
        yield "Equal points for a prize", c.points.prize_ties or "", (Topic.POINTS_PRIZE_TIES,)


def session_in_words(plan: SessionPlan) -> str:
    """How long a session is, who goes on from it, and what else its plan says."""
    lengths = {
        "rounds": plan.rounds, "shoes": plan.shoes, "minutes": plan.minutes,
    }  # fmt: skip
    said = [f"{n} {what[:-1] if n == 1 else what}" for what, n in lengths.items() if n]
    if plan.until_players:
        said.append(f"until {plan.until_players} left")
    if plan.game:
        said.append(plan.game)
    said.append(f"{plan.seats} to a table")
    if plan.advance_per_table:
        said.append(f"{_first(plan.advance_per_table)} of each table")
    if plan.advance_in_all:
        said.append(_first(plan.advance_in_all))
    if plan.points:
        said.append(f"points {', '.join(map(str, plan.points))}")
    if plan.prizes:
        said.append(f"prizes of {', '.join(f'{share} %' for share in plan.prizes)} of the pool")
    if plan.fresh_chips:
        said.append("everybody begins with the same chips")
    if plan.starts:
        said.append(f"starts {moment_in_words(plan.starts)}")
    return f"{plan.name}: {', '.join(said)}"


def _first(players: int) -> str:
    who = "goes the first" if players == 1 else f"go the first {players}"
    return f"to the next session {who}"


def _play(c: Conditions) -> Iterator[Line]:
    yield "Limits", _limits(c, c.limits), (Topic.LIMITS,)
    for level in c.levels:
        since = f"From round {level.round} of session {level.session}"
        yield since, _limits(c, level.limits), (Topic.LIMITS,)
    yield "Compulsory wager", c.compulsory_wager, (Topic.COMPULSORY_WAGER,)
    if c.side_bets is not None:
        yield "Side bets", ", ".join(c.side_bets) or "none", (Topic.SIDE_BETS,)
    if c.wagering is not None:
        how = c.wagering
        said = [how.allocation, "in order" if how.order else "in any order"]
        said += [f"{how.pass_cards} pass cards"] if how.pass_cards else []
        said += [f"{how.undisclosed} undisclosed wagers"] if how.undisclosed else []
        said += [f"{how.seconds} seconds for a wager"] if how.seconds else []
        yield "Wagering", "; ".join(part for part in said if part), (Topic.WAGERING,)
        yield "Balancing", how.balancing, (Topic.PLAY,)


def _limits(c: Conditions, limits: Mapping[str, tuple[int, int]]) -> str:
    main = len(limits) == 1
    return "; ".join(
        f"{'' if main else f'{wager_name(c.instrument, w)} '}{dollars(low)} to {dollars(most)}"
        for w, (low, most) in limits.items()
    )


def _places(c: Conditions) -> Iterator[Line]:
    for scale in c.prizes:
        yield "Prize pool", _scale(scale), (Topic.PRIZES,)
    for added in c.added_value:
        to = "the pool" if added.place is None else f"place {added.place}"
        form = f" ({added.form})" if added.form else ""
        says = f"{added.what}{form}, worth {money(added.value)}"
        yield f"Added to {to}", says, (Topic.PRIZES,)
    if c.guarantee is not None:
        least = f" from {c.guarantee.from_entries} entries" if c.guarantee.from_entries else ""
        yield "Guaranteed pool", f"{money(c.guarantee.pool)}{least}", (Topic.PRIZES,)
    yield "Equal chips after a session", c.session_ties or "", (Topic.SESSION_TIES,)
    yield "Equal for a prize", c.prize_ties or "", (Topic.PRIZE_TIES,)
    yield "Out in the same round", c.same_round or "", ()
    yield "Payment", c.distribution, (Topic.DISTRIBUTION,)
    if c.chips_cashed:
        yield "Chips left at the end of a session", "paid out in cash", ()


def _scale(scale: PrizeScale) -> str:
    shares = ", ".join(f"{place}. {share} %" for place, share in enumerate(scale.percent, 1))
    return shares if scale.entries is None else f"up to {scale.entries} entries: {shares}"


def _readings(c: Conditions) -> Iterator[Statement]:
    """What the conditions choose where the rules are open; of undisclosed wagers, always."""
    named = {*c.options, *(("hidden_interim",) if c.how_wagered.undisclosed else ())}
    for option in load(c.instrument).options:
        value = c.options.get(option.name, option.default)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if option.name in named and text in option.readings:
            yield Statement(option.says.rstrip("."), option.readings[text], Clauses(option.clauses))


def _rules(c: Conditions, law: TournamentLaw) -> Iterator[Statement]:
    for ruling in rulings(c, law):
        winner = "the conditions" if ruling.conditions_prevail else "the rules"
        yield Statement(ruling.term, f"{ruling.value}: {winner} prevail", ruling.clauses)
    yield from _readings(c)
    if c.statement:
        prevail = "conditions" if law.conditions_prevail.value else "rules"
        says = (
            "the tournament is conducted by the director under these conditions and the rules of "
            f"the game; where they differ, the {prevail} prevail"
        )
        yield Statement("Conduct", says, law.contents.get(Topic.STATEMENT, law.applies))
