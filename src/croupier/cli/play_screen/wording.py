"""What the player at a terminal is told, line by line, with the clauses behind each line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.money import dollars
from croupier.table.facts import (
    BettingClosed,
    BettingReopened,
    Burnt,
    CutMade,
    CutOffered,
    CuttingCardCame,
    Outcome,
    Revealed,
    Settled,
    ShoeLoaded,
    Shuffled,
    ShuffleDue,
    Warned,
)
from croupier.wording.teller import came_to, capital, innermost, outcome, say, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.cards import Card
    from croupier.cli.play_screen.history import RoundSummary
    from croupier.cli.play_screen.scene import TableScene
    from croupier.cli.play_screen.session import TableSession
    from croupier.rulebook.citations import Refused
    from croupier.rulebook.instruments import Clause, Instrument


class LineTone(StrEnum):
    """How a line should feel to the player who reads it."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    LEVEL = "level"
    NOTICE = "notice"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ToldLine:
    """One thing said to the player, and the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()
    tone: LineTone = LineTone.PLAIN

    @property
    def cited(self) -> str:
        """The clauses, without those that a cited item of theirs already names."""
        return ", ".join(innermost(self.clauses))

    def __str__(self) -> str:
        return f"{self.text} ({self.cited})" if self.clauses else self.text


def refused(refusal: Refused) -> ToldLine:
    """A refusal as a sentence of its own."""
    field, _, rest = refusal.reason.partition(": ")
    reason = rest if field in ("box", "player") else refusal.reason  # fields of a command
    return ToldLine(sentence(reason), refusal.clauses, LineTone.REFUSED)


def spoken(cards: Iterable[Card | None]) -> str:
    """Cards in words, one after the other."""
    return ", ".join(card.spoken if card else "face down" for card in cards) or "no cards"


# --- settlements


def settlement(session: TableSession, scene: TableScene, settled: Settled) -> ToldLine:
    """One wager's end: where it lay, on what, and what became of it."""
    text = f"{session.where(scene, settled)}: {outcome(settled, session.level)}"
    return ToldLine(text, settled.clauses, _TONES[settled.outcome])


_TONES = {
    Outcome.WIN: LineTone.GOOD,
    Outcome.LOSE: LineTone.BAD,
    Outcome.PUSH: LineTone.LEVEL,
    Outcome.VOID: LineTone.NOTICE,
    Outcome.RETURNED: LineTone.NOTICE,
}


def result(net: int) -> str:
    """`won 25`, `lost 10` or `even`."""
    return came_to(net) if net else "even"


def summary(round: RoundSummary) -> ToldLine:
    """What a round came to, box by box where there are several, and together."""
    tone = LineTone.LEVEL if not round.net else LineTone.GOOD if round.net > 0 else LineTone.BAD
    boxes = ", ".join(f"box {box} {result(net)}" for box, net in round.by_box.items())
    came = result(round.net)
    if len(round.by_box) > 1:
        came = f"{boxes}; together {came}"
    return ToldLine(f"Round {round.number}: {came}.", tone=tone)


def signed(net: int) -> str:
    """`+25`, `-10` or `0`."""
    return f"+{dollars(net)}" if net > 0 else dollars(net)


# --- everything else that is worth a line


def told(session: TableSession, scene: TableScene) -> Iterator[ToldLine]:
    """The lines of one moment; facts that only the record needs have none."""
    to = session.audience(scene)
    for fact in scene.facts:
        if isinstance(fact, Settled):
            yield settlement(session, scene, fact)
        elif session.hears(fact):
            tone = (
                LineTone.NOTICE
                if isinstance(fact, (*_UNUSUAL, *session.unusual))
                else LineTone.PLAIN
            )
            yield ToldLine(capital(say(fact, to)), fact.clauses, tone)


HEARD = (
    BettingClosed, BettingReopened, Burnt, CutMade, CutOffered, CuttingCardCame, Revealed,
    ShoeLoaded, Shuffled, ShuffleDue, Warned,
)  # fmt: skip
"""Facts of every table that a player is told."""
_UNUSUAL = (Warned, CutOffered, CuttingCardCame, ShuffleDue, BettingReopened)


def _part_heading(instrument: Instrument, clause: Clause) -> str:
    """`13  Settlement`, or the part's name alone where it has no number."""
    name = instrument.parts[clause.part]
    return f"{clause.part}  {name}" if clause.part.isdigit() else name


def clauses_to_read(
    instrument: Instrument, ids: Iterable[str]
) -> Iterator[tuple[str, list[Clause]]]:
    """Each part that is cited, with the clauses to read: the cited ones and what they hang on."""
    parts: dict[str, dict[str, Clause]] = {}
    for id in ids:
        clause = instrument.clause(id)
        read = parts.setdefault(_part_heading(instrument, clause), {})
        for above in _above(instrument, clause):
            read.setdefault(above.id, above)
        read.setdefault(clause.id, clause)
    for part, clauses in parts.items():
        yield part, list(clauses.values())


def _above(instrument: Instrument, clause: Clause) -> Iterator[Clause]:
    if clause.parent is not None:
        parent = instrument.clause(clause.parent)
        yield from _above(instrument, parent)
        yield parent
