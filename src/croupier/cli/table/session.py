"""One player's session at a table: what is asked now, what may be done, and what happened.

No input and no output: the full screen and the plain lines both drive this. Everything goes through
the table's commands, so the table alone decides what is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.cli.table.history import History
from croupier.cli.table.house import close_house, open_house
from croupier.cli.table.scene import Scene, look
from croupier.cli.table.wagering import Wagering
from croupier.dealer import Dealer
from croupier.games import rules_for, table_for
from croupier.games.blackjack.asks import (
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.rulebook.citing import Refused
from croupier.shoe import front_cut_range
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.chips import BringChips, TakeChips
from croupier.table.acts.patrons import Arrive, Leave, Sit, StepAway
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.acts.shuffling import Cut, DeclineCut
from croupier.table.roles import Person, Role
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.cli.table.setting import Setting
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.games.blackjack.views import HandView
    from croupier.table.commands import Command

PLAYER = "Guest"
PENETRATION = 2 / 3
"""How deep into the shoe the cutting card goes, between the least and the most allowed."""


class Asked(StrEnum):
    """What the table waits for from the player."""

    CUT = "cut"
    WAGERS = "wagers"
    INSURANCE = "insurance"
    PLAY = "play"
    NEXT = "next round"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Move:
    """Something the player might do now: the command, and why it would be refused if it would."""

    name: str
    command: Command
    by: Person
    refusal: Refused | None

    @property
    def legal(self) -> bool:
        return self.refusal is None


class Session:
    """A player at an open table, from sitting down to leaving."""

    def __init__(
        self,
        setting: Setting,
        *,
        entropy: Callable[[], bytes],
        clock: Callable[[], int],
        keep: Callable[[bytes], object] | None = None,
    ) -> None:
        self.setting = setting
        self.rules: BlackjackRules = rules_for(setting.instrument, setting.options)
        self._keep = keep
        self.me = Person(PLAYER, Role.PLAYER)
        self.clock = clock
        self.history = History(PLAYER)
        self.brought = 0
        self._answered: set[int] = set()
        """Boxes whose wager has been insured or not."""
        self.table = table_for(
            setting.instrument,
            self.rules.options,
            name="terminal",
            boxes=setting.boxes,
            keep=self._recorded,
        )
        self.scene: Scene = look(self.table, PLAYER)
        self.dealer = Dealer(
            self.table, entropy, ask_cut=None, penetration=PENETRATION, clock=clock
        )
        self.wagering = Wagering(self.table, self.me, clock)
        self._sit_down()

    def _sit_down(self) -> None:
        open_house(self.table, self.dealer, self.clock())
        self._do(Arrive(player=PLAYER))
        self._do(Sit(player=PLAYER, box=1))
        if self.setting.boxes > 1:
            self._do(PermitSeveralBoxes(player=PLAYER), self.dealer.by)
        self.bring(self.setting.bankroll)
        self._go_on()

    # -- what is asked, and what may be done

    @property
    def asked(self) -> Asked:
        table = self.table
        if table.shoe.preparation is Preparation.OFFERING_CUT and table.phase is not Phase.CLOSED:
            return Asked.CUT
        if table.phase is Phase.BETTING:
            return Asked.WAGERS
        if table.phase is Phase.SETTLED:
            return Asked.NEXT
        if table.phase is Phase.DEALING:
            return Asked.PLAY if self._due() == "choice" else Asked.INSURANCE
        return Asked.NOTHING

    @property
    def chips(self) -> int:
        return self.table.chips.rack(PLAYER)

    @property
    def minimum(self) -> int:
        return self.table.sign.of(MAIN).minimum

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of wager the table takes, the main one first."""
        return (MAIN, *self.rules.options["side_bets"])

    @property
    def cut_range(self) -> range:
        """How many cards may lie in front of the cut that is offered."""
        return front_cut_range(self.table.shoe.remaining)

    @property
    def turn(self) -> tuple[int, int]:
        """The box and hand that is being played or, for insurance, the box that is asked."""
        due = self.scene.round.due if self.scene.round else None
        if due is not None and due.box is not None and due.hand is not None:
            return due.box, due.hand
        if self.asked is Asked.INSURANCE:
            return next(iter(self._unanswered()), 1), 1
        return 1, 1

    @property
    def hand(self) -> HandView | None:
        """The hand whose turn it is."""
        return self.scene.hand(*self.turn)

    def moves(self) -> tuple[Move, ...]:
        """What the rules name for this moment, in their order, each with the table's judgement."""
        asked = self.asked
        if asked is Asked.PLAY:
            box, hand = self.turn
            return self._judged(
                ("split", Split(box=box, hand=hand)),
                ("double", Double(box=box, hand=hand, amount=self.most_double)),
                ("hit", Hit(box=box, hand=hand)),
                ("stand", Stand(box=box, hand=hand)),
            )
        if asked is Asked.INSURANCE:
            box, _ = self.turn
            return self._judged(
                ("insure", Insure(player=PLAYER, box=box, amount=self.most_insurance)),
                ("even money", TakeEvenMoney(player=PLAYER, box=box)),
                ("no", DeclineInsurance(player=PLAYER, box=box)),
            )
        if asked is Asked.WAGERS:
            return (self._judge("deal", NoMoreBets(), self.dealer.by),)
        if asked is Asked.CUT:
            allowed = self.cut_range
            return self._judged(
                ("cut", Cut(player=PLAYER, at=allowed[len(allowed) // 2])),
                ("decline", DeclineCut(player=PLAYER)),
            )
        return ()

    def legal(self) -> tuple[str, ...]:
        return tuple(move.name for move in self.moves() if move.legal)

    def _judged(self, *moves: tuple[str, Command]) -> tuple[Move, ...]:
        return tuple(self._judge(name, command, self.me) for name, command in moves)

    def _judge(self, name: str, command: Command, by: Person) -> Move:
        return Move(name, command, by, self.table.check(command, by, self.clock()))

    def deal(self) -> None:
        """No more bets: the round begins."""
        refusal = self.table.check(NoMoreBets(), self.dealer.by, self.clock())
        if refusal is not None:
            raise self._why_no_wager_stands() or refusal
        self._answered.clear()
        self.wagering.remember()
        self._do(NoMoreBets(), self.dealer.by)
        self._go_on()

    def _why_no_wager_stands(self) -> Refused | None:
        """The table says that none stands; this says why, where all are under the minimum."""
        mains = [w for w in self.table.wagers if w.wager == MAIN]
        short = [w for w in mains if w.amount < self.minimum]
        if self.asked is not Asked.WAGERS or not mains or len(short) < len(mains):
            return None
        return Refused(
            f"{dollars(short[0].amount)} is under the minimum of {dollars(self.minimum)}, and "
            f"{PLAYER} has been told",
            self.table.law.under_minimum,
        )

    # -- decisions

    def hit(self) -> None:
        box, hand = self.turn
        self._play(Hit(box=box, hand=hand))

    def stand(self) -> None:
        box, hand = self.turn
        self._play(Stand(box=box, hand=hand))

    def split(self) -> None:
        box, hand = self.turn
        self._play(Split(box=box, hand=hand))

    def double(self, amount: int | None = None) -> None:
        """Double by the whole wager or, with an amount, for less."""
        box, hand = self.turn
        most = self.most_double
        self._play(Double(box=box, hand=hand, amount=most if amount is None else amount))

    @property
    def most_double(self) -> int:
        """The whole wager, or as much of it as the player's chips allow."""
        stake = sum(stake.stake for stake in self.hand.stakes) if self.hand else 0
        return self._affordable(stake, self.rules.double_multiple)

    @property
    def most_insurance(self) -> int:
        """Half of the wager that is asked about, or as much of it as the chips allow."""
        stake = sum(stake.stake for stake in self.hand.stakes) if self.hand else 0
        return self._affordable(stake // 2, self.insurance_step)

    @property
    def insurance_step(self) -> int:
        return max(1, self.rules.smallest_chip // 2)

    def _affordable(self, wanted: int, step: int) -> int:
        most = min(wanted, self.chips) // step * step
        return most or wanted or step

    def insure(self, amount: int | None = None) -> None:
        """Insure the wager that is asked about, by half of it or, with an amount, for less."""
        box, _ = self.turn
        most = self.most_insurance
        command = Insure(player=PLAYER, box=box, amount=most if amount is None else amount)
        self._answer(box, command)

    def take_even_money(self) -> None:
        box, _ = self.turn
        self._answer(box, TakeEvenMoney(player=PLAYER, box=box))

    def decline_insurance(self) -> None:
        box, _ = self.turn
        self._answer(box, DeclineInsurance(player=PLAYER, box=box))

    def _answer(self, box: int, command: Command) -> None:
        self._do(command)
        self._answered.add(box)
        self._go_on()

    def _play(self, command: Command) -> None:
        self._do(command)
        self._go_on()

    # -- between rounds

    def cut(self, at: int) -> None:
        """Cut the shuffled cards so many from the front."""
        self._do(Cut(player=PLAYER, at=at))
        self._go_on()

    def decline_cut(self) -> None:
        self._do(DeclineCut(player=PLAYER))
        self._go_on()

    def next_round(self) -> None:
        """The cards are collected, and betting opens or, after the cutting card, the shuffle."""
        self.dealer.collect()
        self._go_on()

    def bring(self, amount: int) -> None:
        """More play chips from the player's pocket."""
        self._do(BringChips(player=PLAYER, amount=amount))
        self.brought += amount

    @property
    def is_short(self) -> bool:
        """Whether the player has not the chips for another wager."""
        return self.asked is Asked.WAGERS and not self.table.wagers and self.chips < self.minimum

    def leave(self) -> None:
        """Get up and go; hands still in play are finished as for any player who is not there."""
        if self.asked is Asked.NOTHING:
            return
        if self.table.phase is Phase.DEALING:
            self._do(StepAway(player=PLAYER))
            if self.asked is Asked.CUT:
                self.decline_cut()
            self._go_on()
        if self.table.phase is Phase.SETTLED:
            self.dealer.collect()
        if self.table.wagers:
            self.wagering.clear()
        if self.chips:
            self._do(TakeChips(player=PLAYER, amount=self.chips))
        self._do(Leave(player=PLAYER))
        close_house(self.table, self.dealer, self.clock())

    # -- the table and its dealer

    def _do(self, command: Command, by: Person | None = None) -> None:
        self.table.do(command, by or self.me, self.clock())

    def _recorded(self, line: bytes) -> None:
        """A line of the record: whatever anybody does at the table passes here, once."""
        if self._keep is not None:
            self._keep(line)
        if hasattr(self, "table"):  # the first line is the table's own, before there is one
            facts = self.table.record.entries[-1].facts
            self.scene = self.history.note(self.table, facts)

    def _go_on(self) -> None:
        """Let the dealer work until the player is asked something."""
        if self.table.phase is Phase.DEALING:
            self.dealer.deal()
            while self._due().startswith("insurance") and not self._unanswered():
                self._do(MoveOn(), self.dealer.by)
                self.dealer.deal()
        if self.table.phase is Phase.BETTING:
            self.dealer.prepare()

    def _due(self) -> str:
        due = self.scene.round.due if self.scene.round else None
        return due.what if due is not None else ""

    def _unanswered(self) -> list[int]:
        """Boxes whose owner has not said anything about insurance."""
        if PLAYER in self.table.patrons.away or self.scene.round is None:
            return []
        boxes = self.scene.round.boxes
        return [box.number for box in boxes if box.number not in self._answered]
