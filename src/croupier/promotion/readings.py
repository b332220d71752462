"""What rule 20 leaves open, its readings and their defaults."""

from __future__ import annotations

from croupier.rulebook.instruments import Option

READINGS = (
    Option(
        name="liquor_scope",
        says="What may not hold more than 20 litres of liquor.",
        clauses=("20.5.4",),
        readings={
            "per_prize": "Each single prize.",
            "per_promotion": "All the prizes of a promotion together.",
        },
        default="per_prize",
    ),
    Option(
        name="notify_window",
        says="When the two days for reaching a winner are over.",
        clauses=("20.8",),
        readings={
            "48h": "48 hours after the draw.",
            "second_day": "At the end of the second day after the day of the draw.",
        },
        default="48h",
    ),
    Option(
        name="preamend_restarts_24h",
        says="Whether terms that change between notice and start wait another 24 hours.",
        clauses=("20.9", "20.9.1"),
        type="flag",
        default=True,
    ),
)
