"""The felt of blackjack: the dealer's hand, and boxes with hands, wagers and side bets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from croupier.game_rules import signs
from croupier.game_rules.signs import printed
from croupier.games.blackjack import asks_and_answers, facts
from croupier.games.blackjack.facts import Chose
from croupier.money import money
from croupier.rulebook.citations import Cited
from croupier.table.table import Phase
from croupier.table.wagers import MAIN
from croupier.web.felt.game_pages import Button, PagePart, Taken, Weight
from croupier.web.felt.layout import (
    INSURANCE,
    BoxOnFelt,
    CardOnFelt,
    Felt,
    HandOnFelt,
    SpotOnFelt,
    Tone,
    arc,
    cards_of_hand,
    names,
    player_of,
    settlement_of,
    sitting,
    spot,
    stacked,
)
from croupier.web.felt.pay_tables import PayTable, clauses_of, pay_table
from croupier.web.html.cited_lines import between_rounds, next_card, wager_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.game_rules.signs import Said
    from croupier.games.blackjack import views
    from croupier.games.blackjack.game import Blackjack
    from croupier.games.blackjack.rules import BlackjackLaw
    from croupier.table.facts import Settled
    from croupier.table.views import BoxView, TableView
    from croupier.web.felt.game_pages import Buttons
    from croupier.web.felt.pay_tables import Rows

_BADGES = {
    facts.Ended.BLACKJACK: "Blackjack",
    facts.Ended.BUST: "Bust",
    facts.Ended.FIVE_CARDS: "Five cards",
    facts.Ended.DOUBLED: "Doubled",
}


def felt(
    view: TableView, settled: Sequence[Settled], wagers: Sequence[str], printed: tuple[str, ...]
) -> Felt:
    round = cast("views.RoundView | None", view.round)
    in_play = {box.number: box for box in round.boxes} if round else {}
    return Felt(
        kind="blackjack",
        printed=printed,
        hands=(_dealers(round),),
        boxes=tuple(
            _box(view, seat, in_play.get(seat.number), settled, wagers)
            for seat in reversed(view.boxes)  # box 1 is on the dealer's left
        ),
        status=_status(view, round),
        asked=_asked(view, round),
    )


def _dealers(round: views.RoundView | None) -> HandOnFelt:
    if round is None or not round.dealer.cards:
        return HandOnFelt(key="dealer", title="Dealer", places=2)
    dealer = round.dealer
    first = "an ace" if dealer.cards[0].is_ace else dealer.total
    words = dealer.words if len(dealer.cards) > 1 else f"shows {first}"
    return HandOnFelt(
        key="dealer", title="Dealer", cards=dealer.cards, words=words, places=2, dealt=_to_dealer
    )


def _to_dealer(place: int) -> int:
    """The dealer's first card follows the first of every box, the others when all have drawn."""
    return 199 if place == 1 else 100_000 + place


def _to_box(box: int) -> Callable[[int], int]:
    return lambda place: 100 * place + box


# --- a box


def _box(
    view: TableView,
    seat: BoxView,
    box: views.BoxView | None,
    settled: Sequence[Settled],
    wagers: Sequence[str],
) -> BoxOnFelt:
    mine = player_of(view)
    due = view.round.due if view.round else None
    active = due is not None and due.box == seat.number and due.what != "card"
    sharing = box is not None and sum(len(hand.stakes) for hand in box.hands[:1]) > 1
    return BoxOnFelt(
        number=seat.number,
        seat=seat.seat,
        arc=arc(seat.number, len(view.boxes)),
        mine=mine is not None and mine in (seat.seat, *(wager.player for wager in seat.wagers)),
        away=seat.seat in view.away,
        active=active,
        note=_decides(box, mine) if box and sharing else "",
        hands=tuple(_hands(view, box, settled)) if box else (),
        spots=tuple(_spots(view, seat, box, settled, wagers)),
        sit=sitting(view, seat.number),
    )


def _decides(box: views.BoxView, mine: str | None) -> str:
    """Who speaks for a shared box."""
    if box.controlled_by is None:
        return ""
    return "you decide" if box.controlled_by == mine else f"{box.controlled_by} decides"


