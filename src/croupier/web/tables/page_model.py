"""A table as a page, for whoever looks at it: a player, the public, or staff."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from croupier.cards import DECK_SIZE
from croupier.casino.house.commands import Dealing
from croupier.game_rules import signs
from croupier.odds import ODDS
from croupier.table.acts.patrons import Arrive, Leave
from croupier.table.shoe_state import Device, Preparation
from croupier.table.table import Phase
from croupier.table.views import FloorView, PlayerView
from croupier.web.felt.chips import tray
from croupier.web.felt.game_pages import PAGES
from croupier.web.felt.layout import player_of
from croupier.web.felt.move_buttons import moves
from croupier.web.felt.settlements import settlements
from croupier.web.html.cited_lines import CitedLine, cite, is_check_due
from croupier.web.html.template_environment import render
from croupier.web.laboratory.links import odds_of_table
from croupier.web.tables.page_parts import STEPS_OF, cup_part, news, people, stages
from croupier.wording.teller import Audience, noted, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.casino.disclosure import Moment
    from croupier.casino.floor import HeldUp
    from croupier.rulebook.citations import Refused
    from croupier.table.facts import Settled
    from croupier.table.game_protocol import GameAtTable
    from croupier.table.views import LimitsView, RoundResult, TableView
    from croupier.web.felt.chips import Tray
    from croupier.web.felt.layout import Felt
    from croupier.web.felt.move_buttons import Moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a page shows besides the view: none of it is for other eyes than the viewer's."""

    settled: Sequence[Settled] = ()
    """Settlements of the round that lies on the table, those that were undone left out."""
    history: Sequence[RoundResult] = ()
    """Rounds gone by, the last one first."""
    deadline: int | None = None
    """When the time for an answer is over, in milliseconds since 1970."""
    now: int = 0
    """What time it is on the floor."""
    dealing: Dealing | None = None
    """Who deals, where that is known: somebody by hand, or the program."""
    real_cards: bool = False
    """Whether staff name the cards that are dealt."""
    joint: bool = False
    """Whether players take part in the shuffles, and their browsers do it for them."""
    steps: bool = False
    """Whether the viewer deals, step by step, from a virtual shoe."""
    pocket: int = 0
    """What the viewer could bring to the table."""
    can_be_ready: bool = False
    """Whether the table need not wait any longer for the viewer."""
    line: int = 0
    """The last of the table's record that the viewer's look is of."""
    moments: Sequence[Moment] = ()
    """What has happened since the viewer looked last, as far as they are told."""
    held_up: HeldUp | None = None
    """Why the table does not go on by itself, where it would."""
    practice: bool = False
    """Whether the table is there to learn at."""
    best_play: bool = False
    """Whether the viewer is told at the table what the best play of a round would have been."""
    token: str = ""
    """What forms send back to show that they come from our page."""
    refusal: Refused | None = None
    """Why the last command was refused, where a page is shown in answer to it."""


_NOTHING_MORE = Seen()


def render_table(
    view: TableView,
    game: GameAtTable,
    seen: Seen = _NOTHING_MORE,
    me: object | None = None,
    *,
    for_guests: bool = False,
) -> str:
    """The whole page of a table; its head shows who looks at it."""
    return render("tables/page.html", me=me, for_guests=for_guests, **context(view, game, seen))


def render_fragment(view: TableView, game: GameAtTable, seen: Seen = _NOTHING_MORE) -> str:
    """What changes on the page, for whoever has it open already."""
    return render("tables/table.html", **context(view, game, seen))


def render_desk(view: TableView, game: GameAtTable, seen: Seen = _NOTHING_MORE) -> str:
    """The layout to be touched, and what comes next at the table, for those who run it."""
    made = context(view, game, seen)
    touch = f"/tables/{quote(view.table, safe='')}/console"
    return render(
        "console/live.html",
        **{**made, "touch": touch},
        stages=stages(view),
        step_of=STEPS_OF,
        people=people(view),
        last_card=any(hand.cards for hand in made["felt"].hands)
        or any(hand.cards for box in made["felt"].boxes for hand in box.hands),
    )


def render_felt(view: TableView, game: GameAtTable, seen: Seen = _NOTHING_MORE) -> str:
    """The layout to look at beside something else, with nothing to press on it."""
    return render("tables/felt_alone.html", **context(without_moves(view), game, seen))


def render_refusal(instrument: str, refusal: Refused | None, you: str | None = None) -> str:
    """What the page says about the last command: why it was refused, or nothing."""
    return render("tables/refusal.html", refusal=_refused(instrument, refusal, you))


