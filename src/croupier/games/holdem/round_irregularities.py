"""Rules 5.4, 11 and 13 as far as they change a round: misdeals, voids, cards that were shown.

Each function states what the rules make of an event that somebody reports. What has to happen
around it, such as the shuffle after a misdeal, is the table's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.holdem.facts import (
    COMMUNAL,
    DEALER,
    Abort,
    Aborted,
    Ended,
    Exposed,
    HandVoided,
    Stage,
)
from croupier.games.holdem.hands import ANTE, BLIND, PLAY, TRIPS
from croupier.games.holdem.rules import ExposureTest, VoidedPlay
from croupier.games.holdem.settlement import share_anew
from croupier.rulebook.citations import Clauses, NoRuling, Refused
from croupier.table.facts import Outcome, Reversed, Settled
from croupier.table.shoe_state import Device

if TYPE_CHECKING:
    from croupier.games.holdem.facts import Place
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.round import Round

_GIVEN_BACK = (Outcome.VOID, Outcome.RETURNED)


# --- 11.1, 13.1 and 13.7: the whole round, at any time until its last wager is settled


def malfunction(round: Round) -> None:
    """The automated shuffling shoe has broken down."""
    if round.rules.device is not Device.SHUFFLER:
        raise Refused("the table deals from a card shoe", round.law.malfunction)
    abort(round, Abort.VOID, "the automated shuffling shoe broke down", round.law.malfunction)


def wrong_number_of_cards(round: Round) -> None:
    """A box, the dealer or the middle has a card too many or too few."""
    clauses = round.law.wrong_number_of_cards
    abort(round, Abort.MISDEAL, "a hand has the wrong number of cards", clauses)


def wrong_deck(round: Round) -> None:
    """A card is missing, or one was found that is not of the deck."""
    abort(round, Abort.VOID, "the deck is not whole", round.law.wrong_deck)


# --- 13.2, 13.4 and 13.5: cards that the dealer shows by mistake


def card_shown(round: Round, whose: Place, place: int) -> None:
    """A face-down card was seen, by its place from 1 where it lies."""
    _in_progress(round)
    law, lying = round.law, round.cards_of(whose)
    if not 1 <= place <= len(lying):
        raise LookupError(f"there is no card {place} there")
    if round.stage is Stage.DEAL:
        _exposed(round, whose, place, law.seen_in_the_deal)
        abort(round, Abort.MISDEAL, "a card was seen during the deal", law.seen_in_the_deal)
    elif whose == DEALER and place - 1 not in round.dealer_up:
        _dealers_card(round, place)
    elif whose == COMMUNAL and place - 1 not in round.communal_up:
        _exposed(round, whose, place, law.communal_card_shown)
    elif whose in (DEALER, COMMUNAL):
        raise LookupError(f"{lying[place - 1]} lies open already")
    else:
        raise NoRuling("no clause speaks of a player's card that is shown after the deal")


def players_card_shown(round: Round, number: int, place: int, clauses: Clauses) -> None:
    """By a ruling the round goes on, and everybody knows the card."""
    _exposed(round, number, place, clauses)


def _dealers_card(round: Round, place: int) -> None:
    """Continue the round if a play wager has been made, by default before the flop."""
    law, made = round.law, _play_wagers_made(round)
    any_time = round.rules.dealer_exposure_test is ExposureTest.ANY_PLAY
    goes_on = bool(made) if any_time else Stage.BEFORE_THE_FLOP in made
    clauses = law.dealers_card_goes_on if goes_on else law.dealers_card_misdeal
    _exposed(round, DEALER, place, clauses)
    if not goes_on:
        abort(round, Abort.MISDEAL, "a card of the dealer's was shown", clauses)


def both_limbs_fit(round: Round) -> bool:
    """Whether nobody was in play before the flop and somebody is since: 13.4 then says both."""
    made = _play_wagers_made(round)
    return bool(made) and Stage.BEFORE_THE_FLOP not in made


def _play_wagers_made(round: Round) -> set[Stage]:
    """Return the stages at which play wagers were made, void ones too if they count."""
    void_counts = round.rules.voided_play is VoidedPlay.COUNTS
    boxes = (box for box in round.boxes if void_counts or box.ended is not Ended.VOID)
    return {box.played for box in boxes if box.played is not None}


def _exposed(round: Round, whose: Place, place: int, clauses: Clauses) -> None:
    if whose == COMMUNAL:
        round.communal_up.add(place - 1)
    elif whose == DEALER:
        round.dealer_up.add(place - 1)
    card = round.cards_of(whose)[place - 1]
    round.facts.append(Exposed(whose=whose, place=place, card=card, clauses=clauses))


# --- 13.6: cards for a box that lacks an ante or a blind


def wager_missing(round: Round, number: int) -> None:
    """The whole round is void if nobody has touched the cards, and otherwise that one hand."""
    _in_progress(round)
    law, box = round.law, round.find(number)
    if box is not None and box.ante and box.blind:
        raise Refused(f"box {number} has its {ANTE} and {BLIND}", law.missing_wager)
    reason = f"box {number} was dealt to without {ANTE} and {BLIND}"
    if not round.handled:
        abort(round, Abort.VOID, reason, law.nobody_handled_cards)
    elif box is not None:
        void_hand(round, number, reason, law.missing_wager)
    else:  # an empty box: there is nothing to give back
        round.facts.append(HandVoided(box=number, reason=reason, clauses=law.missing_wager))


def level_wagers(round: Round, number: int, clauses: Clauses) -> None:
    """By a ruling the larger of ante and blind counts as the smaller, and the rest goes back.

    A play wager that was measured by the larger one is looked at as it is settled.
    """
    box = round.box(number)
    level = min(box.ante, box.blind)
    for wager in (ANTE, BLIND):
        over = box.stakes[wager] - level
        if over:
            box.stakes[wager] = level
            round.hand_back(box, wager, over, clauses)
    box.ante = box.blind = box.ante_placed = level
    box.overlooked = box.played is not None


# --- 5.4: a wager under the minimum of a player who had been told, noticed after the deal


def under_minimum_again(round: Round, number: int, wager: str) -> None:
    """The wager goes back; without an ante and a blind the hand is void, and no other."""
    _in_progress(round)
    law, box = round.law, round.box(number)
    if wager not in box.stakes or wager == PLAY:
        raise Refused(f"box {number} has no {wager} to hand back", law.under_minimum)
    if wager == TRIPS:
        round.settle(box, wager, Outcome.RETURNED, law.under_minimum)
    else:
        void_hand(round, number, f"box {number} is under the minimum again", law.under_minimum)


# --- what an abort and a void do


def abort(round: Round, how: Abort, reason: str, clauses: Clauses) -> None:
    """End the round without a result: everything goes back, to those who had folded too."""
    _in_progress(round)
    round.abort(Aborted(how=how, reason=reason, clauses=clauses))
    _nothing_stands(round, clauses)


def void_hand(round: Round, number: int, reason: str, clauses: Clauses) -> None:
    """One box is out of the round, whatever was staked on it goes back, settled or not."""
    box = round.box(number)
    if box.ended is Ended.VOID:
        raise Refused(f"box {number} is void already", round.law.void)
    round.facts.append(HandVoided(box=number, reason=reason, clauses=clauses))
    _give_back(round, box, clauses)
    box.ended = Ended.VOID
    share_anew(round)
    round.reconsider()


def declare_void(round: Round, clauses: Clauses) -> None:
    """By a ruling the round has no result, even if all its wagers have been settled."""
    round.abort(Aborted(how=Abort.VOID, reason="declared void", clauses=clauses))
    _nothing_stands(round, clauses)


def _nothing_stands(round: Round, clauses: Clauses) -> None:
    for box in round.boxes:
        _give_back(round, box, clauses)
        box.ended = Ended.VOID
    round.stop()


def void_trips(round: Round, number: int, clauses: Clauses) -> None:
    """Only the trips wager of a box has no result."""
    _give_back(round, round.box(number), clauses, only=TRIPS)


def _give_back(round: Round, box: Box, clauses: Clauses, only: str | None = None) -> None:
    """Undo what was settled on a box and return what was not."""
    clauses = Clauses((*clauses, *round.law.void))
    settled = [
        fact
        for fact in round.facts
        if isinstance(fact, Settled)
        and fact.box == box.number
        and only in (None, fact.wager)
        and fact.outcome not in _GIVEN_BACK
        and id(fact) not in round.undone
    ]
    for fact in settled:
        round.undone.add(id(fact))
        if fact.net:
            round.facts.append(Reversed.of(fact, clauses))
    for wager in [wager for wager in box.stakes if only in (None, wager)]:
        round.settle(box, wager, Outcome.VOID, clauses)


def _in_progress(round: Round) -> None:
    if round.over:
        raise Refused("the round is over", round.law.round_of_play)
