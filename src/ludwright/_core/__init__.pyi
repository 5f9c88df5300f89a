"""The native core: programs in, matches out."""

from ludwright._core import (
    combinatorial as combinatorial,
    conquest as conquest,
    railway as railway
)


def version() -> str:
    """The version of the sources this module was compiled from."""

class Stop:
    """Requests that running work end soon; usable from any thread."""

    def __init__(self) -> None: ...

    def request(self) -> None: ...

    @property
    def requested(self) -> bool: ...

class Work:
    """
    A limit of counted work, in force in this thread inside a `with` statement.
    """

    def __init__(self, limit: int) -> None: ...

    def __enter__(self) -> Work: ...

    def __exit__(self, kind: object | None, error: object | None, trace: object | None) -> None: ...

    @property
    def spent(self) -> int:
        """Steps so far."""

    @property
    def limit(self) -> int: ...
