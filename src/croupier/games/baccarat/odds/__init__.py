"""Baccarat: what each wager on a coup is worth, as ratios of counted coups."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from croupier.game_rules import RULES
from croupier.games.baccarat import pairs, settlement
from croupier.games.baccarat.facts import Winner
from croupier.games.baccarat.hands import BANKER, BANKER_PAIR, PLAYER, PLAYER_PAIR, TIE
from croupier.games.baccarat.odds.coup_counts import coups
from croupier.odds import results
from croupier.odds.option_effects import effects_of
from croupier.odds.results import Joint, edges, exact_wager
from croupier.rulebook.citations import NoRuling
from croupier.rulebook.settlement_tables import PAY_TABLES, must_rule_alike, row_for
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.games.baccarat.odds.coup_counts import Coup
    from croupier.games.baccarat.rules import BaccaratRules, Suits
    from croupier.odds.question import Question
    from croupier.odds.results import Effect, WagerOdds
    from croupier.odds.shoe_composition import Composition

    Result = tuple[str, Fraction]
    """How a wager calls the way it came out, and what that brings."""

ASKS: frozenset[str] = frozenset()
"""What is asked of this game and not of every one (`croupier.odds.parameters`)."""
NAMED = frozenset({"settlement"})
PAIRS = (PLAYER_PAIR, BANKER_PAIR)
PART_OF: Mapping[str, str] = {}
HAS_BOXES = False
DECIDES_BY_RANKS = True
LONG = False
METHOD = (
    "The tableau leaves no decision. All orders in which the shoe can deal six cards are counted "
    "by the point values of the cards, drawn without replacement; with whole decks there are "
    "4,998,398,275,503,360 of them for eight decks.",
    "Each order falls into a coup: the two totals, and the pairs among the first two cards of each "
    "hand. The rules of settlement that a table plays by are asked once for each kind of coup.",
    "Every figure is a ratio of whole numbers; nothing is rounded but what is printed as a decimal "
    "fraction, and the standard deviation is the root of such a ratio.",
)
FURTHER: tuple[str, ...] = ()
COUNTED = "croupier.games.baccarat.odds.counting"
NOT_COUNTED = ""
COVARIED = "croupier.games.baccarat.odds.covariance"
strategy = decide = None


def analyse(rules: BaccaratRules, shoe: Composition) -> Iterator[WagerOdds]:
    """Player, banker and tie, and the pairs that the table offers."""
    counted = coups(rules.law, shoe)
    for wager, result in wagers_of(rules).items():
        ways: Counter[str] = Counter()
        nets: dict[str, Fraction] = {}
        for coup, orders in counted.items():
            name, net = result(coup)
            ways[name] += orders
            nets[name] = net
        yield exact_wager(
            wager,
            ((name, nets[name], orders) for name, orders in ways.items()),
            settlement=rules.options["settlement"] if wager == BANKER else None,
            side_bets=rules.options["side_bets"] if wager in PAIRS else None,
        )


def effects(asked: Question) -> tuple[Effect, ...]:
    """What each choice that the instrument leaves to a table does to the edges."""
    return tuple(effects_of(asked, lambda *table: edges(analyse(*table))))


def exact_edges(rules: BaccaratRules, shoe: Composition) -> dict[str, Fraction | float]:
    """What every wager costs and nothing else."""
    return results.exact_edges(analyse(rules, shoe))


def joint(rules: BaccaratRules, shoe: Composition) -> Iterator[Joint]:
    """How all wagers of a coup come out together."""
    wagers = wagers_of(rules)
    together: Counter[tuple[str, ...]] = Counter()
    for coup, orders in coups(rules.law, shoe).items():
        together[tuple(result(coup)[0] for result in wagers.values())] += orders
    whole = together.total()
    for names, orders in together.items():
        chance = Fraction(orders, whole)
        outcomes = dict(zip(wagers, names, strict=True))
        yield Joint(outcomes=outcomes, chance=float(chance), exact=chance)


def wagers_of(rules: BaccaratRules) -> dict[str, Callable[[Coup], Result]]:
    """The wagers that the table takes, each with how it comes out of a coup."""

    if rules.pairs is not None:
        must_rule_alike(
            RULES.of(rules.instrument).domains(rules.instrument)[
                f"{PAY_TABLES}{rules.pairs_table}"
            ],
            lambda case: case["pair"],
            merging="the analyses of baccarat treat pairs of all ranks alike",
            wager=rules.pairs_table,
        )
    apart = {wager: _told_apart(rules, wager) for wager in rules.law.limbs}

    @cache
    def main(wager: str, player: int, banker: int) -> Result:
        name = _name(player, banker)
        if name in apart[wager]:
            limb = settlement.limb_for(rules, wager, player, banker)
            name = f"{name}: {limb.event}"
        return name, _net(settlement.rule_on(rules, wager, player, banker))

    @cache
    def pair(suits: Suits | None) -> Result:
        row = row_for(rules.law.pay_tables[rules.pairs_table], pairs.case_of_suits(suits))
        if row is None:
            return "no pair", Fraction(-1)
        pays = rules.odds(row.pays) if isinstance(row.pays, str) else row.pays
        if pays is None:
            raise NoRuling(f"{row.cited} wins and names no odds")
        return row.event, Fraction(pays.value.win, pays.value.stake)

    wagers: dict[str, Callable[[Coup], Result]] = {
        PLAYER: lambda coup: main(PLAYER, coup.player, coup.banker),
        BANKER: lambda coup: main(BANKER, coup.player, coup.banker),
        TIE: lambda coup: main(TIE, coup.player, coup.banker),
    }
    if rules.pairs is not None:
        wagers[PLAYER_PAIR] = lambda coup: pair(coup.player_pair)
        wagers[BANKER_PAIR] = lambda coup: pair(coup.banker_pair)
    return wagers


def _name(player: int, banker: int) -> str:
    """Return how a coup came out, in words."""
    won = settlement.winner(player, banker)
    return f"{won} with {banker}" if won is Winner.BANKER and banker == 6 else str(won)


def _told_apart(rules: BaccaratRules, wager: str) -> frozenset[str]:
    """Return the names of coups that the limbs of a wager do not settle alike."""
    nets: defaultdict[str, set[Fraction]] = defaultdict(set)
    for player, banker in product(range(10), repeat=2):
        net = _net(settlement.rule_on(rules, wager, player, banker))
        nets[_name(player, banker)].add(net)
    return frozenset(name for name, found in nets.items() if len(found) > 1)


def _net(ruling: settlement.Ruling) -> Fraction:
    if ruling.odds is not None:
        return Fraction(ruling.odds.win, ruling.odds.stake)
    return Fraction(-1 if ruling.outcome is Outcome.LOSE else 0)
