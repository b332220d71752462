"""A player's session at a baccarat table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from croupier.cli.play_screen.session import PLAYER, TableSession, WaitsFor
from croupier.cli.play_screen.table_setup import CHIPS, SIDE_LIMITS, step_from
from croupier.games.baccarat.acts.dealing import NameTurners, Turn
from croupier.games.baccarat.acts.no_bet_coups import (
    AnswerNoBetCoup,
    AskForNoBetCoup,
    DirectNoBetCoup,
)
from croupier.games.baccarat.facts import (
    CoupEnded,
    Dealt,
    DealtFaceDown,
    NoBetCoup,
    OneMoreRound,
    Stood,
    Turned,
    Whose,
)
from croupier.games.baccarat.hands import BANKER, BANKER_PAIR, PLAYER_PAIR, TIE
from croupier.games.baccarat.hands import PLAYER as PLAYERS_HAND
from croupier.games.baccarat.rules import FaceOfCards
from croupier.games.baccarat.terminal import wording
from croupier.table.acts.betting import NoMoreBets
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.facts import Fact
    from croupier.cli.play_screen.felt import Felt
    from croupier.cli.play_screen.moves import Move
    from croupier.cli.play_screen.scene import TableScene
    from croupier.games.baccarat.game import Baccarat
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.facts import Settled
    from croupier.wording.teller import Audience


class BaccaratSession(TableSession):
    """Bets on either hand, on a tie and on pairs; the tableau decides the rest."""

    name: ClassVar[str] = "Mini-Baccarat"
    moments: ClassVar[tuple[type[Fact], ...]] = (Dealt, DealtFaceDown, Turned)
    unusual: ClassVar[tuple[type[Fact], ...]] = (NoBetCoup, OneMoreRound)
    told: ClassVar[tuple[type[Fact], ...]] = (
        Dealt, DealtFaceDown, Turned, Stood, CoupEnded, NoBetCoup, OneMoreRound,
    )  # fmt: skip
    help: ClassVar[str] = """\
[b]Mini-Baccarat, for play chips.[/b]
Two hands are dealt, the player's and the banker's, and the one
nearer to nine wins. Tens and pictures count nothing, an ace one;
of a total only the last digit counts. Whether a hand draws is for
the tableau: nothing is left to decide but where to bet.

[b]Where cards are dealt face down[/b]
  space     turn the next card
  x         turn all of them

[b]Between coups[/b]
  n         a coup without wagers"""
    typed: ClassVar[str] = """\
Face down  turn (the next card), all
Instead    coup (without wagers)"""

    @classmethod
    def options(cls, least: int, most: int, side_bets: tuple[str, ...]) -> dict[str, Any]:
        mains, pairs = (BANKER, PLAYERS_HAND, TIE), (BANKER_PAIR, PLAYER_PAIR)
        return {
            "settlement": "A",
            "burn_method": "b",
            "side_bets": list(side_bets),
            "limits": {kind: [least, most] for kind in mains}
            | {kind: list(SIDE_LIMITS) for kind in pairs},
            "multiples": dict.fromkeys(mains, step_from(least))
            | dict.fromkeys(pairs, CHIPS.smallest),
        }

    @property
    def rules(self) -> BaccaratRules:
        return cast("Baccarat", self.table.game).rules

    def seated(self) -> None:
        if self.rules.dealing is FaceOfCards.FACE_DOWN:
            for hand in Whose:
                self._do(NameTurners(hand=hand, players=(PLAYER,)), self.dealer.supervisor)

    # -- what may be done

    def every_move(self) -> Iterator[Move]:
        coup = wording.round_of(self.scene)
        turning = coup is not None and coup.due is not None and coup.due.what == "turn"
        hand, place = self._hidden()
        turn = Turn(hand=hand, place=place, player=PLAYER)
        yield self.judge("turn", "space", turn, asked=turning, alone=True)
        yield self.judge("all", "x", turn, label="Turn all", asked=turning)
        idle = self.asked is WaitsFor.WAGERS and not self.table.wagers
        ask = AskForNoBetCoup(player=PLAYER)
        yield self.judge("coup", "n", ask, label="No-bet coup", asked=idle)

    def _hidden(self) -> tuple[Whose, int]:
        """The card that is turned next: the player's hand comes first."""
        for whose in Whose:
            hand = wording.hand_of(self.scene, whose)
            for place, card in enumerate(hand.cards if hand else (), 1):
                if card is None:
                    return whose, place
        return Whose.PLAYER, 1

    def moved(self, move: Move) -> None:
        if move.name == "coup":
            self._play_without_wagers()
        elif move.name == "all":
            self._turn_all()

    def _turn_all(self) -> None:
        while True:
            hand, place = self._hidden()
            turn = Turn(hand=hand, place=place, player=PLAYER)
            if self.table.check(turn, self.me, self.clock()) is not None:
                return
            self._do(turn)

    def _play_without_wagers(self) -> None:
        """Whoever asked agrees as well, and nobody else is there."""
        agrees = AnswerNoBetCoup(player=PLAYER)
        if self.table.check(agrees, self.me, self.clock()) is None:
            self._do(agrees)
        self._do(DirectNoBetCoup(), self.dealer.supervisor)
        self._do(NoMoreBets(), self.dealer.by)

    def wait(self) -> str:
        return "The cards lie face down: turn them"

    def walk_away(self) -> None:
        while self.table.phase is Phase.DEALING:  # a third card may come face down as well
            self._turn_all()
            self.go_on()
        super().walk_away()

    def if_left(self) -> str:
        return "your wagers stay where they are until the coup is decided"

    # -- how it is said and shown

    def spot_name(self, box: int, kind: str) -> str:
        return self.wager_name(kind).lower()

    def wager_name(self, wager: str) -> str:
        return wager.replace("-", " ").capitalize()

    def audience(self, scene: TableScene) -> Audience:
        return wording.audience(scene, PLAYER, self.level)

    def where(self, scene: TableScene, settled: Settled) -> str:
        return wording.where(self, settled)

    def lying(self, scene: TableScene) -> Iterator[str]:
        return wording.lying(scene)

    def felt(self) -> Felt:
        from croupier.games.baccarat.terminal.felt import BaccaratFelt

        return BaccaratFelt(self)
