"""What lies on a layout, game by game, made from the view of a table."""
