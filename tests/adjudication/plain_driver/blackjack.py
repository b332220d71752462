"""A round file of blackjack, played: its wagers, its cards and decisions, what each is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.adjudication.plain_driver.entries_in_turn import EntriesInTurn

from croupier.adjudication.answer import Result, Settlement, Stopped
from croupier.adjudication.round_file import RoundFileError, plain
from croupier.games.blackjack import asks_and_answers, insurance, legal_answers
from croupier.games.blackjack.legal_answers import why_not
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_file.at_table import (
    as_answer,
    asking,
    hands_of,
    no_stake,
    place_in_answer,
)
from croupier.games.blackjack.round_file.format import (
    DoubleHand,
    EvenMoney,
    OnHand,
    SplitHand,
    TakeInsurance,
)
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.money import NotWholeCents
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import (
    MAIN,
    BoxMaxScope,
    Markers,
    MarkerTotalLimit,
    Sign,
    Wager,
    WarningReach,
    close_betting,
    why_not_place,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.games.blackjack.asks_and_answers import CardDue, Choice
    from croupier.games.blackjack.round_file.format import AnyDecision, BlackjackFile, FileWager
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.wagers import Admitted

    Asking = asks_and_answers.Insure | asks_and_answers.TakeEvenMoney


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table's rules and its sign. A round file knows of no personal limit markers."""

    rules: BlackjackRules
    sign: Sign
    markers: Markers
    scope: BoxMaxScope

    def close_betting(self, entries: Sequence[FileWager]) -> list[Admitted]:
        """What stands of the wagers, once none of them is refused."""
        seated = {(entry.box, entry.player) for entry in entries if entry.seated}
        wagers = [
            Wager(w.box, w.player, w.wager, w.amount, (w.box, w.player) in seated) for w in entries
        ]
        rules = self.rules
        for place, wager in enumerate(wagers):
            refusal = why_not_place(
                rules.table_law,
                self.sign,
                # a side wager may stand in the file before the main wager that it goes with
                [w for i, w in enumerate(wagers) if i < place or w.wager == MAIN != wager.wager],
                wager,
                offered=rules.side_bets,
                markers=self.markers,
                needs_own_main=rules.side_bet_needs_own_main,
                approved_amounts=rules.approved_amounts.get(wager.wager, ()),
                readings=rules.readings,
                main_called="Blackjack",
            )
            if refusal is not None:
                raise Stopped("wager", place + 1, refusal)
        return close_betting(
            rules.table_law,
            self.sign,
            wagers,
            markers=self.markers,
            scope=self.scope,
            needs_own_main=rules.side_bet_needs_own_main,
            readings=rules.readings,
            reach=WarningReach.of(rules.options, rules.table_law),
        )


def table_of(rules: BlackjackRules) -> FileTable:
    """The table that plays by these rules, as a file describes it."""
    return FileTable(
        rules,
        Sign.from_options(rules.options),
        Markers(total_limit=MarkerTotalLimit(rules.options.get("marker_total_limit", "sign"))),
        BoxMaxScope(rules.options.get("box_max_scope", "total")),
    )


def begin(table: FileTable, file: BlackjackFile, admitted: Sequence[Admitted]) -> Round:
    """The round on what stands of the file's wagers."""
    return Round(table.rules, boxes_in_play(admitted))


def finish(
    table: FileTable, file: BlackjackFile, admitted: Sequence[Admitted], round: Round
) -> Result:
    """The round to its end, and what everything is worth."""
    playback = Playback(round, file)
    playback.run()
    return answer(admitted, round, playback.entries.cards_used)


