"""Rule 6: the minimum and how it is raised, a player's own limits, and sharing the maximum."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.games.challenge.acts.shared_boxes import by_priority
from croupier.games.challenge.table_law import law_of, of_challenge
from croupier.games.challenge.table_state import KEPT, AnnouncedMinimum, Kept, state_of
from croupier.money import Limits, dollars, money
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import sign
from croupier.table.acts.patrons import must_be_here
from croupier.table.acts.sign import ChangeLimits, change_sign_if_due, display
from croupier.table.facts import Exercised, Notified
from croupier.table.law import together
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, Admitted, Sign

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

    Overlooked = Collection[tuple[str, int]]
    """Players and boxes."""


acts: Acts[Table, BlackjackRules] = Acts()


def minimum_for(table: Table, player: str, box: int) -> int:
    """The least that a player may bet on a box."""
    floor, shown = state_of(table), table.sign.of(MAIN).minimum
    if player in floor.personal:
        return floor.personal[player].minimum
    kept = floor.kept[player].on(box) if player in floor.kept else None
    return shown if kept is None else min(kept, shown)


# --- 6.5: a sign with the new minimum and the time of the change


class AnnounceMinimum(Command, frozen=True, tag="announce-minimum"):
    """A sign goes up: the new minimum, and from when.

    With `KEPT` for the wager it ends the old minimum of those who have kept it.
    """

    bears_on_round: ClassVar[bool] = False

    minimum: int
    takes_effect: int
    wager: str = MAIN


@acts.act(
    AnnounceMinimum,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.raise_minimum.clauses, law.end_of_kept_minimum)),
    lists={"wager": lambda table: (*table.sign.limits, KEPT)},
)
def announce_minimum(table: Table, command: AnnounceMinimum, by: Person) -> Effect:
    law, floor = law_of(table), state_of(table)
    table.must_be_open()
    limits = (table.next_sign or table.sign).limits
    if command.wager == KEPT:
        clauses = law.end_of_kept_minimum
        table.refuse_unless(floor.kept, "nobody has kept an old minimum", clauses)
        lowest = min(kept.minimum for kept in floor.kept.values())
    else:
        clauses = law.raise_minimum.clauses
        table.refuse_unless(command.wager in limits, f"wager: no {command.wager} here", clauses)
        lowest = limits[command.wager].minimum
    table.refuse_unless(command.minimum > lowest, "minimum: it is not raised", clauses)

    def effect() -> None:
        floor.announced[command.wager] = AnnouncedMinimum(
            command.minimum, command.takes_effect, table.now
        )
        detail = f"{command.wager} from {dollars(command.minimum)} at {command.takes_effect}"
        table.add_fact(Notified(to="players", about="new minimum", detail=detail, clauses=clauses))

    return effect


def _must_have_been_announced(table: Table, wager: str, minimum: int, clauses: Clauses) -> None:
    """The sign with this minimum has been up for twenty minutes, and its time has come."""
    long_enough = law_of(table).raise_minimum.value
    sign_up = state_of(table).announced.get(wager)
    if sign_up is None or sign_up.minimum != minimum:
        raise Refused(f"no sign has announced a minimum of {money(minimum)}", clauses)
    if table.now < max(sign_up.takes_effect, sign_up.displayed + long_enough):
        minutes = long_enough // 60_000
        raise Refused(
            f"the sign must be up for {minutes} minutes, and its time must have come", clauses
        )


@acts.act(
    ChangeLimits,
    Role.SUPERVISOR,
    clauses=of_challenge(
        lambda law: together(law.limits_displayed, law.raise_minimum.clauses, law.side_bet_signs)
    ),
)
def change_limits(table: Table, command: ChangeLimits, by: Person) -> Effect:
    """Any limit at any time, but a higher minimum only after its sign.

    In a tournament they change as its conditions told the players before it began.
    """
    law, floor = law_of(table), state_of(table)
    effect = sign.change_limits(table, command, by)
    if table.tournament is not None:
        return _as_was_told_before(table, command, effect)
    now = (table.next_sign or table.sign).limits
    raised = [w for w, (least, _) in command.limits.items() if least > now[w].minimum]
    clauses = law.raise_minimum.clauses
    for wager in raised:
        _must_have_been_announced(table, wager, command.limits[wager][0], clauses)

    def with_its_power() -> None:
        for wager in raised:
            del floor.announced[wager]
        subject = ", ".join({**command.limits, **command.multiples})
        table.add_fact(Exercised(power="limits changed", subject=subject, clauses=clauses))
        effect()
        if table.phase is Phase.BETTING and not table.wagers:
            fit_markers_to(table, table.next_sign)
            change_sign_if_due(table)

    return with_its_power


def _as_was_told_before(table: Table, command: ChangeLimits, effect: Effect) -> Effect:
    def with_its_rule() -> None:
        clauses, subject = law_of(table).tournament.limit_changes, ", ".join(command.limits)
        table.add_fact(Exercised(power="limits changed", subject=subject, clauses=clauses))
        effect()

    return with_its_rule


# --- 6.5.1: at once, but not for those who play already


class RaiseMinimumAtOnce(Command, frozen=True, tag="raise-minimum-at-once"):
    """The minimum rises for whoever wagers next, but those who play already keep the old one."""

    bears_on_round: ClassVar[bool] = False

    minimum: int


@acts.act(
    RaiseMinimumAtOnce,
    Role.SUPERVISOR,
    clauses=of_challenge(
        lambda law: together(
            law.raise_at_once, law.marker, law.marker_place, law.two_minimums, law.newcomers
        )
    ),
)
def raise_minimum_at_once(table: Table, command: RaiseMinimumAtOnce, by: Person) -> Effect:
    law = law_of(table)
    table.must_be_open()
    old = (table.next_sign or table.sign).of(MAIN)
    table.refuse_unless(
        command.minimum > old.minimum, "minimum: it is not raised", law.raise_at_once
    )
    try:
        to_come = _raised(table.next_sign or table.sign, command.minimum)
        shown = _raised(table.sign, command.minimum)
    except ValueError as error:
        raise Refused(f"minimum: {error}", law.limits_displayed) from None

    def effect() -> None:
        subject = f"{dollars(old.minimum)} to {dollars(command.minimum)}"
        table.add_fact(
            Exercised(
                power="minimum raised at once", subject=subject,
                clauses=Clauses((*law.raise_at_once, *law.newcomers)),
            )
        )  # fmt: skip
        for player, boxes in _playing_now(table).items():
            _keep(table, player, boxes, old.minimum)
        if state_of(table).kept:
            show_both_limits(table, to_come)
        if table.next_sign is not None or table.phase is not Phase.BETTING:
            table.next_sign = to_come
        if table.phase is Phase.BETTING:
            table.sign = shown
            display(table, shown, law.limits_displayed)

    return effect


def _raised(sign: Sign, minimum: int) -> Sign:
    old = sign.of(MAIN)
    raised = Limits(max(minimum, old.minimum), old.maximum, old.multiple)
    return Sign({**sign.limits, MAIN: raised})


def _playing_now(table: Table) -> dict[str, tuple[int, ...]]:
    """Who plays at the table, standing or seated, and on which boxes: now or last."""
    lying: dict[str, list[int]] = {}
    for wager in table.wagers:
        if wager.wager == MAIN:
            lying.setdefault(wager.player, []).append(wager.box)
    return state_of(table).playing | {player: tuple(boxes) for player, boxes in lying.items()}


def _keep(table: Table, player: str, boxes: tuple[int, ...], minimum: int) -> None:
    """Let a player go on with the old minimum, by one marker at the seat of whoever sits.

    An older and lower minimum stays where the player keeps it. It is not that of other boxes, on
    which the player plays by now: there the minimum that is raised is the old one.
    """
    law, floor = law_of(table), state_of(table)
    before, seat = floor.kept.get(player), table.patrons.seat_of(player)
    marker = boxes[0] if seat is None else seat
    lowest = minimum
    kept_on: Mapping[int, int] | None = {}
    if before is not None:
        marker, lowest, kept_on = before.marker, before.minimum, before.boxes
    here: Mapping[int, int] | None = {
        "boxes_at_change": dict.fromkeys(boxes, minimum),
        "marked_box": {marker: minimum},
        "all_boxes": None,
    }[table.options["grandfather_scope"]]
    if here is not None and kept_on is not None:
        here = {**here, **kept_on}
    if before is not None and here == kept_on:
        return
    floor.kept[player] = Kept(lowest, marker, here)
    at_the_seat = law.marker_place if len(boxes) > 1 else ()
    table.add_fact(
        Exercised(
            power="old minimum kept", subject=f"{player} at box {marker}: {dollars(minimum)}",
            clauses=Clauses((*law.raise_at_once, *law.marker, *at_the_seat)),
        )
    )  # fmt: skip


def show_both_limits(table: Table, shown: Sign) -> None:
    """While some players keep an old minimum, the sign says so."""
    law = law_of(table)
    old = sorted({each for kept in state_of(table).kept.values() for each in kept.minimums})
    previous = ", ".join(dollars(minimum) for minimum in old)
    detail = f"{shown.of(MAIN)}; with a marker from {previous}"
    table.add_fact(
        Notified(to="players", about="two minimums", detail=detail, clauses=law.two_minimums)
    )


def remove_marker(table: Table, player: str, clauses: Clauses) -> None:
    """The marker goes, and with it the old minimum."""
    kept = state_of(table).kept.pop(player, None)
    if kept is not None:
        subject = f"{player} at box {kept.marker}"
        table.add_fact(Exercised(power="marker removed", subject=subject, clauses=clauses))


def fit_markers_to(table: Table, shown: Sign | None) -> None:
    """New limits are about to hold: what players kept of the old ones ends, or is shown beside."""
    if shown is not None:
        end_needless_markers(table, shown)
        if state_of(table).kept:
            show_both_limits(table, shown)


def end_needless_markers(table: Table, shown: Sign) -> None:
    """Where the minimum on the sign is no higher than the one a player kept, nothing is kept."""
    for player, kept in list(state_of(table).kept.items()):
        left = kept.below(shown.of(MAIN).minimum)
        if left is None:
            remove_marker(table, player, law_of(table).raise_at_once)
        else:
            state_of(table).kept[player] = left


class EndKeptMinimum(Command, frozen=True, tag="end-kept-minimum"):
    """The old minimum ends for those who have kept it, after a sign of its own."""


@acts.act(
    EndKeptMinimum, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.end_of_kept_minimum)
)
def end_kept_minimum(table: Table, command: EndKeptMinimum, by: Person) -> Effect:
    law, floor = law_of(table), state_of(table)
    clauses = law.end_of_kept_minimum
    table.refuse_unless(floor.kept, "nobody has kept an old minimum", clauses)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)
    sign_up = floor.announced.get(KEPT)
    minimum = sign_up.minimum if sign_up else table.sign.of(MAIN).minimum
    _must_have_been_announced(table, KEPT, minimum, clauses)

    def effect() -> None:
        del floor.announced[KEPT]
        for player, kept in list(floor.kept.items()):
            if minimum >= table.sign.of(MAIN).minimum:
                remove_marker(table, player, clauses)
            elif kept.minimum < minimum:
                floor.kept[player] = kept.raised_to(minimum)
        table.add_fact(
            Exercised(power="old minimum ended", subject=dollars(minimum), clauses=clauses)
        )

    return effect


class PlacePersonalSign(Command, frozen=True, tag="place-personal-sign"):
    """A sign at the table lets one player wager over the maximum, and says from how much."""

    player: str
    minimum: int
    maximum: int


@acts.act(PlacePersonalSign, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.personal_limit))
def place_personal_sign(table: Table, command: PlacePersonalSign, by: Person) -> Effect:
    law, player = table.law, command.player
    must_be_here(table, player)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)
    most = table.sign.of(MAIN).maximum
    if most is None or command.maximum <= most:
        above = "there is none" if most is None else money(most)
        raise Refused(f"maximum: it is above the table's, which is {above}", law.personal_limit)
    try:
        limits = Limits(command.minimum, command.maximum)
    except ValueError as error:
        raise Refused(f"minimum: {error}", law.personal_limit) from None

    def effect() -> None:
        state_of(table).personal[player] = limits
        clauses = law.personal_limit
        table.add_fact(Exercised(power="limits of one's own", subject=player, clauses=clauses))
        table.add_fact(
            Notified(to="players", about=f"limits of {player}", detail=str(limits), clauses=clauses)
        )

    return effect


class RemovePersonalSign(Command, frozen=True, tag="remove-personal-sign"):
    """The player's own sign is taken away: the limits are those of the table."""

    player: str


