"""What a viewer may do now, as buttons in plain words: the view's legal commands and no others.

Wagers and seats belong to the layout and are not repeated here. What is done once in an evening
(getting up, asking for the rules) is kept apart from what the game asks now.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec

from croupier.cards import DECK
from croupier.money import money
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.dealing import Deal
from croupier.table.acts.patrons import Sit
from croupier.table.acts.shuffling import Cut
from croupier.table.table import Phase
from croupier.table.views import FloorView, PlayerView
from croupier.web.felt.layout import legal_of
from croupier.web.html.cited_lines import is_check_due

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.table.views import TableView
    from croupier.web.felt.game_pages import Label

PRIMARY = "primary"
"""The weight of what is asked for most; such buttons come first, always in the same place."""
_WEIGHTS = (PRIMARY, "plain", "quiet")
MOST_AMOUNTS = 200
"""How many smaller amounts a button offers beside it."""


@dataclass(frozen=True, slots=True)
class MoveButton:
    """A button: what it says, the command behind it, and the key that presses it."""

    label: str
    command: Command
    key: str = ""
    weight: str = "plain"
    about: str = ""
    """Which box or wager it is for, where that is not plain."""
    amounts: tuple[int, ...] = ()
    """Amounts that may be chosen instead of the whole, the whole first."""

    @property
    def id(self) -> str:
        """The same for as long as the same may be done, so that it keeps the keyboard's focus."""
        told = msgspec.to_builtins(self.command)
        if self.amounts:
            told.pop("amount", None)
        mark = crc32(msgspec.json.encode(told, order="sorted"))
        return f"move-{_tag(self.command)}-{mark:08x}"


@dataclass(frozen=True, slots=True)
class Moves:
    """The buttons of a page."""

    now: tuple[MoveButton, ...] = ()
    """What the game asks for."""
    seat: tuple[MoveButton, ...] = ()
    """What a guest of the house may do at any time."""
    keypad: tuple[Card, ...] = ()
    """Cards that may be named as the next one, where real cards are dealt."""
    names: str = "deal"
    """The command by which one is named: it is dealt, or burnt after it was shown."""


def moves(
    view: TableView,
    steps: Mapping[str, int],
    labelled: Label,
    felt: Iterable[Command] = (),
) -> Moves:
    """The buttons for what is legal, but for commands that have a place on the felt.

    `steps` says in what amounts chips may be added after the deal, by the name of the command;
    `labelled` what the game itself puts on a button, where it does.
    """
    on_the_felt = set(map(_same, felt))
    rest = [
        command
        for command in legal_of(view)
        if _same(command) not in on_the_felt and not isinstance(command, Deal)
    ]
    staff = not isinstance(view, PlayerView)
    if not staff:
        rest = [command for command in rest if not isinstance(command, PlaceWager | Sit)]
    several = len({getattr(command, "box", None) for command in rest} - {None}) > 1
    wording = labelled if staff else _cutting(rest, labelled)
    made = [_move(command, steps, wording, staff=staff, whose=staff or several) for command in rest]
    later = _AT_ANY_TIME if is_check_due(view) else _AT_ANY_TIME | {"check-cards"}
    now = [move for move in made if _tag(move.command) not in later]
    return Moves(
        now=tuple(sorted(now, key=lambda move: _WEIGHTS.index(move.weight))),
        seat=tuple(move for move in made if _tag(move.command) in later),
        **_keypad(view),
    )


def _cutting(commands: Iterable[Command], labelled: Label) -> Label:
    """The few places that a player is offered to cut at, as one would say them at the table."""
    cuts = sorted((each for each in commands if isinstance(each, Cut)), key=lambda cut: cut.at)
    if len(cuts) != len(_PLACES):
        return labelled
    words = dict(zip(cuts, _PLACES, strict=True))
    return lambda command: (words[command], "") if command in words else labelled(command)


def _keypad(view: TableView) -> dict[str, Any]:
    """The cards that may come next; dealt face down, nobody is told which of them are out."""
    if not isinstance(view, FloorView):
        return {}
    legal = legal_of(view)
    if view.shoe.burns_due:
        unseen = any(isinstance(each, Burn) for each in legal)
        return {} if unseen else {"keypad": DECK, "names": "burn"}
    deals = tuple(command.card for command in legal if isinstance(command, Deal))
    card_due = getattr(getattr(view.round, "due", None), "what", "") == "card"
    return {"keypad": deals or (DECK if card_due and view.phase == Phase.DEALING else ())}


def _same(command: Command) -> object:
    return type(command), command


def _tag(command: Command) -> str:
    return str(command.__struct_config__.tag)


def _move(
    command: Command, steps: Mapping[str, int], labelled: Label, *, staff: bool, whose: bool
) -> MoveButton:
    tag = _tag(command)
    label, key, weight = _BUTTONS.get(tag, (None, "", "plain"))
    if staff:
        label = _TO_STAFF.get(tag, label)
    if own := labelled(command):
        label, key = own
    words = label(command) if callable(label) else label or _plainly(command)
    whole = getattr(command, "amount", 0) or 0
    amounts = tuple(_amounts(whole, steps.get(tag, 0)))
    if tag in steps and not amounts:
        words = f"{words} for {money(whole)}"
    about = _about(command) if whose else ""
    if staff and getattr(command, "box", None) is not None:
        weight = "plain"  # what a player decides is not the dealer's to prefer
    return MoveButton(words, command, key, weight, about, amounts)


