"""What happened, in a player's words, each line with the clauses it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.games.blackjack.facts import Chose, DealerEnded, Dealt, Ended, HandEnded, Insured
from croupier.table.facts import (
    BettingClosed,
    BettingReopened,
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
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cli.table.history import RoundResult
    from croupier.cli.table.scene import Scene
    from croupier.rulebook.citing import Refused
    from croupier.rulebook.instruments import Instrument
    from croupier.table.facts import Fact


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


def wager_name(instrument: Instrument, wager: str) -> str:
    """`perfect-pairs` as the instrument writes it."""
    if wager == MAIN:
        return "Blackjack"
    readings = next(o.readings for o in instrument.options if o.name == "side_bets")
    return readings.get(wager, wager.replace("-", " ").title()).partition(":")[0]


# --- settlements


def settlement(instrument: Instrument, scene: Scene, settled: Settled) -> Line:
    """One wager's end: where it lay, on what, and what became of it."""
    text = f"{_where(instrument, scene, settled)}: {_outcome(settled)}"
    return Line(text, settled.clauses, _TONES[settled.outcome])


_TONES = {
    Outcome.WIN: Tone.GOOD,
    Outcome.LOSE: Tone.BAD,
    Outcome.PUSH: Tone.LEVEL,
    Outcome.VOID: Tone.NOTICE,
    Outcome.RETURNED: Tone.NOTICE,
}


def _where(instrument: Instrument, scene: Scene, settled: Settled) -> str:
    box = f"Box {settled.box}"
    if settled.wager == "insurance":
        return f"{box}, insurance"
    if settled.wager != MAIN:
        return f"{box}, {wager_name(instrument, settled.wager)}"
    if settled.hand is None:
        return f"{box}, wager"
    hand = scene.hand(settled.box or 0, settled.hand)
    words = f", {hand.words}" if hand else ""
    return f"{place(scene, settled.box or 0, settled.hand)}{words}"


def _outcome(settled: Settled) -> str:
    if settled.outcome is Outcome.WIN:
        return f"wins {dollars(settled.net)}"
    if settled.outcome is Outcome.LOSE:
        return f"loses {dollars(settled.stake)}"
    if settled.outcome is Outcome.PUSH:
        return "stands off"
    void = "is void, " if settled.outcome is Outcome.VOID else ""
    return f"{void}{dollars(settled.stake)} goes back"


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


def place(scene: Scene, box: int, hand: int) -> str:
    """`Box 2`, or `Box 2, hand 1` once it has been split."""
    if box == 0:
        return "Dealer"
    hands = next((b.hands for b in scene.round.boxes if b.number == box), ()) if scene.round else ()
    return f"Box {box}, hand {hand}" if len(hands) > 1 else f"Box {box}"


def told(instrument: Instrument, scene: Scene) -> Iterator[Line]:
    """The lines of one moment; facts that only the record needs have none."""
    for fact in scene.facts:
        line = _told(instrument, scene, fact)
        if line is not None:
            yield line


def _told(instrument: Instrument, scene: Scene, fact: Fact) -> Line | None:
    if isinstance(fact, Settled):
        return settlement(instrument, scene, fact)
    if isinstance(fact, Dealt):
        hand = scene.hand(fact.box, fact.hand)
        words = f": {hand.words}" if hand and len(hand.cards) > 1 else ""
        where = place(scene, fact.box, fact.hand)
        return Line(f"{where} gets the {fact.card.spoken}{words}", fact.clauses)
    if isinstance(fact, Chose):
        amount = f" {dollars(fact.amount)}" if fact.amount else ""
        where = place(scene, fact.box, fact.hand)
        return Line(f"{where}: you {fact.action}{amount}", fact.clauses)
    if isinstance(fact, Insured):
        return Line(f"Box {fact.box}: you insure for {dollars(fact.amount)}", fact.clauses)
    if isinstance(fact, DealerEnded):
        total = scene.round.dealer.words if scene.round else str(fact.total)
        return Line(f"The dealer stops with {total}", fact.clauses)
    if isinstance(fact, HandEnded):
        how = _ENDED.get(fact.how)
        where = place(scene, fact.box, fact.hand)
        return Line(f"{where} {how}", fact.clauses) if how else None
    return _told_by_the_dealer(fact)


_ENDED = {
    Ended.BLACKJACK: "has a Blackjack",
    Ended.TWENTY_ONE: "has 21 and takes no more cards",
    Ended.BUST: "is over 21",
    Ended.SPLIT_ACE: "is a split ace and takes one card only",
}


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
        said = f"{fact.cards} cards in the shoe, {fact.until_cutting_card} before the cutting card"
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
