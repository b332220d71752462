"""Wagers before the first card: what is taken, what the limits make of it, who is dealt to.

Everything here is a plain function of plain data, so that a live table, a round file and a fuzzer
all get the same ruling. Rules 4 and 5.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.games.holdem.hands import ANTE, BLIND, OPENING, PLAY, TRIPS, Box
from croupier.money import NotWholeCents, money
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.wagers import EVERY_WAGER, Admitted, Markers, Wager

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.games.holdem.rules import HoldemLaw, HoldemRules
    from croupier.money import Limits
    from croupier.table.wagers import Sign, WarningReach

_NO_MARKERS = Markers()


# --- what is taken


def why_not_place(
    rules: HoldemRules, sign: Sign, wagers: Sequence[Wager], new: Wager, *, dealt: bool = False
) -> Refused | None:
    """Why a wager is not taken beside those that lie on the table already.

    `new` replaces the same owner's wager in the same spot; `dealt` says that the first card is out.
    """
    law = rules.law
    if dealt:
        return Refused("no wager is touched once the first card is dealt", law.wagers_frozen)
    if new.wager not in OPENING:
        offered = ", ".join(OPENING)
        return Refused(f"before the first card there are {offered} alone", law.opening_wagers)
    if new.amount < 1:
        return Refused("a wager is made with chips", law.chips_in_the_box)
    step = sign.of(limit_of(new.wager)).multiple
    if new.amount % step:
        return Refused(
            f"{money(new.amount)} is not a multiple of {money(step)}", law.multiples_displayed
        )
    here, elsewhere = [], None
    for w in wagers:
        if w.box != new.box:
            if w.player == new.player and elsewhere is None:
                elsewhere = w.box
        elif w.player != new.player or w.wager != new.wager:
            here.append(w)
    if any(w.wager == new.wager for w in here):
        return Refused(f"box {new.box} has its {new.wager} already", law.one_wager_each)
    if elsewhere is not None:
        return Refused(f"{new.player} has a hand at box {elsewhere} already", law.one_hand_each)
    return _why_not_beside(law, here, new)


def _why_not_beside(law: HoldemLaw, here: Sequence[Wager], new: Wager) -> Refused | None:
    """Whether a wager goes with what its owner has in the other spots of the box."""
    own = {w.wager: w.amount for w in here if w.player == new.player}
    if new.wager == TRIPS:
        if {ANTE, BLIND} - own.keys():
            return Refused("trips needs an ante and a blind of one's own", law.trips_needs_both)
        return None
    if any(w.player != new.player for w in here):
        return Refused(f"box {new.box} is another player's", law.one_wager_each)
    partner = BLIND if new.wager == ANTE else ANTE
    if own.get(partner, new.amount) != new.amount:
        return Refused(
            f"the blind is as large as the ante: {new.wager} {money(new.amount)}, "
            f"{partner} {money(own[partner])}",
            law.blind_equals_ante,
        )
    return None


def why_not_alone(law: HoldemLaw, wagers: Sequence[Wager], one: Wager) -> Refused | None:
    """Why an ante or a blind cannot stay as it is: the other of the two is missing."""
    if one.wager not in (ANTE, BLIND):
        return None
    partner = BLIND if one.wager == ANTE else ANTE
    for w in wagers:
        if w.box == one.box and w.player == one.player and w.wager == partner:
            return None
    return Refused(f"box {one.box} has no {partner} beside the {one.wager}", law.blind_equals_ante)


def why_not_stake(rules: HoldemRules, wager: str, amount: int) -> Refused | None:
    """Why an amount cannot be staked: what it may win could not be paid in the chips there are."""
    if wager not in (ANTE, BLIND):
        return None
    for pays in rules.fractions_on_blind:  # what a stake can be paid in pays its multiples too
        try:
            win = pays.value.on(amount)
        except NotWholeCents as error:
            return Refused(str(error), pays.clauses)
        if win % rules.smallest_chip:
            chip = money(rules.smallest_chip)
            reason = f"{pays.value} on {money(amount)} cannot be paid in {chip}"
            return Refused(reason, pays.clauses)
    return None


def limit_of(wager: str) -> str:
    """The kind of wager whose limits hold: the blind follows the ante."""
    return ANTE if wager == BLIND else wager


# --- what stands when betting closes


def close_betting(
    rules: HoldemRules,
    sign: Sign,
    wagers: Sequence[Wager],
    *,
    markers: Markers = _NO_MARKERS,
    warned: Iterable[str] = (),
    overlooked: Iterable[tuple[str, int]] = (),
    reach: WarningReach = EVERY_WAGER,
) -> list[Admitted]:
    """What stands of every wager.

    One over the maximum stands up to it, or up to its player's marker. One under the minimum stands
    once; from an owner who has been told, it goes back. Ante and blind stand or go together, being
    short together they are one warning, and without them trips goes back. What the dealer
    overlooked stands as it lies, up to the maximum.
    """
    law = rules.law
    told, unseen = set(warned), set(overlooked)
    ruled: dict[int, Admitted] = {}
    in_play: set[tuple[int, str]] = set()
    for place, wager in enumerate(wagers):
        if wager.wager == TRIPS:
            continue
        overlooked_here = (wager.player, wager.box) in unseen
        again = not overlooked_here and reach.goes_back(
            wager.player in told, wager.player, limit_of(wager.wager)
        )
        marker = markers.for_player(wager.player, wager.box)
        limits, taken = sign.of(ANTE), law.ante_and_blind
        if is_faulty(law, wagers, wager):
            most = _within(law, limits, wager, marker, False, taken)
            stands = most.stands if overlooked_here else 0
            why = law.over_maximum if 0 < stands < wager.amount else law.blind_equals_ante
            ruled[place] = Admitted(wager, stands, wager.amount - stands, why)
            continue
        ruled[place] = admitted = _within(law, limits, wager, marker, again, taken)
        if admitted.stands:
            in_play.add((wager.box, wager.player))
    for place, wager in enumerate(wagers):
        if wager.wager != TRIPS:
            continue
        overlooked_here = (wager.player, wager.box) in unseen
        again = not overlooked_here and reach.goes_back(
            wager.player in told, wager.player, limit_of(wager.wager)
        )
        if (wager.box, wager.player) not in in_play and not overlooked_here:
            ruled[place] = Admitted(wager, 0, wager.amount, law.trips_needs_both)
        else:
            marker = markers.for_player(wager.player, wager.box)
            limits, taken = sign.of(TRIPS), law.trips_offered
            ruled[place] = _within(law, limits, wager, marker, again, taken)
    return [ruled[place] for place in range(len(wagers))]


def is_faulty(law: HoldemLaw, wagers: Sequence[Wager], one: Wager) -> bool:
    """Whether an ante or a blind lies alone, or beside one of another amount."""
    return why_not_alone(law, wagers, one) is not None or not _matched(wagers, one)


def _matched(wagers: Sequence[Wager], one: Wager) -> bool:
    for w in wagers:
        together = w.box == one.box and w.player == one.player and w.wager in (ANTE, BLIND)
        if together and w.amount != one.amount:
            return False
    return True


def _within(
    law: HoldemLaw, limits: Limits, wager: Wager, marker: int | None, again: bool, taken: Clauses
) -> Admitted:
    """What the limits leave of a wager; the warning for a short blind is its ante's."""
    short = wager.amount < limits.minimum
    if short and again:
        return Admitted(wager, 0, wager.amount, law.under_minimum)
    most = limits.maximum
    if most is not None and marker is not None and wager.amount > most:
        most, taken = max(most, marker), Clauses((*taken, *law.limit_marker))
    if most is not None and wager.amount > most:
        return Admitted(wager, most, wager.amount - most, law.over_maximum)
    clauses = law.under_minimum if short else taken
    return Admitted(wager, wager.amount, 0, clauses, warned=short and wager.wager != BLIND)


