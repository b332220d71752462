"""Rule 7: wagers that the dealer, showing an ace, gets a Blackjack.

Owners answer first. Where the instrument allows it, a wager whose owner declined is then open to
the other players, up to half of it between them, in the order of preference of the rule.
"""

from __future__ import annotations

from collections import defaultdict
from math import lcm
from typing import TYPE_CHECKING

from croupier.games.blackjack.asks_and_answers import (
    DeclineInsurance,
    InsuranceWindow,
    Insure,
    MoveOn,
    Reconsider,
    TakeEvenMoney,
    Window,
)
from croupier.games.blackjack.facts import InsuranceServed, Insured, Stage
from croupier.games.blackjack.hands import Insurance
from croupier.games.blackjack.rules import EvenMoneyScope, EvenMoneyUntil, ThirdPartyCap
from croupier.money import money
from croupier.rulebook.citations import Clauses, NoRuling, Refused
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.hands import Box
    from croupier.games.blackjack.round import Play, Round
    from croupier.games.blackjack.rules import BlackjackRules, InsuranceLaw


def law_of(round: Round) -> InsuranceLaw:
    if round.law.insurance is None:
        raise NoRuling("the instrument knows no insurance")
    return round.law.insurance


def offer(round: Round) -> Play:
    law = round.law.insurance
    if law is None or not round.dealer.cards or not round.dealer.cards[0].is_ace:
        return
    round.begin(Stage.INSURANCE, law.insurance)
    while not isinstance(answer := (yield InsuranceWindow(Window.OWNERS)), MoveOn | Reconsider):
        if isinstance(answer, Insure):
            player, amount = answer.player, answer.amount
            put_on_the_line(round, player, answer.box, player, amount, law.insurance)
            insure(round, player, answer.box, player, amount)
        elif isinstance(answer, TakeEvenMoney):
            take_even_money(round, answer)
    on_others = law.insurance_on_others
    if round.rules.third_party_insurance and on_others and anybody_may_insure_another(round):
        yield from offer_to_others(round, on_others)


def can_go_on(round: Round, window: Window) -> bool:
    """Whether there is still something to insure, though wagers were taken off the round."""
    if window is Window.OTHERS:
        return anybody_may_insure_another(round)
    return any(box.hands[0].has_open_bets for box in round.boxes)


def answered_by_owners(round: Round) -> set[tuple[str, int]]:
    """About which wagers something was said, by owner and box."""
    return {
        (answer.player, answer.box)
        for answer, _ in round.answers
        if isinstance(answer, (Insure, TakeEvenMoney, DeclineInsurance))
    }


def owners_have_answered(round: Round) -> bool:
    """Whether all who are there have said something about each of their wagers."""
    owned = {(main.player, box.number) for box in round.boxes for main in box.mains}
    return all(player in round.absent for player, _ in owned - answered_by_owners(round))


def put_on_the_line(
    round: Round, player: str, box: int, on: str, amount: int, clauses: Clauses
) -> None:
    law = law_of(round)
    cited = Clauses((*clauses, *law.insurance_window))
    round.facts.append(Insured(player=player, box=box, on=on, amount=amount, clauses=cited))


def insure(round: Round, player: str, box: int, on: str, amount: int) -> None:
    held = held_by(round, player, box, on)
    if held is None:
        round.insurance.append(Insurance(player, box, on, amount))
    else:
        held.amount += amount


def take_even_money(round: Round, request: TakeEvenMoney) -> None:
    asking = [request.player]
    if round.rules.even_money_scope is EvenMoneyScope.BOX:
        box, _ = round.find(request.box)
        asking = [main.player for main in box.mains] if box else asking
    round.even_money.update((player, request.box) for player in asking)


# --- insurance on wagers whose owners declined


def offer_to_others(round: Round, clauses: Clauses) -> Play:
    round.begin(Stage.INSURANCE_ON_OTHERS, clauses)
    requests = round.insurance_requests
    while not isinstance(answer := (yield InsuranceWindow(Window.OTHERS)), MoveOn | Reconsider):
        if isinstance(answer, Insure) and answer.on is not None:
            put_on_the_line(round, answer.player, answer.box, answer.on, answer.amount, clauses)
            requests.append(Insurance(answer.player, answer.box, answer.on, answer.amount))
        elif isinstance(answer, TakeEvenMoney):
            take_even_money(round, answer)
    serve(round)


def anybody_may_insure_another(round: Round) -> bool:
    """Whether an owner declined and somebody else has a wager in the round."""
    lying = [(bet.player, box) for box in round.boxes for bet in box.hands[0].bets if bet.open]
    return len({player for player, _ in lying}) > 1 and any(
        why_not_open(round, box, owner) is None for owner, box in lying
    )


