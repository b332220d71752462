"""Rounds at random: boxes, stakes, options, a whole deck, and picks that decide what is said.

The same story always makes the same round, and `played` stops it after any number of steps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from tests.holdem.cases import rules

from croupier.cards import DECK, Card
from croupier.games.holdem.asks_and_answers import (
    Betting,
    CardDue,
    Check,
    Concede,
    Conceding,
    Fold,
    NoAnswer,
    OverlookedPlay,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import COMMUNAL, DEALER, Ended, Exposed, Stage, TurnedUp
from croupier.games.holdem.round import Round
from croupier.games.holdem.wager_rules import boxes_in_play, close_betting
from croupier.rulebook.citations import Refused
from croupier.table.wagers import Sign, Wager

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.games.holdem.asks_and_answers import Answer

PLAYERS = ("P", "Q", "R")


@dataclass(frozen=True)
class Story:
    """What a random round is made of."""

    options: dict[str, object]
    wagers: list[Wager]
    cards: list[Card]
    """The whole deck, in the order in which it is dealt."""
    picks: list[tuple[int, int]]
    looking: frozenset[str] = frozenset(PLAYERS)
    """Who looks at their cards when all are dealt."""

    @property
    def players(self) -> list[str]:
        return [wager.player for wager in self.wagers if wager.wager == "ante"]

    @property
    def dealt(self) -> int:
        """How many cards a round takes."""
        return 7 + 2 * len(self.players)

    @property
    def steps(self) -> int:
        """Enough to end any round: its cards, three answers a box, and the dealer's moves."""
        return self.dealt + 5 * len(self.players)

    def with_cards(self, cards: Sequence[Card]) -> Story:
        return replace(self, cards=list(cards))


@st.composite
def stories(draw: st.DrawFn) -> Story:
    options: dict[str, object] = {
        "device": draw(st.sampled_from(["shoe", "shuffler"])),
        "deal_direction": draw(st.sampled_from(["clockwise", "anticlockwise"])),
        "action_order": draw(st.sampled_from(["clockwise", "free"])),
        "run_out_when_all_fold": draw(st.booleans()),
        "play_base": draw(st.sampled_from(["effective", "placed"])),
        "noncompliant_play_reference": draw(st.sampled_from(["rule8", "displayed"])),
        "blind_payout_cap": draw(st.sampled_from([None, 700, 3000])),
        "blind_cap_scope": draw(st.sampled_from(["hand", "table_pro_rata"])),
        "limits": draw(st.sampled_from([{}, {"ante": [1000, 2000], "trips": [500, 1000]}])),
    }
    numbers = draw(st.lists(st.integers(1, 7), min_size=1, max_size=3, unique=True))
    wagers: list[Wager] = []
    for box, player in zip(numbers, PLAYERS, strict=False):
        ante, trips = draw(st.integers(1, 6)) * 500, draw(st.integers(0, 3)) * 500
        wagers += [Wager(box, player, "ante", ante), Wager(box, player, "blind", ante)]
        wagers += [Wager(box, player, "trips", trips)] if trips else []
    start = draw(st.sampled_from([[], *_BOARDS]))
    cards = [*start, *draw(st.permutations([card for card in DECK if card not in start]))]
    picks = draw(
        st.lists(st.tuples(st.integers(0, 11), st.integers(0, 2)), min_size=20, max_size=20)
    )
    looking = draw(st.frozensets(st.sampled_from(PLAYERS)))
    return Story(options, wagers, cards, picks, looking)


_BOARDS = [
    [Card(word) for word in text.split()]
    for text in ("AS KS QS JS TS", "8S 8H 8D 8C JH", "QH JH TH 2C 7D", "9S 9H 5H 6H 7H")
]
"""Communal cards with which hands are high, or level."""


def played(story: Story, steps: int | None = None) -> Round:
    """The round after so many steps, or at its end; a refused answer is followed by another."""
    table = rules(**story.options)
    sign = Sign.from_options(table.options)
    admitted = close_betting(table, sign, story.wagers)
    game = Round(table, boxes_in_play(table, sign, admitted))
    cards, picks = iter(story.cards), iter(story.picks)
    done = 0
    while game.due is not None and (steps is None or done < steps):
        done += 1
        if isinstance(game.due, CardDue):
            game.deal(next(cards))
            if not isinstance(game.due, CardDue):
                _look(game, story.looking)
            continue
        which, whose = next(picks, (0, 0))
        try:
            game.answer(_answer(game, which, whose))
        except Refused:
            game.answer(_passing(game))
    return game


def _look(game: Round, looking: frozenset[str]) -> None:
    for box in game.boxes:
        if box.player in looking:
            game.handle(box.number)


def _answer(game: Round, which: int, whose: int) -> Answer:
    """Any answer at all, most of them legal."""
    if isinstance(game.due, Betting):
        box = game.owing[whose % len(game.owing)]
        law = game.betting_law
        assert law is not None
        right = [times * box.ante for times in law.multiples.value]
        number = box.number
        answers: list[Answer] = [
            Check(box=number),
            Check(box=number),
            Check(box=number),
            PlayWager(box=number, amount=right[0]),
            PlayWager(box=number, amount=right[-1]),
            PlayWager(box=number, amount=right[-1] * box.ante_placed // box.ante),
            Fold(box=number),
            NoAnswer(box=number),
            OverlookedPlay(box=number, amount=right[0] + 137),
            OverlookedPlay(box=number, amount=right[0] - 137),
            PlayWager(box=number, amount=right[0] + 1),
            Concede(box=number),
        ]
        return answers[which]
    if isinstance(game.due, Conceding) and which < 4:
        return Concede(box=game.live[whose % len(game.live)].number)
    return TakeAndPay()


def _passing(game: Round) -> Answer:
    """What is always taken."""
    if isinstance(game.due, Betting):
        return Fold(box=game.owing[0].number)
    return TakeAndPay()


def hidden_from(story: Story, game: Round, viewer: str | None) -> set[Card]:
    """The cards that a viewer may not see yet, said a second time and from the rules alone."""
    stage = game.stage
    seen = {card for fact in game.facts if isinstance(fact, Exposed) for card in [fact.card]}
    if stage is Stage.OVER:  # as much as had been turned up when the last hand was done
        for fact in game.facts:
            if isinstance(fact, TurnedUp) and fact.whose in (COMMUNAL, DEALER):
                seen |= {*fact.cards}
    elif stage in (Stage.AFTER_THE_FLOP, Stage.ON_THE_RIVER):
        seen |= {*game.communal[: 3 if stage is Stage.AFTER_THE_FLOP else 5]}
    elif stage in (Stage.DEALERS_HAND, Stage.SETTLEMENT):
        seen |= {*game.communal, *game.dealer}
    for box in game.boxes:
        own = viewer == box.player and box.player in story.looking and stage is not Stage.DEAL
        if own or box.ended is Ended.SETTLED:
            seen |= {*box.cards}
    return {*story.cards} - seen
