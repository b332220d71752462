"""What the rules of Blackjack Challenge make of wagers, from placing them to the first card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.games.blackjack.game import Blackjack
from croupier.games.challenge.maximum import close_box, why_outside
from croupier.games.challenge.minimums import (
    EndKeptMinimum,
    show_both_limits,
)
from croupier.games.challenge.overlooked import FindOverMaximum
from croupier.games.challenge.restrictions import why_restricted
from croupier.games.challenge.sharing import line_up, why_full
from croupier.games.challenge.side_bets import unaccompanied
from croupier.games.challenge.table_law import law_of
from croupier.games.challenge.table_state import ChallengeState, state_of, why_detained
from croupier.games.challenge.tokens import token_stakes
from croupier.games.challenge.tokens_at_table import TokensAtTable
from croupier.games.challenge.tournament_play import conceal, tournament_rules
from croupier.games.challenge.wagering import clear_the_place
from croupier.rulebook.citing import Refused
from croupier.table.acts.betting import bettors
from croupier.table.wagers import (
    MAIN,
    Admitted,
    Markers,
    why_not_place,
    with_their_mains,
    without_the_displaced,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.at_table import RoundAtTable
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citing import Clauses
    from croupier.table.game import Overlooked
    from croupier.table.table import Table
    from croupier.table.tournament import Hidden, TableTerms
    from croupier.table.wagers import Wager


class ChallengeBetting(Blackjack):
    """The part of the game that is over when the first card is dealt."""

    round_kind: ClassVar[type[RoundAtTable]] = TokensAtTable

    def new_state(self) -> ChallengeState:
        return ChallengeState()

    def why_not_stake(self, wager: str, amount: int) -> Refused | None:
        """Any stake can be paid, rounded up to what chips there are."""
        return None

    def why_not_place(self, table: Table, new: Wager) -> Refused | None:
        detained = why_detained(table, new.player)
        if detained is not None:
            return detained
        refusal = why_not_place(
            table.law,
            table.sign,
            table.wagers,
            new,
            offered=self.options["side_bets"],
            markers=Markers(),
            needs_own_main=new.wager in state_of(table).own_main,
            approved_amounts=self.amounts(new.wager),
            readings=self.rules.readings,
        )
        refusal = refusal or why_full(table, new) or why_restricted(table, new)
        return refusal or why_outside(table, new)

    def falls_with(self, table: Table, gone: Wager) -> Iterable[tuple[Wager, Clauses]]:
        return unaccompanied(table) if gone.wager == MAIN else ()

    def close_betting(self, table: Table, overlooked: Overlooked) -> list[Admitted]:
        ruled: list[Admitted] = []
        for box in sorted({wager.box for wager in table.wagers}):
            if any(wager.box == box and wager.wager == MAIN for wager in table.wagers):
                ruled += close_box(
                    table, box, self.rules.readings.shares, state_of(table).overlooked
                )
            ruled += [
                Admitted(side, side.amount, 0, table.law.side_bets[side.wager].window)
                for side in table.wagers
                if side.box == box and side.wager != MAIN
            ]
        return without_the_displaced(table.law, self._accompanied(table, ruled))

    def _accompanied(self, table: Table, ruled: Sequence[Admitted]) -> list[Admitted]:
        """Side wagers fall with the main wager that they need: of anybody, or of their owner."""
        readings, restricted = self.rules.readings, state_of(table).own_main
        anybodys = with_their_mains(table.law, ruled, False, readings)
        own = with_their_mains(table.law, ruled, True, readings)
        return [
            strict if strict.wager.wager in restricted else plain
            for plain, strict in zip(anybodys, own, strict=True)
        ]

    def start(self, table: Table, ruled: Sequence[Admitted]) -> RoundAtTable:
        floor, playing = state_of(table), bettors(table)
        mains = [wager for wager in table.wagers if wager.wager == MAIN]
        for box in sorted({wager.box for wager in mains}):
            line_up(table, box)
        for player in sorted(playing):  # in the same order wherever it is played again
            floor.playing[player] = tuple(w.box for w in mains if w.player == player)
        away = frozenset(table.patrons.away & playing)
        game_round = self.round_kind(self._rules_now(table), list(ruled), away)
        assert isinstance(game_round, TokensAtTable)
        if tokens := token_stakes(table):
            game_round.stake_tokens(tokens, law_of(table).tokens)
        return game_round

    def _rules_now(self, table: Table) -> BlackjackRules:
        """The rules with what the sign and a Gaming Manager's restrictions say by now."""
        limits, restricted = table.sign.of(MAIN), state_of(table).own_main
        counts = self.options["limits_apply_to_additional"]
        at_least_the_minimum = self.options["min_double"] == "table_minimum"
        rules = self.rules if table.tournament is None else tournament_rules(table, self.rules)
        return replace(
            rules,
            side_bet_needs_own_main=restricted >= self.rules.side_bets and bool(restricted),
            least_double=limits.minimum if at_least_the_minimum else self.rules.least_double,
            most_on_a_box=limits.maximum if counts else None,
        )

    def why_no_tournament(self, table: Table, terms: TableTerms) -> Refused | None:
        if self.options["low_limit"]:
            law = law_of(table)
            return Refused("low limit gaming is offered here", law.low_limit_no_tournament)
        return super().why_no_tournament(table, terms)

    def overlooks(self, table: Table, wager: Wager) -> bool:
        return (wager.player, wager.box) in state_of(table).overlooked

    def conceal(self, shown: Any, unsaid: Mapping[str, Hidden]) -> Any:
        return conceal(shown, unsaid)

    def between_rounds(self, table: Table) -> None:
        floor = state_of(table)
        floor.since.clear()
        floor.overlooked.clear()
        reserved = table.patrons.reserved.values()
        for player in {*floor.kept, *floor.personal, *reserved} - set(table.patrons.arrived):
            clear_the_place(table, player)
        if floor.kept and table.next_sign is not None:
            show_both_limits(table, table.next_sign)

    def candidates(self, table: Table, person: Person) -> Iterator[Command]:
        yield from super().candidates(table, person)
        if person.is_staff:
            yield EndKeptMinimum()
            for box in table.boxes:
                yield FindOverMaximum(box=box)
