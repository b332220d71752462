"""The felt of baccarat: the player's and the banker's hand, and everybody's wagers on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from croupier.games.baccarat import sign as felt_sign
from croupier.games.baccarat.acts import (
    card_checks,
    dealing,
    irregularities,
    no_bet_coups,
    shuffling,
    wagering,
)
from croupier.games.baccarat.hands import BANKER, BANKER_PAIR, PLAYER, PLAYER_PAIR, TIE
from croupier.rulebook.citations import Cited
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.acts.voiding import VoidRound, VoidWager
from croupier.table.table import Phase
from croupier.web.felt.game_pages import Button, PagePart, Weight
from croupier.web.felt.layout import (
    BoxOnFelt,
    CardOnFelt,
    Felt,
    HandOnFelt,
    SpotOnFelt,
    Tone,
    arc,
    cards_of_hand,
    legal_of,
    player_of,
    settlement_of,
    sitting,
    spot,
    stacked,
)
from croupier.web.felt.pay_tables import PayTable, clauses_of, pay_table
from croupier.web.html.cited_lines import between_rounds, next_card, wager_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.game_rules.signs import Said
    from croupier.games.baccarat import views
    from croupier.money import Odds
    from croupier.table.facts import Settled
    from croupier.table.views import BoxView, TableView
    from croupier.web.felt.game_pages import Buttons, CommandOrder

_ORDER = (PLAYER, BANKER, PLAYER_PAIR, TIE, BANKER_PAIR)
"""The two that the game is about, and below them the others on the same sides."""
_NAMES = {PLAYER: "Player", BANKER: "Banker"}


def felt(
    view: TableView, settled: Sequence[Settled], wagers: Sequence[str], printed: tuple[str, ...]
) -> Felt:
    coup = cast("views.CoupView | None", view.round)
    return Felt(
        kind="baccarat",
        printed=printed,
        hands=(_hand(view, coup, PLAYER), _hand(view, coup, BANKER)),
        boxes=tuple(_box(view, seat, coup, settled, wagers) for seat in reversed(view.boxes)),
        status=_status(view, coup),
        asked=bool(_turns(view)),
    )


def _hand(view: TableView, coup: views.CoupView | None, whose: str) -> HandOnFelt:
    if coup is None:
        return HandOnFelt(key=whose, title=_NAMES[whose], places=2)
    hand = coup.player if whose == PLAYER else coup.banker
    turns = {turn.place: turn for turn in _turns(view) if turn.hand == whose}
    won = view.phase == Phase.SETTLED and coup.winner == whose
    return HandOnFelt(
        key=whose,
        dealt=lambda place: 2 * place + (whose == BANKER),
        title=_NAMES[whose],
        cards=hand.cards,
        words="" if hand.total is None else str(hand.total),
        badge="Wins" if won else "",
        tone=Tone.WON if won else Tone.LEVEL,
        active=coup.due is not None and whose in coup.due.hands,
        turns=tuple(turns.get(place) for place in range(1, len(hand.cards) + 1)),
        places=2,
    )


def _turns(view: TableView) -> list[dealing.Turn]:
    return [command for command in legal_of(view) if isinstance(command, dealing.Turn)]


# --- a box


def _box(
    view: TableView,
    seat: BoxView,
    coup: views.CoupView | None,
    settled: Sequence[Settled],
    wagers: Sequence[str],
) -> BoxOnFelt:
    mine = player_of(view)
    return BoxOnFelt(
        number=seat.number,
        seat=seat.seat,
        arc=arc(seat.number, len(view.boxes)),
        mine=mine is not None and mine in (seat.seat, *(wager.player for wager in seat.wagers)),
        away=seat.seat in view.away,
        spots=tuple(_spots(view, seat, coup, settled, wagers)),
        sit=sitting(view, seat.number),
    )


def _spots(
    view: TableView,
    seat: BoxView,
    coup: views.CoupView | None,
    settled: Sequence[Settled],
    wagers: Sequence[str],
) -> Iterator[SpotOnFelt]:
    for wager in _ORDER:
        if wager not in wagers:
            continue
        label = wager_name(view.instrument, wager)
        if coup is None:
            yield spot(view, seat, wager, label, main=wager in _NAMES)
            continue
        stakes = [
            stake for stake in coup.stakes if (stake.box, stake.wager) == (seat.number, wager)
        ]
        yield SpotOnFelt(
            wager=wager,
            label=label,
            main=wager in _NAMES,
            bets=tuple(
                stacked(
                    view,
                    stake.player,
                    stake.stake,
                    settlement_of(settled, stake.player, seat.number, wager),
                )
                for stake in stakes
            ),
            take_back=_withdrawing(view, seat.number, wager),
        )


def _withdrawing(view: TableView, box: int, wager: str) -> Command | None:
    """Taking a wager back in mid-coup, where that was permitted."""
    for command in legal_of(view):
        if isinstance(command, PlaceWager) and (command.box, command.wager) == (box, wager):
            return command
    return None


# --- what it waits for


def _status(view: TableView, coup: views.CoupView | None) -> str:
    if coup is None:
        return between_rounds(view)
    if view.phase == Phase.SETTLED or coup.winner is not None:
        return _result(coup)
    due = coup.due
    if due is None or (due.what == "card" and coup.no_bet):
        return "A coup without wagers is dealt." if coup.no_bet else "The dealer deals."
    if due.what == "card":
        return next_card(view, f"the {due.hands[0]}\N{RIGHT SINGLE QUOTATION MARK}s hand")
    if due.what == "removal":
        return "Wagers may be removed before the coup goes on."
    whose = " and ".join(f"the {hand}\N{RIGHT SINGLE QUOTATION MARK}s" for hand in due.hands)
    if _turns(view):
        return f"Turn the cards of {whose} hand."
    return f"The cards of {whose} hand are turned."


def _result(coup: views.CoupView) -> str:
    player, banker = coup.player.total, coup.banker.total
    if coup.winner == PLAYER:
        return f"Player wins, {player} to {banker}."
    if coup.winner == BANKER:
        return f"Banker wins, {banker} to {player}."
    return f"A tie, {player} to {banker}." if coup.winner == TIE else "The coup has no result."


def _explain_game(game: Any) -> Iterator[Said]:
    """Yield a few sentences that say how the game goes, each with its clauses."""
    law = game.rules.law
    yield Cited(
        "Two hands are dealt, the player's and the banker's: wager on the one that will be "
        "nearer to 9, or on a tie",
        game.table_law.betting_window,
    )
    yield Cited(
        "Cards count their pips, an ace 1, tens and pictures nothing; the last digit is the total",
        clauses_of(game, law.hand_total),
    )
    yield Cited(
        "An 8 or 9 in two cards is a natural, and ends the coup", clauses_of(game, law.natural_ends)
    )
    yield Cited(
        "Otherwise a third card may be drawn, by the rules alone: nobody decides anything",
        clauses_of(game, law.third_cards),
    )


def _pay_tables(game: Any) -> Iterator[PayTable]:
    """Yield what the wagers of a table pay."""
    coup: dict[str, Cited[Odds]] = {}
    pairs: dict[str, Cited[Odds]] = {}
    for event, odds in felt_sign.paid(game.rules):
        is_pair = felt_sign.pays_for_a_pair(game.rules, event)
        (pairs if is_pair else coup)[event.capitalize()] = odds
    yield pay_table(game, "The coup", coup)
    if pairs:
        yield pay_table(game, "Pairs", pairs)


# --- its commands


def _turn(command: Any) -> str:
    ordinal = _ORDINALS[command.place]
    return f"Turn the {command.hand}\N{RIGHT SINGLE QUOTATION MARK}s {ordinal} card"


def _answer(command: Any) -> str:
    return "Agree to a no-bet coup" if command.agrees else "No no-bet coup"


_ORDINALS = {1: "first", 2: "second", 3: "third"}
BUTTONS: Buttons = {
    dealing.Turn: Button(_turn),
    irregularities.RemoveWager: Button(lambda c: f"Remove the wager on {c.wager}"),
    no_bet_coups.AskForNoBetCoup: Button(
        "Ask for a no-bet coup", weight=Weight.QUIET, at_any_time=True
    ),
    no_bet_coups.AnswerNoBetCoup: Button(_answer, weight=Weight.QUIET, at_any_time=True),
    no_bet_coups.DirectNoBetCoup: Button("Direct no bet coup"),
    card_checks.AskForRiffle: Button("Ask for a riffle", weight=Weight.QUIET, at_any_time=True),
    card_checks.ApproveRiffle: Button("Approve riffle"),
    card_checks.Riffle: Button("Riffle"),
    shuffling.BurnForgotten: Button("Burn forgotten"),
    irregularities.ExcessCardSeen: Button("Excess card seen"),
    irregularities.OutOfCards: Button("Out of cards"),
    irregularities.ResumeRound: Button("Resume round"),
}
HAPPENS_AFTER: CommandOrder = {
    Reconstruct: (irregularities.CannotReconstruct, irregularities.FoundBetweenRounds),
    VoidEarlierRound: (irregularities.RuleOnRound, dealing.CardExposed),
    DrawnInError: (irregularities.ExcessCardSeen, shuffling.BurnForgotten),
    CuttingCardDrawn: (irregularities.OutOfCards,),
    NewCards: (
        shuffling.DirectShuffle,
        card_checks.ApproveRiffle,
        wagering.ReturnShortWager,
        irregularities.RemoveWager,
        wagering.PermitChanges,
    ),
    VoidWager: (wagering.PlaceMarker,),
    VoidRound: (irregularities.InvalidateGame, irregularities.ResumeRound),
}


def _cards(coup: views.CoupView) -> Iterator[CardOnFelt]:
    yield from cards_of_hand(coup.player.cards, 0, 1, "the player's hand")
    yield from cards_of_hand(coup.banker.cards, 0, 2, "the banker's hand")


BACCARAT = PagePart(
    name="Mini-Baccarat",
    cloth="felt-baccarat",
    hand=("9D", "KC"),
    felt=felt,
    how=_explain_game,
    pays=_pay_tables,
    buttons=BUTTONS,
    happens_after=HAPPENS_AFTER,
    cards=_cards,
    boards=lambda view: boards(view.scoreboard or ()),
)


# --- the scoreboards of baccarat: where each coup of the shoe stands on them


ROWS = 6


@dataclass(frozen=True, slots=True)
class Mark:
    """One coup on a board."""

    column: int
    row: int
    bead: views.Bead
    ties: int = 0
    """How many ties followed it, on the big road."""

    @property
    def letter(self) -> str:
        return {"player": "P", "banker": "B", "tie": "T"}.get(str(self.bead.winner), "\N{EN DASH}")

    @property
    def spoken(self) -> str:
        return f"round {self.bead.round}: {self.bead.winner or 'void'}"


@dataclass(frozen=True, slots=True)
class Board:
    name: str
    marks: tuple[Mark, ...]

    @property
    def columns(self) -> int:
        return max((mark.column for mark in self.marks), default=-1) + 1


def boards(beads: Sequence[views.Bead]) -> tuple[Board, ...]:
    return (Board("Bead plate", bead_plate(beads)), Board("Big road", big_road(beads)))


def bead_plate(beads: Sequence[views.Bead]) -> tuple[Mark, ...]:
    """Every coup in its order, six to a column."""
    return tuple(Mark(*divmod(place, ROWS), bead) for place, bead in enumerate(beads))


def big_road(beads: Iterable[views.Bead]) -> tuple[Mark, ...]:
    """A column for each streak; one that has no room below turns to the right. Ties are counted."""
    marks: list[Mark] = []
    taken: set[tuple[int, int]] = set()
    first, column, row, turned = -1, 0, 0, False
    for bead in beads:
        if bead.winner is None:
            continue
        if bead.winner == "tie":
            if marks:
                last = marks[-1]
                marks[-1] = Mark(last.column, last.row, last.bead, last.ties + 1)
            continue
        if not marks or marks[-1].bead.winner != bead.winner:
            first, row, turned = first + 1, 0, False
            while (first, row) in taken:
                first += 1
            column = first
        elif not turned and row + 1 < ROWS and (column, row + 1) not in taken:
            row += 1
        else:
            column, turned = column + 1, True
        taken.add((column, row))
        marks.append(Mark(column, row, bead))
    return tuple(marks)
