"""The floor: tables that run themselves or are run, in front of a store that loses nothing."""

from croupier.casino.floor.affair import NoSuchAffair
from croupier.casino.floor.answers import Answered
from croupier.casino.floor.floor import Floor, NoSuchTable
from croupier.casino.floor.views import Look, look, watch

__all__ = ["Answered", "Floor", "Look", "NoSuchAffair", "NoSuchTable", "look", "watch"]
