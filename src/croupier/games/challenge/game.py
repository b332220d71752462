"""The game of a Blackjack Challenge table: what its rules do in their own way at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from croupier.aggregate.acts import Acts
from croupier.games.blackjack.asks_and_answers import MoveOn
from croupier.games.blackjack.game import Blackjack
from croupier.games.blackjack.side_bets import ANY_PAIRS, PERFECT_PAIRS
from croupier.games.challenge.acts import (
    card_checks,
    closing,
    conduct,
    dealing,
    decisions,
    limits,
    notices,
    opening,
    overlooked_wagers,
    player_restrictions,
    promotional_tokens,
    shared_boxes,
    shuffling,
    shuffling_device,
    side_bets,
    stray_cards,
    void_rounds,
    wagering,
)
from croupier.games.challenge.acts.limits import (
    EndKeptMinimum,
    close_box,
    end_needless_markers,
    fit_markers_to,
    why_outside,
)
from croupier.games.challenge.acts.overlooked_wagers import FindOverMaximum
from croupier.games.challenge.acts.player_restrictions import hold_all_down, why_restricted
from croupier.games.challenge.acts.promotional_tokens import token_stakes
from croupier.games.challenge.acts.shared_boxes import line_up, send_all_away, why_full
from croupier.games.challenge.acts.side_bets import take_back_the_unaccompanied, unaccompanied
from croupier.games.challenge.acts.wagering import clear_the_place
from croupier.games.challenge.round import ChallengeAtTable, round_at
from croupier.games.challenge.table_law import card_law_of, law_of
from croupier.games.challenge.table_state import (
    ChallengeShoe,
    ChallengeState,
    conduct_of,
    state_of,
    why_detained,
)
from croupier.rulebook.citations import Refused
from croupier.shoe import Occasion, cutting_card_range
from croupier.table.acts import burn_and_reveal as any_cards
from croupier.table.acts import (
    chips_and_float,
    cutting_card,
    hidden_wagers,
    misnamed_cards,
    misplaced_cards,
    patrons,
    seeding,
    several_boxes,
    tournament,
    turns,
)
from croupier.table.acts import shuffling as any_shuffling
from croupier.table.acts import stray_cards as any_stray_cards
from croupier.table.acts.betting import bettors
from croupier.table.acts.tournament import PlaceStartingMarker, SetSession, TakeCommission
from croupier.table.facts import ShuffleDue
from croupier.table.game_protocol import Asking, ClosingSign
from croupier.table.shoe_state import Device, Preparation, ShoeState
from croupier.table.tournament_play import marker_box, play_at
from croupier.table.wagers import (
    MAIN,
    Admitted,
    Markers,
    why_not_place,
    with_the_mains_they_need,
    without_the_displaced,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.round_at_table import RoundAtTable
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.games.blackjack.views import BoxView, HandView, RoundView, SideView, StakeView
    from croupier.rulebook.citations import Clauses
    from croupier.table.acts.opening import Approval, OpenTable
    from croupier.table.game_protocol import Overlooked
    from croupier.table.table import Table
    from croupier.table.tournament_play import Hidden, TableTerms
    from croupier.table.wagers import Wager

ACTS: Acts[Table, BlackjackRules] = Acts(
    opening.acts, chips_and_float.acts, wagering.acts, shared_boxes.acts,
    player_restrictions.acts, limits.acts, overlooked_wagers.acts, side_bets.acts,
    promotional_tokens.acts, notices.acts, turns.acts, hidden_wagers.acts, card_checks.acts,
    seeding.acts, shuffling.acts, dealing.acts, decisions.acts, stray_cards.acts,
    void_rounds.acts, shuffling_device.acts, conduct.acts, closing.acts, cutting_card.acts,
    any_cards.acts.without(any_cards.Burn, any_cards.ReplaceCard, any_cards.NewCards),
    any_shuffling.acts.without(any_shuffling.Shuffle, any_shuffling.InsertCuttingCard),
    misplaced_cards.acts.without(misplaced_cards.VoidEarlierRound), misnamed_cards.acts,
    tournament.acts.without(SetSession, PlaceStartingMarker, TakeCommission),
)  # fmt: skip

NOT_IN_TOURNAMENTS = (
    shared_boxes.LimitPlayers, several_boxes.PermitSeveralBoxes, several_boxes.GiveUpBox,
    overlooked_wagers.FindOverMaximum, limits.AnnounceMinimum, limits.RaiseMinimumAtOnce,
    limits.EndKeptMinimum, limits.PlacePersonalSign, limits.RemovePersonalSign,
    patrons.VacateSeat,
)  # fmt: skip
"""Rules 5.4, 5.8, 6.3, 6.5, 6.6 and 18.9, which 19.2.1 leaves out."""
TOKENS = (promotional_tokens.ExchangeVoucher, promotional_tokens.PlaceTokens)


class Challenge(Blackjack):
    """The game of a Blackjack Challenge table, with its options decided."""

    acts: ClassVar[Acts[Table, BlackjackRules]] = ACTS
    round_kind: ClassVar[type[RoundAtTable]] = ChallengeAtTable
    farthest_right_on: ClassVar[frozenset[Occasion]] = frozenset(Occasion)

    @property
    def terms(self) -> dict[str, str]:
        return {}

    # -- the table and its cards

    def why_not_open(self, command: OpenTable) -> Refused | None:
        return None

    def opening(self, table: Table, approval: Approval, float: int) -> Command:
        return opening.on_approval(table, float)

    def opened(self, table: Table) -> None:
        end_needless_markers(table, table.sign)
        if self.options["side_bet_needs_own_main"]:
            for name in self.options["side_bets"]:
                side_bets.restrict(table, name, "main bettors only")

    def closing_sign(self, table: Table) -> ClosingSign:
        displayed = conduct_of(table).closing_sign
        return ClosingSign(
            stands=card_law_of(table).closure_sign.value,
            closes=0 if displayed is None else displayed[0],
            display=lambda closes: closing.DisplayClosingSign(closes=closes),
        )

    def new_shoe(self) -> ShoeState:
        return ChallengeShoe(self.rules.decks, Device(self.options["device"]))

    def new_state(self) -> ChallengeState:
        return ChallengeState()

    def cutting_card_depths(self, cards: int) -> range:
        return cutting_card_range(cards, least=1)

    def burns_on_new_shoe(self) -> int:
        return 1

    # -- wagers

    def amounts(self, wager: str, least: int) -> tuple[int, ...]:
        """The one amount that the sign names, where a side bet takes no other."""
        fixed = wager != MAIN and self.options["side_bet_amount"] == "fixed"
        return (least,) if fixed else ()

    def why_not_stake(self, wager: str, amount: int) -> Refused | None:
        """Any stake can be paid, rounded up to what chips there are."""
        return None

    def why_not_place(self, table: Table, new: Wager) -> Refused | None:
        detained = why_detained(table, new.player)
        if detained is not None:
            return detained
        refusal = why_not_place(
            table.law,
            table.sign,
            table.wagers,
            new,
            offered=self.options["side_bets"],
            markers=Markers(),
            needs_own_main=new.wager in state_of(table).own_main,
            approved_amounts=self.amounts(new.wager, table.sign.of(new.wager).minimum),
            readings=self.rules.readings,
            main_called="Blackjack",
        )
        refusal = refusal or why_full(table, new) or why_restricted(table, new)
        return refusal or why_outside(table, new)

    def falls_with(self, table: Table, gone: Wager) -> Iterable[tuple[Wager, Clauses]]:
        return unaccompanied(table) if gone.wager == MAIN else ()

    def close_betting(self, table: Table, overlooked: Overlooked) -> list[Admitted]:
        ruled: list[Admitted] = []
        for box in sorted({wager.box for wager in table.wagers}):
            if any(wager.box == box and wager.wager == MAIN for wager in table.wagers):
                unseen = {*state_of(table).overlooked, *overlooked}
                ruled += close_box(table, box, self.rules.readings.shares, unseen)
            ruled += [
                Admitted(side, side.amount, 0, table.law.side_bets[side.wager].window)
                for side in table.wagers
                if side.box == box and side.wager != MAIN
            ]
        accompanied = with_the_mains_they_need(
            table.law, ruled, state_of(table).own_main, self.rules.readings
        )
        return without_the_displaced(table.law, accompanied)

    def why_not_deal(self, table: Table, ruled: Sequence[Admitted]) -> Refused | None:
        law = card_law_of(table)
        if shuffling_device.is_suspended(table):
            return Refused("a low-limit table waits for a shuffling device", law.low_limit_device)
        return super().why_not_deal(table, ruled)

    # -- the round

    def start(self, table: Table, ruled: Sequence[Admitted]) -> RoundAtTable:
        floor, playing = state_of(table), bettors(table)
        mains = [wager for wager in table.wagers if wager.wager == MAIN]
        for box in sorted({wager.box for wager in mains}):
            line_up(table, box)
        for player in sorted(playing):  # in the same order wherever it is played again
            floor.playing[player] = tuple(w.box for w in mains if w.player == player)
        away = frozenset(table.patrons.away & playing)
        game_round = self.round_kind(self._rules_now(table), list(ruled), away)
        assert isinstance(game_round, ChallengeAtTable)
        game_round.own_main = frozenset(floor.own_main)
        if tokens := token_stakes(table):
            game_round.stake_tokens(tokens, law_of(table).tokens)
        return game_round

    def _rules_now(self, table: Table) -> BlackjackRules:
        """The rules with what the sign and a Gaming Manager's restrictions say by now."""
        limits, restricted = table.sign.of(MAIN), state_of(table).own_main
        counts = self.options["limits_apply_to_additional"]
        at_least_the_minimum = self.options["min_double"] == "table_minimum"
        rules = self.rules if table.tournament is None else tournament_rules(table, self.rules)
        needs_own_main = restricted >= self.rules.side_bets and bool(restricted)
        least_double = limits.minimum if at_least_the_minimum else self.rules.least_double
        most = limits.maximum if counts else None
        now = needs_own_main, least_double, most
        if now == (rules.side_bet_needs_own_main, rules.least_double, rules.most_on_a_box):
            return rules
        return replace(
            rules,
            side_bet_needs_own_main=needs_own_main,
            least_double=least_double,
            most_on_a_box=most,
        )

    def asking(self, table: Table) -> Asking | None:
        """Players who are offered a refund are asked for that alone, and have all their time."""
        refunds = round_at(table).refunds
        if not refunds:
            return super().asking(table)
        players = tuple(dict.fromkeys(player for player, _ in refunds))
        return Asking((table.number, "refund"), players, (MoveOn(),))

    def between_rounds(self, table: Table) -> None:
        self._wagers_between_rounds(table)
        self._cards_between_rounds(table)

    def _wagers_between_rounds(self, table: Table) -> None:
        state = state_of(table)
        state.since.clear()
        state.overlooked.clear()
        patrons = table.patrons
        there = set(patrons.arrived) - patrons.excluded  # who was excluded goes with the round
        placed = {*state.kept, *state.personal, *patrons.reserved.values(), *state.playing}
        for player in sorted(placed - there):
            clear_the_place(table, player)
        fit_markers_to(table, table.next_sign)

    def betting_reopened(self, table: Table) -> None:
        """What was said after the call holds of the wagers that lie there again."""
        for player in sorted(table.patrons.excluded):
            clear_the_place(table, player)
        hold_all_down(table)
        send_all_away(table)
        take_back_the_unaccompanied(table)

    def _cards_between_rounds(self, table: Table) -> None:
        law, shoe = card_law_of(table), table.shoe
        dealing.note_the_rack_was_left(table)
        shuffling_device.after_the_round(table)
        stray_cards.put_cards_in_their_place(table)
        if shoe.shuffle_due:
            shoe.preparation = Preparation.NEEDS_SHUFFLE
            table.add_fact(ShuffleDue(at_once=True, clauses=law.cutting_card_in_round))

    def candidates(self, table: Table, person: Person) -> Iterator[Command]:
        if person.is_staff:
            yield card_checks.CheckByMachine()
            yield shuffling.ShuffleByHandFirst()
            yield card_checks.ApproveRiffle()
            yield card_checks.Riffle()
            yield shuffling.VerifyCollected()
            yield shuffling.ForgetBurn()
            yield any_stray_cards.TakeFromRack()
            yield shuffling_device.BringDevice()
            yield EndKeptMinimum()
            for box in table.boxes:
                yield FindOverMaximum(box=box)
        elif person.name in table.patrons.arrived:
            yield card_checks.AskForRiffle(player=person.name)

    # -- tournaments

    def why_no_tournament(self, table: Table, terms: TableTerms) -> Refused | None:
        if self.options["low_limit"]:
            law = law_of(table)
            return Refused("low limit gaming is offered here", law.low_limit_no_tournament)
        return super().why_no_tournament(table, terms)

    def extremes(self, limits: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
        """All hands of a box doubled and lost; or each of them the best Blackjack, and a pair."""
        law, most = self.rules.law, {wager: pair[1] for wager, pair in limits.items()}
        hands, best = law.most_hands.value, law.higher_blackjack
        assert best is not None
        lost, won = 2 * hands * most[MAIN], hands * best.value.win * most[MAIN]
        for wager in (ANY_PAIRS, PERFECT_PAIRS):
            if wager in most and wager in law.pay_tables:
                lost += most[wager]
                rows = [pays.value for _, pays in law.events(wager)]
                won += max(-(-each.win * most[wager] // each.stake) for each in rows)
        paid_up = self.rules.smallest_chip * (hands + len(most) - 1)
        return lost, won + paid_up

    def overlooks(self, table: Table, wager: Wager) -> bool:
        return (wager.player, wager.box) in state_of(table).overlooked

    def conceal(self, shown: Any, unsaid: Mapping[str, Hidden]) -> Any:
        return conceal(shown, unsaid)

    def why_not_in_tournaments(self, table: Table, command: Command) -> Refused | None:
        law = table.law.tournament
        if isinstance(command, TOKENS):
            return Refused("all wagers are made with tournament chips", law.chips)
        if isinstance(command, NOT_IN_TOURNAMENTS):
            return Refused("tournaments are played without this rule", law.applies)
        return None


def tournament_rules(table: Table, rules: BlackjackRules) -> BlackjackRules:
    """Doubles are whole minimums, a void round leaves nothing paid, and the marker may begin."""
    play, law = play_at(table), table.law.tournament
    in_units = play.readings.double_in_units
    return replace(
        rules,
        double_multiple=table.sign.of(MAIN).minimum if in_units else rules.double_multiple,
        double_units=law.made_good if in_units else None,
        void_claws_back=law.void_claws_back,
        first_box=marker_box(table) if play.readings.deal_from_marker else 1,
    )


def conceal(shown: RoundView, unsaid: Mapping[str, Hidden]) -> RoundView:
    """The round without what these players have staked undisclosed, doubled or not."""
    boxes = tuple(_box_without(box, unsaid) for box in shown.boxes)
    return structs.replace(shown, boxes=boxes)


def _box_without(box: BoxView, unsaid: Mapping[str, Hidden]) -> BoxView:
    hands = tuple(_hand_without(hand, unsaid) for hand in box.hands)
    sides = tuple(open for side in box.sides if (open := _side_without(side, unsaid)) is not None)
    return structs.replace(box, hands=hands, sides=sides)


def _hand_without(hand: HandView, unsaid: Mapping[str, Hidden]) -> HandView:
    stakes = tuple(_stake_without(stake, unsaid) for stake in hand.stakes)
    return structs.replace(hand, stakes=stakes)


def _stake_without(stake: StakeView, unsaid: Mapping[str, Hidden]) -> StakeView:
    """Nor is a double told: it is shown of nobody, whatever their form is for."""
    hidden = unsaid.get(stake.player)
    if hidden is None:
        return stake
    unseen = hidden.staked if hidden.wager == MAIN else 0
    return structs.replace(stake, stake=stake.stake - unseen, double=0)


def _side_without(side: SideView, unsaid: Mapping[str, Hidden]) -> SideView | None:
    """A side bet as far as it lies there for everybody to see."""
    hidden = unsaid.get(side.player)
    if hidden is None or hidden.wager != side.wager:
        return side
    amount = side.amount - hidden.staked
    return structs.replace(side, amount=amount) if amount else None
