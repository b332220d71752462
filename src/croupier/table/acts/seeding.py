"""Players take part in the shuffle of virtual cards: tips, the house's root, links, void shuffles.

No instrument knows of this: it is how virtual cards come to be shuffled as the rules demand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.commitment import Contribution, is_hash, opens_tip
from croupier.rulebook.citations import Refused
from croupier.shoe import Committed
from croupier.table.acts.patrons import must_be_here
from croupier.table.acts.shuffling import end_the_first_cut, offer_the_cut_first
from croupier.table.facts import LinkOpened, ShuffleCommitted, ShuffleVoided, TipBrought
from croupier.table.law import of_table
from croupier.table.seeding import TIME_FOR_LINKS, JointShuffle, shortened
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Container

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.commitment import Contributed
    from croupier.rulebook.citations import Clauses
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class BringTip(Command, frozen=True, tag="bring-tip"):
    """Somebody shows the tip of a hash chain that only they know, to take part in what is drawn."""

    why_staff_may: ClassVar[str] = "it is refused from everybody but the player"

    player: str
    tip: str


@acts.act(BringTip, Role.PLAYER, clauses=of_table(lambda law: law.shuffle))
def bring_tip(table: Table, command: BringTip, by: Person) -> Effect:
    law, player, tip = table.law, command.player, command.tip
    must_be_oneself(player, by, law.shuffle)
    must_be_here(table, player)
    seeding = table.seeding
    must_be_free(command, seeding.spent, law.shuffle)

    def effect() -> None:
        seeding.tips[player] = tip
        seeding.spent.add(shortened(tip))
        table.add_fact(TipBrought(player=player, tip=tip, clauses=law.shuffle))

    return effect


def must_be_oneself(player: str, by: Person, clauses: Clauses) -> None:
    """A tip that the house brought in somebody's name would have it choose their part as well."""
    if by.name != player:
        raise Refused("nobody takes part in somebody else's name", clauses)


def must_be_free(command: BringTip, spent: Container[str], clauses: Clauses) -> None:
    """A tip is well formed, and was never shown here before, as a tip or as a link.

    What opens one that was shown may be known to somebody: a chain serves once.
    """
    if not is_hash(command.tip):
        raise Refused("tip: it has 64 small hexadecimal digits", clauses)
    if shortened(command.tip) in spent:
        raise Refused("tip: it was shown here already; begin another chain", clauses)


class CommitShuffle(Command, frozen=True, tag="commit-shuffle"):
    """The house is bound to its part of a shuffle, and to who takes part in it."""

    needs_cards_in_hand: ClassVar[bool] = True

    root: str
    of: str
    """The hash of the pack, as `croupier.shoe.joint_shuffle` states."""
    machine: bool = False
    """Whether it is for a machine that mixes, and commits to draws instead of cards."""
    cut_first: bool = False
    """Whether the cards are cut before anybody opens a link, and so before the order is known."""


@acts.act(CommitShuffle, Role.DEALER, clauses=of_table(lambda law: law.shuffle))
def commit_shuffle(table: Table, command: CommitShuffle, by: Person) -> Effect:
    law, shoe, seeding = table.law, table.shoe, table.seeding
    table.must_be_open()
    for name in ("root", "of"):
        if not is_hash(getattr(command, name)):
            raise Refused(f"{name}: it has 64 small hexadecimal digits", law.shuffle)
    if command.root in shoe.published or command.root in seeding.unrevealed:
        raise Refused("root: it was published before", law.shuffle)
    if seeding.awaited is not None:
        raise Refused("the house is bound to a shuffle already", law.shuffle)
    if shoe.preparation is not Preparation.NEEDS_SHUFFLE and (shoe.remaining or not shoe.ready):
        raise Refused("no shuffle is due", law.shuffle)
    if command.cut_first and (command.machine or shoe.machine):
        raise Refused("cut_first: cards out of a machine are not cut", law.shuffle)

    def effect() -> None:
        seeding.number += 1
        joint = JointShuffle(
            Committed(
                table.name, seeding.number, command.root, command.of, machine=command.machine
            ),
            table.now,
            contributors(table),
            command.cut_first,
        )
        seeding.awaited = seeding.unrevealed[command.root] = joint
        table.add_fact(
            ShuffleCommitted(
                number=seeding.number, root=command.root, of=command.of, machine=command.machine,
                tips=tuple((each.player, each.tip) for each in joint.contributions),
                cut_first=command.cut_first, clauses=law.shuffle,
            )
        )  # fmt: skip
        if command.cut_first:
            offer_the_cut_first(table)

    return effect


