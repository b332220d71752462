"""What is known at a table is chosen in its forms: rounds, cards, places, staff, wagers gone by."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import msgspec
import pytest
from tests.web.casinos import OLGA, Casino, Visitor
from tests.web.console.test_console import opened, send

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor import look
from croupier.casino.house.commands import BuyIn
from croupier.table.tournament_views import PositionView, TournamentTableView
from croupier.table_replay import codec_of
from croupier.web.console.listed import at_table

pytestmark = pytest.mark.anyio

ANA, DAN, SUE = (
    Person("ana", Role.PLAYER),
    Person("dan", Role.DEALER),
    Person("sue", Role.SUPERVISOR),
)
PREPARATIONS = ("shuffle", "cut", "insert-cutting-card", "burn")
CONSOLE = "/tables/pit-1/console"


async def do(casino: Casino, by: Person, do: str, **fields: Any) -> None:
    instrument = casino.floor.live("pit-1").set_up.command.instrument
    command = msgspec.convert({"do": do, **fields}, codec_of(instrument).any_command)
    await casino.floor.do("pit-1", command, by)


async def ready(casino: Casino, game: str) -> Visitor:
    """A table of real cards with its cards in the shoe, and ana on its first box with chips."""
    sue = await opened(casino, game)
    while True:
        legal = (await look(casino.floor, "pit-1", OLGA)).view.legal
        tags = {str(each.__struct_config__.tag): each for each in legal}
        wanted = [tags[tag] for tag in PREPARATIONS if tag in tags]
        if not wanted:
            break
        await casino.floor.do("pit-1", wanted[0], OLGA)
    if not (await look(casino.floor, "pit-1", OLGA)).view.shoe.checked:
        await do(casino, DAN, "check-cards")
    await do(casino, ANA, "arrive", player="ana")
    await do(casino, ANA, "sit", player="ana", box=1)
    await casino.floor.command_house(BuyIn(person="ana", amount=500_00), ANA)
    await do(casino, ANA, "bring-chips", player="ana", amount=500_00)
    return sue


async def deal(casino: Casino, *cards: str) -> None:
    for card in cards:
        await do(casino, DAN, "deal", card=card)


async def lost(casino: Casino, amount: int = 25_00) -> None:
    """A round of blackjack that ana loses with nineteen to twenty-one."""
    await do(casino, ANA, "place-wager", player="ana", box=1, amount=amount)
    await do(casino, DAN, "no-more-bets")
    await deal(casino, "TS", "6H", "9D")
    await do(casino, ANA, "stand", box=1)
    await deal(casino, "KC", "5D")
    await do(casino, DAN, "collect")


def choices(page: str, field: str) -> dict[str, str]:
    """What a form offers for a field, by its value; nothing, where it is typed."""
    found = re.search(rf'<select [^>]*name="{re.escape(field)}"[^>]*>(.*?)</select>', page)
    options = re.findall(r'<option value="([^"]+)"[^>]*>([^<]*)<', found[1]) if found else []
    return {unescape(value): unescape(said) for value, said in options}


async def form(sue: Visitor, do: str) -> str:
    return (await sue.get(f"{CONSOLE}/{do}")).text


async def test_a_wager_of_the_last_round_is_void_while_others_lie_for_the_next(
    casino: Casino,
) -> None:
    sue = await ready(casino, "blackjack-2018")
    await lost(casino)
    await do(casino, ANA, "place-wager", player="ana", box=1, amount=40_00)
    await do(casino, SUE, "record-breach", person="ana", clause="4.3", what="moved chips")
    page = await form(sue, "void-wager")
    offered = choices(page, "lying")
    assert offered == {
        "1 main ana": "ana, box 1: Wager, $40",
        "1:1 main ana": "round 1, ana, box 1: Wager, $25",
    }
    assert 'name="round"' not in page
    asked = {"lying": "1:1 main ana", "reason": "found on the film", "do": "yes"}
    done = await send(sue, f"{CONSOLE}/void-wager", asked)
    assert "Done: void wager" in done.text, done.text
    view = (await look(casino.floor, "pit-1", SUE)).view
    assert [rack.chips for rack in view.racks] == [460_00]  # the 25 are back, the 40 still lie
    again = await form(sue, "void-wager")
    assert list(choices(again, "lying")) == ["1 main ana"]


async def test_rounds_are_chosen_the_newest_first(casino: Casino) -> None:
    sue = await ready(casino, "blackjack-2018")
    for _ in range(2):
        await lost(casino)
    listed = choices(await form(sue, "void-round"), "round")
    assert listed == {"2": "round 2, the last", "1": "round 1"}
    await do(casino, ANA, "place-wager", player="ana", box=1, amount=25_00)
    await do(casino, DAN, "no-more-bets")
    await deal(casino, "TS")
    listed = choices(await form(sue, "raise-dispute"), "round")
    assert list(listed.values()) == ["round 3, in play", "round 2", "round 1"]


async def test_a_card_to_be_corrected_is_chosen_by_what_lies_there(casino: Casino) -> None:
    sue = await ready(casino, "blackjack-2018")
    await do(casino, ANA, "place-wager", player="ana", box=1, amount=25_00)
    await do(casino, DAN, "no-more-bets")
    await deal(casino, "TS", "6H", "9D")
    assert choices(await form(sue, "correct-card"), "draw") == {
        "1": "1: the ten of spades, box 1",
        "2": "2: the six of hearts, the dealer's hand",
        "3": "3: the nine of diamonds, box 1",
    }


async def test_where_a_card_lies_in_a_hand_is_chosen(casino: Casino) -> None:
    sue = await ready(casino, "holdem")
    await do(casino, ANA, "place-wager", player="ana", box=1, amount=10_00, wager="ante")
    assert choices(await form(sue, "card-shown"), "place") == {}
    await do(casino, DAN, "no-more-bets")
    await deal(casino, "TS", "6H", "9D", "KC", "5D", "2C", "3C", "4C", "7C")
    places = choices(await form(sue, "card-shown"), "place")
    assert places["1"] == "the first card"
    assert list(places) == ["1", "2", "3", "4", "5"]
    draws = choices(await form(sue, "correct-card"), "draw")
    assert set(map(int, draws)) == set(range(1, 10))


async def test_who_has_checked_the_cards_is_chosen_from_the_staff(casino: Casino) -> None:
    sue = await ready(casino, "blackjack-2018")
    page = await form(sue, "new-cards")
    supervisors = choices(page, "checked_by_supervisor")
    assert {"sue", "amy", "gus", "mara", "pat", "olga"} == set(supervisors)
    assert set(choices(page, "checked_by_dealer")) == {*supervisors, "dan"}


async def test_boxes_without_cards_are_no_place_for_a_card_laid_by_mistake(casino: Casino) -> None:
    sue = await ready(casino, "baccarat")
    await do(casino, DAN, "burn", card="AS")
    await do(casino, DAN, "burn")
    await do(casino, ANA, "place-wager", player="ana", box=1, amount=20_00, wager="banker")
    await do(casino, DAN, "no-more-bets")
    await deal(casino, "TS")
    on_box = (await sue.get(f"{CONSOLE}?at=box-1&player=ana")).text
    assert "To this box" in on_box
    assert "Laid here by mistake" not in on_box
    in_the_middle = (await sue.get(f"{CONSOLE}?at=banker&place=1")).text
    assert "Laid here by mistake" in in_the_middle
    assert list(choices(await form(sue, "deal"), "laid_on.box")) == ["0"]


async def test_a_tournaments_player_is_chosen_though_away_from_the_table(casino: Casino) -> None:
    await ready(casino, "blackjack-2018")
    view = (await look(casino.floor, "pit-1", SUE)).view
    seat = PositionView(
        box=3, player="zoe", chips=100, out=False, passes=False, undisclosed=False, pass_cards=0,
        forms=0, absent=True,
    )  # fmt: skip
    cup = TournamentTableView(tournament="cup", rounds=1, marker=None, turn=None, positions=(seat,))
    people = at_table(msgspec.structs.replace(view, tournament=cup), ())["people"]
    assert list(people) == ["ana", "zoe"]
