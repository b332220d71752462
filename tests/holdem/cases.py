"""Rounds of Hold'em written as cases: wagers, cards where they end up, decisions, result.

`play("1 P 10 trips 5; 2 Q 20", BOARD, "KC QD", ["AH AD", "9H 8D"], "1 play 40; 2 fold")` puts an
ante and a blind of 10 and trips of 5 on box 1, deals so that everybody holds the cards named, and
says what was decided, in dollars.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeVar

import pytest

from croupier.aggregate.facts import Fact
from croupier.cards import Card, parse_cards
from croupier.game_rules import rules_for
from croupier.games.holdem import legal_answers
from croupier.games.holdem.asks_and_answers import (
    CardDue,
    Check,
    Concede,
    Conceding,
    Fold,
    HandDue,
    NoAnswer,
    OverlookedPlay,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import StageBegan
from croupier.games.holdem.round import Round
from croupier.games.holdem.wager_rules import boxes_in_play, close_betting
from croupier.rulebook.citations import Refused
from croupier.table.facts import Outcome, Reversed, Settled
from croupier.table.wagers import Markers, Sign, Wager

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.games.holdem.asks_and_answers import Answer
    from croupier.games.holdem.facts import Stage
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.wagers import Admitted

UTH: Final = "act-ultimate-texas-holdem-2025"
KING_HIGH = "KS 7H 5C 3D 2S"
NINE_HIGH = "9S 7H 5C 3D 2S"

F = TypeVar("F", bound=Fact)


# --- words


def cents(dollars: str) -> int:
    return round(float(dollars) * 100)


def stakes(text: str) -> list[Wager]:
    """Ante and blind of one amount, or each by its name: `1 P 10 trips 5; 2 Q ante 10 blind 9`."""
    wagers: list[Wager] = []
    for part in text.split(";"):
        box, player, *rest = part.split()
        if rest[0].replace(".", "").isdigit():
            rest = ["ante", rest[0], "blind", *rest]
        for kind, amount in zip(rest[::2], rest[1::2], strict=True):
            wagers.append(Wager(int(box), player, kind, cents(amount)))
    return wagers


def said(text: str) -> list[Answer]:
    """Decisions in words, separated by semicolons."""
    return [_saying(part.strip()) for part in text.split(";") if part.strip()]


def _saying(text: str) -> Answer:
    if text == "take and pay":
        return TakeAndPay()
    words = re.fullmatch(
        r"(\d+) (fold|check|concede|no answer|play|overlooked)(?: ([\d.]+))?", text
    )
    if words is None:
        raise ValueError(f"nobody says {text!r} at this table")
    box, act = int(words[1]), words[2]
    if act in ("play", "overlooked"):
        amount = cents(words[3])
        if act == "play":
            return PlayWager(box=box, amount=amount)
        return OverlookedPlay(box=box, amount=amount)
    acts: dict[str, type[Fold | Check | Concede | NoAnswer]] = {
        "fold": Fold,
        "check": Check,
        "concede": Concede,
        "no answer": NoAnswer,
    }
    return acts[act](box=box)


# --- rounds


@dataclass
class Case:
    """A round played to where its cards and decisions lead."""

    round: Round
    admitted: list[Admitted] = field(default_factory=list)

    def net(self) -> dict[str, float]:
        """Each player's result in dollars, undone settlements left out."""
        totals: dict[str, int] = {}
        for fact in self.round.facts:
            if isinstance(fact, Settled):
                totals[fact.player] = totals.get(fact.player, 0) + fact.net
            elif isinstance(fact, Reversed):
                totals[fact.player] -= fact.net
        return {player: cents / 100 for player, cents in sorted(totals.items())}

    def results(self, player: str = "P") -> dict[str, float]:
        """What each wager of a player won or lost, in dollars."""
        return {
            fact.wager: fact.net / 100
            for fact in self.settled()
            if fact.player == player and fact.outcome is not Outcome.RETURNED
        }

    def settled(self, wager: str | None = None) -> list[Settled]:
        return [fact for fact in self.facts(Settled) if wager in (None, fact.wager)]

    def one(self, wager: str) -> Settled:
        (settled,) = self.settled(wager)
        return settled

    def returned(self) -> dict[str, float]:
        """What was handed back because it was too much, by wager, in dollars."""
        back = {f.wager: f.stake / 100 for f in self.settled() if f.outcome is Outcome.RETURNED}
        return back | {a.wager.wager: a.goes_back / 100 for a in self.admitted if a.goes_back}

    def facts(self, kind: type[F]) -> list[F]:
        return [fact for fact in self.round.facts if isinstance(fact, kind)]

    def stages(self) -> list[Stage]:
        return [fact.stage for fact in self.facts(StageBegan)]


