"""Rules 3 and 4, and 9 for pairs: which wagers are taken, and what stands of them when betting
closes.

Everything here is a plain function of plain data, so that a live table, a round file and a fuzzer
all get the same ruling.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.games.baccarat.hands import BANKER, MAINS, PAIRS, PLAYER, Bet
from croupier.games.baccarat.rules import DifferentialPolicy, LimitBasis, PairsPerPatron
from croupier.money import NotWholeCents, money
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.wagers import EVERY_WAGER, Admitted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from croupier.games.baccarat.rules import BaccaratLaw, BaccaratRules
    from croupier.table.wagers import Sign, Wager, WarningReach

NO_BOX = 0
"""The box of a wager where the layout's boxes are not told apart."""


# --- taking a wager


def why_not_place(
    rules: BaccaratRules,
    sign: Sign,
    wagers: Sequence[Wager],
    new: Wager,
    *,
    markers: Mapping[str, int] | None = None,
) -> Refused | None:
    """Why a wager is not taken beside the others that lie there, in the order they were made.

    One that is topped up before the first card is still one wager: the others are then those
    without it.
    """
    law = rules.law
    if new.wager not in law.wagers:
        known = ", ".join(law.wagers)
        return Refused(f"wager: one of {known}, not {new.wager}", law.kinds_of_wager)
    if new.wager in PAIRS and rules.pairs is None:
        return Refused("pairs are not offered at this table", law.pairs_offered)
    if new.amount < 1:
        return Refused("a wager is made by placing chips in a box", law.chips_in_the_box)
    step = sign.of(new.wager).multiple
    if new.amount % step:
        return Refused(f"{money(new.amount)} is not a multiple of {money(step)}", law.multiples)
    own = {wager.wager for wager in wagers if wager.player == new.player}
    if new.wager in own:
        return Refused(f"{new.player} has a wager on {new.wager} already", law.one_of_each)
    one_pair = rules.pairs_per_patron is PairsPerPatron.ONE
    if one_pair and new.wager in PAIRS and own & PAIRS:
        return Refused(f"{new.player} has a pairs wager already", law.one_of_each)
    if rules.differential_policy is DifferentialPolicy.AT_PLACEMENT:
        ruled = within_limits(rules, sign, [*wagers, new], markers=markers)
        return why_too_far_apart(rules, before=(), after=ruled)
    return None


def why_not_pay(rules: BaccaratRules, wager: str, amount: int) -> Refused | None:
    """Why an amount cannot be staked: the rules could not pay it in whole cents."""
    for pays in rules.fractions_on(wager):
        try:
            pays.value.on(amount)
        except NotWholeCents as error:
            return Refused(str(error), pays.clauses)
    return None


def why_not_take_back(
    rules: BaccaratRules,
    sign: Sign,
    wagers: Sequence[Wager],
    gone: Wager,
    *,
    markers: Mapping[str, int] | None = None,
) -> Refused | None:
    """Why a wager has to stay: without it, what is kept at every placement would be exceeded."""
    if rules.differential_policy is not DifferentialPolicy.AT_PLACEMENT:
        return None
    left = [wager for wager in wagers if wager is not gone]
    return why_too_far_apart(
        rules,
        before=within_limits(rules, sign, wagers, markers=markers),
        after=within_limits(rules, sign, left, markers=markers),
    )


# --- closing the betting


def close_betting(
    rules: BaccaratRules,
    sign: Sign,
    wagers: Sequence[Wager],
    *,
    markers: Mapping[str, int] | None = None,
    warned: Iterable[str] = (),
    overlooked: Collection[tuple[str, int]] = (),
    reach: WarningReach = EVERY_WAGER,
) -> list[Admitted]:
    """What stands of every wager, in the order in which they were made.

    Limits are each patron's own, so a box that is shared has none. `markers` are the personal
    maximums beside patrons. A wager under the minimum stands once; from a patron who is `warned`
    it goes back, unless the dealer `overlooked` that patron's place. Then the table differential
    is kept, unless it was at every placement.
    """
    ruled = within_limits(
        rules, sign, wagers, markers=markers, warned=warned, overlooked=overlooked, reach=reach
    )
    if rules.differential_policy is DifferentialPolicy.AT_CLOSE_LIFO:
        return _within_differential(rules, sign, ruled)
    return ruled