def context(view: TableView, game: GameAtTable, seen: Seen) -> dict[str, Any]:
    """What the templates of a table are given."""
    page = PAGES.of(game.instrument)
    felt = page.felt(view, seen.settled, game.wagers, signs.printed(game))
    buttons = moves(
        view,
        page.buttons,
        page.steps(game),
        page.labels(view),
        (*_on_the_felt(felt), *_coming_and_going(view, seen)),
    )
    return {
        "view": view,
        "name": page.name,
        "cloth": page.cloth,
        "title": game.instrument.title,
        "felt": felt,
        "shoe": shoe(view),
        "boards": page.boards(view),
        "moves": buttons,
        "decision": decision(view, felt, buttons),
        "cutting": view.shoe.state == Preparation.OFFERING_CUT,
        "tray": _tray(view, felt),
        "mine": view if isinstance(view, PlayerView) else None,
        "seated": any(box.seat and box.seat == player_of(view) for box in view.boxes),
        "staff": view if isinstance(view, FloorView) else None,
        "how": tuple(
            CitedLine(said.value, cite(view.instrument, said.clauses)) for said in page.how(game)
        ),
        "pays": tuple((each, cite(view.instrument, each.clauses)) for each in page.pays(game)),
        "newcomer": _is_newcomer(view, seen),
        "sign": tuple(_sign(view, game)),
        "odds_url": odds_of_table(game.instrument, game.options) if game.instrument in ODDS else "",
        "coming": tuple(view.sign.coming),
        "settlements": settlements(view, seen.settled),
        "last_net": _last_net(view, seen),
        "notices": _notices(view),
        "cup": cup_part(view),
        "refusal": _refused(view.instrument, seen.refusal, player_of(view)),
        "news": news(view, seen.moments),
        "held_up": _held_up(view.instrument, seen.held_up),
        "waits": waits_for(view, seen),
        "seeding": seeding(view) if seen.joint else None,
        "touch": "",
        "seen": seen,
    }


def decision(view: TableView, felt: Felt, buttons: Moves) -> str:
    """What the viewer is asked, as a mark that is another as soon as anything about it is.

    By it the page tells a key that was meant for this decision from one meant for the one before.
    Looking at one's cards, which a page does by itself, leaves the decision what it was.
    """
    own = [len(hand.cards) for box in felt.boxes if box.mine for hand in box.hands]
    asked = [move.id for move in buttons.now if move.command.ends_wait]
    if not asked or not felt.asked:
        return ""
    told = repr((view.number, [hand.cards for hand in felt.hands], own, asked))
    return sha256(told.encode()).hexdigest()[:16]


def _is_newcomer(view: TableView, seen: Seen) -> bool:
    """Whether the viewer plays and has not played a round here yet, or looks on."""
    return not isinstance(view, FloorView) and all(past.net is None for past in seen.history)


def _last_net(view: TableView, seen: Seen) -> int | None:
    """What the viewer won or lost in the last round, until the next one is dealt."""
    last = seen.history[0] if view.phase == Phase.BETTING and seen.history else None
    return None if last is None or last.void or last.number != view.number else last.net


def _tray(view: TableView, felt: Felt) -> Tray | None:
    """The chips to lay, while the viewer may lay any."""
    mains = {spot.wager for box in felt.boxes for spot in box.spots if spot.place and spot.main}
    can_bet = any(spot.place for box in felt.boxes for spot in box.spots)
    if view.phase != Phase.BETTING or not isinstance(view, PlayerView) or not can_bet:
        return None
    return tray(view.sign, mains)


def without_moves(view: TableView) -> TableView:
    """The same with nothing that can be done."""
    if isinstance(view, PlayerView | FloorView):
        return msgspec.structs.replace(view, legal=())
    return view


def _on_the_felt(felt: Felt) -> Iterator[Command]:
    """Commands that have their place among cards and chips."""
    for hand in felt.hands:
        yield from filter(None, hand.turns)
    for box in felt.boxes:
        for spot in box.spots:
            if spot.take_back is not None:
                yield spot.take_back


def _coming_and_going(view: TableView, seen: Seen) -> Iterator[Command]:
    """Whoever has chips comes to the table and goes with them, by forms of their own."""
    if isinstance(view, PlayerView) and view.tournament is None:
        yield Leave(player=view.player)
        if seen.pocket:
            yield Arrive(player=view.player)


def _sign(view: TableView, game: GameAtTable) -> Iterator[CitedLine]:
    shown: dict[str, LimitsView] = {limits.wager: limits for limits in view.sign.limits}
    if not shown:
        return  # nothing is on it before the table opens
    for said in signs.sign(game, shown.__getitem__):
        yield CitedLine(said.value, cite(view.instrument, said.clauses))


def _notices(view: TableView) -> tuple[CitedLine, ...]:
    """What was said to the viewer, the last first."""
    if not isinstance(view, PlayerView | FloorView):
        return ()
    return tuple(
        CitedLine(
            sentence(": ".join(filter(None, (notice.about, noted(notice.detail))))),
            cite(view.instrument, notice.clauses),
        )
        for notice in reversed(view.notices)
    )


