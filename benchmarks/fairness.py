"""What it costs that players take part in a shuffle, beside a commitment of the house alone.

    python -m benchmarks.fairness [--rounds 300]

Shuffles of one and of eight decks with their leaves and tree, a proof made and checked, and an
evening of blackjack for two: commands a second and bytes a line, with the shuffle of the house
alone and with both players' links. CPU time of one core, in one run; nothing is stored.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.cards import DECK
from croupier.commitment import Chain
from croupier.dealer import Dealer
from croupier.game_rules import table_for
from croupier.shoe import commit, commit_to, order, proves, shuffle
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.opening import Approval, CheckCards, OpenTable
from croupier.table.acts.patrons import Arrive, ComeBack
from croupier.table.acts.seeding import BringTip
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.cards import Card

DEALER, SUPERVISOR = Person("dan", Role.DEALER), Person("sue", Role.SUPERVISOR)
PLAYERS = ("ana", "ben")
LINKS = 4096
NOW = 1_800_000_000_000


def each(work: Callable[[], object], times: int) -> float:
    """Microseconds of CPU time that something takes."""
    begun = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begun) / times * 1e6


def shuffles(chance: random.Random) -> None:
    print(f"{'a shuffle':34}{'alone':>12}{'joint':>12}{'ratio':>9}   microseconds")
    for decks, times in ((1, 300), (8, 60)):
        pack = DECK * decks

        def alone(pack: tuple[Card, ...] = pack) -> None:
            secret = chance.randbytes(32)
            commit(secret, pack)
            shuffle(pack, secret)

        def joint(pack: tuple[Card, ...] = pack) -> None:
            secret = chance.randbytes(32)
            bound = commit_to("t", 1, secret, pack, whole=True, machine=False)
            laid = bound.laid(secret, pack)
            assert laid is not None
            order(laid, pack, chance.randbytes(32))

        said = f"{decks} deck{'s' if decks > 1 else ''}, {len(pack)} cards"
        one, other = each(alone, times), each(joint, times)
        print(f"{said:34}{one:12.0f}{other:12.0f}{other / one:9.1f}")


def proofs(chance: random.Random) -> None:
    pack, secret = DECK * 8, chance.randbytes(32)
    bound = commit_to("t", 1, secret, pack, whole=True, machine=False)
    laid = bound.laid(secret, pack)
    assert laid is not None
    proof, card = laid.prove(17), laid.cards[17]
    made = each(lambda: laid.prove(17), 2000)
    checked = each(lambda: proves(bound.root, bound.bound_to, len(pack), card, proof), 2000)
    size = len(msgspec.json.encode(proof))
    told = f"proved in {made:.0f} µs, checked in {checked:.0f} µs, {size} bytes"
    print(f"\na card of eight decks: {told}")


def evening(rounds: int, *, joint: bool) -> tuple[float, float, int]:
    """Commands a second, bytes a line, and how many lines there are."""
    chance = random.Random(1)
    lines: list[int] = []
    options = {"decks": 8, "limits": {"main": [10_00, 500_00]}}
    table = table_for(
        "act-blackjack-2006", options, keep=lambda line: lines.append(len(line)), forgetful=True
    )
    chains = {name: Chain(chance.randbytes(32), LINKS) for name in PLAYERS}
    dealer = Dealer(
        table, lambda: chance.randbytes(32), joint=joint,
        ask_link=lambda player, tip: chains[player].link(tip),
    )  # fmt: skip
    approval = Approval("L-12", "2006-04-20")
    opening = OpenTable(layout=approval, shoe=approval, shuffle="riffle", float=10**9)
    table.do(opening, SUPERVISOR, NOW)
    table.do(CheckCards(), DEALER, NOW)
    for name in PLAYERS:
        player = Person(name, Role.PLAYER)
        table.do(Arrive(player=name), player)
        table.do(BringChips(player=name, amount=10**8), player)
        if joint:
            table.do(BringTip(player=name, tip=chains[name].tip), player)
    lines.clear()
    begun = time.process_time()
    for _ in range(rounds):
        dealer.prepare()
        for box, name in enumerate(PLAYERS, 1):
            player = Person(name, Role.PLAYER)
            table.do(PlaceWager(player=name, box=box, amount=10_00), player)
        table.do(NoMoreBets(), DEALER)
        while table.phase is not Phase.SETTLED:
            if table.phase is Phase.BETTING:  # the cutting card came before the first card
                dealer.prepare()
                table.do(NoMoreBets(), DEALER)
            dealer.deal()
            asking = table.game.asking(table)
            if table.phase is Phase.DEALING and asking is not None:
                table.do(asking.overdue[0], DEALER)
        dealer.collect()
        for name in sorted(table.patrons.away):  # whoever lets a decision pass
            table.do(ComeBack(player=name), Person(name, Role.PLAYER))
    took = time.process_time() - begun
    return len(lines) / took, sum(lines) / len(lines), len(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=300)
    given = parser.parse_args()
    chance = random.Random(1)
    shuffles(chance)
    proofs(chance)
    print(
        f"\n{'an evening of blackjack for two':34}{'commands/s':>12}{'bytes/line':>12}{'lines':>9}"
    )
    rates = []
    for joint in (False, True):
        fast, size, lines = evening(given.rounds, joint=joint)
        rates.append(fast)
        said = "with both players' links" if joint else "the house alone"
        print(f"{said:34}{fast:12.0f}{size:12.1f}{lines:9}")
    print(f"with links, of without, by commands a second: {rates[1] / rates[0]:.2f}")


if __name__ == "__main__":
    main()
