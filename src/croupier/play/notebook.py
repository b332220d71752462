"""A game as a notebook shows it: cards, hands and money, with nothing that the viewer may not know.

Colours and borders stand in the elements themselves, since a notebook brings no style of ours, and
are chosen to be read on light and on dark pages.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from croupier.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Card
    from croupier.play.game import Game
    from croupier.play.seat_views import HandSeen, SeatView
    from croupier.table.facts import Settled

_SUITS = {"S": "\N{BLACK SPADE SUIT}", "H": "\N{BLACK HEART SUIT}"}
_SUITS |= {"D": "\N{BLACK DIAMOND SUIT}", "C": "\N{BLACK CLUB SUIT}"}
_CARD = (
    "display:inline-block;min-width:1.9em;padding:.15em .2em;margin:0 .15em 0 0;text-align:center;"
    "border:1px solid #777;border-radius:.3em;font-weight:600;"
)
_TABLE = "border-collapse:collapse;color:inherit;font:inherit"
"""A page that does not say that it is HTML 5 leaves tables black, on dark too."""
_CELL = "text-align:left;padding:.25em .8em .25em 0;"
_SHORT = _CELL + "white-space:nowrap;"
_ASKED = "border-left:.25em solid #0a7d3c;padding-left:.5em;"


def html_of(game: Game) -> str:
    """The game as the seat whose turn it is sees it, and what came out when the round is over."""
    view = game.view()
    waits = f"{game.turn} to move" if game.turn else "over" if game.over else "waiting for a card"
    parts = [_heading(game.instrument, view, waits), _hands(view.hands)]
    if game.settlements:
        parts.append(_settled(game.settlements))
    if game.turn is not None:
        moves = " \N{MIDDLE DOT} ".join(f"<code>{escape(str(move))}</code>" for move in game.legal)
        parts.append(f"<p>{escape(game.turn)} may: {moves}</p>")
    net = ", ".join(f"{escape(seat)} {_signed(cents)}" for seat, cents in game.net.items())
    parts.append(f"<p>Won or lost so far: {net}</p>")
    return f'<div class="croupier-game">{"".join(parts)}</div>'


def html_of_view(view: SeatView) -> str:
    """What a seat may know, by itself."""
    seen_by = "as anybody sees it" if view.seat is None else f"as {view.seat} sees it"
    said = f"{view.turn} to move" if view.turn else view.stage
    return f'<div class="croupier-game">{_heading(seen_by, view, said)}{_hands(view.hands)}</div>'


def _heading(title: str, view: SeatView, waits: str) -> str:
    said = " \N{MIDDLE DOT} ".join(dict.fromkeys((f"round {view.round}", view.stage, waits)))
    return f"<p><strong>{escape(title)}</strong> \N{MIDDLE DOT} {escape(said)}</p>"


def _hands(hands: Iterable[HandSeen]) -> str:
    rows = "".join(_row(hand) for hand in hands)
    return f'<table style="{_TABLE}">{rows}</table>' if rows else ""


def _row(hand: HandSeen) -> str:
    whose = hand.of if hand.box is None else f"{hand.of} {hand.box}"
    whose += f", hand {hand.place}" if hand.place > 1 else ""
    stakes = ", ".join(f"{s.player} {s.wager} {dollars(s.amount)}" for s in hand.stakes)
    said = ", ".join(dict.fromkeys(word for word in (hand.words, hand.ended) if word))
    first = _CELL + (_ASKED if hand.is_asked else "")
    return (
        f'<tr><td style="{first}">{escape(whose)}</td>'
        f'<td style="{_CELL}">{"".join(map(_card, hand.cards))}</td>'
        f'<td style="{_CELL}">{escape(said)}</td>'
        f'<td style="{_CELL}">{escape(stakes)}</td></tr>'
    )


def _card(card: Card | None) -> str:
    if card is None:
        return f'<span style="{_CARD}background:#35506b;color:#35506b" title="face down">?</span>'
    ink = "#b3141d" if card.is_red else "#111"
    rank = card.rank.replace("T", "10")
    return (
        f'<span style="{_CARD}background:#fff;color:{ink}" title="{card.spoken}">'
        f"{rank}{_SUITS[card.suit]}</span>"
    )


def _settled(settlements: Iterable[Settled]) -> str:
    rows = "".join(
        f'<tr><td style="{_SHORT}">{escape(fact.player)}</td>'
        f'<td style="{_SHORT}">{_place(fact)}</td>'
        f'<td style="{_SHORT}">{escape(fact.wager)} {dollars(fact.stake)}</td>'
        f'<td style="{_CELL}">{fact.outcome}</td>'
        f'<td style="{_CELL}text-align:right">{_signed(fact.net)}</td>'
        f'<td style="{_CELL}">{escape(", ".join(fact.clauses))}</td></tr>'
        for fact in settlements
    )
    return f'<table style="{_TABLE};margin-top:.8em">{rows}</table>'


def _place(fact: Settled) -> str:
    box = "" if fact.box is None else f"box {fact.box}"
    return box if fact.hand in (None, 1) else f"{box}, hand {fact.hand}"


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