class Playback:
    """Deals a round the file's cards and answers it with the file's decisions."""

    def __init__(self, round: Round, file: BlackjackFile) -> None:
        self.round = round
        self.file = file
        self.entries: EntriesInTurn[AnyDecision] = EntriesInTurn(
            file.cards or (), file.decisions or ()
        )

    def run(self) -> None:
        """Play until the round is over; with no box in play nothing is dealt at all."""
        round = self.round
        try:
            while round.boxes and (due := round.due) is not None:
                if isinstance(due, asks_and_answers.CardDue):
                    self.deal(due)
                elif isinstance(due, asks_and_answers.Choice):
                    self.decide(due)
                elif isinstance(due, asks_and_answers.InsuranceWindow):
                    self.insure()
        except NotWholeCents as error:
            raise RoundFileError(f"wagers[{self.unpayable() + 1}].amount: {error}") from None
        self.nothing_left_to_decide()

    # -- cards

    def deal(self, due: CardDue) -> None:
        if due.box is None and self.round.dealer.cards:  # the players' part is over
            self.nothing_left_to_decide()
        self.round.deal(self.entries.card(lambda: self.is_due(due)))

    def is_due(self, due: CardDue) -> str:
        """To whom a card is due that is missing, unless a decision comes first that is refused."""
        entries = self.entries
        if entries.has_decision:
            decision = entries.decisions[entries.decided]
            if isinstance(decision, OnHand) and self.is_over(decision):
                self.nothing_left_to_decide()
        whose = "the dealer" if due.box is None else f"box {due.box.number}, hand {due.hand.place}"
        return f"{whose} is due a card"

    def is_over(self, decision: OnHand) -> bool:
        try:
            _, hand = self.round.find(decision.box, decision.hand)
        except LookupError:
            return False
        return hand.ended is not None

    # -- decisions

    def decide(self, due: Choice) -> None:
        decision = self.entries.decision(lambda: _owed(due))
        try:
            if isinstance(decision, DoubleHand):
                self.double(due, decision)
            elif isinstance(decision, SplitHand):
                self.split(due, decision)
            else:
                self.round.answer(as_answer(decision))
        except Refused as refusal:
            raise self.entries.refused(refusal) from None

    def double(self, due: Choice, decision: DoubleHand) -> None:
        rules, hand, stakes = self.round.rules, due.hand, decision.stakes
        answer = as_answer(decision, stakes.get(due.player, 0))
        if due.player not in stakes and _is_about(due, decision):
            raise legal_answers.why_not_double(rules, hand) or Refused(
                f"{due.player} decides for box {decision.box} and does not double",
                rules.law.decider_declined_double,
            )
        refusal = why_not(self.round, answer)
        for player, amount in stakes.items():
            bet = hand.bet_of(player)
            if refusal is None and bet is None:
                refusal = no_stake(player, decision, rules.law.others_may_double)
            elif refusal is None and bet is not None and amount and player != due.player:
                refusal = legal_answers.why_not_double_by(rules, bet, amount)
        if refusal is not None:
            raise refusal
        self.round.answer(answer)
        self.elect(stakes)

    def split(self, due: Choice, decision: SplitHand) -> None:
        rules, hand, players = self.round.rules, due.hand, decision.players
        if due.player not in players and _is_about(due, decision):
            raise legal_answers.why_not_split(rules, due.box, hand) or Refused(
                f"{due.player} decides for box {decision.box} and does not split",
                rules.law.decider_declined_split,
            )
        answer = as_answer(decision)
        refusal = why_not(self.round, answer)
        stakes: dict[str, int] = {}
        for player in players:
            stake = self.round.stake_to_match(due.box, hand, player)
            if stake:
                stakes[player] = stake
            elif refusal is None:
                refusal = no_stake(player, decision, rules.law.others_may_split)
        if refusal is not None:
            raise refusal
        self.round.answer(answer)
        self.elect(stakes)

    def elect(self, stakes: Mapping[str, int]) -> None:
        """What the other owners on the hand add; whoever is not named adds nothing."""
        election = self.round.due
        if isinstance(election, asks_and_answers.Election):
            box, hand = election.box.number, election.hand.place
            for player in tuple(election.waiting):
                amount = stakes.get(player, 0)
                self.round.answer(
                    asks_and_answers.Elect(player=player, box=box, hand=hand, amount=amount)
                )

    def insure(self) -> None:
        """Everything about insurance that comes before the first other decision.

        Owners answer before others are asked, whatever their order in the file; the entry that is
        refused is the first in the file.
        """
        round, refused = self.round, dict[int, Refused]()
        own: list[tuple[int, Asking]] = []
        on_others: list[tuple[int, Asking]] = []
        for place, answer in self.leading_insurance():
            (on_others if insurance.is_on_another(answer) else own).append((place, answer))
        for place, answer in own:
            try:
                round.answer(answer)
            except Refused as refusal:
                refused[place] = refusal
                break
        for place, answer in on_others:
            if (why := insurance.why_not_at_its_time(round, answer)) is not None:
                refused.setdefault(place, why)
        if refused:
            place = min(refused)
            raise Stopped("decision", place, refused[place])
        round.answer(asks_and_answers.MoveOn())
        if on_others:
            self.ask_for_others(on_others)
        elif isinstance(round.due, asks_and_answers.InsuranceWindow):
            round.answer(asks_and_answers.MoveOn())

    def leading_insurance(self) -> Iterator[tuple[int, Asking]]:
        """Each with its place from 1."""
        entries = self.entries
        for decision in entries.decisions[entries.decided :]:
            if not isinstance(decision, TakeInsurance | EvenMoney):
                break
            entries.decided += 1
            yield entries.decided, asking(decision)

    def ask_for_others(self, requests: Sequence[tuple[int, Asking]]) -> None:
        for place, request in requests:
            try:
                self.round.answer(request)
            except Refused as refusal:  # together with what the same player asked for before
                raise Stopped("decision", place, refusal) from None
        self.round.answer(asks_and_answers.MoveOn())

    def nothing_left_to_decide(self) -> None:
        """Refuse a decision that comes when the players' part is over."""
        self.entries.must_have_no_decision(lambda each: why_not(self.round, as_answer(each)))

    # -- money

    def unpayable(self) -> int:
        """The wager whose Blackjack cannot be paid in whole cents, by its place in the file."""
        odd = next(
            (box.number, bet.player)
            for box in self.round.boxes
            for bet in box.hands[0].bets
            if bet.open and bet.stake % 2 and box.hands[0].is_blackjack
        )
        return next(
            place
            for place, wager in enumerate(self.file.wagers or ())
            if (wager.box, wager.player) == odd and wager.wager == MAIN
        )


