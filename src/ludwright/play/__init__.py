"""Playing matches of any game: outcomes, players, searches and records."""
