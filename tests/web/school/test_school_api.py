"""The school for programs: drills and exercises judged, sets asked and answered in their order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.casinos import Watch, opened

from croupier.school.answers import ExerciseAnswer
from croupier.web.school.orders import ActOrder, AnswerData, Named
from croupier.web.school.worker import answer
from croupier.web.settings import Settings

if TYPE_CHECKING:
    import httpx
    from tests.web.casinos import Visitor

pytestmark = pytest.mark.anyio

BUSY = Settings(log_requests=False, rate=10**6, rate_by_address=10**6)
PAYOUTS = "/api/school/payouts/nsw-blackjack-challenge"
FACE_UP = "/api/school/exercises/act-blackjack-2018/face-up-in-the-shoe"
SETS = "/api/school/sets"
FILE = Path(__file__).parents[3] / "docs/examples/irregularities/blackjack-dealer-overdrew.json"
OVERDREW = {
    "file": json.loads(FILE.read_text("utf-8")),
    "mistake": "excess-card",
    "told": "The dealer draws a five after seventeen.",
}


def problem(answer: httpx.Response, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def data(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


async def drills(nobody: Visitor) -> None:
    asked = await data(await nobody.get(PAYOUTS, params={"seed": 7, "number": 2}))
    assert asked == await data(await nobody.get(PAYOUTS, params={"seed": 7, "number": 2}))
    assert "due" not in asked
    answered = {"seed": 7, "number": 2, "answered": 123_45}
    wrong = await data(await nobody.post(PAYOUTS, answered))
    assert (wrong["is_right"], wrong["answered"]) == (False, 123_45)
    assert wrong["clauses"]
    right = await data(await nobody.post(PAYOUTS, {**answered, "answered": wrong["due"]}))
    assert right["is_right"]
    missing = await nobody.get(PAYOUTS, params={"seed": 7, "wager": "roulette"})
    assert "has no wager roulette" in problem(missing, 404)["detail"]
    assert problem(await nobody.get("/api/school/payouts/whist?seed=1"), 404)


async def exercises(nobody: Visitor) -> None:
    listed = await data(await nobody.get("/api/school/exercises/act-mini-baccarat-2016"))
    assert {"mistake": "wrong-payment", "name": "commission-forgotten"}.items() <= listed[0].items()
    asked = await data(await nobody.get(FACE_UP))
    assert asked["name"] == "face-up-in-the-shoe"
    assert "lies face up in it" in asked["told"]
    assert asked["wagers"] == [{"player": "ana", "wager": "main", "box": 1, "amount": 10_00}]
    assert [each["stake"] for each in asked["payments"]] == [10_00]
    act = {"do": "face-up-card", "card": "KC"}
    verdict = await data(
        await nobody.post(FACE_UP, {"mistake": "exposed-card", "acts": [act], "payments": [10_00]})
    )
    assert (verdict["act"]["named"], verdict["act"]["done"]) == (True, True)
    assert verdict["act"]["clauses"] == ["14.1"]
    assert [(each["right"], each["due"]) for each in verdict["payments"]] == [(True, 10_00)]
    alone = await data(await nobody.post(FACE_UP, {"mistake": "nothing"}))
    assert (alone["act"]["named"], alone["act"]["done"], alone["payments"]) == (False, False, None)
    for sent, field in (
        ({"acts": [act, {**act, "card": "ZZ"}]}, "acts[2].card"),
        ({"acts": [{"do": "whistle"}]}, "acts[1].do"),
        ({"mistake": "whistling"}, "mistake"),
        ({"payments": [1, 2]}, "payments"),
        ({"acts": [act] * 6}, "acts"),
    ):
        assert problem(await nobody.post(FACE_UP, sent), 422)["field"] == field
    assert problem(await nobody.get(f"{FACE_UP}r"), 404)
    holdem = "/api/school/exercises/act-ultimate-texas-holdem-2025"
    ending = await data(await nobody.get(f"{holdem}/play-after-folding/payments"))
    (board,) = [each["cards"] for each in ending["hands"] if each["box"] == "communal"]
    assert board == ["KS", "7H", "5C", "3D", "2S"]
    assert len(ending["payments"]) == 5
    assert ending["script"] == [{"action": "play", "box": 2, "amount": 40_00}]
    assert problem(await nobody.get(f"{holdem}/whist/payments"), 404)
    by_chance = await nobody.get("/api/school/exercises/act-blackjack-2018/chance-7-3")
    assert (await data(by_chance))["payments"]


async def test_drills_and_exercises_are_asked_and_judged_for_anybody(
    tmp_path: Path, watch: Watch
) -> None:
    async with opened(tmp_path / "casino.db", watch, BUSY) as casino:
        await drills(casino.visitor())
        await exercises(casino.visitor())


async def test_a_set_is_answered_question_by_question_and_its_instructor_sees_how(
    tmp_path: Path, watch: Watch
) -> None:
    async with opened(tmp_path / "casino.db", watch, BUSY) as casino:
        sue, dan, amy = [await casino.let_in(name) for name in ("sue", "dan", "amy")]
        week = {"name": "week", "title": "First week", "trainees": ["dan"], "exercises": [
            {"instrument": "act-blackjack-2018", "exercise": "face-up-in-the-shoe"},
            {"own": OVERDREW},
        ]}  # fmt: skip
        for exercise, field in (
            ({"instrument": "act-blackjack-2018", "exercise": "x"}, "exercises[1].exercise"),
            ({"instrument": "whist", "exercise": "x"}, "exercises[1].instrument"),
            ({"own": {**OVERDREW, "told": " "}}, "exercises[1].own.told"),
            ({"own": {**OVERDREW, "file": {"script": [{}]}}}, "exercises[1].own"),
            ({"own": OVERDREW, "exercise": "x"}, "exercises[1]"),
        ):
            refused = await sue.post(SETS, {**week, "exercises": [exercise]})
            assert problem(refused, 422)["field"] == field
        made = await data(await sue.post(SETS, week), 201)
        assert (made["questions"], made["trainees"]) == (2, ["dan"])
        assert made["people"] == {"finished": [], "begun": [], "not_begun": ["dan"]}
        assert problem(await sue.post(SETS, week), 409)

        (mine,) = await data(await dan.get(SETS))
        assert (mine["name"], mine["done"], mine["trainees"]) == ("week", 0, None)
        assert mine["people"] is None
        assert [each["name"] for each in await data(await amy.get(SETS))] == ["week"]
        assert problem(await amy.get(f"{SETS}/week"), 404)  # it is not for her

        one = f"{SETS}/week/questions/1"
        assert problem(await dan.get(one), 404)  # it was not asked
        asked = await data(await dan.post(f"{SETS}/week/questions"), 201)
        assert asked == {"number": 1, "of": 2}
        question = await data(await dan.get(one))
        assert "name" not in question
        assert "payments" not in question
        assert problem(await dan.get(f"{one}/payments"), 409)
        assert problem(await dan.post(f"{one}/payments", {"payments": [10_00]}), 409)
        act = {"do": "face-up-card", "card": "KC"}
        verdict = await data(await dan.post(f"{one}/act", {"mistake": "nothing", "acts": [act]}))
        assert (verdict["named"], verdict["done"], verdict["mistake"]) == (
            False, True, "exposed-card",
        )  # fmt: skip
        again = await dan.post(f"{one}/act", {"mistake": "exposed-card", "acts": [act]})
        assert "answered already" in problem(again, 409)["detail"]
        ending = await data(await dan.get(f"{one}/payments"))
        assert len(ending["payments"]) == 1
        assert problem(await dan.post(f"{one}/payments", {"payments": []}), 422)
        (paid,) = await data(await dan.post(f"{one}/payments", {"payments": [10_00]}))
        assert paid["right"]

        progress = await data(await dan.get(f"{SETS}/week"))
        assert (progress["set"]["done"], progress["unfinished"], progress["next"]) == (1, None, 2)
        await data(await dan.post(f"{SETS}/week/questions"), 201)
        assert "five after" in (await data(await dan.get(f"{SETS}/week/questions/2")))["told"]
        assert "has been asked" in problem(await dan.post(f"{SETS}/week/questions"), 409)["detail"]

        (seen,) = await data(await sue.get(SETS))
        assert seen["people"] == {"finished": [], "begun": ["dan"], "not_begun": []}
        page = await data(await sue.get("/api/school/marks"))
        assert page["next"] is None
        assert [
            (each["trainee"], each["part"], each["mistake"], each["right"], each["of"])
            for each in page["marks"]
        ] == [
            ("dan", "act", "exposed-card", 1, 2), ("dan", "payments", "exposed-card", 1, 1),
        ]  # fmt: skip
        assert (await data(await sue.get("/api/school/marks", params={"after": 1})))["marks"] == [
            page["marks"][1]
        ]
        assert problem(await dan.get("/api/school/marks"), 403)["role"]
        assert problem(await dan.delete(f"{SETS}/week"), 403)
        assert (await sue.delete(f"{SETS}/week")).status_code == 204
        assert await data(await dan.get(SETS)) == []
        assert problem(await sue.delete(f"{SETS}/week"), 409)


async def test_a_token_reads_marks_and_answers_nothing(tmp_path: Path, watch: Watch) -> None:
    """What somebody answers in a set is their own."""
    async with opened(tmp_path / "casino.db", watch, BUSY) as casino:
        sue = await casino.let_in("sue")
        made = await data(
            await sue.post("/api/tokens", {"name": "reports", "roles": ["supervisor"]}), 201
        )
        program = casino.visitor(authorization=f"Bearer {made['token']}")
        assert await data(await program.get("/api/school/marks")) == {"marks": [], "next": None}
        assert problem(await program.post(f"{SETS}/week/questions"), 403)


async def test_a_page_calls_a_field_as_its_label_does_and_a_program_by_its_name() -> None:
    named = Named("act-blackjack-2018", "face-up-in-the-shoe")
    page = answer(ActOrder(named, "exposed-card", "replace-card", {"card": ["KS"]}))
    assert page.error == "checked by supervisor: it is needed"
    sent = ExerciseAnswer(mistake=None, acts=[{"do": "replace-card", "card": "KS"}])
    program = answer(AnswerData(named, sent))
    assert "checked_by_supervisor" in program.error
