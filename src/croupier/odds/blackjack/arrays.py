"""What the arrays of the analysis hold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[Any]
"""Whole numbers of any width."""
Actions = NDArray[np.int8]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
