"""Who sees which card at a live table: what is hidden from somebody reaches them by no way.

At every step of random rounds, any cards that a viewer may not see yet are exchanged for others,
among those on the table and those still in the shoe. The viewer's whole view, with everything that
the viewer may do, must stay the same byte for byte.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.holdem.table_support import HoldemAt, open_table, two_dealt
from tests.table_support import DEALER, INSPECTOR, SUPERVISOR, player

from croupier.cards import DECK
from croupier.games.holdem.acts.misdeals import CardShown, PlayersCardShown
from croupier.games.holdem.asks_and_answers import LookAtCards
from croupier.games.holdem.facts import DEALER as DEALERS
from croupier.games.holdem.facts import Ended, Exposed, Stage, TurnedUp
from croupier.rulebook.citations import Refused
from croupier.table.acts.dealing import Deal
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.cards import Card
    from croupier.games.holdem.facts import Place
    from croupier.games.holdem.round import Round

NOTE = re.compile(r'"([A2-9TJQK][SHDC])"')
PLAYERS = ("P", "Q")
VIEWERS: tuple[Person | None, ...] = (
    None, *map(player, PLAYERS), player("Z"), DEALER, SUPERVISOR, INSPECTOR,
)  # fmt: skip
PLACES: tuple[Place, ...] = ("communal", "dealer", 1, 3)


@dataclass(frozen=True)
class Evening:
    """One round at a table, card by card and word by word."""

    options: dict[str, Any]
    deck: tuple[Card, ...]
    picks: tuple[tuple[int, int], ...]

    def after(self, steps: int) -> HoldemAt:
        """The table after so many steps, or when the round is over."""
        at = open_table("P Q Z", **self.options)
        at.bet("P", 1, 10, trips=5)
        at.bet("Q", 3, 20)
        at.no_more_bets()
        cards, picks = iter(self.deck), iter(self.picks)
        for _ in range(steps):
            if at.table.phase is not Phase.DEALING:
                break
            if at.round.card_due_to is not None:
                at.do(Deal(card=next(cards)), DEALER)
            else:
                which, slip = next(picks)
                at.do(_said(at, which, slip), DEALER if slip != 9 else SUPERVISOR)
        return at


def _said(at: HoldemAt, which: int, slip: int) -> Command:
    """Anything that players or dealer may say now, and now and then a card shown by mistake."""
    if slip < 2 and which < 5:
        shown = CardShown(whose=PLACES[slip], place=which + 1)
        if at.allowed(shown, DEALER):
            return shown
    if slip == 9:
        ruling = PlayersCardShown(box=1, place=1 + which % 2, reason="ruled")
        if at.allowed(ruling, SUPERVISOR):
            return ruling
    words = [c for c in at.round.candidates(None) if at.allowed(c, DEALER)]
    return words[which % len(words)]


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    options = {
        "device": draw(st.sampled_from(["shoe", "shuffler"])),
        "action_order": draw(st.sampled_from(["clockwise", "free"])),
        "deal_direction": draw(st.sampled_from(["clockwise", "anticlockwise"])),
        "run_out_when_all_fold": draw(st.booleans()),
        "offer_concession": draw(st.booleans()),
        "blind_payout_cap": draw(st.sampled_from([None, 700, 3000])),
        "blind_cap_scope": draw(st.sampled_from(["hand", "table_pro_rata"])),
    }
    chance = Random(draw(st.integers(0, 2**32)))
    picks = tuple((chance.randrange(40), chance.randrange(10)) for _ in range(STEPS))
    return Evening(options, tuple(chance.sample(DECK, 52)), picks)


STEPS = 11 + 14
"""Eleven cards, and as many words as a round of two hands takes, looks and slips among them."""


def permitted(round: Round, viewer: Person | None) -> set[Card]:
    """The cards that a viewer may have seen, from the rules alone."""
    seen = {fact.card for fact in round.facts if isinstance(fact, Exposed)}
    for fact in round.facts:
        if isinstance(fact, TurnedUp):
            seen |= {*fact.cards}
    stage = round.stage
    if stage in (Stage.AFTER_THE_FLOP, Stage.ON_THE_RIVER):
        assert {*round.communal[: 3 if stage is Stage.AFTER_THE_FLOP else 5]} <= seen
    elif stage in (Stage.DEAL, Stage.BEFORE_THE_FLOP):
        assert not any(isinstance(fact, TurnedUp) for fact in round.facts)
    for box in round.boxes:
        given_up = box.ended in (Ended.FOLDED, Ended.CONCEDED)
        assert not (given_up and any(_turned(fact, box.number) for fact in round.facts))
        if viewer == player(box.player) and box.looked:
            seen |= {*box.cards}
    return seen


def _turned(fact: object, box: int) -> bool:
    return isinstance(fact, TurnedUp) and fact.whose == box


def text_of(at: HoldemAt, viewer: Person | None) -> bytes:
    return msgspec.json.encode(at.table.view(viewer))


@settings(max_examples=8, deadline=None)
@given(evenings(), st.integers(0, 2**32))
def test_hidden_cards_leave_every_view_and_every_choice_as_they_are(
    evening: Evening, seed: int
) -> None:
    chance = Random(seed)
    for steps in range(STEPS):
        at = evening.after(steps)
        in_round = at.table.phase in (Phase.DEALING, Phase.SETTLED)
        for viewer in VIEWERS:
            text = text_of(at, viewer)
            may_see = permitted(at.round.round, viewer)
            named = {card for card in DECK if card in NOTE.findall(text.decode())}
            assert named == (may_see if in_round else set())
            other = replace(evening, deck=_exchanged(evening.deck, may_see, chance)).after(steps)
            assert text_of(other, viewer) == text
            if viewer is None:
                assert other.table.facts == at.table.facts
        if at.table.phase is not Phase.DEALING:
            break


def _exchanged(deck: tuple[Card, ...], seen: set[Card], chance: Random) -> tuple[Card, ...]:
    """The deck with every card that was not seen somewhere else among its like."""
    unseen = [card for card in deck if card not in seen]
    chance.shuffle(unseen)
    moved = iter(unseen)
    return tuple(card if card in seen else next(moved) for card in deck)


def test_the_dealers_choices_do_not_tell_which_cards_are_out() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.no_more_bets()
    before = text_of(at, DEALER)
    assert b'"do":"deal"' not in before
    at.deal_in_order("AS")
    assert not NOTE.findall(text_of(at, DEALER).decode())


def test_no_refusal_tells_a_player_what_lies_face_down() -> None:
    at = two_dealt()
    for guess in DECK:
        refused = at.table.check(Deal(card=guess), player("P"), at.now)
        assert isinstance(refused, Refused)
        assert refused.clauses == ("A:Dealer",)


def test_a_folded_hand_is_nowhere_when_the_round_is_gone() -> None:
    at = two_dealt()
    at.do(LookAtCards(box=1), player("P"))
    at.say("1 fold; 2 play 40")
    at.settle()
    for viewer in VIEWERS:
        assert not {"AH", "AD"} & set(NOTE.findall(text_of(at, viewer).decode()))
    stated = msgspec.json.encode(at.table.facts).decode()
    assert not {"AH", "AD"} & set(NOTE.findall(stated))


def test_the_rack_and_the_shoe_are_seen_by_their_number_alone() -> None:
    at = two_dealt("1 fold; 2 fold")
    at.settle()
    shoe = at.table.view(None).shoe
    assert (shoe.discards, shoe.cards_left, shoe.waiting) == (11, 41, ())
    assert at.table.view(DEALER).shoe == shoe
    assert DEALERS not in str(shoe)