def _amounts(whole: int, step: int) -> Iterator[int]:
    if not step or whole <= step:
        return
    yield whole
    less = range((whole - 1) // step * step, 0, -step)
    yield from less[:MOST_AMOUNTS]


def _about(command: Any) -> str:
    box, hand = getattr(command, "box", None), getattr(command, "hand", None)
    place = "" if box is None else f"box {box}"
    if isinstance(hand, int) and hand > 1:
        place += f", hand {hand}"
    return place


def _plainly(command: Command) -> str:
    words = _tag(command).replace("-", " ")
    return words[:1].upper() + words[1:]


def _elect(command: Any) -> str:
    return f"Join with {money(command.amount)}" if command.amount else "Stay out"


def _insure(command: Any) -> str:
    whose = "" if command.on in (None, command.player) else f" {command.on}"
    return f"Insure{whose}"


def _refund(command: Any) -> str:
    return "Take the refund" if command.takes else "Play on"


def _no_bet_coup(command: Any) -> str:
    return "Agree to a no-bet coup" if command.agrees else "No no-bet coup"


def _turn(command: Any) -> str:
    return (
        f"Turn the {command.hand}\N{RIGHT SINGLE QUOTATION MARK}s {_ORDINALS[command.place]} card"
    )


def _announce_closure(command: Any) -> str:
    rounds = command.rounds
    return f"Announce the last {rounds} rounds" if rounds > 1 else "Announce the closing"


_PLACES = ("Cut near the top", "Cut in the middle", "Cut near the bottom")

_ORDINALS = {1: "first", 2: "second", 3: "third"}

_TO_STAFF = {"look-at-cards": "The player looks", "no-answer": "No answer, which is a fold"}
"""What a button says to those who do it for a player."""
_BUTTONS: dict[str, tuple[str | Callable[[Any], str] | None, str, str]] = {
    # blackjack
    "hit": ("Hit", "h", PRIMARY),
    "stand": ("Stand", "s", PRIMARY),
    "double": ("Double", "d", "plain"),
    "split": ("Split", "p", "plain"),
    "elect": (_elect, "", "plain"),
    "insure": (_insure, "i", "plain"),
    "even-money": ("Even money", "e", "plain"),
    "decline-insurance": ("No insurance", "n", "plain"),
    "elect-refund": (_refund, "", "plain"),
    "move-on": ("Move on", "m", PRIMARY),
    # baccarat
    "turn": (_turn, "", "plain"),
    "remove-wager": (lambda c: f"Remove the wager on {c.wager}", "", "plain"),
    "ask-for-no-bet-coup": ("Ask for a no-bet coup", "", "quiet"),
    "answer-no-bet-coup": (_no_bet_coup, "", "quiet"),
    "ask-for-riffle": ("Ask for a riffle", "", "quiet"),
    # hold'em
    "look-at-cards": ("Look at your cards", "l", PRIMARY),
    "play": (lambda c: f"Bet {money(c.amount)}", "", PRIMARY),
    "check": ("Check", "c", "plain"),
    "fold": ("Fold", "f", "quiet"),
    "concede": ("Give up the hand", "g", "quiet"),
    "take-and-pay": ("Take and pay", "t", PRIMARY),
    "no-answer": ("No answer", "", "plain"),
    # tournaments
    "play-pass-card": ("Play a pass card", "", "plain"),
    "ask-wager": ("Ask the next player to wager", "a", PRIMARY),
    "examine-forms": ("Examine the undisclosed wagers", "", PRIMARY),
    "announce-wagers": ("Announce the undisclosed wagers", "", PRIMARY),
    "make-wagers-good": ("Make the wagers good", "", "plain"),
    # the cards
    "cut": (lambda c: f"Cut at {c.at}", "", "plain"),
    "decline-cut": ("Decline the cut", "n", "plain"),
    "insert-cutting-card": (lambda c: f"Cutting card {c.from_back} from the back", "", "plain"),
    "shuffle": ("Shuffle", "", PRIMARY),
    "burn": ("Burn a card", "b", PRIMARY),
    "no-more-bets": ("No more bets", "n", PRIMARY),
    "collect": ("Collect the cards", "x", PRIMARY),
    "cutting-card-drawn": ("The cutting card came out", "", "plain"),
    "dealt-past-cutting-card": ("Dealt past the cutting card", "", "plain"),
    "check-cards": ("The cards are checked", "", PRIMARY),
    "load-machine": ("Load the machine", "", PRIMARY),
    "feed-machine": ("Feed the machine", "", PRIMARY),
    "announce-closure": (_announce_closure, "", "quiet"),
    "close-table": ("Close the table", "", "quiet"),
    # guests
    "arrive": ("Join the table", "", PRIMARY),
    "come-back": ("Come back", "", PRIMARY),
    "get-up": ("Get up from the seat", "", "quiet"),
    "step-away": ("Step away", "", "quiet"),
    "leave": ("Leave the table", "", "quiet"),
    "take-chips": (lambda c: f"Take {money(c.amount)} to the cashier", "", "quiet"),
    "ask-determinations": ("Ask what was determined", "", "quiet"),
    "ask-for-rules": ("Ask for the rules", "", "quiet"),
}

_AT_ANY_TIME = frozenset(
    {
        "get-up", "step-away", "leave", "take-chips", "ask-determinations", "ask-for-rules",
        "ask-for-no-bet-coup", "answer-no-bet-coup", "ask-for-riffle", "announce-closure",
        "close-table", "dealt-past-cutting-card",
    }
)  # fmt: skip
