"""Rule 13 at a table: whoever notices it says what went wrong, and the rules say what follows.

After a misdeal or a void everything staked is back with its owner, those who had folded included;
the cards are shuffled at once and betting opens for a new round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.holdem import round_irregularities
from croupier.games.holdem.facts import COMMUNAL, DEALER, Abort, Ended, Place, Stage
from croupier.games.holdem.hands import ANTE, BLIND
from croupier.games.holdem.round_at_table import RoundAtTable, right_number, round_in_play
from croupier.games.holdem.table_state import law_of, state_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.betting import reopen_betting, was_told_before
from croupier.table.acts.chips_and_float import note_debts, note_owed
from croupier.table.acts.dealing import end_void_round
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import Exercised, Notified, Reversed, RoundVoided, Settled, Warned
from croupier.table.law import together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.round import Round
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.table import Table

acts: Acts[Table, HoldemRules] = Acts()


def happen(table: Table, what: Callable[[Round], None]) -> None:
    """Something befalls the round; if it has come to nothing by that, its cards are gathered."""
    at_table = table.round
    assert isinstance(at_table, RoundAtTable)

    def befall(now: RoundAtTable) -> None:
        what(now.round)
        now.reconsider()

    at_table.happen(befall)
    nothing = at_table.aborted
    if nothing is None:
        table.follow()
        note_what_came_back(table)
        return
    table.drain()
    table.add_fact(RoundVoided(round=table.number, reason=nothing.reason, clauses=nothing.clauses))
    note_debts(table, nothing.clauses)
    end_void_round(table)


def note_what_came_back(table: Table) -> None:
    """Who has folded or been settled may have gone before their chips come back."""
    back = [fact.player for fact in table.fresh if isinstance(fact, Settled | Reversed)]
    note_owed(table, back, table.law.void)


# --- 13.1: a wrong number of cards


class WrongCount(Command, frozen=True, tag="wrong-count"):
    """A box, the dealer or the middle is found to have so many cards, and should have others."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD, Target.BOX, Target.DEALER)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    whose: Place
    cards: int


@acts.act(WrongCount, Role.DEALER, clauses=lambda rules: rules.law.wrong_number_of_cards)
def wrong_count(table: Table, command: WrongCount, by: Person) -> Effect:
    law, round = law_of(table), round_in_play(table).round
    _must_be_dealt_to(table, round, command.whose)
    right = right_number(command.whose)
    if command.cards < 0 or command.cards == right:
        raise Refused(f"cards: {right} is right, so how many others?", law.wrong_number_of_cards)
    return lambda: happen(table, round_irregularities.wrong_number_of_cards)


def _must_be_dealt_to(table: Table, round: Round, whose: Place) -> None:
    if whose not in (COMMUNAL, DEALER) and round.find(int(whose)) is None:
        raise Refused(f"whose: box {whose} has no hand in this round", table.law.box)


# --- 13.2, 13.4 and 13.5: cards that were shown


