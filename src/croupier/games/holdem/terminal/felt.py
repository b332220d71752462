"""The hold'em felt: the dealer, the middle, the player's cards, and the four circles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal

from croupier.cli.play_screen import card_art
from croupier.cli.play_screen.felt import Cards, Felt, Spot, outcome
from croupier.cli.play_screen.widgets import TextLine
from croupier.games.holdem.hands import ANTE, BLIND, PLAY, TRIPS
from croupier.games.holdem.terminal.wording import best, mine, round_of
from croupier.money import dollars

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from croupier.cli.play_screen.scene import TableScene
    from croupier.games.holdem.terminal.session import HoldemSession

COLUMNS = 44


class HoldemFelt(Felt):
    """One seat against the dealer."""

    def __init__(self, session: HoldemSession) -> None:
        super().__init__()
        self._session = session
        self.columns = COLUMNS

    def compose(self) -> ComposeResult:
        yield Cards("DEALER", id="dealer")
        yield Cards("", id="middle")
        yield TextLine(id="inscription")
        yield Cards("YOU", id="mine")
        with Horizontal(id="circles"):
            for kind in (ANTE, BLIND, TRIPS, PLAY):
                yield Spot(1, kind, main=True)

    def show(self, scene: TableScene, *, selected: tuple[int, str] | None, tall: bool) -> None:
        round, box = round_of(scene), mine(scene)
        dealer, middle = (round.dealer, round.communal) if round else ((), ())
        words = (round.dealers_hand or "") if round else ""
        self.query_one("#dealer", Cards).show(dealer, words, tall=tall)
        self.query_one("#middle", Cards).show(middle, "", tall=tall)
        self.query_one("#inscription", TextLine).say(self._printed())
        self.query_one("#mine", Cards).show(box.cards if box else (), best(scene), tall=tall)
        for spot in self.query(Spot):
            spot.set_class(selected is not None and spot.kind == selected[1], "-selected")
            spot.set_class(round is None, "-open")
            spot.say(self._circle(scene, spot.kind))

    def _printed(self) -> Text:
        return Text("  ·  ".join(self._session.printed()), card_art.MINT, justify="center")

    def _circle(self, scene: TableScene, kind: str) -> Text:
        text = Text(kind.capitalize(), f"bold {card_art.GOLD}", justify="center", no_wrap=True)
        box = mine(scene)
        stakes = {stake.wager: stake.amount for stake in box.stakes} if box else {}
        amount = stakes.get(kind, 0) if box else scene.wager(1, kind)
        settled = [each for each in scene.settled if each.wager == kind]
        if settled:
            return text.append("\n").append_text(outcome(settled[-1], level="push"))
        if amount:
            text.append("\n").append_text(card_art.chips(amount, most=3))
        elif kind == BLIND and box is None:
            text.append("\nwith the ante", card_art.MINT)
        elif kind == PLAY and (open_to := self._choices(scene)):
            text.append(f"\n{open_to}", card_art.MINT)
        return text

    def _choices(self, scene: TableScene) -> str:
        """What the play wager may be now."""
        round = round_of(scene)
        choices = round.due.choices if round and round.due else ()
        return " or ".join(dollars(each.amount) for each in choices if each.amount is not None)
