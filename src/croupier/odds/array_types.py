"""What the arrays of analyses and simulations hold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[Any]
"""Whole numbers of any width."""
Actions = NDArray[np.int8]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
CardNumbers = NDArray[np.uint8]
"""Cards as numbers: the suit above the lowest four bits, the rank in them, an ace 0."""
Stream = NDArray[np.uint64]
"""The one word that a stream of chance goes on from."""
