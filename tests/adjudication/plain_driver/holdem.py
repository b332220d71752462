"""A round file of Hold'em, played: its wagers, its cards and decisions, what each is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.adjudication.plain_driver.entries_in_turn import EntriesInTurn

from croupier.adjudication.answer import Result, Settlement, Stopped
from croupier.adjudication.round_file import RoundFileError, plain
from croupier.games.holdem import asks_and_answers
from croupier.games.holdem.facts import COMMUNAL, DEALER
from croupier.games.holdem.hands import BLIND
from croupier.games.holdem.legal_answers import why_not
from croupier.games.holdem.round import Round
from croupier.games.holdem.round_file import (
    as_answer,
    hands_of,
    place_in_answer,
    why_not_beside,
)
from croupier.games.holdem.wager_rules import (
    boxes_in_play,
    close_betting,
    why_not_alone,
)
from croupier.money import NotWholeCents
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Outcome, Settled, Warned
from croupier.table.wagers import Sign, Wager, WarningReach

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.games.holdem.asks_and_answers import CardDue, Request
    from croupier.games.holdem.round_file import AnyDecision, FileWager, HoldemFile
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.wagers import Admitted


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table's rules and its sign. A round file knows of no limit markers."""

    rules: HoldemRules
    sign: Sign

    def close_betting(self, entries: Sequence[FileWager]) -> list[Admitted]:
        """What stands of the wagers, once none of them is refused."""
        wagers = [Wager(w.box, w.player, w.wager, w.amount, w.seated) for w in entries]
        for place, wager in enumerate(wagers):
            refusal = why_not_beside(self.rules, self.sign, wagers, place)
            refusal = refusal or why_not_alone(self.rules.law, wagers, wager)
            if refusal is not None:
                raise Stopped("wager", place + 1, refusal)
        reach = WarningReach.of(self.rules.options, self.rules.table_law)
        return close_betting(self.rules, self.sign, wagers, reach=reach)


def table_of(rules: HoldemRules) -> FileTable:
    """The table that plays by these rules, as a file describes it."""
    return FileTable(rules, Sign.from_options(rules.options))


def begin(table: FileTable, file: HoldemFile, admitted: Sequence[Admitted]) -> Round:
    """The round on what stands of the file's wagers."""
    return Round(table.rules, boxes_in_play(table.rules, table.sign, admitted))


def finish(
    table: FileTable, file: HoldemFile, admitted: Sequence[Admitted], round: Round
) -> Result:
    """The round to its end, and what everything is worth."""
    Playback(round, file).run()
    return answer(admitted, round)


_MISSING = {COMMUNAL: "a communal card is due", DEALER: "the dealer is due a card"}


class Playback:
    """Deals a round the file's cards and answers it with the file's decisions."""

    def __init__(self, round: Round, file: HoldemFile) -> None:
        self.round = round
        self.file = file
        self.entries: EntriesInTurn[AnyDecision] = EntriesInTurn(
            file.cards or (), file.decisions or ()
        )

    def run(self) -> None:
        """Play until the round is over; nobody concedes whom the file does not let concede."""
        round = self.round
        try:
            while (due := round.due) is not None:
                if isinstance(due, asks_and_answers.CardDue):
                    self.deal(due)
                elif isinstance(due, asks_and_answers.Betting) or self.concedes(due):
                    self.decide()
                else:
                    round.answer(asks_and_answers.TakeAndPay())
        except NotWholeCents as error:
            raise RoundFileError(f"wagers[{self.unpayable() + 1}].amount: {error}") from None
        self.entries.must_have_no_decision(lambda each: why_not(round, as_answer(each)))

    def deal(self, due: CardDue) -> None:
        to = str(due.to)
        self.round.deal(self.entries.card(lambda: _MISSING.get(to, f"box {to} is due a card")))

    def decide(self) -> None:
        decision = self.entries.decision(self.owed)
        try:
            self.round.answer(as_answer(decision))
        except Refused as refusal:
            raise self.entries.refused(refusal) from None

    def owed(self) -> str:
        box = self.round.owing[0]
        where = f"box {box.number} {self.round.stage} ({' '.join(box.cards)})"
        return f"{plain(box.player)} decides about {where}"

    def concedes(self, due: Request) -> bool:
        """Whether anything is decided after the dealer's hand was declared."""
        return isinstance(due, asks_and_answers.Conceding) and self.entries.has_decision

    def unpayable(self) -> int:
        """The blind that cannot be paid in whole cents, by its place in the file."""
        box = next(
            box for box in reversed(self.round.boxes) if box.turned_up and BLIND in box.stakes
        )
        return next(
            place
            for place, wager in enumerate(self.file.wagers or ())
            if (wager.box, wager.wager) == (box.number, BLIND)
        )


def answer(admitted: Sequence[Admitted], round: Round) -> Result:
    """The answer to a round that is over."""
    settlements = sorted((*_settled(admitted, round), *_handed_back(admitted)), key=place_in_answer)
    net = dict.fromkeys((ruled.wager.player for ruled in admitted), 0)
    for settlement in settlements:
        net[settlement.player] += settlement.net
    hands = tuple(hands_of(round))
    return Result(sum(len(hand.cards) for hand in hands), hands, tuple(settlements), net)


def _settled(admitted: Sequence[Admitted], round: Round) -> Iterator[Settlement]:
    under_minimum = round.law.under_minimum
    short = {
        (ruled.wager.box, ruled.wager.wager)
        for ruled in admitted
        if ruled.stands and ruled.clauses == under_minimum
    }
    short |= {(fact.box, fact.wager) for fact in round.facts if isinstance(fact, Warned)}
    for fact in round.facts:
        if isinstance(fact, Settled):
            also = under_minimum if (fact.box, fact.wager) in short else ()
            yield Settlement(
                player=fact.player, box=fact.box, hand=None, wager=fact.wager, stake=fact.stake,
                outcome=fact.outcome, net=fact.net, clauses=Clauses((*fact.clauses, *also)),
            )  # fmt: skip


def _handed_back(admitted: Sequence[Admitted]) -> Iterator[Settlement]:
    """What the limits give back before a card is dealt."""
    for ruled in admitted:
        if ruled.goes_back:
            wager = ruled.wager
            yield Settlement(
                player=wager.player, box=wager.box, hand=None, wager=wager.wager,
                stake=ruled.goes_back, outcome=Outcome.RETURNED, net=0, clauses=ruled.clauses,
            )  # fmt: skip
