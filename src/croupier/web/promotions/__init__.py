"""Promotions: the API, the pages for everybody, and the promotions desk."""
