"""Rules 16 and 18: rounds that do not count, and cards that do not belong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, OneOf, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.games.challenge.round import ChallengeAtTable, round_at
from croupier.games.challenge.settlements_after_void import claws_back, what_stands
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import shoe_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.shoe import Occasion
from croupier.table.acts.betting import reopen_betting
from croupier.table.acts.chips_and_float import note_debts, note_owed
from croupier.table.acts.dealing import end_void_round
from croupier.table.acts.dispute_rulings import must_be_open_to_change, must_not_be_decided
from croupier.table.acts.misplaced_cards import undo_what_it_counted_for
from croupier.table.acts.voiding import GIVEN_UP, Invalidate, void_now
from croupier.table.facts import (
    Attested,
    Exercised,
    Notified,
    Outcome,
    Reversed,
    RoundVoided,
    Settled,
    TokensMoved,
)
from croupier.table.law import together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Collection

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import FinishedRound, Table

acts: Acts[Table, BlackjackRules] = Acts()


class VoidMisdeal(Command, frozen=True, tag="void-misdeal"):
    """A card was dealt wrongly and the round cannot be reconstructed: it is void."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD, Target.ROUND)
    why_override: ClassVar[str] = GIVEN_UP

    error: Text
    why_not_rebuilt: Text


@acts.act(
    VoidMisdeal,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.void, law.misdeal_void)),
)
def void_misdeal(table: Table, command: VoidMisdeal, by: Person) -> Effect:
    law = card_law_of(table)
    table.refuse_unless(command.error, "error: say which card was dealt wrongly", law.misdeal_void)
    table.refuse_unless(
        command.why_not_rebuilt,
        "why_not_rebuilt: every effort must be made to reconstruct the round",
        law.misplaced_in_round,
    )
    clauses = Clauses((*law.misdeal_void, *law.void))
    if table.in_play:
        must_be_open_to_change(table)
        return void_now(table, command.error, clauses)
    if not table.rounds or table.rounds[-1].void or table.last is None:
        raise Refused("no round stands that the next has not followed", law.misdeal_void)
    must_not_be_decided(table, table.rounds[-1].number)
    return lambda: _void_last_round(table, command.error, clauses)


def _void_last_round(table: Table, reason: str, clauses: Clauses) -> None:
    """Its cards are in the rack already and stay there; only chips move."""
    past = table.rounds[-1]
    table.add_fact(RoundVoided(round=past.number, reason=reason, clauses=clauses))
    undo_what_it_counted_for(table, past)
    stands = what_stands(_rules(table), past.facts, clauses)
    clauses = Clauses((*clauses, *claws_back(_rules(table), clauses)))
    for fact in past.standing():
        if not any(fact is one for one in stands):
            _undo(table, fact, clauses)
    note_owed(table, (fact.player for fact in past.standing()), table.law.wagers_frozen)
    note_debts(table, clauses)


def _undo(table: Table, fact: Settled, clauses: Clauses) -> None:
    """A settlement of the last round is undone, with where its tokens went."""
    undone = Reversed.of(fact, clauses)
    table.add_fact(undone)
    tokens = _last_round(table).given_back_with(undone)
    if tokens is not None:
        table.add_fact(tokens)


def _rules(table: Table) -> BlackjackRules:
    return _last_round(table).rules


def _last_round(table: Table) -> ChallengeAtTable:
    assert table.last is not None
    assert isinstance(table.last.round, ChallengeAtTable)
    return table.last.round


class FindWrongCards(Command, frozen=True, tag="find-wrong-cards"):
    """A card is missing from the shoe or device, or one is found that does not belong there."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE, Target.RACK)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    missing: tuple[Card, ...] = ()
    foreign: tuple[Text, ...] = ()


@acts.act(
    FindWrongCards,
    Role.SUPERVISOR,
    clauses=of_challenge(
        lambda law: together(
            law.void,
            law.wrong_cards,
            law.wrong_cards_void,
            law.wrong_cards_checked,
            law.wrong_cards_notified,
        )
    ),
)
def find_wrong_cards(table: Table, command: FindWrongCards, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.must_be_open()
    table.refuse_unless(
        command.missing or command.foreign, "say which are missing or foreign", law.wrong_cards
    )
    table.refuse_unless(not shoe.wrong_cards, "the decks are being verified", law.wrong_cards)
    named = [f"{card} missing" for card in command.missing]
    detail = ", ".join([*named, *(f"{card} foreign" for card in command.foreign)])
    clauses = Clauses((*law.wrong_cards, *law.wrong_cards_void, *law.void))
    void = void_now(table, detail, clauses) if table.in_play else None

    def effect() -> None:
        if void is not None:
            void()
        elif table.phase is Phase.DEALING:
            reopen_betting(table)
        shoe.wrong_cards = True
        shoe.preparation = Preparation.NEEDS_NEW_CARDS
        table.cards_checked = False
        table.add_fact(
            Exercised(
                power="all remaining cards void", subject=detail,
                clauses=Clauses((*law.wrong_cards, *law.wrong_cards_checked)),
            )
        )  # fmt: skip
        for office in ("surveillance", "inspector"):
            table.add_fact(
                Notified(
                    to=office, about="missing or foreign cards", detail=detail,
                    clauses=law.wrong_cards_notified,
                )
            )  # fmt: skip

    return effect


class VerifyDecks(Command, frozen=True, tag="verify-decks"):
    """Every deck has been checked at the table, and what was wrong with them put right."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)

    result: Text


