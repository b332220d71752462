"""Who sees which card, and when; nothing else reaches a view or a fact by any way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.holdem import cases
from tests.holdem.cases import KING_HIGH, Case, deal, finish, go_on, opened, shoe
from tests.holdem.stories import Story, hidden_from, played, stories

from croupier.cards import Card
from croupier.games.holdem import round_irregularities
from croupier.games.holdem.facts import COMMUNAL, DEALER
from croupier.games.holdem.views import RoundView, view

if TYPE_CHECKING:
    from random import Random

    from croupier.games.holdem.round import Round

NOTE = re.compile(r'"([A2-9TJQK][SHDC])"')
TWO = ("1 P 10 trips 5; 2 Q 20", KING_HIGH, "KC QD", ["AH AD", "TH TD"])
PUBLIC, P, Q = None, "P", "Q"


def seen(case: Case, viewer: str | None) -> set[str]:
    """Every card that is named anywhere in a view."""
    text = msgspec.json.encode(view(case.round, viewer)).decode()
    return set(NOTE.findall(text))


def dealt(*case: Any) -> Case:
    """A round in which everybody has looked at their cards, as far as the decisions lead."""
    decisions = case[4] if len(case) > 4 else ""
    round = cases.dealt(*case[:4])
    for box in round.round.boxes:
        round.round.handle(box.number)
    return go_on(round, decisions)


def cards(text: str) -> set[str]:
    return {str(Card(word)) for word in text.split()}


# --- the deal


def test_during_the_deal_nobody_sees_anything() -> None:
    case = opened("1 P 10; 2 Q 10")
    for card in shoe(*TWO[1:])[:-1]:
        case.round.deal(card)
        for viewer in (PUBLIC, P, Q):
            assert seen(case, viewer) == set()
    shown = view(case.round, P)
    assert shown.communal == (None,) * 5
    assert [box.cards for box in shown.boxes] == [(None, None)] * 2
    assert shown.dealer == (None,)
    assert shown.due is not None
    assert (shown.due.what, shown.due.to) == ("card", DEALER)


def test_after_the_deal_players_who_look_see_their_own_two_cards() -> None:
    case = cases.dealt(*TWO)
    assert seen(case, P) == seen(case, Q) == set()
    case.round.handle(1)
    assert (seen(case, P), seen(case, Q)) == (cards("AH AD"), set())
    case.round.handle(2)
    assert seen(case, P) == cards("AH AD")
    assert seen(case, Q) == cards("TH TD")
    assert seen(case, PUBLIC) == set()


# --- the communal cards and the dealer's


def test_the_flop_is_for_everybody_and_turn_and_river_come_together() -> None:
    case = dealt(*TWO, "1 check")
    assert seen(case, PUBLIC) == set()
    go_on(case, "2 check")
    assert seen(case, PUBLIC) == cards("KS 7H 5C")
    assert view(case.round).communal == ("KS", "7H", "5C", None, None)
    go_on(case, "1 check; 2 check")
    assert seen(case, PUBLIC) == cards(KING_HIGH)
    assert view(case.round).dealer == (None, None)


def test_the_dealers_cards_wait_for_the_last_answer() -> None:
    case = dealt(*TWO, "1 play 40; 2 check; 2 check")
    assert view(case.round, Q).dealers_hand is None
    go_on(case, "2 play 20")
    shown = view(case.round)
    assert " ".join(str(card) for card in shown.dealer) == "KC QD"
    assert shown.dealers_hand == "one pair, kings"
    assert shown.due is not None
    assert shown.due.what == "concessions"


# --- hands at their turn, and hands that nobody sees


def test_each_hand_is_seen_at_its_own_turn() -> None:
    case = dealt(*TWO, "1 play 40; 2 play 80")
    assert not seen(case, PUBLIC) & cards("AH AD TH TD")
    go_on(case, "take and pay")
    assert seen(case, PUBLIC) & cards("AH AD TH TD") == cards("TH TD")
    assert seen(case, Q) & cards("AH AD") == set()
    shown = view(case.round)
    assert [box.words for box in shown.boxes] == [None, "one pair, tens"]
    assert shown.due is not None
    assert (shown.due.what, shown.due.to) == ("hand", 1)
    finish(case)
    assert cards("AH AD") <= seen(case, PUBLIC)
    assert view(case.round).due is None


@pytest.mark.parametrize("end", ["1 fold; 2 play 80", "1 play 40; 2 play 80; 1 concede"])
def test_a_hand_that_was_given_up_is_never_shown_to_others(end: str) -> None:
    case = finish(dealt(*TWO, end))
    for viewer in (PUBLIC, Q):
        assert not seen(case, viewer) & cards("AH AD")
    assert cards("AH AD") <= seen(case, P)
    facts = msgspec.json.encode(case.round.facts).decode()
    assert not set(NOTE.findall(facts)) & cards("AH AD")


# --- cards shown by mistake


def test_a_card_shown_by_mistake_is_seen_by_all_at_once_and_no_other() -> None:
    case = dealt(*TWO, "1 play 40")
    round_irregularities.card_shown(case.round, DEALER, 2)
    round_irregularities.card_shown(case.round, COMMUNAL, 5)
    assert seen(case, PUBLIC) == cards("QD 2S")
    assert seen(case, Q) == cards("QD 2S TH TD")


def test_after_a_misdeal_nothing_more_is_shown() -> None:
    case = opened("1 P 10; 2 Q 10")
    deal(case.round, shoe(*TWO[1:])[:9])
    round_irregularities.card_shown(case.round, 1, 1)
    for viewer in (PUBLIC, P, Q):
        assert seen(case, viewer) == cards("AH")


# --- the rest of a view


def test_stakes_and_answers_are_public_as_they_are_made() -> None:
    case = dealt(*TWO, "2 check; 1 play 40")
    one, two = view(case.round).boxes
    assert {stake.wager: stake.amount for stake in one.stakes} == {
        "ante": 1000, "blind": 1000, "trips": 500, "play": 4000,
    }  # fmt: skip
    assert (one.played, two.played) == ("before the flop", None)
    assert (two.number, two.player, two.checked) == (2, "Q", False)  # a new betting round


def test_only_the_viewers_own_choices_are_listed() -> None:
    case = dealt(*TWO, "1 check")
    own, other = view(case.round, Q).due, view(case.round, P).due
    assert own is not None
    assert other is not None
    assert [(choice.action, choice.amount) for choice in own.choices] == [
        ("fold", None), ("check", None), ("play", 6000), ("play", 8000),
    ]  # fmt: skip
    assert (own.owing, own.asked, other.choices) == ((2,), (2,), ())


def test_a_view_reads_back_from_its_json() -> None:
    shown = view(dealt(*TWO, "1 check; 2 check").round, P)
    assert msgspec.json.decode(msgspec.json.encode(shown), type=RoundView) == shown


# --- swapping cards that a viewer may not see


@settings(max_examples=40, deadline=None)
@given(stories(), st.randoms(use_true_random=False))
def test_cards_that_a_viewer_may_not_see_leave_the_view_as_it_is(
    story: Story, chance: Random
) -> None:
    """At every step, whatever lies face down or is still in the shoe may be any other card."""
    for steps in range(story.steps + 1):
        game = played(story, steps)
        for viewer in (None, *story.players):
            other = played(story.with_cards(swapped(story, game, viewer, chance)), steps)
            assert msgspec.json.encode(view(other, viewer)) == msgspec.json.encode(
                view(game, viewer)
            )
            if viewer is None:
                assert other.facts == game.facts


def swapped(story: Story, game: Round, viewer: str | None, chance: Random) -> list[Card]:
    """The cards of the story, those that the viewer has not seen in another order."""
    unseen = hidden_from(story, game, viewer)
    order = [place for place, card in enumerate(story.cards) if card in unseen]
    moved = [story.cards[place] for place in order]
    chance.shuffle(moved)
    cards = list(story.cards)
    for place, card in zip(order, moved, strict=True):
        cards[place] = card
    return cards


@settings(max_examples=60, deadline=None)
@given(stories())
def test_a_view_names_exactly_the_cards_that_the_viewer_may_see(story: Story) -> None:
    for steps in range(story.steps + 1):
        game = played(story, steps)
        for viewer in (None, *story.players):
            text = msgspec.json.encode(view(game, viewer)).decode()
            assert set(NOTE.findall(text)) == {*story.cards} - hidden_from(story, game, viewer)
