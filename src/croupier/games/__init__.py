"""The games, by instrument: rules to read, tables to play at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, cast, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.aggregate.acts import Acts
    from croupier.aggregate.facts import Fact
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.game import Game
    from croupier.table.table import Table

    Rules = BlackjackRules | BaccaratRules | HoldemRules


class GameKind(Protocol):
    """A game before its options are decided: what may be done at its tables is known already."""

    __module__: str

    @property
    def acts(self) -> Acts[Table, Any]: ...
    @property
    def hides_cards(self) -> bool: ...

    def __call__(self, rules: Any) -> Game: ...


BLACKJACK = ("act-blackjack-2006", "act-blackjack-2018")
CHALLENGE = ("nsw-blackjack-challenge",)
BACCARAT = ("act-mini-baccarat-2016",)
HOLDEM = ("act-ultimate-texas-holdem-2025",)


@overload
def rules_for(
    instrument: Literal["act-blackjack-2006", "act-blackjack-2018", "nsw-blackjack-challenge"],
    options: Mapping[str, object] | None = ...,
) -> BlackjackRules: ...
@overload
def rules_for(
    instrument: Literal["act-mini-baccarat-2016"], options: Mapping[str, object] | None = ...
) -> BaccaratRules: ...
@overload
def rules_for(
    instrument: Literal["act-ultimate-texas-holdem-2025"],
    options: Mapping[str, object] | None = ...,
) -> HoldemRules: ...
@overload
def rules_for(instrument: str, options: Mapping[str, object] | None = ...) -> Any: ...


def rules_for(instrument: str, options: Mapping[str, object] | None = None) -> Rules:
    """The rules of a table under an instrument, with the options it was given."""
    from croupier.rulebook.instruments import load

    load(instrument)  # an unknown one is refused there, with the nearest that exist
    if instrument in BLACKJACK:
        from croupier.games.blackjack import law as blackjack

        return blackjack.act_rules(instrument, options)
    if instrument in CHALLENGE:
        from croupier.games.challenge import law as challenge

        return challenge.challenge_rules(options)
    if instrument in BACCARAT:
        from croupier.games.baccarat import law as baccarat

        return baccarat.act_rules(options)
    if instrument in HOLDEM:
        from croupier.games.holdem import law as holdem

        return holdem.act_rules(options)
    raise LookupError(f"no game is played under {instrument} yet")


def laws_of(instrument: str) -> tuple[object, ...]:
    """The laws that the code of an instrument reads its rules from; none for a game to come."""
    if instrument in (*BLACKJACK, *CHALLENGE):
        rules: BlackjackRules = rules_for(instrument)
        return rules.table_law, rules.law, *_promotions(instrument)
    if instrument in BACCARAT:
        baccarat = rules_for("act-mini-baccarat-2016")
        return baccarat.table_law, baccarat.law
    if instrument in HOLDEM:
        holdem = rules_for("act-ultimate-texas-holdem-2025")
        return holdem.table_law, holdem.law
    return ()


def _promotions(instrument: str) -> tuple[object, ...]:
    """The law of promotional prizes, which one instrument has."""
    if instrument not in CHALLENGE:
        return ()
    from croupier.games.challenge.promotion_law import promotion_law

    return (promotion_law(),)


def game_of(instrument: str) -> GameKind:
    """The game that a table under an instrument plays: its acts, before any option is decided."""
    if instrument in BLACKJACK:
        from croupier.games.blackjack.game import Blackjack

        return Blackjack
    if instrument in CHALLENGE:
        from croupier.games.challenge.game import Challenge

        return Challenge
    if instrument in BACCARAT:
        from croupier.games.baccarat.game import Baccarat

        return Baccarat
    if instrument in HOLDEM:
        from croupier.games.holdem.game import Holdem

        return Holdem
    raise LookupError(f"no table is opened under {instrument} yet")


def facts_of(instrument: str) -> tuple[type[Fact], ...]:
    """Every fact that a table under an instrument may state; each game has words of its own."""
    from croupier.aggregate.facts import Fact

    kinds = cast(type, game_of(instrument)).__mro__  # who builds on another game knows its words
    packages = {"croupier.table", *(kind.__module__.rpartition(".")[0] for kind in kinds)}
    return tuple(fact for fact in _leaves(Fact) if fact.__module__.rpartition(".")[0] in packages)


def _leaves(base: type[Fact]) -> Iterator[type[Fact]]:
    for kind in base.__subclasses__():
        yield from _leaves(kind) if kind.__subclasses__() else (kind,)


def table_for(
    instrument: str,
    options: Mapping[str, object] | None = None,
    *,
    name: str = "table",
    boxes: int = 7,
    keep: Callable[[bytes], object] | None = None,
    forgetful: bool = False,
) -> Table:
    """A table under an instrument, not yet open. `keep` is handed every line of its record, and
    a `forgetful` table holds no more than the last of them itself.
    """
    from croupier.rulebook.instruments import load
    from croupier.rulebook.options import must_be_chosen
    from croupier.table.table import Table

    rules = rules_for(instrument, options)
    must_be_chosen(load(instrument), options or {})
    return Table(game_of(instrument)(rules), name=name, boxes=boxes, keep=keep, forgetful=forgetful)
