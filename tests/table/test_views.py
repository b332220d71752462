"""What each viewer may see, and that nothing else reaches their view by any way."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.table.evenings import (
    ANA,
    BOB,
    CAT,
    DAN,
    INA,
    SUE,
    Evening,
    breakdown,
    dealt,
    irregular,
    play_round,
    secrets,
)

from croupier.aggregate.roles import Person, Role
from croupier.cards import Card, parse_cards
from croupier.dealer import Dealer
from croupier.games.blackjack.asks_and_answers import Stand
from croupier.shoe import pack_text
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.conduct import Advise, AskForRules, RecordBreach
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.limit_markers import PlaceMarker
from croupier.table.acts.patrons import Arrive
from croupier.table.acts.player_restrictions import Restrict
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.stray_cards import BurntInError, DrawnInError
from croupier.table.views import FloorView, InspectorView, PlayerView, PublicView
from croupier.table_replay import replay

if TYPE_CHECKING:
    from croupier.aggregate.restore import ReplayedCommand
    from croupier.table.table import Table

PIT = Person("pit", Role.OPERATOR)
TOM = Person("tom", Role.TOURNAMENT_DIRECTOR)
VIEWERS = (None, ANA, BOB, DAN, SUE, PIT, INA, TOM)
NOTES = re.compile(rb'"[A2-9TJQK][SHDC]"')


def seen_by(table: Table, viewer: Person | None) -> bytes:
    return msgspec.json.encode(table.view(viewer))


class Watcher:
    """Keeps what every viewer sees after every command."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.steps: list[tuple[bytes, list[bytes]]] = []

    def __call__(self, line: bytes) -> None:
        if self.table is not None:
            views = [seen_by(self.table, viewer) for viewer in VIEWERS]
            command = msgspec.json.decode(line)["entry"]["command"]
            self.steps.append((msgspec.json.encode(command), views))


def watched(watcher: Watcher, instrument: str, **options: object) -> tuple[Evening, Dealer]:
    evening = Evening(instrument, keep=watcher, options=options)
    watcher.table = evening.table
    return evening, Dealer(evening.table, secrets(5), clock=evening.tick)


def same_until_a_card_shows(one: Watcher, other: Watcher) -> int:
    """After how many commands the two evenings part, every view being the same till then."""
    for count, (here, there) in enumerate(zip(one.steps, other.steps, strict=False)):
        if here[0] != there[0]:
            assert b'"do":"deal"' in here[0]
            assert b'"do":"deal"' in there[0]
            return count
        for viewer, mine, theirs in zip(VIEWERS, here[1], there[1], strict=True):
            assert mine == theirs, viewer
    raise AssertionError("the evenings never part: their cards were the same")


# --- cards that nobody has seen


def other_order(dealer: Dealer, *, kept: range) -> None:
    """Other cards in the shoe, but for those at some places from its front."""
    held = dealer.state()
    state = held.shoe
    assert state is not None
    order = parse_cards(state.order)
    dealt, left = order[: state.dealt], list(order[state.dealt :])
    moved = [card for place, card in enumerate(left) if place not in kept]
    turned = iter(reversed(moved))
    rest = [card if place in kept else next(turned) for place, card in enumerate(left)]
    dealer.resume(replace(held, shoe=replace(state, order=pack_text((*dealt, *rest)))))


def test_undealt_cards_show_to_nobody(instrument: str) -> None:
    watchers = [Watcher(), Watcher()]
    for watcher in watchers:
        evening, dealer = watched(watcher, instrument)
        for number in (1, 2):  # without a shared box
            play_round(evening, dealer, number)
        dealer.prepare()
        before = len(watcher.steps)
        if watcher is watchers[1]:
            other_order(dealer, kept=range(1, 6))
        dealer.burn_in_error(seen=False)
        evening.bet(ANA, 1, 20)
        evening.bet(BOB, 2, 10)
        evening.do(NoMoreBets(), DAN)
        dealer.deal()  # five cards, the same in both
        dealer.draw_in_error(seen=False)
        for _ in range(20):
            if evening.table.round is None or evening.table.round.over:
                break
            for command in evening.table.legal(DAN):
                if not isinstance(command, Deal):
                    evening.do(command, DAN)
                    break
            dealer.deal()
    parted = same_until_a_card_shows(*watchers)
    assert parted >= before + 1 + 2 + 1 + 1 + 1 + 1  # burn, bets, close, deal, slip, a decision


