"""The blackjack felt: the dealer's hand, the inscription, and the boxes with their hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from croupier.cli.play_screen import card_art
from croupier.cli.play_screen.felt import Cards, Felt, Spot, centred, net, outcome
from croupier.cli.play_screen.widgets import TextLine
from croupier.games.blackjack.terminal.wording import round_of
from croupier.money import dollars
from croupier.table.table import Phase
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from croupier.cli.play_screen.scene import TableScene
    from croupier.games.blackjack.terminal.session import BlackjackSession
    from croupier.games.blackjack.views import BoxView, HandView
    from croupier.table.facts import Settled

BOX_COLUMNS = 13
"""How many columns a box needs beside the panel."""


class Hands(Widget):
    """The hands of one box, the first on the dealer's left."""

    def __init__(self) -> None:
        super().__init__()
        self.tall = False
        self._in_play = False
        self._box: BoxView | None = None
        self._active: int | None = None
        self._settled: dict[int, Settled] = {}

    def show(
        self,
        box: BoxView | None,
        active: int | None,
        settled: dict[int, Settled],
        *,
        in_play: bool,
        tall: bool,
    ) -> None:
        shown = (self._box, self._active, self._settled, self._in_play, self.tall)
        if (box, active, settled, in_play, tall) != shown:
            self.refresh(layout=(in_play, tall) != shown[-2:])
            self._box, self._active, self._settled = box, active, settled
            self._in_play, self.tall = in_play, tall

    def get_content_height(self, *_: object) -> int:
        if not self._in_play:
            return 0
        return 7 if self.tall else 5

    def render(self) -> Text:
        if self._box is None:
            return Text()
        hands = self._box.hands
        width = (self.size.width - 2 * (len(hands) - 1)) // len(hands)
        blocks = [self._block(hand, width) for hand in reversed(hands)]
        return centred(card_art.beside(blocks), self.size.width)

    def _block(self, hand: HandView, width: int) -> list[Text]:
        active = hand.place == self._active
        faded = hand.total > 21
        rows = card_art.hand_rows(hand.cards, tall=self.tall, width=width, faded=faded)
        words = f"▸ {hand.words} ◂" if active else hand.words
        rows.append(Text(words[:width], f"bold {card_art.GOLD if active else card_art.CREAM}"))
        rows.append(self._stake(hand))
        return rows

    def _stake(self, hand: HandView) -> Text:
        settled = self._settled.get(hand.place)
        if settled is not None:
            return outcome(settled)
        stake = sum(each.stake for each in hand.stakes)
        double = sum(each.double for each in hand.stakes)
        text = card_art.chips(stake, most=3)
        return text.append(f" +{dollars(double)}", f"bold {card_art.GOLD}") if double else text


class Box(Vertical):
    """One box: its hands above, and the spots that its chips lie on."""

    def __init__(self, number: int, session: BlackjackSession) -> None:
        super().__init__(id=f"box-{number}", classes="box")
        self.number = number
        self._session = session

    def compose(self) -> ComposeResult:
        yield Hands()
        for kind in self._session.kinds:
            yield Spot(self.number, kind, main=kind == MAIN)

    def show(self, scene: TableScene, *, selected: str | None, insuring: bool, tall: bool) -> None:
        round = round_of(scene)
        view = next((b for b in round.boxes if b.number == self.number), None) if round else None
        due = round.due if round else None
        active = due.hand if due and due.what == "choice" and due.box == self.number else None
        mine = [each for each in scene.settled if each.box == self.number]
        hands = {s.hand: s for s in mine if s.wager == MAIN and s.hand is not None}
        self.query_one(Hands).show(view, active, hands, in_play=round is not None, tall=tall)
        widths = [card_art.least_width(len(hand.cards)) for hand in view.hands] if view else [0]
        self.styles.width = f"{len(widths)}fr"
        self.styles.min_width = max(10, sum(widths) + 2 * len(widths))
        self.set_class(active is not None or insuring, "-active")
        for spot in self.query(Spot):
            spot.set_class(spot.kind == selected, "-selected")
            spot.set_class(round is None, "-open")
            spot.say(self._main(scene) if spot.kind == MAIN else self._side(scene, spot.kind))

    def _main(self, scene: TableScene) -> Text:
        text = Text(f"Box {self.number}", f"bold {card_art.GOLD}", justify="center", no_wrap=True)
        amount = scene.wager(self.number, MAIN) if scene.round is None else 0
        if amount:
            text.append("  ").append_text(card_art.chips(amount))
        if scene.phase is Phase.SETTLED:
            mine = [each.net for each in scene.settled if each.box == self.number]
            return text.append("  ").append_text(net(sum(mine))) if mine else text
        if (round := round_of(scene)) is not None:
            for insured in round.insurance:
                if insured.box == self.number:
                    text.append(f"  insured {dollars(insured.amount)}", card_art.CREAM)
            for settled in scene.settled:
                if settled.box == self.number and settled.wager == "insurance":
                    text.append("  insurance ", card_art.CREAM).append_text(outcome(settled))
        return text

    def _side(self, scene: TableScene, kind: str) -> Text:
        """What lies there or came of it first: in a narrow box the name may lose its end."""
        text = Text(justify="center", no_wrap=True)
        settled = next((s for s in scene.settled if s.box == self.number and s.wager == kind), None)
        amount = scene.wager(self.number, kind)
        if settled is not None:
            text.append_text(outcome(settled)).append(" ")
        elif amount:
            text.append_text(card_art.chips(amount, most=3)).append(" ")
        return text.append(self._session.wager_name(kind), card_art.MINT)


class BlackjackFelt(Felt):
    """The dealer's hand, what is printed on the layout, and the boxes."""

    def __init__(self, session: BlackjackSession) -> None:
        super().__init__()
        self._session = session
        self.columns = session.setting.boxes * BOX_COLUMNS

    def compose(self) -> ComposeResult:
        yield Cards("DEALER", id="dealer")
        yield TextLine(id="inscription")
        # Box 1 is on the dealer's left, and the dealer looks towards the player.
        with Horizontal(id="boxes"):
            for number in range(self._session.setting.boxes, 0, -1):
                yield Box(number, self._session)

    def show(self, scene: TableScene, *, selected: tuple[int, str] | None, tall: bool) -> None:
        round = round_of(scene)
        cards = round.dealer.cards if round else ()
        words = round.dealer.words if round and len(cards) > 1 else ""
        self.query_one("#dealer", Cards).show(cards, words, tall=tall)
        self.query_one("#inscription", TextLine).say(self._printed(tall))
        session = self._session
        insuring = session.turn[0] if session.insuring and scene is session.scene else 0
        for box in self.query(Box):
            spot = selected[1] if selected and selected[0] == box.number else None
            box.show(scene, selected=spot, insuring=box.number == insuring, tall=tall)
            if box.has_class("-active"):
                box.scroll_visible(animate=False)

    def _printed(self, tall: bool) -> Text:
        blackjack, dealer, *insurance = self._session.printed()
        printed = Text(justify="center", no_wrap=True)
        printed.append(blackjack.upper(), f"bold {card_art.GOLD}")
        printed.append("\n" if tall else "  ·  ").append(dealer, card_art.MINT)
        line = "─" * 12
        for words in insurance:
            printed.append(f"\n╶{line} {words.upper()} {line}╴", card_art.MINT)
        return printed
