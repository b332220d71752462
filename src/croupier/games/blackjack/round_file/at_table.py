"""A file of blackjack at its table: the wagers it begins with, and decisions as commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

from croupier.adjudication.answer import HandShown, Stopped
from croupier.adjudication.laying import lay_down, must_be_payable, must_have_chips, why_not_box
from croupier.adjudication.table_run import SUPERVISOR
from croupier.game_rules import game_of
from croupier.games.blackjack import insurance, legal_answers
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    Double,
    Elect,
    Election,
    Hit,
    InsuranceWindow,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
    Window,
)
from croupier.games.blackjack.legal_answers import why_not
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.games.blackjack.round_file.format import (
    DoubleHand,
    EvenMoney,
    HitHand,
    OnHand,
    SplitHand,
    StandOnHand,
    TakeInsurance,
)
from croupier.rulebook.citations import Refused
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.facts import Outcome
from croupier.table.shoe_state import Preparation
from croupier.table.table import BETTING, DEALING, SETTLED
from croupier.table.wagers import MAIN, Wager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from croupier.adjudication.answer import HandShown, Settlement
    from croupier.adjudication.table_run import TableRun
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.round import Round
    from croupier.games.blackjack.round_file.format import AnyDecision, BlackjackFile, FileWager
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citations import Clauses
    from croupier.rulebook.instruments import Instrument
    from croupier.table.game_protocol import GameAtTable, GameRound
    from croupier.table.table import Table

unnamed_wager = MAIN
has_decisions = True
reshuffles_in_mid_round = True
R = TypeVar("R", Refused, Refused | None)
DEALER = "dealer"


# --- wagers


def game_at(book: Instrument, rules: BlackjackRules, *, is_plain: bool) -> GameAtTable:
    return game_of(book)(rules)


def wagers_of(file: BlackjackFile) -> Sequence[FileWager]:
    return file.wagers or ()


def lay_wagers(
    table: Table,
    file: BlackjackFile,
    *,
    strict: bool,
    lay: Callable[[Table, Wager], None] | None = None,
    why_not_lay: Callable[[Table, Wager], Refused | None] | None = None,
) -> None:
    """Lay the wagers of a file; they need no permit for several boxes.

    Strictly, a stake that could not be paid in whole cents is none, whatever the cards are.
    """
    entries, patrons = wagers_of(file), table.patrons
    if not entries:
        return
    patrons.seats.update({entry.box: entry.player for entry in entries if entry.seated})
    wagers = [
        Wager(w.box, w.player, w.wager, w.amount, patrons.seats.get(w.box) == w.player)
        for w in entries
    ]
    permitted = set(patrons.several_boxes)
    patrons.several_boxes |= {wager.player for wager in wagers}
    judge = why_not_lay or table.game.why_not_place
    mains = [wager for wager in wagers if wager.wager == MAIN]
    for at, wager in enumerate(wagers):
        table.wagers = wagers[:at]
        if wager.wager != MAIN:  # which may stand in the file before the main wager it goes with
            table.wagers += [main for main in mains if main not in table.wagers]
        refusal = why_not_box(table, wager.box) or judge(table, wager)
        if refusal is not None:
            raise Stopped("wager", at + 1, refusal)
        if strict:
            must_be_payable(table, at, wager)
    patrons.several_boxes = permitted
    table.wagers = []
    for at, wager in enumerate(wagers):
        must_have_chips(table, at, wager)
        (lay or lay_down)(table, wager)


def betting_opens(table: Table) -> None:
    """Nothing is determined anew but what the sign says."""


# --- where the round stands


def _round(table: Table) -> Round | None:
    at_table = table.round
    return at_table.round if isinstance(at_table, RoundAtTable) else None


def _asks(table: Table) -> Any:
    """What the round in progress asks for, if it asks anybody."""
    at_table = table.round
    if table.phase is not DEALING or not isinstance(at_table, RoundAtTable) or at_table.astray:
        return None
    return at_table.round.due


def offer(table: Table) -> Command | None:
    """What closes an offer of insurance, or an election on another's split or double."""
    return MoveOn() if isinstance(_asks(table), (InsuranceWindow, Election)) else None


def owed(table: Table) -> str | None:
    due = _asks(table)
    if not isinstance(due, Choice):
        return "a card lies on the wrong hand" if table.round and table.round.astray else None
    held = " ".join(due.hand.cards)
    where = f"box {due.box.number}, hand {due.hand.place}"
    return f"{due.player} decides about {where} ({held}, {due.hand.total})"


def unpayable(table: Table, wagers: Sequence[FileWager]) -> int:
    """Find the wager on a Blackjack that cannot be paid in whole cents."""
    round = _round(table)
    assert round is not None
    odd = next(
        (box.number, bet.player)
        for box in round.boxes
        for bet in box.hands[0].bets
        if bet.open and bet.stake % 2 and box.hands[0].is_blackjack
    )
    return next(
        place
        for place, wager in enumerate(wagers)
        if (wager.box, wager.player) == odd and wager.wager == MAIN
    )


