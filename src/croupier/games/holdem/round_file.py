"""Round files of Hold'em: the game's part in adjudication."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from croupier.adjudication import RoundFilePart, round_file
from croupier.adjudication.answer import HandShown, Stopped
from croupier.adjudication.laying import lay_down, must_be_payable, must_have_chips, why_not_box
from croupier.adjudication.round_file import (
    Amount,
    Asked,
    BoxNumber,
    Entries,
    FileEntry,
    Name,
    RoundFile,
    must_have_wagers,
    plain,
)
from croupier.adjudication.script_from_record import markers_in_force, wager_entry
from croupier.adjudication.story import Chapter, Follower, StoryLine, wager_line
from croupier.adjudication.table_run import DEALER as BY_DEALER
from croupier.adjudication.table_run import SUPERVISOR
from croupier.aggregate.acts import tag_of
from croupier.game_rules import game_of
from croupier.games.holdem.acts.preparation import CheckDeck
from croupier.games.holdem.acts.wagering import OverlookedWager
from croupier.games.holdem.asks_and_answers import (
    Betting,
    CardDue,
    Check,
    Concede,
    Conceding,
    Fold,
    HandDue,
    NoAnswer,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import (
    COMMUNAL,
    DEALER,
    Announced,
    DealtFaceDown,
    Decided,
    Declared,
    Qualified,
    Spread,
    Stage,
    StageBegan,
    TurnedUp,
)
from croupier.games.holdem.hands import ANTE, BLIND, PLAY, TRIPS
from croupier.games.holdem.legal_answers import why_not
from croupier.games.holdem.round_at_table import RoundAtTable
from croupier.games.holdem.table_state import state_of
from croupier.games.holdem.wager_rules import why_not_alone, why_not_place
from croupier.games.holdem.words import LEFT_OUT, LEVEL, place
from croupier.rulebook.citations import Refused
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.facts import Outcome, Settled, Warned
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.wagers import Wager
from croupier.wording.teller import Audience, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.adjudication.answer import Settlement
    from croupier.adjudication.table_run import TableRun
    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.asks_and_answers import Answer
    from croupier.games.holdem.round import Round
    from croupier.games.holdem.rules import HoldemRules
    from croupier.rulebook.instruments import Instrument
    from croupier.table.game_protocol import GameAtTable, GameRound
    from croupier.table.table import Table
    from croupier.table.wagers import Sign

    Entry = dict[str, Any]
    from croupier.games.holdem.facts import Place, RoundFact
    from croupier.table.wagers import Admitted

# --- the format

WagerName = Literal["ante", "blind", "trips"]


class FileWager(FileEntry, frozen=True, kw_only=True):
    """Chips of one player in one spot of a box."""

    box: BoxNumber
    player: Name
    wager: WagerName
    amount: Amount
    seated: bool = False


class FileDecision(FileEntry, frozen=True, kw_only=True, tag_field="action"):
    """Something decided about the hand of a box, in the order of the file."""

    box: BoxNumber


class FoldHand(FileDecision, frozen=True, kw_only=True, tag="fold"):
    """The hand is given up, or its player did not answer."""


class CheckHand(FileDecision, frozen=True, kw_only=True, tag="check"):
    """The hand stays in without a bet."""


class PlayHand(FileDecision, frozen=True, kw_only=True, tag="play"):
    """The play wager."""

    amount: Asked


class ConcedeHand(FileDecision, frozen=True, kw_only=True, tag="concede"):
    """The hand is given up after the dealer's hand was declared."""


AnyDecision = FoldHand | CheckHand | PlayHand | ConcedeHand
ACTIONS = ("fold", "check", "play", "concede")


class HoldemFile(RoundFile, frozen=True, kw_only=True):
    """One round of Hold'em."""

    wagers: Entries[FileWager] = msgspec.UNSET
    decisions: Entries[AnyDecision] = msgspec.UNSET