def test_what_is_inside_the_machine_shows_to_nobody(instrument: str) -> None:
    watchers = [Watcher(), Watcher()]
    for watcher in watchers:
        evening, dealer = watched(watcher, instrument, device="shuffler")
        play_round(evening, dealer, 1)
        before = len(watcher.steps)
        if watcher is watchers[1]:
            held = dealer.state()
            assert held.machine is not None
            turned = " ".join(reversed(held.machine.held.split()))
            dealer.resume(replace(held, machine=replace(held.machine, held=turned)))
        dealer.burn_in_error(seen=False)
        dealer.draw_in_error(seen=False)
        play_round(evening, dealer, 1)
    assert same_until_a_card_shows(*watchers) >= before + 2 + 3


def test_a_card_that_nobody_saw_is_nowhere_and_one_that_was_seen_is_everywhere() -> None:
    for unseen in (BurntInError(), DrawnInError()):
        evening = Evening()
        evening.load_by_hand()
        evening.do(unseen, DAN)
        for viewer in VIEWERS:
            assert NOTES.search(seen_by(evening.table, viewer)) is None
    evening.do(DrawnInError(card=Card("3C")), DAN)
    for viewer in VIEWERS:
        view = evening.table.view(viewer)
        assert view.shoe.waiting == (None, Card("3C"))
        assert view.shoe.discards == 0
        assert NOTES.findall(seen_by(evening.table, viewer)) == [b'"3C"']


def test_of_the_discard_rack_only_its_height_shows() -> None:
    tables = []
    for cards in ("9S 5C TD 9H 5H 2S", "9D 5S TH 9C 5D 2D"):
        evening = Evening()
        evening.load_by_hand()
        evening.bet(ANA, 1, 20)
        evening.do(NoMoreBets(), DAN)
        first, *rest = cards.split()
        evening.deal(f"{first} {rest[1]} {rest[2]}")
        evening.do(Stand(box=1), ANA)
        evening.deal(f"{rest[0]} {rest[4]}")
        evening.do(BurntInError(card=Card(rest[3])), DAN)
        evening.do(Collect(), DAN)
        tables.append(evening.table)
    for viewer in VIEWERS:
        one, other = (table.view(viewer) for table in tables)
        assert one.shoe.discards == 6
        assert msgspec.json.encode(one) == msgspec.json.encode(other)


def test_the_cards_of_a_collected_round_are_gone() -> None:
    table = dealt(rounds=3).table
    for viewer in VIEWERS:
        assert table.view(viewer).round is None
        assert NOTES.search(seen_by(table, viewer)) is None


# --- other people's business


def test_a_players_view_does_not_depend_on_anothers_rack(instrument: str) -> None:
    watchers = [Watcher(), Watcher()]
    for watcher, chips in zip(watchers, (500_00, 9_000_00), strict=True):
        evening, dealer = watched(watcher, instrument)
        evening.do(BringChips(player="bob", amount=chips), BOB)
        for number in (1, 2):
            play_round(evening, dealer, number)
    one, other = watchers
    for (mine, views), (theirs, others) in zip(one.steps[1:], other.steps[1:], strict=True):
        assert mine == theirs
        for viewer, seen, again in zip(VIEWERS, views, others, strict=True):
            blind = viewer is None or viewer in (ANA, TOM)
            assert (seen == again) is blind, viewer


def test_a_player_sees_their_own_chips_and_no_others() -> None:
    evening = Evening(chips=1_234_00)
    evening.do(BringChips(player="bob", amount=5_678_00), BOB)
    ana, bob, floor = (evening.table.view(viewer) for viewer in (ANA, BOB, SUE))
    assert isinstance(ana, PlayerView)
    assert isinstance(bob, PlayerView)
    assert isinstance(floor, FloorView)
    assert (ana.chips, bob.chips) == (1_234_00, 6_912_00)
    assert b"691200" not in msgspec.json.encode(ana)
    assert [(rack.player, rack.chips) for rack in floor.racks] == [
        ("ana", 1_234_00),
        ("bob", 6_912_00),
    ]
    assert (floor.float, floor.on_layout) == (50_000_00, 0)


