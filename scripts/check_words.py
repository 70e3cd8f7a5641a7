#!/usr/bin/env python3
"""Checks words: models name a card or a kind of line only where they may; prose keeps its limits.

    scripts/check_words.py              every rule; exit code 1 and one sentence per violation
    scripts/check_words.py FILE...      all findings in the prose of these files, in the limits or not
    scripts/check_words.py --lower      lowers the limits to the counts of today
    scripts/check_words.py --figures    rejected words, long sentences and long lines per kind of file

prose.py finds the prose of a file and what the style guide rejects. The limits per file are data,
scripts/prose_limits.toml; a file that is not listed has the limits 0. Limits may only fall: their
sums are compared with those of the commit before, so that a limit may move with its text.
"""
import pathlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

import prose

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = "scripts/prose_limits.toml"
Counts = tuple[int, int, int]  # words, sentences, lines
Limits = dict[str, Counts]

# A rule: its words, and the folders and files that may use them. A word counts as a part of an
# identifier, too (`vci_`), in upper or lower case, in code, comments, pages and data of models.
SUFFIXES = {".h", ".cpp", ".md", ".toml"}
RULES = {
    "card": ("nicstar|tbd|tsq|rsq", ["cards/nicstar", "cards/README.md", "lab/experiment"]),
    "line": ("vpi|vci", ["atm", "cosim", "utopia", "phy", "cards", "stack", "net", "coarse", "check", "probe/capture", "probe/track",
                         "lab/experiment", "lab/results", "lab/watch"]),
}

# Where prose is: folders, and the pages of the root.
FOLDERS = ("docs", "findings", "models", "scripts", "testbenches", "traces")
PROSE = {".md", ".h", ".cpp", ".py", ".toml"}
KINDS = ("word", "sentence", "line")
TITLES = ("rejected words", "sentences over 30 words", "prose lines over 100 characters")


def may_use(name: str, places: list[str]) -> bool:
    return any(name == place or name.startswith(f"{place}/") for place in places)


def violations(models: pathlib.Path) -> Iterator[str]:
    """One sentence per line of a model that uses a word where it may not."""
    for rule, (words, allowed) in RULES.items():
        pattern = re.compile(rf"(?<![A-Za-z])({words})s?(?![A-Za-z])", re.IGNORECASE)
        for path in sorted(p for p in models.rglob("*") if p.suffix in SUFFIXES):
            name = path.relative_to(models).as_posix()
            if may_use(name, allowed):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if found := pattern.search(line):
                    yield f"models/{name}:{number}: '{found.group()}' is a word of the {rule}; expected in {', '.join(allowed)} only"


def files(root: pathlib.Path) -> list[pathlib.Path]:
    """Every file with prose, but the limits."""
    found = [p for folder in FOLDERS for p in (root / folder).rglob("*") if p.suffix in PROSE and p.is_file()]
    return sorted(p for p in [*root.glob("*.md"), *found] if p != root / LIMITS)


def counts(found: list[prose.Finding]) -> Counts:
    words, sentences, lines = (sum(f.kind == kind for f in found) for kind in KINDS)
    return words, sentences, lines


def read(text: str) -> Limits:
    return {name: (words, sentences, lines) for name, (words, sentences, lines) in tomllib.loads(text).items()}


def written(limits: Limits) -> str:
    head = "# Limits of scripts/check_words.py, which may only fall:\n# rejected words, sentences over 30 words, prose lines over 100 characters\n"
    return head + "".join(f'"{name}" = [{w}, {s}, {li}]\n' for name, (w, s, li) in sorted(limits.items()) if w or s or li)


def sentence(place: str, finding: prose.Finding) -> str:
    at = f"{place}:{finding.line}: "
    if finding.kind == "word":
        return f"{at}'{finding.text}' is rejected; expected {finding.instead}"
    limit = f"{prose.LONG_SENTENCE} words" if finding.kind == "sentence" else f"{prose.LONG_LINE} characters"
    return f"{at}a {finding.kind} of {finding.text}; expected at most {limit}"


def over_limits(root: pathlib.Path, limits: Limits) -> Iterator[str]:
    """Of each file over a limit: what it is over, and the findings of that kind."""
    for path in files(root):
        name = path.relative_to(root).as_posix()
        found = prose.findings(path)
        for kind, title, count, limit in zip(KINDS, TITLES, counts(found), limits.get(name, (0, 0, 0)), strict=True):
            if count > limit:
                yield f"{name}: {count} {title}; expected at most {limit}"
                yield from (f"  {sentence(name, f)}" for f in found if f.kind == kind)


def raised(limits: Limits, before: Limits) -> Iterator[str]:
    """One sentence per kind of limit whose sum is larger than it was."""
    for k, title in enumerate(TITLES):
        now, then = (sum(counted[k] for counted in all_.values()) for all_ in (limits, before))
        if now > then:
            yield f"{LIMITS}: the sum of the limits for {title} is {now}; expected at most {then}, as before"


def lowered(root: pathlib.Path, limits: Limits) -> Limits:
    def least(name: str) -> Counts:
        words, sentences, lines = map(min, limits[name], counts(prose.findings(root / name)))
        return words, sentences, lines
    return {name: least(name) for name in limits if (root / name).exists()}


def limits_before(root: pathlib.Path) -> Limits | None:
    """Those of the commit before the last; none where there is no such commit or file."""
    done = subprocess.run(["git", "show", f"HEAD~1:{LIMITS}"], cwd=root, capture_output=True, text=True)
    return read(done.stdout) if done.returncode == 0 else None


def figures(root: pathlib.Path) -> Iterator[str]:
    areas = {"pages": lambda p: p.suffix == ".md", "headers": lambda p: p.suffix == ".h",
             "other sources": lambda p: p.suffix not in {".md", ".h"}}
    for area, belongs in areas.items():
        paths = [p for p in files(root) if belongs(p)]
        rejected, long_sentences, long_lines = map(sum, zip(*(counts(prose.findings(p)) for p in paths), strict=True))
        words, sentences = map(sum, zip(*(prose.word_count(p) for p in paths), strict=True))
        yield (f"{area}: {rejected} rejected words in {words}, {1000 * rejected / max(words, 1):.1f} per 1000; "
               f"{long_sentences} of {sentences} sentences over 30 words; {long_lines} lines over 100 characters")


def main(arguments: list[str]) -> int:
    limits = read((ROOT / LIMITS).read_text())
    if arguments == ["--lower"]:
        (ROOT / LIMITS).write_text(written(lowered(ROOT, limits)))
        return 0
    if arguments == ["--figures"]:
        print("\n".join(figures(ROOT)))
        return 0
    if arguments:
        for name in arguments:
            if not pathlib.Path(name).is_file():
                print(f"check_words.py: cannot open {name}: no such file; expected a page or a source", file=sys.stderr)
                return 2
        print("\n".join(sentence(name, f) for name in arguments for f in prose.findings(pathlib.Path(name))))
        return 0
    found = [*violations(ROOT / "models"), *over_limits(ROOT, limits), *raised(limits, limits_before(ROOT) or limits)]
    print("\n".join(found) or "check_words.py: every rule and every limit is kept")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
