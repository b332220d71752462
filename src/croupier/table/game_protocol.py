"""What a table needs from the game that is played at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from croupier.rulebook.citations import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from croupier.aggregate.acts import Acts, Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.cards import Card
    from croupier.rulebook.citations import Clauses
    from croupier.rulebook.instruments import Instrument
    from croupier.shoe import CutOffer
    from croupier.table.acts.opening import Approval, OpenTable
    from croupier.table.law import TableLaw
    from croupier.table.shoe_state import ShoeState
    from croupier.table.table import Table
    from croupier.table.tournament_play import Hidden, TableTerms
    from croupier.table.wagers import Admitted, Wager

    Overlooked = Sequence[tuple[str, int]]
    """Players and boxes whose short wager the dealer did not notice."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question to players that the dealer does not wait for without end."""

    question: Hashable
    """The same for as long as nothing new is asked."""
    players: tuple[str, ...]
    """Whose answer is awaited; nobody's by name where anybody may speak up."""
    overdue: tuple[Command, ...]
    """What the dealer does when the time for an answer is over."""
    answered: bool = False
    """True if all who may speak up have; the dealer waits no longer then."""
    held_open_for: tuple[str, ...] = ()
    """Who may speak up, where it is over as soon as none of them needs more time."""


@dataclass(frozen=True, slots=True)
class ClosingSign:
    """A sign that has to stand at a table for a while before the table closes."""

    stands: int
    """The time for which it has to stand, in milliseconds."""
    closes: int
    """The time of closing that the sign says; 0 while none is displayed."""
    display: Callable[[int], Command]
    """Return the command that displays a sign with this time of closing."""


@dataclass(frozen=True, slots=True)
class CorrectedRound:
    """A round with another card in the place of one that had been named wrongly."""

    round: GameRound
    waiting: list[Card]
    """Cards drawn so far that have no place in it, the last ones of all."""
    overdrawn: int
    """How many of them, at the end, were drawn to the dealer's hand, which takes none of them."""
    decisions_kept: int
    face_down: bool
    """True if the card lies so that not everybody may know it."""


class GameRound(Protocol):
    """A round in progress, whatever the game."""

    @property
    def facts(self) -> Sequence[Fact]: ...

    @property
    def over(self) -> bool: ...
    @property
    def card_due_to(self) -> tuple[int, int] | None:
        """The box and hand that a card is due to, if a card is due; the dealer is box 0."""

    @property
    def misplaced(self) -> bool:
        """True if a card lies on another hand than the one it was due to."""

    @property
    def astray(self) -> bool:
        """True if it lies so that the round cannot go on before the hand is put right."""

    @property
    def cleared(self) -> Sequence[Card]:
        """The cards of hands that were settled early and went to the discard rack at once."""

    @property
    def unsettled(self) -> bool:
        """True if chips lie on the layout that nothing has decided."""

    def is_done_with(self, player: str) -> bool:
        """True if nothing of the player's is undecided, nor waits for an answer of theirs."""

    def run_of(self, cards: Iterator[Card]) -> list[Card]:
        """Of these cards, as many as are sure to be due in a row, with nothing between them.

        A card is due. None is taken from `cards` before it is sure to be due, given those before
        it; that no more are taken says nothing.
        """

    def deal_card(self, card: Card) -> None: ...
    def deal_run(self, cards: Sequence[Card]) -> None:
        """Deal cards that are all due in a row, as `run_of` has said."""

    def misplace(self, card: Card, box: int, hand: int) -> None: ...
    def has_place(self, box: int, hand: int) -> bool: ...
    def reconsider(self) -> None: ...
    def set_absent(self, player: str, absent: bool) -> None: ...
    def void(self, clauses: Clauses) -> None:
        """Undo every settlement and give every open stake back."""

    def can_void(self, player: str, box: int, wager: str | None) -> bool:
        """True if such a wager is there that has not been given back yet."""

    def void_wagers(self, player: str, box: int, wager: str | None, clauses: Clauses) -> None:
        """Undo and give back one player's wagers on a box."""

    def hand_back(self, player: str, box: int, wager: str, clauses: Clauses) -> None:
        """Return one player's wager of this kind on a box with no action."""

    def rebuilt(self) -> tuple[GameRound, list[Card], int]:
        """The round as it should be, cards drawn but not yet placed, and decisions kept."""

    @property
    def drawn(self) -> Sequence[Card]:
        """Every card of the round, in the order in which they were dealt."""

    def draw_at(self, box: int, hand: int, place: int) -> int | None:
        """Which card of the round lies there, by its place from 1 in a hand; the first is 1."""

    @property
    def answered_since_last_card(self) -> bool:
        """True if somebody has decided anything, or turned a card, since the last one was dealt."""

    def corrected(self, draw: int, card: Card) -> CorrectedRound:
        """The round as it is if a card, by its number from 1, was this one; or raise `Refused`.

        Decisions stand, for they were made on what lies there, if they are legal on it.
        """

    def candidates(self, player: str | None) -> Iterable[Command]:
        """Answers that a player might give now; with no name, that anybody or the dealer might."""

    def view(self, viewer: Person | None) -> Any:
        """What a person may see of the round, or with nobody named what everybody may."""

    def disguise(self, viewer: Person | None, turn: int) -> list[tuple[Card, Card]]:
        """Put other cards in the place of those that a person may not see: each, and what instead.

        What comes instead depends on what the person sees and on the turn alone.
        """


