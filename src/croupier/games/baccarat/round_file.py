"""Round files of baccarat: the game's part in adjudication."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from croupier.adjudication import RoundFilePart, round_file
from croupier.adjudication.answer import HandShown, Stopped
from croupier.adjudication.laying import lay_down, must_be_payable, must_have_chips, why_not_box
from croupier.adjudication.round_file import (
    Amount,
    BoxNumber,
    Entries,
    FileEntry,
    Name,
    RoundFile,
    must_have_wagers,
    plain,
)
from croupier.adjudication.script_from_record import NEWCOMER, entry_of
from croupier.adjudication.story import Chapter, Follower, StoryLine, wager_line
from croupier.aggregate.acts import tag_of
from croupier.game_rules import game_of
from croupier.games.baccarat.acts import (
    dealing,
    determinations,
    irregularities,
    no_bet_coups,
    wagering,
)
from croupier.games.baccarat.facts import (
    CoupEnded,
    Dealt,
    Door,
    Stage,
    StageBegan,
    Stood,
    Whose,
)
from croupier.games.baccarat.hands import TIE, count
from croupier.games.baccarat.round_at_table import RoundAtTable
from croupier.games.baccarat.rules import FaceOfCards
from croupier.games.baccarat.table_state import (
    markers_of,
    no_bet_door,
    patrons_at,
    shoe_of,
    state_of,
    turners_of,
)
from croupier.games.baccarat.wager_rules import NO_BOX, why_not_place
from croupier.games.baccarat.words import LEFT_OUT, LEVEL
from croupier.rulebook.citations import Refused
from croupier.table.facts import BettingClosed, Outcome, Settled
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, Wager
from croupier.wording.teller import Audience, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from croupier.adjudication.answer import Settlement
    from croupier.adjudication.table_run import TableRun
    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.round import Round
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.rulebook.instruments import Instrument
    from croupier.table.game_protocol import GameAtTable, GameRound
    from croupier.table.table import Table

    Entry = dict[str, Any]
    from croupier.cards import Card
    from croupier.games.baccarat.facts import RoundFact
    from croupier.table.wagers import Admitted

# --- the format

WagerName = Literal["banker", "player", "tie", "banker-pair", "player-pair"]
Action = Literal[
    "hit", "stand", "double", "split", "insurance", "even-money", "fold", "check", "play", "concede"
]


class FileWager(FileEntry, frozen=True, kw_only=True):
    """Chips of one player, in the order in which they were laid; the box makes no difference."""

    player: Name
    wager: WagerName
    amount: Amount
    box: BoxNumber | None = None
    seated: bool = False


class FileDecision(msgspec.Struct, frozen=True):
    """A decision of some other game: read as far as is needed to refuse it."""

    action: Action


class BaccaratFile(RoundFile, frozen=True, kw_only=True):
    """One round of baccarat."""

    wagers: Entries[FileWager] = msgspec.UNSET
    decisions: Entries[FileDecision] = msgspec.UNSET


NEEDS = {
    **round_file.NEEDS,
    "wagers[].wager": f"one of {', '.join(get_args(WagerName))}",
    "decisions[].action": f"one of {', '.join(get_args(Action))}",
}

decisions = FileDecision
decoder = msgspec.json.Decoder(BaccaratFile)


def wager_names(rules: object) -> tuple[str, ...]:
    return get_args(WagerName)


check_entries = must_have_wagers

# --- at the table

unnamed_wager = MAIN  # which there is none of: a script says which
has_decisions = False
reshuffles_in_mid_round = False
FIRST_BOX = 1
"""Where a wager lies of which the file does not say it; it makes no difference to what it wins.

