"""Rules 12 and 14.1: cards drawn in error or misplaced, a shoe that runs out, void games."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.baccarat.acts.no_bet_coups import clear_wagers
from croupier.games.baccarat.acts.shuffling import deal_one_more, shuffle_now
from croupier.games.baccarat.acts.wagering import note_differential
from croupier.games.baccarat.facts import (
    Door,
    LateRuling,
    NoBetCoup,
    RemovalOffered,
    RoundResumed,
    Ruled,
    RulingDue,
    Winner,
)
from croupier.games.baccarat.round_at_table import RoundAtTable
from croupier.games.baccarat.rules import Lookback
from croupier.games.baccarat.table_state import (
    no_bet_clauses,
    no_bet_door,
    shoe_of,
    state_of,
)
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import voiding
from croupier.table.acts.betting import put_down, reopen_betting
from croupier.table.acts.burn_and_reveal import must_be_in_the_shoe, must_be_possible
from croupier.table.acts.chips_and_float import note_debts, note_owed
from croupier.table.acts.dispute_rulings import must_be_open_to_change, must_not_be_decided
from croupier.table.acts.misplaced_cards import (
    Reconstruct,
    VoidEarlierRound,
    correct_settlement,
    must_be_finished,
    next_has_begun,
    void_past,
)
from croupier.table.acts.patrons import must_be_here
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.acts.voiding import GIVEN_UP, Invalidate, VoidRound, void_now
from croupier.table.facts import Notified, Reconstructed, SetAside
from croupier.table.law import of_table, together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.cards import Card
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table


acts: Acts[Table, BaccaratRules] = Acts()


@acts.act(DrawnInError, Role.DEALER, clauses=of_table(lambda law: law.drawn_in_error))
def drawn_in_error(table: Table, command: DrawnInError, by: Person) -> Effect:
    law, shoe, card = state_of(table).rules.law, table.shoe, command.card
    excess = law.excess_unseen if card is None else law.excess_exposed
    table.must_be_open()
    if table.phase is Phase.DEALING and table.round is not None and table.round.card_due_to:
        raise Refused("a card is due: it is the one that was drawn", law.initial_deal)
    must_be_in_the_shoe(table)
    table.refuse_unless(not shoe.burns_due, "a card is to be burnt first", table.law.burn)
    must_be_possible(table, card)

    def effect() -> None:
        shoe.take(card)
        shoe.pending.append(card)
        table.add_fact(SetAside(card=card, clauses=excess))
        _may_be_seen(table)

    return effect


class ExcessCardSeen(Command, frozen=True, tag="excess-card-seen"):
    """A card that was drawn in excess unseen is seen while it waits to be dealt."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE, Target.CARD)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY


@acts.act(
    ExcessCardSeen,
    Role.DEALER,
    clauses=lambda rules: together(rules.law.excess_exposed, rules.law.excess_unseen),
)
def excess_card_seen(table: Table, command: ExcessCardSeen, by: Person) -> Effect:
    """It is as any that was seen when it was drawn; which one it is shows as it is dealt."""
    law, shoe = state_of(table).rules.law, shoe_of(table)
    table.must_be_open()
    if not shoe.ready or None not in shoe.pending:
        raise Refused("no card waits unseen", law.excess_unseen)
    table.refuse_unless(not shoe.seen_since, "it has been said already", law.excess_exposed)

    def effect() -> None:
        shoe.seen_since = True
        table.add_fact(
            Notified(
                to="players", about="a card drawn in excess was seen", clauses=law.excess_exposed
            )
        )
        if table.phase is Phase.DEALING and not table.in_play:
            reopen_betting(table)
        _may_be_seen(table)

    return effect


def _may_be_seen(table: Table) -> None:
    """If a card that waits was seen, nobody wagers on it, or changes a wager knowing it."""
    if table.phase is Phase.BETTING:
        clear_for_an_excess_card(table)
    elif shoe_of(table).excess_seen and isinstance(table.round, RoundAtTable):
        table.round.permitted = frozenset()


def clear_for_an_excess_card(table: Table) -> None:
    """A card was seen that will be dealt first: nobody may bet on that round."""
    door = no_bet_door(table)
    if door is None or not table.shoe.pending:
        return
    clauses = no_bet_clauses(table, door)
    table.add_fact(Notified(to="players", about="no-bet coup", detail=door, clauses=clauses))
    clear_wagers(table, clauses)


# --- found in the round


