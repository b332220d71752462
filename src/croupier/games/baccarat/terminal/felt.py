"""The baccarat felt: both hands, the wagers, and the bead plate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal

from croupier.cli.play_screen import card_art
from croupier.cli.play_screen.felt import Cards, Felt, Spot, outcome
from croupier.cli.play_screen.widgets import TextLine
from croupier.games.baccarat.hands import BANKER_PAIR, PLAYER_PAIR
from croupier.games.baccarat.terminal.wording import hand_of, round_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from croupier.cli.play_screen.scene import TableScene
    from croupier.games.baccarat.terminal.session import BaccaratSession
    from croupier.games.baccarat.views import Bead

COLUMNS = 44
BEADS = 6
"""How many coups stand in a column of the bead plate."""
PAIR_NAMES = {BANKER_PAIR: "B pair", PLAYER_PAIR: "P pair"}
"""As layouts write them, which have little room."""
COLOURS = {"player": "#4f8fe0", "banker": "#e0524f", "tie": "#4fbf6f", None: "#7a7a7a"}
LETTERS = {"player": "P", "banker": "B", "tie": "T", None: "-"}


class BaccaratFelt(Felt):
    """Both hands above, the spots below, the coups of the shoe between them."""

    def __init__(self, session: BaccaratSession) -> None:
        super().__init__()
        self._session = session
        self.columns = COLUMNS

    def compose(self) -> ComposeResult:
        with Horizontal(id="hands"):
            yield Cards("PLAYER", id="players-hand")
            yield Cards("BANKER", id="bankers-hand")
        yield TextLine(id="inscription")
        with Horizontal(id="circles"):
            for kind in self._session.kinds:
                yield Spot(1, kind, main=True)

    def show(self, scene: TableScene, *, selected: tuple[int, str] | None, tall: bool) -> None:
        for whose in ("player", "banker"):
            hand = hand_of(scene, whose)
            cards, words = (hand.cards, _total(hand.total)) if hand else ((), "")
            self.query_one(f"#{whose}s-hand", Cards).show(cards, words, tall=tall)
        self.query_one("#inscription", TextLine).say(self._middle(scene))
        for spot in self.query(Spot):
            spot.set_class(selected is not None and spot.kind == selected[1], "-selected")
            spot.set_class(round_of(scene) is None, "-open")
            spot.say(self._spot(scene, spot.kind))

    def _middle(self, scene: TableScene) -> Text:
        text = Text("  ·  ".join(self._session.printed()).upper(), f"bold {card_art.GOLD}")
        text.justify = "center"
        plate = bead_plate(scene.board or ())
        return text.append("\n\n").append_text(plate) if plate.cell_len else text

    def _spot(self, scene: TableScene, kind: str) -> Text:
        name = PAIR_NAMES.get(kind) or self._session.wager_name(kind)
        text = Text(name, f"bold {card_art.GOLD}", justify="center", no_wrap=True)
        settled = [each for each in scene.settled if each.wager == kind]
        if settled:
            return text.append("\n").append_text(outcome(settled[-1], level="level"))
        coup = round_of(scene)
        amount = scene.wager(1, kind)
        if coup is not None:
            amount = sum(stake.stake for stake in coup.stakes if stake.wager == kind)
        return text.append("\n").append_text(card_art.chips(amount, most=3)) if amount else text


def _total(total: int | None) -> str:
    return "" if total is None else str(total)


def bead_plate(beads: Sequence[Bead]) -> Text:
    """The coups of the shoe, six to a column; a dot marks a pair on its side."""
    rows = [Text(no_wrap=True) for _ in range(min(BEADS, len(beads)))]
    columns = -(-len(beads) // BEADS)
    for place, bead in enumerate(beads):
        players, bankers = ("•" if pair else " " for pair in (bead.player_pair, bead.banker_pair))
        words = f"{players}{LETTERS[bead.winner]}{bankers}"
        rows[place % BEADS].append(words, f"bold #ffffff on {COLOURS[bead.winner]}").append(" ")
    for row in rows:
        row.pad_right(4 * columns - row.cell_len)
    return Text("\n", justify="center").join(rows) if rows else Text()
