"""Pictures as PNG files; pictures of positions are SVG, whichever family draws them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def svg_to_png(svg: str, *, width: int | None = None) -> bytes:
    """The picture as PNG, drawn by resvg with Source Sans Pro where it is installed.

    Needs the extra `picture`; the bundled font keeps images identical on all machines, including
    those without fonts.
    """
    try:
        import resvg_py
    except ImportError as missing:
        message = "PNG needs resvg; install it with: pip install 'ludwright[picture]'"
        raise ImportError(message) from missing
    fonts = _font_files()
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            font_files=fonts or None,
            skip_system_fonts=bool(fonts),
            sans_serif_family="Source Sans Pro" if fonts else None,
        )
    )


def _font_files() -> list[str]:
    """The regular and bold faces of the package font-source-sans-pro, if installed."""
    spec = find_spec("font_source_sans_pro")
    folders = [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []
    names = ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf")
    return [str(file) for folder in folders for name in names for file in folder.rglob(name)]
