#!/usr/bin/env python3
"""Puts the tables of a real run and of the benchmark into README.md.

    scripts/update_readme.py results/echo/summary.txt [BENCHMARK_OUTPUT]
"""
import pathlib
import re
import sys

README = pathlib.Path(__file__).resolve().parent.parent / "README.md"


def replace_block(text, name, lines):
    block = "".join(f"    {line}".rstrip() + "\n" for line in lines)
    pattern = re.compile(rf"(<!-- {name}: begin[^\n]*\n).*?(<!-- {name}: end -->)", re.S)
    text, count = pattern.subn(lambda m: f"{m[1]}\n{block}\n{m[2]}", text)
    if count != 1:
        sys.exit(f"README.md: {count} blocks named {name}, one wanted")
    return text


def paragraphs(path):
    return [part.splitlines() for part in pathlib.Path(path).read_text().strip("\n").split("\n\n")]


def main(summary, benchmark=None):
    head, stages, published, *rest = paragraphs(summary)
    closing = [line for part in rest for line in part if not line.startswith("user cells")]
    text = replace_block(README.read_text(), "stages", [*head, "", *stages, "", *closing])
    text = replace_block(text, "published", published)
    if benchmark:
        text = replace_block(text, "benchmark", pathlib.Path(benchmark).read_text().splitlines())
    README.write_text(text)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
