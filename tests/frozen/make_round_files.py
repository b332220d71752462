"""Make the round files whose answers are frozen: `python -m tests.frozen.make_round_files`.

The rounds come from evenings at tables whose options are drawn at random, so that every reading of
every option occurs. Plain rounds are written in the first edition of the format, with their
`decisions`; irregular ones in the second, and some of these claim what was paid. The evenings of
Blackjack Challenge have no side bets, so that there are more files of it with side bets. This was
run once, with 1.2.0, and is kept to show where the files come from.
"""

from __future__ import annotations

from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from tests.adjudication import generated
from tests.adjudication.irregular_evenings import IrregularEvening
from tests.casino.evenings import OPTIONS, Evening
from tests.compatibility.choosing import spoilt
from tests.compressed_files import pack_lines
from tests.frozen.outputs import Output
from tests.frozen.round_file_answers import KINDS, round_files_path

from croupier.adjudication import Answer, RoundFileError, adjudicate
from croupier.adjudication.export import BeyondTheFormat, round_files
from croupier.game_rules import table_for
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import instruments, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.rulebook.instruments import Option

PLAIN, IRREGULAR = 2_000, 400
"""How many round files of every instrument there are."""
SIDE_BETS = 400
"""How many round files of Blackjack Challenge have side bets, a quarter of them irregular."""
SIDE_BET_TABLES: tuple[dict[str, Any], ...] = (
    {"side_bets": ["any-pairs"]},
    {"side_bets": ["perfect-pairs"]},
    {"side_bets": ["any-pairs", "perfect-pairs"], "allow_both_side_bets": True},
)
SIDE_BET_LIMITS = {
    "main": [10_00, 100_00],
    "any-pairs": [5_00, 50_00],
    "perfect-pairs": [5_00, 50_00],
}
"""Limits of a table with side bets: a side bet that has none on the sign cannot be opened."""
ROUNDS = 8
"""How many rounds an evening has."""
VARIED = 0.35
"""The chance that an option is not left at its usual value."""
SPOILT = 8
"""One round file in so many has something wrong."""
CLAIMED = 0.25
"""The chance that an irregular file claims what was paid."""


def draw_options(instrument: str, chance: Random) -> dict[str, Any]:
    """Return options that a table can have, some of them at random."""
    drawn = dict(OPTIONS[instrument])
    for option in load(instrument).options:
        if option.fixed or chance.random() > VARIED:
            continue
        tried = {**drawn, option.name: _draw(option, chance)}
        try:
            table_for(instrument, tried)
        except (ValueError, TypeError):
            continue
        drawn = tried
    return drawn


def _draw(option: Option, chance: Random) -> Any:
    """Return a value of an option at random."""
    readings = list(option.readings)
    match option.type:
        case "flag":
            return chance.random() < 0.5
        case "choice":
            return chance.choice(readings)
        case "list" if readings:
            return chance.sample(readings, chance.randint(0, len(readings)))
        case "number" if readings:
            return int(chance.choice(readings))
        case "number":
            least = int(option.minimum or 0)
            return chance.randint(least, int(option.maximum or least + 5))
        case "amount":
            return chance.choice((option.default, 1_00, 2_50, 50_00, 500_00))
        case "limits" | "amounts":
            return {}
    return option.default


