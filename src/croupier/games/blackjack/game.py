"""The game of a blackjack table: what its rules do in their own way at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from msgspec import structs

from croupier.aggregate.acts import Acts
from croupier.games.blackjack.acts import decisions
from croupier.games.blackjack.asks_and_answers import (
    Choice,
    Election,
    InsuranceWindow,
    MoveOn,
    Window,
)
from croupier.games.blackjack.insurance import owners_have_answered
from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.money import NotWholeCents, Odds
from croupier.rulebook.citations import Cited, Refused
from croupier.shoe import FARTHEST_RIGHT_ON, Occasion, cut_offers, cutting_card_range
from croupier.table.acts import (
    cutting_card,
    limit_markers,
    misnamed_cards,
    misplaced_cards,
    opening,
    player_restrictions,
    several_boxes,
    shuffling_machine,
    stray_cards,
)
from croupier.table.acts.betting import bettors, warning_reach
from croupier.table.acts.every_table import EVERY_TABLE
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.player_restrictions import hold_to_the_minimum, why_restricted
from croupier.table.acts.stray_cards import burn_carried_cards
from croupier.table.facts import Controls, ShuffleDue
from croupier.table.game_protocol import Asking, OrdinaryGame
from croupier.table.shoe_state import Device, Preparation, ShoeState
from croupier.table.wagers import (
    MAIN,
    BoxMaxScope,
    Markers,
    MarkerTotalLimit,
    close_betting,
    left_without_a_main,
    order_of_decision,
    who_decides,
    why_not_place,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citations import Clauses
    from croupier.shoe import CutOffer
    from croupier.table.acts.opening import Approval, OpenTable
    from croupier.table.game_protocol import Overlooked
    from croupier.table.table import Table
    from croupier.table.tournament_play import TableTerms
    from croupier.table.wagers import Admitted, Wager

ACTS: Acts[Table, BlackjackRules] = Acts(
    EVERY_TABLE, limit_markers.acts, several_boxes.acts, player_restrictions.acts,
    shuffling_machine.acts, cutting_card.acts, decisions.acts, stray_cards.acts,
    misplaced_cards.acts, misnamed_cards.acts,
)  # fmt: skip

BLACKJACK_PAYS = "blackjack_pays"
"""The one term of the game that conditions may change."""


class Blackjack(OrdinaryGame):
    """The game of a blackjack table, with its options decided."""

    rules: BlackjackRules
    acts: ClassVar[Acts[Table, BlackjackRules]] = ACTS
    hides_cards: ClassVar[bool] = False
    shows_past_cards: ClassVar[bool] = False
    round_kind: ClassVar[type[RoundAtTable]] = RoundAtTable
    farthest_right_on: ClassVar[frozenset[Occasion]] = FARTHEST_RIGHT_ON

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules
        self._scope = BoxMaxScope(self.options.get("box_max_scope", BoxMaxScope.TOTAL))
        total = self.options.get("marker_total_limit", MarkerTotalLimit.SIGN)
        self._marker_total = MarkerTotalLimit(total)

    @property
    def wagers(self) -> tuple[str, ...]:
        return (MAIN, *self.options["side_bets"])

    @property
    def terms(self) -> dict[str, str]:
        return {"soft 17": str(self.rules.soft_17)}

    # -- the table and its cards

    def why_not_open(self, command: OpenTable) -> Refused | None:
        """The layout, not the shift, decides about a soft 17 where the instrument says so."""
        law, plays = self.rules.law, self.rules.soft_17
        if law.dealer_hits_soft_17 is None or command.inscription == plays:
            return None
        return Refused(
            f"the approved layout is inscribed {command.inscription!r}, the table plays "
            f"soft 17 {str(plays)!r}",
            law.dealer_draws,
        )

    def opening(self, table: Table, approval: Approval, float: int) -> Command:
        return opening.on_approval(table, approval, float)

    def new_shoe(self) -> ShoeState:
        return ShoeState(self.rules.decks, Device(self.options["device"]))

    def new_state(self) -> object:
        return None

    def cut_offers(self, table: Table) -> tuple[CutOffer[str], ...]:
        shoe, arrived = table.shoe, table.patrons.arrived
        return cut_offers(
            self._controllers(table),
            shoe.occasion,
            first_to_table=arrived[0] if arrived else None,
            cutting_card_box=shoe.cutting_card_box,
            farthest_right_on=self.farthest_right_on,
        )

    def _controllers(self, table: Table) -> dict[int, str]:
        """Who speaks for each box: who decided about its cards last, or who has come to it."""
        here = set(table.patrons.arrived) - table.patrons.excluded
        speaking = {box: sitter for box, sitter in table.patrons.seats.items() if sitter in here}
        played = table.wagers if table.in_play or table.last is None else table.last.wagers
        for wagers in (table.wagers, played):
            present = [wager for wager in wagers if wager.player in here]
            speaking |= {
                box: self._in_order(mains)[0].player for box, mains in _mains(present).items()
            }
        return dict(sorted(speaking.items()))

    def _in_order(self, mains: Sequence[Wager]) -> list[Wager]:
        """Who decides about the cards of a box, and who when that one is away."""
        return order_of_decision(mains, largest_first=self.rules.law.largest_decides is not None)

    def cutting_card_depths(self, cards: int) -> range:
        return cutting_card_range(cards, self.options["cut_depth_tolerance_cards"])

    def burns_on_new_shoe(self) -> int:
        return int(self.options["burn_on_new_shoe"])

    # -- wagers

    def amounts(self, wager: str, least: int) -> tuple[int, ...]:
        return tuple(self.rules.approved_amounts.get(wager, ()))

    def why_not_stake(self, wager: str, amount: int) -> Refused | None:
        pays = self.rules.law.blackjack_pays
        if wager == MAIN:
            try:
                pays.value.on(amount)
            except NotWholeCents as error:
                return Refused(str(error), pays.clauses)
        return None

    def why_not_place(self, table: Table, new: Wager) -> Refused | None:
        refusal = why_not_place(
            table.law,
            table.sign,
            table.wagers,
            new,
            offered=self.options["side_bets"],
            markers=self._markers(table),
            needs_own_main=self.rules.side_bet_needs_own_main,
            approved_amounts=self.amounts(new.wager, table.sign.of(new.wager).minimum),
            readings=self.rules.readings,
            main_called="Blackjack",
        )
        return refusal or why_restricted(table, new)

    def falls_with(self, table: Table, gone: Wager) -> Iterable[tuple[Wager, Clauses]]:
        """Side wagers that the main wager alone let stand."""
        if gone.wager != MAIN:
            return ()
        return left_without_a_main(
            table.law, table.wagers, self.rules.side_bet_needs_own_main, self.rules.readings
        )

    def close_betting(self, table: Table, overlooked: Overlooked) -> list[Admitted]:
        return close_betting(
            table.law,
            table.sign,
            sorted(table.wagers, key=lambda wager: wager.box),
            markers=self._markers(table),
            scope=self._scope,
            warned=table.patrons.warned,
            reach=warning_reach(table),
            overlooked=overlooked,
            needs_own_main=self.rules.side_bet_needs_own_main,
            readings=self.rules.readings,
        )

    def _markers(self, table: Table) -> Markers:
        return Markers(table.patrons.markers, self._marker_total)

    def why_not_deal(self, table: Table, ruled: Sequence[Admitted]) -> Refused | None:
        for each in ruled:
            if each.stands and each.wager.wager == MAIN:
                return None
        return Refused("no Blackjack wager stands", table.law.no_more_bets)

    def takes_part(self, wager: str) -> bool:
        return wager == MAIN

    def start(self, table: Table, ruled: Sequence[Admitted]) -> RoundAtTable:
        self._name_controllers(table)
        rules, multiple = self.rules, table.sign.of(MAIN).multiple
        if multiple != rules.double_multiple:  # the sign has been changed since the table opened
            rules = replace(rules, double_multiple=multiple)
        away = frozenset(table.patrons.away and table.patrons.away & bettors(table))
        return self.round_kind(rules, list(ruled), away)

    def _name_controllers(self, table: Table) -> None:
        """On a shared box, who makes the decisions is fixed when betting closes."""
        if len(table.wagers) < 2:
            return
        for box, mains in sorted(_mains(table.wagers).items()):
            if len(mains) > 1:
                first, clauses = who_decides(table.law, mains)
                table.add_fact(Controls(player=first.player, box=box, clauses=clauses))

    def dealers_turn(self, table: Table) -> None:
        """The dealer deals and asks; nothing else is the dealer's to do in a round."""

    def asking(self, table: Table) -> Asking | None:
        """Whoever decides is taken to be away when the time is over, and the rules go on then."""
        at_table = table.round
        assert isinstance(at_table, RoundAtTable)
        round = at_table.round
        question = (table.number, len(round.answers))
        match round.due:
            case Choice(player=player, hand=hand):  # who has another card is asked anew
                asked = (*question, *hand.cards)
                return Asking(asked, (player,), (StepAway(player=player),))
            case Election(waiting=waiting):
                return Asking(question, tuple(waiting), (MoveOn(),))
            case InsuranceWindow(window=window):  # one answer leaves the others no more time
                answered = window is Window.OWNERS and owners_have_answered(round)
                return Asking((table.number, window), (), (MoveOn(),), answered)
        return None

    def scoreboard(self, table: Table) -> None:
        """Nothing is kept of rounds gone by."""

    def between_rounds(self, table: Table) -> None:
        law, shoe = table.law, table.shoe
        if shoe.broken_down:
            shoe.preparation = Preparation.NEEDS_NEW_CARDS
            table.add_fact(ShuffleDue(at_once=True, clauses=law.malfunction_new_cards))
        elif shoe.shuffle_due:
            shoe.preparation = Preparation.NEEDS_SHUFFLE
            table.add_fact(ShuffleDue(at_once=True, clauses=law.shuffle_when))
        burn_carried_cards(table)

    def betting_reopened(self, table: Table) -> None:
        """What was said about a player after the call holds of the wagers that lie there again."""
        held = table.patrons.minimum_only | table.patrons.restricted
        for player, clauses in held.items():
            hold_to_the_minimum(table, player, clauses)

    def candidates(self, table: Table, person: Person) -> Iterator[Command]:
        yield from ()

    # -- tournaments

    def why_no_tournament(self, table: Table, terms: TableTerms) -> Refused | None:
        changed = dict(terms.overrides)
        try:
            Odds.parse(changed.pop(BLACKJACK_PAYS, "1"))
        except ValueError:
            return Refused(
                f"terms: {terms.overrides[BLACKJACK_PAYS]!r} is not odds, as in 2:1",
                table.law.tournament.conditions_prevail.clauses,
            )
        return super().why_no_tournament(table, structs.replace(terms, overrides=changed))

    def hold_tournament(self, terms: TableTerms) -> None:
        self._ordinary = self.rules
        others = self.rules.third_party_insurance and terms.third_party_insurance
        self.rules = replace(self.rules, third_party_insurance=others)
        if BLACKJACK_PAYS in terms.overrides:
            clauses = self.table_law.tournament.conditions_prevail.clauses
            pays = Cited(Odds.parse(terms.overrides[BLACKJACK_PAYS]), clauses)
            law = replace(self.rules.law, blackjack_pays=pays, interim_blackjack=pays)
            self.rules = replace(self.rules, law=law, rulings={})

    def end_tournament(self) -> None:
        self.rules = self._ordinary


def _mains(wagers: Iterable[Wager]) -> dict[int, list[Wager]]:
    """Main wagers by box, in the order in which they lie there."""
    boxes: dict[int, list[Wager]] = {}
    for wager in wagers:
        if wager.wager == MAIN:
            boxes.setdefault(wager.box, []).append(wager)
    return boxes
