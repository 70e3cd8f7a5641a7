"""A sweep that is killed or interrupted, and started again: nothing lost, nothing done twice,
nothing half written.
"""
import csv
import importlib.util
import pathlib
import signal
import subprocess
import tempfile
import time

from common import NICLAB, check_all, niclab, skip

for package in ("jinja2",):
    if importlib.util.find_spec(package) is None:
        skip(f"the Python package {package} is not installed")

# Points long enough for an interrupt while they run, on a loaded machine, too.
POINTS = 12
COMMAND = ["sweep", "echo", "--runs", "150", "--jobs", "2", "--vary", f"run.seed=1:{POINTS}", "--out"]


def complete(out):
    """Each complete point and when its results were made."""
    return {p.parent.name: (p.parent / "results.json").stat().st_mtime_ns for p in (out / "points").glob("*/point.json")
            if ".unfinished" not in p.parent.name}


def running(out):
    """Command lines of processes that work for this sweep."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes()
        except OSError:
            continue
        if str(out).encode() in words:
            found.append(words)
    return found


def begin(out, wanted):
    """Starts the sweep and returns it once so many points are complete."""
    child = subprocess.Popen([NICLAB, *COMMAND, str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while len(complete(out)) < wanted:
        assert child.poll() is None, child.stderr.read()
        time.sleep(0.01)
    return child


def gone(out):
    """Waits until no process works for the sweep; one that outlived it would take a processor from
    the next.
    """
    until = time.time() + 300
    while running(out):
        assert time.time() < until, running(out)
        time.sleep(0.05)


def killed(out, seen):
    child = begin(out, 2)
    child.kill()
    child.wait()
    gone(out)
    assert not (out / "sweep.csv").exists()
    seen["kill"] = complete(out)


def interrupted(out, seen):
    child = begin(out, 4)
    child.send_signal(signal.SIGSTOP)  # it starts no other point before its interrupt
    busy = niclab(*COMMAND, out, expect=2).stderr
    assert "in use by another niclab" in busy, busy
    child.send_signal(signal.SIGINT)
    child.send_signal(signal.SIGCONT)
    error = child.communicate()[1]
    assert child.returncode == 130 and "goes on from there" in error and error.count("\n") == 1, (child.returncode, error)
    gone(out)
    assert not list((out / "points").glob("*.unfinished*"))
    with open(out / "sweep.csv", newline="") as f:
        status = [row["status"] for row in csv.DictReader(f)]
    kept = complete(out)
    assert status.count("done") == len(kept) and status.count("pending") == POINTS - len(kept) > 0, status
    seen["interrupt"] = kept
    assert seen["kill"].items() <= kept.items(), f"a complete point was lost or done again: {seen}"


def taken_up_again(out, seen):
    niclab(*COMMAND, out)
    last = complete(out)
    assert seen["interrupt"].items() <= last.items() and len(last) == POINTS
    print(f"{len(seen['kill'])} points before the kill, {len(seen['interrupt'])} before the interrupt, {len(last)} in the end")


def same_bytes_as_undisturbed(out, _):
    fresh = out.parent / "fresh"
    niclab(*COMMAND, fresh)
    for name in ("sweep.csv", "index.html", "sweep.sqlite"):
        assert (out / name).read_bytes() == (fresh / name).read_bytes(), name


with tempfile.TemporaryDirectory() as temporary:
    check_all((killed, interrupted, taken_up_again, same_bytes_as_undisturbed), pathlib.Path(temporary) / "sweep", {})
