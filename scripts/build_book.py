#!/usr/bin/env python3
"""Builds the book: the pages of docs/, and a reference of what the program says of itself, as a
site that needs no network.

    scripts/build_book.py                                  into build/book; open build/book/site/index.html
    scripts/build_book.py --niclab PROGRAM --out FOLDER    of another program, elsewhere

Any warning ends it with exit code 1: a page without a link to it, a link that leads nowhere, a word
that is explained twice.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from book import contents, reference  # noqa: E402

NICLAB = ROOT / "build/release/testbenches/niclab/niclab"
FIRST = '<!doctype html><title>niclab</title><meta http-equiv="refresh" content="0; url=docs/index.html"><a href="docs/index.html">niclab</a>\n'


def build(niclab: pathlib.Path, out: pathlib.Path) -> int:
    """The exit code of Sphinx. What an earlier build left in `out` goes away first."""
    source, site = out / "source", out / "site"
    for folder in (source, site):
        shutil.rmtree(folder, ignore_errors=True)
    contents.mirror(ROOT, source)
    reference.write(reference.Program(niclab), source / "docs/reference")
    contents.put_toctrees(source)
    done = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-b", "html", "-c", ROOT / "scripts/book",
                           "-d", out / "doctrees", source, site])
    if done.returncode == 0:
        (site / "index.html").write_text(FIRST)
    return done.returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--niclab", type=pathlib.Path, default=NICLAB)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/book")
    options = parser.parse_args()
    if not options.niclab.is_file():
        print(f"build_book.py: {options.niclab}: no such program; expected the built niclab (scripts/quickstart.sh)", file=sys.stderr)
        return 2
    code = build(options.niclab.resolve(), options.out.resolve())
    if code == 0:
        print(options.out / "site/index.html")
    return code


if __name__ == "__main__":
    sys.exit(main())
