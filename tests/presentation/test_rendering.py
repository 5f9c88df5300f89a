from __future__ import annotations

import subprocess
import sys
from importlib.resources import files

import pytest
from jinja2 import UndefinedError

from ludwright.presentation.rendering import render

HOSTILE = "</pre><script>alert(1)</script>&\x1b[31m\u202e\"'"


def page(**values: object) -> str:
    known = dict.fromkeys(("title", "summary", "leads", "moves", "board", "rules"), "")
    return render("showcase.html", **{**known, "players": ("a", "b"), **values})


def test_a_page_fits_a_phone_and_follows_light_and_dark() -> None:
    text = page(title="A <b>")
    assert "<h1>A &lt;b&gt;</h1>" in text
    assert "width=device-width" in text
    assert "prefers-color-scheme:dark" in text
    assert "max-width:40rem" in text


def test_every_value_is_escaped_and_made_visible() -> None:
    text = page(title=HOSTILE, summary=HOSTILE, moves=HOSTILE, players=(HOSTILE,), rules=HOSTILE)
    assert "<script" not in text
    assert not {"\x1b", "\u202e"} & set(text)
    assert text.count("&lt;script&gt;alert(1)") == 6


def test_a_value_that_a_template_needs_cannot_be_left_out() -> None:
    with pytest.raises(UndefinedError):
        render("showcase.html", title="A game")


def test_templates_are_package_data_and_all_of_them_compile() -> None:
    from ludwright.presentation.rendering import _environment

    found = {one.name for one in files("ludwright.presentation").joinpath("templates").iterdir()}
    assert {"base.html", "style.css", "plot.svg", "run.html", "critique.html"} <= found
    assert found == set(_environment().list_templates())
    for name in sorted(found):
        _environment().get_template(name)


def test_jinja_is_imported_only_when_a_page_is_made() -> None:
    code = (
        "import sys, ludwright.presentation.critique_report, ludwright.presentation.run_export\n"
        "assert 'jinja2' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
