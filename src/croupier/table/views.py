"""What a viewer may see of a table, built field by field and never filtered from anything.

Each kind of viewer has a type of its own. Nobody sees an undealt card or a card that was burnt or
set aside unseen, because the table itself does not have them; of the discard rack everybody sees
how high it is. A player sees their own chips and what was said to them; the floor and the
inspector see every rack, the float, every notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import hears
from croupier.aggregate.roles import Person, Role
from croupier.cards import Card
from croupier.rulebook.citations import Clauses
from croupier.table.facts import standing
from croupier.table.seeding import NOT_SEEDED
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.tournament_play import undisclosed
from croupier.table.tournament_views import TournamentTableView, tournament_view

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.table.facts import Notified, Settled
    from croupier.table.seeding import JointShuffle, Seeding
    from croupier.table.table import Dispute, Table
    from croupier.table.tournament_play import Hidden
    from croupier.table.wagers import Sign, Wager

Viewer = Person | None
"""Somebody in their role; None is the public."""


class LimitsView(msgspec.Struct, frozen=True):
    wager: str
    minimum: int
    maximum: int | None
    multiple: int


class TermView(msgspec.Struct, frozen=True):
    name: str
    says: str


class SignView(msgspec.Struct, frozen=True):
    """What stands at the table for everybody to read."""

    limits: tuple[LimitsView, ...]
    coming: tuple[LimitsView, ...]
    """Limits of which notice was given, from the next round on."""
    side_bets: tuple[str, ...]
    decks: int
    device: str
    terms: tuple[TermView, ...]
    """What else the rules or their options want known, by name."""
    shuffle: str
    rounds_left: int | None


class WagerView(msgspec.Struct, frozen=True):
    player: str
    wager: str
    amount: int


class BoxView(msgspec.Struct, frozen=True):
    """A box with who sits there and its wagers, nearest the dealer first."""

    number: int
    seat: str | None
    wagers: tuple[WagerView, ...]


class ContributionView(msgspec.Struct, frozen=True):
    """What somebody brings to a shuffle; the link once it is open."""

    player: str
    tip: str
    link: str | None = None


class JointShuffleView(msgspec.Struct, frozen=True):
    """A shuffle that the house is bound to; `croupier.shoe.joint_shuffle` says what it is made of.

    It is what a contributor has to see before they open a link: the root, and their own tip.
    """

    number: int
    root: str
    of: str
    contributions: tuple[ContributionView, ...]
    cut: int | None = None
    """Where the cards were cut before anybody opened a link; None where they were not."""


class SeedingView(msgspec.Struct, frozen=True):
    """How players take part in the shuffles of a table."""

    tips: tuple[ContributionView, ...]
    """Whose tips lie ready for the next shuffle."""
    awaited: JointShuffleView | None
    """The shuffle that waits for links; none, while the cards are still to be cut."""
    in_use: JointShuffleView | None
    """The one that the cards in use came of."""
    void: int
    """How many shuffles came to nothing so far."""


class ShoeView(msgspec.Struct, frozen=True):
    device: str
    state: str
    checked: bool
    """Whether the cards have been checked, before which none of them is dealt."""
    cards_left: int
    until_cutting_card: int | None
    discards: int
    burns_due: int
    shuffle_due: bool
    waiting: tuple[Card | None, ...]
    """Cards out of the shoe that will be dealt first; one that nobody saw has no name."""
    commitment: str | None
    cut_offered_to: str | None
    cut_between: tuple[int, int] | None
    seeded: str
    """Whose chance the order of virtual cards comes of; nothing, of real cards."""
    seeding: SeedingView


class NoticeView(msgspec.Struct, frozen=True):
    to: str
    about: str
    detail: str
    clauses: Clauses


class MarkerView(msgspec.Struct, frozen=True):
    player: str
    box: int
    limit: int


class RestrictionView(msgspec.Struct, frozen=True):
    player: str
    what: str
    clauses: Clauses


class FormView(msgspec.Struct, frozen=True):
    """An undisclosed wager as it was written, for whoever examines it."""

    player: str
    amount: int | None
    type: str


class RackView(msgspec.Struct, frozen=True):
    player: str
    chips: int
    tokens: int = 0
    """Promotional tokens."""


class DisputeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dispute as staff see it, and whoever raised it."""

    number: int
    stage: str
    binds: str = ""
    """What was decided, as far as it binds."""
    player: str = ""
    about: str = ""
    round: int | None = None
    answers: tuple[tuple[str, str], ...] = ()
    """What was said in it since: the stage that it came to, and the words."""


