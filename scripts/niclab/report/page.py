"""The frame of a page, and its tables. Every number taken from results.json names its place there."""
import html
import json
import pathlib

HERE = pathlib.Path(__file__).parent
# Nothing may be fetched, whatever the page holds.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def escape(words):
    return html.escape(str(words), quote=True)


def pointer(*places):
    """A JSON pointer (RFC 6901)."""
    return "".join("/" + str(p).replace("~", "~0").replace("/", "~1") for p in places)


def number(tree, *places, digits=None, factor=1):
    """A number of results.json, by its place."""
    value = tree
    for p in places:
        value = value[p]
    shown = f"{value * factor:.{digits}f}" if digits is not None else f"{value * factor:.10g}"
    scale = f' data-factor="{factor}"' if factor != 1 else ""
    return f'<data data-from="{escape(pointer(*places))}"{scale} value="{value!r}">{shown}</data>'


def table(heads, rows, label):
    """`heads`: names, those that begin with > are of numbers. Cells are HTML."""
    numeric = [h.startswith(">") for h in heads]
    cell = lambda tag, words, right: f'<{tag}{" class=n" if right else ""}>{words}</{tag}>'
    out = "".join(cell("th", escape(h.lstrip(">")), right) for h, right in zip(heads, numeric))
    body = "".join("<tr>" + "".join(cell("td", c, right) for c, right in zip(row, numeric)) + "</tr>" for row in rows)
    return (f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}"><table><thead><tr>{out}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>")


def figure(inside, caption=""):
    return f"<figure>{inside}<figcaption>{caption}</figcaption></figure>"


def section(name, title, inside):
    return (name, title, f'<section id="{name}"><h2>{escape(title)}</h2>{inside}</section>')


def details(summary, inside, is_open=False):
    return f'<details{" open" if is_open else ""}><summary>{escape(summary)}</summary>{inside}</details>'


def script(name, data):
    """A viewer and its data. No text in a page can end a script early."""
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}-data">{text}</script><script>{(HERE / f"{name}.js").read_text()}</script>'


def page(title, head, sections, scripts=""):
    """A whole page. `sections`: what section() gave, those that are None left out."""
    kept = [s for s in sections if s]
    links = "".join(f'<a href="#{name}">{escape(words)}</a>' for name, words, _ in kept)
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
            f'<link rel="icon" href="data:,"><style>{(HERE / "style.css").read_text()}</style></head><body><header>{head}'
            f'<nav aria-label="Parts of this page">{links}</nav></header><main>{"".join(text for _, _, text in kept)}</main>'
            f'<script>{(HERE / "print.js").read_text()}</script>{scripts}</body></html>\n')


def write(path, text):
    """Whole or not at all."""
    path = pathlib.Path(path)
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.rename(path)