def card_due(table: Table, *, in_script: bool) -> str:
    due = _asks(table)
    if isinstance(due, CardDue) and due.box is not None:
        return f"box {due.box.number}, hand {due.hand.place} is due a card"
    return "the dealer is due a card"


def by_itself(table: Table) -> Command | None:
    return None


def wants_betting_closed(command: Command) -> bool:
    return False


def mending(table: Table) -> tuple[Command, Person] | None:
    """What the cards need before they are shuffled, once the round is over."""
    if table.shoe.preparation is Preparation.NEEDS_NEW_CARDS and table.phase is BETTING:
        return NewCards(checked_by_supervisor="supervisor", checked_by_dealer="dealer"), SUPERVISOR
    return None


# --- decisions


def rank(decision: AnyDecision) -> int | None:
    """Owners answer before others are asked; what is no answer about insurance has no rank."""
    if isinstance(decision, (TakeInsurance, EvenMoney)):
        return int(insurance.is_on_another(asking(decision)))
    return None


def is_decided(table: Table) -> bool:
    round = _round(table)
    if round is None:
        return False
    due = round.due
    return type(due) is CardDue and due.box is None and bool(round.dealer.cards)


def why_over(table: Table, decision: AnyDecision) -> Refused | None:
    """Why a decision is refused, whatever else is due, if nobody has a hand or it is over."""
    round = _round(table)
    if round is None:
        return why_not(Round(table.game.rules, ()), as_answer(decision))
    if not isinstance(decision, OnHand):
        return None
    try:
        _, hand = round.find(decision.box, decision.hand)
    except LookupError:
        return None
    return why_not(round, as_answer(decision)) if hand.ended is not None else None


def first_refused(
    table: Table, decisions: Sequence[AnyDecision], place: int, refusal: R
) -> tuple[int, R | Refused]:
    """Return the first decision in the file of an unbroken run about insurance, and why not.

    The table took the run in the order of the rules. It refuses a request that comes at the wrong
    time before one that is too high.
    """
    last = decisions[place]
    if not _is_about_insurance(last):
        return place, refusal
    first = place
    while first and _is_about_insurance(decisions[first - 1]):
        first -= 1
    round = _round(table)
    if round is None:  # none is dealt on what stands
        return first, why_over(table, decisions[first]) or refusal
    if not isinstance(round.due, InsuranceWindow):
        return first, why_not(round, as_answer(decisions[first])) or refusal
    if round.due.window is not Window.OWNERS:
        return place, refusal
    refused: dict[int, Refused] = {}
    if refusal is not None and not insurance.is_on_another(asking(last)):
        refused[place] = refusal
    for at in range(first, len(decisions)):
        decision = decisions[at]
        if not _is_about_insurance(decision):
            break
        if insurance.is_on_another(asking(decision)):
            why = insurance.why_not_at_its_time(round, asking(decision))
            if why is not None:
                refused.setdefault(at, why)
    if not refused:
        return place, refusal
    return min(refused), refused[min(refused)]


def _is_about_insurance(decision: AnyDecision) -> TypeGuard[TakeInsurance | EvenMoney]:
    return isinstance(decision, (TakeInsurance, EvenMoney))


def decide(run: TableRun, decision: AnyDecision) -> None:
    if isinstance(decision, (TakeInsurance, EvenMoney)):
        _insure(run, decision)
        return
    if type(_asks(run.table)) is not Choice or run.part.offer(run.table) is not None:
        run.go_on_without_answers()  # else nothing else can happen
    round = _round(run.table)
    if round is not None and run.table.phase is SETTLED:
        refusal = why_not(round, as_answer(decision))
        assert refusal is not None  # nobody is being asked
        raise refusal
    if isinstance(decision, DoubleHand):
        _double(run, decision)
    elif isinstance(decision, SplitHand):
        _split(run, decision)
    else:
        run.do(as_answer(decision))


def _insure(run: TableRun, decision: TakeInsurance | EvenMoney) -> None:
    answer, due = asking(decision), _asks(run.table)
    round = _round(run.table)
    if round is not None and isinstance(due, InsuranceWindow):
        if due.window is Window.OWNERS and insurance.is_on_another(answer):
            refusal = insurance.why_not_at_its_time(round, answer)
            if refusal is not None:
                raise refusal
            if not run.in_script:
                _must_all_be_in_time(run, decision)
            run.do(MoveOn())
    elif round is not None and (run.table.phase is SETTLED or round.rules.law.insurance is None):
        refusal = why_not(round, answer)
        if refusal is not None:
            raise refusal
    run.do(answer)


def _must_all_be_in_time(run: TableRun, first: TakeInsurance | EvenMoney) -> None:
    """Refuse a request on another's wager that comes too late, before any of them is served."""
    decisions = run.decisions
    place = next(place for place, each in enumerate(decisions) if each is first)
    refused, why = first_refused(run.table, decisions, place, None)
    if why is not None:
        raise Stopped("decision", refused + 1, why)