class PublicView(msgspec.Struct, frozen=True, kw_only=True, tag_field="view", tag="public"):
    """What anybody who walks past the table sees."""

    table: str
    game: str
    instrument: str
    phase: str
    number: int
    """The number of the round in progress or of the last one."""
    sign: SignView
    players: tuple[str, ...]
    """In the order in which they came."""
    away: tuple[str, ...]
    boxes: tuple[BoxView, ...]
    shoe: ShoeView
    round: Any
    """The round as its game shows it, until its cards are collected."""
    scoreboard: Any = None
    """What the game shows of the rounds gone by."""
    tournament: TournamentTableView | None = None
    """Where the table is a tournament's: turns, positions and chips."""


class PlayerView(PublicView, frozen=True, kw_only=True, tag="player"):
    """What a player sees: what the public sees, and what is the player's own."""

    player: str
    chips: int
    tokens: int = 0
    several_boxes: bool
    markers: tuple[MarkerView, ...]
    restrictions: tuple[RestrictionView, ...]
    notices: tuple[NoticeView, ...]
    disputes: tuple[DisputeView, ...] = ()
    """What the player has disputed, and what was answered."""
    legal: tuple[Command, ...]


class FloorView(PublicView, frozen=True, kw_only=True, tag="floor"):
    """What staff see."""

    racks: tuple[RackView, ...]
    float: int
    on_layout: int
    several_boxes: tuple[str, ...]
    markers: tuple[MarkerView, ...]
    restrictions: tuple[RestrictionView, ...]
    notices: tuple[NoticeView, ...]
    disputes: tuple[DisputeView, ...]
    forms: tuple[FormView, ...] = ()
    """Undisclosed wagers in play, for supervisors, who examine them, and those who look on."""
    legal: tuple[Command, ...]


class InspectorView(FloorView, frozen=True, kw_only=True, tag="inspector"):
    """What the inspector and surveillance see: all that the floor sees."""


TableView = PublicView | PlayerView | FloorView | InspectorView


def view(table: Table, viewer: Viewer) -> TableView:
    """The table as a person sees it in their role, or the public."""
    public = _public(table, viewer)
    directs = viewer is not None and viewer.role is Role.TOURNAMENT_DIRECTOR
    if viewer is None or (directs and table.tournament is None):
        return PublicView(**public)
    if viewer.role is Role.PLAYER:
        return _player_view(table, viewer, public)
    kind = InspectorView if viewer.looks_on else FloorView
    patrons, markers = table.patrons, table.patrons.markers
    held = sorted(
        {
            *patrons.restricted,
            *patrons.minimum_only,
            *patrons.minimum_further,
            *patrons.warned,
            *patrons.excluded,
        }
    )
    return kind(
        **public,
        racks=tuple(
            RackView(name, chips, table.chips.tokens.get(name, 0))
            for name, chips in sorted(table.chips.racks.items())
        ),
        float=table.chips.float,
        on_layout=table.chips.layout,
        several_boxes=tuple(sorted(patrons.several_boxes)),
        markers=tuple(MarkerView(*key, limit) for key, limit in sorted(markers.items())),
        restrictions=tuple(each for name in held for each in _restrictions(table, name)),
        notices=tuple(_notice(notice) for notice in table.notices),
        disputes=tuple(_dispute(*each) for each in enumerate(table.disputes, 1)),
        forms=tuple(_forms(table, viewer)),
        legal=tuple(table.legal(viewer)),
    )


def _player_view(table: Table, viewer: Person, public: dict[str, Any]) -> PlayerView:
    player, markers = viewer.name, table.patrons.markers
    meant = hears(player)
    return PlayerView(
        **public,
        player=player,
        chips=table.chips.rack(player),
        tokens=table.chips.tokens.get(player, 0),
        several_boxes=player in table.patrons.several_boxes,
        markers=tuple(
            MarkerView(*key, limit) for key, limit in sorted(markers.items()) if key[0] == player
        ),
        restrictions=tuple(_restrictions(table, player)),
        notices=tuple(_notice(notice) for notice in table.notices if notice.to in meant),
        disputes=tuple(
            _dispute(number, each)
            for number, each in enumerate(table.disputes, 1)
            if each.player == player
        ),
        legal=tuple(table.legal(viewer)),
    )