def contributors(table: Table) -> tuple[Contribution, ...]:
    """Who would take part if the house were bound now: who is at the table and brought a tip.

    After a void shuffle nobody new joins, or the house could have as many tries as it has friends
    who come one after the other.
    """
    seeding, patrons = table.seeding, table.patrons
    return tuple(
        Contribution(player, seeding.tips[player])
        for player in patrons.arrived
        if player in seeding.tips
        and player not in patrons.away
        and (seeding.redraw is None or player in seeding.redraw)
    )


class OpenLink(Command, frozen=True, tag="open-link"):
    """A contributor opens the link that their tip binds them to, having seen the root."""

    why_staff_may: ClassVar[str] = "it is refused from everybody but the player"

    player: str
    link: str


@acts.act(OpenLink, Role.PLAYER, clauses=of_table(lambda law: law.shuffle))
def open_link(table: Table, command: OpenLink, by: Person) -> Effect:
    law, player, link = table.law, command.player, command.link
    seeding, joint = table.seeding, table.seeding.awaited
    must_open(command, by, joint, law.shuffle)
    if joint is not None and joint.awaits_cut:
        raise Refused("the cards are cut before anybody opens a link", law.shuffle)
    assert joint is not None
    mine = joint.of(player)
    assert mine is not None

    def effect() -> None:
        opened = joint.with_link(player, link)
        seeding.awaited = seeding.unrevealed[joint.root] = opened
        seeding.spent.add(shortened(link))
        if seeding.tips.get(player) == mine.tip:
            seeding.tips[player] = link
        table.add_fact(LinkOpened(player=player, root=joint.root, link=link, clauses=law.shuffle))

    return effect


def must_open(command: OpenLink, by: Person, awaited: Contributed | None, clauses: Clauses) -> None:
    """A link is the one that its tip binds to, and is opened once."""
    must_be_oneself(command.player, by, clauses)
    if awaited is None:
        raise Refused("nothing waits for links", clauses)
    mine = awaited.of(command.player)
    if mine is None:
        raise Refused(f"{command.player} takes part from the next one on", clauses)
    if mine.link is not None:
        raise Refused(f"{command.player} has opened a link for this one", clauses)
    if not opens_tip(mine.tip, command.link):
        raise Refused("link: it does not hash to the tip", clauses)


class VoidShuffle(Command, frozen=True, tag="void-shuffle"):
    """A link is missing: the shuffle is void, and who did not open it is left out of the next."""

    needs_cards_in_hand: ClassVar[bool] = True

    reason: Text = ""
    """Why it came to nothing, where no link is missing."""


@acts.act(VoidShuffle, Role.DEALER, clauses=of_table(lambda law: law.shuffle))
def void_shuffle(table: Table, command: VoidShuffle, by: Person) -> Effect:
    law, seeding, joint = table.law, table.seeding, table.seeding.awaited
    if joint is None:
        raise Refused("no shuffle waits for links", law.shuffle)
    in_time = joint.awaits_cut or table.now < joint.since + TIME_FOR_LINKS
    missing = () if in_time or command.reason else joint.missing
    if not (missing or command.reason or table.phase is Phase.CLOSED):
        who = ", ".join(joint.missing)
        why = f"{who} still has time for a link" if who else "no link is missing"
        if joint.awaits_cut:
            why = "the cards are not cut yet"
        raise Refused(why, law.shuffle)

    def effect() -> None:
        end_the_first_cut(table)
        seeding.awaited = None
        seeding.void += 1
        # With nothing opened nobody has learned anything, and whoever likes may take part again.
        learned = any(each.link is not None for each in joint.contributions)
        stays = frozenset(each.player for each in joint.contributions) - {*missing}
        seeding.redraw = stays if learned else None
        for player in missing:
            seeding.tips.pop(player, None)
        table.add_fact(
            ShuffleVoided(
                number=joint.committed.number, root=joint.root, missing=missing,
                reason=command.reason, clauses=law.shuffle,
            )
        )  # fmt: skip

    return effect
