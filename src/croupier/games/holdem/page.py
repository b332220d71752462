"""The felt of Ultimate Texas Hold'em: the dealer, five cards in the middle, a hand for each box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from croupier.games.holdem import asks_and_answers, facts
from croupier.games.holdem.acts import (
    conduct,
    decisions,
    misdeals,
    preparation,
    shuffling_device,
    wagering,
)
from croupier.games.holdem.facts import Decided
from croupier.games.holdem.hands import ANTE, BLIND, PLAY, TRIPS
from croupier.games.holdem.ranking import best_five, describe, rank
from croupier.money import money
from croupier.rulebook.citations import Cited
from croupier.table.acts.burn_and_reveal import NewCards, ReplaceCard
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.limit_markers import PlaceMarker
from croupier.table.acts.misnamed_cards import CorrectCard
from croupier.table.table import Phase
from croupier.web.felt.game_pages import Button, PagePart, Taken, Weight
from croupier.web.felt.layout import (
    BoxOnFelt,
    CardOnFelt,
    Felt,
    HandOnFelt,
    SpotOnFelt,
    Tone,
    arc,
    cards_of_hand,
    player_of,
    settlement_of,
    sitting,
    spot,
    stacked,
)
from croupier.web.felt.pay_tables import PayTable, clauses_of, pay_table
from croupier.web.html.cited_lines import between_rounds, next_card

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.cards import Card
    from croupier.game_rules.signs import Said
    from croupier.games.holdem import views
    from croupier.table.facts import Settled
    from croupier.table.views import BoxView, TableView
    from croupier.web.felt.game_pages import Buttons, CommandOrder, Label


_GIVEN_UP = (facts.Ended.FOLDED, facts.Ended.CONCEDED)


def felt(
    view: TableView, settled: Sequence[Settled], wagers: Sequence[str], printed: tuple[str, ...]
) -> Felt:
    round = cast("views.RoundView | None", view.round)
    in_play = {box.number: box for box in round.boxes} if round else {}
    won = _won(view, round)
    return Felt(
        kind="holdem",
        printed=printed,
        hands=_middle(round, won),
        boxes=tuple(
            _box(view, seat, in_play.get(seat.number), settled, won)
            for seat in reversed(view.boxes)
        ),
        status=_status(view, round),
        asked=_owes(view, round),
    )


def _middle(round: views.RoundView | None, won: Collection[Card]) -> tuple[HandOnFelt, ...]:
    dealer, communal = (round.dealer, round.communal) if round else ((), ())
    words = (round.dealers_hand or "") if round else ""
    return (
        HandOnFelt(
            key="dealer", title="Dealer", cards=dealer, words=words, places=2,
            dealt=lambda place: 1_000 + place, lit=_places(dealer, won),
        ),
        HandOnFelt(
            key="communal", title="Flop, turn and river", cards=communal, places=5,
            dealt=lambda place: place, lit=_places(communal, won),
        ),
    )  # fmt: skip


def _won(view: TableView, round: views.RoundView | None) -> frozenset[Card]:
    """The five cards that decided the round: of the viewer's hand if it won, or of the dealer's.

    Who watches is shown the dealer's.
    """
    if round is None or view.phase != Phase.SETTLED:
        return frozenset()
    communal, dealers = _seen(round.communal), _seen(round.dealer)
    mine = [
        _seen(box.cards)
        for box in round.boxes
        if box.player == player_of(view) and box.ended not in _GIVEN_UP
    ]
    hands = [[*own, *communal] for own in (dealers, *mine) if len(own) == 2]
    whole = [hand for hand in hands if len(hand) == 7]
    return frozenset(best_five(max(whole, key=rank))) if whole else frozenset()


def _places(cards: Sequence[Card | None], lit: Collection[Card]) -> frozenset[int]:
    return frozenset(place for place, card in enumerate(cards) if card in lit)


# --- a box


def _box(
    view: TableView,
    seat: BoxView,
    box: views.BoxView | None,
    settled: Sequence[Settled],
    won: Collection[Card],
) -> BoxOnFelt:
    due = view.round.due if view.round else None
    mine = player_of(view)
    return BoxOnFelt(
        number=seat.number,
        seat=seat.seat,
        arc=arc(seat.number, len(view.boxes)),
        mine=mine is not None and mine in (seat.seat, box.player if box else None),
        away=seat.seat in view.away,
        active=due is not None and seat.number in (due.owing or (due.to,)) and due.what != "card",
        hands=(_hand(view, box, won),) if box else (),
        spots=tuple(_spots(view, seat, box, settled)),
        sit=sitting(view, seat.number),
    )


def _hand(view: TableView, box: views.BoxView, won: Collection[Card]) -> HandOnFelt:
    badge = "Checked" if box.checked else ""
    if box.ended in (*_GIVEN_UP, facts.Ended.VOID):
        badge = box.ended.capitalize()
    return HandOnFelt(
        key=f"box-{box.number}",
        dealt=lambda place: 10 * box.number + place,
        lit=_places(box.cards, won) if box.player == player_of(view) else frozenset(),
        cards=box.cards,
        words=box.words or _so_far(view, box),
        badge=badge,
        tone=Tone.LOST if box.ended in _GIVEN_UP else Tone.LEVEL,
    )


def _so_far(view: TableView, box: views.BoxView) -> str:
    """What the cards that the viewer sees come to, once there are five of them."""
    own = _seen(box.cards)
    cards = [*own, *_seen(view.round.communal)]
    return describe(cards) if len(own) == 2 and len(cards) >= 5 else ""


def _seen(cards: Sequence[Card | None]) -> list[Card]:
    return [card for card in cards if card is not None]


def _spots(
    view: TableView, seat: BoxView, box: views.BoxView | None, settled: Sequence[Settled]
) -> Iterator[SpotOnFelt]:
    for wager in (ANTE, BLIND, TRIPS, PLAY):
        label = wager.capitalize()
        if view.round is None:
            note = "with the ante" if wager == BLIND else ""
            if wager != PLAY:
                yield spot(view, seat, wager, label, main=wager == ANTE, note=note)
            continue
        amount = sum(stake.amount for stake in box.stakes if stake.wager == wager) if box else 0
        ended = settlement_of(settled, box.player, seat.number, wager) if box else None
        lying = amount or (ended.stake if ended else 0)
        bets = (stacked(view, box.player, lying, ended),) if box and lying else ()
        if box:
            yield SpotOnFelt(wager=wager, label=label, main=wager == ANTE, bets=bets)


# --- what it waits for


def _status(view: TableView, round: views.RoundView | None) -> str:
    if round is None:
        return between_rounds(view)
    if view.phase == Phase.SETTLED:
        return f"Round {view.number} is settled. Dealer: {round.dealers_hand or 'no hand'}."
    due, stage = round.due, round.stage.capitalize()
    if due is None:
        return "The dealer deals."
    if due.what == "card":
        whose = {"communal": "the middle", "dealer": "the dealer"}
        return next_card(view, whose.get(str(due.to), f"box {due.to}"))
    if due.what == "concessions":
        hands = ", ".join([f"The dealer has {round.dealers_hand}", *_still_to_compare(view, round)])
        return f"{hands}. Who gives up does it now; then hands are compared."
    if due.what == "hand":
        return f"The dealer turns to box {due.to}."
    if _owes(view, round):
        bets = [money(choice.amount) for choice in due.choices if choice.amount is not None]
        return f"{stage}, your turn: {_choices(bets, due.choices)}."
    waiting = ", ".join(map(str, due.owing))
    return f"{stage}: waiting for {'boxes' if len(due.owing) > 1 else 'box'} {waiting}."


def _still_to_compare(view: TableView, round: views.RoundView) -> Iterator[str]:
    """What the viewer has that is still to be compared with the dealer's hand."""
    for box in round.boxes:
        if box.player == player_of(view) and not box.ended:
            yield f"you {_so_far(view, box)}"


