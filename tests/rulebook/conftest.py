"""`benchmarks/mutations.py` is tried out here too, and is no part of the package."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))