@acts.act(VerifyDecks, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.wrong_cards_checked))
def verify_decks(table: Table, command: VerifyDecks, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.refuse_unless(
        shoe.wrong_cards, "no cards were found to be wrong", law.wrong_cards_checked
    )
    table.refuse_unless(command.result, "result: say what was found", law.wrong_cards_checked)

    def effect() -> None:
        shoe.wrong_cards = False
        shoe.preparation = Preparation.NEEDS_SHUFFLE
        shoe.occasion = Occasion.CARDS_REPLACED
        table.cards_checked = True
        table.add_fact(
            Attested(
                what="decks verified at the table", by=by.name, detail=command.result,
                clauses=law.wrong_cards_checked,
            )
        )  # fmt: skip

    return effect


GROUNDS = ("disturbance", "fraud")


class InvalidateGame(Command, frozen=True, tag="invalidate-game"):
    """Riot, fire, robbery or the like, or fraud: the outcome of the game does not count."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.ROUND,)
    why_override: ClassVar[str] = Invalidate.why_override

    ground: Annotated[str, OneOf(GROUNDS)]
    reason: Text
    refund: bool = True
    forfeits: tuple[str, ...] = ()
    """Who perpetrated the fraud and loses the wagers."""
    round: int | None = None
    """A finished round, for fraud found later; left out, the round in progress."""


@acts.act(
    InvalidateGame,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.disturbance, law.fraud, law.refund_or_forfeit)),
)
def invalidate_game(table: Table, command: InvalidateGame, by: Person) -> Effect:
    law = card_law_of(table)
    grounds = dict(zip(GROUNDS, (law.disturbance, law.fraud), strict=True))
    if command.ground not in grounds:
        raise Refused(f"ground: {' or '.join(grounds)}", Clauses((*law.disturbance, *law.fraud)))
    clauses = grounds[command.ground]
    table.refuse_unless(command.reason, "reason: say what happened", clauses)
    if command.forfeits and command.ground != "fraud":
        raise Refused("forfeits: only fraud costs somebody the wager", law.refund_or_forfeit)
    past = _finished(table, command, clauses)
    if past is None and not table.in_play:
        raise Refused("no game is in progress", clauses)
    wagers = table.wagers if past is None else past.settled()
    players = {wager.player for wager in wagers}
    for name in command.forfeits:
        table.refuse_unless(
            name in players, f"forfeits: {name} has no wager", law.refund_or_forfeit
        )
    kept_from = set(command.forfeits) if command.refund else players

    def effect() -> None:
        cited = Clauses((*clauses, *law.refund_or_forfeit))
        number = table.number if past is None else past.number
        table.add_fact(RoundVoided(round=number, reason=command.reason, clauses=cited))
        table.add_fact(
            Exercised(
                power="wagers refunded" if command.refund else "wagers not refunded",
                subject=f"forfeited: {', '.join(command.forfeits) or 'none'}",
                reason=command.reason, clauses=law.refund_or_forfeit,
            )
        )  # fmt: skip
        if past is not None:
            _invalidate_finished(table, past, cited, kept_from)
            return
        round_at(table).invalidate(cited, kept_from)
        table.drain()
        note_debts(table, cited)
        end_void_round(table)

    return effect


def _finished(table: Table, command: InvalidateGame, clauses: Clauses) -> FinishedRound | None:
    """The finished round that a command names, which fraud alone reaches; None without one."""
    number = command.round
    if number is None or (table.in_play and number == table.number):
        must_be_open_to_change(table)
        return None
    past = table.past_round(number)
    if past is None or past.void:
        raise Refused(f"round: no round {number} stands", clauses)
    table.refuse_unless(command.ground == "fraud", "only fraud reaches a finished round", clauses)
    must_not_be_decided(table, number)
    return past


def _invalidate_finished(
    table: Table, past: FinishedRound, clauses: Clauses, kept_from: Collection[str]
) -> None:
    """What was won and lost goes back; of these players the wagers are lost, won or not."""
    undo_what_it_counted_for(table, past)
    for fact in past.standing():
        if fact.net > 0 and fact.player in kept_from:
            table.add_fact(Reversed.of(fact, clauses))
            table.add_fact(
                Settled(
                    player=fact.player, box=fact.box, hand=fact.hand, wager=fact.wager, stake=0,
                    outcome=Outcome.LOSE, net=-fact.stake, clauses=clauses,
                )
            )  # fmt: skip
        elif fact.player not in kept_from:
            table.add_fact(Reversed.of(fact, clauses))
    for player in dict.fromkeys(fact.player for fact in past.standing()):
        _put_tokens_right(table, past, player, clauses, forfeited=player in kept_from)
    note_owed(table, (fact.player for fact in past.standing()), table.law.wagers_frozen)
    note_debts(table, clauses)


def _put_tokens_right(
    table: Table, past: FinishedRound, player: str, clauses: Clauses, *, forfeited: bool
) -> None:
    """Tokens that the round took go back to their player, or those that it left go as well."""
    moved = [f for f in past.facts if isinstance(f, TokensMoved) and f.player == player]
    lost, kept = sum(fact.lost for fact in moved), sum(fact.kept for fact in moved)
    if forfeited:  # in chips, as far as the tokens are gone by now
        back = sum(fact.returned for fact in moved)
        left = min(back, table.chips.tokens.get(player, 0))
        returned, lost, kept = -left, left + kept, -kept
    else:
        returned, lost, kept = lost + kept, -lost, -kept
    if returned or lost or kept:
        table.add_fact(
            TokensMoved(player=player, returned=returned, lost=lost, kept=kept, clauses=clauses)
        )
