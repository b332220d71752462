"""At a table that is dealt by hand, wagers are called for only when a round can follow them.

Dealer, supervisor and players do at random what the rules let them do, in whatever order: cards are
shuffled before they are checked, changed, checked again. Whenever the page asks for wagers, the
betting can be closed once one lies there; otherwise it says what is waited for, and whoever does
that has a button for it.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import pytest

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import FLOAT, TABLES
from croupier.durations import MINUTE
from croupier.game_rules import signs, table_for
from croupier.games.challenge.acts.card_checks import ReplaceCards
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.opening import opening_of
from croupier.table.acts.patrons import Arrive, Sit
from croupier.table.table import Phase
from croupier.web.felt.game_pages import PAGES
from croupier.web.tables.page_model import Seen, context

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.table.table import Table

DAN, SUE, ANA = (
    Person("dan", Role.DEALER),
    Person("sue", Role.SUPERVISOR),
    Person("ana", Role.PLAYER),
)
ACTS = 250
LEAVES = {"arrive", "leave", "step-away", "take-chips", "get-up", "close-table", "announce-closure"}
"""What would leave the table to nobody."""


def _tag(command: Command) -> str:
    return str(command.__struct_config__.tag)


class ByHand:
    """An open table with ana at it, whose cards nobody has touched yet."""

    def __init__(self, name: str) -> None:
        self.at = 1_800_000_000_000
        self.table: Table = table_for(*TABLES[name])
        self.do(opening_of(self.table, "approved", self.at, FLOAT), SUE)
        self.do(Arrive(player="ana"), ANA)
        self.do(BringChips(player="ana", amount=1_000_000_00), ANA)
        self.do(Sit(player="ana", box=1), ANA)

    def do(self, command: Command, by: Person) -> None:
        self.at += MINUTE
        self.table.do(command, by, self.at)

    def says(self, to: Person) -> str:
        game = self.table.game
        felt = PAGES.of(game.instrument).felt(
            self.table.view(to), (), game.wagers, signs.printed(game)
        )
        return felt.status

    def buttons(self, of: Person) -> set[str]:
        made = context(self.table.view(of), self.table.game, Seen())["moves"].now
        return {_tag(each.command) for each in made}

    def anything(self, chance: Random) -> None:
        """Something that somebody may do, each kind of thing as likely as another."""
        by = chance.choice((DAN, DAN, SUE, ANA))
        kinds: dict[str, list[Command]] = {}
        for each in self.table.legal(by):
            if _tag(each) not in LEAVES:
                kinds.setdefault(_tag(each), []).append(each)
        if by is SUE and ReplaceCards in self.table.game.acts:
            kinds["replace-cards"] = [ReplaceCards(reason="worn")]
        if kinds:
            with suppress(Refused):
                self.do(chance.choice(kinds[chance.choice(sorted(kinds))]), by)

    def lay(self) -> None:
        """What is needed for a round is on the layout."""
        for each in self.table.legal(ANA):
            if isinstance(each, PlaceWager) and each.amount and each.box == 1:
                with suppress(Refused):
                    self.do(each, ANA)
                if self.table.check(NoMoreBets(), DAN, self.at + MINUTE) is None:
                    return


@pytest.mark.parametrize("name", TABLES)
def test_wagers_are_called_for_when_a_round_can_follow(name: str) -> None:
    chance, at = Random(f"by hand {name}"), ByHand(name)
    assert at.says(ANA).endswith("before anything is dealt; the dealer checks them.")
    for _ in range(ACTS):
        at.anything(chance)
        if at.table.phase is not Phase.BETTING:
            continue
        said = at.says(ANA)
        if said.startswith("Place your wagers") and "burn" not in at.buttons(DAN):
            at.lay()
            assert at.table.check(NoMoreBets(), DAN, at.at + MINUTE) is None
        if not at.table.cards_checked:
            assert "check-cards" in at.buttons(DAN)
    assert at.table.number, "rounds are dealt"
