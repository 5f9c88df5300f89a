"""The changes, each with its revision and the one before it."""