@acts.act(RemovePersonalSign, Role.SUPERVISOR, clauses=of_challenge(lambda law: law.personal_limit))
def remove_personal_sign(table: Table, command: RemovePersonalSign, by: Person) -> Effect:
    law, player = table.law, command.player
    if player not in state_of(table).personal:
        raise Refused(f"{player} has no sign", law.personal_limit)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)
    return lambda: take_sign_away(table, player)


def take_sign_away(table: Table, player: str) -> None:
    if state_of(table).personal.pop(player, None) is not None:
        clauses = table.law.personal_limit
        table.add_fact(Exercised(power="own limits ended", subject=player, clauses=clauses))


def maximum_for(table: Table, player: str) -> int | None:
    """The most that a player may bet on a box: as the sign says, or a sign of the player's own."""
    personal, stated = state_of(table).personal.get(player), table.sign.of(MAIN).maximum
    if personal is None or personal.maximum is None or stated is None:
        return stated
    return max(personal.maximum, stated)


def why_outside(table: Table, new: Wager) -> Refused | None:
    """A wager that is seen to be too small; what is too large is paid up to the maximum."""
    law = law_of(table)
    if new.wager != MAIN:
        limits, side = table.sign.of(new.wager), law.side_bets[new.wager]
        too_much = limits.maximum is not None and new.amount > limits.maximum
        if new.amount < limits.minimum or too_much:
            return Refused(f"{new.wager} is {limits}", side.sign)
        return None
    minimum = minimum_for(table, new.player, new.box)
    if new.amount < minimum and table.options["minimum_scope"] == "player":
        return Refused(f"the minimum is {money(minimum)}", law.within_limits)
    return None