class GameAtTable(Protocol):
    """An instrument's game with its options decided, and what its rules do in their own way.

    The class is the game before its options are decided.
    """

    acts: ClassVar[Acts[Table, Any]]
    """What may be done at a table of this game."""
    hides_cards: ClassVar[bool]
    """True if a hand may stay hidden to the end; the secret of its shuffle would show it."""
    shows_past_cards: ClassVar[bool]
    """True if what is shown of earlier rounds is read from their cards."""

    def __init__(self, rules: Any) -> None: ...

    @classmethod
    def terms_at_first(cls, options: Mapping[str, Any]) -> str:
        """Return, in words, the terms of a new table that its operator may change later."""

    @property
    def rules(self) -> Any:
        """The rules that the acts read their clauses from."""

    @property
    def instrument(self) -> Instrument: ...
    @property
    def table_law(self) -> TableLaw: ...
    @property
    def options(self) -> dict[str, Any]: ...

    @property
    def wagers(self) -> tuple[str, ...]:
        """The kinds of wager that may be made before the first card, the main one first."""

    @property
    def terms(self) -> dict[str, str]:
        """What the sign says besides limits and decks, in words."""

    # -- the table and its cards

    def why_not_open(self, command: OpenTable) -> Refused | None:
        """Why the table cannot open on these determinations, beyond what any table asks for."""

    def opening(self, table: Table, approval: Approval, float: int) -> Command:
        """What opens the table for play chips or a tournament's, on an approval of the house."""

    def opened(self, table: Table) -> None:
        """What its options want done as a table opens, beside showing the sign."""

    def closing_sign(self, table: Table) -> ClosingSign | None:
        """The sign that stands at the table before it closes, if the rules ask for one."""

    def new_shoe(self) -> ShoeState:
        """The shoe as the table begins with it: no card is in it yet."""

    def new_state(self) -> object:
        """What only this game's rules keep track of at a table, as the table begins with it."""

    def cut_offers(self, table: Table) -> tuple[CutOffer[str], ...]:
        """Who is offered the cut, one after the other; the last one, with no player, is staff."""

    def cutting_card_depths(self, cards: int) -> range:
        """How many cards from the back the cutting card may go in."""

    def burns_on_new_shoe(self) -> int: ...

    # -- wagers

    def amounts(self, wager: str, least: int) -> tuple[int, ...]:
        """The only amounts that a wager takes, where the rules or the sign name them.

        `least` is the minimum on the sign.
        """

    def why_not_stake(self, wager: str, amount: int) -> Refused | None:
        """Why an amount cannot be staked: the rules could not pay it in whole cents."""

    def why_not_place(self, table: Table, new: Wager) -> Refused | None:
        """Why a wager is not taken; it replaces its owner's wager of the same kind on the box."""

    def falls_with(self, table: Table, gone: Wager) -> Iterable[tuple[Wager, Clauses]]:
        """Wagers that cannot stay now that one has been taken back."""

    def close_betting(self, table: Table, overlooked: Overlooked) -> list[Admitted]:
        """What stands of every wager as betting closes."""

    def why_not_deal(self, table: Table, ruled: Sequence[Admitted]) -> Refused | None:
        """Why no round is dealt on what stands."""

    def takes_part(self, wager: str) -> bool:
        """True if a wager of this kind makes its owner a player of the round."""

    def start(self, table: Table, ruled: Sequence[Admitted]) -> GameRound:
        """The round on what stands, stating whatever is settled before its first card."""

    def dealers_turn(self, table: Table) -> Command | None:
        """What the dealer does next in the round besides dealing, if it is anything."""

    def asking(self, table: Table) -> Asking | None:
        """What players are asked in the round, if the round waits for them."""

    def between_rounds(self, table: Table) -> None:
        """What the rules ask for when a round is over, before betting opens again."""

    def betting_reopened(self, table: Table) -> None:
        """What holds of wagers that lie there again because no card was dealt to them."""

    def scoreboard(self, table: Table) -> Any:
        """What the table shows of the rounds gone by, where the game has such a custom."""

    def candidates(self, table: Table, person: Person) -> Iterable[Command]:
        """Commands of this game's own that a person might give now, outside a round."""

    # -- tournaments

    def why_no_tournament(self, table: Table, terms: TableTerms) -> Refused | None:
        """Why a table cannot be used for a tournament on these terms."""

    def hold_tournament(self, terms: TableTerms) -> None:
        """The table is a tournament's: what its rules and conditions change of the game."""

    def end_tournament(self) -> None:
        """The table is an ordinary one again."""

    def at_risk(self, wagers: Sequence[Wager]) -> int:
        """The most that a player can lose on wagers made before the first card."""

    def extremes(self, limits: Mapping[str, tuple[int, int]]) -> tuple[int, int] | None:
        """The most that a player can lose and win in a round within limits, if a rule asks it."""

    def overlooks(self, table: Table, wager: Wager) -> bool:
        """True if nobody has noticed that a wager is not in order."""

    def why_not_in_tournaments(self, table: Table, command: Command) -> Refused | None:
        """Why something that the game knows is not done at a tournament's table."""

    def conceal(self, shown: Any, unsaid: Mapping[str, Hidden]) -> Any:
        """A view of the round without what these players have staked undisclosed."""


