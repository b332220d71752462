"""A table at its console: all that staff may do there, and the dealer's hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args
from urllib.parse import quote

import msgspec

from croupier.aggregate.acts import asks_anything
from croupier.aggregate.roles import Role, who_may
from croupier.casino.floor import (
    check,
    draw_at,
    game,
    last_round_settled,
    look,
    possible,
    suggestion,
)
from croupier.casino.floor.dealer_steps import AnyDealerStep, draws_cards
from croupier.casino.floor.patron_confirmation import patrons_to_confirm
from croupier.casino.floor.preview import preview
from croupier.casino.house.commands import Dealing
from croupier.casino.references import STAFF
from croupier.game_rules import rules_for
from croupier.table_replay import codec_of
from croupier.web.console import forms, listed
from croupier.web.console.command_list import (
    Action,
    CommandGroup,
    ListedCommand,
    groups,
    rules_of,
    title_of,
)
from croupier.web.felt.game_pages import PAGES
from croupier.wording.commands import clauses_of, first_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from croupier.aggregate.acts import Act, Acts, Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.casino.floor import Answered, Floor
    from croupier.casino.floor.preview import Preview
    from croupier.rulebook.citations import Refused
    from croupier.table.views import TableView
    from croupier.web.console.listed import Listed
    from croupier.web.felt.game_pages import CommandOrder

HANDS = "hands"
"""Under this address the dealer's hands do something with a virtual shoe."""
STEPS: dict[str, type[msgspec.Struct]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyDealerStep)
}


@dataclass(frozen=True, slots=True)
class TableConsole:
    """A table, before somebody who acts there."""

    floor: Floor
    name: str
    instrument: str
    dealing: Dealing
    by: Person
    view: TableView

    @property
    def base(self) -> str:
        return f"/tables/{quote(self.name, safe='')}/console"

    @property
    def acts(self) -> Acts[Any, Any]:
        return game(self.floor, self.name).acts

    @property
    def happens_after(self) -> CommandOrder:
        """Return the places of the game's own commands among those that can have happened."""
        return PAGES.of(game(self.floor, self.name).instrument).happens_after

    @property
    def cards_on_boxes(self) -> bool:
        """Whether the round has cards on the boxes, and not in the middle alone."""
        return hasattr(self.view.round, "boxes")

    async def listed(self, act: Act[Any, Any]) -> Listed:
        """Who and what is at the table, and what its rules list for this command."""
        seen = await look(self.floor, self.name, self.by, filling_in=act)
        known = self._at_table()
        laid_on = {f"laid_on.{name}": values for name, values in self._laid_on(known).items()}
        by_rules = {
            name: listed.of_rules(self.instrument, name, values)
            for name, values in seen.lists.items()
        }
        asks = act.command.__struct_fields__
        by_house = {
            field: listed.staff_list(field, self.floor) for field in STAFF.intersection(asks)
        }
        if "draw" in asks:
            by_house[listed.DRAWS] = await self._draws()
        if act.command.names_lying_wager and "round" in asks:
            settled = await last_round_settled(self.floor, self.name, self.by)
            by_house[listed.LAST_ROUND] = listed.last_round(
                self.instrument, self.view.number, settled
            )
        return {**known, **laid_on, **by_house, **by_rules}

    async def _draws(self) -> dict[str, str]:
        """The cards of the round in the order in which they were dealt."""
        draws = {
            draw: card.called
            for card in listed.cards_on_felt(self.view)
            if (draw := await draw_at(self.floor, self.name, card.box, card.hand, card.place))
        }
        return {str(draw): f"{draw}: {draws[draw]}" for draw in sorted(draws)}

    def _at_table(self) -> Listed:
        return listed.at_table(self.view, game(self.floor, self.name).wagers)

    def clauses(self, act: Act[Any, Any]) -> Iterable[str]:
        return clauses_of(act, rules_for(self.instrument), self.instrument)

    def hidden(self, kind: type[Command]) -> Collection[str]:
        return ()

    def has_preview(self, kind: type[Command]) -> bool:
        return True

    async def first_values(self, kind: type[Command]) -> dict[str, list[str]]:
        """What play chips need to open, and the limits that hold."""
        suggested = await suggestion(self.floor, self.name, kind)
        return forms.by_default(kind) if suggested is None else forms.written(suggested)

    async def first_refusal(self, kind: type[Command]) -> Refused | None:
        """Known of commands that ask for nothing."""
        if asks_anything(kind):
            return None
        return await check(self.floor, self.name, kind(), self.by)

    async def read(self, kind: type[Command], given: dict[str, list[str]]) -> Command:
        return forms.read(kind, given)

    async def preview(self, command: Command) -> Preview:
        return await preview(self.floor, self.name, command, self.by)

    def patrons(self, command: Command) -> tuple[str, ...]:
        return patrons_to_confirm(self.floor, self.name, command, self.by)

    async def do(
        self, command: Command, key: str | None, second: str | None, code: str | None
    ) -> list[Fact]:
        return self._facts(await self.floor.do(self.name, command, self.by, key, second, code))

    async def take(self, step: Any, key: str | None) -> list[Fact]:
        """Have the dealer's hands do something."""
        return self._facts(await self.floor.step(self.name, step, self.by, key))

    def _facts(self, answered: Answered) -> list[Fact]:
        facts = msgspec.json.encode(answered.read()["facts"])
        return list(codec_of(self.instrument).read_facts(facts))

    async def groups(self) -> list[CommandGroup]:
        """The commands by subject; where the shoe is virtual, hands draw the cards."""
        real = self.dealing is Dealing.REAL
        acts = [act for act in self.acts.values() if real or not draws_cards(act.command)]
        listed = groups(acts, self.by, await possible(self.floor, self.name, self.by))
        return [*(() if real else (_hands(self.by),)), *listed]

    def step(self, kind: type[msgspec.Struct], values: Mapping[str, list[str]]) -> Action:
        """Something that hands do; which card comes is nobody's to know before."""
        tag = str(kind.__struct_config__.tag)
        others = [str(role) for role in who_may(Role.DEALER)[1:]]
        cited = game(self.floor, self.name).table_law.dealer
        rules = tuple(rules_of(self.instrument, cited))
        return Action(
            f"{HANDS}/{tag}", title_of(tag), first_line(kind), str(Role.DEALER),
            ", ".join(others), forms.fields_of(kind, values, lists=self._places()), rules, (),
            shown=False,
        )  # fmt: skip

    def _places(self) -> Listed:
        known = self._at_table()
        return {**known, **self._laid_on(known)}

    def _laid_on(self, known: Listed) -> dict[str, Mapping[str, str]]:
        return listed.places(known, cards_on_boxes=self.cards_on_boxes)


def _hands(by: Person) -> CommandGroup:
    allowed = by.role in who_may(Role.DEALER)
    entries = tuple(
        ListedCommand(
            f"{HANDS}/{tag}", title_of(tag), first_line(kind), str(Role.DEALER), allowed, False
        )
        for tag, kind in STEPS.items()
    )
    says = "What hands do with the cards of a virtual shoe."
    return CommandGroup("the dealer's hands", says, entries)
