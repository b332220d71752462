"""Rules 20.3, 20.5 and 20.7: what the terms must say, and what no prize may be."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
from tests.promotion.cases import (
    CASH,
    CLOSES,
    GOODS,
    MACHINERY,
    OLGA,
    REAL_ESTATE,
    SENT,
    STARTS,
    SUE,
    TRAVEL,
    VEHICLE,
    Desk,
    complete,
    worth,
)

from croupier.promotion.acts.offered_terms import OfferPrizes, SendTerms
from croupier.promotion.rules import promotion_rules
from croupier.promotion.terms import (
    CasinoDollars,
    Channel,
    Content,
    DecidedBy,
    Item,
    Prizes,
    QualifyingWager,
    SlotsDollars,
    Terms,
    TermsError,
    WagerKind,
    read_terms,
)
from croupier.promotion.terms_review import objections
from croupier.rulebook.citations import Objection, Refused
from croupier.rulebook.options import OptionError

RULES = promotion_rules()
EVERY_KIND: tuple[Prizes, ...] = (CASH, GOODS, MACHINERY, VEHICLE, TRAVEL, REAL_ESTATE)


def only(terms: Terms) -> Objection:
    """The one objection that there is."""
    (found,) = objections(terms, RULES)
    return found


def unsendable(terms: Terms) -> Refused:
    """Why terms that may be drawn up cannot be sent to the Authority."""
    return Desk(terms).refused(SUE, SendTerms(), SENT)


def unofferable(terms: Terms, **rules: tuple[str, ...]) -> Refused:
    """Why terms cannot even be drawn up."""
    return Desk(None, **rules).refused(OLGA, OfferPrizes(terms=terms), SENT)


def test_terms_that_say_everything_are_objected_to_in_nothing() -> None:
    assert objections(complete(*EVERY_KIND), RULES) == ()
    assert objections(complete(wager=None), RULES) == ()


def test_every_particular_that_is_missing_is_named_at_once() -> None:
    found = objections(Terms(name="nothing yet"), RULES)
    assert [each.field for each in found] == [
        "gaming", "decided_by", "manner", "award_at", "award_place", "eligibility",
        "entries_close", "starts", "place", "claim", "presence", "notification", "results",
        "prizes",
    ]  # fmt: skip
    assert all(each.clauses for each in found)


# --- 20.7.1 to 20.7.11: of the promotion and of every prize

OF_TERMS = {
    "20.7.1": ("manner",),
    "20.7.2": ("award_at", "award_place"),
    "20.7.3": ("eligibility",),
    "20.7.6": ("entries_close",),
    "20.7.7": ("starts", "place"),
    "20.7.8": ("claim", "presence"),
    "20.7.9": ("notification",),
    "20.7.10": ("results",),
    "20.7.11": ("prizes",),
}
OF_PRIZES = {"20.7.5": ("nature",), "20.7.11": ("name", "details", "value")}


@pytest.mark.clause(
    "nsw:20.7", "nsw:20.7.1", "nsw:20.7.2", "nsw:20.7.3", "nsw:20.7.6", "nsw:20.7.7",
    "nsw:20.7.8", "nsw:20.7.9", "nsw:20.7.10", "nsw:20.7.11",
)  # fmt: skip
def test_20_7_terms_lack_nothing_when_they_are_sent() -> None:
    for clause, fields in OF_TERMS.items():
        for field in fields:
            default = getattr(Terms(name="x"), field)
            why = unsendable(complete(**{field: default}))
            assert (why.reason, why.clauses) == (f"terms.{field}: missing", ("20.7", clause))


@pytest.mark.clause("nsw:20.7.5", "nsw:20.7.11")
@pytest.mark.parametrize("prize", EVERY_KIND, ids=lambda prize: type(prize).__name__)
def test_20_7_5_20_7_11_every_prize_has_a_nature_details_and_a_value(prize: Prizes) -> None:
    for clause, fields in OF_PRIZES.items():
        for field in fields:
            blank = msgspec.structs.replace(prize, **{field: None if field == "value" else " "})
            why = unsendable(complete(CASH, blank))
            assert why.reason == f"terms.prizes[2].{field}: missing"
            assert why.clauses == ("20.7", clause)


def test_what_the_operator_reserves_and_conditions_are_said_only_if_there_are_any() -> None:
    assert objections(complete(worth(CASH, 5_00, reservations="", conditions="")), RULES) == ()


@pytest.mark.clause("nsw:20.7.4")
@pytest.mark.parametrize("kind", WagerKind)
def test_20_7_4_a_wager_that_is_asked_for_is_named(kind: WagerKind) -> None:
    why = unsendable(complete(wager=QualifyingWager(kind=kind)))
    assert why.reason == f"terms.wager.amount: there is a {kind} wager, so say how much"
    assert why.clauses == ("20.7", "20.7.4")
    assert objections(complete(wager=QualifyingWager(kind=kind, amount=25_00)), RULES) == ()


def test_20_7_2_and_20_7_7_are_asked_for_apart() -> None:
    assert only(complete(award_place="")).clauses == ("20.7", "20.7.2")
    assert only(complete(place="")).clauses == ("20.7", "20.7.7")


def test_no_is_an_answer_and_a_blank_is_none() -> None:
    assert objections(complete(presence=True), RULES) == ()
    assert only(complete(presence=None)).field == "presence"
    assert only(complete(manner=" \n")).field == "manner"
    assert only(complete(worth(VEHICLE, 5_00, on_road_costs=None))).field == (
        "prizes[1].on_road_costs"
    )


# --- 20.7.11.1 to 20.7.11.4: of prizes of a kind

OF_KIND: list[tuple[Prizes, str, str]] = [
    (MACHINERY, "20.7.11.1(i)", "make"),
    (MACHINERY, "20.7.11.1(ii)", "model"),
    (MACHINERY, "20.7.11.1(iii)", "accessories"),
    (VEHICLE, "20.7.11.2(i)", "make"),
    (VEHICLE, "20.7.11.2(ii)", "model"),
    (VEHICLE, "20.7.11.2(iii)", "accessories"),
    (VEHICLE, "20.7.11.2(iv)", "on_road_costs"),
    (TRAVEL, "20.7.11.3(i)", "persons"),
    (TRAVEL, "20.7.11.3(ii)", "airfares"),
    (TRAVEL, "20.7.11.3(ii)", "transfers"),
    (TRAVEL, "20.7.11.3(ii)", "other_transport"),
    (TRAVEL, "20.7.11.3(ii)", "duration"),
    (TRAVEL, "20.7.11.3(ii)", "accommodation"),
    (TRAVEL, "20.7.11.3(ii)", "meals"),
    (TRAVEL, "20.7.11.3(iii)", "dates"),
    (TRAVEL, "20.7.11.3(iv)", "spending_money"),
    (REAL_ESTATE, "20.7.11.4(i)", "dwelling"),
    (REAL_ESTATE, "20.7.11.4(ii)", "plans"),
    (REAL_ESTATE, "20.7.11.4(iii)", "contract"),
    (REAL_ESTATE, "20.7.11.4(iv)", "easements"),
    (REAL_ESTATE, "20.7.11.4(v)", "address"),
    (REAL_ESTATE, "20.7.11.4(vi)", "conveyancing"),
    (REAL_ESTATE, "20.7.11.4(vi)", "legal_costs"),
    (REAL_ESTATE, "20.7.11.4(vi)", "fixtures"),
    (REAL_ESTATE, "20.7.11.4(vi)", "furniture"),
]


@pytest.mark.clause(
    "nsw:20.7.11.1", "nsw:20.7.11.1(i)", "nsw:20.7.11.1(ii)", "nsw:20.7.11.1(iii)",
    "nsw:20.7.11.2", "nsw:20.7.11.2(i)", "nsw:20.7.11.2(ii)", "nsw:20.7.11.2(iii)",
    "nsw:20.7.11.2(iv)", "nsw:20.7.11.3", "nsw:20.7.11.3(i)", "nsw:20.7.11.3(ii)",
    "nsw:20.7.11.3(iii)", "nsw:20.7.11.3(iv)", "nsw:20.7.11.4", "nsw:20.7.11.4(i)",
    "nsw:20.7.11.4(ii)", "nsw:20.7.11.4(iii)", "nsw:20.7.11.4(iv)", "nsw:20.7.11.4(v)",
    "nsw:20.7.11.4(vi)",
)  # fmt: skip
def test_20_7_11_1_to_4_machinery_vehicles_travel_and_real_estate_say_more() -> None:
    for prize, clause, field in OF_KIND:
        default = getattr(type(prize)(), field)
        why = unsendable(complete(msgspec.structs.replace(prize, **{field: default})))
        assert why.reason == f"terms.prizes[1].{field}: missing"
        above = clause.rpartition("(")[0]
        assert why.clauses == ("20.7", "20.7.11", above, clause)


# --- what cannot all be kept


def test_terms_that_contradict_themselves_are_not_sent() -> None:
    early = only(complete(entries_close=STARTS))
    assert str(early) == "entries_close: before the promotion starts"
    assert early.clauses == ("20.7", "20.7.6")
    hasty = only(complete(award_at=CLOSES, entries_close=CLOSES.replace(minute=1)))
    assert (str(hasty), hasty.clauses) == ("award_at: before entries close", ("20.7", "20.7.2"))


FAR = timezone(timedelta(hours=11)), timezone(timedelta(hours=-11))
EXTREMES = datetime(1, 1, 1, tzinfo=FAR[0]), datetime(9999, 12, 31, 23, 59, tzinfo=FAR[1])


@pytest.mark.parametrize("moment", EXTREMES, ids=str)
@pytest.mark.parametrize("field", ["starts", "entries_close", "award_at"])
def test_moments_that_no_calendar_can_reckon_with_are_not_offered(
    field: str, moment: datetime
) -> None:
    why = unofferable(complete(**{field: moment}))
    assert why.reason == f"terms.{field}: in a year from 2000 to 2199"
    assert why.clauses[0] == "20.7"


@pytest.mark.clause("nsw:20.8", "nsw:20.7.9")
def test_20_8_terms_cannot_promise_a_message_that_does_not_count() -> None:
    why = unsendable(complete(notification=(Channel.SMS, Channel.APP)))
    assert why.reason == (
        "terms.notification: one of face-to-face, mail, telephone, e-mail, "
        "since winners need not be at the draw"
    )
    assert objections(complete(notification=(Channel.SMS, Channel.MAIL)), RULES) == ()
    assert objections(complete(notification=(Channel.SMS,), presence=True), RULES) == ()


# --- 20.1, 20.3, 20.5: what may not be offered at all


@pytest.mark.clause("nsw:20.1", "nsw:1.1:promotional prize(s)")
def test_20_1_only_what_chance_decides_along_with_gaming_is_a_promotional_prize() -> None:
    for decided_by in (DecidedBy.DRAW, DecidedBy.CHANCE):
        assert objections(complete(decided_by=decided_by), RULES) == ()
    why = unofferable(complete(decided_by=DecidedBy.MERIT))
    assert why.reason.startswith("terms.decided_by: a promotional prize is won by chance")
    assert why.clauses == ("1.1:promotional prize(s)", "20.1")
    assert unsendable(complete(gaming="")).clauses == ("1.1:promotional prize(s)", "20.1")


@pytest.mark.clause("nsw:20.3")
@pytest.mark.parametrize("kind", [SlotsDollars, CasinoDollars])
def test_20_3_slots_and_casino_dollars_have_no_cash_alternative(
    kind: type[SlotsDollars | CasinoDollars],
) -> None:
    prize = kind(name="credit", nature="one", details="500", value=500_00)
    assert objections(complete(prize), RULES) == ()
    why = unofferable(complete(worth(prize, 500_00, cash_alternative=400_00)))
    assert why.reason == (
        "terms.prizes[1].cash_alternative: "
        "slots dollars and casino dollars have no alternative in cash"
    )
    assert why.clauses == ("20.3",)


@pytest.mark.parametrize("prize", EVERY_KIND[1:], ids=lambda prize: type(prize).__name__)
def test_20_3_any_other_prize_in_kind_may_have_one(prize: Prizes) -> None:
    assert objections(complete(worth(prize, 900_00, cash_alternative=700_00)), RULES) == ()
    assert only(complete(worth(prize, 900_00, cash_alternative=0))).clauses == ("20.3",)


def test_20_3_cash_is_no_alternative_to_cash() -> None:
    assert only(complete(worth(CASH, 900_00, cash_alternative=900_00))).clauses == ("20.3",)


def holding(*items: Item, quantity: int = 1) -> Terms:
    return complete(worth(GOODS, 900_00, contents=items, quantity=quantity))


@pytest.mark.clause("nsw:20.5", "nsw:20.5.1", "nsw:20.5.2", "nsw:20.5.3")
def test_20_5_tobacco_and_weapons_are_refused_at_once() -> None:
    banned = {
        Content.TOBACCO: "20.5.1",
        Content.FIREARM: "20.5.2",
        Content.AMMUNITION: "20.5.2",
        Content.IMITATION_FIREARM: "20.5.2",
        Content.PROHIBITED_WEAPON: "20.5.3",
    }
    for content, clause in banned.items():
        why = unofferable(holding(Item(what="a hamper"), Item(what="a thing", content=content)))
        assert why.reason.startswith("terms.prizes[1].contents[2]: a thing is ")
        assert why.clauses == ("20.5", clause)
    assert objections(holding(Item(what="a hamper")), RULES) == ()


def liquor(*volumes: int, quantity: int = 1) -> Terms:
    bottles = (Item(what="wine", content=Content.LIQUOR, millilitres=each) for each in volumes)
    return holding(*bottles, quantity=quantity)


@pytest.mark.clause("nsw:20.5", "nsw:20.5.4")
def test_20_5_4_a_prize_holds_no_more_than_20_litres_of_liquor() -> None:
    assert objections(liquor(19_250, 750), RULES) == ()
    why = unofferable(liquor(19_250, 751))
    assert why.reason == "terms.prizes[1]: 20.001 litres of liquor, and 20 litres are the most"
    assert why.clauses == ("20.5", "20.5.4")


@pytest.mark.clause("nsw:20.5.4")
def test_20_5_4_liquor_is_sent_with_its_volume() -> None:
    why = unsendable(liquor(750, 0))
    assert why.reason == "terms.prizes[1].contents[2].millilitres: say how much liquor it is"
    assert why.clauses == ("20.5", "20.5.4")


def test_20_5_4_by_default_each_prize_counts_for_itself() -> None:
    several = liquor(15_000, quantity=2)
    assert objections(several, RULES) == ()
    together = promotion_rules({"liquor_scope": "per_promotion"})
    (found,) = objections(several, together)
    assert str(found) == "prizes: 30 litres of liquor, and 20 litres are the most"


@pytest.mark.clause("nsw:20.5")
@pytest.mark.parametrize("prize", EVERY_KIND[1:], ids=lambda prize: type(prize).__name__)
def test_20_5_a_prize_in_kind_is_declared_to_hold_nothing_barred(prize: Prizes) -> None:
    unsaid = worth(prize, 900_00, name="Havana cigars", nothing_barred=None)
    why = unsendable(complete(CASH, unsaid))
    assert why.clauses == ("20.5",)
    assert why.reason == (
        "terms.prizes[2].nothing_barred: declare that nothing is in it which no prize may hold"
    )
    named = worth(unsaid, 900_00, contents=(Item(what="cigars"),))
    assert unsendable(complete(named)).clauses == ("20.5",)
    denied = unsendable(complete(worth(unsaid, 900_00, nothing_barred=False)))
    assert denied.reason.endswith("a prize that holds something barred is none")
    assert objections(complete(worth(unsaid, 900_00, nothing_barred=True)), RULES) == ()
    listed_only = promotion_rules({"contents_declared": False})
    assert objections(complete(unsaid), listed_only) == ()


def test_20_5_what_money_and_credit_are_made_of_their_kind_says() -> None:
    said: Any = {"name": "x", "nature": "x", "details": "x", "value": 100}
    for prize in (CASH, SlotsDollars(**said), CasinoDollars(**said)):
        assert objections(complete(prize), RULES) == ()


@pytest.mark.clause("nsw:20.5.5")
def test_20_5_5_what_the_regulations_list_is_refused() -> None:
    surgery = holding(Item(what="Cosmetic surgery"))
    assert objections(surgery, RULES) == ()
    why = unofferable(surgery, prescribed=("cosmetic surgery",))
    assert why.clauses == ("20.5", "20.5.5")
    assert why.reason == (
        "terms.prizes[1].contents[1]: the regulations do not allow Cosmetic surgery in a prize"
    )


@pytest.mark.clause("nsw:20.5.5")
def test_20_5_5_a_prize_that_is_nothing_but_what_the_regulations_list_is_refused() -> None:
    surgery = worth(GOODS, 900_00, name=" Cosmetic surgery ")
    why = unofferable(complete(CASH, surgery), prescribed=("cosmetic surgery",))
    assert why.clauses == ("20.5", "20.5.5")
    assert why.reason == (
        "terms.prizes[2].name: the regulations do not allow Cosmetic surgery in a prize"
    )


def test_a_reading_that_the_text_does_not_have_is_refused() -> None:
    with pytest.raises(OptionError, match=r"options\.notify_window: .* 48h, second_day"):
        promotion_rules({"notify_window": "a week"})
    with pytest.raises(OptionError, match=r"options\.decks"):
        promotion_rules({"decks": 6})


# --- a file of terms


def test_terms_are_read_back_as_they_were_written() -> None:
    terms = complete(*EVERY_KIND, wager=QualifyingWager(kind=WagerKind.MINIMUM, amount=10_00))
    assert read_terms(msgspec.json.encode(terms)) == terms


def prizes(described: str) -> str:
    return f'{{"name": "x", "prizes": [{described}]}}'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"name": "x",\n "prizes"', "terms: they are not JSON: input data was truncated, at "),
        ("", "terms: they are not JSON: there is nothing in it"),
        ("[]", "terms: an object, not a list"),
        ("{}", "name: missing"),
        ('{"name": 5}', "name: text, not a whole number"),
        (f'{{"name": "{"x" * 10_001}"}}', "name: text of no more than 10000 characters"),
        ('{"name": "x", "prize": []}', "prize: there is no such field"),
        ('{"name": "x", "starts": "2026-11-16T09:00:00"}', "starts: a moment such as 2026-"),
        ('{"name": "x", "starts": "tomorrow"}', "starts: a moment such as 2026-"),
        ('{"name": "x", "decided_by": "luck"}', "decided_by: 'luck' is not one of draw, chance, "),
        ('{"name": "x", "notification": ["pigeon"]}', "notification[1]: 'pigeon' is not one of "),
        ('{"name": "x", "prizes": [5]}', "prizes[1]: an object, not a whole number"),
        ('{"name": "x", "prizes": [{}]}', "prizes[1].kind: missing"),
        ('{"name": "x", "prizes": [{"kind": 5}]}', "prizes[1].kind: text"),
        (prizes('{"kind": "cash", "value": 1.5}'), "prizes[1].value: a whole number, not a frac"),
        (prizes('{"kind": "cash", "value": 1e999}'), "prizes[1].value: the number is too large"),
        (prizes('{"kind": "yacht"}'), "prizes[1].kind: 'yacht' is not one of cash, slots-dollars"),
        (prizes('{"kind": "cash"}, {"kind": "cash", "make": "x"}'), "prizes[2].make: there is no"),
        (prizes('{"kind": "cash", "quantity": 0}'), "prizes[1].quantity: a whole number, 1 or mo"),
        (
            prizes('{"kind": "goods", "contents": [{"what": "x", "content": "gin"}]}'),
            "prizes[1].contents[1].content: 'gin' is not one of ordinary, liquor, ",
        ),
    ],
)  # fmt: skip
def test_a_file_that_is_not_terms_is_told_which_field_in_plain_words(text: str, says: str) -> None:
    with pytest.raises(TermsError) as error:
        read_terms(text.encode())
    assert str(error.value).startswith(says)
    assert "`" not in str(error.value)


def test_terms_may_have_the_mark_that_editors_put_in_front() -> None:
    assert read_terms(b'\xef\xbb\xbf{"name": "x"}').name == "x"


def test_bytes_that_are_not_text_are_no_terms() -> None:
    with pytest.raises(TermsError, match="not JSON"):
        read_terms(b'{"name": "\xff"}')
