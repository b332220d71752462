"""The office over HTTP: people, tables set up and taken down, doors, and the role one acts in."""

from __future__ import annotations

import re

import pytest
from tests.web.casinos import OLGA, PASSWORD, Casino
from tests.web.evenings import MARKUP, send

from croupier.aggregate.roles import Role
from croupier.casino.demo import TABLES
from croupier.casino.house.commands import SetUpTable, Shuffles, with_players
from croupier.casino.meters import Meter
from croupier.game_rules import GAMES
from croupier.rulebook.instruments import load
from croupier.web.console.field_shapes import NotUnderstood
from croupier.web.html.template_environment import called
from croupier.web.office import table_form as setting_up
from croupier.web.office.takings import LETTER, MOST_LABELS, chart

pytestmark = pytest.mark.anyio

NEW = "another long password"


async def test_the_operator_enrols_appoints_dismisses_and_gives_passwords(casino: Casino) -> None:
    olga, house = await casino.logged_in("olga"), casino.floor.house
    answer = await send(olga, "/people", {"person": "zoe", "password": NEW, "roles": "player"})
    assert answer.status_code == 303
    zoe = casino.floor.references.person_called("zoe")
    assert house.people[zoe] == {Role.PLAYER}
    assert (await casino.visitor("192.0.2.9").log_in("zoe", NEW)).status_code == 201
    await send(olga, "/people/zoe/appoint", {"role": "dealer"})
    assert house.people[zoe] == {Role.PLAYER, Role.DEALER}
    await send(olga, "/people/zoe/dismiss", {"role": "player"})
    assert house.people[zoe] == {Role.DEALER}
    reset = {"password": PASSWORD}
    alone = await send(olga, "/people/zoe/password", reset)
    assert (alone.status_code, "set-password is for zoe to do" in alone.text) == (403, True)
    assert (await casino.visitor("192.0.2.9").log_in("zoe", NEW)).status_code == 201
    other = {"second_person": "sue", "second_password": PASSWORD}
    assert (await send(olga, "/people/zoe/password", {**reset, **other})).status_code == 303
    assert (await casino.visitor("192.0.2.9").log_in("zoe", NEW)).status_code == 401
    assert (await casino.visitor("192.0.2.9").log_in("zoe")).status_code == 201