class OrdinaryGame:
    """What a game does that has no way of its own: its rules say who it is, nothing is done as a
    table opens, its terms stay as they are, and a tournament changes nothing of it.
    """

    if TYPE_CHECKING:

        @property
        def rules(self) -> Any: ...

    @property
    def instrument(self) -> Instrument:
        found: Instrument = self.rules.instrument
        return found

    @property
    def table_law(self) -> TableLaw:
        found: TableLaw = self.rules.table_law
        return found

    @property
    def options(self) -> dict[str, Any]:
        found: dict[str, Any] = self.rules.options
        return found

    def opened(self, table: Table) -> None:
        """Nothing in its options is done as a table opens."""

    def closing_sign(self, table: Table) -> ClosingSign | None:
        """Return None: players are told in words that the table closes."""
        return None

    def betting_reopened(self, table: Table) -> None:
        """Wagers lie there as they did."""

    @classmethod
    def terms_at_first(cls, options: Mapping[str, Any]) -> str:
        """What a table with these options begins with of what its operator may change; in words."""
        return ""

    def why_no_tournament(self, table: Table, terms: TableTerms) -> Refused | None:
        if not terms.overrides:
            return None
        named = ", ".join(terms.overrides)
        return Refused(f"terms: this game has no {named} to change", table.law.tournament.applies)

    def hold_tournament(self, terms: TableTerms) -> None:
        pass

    def end_tournament(self) -> None:
        pass

    def at_risk(self, wagers: Sequence[Wager]) -> int:
        return sum(wager.amount for wager in wagers)

    def extremes(self, limits: Mapping[str, tuple[int, int]]) -> tuple[int, int] | None:
        return None

    def overlooks(self, table: Table, wager: Wager) -> bool:
        return False

    def why_not_in_tournaments(self, table: Table, command: Command) -> Refused | None:
        return None

    def conceal(self, shown: Any, unsaid: Mapping[str, Hidden]) -> Any:
        return shown
