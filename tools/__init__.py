"""Programs for those who work on Ludwright; none is installed."""
