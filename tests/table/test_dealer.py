"""The dealer deals what is due, waits for a cut, and loses no card to a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.table_support import DEALER, NOW, SUPERVISOR, At, open_table, player

from croupier.cards import Card
from croupier.dealer import Dealer
from croupier.games.blackjack.facts import Dealt
from croupier.rulebook.citations import Refused
from croupier.table.acts.patrons import Sit
from croupier.table.acts.shuffling import Cut, DeclineCut
from croupier.table.acts.shuffling_machine import MachineFailed
from croupier.table.facts import Burnt, CutMade, CutOffered, SetAside, ShoeLoaded, Shuffled
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.facts import Fact

SECRETS = [bytes([n]) * 32 for n in range(1, 20)]


def dealt_by(
    at: At,
    ask_cut: Callable[[str, range], int | None] | None = lambda _, where: where[0],
    penetration: float = 1.0,
) -> Dealer:
    secrets = iter(SECRETS)
    return Dealer(
        at.table, lambda: next(secrets), ask_cut=ask_cut, clock=lambda: NOW, penetration=penetration
    )


def virtual(instrument: str, players: str = "P", **options: Any) -> tuple[At, Dealer]:
    """P bets 10 from a shoe of the dealer's."""
    at = open_table(instrument, players, loaded=False, **options)
    dealer = dealt_by(at)
    dealer.prepare()
    at.bet("P", 1, 10)
    at.no_more_bets()
    return at, dealer


# --- preparing


def test_it_shuffles_offers_cuts_and_loads_in_one_go(instrument: str) -> None:
    at = open_table(instrument, "P", loaded=False, burn_on_new_shoe=2)
    facts = dealt_by(at).prepare()
    kinds = [type(fact) for fact in facts]
    assert kinds == [Shuffled, CutOffered, CutMade, ShoeLoaded, Burnt, Burnt]
    assert [fact.card for fact in at.facts_of(Burnt)] == [None, None]
    assert at.table.shoe.ready
    assert dealt_by(at).prepare() == []  # nothing to do


@pytest.mark.parametrize(("penetration", "until"), [(0.0, 156), (0.5, 208), (1.0, 260)])
def test_how_deep_the_cutting_card_goes_is_its_own_choice_within_the_rules(
    instrument: str, penetration: float, until: int
) -> None:
    at = open_table(instrument, "P", loaded=False)
    dealt_by(at, penetration=penetration).prepare()
    assert at.last(ShoeLoaded).until_cutting_card == until


@pytest.mark.parametrize("penetration", [-0.1, 1.1])
def test_and_not_beyond_them(instrument: str, penetration: float) -> None:
    at = open_table(instrument, "P", loaded=False)
    with pytest.raises(ValueError, match="penetration"):
        dealt_by(at, penetration=penetration)


def test_everybody_is_asked_and_at_last_the_supervisor(instrument: str) -> None:
    at = open_table(instrument, "P Q", loaded=False)
    for name, box in (("P", 1), ("Q", 2)):
        at.do(Sit(player=name, box=box), player(name))
    asked: list[str] = []

    def decline(name: str, where: range) -> None:
        assert where == range(52, 261)
        asked.append(name)

    dealt_by(at, decline).prepare()
    assert asked == ["P", "Q"]
    assert at.last(CutMade).by == "supervisor"


def test_without_anybody_to_ask_it_waits_for_the_players_own_answer(instrument: str) -> None:
    at = open_table(instrument, "P", loaded=False)
    dealer = dealt_by(at, None)
    dealer.prepare()
    assert at.table.shoe.preparation is Preparation.OFFERING_CUT
    assert dealer.prepare() == []  # still waiting
    at.do(Cut(player="P", at=123), player("P"))
    dealer.prepare()
    assert at.table.shoe.ready
    at.bet("P", 1, 10)
    at.no_more_bets()
    dealer.deal()
    assert len(at.facts_of(Dealt)) >= 3


def test_if_the_player_declines_it_goes_on_with_the_supervisor(instrument: str) -> None:
    at = open_table(instrument, "P", loaded=False)
    dealer = dealt_by(at, None)
    dealer.prepare()
    at.do(DeclineCut(player="P"), player("P"))
    dealer.prepare()
    assert at.last(CutMade).by == "supervisor"
    assert at.table.shoe.ready