def serve(round: Round) -> None:
    """Fill each declined wager in dealing order, and hand back what the order leaves unserved."""
    outside: dict[str, int] = defaultdict(int)
    law = law_of(round)
    for box in round.boxes:
        for main in box.mains:
            waiting = requests_on(round, box, main.player)
            left = insurable(round.rules, main.amount)
            over = main.amount // 2 - left  # what is no multiple of half the smallest chip
            winner_only = round.rules.third_party_cap is ThirdPartyCap.SINGLE_WINNER
            for request, clauses in preference(round, box, waiting, outside):
                del waiting[request.player]
                served = min(left, request.amount)
                if served:
                    insure(round, request.player, box.number, main.player, served)
                    round.facts.append(
                        InsuranceServed(
                            player=request.player, box=box.number, on=main.player, amount=served,
                            clauses=clauses,
                        )
                    )  # fmt: skip
                    outside[request.player] += served
                    left, over = (0, 0) if winner_only else (left - served, over)
                if served < request.amount:
                    why = Clauses((*clauses, *law.insurance_multiples)) if over else clauses
                    hand_back(round, request, request.amount - served, why)
                    over = 0
            for request in waiting.values():  # whose own wagers have been declared void since
                hand_back(round, request, request.amount, law.insurance_on_others or law.insurance)
    round.insurance_requests.clear()


def insurable(rules: BlackjackRules, stake: int) -> int:
    """Half of a stake, or of what is left of it, in multiples of half the smallest chip."""
    return (stake - stake % lcm(2, rules.smallest_chip)) // 2


def requests_on(round: Round, box: Box, owner: str) -> dict[str, Insurance]:
    """What each player has asked for on one declined wager."""
    waiting: dict[str, Insurance] = {}
    for request in round.insurance_requests:
        if request.box == box.number and request.on == owner:
            asked = waiting.setdefault(
                request.player, Insurance(request.player, box.number, owner, 0)
            )
            asked.amount += request.amount
    return waiting


def preference(
    round: Round, box: Box, waiting: dict[str, Insurance], outside: dict[str, int]
) -> Iterator[tuple[Insurance, Clauses]]:
    """Who is served next for one declined wager, with the limb that puts them there.

    The next in rank is chosen only when asked for, because the running totals change on the way.
    """
    law = law_of(round)
    same_box, nearest, least = (
        law.preference_same_box, law.preference_nearest, law.preference_least_insured
    )  # fmt: skip
    if same_box is None or nearest is None or least is None:
        raise NoRuling("the instrument has no order of preference for insurance")
    for distance, queues in queues_by_distance(round, box, waiting):
        compared: set[str] = set()
        while any(queues):
            heads = [queue[0] for queue in queues if queue]
            if len(heads) > 1:
                compared.update(heads)
            first = min(heads, key=lambda player: outside[player])  # still equal: dealing order
            for queue in queues:
                if first in queue:
                    queue.remove(first)
            elsewhere = least if first in compared else nearest
            yield waiting[first], elsewhere if distance else same_box


def queues_by_distance(
    round: Round, box: Box, waiting: dict[str, Insurance]
) -> Iterator[tuple[int, list[list[str]]]]:
    """The boxes at each distance, nearest first, each with its askers from front to back.

    The table does not wrap round behind the dealer, and who bets on several boxes uses the nearest.
    """
    ranked: set[str] = set()
    distances = sorted({abs(other.number - box.number) for other in round.boxes})
    for distance in distances:
        queues = [
            [
                m.player
                for m in other.mains
                if m.player in waiting and m.player not in ranked and has_a_wager(other, m.player)
            ]
            for other in round.boxes
            if abs(other.number - box.number) == distance
        ]
        ranked.update(player for queue in queues for player in queue)
        yield distance, queues


def has_a_wager(box: Box, player: str) -> bool:
    """Whether a player's wager lies on a box: one that was declared void does not."""
    return box.hands[0].bet_of(player) is not None


def hand_back(round: Round, request: Insurance, amount: int, clauses: Clauses) -> None:
    round.facts.append(
        Settled(
            player=request.player, box=request.box, hand=None, wager="insurance", stake=amount,
            outcome=Outcome.RETURNED, net=0, on=request.on, clauses=clauses,
        )
    )  # fmt: skip


# --- settlement, on the dealer's second card


def settle(round: Round) -> None:
    if not round.insurance:
        return
    law = law_of(round)
    wins = round.dealer.cards[1].points == 10
    pays = law.insurance_pays
    clauses = Clauses((*law.insurance_wins, *pays.clauses)) if wins else law.insurance_loses
    for wager in round.insurance:
        round.facts.append(
            Settled(
                player=wager.player, box=wager.box, hand=None, wager="insurance",
                stake=wager.amount, outcome=Outcome.WIN if wins else Outcome.LOSE,
                net=pays.value.on(wager.amount) if wins else -wager.amount, on=wager.on,
                clauses=clauses,
            )
        )  # fmt: skip
    round.insurance.clear()


# --- what may be asked for