@acts.act(Reconstruct, Role.SUPERVISOR, clauses=lambda rules: rules.law.misplaced)
def reconstruct(table: Table, command: Reconstruct, by: Person) -> Effect:
    law, coup = table.law, table.round
    table.refuse_unless(command.reason, "reason: say what was misplaced", law.misplaced_in_round)
    if not isinstance(coup, RoundAtTable) or not table.in_play:
        raise Refused("no round is in play: it is for a ruling", law.misplaced_in_round)
    must_be_open_to_change(table)
    if not coup.misplaced:
        raise Refused("every card lies where it was due", law.misplaced_in_round)
    rebuilt, left, _ = coup.rebuilt()
    if any(not laid.seen for laid in coup.cards[len(coup.cards) - len(left) :]):
        raise Refused("turn the last card first: no hand needs it", law.misplaced_in_round)
    offers_removal = coup.removal_is_open_to_patrons and not rebuilt.over

    def effect() -> None:
        table.add_fact(
            Reconstructed(
                round=table.number, decisions_kept=0, waiting=tuple(left),
                clauses=Clauses((*law.misplaced_in_round, *law.no_more_bets)),
            )
        )  # fmt: skip
        table.withdraw(coup)
        _lay_anew(table, rebuilt, left)
        if offers_removal and rebuilt.unsettled:
            rebuilt.removal_open = True
            table.add_fact(RemovalOffered(round=table.number, clauses=law.misplaced_in_round))
        players = [wager.player for wager in table.wagers]
        note_owed(table, players, law.misplaced_in_round)
        note_debts(table, law.misplaced_in_round)

    return effect


def _lay_anew(table: Table, rebuilt: RoundAtTable, left: list[Card]) -> None:
    shoe = table.shoe
    del shoe.layout[len(shoe.layout) - len(left) :]
    shoe.pending.extendleft(reversed(left))
    table.begin_round(rebuilt)
    table.phase = Phase.SETTLED if rebuilt.over else Phase.DEALING


class RemoveWager(Command, frozen=True, tag="remove-wager"):
    """A player takes a whole wager off a coup whose cards had to be laid anew."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    names_lying_wager: ClassVar[bool] = True

    player: str
    box: int
    wager: str


@acts.act(RemoveWager, Role.PLAYER, clauses=lambda rules: rules.law.misplaced)
def remove_wager(table: Table, command: RemoveWager, by: Person) -> Effect:
    coup = _asked_about_removal(table)
    must_be_here(table, command.player)
    law = state_of(table).rules.law
    bet = coup.bet_of(command.player, command.box, command.wager)
    placed = table.wager_of(command.player, command.box, command.wager)
    if bet is None or placed is None:
        raise Refused(f"{command.player} has no such wager", law.misplaced)

    def effect() -> None:
        coup.change(bet, None)
        table.wagers.remove(placed)
        put_down(table, placed, -placed.amount, 0, law.misplaced)
        note_differential(table, coup)
        if not coup.unsettled:
            table.add_fact(
                NoBetCoup(
                    round=table.number, door=Door.REMOVED,
                    clauses=Clauses((*law.misplaced, *law.no_bet_coup)),
                )
            )  # fmt: skip

    return effect


class ResumeRound(Command, frozen=True, tag="resume-round"):
    """Every player has had the choice of removing wagers; the coup goes on."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.ROUND,)


@acts.act(ResumeRound, Role.DEALER, clauses=lambda rules: rules.law.misplaced)
def resume_round(table: Table, command: ResumeRound, by: Person) -> Effect:
    coup = _asked_about_removal(table)
    law = state_of(table).rules.law

    def effect() -> None:
        coup.removal_open = False
        table.add_fact(RoundResumed(round=table.number, clauses=law.misplaced))

    return effect


def _asked_about_removal(table: Table) -> RoundAtTable:
    law, coup = state_of(table).rules.law, table.round
    if not isinstance(coup, RoundAtTable) or not table.in_play or not coup.removal_open:
        clauses = table.law.wagers_frozen if table.in_play else law.misplaced
        raise Refused("nobody is being asked about removing wagers", clauses)
    return coup


class CannotReconstruct(Command, frozen=True, tag="cannot-reconstruct"):
    """The order of the cards cannot be known any more: a supervisor has the round void."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD, Target.ROUND)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    why_override: ClassVar[str] = GIVEN_UP

    reason: Text


@acts.act(
    CannotReconstruct,
    Role.SUPERVISOR,
    clauses=lambda rules: together(rules.table_law.void, rules.law.misplaced),
)
def cannot_reconstruct(table: Table, command: CannotReconstruct, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.reason, "reason: say why", law.misplaced_in_round)
    table.refuse_unless(table.in_play, "no round is in play", law.misplaced_in_round)
    must_be_open_to_change(table)
    return void_now(table, command.reason, Clauses((*law.misplaced_in_round, *law.void)))


# --- found before the next round began: no rule says what follows


class FoundBetweenRounds(Command, frozen=True, tag="found-between-rounds"):
    """A misplaced card is found when its round is over and the next has not begun."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD, Target.ROUND)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    reason: Text


