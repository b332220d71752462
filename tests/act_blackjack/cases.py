"""The words in which the cases of a round are told, and a look at a round from outside.

`said("1 split; 1 double 20; 1.2 stand")` is what was decided, in order, in dollars: box 1 splits,
doubles its first hand for 20 and stands on its second.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

import pytest
from tests.support import Case, stakes

from croupier.aggregate.facts import Fact
from croupier.cards import parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack import legal_answers
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    DeclineInsurance,
    Double,
    Elect,
    Election,
    Hit,
    InsuranceWindow,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.facts import Dealt, HandEnded, StageBegan
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.rulebook.citations import Refused
from croupier.table.wagers import BoxMaxScope, Markers, Sign, close_betting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.cards import Card
    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.facts import Ended, RoundFact, Stage

F = TypeVar("F", bound=Fact)

_HAND = r"(?P<box>\d)(?:\.(?P<hand>\d))?"
_PLAYER = r"(?P<player>[A-Z]\w*)"
_MONEY = r"(?P<amount>\d+(?:\.\d\d?)?)"


def _place(words: re.Match[str]) -> tuple[int, int]:
    return int(words["box"]), int(words["hand"] or 1)


def _cents(words: re.Match[str]) -> int:
    dollars, _, cents = words["amount"].partition(".")
    return int(dollars) * 100 + int(cents.ljust(2, "0") or 0)


def _elect(words: re.Match[str], amount: int) -> Elect:
    box, hand = _place(words)
    return Elect(player=words["player"], box=box, hand=hand, amount=amount)


def _decide(words: re.Match[str]) -> Answer:
    box, hand = _place(words)
    return Hit(box=box, hand=hand) if words["act"] == "hit" else Stand(box=box, hand=hand)


def _double(words: re.Match[str]) -> Answer:
    box, hand = _place(words)
    return Double(box=box, hand=hand, amount=_cents(words))


def _split(words: re.Match[str]) -> Answer:
    box, hand = _place(words)
    return Split(box=box, hand=hand, amount=_cents(words) if words["amount"] else None)


def _insure(words: re.Match[str]) -> Answer:
    return Insure(
        player=words["player"], box=int(words["box"]), on=words["on"], amount=_cents(words)
    )


_SAYINGS: tuple[tuple[str, Callable[[re.Match[str]], Answer]], ...] = (
    (rf"{_HAND} (?P<act>hit|stand)", _decide),
    (rf"{_HAND} double {_MONEY}", _double),
    (rf"{_HAND} split(?: with {_MONEY})?", _split),
    (rf"{_PLAYER} joins {_HAND} with {_MONEY}", lambda m: _elect(m, _cents(m))),
    (rf"{_PLAYER} stays out of {_HAND}", lambda m: _elect(m, 0)),
    (rf"{_PLAYER} insures (?:(?P<on>[A-Z]\w*) on )?box (?P<box>\d) for {_MONEY}", _insure),
    (
        rf"{_PLAYER} takes even money on box (?P<box>\d)",
        lambda m: TakeEvenMoney(player=m["player"], box=int(m["box"])),
    ),
    (
        rf"{_PLAYER} declines insurance on box (?P<box>\d)",
        lambda m: DeclineInsurance(player=m["player"], box=int(m["box"])),
    ),
    (r"the dealer moves on", lambda _: MoveOn()),
)


def said(text: str) -> list[Answer]:
    """Decisions in words, separated by semicolons."""
    return [_saying(part.strip()) for part in text.split(";") if part.strip()]


def _saying(text: str) -> Answer:
    for pattern, make in _SAYINGS:
        if words := re.fullmatch(pattern, text):
            return make(words)
    raise ValueError(f"nobody says {text!r} at this table")


# --- rounds that stop where something is asked


def open_round(
    instrument: str,
    wagers: str,
    cards: str,
    decisions: str = "",
    *,
    sign: Sign | None = None,
    absent: Iterable[str] = (),
    **options: object,
) -> Case:
    """A round dealt until it asks for something that nobody has said yet.

    Unlike `play_round` it closes no window of itself: `the dealer moves on` does.
    """
    rules = rules_for(instrument, {"decks": 6, **options})
    admitted = close_betting(
        rules.table_law,
        sign or Sign(),
        stakes(wagers),
        markers=Markers(),
        scope=BoxMaxScope.TOTAL,
        needs_own_main=rules.side_bet_needs_own_main,
    )
    case = Case(Round(rules, boxes_in_play(admitted), absent=absent), list(parse_cards(cards)))
    deal_on(case)
    for answer in said(decisions):
        case.round.answer(answer)
        deal_on(case)
    return case


def deal_on(case: Case) -> None:
    """Deal for as long as a card is due and there is one."""
    while case.left and isinstance(case.round.due, CardDue):
        case.round.deal(case.left.pop(0))


def go_on(case: Case, decisions: str) -> Case:
    """Say more, and deal what that leads to."""
    for answer in said(decisions):
        case.round.answer(answer)
        deal_on(case)
    return case


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


# --- a round seen from outside


def snapshot(game: Round) -> tuple[object, ...]:
    """Everything a round knows, as plain values that can be compared."""
    due = game.due
    asked: object = None
    if isinstance(due, CardDue):
        asked = (due.box and due.box.number, due.hand.place, due.clauses)
    elif isinstance(due, Choice):
        asked = (due.box.number, due.hand.place, due.player)
    elif isinstance(due, Election):
        asked = (due.action, due.box.number, due.hand.place, tuple(due.waiting))
    elif isinstance(due, InsuranceWindow):
        asked = due.window
    hands = tuple(
        (
            (box.number, hand.place, tuple(hand.cards), hand.split, hand.doubled, hand.ended),
            tuple((bet.player, bet.stake, bet.double, bet.open) for bet in hand.bets),
        )
        for box in game.boxes
        for hand in box.hands
    )
    sides = tuple(
        (box.number, side.player, side.wager, side.amount, side.open)
        for box in game.boxes
        for side in box.sides
    )
    lines = tuple(
        (line.player, line.box, line.on, line.amount)
        for line in (*game.insurance, *game.insurance_requests)
    )
    return (
        game.stage, type(due).__name__, asked, hands, tuple(game.dealer.cards), sides, lines,
        frozenset(game.even_money), frozenset(game.absent), tuple(game.facts), len(game.answers),
    )  # fmt: skip


def hand(case: Case, place: str) -> list[Card]:
    """The cards at a place: `1` or `1.2`; the dealer's are at `0`."""
    box, _, number = place.partition(".")
    _, found = case.round.find(int(box), int(number or 1))
    return found.cards


def ended(case: Case, place: str) -> Ended:
    """How the hand at a place ended."""
    box, _, number = place.partition(".")
    (how,) = (
        fact.how
        for fact in facts(case, HandEnded)
        if (fact.box, fact.hand) == (int(box), int(number or 1))
    )
    return how


def facts(case: Case, kind: type[F]) -> list[F]:
    """The facts of one kind, in their order."""
    return [fact for fact in case.round.facts if isinstance(fact, kind)]


def dealt(case: Case) -> list[tuple[int, Card]]:
    """Where every card went, in order: the box, 0 for the dealer, and the card."""
    return [(fact.box, fact.card) for fact in facts(case, Dealt)]


def stages(case: Case) -> list[Stage]:
    return [fact.stage for fact in facts(case, StageBegan)]


def stage_of(case: Case, wanted: RoundFact) -> Stage:
    """The part of the round in which a fact was stated."""
    current: Stage | None = None
    for fact in case.round.facts:
        if isinstance(fact, StageBegan):
            current = fact.stage
        if fact is wanted and current is not None:
            return current
    raise LookupError("the round never stated that")