NEEDS = {
    **round_file.NEEDS,
    "wagers[].wager": f"one of {', '.join(get_args(WagerName))}",
    "decisions[].action": f"one of {', '.join(ACTIONS)}",
}

decisions = AnyDecision
decoder = msgspec.json.Decoder(HoldemFile)


def wager_names(rules: object) -> tuple[str, ...]:
    return get_args(WagerName)


check_entries = must_have_wagers

# --- at the table

unnamed_wager = ANTE  # and its blind with it
has_decisions = True
reshuffles_in_mid_round = False


# --- wagers


def game_at(book: Instrument, rules: HoldemRules, *, is_plain: bool) -> GameAtTable:
    return game_of(book)(rules)


def wagers_of(file: HoldemFile) -> Sequence[FileWager]:
    return file.wagers or ()


def lay_wagers(table: Table, file: HoldemFile, *, strict: bool) -> None:
    """Lay the wagers of a file, in which ante and blind are listed apart."""
    entries, rules = wagers_of(file), state_of(table).rules
    table.patrons.seats.update({entry.box: entry.player for entry in entries if entry.seated})
    wagers = [Wager(w.box, w.player, w.wager, w.amount, w.seated) for w in entries]
    for at, wager in enumerate(wagers):
        refusal = (
            why_not_box(table, wager.box)
            or why_not_beside(rules, table.sign, wagers, at)
            or why_not_alone(rules.law, wagers, wager)
        )
        if refusal is not None:
            raise Stopped("wager", at + 1, refusal)
        if strict:
            must_be_payable(table, at, wager)
    for at, wager in enumerate(wagers):
        must_have_chips(table, at, wager)
        lay_down(table, wager)


def why_not_beside(
    rules: HoldemRules, sign: Sign, wagers: Sequence[Wager], place: int
) -> Refused | None:
    """Why a wager of a file is not taken beside those before it."""
    new, beside = wagers[place], [*wagers[:place]]
    for w in beside:
        if w.box == new.box and w.player == new.player and w.wager == new.wager:
            return Refused(f"box {new.box} has its {new.wager} already", rules.law.one_wager_each)
    if new.wager == TRIPS:  # it may stand before the ante and the blind that it goes with
        beside += [w for w in wagers[place + 1 :] if (w.box, w.player) == (new.box, new.player)]
    return why_not_place(rules, sign, beside, new)


def betting_opens(table: Table) -> None:
    """Nothing is determined anew but what the sign says."""


# --- where the round stands


def _round(table: Table) -> Round | None:
    at_table = table.round
    return at_table.round if isinstance(at_table, RoundAtTable) else None


def _asks(table: Table) -> Any:
    round = _round(table)
    return None if round is None or table.phase is not Phase.DEALING else round.due


def offer(table: Table) -> Command | None:
    """What ends the chance to concede."""
    return TakeAndPay() if isinstance(_asks(table), Conceding) else None


def owed(table: Table) -> str | None:
    round = _round(table)
    if round is None or not isinstance(_asks(table), Betting):
        return None
    box = round.owing[0]
    return f"{box.player} decides about box {box.number} {round.stage} ({' '.join(box.cards)})"


def unpayable(table: Table, wagers: Sequence[FileWager]) -> int:
    """Find the blind that cannot be paid in whole cents."""
    round = _round(table)
    assert round is not None
    box = next(box for box in reversed(round.boxes) if box.turned_up and BLIND in box.stakes)
    return next(
        place
        for place, wager in enumerate(wagers)
        if (wager.box, wager.wager) == (box.number, BLIND)
    )


def card_due(table: Table, *, in_script: bool) -> str:
    due = _asks(table)
    if isinstance(due, CardDue) and isinstance(due.to, int):
        return f"box {due.to} is due a card"
    if isinstance(due, CardDue) and due.to == COMMUNAL:
        return "the middle is due a card" if in_script else "a communal card is due"
    return "the dealer is due a card"


def by_itself(table: Table) -> Command | None:
    return None


def wants_betting_closed(command: Command) -> bool:
    return False


