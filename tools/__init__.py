"""Programs for developers of Ludwright; not installed."""