def _owed(due: Choice) -> str:
    where = f"box {due.box.number}, hand {due.hand.place}"
    held = f"{' '.join(due.hand.cards)}, {due.hand.total}"
    return f"{plain(due.player)} decides about {where} ({held})"


def _is_about(due: Choice, decision: OnHand) -> bool:
    return (due.box.number, due.hand.place) == (decision.box, decision.hand)


def answer(admitted: Sequence[Admitted], round: Round, cards_used: int) -> Result:
    """The answer to a round that is over."""
    settlements = sorted((*_settled(admitted, round), *_handed_back(admitted)), key=place_in_answer)
    net = dict.fromkeys((ruled.wager.player for ruled in admitted), 0)
    for settlement in settlements:
        net[settlement.player] += settlement.net
    return Result(cards_used, tuple(hands_of(round)), tuple(settlements), net)


def _settled(admitted: Sequence[Admitted], round: Round) -> Iterator[Settlement]:
    under_minimum = round.rules.table_law.under_minimum
    short = {
        (ruled.wager.player, ruled.wager.box, ruled.wager.wager)
        for ruled in admitted
        if ruled.warned or ruled.clauses == under_minimum
    }
    for fact in round.facts:
        if isinstance(fact, Settled):
            clauses = fact.clauses
            if (fact.player, fact.box, fact.wager) in short:
                clauses = Clauses((*clauses, *under_minimum))
            yield Settlement(
                player=fact.player, box=fact.box, hand=fact.hand, wager=fact.wager, on=fact.on,
                stake=fact.stake, outcome=fact.outcome, net=fact.net, clauses=clauses,
            )  # fmt: skip


def _handed_back(admitted: Sequence[Admitted]) -> Iterator[Settlement]:
    """What the limits or a missing main wager give back before a card is dealt."""
    for ruled in admitted:
        if ruled.goes_back:
            wager = ruled.wager
            yield Settlement(
                player=wager.player, box=wager.box, hand=1 if wager.wager == MAIN else None,
                wager=wager.wager, stake=ruled.goes_back,
                outcome=Outcome.VOID if ruled.void else Outcome.RETURNED, net=0,
                clauses=ruled.clauses,
            )  # fmt: skip
