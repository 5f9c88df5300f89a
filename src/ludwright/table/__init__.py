"""A table for one interactive match: who sits where, what was played, and how it is written down.

Uses games only through `Rules`, `Position` and their `Family`, so any family can be played here,
and any user interface (terminal, pages) can show it. Prints nothing.
"""
