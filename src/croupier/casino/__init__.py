"""The casino: its durable record, its books and its people, above the tables and their games."""
