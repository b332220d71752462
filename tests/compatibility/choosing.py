"""The fewest gathered records and round files that show all that any of them shows."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import msgspec
from tests.compatibility.fixtures import Round
from tests.compatibility.gathering import Gathered

from croupier.adjudication import Answer, RoundFileError, adjudicate
from croupier.promotion.promotion import Promotion
from croupier.rulebook.instruments import instruments
from croupier.table_replay import replay
from croupier.tournament.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_encode = msgspec.json.Encoder().encode


def fewest(found: Iterable[tuple[frozenset[str], int, Any]]) -> list[Any]:
    """Greedily, whatever shows the most that is new for its size, until nothing new is left."""
    left = sorted(found, key=lambda each: each[1])
    seen: set[str] = set()
    chosen = []
    while left:
        worth = [(len(shown - seen) / (size + 600), n) for n, (shown, size, _) in enumerate(left)]
        best, place = max(worth, key=lambda each: (each[0], -each[1]))
        if not best:
            break
        shown, _, thing = left.pop(place)
        seen |= shown
        chosen.append(thing)
        left = [each for each in left if not each[0] <= seen]
    return chosen


# --- records


def records(folder: Path) -> dict[str, list[Gathered]]:
    """The chosen records, by what they are of and the instrument."""
    groups: dict[str, list[tuple[frozenset[str], int, Gathered]]] = {}
    heads: set[str] = set()
    for one in _gathered(folder):
        if one.lines[-1] not in heads and _plays_again(one):
            heads.add(one.lines[-1])
            size = sum(map(len, one.lines))
            groups.setdefault(_group(one.lines[0]), []).append((_telling(one), size, one))
    return {name: fewest(found) for name, found in sorted(groups.items())}


def _telling(one: Gathered) -> frozenset[str]:
    """Its features but for amounts, of which there are as many as there are tests."""
    return frozenset(each for each in one.features if "={" not in each)


def _gathered(folder: Path) -> Iterator[Gathered]:
    decode = msgspec.json.Decoder(Gathered).decode
    for path in sorted(folder.glob("records-*.jsonl")):
        with open(path, "rb") as file:
            yield from map(decode, file)


def _group(header: str) -> str:
    return f"{_kind(header)}s/{msgspec.json.decode(header)['entry']['instrument']}"


def _kind(header: str) -> str:
    """`table`, `tournament` or `promotion`."""
    said: str = msgspec.json.decode(header)["entry"]["format"]
    return said.removeprefix("croupier-").partition("/")[0]


def _plays_again(one: Gathered) -> bool:
    """Whether commands alone lead to it; some tests reach into what they test."""
    lines = [line.encode() for line in one.lines]
    kind = _kind(one.lines[0])
    try:
        if kind == "table":
            return replay(lines).same
        (Tournament if kind == "tournament" else Promotion).restore(lines)
    except ValueError:
        return False
    return True


# --- round files


def answer_to(file: str) -> bytes:
    """What `croupier adjudicate --lines` says to a line, and whether it is settled, or an error."""
    try:
        return _encode(adjudicate(file.encode()))
    except RoundFileError as error:
        return _encode({"error": str(error)})


Told = tuple[str, str]
"""Where a round file comes from, and what it says."""


def rounds(folder: Path, regular: dict[str, list[Told]], most: int) -> dict[str, list[Round]]:
    """The chosen round files with their answers, by instrument; those of none are errors.

    Of the regular rounds of an instrument there are so many more, and of those gathered.
    """
    groups: dict[str, dict[str, tuple[frozenset[str], int, Told]]] = {}
    for path in sorted(folder.glob("rounds-*.jsonl")):
        for line in path.read_bytes().splitlines():
            said = msgspec.json.decode(line)
            _sort_in(groups, (said["test"], said["file"]))
    for told in (each for found in regular.values() for each in found):
        _sort_in(groups, told)
    chosen: dict[str, list[Told]] = {}
    for name, found in sorted(groups.items()):
        chosen[name] = fewest(found.values())
        settled = [told for shown, _, told in found.values() if any(map(_is_settled, shown))]
        more = [told for told in settled if told not in chosen[name]]
        chosen[name] += more[:: max(1, len(more) // most)][:most]
        for n, (_, file) in enumerate(settled[:: max(1, len(settled) // SPOILT)][:SPOILT]):
            chosen[name] += ((f"{name} {why}", each) for why, each in spoilt(file, n))
    return {
        name: [
            Round(f"{name}/{n:03}", test, file, msgspec.Raw(answer_to(file)))
            for n, (test, file) in enumerate(found, 1)
        ]
        for name, found in chosen.items()
    }


SPOILT = 24
"""How many settled rounds of every instrument are there once more with something wrong."""


def spoilt(file: str, n: int) -> Iterator[Told]:
    """The same round with something that the rules refuse, or that is no round."""
    whole = json.loads(file)
    ways = _with_wrong_wagers(whole) if whole.get("wagers") else _with_wrong_script(whole)
    for way in (ways[n % len(ways)], ways[(n + 5) % len(ways)]):
        yield f"spoilt {', '.join(way)}", json.dumps({**whole, **way})


def _with_wrong_wagers(whole: dict[str, Any]) -> list[dict[str, Any]]:
    wagers, cards = whole["wagers"], whole.get("cards", [])
    decisions = whole.get("decisions") or []
    first = dict(wagers[0])
    return [
        {"wagers": [{**first, "amount": first["amount"] * 1000}, *wagers[1:]]},
        {"wagers": [{**first, "amount": 1}, *wagers[1:]]},
        {"wagers": [{**first, "wager": "lucky"}, *wagers[1:]]},
        {"wagers": [{**first, "box": 99}, *wagers[1:]]},
        {"wagers": []},
        {"cards": cards[: len(cards) // 2] if isinstance(cards, list) else []},
        {"cards": ["1S", *cards[1:]] if isinstance(cards, list) else 7},
        {"decisions": [*decisions, *decisions[-1:], {"action": "hit", "box": 1}]},
        {"decisions": decisions[:-1]},
        {"decisions": list(reversed(decisions))},
        {"options": {**whole.get("options", {}), "colour": "green"}},
        {"dealer": "dora"},
    ]


def _with_wrong_script(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """Of a round whose wagers are laid by its script."""
    script, cards = whole["script"], whole.get("cards", [])
    return [
        {"script": script[1:]},
        {"script": script[:-1]},
        {"script": [*script, {"do": "shout"}]},
        {"script": list(reversed(script))},
        {"cards": cards[: len(cards) // 2]},
        {"options": {**whole.get("options", {}), "colour": "green"}},
        {"dealer": "dora"},
    ]


def _sort_in(groups: dict[str, dict[str, tuple[frozenset[str], int, Told]]], told: Told) -> None:
    file = told[1]
    group = groups.setdefault(_instrument(file), {})
    if file not in group:
        group[file] = (_shown_by(file), len(file), told)


def _is_settled(feature: str) -> bool:
    return feature.startswith("settled ")


def _instrument(file: str) -> str:
    try:
        said = msgspec.json.decode(file)["instrument"]
    except (msgspec.DecodeError, KeyError, TypeError):
        return "errors"
    return said if said in instruments() else "errors"


def _shown_by(file: str) -> frozenset[str]:
    """How every wager came out under which clauses, or what was refused, or wrong."""
    try:
        result = adjudicate(file.encode())
    except RoundFileError as error:
        return frozenset({"error " + _words(str(error))})
    options = msgspec.json.decode(file).get("options", {})
    shown = {f"option {name}={value}" for name, value in options.items() if type(value) is not dict}
    if not isinstance(result, Answer):
        refused = result.refused
        return frozenset({*shown, f"refused {_words(refused.reason)} {refused.clauses}"})
    for each in result.settlements:
        shown.add(f"settled {each.wager} {each.outcome} {each.clauses} {each.hand}")
        odds = round(each.net / each.stake, 3) if each.stake else 0
        shown.add(f"pays {each.wager} {odds} {each.on is not None}")
    return frozenset(shown)


def _words(text: str) -> str:
    """A message without what it says of one case only."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|[0-9,.]+", "", text)[:60]
