"""What the arrays of a simulation hold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Cards = NDArray[np.uint8]
"""Cards as numbers: the suit above the lowest four bits, the rank in them, an ace 0."""
Stream = NDArray[np.uint64]
"""The one word that a stream of chance goes on from."""
Ints = NDArray[Any]
"""Whole numbers of any width."""
Counts = NDArray[np.int64]
