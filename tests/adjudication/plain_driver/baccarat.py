"""A round file of baccarat, played: its wagers, its cards and decisions, what each is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.adjudication.answer import Result, Settlement, Stopped
from croupier.adjudication.round_file import RoundFileError
from croupier.games.baccarat.round import Round
from croupier.games.baccarat.round_file import hands_of
from croupier.games.baccarat.wager_rules import NO_BOX, bets_in_play, close_betting, why_not_place
from croupier.money import NotWholeCents
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import Sign, Wager, WarningReach

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.games.baccarat.round_file import BaccaratFile, FileWager
    from croupier.games.baccarat.rules import BaccaratLaw, BaccaratRules
    from croupier.table.wagers import Admitted


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table's rules and its sign. A round file knows of no personal limit markers."""

    rules: BaccaratRules
    sign: Sign

    def close_betting(self, entries: Sequence[FileWager]) -> list[Admitted]:
        """What stands of the wagers, once none of them is refused."""
        wagers: list[Wager] = []
        for place, entry in enumerate(entries):
            new = Wager(NO_BOX, entry.player, entry.wager, entry.amount, entry.seated)
            refusal = why_not_place(self.rules, self.sign, wagers, new)
            if refusal is not None:
                raise Stopped("wager", place + 1, refusal)
            wagers.append(new)
        reach = WarningReach.of(self.rules.options, self.rules.table_law)
        return close_betting(self.rules, self.sign, wagers, reach=reach)


def table_of(rules: BaccaratRules) -> FileTable:
    """The table that plays by these rules, as a file describes it."""
    return FileTable(rules, Sign.from_options(rules.options))


def begin(table: FileTable, file: BaccaratFile, admitted: Sequence[Admitted]) -> Round | None:
    """The coup on what stands of the file's wagers; without one nothing is dealt."""
    no_decisions(table.rules.law, file)
    bets = bets_in_play(admitted)
    return Round(table.rules, bets) if bets else None


def finish(
    table: FileTable, file: BaccaratFile, admitted: Sequence[Admitted], round: Round | None
) -> Result:
    """The coup to its end, and what everything is worth."""
    if round is not None:
        play(round, file)
    return answer(table.rules, admitted, round)


def no_decisions(law: BaccaratLaw, file: BaccaratFile) -> None:
    """Refuse a decision, whatever it is: the tableau leaves nobody a choice."""
    if file.decisions:
        why = Refused("the tableau draws the cards, and nobody decides anything", law.third_cards)
        raise Stopped("decision", 1, why)


def play(round: Round, file: BaccaratFile) -> None:
    """Deal the file's cards, in their order, for as long as one is due."""
    listed = file.cards or []
    cards = iter(listed)
    try:
        while (due := round.due) is not None:
            card = next(cards, None)
            if card is None:
                where = f"cards[{len(listed) + 1}]"
                raise RoundFileError(f"{where}: missing; the {due.hand.whose}'s hand is due a card")
            round.deal(card)
    except NotWholeCents as error:
        raise RoundFileError(f"wagers[{_unpayable(round, file) + 1}].amount: {error}") from None


def _unpayable(round: Round, file: BaccaratFile) -> int:
    """The wager at which settling stopped, by its place in the file."""
    stopped_at = next(bet for bet in round.bets if bet.open)
    return next(
        place
        for place, wager in enumerate(file.wagers or ())
        if (wager.player, wager.wager) == (stopped_at.player, stopped_at.wager)
    )


def answer(rules: BaccaratRules, admitted: Sequence[Admitted], round: Round | None) -> Result:
    """The answer to a coup that is over, or that was not dealt because no wager stood."""
    settlements = tuple(_settlements(rules, admitted, round))
    net = dict.fromkeys((ruled.wager.player for ruled in admitted), 0)
    for settlement in settlements:
        net[settlement.player] += settlement.net
    hands = hands_of(round) if round is not None else ()
    return Result(sum(len(hand.cards) for hand in hands), hands, settlements, net)


def _settlements(
    rules: BaccaratRules, admitted: Sequence[Admitted], round: Round | None
) -> Iterator[Settlement]:
    """In the order of the file; what a limit hands back comes after what stood of the wager."""
    law = rules.law
    facts = round.facts if round is not None else ()
    settled = {(fact.player, fact.wager): fact for fact in facts if isinstance(fact, Settled)}
    for ruled in admitted:
        wager = ruled.wager
        if ruled.stands:
            fact = settled[wager.player, wager.wager]
            short = law.under_minimum if ruled.warned else ()
            yield Settlement(
                player=wager.player, box=None, hand=None, wager=wager.wager, stake=fact.stake,
                outcome=fact.outcome, net=fact.net, clauses=Clauses((*fact.clauses, *short)),
            )  # fmt: skip
        if ruled.goes_back:
            yield Settlement(
                player=wager.player, box=None, hand=None, wager=wager.wager,
                stake=ruled.goes_back, outcome=Outcome.RETURNED, net=0, clauses=ruled.clauses,
            )  # fmt: skip
