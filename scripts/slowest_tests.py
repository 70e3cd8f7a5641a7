#!/usr/bin/env python3
"""Prints the slowest tests of a ctest run from the file that `ctest --output-junit FILE` wrote.

    slowest_tests.py FILE [COUNT]    COUNT: how many tests, 10 by default

The seconds are elapsed time, as ctest measures it. Tests that did not run are left out.
"""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

DEFAULT_COUNT = 10


def seconds_by_test(file: pathlib.Path) -> dict[str, float]:
    """Elapsed seconds of every test that ran, by its name. Raises ValueError with one sentence
    where the file is no record of a test run.
    """
    try:
        root = ElementTree.parse(file).getroot()
        return {case.attrib["name"]: float(case.attrib["time"]) for case in root.iter("testcase") if case.get("status") in ("run", "fail")}
    except OSError as error:
        raise ValueError(f"cannot open {file}: {error.strerror}") from error
    except (ElementTree.ParseError, KeyError) as error:
        raise ValueError(f"{file}: no record of a test run; expected a file of ctest --output-junit") from error


def report(seconds: dict[str, float], count: int) -> str:
    """One line with the sum, then one line per test, the slowest first, equal ones by name."""
    slowest = sorted(seconds.items(), key=lambda item: (-item[1], item[0]))[:count]
    whole = sum(seconds.values())
    head = f"The slowest {len(slowest)} of {len(seconds)} tests took {sum(s for _, s in slowest):.1f} of {whole:.1f} s:"
    return "\n".join([head, *(f"{s:8.1f} s  {name}" for name, s in slowest)])


def main(words: list[str]) -> int:
    if len(words) not in (1, 2) or (len(words) == 2 and not words[1].isdecimal()):
        print("slowest_tests.py: wrong arguments; expected FILE, optionally a count of tests", file=sys.stderr)
        return 2
    try:
        print(report(seconds_by_test(pathlib.Path(words[0])), int(words[1]) if len(words) == 2 else DEFAULT_COUNT))
    except ValueError as error:
        print(f"slowest_tests.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
