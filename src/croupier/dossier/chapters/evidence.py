"""The chapters of evidence: how the figures were obtained and checked, and what they rest on."""

from __future__ import annotations

import platform
import shlex
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from croupier.documents.model import (
    Bullets,
    Column,
    Hash,
    Pairs,
    Paragraph,
    Style,
    Words,
    code,
    line,
    lines,
)
from croupier.dossier.findings import distribution_check, mean_checks, not_simulated
from croupier.odds import ODDS
from croupier.odds.formatting import name, signed
from croupier.odds.parameters import table_parameters_of
from croupier.odds.question import written
from croupier.odds.results import encode
from croupier.odds.simulation import EITHER_WAY, RUIN
from croupier.shoe.shuffle_statistics import BAND
from croupier.version import __version__
from croupier.wording.teller import capital

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.documents.model import Block, Line
    from croupier.dossier.chapters.numbered import Numbered
    from croupier.dossier.findings import Findings
    from croupier.odds.results import WagerOdds

WITHIN = 3.0
"""Standard errors beyond which a simulation does not agree with the analysis."""
MEASURES = {
    "position": "how often each card came to each place",
    "adjacency": "cards that still follow the card they followed before",
    "runs": "rising runs",
    "serial_correlation": "correlation of neighbouring cards",
    "order of four": "how often each of the 24 orders of four cards came",
}


def checks(found: Findings, numbered: Numbered) -> Iterator[Block]:
    yield numbered.chapter("How the figures were obtained and checked")
    yield numbered.section("Method")
    yield Bullets(lines(ODDS.of(found.asked.rules.instrument).METHOD))
    yield numbered.section("The sums")
    yield numbered.table(
        "Chances add up, and outcomes to the edge",
        (
            Column("Wager", share=4),
            Column("Sum of chances", "right", 3),
            Column("Sum of nets times chances, and the edge", "right", 5),
        ),
        (_sums(wager) for wager in found.odds.wagers),
    )
    yield from _engine_against_kernel(found, numbered)
    yield from _simulation_against_analysis(found, numbered)
    yield from _distribution(found, numbered)


def _engine_against_kernel(found: Findings, numbered: Numbered) -> Iterator[Block]:
    yield numbered.section("Engine against kernel")
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
            ("seed", line(str(found.simulation.seed))),
        )
    )


