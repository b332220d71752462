"""An evening of blackjack whose shuffles players take part in."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

from tests.table_support import DEALER, NOW, SUPERVISOR, open_table, player

from croupier.commitment import Chain
from croupier.dealer import Dealer
from croupier.games.blackjack.asks_and_answers import Choice, Hit, Stand
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.seeding import BringTip, OpenLink
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.record import Entry, Header


class Forged:
    """A record in which somebody has changed entries."""

    def __init__(self, header: Header, entries: list[Entry]) -> None:
        self.header = header
        self.entries = entries


def chain_of(name: str, length: int = 40) -> Chain:
    return Chain(sha256(name.encode()).digest(), length)


class Evening:
    """A table at which those named take part in every shuffle, unless they are silent."""

    def __init__(
        self,
        instrument: str = "act-blackjack-2018",
        players: str = "P Q",
        *,
        seed: int = 1,
        entropy: Callable[[], bytes] | None = None,
        joint: bool = True,
        **options: Any,
    ) -> None:
        self.at = open_table(instrument, players, loaded=False, **options)
        self.table = self.at.table
        self.chance = Random(seed)
        self.chains = {name: chain_of(name) for name in players.split()}
        self.silent: set[str] = set()
        self.dealer = Dealer(
            self.table, entropy or (lambda: self.chance.randbytes(32)), joint=joint,
            clock=lambda: self.at.now, penetration=0.2,
        )  # fmt: skip

    def bring_tips(self, *names: str) -> None:
        for name in names or self.chains:
            self.at.do(BringTip(player=name, tip=self.chains[name].tip), player(name))

    def open_links(self) -> None:
        """Everybody opens who takes part, has not done so yet and is not silent."""
        joint = self.table.seeding.awaited
        for each in () if joint is None else joint.contributions:
            if each.link is None and each.player not in self.silent:
                link = self.chains[each.player].link(each.tip)
                assert link is not None
                self.at.do(OpenLink(player=each.player, link=link), player(each.player))

    def shuffle(self) -> None:
        """Until the shoe is loaded; whoever is silent is waited for in vain."""
        self.dealer.prepare()
        while self.table.seeding.awaited is not None:
            self.open_links()
            joint = self.table.seeding.awaited
            assert joint is not None
            if joint.missing:
                self.at.now += 2_000
                self.dealer.void()
            self.dealer.prepare()

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            self.shuffle()
            for box, name in enumerate(self.chains, 1):
                self.at.bet(name, box, 10)
            self.at.do(NoMoreBets(), DEALER)
            while self.table.phase is not Phase.SETTLED:
                self.dealer.deal()
                self.shuffle()
                assert self.table.round is not None
                due = getattr(self.table.round, "round").due  # noqa: B009 - of blackjack alone
                if isinstance(due, Choice):
                    act = Stand if due.hand.total >= 15 else Hit
                    self.at.do(act(box=due.box.number, hand=due.hand.place), DEALER)
                elif due is not None and self.table.phase is Phase.DEALING:
                    self.at.move_on()
            self.dealer.collect()

    def close(self) -> None:
        self.at.do(AnnounceClosure(rounds=0), SUPERVISOR)
        self.at.do(CloseTable(), SUPERVISOR)
        self.dealer.reveal()


__all__ = ["NOW", "Evening", "Forged", "chain_of"]
