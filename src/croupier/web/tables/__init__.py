"""Tables: the API, the page of a table, and what it is made of."""
