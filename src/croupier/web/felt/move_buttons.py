"""What a viewer may do now, as buttons in plain words: the view's legal commands and no others.

Wagers and seats belong to the layout and are not repeated here. What is done once in an evening
(getting up, asking for the rules) is kept apart from what the game asks now.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec

from croupier.aggregate.acts import tag_of
from croupier.cards import DECK
from croupier.money import money
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.chips_and_float import TakeChips
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.conduct import AskForRules
from croupier.table.acts.cutting_card import CuttingCardDrawn, DealtPastCuttingCard
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.hidden_wagers import (
    AnnounceWagers,
    ExamineForms,
    InspectForm,
    MakeWagersGood,
)
from croupier.table.acts.opening import AskDeterminations, CheckCards
from croupier.table.acts.patrons import Arrive, ComeBack, GetUp, Leave, Sit, StepAway
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine
from croupier.table.acts.stray_cards import TakeFromRack
from croupier.table.acts.tournament import CollectTournamentChips, PlaceStartingMarker, ReleaseTable
from croupier.table.acts.turns import (
    AskWager,
    DeductMinimum,
    EverybodyPasses,
    PlayPassCard,
    RuleOut,
    TimeIsUp,
)
from croupier.table.table import Phase
from croupier.table.views import FloorView, PlayerView
from croupier.web.felt.game_pages import Button, Weight
from croupier.web.felt.layout import legal_of
from croupier.web.html.cited_lines import is_check_due

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.table.views import TableView
    from croupier.web.felt.game_pages import Buttons, Label

_WEIGHTS = tuple(Weight)
MOST_AMOUNTS = 200
"""How many smaller amounts a button offers beside it."""


@dataclass(frozen=True, slots=True)
class MoveButton:
    """A button: what it says, the command behind it, and the key that presses it."""

    label: str
    command: Command
    key: str = ""
    weight: Weight = Weight.PLAIN
    at_any_time: bool = False
    pressed_by_page: bool = False
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
        return f"move-{tag_of(self.command)}-{mark:08x}"


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
    own: Buttons,
    steps: Mapping[type[Command], int],
    labelled: Label,
    felt: Iterable[Command] = (),
) -> Moves:
    """Return the buttons for what is legal, but for commands that have a place on the felt.

    `own` has the buttons of the game's own commands. `steps` gives the amounts in which chips may
    be added after the deal, by command. `labelled` gives the words that depend on the table.
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
    buttons = {**BUTTONS, **own}
    made = [
        _move(command, buttons, steps, wording, staff=staff, whose=staff or several)
        for command in rest
    ]
    if not is_check_due(view):
        made = [
            replace(move, at_any_time=True) if isinstance(move.command, CheckCards) else move
            for move in made
        ]
    now = [move for move in made if not move.at_any_time]
    return Moves(
        now=tuple(sorted(now, key=lambda move: _WEIGHTS.index(move.weight))),
        seat=tuple(move for move in made if move.at_any_time),
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


def _move(
    command: Command,
    buttons: Buttons,
    steps: Mapping[type[Command], int],
    labelled: Label,
    *,
    staff: bool,
    whose: bool,
) -> MoveButton:
    button = buttons.get(type(command)) or Button(_plainly(command))
    label, key, weight = button.label, button.key, button.weight
    if staff and button.staff_label:
        label = button.staff_label
    if own := labelled(command):
        label, key = own
    words = label(command) if callable(label) else label
    whole = getattr(command, "amount", 0) or 0
    step = steps.get(type(command))
    amounts = tuple(_amounts(whole, step or 0))
    if step is not None and not amounts:
        words = f"{words} for {money(whole)}"
    about = _about(command) if whose else ""
    if staff and getattr(command, "box", None) is not None:
        weight = Weight.PLAIN  # what a player decides is not the dealer's to prefer
    return MoveButton(
        words, command, key, weight, button.at_any_time, button.pressed_by_page, about, amounts
    )


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
    """Return words for a command of a game that gives it no button."""
    words = tag_of(command).replace("-", " ")
    return words[:1].upper() + words[1:]


def _announce_closure(command: Any) -> str:
    rounds = command.rounds
    return f"Announce the last {rounds} rounds" if rounds > 1 else "Announce the closing"


_PLACES = ("Cut near the top", "Cut in the middle", "Cut near the bottom")

BUTTONS: Buttons = {
    # tournaments
    PlayPassCard: Button("Play a pass card"),
    InspectForm: Button("Inspect form"),
    AskWager: Button("Ask the next player to wager", "a", Weight.PRIMARY),
    ExamineForms: Button("Examine the undisclosed wagers", weight=Weight.PRIMARY),
    AnnounceWagers: Button("Announce the undisclosed wagers", weight=Weight.PRIMARY),
    MakeWagersGood: Button("Make the wagers good"),
    PlaceStartingMarker: Button("Place starting marker"),
    EverybodyPasses: Button("Everybody passes"),
    TimeIsUp: Button("Time is up"),
    DeductMinimum: Button("Deduct minimum"),
    RuleOut: Button("Rule out"),
    CollectTournamentChips: Button("Collect tournament chips"),
    ReleaseTable: Button("Release table"),
    # the cards
    Cut: Button(lambda c: f"Cut at {c.at}"),
    DeclineCut: Button("Decline the cut", "n"),
    InsertCuttingCard: Button(lambda c: f"Cutting card {c.from_back} from the back"),
    Shuffle: Button("Shuffle", weight=Weight.PRIMARY),
    Burn: Button("Burn a card", "b", Weight.PRIMARY),
    NoMoreBets: Button("No more bets", "n", Weight.PRIMARY),
    Collect: Button("Collect the cards", "x", Weight.PRIMARY),
    CuttingCardDrawn: Button("The cutting card came out"),
    DealtPastCuttingCard: Button("Dealt past the cutting card", at_any_time=True),
    CheckCards: Button("The cards are checked", weight=Weight.PRIMARY),
    LoadMachine: Button("Load the machine", weight=Weight.PRIMARY),
    FeedMachine: Button("Feed the machine", weight=Weight.PRIMARY),
    TakeFromRack: Button("Take from rack"),
    AnnounceClosure: Button(_announce_closure, weight=Weight.QUIET, at_any_time=True),
    CloseTable: Button("Close the table", weight=Weight.QUIET, at_any_time=True),
    # guests
    Arrive: Button("Join the table", weight=Weight.PRIMARY),
    Sit: Button("Sit"),
    PlaceWager: Button("Place wager"),
    ComeBack: Button("Come back", weight=Weight.PRIMARY),
    GetUp: Button("Get up from the seat", weight=Weight.QUIET, at_any_time=True),
    StepAway: Button("Step away", weight=Weight.QUIET, at_any_time=True),
    Leave: Button("Leave the table", weight=Weight.QUIET, at_any_time=True),
    TakeChips: Button(
        lambda c: f"Take {money(c.amount)} to the cashier", weight=Weight.QUIET, at_any_time=True
    ),
    AskDeterminations: Button("Ask what was determined", weight=Weight.QUIET, at_any_time=True),
    AskForRules: Button("Ask for the rules", weight=Weight.QUIET, at_any_time=True),
}
"""The buttons of the commands that tables of any game have."""
