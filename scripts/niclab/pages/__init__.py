"""Pages: HTML from templates of one style, light and dark, for a browser without a network.

A page's template extends page.html, which has the frame, and takes its parts from parts.html. Text
is escaped wherever it comes from. A number taken from a tree of results carries its place there, a
JSON pointer (RFC 6901).
"""
import contextlib
import functools
import json
import os
import pathlib
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

import jinja2
from markupsafe import Markup

from niclab.counts import count_of

HERE = pathlib.Path(__file__).parent
# A page fetches nothing, whatever it holds: its styles, scripts and images are inside it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
NUMBER = Markup('<data data-from="{place}"{factor} value="{value}">{shown}</data>')


def pointer(*places: object) -> str:
    return "".join("/" + str(p).replace("~", "~0").replace("/", "~1") for p in places)


def number(tree: Any, *places: object, digits: int | None = None, factor: float = 1) -> Markup:
    """A number of the tree, by its place."""
    value = tree
    for p in places:
        value = value[p]
    shown = f"{value * factor:.{digits}f}" if digits is not None else f"{value * factor:.10g}"
    scale = Markup(' data-factor="{}"').format(factor) if factor != 1 else ""
    return NUMBER.format(place=pointer(*places), factor=scale, value=repr(value), shown=shown)


def numbers_of(tree: Any) -> Callable[..., Markup]:
    """number() of one tree, for templates."""
    return functools.partial(number, tree)


MODULES = ("text", "terms", "model", "diagram", "ribbon", "rows", "strips", "uses", "waves", "sorting", "page")  # each after those it needs


STYLE = (HERE / "style.css").read_text() + (HERE / "machine.css").read_text()


@functools.cache
def script() -> str:
    """The drawings' modules behind each other, without what joins them."""
    return "".join(re.sub(r"^import .*\n|^export (?=\w)", "", (HERE / f"modules/{name}.js").read_text(), flags=re.M) for name in MODULES)


def modules() -> Markup:
    """The same as one script, for a page that has nothing beside it."""
    return Markup(f'<script type="module">{script()}</script>')


def data(name: str, value: Any) -> Markup:
    """What the page's script finds by its name. No text in it can end a script early."""
    text = json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
    return Markup(f'<script type="application/json" id="{name}">{text}</script>')


def drawings(name: str, scenes: Sequence[tuple[str, Any]]) -> Markup:
    """What `data-draws="name"` of a page shows: (what a reader calls it, scene) of each run."""
    return data(name, [{"name": called, "scene": scene} for called, scene in scenes])


def with_choice(style: str) -> str:
    """A style whose dark colours a reader can also choose, by data-theme of the root, whatever the
    system says.
    """
    block = re.search(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}", style)
    if not block:
        return style
    chosen = f':root[data-theme="dark"] {{ color-scheme: dark; {block[1]} }}\n:root[data-theme="light"] {{ color-scheme: light; }}\n'
    return style.replace(block[0], block[0].replace(":root {", ':root:not([data-theme="light"]) {') + "\n" + chosen)


def words(name: str) -> str:
    """A direction or place of the results as a person says it."""
    return name.replace("_", " ")


# What is no text of a page, or a word that is to be typed unchanged; and the one unit that the
# program writes in ASCII.
SAID = re.compile(r"(<(script|style|pre|code)\b.*?</\2>|<[^>]*>)|\bus\b", re.DOTALL)


def in_micro(page: str) -> str:
    """A page with µs for us in its text.

    >>> in_micro('<p title="us">12 us in <code>5 us</code>')
    '<p title="us">12 µs in <code>5 us</code>'
    """
    return SAID.sub(lambda found: found[1] or "µs", page)


def compiled() -> jinja2.BytecodeCache | None:
    """Keeps compiled templates where Python keeps compiled modules: next to them. None where Python
    keeps none, or cannot write there.
    """
    folder = HERE / "templates/__pycache__"
    if sys.dont_write_bytecode:
        return None
    with contextlib.suppress(OSError):
        folder.mkdir(exist_ok=True)
    return jinja2.FileSystemBytecodeCache(str(folder)) if os.access(folder, os.W_OK) else None


@functools.cache
def templates() -> jinja2.Environment:
    made = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=True, undefined=jinja2.StrictUndefined,
                              trim_blocks=True, lstrip_blocks=True, bytecode_cache=compiled())
    made.filters["words"] = words
    made.globals.update(count_of=count_of, policy=POLICY, style=Markup(STYLE), modules=modules,
                        print_script=Markup((HERE / "print.js").read_text()))
    return made


def render(template: str, **context: Any) -> str:
    """The page's text. `contents` collects the sections for the list of them at the top."""
    return in_micro(templates().get_template(template).render(contents=[], **context))
