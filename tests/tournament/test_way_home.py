"""From whatever state a tournament is in, it can be brought to its end, and every fee taken home.

People do at random what makes sense and what does not: reports, disputes, players who do not come,
rounds that are void, draws that come to nothing. Again and again the record as it is then is
directed on by staff alone, until the prizes are awarded or there is nobody who could have them;
and called off, which gives back all that was paid. `CROUPIER_COMMANDS` is how many commands there
are.
"""

from __future__ import annotations

import os
from collections import Counter
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.nonsense import anything
from tests.tournament.books import gains
from tests.tournament.directing import (
    CLOSED,
    SECRETS,
    called_off,
    committing,
    directed_to_its_end,
    next_secret,
    onwards,
)
from tests.tournament.support import (
    CHALLENGE,
    DEALER,
    DIRECTOR,
    HOLDEM,
    INSPECTOR,
    INSTRUMENTS,
    MANAGER,
    MINUTE,
    OPERATOR,
    SEVEN,
    Held,
    opened,
    player,
)

from croupier.rulebook.citations import Refused
from croupier.table.acts.seeding import BringTip, OpenLink
from croupier.tournament.acts import ACTS
from croupier.tournament.acts.conduct import CAN_BE_EXPELLED, Disqualify
from croupier.tournament.acts.prizes import CancelTournament
from croupier.tournament.acts.seating import BreakTable, TakeSeat
from croupier.tournament.acts.sessions import RecordRound
from croupier.tournament.state import Ground, TournamentPhase
from croupier.tournament.tournament import Tournament

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person

COMMANDS = int(os.environ.get("CROUPIER_COMMANDS", "4000"))
LOOKED_AT = 0.2
"""How often a tournament is looked at when something was done."""
LOOKED_FOR = {TournamentPhase.TIES, TournamentPhase.PLAYED, TournamentPhase.FINISHED}
"""In which phases it always is, and at least one comes to."""
LONGEST = 150
"""After how many commands another tournament begins."""
NAMES = ("ana", "bob", "cat", "dan", "eve", "fay", "gus")
PEOPLE = (DIRECTOR, DIRECTOR, DIRECTOR, DEALER, DEALER, OPERATOR, MANAGER, INSPECTOR)
AMOUNTS = (0, 24_99, 50_00, 600_00, 600_00, 1000_00, 1000_00)
KINDS = sorted((kind for kind in ACTS if kind is not CancelTournament), key=str)
TOLD = tuple(SECRETS.values())
LINK = sha256(b"a link").hexdigest()


class Crowd:
    """Everybody around one tournament, and what they try next."""

    def __init__(self, instrument: str, chance: Random) -> None:
        self.chance = chance
        self.held = opened(instrument, **conditions_of_a_crowd(instrument, chance))
        self.held.now = SEVEN - chance.choice((5, 5, 24 * 60)) * MINUTE
        for name in chance.sample(NAMES, chance.choice((2, 4, 7))):
            self.held.do(self.held.entry(name))

    def something(self) -> bool:
        """Whether somebody managed to do anything."""
        chance = self.chance
        if chance.random() < 0.1:
            self.held.now += chance.choice((1, MINUTE, 10 * MINUTE))
        asked = self.sensible() if chance.random() < 0.6 else self.nonsense()
        try:
            self.held.do(*asked)
        except Refused:
            return False
        return True

    def sensible(self) -> tuple[Command, Person]:
        chance, name = self.chance, self.chance.choice(NAMES)
        steps = list(onwards(self.held))
        if self.held.tournament.phase is TournamentPhase.SEATING:
            steps += [(TakeSeat(player=each), DEALER) for each in NAMES]
        if chance.random() < 0.2:
            steps = self.taking_part(name)
        check, now = self.held.tournament.check, self.held.now
        possible = [each for each in steps if check(*each, now) is None]
        if len(possible) > 1:  # it is called off only where nothing else is left
            possible = [each for each in possible if not isinstance(each[0], CancelTournament)]
        if not possible:
            self.held.now += 10 * MINUTE
        command, by = chance.choice(possible or [(self.held.entry(name), DIRECTOR)])
        if isinstance(command, RecordRound):
            chips = {player: chance.choice(AMOUNTS) for player in command.chips}
            command = msgspec.structs.replace(command, chips=chips, wagered=chips)
        return command, by

    def taking_part(self, name: str) -> list[tuple[Command, Person]]:
        """Somebody brings a tip, the roll is closed, a link opened; and the draw made, or not."""
        tournament, themselves = self.held.tournament, player(name)
        tip = sha256(bytes.fromhex(LINK)).hexdigest()
        steps: list[tuple[Command, Person]] = [
            (BringTip(player=name, tip=tip), themselves),
            (OpenLink(player=name, link=LINK), themselves),
        ]
        table = self.chance.choice(["", *tournament.session.tables])
        steps += committing(self.held, table)
        steps.append((BreakTable(table=table, secret=next_secret(self.held)), DIRECTOR))
        return steps

    def nonsense(self) -> tuple[Command, Person]:
        """Anything, about people and tables that there are."""
        chance, tournament = self.chance, self.held.tournament
        command = anything(chance.choice(KINDS), chance)
        said: dict[str, Any] = {
            "player": chance.choice(NAMES), "instead_of": chance.choice(NAMES),
            "table": chance.choice([*tournament.session.tables, "nowhere"]),
            "paid": chance.choice((0, 50_00, 100_00)), "starts": self.held.now + MINUTE,
            "copy_given": True, "reason": "because", "secret": chance.choice(TOLD).hex(),
        }  # fmt: skip
        fields = {f: said[f] for f in command.__struct_fields__ if f in said}
        by = chance.choice((*PEOPLE, player(fields.get("player", "ana"))))
        return msgspec.structs.replace(command, **fields), by

    def expel_everybody(self) -> None:
        """Where nobody is left, there is still a way out."""
        for entrant in list(self.held.tournament.entrants.values()):
            breach = Disqualify(player=entrant.name, ground=Ground.BREACH, reason="seen")
            allowed = self.held.tournament.check(breach, DIRECTOR, self.held.now) is None
            if entrant.status in CAN_BE_EXPELLED and allowed:
                self.held.do(breach)


