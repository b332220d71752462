"""High Card in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.containers import Horizontal

from croupier.cli.play_screen import card_art
from croupier.cli.play_screen.felt import Cards, Felt, Spot, outcome
from croupier.cli.play_screen.session import TableSession
from croupier.cli.play_screen.table_setup import CHIPS, SIDE_LIMITS, step_from
from croupier.cli.play_screen.widgets import TextLine
from croupier.cli.play_screen.wording import spoken
from croupier.table.wagers import MAIN
from high_card.round import Dealt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.app import ComposeResult

    from croupier.aggregate.facts import Fact
    from croupier.cli.play_screen.moves import Move
    from croupier.cli.play_screen.scene import TableScene
    from croupier.table.facts import Settled


class HighCardSession(TableSession):
    """A player at a High Card table, with one box."""

    name: ClassVar[str] = "High Card"
    help: ClassVar[str] = """\
[b]High Card against the dealer, for play chips.[/b]
Your box and the dealer get one card each. You win if your card
is higher. Aces are high."""
    typed: ClassVar[str] = "In the round: nothing to decide"
    moments: ClassVar[tuple[type[Fact], ...]] = (Dealt,)
    told: ClassVar[tuple[type[Fact], ...]] = (Dealt,)

    @classmethod
    def options(cls, least: int, most: int, side_bets: tuple[str, ...]) -> dict[str, Any]:
        limits = {MAIN: [least, most]} | {name: list(SIDE_LIMITS) for name in side_bets}
        steps = {MAIN: step_from(least)} | dict.fromkeys(side_bets, CHIPS.smallest)
        return {"side_bets": list(side_bets), "limits": limits, "multiples": steps}

    def every_move(self) -> Iterable[Move]:
        return ()

    def wait(self) -> str:
        return "The dealer deals"

    def if_left(self) -> str:
        return "your wagers stay on the table until the round is settled"

    def where(self, scene: TableScene, settled: Settled) -> str:
        return self.spot_name(1, settled.wager)

    def lying(self, scene: TableScene) -> Iterator[str]:
        for name, cards in (("You", box_cards(scene)), ("Dealer", dealer_cards(scene))):
            if cards:
                yield f"{name}: {spoken(cards)}"

    def felt(self) -> Felt:
        return HighCardFelt(self)


def box_cards(scene: TableScene) -> tuple[Any, ...]:
    """Return the card of the player's box, if it lies there."""
    return () if scene.round is None else _shown(scene.round.boxes[0].card)


def dealer_cards(scene: TableScene) -> tuple[Any, ...]:
    """Return the dealer's card, if it lies there."""
    return () if scene.round is None else _shown(scene.round.dealer)


def _shown(card: Any) -> tuple[Any, ...]:
    return () if card is None else (card,)


class HighCardFelt(Felt):
    """Two cards, and a spot for each wager."""

    def __init__(self, session: HighCardSession) -> None:
        super().__init__()
        self._session = session
        self.columns = 30

    def compose(self) -> ComposeResult:
        yield Cards("DEALER", id="dealer")
        yield TextLine(id="inscription")
        yield Cards("YOU", id="box")
        with Horizontal(id="circles"):
            for kind in self._session.kinds:
                yield Spot(1, kind, main=kind == MAIN)

    def show(self, scene: TableScene, *, selected: tuple[int, str] | None, tall: bool) -> None:
        self.query_one("#dealer", Cards).show(dealer_cards(scene), "", tall=tall)
        self.query_one("#box", Cards).show(box_cards(scene), "", tall=tall)
        words = "  ·  ".join(self._session.printed()).upper()
        inscription = Text(words, f"bold {card_art.GOLD}", justify="center")
        self.query_one("#inscription", TextLine).say(inscription)
        for spot in self.query(Spot):
            spot.set_class(selected is not None and spot.kind == selected[1], "-selected")
            spot.set_class(scene.round is None, "-open")
            spot.say(self._spot(scene, spot.kind))

    def _spot(self, scene: TableScene, kind: str) -> Text:
        text = Text(self._session.spot_name(1, kind), f"bold {card_art.GOLD}", justify="center")
        settled = [each for each in scene.settled if each.wager == kind]
        if settled:
            return text.append("\n").append_text(outcome(settled[-1]))
        amount = scene.wager(1, kind)
        if scene.round is not None:
            stakes = scene.round.boxes[0].stakes
            amount = sum(each.stake for each in stakes if each.wager == kind)
        return text.append("\n").append_text(card_art.chips(amount, most=3)) if amount else text
