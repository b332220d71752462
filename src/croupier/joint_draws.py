"""Ballots and draws that neither the house nor those who take part can choose.

The protocol of `docs/fairness.md` with a roll of names in the place of a pack. Those who take part
are bound by tips first. Then the roll is closed, and the house is bound to a secret, in one line.
They open their links; and the secret is told with the draw itself, so that a draw needs no tree:
all of it is seen at once. Text is UTF-8, `|` joins bytes, LF is the byte 10, TAB the byte 9, a hash
is SHA-256.

    secret      32 bytes, drawn afresh for every draw and used for no other
    line        of a ticket or name on the roll: the hash of  its number in decimals | TAB | name
    roll        the hash of  "croupier roll 2" | LF | what is drawn | LF | line | line | ...
                by number, each line as 32 bytes
    context     as in `croupier.commitment`, of the record's name, the number of the draw and `roll`
    commitment  the hash of  "croupier draw commitment 2" | LF | context | secret
    seed        as in `croupier.commitment`
    numbers     the blocks  hash of  "croupier draw 2" | LF | hash of  seed | secret  | i  with i in
                8 bytes, laid end to end and read four bytes at a time, most significant first
    below(n)    the next number that is less than 2^32 - (2^32 mod n), mod n
    order       lay the M lines of the roll out in places 0 to M - 1; for i = 0, 1, 2, ..., let
                j = i + below(M - i) and exchange those at i and j; what is then at i is drawn next

The inspector and the scrutineer take part, and up to three of those on the roll: a friend of the
house who does not open a link buys a redraw that everybody sees, and cannot buy many.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar

import msgspec

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Fact, ToldTo
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.commitment import (
    Contributed,
    Contribution,
    Stream,
    checked_secret,
    context,
    drawn_one_by_one,
    is_hash,
    seed,
)
from croupier.durations import HOUR
from croupier.rulebook.citations import Refused
from croupier.table.acts.seeding import must_be_free, must_be_oneself, must_open
from croupier.table.seeding import shortened

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from croupier.aggregate.roles import Person
    from croupier.rulebook.citations import Clauses
    from croupier.table.acts.seeding import BringTip, OpenLink

TIME_FOR_LINKS = 10_000
"""How long a contributor to a draw has before a link is missing, in milliseconds."""
DRAWN_WITHIN = HOUR
"""How long after its roll was closed a draw whose links are all open may wait, in milliseconds."""
MOST_ENTRANTS = 3
"""How many of those on the roll take part."""
NOT_SEEDED = "committed, and seeded by nobody else"
"""What is said of a draw that the house has made alone."""


# --- what is worked out, by anybody


@dataclass(frozen=True, slots=True)
class Roll:
    """What is drawn, and from whom: tickets with their holders, or names that are numbered."""

    purpose: str
    lines: tuple[tuple[int, str], ...]

    @classmethod
    def of_names(cls, purpose: str, names: Iterable[str]) -> Roll:
        return cls(purpose, tuple(enumerate(sorted(names), 1)))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for _, name in self.lines)

    @property
    def hash(self) -> str:
        """What stands for it, in hexadecimal."""
        hashed = sha256(f"croupier roll 2\n{self.purpose}\n".encode())
        for line in self.lines:
            hashed.update(line_hash(*line))
        return hashed.hexdigest()


def line_hash(number: int, name: str) -> bytes:
    """What stands for a line of a roll, so that a roll can be checked by those who see no name."""
    return sha256(f"{number}\t{name}".encode()).digest()


def commit(bound_to: bytes, secret: bytes) -> str:
    """What the house publishes with the closed roll: it fixes the secret, and does not show it."""
    hashed = sha256(b"croupier draw commitment 2\n" + bound_to + checked_secret(secret))
    return hashed.hexdigest()


def places(seeded: bytes, secret: bytes, many: int) -> Iterator[int]:
    """The places of the roll in the order in which they are drawn, as far as one looks."""
    key = sha256(seeded + secret).digest()
    return drawn_one_by_one(many, Stream(key, b"croupier draw 2"))


@dataclass(frozen=True, slots=True)
class JointDraw(Contributed):
    """A draw that the house is bound to, and those who take part in it."""

    record: str
    number: int
    roll: Roll
    commitment: str
    since: int
    contributions: tuple[Contribution, ...]

    @property
    def bound_to(self) -> bytes:
        return context(self.record, self.number, self.roll.hash)

    @property
    def words(self) -> str:
        """Whose chance it comes of."""
        return f"seeded by {', '.join(self.players)}" if self.contributions else NOT_SEEDED

    def opened(self, secret: str) -> bytes | None:
        """A secret as it was told, if it is the one that the house is bound to."""
        told = bytes.fromhex(secret) if is_hash(secret) else b""
        return told if told and commit(self.bound_to, told) == self.commitment else None

    def order(self, secret: bytes, many: int | None = None) -> Iterator[int]:
        """The places of the roll as they are drawn, once every link is open; or of so many cards
        that those on the roll draw from, one after the other.
        """
        seeded = seed(self.bound_to, self.commitment, self.links)
        return places(seeded, secret, len(self.roll.lines) if many is None else many)


# --- commands


class CloseRoll(Command, frozen=True, tag="close-roll"):
    """The house is bound to the draw that is due: its secret, who is drawn, and who takes part."""

    commitment: str
    roll: str
    """The hash of the roll that it is bound to."""
    table: str = ""
    """The table of a tournament that is to be broken, if its players are drawn."""


class VoidDraw(Command, frozen=True, tag="void-draw"):
    """A link is missing: the draw is void, and who did not open one is left out of the next."""

    reason: Text = ""
    """Why it came to nothing, where no link is missing."""


# --- facts


class DrawTipBrought(Fact, frozen=True, tag="tip-brought"):
    """Somebody is bound to the links of a hash chain, and takes part in draws from now on."""

    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    player: str
    tip: str
    official: bool = False
    """Whether as inspector or scrutineer, and not for themselves."""


class RollClosed(Fact, frozen=True, tag="roll-closed"):
    """The house is bound to a draw from this roll; those whose tips are listed take part in it."""

    number: int
    purpose: str
    roll: str
    """The hash of the roll."""
    names: int
    """How many lines it has."""
    commitment: str
    tips: tuple[str, ...]
    """In the order in which their links count; whose they are was stated when they came."""


class DrawLinkOpened(Fact, frozen=True, tag="link-opened"):
    """A contributor has opened their link, which hashes to their tip."""

    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    player: str
    commitment: str
    link: str


class DrawVoided(Fact, frozen=True, tag="draw-voided"):
    """A draw that the house was bound to came to nothing. Everybody sees how many did."""

    told_to: ClassVar[ToldTo] = ToldTo.STAFF

    number: int
    commitment: str
    missing: tuple[str, ...]
    """Who did not open a link, and is left out of the next."""
    reason: str = ""


JointFact = DrawTipBrought | RollClosed | DrawLinkOpened | DrawVoided


# --- what a tournament or a promotion knows of its draws


@dataclass(frozen=True, slots=True)
class MadeDraw:
    """A joint draw with the secret that was told with it."""

    joint: JointDraw
    secret: str


@dataclass(slots=True)
class Drawing:
    """Whose tips lie there, and the draw that the house is bound to."""

    number: int = 0
    """How often the house was bound."""
    void: int = 0
    """How many of these came to nothing."""
    tips: dict[str, str] = field(default_factory=dict)
    """By name, the tip that the next link opens, in the order in which they came."""
    spent: set[str] = field(default_factory=set)
    """Every tip and link that was ever shown: what opens them is known, or may be."""
    officials: set[str] = field(default_factory=set)
    """Which of them take part as inspector or scrutineer."""
    redraw: frozenset[str] | None = None
    """After a void draw, who may take part in the next: those who had opened, and nobody new."""
    awaited: JointDraw | None = None
    """What the house is bound to until it is drawn."""
    made: list[MadeDraw] = field(default_factory=list)
    """Every one that was drawn."""

    def contributors(self, roll: Roll) -> tuple[Contribution, ...]:
        """Who would take part if this roll were closed now."""
        on_roll, entrants, found = frozenset(roll.names), 0, []
        for player, tip in self.tips.items():
            if self.redraw is not None and player not in self.redraw:
                continue
            if player not in self.officials:
                if player not in on_roll or entrants == MOST_ENTRANTS:
                    continue
                entrants += 1
            found.append(Contribution(player, tip))
        return tuple(found)

    def follow(self, fact: Fact, *, record: str, at: int, roll: Roll | None) -> None:
        """Take in what has happened; `roll` is what a draw is due from."""
        match fact:
            case DrawTipBrought():
                self.tips[fact.player] = fact.tip
                self.spent.add(shortened(fact.tip))
                (self.officials.add if fact.official else self.officials.discard)(fact.player)
            case RollClosed():
                assert roll is not None
                whose = {tip: player for player, tip in self.tips.items()}
                brought = tuple(Contribution(whose[tip], tip) for tip in fact.tips)
                self.number = fact.number
                self.awaited = JointDraw(record, fact.number, roll, fact.commitment, at, brought)
            case DrawLinkOpened():
                joint = self.awaited
                assert joint is not None
                mine = joint.of(fact.player)
                self.spent.add(shortened(fact.link))
                self.awaited = joint.with_link(fact.player, fact.link)
                if mine is not None and self.tips.get(fact.player) == mine.tip:
                    self.tips[fact.player] = fact.link
            case DrawVoided():
                self.give_up(fact.missing)

    def give_up(self, missing: Collection[str] = ()) -> None:
        """The draw came to nothing. With nothing opened nobody has learned anything."""
        joint, self.awaited = self.awaited, None
        if joint is None:
            return
        self.void += 1
        stays = frozenset(joint.players) - frozenset(missing)
        self.redraw = stays if joint.links else self.redraw
        for player in missing:
            self.tips.pop(player, None)

    def done(self, secret: str) -> None:
        """It was drawn; what the house has drawn alone is not among those that are joint."""
        if self.awaited is not None:
            self.made.append(MadeDraw(self.awaited, secret))
        self.awaited = self.redraw = None

    def find(self, number: int | None) -> MadeDraw:
        """A draw by its number, or the last; `LookupError` if there is none."""
        for made in reversed(self.made):
            if number in (None, made.joint.number):
                return made
        raise LookupError("there is no such draw" if number else "nothing was drawn jointly yet")


# --- what each command comes to, or why it is refused; an aggregate says who may take part


def tip_brought(
    drawing: Drawing, command: BringTip, by: Person, clauses: Clauses, *, official: bool
) -> DrawTipBrought:
    must_be_oneself(command.player, by, clauses)
    must_be_free(command, drawing.spent, clauses)
    return DrawTipBrought(
        player=command.player, tip=command.tip, official=official or by.role is Role.INSPECTOR,
        clauses=clauses,
    )  # fmt: skip


def link_opened(
    drawing: Drawing, command: OpenLink, by: Person, clauses: Clauses
) -> DrawLinkOpened:
    joint = drawing.awaited
    must_open(command, by, joint, clauses)
    assert joint is not None
    return DrawLinkOpened(
        player=command.player, commitment=joint.commitment, link=command.link, clauses=clauses
    )


def roll_closed(drawing: Drawing, command: CloseRoll, roll: Roll, clauses: Clauses) -> RollClosed:
    """`roll` is what the draw is due from."""
    if drawing.awaited is not None:
        raise Refused("the roll is closed already", clauses)
    if not is_hash(command.commitment):
        raise Refused("commitment: it has 64 small hexadecimal digits", clauses)
    if command.roll != roll.hash:
        raise Refused("roll: those who are drawn from are others by now", clauses)
    brought = drawing.contributors(roll)
    if not brought:
        raise Refused("nobody outside the house has brought a tip", clauses)
    return RollClosed(
        number=drawing.number + 1, purpose=roll.purpose, roll=roll.hash, names=len(roll.lines),
        commitment=command.commitment, tips=tuple(each.tip for each in brought),
        clauses=clauses,
    )  # fmt: skip


def draw_voided(drawing: Drawing, command: VoidDraw, now: int, clauses: Clauses) -> DrawVoided:
    joint = drawing.awaited
    if joint is None:
        raise Refused("no draw waits for links", clauses)
    late = now >= joint.since + TIME_FOR_LINKS
    missing = joint.missing if late and not command.reason else ()
    if not (missing or command.reason):
        who = ", ".join(joint.missing)
        raise Refused(f"{who} still has time for a link" if who else "no link is missing", clauses)
    return DrawVoided(
        number=joint.number, commitment=joint.commitment, missing=missing, reason=command.reason,
        clauses=clauses,
    )  # fmt: skip


def drawn_jointly(drawing: Drawing, secret: str, clauses: Clauses) -> tuple[JointDraw, bytes]:
    """The draw that can be made now, with its secret."""
    joint = drawing.awaited
    assert joint is not None
    if joint.missing:
        raise Refused(f"a link of {', '.join(joint.missing)} is missing", clauses)
    told = joint.opened(secret)
    if told is None:
        raise WrongSecret("secret: it is not the one that was committed to", clauses)
    return joint, told


class WrongSecret(Refused):
    """Nothing is in the way of a draw but that the secret is another one."""


def withheld_draw(drawing: Drawing, now: int) -> str:
    """That the house keeps the secret of a draw to itself whose links it has all seen, in words."""
    joint = drawing.awaited
    if joint is None or joint.missing or now <= joint.since + DRAWN_WITHIN:
        return ""
    return f"draw {joint.number}, for {joint.roll.purpose}: every link is open, and it was not made"


def must_not_draw_alone(drawing: Drawing, roll: Roll, clauses: Clauses) -> None:
    """Who brought a tip takes part: a house that draws alone knows what would come out."""
    if drawing.awaited is not None:
        raise Refused("the house is bound to a draw in which others take part", clauses)
    brought = drawing.contributors(roll)
    if brought:
        who = ", ".join(each.player for each in brought)
        raise Refused(f"{who} takes part: close the roll", clauses)


# --- what is shown of it


class DrawingView(msgspec.Struct, frozen=True):
    """Who takes part in draws, as far as a viewer may know it."""

    void: int
    """How many draws came to nothing because a link was missing, or for another reason."""
    contributors: int
    """How many tips lie there."""
    tip: str | None
    """One's own."""
    awaited: AwaitedDraw | None
    drawn: int
    """How many were drawn jointly; each can be checked."""
    wanted: bool
    """Whether one more on the roll could take part."""


