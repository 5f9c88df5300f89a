"""The language of games: ludemes, their text, checks, distance and variation."""
