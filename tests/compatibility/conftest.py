"""The PostgreSQL server of the tests of the casino serves here too."""

from tests.casino.conftest import postgresql

__all__ = ["postgresql"]
