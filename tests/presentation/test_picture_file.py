"""Pictures as PNG files."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from ludwright.presentation.picture_file import svg_to_png

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">'
    '<text x="2" y="15" font-family="sans-serif">{}</text></svg>'
)
pytestmark = pytest.mark.skipif(find_spec("resvg_py") is None, reason="needs the extra 'picture'")


def test_a_picture_has_the_width_that_is_asked_for() -> None:
    png = svg_to_png(PICTURE.format("text"), width=120)
    assert png.startswith(b"\x89PNG")
    assert [int.from_bytes(png[at : at + 4], "big") for at in (16, 20)] == [120, 40]


@pytest.mark.skipif(find_spec("font_source_sans_pro") is None, reason="needs the extra 'picture'")
def test_png_shows_text_without_system_fonts() -> None:
    assert svg_to_png(PICTURE.format("left")) != svg_to_png(PICTURE.format("right"))
