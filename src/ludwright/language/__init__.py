"""What a game says: ludemes, their text, their checks, their distance and their variation."""
