"""Rule 4: what may be bet on, by whom and how often, and coups on which nobody may bet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.baccarat.cases import closed, coup, rules, stakes

from croupier.games.baccarat.wager_rules import no_bet_coup_under, why_not_place
from croupier.rulebook.citations import Refused
from croupier.table.facts import Settled
from croupier.table.wagers import Sign

if TYPE_CHECKING:
    from tests.conftest import Witness

    from croupier.rulebook.citations import Clauses

LAW = rules().law


def placing(there: str, new: str, **options: object) -> Refused | None:
    (wager,) = stakes(new)
    return why_not_place(rules(**options), Sign(), stakes(there) if there else [], wager)


@pytest.mark.clause("bac:4.1", "bac:4.3", "bac:4.3(a)", "bac:4.3(b)", "bac:4.3(c)")
@pytest.mark.parametrize(("kind", "limb"), [("banker", "a"), ("player", "b"), ("tie", "c")])
def test_4_3_a_patron_may_bet_on_either_hand_or_on_a_tie(kind: str, limb: str) -> None:
    assert placing("", f"X {kind} 10") is None
    ruled = closed("X banker 10 player 10 tie 10")
    (clauses,) = (each.clauses for each in ruled if each.wager.wager == kind)
    assert clauses == ("4.1", "4.3", f"4.3({limb})")


@pytest.mark.clause("bac:4.3(d)", "bac:9.7", "bac:9.4")
@pytest.mark.parametrize("side_bets", [["perfect-pairs"], ["canberra-pairs"]])
@pytest.mark.parametrize("kind", ["banker-pair", "player-pair"])
def test_4_3_d_and_on_pairs_where_the_table_offers_them(kind: str, side_bets: list[str]) -> None:
    assert placing("", f"X {kind} 10", side_bets=side_bets) is None
    (ruled,) = closed(f"X {kind} 10", side_bets=side_bets)
    assert ruled.clauses == ("9.7", "9.4", "4.3", "4.3(d)")


@pytest.mark.clause("bac:4.3(d)", "bac:8.2")
@pytest.mark.parametrize("kind", ["banker-pair", "player-pair"])
def test_4_3_d_a_table_without_pairs_takes_no_wager_on_them(kind: str) -> None:
    refused = placing("X banker 10", f"X {kind} 10")
    assert refused is not None
    assert refused.clauses == ("4.3(d)", "8.2")


def test_4_3_d_a_coup_takes_none_either() -> None:
    with pytest.raises(ValueError, match="not offered"):
        coup("X banker-pair 10", "")


@pytest.mark.clause("bac:4.2", "bac:A:Box")
@pytest.mark.parametrize("amount", ["0", "-5"])
def test_4_2_a_wager_is_made_of_chips(amount: str) -> None:
    refused = placing("", f"X banker {amount}")
    assert refused is not None
    assert refused.clauses == ("4.2", "A:Box")


@pytest.mark.clause("bac:4.4")
@pytest.mark.parametrize("kind", ["banker", "player", "tie", "banker-pair", "player-pair"])
def test_4_4_any_number_of_patrons_may_bet_on_the_same(kind: str) -> None:
    patrons = [f"P{n}" for n in range(12)]
    for place, patron in enumerate(patrons):
        there = "; ".join(f"{other} {kind} 10" for other in patrons[:place])
        assert placing(there, f"{patron} {kind} 10", side_bets=["perfect-pairs"]) is None
    wagers = "; ".join(f"{patron} {kind} 10" for patron in patrons)
    ruled = closed(wagers, side_bets=["perfect-pairs"])
    assert all(each.clauses[-1] == "4.4" for each in ruled)
    case = coup(wagers, "2H KC 2D 6S 9S", side_bets=["perfect-pairs"])
    assert [fact.stake for fact in case.facts(Settled)] == [1000] * 12


@pytest.mark.clause("bac:4.5")
@pytest.mark.parametrize("kind", ["banker", "player", "tie", "banker-pair", "player-pair"])
def test_4_5_a_patron_has_one_wager_on_each_thing(kind: str) -> None:
    options = {"side_bets": ["perfect-pairs"]}
    refused = placing(f"X {kind} 10", f"X {kind} 10", **options)
    assert refused is not None
    assert refused.clauses == ("4.5",)
    assert placing(f"Y {kind} 10", f"X {kind} 10", **options) is None


@pytest.mark.clause("bac:4.5")
def test_4_5_but_may_bet_on_several_things() -> None:
    options = {"side_bets": ["perfect-pairs"]}
    there = "X banker 10 player 10 tie 10 banker-pair 10"
    assert placing(there, "X player-pair 10", **options) is None
    assert placing(there, "X tie 20", **options) is not None


@pytest.mark.clause("bac:4.5")
def test_4_5_or_one_pairs_wager_in_all() -> None:
    options = {"side_bets": ["perfect-pairs"], "pairs_per_patron": "one"}
    refused = placing("X banker-pair 10", "X player-pair 10", **options)
    assert refused is not None
    assert refused.clauses == ("4.5",)
    assert placing("X banker 10", "X player-pair 10", **options) is None
    assert placing("Y banker-pair 10", "X player-pair 10", **options) is None


# --- no-bet coups


def may(patrons: str, asked: str = "", agreed: str = "") -> Clauses:
    return no_bet_coup_under(
        LAW, patrons=patrons.split(), asked=asked.split(), agreed=agreed.split()
    )


@pytest.mark.clause("bac:4.7", "bac:4.7(a)")
@pytest.mark.parametrize("asked", ["", "stranger"])
def test_4_7_a_a_patron_must_have_asked(asked: str) -> None:
    with pytest.raises(Refused) as refused:
        may("X Y", asked, "X Y")
    assert refused.value.clauses == ("4.7", "4.7(a)")


@pytest.mark.clause("bac:4.7", "bac:4.7(b)")
@pytest.mark.parametrize("agreed", ["", "X", "Y", "X stranger"])
def test_4_7_b_and_every_patron_must_agree(agreed: str) -> None:
    with pytest.raises(Refused) as refused:
        may("X Y", "X", agreed)
    assert refused.value.clauses == ("4.7", "4.7(b)")


def test_4_7_then_a_supervisor_may_direct_it() -> None:
    assert may("X Y", "Y", "X Y") == ("4.7", "4.7(a)", "4.7(b)")


@pytest.mark.clause("bac:4.8")
def test_4_8_without_patrons_nobody_need_be_asked(witness: Witness) -> None:
    assert may("") == ("4.8",)
    witness.others.update(may(""))


@pytest.mark.clause("bac:4.9", "bac:A:No-Bet Coup")
@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("9C 5D KD 3H", ("player", 9, 8)),
        ("2H QS 4D 5C 3S", ("banker", 6, 8)),
        ("2H KC 3D 5S 8C", ("banker", 3, 5)),
    ],
)
def test_4_9_a_no_bet_coup_is_dealt_and_drawn_like_any_other(
    cards: str, result: tuple[str, int, int]
) -> None:
    case, with_bets = coup("", cards), coup("X tie 10", cards)
    assert case.round.is_no_bet_coup
    assert case.round.over
    assert case.result() == with_bets.result() == result
    assert case.dealt() == with_bets.dealt()
    assert case.facts(Settled) == []
    assert {"4.9", "A:No-Bet Coup"} <= case.cited()
    assert "4.9" not in with_bets.cited()