def test_in_mid_round_too_it_waits_and_then_deals_on(instrument: str) -> None:
    at = open_table(instrument, "P", loaded=False, device="shuffler")
    dealer = dealt_by(at, None)
    dealer.prepare()
    at.bet("P", 1, 10)
    at.no_more_bets()
    dealer.misplace(1)  # where it is due: one card, and the round has begun
    at.do(MachineFailed(fault="smoke"), SUPERVISOR)
    dealer.deal()
    assert at.table.shoe.preparation is Preparation.OFFERING_CUT
    before = len(at.facts_of(Dealt))
    at.do(Cut(player="P", at=100), player("P"))
    dealer.deal()
    assert at.table.phase is not Phase.BETTING
    assert len(at.facts_of(Dealt)) > before


# --- slips


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_a_slip_that_the_table_refuses_costs_no_card(instrument: str, device: str) -> None:
    def first_cards(slips: bool) -> list[Card]:
        at = open_table(instrument, "P", loaded=False, device=device)
        dealer = dealt_by(at)
        dealer.prepare()
        if slips:
            for _ in range(3):
                with pytest.raises(Refused):
                    dealer.overdraw()  # no round is in play
        at.bet("P", 1, 10)
        at.no_more_bets()
        if slips:
            with pytest.raises(Refused):
                dealer.misplace(7)  # nobody plays there
        dealer.deal()
        return [fact.card for fact in at.facts_of(Dealt)]

    assert first_cards(slips=True) == first_cards(slips=False)


def test_before_there_is_a_shoe_there_is_nothing_to_slip_with(instrument: str) -> None:
    at = open_table(instrument, "P", loaded=False)
    dealer = dealt_by(at)
    for slip in (dealer.find_face_up, dealer.draw_in_error, dealer.burn_in_error):
        with pytest.raises(Refused):
            slip()


def test_a_card_drawn_unseen_is_the_next_one_dealt(instrument: str) -> None:
    at, dealer = virtual(instrument)
    expected = next_cards(instrument)
    dealer.draw_in_error(seen=False)
    assert at.last(SetAside).card is None
    dealer.deal()
    assert [fact.card for fact in at.facts_of(Dealt)][:3] == expected[:3]


def test_a_card_burnt_unseen_is_gone(instrument: str) -> None:
    at, dealer = virtual(instrument)
    expected = next_cards(instrument)
    dealer.burn_in_error(seen=False)
    assert at.last(Burnt).card is None
    dealer.deal()
    assert [fact.card for fact in at.facts_of(Dealt)][:3] == expected[1:4]


@pytest.mark.parametrize("slip", [Dealer.find_face_up, Dealer.draw_in_error, Dealer.burn_in_error])
def test_where_the_cutting_card_is_in_front_it_is_what_comes_out(
    instrument: str, slip: Callable[[Dealer], list[Fact]]
) -> None:
    at, dealer = virtual(instrument)
    dealer.misplace(1)  # where it is due: the round has begun
    while not dealer.cutting_card_next:
        dealer.burn_in_error(seen=False)
    left = at.table.shoe.remaining
    slip(dealer)
    assert at.table.shoe.cutting_card_out
    assert at.table.shoe.remaining == left
    slip(dealer)
    assert at.table.shoe.remaining == left - 1


def next_cards(instrument: str) -> list[Card]:
    """The cards as they come from the same secret when nothing goes wrong."""
    at, dealer = virtual(instrument, "P Q")
    facts: list[Fact] = []
    while at.table.phase is Phase.DEALING and len(facts) < 60:
        facts += dealer.deal()
        if at.table.phase is Phase.DEALING and at.due.what == "choice":
            at.hit(1)
        elif at.table.phase is Phase.DEALING:
            at.move_on()
    cards = [fact.card for fact in at.facts_of(Dealt)]
    assert len(cards) >= 4
    return cards


def test_what_it_returns_is_what_followed(instrument: str) -> None:
    at, dealer = virtual(instrument)
    before = len(at.table.facts)
    facts = dealer.deal()
    assert facts == at.table.facts[before:]
    assert dealer.by.role == DEALER.role