def _double(run: TableRun, decision: DoubleHand) -> None:
    stakes, due = decision.stakes, _asks(run.table)
    if not _is_about(due, decision):
        run.do(as_answer(decision))
        return
    rules = _rules(run)
    if due.player not in stakes:
        raise legal_answers.why_not_double(rules, due.hand) or Refused(
            f"{due.player} decides for box {decision.box} and does not double",
            rules.law.decider_declined_double,
        )
    for player, stake in stakes.items():
        bet, refusal = due.hand.bet_of(player), None
        if bet is None:
            refusal = no_stake(player, decision, rules.law.others_may_double)
        elif stake and player != due.player and not run.in_script:
            refusal = legal_answers.why_not_double_by(rules, bet, stake)
        if refusal is not None:
            raise why_not(_in(run), as_answer(decision, stakes[due.player])) or refusal
    joining = [player for player, stake in stakes.items() if stake and player != due.player]
    _must_be_present(run, due, joining, rules.law.others_may_double)
    run.do(Double(box=decision.box, hand=decision.hand, amount=stakes[due.player]))
    _elect(run, stakes)


def _split(run: TableRun, decision: SplitHand) -> None:
    due = _asks(run.table)
    if not _is_about(due, decision):
        run.do(as_answer(decision))
        return
    rules, round = _rules(run), _in(run)
    if due.player not in decision.players:
        raise legal_answers.why_not_split(rules, due.box, due.hand) or Refused(
            f"{due.player} decides for box {decision.box} and does not split",
            rules.law.decider_declined_split,
        )
    refusal = why_not(round, as_answer(decision))
    if refusal is not None:
        raise refusal
    stakes = {
        player: round.stake_to_match(due.box, due.hand, player) for player in decision.players
    }
    for player, stake in stakes.items():
        if not stake:
            raise no_stake(player, decision, rules.law.others_may_split)
    _must_be_present(run, due, decision.players, rules.law.others_may_split)
    run.do(Split(box=decision.box, hand=decision.hand))
    _elect(run, stakes)


def _must_be_present(run: TableRun, due: Choice, players: Iterable[str], clauses: Clauses) -> None:
    """Refuse a partner who is not there to elect: the dealer asks nobody who is absent."""
    for player in players:
        if player in _in(run).absent_from(due.box):
            raise Refused(f"{player} is not present to join in on box {due.box.number}", clauses)


def _elect(run: TableRun, stakes: Mapping[str, int]) -> None:
    """What the other owners on the hand add; whoever is not named adds nothing."""
    election = _asks(run.table)
    if isinstance(election, Election):
        box, hand = election.box.number, election.hand.place
        for player in tuple(election.waiting):
            run.do(Elect(player=player, box=box, hand=hand, amount=stakes.get(player, 0)))


def _is_about(due: object, decision: OnHand) -> bool:
    return isinstance(due, Choice) and (due.box.number, due.hand.place) == (
        decision.box,
        decision.hand,
    )


def _rules(run: TableRun) -> Any:
    return _in(run).rules


def _in(run: TableRun) -> Round:
    round = _round(run.table)
    assert round is not None
    return round


def asking(decision: TakeInsurance | EvenMoney) -> Insure | TakeEvenMoney:
    if isinstance(decision, EvenMoney):
        return TakeEvenMoney(player=decision.player, box=decision.box)
    return Insure(player=decision.player, box=decision.box, amount=decision.amount, on=decision.on)


def as_answer(decision: AnyDecision, amount: int = 0) -> Answer:
    if isinstance(decision, TakeInsurance | EvenMoney):
        return asking(decision)
    box, hand = decision.box, decision.hand
    if isinstance(decision, HitHand):
        return Hit(box=box, hand=hand)
    if isinstance(decision, StandOnHand):
        return Stand(box=box, hand=hand)
    if isinstance(decision, SplitHand):
        return Split(box=box, hand=hand)
    return Double(box=box, hand=hand, amount=amount)


def no_stake(player: str, decision: OnHand, clauses: Clauses) -> Refused:
    return Refused(f"{player} has no wager on box {decision.box}, hand {decision.hand}", clauses)


# --- as it is answered


def hands(game_round: GameRound) -> Iterator[HandShown]:
    assert isinstance(game_round, RoundAtTable)
    return hands_of(game_round.round)


def hands_of(round: Round) -> Iterator[HandShown]:
    for box in round.boxes:
        for hand in box.hands:
            yield HandShown(box.number, hand.place, tuple(hand.cards), hand.total)
    if round.dealer.cards:
        yield HandShown(DEALER, 1, tuple(round.dealer.cards), round.dealer.total)


def in_order(
    settlements: Sequence[Settlement], wagers: Sequence[tuple[str, str]]
) -> list[Settlement]:
    return sorted(settlements, key=place_in_answer)


def place_in_answer(settlement: Settlement) -> tuple[int, bool, int, bool]:
    """Box by box, hand by hand, then what lies on the box; what only goes back comes last."""
    box, hand = settlement.box or 0, settlement.hand
    return box, hand is None, hand or 0, settlement.outcome is Outcome.RETURNED
