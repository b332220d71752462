"""What may have happened to what somebody touches on the layout: a card, a box, a wager, the shoe.

The commands are those of the table, each under what it can have happened to. Touching is the first
step and choosing a command the second; what was touched stands in its form already.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from croupier.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.web.console.command_list import CommandGroup, ListedCommand


class Matter(StrEnum):
    """What something can have happened to."""

    CARD = "this card"
    WAGER = "this wager"
    BOX = "this box"
    PLAYER = "this player"
    DEALER = "the dealer's hand"
    HAND = "this hand"
    SHOE = "the shoe"
    RACK = "the discard rack"
    ROUND = "the round"
    DISPUTE = "this dispute"


_OF_A_HAND = (Matter.CARD, Matter.ROUND)
HAPPENS_TO: dict[str, tuple[Matter, ...]] = {
    # cards out of their place
    "deal": (Matter.BOX, Matter.HAND),
    "correct-last-card": (Matter.CARD,),
    "correct-card": (Matter.CARD,),
    "correct-burnt-card": (Matter.SHOE, Matter.RACK),
    "reconstruct": _OF_A_HAND,
    "cannot-reconstruct": _OF_A_HAND,
    "found-between-rounds": _OF_A_HAND,
    "void-misdeal": _OF_A_HAND,
    "call-misdeal": _OF_A_HAND,
    "let-stand": _OF_A_HAND,
    "void-earlier-round": (Matter.ROUND,),
    "rule-on-round": (Matter.ROUND,),
    "card-exposed": (Matter.CARD,),
    "card-shown": (Matter.CARD, Matter.DEALER),
    "players-card-shown": (Matter.CARD,),
    "wrong-count": (Matter.CARD, Matter.BOX, Matter.DEALER),
    "misstate-total": (Matter.CARD, Matter.BOX),
    "dealer-overdrew": (Matter.DEALER,),
    "replace-card": (Matter.CARD,),
    # the cards that are still to come, and those that are out
    "face-up-card": (Matter.SHOE,),
    "drawn-in-error": (Matter.SHOE, Matter.CARD),
    "excess-card-seen": (Matter.SHOE, Matter.CARD),
    "burnt-in-error": (Matter.SHOE, Matter.RACK),
    "take-from-rack": (Matter.RACK,),
    "burn-forgotten": (Matter.SHOE,),
    "forget-burn": (Matter.SHOE,),
    "miss-cut": (Matter.SHOE,),
    "cutting-card-drawn": (Matter.SHOE,),
    "dealt-past-cutting-card": (Matter.SHOE,),
    "out-of-cards": (Matter.SHOE,),
    "drop-cards": (Matter.SHOE, Matter.RACK),
    "verify-collected": (Matter.SHOE, Matter.RACK),
    "check-for-faced-cards": (Matter.SHOE,),
    "find-wrong-cards": (Matter.SHOE, Matter.RACK),
    "verify-decks": (Matter.SHOE,),
    "wrong-deck": (Matter.SHOE, Matter.CARD),
    "check-deck": (Matter.SHOE,),
    "instruct-count": (Matter.SHOE,),
    "count-cards": (Matter.SHOE,),
    "machine-failed": (Matter.SHOE,),
    "device-failed": (Matter.SHOE,),
    "replace-machine": (Matter.SHOE,),
    "bring-device": (Matter.SHOE,),
    "new-cards": (Matter.SHOE,),
    "replace-cards": (Matter.SHOE,),
    "direct-shuffle": (Matter.SHOE,),
    "order-shuffle": (Matter.SHOE,),
    "approve-riffle": (Matter.SHOE,),
    # wagers
    "return-short-wager": (Matter.WAGER,),
    "overlook-wager": (Matter.WAGER, Matter.BOX),
    "overlooked-wager": (Matter.WAGER, Matter.BOX),
    "overlooked-play": (Matter.WAGER,),
    "find-over-maximum": (Matter.WAGER,),
    "find-wager": (Matter.WAGER,),
    "wager-missing": (Matter.WAGER, Matter.BOX),
    "level-wagers": (Matter.WAGER,),
    "remove-wager": (Matter.WAGER,),
    "permit-changes": (Matter.WAGER,),
    "refuse-wager": (Matter.WAGER,),
    "void-wager": (Matter.WAGER,),
    "arrange-wagers": (Matter.BOX,),
    "place-marker": (Matter.BOX,),
    # players
    "no-answer": (Matter.BOX,),
    "no-decision": (Matter.PLAYER,),
    "give-more-time": (Matter.BOX,),
    "give-up-box": (Matter.BOX,),
    "vacate-seat": (Matter.PLAYER,),
    "record-breach": (Matter.PLAYER,),
    "note-influence": (Matter.PLAYER,),
    "report-collusion": (Matter.PLAYER,),
    "sanction-collusion": (Matter.PLAYER,),
    "report-device": (Matter.PLAYER,),
    "find-prohibited-device": (Matter.PLAYER,),
    "require-minimum": (Matter.PLAYER,),
    "restrict": (Matter.PLAYER,),
    "exclude": (Matter.PLAYER,),
    "raise-dispute": (Matter.PLAYER,),
    # disputes
    "rule-on-dispute": (Matter.DISPUTE,),
    "decide-dispute": (Matter.DISPUTE,),
    "request-review": (Matter.DISPUTE,),
    "review-decision": (Matter.DISPUTE,),
    "review-dispute": (Matter.DISPUTE,),
    "decide-finally": (Matter.DISPUTE,),
    "not-satisfied": (Matter.DISPUTE,),
    "carry-out-ruling": (Matter.DISPUTE,),
    # the round as a whole
    "void-round": (Matter.ROUND,),
    "invalidate": (Matter.ROUND,),
    "invalidate-game": (Matter.ROUND,),
    "dealt-to-nobody": (Matter.ROUND,),
    "resume-round": (Matter.ROUND,),
    # what hands do with a virtual shoe
    "hands/find-face-up": (Matter.SHOE,),
    "hands/draw-in-error": (Matter.SHOE,),
    "hands/burn-in-error": (Matter.SHOE, Matter.RACK),
    "hands/take-from-rack": (Matter.RACK,),
    "hands/overdraw": (Matter.DEALER,),
    "hands/misplace": (Matter.BOX, Matter.CARD),
}
"""Commands by what they can have happened to."""

LAID = frozenset({"deal", "hands/misplace"})
"""Commands by which a card lies where it was touched."""

OTHERWISE = {"correct-last-card": ("card",), "correct-card": ("card",)}
"""Fields of a command that are known of what was touched, and ask for something else."""

IN_WORDS = {
    "correct-last-card": (
        "It is another card",
        "It was named wrongly, it came last, and nothing has followed from it yet.",
    ),
    "correct-card": (
        "It is another card, and play went on",
        "The round is followed again with the card that lies there.",
    ),
    "correct-burnt-card": (
        "The burnt card is another one",
        "It was named wrongly, and no card was dealt since.",
    ),
    "deal": ("Laid here by mistake", "The card that was due elsewhere lies here."),
}
"""What a command is called here, where its own name says too little."""

_HAND = re.compile(r"box-(\d{1,2})(?:-hand-(\d))?")
_PEOPLE = ("player", "person")


@dataclass(frozen=True, slots=True)
class Touched:
    """What somebody touched, and what of it stands in the form of a command already."""

    title: str
    matters: tuple[Matter, ...]
    known: Mapping[str, str]
    lies: tuple[int, int, int] | None = None
    """Of a card: the box, the hand and its place in it, as a table counts them."""


def touched(said: Mapping[str, str]) -> Touched | None:
    """What the query of an address says was touched; nothing, where it says nothing of it."""
    at, player = said.get("at", ""), said.get("player", "")
    known = dict.fromkeys(_PEOPLE, player) if player else {}
    if at == "shoe":
        return Touched("The shoe", (Matter.SHOE,), {})
    if at == "rack":
        return Touched("The discard rack", (Matter.RACK,), {})
    if at == "round":
        return Touched("The round", (Matter.ROUND,), {})
    if at == "dispute":
        number = said.get("number", "")
        return Touched(f"Dispute {number}", (Matter.DISPUTE,), {**known, "number": number})
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
            people = (Matter.PLAYER,) if player else ()
            title = f"The wager of {player} on {where}" if player else f"A wager on {where}"
            return Touched(title, (Matter.WAGER, Matter.BOX, *people), known)
        people = (Matter.PLAYER,) if player else ()
        if place:
            lies = _lies(int(box), int(hand), place)
            return Touched(f"{name}, {where}", (Matter.CARD, Matter.BOX, Matter.ROUND), known, lies)
        return Touched(where.capitalize(), (Matter.BOX, *people, Matter.ROUND), known)
    if at in ("dealer", "communal", "player", "banker"):
        side = 2 if at in ("communal", "banker") else 1
        known |= {"whose": at, "hand": at, "laid_on.box": "0", "laid_on.hand": str(side)}
        own = (Matter.DEALER,) if at == "dealer" else ()
        whose = "in the middle" if at == "communal" else f"in the hand of the {at}"
        matters = (Matter.CARD, Matter.HAND, *own, Matter.ROUND)
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

    matter: Matter
    entries: tuple[tuple[ListedCommand, str], ...]


def what_happened(
    at: Touched, groups: Iterable[CommandGroup], *, cards_on_boxes: bool = True
) -> Iterator[WhatHappened]:
    """What can have happened to what was touched, as far as the table has a command for it.

    In some games the cards lie in the middle, and boxes have none.
    """
    listed = {entry.path: entry for group in groups for entry in group.entries}
    told = set[str]()
    for matter in at.matters:
        here = [
            path
            for path, matters in HAPPENS_TO.items()
            if matter in matters
            and path in listed
            and path not in told
            and (cards_on_boxes or matter is not Matter.BOX or path not in LAID)
        ]
        told.update(here)
        if here:
            first = sorted(here, key=lambda path: (not listed[path].now, not listed[path].allowed))
            yield WhatHappened(
                matter,
                tuple((_worded(listed[path]), f"{path}?{_query(at, path)}") for path in first),
            )


def _query(at: Touched, path: str) -> str:
    other = OTHERWISE.get(path, ())
    return urlencode({name: said for name, said in at.known.items() if name not in other})


def _worded(entry: ListedCommand) -> ListedCommand:
    title, says = IN_WORDS.get(entry.path, (entry.title, entry.says))
    return replace(entry, title=title, says=says)