def mending(table: Table) -> tuple[Command, Person] | None:
    """What the deck needs before it is shuffled: to be checked, or changed."""
    if table.phase is not Phase.BETTING:
        return None
    if state_of(table).in_doubt:
        return CheckDeck(whole=True), BY_DEALER
    if table.shoe.preparation is Preparation.NEEDS_NEW_CARDS:
        return NewCards(checked_by_supervisor="supervisor", checked_by_dealer="dealer"), SUPERVISOR
    return None


# --- decisions


def rank(decision: AnyDecision) -> int | None:
    return None


def is_decided(table: Table) -> bool:
    return False


def why_over(table: Table, decision: AnyDecision) -> Refused | None:
    return None


def first_refused(
    table: Table, decisions: Sequence[AnyDecision], place: int, refusal: Refused
) -> tuple[int, Refused]:
    return place, refusal


def decide(run: TableRun, decision: AnyDecision) -> None:
    due = _asks(run.table)
    closes_offer = run.in_script or not isinstance(due, Conceding)
    if isinstance(due, HandDue) or (closes_offer and not isinstance(decision, ConcedeHand)):
        run.go_on_without_answers()
    round, answer = _round(run.table), as_answer(decision)
    if round is not None and run.table.phase is Phase.SETTLED:
        refusal = why_not(round, answer)
        if refusal is not None:
            raise refusal
    run.do(answer)


def as_answer(decision: AnyDecision) -> Answer:
    if isinstance(decision, FoldHand):
        return Fold(box=decision.box)
    if isinstance(decision, CheckHand):
        return Check(box=decision.box)
    if isinstance(decision, PlayHand):
        return PlayWager(box=decision.box, amount=decision.amount)
    return Concede(box=decision.box)


# --- as it is answered


def hands(game_round: GameRound) -> Iterator[HandShown]:
    assert isinstance(game_round, RoundAtTable)
    return hands_of(game_round.round)


def hands_of(round: Round) -> Iterator[HandShown]:
    made = {fact.whose: fact.poker_hand for fact in round.facts if isinstance(fact, Declared)}
    for box in round.boxes:
        hand = made.get(box.number)
        yield HandShown(box.number, 1, tuple(box.cards), poker_hand=hand)
    yield HandShown(DEALER, 1, tuple(round.dealer), poker_hand=made.get(DEALER))
    yield HandShown(COMMUNAL, 1, tuple(round.communal))


def in_order(
    settlements: Sequence[Settlement], wagers: Sequence[tuple[str, str]]
) -> list[Settlement]:
    return sorted(settlements, key=place_in_answer)


_ORDER = (ANTE, BLIND, PLAY, TRIPS)


def place_in_answer(settlement: Settlement) -> tuple[int, bool, int]:
    """Box by box; what only goes back comes last."""
    returned, wager = settlement.outcome is Outcome.RETURNED, settlement.wager
    return settlement.box or 0, returned, _ORDER.index(wager) if wager in _ORDER else len(_ORDER)


# --- a file from a record

shows_unseen = ""


def lying(table: Table) -> tuple[list[Entry], list[Entry]]:
    """The wagers as they lie; chips that nobody noticed are laid by the script, each by itself."""
    overlooked = state_of(table).overlooked
    lie = sorted(table.wagers, key=lambda wager: wager.box)
    in_order = [wager for wager in lie if (wager.player, wager.box) not in overlooked]
    unnoticed = [
        {
            "do": tag_of(OverlookedWager), "player": wager.player, "box": wager.box,
            "wager": wager.wager, "amount": wager.amount,
        }
        for wager in lie
        if (wager.player, wager.box) in overlooked
    ]  # fmt: skip
    return [wager_entry(wager) for wager in in_order], unnoticed


def happens_by_itself(command: Command) -> bool:
    return isinstance(command, TakeAndPay)