def _simulation_against_analysis(found: Findings, numbered: Numbered) -> Iterator[Block]:
    report = found.simulation
    yield numbered.section("Simulation against analysis")
    yield Paragraph(
        line(
            f"{report.rounds:,} rounds, each from a fresh shoe, with seed {report.seed}. The "
            "analysis and the simulation share the rules and nothing else. "
            f"Within {WITHIN:g} standard errors they agree."
        )
    )
    yield numbered.table(
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
    for assumed in report.assumptions:
        if assumed not in (RUIN, EITHER_WAY):  # of which nothing is told here
            yield Paragraph(line(f"{capital(assumed)}."))
    yield from _by_play(found)
    if left_out := not_simulated(found):
        names = " and ".join(name(wager) for wager in left_out)
        yield Paragraph(
            line(
                f"Nothing was wagered on {names} in these rounds; what is told of it "
                "rests on the method and the sums above."
            )
        )


def _by_play(found: Findings) -> Iterator[Block]:
    """Side bets that have another mean with every way to play the hand: between which theirs is."""
    for side in found.simulation.side_bets:
        exact = [
            wager
            for wager in found.odds.wagers
            if wager.wager == side.wager and wager.played is not None
        ]
        if exact:
            means = " and ".join(
                f"{-100 * wager.house_edge:+.5f} % {wager.played}" for wager in exact
            )
            error = side.standard_error
            sure = "" if error is None else f", with a standard error of {100 * error:.5f} %"
            yield Paragraph(
                line(
                    f"{capital(side.wager)} depends on how the hand is played, and has no exact "
                    f"mean by the chart: {100 * side.mean:+.5f} % was simulated{sure}, "
                    f"beside {means}."
                )
            )


def _distribution(found: Findings, numbered: Numbered) -> Iterator[Block]:
    check = distribution_check(found)
    if check is None:
        return
    report = found.simulation
    yield numbered.table(
        f"How often {report.wager} brought what, simulated and expected",
        (
            Column("Net", "right", 2),
            Column("Expected", "right", 3),
            Column("Simulated", "right", 3),
        ),
        (lines((signed(net), f"{often:,.1f}", f"{times:,}")) for net, often, times in check.rows),
    )
    yield Paragraph(
        line(
            f"Chi-square {check.chi_square:.2f} with {check.freedom} degrees of freedom: a "
            "standard normal score of ",
            _score(check.score, WITHIN),
            ".",
        )
    )


def shuffle(found: Findings, numbered: Numbered) -> Iterator[Block]:
    yield numbered.chapter("The shuffle")
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
    yield numbered.table(
        "Scores of the shuffle",
        (
            Column("Measure", share=5),
            Column("First series", "right", 2),
            Column("Second series", "right", 2),
            Column("Verdict", share=2),
        ),
        (
            (
                line(capital(MEASURES[measure])),
                line(f"{first:+.3f}"),
                line(f"{second:+.3f}"),
                line(
                    Words("outside", Style.BAD)
                    if measure in outside(found)
                    else Words("within", Style.GOOD)
                ),
            )
            for measure, (first, second) in found.shuffle_scores.items()
        ),
    )


def _score(away: float, within: float) -> Words:
    """A score in the colour of whether it lies within its bounds."""
    return Words(f"{away:+.2f}", Style.GOOD if abs(away) <= within else Style.BAD)


def outside(found: Findings) -> list[str]:
    """Measures by which the shuffle failed, as was declared beforehand."""
    scores = found.shuffle_scores
    return [each for each, both in scores.items() if min(map(abs, both)) > BAND]


def _sums(wager: WagerOdds) -> tuple[Line, ...]:
    ratios = [each.exact for each in wager.outcomes]
    together = sum(each.chance for each in wager.outcomes)
    mean = sum(each.net * each.chance for each in wager.outcomes)
    if None in ratios:
        total: str = f"{together:.13f}"
    else:
        total = f"exactly {sum(each for each in ratios if each is not None)}"
    return line(name(wager)), line(total), line(f"{mean:+.12f} and {wager.house_edge:+.12f}")


LIBRARIES = ("numpy", "numba", "typst")
"""On which figures or, in a PDF, the setting depend."""


def rests_on(found: Findings, numbered: Numbered, program: tuple[Hash, ...]) -> Iterator[Block]:
    book = found.asked.rules.instrument
    yield numbered.chapter("What this rests on")
    rows = [
        ("program", line(f"Croupier {__version__}")),
        ("this rulebook", line(code(book.fingerprint))),
        *((each.of, line(code(each.digest))) for each in program),
        ("Python", line(platform.python_version())),
        *((library, line(has)) for library in LIBRARIES if (has := _version(library))),
        ("seed", line(str(found.simulation.seed))),
    ]
    yield Pairs(tuple(rows))
    yield Paragraph(
        line(
            "Hashes are SHA-256. The same program asked the same question makes this document "
            "again, byte for byte:"
        )
    )
    yield Paragraph(line(code(_command(found))))


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _command(findings: Findings) -> str:
    """What a shell is told, to make the same document again."""
    asked, report = findings.asked, findings.simulation
    book = asked.rules.instrument
    words = ["croupier", "dossier", book.basis]
    words += ["--amend", f"{book.id}.toml"] if book.amendment else []
    for option in book.options:
        value = asked.rules.options[option.name]
        if not option.fixed and (value != option.default or option.name in asked.named):
            told = encode(value).decode() if isinstance(value, dict) else written(value)
            words += ["--option", f"{option.name}={told}"]
    for parameter in table_parameters_of(book):
        if parameter.name in asked.extras:
            value = parameter.as_option(asked.extras[parameter.name])
            words += [f"--{parameter.name.replace('_', '-')}", value]
    words += ["--remove", ",".join(asked.removed)] if asked.removed else []
    words += ["--rounds", str(report.rounds), "--seed", str(report.seed), "-o", "FILE"]
    return shlex.join(words)