class AwaitedDraw(msgspec.Struct, frozen=True):
    """A draw that the house is bound to, while links are opened."""

    number: int
    purpose: str
    roll: str
    commitment: str
    since: int
    contributions: tuple[ContributionView, ...]


class ContributionView(msgspec.Struct, frozen=True):
    player: str
    """Nobody's name, where a viewer may not know who is on the roll."""
    tip: str
    link: str | None


def drawing_view(drawing: Drawing, viewer: str | None, *, names: bool) -> DrawingView:
    """What somebody sees of it; `names`, whether they may know who else takes part."""
    joint, awaited = drawing.awaited, None
    if joint is not None:
        awaited = AwaitedDraw(
            joint.number, joint.roll.purpose, joint.roll.hash, joint.commitment, joint.since,
            tuple(
                ContributionView(
                    each.player if names or each.player == viewer else "", each.tip, each.link
                )
                for each in joint.contributions
            ),
        )  # fmt: skip
    tip = None if viewer is None else drawing.tips.get(viewer)
    entrants = len(drawing.tips.keys() - drawing.officials)
    return DrawingView(
        drawing.void, len(drawing.tips), tip, awaited, len(drawing.made), entrants < MOST_ENTRANTS
    )


class RollLine(msgspec.Struct, frozen=True):
    """A line of a closed roll, as far as a viewer may know it."""

    number: int
    hash: str
    name: str | None = None
    reference: str = ""
    """How the record calls them: `~` and these letters; nothing, if it has the name itself."""