@acts.act(
    FoundBetweenRounds,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.misplaced_found_later, law.dispute)),
)
def found_between_rounds(table: Table, command: FoundBetweenRounds, by: Person) -> Effect:
    house, law = state_of(table), table.law
    gap = Clauses((*law.misplaced_in_round, *law.misplaced_found_later, *law.dispute))
    table.refuse_unless(command.reason, "reason: say what was misplaced", law.misplaced_in_round)
    if table.in_play:
        raise Refused("a round is in play", law.misplaced_found_later)
    table.must_be_open()
    if not table.rounds or table.rounds[-1].void:
        raise Refused("no finished round stands", law.misplaced_found_later)
    number = table.rounds[-1].number
    if house.ruling_due is not None:
        raise Refused(f"round {number} is waiting for a ruling already", law.dispute)

    def effect() -> None:
        if table.phase is Phase.DEALING:  # betting is closed, but no card is out
            reopen_betting(table)
        house.ruling_due = number
        table.add_fact(RulingDue(round=number, reason=command.reason, clauses=gap))

    return effect


class RuleOnRound(Command, frozen=True, tag="rule-on-round"):
    """The operator decides about a finished round in which a card was misplaced."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.ROUND,)
    why_override: ClassVar[str] = (
        "unless it stands, a finished round is undone where no rule says what follows"
    )

    round: int
    ruling: LateRuling
    reason: Text

    @property
    def is_override(self) -> bool:
        return self.ruling is not LateRuling.STAND


@acts.act(
    RuleOnRound,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.void, law.misplaced_found_later, law.dispute)),
)
def rule_on_round(table: Table, command: RuleOnRound, by: Person) -> Effect:
    house, law = state_of(table), table.law
    clauses = Clauses((*law.void_round, *law.dispute))
    table.refuse_unless(command.reason, "reason: say why", clauses)
    past = table.past_round(command.round)
    if past is None or command.round not in (house.ruling_due, *house.older_rulings_due):
        raise Refused(f"round: no ruling is due on round {command.round}", clauses)
    if command.ruling is not LateRuling.STAND:
        must_not_be_decided(table, command.round)
    rebuilt: RoundAtTable | None = None
    if command.ruling is LateRuling.SETTLE_ANEW:
        rebuilt = _settled_anew(table, command.round, clauses)

    def effect() -> None:
        house.older_rulings_due.discard(command.round)
        if house.ruling_due == command.round:
            house.ruling_due = None
        table.add_fact(
            Ruled(
                round=command.round, ruling=command.ruling, reason=command.reason, clauses=clauses
            )
        )  # fmt: skip
        if command.ruling is LateRuling.VOID and not past.void:
            void_past(table, past, command.reason, Clauses((*clauses, *law.void)))
        elif rebuilt is not None and table.last is not None:
            table.withdraw(table.last.round)
            correct_settlement(table, rebuilt)
            note_debts(table, clauses)
            _one_more_after_all(table, rebuilt)
        end_shoe_without_its_tie(table)

    return effect


def _settled_anew(table: Table, number: int, clauses: Clauses) -> RoundAtTable:
    """The last round with every card where it was due, if that can be settled as it lies."""
    coup = table.last.round if table.last is not None else None
    if number != state_of(table).ruling_due or not isinstance(coup, RoundAtTable):
        raise Refused("ruling: the cards of that round are not at hand any more", clauses)
    if table.rounds[-1].void:
        raise Refused("ruling: the round is void, and nothing is left to settle", table.law.void)
    if not coup.misplaced:
        raise Refused("ruling: the record has every card where it was due", clauses)
    rebuilt, left, _ = coup.rebuilt()
    if not rebuilt.over or left:
        raise Refused("ruling: with its cards as they should lie, the round is another", clauses)
    return rebuilt


def _one_more_after_all(table: Table, rebuilt: RoundAtTable) -> None:
    """The last round of a shoe is a tie as its cards should lie, and they are not shuffled yet."""
    house, shoe = state_of(table), table.shoe
    waits = table.phase is Phase.BETTING and shoe.preparation is Preparation.NEEDS_SHUFFLE
    if not waits or house.last_round != table.rounds[-1].number:
        return
    if rebuilt.winner is Winner.TIE and shoe.cutting_card_out:
        shoe.preparation = Preparation.LOADED
        deal_one_more(table)
        clear_for_an_excess_card(table)


# --- found after the next round began


@acts.act(
    VoidEarlierRound,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.void, law.misplaced_found_later)),
)
def void_earlier_round(table: Table, command: VoidEarlierRound, by: Person) -> Effect:
    """Void under the rule as far back as the table looks; an older round waits for a ruling."""
    house, law, past = state_of(table), table.law, must_be_finished(table, command)
    if not next_has_begun(table, past):
        raise Refused(
            "the next round has not commenced: it is for a ruling",
            Clauses((*law.misplaced_found_later, *law.dispute)),
        )
    if command.round in house.older_rulings_due:
        raise Refused(f"round {command.round} is waiting for a ruling already", law.dispute)
    lookback = Lookback(house.rules.options["lookback"])
    if lookback is Lookback.SHOE and command.round < house.first_round:
        return lambda: _wait_for_a_ruling(table, command)
    return lambda: void_past(
        table, past, command.reason, Clauses((*law.misplaced_found_later, *law.void))
    )


def _wait_for_a_ruling(table: Table, command: VoidEarlierRound) -> None:
    law = table.law
    state_of(table).older_rulings_due.add(command.round)
    clauses = Clauses((*law.misplaced_found_later, *law.dispute))
    table.add_fact(RulingDue(round=command.round, reason=command.reason, clauses=clauses))


class OutOfCards(Command, frozen=True, tag="out-of-cards"):
    """A card is due and none is left in the shoe: the round is void, pairs included."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY


