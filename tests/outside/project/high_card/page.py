"""High Card in the browser: the dealer's card, and a card and two spots at each box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from croupier.rulebook.citations import Cited
from croupier.table.wagers import MAIN
from croupier.web.felt.game_pages import PagePart
from croupier.web.felt.layout import (
    BoxOnFelt,
    CardOnFelt,
    Felt,
    HandOnFelt,
    SpotOnFelt,
    arc,
    cards_of_hand,
    player_of,
    settlement_of,
    sitting,
    spot,
    stacked,
)
from croupier.web.felt.pay_tables import PayTable, clauses_of, pay_table
from croupier.web.html.cited_lines import between_rounds, next_card, wager_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.cards import Card
    from croupier.game_rules.signs import Said
    from croupier.money import Odds
    from croupier.table.facts import Settled
    from croupier.table.views import BoxView, TableView
    from high_card.table import RoundView


def felt(
    view: TableView, settled: Sequence[Settled], wagers: Sequence[str], printed: tuple[str, ...]
) -> Felt:
    """Return the layout with everything that lies on it."""
    round = cast("RoundView | None", view.round)
    return Felt(
        kind="high-card",
        printed=printed,
        hands=(_hand("dealer", "Dealer", round.dealer if round else None, turn=99),),
        boxes=tuple(_box(view, box, round, settled, wagers) for box in reversed(view.boxes)),
        status=_status(view, round),
    )


def _hand(key: str, title: str, card: Card | None, turn: int) -> HandOnFelt:
    return HandOnFelt(key=key, title=title, cards=_laid(card), places=1, dealt=lambda place: turn)


def _box(
    view: TableView,
    seat: BoxView,
    round: RoundView | None,
    settled: Sequence[Settled],
    wagers: Sequence[str],
) -> BoxOnFelt:
    mine, boxes = player_of(view), round.boxes if round else ()
    box = next((each for each in boxes if each.number == seat.number), None)
    spots: list[SpotOnFelt] = []
    for wager in wagers:
        main, label = wager == MAIN, wager_name(view.instrument, wager)
        if round is None:
            spots.append(spot(view, seat, wager, label, main=main))
            continue
        stakes = [each for each in (box.stakes if box else ()) if each.wager == wager]
        bets = tuple(
            stacked(view, each.player, each.stake,
                    settlement_of(settled, each.player, seat.number, wager))
            for each in stakes
        )  # fmt: skip
        spots.append(SpotOnFelt(wager=wager, label=label, main=main, bets=bets))
    return BoxOnFelt(
        number=seat.number,
        seat=seat.seat,
        arc=arc(seat.number, len(view.boxes)),
        mine=mine is not None and mine in (seat.seat, *(bet.player for bet in seat.wagers)),
        away=seat.seat in view.away,
        hands=(_hand(f"box-{seat.number}", "", box.card, seat.number),) if box else (),
        spots=tuple(spots),
        sit=sitting(view, seat.number),
    )


def _status(view: TableView, round: RoundView | None) -> str:
    if round is None:
        return between_rounds(view)
    if round.due is None:
        return "The round is over."
    return next_card(view, "the dealer" if round.due == "dealer" else f"box {round.due}")


def _explain(game: Any) -> Iterator[Said]:
    law = game.rules.law
    yield Cited("Place a wager on a box before the cards are dealt", game.table_law.betting_window)
    yield Cited("Your box and the dealer get one card each", clauses_of(game, law.deal))
    yield Cited("You win if your card is higher; aces are high", clauses_of(game, law.ranking))


def _pay_tables(game: Any) -> Iterator[PayTable]:
    for wager in game.wagers:
        rows: dict[str, Cited[Odds]] = {
            limb.event.capitalize(): limb.pays
            for limb in game.rules.limbs_of(wager).values()
            if isinstance(limb.pays, Cited)
        }
        yield pay_table(game, wager_name(game.instrument.id, wager), rows)


def _cards(round: RoundView) -> Iterator[CardOnFelt]:
    yield from cards_of_hand(_laid(round.dealer), 0, 1, "the dealer's card")
    for box in round.boxes:
        yield from cards_of_hand(_laid(box.card), box.number, 1, f"box {box.number}")


def _laid(card: Card | None) -> tuple[Card, ...]:
    return () if card is None else (card,)


PAGE = PagePart(
    name="High Card", hand=("AS", "9D"), felt=felt, how=_explain, pays=_pay_tables, cards=_cards
)