def test_notices_reach_those_they_are_for() -> None:
    evening = Evening()
    evening.do(AskForRules(player="ana"), ANA)
    evening.do(Advise(player="bob", about="rules", words="an ace is one or eleven"), DAN)
    evening.do(ChangeLimits(limits={"main": (20_00, 500_00)}), SUE)
    evening.do(Restrict(player="bob", procedure="CP 4", tracked="file 9"), SUE)

    def told(viewer: Person) -> list[tuple[str, str]]:
        view = evening.table.view(viewer)
        assert isinstance(view, PlayerView | FloorView)
        return [(notice.to, notice.about) for notice in view.notices]

    assert told(ANA) == [("ana", "copy of the rules"), ("players", "limits")]
    assert told(BOB) == [("bob", "rules"), ("players", "limits")]
    every = [
        ("ana", "copy of the rules"),
        ("bob", "rules"),
        ("players", "limits"),
        ("commission", "restriction of play"),
    ]
    assert told(SUE) == told(INA) == told(DAN) == every


@pytest.mark.parametrize("name", ["commission", "floor", "record"])
def test_a_player_with_the_name_of_an_office_does_not_get_its_notices(name: str) -> None:
    table = irregular().table
    table.do(Arrive(player=name), Person(name, Role.PLAYER))
    view = table.view(Person(name, Role.PLAYER))
    assert isinstance(view, PlayerView)
    assert {notice.to for notice in view.notices} == {"players"}


def test_markers_and_restrictions_show_to_their_player_and_the_floor() -> None:
    evening = Evening(players=(ANA, BOB, CAT))
    evening.do(PlaceMarker(player="cat", box=3, limit=900_00), SUE)
    evening.do(Restrict(player="bob", procedure="CP 4", tracked="file 9"), SUE)
    evening.do(RecordBreach(person="cat", clause="16.6", what="touched a wager"), DAN)
    ana, bob, cat = (evening.table.view(viewer) for viewer in (ANA, BOB, CAT))
    floor = evening.table.view(SUE)
    assert isinstance(ana, PlayerView)
    assert isinstance(bob, PlayerView)
    assert isinstance(cat, PlayerView)
    assert isinstance(floor, FloorView)
    assert (ana.markers, ana.restrictions) == ((), ())
    assert [(each.player, each.what) for each in bob.restrictions] == [
        ("bob", "one box and the minimum")
    ]
    assert bob.restrictions[0].clauses == ("4.8",)
    assert [(each.player, each.box, each.limit) for each in cat.markers] == [("cat", 3, 900_00)]
    assert floor.markers == cat.markers
    assert floor.restrictions == bob.restrictions
    assert b"file 9" not in b"".join(seen_by(evening.table, viewer) for viewer in VIEWERS)


def test_disputes_show_to_the_floor_and_the_inspector() -> None:
    view = irregular().table.view(INA)
    assert isinstance(view, InspectorView)
    assert [(each.number, each.stage) for each in view.disputes] == [(1, "reviewed")]


# --- what everybody sees


def test_every_viewer_has_a_type_of_their_own() -> None:
    table = Evening().table
    kinds = {viewer.name if viewer else None: type(table.view(viewer)) for viewer in VIEWERS}
    assert kinds == {
        None: PublicView,
        "ana": PlayerView,
        "bob": PlayerView,
        "dan": FloorView,
        "sue": FloorView,
        "pit": FloorView,
        "ina": InspectorView,
        "tom": PublicView,
    }
    tags = {msgspec.json.decode(seen_by(table, viewer))["view"] for viewer in VIEWERS}
    assert tags == {"public", "player", "floor", "inspector"}