# --- who is dealt to


def boxes_in_play(
    rules: HoldemRules, sign: Sign, admitted: Iterable[Admitted], markers: Markers = _NO_MARKERS
) -> list[Box]:
    """The boxes on which something stands, clockwise from the dealer's left.

    That is an ante and a blind, unless it was overlooked that one of them is missing.
    """
    standing: dict[tuple[int, str], dict[str, Admitted]] = {}
    for ruled in admitted:
        if ruled.stands:
            wager = ruled.wager
            standing.setdefault((wager.box, wager.player), {})[wager.wager] = ruled
    boxes = []
    for (number, player), own in sorted(standing.items()):
        stands = {wager: ruled.stands for wager, ruled in own.items()}
        boxes.append(
            Box(
                number,
                player,
                ante=stands.get(ANTE, 0),
                blind=stands.get(BLIND, 0),
                trips=stands.get(TRIPS, 0),
                ante_placed=stands[ANTE] + own[ANTE].goes_back if ANTE in own else 0,
                play_limits=_play_limits(rules, sign, markers.for_player(player, number)),
            )
        )
    return boxes


def _play_limits(rules: HoldemRules, sign: Sign, marker: int | None) -> Limits:
    """The sign's limits of play; a marker that lifts the ante lifts what is measured by it."""
    limits = sign.of(PLAY)
    if limits.maximum is None or marker is None:
        return limits
    largest = max(rules.law.before_the_flop.multiples.value) * marker
    return replace(limits, maximum=max(limits.maximum, largest))