def _hands(view: TableView, box: views.BoxView, settled: Sequence[Settled]) -> Iterator[HandOnFelt]:
    due = view.round.due
    split = len(box.hands) > 1
    for hand in box.hands:
        asked = due is not None and (due.box, due.hand) == (box.number, hand.place)
        yield HandOnFelt(
            key=f"box-{box.number}-hand-{hand.place}",
            dealt=_to_box(box.number),
            title=f"Hand {hand.place}" if split else "",
            cards=hand.cards,
            words=hand.words if hand.cards else "",
            badge=_BADGES.get(facts.Ended(hand.ended), "") if hand.ended else "",
            tone=Tone.LOST if hand.ended == facts.Ended.BUST else Tone.LEVEL,
            active=asked,
            bets=tuple(
                stacked(
                    view,
                    stake.player,
                    stake.stake,
                    settlement_of(settled, stake.player, box.number, MAIN, hand.place),
                    more=stake.double,
                )
                for stake in hand.stakes
            ),
        )


def _spots(
    view: TableView,
    seat: BoxView,
    box: views.BoxView | None,
    settled: Sequence[Settled],
    wagers: Sequence[str],
) -> Iterator[SpotOnFelt]:
    number = seat.number
    for wager in wagers:
        label = wager_name(view.instrument, wager)
        if view.round is None:
            yield spot(view, seat, wager, label, main=wager == MAIN)
        elif wager != MAIN:
            bets = tuple(
                stacked(
                    view,
                    side.player,
                    side.amount,
                    settlement_of(settled, side.player, number, wager),
                )
                for side in (box.sides if box else ())
                if side.wager == wager
            )
            if bets:
                yield SpotOnFelt(wager=wager, label=label, bets=bets)
    insured = [each for each in view.round.insurance if each.box == number] if view.round else []
    if insured:
        yield SpotOnFelt(
            wager=INSURANCE,
            label="Insurance",
            bets=tuple(
                stacked(
                    view,
                    each.player,
                    each.amount,
                    settlement_of(settled, each.player, number, INSURANCE),
                )
                for each in insured
            ),
        )


# --- what it waits for


def _status(view: TableView, round: views.RoundView | None) -> str:
    if round is None:
        return between_rounds(view)
    if view.phase == Phase.SETTLED:
        return f"Round {view.number} is settled. Dealer: {round.dealer.words}."
    due = round.due
    if due is None:
        return "The dealer deals."
    if due.what == "card":
        return next_card(view, f"box {due.box}" if due.box else "the dealer")
    if due.what == "choice":
        return _choice(view, round)
    if due.what == "refund":
        return f"A refund is offered to {names(due.players, view)}."
    if due.what == "insurance: owners":
        return "The dealer shows an ace: insurance is open."
    if due.what == "insurance: others":
        return "Insurance is open on wagers that their owners did not insure."
    return f"Box {due.box} {due.what}s: {names(due.players, view)} may join."


def _choice(view: TableView, round: views.RoundView) -> str:
    due = round.due
    assert due is not None
    box = next(box for box in round.boxes if box.number == due.box)
    hand = next(hand for hand in box.hands if hand.place == due.hand)
    which = f"box {due.box}, hand {due.hand}" if len(box.hands) > 1 else f"box {due.box}"
    against = f", against the {round.dealer.cards[0].spoken}" if round.dealer.cards else ""
    if player_of(view) in due.players:
        return f"Your turn on {which}: {hand.words}{against}."
    return f"{due.players[0]} decides on {which}: {hand.words}{against}."


def _asked(view: TableView, round: views.RoundView | None) -> bool:
    due = round.due if round else None
    return due is not None and player_of(view) in due.players


