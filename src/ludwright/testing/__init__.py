"""Tools that compare the engines with each other; no part of play."""
