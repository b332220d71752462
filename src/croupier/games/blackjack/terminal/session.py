"""A player's session at a blackjack table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from croupier.cli.play_screen.session import PLAYER, TableSession, WaitsFor
from croupier.cli.play_screen.table_setup import CHIPS, SIDE_LIMITS, step_from
from croupier.games.blackjack.asks_and_answers import (
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.facts import Chose, DealerEnded, Dealt, HandEnded, Insured
from croupier.games.blackjack.side_bets import SUPER_SEVENS
from croupier.games.blackjack.terminal import wording
from croupier.games.blackjack.words import ENDS
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.facts import Fact
    from croupier.cli.play_screen.felt import Felt
    from croupier.cli.play_screen.moves import Move
    from croupier.cli.play_screen.scene import TableScene
    from croupier.games.blackjack.game import Blackjack
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.games.blackjack.views import HandView, RoundView
    from croupier.table.facts import Settled
    from croupier.wording.teller import Audience


_SUPER_SEVENS = 5_00


class BlackjackSession(TableSession):
    """Splits, doubles and insurance, box after box."""

    name: ClassVar[str] = "Blackjack"
    help: ClassVar[str] = """\
[b]Blackjack against the dealer, for play chips.[/b]
Come nearer to 21 than the dealer without passing it. Tens and
pictures count 10, an ace 11 or 1. Only what the rules allow is
offered; what they refuse is refused here too, with the clause.

[b]Your hands[/b]
  h  s  p   hit, stand, split
  d  l      double, double for less

[b]When the dealer shows an ace[/b]
  i  l      insure, insure for less
  e  n      even money on a Blackjack, no"""
    moments: ClassVar[tuple[type[Fact], ...]] = (Dealt,)
    told: ClassVar[tuple[type[Fact], ...]] = (Dealt, Chose, Insured, HandEnded, DealerEnded)
    most_boxes: ClassVar[int] = 7
    typed: ClassVar[str] = """\
Your hand  hit, stand, double, double 10 (for less), split; also h, s, d, p
Insurance  insure, insure 5 (for less), even (even money), no"""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._answered: set[int] = set()
        """Boxes whose wager has been insured or not."""
        super().__init__(*args, **kwargs)

    @classmethod
    def options(cls, least: int, most: int, side_bets: tuple[str, ...]) -> dict[str, Any]:
        limits, multiples = {MAIN: [least, most]}, {MAIN: step_from(least)}
        options: dict[str, Any] = {
            "side_bets": list(side_bets), "limits": limits, "multiples": multiples,
            "smallest_chip": CHIPS.smallest,
        }  # fmt: skip
        for name in side_bets:
            if name == SUPER_SEVENS:
                options["super_sevens_amounts"] = [_SUPER_SEVENS]
            else:
                limits[name] = list(SIDE_LIMITS)
                multiples[name] = CHIPS.smallest
        return options

    @property
    def rules(self) -> BlackjackRules:
        return cast("Blackjack", self.table.game).rules

    def seated(self) -> None:
        if self.setting.boxes > 1:
            self._do(PermitSeveralBoxes(player=PLAYER), self.dealer.by)

    # -- whose turn it is

    @property
    def round(self) -> RoundView | None:
        return wording.round_of(self.scene)

    @property
    def insuring(self) -> bool:
        """Whether the player is asked about insurance."""
        return self.asked is WaitsFor.PLAY and self._due().startswith("insurance")

    @property
    def turn(self) -> tuple[int, int]:
        """The box and hand that is being played or, for insurance, the box that is asked."""
        due = self.round.due if self.round else None
        if due is not None and due.box is not None and due.hand is not None:
            return due.box, due.hand
        if self.insuring:
            return next(iter(self._unanswered()), 1), 1
        return 1, 1

    @property
    def hand(self) -> HandView | None:
        """The hand whose turn it is."""
        return wording.hand_of(self.scene, *self.turn)

    def _due(self) -> str:
        due = self.round.due if self.round else None
        return due.what if due is not None else ""

    def _unanswered(self) -> list[int]:
        """Boxes whose owner has not said anything about insurance."""
        if PLAYER in self.table.patrons.away or self.round is None:
            return []
        return [box.number for box in self.round.boxes if box.number not in self._answered]

    # -- what may be done

    def every_move(self) -> Iterator[Move]:
        box, hand = self.turn
        stake = sum(stake.stake for stake in self.hand.stakes) if self.hand else 0
        playing = self._due() == "choice"
        yield self.judge("split", "p", Split(box=box, hand=hand), asked=playing)
        double = self.amounts(
            stake,
            self.rules.double_multiple,
            lambda amount: Double(box=box, hand=hand, amount=amount),
        )
        yield self.judge_amount("double", "d", double, asked=playing)
        yield self.judge("hit", "h", Hit(box=box, hand=hand), asked=playing)
        yield self.judge("stand", "s", Stand(box=box, hand=hand), asked=playing)
        if self.rules.law.insurance is None:
            return
        insure = self.amounts(
            stake // 2,
            self.insurance_step,
            lambda amount: Insure(player=PLAYER, box=box, amount=amount),
        )
        asked = self.insuring
        yield self.judge_amount("insure", "i", insure, asked=asked)
        yield self.judge("even money", "e", TakeEvenMoney(player=PLAYER, box=box), asked=asked)
        yield self.judge("no", "n", DeclineInsurance(player=PLAYER, box=box), asked=asked)

    @property
    def insurance_step(self) -> int:
        return max(1, self.rules.smallest_chip // 2)

    def wait(self) -> str:
        where = wording.place(self.scene, *self.turn)
        words = self.hand.words if self.hand else ""
        return f"{where}, {words}, {wording.against(self.scene)}"

    def if_left(self) -> str:
        clauses = ", ".join(self.table.law.absent_player)
        return (
            "the dealer finishes your hands as for any player who is not there: cards until 12 or "
            f"more, nothing else ({clauses})"
        )

    def moved(self, move: Move) -> None:
        if move.name in ("insure", "even money", "no"):
            self._answered.add(getattr(move.command, "box", 0))

    def play_on(self) -> None:
        if not self.table.in_play:
            self._answered.clear()
        self.dealer.deal(card_by_card=True)
        while self._due().startswith("insurance") and not self._unanswered():
            self._do(MoveOn(), self.dealer.by)
            self.dealer.deal(card_by_card=True)

    # -- how it is said and shown

    def wager_name(self, wager: str) -> str:
        return "Blackjack" if wager == MAIN else super().wager_name(wager)

    def audience(self, scene: TableScene) -> Audience:
        return wording.audience(scene, PLAYER, self.level)

    def hears(self, fact: Fact) -> bool:
        stood = isinstance(fact, HandEnded) and fact.how not in ENDS
        return super().hears(fact) and not stood

    def where(self, scene: TableScene, settled: Settled) -> str:
        return wording.where(self, scene, settled)

    def lying(self, scene: TableScene) -> Iterator[str]:
        return wording.lying(scene)

    def felt(self) -> Felt:
        from croupier.games.blackjack.terminal.felt import BlackjackFelt

        return BlackjackFelt(self)