def why_not(round: Round, answer: Insure | TakeEvenMoney | DeclineInsurance) -> Refused | None:
    law, on_other = round.law.insurance, is_on_another(answer)
    if law is None:
        return Refused("there is no insurance at this table", round.rules.table_law.wagers_frozen)
    if not round.dealer.cards or not round.dealer.cards[0].is_ace:
        asked = law.even_money.clauses if isinstance(answer, TakeEvenMoney) else law.insurance
        return Refused("the dealer's first card is not an ace", asked)
    if not isinstance(round.due, InsuranceWindow):
        return Refused("the insurance line is closed", law.insurance_window)
    allowed = round.rules.third_party_insurance or not on_other
    until_subsequent_deal = round.rules.even_money_until is EvenMoneyUntil.SUBSEQUENT_DEAL
    if isinstance(answer, TakeEvenMoney) and until_subsequent_deal:
        return why_not_at_its_time(round, answer)
    if allowed and on_other != (round.due.window is Window.OTHERS):
        said = "owners answer first" if on_other else "the owners have answered"
        return Refused(said, law.insurance_on_others or law.insurance)
    return why_not_at_its_time(round, answer)


def is_on_another(answer: Insure | TakeEvenMoney | DeclineInsurance) -> bool:
    return type(answer) is Insure and answer.on not in (None, answer.player)


def why_not_at_its_time(
    round: Round, answer: Insure | TakeEvenMoney | DeclineInsurance
) -> Refused | None:
    """What speaks against an answer while its window is open, whichever is open now."""
    law, on_other = law_of(round), is_on_another(answer)
    if answer.player in round.absent and not isinstance(answer, DeclineInsurance):
        return Refused(f"{answer.player} is away", round.law.absent_player)
    if on_other and not round.rules.third_party_insurance:
        return Refused(
            "nobody may insure another's wager at this table",
            law.insurance_on_others or law.insurance,
        )
    owner = (answer.on if type(answer) is Insure else None) or answer.player
    try:
        box, hand = round.find(answer.box)
    except LookupError:
        box, hand = None, round.dealer
    bet = hand.bet_of(owner)
    if box is None or bet is None:
        return Refused(f"{owner} has no open wager on box {answer.box}", law.insurance)
    if isinstance(answer, Insure):
        if on_other:
            refusal = why_not_on_other(round, box, owner, answer)
        else:
            refusal = why_not_on_own(round, box, owner)
        return refusal or why_not_amount(round, answer, owner, bet.stake)
    if isinstance(answer, TakeEvenMoney):
        return why_not_even_money(round, box, answer)
    return None


def why_not_amount(round: Round, answer: Insure, owner: str, stake: int) -> Refused | None:
    law, on_other = law_of(round), owner != answer.player
    step = round.rules.smallest_chip
    if answer.amount < 1 or answer.amount * 2 % step:
        return Refused(
            f"insurance is in multiples of half the smallest chip of {money(step)}",
            law.insurance_multiples,
        )
    lines = round.insurance_requests if on_other else round.insurance
    so_far = 0
    for wager in lines:
        if (wager.player, wager.box, wager.on) == (answer.player, answer.box, owner):
            so_far += wager.amount
    if (so_far + answer.amount) * 2 > stake:
        cap = law.insurance_on_others if on_other else law.insurance
        return Refused(
            f"insurance of {money(so_far + answer.amount)} is over half of {money(stake)}",
            cap or law.insurance,
        )
    return None


def why_not_open(round: Round, box: Box, owner: str) -> Refused | None:
    """Whether a wager is closed to others because its owner did not decline."""
    law = law_of(round)
    clauses = law.insurance_on_others or law.insurance
    if held_by(round, owner, box.number, owner):
        return Refused(f"{owner} has insured this wager and has not declined", clauses)
    if (owner, box.number) in round.even_money:
        return Refused(f"{owner} has asked for even money on this wager", clauses)
    return None


def why_not_on_other(round: Round, box: Box, owner: str, answer: Insure) -> Refused | None:
    law = law_of(round)
    clauses = law.insurance_on_others or law.insurance
    refusal = why_not_open(round, box, owner)
    if refusal is not None:
        return refusal
    if not any(has_a_wager(other, answer.player) for other in round.boxes):
        return Refused(f"{answer.player} has no wager in this round", clauses)
    return None


def why_not_on_own(round: Round, box: Box, owner: str) -> Refused | None:
    if (owner, box.number) in round.even_money and not round.rules.insurance_with_even_money:
        return Refused(
            "even money has been asked for on this wager", law_of(round).even_money.clauses
        )
    return None


def why_not_even_money(round: Round, box: Box, answer: TakeEvenMoney) -> Refused | None:
    law = law_of(round)
    clauses = law.even_money.clauses
    if not box.hands[0].is_blackjack:
        return Refused("even money is for a Blackjack", clauses)
    if (answer.player, box.number) in round.even_money:
        return Refused("even money has been asked for already", clauses)
    if round.rules.even_money_scope is EvenMoneyScope.BOX:
        decider = round.decider(box, box.hands[0])
        if decider != answer.player:
            return Refused(f"even money for box {box.number} is {decider}'s to ask for", clauses)
    insured = held_by(round, answer.player, box.number, answer.player)
    if insured and not round.rules.insurance_with_even_money:
        return Refused("the wager is insured", clauses)
    return None


def held_by(round: Round, player: str, box: int, on: str) -> Insurance | None:
    for wager in round.insurance:
        if (wager.player, wager.box, wager.on) == (player, box, on):
            return wager
    return None