def test_the_table_its_sign_and_its_boxes(instrument: str) -> None:
    evening = Evening(instrument)
    evening.load_by_hand()
    evening.bet(ANA, 1, 20)
    evening.bet(ANA, 1, 5, "perfect-pairs")
    evening.bet(BOB, 2, 10)
    evening.do(ChangeLimits(limits={"main": (20_00, 400_00)}), SUE)
    view = evening.table.view(None)
    assert (view.table, view.game, view.instrument) == ("pit 1", "blackjack", instrument)
    assert (view.phase, view.number, view.players) == ("betting", 0, ("ana", "bob"))
    sign = view.sign
    assert [(each.wager, each.minimum, each.maximum, each.multiple) for each in sign.limits] == [
        ("main", 10_00, 500_00, 5_00),
        ("perfect-pairs", 5_00, 50_00, 1),
    ]
    assert (sign.coming[0].minimum, sign.coming[0].maximum) == (20_00, 400_00)
    assert (sign.decks, sign.side_bets) == (6, ("perfect-pairs",))
    assert [(term.name, term.says) for term in sign.terms] == [("soft 17", "stand")]
    assert (sign.device, sign.shuffle) == ("shoe", "riffle and strip")
    assert [(box.number, box.seat) for box in view.boxes] == [
        (1, "ana"),
        (2, "bob"),
        (3, None),
        (4, None),
        (5, None),
    ]
    assert [(w.player, w.wager, w.amount) for w in view.boxes[0].wagers] == [
        ("ana", "main", 20_00),
        ("ana", "perfect-pairs", 5_00),
    ]


def test_the_shoe_counts_down_to_the_cutting_card() -> None:
    evening = Evening()
    assert evening.table.view(None).shoe.state == "a shuffle is due"
    evening.load_by_hand()
    shoe = evening.table.view(None).shoe
    assert (shoe.cards_left, shoe.until_cutting_card, shoe.discards) == (312, 252, 0)
    evening.bet(ANA, 1, 20)
    evening.do(NoMoreBets(), DAN)
    evening.deal("9S 5C 9H")
    evening.do(BurntInError(), DAN)
    shoe = evening.table.view(None).shoe
    assert (shoe.cards_left, shoe.until_cutting_card, shoe.discards) == (308, 248, 1)


def test_the_offer_of_the_cut_and_the_commitment_show() -> None:
    evening = Evening()
    dealer = Dealer(evening.table, secrets(3), ask_cut=None, clock=evening.tick)
    dealer.prepare()
    shoe = evening.table.view(None).shoe
    assert (shoe.cut_offered_to, shoe.cut_between) == ("ana", (52, 260))
    assert shoe.commitment is not None
    assert shoe.until_cutting_card is None


def test_the_round_shows_while_its_cards_lie_there() -> None:
    evening = Evening()
    evening.load_by_hand()
    assert evening.table.view(ANA).round is None
    evening.bet(ANA, 1, 20)
    evening.do(NoMoreBets(), DAN)
    evening.deal("9S 5C 9H")
    round = evening.table.view(BOB).round
    assert round.dealer.cards == (Card("5C"),)
    assert round.boxes[0].hands[0].cards == (Card("9S"), Card("9H"))
    assert round.due.players == ("ana",)


# --- nothing of the inside is handed out


def immutable(value: Any) -> bool:
    if value is None or isinstance(value, str | int | Enum):
        return True
    if isinstance(value, tuple):
        return all(map(immutable, value))
    return (
        isinstance(value, msgspec.Struct)
        and value.__struct_config__.frozen
        and all(immutable(getattr(value, name)) for name in value.__struct_fields__)
    )


def test_a_view_is_frozen_through_and_through(instrument: str) -> None:
    def watch(step: ReplayedCommand, table: Table) -> None:
        for viewer in VIEWERS:
            assert immutable(table.view(viewer)), (step.line, viewer)

    for evening in (dealt, irregular, breakdown):
        assert replay(evening(instrument).table.record.lines, watch).same


def test_looking_changes_nothing(instrument: str) -> None:
    plain = irregular(instrument).table.record.lines

    def watch(step: ReplayedCommand, table: Table) -> None:
        for viewer in VIEWERS:
            assert seen_by(table, viewer) == seen_by(table, viewer)

    again = replay(plain, watch)
    assert again.same
    assert again.table.record.lines == plain


def test_a_view_stays_as_it_was_when_the_table_goes_on() -> None:
    evening = Evening()
    evening.load_by_hand()
    views = [evening.table.view(viewer) for viewer in VIEWERS]
    before = [msgspec.json.encode(view) for view in views]
    evening.bet(ANA, 1, 20)
    evening.do(NoMoreBets(), DAN)
    evening.deal("9S 5C 9H")
    evening.do(AskForRules(player="ana"), ANA)
    assert [msgspec.json.encode(view) for view in views] == before
