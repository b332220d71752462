"""The promotions desk in a browser: its commands as forms, its terms, and its draws."""
