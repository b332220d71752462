"""What happened to a record whose chain is broken: lines altered, missing, moved, doubled, added.

Entries carry numbers, so a line can be held against the line before it in number, wherever that
stands now. What was moved still fits there; what was altered fits nowhere.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from croupier.aggregate.record_lines import START, Fault, RecordProblem, link

if TYPE_CHECKING:
    from croupier.aggregate.hash_chain import Evidence

_MOST_COPIES = 8
"""How many lines of one number are compared with each other; a forger may write any number."""


def diagnose(seen: Evidence) -> list[RecordProblem]:
    """Every problem of a record that is not sound, in the order of its lines."""
    if not seen.unlinked and not seen.flaws:
        return _wrong_numbers(seen)
    case = _Case(seen)
    case.name_repeats()
    case.name_moved()
    case.name_strays_and_gaps()
    case.name_altered()
    return sorted(case.problems.values(), key=lambda problem: problem.line)


def _wrong_numbers(seen: Evidence) -> list[RecordProblem]:
    """The hashes are right: whoever made the record numbered it wrongly."""
    problems: list[RecordProblem] = []
    due = 0
    for place, number in enumerate(seen.numbers):
        line = place + 1
        if number is None:
            problems.append(RecordProblem(Fault.BAD_ENTRY, line, f"line {line} is no entry"))
        elif number != due:
            text = f"line {line} is {_entry(number)} where {_entry(due)} is due"
            problems.append(RecordProblem(Fault.NOT_CONSECUTIVE, line, text))
        due = due + 1 if number is None else number + 1
    return problems


class _Case:
    """The inquiry into one record. Places count from 0, lines from 1."""

    def __init__(self, seen: Evidence) -> None:
        self.seen = seen
        self.problems = {(p.line, p.fault): p for p in seen.flaws.values()}
        self.by_number: dict[int, list[int]] = {}
        for place, number in enumerate(seen.numbers):
            if number is not None:
                self.by_number.setdefault(number, []).append(place)
        self.chosen = {number: self._choose(number) for number in self.by_number}
        """Of the lines that claim a number, the one that fits its neighbours best."""
        self.strays = {place for place, number in enumerate(seen.numbers) if number is None}
        """Lines that are not what they claim to be, or cannot be read."""
        self.spine: list[int] = []
        """The places of the lines that stand in order."""
        self.moved: list[int] = []
        """The numbers of the lines that do not."""

    # -- hashes

    def follows(self, place: int, previous: bytes) -> bool:
        """Whether a line continues the line with that hash."""
        body = self.seen.unlinked.get(place)
        if body is None:
            return self.seen.before(place) == previous
        return link(previous, body) == self.seen.hashes[place]

    def _choose(self, number: int) -> int:
        places = self.by_number[number]
        if len(places) == 1:
            return places[0]
        return max(
            places[:_MOST_COPIES],
            key=lambda place: (self._ties(place, number), place not in self.seen.unlinked),
        )

    def _ties(self, place: int, number: int) -> int:
        """To how many of its neighbours in number a line fits."""
        hashes = self.seen.hashes
        earlier = [hashes[i] for i in self.by_number.get(number - 1, [])[:_MOST_COPIES]]
        later = self.by_number.get(number + 1, [])[:_MOST_COPIES]
        if number == 0:
            earlier = [START.encode()]
        return any(self.follows(place, previous) for previous in earlier) + any(
            self.follows(i, hashes[place]) for i in later
        )

    # -- what happened

    def name_repeats(self) -> None:
        for number, places in self.by_number.items():
            first = self.chosen[number]
            for place in places:
                if place == first:
                    continue
                if self.seen.hashes[place] == self.seen.hashes[first]:
                    self._say(Fault.REPEATED, place, f"repeats line {first + 1}")
                else:
                    self.strays.add(place)

    def name_moved(self) -> None:
        in_file = sorted((place, number) for number, place in self.chosen.items())
        kept = _longest_rising([number for _, number in in_file])
        for index, (place, number) in enumerate(in_file):
            if index in kept:
                self.spine.append(place)
            elif self._ties(place, number):
                self.moved.append(number)
                after = self._numbered_before(place)
                where = "at the beginning" if after is None else f"after {_entry(after)}"
                self._say(Fault.OUT_OF_ORDER, place, f"is out of order: {_entry(number)} {where}")
            else:
                self.strays.add(place)
                del self.chosen[number]

    def name_strays_and_gaps(self) -> None:
        strays = sorted(self.strays)
        moved = sorted(self.moved)
        number, place = -1, -1
        for next_place in self.spine:
            next_number = self.seen.numbers[next_place]
            assert next_number is not None
            elsewhere = bisect_left(moved, next_number) - bisect_left(moved, number)
            missing = next_number - number - 1 - elsewhere
            between = _within(strays, place, next_place)
            self._name_strays(between, missing, number + 1)
            if missing > len(between):
                self._name_gap(next_place, number + 1, next_number - 1, missing - len(between))
            number, place = next_number, next_place
        tail = _within(strays, place, len(self.seen.hashes))
        self._name_strays(tail, len(tail), number + 1)

    def _name_strays(self, places: list[int], missing: int, due: int) -> None:
        """Strays that stand where entries are missing are those entries, altered."""
        for index, place in enumerate(places):
            if place in self.seen.flaws:
                continue
            number = self.seen.numbers[place]
            itself = "it is no entry" if number is None else f"it calls itself {_entry(number)}"
            if missing == 0:
                self._say(Fault.INSERTED, place, f"was inserted: {itself}, and none is missing")
            elif missing == len(places):
                is_due = f"where {_entry(due + index)} is due"
                what = "does not fit its hash" if number == due + index else f"{itself} {is_due}"
                self._say(Fault.ALTERED, place, f"was altered: {what}")
            else:
                self._say(Fault.ALTERED, place, f"was altered or inserted: {itself}")

    def _name_gap(self, place: int, first: int, last: int, missing: int) -> None:
        while first in self.chosen:
            first += 1
        while last in self.chosen:
            last -= 1
        if missing == 1 and first == last:
            what = f"{_entry(first)} is missing before it"
        else:
            what = f"{missing} of the entries {first} to {last} are missing before it"
            if missing == last - first + 1:
                what = f"entries {first} to {last} are missing before it"
        if place in self.seen.unlinked and not self._is_continued(place):
            what += ", or it was altered"
        self._say(Fault.MISSING, place, f"does not follow on: {what}")

    def _is_continued(self, place: int) -> bool:
        following = place + 1
        return following < len(self.seen.hashes) and self.follows(
            following, self.seen.hashes[place]
        )

    def name_altered(self) -> None:
        """Hold each line against the one before it in number.

        A line whose hash alone was altered is continued by a line that fits the hash it should
        have; so each line may be continued by the hash it claims and by the one it should have.
        """
        continued_by: dict[int, tuple[bytes, ...]] = {-1: (START.encode(),)}
        for number in sorted(self.chosen):
            place = self.chosen[number]
            claimed = self.seen.hashes[place]
            before = continued_by.get(number - 1, ())
            fitting = [index for index, hash_ in enumerate(before) if self.follows(place, hash_)]
            continued_by[number] = (claimed,)
            if fitting:
                if fitting[0] > 0:
                    text = "was altered: the hash it carries is not its own"
                    self._say(Fault.ALTERED, self.chosen[number - 1], text)
            elif before:
                body = self.seen.unlinked.get(place)
                if body is not None:
                    should = (link(hash_, body) for hash_ in before[:_MOST_COPIES])
                    continued_by[number] = (claimed, *should)
                self._say(Fault.ALTERED, place, self._misfit(number))

    def _misfit(self, number: int) -> str:
        if number == 0:
            return "does not fit its hash: the header was altered"
        before = self.chosen[number - 1] + 1
        return (
            f"does not fit its hash: it was altered, or line {before} was rewritten "
            "with a hash to match"
        )

    def _say(self, fault: Fault, place: int, text: str) -> None:
        line = place + 1
        self.problems[line, fault] = RecordProblem(fault, line, f"line {line} {text}")

    def _numbered_before(self, place: int) -> int | None:
        numbers = (self.seen.numbers[i] for i in range(place - 1, -1, -1))
        return next((number for number in numbers if number is not None), None)


def _entry(number: int) -> str:
    return f"entry {number}" if number else "the header"


def _within(places: list[int], after: int, before: int) -> list[int]:
    return places[bisect_left(places, after + 1) : bisect_left(places, before)]


def _longest_rising(numbers: list[int]) -> set[int]:
    """The indices of a longest strictly rising part of the numbers, not necessarily in a row."""
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for index, number in enumerate(numbers):
        length = bisect_left(tails, number)
        previous.append(ends[length - 1] if length else -1)
        if length == len(tails):
            tails.append(number)
            ends.append(index)
        else:
            tails[length], ends[length] = number, index
    kept: set[int] = set()
    index = ends[-1] if ends else -1
    while index >= 0:
        kept.add(index)
        index = previous[index]
    return kept
