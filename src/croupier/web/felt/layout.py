"""What lies on a layout, whatever the game: boxes, hands, and chips on spots."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.money import money
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.patrons import Sit
from croupier.table.facts import Outcome
from croupier.table.views import FloorView, PlayerView
from croupier.table.wagers import MAIN
from croupier.web.felt.chips import stack
from croupier.web.html.cited_lines import CitedLine, cite, wager_name
from croupier.wording.teller import GAME_WORDS, outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.table.facts import Settled
    from croupier.table.views import BoxView, LimitsView, TableView
    from croupier.web.felt.chips import Stack

INSURANCE = "insurance"


class Tone(StrEnum):
    """How a result should feel to whoever reads it."""

    WON = "won"
    LOST = "lost"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class ResultOnFelt:
    """What came of a wager, short enough to lie on it."""

    words: str
    tone: Tone
    why: CitedLine
    """The whole of it, with the clauses that decide it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetOnFelt:
    """One player's chips on a spot or a hand."""

    player: str
    chips: Stack
    mine: bool
    more: Stack | None = None
    """What was added by doubling."""
    result: ResultOnFelt | None = None
    """Once it is settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotOnFelt:
    """A place for chips, with what may be done there now."""

    wager: str
    label: str
    main: bool = False
    bets: tuple[BetOnFelt, ...] = ()
    place: Command | None = None
    take_back: Command | None = None
    lying: int = 0
    """What the viewer has there."""
    limits: LimitsView | None = None
    """What the sign says of it."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class CardOnFelt:
    """A card of the round in play, by where it lies as a table counts boxes, hands and places."""

    box: int
    hand: int
    place: int
    card: Card | None
    where: str

    @property
    def called(self) -> str:
        name = "a card face down" if self.card is None else f"the {self.card.spoken}"
        return f"{name}, {self.where}"


def cards_of_hand(
    cards: Iterable[Card | None], box: int, hand: int, where: str
) -> Iterator[CardOnFelt]:
    """Yield the cards of one hand with their places."""
    for place, card in enumerate(cards, 1):
        yield CardOnFelt(box, hand, place, card, where)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOnFelt:
    """Cards with what they come to; a card that the viewer may not see is None."""

    key: str
    """The name of the place where they lie, which no other hand on the layout has."""
    title: str = ""
    cards: tuple[Card | None, ...] = ()
    words: str = ""
    badge: str = ""
    tone: Tone = Tone.LEVEL
    active: bool = False
    bets: tuple[BetOnFelt, ...] = ()
    turns: tuple[Command | None, ...] = ()
    """For each card, what turns it over."""
    places: int = 0
    """How many cards the layout has room marked for."""
    dealt: Callable[[int], int] = int
    """For the place of a card in it, its turn among the cards of the round as they are dealt."""
    lit: frozenset[int] = frozenset()
    """Places of the cards that decided the round."""

    @property
    def spoken(self) -> str:
        """The hand as a screen reader says it."""
        cards = ", ".join(card.spoken if card else "a card face down" for card in self.cards)
        said = f"{self.title}: " if self.title else ""
        return f"{said}{cards or 'no cards'}{f'; {self.words}' if self.words else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxOnFelt:
    """One box of the layout."""

    number: int
    seat: str | None
    arc: int
    """How far it lies from the middle of the layout."""
    mine: bool = False
    away: bool = False
    active: bool = False
    note: str = ""
    hands: tuple[HandOnFelt, ...] = ()
    spots: tuple[SpotOnFelt, ...] = ()
    sit: Command | None = None

    @property
    def idle(self) -> bool:
        """Whether nobody sits or bets there."""
        return not (self.seat or self.hands or any(spot.bets for spot in self.spots))

    @property
    def closed(self) -> bool:
        """Whether the viewer cannot do anything there either."""
        return self.idle and not (self.sit or any(spot.place for spot in self.spots))


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """A layout with everything that lies on it."""

    kind: str
    printed: tuple[str, ...]
    hands: tuple[HandOnFelt, ...]
    """The dealer's, or those that everybody plays on."""
    boxes: tuple[BoxOnFelt, ...]
    status: str
    """What the table waits for, in a sentence."""
    asked: bool = False
    """Whether it waits for the viewer."""