def conditions_of_a_crowd(instrument: str, chance: Random) -> dict[str, Any]:
    """Sessions, coming back and refunds as the instrument knows them."""
    heat = {"name": "heat", "rounds": 2, "advance_per_table": 2, "seats": 3, "prizes": ["10"]}
    again = {"name": "again", "rounds": 1, "advance_per_table": 1, "repechage": True}
    final: dict[str, Any] = {"name": "final", "rounds": 2, "seats": 4}
    if instrument in (HOLDEM, CHALLENGE) and chance.random() < 0.3:
        final = {"name": "final", chance.choice(["minutes", "until_players"]): 2, "seats": 4}
    sessions = chance.choice(([final], [heat, final], [heat, again, final]))
    chosen: dict[str, Any] = {
        "sessions": sessions, "progression": "as each session says", "repechage": "who is out",
    }  # fmt: skip
    if instrument != "act-blackjack-2006" and chance.random() < 0.5:
        back = {"offered": True, "method": "at once", "cost": 100_00, "chips": 500_00}
        chosen["buy_back"] = back | {"until_session": min(2, len(sessions))}
    if instrument in (HOLDEM, CHALLENGE):
        chosen["refunds"] = "who is ill"
    if instrument == HOLDEM:
        chosen["wagering"] = {"balancing": "as tables empty"}
        chosen["prize_ties"] = chance.choice(("share", "draw of cards", "play-off"))
    if instrument == CHALLENGE and chance.random() < 0.5:
        chosen |= {"chips_cashed": True, "buy_in": 1000_00, "buy_back": {"offered": False}}
    if instrument not in ("act-blackjack-2006", CHALLENGE):
        chosen["session_ties"] = chance.choice(("play-off", "share", "draw of cards"))
    return chosen


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_fees_can_be_taken_home_from_any_state(instrument: str) -> None:
    chance, looked_at = Random(f"way home {instrument}"), Counter[TournamentPhase]()
    crowd = Crowd(instrument, chance)
    for _ in range(COMMANDS // len(INSTRUMENTS)):
        done, phase = crowd.something(), crowd.held.tournament.phase
        if chance.random() < 0.003:
            crowd.expel_everybody()
        if done and (phase in LOOKED_FOR or chance.random() < LOOKED_AT):
            looked_at[phase] += 1
            look_at(crowd.held)
        if phase in CLOSED or len(crowd.held.tournament.entries) > LONGEST:
            crowd = Crowd(instrument, chance)
    assert set(looked_at) >= LOOKED_FOR, f"only {looked_at}"


def look_at(held: Held) -> None:
    """As it stands, it is directed to its end, and called off."""
    for bring_to_its_end in (directed_to_its_end, called_off):
        again = Held(Tournament.restore(held.tournament.lines), held.now)
        if again.tournament.phase not in CLOSED:
            bring_to_its_end(again)
        gains(again)  # to the cent
