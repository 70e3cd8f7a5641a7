"""How Sphinx makes the book. Nothing in it is fetched, neither when it is built nor when it is read."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))  # the reference is made of its docstrings

project = "niclab"
author = "the niclab authors"
release = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.M).group(1)
version = release

extensions = ["myst_parser", "sphinx_copybutton", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence", "deflist"]
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
myst_heading_anchors = 4
root_doc = "docs/index"
highlight_language = "text"  # of blocks that name no language: what a terminal shows
smartquotes = False  # options and names appear as they are typed

html_theme = "furo"
html_title = f"niclab {release}"
html_static_path = ["static"]
html_css_files = ["book.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_search_summary = False  # a page from the disk may not read others
html_theme_options = {"top_of_page_buttons": []}

# Things a reader looks up by name: the first answers of the search.
LOOKED_UP = {"parameter": "parameter", "coarse": "parameter of the coarse level", "segment": "parameter of an Ethernet segment",
             "counter": "counter", "cause": "cause", "column": "column", "signal": "signal", "rule": "rule", "exit": "exit code"}


def setup(app):
    for kind, words in LOOKED_UP.items():
        app.add_object_type(kind, kind, objname=words)
