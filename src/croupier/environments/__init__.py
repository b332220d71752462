"""The games as learning environments: Gymnasium's interface, single and vectorised.

Importing this package registers them, so that `gymnasium.make("croupier/ActBlackjack2018-v0")`
finds them; `gymnasium.make("croupier.environments:croupier/ActBlackjack2018-v0")` imports it by
itself. Begin at `single.py`, where one table is played on the rounds of the rules themselves;
`vector.py` has many of them in compiled code, which answers to it. `docs/learning.md` is for users.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from croupier.environments.registration import environment_ids, register_environments

if TYPE_CHECKING:
    from croupier.environments.policies import best_policy
    from croupier.environments.single import CroupierEnv
    from croupier.environments.vector import CroupierVectorEnv

__all__ = [
    "CroupierEnv",
    "CroupierVectorEnv",
    "best_policy",
    "environment_ids",
    "register_environments",
]

_HOME = {
    "CroupierEnv": "croupier.environments.single",
    "CroupierVectorEnv": "croupier.environments.vector",
    "best_policy": "croupier.environments.policies",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register_environments()
