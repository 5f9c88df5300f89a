"""What is kept: games, playtests, critiques and runs, in one SQLite file."""
