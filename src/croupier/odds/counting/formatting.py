"""What counting is worth, in tables and pictures."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

from croupier.cards import RANKS
from croupier.odds.formatting import title
from croupier.odds.pictures import COLOURS, FAINT, INK, LINE, MARGIN, Picture
from croupier.odds.plots import Plot
from croupier.odds.sections import Section, as_html, as_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from croupier.odds.counting import AtDepth, CountedWager, Counting, IndexPlay

SHOWN = 24
"""Index plays that are printed; all of them are in the data."""
BETTER = 1e-3
"""By how much unbalanced tags have to follow a wager better to be printed beside balanced ones."""
RARE = 1e-4
"""True counts that stand less often are not drawn."""
_TENS = "TJQK"


def heading(counting: Counting) -> str:
    """The table, the count, and how far the shoe is dealt."""
    dealt = counting.penetration
    shoe = "" if dealt is None else f", dealt to {100 * dealt:.4g} % of the shoe"
    return f"{title(counting)}: {counting.count}{shoe}"


def sections(counting: Counting) -> Iterator[Section]:
    """Everything, table by table."""
    yield effects(counting)
    yield Section(
        f"how well a count follows each wager: {counting.count}, and the best tags",
        ("wager", "correlation", "tags"),
        [row for wager in counting.wagers for row in _fits(counting, wager)],
    )
    if counting.plays:
        yield Section(
            _plays_title(len(counting.plays)),
            ("hand", "against", "play", "true count", "gain in 100 rounds"),
            [_play(play) for play in counting.plays[:SHOWN]],
        )
    if any(wager.depths for wager in counting.wagers):
        yield Section(
            "cards gone: how often each wager is favourable, and what it brings then",
            ("cards", "part", *(wager.wager for wager in counting.wagers)),
            list(_depths(counting.wagers)),
        )


def effects(counting: Counting) -> Section:
    """A row for each rank, tens and court cards in one where they are alike."""
    return Section(
        "what one card less does to each wager, in per cent of it",
        ("card", *(wager.wager for wager in counting.wagers)),
        [
            (rank, *(_effect(wager.effects[ranks[0]]) for wager in counting.wagers))
            for rank, ranks in _rank_rows(counting.wagers)
        ]
        + [("none gone", *(_effect(wager.expectation) for wager in counting.wagers))],
    )


def _rank_rows(wagers: Sequence[CountedWager]) -> Iterator[tuple[str, str]]:
    """Each rank that stands for itself, with the ranks that it stands for."""
    alike = all(
        max(abs(wager.effects[rank] - wager.effects["T"]) for rank in _TENS) < 1e-12
        for wager in wagers
    )
    for rank in RANKS:
        if rank not in _TENS or not alike:
            yield rank, rank
    if alike:
        yield "10 J Q K", _TENS


def _fits(counting: Counting, wager: CountedWager) -> Iterator[tuple[str, ...]]:
    if wager.correlation is None:
        yield wager.wager, "none", "no rank moves it: only whole shoes do"
        return
    yield wager.wager, f"{wager.correlation:+.4f}", counting.count
    levels: dict[int, float] = {}
    for best in wager.best_tags:  # balanced ones come first
        if best.level in levels and best.correlation < levels[best.level] + BETTER:
            continue
        levels[best.level] = best.correlation
        kind = "" if best.balanced else " (unbalanced)"
        yield f"  level {best.level}", f"{best.correlation:+.4f}", tags_text(best.tags) + kind


def tags_text(tags: Mapping[str, float]) -> str:
    """`A-1 2+1 … T-1`, ranks that count nothing left out; T for all tens if they are alike."""
    alike = len({tags[rank] for rank in _TENS}) == 1
    ranks = [rank for rank in RANKS if rank not in _TENS[1:] or not alike]
    return " ".join(f"{rank}{tags[rank]:+g}" for rank in ranks if tags[rank])


def _plays_title(plays: int) -> str:
    chosen = f"the most gainful {SHOWN} of {plays}" if plays > SHOWN else "the most gainful first"
    return f"plays that change with the count, {chosen}"


def _play(play: IndexPlay) -> tuple[str, ...]:
    where = f"{'from' if play.from_index == 'up' else 'to'} {play.index:+.1f}"
    kind = {"hard totals": "hard ", "soft totals": "soft "}.get(play.chart, "")
    counted = play.chart.partition(", ")[2]
    if not kind and play.chart.startswith(("hard", "soft")):
        kind = f"{play.chart[:4]} "
    hand = f"{kind}{play.row}" + (f", {counted}" if counted else "")
    gain = f"{100 * play.gain:.4f}"
    return hand, play.column, f"{play.usual} to {play.instead}", where, gain


def _depths(wagers: Sequence[CountedWager]) -> Iterator[tuple[str, ...]]:
    for at in zip(*(wager.depths for wager in wagers if wager.depths), strict=True):
        yield f"{at[0].cards}", f"{100 * at[0].part:.0f} %", *(_turn(each) for each in at)


def _turn(at: AtDepth) -> str:
    if not at.favourable:
        return "never"
    return f"{100 * at.favourable:.2f} %, {100 * at.gain:+.2f} %"


def _effect(value: float) -> str:
    return f"{100 * value:+.5f}" if abs(value) > 1e-12 else "0"


def counting_text(counting: Counting) -> str:
    return as_text(heading(counting), list(sections(counting)), notes(counting))


def counting_html(counting: Counting) -> str:
    return as_html(heading(counting), list(sections(counting)), notes(counting))


def notes(counting: Counting) -> list[str]:
    said = [f"{action}: {words}" for action, words in counting.actions.items()]
    return [*said, *counting.assumptions]


# --- pictures


def counting_picture(counting: Counting) -> Picture:
    """Penetration curves of every wager, and how often each true count stands."""
    picture = Picture()
    top = picture.headed(heading(counting)) + LINE
    drawn = [wager for wager in counting.wagers if wager.depths]
    if drawn:
        top = _curves(picture, top, drawn, "shoes in which the wager is favourable, in per cent",
                      lambda at: 100 * at.favourable)  # fmt: skip
        top = _curves(picture, top, drawn, "what it brings then, in per cent of the wager",
                      lambda at: 100 * at.gain)  # fmt: skip
    if counting.true_counts:
        shares = {int(true): share for true, share in counting.true_counts.items()}
        bars(picture, top, {true: s for true, s in shares.items() if s > RARE})
    if not drawn and not counting.true_counts:
        top += LINE
        picture.words(MARGIN, top, "every round is shuffled: there are no curves", fill=FAINT)
    return picture


def _curves(
    picture: Picture,
    top: float,
    wagers: Sequence[CountedWager],
    label: str,
    of: Callable[[AtDepth], float],
) -> float:
    most = max(of(at) for wager in wagers for at in wager.depths)
    last = max(at.part for wager in wagers for at in wager.depths)
    plot = Plot(
        picture, top, (0, 100 * last), (0, most or 1), labels=("per cent of the shoe dealt", label)
    )
    ends = {}
    for wager, colour in zip(wagers, cycle(COLOURS), strict=False):
        points = [(100 * at.part, of(at)) for at in wager.depths]
        plot.line(points, colour, 2.5)
        ends[wager.wager] = points[-1]
    lowest = 0.0
    for name, (part, height) in sorted(ends.items(), key=lambda end: end[1][1]):
        plot.words(part, max(height, lowest), name, INK)  # no name lies on another
        lowest = max(height, lowest) + 0.07 * (most or 1)
    return plot.bottom


def bars(picture: Picture, top: float, shares: Mapping[int, float]) -> float:
    """How often each true count stands, as steps."""
    low, high = min(shares), max(shares) + 1
    plot = Plot(
        picture, top, (low, high), (0, 100 * max(shares.values())),
        labels=("true count, rounded down", "how often it stands, in per cent"),
    )  # fmt: skip
    points: list[tuple[float, float]] = [(low, 0)]
    for true in range(low, high):
        share = 100 * shares.get(true, 0.0)
        points += [(true, share), (true + 1, share)]
    plot.line([*points, (high, 0)], INK, 2)
    return plot.bottom


def rows(counting: Counting) -> Iterator[dict[str, Any]]:
    """A line for each figure: effects, correlations, tags, plays, depths, true counts."""
    for wager in counting.wagers:
        yield {"what": "expectation", "wager": wager.wager, "value": wager.expectation}
        for rank, effect in wager.effects.items():
            yield {"what": "effect", "wager": wager.wager, "at": rank, "value": effect}
        yield {"what": "correlation", "wager": wager.wager, "at": counting.count,
               "value": wager.correlation}  # fmt: skip
        for best in wager.best_tags:
            yield {"what": "best tags", "wager": wager.wager, "at": tags_text(best.tags),
                   "value": best.correlation}  # fmt: skip
        for at in wager.depths:
            yield {"what": "favourable", "wager": wager.wager, "at": at.cards,
                   "value": at.favourable, "standard_error": at.standard_error,
                   "gain": at.gain}  # fmt: skip
    for play in counting.plays:
        yield {"what": "index play", "wager": "main",
               "at": f"{play.chart}, {play.row} against {play.column}: {play.usual} to "
                     f"{play.instead}, {play.from_index}",
               "value": play.index, "gain": play.gain}  # fmt: skip
    for true, share in counting.true_counts.items():
        yield {"what": "true count", "at": true, "value": share}
