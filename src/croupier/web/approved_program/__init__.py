"""The program that serves the house: measured, compared and approved."""