def _held_up(instrument: str, held_up: HeldUp | None) -> CitedLine | None:
    if held_up is None:
        return None
    return CitedLine(sentence(held_up.reason), cite(instrument, held_up.clauses))


def waits_for(view: TableView, seen: Seen) -> str:
    """What a player who sees nothing happen can do about it, or whom the table waits for."""
    if not isinstance(view, PlayerView):
        return ""
    if view.player in view.away:
        return "You are marked as away, and others go on without you. Come back to play."
    if view.phase != Phase.BETTING or seen.dealing is None or view.tournament is not None:
        return ""
    if view.shoe.state != Preparation.LOADED or is_check_due(view):
        return ""  # the status says it
    own = any(bet.player == view.player for box in view.boxes for bet in box.wagers)
    if seen.dealing is not Dealing.AUTOMATIC:
        return "The dealer closes the betting." if own else ""
    if own:
        return "" if seen.can_be_ready else "Dealt as soon as the others are ready."
    others = any(box.wagers for box in view.boxes)
    seated = any(box.seat == view.player for box in view.boxes)
    if others or not seated or not view.chips:
        return ""
    return "The cards are dealt when you have wagered."


def _refused(instrument: str, refusal: Refused | None, you: str | None) -> CitedLine | None:
    if refusal is None:
        return None
    field, _, rest = refusal.reason.partition(": ")
    reason = rest if field in ("box", "player") else refusal.reason  # fields of a command
    if you is not None and reason.startswith(f"{you} "):
        reason = Audience(you=you).does(you, reason.removeprefix(f"{you} "))
    return CitedLine(sentence(reason), cite(instrument, refusal.clauses))


# --- the shoe and the discard rack, as anybody can see them: how many cards, never which


LENGTH = 100
"""How long the shoe is drawn, from its mouth to its back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeOnFelt:
    name: str
    left: int
    cards: int
    """How long the cards in it are drawn."""
    cutting_card: int | None
    """Where the cutting card is drawn among them."""
    says: str
    discards: int
    rack: int
    """How high the discards are drawn."""
    waiting: tuple[Card | None, ...]
    commitment: str | None
    seeded: str
    """Whose chance its order comes of, in words."""
    number: int | None
    """Of the joint shuffle that its cards came of."""
    awaited: tuple[str, ...]
    """Whose links a shuffle waits for."""
    void: int


def shoe(view: TableView) -> ShoeOnFelt:
    seen, whole = view.shoe, max(1, view.sign.decks * DECK_SIZE)
    until = seen.until_cutting_card
    return ShoeOnFelt(
        name="Shuffler" if seen.device == Device.SHUFFLER else str(seen.device).capitalize(),
        left=seen.cards_left,
        cards=seen.cards_left * LENGTH // whole,
        cutting_card=None if until is None else until * LENGTH // whole,
        says=_says(view),
        discards=seen.discards,
        rack=min(seen.discards, whole) * LENGTH // whole,
        waiting=seen.waiting,
        commitment=seen.commitment,
        seeded=seen.seeded,
        number=None if seen.seeding.in_use is None else seen.seeding.in_use.number,
        awaited=_links_awaited(view),
        void=seen.seeding.void,
    )


def _links_awaited(view: TableView) -> tuple[str, ...]:
    joint = view.shoe.seeding.awaited
    brought = () if joint is None else joint.contributions
    return tuple(each.player for each in brought if each.link is None)


def seeding(view: TableView) -> str | None:
    """What a player's browser has to know to take part in shuffles for them, as JSON."""
    if not isinstance(view, PlayerView) or view.player not in view.players:
        return None
    seen, player = view.shoe.seeding, view.player
    tip = next((each.tip for each in seen.tips if each.player == player), None)
    mine = None
    if seen.awaited is not None:
        mine = next((e for e in seen.awaited.contributions if e.player == player), None)
    awaited = None
    if mine is not None and mine.link is None and seen.awaited is not None:
        awaited = {"root": seen.awaited.root, "tip": mine.tip, "cut": seen.awaited.cut}
    said = {"table": view.table, "player": player, "tip": tip, "awaited": awaited}
    return msgspec.json.encode(said).decode()


def _says(view: TableView) -> str:
    seen, awaited = view.shoe, _links_awaited(view)
    if awaited:
        return f"the shuffle waits for {', '.join(awaited)}"
    if seen.state != Preparation.LOADED:
        return str(seen.state)
    if seen.shuffle_due:
        return "shuffle after this round"
    if seen.until_cutting_card is not None:
        return f"cutting card in {seen.until_cutting_card}"
    return f"{seen.burns_due} to burn" if seen.burns_due else ""
