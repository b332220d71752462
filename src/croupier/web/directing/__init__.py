"""The director's desk: conditions in a form, and every command of a tournament with its rules."""
