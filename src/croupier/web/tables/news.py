"""What happened at a table that a picture of it does not tell: it is said to whoever watches.

Cards that a void or a misdeal takes away, a round that is put right, a wager that goes back: on a
layout they just move. The facts are those that the viewer is told, in the teller's words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.table.facts import RoundVoided
from croupier.web.felt.layout import player_of
from croupier.web.html.cited_lines import CitedLine, cite
from croupier.wording.teller import Audience, audience_of, say, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.casino.disclosure import Moment
    from croupier.table.views import TableView

MOST = 4
"""How many are said at once."""


@dataclass(frozen=True, slots=True)
class News:
    """Something to be said, and the line of the record that it follows from."""

    line: int
    said: CitedLine


def news(view: TableView, moments: Iterable[Moment]) -> tuple[News, ...]:
    """What is to be said of what happened, the last of it."""
    return tuple(_all(view, moments))[-MOST:]


def _all(view: TableView, moments: Iterable[Moment]) -> Iterator[News]:
    level = audience_of(view.instrument).level
    to = Audience(you=player_of(view), level=level, spoken=True)
    for moment in moments:
        told = {getattr(fact, "reason", "") for fact in moment.facts if fact.says_why_void}
        for fact in moment.facts:
            said_already = isinstance(fact, RoundVoided) and fact.reason in told
            if fact.is_news and not said_already:
                words = sentence(say(fact, to))
                yield News(moment.line, CitedLine(words, cite(view.instrument, fact.clauses)))
