"""A file of blackjack at its table: the wagers it begins with, and decisions as commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.adjudication.answer import Stopped
from croupier.adjudication.laying import lay_down, must_be_payable, must_have_chips, why_not_box
from croupier.adjudication.table_run import SUPERVISOR
from croupier.games.blackjack import insurance, legal_answers
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    Double,
    Elect,
    Election,
    InsuranceWindow,
    MoveOn,
    Split,
    Window,
)
from croupier.games.blackjack.legal_answers import why_not
from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.games.blackjack.round_file.format import (
    DoubleHand,
    EvenMoney,
    OnHand,
    SplitHand,
    TakeInsurance,
)
from croupier.games.blackjack.round_file.playback import as_answer, asking, hands_of, no_stake
from croupier.games.blackjack.round_file.playback import place_in_answer as _place
from croupier.rulebook.citations import Refused
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, Wager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from croupier.adjudication.answer import HandShown, Settlement
    from croupier.adjudication.table_run import TableRun
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.round import Round
    from croupier.games.blackjack.round_file.format import AnyDecision, BlackjackFile, FileWager
    from croupier.rulebook.citations import Clauses
    from croupier.table.game_protocol import GameRound
    from croupier.table.table import Table

unnamed_wager = MAIN
reshuffles_in_mid_round = True


# --- wagers


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
    round = _round(table)
    if round is None or table.phase is not Phase.DEALING or table.round.astray:  # type: ignore[union-attr]
        return None
    return round.due


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


def due_to(table: Table) -> str:
    due = _asks(table)
    if isinstance(due, CardDue) and due.box is not None:
        return f"box {due.box.number}, hand {due.hand.place}"
    return "the dealer"


def by_itself(table: Table) -> Command | None:
    return None


def wants_betting_closed(command: Command) -> bool:
    return False


def mending(table: Table) -> tuple[Command, Person] | None:
    """What the cards need before they are shuffled, once the round is over."""
    if table.shoe.preparation is Preparation.NEEDS_NEW_CARDS and table.phase is Phase.BETTING:
        return NewCards(checked_by_supervisor="supervisor", checked_by_dealer="dealer"), SUPERVISOR
    return None


# --- decisions


def rank(decision: AnyDecision) -> int | None:
    """Owners answer before others are asked; what is no answer about insurance has no rank."""
    if isinstance(decision, (TakeInsurance, EvenMoney)):
        return int(insurance.is_on_another(asking(decision)))
    return None


def why_over(table: Table, decision: AnyDecision) -> Refused | None:
    """Why a decision about a hand that is over is refused, whatever else is due."""
    round = _round(table)
    if round is None or not isinstance(decision, OnHand):
        return None
    try:
        _, hand = round.find(decision.box, decision.hand)
    except LookupError:
        return None
    return why_not(round, as_answer(decision)) if hand.ended is not None else None


def decide(run: TableRun, decision: AnyDecision) -> None:
    if isinstance(decision, (TakeInsurance, EvenMoney)):
        _insure(run, decision)
        return
    run.go_on_without_answers()
    round = _round(run.table)
    if round is not None and run.table.phase is Phase.SETTLED:
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
            run.do(MoveOn())
    elif round is not None and run.table.phase is Phase.SETTLED:
        refusal = why_not(round, answer)
        if refusal is not None:
            raise refusal
    run.do(answer)


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
    for player in stakes:
        if due.hand.bet_of(player) is None:
            answer = as_answer(decision, stakes[due.player])
            raise why_not(_in(run), answer) or no_stake(
                player, decision, rules.law.others_may_double
            )
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


# --- as it is answered


def hands(game_round: GameRound) -> Iterator[HandShown]:
    assert isinstance(game_round, RoundAtTable)
    return hands_of(game_round.round)


def in_order(
    settlements: Sequence[Settlement], wagers: Sequence[tuple[str, str]]
) -> list[Settlement]:
    return sorted(settlements, key=_place)
