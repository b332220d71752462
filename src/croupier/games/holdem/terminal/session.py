"""A player's session at a table of Ultimate Texas Hold'em."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from croupier.cli.play_screen.session import PLAYER, TableSession
from croupier.cli.play_screen.table_setup import CHIPS, SIDE_LIMITS, step_from
from croupier.games.holdem.asks_and_answers import (
    Check,
    Concede,
    Fold,
    LookAtCards,
    NoAnswer,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import (
    Aborted,
    Announced,
    DealtFaceDown,
    Decided,
    Declared,
    Exposed,
    Qualified,
    Spread,
    TurnedUp,
)
from croupier.games.holdem.hands import ANTE, BLIND, TRIPS
from croupier.games.holdem.terminal import wording
from croupier.money import dollars
from croupier.table.facts import Revealed, ShuffleDue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.facts import Fact
    from croupier.cli.play_screen.felt import Felt
    from croupier.cli.play_screen.moves import Move
    from croupier.cli.play_screen.scene import TableScene
    from croupier.games.holdem.game import Holdem
    from croupier.games.holdem.rules import HoldemRules
    from croupier.games.holdem.views import RoundView
    from croupier.table.facts import Settled

BOX = 1


class HoldemSession(TableSession):
    """One hand against the dealer: check, fold, or the one play wager."""

    name: ClassVar[str] = "Ultimate Texas Hold'em"
    moments: ClassVar[tuple[type[Fact], ...]] = (DealtFaceDown, TurnedUp)
    unusual: ClassVar[tuple[type[Fact], ...]] = (Exposed, Aborted)
    told: ClassVar[tuple[type[Fact], ...]] = (
        Spread, Decided, TurnedUp, Exposed, Announced, Declared, Qualified, Aborted,
    )  # fmt: skip
    quiet: ClassVar[tuple[type[Fact], ...]] = (Revealed, ShuffleDue)
    """A shuffle follows every round, and its secret would show cards that nobody turned up."""
    help: ClassVar[str] = """\
[b]Ultimate Texas Hold'em against the dealer, for play chips.[/b]
The best five of your two cards and the five in the middle, against
the dealer's best five. The blind is as large as the ante and is
placed with it. The sooner you bet, the larger the play wager. A
fold loses every wager of the hand.

[b]Your hand[/b]
  4  3      before the flop: four or three times the ante
  2         after the flop: twice the ante
  1         on the river: once the ante
  c  f      check, fold

[b]When the dealer's hand is declared[/b]
  space     take and pay
  g         give up the hand, and all its wagers"""
    typed: ClassVar[str] = """\
Your hand  4x or 3x, 2x, 1x (the play wager), check, fold; also c, f
At the end take (take and pay), concede"""

    @classmethod
    def options(cls, least: int, most: int, side_bets: tuple[str, ...]) -> dict[str, Any]:
        return {
            "device": "shuffler",
            "limits": {ANTE: [least, most], TRIPS: list(SIDE_LIMITS)},
            "multiples": {ANTE: step_from(least), TRIPS: CHIPS.smallest},
        }

    @property
    def rules(self) -> HoldemRules:
        return cast("Holdem", self.table.game).rules

    @property
    def kinds(self) -> tuple[str, ...]:
        """The blind comes with the ante."""
        return tuple(kind for kind in super().kinds if kind != BLIND)

    @property
    def least_stake(self) -> int:
        return 2 * self.minimum  # ante and blind

    @property
    def round(self) -> RoundView | None:
        return wording.round_of(self.scene)

    # -- what may be done

    def every_move(self) -> Iterator[Move]:
        due = self.round.due if self.round else None
        betting = due is not None and due.what == "answers"
        ending = due is not None and due.what == "concessions"
        for multiple in (4, 3, 2, 1):
            amount = multiple * self._ante
            yield self.judge(
                f"{multiple}x", str(multiple), PlayWager(box=BOX, amount=amount),
                label=f"{multiple}x, {dollars(amount)}", asked=betting,
            )  # fmt: skip
        yield self.judge("check", "c", Check(box=BOX), asked=betting)
        yield self.judge("fold", "f", Fold(box=BOX), asked=betting)
        yield self.judge(
            "take and pay", "space", TakeAndPay(), by=self.dealer.by, asked=ending, alone=True
        )
        yield self.judge("concede", "g", Concede(box=BOX), label="Give up", asked=ending)

    @property
    def _ante(self) -> int:
        stakes = self.round.boxes[0].stakes if self.round else ()
        return sum(stake.amount for stake in stakes if stake.wager == ANTE)

    def wait(self) -> str:
        return wording.question(self.scene)

    def if_left(self) -> str:
        clauses = ", ".join(self.rules.law.no_answer)
        return f"a hand that owes an answer is folded, and its wagers are lost ({clauses})"

    def walk_away(self) -> None:
        super().walk_away()
        due = self.round.due if self.round else None
        if due is not None and due.what == "answers" and BOX in due.owing:
            self._do(NoAnswer(box=BOX), self.dealer.by)

    def play_on(self) -> None:
        self.dealer.deal(card_by_card=True)
        looks = LookAtCards(box=BOX)
        if self.table.check(looks, self.me, self.clock()) is None:
            self._do(looks)
        away = PLAYER in self.table.patrons.away
        due = self.round.due if self.round else None
        while due is not None and (due.what == "hand" or (away and due.what == "concessions")):
            self._do(TakeAndPay(), self.dealer.by)
            due = self.round.due if self.round else None

    # -- how it is said and shown

    def where(self, scene: TableScene, settled: Settled) -> str:
        return wording.where(scene, settled)

    def lying(self, scene: TableScene) -> Iterator[str]:
        return wording.lying(scene)

    def felt(self) -> Felt:
        from croupier.games.holdem.terminal.felt import HoldemFelt

        return HoldemFelt(self)
