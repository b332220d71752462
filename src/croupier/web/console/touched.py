"""What may have happened to what somebody touches on the layout: a card, a box, a wager, the shoe.

The commands are those of the table, each under what it can have happened to. Touching is the first
step and choosing a command the second; what was touched stands in its form already.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from croupier.aggregate.acts import Target, tag_of
from croupier.cards import Card
from croupier.table.acts.betting import ReturnShortWager
from croupier.table.acts.burn_and_reveal import NewCards, ReplaceCard
from croupier.table.acts.conduct import (
    RaiseDispute,
    RecordBreach,
    RequestReview,
    ReviewDispute,
    RuleOnDispute,
)
from croupier.table.acts.cutting_card import CuttingCardDrawn, DealtPastCuttingCard
from croupier.table.acts.dealing import Deal
from croupier.table.acts.dispute_rulings import CarryOutRuling
from croupier.table.acts.limit_markers import PlaceMarker
from croupier.table.acts.misnamed_cards import CorrectBurntCard, CorrectCard, CorrectLastCard
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.patrons import VacateSeat
from croupier.table.acts.player_restrictions import RequireMinimum, Restrict
from croupier.table.acts.several_boxes import GiveUpBox
from croupier.table.acts.shuffling_machine import MachineFailed
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)
from croupier.table.acts.voiding import Exclude, Invalidate, VoidRound, VoidWager

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.aggregate.acts import Command
    from croupier.web.console.command_list import CommandGroup, ListedCommand
    from croupier.web.felt.game_pages import CommandOrder


SPOKEN = {
    Target.CARD: "this card",
    Target.WAGER: "this wager",
    Target.BOX: "this box",
    Target.PLAYER: "this player",
    Target.DEALER: "the dealer's hand",
    Target.HAND: "this hand",
    Target.SHOE: "the shoe",
    Target.RACK: "the discard rack",
    Target.ROUND: "the round",
    Target.DISPUTE: "this dispute",
}
ORDER: tuple[type[Command], ...] = (
    # cards out of their place
    Deal,
    CorrectLastCard,
    CorrectCard,
    CorrectBurntCard,
    Reconstruct,
    VoidEarlierRound,
    DealerOverdrew,
    ReplaceCard,
    # the cards that are still to come, and those that are out
    FaceUpCard,
    DrawnInError,
    BurntInError,
    TakeFromRack,
    CuttingCardDrawn,
    DealtPastCuttingCard,
    MachineFailed,
    NewCards,
    # wagers
    ReturnShortWager,
    VoidWager,
    PlaceMarker,
    # players
    GiveUpBox,
    VacateSeat,
    RecordBreach,
    RequireMinimum,
    Restrict,
    Exclude,
    RaiseDispute,
    # disputes
    RuleOnDispute,
    RequestReview,
    ReviewDispute,
    CarryOutRuling,
    # the round as a whole
    VoidRound,
    Invalidate,
)
"""The commands of every table in the order of the lists; a game puts its own between them."""

HANDS: dict[str, tuple[Target, ...]] = {
    "hands/find-face-up": (Target.SHOE,),
    "hands/draw-in-error": (Target.SHOE,),
    "hands/burn-in-error": (Target.SHOE, Target.RACK),
    "hands/take-from-rack": (Target.RACK,),
    "hands/overdraw": (Target.DEALER,),
    "hands/misplace": (Target.BOX, Target.CARD),
}
"""The steps of the dealer's hands with a virtual shoe, by what they can happen to."""

LAID = frozenset({tag_of(Deal), "hands/misplace"})
"""Commands by which a card lies where it was touched."""

OTHERWISE = {tag_of(CorrectLastCard): ("card",), tag_of(CorrectCard): ("card",)}
"""Fields of a command that are known of what was touched, and ask for something else."""

IN_WORDS = {
    tag_of(CorrectLastCard): (
        "It is another card",
        "It was named wrongly, it came last, and nothing has followed from it yet.",
    ),
    tag_of(CorrectCard): (
        "It is another card, and play went on",
        "The round is followed again with the card that lies there.",
    ),
    tag_of(CorrectBurntCard): (
        "The burnt card is another one",
        "It was named wrongly, and no card was dealt since.",
    ),
    tag_of(Deal): ("Laid here by mistake", "The card that was due elsewhere lies here."),
}
"""What a command is called here, where its own name says too little."""

_HAND = re.compile(r"box-(\d{1,2})(?:-hand-(\d))?")
_PEOPLE = ("player", "person")


@dataclass(frozen=True, slots=True)
class Touched:
    """What somebody touched, and what of it stands in the form of a command already."""

    title: str
    matters: tuple[Target, ...]
    known: Mapping[str, str]
    lies: tuple[int, int, int] | None = None
    """Of a card: the box, the hand and its place in it, as a table counts them."""


