"""A dossier chapter by chapter: the findings as a document with numbered tables and pictures."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from typing import TYPE_CHECKING

from croupier.documents.model import (
    Bullets,
    Column,
    Document,
    Hash,
    Heading,
    Notice,
    PageBreak,
    Pairs,
    Paragraph,
    Picture,
    Style,
    Table,
    Words,
    code,
    faint,
    line,
    lines,
    strong,
)
from croupier.dossier import drawings
from croupier.dossier.findings import (
    Findings,
    distribution_check,
    hit_frequency,
    mean_checks,
    not_simulated,
    stand_offs,
)
from croupier.games import game_of
from croupier.games.signs import sign
from croupier.money import Limits, dollars
from croupier.odds import ODDS
from croupier.odds.formatting import (
    UNMOVED,
    assumptions,
    chance,
    figures,
    name,
    per_cent,
    signed,
    title,
)
from croupier.odds.risk_formatting import takings_heading
from croupier.rulebook.wording import KINDS, dates
from croupier.shoe.shuffle_statistics import BAND
from croupier.version import __version__
from croupier.wording.options import value_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from fractions import Fraction

    from croupier.documents.model import Block, Line
    from croupier.odds.results import WagerOdds
    from croupier.rulebook.instruments import Instrument, Option

VOLATILITY = 1.959964
"""Standard deviations to either side that hold nineteen results of twenty."""
WITHIN = 3.0
"""Standard errors beyond which a simulation does not agree with the analysis."""
MEASURES = {
    "position": "how often each card came to each place",
    "adjacency": "cards that still follow the card they followed before",
    "runs": "rising runs",
    "serial_correlation": "correlation of neighbouring cards",
    "order of four": "how often each of the 24 orders of four cards came",
}
MOST_TOGETHER = 40
"""Rows of a table of all wagers together that somebody reads."""
LIBRARIES = ("numpy", "numba")
NO_LIMITS = f"{dollars(1)} or more"


def document(findings: Findings, program: tuple[Hash, ...]) -> Document:
    """The whole dossier."""
    book = findings.asked.rules.instrument
    return Document(
        title=f"Mathematics of {book.title}",
        subtitle=title(findings.odds),
        blocks=tuple(_Writer(findings, program).blocks()),
        rests_on=(Hash("rulebook", book.fingerprint), *program[:1]),
        made_by=f"Croupier {__version__}",
        has_contents=True,
    )


class _Writer:
    """Writes the chapters in their order, and numbers chapters, tables and pictures."""

    def __init__(self, findings: Findings, program: tuple[Hash, ...]) -> None:
        self.found, self.program = findings, program
        self._chapter = 0
        self._sections = count(1)
        self._tables, self._pictures = count(1), count(1)

    def blocks(self) -> Iterator[Block]:
        yield from self._summary()
        yield from self._rules()
        yield from self._wagers()
        yield from self._play()
        yield from self._options()
        yield from self._house()
        yield from self._checks()
        yield from self._shuffle()
        yield from self._rests_on()
        yield from self._clauses()

    # --- numbers

    def chapter(self, text: str) -> Heading:
        self._chapter += 1
        self._sections = count(1)
        return Heading(f"{self._chapter}  {text}")

    def section(self, text: str) -> Heading:
        return Heading(f"{self._chapter}.{next(self._sections)}  {text}", 2)

    def table(
        self, caption: str, columns: tuple[Column, ...], rows: Iterable[tuple[Line, ...]]
    ) -> Table:
        return Table(f"Table {next(self._tables)}. {caption}", columns, tuple(rows))

    def figure(self, caption: str) -> str:
        return f"Figure {next(self._pictures)}. {caption}"

    # --- 1

    def _summary(self) -> Iterator[Block]:
        book, odds = self.found.asked.rules.instrument, self.found.odds
        yield PageBreak()
        yield self.chapter("Summary")
        if book.not_approved is not None:
            yield Notice(line(strong(f"{book.not_approved}. "), "Nobody has approved it."), "bad")
        yield Pairs(
            (
                ("instrument", line(f"{book.title}, {book.number} ({book.id})")),
                ("authority", line(book.authority)),
                ("in force", line(dates(book))),
                ("table", line(title(odds))),
                ("program", line(f"Croupier {__version__}")),
            )
        )
        yield self.table(
            "What every wager costs",
            (
                Column("Wager", share=5),
                Column("House edge", "right"),
                Column("Return", "right"),
                Column("Standard deviation", "right"),
                Column("Volatility", "right"),
                Column("Hit frequency", "right"),
            ),
            (
                lines(
                    (
                        name(wager),
                        per_cent(wager.house_edge),
                        per_cent(1 - wager.house_edge),
                        f"{wager.standard_deviation:.6f}",
                        f"{VOLATILITY * wager.standard_deviation:.4f}",
                        chance(hit_frequency(wager)[0]),
                    )
                )
                for wager in odds.wagers
            ),
        )
        yield Bullets(
            (
                line(strong("House edge: "), "the part of the initial wager that the house keeps."),
                line(strong("Return: "), "what is left of it, the return to the player."),
                line(
                    strong("Standard deviation: "),
                    "of one wager's net result, in initial wagers, with all that is staked later.",
                ),
                line(
                    strong("Volatility: "),
                    f"{VOLATILITY:.4g} standard deviations. The mean of n wagers lies within this, "
                    "divided by the root of n, of its expectation nineteen times in twenty.",
                ),
                line(strong("Hit frequency: "), "the chance of a net win."),
            )
        )
        yield from self._verdict()

    def _verdict(self) -> Iterator[Block]:
        """Whether all checks of this run were passed."""
        engine, wrong = self.found.engine, []
        if engine.differing:
            wrong.append(f"{engine.differing} rounds came out otherwise in engine and kernel")
        wrong += [
            f"{check.wager} was simulated {check.away:+.1f} standard errors away from its mean"
            for check in mean_checks(self.found)
            if check.away is not None and abs(check.away) > WITHIN
        ]
        wrong += [
            f"the shuffle is outside its band twice by {measure}" for measure in self._outside()
        ]
        if wrong:
            yield Notice(line(strong("A check was not passed: "), "; ".join(wrong), "."), "bad")
            return
        yield Notice(
            line(
                strong("All checks of this run were passed. "),
                f"{engine.rounds:,} rounds with {engine.settlements:,} settlements came out "
                "alike in the engine that deals at tables and in the compiled kernel, and "
                f"{self.found.simulation.rounds:,} simulated rounds agree with the exact figures.",
            ),
            "good",
        )

    def _outside(self) -> list[str]:
        scores = self.found.shuffle_scores
        return [each for each, both in scores.items() if min(map(abs, both)) > BAND]

    # --- 2

    def _rules(self) -> Iterator[Block]:
        rules = self.found.asked.rules
        book, options = rules.instrument, rules.options
        yield self.chapter("The rules of the table")
        yield Paragraph(
            line(
                "Every figure follows from the rules that the program plays by, which are read "
                "from its rulebook. Clauses are those of the instrument; their words here are the "
                "program's own, not those of the instrument."
            )
        )
        yield self.section("Pay tables")
        paid = [value for value in book.values if value.type in ("odds", "per cent")]
        yield self.table(
            "What is paid",
            (Column("Rule", share=6), Column("Value", "right", 2), Column("Clauses", share=3)),
            (
                (
                    line(_capital(value.says)),
                    line(strong(value.words)),
                    line(faint(", ".join(value.clauses))),
                )
                for value in paid
            ),
        )
        others = [value for value in book.values if value not in paid]
        if others:
            yield self.section("Other values")
            yield self.table(
                "What else the rules fix",
                (Column("Rule", share=5), Column("Value", share=5), Column("Clauses", share=3)),
                (
                    (
                        line(_capital(value.says)),
                        line(strong(value.words)),
                        line(faint(", ".join(value.clauses))),
                    )
                    for value in others
                ),
            )
        yield self.section("Options in force")
        yield self.table(
            "Every option of the table",
            (
                Column("Option", share=3),
                Column("Value", share=3),
                Column("What it decides", share=5),
                Column("Clauses", share=3),
            ),
            (
                (
                    line(option.name.replace("_", " ")),
                    line(_chosen(option, options[option.name])),
                    line(option.says),
                    line(faint(", ".join(option.clauses))),
                )
                for option in book.options
            ),
        )
        yield self.section("The sign")
        game = game_of(book)(rules)
        limits, steps = options.get("limits") or {}, options.get("multiples") or {}

        def shown(wager: str) -> Limits:
            least, most = limits.get(wager, (1, None))
            return Limits(least, most, steps.get(wager, 1))

        said = [each for each in sign(game, shown) if NO_LIMITS not in each.value]
        yield self.table(
            "What the sign at the table says",
            (Column("Line", share=7), Column("Clauses", share=3)),
            ((line(each.value), line(faint(", ".join(each.clauses)))) for each in said),
        )

    # --- 3

    def _wagers(self) -> Iterator[Block]:
        yield self.chapter("The wagers")
        yield Paragraph(
            line(
                "Net results are in initial wagers, from the player's side. A chance that is known "
                "as a ratio of whole numbers is given as one. The last column is what the outcome "
                "adds to the player's expectation; the column adds up to the house edge with the "
                "other sign."
            )
        )
        for wager in self.found.odds.wagers:
            yield from self._wager(wager)
        yield from self._together()
        if granted := assumptions(self.found.odds):
            yield self.section("What is taken for granted")
            for wagers, each in granted.items():
                yield Paragraph(line(strong(_capital(wagers))))
                yield Bullets(tuple(line(f"{_capital(said)}.") for said in each))

    def _together(self) -> Iterator[Block]:
        """How all wagers come out of one round, where that is counted and can be read."""
        joint = self.found.odds.joint
        if not 0 < len(joint) <= MOST_TOGETHER:
            return
        wagers = list(joint[0].outcomes)
        yield self.section("All wagers of a round together")
        yield self.table(
            "Every way in which the wagers come out together",
            (
                *(Column(wager, share=3) for wager in wagers),
                Column("Chance as a ratio", "right", 5),
                Column("Chance", "right", 3),
            ),
            (
                lines((*each.outcomes.values(), str(each.exact or ""), f"{each.chance:.10f}"))
                for each in sorted(joint, key=lambda it: -it.chance)
            ),
        )

    def _wager(self, wager: WagerOdds) -> Iterator[Block]:
        yield self.section(_capital(name(wager)))
        yield Pairs(tuple(_figures(wager)))
        known = any(each.exact is not None for each in wager.outcomes)
        ratio = (Column("Chance as a ratio", "right", 5),) if known else ()
        yield self.table(
            f"How {name(wager)} comes out",
            (
                Column("Outcome", share=4),
                Column("Net", "right"),
                *ratio,
                Column("Chance", "right", 3),
                Column("Adds", "right", 3),
            ),
            (
                (
                    line(each.outcome),
                    line(signed(each.net)),
                    *([line(str(each.exact or ""))] if known else []),
                    line(f"{each.chance:.10f}"),
                    line(f"{each.net * each.chance:+.10f}"),
                )
                for each in sorted(wager.outcomes, key=lambda it: -it.net)
            ),
        )
        caption = self.figure(f"The outcomes of {name(wager)}")
        yield drawings.outcomes(wager, name(wager), caption)

    # --- 4

    def _play(self) -> Iterator[Block]:
        yield self.chapter("The best play")
        strategy = self.found.strategy
        if strategy is None:
            yield Paragraph(
                line("The rules leave a player nothing to decide once the wagers are made.")
            )
            return
        yield Paragraph(
            line(
                "The charts are worked out, not typed in. This is analysis for whoever judges the "
                "game; nobody at a table is told how to play."
            )
        )
        yield Pairs(tuple((words, line(strong(short))) for short, words in strategy.in_use.items()))
        for drawn, names, width in drawings.charts(strategy):
            caption = self.figure(f"{_capital(names)}, {title(strategy)}")
            yield Picture(drawn, f"Chart of {names}: what to do in each situation.", caption, width)
        yield Bullets(tuple(line(f"{_capital(note)}.") for note in strategy.notes))

    # --- 5

    def _options(self) -> Iterator[Block]:
        yield self.chapter("What the options do")
        moving = [each for each in self.found.effects if abs(each.change) > UNMOVED]
        yield Paragraph(
            line(
                "Each option chosen otherwise than at this table, all others as they are, and what "
                "that does to the house edge."
            )
        )
        if moving:
            in_order = dict.fromkeys(each.wager for each in moving)
            yield self.table(
                "Options that move an edge",
                (
                    Column("Option chosen otherwise", share=5),
                    Column("Wager", share=3),
                    Column("House edge", "right", 2),
                    Column("Change", "right", 2),
                ),
                (
                    lines(
                        (
                            f"{each.option}={each.reading}",
                            each.wager,
                            per_cent(each.house_edge),
                            f"{100 * each.change:+.4f} %",
                        )
                    )
                    for wager in in_order
                    for each in sorted(moving, key=lambda it: -it.change)
                    if each.wager == wager
                ),
            )
        moved = {each.option for each in moving}
        still = dict.fromkeys(each.option for each in self.found.effects)
        names = ", ".join(each.replace("_", " ") for each in still if each not in moved)
        if names:
            yield Paragraph(line(f"These were chosen otherwise and move no edge: {names}."))

    # --- 6

    def _house(self) -> Iterator[Block]:
        first = self.found.takings[0]
        yield self.chapter("What the house should win")
        yield Paragraph(
            line(
                f"The theoretical win of equal wagers of 1 on {first.wager}, and the range in "
                f"which an honest table's result lies {100 * first.confidence:g} times in a "
                "hundred, from the distribution of the wager convolved as often as it is made."
            )
        )
        yield self.table(
            takings_heading(first).partition(":")[0],
            (
                Column("Wagers", "right", 2),
                Column("Theoretical win", "right", 3),
                Column("Standard deviation", "right", 3),
                Column(f"Range, {100 * first.confidence:g} %", "right", 4),
                Column("The house loses", "right", 3),
            ),
            (
                lines(
                    (
                        f"{each.rounds:,}",
                        f"{each.theoretical_win:+,.2f}",
                        f"{each.standard_deviation:,.2f}",
                        f"{each.least:+,.2f} to {each.most:+,.2f}",
                        chance(each.loses),
                    )
                )
                for each in self.found.takings
            ),
        )
        caption = "The house edge (line) and the range of 99 of 100 honest results"
        yield drawings.settling(self.found, self.figure(caption))

    # --- 7

    def _checks(self) -> Iterator[Block]:
        found, report = self.found, self.found.simulation
        yield self.chapter("How the figures were obtained and checked")
        yield self.section("Method")
        yield Bullets(lines(ODDS.of(found.asked.rules.instrument).METHOD))
        yield self.section("The sums")
        yield self.table(
            "Chances add up, and outcomes to the edge",
            (
                Column("Wager", share=4),
                Column("Sum of chances", "right", 3),
                Column("Sum of nets times chances, and the edge", "right", 5),
            ),
            (_sums(wager) for wager in found.odds.wagers),
        )
        yield self.section("Engine against kernel")
        yield Paragraph(
            line(
                "The engine is the code that deals and settles at tables, clause by clause; the "
                "kernel is compiled code that plays by tables made from the same rules. The cards "
                "of every round that the kernel dealt were dealt to the engine, the same strategy "
                "decided, and every wager was compared to the cent."
            )
        )
        engine = found.engine
        agree = Words("none", Style.GOOD)
        differ = agree if not engine.differing else Words(str(engine.differing), Style.BAD)
        yield Pairs(
            (
                ("rounds", line(f"{engine.rounds:,}")),
                ("wagers settled", line(f"{engine.settlements:,}")),
                ("rounds that differ", line(differ)),
                ("seed", line(str(report.seed))),
            )
        )
        yield self.section("Simulation against analysis")
        yield Paragraph(
            line(
                f"{report.rounds:,} rounds, each from a fresh shoe, with seed {report.seed}. The "
                "analysis and the simulation share the rules and nothing else. "
                f"Within {WITHIN:g} standard errors they agree."
            )
        )
        yield self.table(
            "Means simulated and exact",
            (
                Column("Wager", share=3),
                Column("Exact", "right", 3),
                Column("Simulated", "right", 3),
                Column("Standard error", "right", 3),
                Column("Errors away", "right", 2),
            ),
            (
                (
                    line(check.wager),
                    line(f"{100 * check.exact:+.5f} %"),
                    line(f"{100 * check.simulated:+.5f} %"),
                    line("unknown" if check.error is None else f"{100 * check.error:.5f} %"),
                    line("" if check.away is None else _score(check.away, WITHIN)),
                )
                for check in mean_checks(found)
            ),
        )
        for assumed in report.assumptions[:1]:
            yield Paragraph(line(f"{_capital(assumed)}."))
        if left_out := not_simulated(found):
            names = " and ".join(name(wager) for wager in left_out)
            yield Paragraph(
                line(
                    f"Nothing was wagered on {names} in these rounds; what is told of it "
                    "rests on the method and the sums above."
                )
            )
        yield from self._distribution()

    def _distribution(self) -> Iterator[Block]:
        check = distribution_check(self.found)
        if check is None:
            return
        report = self.found.simulation
        yield self.table(
            f"How often {report.wager} brought what, simulated and expected",
            (
                Column("Net", "right", 2),
                Column("Expected", "right", 3),
                Column("Simulated", "right", 3),
            ),
            (
                lines((signed(net), f"{often:,.1f}", f"{times:,}"))
                for net, often, times in check.rows
            ),
        )
        yield Paragraph(
            line(
                f"Chi-square {check.chi_square:.2f} with {check.freedom} degrees of freedom: a "
                "standard normal score of ",
                _score(check.score, WITHIN),
                ".",
            )
        )

    # --- 8

    def _shuffle(self) -> Iterator[Block]:
        found = self.found
        yield self.chapter("The shuffle")
        yield Paragraph(
            line(
                "Cards dealt by the program are put in order by an exchange of every card with one "
                "of those not yet placed, chosen without bias by words of SHA-256 in counter mode "
                "from a secret of 32 bytes. The hash of secret and pack is published before the "
                "first card, and the secret afterwards, so that anybody can make the order again."
            )
        )
        yield Paragraph(
            line(
                f"{found.shuffles:,} shuffles of each of two series were made in this run, with "
                "secrets that are the hashes of the series' names and running numbers. Each "
                f"measure is a standard normal score: 99 of 100 lie within ±{BAND}. As declared "
                "beforehand, a measure has failed if it lies outside in both series."
            )
        )
        yield self.table(
            "Scores of the shuffle",
            (
                Column("Measure", share=5),
                Column("First series", "right", 2),
                Column("Second series", "right", 2),
                Column("Verdict", share=2),
            ),
            (
                (
                    line(_capital(MEASURES[measure])),
                    line(f"{first:+.3f}"),
                    line(f"{second:+.3f}"),
                    line(
                        Words("outside", Style.BAD)
                        if measure in self._outside()
                        else Words("within", Style.GOOD)
                    ),
                )
                for measure, (first, second) in found.shuffle_scores.items()
            ),
        )

    # --- 9

    def _rests_on(self) -> Iterator[Block]:
        book = self.found.asked.rules.instrument
        yield self.chapter("What this rests on")
        rows = [
            ("program", line(f"Croupier {__version__}")),
            (f"rulebook of {book.id}", line(code(book.fingerprint))),
            *((each.of, line(code(each.digest))) for each in self.program),
            ("Python", line(platform.python_version())),
            *((library, line(found)) for library in LIBRARIES if (found := _version(library))),
            ("seed", line(str(self.found.simulation.seed))),
        ]
        yield Pairs(tuple(rows))
        yield Paragraph(
            line(
                "Hashes are SHA-256. The same program asked the same question makes this document "
                "again, byte for byte:"
            )
        )
        yield Paragraph(line(code(_command(self.found))))

    def _clauses(self) -> Iterator[Block]:
        book = self.found.asked.rules.instrument
        yield PageBreak()
        yield Heading("Appendix: the clauses of the instrument")
        yield Paragraph(
            line(f"All {len(book.clauses)} clauses, in the words of the program's rulebook.")
        )
        for part, about in book.parts.items():
            rows = [clause for clause in book.clauses if clause.part == part]
            if rows:
                yield Table(
                    f"{part}: {about}" if part != about else about,
                    (Column("Clause", share=2), Column("Kind", share=1), Column("Says", share=7)),
                    tuple(
                        (line(strong(each.id)), line(faint(KINDS[each.kind])), line(each.says))
                        for each in rows
                    ),
                )


# --- words and figures


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _chosen(option: Option, value: object) -> Words:
    told = value_of(option, value) or "none"
    if option.fixed:
        return Words(f"always {told}")
    return faint(told) if value == option.default else strong(told)


def _figures(wager: WagerOdds) -> Iterator[tuple[str, Line]]:
    exact = "" if wager.exact is None else f", exactly {wager.exact}"
    yield "house edge", line(strong(per_cent(wager.house_edge)), exact)
    yield "return to the player", line(per_cent(1 - wager.house_edge))
    yield "standard deviation", line(f"{wager.standard_deviation:.6f}")
    yield "volatility", line(f"{VOLATILITY * wager.standard_deviation:.4f}")
    yield "hit frequency", line(_often(*hit_frequency(wager)))
    yield "stand-offs", line(_often(*stand_offs(wager)))
    for what, value in figures(wager):
        yield what, line(value)


def _often(often: float, exact: Fraction | None) -> str:
    if not often:
        return "never"
    one_in = f", one in {1 / often:,.2f}"
    ratio = "" if exact is None else f", exactly {exact}"
    return f"{chance(often)}{one_in}{ratio}"


def _sums(wager: WagerOdds) -> tuple[Line, ...]:
    ratios = [each.exact for each in wager.outcomes]
    together = sum(each.chance for each in wager.outcomes)
    mean = sum(each.net * each.chance for each in wager.outcomes)
    if None in ratios:
        total: str = f"{together:.13f}"
    else:
        total = f"exactly {sum(each for each in ratios if each is not None)}"
    return line(name(wager)), line(total), line(f"{mean:+.12f} and {wager.house_edge:+.12f}")


def _score(score: float, within: float) -> Words:
    return Words(f"{score:+.2f}", Style.GOOD if abs(score) <= within else Style.BAD)


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _command(findings: Findings) -> str:
    asked, report = findings.asked, findings.simulation
    book = asked.rules.instrument
    words = ["croupier dossier", book.basis]
    words += [f"--amend FILE (of {book.id})"] if book.amendment else []
    words.append(f"--decks {asked.rules.decks}" if not _fixed_decks(book) else "")
    beside = {"trips", "ante"}
    words += [f"--option {k}={v}" for k, v in asked.named.items() if k not in beside]
    words += [f"--{k} {v}" for k, v in asked.named.items() if k in beside]
    words += [f"--remove {','.join(asked.removed)}"] if asked.removed else []
    words += [f"--rounds {report.rounds} --seed {report.seed} -o FILE"]
    return " ".join(filter(None, words))


def _fixed_decks(book: Instrument) -> bool:
    return any(option.fixed for option in book.options if option.name == "decks")
