"""Rows as a pandas data frame, where pandas is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def data_frame(records: Sequence[dict[str, Any]]) -> Any:
    """The rows as a `pandas.DataFrame`; raises ImportError if pandas is not installed."""
    try:
        import pandas
    except ImportError as missing:
        message = (
            "a data frame needs pandas; install it with: pip install pandas, "
            "or use to_records() for a list of dictionaries"
        )
        raise ImportError(message) from missing
    return pandas.DataFrame(records)
