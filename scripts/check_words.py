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
TERMS = re.compile(r"\b(arp|netware) servers?\b", re.IGNORECASE)  # of protocols: no place of ours

# What waits to be mended: to become empty, never longer.
TEMPORARY = {
    "place": ["core/config.h", "lab/bench", "lab/results", "lab/run",
              "lab/watch", "probe/analyzer/analyzer.h"],
}


def may_use(name: str, places: list[str]) -> bool:
    return any(name == place or name.startswith(f"{place}/") for place in places)


def violations(root: pathlib.Path, temporary=TEMPORARY):
    """One sentence a line that uses a word where it may not."""
    for rule, (words, allowed) in RULES.items():
        pattern = re.compile(rf"(?<![A-Za-z])({words})s?(?![A-Za-z])", re.IGNORECASE)
        for path in sorted(p for p in root.rglob("*") if p.suffix in SUFFIXES):
            name = path.relative_to(root).as_posix()
            if may_use(name, allowed + temporary.get(rule, [])):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if found := pattern.search(TERMS.sub("", line)):
                    yield f"models/{name}:{number}: '{found.group()}' found, a word for the {rule}, which may stand in {', '.join(allowed)} only"


def mended(root: pathlib.Path):
    """Temporary entries nobody needs any more."""
    for rule, entries in TEMPORARY.items():
        for entry in entries:
            others = {**TEMPORARY, rule: [e for e in entries if e != entry]}
            if not any(f"models/{entry}" in line for line in violations(root, others)):
                yield f"check_words.py: the entry '{entry}' of TEMPORARY[{rule!r}] is not needed any more"


def main() -> int:
    found = list(violations(ROOT))
    waiting = sum(map(len, TEMPORARY.values()))
    print("\n".join([*found, *mended(ROOT)]) or f"words of places, cards and lines stand where they may ({waiting} entries wait to be mended)")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
