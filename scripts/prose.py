"""Finds the prose of a file, and what the style guide of CONTRIBUTING.md rejects in it.

Prose of a Markdown page is everything but code, headings, pictures and generated blocks. Table
cells are checked for words, not for length. Prose of a source file is its comments and docstrings.
"""
import dataclasses
import pathlib
import re
from collections.abc import Iterator

LONG_SENTENCE, LONG_LINE = 30, 100  # words, characters

# What is rejected, in lower case (a blank is any white space), and what to write instead.
WORDS = {
    r"told|tells?|telling": "report, print, state, record",
    r"(?<!people\s)(?<!readers\s)(?<!researchers\s)(?<!users\s)(?<!anyone\s)who(?:ever|se|m)?": "the component: caller, driver, observer",
    r"(?:some|no|any|every)body": "the component: caller, driver, observer",
    r"stands?|stood": "is, is listed in, is stored in",
    r"behind": "after, following, queued behind is 'after N others'",
    r"amid": "during, inside",
    r"beside": "next to, as well as",
    r"likewise": "similarly, or the sentence again",
    r"in place of": "instead of",
    r"in turn": "alternately, one after the other",
    r"so (?:many|long|late|often)": "a number, or 'after N'",
    r"at (?:the|their|its) pins|off (?:the|its|their) wires": "signal level, transaction level",
    r"whole links|hand(?:s|ed)? (?:\w+ ){0,5}over whole": "transaction level",
    r"step(?:s|ped|ping)? over": "skip",
    r"(?:held|holds?) (?:against|by|to)": "checked against, compared with, covered by a test",
    r"hangs? on": "depends on",
    r"looks at|looked at|looking at": "observes, reads, checks",
    r"stretch(?:es)?": "interval",
    r"of late": "recently",
    r"ha(?:s|ve|d) (?:it|them) (?:all|whole|so)": "a verb that states the action",
    r"(?:a|an) \w+ (?:a|an) (?:row|column|line|run|host|card|key|packet|cell|page|file|flow|kind)": "one ... per ...",
}
GROUPS = list(WORDS.values())
PATTERN = re.compile(r"\b(?:" + "|".join(rf"(?P<w{i}>{words})".replace(" ", r"\s+") for i, words in enumerate(WORDS)) + r")\b")


@dataclasses.dataclass(frozen=True)
class Finding:
    line: int
    kind: str  # word, sentence or line
    text: str
    instead: str


@dataclasses.dataclass(frozen=True)
class Paragraph:
    """Lines of prose that belong together, markup removed. The first is number `line` of its file."""
    line: int
    lines: list[str]
    cell: bool = False  # of a table


def markdown(text: str) -> Iterator[Paragraph]:
    def blank(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n")

    text = re.sub(r"<!-- \w+: value -->(.*?)<!-- end -->", r"\1", text, flags=re.S)
    text = re.sub(r"<!-- [\w ]+: begin.*?<!-- [\w ]+: end -->|<!--.*?-->|^```(?!\{).*?^```$", blank, text, flags=re.S | re.M)
    lines: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        item = re.match(r"\s{0,3}(?:[*-]|\d+\.) +", line)
        code = line.startswith(("    ", "\t")) and not (lines and re.match(r"\s{0,3}(?:[*-]|\d+\.) ", lines[0]))
        if lines and (code or item or not line.strip() or line.startswith(("#", "|", "![", "```"))):
            yield Paragraph(number - len(lines), lines)
            lines = []
        if line.startswith("|"):
            yield Paragraph(number, [line], cell=True)
        elif line.strip() and not code and not line.startswith(("#", "![", "```", "==", "--")):
            lines.append(line)


def comments(text: str) -> Iterator[Paragraph]:
    """Runs of lines with a comment, of C++, Python and TOML, and docstrings."""
    text = re.sub(r'^( *(?:def |class ).*\n| *)(\s*)"""(.*?)"""', lambda m: m[1] + m[2] + "\n".join(f"# {line}" for line in m[3].split("\n")), text,
                  flags=re.S | re.M)
    lines: list[str] = []
    number = 0
    for number, line in enumerate(text.split("\n"), 1):
        found = COMMENT.search(line) if "//" in line or "#" in line else None
        words = found[2].strip() if found and len(found[1]) < CODE_INDENT else ""
        if words and not (lines and found and line[:found.start()].strip()):
            lines.append(words)
            continue
        if lines:
            yield Paragraph(number - len(lines), lines)
        lines = [words] if words else []
    if lines:
        yield Paragraph(number + 1 - len(lines), lines)


COMMENT = re.compile(r"(?:^\s*|\s)(?://[/!]?<?|#)(\s+)(?:@file\s+)?(.*)$")
CODE_INDENT = 5  # blanks after the mark of a comment: a command or a table, no prose
MARKUP = ((re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), r"\1"), (re.compile(r"\{term\}`([^`<]*?)\s*(?:<[^>]*>)?`"), r"\1"),
          (re.compile(r"`[^`]*`"), "X"), (re.compile(r"\*\*"), ""), (re.compile(r"\b(e\.g|i\.e|et al)\."), "eg"))
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[A-Z\"(\[0-9])")
WORD = re.compile(r"[\w#./%+'-]+")


def cleaned(paragraph: Paragraph) -> str:
    text = re.sub(r"^\s*(?:[*-]|\d+\.) +", "", "\n".join(paragraph.lines))
    if "`" in text or "](" in text or "**" in text or "." in text:
        for pattern, by in MARKUP:
            text = pattern.sub(by, text)
    return text


def findings(path: pathlib.Path) -> list[Finding]:
    """Everything that the style guide rejects in one file."""
    found = []
    text = path.read_text(errors="replace")
    for paragraph in markdown(text) if path.suffix == ".md" else comments(text):
        words = cleaned(paragraph)
        for match in PATTERN.finditer(words.lower()):
            instead = GROUPS[int(str(match.lastgroup)[1:])]
            found.append(Finding(paragraph.line + words.count("\n", 0, match.start()), "word", " ".join(match[0].split()), instead))
        if paragraph.cell:
            continue
        at = 0
        for sentence in SENTENCE_END.split(words):
            count = len(WORD.findall(sentence)) if len(sentence) > 2 * LONG_SENTENCE else 0
            if count > LONG_SENTENCE:
                found.append(Finding(paragraph.line + words.count("\n", 0, words.find(sentence, at)), "sentence", f"{count} words", ""))
            at += len(sentence)
        found += [Finding(paragraph.line + i, "line", f"{len(line)} characters", "") for i, line in enumerate(paragraph.lines) if len(line) > LONG_LINE]
    return found


def word_count(path: pathlib.Path) -> tuple[int, int]:
    """(words, sentences) of the prose outside of tables."""
    text = path.read_text(errors="replace")
    parts = [cleaned(p) for p in (markdown(text) if path.suffix == ".md" else comments(text)) if not p.cell]
    return sum(len(re.findall(r"[A-Za-z']+", p)) for p in parts), sum(len(SENTENCE_END.split(p)) for p in parts)
