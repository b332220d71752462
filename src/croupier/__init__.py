"""Croupier runs casino table games exactly as a regulator approved them."""

__version__ = "0.1.0"