def _choices(bets: list[str], choices: Sequence[views.ChoiceView]) -> str:
    """`bet $30 or $40, check or fold`, and `bet $10 or fold`."""
    others = sorted(choice.action for choice in choices if choice.amount is None)
    said = [f"bet {' or '.join(bets)}"] * bool(bets) + [" or ".join(others)] * bool(others)
    return (", " if len(others) > 1 else " or ").join(said) or "look at your cards"


def _owes(view: TableView, round: views.RoundView | None) -> bool:
    if round is None or round.due is None or round.due.what != "answers":
        return False
    mine = player_of(view)
    return any(box.player == mine and box.number in round.due.owing for box in round.boxes)


def _labels(view: TableView) -> Label:
    """A play wager is named by how many antes it is; `b` bets the most, `t` three times."""
    round = cast("views.RoundView | None", view.round)
    antes = {
        box.number: stake.amount
        for box in (round.boxes if round else ())
        for stake in box.stakes
        if stake.wager == ANTE
    }

    def label(command: Command) -> tuple[str, str] | None:
        if not isinstance(command, asks_and_answers.PlayWager) or not antes.get(command.box):
            return None
        times = command.amount // antes[command.box]
        key = "t" if times == 3 else "b"  # digits choose chips
        return f"Bet {times}\N{MULTIPLICATION SIGN}, {money(command.amount)}", key

    return label


