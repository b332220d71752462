"""A round of Blackjack Challenge with what its irregularities can do to it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Self

import msgspec

from croupier.aggregate.acts import Command
from croupier.games.blackjack import voiding
from croupier.games.blackjack.asks_and_answers import Choice, MoveOn
from croupier.games.blackjack.facts import Stage
from croupier.games.blackjack.round_at_table import LiveRound
from croupier.games.blackjack.views import DueView
from croupier.games.challenge.settlements_after_void import (
    claws_back,
    paid_before_the_end,
    what_stands,
)
from croupier.games.challenge.table_law import CardLaw
from croupier.games.challenge.tokens_in_round import TokensAtTable
from croupier.rulebook.citations import Clauses
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import with_the_mains_they_need

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from croupier.aggregate.roles import Person
    from croupier.cards import Card
    from croupier.games.blackjack.hands import Box, Hand
    from croupier.games.blackjack.round import Round, Sent
    from croupier.games.blackjack.round_reconstruction import Misread
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.games.blackjack.views import RoundView
    from croupier.games.blackjack.voiding import OpenStake
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted

    Refund = tuple[str, int | None]
    """A player who may take wagers back, and the box where each is asked about by itself."""


class ElectRefund(Command, frozen=True, tag="elect-refund"):
    """A player takes wagers back because the device failed, or leaves them in the round."""

    player: str
    takes: bool
    box: int | None = None
    """The box it is about, where each is asked about by itself."""


class RefusalScope(StrEnum):
    """Where somebody who has refused a card gets no other."""

    PLAYER = "player"
    BOX = "area"
    HAND = "hand"


class ChallengeRound(LiveRound):
    """A round in which whoever refuses a card dealt in error receives no more."""

    def __init__(
        self, rules: BlackjackRules, boxes: Iterable[Box], *, absent: Iterable[str] = ()
    ) -> None:
        self.refusing_players: set[str] = set()
        self.refusing_boxes: set[int] = set()
        self.silent: set[tuple[str, int]] = set()
        """Who has not decided in time, or would not, and about which box."""
        super().__init__(rules, boxes, absent=absent)

    def refuse(self, player: str, box: int, scope: RefusalScope) -> None:
        """The hand itself has stood; the scope says what else gets no card."""
        if scope is RefusalScope.PLAYER:
            self.refusing_players.add(player)
        elif scope is RefusalScope.BOX:
            self.refusing_boxes.add(box)

    def absent_from(self, box: Box) -> set[str]:
        silent = {player for player, number in self.silent if number == box.number}
        return self.absent | silent if silent else self.absent

    def decider(self, box: Box, hand: Hand) -> str | None:
        player = super().decider(box, hand)
        return None if self._has_refused(player, box) else player

    def nobody_decides(self, box: Box, hand: Hand) -> Clauses:
        if not self._has_refused(super().decider(box, hand), box):
            return super().nobody_decides(box, hand)
        law = self.rules.table_law
        assert isinstance(law, CardLaw)
        least = self.law.must_draw_below
        forced = least.clauses if hand.total < least.value else ()
        return Clauses((*law.card_refused, *forced))

    def decidable(self, hand: Hand) -> bool:
        """A 21 or a bust comes to the settlement only by a misplaced card, and waits there."""
        return hand.total <= 20 or hand.is_blackjack

    def _has_refused(self, player: str | None, box: Box) -> bool:
        return player in self.refusing_players or box.number in self.refusing_boxes


class ChallengeAtTable(TokensAtTable):
    """A round with what only a table of Blackjack Challenge can do to it."""

    kind: ClassVar[type[LiveRound]] = ChallengeRound

    def __init__(
        self, rules: BlackjackRules, admitted: list[Admitted], absent: frozenset[str]
    ) -> None:
        super().__init__(rules, admitted, absent)
        self.asked_at = 0
        """When the round last asked somebody for something."""
        self.refunds: list[Refund] = []
        """Refunds offered because the device failed, and not answered yet."""
        self.own_main: frozenset[str] = frozenset()
        """Side bets that take a main wager of the side bettor's own."""

    def accompanied(self, admitted: list[Admitted]) -> list[Admitted]:
        law, readings = self.rules.table_law, self.rules.readings
        return with_the_mains_they_need(law, admitted, self.own_main, readings)

    @property
    def in_the_initial_deal(self) -> bool:
        return self.round.stage is Stage.INITIAL_DEAL

    @property
    def choosing(self) -> Choice | None:
        """The decision that the round waits for."""
        due = self.round.due
        return due if isinstance(due, Choice) and not self.refunds else None

    @property
    def card_due_to(self) -> tuple[int, int] | None:
        return None if self.refunds else super().card_due_to

    def is_done_with(self, player: str) -> bool:
        """Whether nothing of the player's is undecided, nor waits for an answer of theirs."""
        asked = any(name == player for name, _ in self.refunds)
        return not asked and super().is_done_with(player)

    # -- a card refused

    def refuse_card(self, player: str, box: int) -> None:
        scope = RefusalScope(self.rules.options["refusal_scope"])

        def happen(round: Round) -> None:
            assert isinstance(round, ChallengeRound)
            round.refuse(player, box, scope)

        self._happen(happen)

    # -- no decision

    def pass_over(self, player: str, box: int) -> None:
        """The player is asked no more about this box; about others they are."""

        def happen(round: Round) -> None:
            assert isinstance(round, ChallengeRound)
            round.silent.add((player, box))

        self._happen(happen)

    # -- a wager that is void in mid-round

    def burn_cards(self, box: int) -> None:
        """What lies on a box goes to the discard rack before the round is over."""

        def happen(round: Round) -> None:
            found, _ = round.find(box)
            assert found is not None
            for hand in found.hands:
                round.clear(hand)

        self._happen(happen)

    # -- voids, each with what it leaves

    def void(self, clauses: Clauses) -> None:
        """All money goes back, but what was paid to a player before the final settlement."""
        stands = what_stands(self.rules, self.facts, clauses)
        clauses = Clauses((*clauses, *claws_back(self.rules, clauses)))
        voiding.reverse(self.round, clauses, lambda fact: not any(fact is one for one in stands))
        voiding.give_back(self.round, Outcome.VOID, clauses, lambda _: True)
        self._stop()

    def terminate(self, clauses: Clauses) -> None:
        """What each player wagered goes back; whether payments stand is a reading."""
        taken = claws_back(self.rules, clauses)
        clauses = Clauses((*clauses, *taken))
        stands: list[Settled] = []
        if self.rules.options["r17_4_paid_stands"] and not taken:
            stands = paid_before_the_end(self.facts)
        voiding.reverse(self.round, clauses, lambda fact: not any(fact is one for one in stands))
        voiding.give_back(self.round, Outcome.RETURNED, clauses, lambda _: True)
        self._stop()

    def invalidate(self, clauses: Clauses, kept_from: Collection[str]) -> None:
        """The outcome does not count; wagers go back, but for those of these players."""
        for fact in voiding.standing(self.round):
            if fact.player in kept_from and fact.net > 0:
                self._forfeit(fact, 0, fact.stake, clauses)
        voiding.reverse(
            self.round, clauses, lambda fact: fact.net > 0 or fact.player not in kept_from
        )
        for stake in [s for s in voiding.open_stakes(self.round) if s.player in kept_from]:
            stake.close()
            self._forfeit(stake, stake.amount, stake.amount, clauses)
        voiding.give_back(self.round, Outcome.VOID, clauses, lambda _: True)
        self._stop()

    def _stop(self) -> None:
        """Nothing more is due, and nobody has to say whether to go on."""
        self.refunds = []
        self.round.stop()

    def _forfeit(
        self, wager: OpenStake | Settled, on_layout: int, lost: int, clauses: Clauses
    ) -> None:
        """The house keeps a stake; one that was paid lies with its owner again."""
        forfeited = Settled(
            player=wager.player, box=wager.box, hand=wager.hand, wager=wager.wager,
            stake=on_layout, outcome=Outcome.LOSE, net=-lost, clauses=clauses,
        )  # fmt: skip
        self.round.facts.append(forfeited)
        self.round.undone.add(id(forfeited))

    # -- the refund that a failed device opens

    def offer_refunds(self) -> None:
        by_box = self.rules.options["election_unit"] == "area"
        staked = [(stake.player, stake.box) for stake in voiding.open_stakes(self.round)]
        if self.rules.options["election_scope"] == "all_stakes":
            lost = [fact for fact in voiding.standing(self.round) if fact.net < 0]
            staked += [(fact.player, fact.box) for fact in lost if fact.box is not None]
        each = ((player, box if by_box else None) for player, box in sorted(staked))
        self.refunds = list(dict.fromkeys(each))

    def answer_refund(self, refund: Refund, takes: bool, clauses: Clauses) -> None:
        self.refunds.remove(refund)
        if takes:
            self._happen(lambda round: self._refund(round, refund, clauses))

    def _refund(self, round: Round, refund: Refund, clauses: Clauses) -> None:
        player, box = refund
        all_stakes = self.rules.options["election_scope"] == "all_stakes"

        def mine(wager: Settled | OpenStake) -> bool:
            return wager.player == player and box in (None, wager.box)

        voiding.reverse(round, clauses, lambda fact: all_stakes and fact.net < 0 and mine(fact))
        voiding.give_back(round, Outcome.RETURNED, clauses, mine)

    # -- as it is shown and rebuilt

    def rebuilt_on(
        self,
        admitted: list[Admitted],
        answers: Iterable[tuple[Sent, tuple[Card, ...]]] | None = None,
        misread: Misread | None = None,
    ) -> tuple[Self, list[Card], int]:
        """Refunds that were offered and not answered are offered still."""
        again, cards, kept = super().rebuilt_on(admitted, answers, misread)
        again.asked_at, again.own_main = self.asked_at, self.own_main
        if self.refunds:
            again.offer_refunds()
            again.refunds = [refund for refund in again.refunds if refund in self.refunds]
        return again, cards, kept

    def candidates(self, player: str | None) -> Iterator[Command]:
        if not self.refunds:
            yield from super().candidates(player)
            return
        for name, box in self.refunds:
            if player in (None, name):
                for takes in (True, False):
                    yield ElectRefund(player=name, takes=takes, box=box)
        if player is None:
            yield MoveOn()

    def view(self, viewer: Person | None) -> RoundView:
        shown = super().view(viewer)
        if not self.refunds:
            return shown
        players = tuple(dict.fromkeys(player for player, _ in self.refunds))
        return msgspec.structs.replace(shown, due=DueView("refund", players=players))


def round_at(table: Table) -> ChallengeAtTable:
    """The round in progress at a table of Blackjack Challenge."""
    assert isinstance(table.round, ChallengeAtTable)
    return table.round
