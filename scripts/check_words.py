#!/usr/bin/env python3
"""Checks that models name a place, a card or a kind of line only where they may.

A model is used at any place, a bus under any card, a host on any line: whoever names one of them knows what he need not
know. A word counts as a part of an identifier, too (`vci_`, `to_server`), in upper or lower case, in code, comments, pages
and data; CMake's files are left out.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent / "models"
SUFFIXES = {".h", ".cpp", ".md", ".toml"}

# A rule: its words, and the folders and files that may use them. Folders that are not there yet are those of coming models.
RULES = {
    "place": ("client|server", ["lab/experiment"]),
    "card": ("nicstar|tbd|tsq|rsq", ["cards/nicstar", "cards/README.md", "lab/experiment"]),
    "line": ("vpi|vci", ["atm", "utopia", "phy", "cards", "stack", "net", "coarse", "check", "probe/capture", "probe/track",
                         "lab/experiment", "lab/results", "lab/watch"]),
}
TERMS = re.compile(r"(?<![a-z])(atm|has_|is_)?(arp|netware)[ _]servers?\b", re.IGNORECASE)  # of protocols: no place of ours


def may_use(name: str, places: list[str]) -> bool:
    return any(name == place or name.startswith(f"{place}/") for place in places)


def violations(root: pathlib.Path):
    """One sentence a line that uses a word where it may not."""
    for rule, (words, allowed) in RULES.items():
        pattern = re.compile(rf"(?<![A-Za-z])({words})s?(?![A-Za-z])", re.IGNORECASE)
        for path in sorted(p for p in root.rglob("*") if p.suffix in SUFFIXES):
            name = path.relative_to(root).as_posix()
            if may_use(name, allowed):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if found := pattern.search(TERMS.sub("", line)):
                    yield f"models/{name}:{number}: '{found.group()}' found, a word for the {rule}, which may stand in {', '.join(allowed)} only"


def main() -> int:
    found = list(violations(ROOT))
    print("\n".join(found) or "words of places, cards and lines stand where they may")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
