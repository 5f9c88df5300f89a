"""The frame of the pages that are written to a file: one look for all of them."""

from __future__ import annotations

from html import escape

from ludwright.shown import shown

STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "pre{background:#f6f3ec;padding:1rem;white-space:pre-wrap}"
    "figure{margin:0;flex:1 1 24rem}svg{max-width:100%;height:auto;max-height:32rem}"
    ".side{display:flex;flex-wrap:wrap;gap:1rem}table{border-collapse:collapse;width:100%}"
    "td,th{padding:.15rem .5rem;border-bottom:1px solid #ddd;text-align:left}"
    "td.number{text-align:right;font-variant-numeric:tabular-nums}"
    ".unscored{color:#767676}.bad{color:#a33b00}.good{color:#00603f}"
)


def html_page(title: str, body: str) -> str:
    """A page that needs no other file; the title is plain text, the body is HTML."""
    name = escape(title)
    return shown(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title>\n'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{STYLE}</style></head>\n<body>\n<h1>{name}</h1>\n{body}\n</body></html>\n"
    )