def plain_files(instrument: str) -> Iterator[dict[str, Any]]:
    """Yield plain rounds in the first edition: shared boxes of ACT Blackjack, then evenings."""
    if instrument.startswith("act-blackjack"):
        for seed in range(PLAIN // 2):
            yield generated.play(Random(seed), instrument).file
    seed = 0
    while True:
        seed += 1
        for file in exported_rounds(Evening, instrument, seed):
            script = file.pop("script")
            if all("action" in entry for entry in script):
                yield {**file, "decisions": script}


def irregular_files(instrument: str) -> Iterator[dict[str, Any]]:
    """Yield rounds in the second edition in which something went wrong."""
    seed = 0
    while True:
        seed += 1
        for file in exported_rounds(IrregularEvening, instrument, seed, trouble=0.2):
            if any("do" in entry for entry in (*file["script"], *file.get("before", ()))):
                yield claiming(file, Random(seed))


def side_bet_files(instrument: str) -> Iterator[dict[str, Any]]:
    """Yield three plain rounds with side bets, then an irregular one, and so on."""
    plain, irregular = side_bet_rounds(instrument, plain=True), side_bet_rounds(instrument)
    while True:
        yield from islice(plain, 3)
        yield next(irregular)


def side_bet_rounds(instrument: str, *, plain: bool = False) -> Iterator[dict[str, Any]]:
    """Yield rounds in which somebody made a side bet."""
    usual = OPTIONS[instrument]
    for seed in count(10_000):
        table = SIDE_BET_TABLES[seed % len(SIDE_BET_TABLES)]
        offered = {name: SIDE_BET_LIMITS[name] for name in ("main", *table["side_bets"])}
        OPTIONS[instrument] = {**usual, **table, "limits": offered}
        try:
            if plain:
                files = list(exported_rounds(Evening, instrument, seed))
            else:
                files = list(exported_rounds(IrregularEvening, instrument, seed, trouble=0.2))
        finally:
            OPTIONS[instrument] = usual
        for file in files:
            script = file["script"]
            if all(wager.get("wager", "main") == "main" for wager in file.get("wagers", ())):
                continue
            if not plain:
                if any("do" in entry for entry in (*script, *file.get("before", ()))):
                    yield claiming(file, Random(seed))
            elif all("action" in entry for entry in script):
                del file["script"]
                yield {**file, "decisions": script}


def exported_rounds(
    kind: type[Evening], instrument: str, seed: int, **more: Any
) -> Iterator[dict[str, Any]]:
    """Yield the rounds of an evening with options drawn at random, without their source."""
    chance = Random(seed)
    usual = OPTIONS[instrument]
    OPTIONS[instrument] = options = draw_options(instrument, chance)
    try:
        evening = kind(instrument, seed, **more)
        evening.play(ROUNDS)
    except (Refused, AssertionError, ValueError):
        return  # no evening can be played with these options
    finally:
        OPTIONS[instrument] = usual
    try:
        every = [exported for _, exported in round_files(evening.table.record.lines)]
    except AssertionError:
        return  # 1.2.0 cannot export a few evenings of baccarat
    for exported in every:
        if not isinstance(exported, BeyondTheFormat):
            file = {name: value for name, value in exported.items() if name != "source"}
            stated = {name: file["options"][name] for name in options if name in file["options"]}
            yield {**file, "options": stated}


def claiming(file: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return the file with claims about its settlements, about half of them wrong."""
    if chance.random() > CLAIMED:
        return file
    try:
        answer = adjudicate(msgspec.json.encode(file))
    except RoundFileError:
        return file
    if not isinstance(answer, Answer) or not answer.settlements:
        return file
    paid = [
        {"player": each.player, "wager": each.wager, "net": each.net + chance.choice((0, 100))}
        | ({"box": each.box} if each.box is not None else {})
        | ({"hand": each.hand} if each.hand is not None else {})
        | ({"on": each.on} if each.on is not None else {})
        for each in chance.sample(answer.settlements, min(2, len(answer.settlements)))
    ]
    return {**file, "paid": paid}


def spoil(text: str, number: int) -> str:
    """Return a round with something that the rules refuse, or that is not a round."""
    file = msgspec.json.decode(text)
    if file.get("script") and number // SPOILT % 2:
        script = file["script"]
        again = script[number % len(script)]
        return msgspec.json.encode({**file, "script": [*script, again], "stop": True}).decode()
    _, spoilt_text = next(spoilt(text, number // SPOILT))
    return spoilt_text


def main() -> None:
    for instrument in instruments():
        made = {
            "plain": (plain_files(instrument), PLAIN),
            "irregular": (irregular_files(instrument), IRREGULAR),
            "side-bets": (side_bet_files(instrument), SIDE_BETS),
        }
        for kind in KINDS[instrument]:
            files, number = made[kind]
            path = round_files_path(instrument, kind)
            if path.exists():
                print(f"{path.name} is frozen already")
                continue
            texts = (msgspec.json.encode(file).decode() for file in islice(files, number))
            chosen = (spoil(text, n) if n % SPOILT == 0 else text for n, text in enumerate(texts))
            pack_lines(path, (Output(f"{n:04}", text) for n, text in enumerate(chosen, 1)))
            print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
