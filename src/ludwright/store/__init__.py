"""Storage for games, playtests, critiques and runs, in one SQLite file."""
