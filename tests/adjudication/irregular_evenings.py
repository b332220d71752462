"""Evenings on which as much as possible goes wrong: limits, markers, shared boxes, stray cards.

Every command is only tried: what the table refuses has not happened, and the evening goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from tests.casino.evenings import NAMES, Evening, player

from croupier.aggregate.roles import Person, Role
from croupier.rulebook.citations import Refused
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command

MANAGER = Person("max", Role.GAMING_MANAGER)
SOME = (3_00, 5_00, 7_00, 10_00, 20_00, 50_00, 100_00, 120_00, 200_00)


class IrregularEvening(Evening):
    """An evening whose `tries` are done by their tags, as a script spells them."""

    def tries(self, do: str, by: Person | None = None, **fields: Any) -> bool:
        kind = _commands(self).get(do)
        if kind is None:
            return False
        needs = self.table.game.acts[kind].needs
        assert needs is not None
        if by is None and needs is Role.PLAYER and "player" in fields:
            by = player(fields["player"])
        try:
            command = msgspec.convert({"do": do, **fields}, kind)
        except msgspec.ValidationError:  # another game's command of the same name
            return False
        return self.may(command, by or Person(str(needs), needs))

    def may(self, command: Command, by: Person) -> bool:
        if isinstance(command, TakeFromRack):  # which only the dealer can, who has the card
            try:
                return bool(self.dealer.take_from_rack())
            except Refused:
                return False
        return super().may(command, by)

    def play(self, rounds: int) -> IrregularEvening:
        for _ in range(rounds):
            for box, name in enumerate(NAMES, 1):
                self.bet(box, name)
            if self.table.wagers:
                self.round()
            else:
                self.without_wagers()
        return self

    def without_wagers(self) -> None:
        """A coup on which nobody may bet, if the rules have such."""
        self.dealer.prepare()
        if self.tries("no-more-bets"):
            while not self._is_in(Phase.SETTLED, Phase.BETTING):
                self.dealer.deal()
                self.decide()
            if self._is_in(Phase.SETTLED):
                self.collect()

    def _is_in(self, *phases: Phase) -> bool:
        return self.table.phase in phases

    # -- before the deal

    def bet(self, box: int, name: str) -> None:
        chance = self.chance
        if chance.random() < 0.1:
            self.tries("place-marker", player=name, box=box, limit=300_00)
            self.tries("place-marker", player=name, limit=300_00)
            self.tries("place-personal-sign", player=name, minimum=20_00, maximum=300_00)
        if chance.random() < 0.1:
            self.tries("permit-several-boxes", player=name)
        trouble, self.trouble = self.trouble, 0.0  # tokens are no chips that could be counted
        super().bet(box, name)
        self.trouble = trouble
        if chance.random() < 0.4:
            where, amount = chance.choice((1, box, 4)), chance.choice(SOME)
            for wager in self.table.game.wagers:
                self.tries("place-wager", player=name, box=where, amount=amount, wager=wager)
        if chance.random() < 0.1:
            amount = chance.choice((5_00, 150_00))
            self.tries("overlook-wager", player=name, box=box, amount=amount)
        if chance.random() < 0.1:
            wager = chance.choice(("ante", "blind", "trips"))
            amount = chance.choice((10_00, 20_00))
            self.tries("overlooked-wager", player=name, box=box, wager=wager, amount=amount)
        if chance.random() < 0.03:
            self.tries("direct-no-bet-coup")
            for each in NAMES:
                self.tries("ask-for-no-bet-coup", player=each)
            self.tries("direct-no-bet-coup")
        if chance.random() < 0.05:
            hand = chance.choice(("player", "banker"))
            self.tries("name-turners", hand=hand, players=[name])
        if chance.random() < 0.05:
            self.slip()

    # -- in the round

    def mishap(self) -> bool:
        chance, table = self.chance, self.table
        for _ in range(chance.randint(1, 3)):
            chance.choice((self.slip, self.stray, self.trouble_with_people, self.particular))()
            if table.phase is not Phase.DEALING:
                return table.phase is Phase.BETTING
        return super().mishap() if chance.random() < 0.3 else False

    def slip(self) -> None:
        """A card of the shoe goes astray."""
        dealer, seen = self.dealer, self.chance.random() < 0.6
        slips: dict[type[Command], Callable[[], object]] = {
            FaceUpCard: dealer.find_face_up,
            DrawnInError: lambda: dealer.draw_in_error(seen=seen),
            BurntInError: lambda: dealer.burn_in_error(seen=seen),
            DealerOverdrew: lambda: dealer.overdraw(seen=seen),
            TakeFromRack: dealer.take_from_rack,
        }
        known = [slip for command, slip in slips.items() if command in self.table.game.acts]
        if known and not dealer.cutting_card_next:
            try:
                self.chance.choice(known)()
            except Refused:
                return

    def stray(self) -> None:
        """A card is laid where it was not due, and most often put right."""
        due = self.table.round.card_due_to if self.table.round is not None else None
        if due is None or self.dealer.cutting_card_next:
            return
        try:
            self.dealer.misplace(*self.chance.choice(((1, 1), (2, 1), (0, 1), (0, 2), (3, 1))))
        except Refused:
            return
        if self.chance.random() < 0.8:
            self.tries("reconstruct", reason="it lay on the wrong hand")
            self.tries("let-stand", reason="nobody minds")

    def trouble_with_people(self) -> None:
        chance = self.chance
        name, box = chance.choice(NAMES), chance.randint(1, 3)
        if chance.random() < 0.5:
            clause = chance.choice(self.table.game.instrument.clauses).id
            self.tries("record-breach", person=name, clause=clause, what="a word too many")
        doing = chance.randint(0, 6)
        if doing == 0:
            self.tries("void-wager", player=name, box=box, reason="a word too many")
        elif doing == 1:
            self.tries("step-away", player=name)
        elif doing == 2:
            self.tries("come-back", player=name)
        elif doing == 3:
            self.tries("return-short-wager", player=name, box=box)
            for wager in self.table.game.wagers:
                self.tries("return-short-wager", player=name, box=box, wager=wager)
        elif doing == 4:
            self.tries("find-over-maximum", box=box)
        elif doing == 5 and self.table.in_play:
            self.tries("machine-failed", fault="it jams", rectified=chance.random() < 0.3)
            self.tries("machine-failed", fault="it jams", nature="mechanical")
            self.tries("device-failed", fault="it jams", spare_at_hand=chance.random() < 0.5)
            for each in NAMES:
                self.tries("elect-refund", player=each, takes=chance.random() < 0.5)
        else:
            self.tries("no-decision", player=name, refuses=True)

    def particular(self) -> None:
        """What only one of the games knows."""
        chance = self.chance
        box, name = chance.randint(1, 3), chance.choice(NAMES)
        whose = chance.choice((box, "dealer", "communal"))
        place = chance.randint(1, 3)
        hand = chance.choice(("player", "banker"))
        doing = chance.randint(0, 9)
        if doing == 0:
            self.tries("card-shown", whose=whose, place=place)
        elif doing == 1:
            self.tries("players-card-shown", box=box, place=place, reason="all saw it")
        elif doing == 2:
            self.tries("wager-missing", box=box)
        elif doing == 3:
            self.tries("level-wagers", box=box, reason="they differ")
        elif doing == 4 and chance.random() < 0.2:
            self.tries("wrong-count", whose=whose, cards=3)
            self.tries("call-misdeal", reason="it was none")
        elif doing == 5:
            self.tries("look-at-cards", box=box)
            self.tries("no-answer", box=box, refuses=True)
        elif doing == 6:
            self.tries("overlooked-play", box=box, amount=chance.choice((5_00, 15_00, 500_00)))
        elif doing == 7:
            changes = ["amount", "withdraw", "move", "new"]
            self.tries("permit-changes", changes=changes, reason="they wish")
            self.tries("place-wager", player=name, box=box, amount=20_00, wager="tie")
            self.tries("place-wager", player=name, box=box, amount=0, wager="banker")
            self.tries("move-wager", player=name, box=box, wager="player", to="banker")
        elif doing == 8:
            self.tries("card-exposed", hand=hand, place=chance.randint(1, 2))
            self.tries("excess-card-seen")
            self.tries("remove-wager", player=name, box=box, wager="banker")
        else:
            self.tries("misstate-total", box=box, said=17)

    def after_the_round(self) -> None:
        chance, number = self.chance, self.table.number
        self.tries("found-between-rounds", reason="it lay on the wrong hand")
        ruling = chance.choice(("stand", "void", "settle-anew"))
        self.tries("rule-on-round", round=number, ruling=ruling, reason="so be it")
        self.tries("rule-on-round", round=number, ruling="stand", reason="so be it")
        if chance.random() < 0.3:
            self.tries("void-misdeal", error="a card was off", why_not_rebuilt="nobody knows")
        if chance.random() < 0.1:
            self.tries("invalidate-game", disturbance="fire", round=number)
        if chance.random() < 0.2:
            self.slip()
        super().after_the_round()


def _commands(evening: Evening) -> dict[str, Any]:
    return {str(kind.__struct_config__.tag): kind for kind in evening.table.game.acts}