def touched(said: Mapping[str, str]) -> Touched | None:
    """What the query of an address says was touched; nothing, where it says nothing of it."""
    at, player = said.get("at", ""), said.get("player", "")
    known = dict.fromkeys(_PEOPLE, player) if player else {}
    if at == "shoe":
        return Touched("The shoe", (Target.SHOE,), {})
    if at == "rack":
        return Touched("The discard rack", (Target.RACK,), {})
    if at == "round":
        return Touched("The round", (Target.ROUND,), {})
    if at == "dispute":
        number = said.get("number", "")
        return Touched(f"Dispute {number}", (Target.DISPUTE,), {**known, "number": number})
    card = _card(said.get("card", ""))
    if place := said.get("place", ""):
        known["place"] = place
    if card is not None:
        known["card"] = str(card)
    name = "A card face down" if card is None else f"The {card.spoken}"
    if found := _HAND.fullmatch(at):
        box, hand = found[1], found[2] or "1"
        known |= {"box": box, "hand": hand, "laid_on.box": box, "laid_on.hand": hand}
        known["whose"] = box
        where = f"box {box}" + (f", hand {hand}" if hand != "1" else "")
        if "wager" in said:
            known["wager"] = said["wager"]
            people = (Target.PLAYER,) if player else ()
            title = f"The wager of {player} on {where}" if player else f"A wager on {where}"
            return Touched(title, (Target.WAGER, Target.BOX, *people), known)
        people = (Target.PLAYER,) if player else ()
        if place:
            lies = _lies(int(box), int(hand), place)
            return Touched(f"{name}, {where}", (Target.CARD, Target.BOX, Target.ROUND), known, lies)
        return Touched(where.capitalize(), (Target.BOX, *people, Target.ROUND), known)
    if at in ("dealer", "communal", "player", "banker"):
        side = 2 if at in ("communal", "banker") else 1
        known |= {"whose": at, "hand": at, "laid_on.box": "0", "laid_on.hand": str(side)}
        own = (Target.DEALER,) if at == "dealer" else ()
        whose = "in the middle" if at == "communal" else f"in the hand of the {at}"
        matters = (Target.CARD, Target.HAND, *own, Target.ROUND)
        return Touched(f"{name} {whose}", matters, known, _lies(0, side, place))
    return None


def _lies(box: int, hand: int, place: str) -> tuple[int, int, int] | None:
    return (box, hand, int(place)) if place.isdecimal() and len(place) < 3 else None


def _card(text: str) -> Card | None:
    try:
        return Card(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class WhatHappened:
    """The commands for one matter, each with the address of its form filled in."""

    target: Target
    entries: tuple[tuple[ListedCommand, str], ...]

    @property
    def spoken(self) -> str:
        """Return what the lists call the target."""
        return SPOKEN[self.target]


def what_happened(
    at: Touched,
    groups: Iterable[CommandGroup],
    own: CommandOrder,
    *,
    cards_on_boxes: bool = True,
) -> Iterator[WhatHappened]:
    """Yield what can have happened to what was touched, as far as the table has a command for it.

    `own` places the game's own commands. In some games the cards lie in the middle, and boxes have
    none.
    """
    listed = {entry.path: entry for group in groups for entry in group.entries}
    paths = [tag_of(command) for command in in_order(own)] + [*HANDS]
    targets = {path: _targets(listed[path]) for path in paths if path in listed}
    told = set[str]()
    for target in at.matters:
        here = [
            path
            for path, its_targets in targets.items()
            if target in its_targets
            and path not in told
            and (cards_on_boxes or target is not Target.BOX or path not in LAID)
        ]
        told.update(here)
        if here:
            first = sorted(here, key=lambda path: (not listed[path].now, not listed[path].allowed))
            yield WhatHappened(
                target,
                tuple((_worded(listed[path]), f"{path}?{_query(at, path)}") for path in first),
            )


def in_order(own: CommandOrder) -> Iterator[type[Command]]:
    """Yield the commands of every table with a game's own between them."""
    for command in ORDER:
        yield command
        yield from own.get(command, ())


def _targets(entry: ListedCommand) -> tuple[Target, ...]:
    if entry.path in HANDS:
        return HANDS[entry.path]
    return entry.command.happens_to if entry.command is not None else ()


def _query(at: Touched, path: str) -> str:
    other = OTHERWISE.get(path, ())
    return urlencode({name: said for name, said in at.known.items() if name not in other})


def _worded(entry: ListedCommand) -> ListedCommand:
    title, says = IN_WORDS.get(entry.path, (entry.title, entry.says))
    return replace(entry, title=title, says=says)
