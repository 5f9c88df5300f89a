"""The common layout of all HTML pages.

A page is one self-contained file that loads nothing else. It follows the reader's choice of light
or dark mode and fits a phone screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby

from ludwright.shown import shown

STYLE = """
:root{color-scheme:light dark;--ground:#faf9f6;--card:#fff;--ink:#1d2126;--soft:#5f6772;
--line:#e4e1d9;--accent:#0b5f8f;--good:#00603f;--good-ground:#e2f3e9;--bad:#98330c;
--bad-ground:#fdece2;--plain-ground:#eceae4;--code:#f2efe8}
@media(prefers-color-scheme:dark){:root{--ground:#15171b;--card:#1e2126;--ink:#e9e7e2;
--soft:#a4abb6;--line:#343941;--accent:#82c4ec;--good:#86dbb2;--good-ground:#15392c;--bad:#f6ab8a;
--bad-ground:#44251b;--plain-ground:#2b2f36;--code:#272b31}}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:70rem;margin:0 auto;padding:2.5rem 1.25rem 5rem}
h1{font-size:2.2rem;line-height:1.15;margin:0 0 .6rem;letter-spacing:-.015em}
h2{font-size:1.45rem;line-height:1.25;margin:3rem 0 1rem;letter-spacing:-.01em}
h3{font-size:1.05rem;margin:1.6rem 0 .4rem}h4{font-size:.95rem;margin:1rem 0 .15rem}
p{margin:.4rem 0 .8rem;max-width:48rem}ul{margin:.2rem 0 .8rem;padding-left:1.2rem}
a{color:var(--accent);text-underline-offset:.15em}
.lead{font-size:1.12rem;color:var(--soft)}.soft{color:var(--soft)}.small{font-size:.875rem}
figure{margin:0;flex:1 1 22rem;min-width:0}
figcaption{font-size:.875rem;color:var(--soft);margin:.4rem 0 0}
svg{display:block;width:100%;height:auto;max-height:32rem;border-radius:.5rem}
.side>div{flex:1 1 24rem;min-width:0}.side h3:first-child{margin-top:0}
.rules{columns:22rem 2;column-gap:2.5rem}.rules h4{margin-top:0}.rule{break-inside:avoid}
.side{display:flex;flex-wrap:wrap;gap:1.25rem 2rem;align-items:flex-start;margin:1.25rem 0}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1.25rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.8rem;padding:1rem;
display:flex;flex-direction:column;gap:.5rem;min-width:0}
.card .board{background:#fff;border-radius:.5rem;height:15rem;display:flex;flex:none;
align-items:center}
.card .board svg{height:100%}.card h3{margin:.2rem 0 0;font-size:1.2rem}.card h3 a{color:inherit;
text-decoration:none}.card p{margin:0}
.card .last{margin-top:auto;padding-top:.3rem}
.pill{display:inline-block;border-radius:99rem;padding:.05rem .65rem;font-size:.85rem;
font-weight:600;background:var(--plain-ground)}
.pill.good{background:var(--good-ground)}.pill.bad{background:var(--bad-ground)}
.good{color:var(--good)}.bad{color:var(--bad)}.unscored{color:var(--soft)}
pre,code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.85rem}
code{background:var(--code);border-radius:.3rem;padding:.1rem .35rem;overflow-wrap:anywhere}
code.command{display:block;padding:.35rem .6rem;white-space:nowrap;overflow-x:auto}
.remarks{list-style:none;margin:0;padding:0}.remarks li{padding:.55rem 0;border-top:1px solid
var(--line)}.remarks li:first-child{border:0}.remarks p{margin:.15rem 0 0}
pre{background:var(--code);border-radius:.5rem;padding:.9rem 1rem;white-space:pre-wrap;
overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.75rem;margin:0}
.facts div{background:var(--card);border:1px solid var(--line);border-radius:.6rem;
padding:.6rem .8rem}
.facts dt{font-size:.8rem;color:var(--soft)}
.facts dd{margin:0;font-size:1.25rem;font-weight:600;font-variant-numeric:tabular-nums;
overflow-wrap:anywhere}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}
td,th{padding:.35rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{font-weight:600}thead th{color:var(--soft);font-size:.82rem}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tr.group th{padding-top:1.4rem;font-size:1rem;text-transform:capitalize}
.rank{display:block;position:relative;width:7.5rem;height:.5rem;margin:.5rem 0;border-radius:99rem;
background:var(--plain-ground)}
.rank i{position:absolute;top:0;bottom:0;border-radius:99rem;background:var(--accent);opacity:.45}
.rank b{position:absolute;top:-.15rem;width:.22rem;height:.8rem;margin-left:-.11rem;
border-radius:99rem;background:var(--accent)}
.rank.large{width:100%;max-width:26rem;height:.7rem}.rank.large b{height:1rem}
details{margin:.6rem 0}summary{cursor:pointer;color:var(--accent)}
section{scroll-margin-top:1rem}section.game{border-top:1px solid var(--line);margin-top:3rem}
.score{font-size:2.2rem;font-weight:700;line-height:1.1;font-variant-numeric:tabular-nums}
@media(max-width:40rem){main{padding:1.5rem 1rem 4rem}h1{font-size:1.8rem}
.spare{display:none}td,th{padding:.35rem .4rem}.rank{width:4.5rem}
.facts{grid-template-columns:repeat(2,1fr)}
.plot{overflow-x:auto}.plot svg{width:28rem}}
@media(prefers-color-scheme:dark){.plot svg{filter:invert(.88) hue-rotate(180deg)}
.board svg{filter:brightness(.92)}.card .board{background:#ebebeb}}
@media print{.card,section.game{break-inside:avoid}}
"""


def html_page(title: str, body: str) -> str:
    """A self-contained page; the title is plain text, the body is HTML."""
    name = escape(title)
    return shown(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title>\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>{STYLE}</style></head>\n<body><main>\n<h1>{name}</h1>\n{body}\n"
        "</main></body></html>\n"
    )


def facts_html(facts: Mapping[str, object]) -> str:
    """A few facts as tiles."""
    tiles = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(str(fact))}</dd></div>"
        for name, fact in facts.items()
    )
    return f'<dl class="facts">{tiles}</dl>'


def table_html(facts: Mapping[str, object]) -> str:
    """Facts as a table of two columns."""
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(str(fact))}</td></tr>"
        for name, fact in facts.items()
    )
    return f'<div class="wide"><table>{rows}</table></div>'


def command_html(command: str) -> str:
    """A line to copy to a terminal."""
    return f'<code class="command">{escape(command)}</code>'


def pill_html(text: str, mood: str = "") -> str:
    """A highlighted word; the mood is `good`, `bad` or ""."""
    return f'<span class="pill {mood}">{escape(text)}</span>'


def rules_sections(text: str) -> list[tuple[str, list[str]]]:
    """Rules in English as sections: each heading with its paragraphs; `- ` starts a list item."""
    found: list[tuple[str, list[str]]] = []
    # The first block is the title of the game.
    for block in text.strip().split("\n\n")[1:]:
        heading, *lines = block.split("\n")
        parts: list[str] = []
        for line in lines:
            is_more = bool(parts) and not line.startswith("  - ")
            is_inside = line.startswith("    ") or not (parts and parts[-1].startswith("- "))
            if is_more and is_inside:
                parts[-1] += f" {line.strip()}"
            else:
                parts.append(line.strip())
        found.append((heading.strip(), parts))
    return found


def rules_html(text: str) -> str:
    """Rules in English as HTML."""
    return "".join(
        f'<div class="rule"><h4>{escape(heading)}</h4>{_parts_html(parts)}</div>'
        for heading, parts in rules_sections(text)
    )


def goal_of(text: str) -> str:
    """The goal as stated by the rules in English: their aim, else the first way to end."""
    sections = dict(rules_sections(text))
    for heading in ("Aim", "End"):
        if parts := sections.get(heading):
            # Only the first sentence of the ends: the others are exceptions.
            return " ".join(parts) if heading == "Aim" else _first_sentence(parts[0])
    return ""


def _first_sentence(text: str) -> str:
    return text.removeprefix("- ").partition(". ")[0].rstrip(".") + "."


def _parts_html(parts: Iterable[str]) -> str:
    html = ""
    for is_list, group in groupby(parts, lambda part: part.startswith("- ")):
        if is_list:
            items = "".join(f"<li>{escape(one[2:])}</li>" for one in group)
            html += f"<ul>{items}</ul>"
        else:
            html += "".join(f"<p>{escape(one)}</p>" for one in group)
    return html
