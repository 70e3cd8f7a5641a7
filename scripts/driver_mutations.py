#!/usr/bin/env python3
"""Shows that `niclab driver` finds faults of drivers: makes one fault at a time and runs the trial.

    scripts/driver_mutations.py [--quick] [--only NAME] [--jobs N] [--niclab PROGRAM] [--kernel FOLDER]

The faults are testbenches/linux/driver_mutations.toml: edits of the kernel's own sources, which
scripts/fetch_kernel_driver.sh gets. A fault counts as found if the trial fails and reports what the
file states. Prints one row per fault, with its number. Exit code 1 if one is not found that should
be, or if less than 90 % are found; 77 if the kernel's sources are missing.
"""
import argparse
import concurrent.futures
import dataclasses
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections.abc import Iterable, Iterator

from driver_kernels import CARDS, KERNELS, SOURCES, amount_option, compiling_once, fetched

ROOT = pathlib.Path(__file__).resolve().parents[1]
FAULTS = ROOT / "testbenches/linux/driver_mutations.toml"
OWN = "6.1"  # the kernel of --kernel
SHARE_FOUND = 0.9
SKIPPED = 77


@dataclasses.dataclass
class Mutation:
    """A fault, and the regular expression of its report; empty: the trial cannot show it, for the
    reason in `missed`.
    """
    name: str
    card: str
    file: str
    fault: str
    reported: str
    edits: list[list[str]]
    options: list[str] = dataclasses.field(default_factory=list)
    quick: bool = False
    count: int = 60  # frames or packets in each direction
    missed: str = ""
    kernel: str = OWN  # a column of driver_kernels.KERNELS


def mutated(text: str, mutation: Mutation) -> str:
    """Raises ValueError if a text to be replaced is not in the source exactly once."""
    for old, new in mutation.edits:
        if text.count(old) != 1:
            raise ValueError(f"{mutation.name}: '{old.strip().splitlines()[0]}' is {text.count(old)} times in {mutation.file}; expected once")
        text = text.replace(old, new)
    return text


def run_trial(mutation: Mutation, kernel: pathlib.Path, niclab: str, folder: pathlib.Path, environment: dict[str, str]) -> tuple[int, str]:
    """Exit code and summary of the trial of the mutated driver."""
    copy = folder / f"kernel_{threading.get_ident()}"  # one name for all faults: sources that they do not change are compiled once
    shutil.copytree(kernel if mutation.kernel == OWN else ROOT / KERNELS[mutation.kernel], copy)
    target = copy / mutation.file
    target.write_text(mutated(target.read_text(), mutation))
    out = folder / f"{mutation.name}.out"
    source = SOURCES.get(CARDS[mutation.card], CARDS[mutation.card])
    options = [*amount_option(mutation.card, mutation.count), *mutation.options]
    done = subprocess.run([niclab, "driver", "--card", mutation.card, "--kernel", str(copy), *options, "--out", str(out),
                           str(copy / f"{source}.c")], capture_output=True, text=True, env=environment)
    shutil.rmtree(copy)
    summary = out / "summary.txt"
    return done.returncode, summary.read_text() if summary.exists() else done.stdout + done.stderr


def summaries(run: functools.partial[tuple[int, str]], faults: Iterable[Mutation], jobs: int) -> Iterator[tuple[int, str]]:
    """The results of `run` in the order of the faults; `jobs` of them run at a time."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(run, faults)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # After an interrupt, no further one begins.


def report_of(mutation: Mutation, code: int, summary: str) -> str:
    """The part of the summary that reports the fault; empty: it is not found."""
    failed = "\n".join(line for line in summary.splitlines() if line.startswith("FAILED") or "niclab:" in line)
    if code == 0:
        return ""
    found = re.search(mutation.reported, failed)
    return failed[found.start():][:160].splitlines()[0] if found else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="only the faults that take seconds, compiled without optimization")
    parser.add_argument("--only", help="one fault, by its name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="trials at a time; default: the number of processors")
    parser.add_argument("--niclab", default="niclab", help="the program")
    parser.add_argument("--kernel", type=pathlib.Path, default=ROOT / KERNELS[OWN], help="the files of Linux 6.1")
    arguments = parser.parse_args()
    if not (arguments.kernel / "nicstar.c").exists():
        print(f"driver_mutations: no kernel sources in {arguments.kernel}; expected those of scripts/fetch_kernel_driver.sh")
        return SKIPPED
    faults = [Mutation(**table) for table in tomllib.loads(FAULTS.read_text())["mutation"]]
    chosen = [f for f in faults if (f.quick or not arguments.quick) and arguments.only in (None, f.name) and (f.kernel == OWN or fetched(f.kernel))]
    if arguments.only and not chosen:
        parser.error(f"--only {arguments.only}: unknown fault; expected a name in {FAULTS.relative_to(ROOT)}, of a kernel that is fetched")
    if arguments.jobs < 1:
        parser.error(f"--jobs {arguments.jobs}: out of range; expected 1 or more")
    found, wrong = 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        run = functools.partial(run_trial, kernel=arguments.kernel, niclab=arguments.niclab, folder=pathlib.Path(temporary),
                                environment={**os.environ, **compiling_once(pathlib.Path(temporary) / "objects", "-O0" if arguments.quick else "")})
        for number, (mutation, (code, summary)) in enumerate(zip(chosen, summaries(run, chosen, arguments.jobs), strict=True), 1):
            report = report_of(mutation, code, summary)
            found += bool(report)
            wrong += not report and not mutation.missed
            verdict = "found " if report else "MISSED"
            print(f"{number:3} of {len(chosen)}  {verdict}  {mutation.card:9}  {mutation.name}: {report or mutation.missed or summary}", flush=True)
    print(f"{found} of {len(chosen)} faults are found, {100 * found / max(len(chosen), 1):.0f} %")
    return 1 if wrong or found < SHARE_FOUND * len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
