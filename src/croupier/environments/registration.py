"""The ids under which Gymnasium knows the games."""

from __future__ import annotations

from croupier.environments.table_setup import ENVIRONMENTS

NAMESPACE, VERSION = "croupier", 0


def environment_name(instrument: str) -> str:
    """`act-blackjack-2018` is `ActBlackjack2018-v0`."""
    return "".join(word.capitalize() for word in instrument.split("-")) + f"-v{VERSION}"


def environment_id(instrument: str) -> str:
    """`act-blackjack-2018` is `croupier/ActBlackjack2018-v0`."""
    return f"{NAMESPACE}/{environment_name(instrument)}"


def environment_ids() -> tuple[str, ...]:
    """Every id that is registered, in the order of the instruments."""
    return tuple(environment_id(instrument) for instrument in ENVIRONMENTS.instruments)


def register_environments() -> None:
    """Register what is not registered yet; nothing of a game is imported before it is made."""
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError as error:
        missing = (error.name or "gymnasium").partition(".")[0]
        raise ImportError(
            f'learning environments need {missing}: pip install "croupier[gym]"', name=missing
        ) from error

    for instrument in ENVIRONMENTS.instruments:
        id = environment_id(instrument)
        if id not in registry:
            register(
                id,
                entry_point="croupier.environments.single:CroupierEnv",
                vector_entry_point="croupier.environments.vector:CroupierVectorEnv",
                kwargs={"instrument": instrument, "registered": instrument},
            )