class CardShown(Command, frozen=True, tag="card-shown"):
    """The dealer has shown a face-down card by mistake, by its place from 1 where it lies."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD, Target.DEALER)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    whose: Place
    place: int


@acts.act(
    CardShown,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.law.seen_in_the_deal, rules.law.dealers_card_shown, rules.law.communal_card_shown
    ),
)
def card_shown(table: Table, command: CardShown, by: Person) -> Effect:
    round = round_in_play(table).round
    _must_lie_face_down(table, round, command.whose, command.place)
    if round.stage is not Stage.DEAL and command.whose not in (COMMUNAL, DEALER):
        raise Refused(
            "no clause speaks of a player's card that is shown after the deal: a supervisor rules",
            Clauses((*law_of(table).shuffled_after_a_misdeal, *table.law.dispute)),
        )
    both_fit = command.whose == DEALER and round_irregularities.both_limbs_fit(round)

    def effect() -> None:
        if both_fit:  # the text leaves it open, and the table's option decided
            clauses = law_of(table).dealers_card_shown
            about = "a card of the dealer was shown, and both limbs fit: confirm"
            table.add_fact(Notified(to="floor", about=about, clauses=clauses))
        happen(
            table, lambda now: round_irregularities.card_shown(now, command.whose, command.place)
        )

    return effect


def _must_lie_face_down(table: Table, round: Round, whose: Place, place: int) -> None:
    law = law_of(table)
    _must_be_dealt_to(table, round, whose)
    if not 1 <= place <= len(round.cards_of(whose)):
        raise Refused(f"place: there is no card {place} there", law.seen_in_the_deal)
    if round.seen(whose, place):
        raise Refused("place: the card lies open already", law.seen_in_the_deal)


class PlayersCardShown(Command, frozen=True, tag="players-card-shown"):
    """By a supervisor's ruling the round goes on after a player's card was shown, which all know.

    To rule that it is a misdeal, a supervisor calls one.
    """

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    box: int
    place: int
    reason: Text


@acts.act(
    PlayersCardShown,
    Role.SUPERVISOR,
    clauses=lambda rules: together(rules.law.seen_in_the_deal, rules.table_law.dispute),
)
def players_card_shown(table: Table, command: PlayersCardShown, by: Person) -> Effect:
    law, round = law_of(table), round_in_play(table).round
    table.refuse_unless(command.reason, "reason: say why the round goes on", table.law.dispute)
    _must_lie_face_down(table, round, command.box, command.place)
    if round.stage is Stage.DEAL:
        raise Refused("a card that is seen during the deal is a misdeal", law.seen_in_the_deal)
    if round.box(command.box).ended is not None:
        raise Refused("the cards of that hand stay unseen", law.folded)
    clauses = Clauses((*table.law.dispute, *table.law.no_advantage))

    def effect() -> None:
        _ruled(table, "go on after a player's card was shown", command.reason, clauses)
        happen(
            table,
            lambda round: round_irregularities.players_card_shown(
                round, command.box, command.place, clauses
            ),
        )

    return effect


# --- 13.6: cards for a box without an ante and a blind


class WagerMissing(Command, frozen=True, tag="wager-missing"):
    """Somebody notices that a box was dealt to, and has no ante or no blind."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER, Target.BOX)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    why_staff_may: ClassVar[str] = "anybody may point at a box that lacks a wager"

    box: int


@acts.act(
    WagerMissing,
    Role.PLAYER,
    clauses=lambda rules: together(
        rules.law.void, rules.law.nobody_handled_cards, rules.law.missing_wager
    ),
)
def wager_missing(table: Table, command: WagerMissing, by: Person) -> Effect:
    law, round = law_of(table), round_in_play(table).round
    table.refuse_unless(
        command.box in table.boxes, f"box: there is no box {command.box}", table.law.box
    )
    box = round.find(command.box)
    if by.role is Role.PLAYER:
        must_be_here(table, by.name)
        if box is None:  # no card is known to lie there, and a whole round may be void for it
            raise Refused("cards on an empty box are the dealer's to tell", law.missing_wager)
    if box is not None and box.ante and box.blind:
        raise Refused(f"box {command.box} has its {ANTE} and {BLIND}", law.missing_wager)
    if box is not None and box.ended is Ended.VOID:
        raise Refused(f"box {command.box} is void already", law.void)
    return lambda: happen(
        table, lambda round: round_irregularities.wager_missing(round, command.box)
    )


class LevelWagers(Command, frozen=True, tag="level-wagers"):
    """By a supervisor's ruling the larger of an ante and a blind counts as the smaller."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    box: int
    reason: Text


@acts.act(
    LevelWagers,
    Role.SUPERVISOR,
    clauses=lambda rules: together(
        rules.law.blind_equals_ante, rules.law.under_minimum, rules.table_law.dispute
    ),
)
def level_wagers(table: Table, command: LevelWagers, by: Person) -> Effect:
    law, round = law_of(table), round_in_play(table).round
    clauses = Clauses((*law.blind_equals_ante, *table.law.dispute))
    table.refuse_unless(command.reason, "reason: say why", clauses)
    box = round.find(command.box)
    if box is None or not _unequal(box):
        raise Refused(f"box {command.box} has no unequal {ANTE} and {BLIND}", clauses)
    player, short = box.player, min(box.ante, box.blind) < table.sign.of(ANTE).minimum
    if short and was_told_before(table, player, ANTE):
        raise Refused(f"{player} is under the minimum again: it goes back", law.under_minimum)

    def effect() -> None:
        _ruled(table, f"level the wagers of box {command.box}", command.reason, clauses)
        happen(table, lambda round: round_irregularities.level_wagers(round, command.box, clauses))
        if short and player not in table.patrons.warned:
            table.patrons.warn(player, ANTE)
            table.add_fact(
                Warned(player=player, box=command.box, wager=ANTE, clauses=law.under_minimum)
            )

    return effect


def _unequal(box: Box) -> bool:
    both = ANTE in box.stakes and BLIND in box.stakes
    return both and box.ended is None and box.stakes[ANTE] != box.stakes[BLIND]


# --- 13.7: a missing or a foreign card


class WrongDeck(Command, frozen=True, tag="wrong-deck"):
    """A card is found to be missing, or one is found that is not of the deck."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE, Target.CARD)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.CHANGE_OF_CARDS

    found: Text


