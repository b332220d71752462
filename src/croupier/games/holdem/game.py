"""The game of a Hold'em table: what its rules do in their own way at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts
from croupier.games.holdem import wager_rules
from croupier.games.holdem.acts import (
    conduct,
    decisions,
    misdeals,
    preparation,
    shuffling_device,
    wagering,
)
from croupier.games.holdem.acts.preparation import InstructCount
from croupier.games.holdem.asks_and_answers import Betting, Conceding, HandDue, NoAnswer, TakeAndPay
from croupier.games.holdem.facts import Abort
from croupier.games.holdem.hands import ANTE, BLIND, TRIPS
from croupier.games.holdem.round_at_table import RoundAtTable
from croupier.games.holdem.rules import ActionOrder, BlindCapScope
from croupier.games.holdem.table_state import HoldemState, OneDeck, law_of, state_of
from croupier.money import dollars
from croupier.rulebook.citations import Refused
from croupier.shoe import CutClaim, CutOffer
from croupier.table.acts import limit_markers, misnamed_cards, opening
from croupier.table.acts.betting import PlaceWager, ReturnShortWager, warning_reach
from croupier.table.acts.burn_and_reveal import Burn, NewCards, ReplaceCard
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.every_table import EVERY_TABLE
from croupier.table.acts.shuffling import DeclineCut, Shuffle
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.voiding import Exclude, Invalidate, VoidRound
from croupier.table.facts import ShuffleDue
from croupier.table.game_protocol import Asking, OrdinaryGame
from croupier.table.shoe_state import Preparation
from croupier.table.wagers import Markers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.rules import HoldemRules
    from croupier.rulebook.citations import Clauses
    from croupier.table.acts.opening import Approval, OpenTable
    from croupier.table.game_protocol import Overlooked
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted, Wager


ACTS: Acts[Table, HoldemRules] = Acts(
    EVERY_TABLE.without( opening.OpenTable, opening.AskDeterminations, BringChips, ChangeLimits,
    PlaceWager, ReturnShortWager, Shuffle, DeclineCut, Burn, ReplaceCard, NewCards, Exclude,
    Invalidate, VoidRound, RecordBreach, ), limit_markers.acts, preparation.acts,
    wagering.acts, decisions.acts, shuffling_device.acts, conduct.acts, misdeals.acts,
    misnamed_cards.acts.without(misnamed_cards.CorrectBurntCard),
)  # fmt: skip


class Holdem(OrdinaryGame):
    """The game of a Hold'em table, with its options decided."""

    rules: HoldemRules
    acts: ClassVar[Acts[Table, HoldemRules]] = ACTS
    hides_cards: ClassVar[bool] = True
    shows_past_cards: ClassVar[bool] = False

    def __init__(self, rules: HoldemRules) -> None:
        self.rules = rules

    @property
    def wagers(self) -> tuple[str, ...]:
        """The ante stands for the blind too, which is placed with it."""
        return (ANTE, TRIPS)

    @property
    def terms(self) -> dict[str, str]:
        rules, said = self.rules, {}
        if rules.blind_payout_cap is not None:
            together = rules.blind_cap_scope is BlindCapScope.TABLE
            of = "all blinds of a round together" if together else "each blind"
            said["maximum payout"] = f"{dollars(rules.blind_payout_cap)} for {of}"
        if self.options["decision_timer"] is not None:
            said["time to answer"] = f"{self.options['decision_timer']} seconds"
        return said

    # -- the table and its cards

    def why_not_open(self, command: OpenTable) -> Refused | None:
        """Multiples alone make no sign: it shows a minimum and a maximum."""
        law, shown = self.table_law, self.options["limits"]
        missing = " and ".join(wager for wager in self.wagers if wager not in shown)
        if not missing:
            return None
        return Refused(f"no sign shows the minimum and maximum of {missing}", law.limits_displayed)

    def opening(self, table: Table, approval: Approval, float: int) -> Command:
        return opening.on_approval(table, approval, float)

    def new_shoe(self) -> OneDeck:
        return OneDeck(self.rules.decks, self.rules.device)

    def new_state(self) -> HoldemState:
        return HoldemState(self.rules)

    def cut_offers(self, table: Table) -> tuple[CutOffer[str], ...]:
        return (CutOffer(CutClaim.DEALER, None),)

    def cutting_card_depths(self, cards: int) -> range:
        """All the cards lie on the cutting card."""
        return range(1)

    def burns_on_new_shoe(self) -> int:
        return 0

    # -- wagers

    def amounts(self, wager: str, least: int) -> tuple[int, ...]:
        return ()

    def why_not_stake(self, wager: str, amount: int) -> Refused | None:
        return wager_rules.why_not_stake(self.rules, wager, amount)

    def why_not_place(self, table: Table, new: Wager) -> Refused | None:
        beside = table.wagers
        if new.wager == ANTE:  # the blind changes with it
            beside = [
                w for w in beside if (w.player, w.box, w.wager) != (new.player, new.box, BLIND)
            ]
        refusal = wager_rules.why_not_place(self.rules, table.sign, beside, new)
        return refusal or self._why_not_where_another_sits(table, new)

    def _why_not_where_another_sits(self, table: Table, new: Wager) -> Refused | None:
        """Who sits at a box has the opportunity to wager there; who wagered first may go on."""
        sits_there = table.patrons.seats.get(new.box, new.player)
        came_first = table.wager_of(new.player, new.box, None) is not None
        if sits_there == new.player or came_first:
            return None
        return Refused(f"{sits_there} sits at box {new.box}", self.rules.law.opening_wagers)

    def falls_with(self, table: Table, gone: Wager) -> list[tuple[Wager, Clauses]]:
        """Ante and blind go together, and trips with them."""
        law = law_of(table)
        partners = {
            ANTE: {BLIND: law.blind_equals_ante},
            BLIND: {ANTE: law.blind_equals_ante, TRIPS: law.trips_needs_both},
        }
        return [
            (other, clauses)
            for wager, clauses in partners.get(gone.wager, {}).items()
            if (other := table.wager_of(gone.player, gone.box, wager)) is not None
        ]

    def close_betting(self, table: Table, overlooked: Overlooked) -> list[Admitted]:
        return wager_rules.close_betting(
            self.rules,
            table.sign,
            sorted(table.wagers, key=lambda wager: wager.box),
            markers=Markers(table.patrons.markers),
            warned=table.patrons.warned,
            reach=warning_reach(table),
            overlooked={*overlooked, *state_of(table).overlooked},
        )

    def why_not_deal(self, table: Table, ruled: Sequence[Admitted]) -> Refused | None:
        if any(each.stands and each.wager.wager == ANTE for each in ruled):
            return None
        return Refused("no ante and blind stand", law_of(table).ante_and_blind)

    def takes_part(self, wager: str) -> bool:
        return wager == ANTE

    # -- the round

    def start(self, table: Table, ruled: Sequence[Admitted]) -> RoundAtTable:
        rules, markers = self.rules, Markers(table.patrons.markers)
        if table.shoe.device is not rules.device:  # it has been replaced since the table opened
            rules = replace(rules, device=table.shoe.device)
        state_of(table).overlooked.clear()
        return RoundAtTable(
            rules,
            wager_rules.boxes_in_play(rules, table.sign, ruled, markers),
            chips=table.chips,
            clock=lambda: table.at,
        )

    def dealers_turn(self, table: Table) -> TakeAndPay | None:
        """Once the dealer has begun to take and pay, one hand follows the other."""
        at_table = table.round
        assert isinstance(at_table, RoundAtTable)
        return TakeAndPay() if type(at_table.round.due) is HandDue else None

    def asking(self, table: Table) -> Asking | None:
        """No answer is a fold; and nobody is given longer than a moment to concede."""
        at_table = table.round
        assert isinstance(at_table, RoundAtTable)
        round, question = at_table.round, (table.number, at_table.round.stage)
        if isinstance(round.due, Betting):
            asked = round.asked
            folds = tuple(NoAnswer(box=box.number) for box in asked)
            one_by_one = () if self.rules.action_order is ActionOrder.FREE else folds
            return Asking((*question, one_by_one), tuple(box.player for box in asked), folds)
        if isinstance(round.due, Conceding):
            live = tuple(dict.fromkeys(box.player for box in round.live))
            return Asking((*question, "concede"), (), (TakeAndPay(),), held_open_for=live)
        return None

    def between_rounds(self, table: Table) -> None:
        """Every round has its own shuffle."""
        law, at_table = law_of(table), table.round
        assert isinstance(at_table, RoundAtTable)
        nothing = at_table.aborted
        misdeal = nothing is not None and nothing.how is Abort.MISDEAL
        if misdeal and table.last is not None:  # a new round is dealt, however few were announced
            table.rounds_left = table.last.rounds_left
        if table.shoe.preparation is not Preparation.NEEDS_NEW_CARDS:
            table.shoe.preparation = Preparation.NEEDS_SHUFFLE
        clauses = law.shuffled_after_a_misdeal if misdeal else law.shuffled_for_the_round
        table.add_fact(ShuffleDue(at_once=True, clauses=clauses))

    def scoreboard(self, table: Table) -> None:
        """Nothing is kept of rounds gone by."""

    def candidates(self, table: Table, person: Person) -> Iterator[Command]:
        if person.is_staff:
            yield InstructCount()
