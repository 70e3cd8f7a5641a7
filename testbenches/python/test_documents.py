"""What users read: no link leads nowhere, and what scripts/update_readme.py fills is there to be
filled.
"""
import pathlib
import re
import subprocess
import sys

import pytest
from test_rules import ROOT, script

from book import contents, values

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def anchors(path):
    """As the pages' host makes them of headings."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.M)
    return {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        if "://" in target:
            assert re.fullmatch(r"https://[\w.-]+\.[a-z]+(/[\w./~%#?=&+-]*)?", target), f"{page.name}: {target}"
            continue
        file, _, anchor = target.partition("#")
        path = page.parent / file if file else page
        assert path.is_file(), f"{page.name}: {target}"
        assert not anchor or anchor in anchors(path), f"{page.name}: {target}"


def test_each_page_is_found_by_the_book(tmp_path):
    (tmp_path / "docs/lessons").mkdir(parents=True)
    (tmp_path / "docs/index.md").write_text("[second](howto/second.md) [first](howto/first.md)")
    for name in ("docs/howto/first", "docs/howto/second", "docs/howto/third", "docs/lessons/one", "docs/loose", "models/pci/README"):
        path = tmp_path / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n")
    contents.put_toctrees(tmp_path)
    listed = re.findall(r"^/(.*)$", (tmp_path / "docs/index.md").read_text(), re.M)
    assert listed == ["docs/lessons/one", "docs/howto/second", "docs/howto/first", "docs/howto/third", "docs/loose", "models/pci/README"]


def test_each_link_of_the_index_is_a_page():
    index = (ROOT / "docs/index.md").read_text()
    missing = [p.name for p in PAGES[1:] if "docs/howto" in p.as_posix() and f"](howto/{p.name})" not in index]
    assert not missing, "how-to pages nobody would find"


def test_container_recipe():
    tool = pathlib.Path(sys.executable).parent / "hadolint"
    if not tool.exists():
        pytest.skip("hadolint is not installed")
    done = subprocess.run([tool, ROOT / "Containerfile"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    build, final = (ROOT / "Containerfile").read_text().rsplit("\nFROM ", 1)
    assert "COPY --from=build" in final and "scripts/setup.sh" in build


def test_one_version():
    versions = {file: re.search(pattern, (ROOT / file).read_text(), re.M).group(1) for file, pattern in (
        ("CMakeLists.txt", r"^project\(niclab VERSION (\S+)"), ("pyproject.toml", r'^version = "(.*)"'), ("CITATION.cff", r"^version: (.*)"),
        ("docs/niclab.1", r'"niclab ([\d.]+)"'))}
    assert len(set(versions.values())) == 1, versions


def test_each_mark_has_its_maker_and_each_maker_its_mark():
    parts = script("update_readme").PARTS
    marks = {(page.relative_to(ROOT).as_posix(), mark) for page in PAGES for mark in re.findall(r"<!-- (\w+): begin, made by scripts/update_readme", page.read_text())}
    assert marks == {(p.page, p.mark) for p in parts if p.mark}
    assert all((ROOT / p.page).is_file() for p in parts)


def test_no_value_begins_a_line():
    """There it would end its paragraph."""
    assert [p.name for p in PAGES if re.search(r"^<!-- \w+: value", p.read_text(), re.M)] == []


def test_each_value_has_its_maker_and_each_maker_its_place():
    assert {name for page in PAGES for name in values.names(page.read_text())} == set(values.VALUES)