def _steps(game: Blackjack) -> dict[type[Command], int]:
    """A double may be for less than the stake, an insurance for less than half of it."""
    rules = game.rules
    return {
        asks_and_answers.Double: rules.double_multiple,
        asks_and_answers.Insure: max(1, rules.smallest_chip // 2),
    }


# --- its commands


def _elect(command: Any) -> str:
    return f"Join with {money(command.amount)}" if command.amount else "Stay out"


def _insure(command: Any) -> str:
    whose = "" if command.on in (None, command.player) else f" {command.on}"
    return f"Insure{whose}"


BUTTONS: Buttons = {
    asks_and_answers.Hit: Button("Hit", "h", Weight.PRIMARY),
    asks_and_answers.Stand: Button("Stand", "s", Weight.PRIMARY),
    asks_and_answers.Double: Button("Double", "d"),
    asks_and_answers.Split: Button("Split", "p"),
    asks_and_answers.Elect: Button(_elect),
    asks_and_answers.Insure: Button(_insure, "i"),
    asks_and_answers.TakeEvenMoney: Button("Even money", "e"),
    asks_and_answers.DeclineInsurance: Button("No insurance", "n"),
    asks_and_answers.MoveOn: Button("Move on", "m", Weight.PRIMARY),
}


def _explain_game(game: Any) -> Iterator[Said]:
    """Yield a few sentences that say how the game goes, each with its clauses."""
    law = game.rules.law
    yield Cited(
        "Come nearer to 21 than the dealer without going over it. Ace counts 1 or 11, a picture 10",
        clauses_of(game, law.ace_value, law.picture_value),
    )
    yield Cited("Lay your chips in a box before the cards are dealt", game.table_law.betting_window)
    yield Cited(
        "Every box has two cards face up, the dealer one",
        clauses_of(game, law.first_card, law.second_card),
    )
    yield Cited(
        "In your turn take a card (hit) or stand; with two cards you may double, and split a pair",
        clauses_of(game, law.may_double, law.may_split),
    )
    yield Cited(
        f"{printed(game)[1]}, when everybody has played", clauses_of(game, law.dealer_draws)
    )
    yield Cited(
        "An ace with a ten-value card in the first two is Blackjack",
        clauses_of(game, law.blackjack),
    )


def _pay_tables(game: Any) -> Iterator[PayTable]:
    """Yield what the wagers of a table pay."""
    law = game.rules.law
    rows = {"Nearer to 21": law.win_pays, "Blackjack": law.blackjack_pays}
    against = (
        ("a lower one of the dealer", law.higher_blackjack),
        ("an equal one", law.same_blackjack),
        ("a higher one", law.lower_blackjack),
    )
    rows |= {f"Blackjack against {which}": pays for which, pays in against if pays is not None}
    for limb in law.limbs[MAIN].values():
        if isinstance(limb.pays, Cited):
            rows[limb.event.capitalize()] = limb.pays
    if law.insurance is not None:
        rows["Insurance"] = law.insurance.insurance_pays
    yield pay_table(game, "Blackjack", rows)
    for name in game.options["side_bets"]:
        yield pay_table(game, signs.wager_name(game.instrument, name), _side_bet(law, name))


def _side_bet(law: BlackjackLaw, wager: str) -> Rows:
    rows = dict(law.events(wager))
    if len(rows) == 1:
        return {f"Any {event}": pays for event, pays in rows.items()}
    return {_SUITED.get(event, event.capitalize()): pays for event, pays in rows.items()}


_SUITED = {"two suited sevens": "Two of one suit", "three suited sevens": "Three of one suit"}


def _cards(round: views.RoundView) -> Iterator[CardOnFelt]:
    yield from cards_of_hand(round.dealer.cards, 0, 1, "the dealer's hand")
    for box in round.boxes:
        for hand, held in enumerate(box.hands, 1):
            where = f"box {box.number}" + (f", hand {hand}" if hand > 1 else "")
            yield from cards_of_hand(held.cards, box.number, hand, where)


def _taken(fact: Fact, round: Any, player: str) -> Iterator[Taken]:
    """Yield a decision about a hand that was not split yet."""
    match fact:
        case Chose(player=by, box=number, hand=1, action=action) if by == player:
            box = next(each for each in round.boxes if each.number == number)
            stake = sum(each.stake for each in box.hands[0].stakes if each.player == player)
            if len(box.hands) == 1:
                hand = box.hands[0].cards
                yield Taken(f"box {number}", action, stake, hand, dealer=round.dealer.cards[:1])


BLACKJACK = PagePart(
    name="Blackjack",
    hand=("AS", "JH"),
    felt=felt,
    how=_explain_game,
    pays=_pay_tables,
    cards=_cards,
    decisions=_taken,
    steps=_steps,
    buttons=BUTTONS,
)
