"""The trial of each driver of several Linux kernels on its card: a table for a page.

The sources come from scripts/fetch_kernel_driver.sh --all.
"""
import contextlib
import pathlib
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Heading of a column, and folder of the sources.
KERNELS = {"5.10": "build/kernel-5.10", "6.1": "build/kernel", "6.12": "build/kernel-6.12", "newest": "build/kernel-newest"}
# Each card with its driver.
CARDS = {
    "idt77901": "nicstar",
    "rtl8029": "ne2k-pci",
    "am79c970a": "pcnet32",
    "3c595": "3c59x",
    "3c905": "3c59x",
    "3c905b": "3c59x",
    "3c905c": "3c59x",
    "3c597": "3c59x",
    "ne2000": "ne",
    "wd8013": "wd",
    "at_lantic": "ne",
    "at_lantic_shared": "wd",
    "3c509": "3c509",
    "3c579": "3c509",
    "at1500": "lance",
    "82540em": "e1000",
    "82574l": "e1000e",
}
# Own sources of drivers with a folder.
SOURCES = {"e1000": "e1000/e1000_main", "e1000e": "e1000e/netdev"}
PASSES, ABSENT = "passes", "not in this kernel"
KEPT_OBJECTS = ROOT / "build/driver_objects"  # of all tests that try drivers
KEPT_S = 2 * 24 * 3600


def fetched(kernel: str) -> bool:
    """Whether the sources of a kernel of KERNELS are there."""
    return (ROOT / KERNELS[kernel] / "version").exists()


def version(kernel: str) -> str:
    """The release of a fetched kernel, such as 6.1.192."""
    words = (ROOT / KERNELS[kernel] / "version").read_text().split()
    return words[1].split("-")[0]


def amount_option(card: str, amount: int) -> list[str]:
    """The option of a trial for so many frames or packets in each direction."""
    return ["--packets" if card == "idt77901" else "--frames", str(amount)]


def compiling_once(folder: pathlib.Path = KEPT_OBJECTS, flags: str = "") -> dict[str, str]:
    """The environment in which `niclab driver` compiles equal sources once, with `flags` after its own.
    `folder` keeps the objects, and loses those that were not used for two days.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # Another test has removed it.
            if old.stat().st_mtime < time.time() - KEPT_S:
                old.unlink()
    return {"CC": str(ROOT / "testbenches/validation/cc_once.sh"), "OBJECTS_FOLDER": str(folder), "MORE_FLAGS": flags}


# Steps that move frames or packets, of any card.
TRAFFIC = {True: ("AAL5 packets both ways", "close in mid traffic"), False: ("frames both ways", "multicast", "ring overrun", "close in traffic")}


def traffic_steps(card: str) -> list[str]:
    """The options of a trial of only these steps, besides those that each trial needs."""
    return [word for step in TRAFFIC[card == "idt77901"] for word in ("--step", step)]


def trial(program: pathlib.Path | str, card: str, kernel: str, amount: int, *options: str) -> str:
    """The result of the trial of a card's driver: PASSES, ABSENT, or the steps that failed.

    amount: frames or packets in each direction; options: further ones of `niclab driver`.
    """
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "driver", "--card", card, "--kernel", ROOT / KERNELS[kernel], *amount_option(card, amount), *options, "--out", folder],
                              capture_output=True, text=True)
    if done.returncode == 2 and f"does not have {SOURCES.get(CARDS[card], CARDS[card])}.c" in done.stderr:
        return ABSENT
    if done.returncode == 0 and not done.stderr:
        return PASSES
    failed = re.findall(r"^FAILED  +([^:]+)", done.stdout, re.M)
    return f"fails: {', '.join(failed)}" if failed else f"fails: exit code {done.returncode}, {done.stderr.strip()[-200:]}"


def heading() -> Iterator[str]:
    """The first two lines of the table. The newest kernel has no number here, as it changes."""
    yield f"| card | driver | {' | '.join(KERNELS)} |"
    yield "|---|---|" + "---|" * len(KERNELS)


def table(program: pathlib.Path | str, amount: int) -> list[str]:
    """All cards with all kernels, which must be fetched."""
    rows = [f"| `{card}` | `{driver}.c` | {' | '.join(trial(program, card, kernel, amount) for kernel in KERNELS)} |"
            for card, driver in CARDS.items()]
    return [*heading(), *rows]


def cells(page: str) -> dict[tuple[str, str], str]:
    """The table on a page: the result of each card and kernel."""
    rows = re.findall(r"^\| `([^`]+)` \| `[^`]+\.c` \| (.*) \|$", page, re.M)
    found = {card: results.split(" | ") for card, results in rows if results.count(" | ") == len(KERNELS) - 1}
    return {(card, kernel): result for card, results in found.items() for kernel, result in zip(KERNELS, results, strict=True)}
