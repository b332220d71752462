"""The inspector's desk: notices, meters, significant events, records and their verification."""