def close_box(
    table: Table, box: int, shares: Mapping[int, Clauses], overlooked: Overlooked
) -> list[Admitted]:
    """What stands of the main wagers on a box before the first card; what is overlooked stands."""
    wagers = by_priority(table, box)
    unseen = any((wager.player, box) in overlooked for wager in wagers)
    if _is_excess_overlooked(table, wagers, overlooked):
        return [_as_it_is(table, wager) for wager in wagers]
    if not unseen and _short_together(table, wagers):
        within = law_of(table).within_limits
        return [Admitted(wager, 0, wager.amount, within) for wager in wagers]
    return share_out(table, wagers, shares, overlooked)


def share_out(
    table: Table,
    wagers: Sequence[Wager],
    shares: Mapping[int, Clauses],
    overlooked: Overlooked = frozenset(),
) -> list[Admitted]:
    """The main wagers on a box, the controlling player's first, up to the maximum.

    `shares` says what the first, second and third player may bet of it. A share is paid or
    collected even if it is under the minimum: the wager that it is of was not.
    """
    ruled: list[Admitted] = []
    for rank, wager in enumerate(wagers, 1):
        if (wager.player, wager.box) in overlooked:
            ruled.append(_as_it_is(table, wager))
        else:
            used = sum(each.stands for each in ruled)
            share = shares.get(rank, ()) if len(wagers) > 1 else ()
            ruled.append(_share(table, wager, used, share))
    return ruled


