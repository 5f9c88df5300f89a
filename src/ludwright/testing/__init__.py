"""Tools for tests, such as comparing the engines; not used in play."""
