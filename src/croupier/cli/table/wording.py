"""What happened, in a player's words, each line with the clauses it rests on."""

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
from croupier.wording.settled import outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.facts import Fact
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
        items = (clause.rpartition("(")[0] for clause in self.clauses)
        named = {item for item in items if item}
        return ", ".join(clause for clause in self.clauses if clause not in named)

    def __str__(self) -> str:
        return f"{self.text} ({self.cited})" if self.clauses else self.text


def refused(refusal: Refused) -> Line:
    """A refusal as a sentence of its own."""
    field, _, rest = refusal.reason.partition(": ")
    reason = rest if field in ("box", "player") else refusal.reason  # fields of a command
    return Line(sentence(reason), refusal.clauses, Tone.REFUSED)


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


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
    if net == 0:
        return "even"
    return f"won {dollars(net)}" if net > 0 else f"lost {dollars(-net)}"


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
    for fact in scene.facts:
        if isinstance(fact, session.quiet):
            continue
        if isinstance(fact, Settled):
            yield settlement(session, scene, fact)
        elif (line := session.told(scene, fact) or _told_by_the_dealer(fact)) is not None:
            yield line


def _told_by_the_dealer(fact: Fact) -> Line | None:
    said: str | None = None
    if isinstance(fact, BettingClosed):
        said = f"Round {fact.round}: no more bets"
    elif isinstance(fact, Warned):
        said = f"Box {fact.box} is under the minimum: it stands this once, others will go back"
    elif isinstance(fact, Shuffled):
        said = f"The dealer shuffles {fact.cards} cards; commitment {fact.commitment}"
    elif isinstance(fact, CutOffered) and fact.player is None:
        said = "No player cuts, so the supervisor does"
    elif isinstance(fact, CutMade):
        said = f"The cards are cut at {fact.at}"
    elif isinstance(fact, ShoeLoaded):
        cutting = fact.until_cutting_card
        before = f", {cutting} before the cutting card" if cutting is not None else ""
        said = f"{fact.cards} cards in the shoe{before}"
    elif isinstance(fact, Burnt):
        said = f"The {fact.card.spoken} is burnt" if fact.card else "A card is burnt unseen"
    elif isinstance(fact, CuttingCardCame):
        said = "The cutting card comes out"
    elif isinstance(fact, ShuffleDue):
        said = "A shuffle is due at once" if fact.at_once else "A shuffle follows this round"
    elif isinstance(fact, BettingReopened):
        said = "No card was dealt: betting is open again"
    elif isinstance(fact, Revealed):
        said = f"The shoe's secret was {fact.secret}; it fits commitment {fact.commitment}"
    tone = Tone.NOTICE if isinstance(fact, _UNUSUAL) else Tone.PLAIN
    return Line(said, fact.clauses, tone) if said else None


_UNUSUAL = (Warned, CutOffered, CuttingCardCame, ShuffleDue, BettingReopened)
