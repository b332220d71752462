"""High Card passes the suite that every game passes."""

from __future__ import annotations

from croupier.aggregate.roles import Person, Role
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.testing import GameSuite


class TestHighCard(GameSuite):
    instrument = "high-card"


def test_new_cards_bring_no_machine_to_a_game_without_rules_for_one() -> None:
    at = TestHighCard().table(0)
    supervisor = Person("sue", Role.SUPERVISOR)
    command = NewCards(checked_by_supervisor="sue", checked_by_dealer="dan", device="shuffler")
    refused = at.table.check(command, supervisor, at.now)
    assert refused is not None
    assert str(refused) == "device: these rules have no automated shuffling shoe (1.2)"
    assert refused.clauses == ("1.2",)
