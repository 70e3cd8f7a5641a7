"""Guests of `niclab vm` for checks: where they are, their start, and what is left of them."""
import os
import pathlib
import subprocess
import time

from common import NICLAB, ROOT, skip

GUEST = ROOT / "build/guest"
MARK = "NICLAB_VM_TEST"
if not (GUEST / "kernel-6.1/initramfs.gz").exists():
    skip("no QEMU and kernel in build/guest; scripts/fetch_guest.sh gets them")


def start(card, *options, mark="", **keywords):
    """Starts a guest; `mark` is in the environment of all its processes."""
    words = [NICLAB, "vm", "--card", card, "--guest", str(GUEST), *map(str, options)]
    return subprocess.Popen(words, env={**os.environ, MARK: mark}, **keywords)


def processes_with(mark):
    """Ids of the processes that were started with this mark."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}\0".encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def none_is_left(mark):
    """Whether all processes with this mark end within a minute."""
    for _ in range(600):
        if not processes_with(mark):
            return True
        time.sleep(0.1)
    return False
