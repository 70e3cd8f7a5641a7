"""What users read: no link leads nowhere, and what scripts/update_readme.py fills is there to be filled."""
import re

import pytest
from test_rules import ROOT, script

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def anchors(path):
    """As the pages' host makes them of headings."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.M)
    return {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        file, _, anchor = target.partition("#")
        path = page.parent / file if file else page
        assert path.is_file(), f"{page.name}: {target}"
        assert not anchor or anchor in anchors(path), f"{page.name}: {target}"


def test_each_page_stands_in_the_index():
    index = PAGES[0].read_text().split("## Pages")[1]
    assert [p.name for p in PAGES[1:] if f"](docs/{p.name})" not in index] == []


def test_one_version():
    versions = {file: re.search(pattern, (ROOT / file).read_text(), re.M).group(1) for file, pattern in (
        ("CMakeLists.txt", r"^project\(niclab VERSION (\S+)"), ("pyproject.toml", r'^version = "(.*)"'), ("CITATION.cff", r"^version: (.*)"),
        ("docs/niclab.1", r'"niclab ([\d.]+)"'))}
    assert len(set(versions.values())) == 1, versions


def test_each_mark_has_its_maker_and_each_maker_its_mark():
    parts = script("update_readme").PARTS
    marks = {(page.relative_to(ROOT).as_posix(), mark) for page in PAGES for mark in re.findall(r"<!-- (\w+): begin", page.read_text())}
    assert marks == {(p.page, p.mark) for p in parts if p.mark}
    assert all((ROOT / p.page).is_file() for p in parts)
