#!/usr/bin/env python3
"""Shows that tests bite: breaks one rule or constant at a time and runs those that hold it.

    scripts/mutations.py [SET] [--folder FOLDER] [--only N ...]
    scripts/mutations.py --check

A set is a file of scripts/mutations: what it is about, the mutations, what has to be built anew
after each, and the tests of which one must fail then. Without SET: card. Works on a copy of the
committed tree in FOLDER (a temporary one by default), never on this one. A copy that is in FOLDER
is brought to the committed tree, and keeps its build. Each mutation must apply, build, and make a
test fail. Unit tests are built and run first, and the other tests only if these pass. Exit code 1
when a mutation survives.

A source that is mutated is compiled by itself, and all others together, because a header of many
sources costs less so. With CMAKE_CXX_COMPILER_LAUNCHER=ccache in the environment, a source that
is restored is not compiled again. CCACHE_SLOPPINESS=pch_defines,time_macros is needed, too.

--check only reports whether each still applies to this tree: a part of scripts/lint.sh.
"""
import argparse
import dataclasses
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]


@dataclasses.dataclass
class Mutation:
    """What tests rely on; a file of the tree, what stands there once, and what takes its place."""
    rule: str
    file: str
    old: str
    new: str


@dataclasses.dataclass
class Held:
    """Mutations, what has to be built anew after each, a filter of GoogleTest for the programs of
    unit tests among these targets, and the names of the other tests, as a regular expression of ctest.
    """
    mutation: list[Mutation]
    targets: list[str]
    filter: str = "*"
    tests: str = ""

    @classmethod
    def of_file(cls, path):
        """The options of the set; each further table is a mutation of the file that it is named after."""
        table = tomllib.loads(path.read_text())
        options = {field.name: table.pop(field.name) for field in dataclasses.fields(cls) if field.name in table}
        return cls([Mutation(file=file, **m) for file, mutations in table.items() for m in mutations], **options)

    def steps(self):
        """What to build and, as a regular expression of ctest, what to run then: unit tests first, which take least time."""
        units = [target for target in self.targets if target.startswith("unit_")]
        if units:
            yield units, f"^({'|'.join(units)})$"
        if self.tests:
            yield [target for target in self.targets if target not in units], self.tests

    def sources(self):
        """The sources that are mutated, headers left out."""
        return sorted({m.file for m in self.mutation if m.file.endswith(".cpp")})


SETS = {path.stem: Held.of_file(path) for path in sorted((ROOT / "scripts/mutations").glob("*.toml"))}


def not_applicable(tree):
    """One sentence for each mutation with a place that is not in the tree exactly once, and for each
    filter without a test.
    """
    sources = [path.read_text() for path in tree.glob("testbenches/**/*_test.cpp")]
    tests = [".".join(words) for text in sources for words in re.findall(r"^TEST\w*\((\w+), (\w+)\)", text, re.M)]
    for name, held in SETS.items():
        for words in held.filter.split(":"):
            if not fnmatch.filter(tests, words):
                yield f"mutations/{name}.toml: filter: no test is named '{words}'; expected tests of testbenches"
        for number, m in enumerate(held.mutation, 1):
            path = tree / m.file
            times = path.read_text().count(m.old) if path.is_file() else 0
            if times != 1:
                yield f"mutations/{name}.toml: number {number} ({m.rule}) does not apply: {m.file} has '{m.old}' {times} times; expected once"


def run(*words, cwd, log, **environment):
    return subprocess.run(words, cwd=cwd, stdout=log, stderr=subprocess.STDOUT, env=os.environ | environment).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", nargs="?", choices=SETS, default="card")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="some of the mutations, from 1 on")
    parser.add_argument("--check", action="store_true", help="only tell whether each applies")
    arguments = parser.parse_args()
    if arguments.check:
        gone = list(not_applicable(ROOT))
        print("\n".join(gone) or f"{sum(len(held.mutation) for held in SETS.values())} mutations apply")
        return 1 if gone else 0
    held = SETS[arguments.set]
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.folder or pathlib.Path(temporary)).resolve()
        tree, log_path = folder / "tree", folder / "log.txt"
        folder.mkdir(parents=True, exist_ok=True)
        with open(log_path, "w") as log:
            if not tree.exists():
                assert run("git", "clone", "--quiet", str(ROOT), str(tree), cwd=folder, log=log) == 0
            assert run("git", "fetch", "--quiet", str(ROOT), "HEAD", cwd=tree, log=log) == 0
            assert run("git", "reset", "--quiet", "--hard", "FETCH_HEAD", cwd=tree, log=log) == 0
            if "kernel_driver" in held.targets and (run(str(tree / "scripts/fetch_kernel_driver.sh"), cwd=tree, log=log) or
                                                    not (tree / "build/kernel/nicstar.c").exists()):
                sys.exit("mutations: the kernel's driver cannot be fetched")

            def builds(targets):
                return run("cmake", "--build", "build/release", "--target", *targets, "--", "--quiet", cwd=tree, log=log) == 0

            def passes(tests):  # one that fails is enough, and a mutation may run for ever
                return run("prlimit", "--cpu=100", "ctest", "--test-dir", "build/release", "--output-on-failure", "--no-tests=error",
                           "--stop-on-failure", "-R", tests, cwd=tree, log=log, GTEST_FILTER=held.filter, GTEST_FAIL_FAST="1") == 0

            def verdict():
                for targets, tests in held.steps():
                    if not builds(targets):
                        return "does not build"
                    if not passes(tests):
                        return f"killed by {' '.join(targets)}"
                return "SURVIVES"

            print("building the tree as it is", flush=True)
            assert run("cmake", "--preset", "release", "-D", f"NICLAB_SINGLE_SOURCES={';'.join(held.sources())}", cwd=tree, log=log) == 0
            without = verdict()
            if without != "SURVIVES":
                sys.exit(f"mutations: the tree without any mutation: {without}; expected tests that pass, see {log_path}")
            survivors = 0
            for number, m in enumerate(held.mutation, 1):
                if arguments.only and number not in arguments.only:
                    continue
                path = tree / m.file
                text = path.read_text()
                assert text.count(m.old) == 1, f"{m.file} has changed: {m.old}"
                begin = time.time()
                path.write_text(text.replace(m.old, m.new))
                result = verdict()
                path.write_text(text)
                survivors += not result.startswith("killed")
                print(f"{number:2}  {result:8}  not: {m.rule}  ({time.time() - begin:.0f} s)", flush=True)
    print(f"{survivors} of the mutations survive" if survivors else "every mutation is killed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
