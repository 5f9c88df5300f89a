"""The native core: programs in, matches out."""

from ludwright._core import combinatorial as combinatorial


def version() -> str:
    """The version of the sources this module was compiled from."""