def _public(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The fields that every view has."""
    patrons = table.patrons
    shown = table.round is not None and table.phase in (Phase.DEALING, Phase.SETTLED)
    return {
        "table": table.name,
        "game": table.game.instrument.game,
        "instrument": table.game.instrument.id,
        "phase": table.phase,
        "number": table.number,
        "sign": _sign(table),
        "players": tuple(patrons.arrived),
        "away": tuple(player for player in patrons.arrived if player in patrons.away),
        "boxes": tuple(_box(table, number, viewer) for number in table.boxes),
        "shoe": _shoe(table),
        "round": _round(table, viewer) if shown else None,
        "scoreboard": table.game.scoreboard(table),
        "tournament": _tournament(table, viewer),
    }


def _round(table: Table, viewer: Viewer) -> Any:
    """The round as its game shows it; what a wager is for stays unsaid while it is undisclosed."""
    assert table.round is not None
    shown = table.round.view(viewer)
    unsaid = _undisclosed(table, viewer)
    return table.game.conceal(shown, unsaid) if unsaid else shown


def _tournament(table: Table, viewer: Viewer) -> TournamentTableView | None:
    if table.tournament is None:
        return None
    return tournament_view(table, _undisclosed(table, viewer))


def _undisclosed(table: Table, viewer: Viewer) -> dict[str, Hidden]:
    """What players have staked that this viewer is not told of yet."""
    play = table.tournament
    if play is None:
        return {}
    return {player: play.this_round.hidden[player] for player in unsaid_to(table, viewer)}


def unsaid_to(table: Table, viewer: Viewer) -> frozenset[str]:
    """Whose undisclosed wagers in play this viewer is not told of."""
    return frozenset(each for each in undisclosed(table) if not knows_stake(viewer, each))


def knows_stake(viewer: Viewer, player: str) -> bool:
    """Whether a viewer sees what a player has staked undisclosed: it is theirs, or they see all."""
    return viewer is not None and (viewer.role is not Role.PLAYER or viewer.name == player)


def reads_forms(viewer: Viewer, player: str) -> bool:
    """Whether a viewer may read what a player wrote: who wrote it, examines it or looks on."""
    if viewer is None:
        return False
    return viewer.oversees or (viewer.role is Role.PLAYER and viewer.name == player)


def _forms(table: Table, viewer: Person) -> Iterator[FormView]:
    written = {} if table.tournament is None else table.tournament.this_round.forms
    for player, form in written.items():
        if reads_forms(viewer, player):
            yield FormView(player, form.amount, form.type)


# --- what came of wagers


class RoundResult(msgspec.Struct, frozen=True):
    """A round that is over."""

    number: int
    net: int | None = None
    """What the viewer won or lost; nothing, if they did not take part in it."""
    void: bool = False


def settled(table: Table, viewer: Viewer) -> tuple[Settled, ...]:
    """What came of the wagers of the round on the table, as far as a viewer is told."""
    return _settled_in(table, viewer, Phase.DEALING, Phase.SETTLED)


def last_settled(table: Table, viewer: Viewer) -> tuple[Settled, ...]:
    """What came of the wagers of the last round, from its cards being collected to the next."""
    return _settled_in(table, viewer, Phase.BETTING)


def _settled_in(table: Table, viewer: Viewer, *phases: Phase) -> tuple[Settled, ...]:
    """What came of the round that the table has known last, in these phases only."""
    if table.round is None or table.phase not in phases:
        return ()
    return told_settlements(table, standing(table.round.facts), viewer)


def told_settlements(
    table: Table, settlements: Iterable[Settled], viewer: Viewer
) -> tuple[Settled, ...]:
    """Settlements without those of wagers that are not disclosed to the viewer yet."""
    unsaid = unsaid_to(table, viewer)
    return tuple(fact for fact in settlements if fact.player not in unsaid)


def results(table: Table, viewer: Viewer, most: int) -> Iterator[RoundResult]:
    """The last rounds that are over, the newest first."""
    own = viewer.name if viewer is not None else None
    for past in table.rounds[: -most - 1 : -1]:
        played = any(fact.player == own for fact in past.settled())
        net = sum(fact.net for fact in past.standing() if fact.player == own)
        yield RoundResult(past.number, net if played else None, past.void)


# --- the parts of a view


def _sign(table: Table) -> SignView:
    options = table.game.options  # which may change while the table is open
    return SignView(
        limits=tuple(_limits(table.sign)),
        coming=tuple(_limits(table.next_sign)) if table.next_sign is not None else (),
        side_bets=tuple(options.get("side_bets", ())),
        decks=table.shoe.decks,
        device=table.shoe.device,
        terms=(*_not_approved(table), *(TermView(*term) for term in table.game.terms.items())),
        shuffle=table.shuffle,
        rounds_left=table.rounds_left,
    )


def _not_approved(table: Table) -> Iterator[TermView]:
    """What says so at a table under an amended instrument, before anything else."""
    if table.game.instrument.not_approved is not None:
        yield TermView("instrument", table.game.instrument.not_approved)


def _limits(sign: Sign) -> Iterator[LimitsView]:
    for wager, limits in sign.limits.items():
        yield LimitsView(wager, limits.minimum, limits.maximum, limits.multiple)


def _box(table: Table, number: int, viewer: Viewer) -> BoxView:
    unsaid = _undisclosed(table, viewer)
    wagers = (wager for wager in table.wagers if wager.box == number)
    shown = ((wager, _said(wager, unsaid.get(wager.player))) for wager in wagers)
    return BoxView(
        number=number,
        seat=table.patrons.seats.get(number),
        wagers=tuple(
            WagerView(wager.player, wager.wager, amount)
            for wager, amount in shown
            if amount or table.game.takes_part(wager.wager)
        ),
    )


def _said(wager: Wager, hidden: Hidden | None) -> int:
    """What of a wager lies there for everybody to see."""
    if hidden is None or hidden.wager != wager.wager:
        return wager.amount
    return wager.amount - hidden.staked


def _shoe(table: Table) -> ShoeView:
    shoe = table.shoe
    cut_offered_to = cut_between = None
    if shoe.preparation is Preparation.OFFERING_CUT:
        cut_between = (shoe.cuts[0], shoe.cuts[-1])
        cut_offered_to = shoe.offers[shoe.offered].player
    until = None
    if shoe.ready and shoe.until_cutting_card is not None and not shoe.cutting_card_out:
        until = max(0, shoe.until_cutting_card - (shoe.cards - shoe.remaining))
    return ShoeView(
        device=shoe.device,
        state=shoe.preparation,
        checked=table.cards_checked,
        cards_left=shoe.in_the_stack,
        until_cutting_card=until,
        discards=len(table.discards),
        burns_due=shoe.burns_due,
        shuffle_due=shoe.shuffle_due,
        waiting=tuple(shoe.pending),
        commitment=shoe.commitment,
        cut_offered_to=cut_offered_to,
        cut_between=cut_between,
        seeded=_seeded(table),
        seeding=_seeding(table.seeding),
    )


def _seeded(table: Table) -> str:
    if table.shoe.commitment is None:
        return ""
    in_use = table.seeding.in_use
    return NOT_SEEDED if in_use is None else in_use.words


def _seeding(seeding: Seeding) -> SeedingView:
    tips = tuple(ContributionView(player, tip) for player, tip in seeding.tips.items())
    awaited = seeding.awaited
    if awaited is not None and awaited.awaits_cut:
        awaited = None  # who opened a link now would have told it to those who cut
    return SeedingView(tips, _joint(awaited), _joint(seeding.in_use), seeding.void)


def _joint(joint: JointShuffle | None) -> JointShuffleView | None:
    if joint is None:
        return None
    bound = joint.committed
    brought = (ContributionView(each.player, each.tip, each.link) for each in joint.contributions)
    return JointShuffleView(bound.number, bound.root, bound.of, tuple(brought), joint.cut)


def _restrictions(table: Table, player: str) -> Iterator[RestrictionView]:
    patrons, law = table.patrons, table.law
    if player in patrons.restricted:
        yield RestrictionView(player, "one box and the minimum", patrons.restricted[player])
    if player in patrons.minimum_only:
        yield RestrictionView(player, "the minimum until a new shoe", patrons.minimum_only[player])
    if player in patrons.minimum_further:
        further = patrons.minimum_further[player]
        yield RestrictionView(player, "the minimum in all further shoes", further)
    if player in patrons.warned:
        yield RestrictionView(player, "told of the minimum", law.under_minimum)
    if player in patrons.excluded:
        yield RestrictionView(player, "excluded", law.exclude)


def _dispute(number: int, dispute: Dispute) -> DisputeView:
    binds = ""
    if dispute.stands is not None:
        put_right = "it has been put right" if dispute.carried_out else "it is to be put right"
        binds = "what happened stands" if dispute.stands else put_right
    return DisputeView(
        number, dispute.stage, binds, dispute.player, dispute.about, dispute.round,
        tuple(dispute.answers),
    )  # fmt: skip


def _notice(notice: Notified) -> NoticeView:
    return NoticeView(notice.to, notice.about, notice.detail, notice.clauses)