class PublishedDraw(msgspec.Struct, frozen=True, kw_only=True):
    """All that anybody needs to check a joint draw, as `docs/fairness.md` says how."""

    record: str
    number: int
    purpose: str
    roll: str
    commitment: str
    lines: tuple[RollLine, ...]
    brought: tuple[ContributionView, ...]
    seeded: str
    secret: str
    cards: int | None
    """If cards were drawn and not lines of the roll: from how many, whole decks in their order."""
    drawn: tuple[int, ...]
    """The numbers of the lines in the order in which they were drawn, or each one's card by its
    place in the decks.
    """


def published(
    made: MadeDraw, viewer: str | None, *, names: bool, cards: int | None = None
) -> PublishedDraw:
    """What a viewer is told of a draw that was made."""
    joint, roll = made.joint, made.joint.roll
    order = joint.order(bytes.fromhex(made.secret), cards)
    if cards is None:
        drawn = tuple(roll.lines[place][0] for place in order)
    else:
        drawn = tuple(place for place, _ in zip(order, roll.lines, strict=False))
    known = [names or name == viewer for name in joint.players]
    return PublishedDraw(
        record=joint.record, number=joint.number, purpose=roll.purpose, roll=roll.hash,
        commitment=joint.commitment,
        lines=tuple(
            _line(number, name, shown=names or name == viewer) for number, name in roll.lines
        ),
        brought=tuple(
            ContributionView(each.player if shown else "", each.tip, each.link)
            for each, shown in zip(joint.contributions, known, strict=True)
        ),
        seeded=f"seeded by {', '.join(joint.players)}" if all(known)
        else f"seeded by {len(known)} outside the house",
        secret=made.secret, cards=cards, drawn=drawn,
    )  # fmt: skip


def _line(number: int, name: str, *, shown: bool) -> RollLine:
    hashed = line_hash(number, name).hex()
    if not shown:
        return RollLine(number, hashed)
    return RollLine(number, hashed, name, name[1:] if name.startswith("~") else "")
