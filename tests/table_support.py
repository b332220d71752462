"""Live tables written as cases: who bets what, the cards in their order, what is said, the result.

    at = open_table(instrument)
    at.bet("P", 1, 50)
    at.deal("10S 9H 6D 7C")
    at.stand(1)
    assert at.settle("10C") == {"P": -50}

Amounts are dollars. The conventions are those of the guide's worked examples: minimum 10, maximum
500, multiples of 5, smallest chip 2.50, six decks, and side bets from 5 to 100.
"""

from __future__ import annotations

from typing import Any, Self, TypeVar

import pytest

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Fact
from croupier.aggregate.roles import Person, Role
from croupier.cards import Card, parse_cards
from croupier.game_rules import table_for
from croupier.games.blackjack.asks_and_answers import (
    Double,
    Elect,
    Hit,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import Instrument
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips, TakeChips
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.opening import Approval, CheckCards, OpenTable
from croupier.table.acts.patrons import Arrive, Leave, Sit
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.acts.shuffling import Cut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import LoadMachine
from croupier.table.acts.stray_cards import BurntInError
from croupier.table.facts import Placed
from croupier.table.table import Phase
from croupier.testing.table_state import observe

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
NOW = 1_800_000_000_000
"""An evening in January 2027, in milliseconds since 1970."""

DEALER = Person("dan", Role.DEALER)
SUPERVISOR = Person("sue", Role.SUPERVISOR)
MANAGER = Person("max", Role.SHIFT_MANAGER)
OPERATOR = Person("oz", Role.OPERATOR)
DIRECTOR = Person("tom", Role.TOURNAMENT_DIRECTOR)
INSPECTOR = Person("ina", Role.INSPECTOR)

APPROVAL = Approval("CR 7", "2019-05-01")

F = TypeVar("F", bound=Fact)


def cents(dollars: float) -> int:
    return round(dollars * 100)


def player(name: str) -> Person:
    return Person(name, Role.PLAYER)


def conventions(**options: Any) -> dict[str, Any]:
    """The guide's table, with these options instead of its own."""
    side_bets = options.get("side_bets", [])
    sides = [wager for wager in side_bets if wager != "super-sevens"]
    chosen: dict[str, Any] = {
        "decks": 6,
        "soft_17": "stand",
        "limits": {"main": [10_00, 500_00], **{wager: [5_00, 100_00] for wager in sides}},
        "multiples": {"main": 5_00},
        "smallest_chip": 2_50,
    }
    if "super-sevens" in side_bets:
        chosen["super_sevens_amounts"] = [5_00]
    return chosen | options


class At:
    """One table and what people do at it."""

    conventions = staticmethod(conventions)

    def __init__(
        self, instrument: str | Instrument, *, boxes: int = 7, at: int = NOW, **options: Any
    ) -> None:
        self.table = table_for(instrument, self.conventions(**options), boxes=boxes)
        self.now = at
        self._before: dict[str, int] = {}

    # -- doing

    def do(self, command: Command, by: Person) -> tuple[Fact, ...]:
        return self.table.do(command, by, self.now)

    def refused(self, command: Command, by: Person) -> Refused:
        """Why a command is refused: asked and tried alike, and with nothing changed by either."""
        before = observe(self.table)
        asked = self.table.check(command, by, self.now)
        assert asked is not None, f"{command} is allowed"
        with pytest.raises(Refused) as tried:
            self.do(command, by)
        assert (tried.value.reason, tried.value.clauses) == (asked.reason, asked.clauses)
        assert observe(self.table) == before
        return asked

    def allowed(self, command: Command, by: Person) -> bool:
        return self.table.check(command, by, self.now) is None

    # -- opening

    def papers(self, **changes: Any) -> Command:
        """The opening of a table that has everything it needs, but for these changes."""
        complete: dict[str, Any] = {
            "layout": APPROVAL,
            "shoe": APPROVAL,
            "side_bet_layouts": dict.fromkeys(self.table.options["side_bets"], APPROVAL),
            "side_bet_amounts": dict.fromkeys(self.table.options["side_bets"], APPROVAL),
            "inscription": self.table.options["soft_17"],
            "shuffle": "riffle and strip",
            "float": 1_000_000_00,
            "commences": "2018-10-20",
        }
        return OpenTable(**complete | changes)

    def open(self, **changes: Any) -> None:
        self.do(self.papers(**changes), SUPERVISOR)

    def opened(self, players: str, *, loaded: bool, chips: float) -> Self:
        """Opened, with checked cards, in the shoe if it is loaded; the players come with chips."""
        self.open()
        self.do(CheckCards(), DEALER)
        for name in players.split():
            self.arrive(name, chips=chips)
        if loaded:
            self.load()
        return self

    def arrive(self, name: str, *, chips: float = 10_000, box: int | None = None) -> None:
        """A player comes with chips, and with a box named sits down at it."""
        self.do(Arrive(player=name), player(name))
        if chips:
            self.do(BringChips(player=name, amount=cents(chips)), player(name))
        if box is not None:
            self.do(Sit(player=name, box=box), player(name))
        self._before = dict(self.table.chips.racks)

    def leave(self, name: str) -> None:
        """A player goes, and takes all chips along."""
        held = self.table.chips.rack(name)
        if held > 0:
            self.do(TakeChips(player=name, amount=held), player(name))
        self.do(Leave(player=name), player(name))

    def load(self, *, at: int | None = None, from_back: int | None = None) -> None:
        """The cards come into the shoe or the machine, cut by whoever is offered the cut."""
        shoe = self.table.shoe
        if shoe.machine:
            self.do(LoadMachine(), DEALER)
            return
        self.do(Shuffle(), DEALER)
        self.cut(shoe.remaining // 2 if at is None else at)
        back = min(52, shoe.remaining // 2) if from_back is None else from_back
        self.do(InsertCuttingCard(from_back=back), DEALER)

    def cut(self, at: int) -> None:
        to = self.table.shoe.offer.player
        if to is None:
            self.do(Cut(player=SUPERVISOR.name, at=at), SUPERVISOR)
        else:
            self.do(Cut(player=to, at=at), player(to))

    # -- a round

    def bet(self, name: str, box: int, dollars: float, wager: str = "main") -> None:
        self.do(PlaceWager(player=name, box=box, amount=cents(dollars), wager=wager), player(name))

    def no_bet(self, name: str, box: int, dollars: float, wager: str = "main") -> Refused:
        """A wager that is not taken."""
        command = PlaceWager(player=name, box=box, amount=cents(dollars), wager=wager)
        return self.refused(command, player(name))

    def no_more_bets(self, overlooked: tuple[tuple[str, int], ...] = ()) -> tuple[Fact, ...]:
        self.wait_for_wagers()
        return self.do(NoMoreBets(overlooked=overlooked), DEALER)

    def wait_for_wagers(self) -> None:
        """Everybody has had the time that the table gives them."""
        seconds = self.table.options.get("betting_seconds", 0)
        self.now = max(self.now, self.table.betting_since + seconds * 1000)

    def deal(self, cards: str) -> None:
        """The cards that are due, in their order; betting closes first if it is open."""
        if self.table.phase is Phase.BETTING:
            self.no_more_bets()
        for card in parse_cards(cards):
            self.do(Deal(card=card), DEALER)

    def lay(self, card: str, box: int, hand: int = 1) -> None:
        """The card that is due, laid on this hand by mistake; box 0 is the dealer's."""
        self.do(Deal(card=Card(card), laid_on=(box, hand)), DEALER)

    def cutting_card(self) -> tuple[Fact, ...]:
        """It comes next; a shoe from which no round was dealt has come down to it by then."""
        shoe = self.table.shoe
        if not shoe.rounds and not self.table.in_play and shoe.until_cutting_card is not None:
            self.burn(shoe.until_cutting_card - (shoe.cards - shoe.remaining))
        return self.do(CuttingCardDrawn(), DEALER)

    def burn(self, cards: int) -> None:
        """So many cards go to the discard rack unseen."""
        for _ in range(cards):
            self.do(BurntInError(), DEALER)

    def hit(self, box: int, hand: int = 1) -> None:
        self.do(Hit(box=box, hand=hand), DEALER)

    def stand(self, box: int, hand: int = 1) -> None:
        self.do(Stand(box=box, hand=hand), DEALER)

    def double(self, box: int, dollars: float, hand: int = 1) -> None:
        self.do(Double(box=box, hand=hand, amount=cents(dollars)), DEALER)

    def split(self, box: int, hand: int = 1) -> None:
        self.do(Split(box=box, hand=hand), DEALER)

    def elect(self, name: str, box: int, dollars: float, hand: int = 1) -> None:
        self.do(Elect(player=name, box=box, hand=hand, amount=cents(dollars)), player(name))

    def insure(self, name: str, box: int, dollars: float, on: str | None = None) -> None:
        self.do(Insure(player=name, box=box, amount=cents(dollars), on=on), player(name))

    def even_money(self, name: str, box: int) -> None:
        self.do(TakeEvenMoney(player=name, box=box), player(name))

    def move_on(self) -> None:
        self.do(MoveOn(), DEALER)

    def settle(self, cards: str = "") -> dict[str, float]:
        """The last cards, the end of the round, and what each of its players won or lost."""
        self.deal(cards) if cards else None
        assert self.table.phase is Phase.SETTLED, f"the round is not over: {self.due}"
        result = self.net()
        self.do(Collect(), DEALER)
        self._before = dict(self.table.chips.racks)
        return result

    def play(self, *bets: tuple[str, int, float]) -> None:
        """A whole round in which everybody stands on 20 against 17."""
        for bet in bets or (("P", 1, 10),):
            self.bet(*bet)
        self.no_more_bets()
        boxes = sorted({wager.box for wager in self.table.wagers})
        for rank in ["TJQK"] * len(boxes) + ["7"] + ["TJQK"] * len(boxes):
            self.deal(self.spare(rank))
        for box in boxes:
            self.stand(box)
        self.settle(self.spare("TJQK"))

    def spare(self, ranks: str) -> Card:
        """The card of these ranks of which most copies are left."""
        cards = [Card(rank + suit) for rank in ranks for suit in "CDHS"]
        return min(cards, key=lambda card: self.table.shoe.out[card])

    # -- looking

    def net(self) -> dict[str, float]:
        """What each player of the round is up or down in chips, those on the layout apart."""
        bettors = dict.fromkeys(w.player for w in self.table.wagers)
        for fact in self.facts_of(Placed):
            bettors.setdefault(fact.player)
        return {
            name: (self.table.chips.rack(name) - self._before.get(name, 0)) / 100
            for name in bettors
            if any(w.player == name for w in self.table.wagers)
            or self.table.chips.rack(name) != self._before.get(name, 0)
        }

    def chips(self, name: str) -> float:
        return self.table.chips.rack(name) / 100

    def facts_of(self, kind: type[F]) -> list[F]:
        return [fact for fact in self.table.facts if isinstance(fact, kind)]

    def last(self, kind: type[F]) -> F:
        return self.facts_of(kind)[-1]

    def cards(self, box: int, hand: int = 1) -> str:
        """The cards that lie on a hand; box 0 is the dealer's."""
        assert self.table.round is not None
        view = self.table.round.view(None)
        if box == 0:
            return " ".join(view.dealer.cards)
        (found,) = (each for each in view.boxes if each.number == box)
        return " ".join(found.hands[hand - 1].cards)

    @property
    def due(self) -> Any:
        assert self.table.round is not None
        return self.table.round.view(None).due

    @property
    def decider(self) -> str:
        """Who is asked about the hand in play."""
        (name,) = self.due.players
        return str(name)


def open_table(
    instrument: str | Instrument,
    players: str = "P Q R",
    *,
    boxes: int = 7,
    loaded: bool = True,
    chips: float = 10_000,
    **options: Any,
) -> At:
    """An open table with checked cards in the shoe; the players stand at it with chips."""
    return At(instrument, boxes=boxes, **options).opened(players, loaded=loaded, chips=chips)


def permit_boxes(at: At, *names: str) -> None:
    for name in names:
        at.do(PermitSeveralBoxes(player=name), DEALER)


def two_boxes(instrument: str, **options: Any) -> At:
    """P and Q with 10 each on boxes 1 and 2."""
    at = open_table(instrument, "P Q", **options)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    return at