@acts.act(OutOfCards, Role.DEALER, clauses=lambda rules: rules.law.shoe_exhausted)
def out_of_cards(table: Table, command: OutOfCards, by: Person) -> Effect:
    law = state_of(table).rules.law
    if not is_out_of_cards(table):
        raise Refused("no card is wanting", law.shoe_exhausted)
    void = void_now(table, "the shoe cannot complete the round", law.shoe_exhausted)

    def effect() -> None:
        void()
        if table.shoe.ready:
            shuffle_now(table, table.law.shuffle)

    return effect


def is_out_of_cards(table: Table) -> bool:
    """Whether the round waits for a card that the shoe does not have."""
    shoe = table.shoe
    return (
        not shoe.remaining
        and not shoe.pending
        and shoe.ready
        and table.phase is Phase.DEALING
        and table.in_play
        and table.round is not None
        and table.round.card_due_to is not None
    )


class InvalidateGame(Command, frozen=True, tag="invalidate-game"):
    """Fire, riot, robbery or the like: a game's outcome does not count, finished or not."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.ROUND,)
    why_override: ClassVar[str] = Invalidate.why_override

    disturbance: Text
    round: int | None = None
    """A finished round; left out, the round in progress."""


@acts.act(
    InvalidateGame,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.void, law.disturbance)),
)
def invalidate_game(table: Table, command: InvalidateGame, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.disturbance, "disturbance: say what happened", law.disturbance)
    clauses = Clauses((*law.disturbance, *law.void))
    if command.round is None or (command.round == table.number and table.in_play):
        must_be_open_to_change(table)
        return void_now(table, command.disturbance, clauses)
    past = table.past_round(command.round)
    if past is None or past.void:
        raise Refused(f"round: no round {command.round} stands", law.disturbance)
    must_not_be_decided(table, past.number)

    def effect() -> None:
        void_past(table, past, command.disturbance, clauses)
        end_shoe_without_its_tie(table)

    return effect


@acts.act(
    VoidRound, Role.SUPERVISOR, clauses=of_table(lambda law: together(law.void, law.void_round))
)
def void_round(table: Table, command: VoidRound, by: Person) -> Effect:
    voided = voiding.void_round(table, command, by)

    def effect() -> None:
        voided()
        end_shoe_without_its_tie(table)

    return effect


def end_shoe_without_its_tie(table: Table) -> None:
    """The round that asked for one more is no tie any more: the shuffle comes first after all."""
    house, last = state_of(table), table.last
    if not house.one_more or table.in_play or last is None:
        return
    tied = isinstance(last.round, RoundAtTable) and last.round.winner is Winner.TIE
    if tied and not table.rounds[-1].void:
        return
    if table.phase is Phase.DEALING:  # betting is closed, but no card is out
        reopen_betting(table)
    shuffle_now(table, house.rules.law.shuffle_after_cutting_card)