@acts.act(
    WrongDeck,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.law.earlier_rounds_stand, rules.law.wrong_deck, rules.law.deck_is_checked
    ),
)
def wrong_deck(table: Table, command: WrongDeck, by: Person) -> Effect:
    law = law_of(table)
    table.refuse_unless(command.found, "found: say which card, or which is missing", law.wrong_deck)

    def effect() -> None:
        table.add_fact(
            Notified(to="floor", about="wrong deck", detail=command.found, clauses=law.wrong_deck)
        )
        deck_is_wrong(table)

    return effect


def deck_is_wrong(table: Table) -> None:
    """The round is void, those before it stand, and the deck waits to be checked."""
    law = law_of(table)
    state_of(table).in_doubt = True
    stop_round(table, round_irregularities.wrong_deck)
    if table.shoe.preparation is not Preparation.NEEDS_NEW_CARDS:
        table.shoe.preparation = Preparation.NEEDS_SHUFFLE
    table.add_fact(
        Notified(to="record", about="earlier rounds stand", clauses=law.earlier_rounds_stand)
    )


def stop_round(table: Table, what: Callable[[Round], None]) -> None:
    """End a round that is in play; one without a card is none, and betting is open again."""
    if table.phase is not Phase.DEALING:
        return
    if table.in_play:
        happen(table, what)
    else:
        reopen_betting(table)


# --- 6.1: what a supervisor takes for a misdeal, and cards that stay where they lie


class CallMisdeal(Command, frozen=True, tag="call-misdeal"):
    """In the opinion of a supervisor there has been a misdeal."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD, Target.ROUND)
    why_override: ClassVar[str] = (
        "a round is thrown in by opinion, and for none of the faults that the rules name"
    )

    reason: Text


@acts.act(
    CallMisdeal,
    Role.SUPERVISOR,
    clauses=lambda rules: together(rules.law.shuffled_after_a_misdeal, rules.law.misdeal),
)
def call_misdeal(table: Table, command: CallMisdeal, by: Person) -> Effect:
    law = law_of(table)
    round_in_play(table)
    clauses = Clauses((*law.shuffled_after_a_misdeal, *law.misdeal))
    table.refuse_unless(command.reason, "reason: say what happened", clauses)
    return lambda: happen(
        table,
        lambda round: round_irregularities.abort(round, Abort.MISDEAL, command.reason, clauses),
    )


class LetStand(Command, frozen=True, tag="let-stand"):
    """By a supervisor's ruling cards in the wrong place, but the right number, stay there."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD, Target.ROUND)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    reason: Text


@acts.act(
    LetStand,
    Role.SUPERVISOR,
    clauses=lambda rules: together(rules.law.wrong_number_of_cards, rules.table_law.dispute),
)
def let_stand(table: Table, command: LetStand, by: Person) -> Effect:
    law, at_table = law_of(table), round_in_play(table)
    table.refuse_unless(command.reason, "reason: say why", table.law.dispute)
    if not at_table.astray:
        raise Refused("no card lies in the wrong place", table.law.misplaced_in_round)
    if at_table.miscounted:
        raise Refused("a hand has the wrong number of cards", law.wrong_number_of_cards)

    def effect() -> None:
        at_table.let_stand()
        clauses = Clauses((*table.law.dispute, *law.shuffled_after_a_misdeal))
        _ruled(table, "let cards in the wrong place stand", command.reason, clauses)

    return effect


def _ruled(table: Table, what: str, reason: str, clauses: Clauses) -> None:
    table.add_fact(Exercised(power=what, subject="", reason=reason, clauses=clauses))
