"""A table at which one match is played: who sits where, what was played, and how it is written.

Reaches games through `Rules`, `Position` and the record of their family, so any family can be
played here, and any surface (terminal, pages) can show it. Prints nothing.
"""