def within_limits(
    rules: BaccaratRules,
    sign: Sign,
    wagers: Sequence[Wager],
    *,
    markers: Mapping[str, int] | None = None,
    warned: Iterable[str] = (),
    overlooked: Collection[tuple[str, int]] = (),
    reach: WarningReach = EVERY_WAGER,
) -> list[Admitted]:
    """What the minimum and the maximum leave of every wager."""
    law, told, markers = rules.law, frozenset(warned), markers or {}
    totals: defaultdict[tuple[str, str], int] = defaultdict(int)
    patrons: dict[str, set[str]] = {}
    for wager in wagers:
        totals[_measure(rules, wager)] += wager.amount
        patrons.setdefault(wager.wager, set()).add(wager.player)
    used: defaultdict[tuple[str, str], int] = defaultdict(int)
    ruled: list[Admitted] = []
    for wager in wagers:
        limits, measure = sign.of(wager.wager), _measure(rules, wager)
        short = totals[measure] < limits.minimum
        again = reach.goes_back(wager.player in told, wager.player, wager.wager)
        if short and again and (wager.player, wager.box) not in overlooked:
            ruled.append(Admitted(wager, 0, wager.amount, law.under_minimum))
            continue
        clauses = law.wagers[wager.wager].window
        if len(patrons[wager.wager]) > 1:
            clauses = Clauses((*clauses, *law.shared_box))
        stands = wager.amount
        if limits.maximum is not None:
            marker = markers.get(wager.player, 0) if wager.wager in MAINS else 0
            stands = max(0, min(stands, max(limits.maximum, marker) - used[measure]))
            if used[measure] + stands > limits.maximum:
                clauses = Clauses((*clauses, *law.personal_limit))
        if stands < wager.amount:
            clauses = law.over_maximum
        elif short:
            clauses = law.under_minimum
        used[measure] += stands
        ruled.append(Admitted(wager, stands, wager.amount - stands, clauses, warned=short))
    return ruled


def is_short(rules: BaccaratRules, sign: Sign, wagers: Iterable[Wager], wager: Wager) -> bool:
    """Whether a wager is under the minimum, by itself or with those that count together with it."""
    measure = _measure(rules, wager)
    total = sum(other.amount for other in wagers if _measure(rules, other) == measure)
    return total < sign.of(wager.wager).minimum


def _measure(rules: BaccaratRules, wager: Wager) -> tuple[str, str]:
    """What the limits are held against: a wager by itself, or a patron's on the coup together."""
    together = rules.limit_basis is LimitBasis.AGGREGATE and wager.wager in MAINS
    return wager.player, "" if together else wager.wager


# --- the table differential


def differential(ruled: Iterable[Admitted]) -> int:
    """How much more stands on banker than on player; tie and pairs do not count."""
    sign = {BANKER: 1, PLAYER: -1}
    return sum(sign.get(each.wager.wager, 0) * each.stands for each in ruled)


def why_too_far_apart(
    rules: BaccaratRules, *, before: Iterable[Admitted], after: Iterable[Admitted]
) -> Refused | None:
    """Why a change is not made: banker and player lie further apart by it than they may."""
    most, apart = rules.differential, abs(differential(after))
    if most is None or apart <= max(most, abs(differential(before))):
        return None
    return Refused(
        f"banker and player would lie {money(apart)} apart, and {money(most)} is the most",
        rules.law.differential,
    )


def _within_differential(
    rules: BaccaratRules, sign: Sign, ruled: Sequence[Admitted]
) -> list[Admitted]:
    """The latest wagers on the heavier side are cut until the sides lie near enough.

    What is left of a wager is one that might have been made: on the step, and not under the
    minimum. Otherwise all of it goes back.
    """
    most, left = rules.differential, list(ruled)
    while most is not None and abs(gap := differential(left)) > most:
        heavier = BANKER if gap > 0 else PLAYER
        latest = max(
            place for place, each in enumerate(left) if each.wager.wager == heavier and each.stands
        )
        left[latest] = _cut(rules, sign, left, left[latest], abs(gap) - most)
    return left


def _cut(
    rules: BaccaratRules, sign: Sign, ruled: Sequence[Admitted], each: Admitted, excess: int
) -> Admitted:
    law, limits = rules.law, sign.of(each.wager.wager)
    stands = max(0, each.stands - excess)
    stands -= stands % limits.multiple
    measure = _measure(rules, each.wager)
    beside = sum(
        other.stands
        for other in ruled
        if other is not each and _measure(rules, other.wager) == measure
    )
    if stands + beside < limits.minimum:
        stands = 0
    earlier = each.clauses if each.goes_back else ()
    return replace(
        each,
        stands=stands,
        goes_back=each.wager.amount - stands,
        clauses=Clauses(tuple(dict.fromkeys((*earlier, *law.differential)))),
        warned=each.warned and stands > 0,
    )


def bets_in_play(admitted: Iterable[Admitted]) -> list[Bet]:
    """What lies on the layout as the first card is dealt."""
    return [
        Bet(ruled.wager.player, ruled.wager.wager, ruled.stands, ruled.wager.box or None)
        for ruled in admitted
        if ruled.stands
    ]


# --- no-bet coups


def no_bet_coup_under(
    law: BaccaratLaw,
    *,
    patrons: Collection[str],
    asked: Collection[str] = (),
    agreed: Collection[str] = (),
) -> Clauses:
    """The clauses under which a supervisor may direct a no-bet coup; refused if none do.

    `patrons` are all who sit at the table or have chips on the layout, and silence is no agreement.
    """
    if not patrons:
        return law.no_bet_without_patrons
    if not set(patrons) & set(asked):
        raise Refused("no patron has asked for a no-bet coup", law.no_bet_asked_for)
    silent = sorted(set(patrons) - set(agreed))
    if silent:
        raise Refused(f"{', '.join(silent)} did not agree to a no-bet coup", law.no_bet_agreed)
    return Clauses(tuple(dict.fromkeys((*law.no_bet_asked_for, *law.no_bet_agreed))))
