"""The book builds without a warning, asks nothing of the network, and explains a counter within
two clicks of its first page.
"""
import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import browser
from common import NICLAB, ROOT, check_all, skip

if not importlib.util.find_spec("sphinx"):
    skip("Sphinx is not installed")
COUNTER, MEANING = "tx_late_slots", "Cell slots lost because payload came too late. In slots."
FOREIGN = re.compile(r"""<(?:script|img|link|iframe)[^>]*(?:src|href)=["'](?:https?:)?//[^"']*""")


def it_builds(out):
    """Sphinx takes a link that leads nowhere, a page nobody leads to or a word explained twice for
    an error.
    """
    done = subprocess.run([sys.executable, ROOT / "scripts/build_book.py", "--niclab", NICLAB, "--out", out], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def every_page_is_in_it(out):
    for page in sorted((ROOT / "docs").rglob("*.md")):
        assert (out / "site" / page.relative_to(ROOT)).with_suffix(".html").is_file(), page


def links_between_pages_hold(out):
    """Of the built pages: each file and each anchor is there."""
    site = out / "site"
    texts = {path: path.read_text() for path in site.rglob("*.html")}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in texts.items()}
    seen = 0
    for path, text in texts.items():
        for target in re.findall(r'<a [^>]*href="([^"]*)"', text):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            there = (path.parent / file).resolve() if file else path
            assert there.exists(), f"{path.relative_to(site)}: {target}"
            assert not anchor or there not in anchors or anchor in anchors[there], f"{path.relative_to(site)}: {target}"
            seen += 1
    assert seen > 1000


def nothing_is_fetched(out):
    found = [(path.name, m.group()) for path in (out / "site").rglob("*.html") for m in FOREIGN.finditer(path.read_text())]
    assert not found, found


# Whether the meaning is visible on the screen, not only in the page.
SHOWN = f"""(() => {{
    const found = [...document.querySelectorAll('dd p')].find(p => p.textContent === {MEANING!r});
    if (!found) return false;
    const box = found.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
}})()"""


def two_clicks(out):
    """By the search of the first page, then its first answer; and no page of the way asks for
    anything but the book's own files.
    """
    if not browser.PROGRAM:
        return
    with browser.Browser() as page:
        page.window(1280, 800)
        page.open(out / "site/docs/index.html")
        page.run(f"(() => {{ const f = document.querySelector('.sidebar-search-container'); f.q.value = '{COUNTER}'; f.submit(); }})()")  # 1
        page.until(f"document.querySelector('#search-results li a')?.textContent.includes('{COUNTER}')")
        page.run("document.querySelector('#search-results li a').click()")  # 2
        page.until(f"location.href.includes('counters.html#') && document.readyState === 'complete' && {SHOWN}")
        assert not [url for url in page.requests() if not url.startswith("file:")], page.requests()


with tempfile.TemporaryDirectory() as temporary:
    check_all((it_builds, every_page_is_in_it, links_between_pages_hold, nothing_is_fetched, two_clicks), Path(temporary))
