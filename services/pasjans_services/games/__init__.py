"""Games as the services know them: where deals come from, and what a log says of its game."""