async def test_what_was_done_to_an_account_is_said(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    other = {"second_person": "sue", "second_password": PASSWORD}
    for path, fields, said in (
        ("/people", {"person": "zoe", "password": NEW, "roles": "player"}, "zoe has an account"),
        ("/people/zoe/appoint", {"role": "gaming-manager"}, "zoe is appointed: gaming manager."),
        ("/people/zoe/dismiss", {"role": "player"}, "zoe is dismissed as player."),
        ("/people/zoe/password", {"password": PASSWORD, **other}, "zoe has a new password."),
    ):
        done = await send(olga, path, fields)
        assert done.status_code == 303
        assert "zoe" not in done.headers["location"]  # addresses are written down by others
        page = (await olga.get(done.headers["location"])).text
        assert said in page.partition('role="status"')[2].partition("</p>")[0]
    forged = (await olga.get("/people?done=enrol&person=your+password+is+wanted")).text
    assert 'role="status"' not in forged
    assert "wanted" not in forged


@pytest.mark.parametrize(
    ("path", "button"),
    [
        ("/people", '<button[^>]*aria-label="Dismiss'),
        ("/people/ana/particulars", "<button[^>]*>Forget ana"),
    ],
)
async def test_what_cannot_be_undone_takes_two_presses(
    casino: Casino, path: str, button: str
) -> None:
    page = (await (await casino.logged_in("olga")).get(path)).text
    found = list(re.finditer(button, page))
    assert found
    for each in found:
        before = page[: each.start()]
        assert before.rfind("<details>") > before.rfind("</details>")


async def test_offices_are_in_words_where_overrides_are_listed(casino: Casino) -> None:
    page = (await (await casino.logged_in("olga")).get("/overrides")).text
    words = re.sub(r"<[^>]*>", " ", page)  # a form sends the tag of a role
    assert "assistant gaming manager" in words
    assert "assistant-gaming-manager" not in words


async def test_takings_say_tables_and_days_in_words(casino: Casino) -> None:
    mara = await casino.logged_in("mara")
    instrument, options = TABLES["baccarat"]
    for table in ("high-rollers-1", "annex-of-the-salon-prive"):
        asked = SetUpTable(table=table, instrument=instrument, options=options, float=1_000_00)
        await casino.floor.command_house(asked, OLGA)
    page = (await mara.get("/floor/takings")).text
    drawn = "".join(re.findall(r"<svg.*?</svg>", page, re.DOTALL))
    labels = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert "High rollers 1" in labels
    assert not [label for label in labels if "-" in label]
    assert any(re.fullmatch(r"\d{1,2} [A-Z][a-z]{2}", label) for label in labels)


@pytest.mark.parametrize("count", [1, 5, 9, 12, 14, 30])
async def test_what_stands_under_a_bar_keeps_to_its_room(count: int) -> None:
    names = [f"annex-of-the-salon-prive-{number}" for number in range(count)]
    drawn = chart([(called(name), Meter(), None) for name in names])
    room = drawn.bars[0].width * (1 if count <= MOST_LABELS else 3)
    lines = [line for bar in drawn.bars for line in bar.lines]
    assert lines
    assert all(len(line) * LETTER <= room for line in lines)


async def test_what_is_wrong_with_an_account_is_said(casino: Casino) -> None:
    olga = await casino.logged_in("olga")
    short = await send(olga, "/people", {"person": "zoe", "password": "x", "roles": "player"})
    assert short.status_code == 409
    assert "zoe" not in casino.floor.house.people
    twice = await send(olga, "/people", {"person": "ana", "password": NEW, "roles": "player"})
    assert twice.status_code == 409
    nobody = await send(olga, "/people/nobody/appoint", {"role": "dealer"})
    assert "has no account" in nobody.text
    markup = await send(olga, "/people", {"person": MARKUP, "password": "x", "roles": "king"})
    assert MARKUP not in markup.text


async def test_nobody_but_the_operator_sees_the_people(casino: Casino) -> None:
    for who in ("ana", "dan", "sue", "mara", "ines", "tom"):
        visitor = await casino.logged_in(who)
        assert (await visitor.get("/people")).status_code == 403, who
        assert (await send(visitor, "/people/ana/appoint", {"role": "dealer"})).status_code == 403


async def test_the_form_of_a_table_says_when_rules_are_not_in_force(casino: Casino) -> None:
    mara = await casino.logged_in("mara")
    over = await mara.get("/floor?instrument=act-blackjack-2006")
    assert "is no longer in force." in over.text
    stands = await mara.get("/floor?instrument=act-blackjack-2018")
    assert "in force" not in stands.text


async def test_managers_set_tables_up_and_take_them_down(casino: Casino) -> None:
    mara = await casino.logged_in("mara")
    page = await mara.get("/floor?instrument=act-blackjack-2018")
    assert page.status_code == 200
    fields = {
        "instrument": "act-blackjack-2018", "table": "pit-1", "boxes": "5", "dealing": "virtual",
        "betting": "15", "decision": "20", "cut": "10", "settled": "5",
        "option.decks": "6", "option.soft_17": "hit", "option.limits.0.key": "main",
        "option.limits.0.least": "10", "option.limits.0.most": "500",
    }  # fmt: skip
    done = await send(mara, "/floor", fields)
    assert done.headers["location"] == "/tables/pit-1/console"
    command = casino.floor.house.tables["pit-1"].command
    assert (command.boxes, command.options["decks"], command.options["soft_17"]) == (5, 6, "hit")
    assert command.options["limits"] == {"main": [10_00, 500_00]}
    again = await send(mara, "/floor", fields)
    assert again.status_code == 409
    assert "on the floor already" in again.text
    wrong = await send(mara, "/floor", {**fields, "table": "pit-2", "boxes": "many"})
    assert "boxes: a whole number" in wrong.text
    nothing = await send(mara, "/floor", {"instrument": "act-blackjack-2018"})
    assert nothing.status_code == 409
    assert (await send(mara, "/floor", {"instrument": "faro"})).status_code == 404
    assert (await send(mara, "/floor/pit-1/take-down", {})).status_code == 303
    assert "pit-1" not in casino.floor.tables


async def test_others_set_up_nothing(casino: Casino) -> None:
    for who in ("ana", "dan", "sue", "gus", "ines"):
        visitor = await casino.logged_in(who)
        assert (await visitor.get("/floor")).status_code == 403, who
        assert (await send(visitor, "/floor", {})).status_code == 403


@pytest.mark.parametrize("name", TABLES)
def test_every_choice_for_a_table_can_be_made_in_its_form(name: str) -> None:
    """The tables of the demonstration, written into the form's fields and read again."""
    instrument, options = TABLES[name]
    must, may = setting_up.asked(instrument, {})
    asked = {each.field.name.removeprefix(setting_up.OPTION): each.field for each in (*must, *may)}
    given = setting_up.start(instrument)
    for name, value in options.items():
        field = asked.get(name)
        if field is not None:  # what is not asked for is fixed by the rules
            given = {each: said for each, said in given.items() if not each.startswith(field.name)}
            for each, text in field.shape.written(value, field.name):
                given.setdefault(each, []).append(text)
    read = setting_up.read({**given, "table": ["t"], "instrument": [instrument]})
    chosen = {name: value for name, value in options.items() if name in asked}
    described = SetUpTable(table="t", instrument=instrument, options=chosen)
    assert read == with_players(described)
    assert read.shuffles is Shuffles.PLAYERS
    alone = {**given, "table": ["t"], "instrument": [instrument], "shuffles": ["house"]}
    assert setting_up.read(alone).shuffles is Shuffles.HOUSE


@pytest.mark.parametrize("instrument", sorted(GAMES.instruments))
def test_a_form_that_nobody_touched_asks_for_what_is_needed_only(instrument: str) -> None:
    given = {**setting_up.start(instrument), "table": ["t"], "instrument": [instrument]}
    assert set(setting_up.read(given).options) <= {
        each.field.name.removeprefix(setting_up.OPTION)
        for each in setting_up.asked(instrument, {})[0]
    }
    with pytest.raises(NotUnderstood, match="betting: it is needed"):
        setting_up.read({**given, "betting": [""]})


@pytest.mark.parametrize("name", TABLES)
def test_the_table_that_is_offered_is_one_that_opens(name: str) -> None:
    instrument, options = TABLES[name]
    offered = setting_up.offered(instrument)
    read = setting_up.read({**offered, "table": ["t"], "instrument": [instrument]})
    known = {each.name for each in setting_up.open_options(load(instrument))}
    assert read.options == {each: said for each, said in options.items() if each in known}
    assert read.float == 100_000_00
    rows = {row.wager: (row.least, row.most) for row in setting_up.wager_rows(instrument, offered)}
    for wager, (least, most) in options["limits"].items():
        assert rows[wager] == (f"{least // 100}", f"{most // 100}")


# --- doors, and the role one acts in


async def test_everybody_is_shown_the_doors_that_open_to_them(casino: Casino) -> None:
    doors = {
        "ana": (), "dan": (), "sue": ("/desk",), "ines": ("/desk",),
        "mara": ("/desk", "/floor"), "olga": ("/desk", "/floor", "/people"),
    }  # fmt: skip
    for who, shown in doors.items():
        page = (await (await casino.logged_in(who)).get("/")).text
        found = tuple(door for door in ("/desk", "/floor", "/people") if f'href="{door}"' in page)
        assert found == shown, who


async def test_somebody_with_several_roles_chooses_one(casino: Casino) -> None:
    pat = await casino.logged_in("pat")
    assert (await pat.get("/api/me")).json()["role"] == "player"
    chosen = await send(pat, "/role?next=/rules", {"role": "supervisor"})
    assert (chosen.status_code, chosen.headers["location"]) == (303, "/rules")
    assert (await pat.get("/api/me")).json()["role"] == "supervisor"
    assert (await pat.get("/api/me?role=player")).json()["role"] == "player"


async def test_a_chosen_role_gives_nobody_what_is_not_theirs(casino: Casino) -> None:
    ana = await casino.logged_in("ana")
    answer = await send(ana, "/role", {"role": "operator"})
    assert "croupier-role" not in answer.cookies
    ana.client.cookies.set("croupier-role", "operator")
    assert (await ana.get("/api/me")).json()["role"] == "player"
    assert (await ana.get("/people")).status_code == 403
    away = await send(ana, "/role?next=//elsewhere", {"role": "player"})
    assert away.headers["location"] == "/"
