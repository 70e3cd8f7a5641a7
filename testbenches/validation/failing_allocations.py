"""`niclab driver --fail-nth N`: each driver of Linux 6.1 ends cleanly, whichever of its allocations,
mappings and requests of resources fails.

    failing_allocations.py PROGRAM           three cards, found by bisection: those at which the line
                                             of the driver changes
    failing_allocations.py PROGRAM --long    every card, all allocations of a trial of few frames;
                                             with --card=NAME only that card

The trial fails if a driver crashes, keeps something, uses what it did not get, or moves no frames
afterwards although it goes on. Known faults of a driver are in runtime/known_faults.cpp, crashes in
CRASHES below.
"""
import pathlib
import re
import sys
import tempfile

import driver_kernels as kernels
from common import ROOT, check_all, named, niclab, skip
from driver_trials import sources_compiled_once, unfolded

LONG = "--long" in sys.argv
ONLY = [word.partition("=")[2] for word in sys.argv if word.startswith("--card=")]
KERNEL = ROOT / kernels.KERNELS["6.1"]
MANY = 1_000_000  # more than a trial has
QUICK = ("rtl8029", "am79c970a", "3c905b")
TRIALS = [(card, ()) for card in kernels.CARDS] + [(card, ("--module-param", "options=16")) for card in ("3c595", "3c597")]
# Drivers with a known crash: the function with the failure, and why.
CRASHES = {
    "3c509": "el3_isa_match() returns -ENOMEM, which the ISA bus takes for a card that was found, and that it removes at unload",
}
# Drivers that send wrong frames or none after a failure in a function: the function, the failed
# rows, and why.
BROKEN = {
    "3c59x": ("vortex_start_xmit", r"(frames both ways|multicast|rules of (PCI|EISA) and CSMA/CD): ",
              "it has written the length of a frame to the card when its mapping fails; the card takes the next frame for the rest of this one"),
}


def trial(card, more, number):
    """Exit code of a trial in which that allocation fails, and what it prints."""
    steps = ("--step", "AAL5 packets both ways") if card == "idt77901" else ("--step", "frames both ways", "--step", "multicast")
    done = niclab("driver", "--card", card, "--kernel", KERNEL, *kernels.amount_option(card, 5), *steps, *more, "--fail-nth", number, expect=(0, 1))
    return done.returncode, unfolded(done.stdout)


def failed_at(text):
    """The line of the allocation that has failed."""
    found = re.search(r"^ok +failing allocation: allocation \d+ of the client, at (\S+)", text, re.M)
    return found[1] if found else ""


def function_at(place):
    """The function of FILE:LINE: the last one that begins before."""
    name, _, line = place.partition(":")
    before = (KERNEL / name).read_text().splitlines()[:int(line)]
    return next(found[1] for text in reversed(before) if (found := re.match(r"(?:static [^=;]*?)?(\w+)\([^;]*$", text)))


def is_known_fault(card, text):
    driver = kernels.CARDS[card]
    failed = re.findall(r"^FAILED  +(.*)", text, re.M)
    if driver in BROKEN and failed_at(text).startswith(f"{driver}.c:"):
        function, rows, _ = BROKEN[driver]
        if function_at(failed_at(text)) == function:
            return all(re.match(rows, row) for row in failed)
    return driver in CRASHES and f"FAILED  unload: client.linux: the driver has crashed at {driver}.c" in text


def expect_clean_end(card, more, number):
    code, text = trial(card, more, number)
    assert code == 0 or is_known_fault(card, text), f"{card} {' '.join(more)} --fail-nth {number}: {text}"
    return failed_at(text)


def first_and_last(card, more, total):
    """The line of each allocation that was tried; none between two that are equal."""
    lines = {}

    def note(first, last):
        if last - first < 2 or lines[first] == lines[last]:
            return
        middle = (first + last) // 2
        lines[middle] = expect_clean_end(card, more, middle)
        note(first, middle), note(middle, last)

    lines[1], lines[total] = (expect_clean_end(card, more, number) for number in (1, total))
    note(1, total)
    return lines


def failures_of(card, more):
    def run(_folder):
        total = int(re.search(r"the client makes (\d+) allocations", trial(card, more, MANY)[1])[1])
        lines = {number: expect_clean_end(card, more, number) for number in range(1, total + 1)} if LONG else first_and_last(card, more, total)
        print(f"{card} {' '.join(more)}: {len(lines)} of {total} allocations fail, at {len(set(lines.values()))} lines")
    return named("_".join(("failures_of", card, *("master" for _ in more[:1]))), run)


if not (KERNEL / "version").exists():
    skip("scripts/fetch_kernel_driver.sh could not get the kernel's drivers")
with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    with sources_compiled_once(optimized=True):
        check_all([failures_of(card, more) for card, more in TRIALS if card in ONLY or (not ONLY and (LONG or card in QUICK))], folder)