def _is_excess_overlooked(table: Table, wagers: Sequence[Wager], overlooked: Overlooked) -> bool:
    """True if nobody noticed that the wagers on a box are over the maximum together.

    A wager that is overlooked for being short only hides an excess that the wager itself makes.
    """
    total = sum(wager.amount for wager in wagers)
    for wager in wagers:
        most = maximum_for(table, wager.player)
        if (wager.player, wager.box) not in overlooked or most is None or total <= most:
            continue
        short = wager.amount < minimum_for(table, wager.player, wager.box)
        if not short or total - wager.amount <= most:
            return True
    return False


def _short_together(table: Table, wagers: list[Wager]) -> bool:
    """Where the minimum asks for a box's wagers together: whether they are seen to be too few."""
    if table.options["minimum_scope"] == "player":
        return False
    least = min(minimum_for(table, wager.player, wager.box) for wager in wagers)
    return sum(wager.amount for wager in wagers) < least


def _as_it_is(table: Table, wager: Wager) -> Admitted:
    """A wager that nobody has noticed to be outside the limits."""
    law = law_of(table)
    short = wager.amount < minimum_for(table, wager.player, wager.box)
    return Admitted(wager, wager.amount, 0, law.under_minimum if short else law.betting_window)


def _share(table: Table, wager: Wager, used: int, share: tuple[str, ...]) -> Admitted:
    law, amount = law_of(table), wager.amount
    most = maximum_for(table, wager.player)
    stands = amount if most is None else max(0, min(amount, most - used))
    if stands == amount:
        return Admitted(wager, stands, 0, law.betting_window)
    return Admitted(wager, stands, amount - stands, Clauses((*law.over_maximum, *share)))