def _explain_game(game: Any) -> Iterator[Said]:
    """Yield a few sentences that say how the game goes, each with its clauses."""
    law = game.rules.law
    yield Cited(
        "Make the best five of your two cards and the five in the middle, against the dealer's",
        clauses_of(game, law.dealers_hand),
    )
    yield Cited("Lay an ante; a blind as large goes with it", game.table_law.betting_window)
    for when, betting, otherwise in (
        ("Before the flop", law.before_the_flop, "check"),
        ("After the flop", law.after_the_flop, "check"),
        ("On the river", law.on_the_river, "fold"),
    ):
        times = " or ".join(f"{each} times" for each in sorted(betting.multiples.value)[::-1])
        once = times.replace("1 times", "once").replace("2 times", "twice")
        said = f"{when} bet {once} the ante, or {otherwise}"
        yield Cited(said, clauses_of(game, betting.opens, betting.multiples))
    if game.rules.antes_go_back:
        yield Cited(
            "The dealer qualifies with a pair; without one, the ante goes back",
            clauses_of(game, law.qualifies, law.ante_unqualified),
        )


def _pay_tables(game: Any) -> Iterator[PayTable]:
    """Yield what the wagers of a table pay."""
    law = game.rules.law
    if law.ante_pays.value == law.play_pays.value:
        yield pay_table(game, "Ante and play", {"Better than the dealer": law.ante_pays})
    else:
        yield pay_table(game, "Ante and play", {"Ante": law.ante_pays, "Play": law.play_pays})
    for wager in law.pay_tables:
        rows = {hand.capitalize(): odds for hand, odds in law.rows(wager)}
        yield pay_table(game, wager.capitalize(), rows)


def _cards(round: views.RoundView) -> Iterator[CardOnFelt]:
    yield from cards_of_hand(round.dealer, 0, 1, "the dealer's hand")
    yield from cards_of_hand(round.communal, 0, 2, "in the middle")
    for box in round.boxes:
        yield from cards_of_hand(box.cards, box.number, 1, f"box {box.number}")


def _taken(fact: Fact, round: Any, player: str) -> Iterator[Taken]:
    """Yield a decision of a player who looked at the cards."""
    match fact:
        case Decided(player=by, box=number, action=action, amount=amount) if by == player:
            box = next(each for each in round.boxes if each.number == number)
            ante = next(each.amount for each in box.stakes if each.wager == ANTE)
            board = tuple(card for card in round.communal if card is not None)
            cards = tuple(card for card in box.cards if card is not None)
            if len(cards) == len(box.cards):
                chosen = f"{amount // ante}x" if action == "play" else action
                yield Taken(f"box {number}", chosen, ante, cards, board)


BUTTONS: Buttons = {
    asks_and_answers.LookAtCards: Button(
        "Look at your cards",
        "l",
        Weight.PRIMARY,
        staff_label="The player looks",
        pressed_by_page=True,
    ),
    asks_and_answers.PlayWager: Button(lambda c: f"Bet {money(c.amount)}", weight=Weight.PRIMARY),
    asks_and_answers.Check: Button("Check", "c"),
    asks_and_answers.Fold: Button("Fold", "f", Weight.QUIET),
    asks_and_answers.Concede: Button("Give up the hand", "g", Weight.QUIET),
    asks_and_answers.TakeAndPay: Button("Take and pay", "t", Weight.PRIMARY),
    asks_and_answers.NoAnswer: Button("No answer", staff_label="No answer, which is a fold"),
    preparation.InstructCount: Button("Instruct count"),
}
HAPPENS_AFTER: CommandOrder = {
    CorrectCard: (
        misdeals.CallMisdeal,
        misdeals.LetStand,
        misdeals.CardShown,
        misdeals.PlayersCardShown,
        misdeals.WrongCount,
    ),
    ReplaceCard: (
        misdeals.WrongDeck,
        preparation.CheckDeck,
        preparation.InstructCount,
        preparation.CountCards,
        shuffling_device.MachineFailed,
        shuffling_device.ReplaceMachine,
    ),
    NewCards: (
        preparation.OrderShuffle,
        wagering.ReturnShortWager,
        wagering.OverlookedWager,
        asks_and_answers.OverlookedPlay,
        misdeals.WagerMissing,
        misdeals.LevelWagers,
    ),
    PlaceMarker: (asks_and_answers.NoAnswer, decisions.GiveMoreTime),
    RecordBreach: (conduct.ReportCollusion, conduct.SanctionCollusion, conduct.ReportDevice),
}
HOLDEM = PagePart(
    name="Ultimate Texas Hold\N{RIGHT SINGLE QUOTATION MARK}em",
    cloth="felt-holdem",
    hand=("TS", "JS", "QS", "KS", "AS"),
    felt=felt,
    how=_explain_game,
    pays=_pay_tables,
    cards=_cards,
    decisions=_taken,
    labels=_labels,
    buttons=BUTTONS,
    happens_after=HAPPENS_AFTER,
)