def as_decision(command: Command, facts: Sequence[Fact]) -> Entry | None:
    actions = {Fold: "fold", Check: "check", Concede: "concede", PlayWager: "play"}
    action = actions.get(type(command))
    if action is None:
        return None
    entry: Entry = {"action": action, "box": command.box}  # type: ignore[attr-defined]
    return {**entry, "amount": command.amount} if isinstance(command, PlayWager) else entry


def joins(decision: Entry, command: Command) -> bool:
    return False


def first(command: Command, options: Mapping[str, Any]) -> list[Entry]:
    """Before a player is said not to have answered, the time for it goes by."""
    seconds = options.get("decision_timer")
    if isinstance(command, NoAnswer) and not command.refuses and seconds:
        return [{"wait": seconds * 1000}]
    return []


def commencing(wagers: Sequence[Entry], options: Mapping[str, Any]) -> Entry:
    raise AssertionError("no clause has an earlier round void because the next has begun")


# --- the story of the round

_TO = Audience(level=LEVEL)
_TOLD = (Decided, TurnedUp, Declared, Qualified, Warned, Settled)


def tell(rules: HoldemRules, admitted: Sequence[Admitted], round: Round | None) -> list[Chapter]:
    """The round from the wagers to as far as it came, without parts in which nothing happened."""
    chapters = [Chapter("Wagers", [wager_line(each) for each in admitted])]
    if round is not None:
        chapters += _Teller(round).chapters()
    return [chapter for chapter in chapters if chapter.lines]


def follow(_: HoldemRules) -> Follower:
    """Nothing has to be kept in mind: hands are told when they are turned up."""
    return Follower(LEFT_OUT, _TO)


class _Teller:
    """Follows the facts, with the cards of the round at hand."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self.told: list[Chapter] = []

    def chapters(self) -> list[Chapter]:
        for fact in self.round.facts:
            if isinstance(fact, StageBegan):
                self.begin(fact.stage)
                if fact.stage is Stage.DEAL:
                    self.told[-1].lines.extend(self.deal())
            elif isinstance(fact, TurnedUp) and fact.whose == COMMUNAL:
                flop = len(fact.cards) == 3
                self.begin(Stage.AFTER_THE_FLOP if flop else Stage.ON_THE_RIVER)
                self.told[-1].lines.append(StoryLine(say(fact), fact.clauses))
            elif (text := self.line(fact)) is not None:
                self.told[-1].lines.append(StoryLine(text, fact.clauses))
        return self.told

    def begin(self, stage: Stage) -> None:
        title = stage.capitalize()
        if not self.told or self.told[-1].title != title:
            self.told.append(Chapter(title, []))

    def deal(self) -> Iterator[StoryLine]:
        """Each hand as it was dealt, with the clauses of all its cards."""
        clauses: dict[Place, list[str]] = {}
        for fact in self.round.facts:
            if isinstance(fact, DealtFaceDown):
                clauses.setdefault(fact.to, []).extend(fact.clauses)
            elif isinstance(fact, Spread):
                clauses[COMMUNAL].extend(fact.clauses)
        for whose, cited in sorted(clauses.items(), key=_in_order):
            cards = " ".join(self.round.cards_of(whose))
            yield StoryLine(f"{place(whose)}: {cards}, face down", cited)

    def line(self, fact: RoundFact) -> str | None:
        if isinstance(fact, Announced) and fact.box is not None:
            return f"{plain(self.round.box(fact.box).player)} concedes box {fact.box}"
        return plain(say(fact, _TO)) if isinstance(fact, _TOLD) else None


def _in_order(dealt: tuple[Place, list[str]]) -> tuple[bool, bool, int]:
    """The communal cards, the boxes, the dealer."""
    whose = dealt[0]
    return whose == DEALER, whose != COMMUNAL, whose if isinstance(whose, int) else 0


PART = RoundFilePart(
    has_boxes=True,
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
    in_force=markers_in_force,
    happens_by_itself=happens_by_itself,
    as_decision=as_decision,
    joins=joins,
    first=first,
    commencing=commencing,
)