def rules(**options: object) -> HoldemRules:
    found: HoldemRules = rules_for(UTH, options)
    return found


def shoe(board: str, dealer: str, hands: Sequence[str], device: str = "shoe") -> list[Card]:
    """The order in which cards leave a device so that everybody gets what is named."""
    boxes, banker = [parse_cards(hand) for hand in hands], parse_cards(dealer)
    if device == "shuffler":
        return [*parse_cards(board), *chain(*boxes), *banker]
    firsts, seconds = [hand[0] for hand in boxes], [hand[1] for hand in boxes]
    return [*parse_cards(board), *firsts, banker[0], *seconds, banker[1]]


def opened(
    wagers: str,
    *,
    markers: dict[tuple[str, int], int] | None = None,
    warned: Sequence[str] = (),
    **options: Any,
) -> Case:
    """A round with no card dealt."""
    table = rules(**options)
    sign, lying = Sign.from_options(table.options), Markers(markers or {})
    admitted = close_betting(table, sign, stakes(wagers), markers=lying, warned=warned)
    return Case(Round(table, boxes_in_play(table, sign, admitted, lying)), admitted)


def deal(game: Round, cards: Sequence[Card]) -> None:
    for card in cards:
        game.deal(card)


def dealt(
    wagers: str,
    board: str,
    dealer: str,
    hands: Sequence[str],
    decisions: str = "",
    *,
    device: str = "shoe",
    markers: dict[tuple[str, int], int] | None = None,
    **options: Any,
) -> Case:
    """A round in which everybody holds the cards named, as far as the decisions lead."""
    case = opened(wagers, markers=markers, device=device, **options)
    deal(case.round, shoe(board, dealer, hands, device))
    assert not isinstance(case.round.due, CardDue)
    return go_on(case, decisions)


def go_on(case: Case, decisions: str) -> Case:
    for answer in said(decisions):
        case.round.answer(answer)
    return case


def finish(case: Case) -> Case:
    """The dealer takes and pays to the end."""
    while isinstance(case.round.due, Conceding | HandDue):
        case.round.answer(TakeAndPay())
    assert case.round.over
    return case


def play(
    wagers: str,
    board: str,
    dealer: str,
    hands: Sequence[str],
    decisions: str = "",
    *,
    markers: dict[tuple[str, int], int] | None = None,
    **options: Any,
) -> Case:
    """A whole round; nobody concedes who is not said to."""
    device = str(options.pop("device", "shoe"))
    case = dealt(wagers, board, dealer, hands, decisions, device=device, markers=markers, **options)
    return finish(case)


# --- refusals


def refusal(case: Case, words: str) -> Refused:
    """The refusal that these words meet; the round must be as it was before."""
    (answer,) = said(words)
    before = snapshot(case.round)
    with pytest.raises(Refused) as refused:
        case.round.answer(answer)
    assert snapshot(case.round) == before
    return refused.value


def allowed(case: Case, words: str) -> bool:
    """Whether the round would take these words now."""
    (answer,) = said(words)
    return legal_answers.why_not(case.round, answer) is None


def snapshot(game: Round) -> tuple[object, ...]:
    """Everything a round knows, as plain values that can be compared."""
    boxes = tuple(
        (
            box.number, box.player, tuple(box.cards), tuple(box.stakes.items()), box.played,
            box.checked, box.turned_up, box.overlooked, box.ended,
        )
        for box in game.boxes
    )  # fmt: skip
    return (
        game.stage, type(game.due).__name__, boxes, tuple(game.communal), tuple(game.dealer),
        frozenset(game.communal_up), frozenset(game.dealer_up), game.dealers_hand, game.handled,
        tuple(game.facts),
    )  # fmt: skip
