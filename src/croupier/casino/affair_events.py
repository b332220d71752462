"""What is significant in the record of a tournament or a promotion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.roles import Role
from croupier.casino.happened import Happened, Kind
from croupier.casino.judging import ANSWERING
from croupier.chips import dollars
from croupier.rulebook.citing import Clauses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Told = dict[str, Any]


class AffairEntry(msgspec.Struct, frozen=True):
    """An entry of whichever affair, with its facts as they are written."""

    at: int
    by: str
    role: Role
    facts: tuple[dict[str, Any], ...]


read_affair = msgspec.json.Decoder(AffairEntry).decode


def affair_events(entry: AffairEntry) -> Iterator[Happened]:
    for fact in entry.facts:
        if fact["fact"] == "notice" and fact["to"] not in ANSWERING:
            continue
        said = _EVENTS.get(fact["fact"])
        if said is not None:
            kind, words = said
            what, subject, detail = words(fact)
            clauses = Clauses(tuple(fact["clauses"]))
            yield Happened(kind=kind, what=what, subject=subject, detail=detail, clauses=clauses)


def _words(
    what: str, subject: str = "", detail: str = ""
) -> Callable[[Told], tuple[str, str, str]]:
    """The event in words, with the fields of the fact that name its subject and its detail."""

    def words(fact: Told) -> tuple[str, str, str]:
        return what, str(fact.get(subject, "")), str(fact.get(detail, ""))

    return words


def _notice(fact: Told) -> tuple[str, str, str]:
    return f"the {fact['to']} is told: {fact['about']}", fact["to"], fact.get("detail", "")


def _step(fact: Told) -> tuple[str, str, str]:
    return f"conditions {fact['step']}", fact["document"], fact.get("to", "")


def _finished(fact: Told) -> tuple[str, str, str]:
    return f"places awarded, {dollars(fact['pool'])} paid out", "", ""


def _power(fact: Told) -> tuple[str, str, str]:
    return fact["power"], fact["subject"], fact.get("reason", "")


_EVENTS: dict[str, tuple[Kind, Callable[[Told], tuple[str, str, str]]]] = {
    "notice": (Kind.NOTICE, _notice),
    "power": (Kind.POWER, _power),
    "attested": (Kind.BREACH, _words("attested", "what", "detail")),
    "step": (Kind.RULES, _step),
    "disqualified": (Kind.EXCLUSION, _words("a player is disqualified", "player", "ground")),
    "dispute": (Kind.DISPUTE, _words("a dispute of the tournament", "text")),
    "cancelled": (Kind.VOID, _words("a tournament is called off", "", "reason")),
    "finished": (Kind.CHIPS, _finished),
    "terms-sent": (Kind.RULES, _words("the Authority has the terms", "digest")),
    "amended": (Kind.RULES, _words("terms amended")),
    "postponed": (Kind.IRREGULARITY, _words("postponed", "what", "reason")),
    "draw-cancelled": (Kind.VOID, _words("a draw is cancelled", "", "reason")),
    "denial-registered": (Kind.DISPUTE, _words("a claim is denied", "name", "prize")),
    "dispute-raised": (Kind.DISPUTE, _words("a dispute of the promotion", "player", "about")),
    "dispute-decided": (Kind.DISPUTE, _words("a dispute is decided", "number", "decision")),
}
"""By the name of the fact: of what kind the event is, and how it is said."""
