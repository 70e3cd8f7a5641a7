#!/usr/bin/env python3
"""Checks error messages: each has the form `PLACE: problem; expected ...`, without rejected words.

    scripts/check_errors.py             exit code 1 and one sentence per violation

Checked are the string literals of C++ statements that throw or refuse, and of Python statements
that raise or exit. Errors of input (ConfigError, WrongInput, RequestError) need the whole form.
Errors of programming and of runs are checked for words only.
"""
import ast
import pathlib
import re
import sys
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent
CPP = ("models", "testbenches/niclab", "testbenches/linux", "testbenches/vm", "testbenches/benchmark")
PYTHON = ("scripts",)

# What is rejected in a message, and what to write instead.
WORDS = {
    r"found": "the problem: out of range, unknown, missing, not a number",
    r"wanted": "; expected",
    r"perhaps|meant": "did you mean",
    r"told|tells?|says?|said": "report, print, state",
    r"who(?:ever|se)?|(?:some|no|any|every)body": "the component: caller, driver, observer",
    r"stands?|stood": "is",
    r"behind": "after",
    r"beside": "next to",
    r"amid": "during",
    r"could not": "cannot",
    r"(?:is|are) none": "missing, wrong",
    r"lets? go": "release",
}
PATTERN = re.compile(r"\b(?:" + "|".join(rf"(?P<w{i}>{words})" for i, words in enumerate(WORDS)) + r")\b", re.IGNORECASE)
INSTEAD = list(WORDS.values())

LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
BEGIN = re.compile(r"\b(?:throw\b|ConfigError\(|(?:refuse|fail|fail_word|fail_at)\(|(?:\.|\b)(?:error|refusal)\()")
INPUT = re.compile(r"ConfigError\(|refusal\(")
BUILDERS = ("unknown_name(", "unreadable(", "*why", "unknown(", "did_you_mean(")
RAISED = ("WrongInput", "RequestError")


def words_of(place: str, text: str) -> Iterator[str]:
    for match in PATTERN.finditer(text):
        yield f"{place}: '{match[0]}' is rejected in a message; expected {INSTEAD[int(str(match.lastgroup)[1:])]}"


def form_of(place: str, text: str, source: str) -> Iterator[str]:
    """Of an error of input whose literals are `text`."""
    whole = "; expected " in text or "did you mean " in text or any(builder in source for builder in BUILDERS)
    if re.search(r"[a-z]{2,} [a-z]{2,}", text) and not whole:  # fewer words pass on a message that others made
        yield f"{place}: an error without its last part, '{text[:60]}'; expected PLACE: problem; expected ..."


def statement(text: str, begin: int) -> str:
    """From `begin` to the semicolon or brace outside of parentheses and literals."""
    depth = 0
    for match in re.compile(r'"(?:\\.|[^"\\\n])*"|[(){};]').finditer(text, begin):
        mark = match[0]
        if mark in "(" or (mark == "{" and depth > 0):
            depth += 1
        elif mark in ")" or (mark == "}" and depth > 0):
            depth -= 1
        elif mark in ";{}" and depth <= 0:
            return text[begin:match.start()]
        if depth < 0:
            return text[begin:match.start()]
    return text[begin:]


def in_cpp(path: pathlib.Path, name: str) -> Iterator[str]:
    text = re.sub(r'("(?:\\.|[^"\\\n])*")|//[^\n]*', lambda m: m[1] or "", path.read_text())
    end = 0
    for match in BEGIN.finditer(text):
        if match.start() < end:
            continue
        source = statement(text, match.start())
        end = match.start() + len(source)
        place = f"{name}:{text.count(chr(10), 0, match.start()) + 1}"
        message = " ".join(LITERAL.findall(re.sub(r'"\s+"', "", source)))
        yield from words_of(place, message)
        if INPUT.search(source):
            yield from form_of(place, message, source)


def literals(node: ast.AST) -> str:
    return " ".join(part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))


def in_python(path: pathlib.Path, name: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            call = node.exc
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "sys.exit":
            call = node
        else:
            continue
        place, function = f"{name}:{node.lineno}", ast.unparse(call.func)
        message = " ".join(literals(argument) for argument in call.args)
        yield from words_of(place, message)
        if function in RAISED or function.endswith(".wrong"):
            yield from form_of(place, message, ast.unparse(call))


def violations(root: pathlib.Path) -> Iterator[str]:
    for folders, suffixes, check in ((CPP, (".h", ".cpp"), in_cpp), (PYTHON, (".py",), in_python)):
        for path in sorted(p for folder in folders for p in (root / folder).rglob("*") if p.suffix in suffixes):
            if not path.name.endswith("_test.cpp"):
                yield from check(path, path.relative_to(root).as_posix())


def main() -> int:
    found = list(violations(ROOT))
    print("\n".join(found) or "check_errors.py: every error message has the form")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
