#!/usr/bin/env python3
"""Checks that the tree has no results of runs, and no large file that is not listed.

Only files that git knows are checked. A tree without git is not checked.
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MADE_BY_RUNS = {".vcd", ".fst", ".gtkw", ".sucl", ".pcap", ".pcapng", ".log"}
INPUTS = "traces/"  # captures and waveforms that experiments read
RESULTS = "results.json"  # every folder of results has it
LIMIT_OCTETS = 128 * 1024
LARGE = {"docs/report.png"}


def violations(root: pathlib.Path, names: list[str]):
    """One sentence a file that must not be in the tree."""
    for name in names:
        path = root / name
        if not path.is_file():  # deleted, but not committed yet
            continue
        if path.suffix in MADE_BY_RUNS and not name.startswith(INPUTS):
            yield f"{name}: result of a run; expected such files below {INPUTS} only"
        elif path.name == RESULTS:
            yield f"{name}: folder of results; expected results outside the tree"
        elif name not in LARGE and path.stat().st_size > LIMIT_OCTETS:
            yield f"{name}: {path.stat().st_size} octets; expected at most {LIMIT_OCTETS}, or its name in LARGE"


def main() -> int:
    try:
        listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        print("files are not checked: no git")
        return 0
    found = list(violations(ROOT, [name for name in listed.stdout.split("\0") if name]))
    print("\n".join(found) or "the tree has no results of runs")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
