"""Synthesis of games: variation, screening and the loops that search for better games."""
