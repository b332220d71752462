"""The operations, by subject. Each declares its policy; the application refuses one without."""
