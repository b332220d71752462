"""What the player at a terminal is told, line by line, with the clauses behind each line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.chips import dollars
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
    from collections.abc import Iterator

    from croupier.cli.table.history import RoundResult
    from croupier.cli.table.scene import Scene
    from croupier.cli.table.session import Session
    from croupier.rulebook.citing import Refused


class Tone(StrEnum):
    """How a line should feel to the player who reads it."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    LEVEL = "level"
    NOTICE = "notice"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said to the player, and the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()
    tone: Tone = Tone.PLAIN

    @property
    def cited(self) -> str:
        """The clauses, without those that a cited item of theirs already names."""
        return ", ".join(innermost(self.clauses))

    def __str__(self) -> str:
        return f"{self.text} ({self.cited})" if self.clauses else self.text


def refused(refusal: Refused) -> Line:
    """A refusal as a sentence of its own."""
    field, _, rest = refusal.reason.partition(": ")
    reason = rest if field in ("box", "player") else refusal.reason  # fields of a command
    return Line(sentence(reason), refusal.clauses, Tone.REFUSED)


# --- settlements


def settlement(session: Session, scene: Scene, settled: Settled) -> Line:
    """One wager's end: where it lay, on what, and what became of it."""
    text = f"{session.where(scene, settled)}: {outcome(settled, session.level)}"
    return Line(text, settled.clauses, _TONES[settled.outcome])


_TONES = {
    Outcome.WIN: Tone.GOOD,
    Outcome.LOSE: Tone.BAD,
    Outcome.PUSH: Tone.LEVEL,
    Outcome.VOID: Tone.NOTICE,
    Outcome.RETURNED: Tone.NOTICE,
}


def result(net: int) -> str:
    """`won 25`, `lost 10` or `even`."""
    return came_to(net) if net else "even"


def summary(round: RoundResult) -> Line:
    """What a round came to, box by box where there are several, and together."""
    tone = Tone.LEVEL if not round.net else Tone.GOOD if round.net > 0 else Tone.BAD
    boxes = ", ".join(f"box {box} {result(net)}" for box, net in round.by_box.items())
    came = result(round.net)
    if len(round.by_box) > 1:
        came = f"{boxes}; together {came}"
    return Line(f"Round {round.number}: {came}.", tone=tone)


def signed(net: int) -> str:
    """`+25`, `-10` or `0`."""
    return f"+{dollars(net)}" if net > 0 else dollars(net)


# --- everything else that is worth a line


def told(session: Session, scene: Scene) -> Iterator[Line]:
    """The lines of one moment; facts that only the record needs have none."""
    to = session.audience(scene)
    for fact in scene.facts:
        if isinstance(fact, Settled):
            yield settlement(session, scene, fact)
        elif session.hears(fact):
            tone = Tone.NOTICE if isinstance(fact, (*_UNUSUAL, *session.unusual)) else Tone.PLAIN
            yield Line(capital(say(fact, to)), fact.clauses, tone)


HEARD = (
    BettingClosed, BettingReopened, Burnt, CutMade, CutOffered, CuttingCardCame, Revealed,
    ShoeLoaded, Shuffled, ShuffleDue, Warned,
)  # fmt: skip
"""Facts of every table that a player is told."""
_UNUSUAL = (Warned, CutOffered, CuttingCardCame, ShuffleDue, BettingReopened)