The wagers of a plain file lie in no box, as its account tells them.
"""


# --- wagers


def game_at(book: Instrument, rules: BaccaratRules, *, is_plain: bool) -> GameAtTable:
    """Return a game that deals face up: a plain file does not say how its cards lay."""
    if is_plain and rules.dealing is FaceOfCards.FACE_DOWN:
        rules = replace(rules, dealing=FaceOfCards.FACE_UP)
    return game_of(book)(rules)


def wagers_of(file: BaccaratFile) -> Sequence[FileWager]:
    return file.wagers or ()


def lay_wagers(table: Table, file: BaccaratFile, *, strict: bool) -> None:
    for at, entry in enumerate(wagers_of(file)):
        box = NO_BOX if file.is_plain else entry.box or FIRST_BOX
        if entry.seated and box:
            table.patrons.seats[box] = entry.player
        wager = Wager(box, entry.player, entry.wager, entry.amount, entry.seated)
        refusal = (why_not_box(table, box) if box else None) or why_not_place(
            state_of(table).rules, table.sign, table.wagers, wager, markers=markers_of(table)
        )
        if refusal is not None:
            raise Stopped("wager", at + 1, refusal)
        if strict:
            must_be_payable(table, at, wager)
        must_have_chips(table, at, wager)
        lay_down(table, wager)


def betting_opens(table: Table) -> None:
    """What was determined before holds for the first round."""
    determinations.change_if_due(table)


# --- where the coup stands


def _coup(table: Table) -> RoundAtTable | None:
    if table.phase is not Phase.DEALING or not isinstance(table.round, RoundAtTable):
        return None
    return table.round


def offer(table: Table) -> Command | None:
    """What ends the choice of removing a wager from a coup whose cards were laid anew."""
    coup = _coup(table)
    return irregularities.ResumeRound() if coup is not None and coup.removal_open else None


def owed(table: Table) -> str | None:
    coup = _coup(table)
    return "a card lies on the wrong hand" if coup is not None and coup.astray else None


def unpayable(table: Table, wagers: Sequence[FileWager]) -> int:
    """Find the wager at which the table could not pay in whole cents."""
    assert isinstance(table.round, RoundAtTable)
    stopped_at = next(bet for bet in table.round.round.bets if bet.open)
    return next(
        place
        for place, wager in enumerate(wagers)
        if (wager.player, wager.wager) == (stopped_at.player, stopped_at.wager)
    )


def card_due(table: Table, *, in_script: bool) -> str:
    coup = _coup(table)
    return f"the {coup.due}'s hand is due a card" if coup is not None else "a hand is due a card"


def by_itself(table: Table) -> Command | None:
    """Cards that lie face down are turned when what follows depends on them."""
    coup = _coup(table)
    if coup is None or not coup.hands_to_turn:
        return None
    hand = coup.hands_to_turn[0]
    named = turners_of(table, hand)
    return dealing.Turn(hand=hand, place=coup.hidden(hand)[0], player=named[0] if named else None)


def wants_betting_closed(command: Command) -> bool:
    """That the burn was forgotten is said when betting is over."""
    return command.says_burn_was_forgotten


def mending(table: Table) -> tuple[Command, Person] | None:
    return None


# --- decisions


def rank(decision: Any) -> int | None:
    return None


def is_decided(table: Table) -> bool:
    return False


def why_over(table: Table, decision: Any) -> Refused | None:
    return None


def first_refused(
    table: Table, decisions: Sequence[FileDecision], place: int, refusal: Refused
) -> tuple[int, Refused]:
    return place, refusal


def decide(run: TableRun, decision: Any) -> None:
    """Refuse a decision, whatever it is: the tableau leaves nobody a choice."""
    law = state_of(run.table).rules.law
    raise Refused("the tableau draws the cards, and nobody decides anything", law.third_cards)


# --- as it is answered


def hands(game_round: GameRound) -> tuple[HandShown, ...]:
    assert isinstance(game_round, RoundAtTable)
    return hands_of(game_round.round)


def hands_of(round: Round) -> tuple[HandShown, ...]:
    return tuple(
        HandShown(str(hand.whose), 1, tuple(hand.cards), hand.total)
        for hand in (round.player, round.banker)
    )


def in_order(
    settlements: Sequence[Settlement], wagers: Sequence[tuple[str, str]]
) -> list[Settlement]:
    """In the order of the wagers; what a limit hands back comes after what stood of the wager."""
    places = {wager: place for place, wager in enumerate(wagers)}
    last = len(places)
    return sorted(
        settlements,
        key=lambda each: (
            places.get((each.player, each.wager), last),
            each.outcome is Outcome.RETURNED,
        ),
    )


# --- a file from a record

shows_unseen = tag_of(irregularities.ExcessCardSeen)


def lying(table: Table) -> tuple[list[Entry], list[Entry]]:
    """The wagers in the order in which they were made; a no-bet coup is directed by the script."""
    wagers = [
        {"player": w.player, "wager": w.wager, "amount": w.amount, "box": w.box}
        for w in table.wagers
    ]
    if no_bet_door(table) not in (Door.AGREED, Door.NOBODY_HERE):
        return wagers, []
    turners = (name for named in state_of(table).turners.values() for name in named)
    there = dict.fromkeys([*patrons_at(table), *turners])  # whom the file names is a patron
    wishes = [entry_of(no_bet_coups.AskForNoBetCoup(player=player)) for player in there]
    return wagers, [*wishes, entry_of(no_bet_coups.DirectNoBetCoup())]


def in_force(table: Table, players: Iterable[str]) -> list[Entry]:
    """Markers of those who play, who was named to turn the hands, and that a card was seen."""
    seen: list[Entry] = [{"do": shows_unseen}] if shoe_of(table).seen_since else []
    markers: list[Entry] = [
        entry_of(wagering.PlaceMarker(player=player, limit=limit))
        for (player, _), limit in table.patrons.markers.items()
        if player in players
    ]
    turners: list[Entry] = [
        {"do": tag_of(dealing.NameTurners), "hand": str(hand), "players": here}
        for hand, named in state_of(table).turners.items()
        if (here := [player for player in named if player in table.patrons.arrived])
    ]
    return [*seen, *markers, *turners]


def happens_by_itself(command: Command) -> bool:
    return isinstance(
        command, (irregularities.ResumeRound, irregularities.OutOfCards, dealing.Turn)
    )


def as_decision(command: Command, facts: Sequence[Fact]) -> Entry | None:
    return None


def joins(decision: Entry, command: Command) -> bool:
    return False


def first(command: Command, options: Mapping[str, Any]) -> list[Entry]:
    return []


def commencing(wagers: Sequence[Entry], options: Mapping[str, Any]) -> Entry:
    """A wager on which the next coup can begin: the largest, and no less than the minimum."""
    nobody = {"player": NEWCOMER, "wager": TIE, "amount": 1, "box": 1}
    largest = max(wagers, key=lambda entry: int(entry["amount"]), default=nobody)
    least = options["limits"].get(largest["wager"], [largest["amount"]])[0]
    return {**largest, "amount": max(largest["amount"], least)}


# --- the story of the coup


def tell(rules: BaccaratRules, admitted: Sequence[Admitted], round: Round | None) -> list[Chapter]:
    """The coup from the wagers to as far as it came."""
    chapters = [Chapter("Wagers", [wager_line(each, on_box=False) for each in admitted])]
    if round is not None:
        chapters += _Teller(rules).chapters(round.facts)
    return [chapter for chapter in chapters if chapter.lines]


class HandsFollower(Follower):
    """Follows the facts with the cards of both hands in mind."""

    def __init__(self, rules: BaccaratRules) -> None:
        self.law = rules.law
        self.hands: dict[Whose, list[Card]] = {whose: [] for whose in Whose}
        super().__init__(LEFT_OUT, Audience(level=LEVEL, comes_to=self.comes_to))

    def take(self, fact: Fact) -> None:
        if isinstance(fact, Dealt):
            self.hands[fact.hand].append(fact.card)
        elif isinstance(fact, BettingClosed) or fact.withdraws_round:
            self.hands = {whose: [] for whose in Whose}

    def comes_to(self, fact: Fact) -> str:
        return self.held(fact.hand) if isinstance(fact, Dealt) else ""

    def held(self, whose: Whose) -> str:
        cards = self.hands[whose]
        return f"{' '.join(cards)}, {count(self.law, cards).words}"


follow = HandsFollower


class _Teller:
    """Tells a coup stage by stage, the initial deal hand by hand."""

    def __init__(self, rules: BaccaratRules) -> None:
        self.follower = HandsFollower(rules)
        self.dealing: dict[Whose, list[str]] = {whose: [] for whose in Whose}
        """The clauses of the initial deal, which is told when it is complete."""
        self.told: list[Chapter] = []

    def chapters(self, facts: Sequence[RoundFact]) -> list[Chapter]:
        for fact in facts:
            if isinstance(fact, StageBegan):
                stage = fact.stage
            elif isinstance(fact, Dealt):
                self.follower.take(fact)
                if stage is Stage.INITIAL_DEAL:
                    self.initial_deal(fact)
                else:
                    self.say(Stage.THIRD_CARDS, fact)
            elif isinstance(fact, Stood):
                self.say(Stage.THIRD_CARDS, fact)
            elif isinstance(fact, CoupEnded):
                self.say("result", fact)
            elif isinstance(fact, Settled):
                self.say(stage, fact)
        return self.told

    def initial_deal(self, fact: Dealt) -> None:
        self.dealing[fact.hand].extend(fact.clauses)
        if len(self.follower.hands[Whose.BANKER]) == 2:
            for whose, clauses in self.dealing.items():
                self.add(Stage.INITIAL_DEAL, f"the {whose}: {self.follower.held(whose)}", clauses)

    def say(self, chapter: str, fact: Fact) -> None:
        self.add(chapter, plain(say(fact, self.follower.to)), fact.clauses)

    def add(self, chapter: str, text: str, clauses: Sequence[str]) -> None:
        title = chapter.capitalize()
        if not self.told or self.told[-1].title != title:
            self.told.append(Chapter(title, []))
        self.told[-1].lines.append(StoryLine(text, clauses))


# the wagers of a coup all stand on the same cards, in whichever box they lie
PART = RoundFilePart(
    has_boxes=False,
    NEEDS=NEEDS,
    decoder=decoder,
    decisions=decisions,
    unnamed_wager=unnamed_wager,
    has_decisions=has_decisions,
    reshuffles_in_mid_round=reshuffles_in_mid_round,
    wager_names=wager_names,
    check_entries=check_entries,
    tell=tell,
    follow=follow,
    game_at=game_at,
    wagers_of=wagers_of,
    lay_wagers=lay_wagers,
    betting_opens=betting_opens,
    rank=rank,
    decide=decide,
    is_decided=is_decided,
    why_over=why_over,
    first_refused=first_refused,
    offer=offer,
    unpayable=unpayable,
    owed=owed,
    card_due=card_due,
    by_itself=by_itself,
    wants_betting_closed=wants_betting_closed,
    mending=mending,
    hands=hands,
    in_order=in_order,
    shows_unseen=shows_unseen,
    lying=lying,
    in_force=in_force,
    happens_by_itself=happens_by_itself,
    as_decision=as_decision,
    joins=joins,
    first=first,
    commencing=commencing,
)
