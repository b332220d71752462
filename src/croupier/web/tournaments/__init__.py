"""Tournaments: the API, the pages for players, and the director's desk."""