def player_of(view: TableView) -> str | None:
    return view.player if isinstance(view, PlayerView) else None


def legal_of(view: TableView) -> tuple[Command, ...]:
    return view.legal if isinstance(view, PlayerView | FloorView) else ()


def arc(number: int, boxes: int) -> int:
    """How far a box lies from the middle, in half boxes."""
    return abs(2 * number - boxes - 1)


def stacked(
    view: TableView, player: str, amount: int, settled: Settled | None = None, *, more: int = 0
) -> BetOnFelt:
    return BetOnFelt(
        player=player,
        chips=stack(amount),
        mine=player == player_of(view),
        more=stack(more) if more else None,
        result=result(view, settled) if settled else None,
    )


def result(view: TableView, settled: Settled) -> ResultOnFelt:
    """`+$25`, `-$10` or, where no chips move, the word for that."""
    why = settlement_line(view, settled)
    if settled.outcome is Outcome.PUSH:
        return ResultOnFelt("push", Tone.LEVEL, why)
    if settled.outcome in (Outcome.VOID, Outcome.RETURNED):
        return ResultOnFelt("back", Tone.LEVEL, why)
    if settled.net > 0:
        return ResultOnFelt(f"+{money(settled.net)}", Tone.WON, why)
    return ResultOnFelt(money(settled.net), Tone.LOST, why)


_TONES = {Outcome.WIN: Tone.WON, Outcome.LOSE: Tone.LOST}


def settlement_line(view: TableView, settled: Settled) -> CitedLine:
    """What became of one wager, with the clauses that decide it."""
    who = "You" if settled.player == player_of(view) else settled.player
    came = outcome(settled, GAME_WORDS.of(view.instrument).LEVEL)
    return CitedLine(
        f"{who}, {_where(view, settled)}: {came}",
        cite(view.instrument, settled.clauses),
        _TONES.get(settled.outcome, Tone.LEVEL),
    )


def _where(view: TableView, settled: Settled) -> str:
    box = f"box {settled.box}" if settled.box is not None else "no box"
    if settled.wager == MAIN:
        hand = f", hand {settled.hand}" if (settled.hand or 1) > 1 else ""
        return f"{box}{hand}"
    whose = f" on {settled.on}" if settled.on not in (None, settled.player) else ""
    return f"{box}, {wager_name(view.instrument, settled.wager).lower()}{whose}"


def settlement_of(
    settled: Iterable[Settled], player: str, box: int | None, wager: str, hand: int | None = None
) -> Settled | None:
    """The last word on a wager."""
    found = None
    for each in settled:
        if (each.player, each.box, each.wager) == (player, box, wager) and hand in (
            None,
            each.hand,
        ):
            found = each
    return found


def sitting(view: TableView, box: int) -> Command | None:
    """Sitting down at a box, where the viewer may."""
    for command in legal_of(view):
        if isinstance(command, Sit) and command.box == box and isinstance(view, PlayerView):
            return command
    return None


def spot(
    view: TableView, box: BoxView, wager: str, label: str, *, main: bool = False, note: str = ""
) -> SpotOnFelt:
    """A spot while betting is open: what lies there, and whether the viewer may bet there."""
    mine = player_of(view)
    placing = [
        command
        for command in legal_of(view)
        if isinstance(command, PlaceWager) and (command.box, command.wager) == (box.number, wager)
    ]
    bets = [bet for bet in box.wagers if bet.wager == wager]
    return SpotOnFelt(
        wager=wager,
        label=label,
        main=main,
        bets=tuple(stacked(view, bet.player, bet.amount) for bet in bets),
        place=next((command for command in placing if command.amount), None),
        take_back=next((command for command in placing if not command.amount), None),
        lying=sum(bet.amount for bet in bets if bet.player == mine),
        limits=next((each for each in view.sign.limits if each.wager == wager), None),
        note=note,
    )


def names(players: Sequence[str], view: TableView) -> str:
    """`Ana, Ben and you`."""
    mine = player_of(view)
    said = [
        *(player for player in players if player != mine),
        *(["you"] if mine in players else []),
    ]
    return " and ".join(filter(None, (", ".join(said[:-1]), said[-1]))) if said else "nobody"
