"""Parts of a bench on several processors (--threads): the files are the same whatever their number.
The end of a process, an error and Ctrl-C end the run as with one process. No process is left.
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from common import NICLAB, ROOT, bytes_of, check_all, named, niclab, wait_for_growth

LINK = '[[host]]\nname = "{a}"\ncard = "{card}"\n[[host]]\nname = "{b}"\ncard = "{card}"\n[[link]]\nends = ["{a}", "{b}"]\n{line}\n'
FLOW = '[[flow]]\nname = "{name}"\nfrom = "{a}"\nto = "{b}"\nkind = "{kind}"\n{more}\n'


def pair(name, card, kind, more, line=""):
    """Two hosts, their link and a flow. The hosts of all pairs are not in the order of their links."""
    a, b = f"a_{name}", f"b_{name}"
    return LINK.format(a=a, b=b, card=card, line=line) + FLOW.format(name=name, a=a, b=b, kind=kind, more=more)


CELLS = '[run]\nruns = 2\n[defaults.host]\nprofile = "pentium133"\n' + "".join((
    pair("long", "idt77901", "stream", 'protocol = "raw"\nsizes = [1500]\ncount = 20'),
    pair("echo", "pca200e_like", "echo", "sizes = [1, 1500]\ncount = 2"),
    pair("late", "pio_fifo", "stream", 'protocol = "raw"\nsizes = [40]\ncount = 3\nstart = "3 ms"'),
    pair("noise", "idt77901", "stream", 'protocol = "raw"\nsizes = [200]\ncount = 30', "bit_error_rate = 1e-4"),
    pair("dark", "idt77901", "stream", 'protocol = "raw"\nsizes = [1500]\ncount = 60',
         'light_off_start = "4 ms"\nlight_off_duration = "1 ms"')))
FRAMES = '[run]\nruns = 2\n[defaults.host]\nprofile = "pentium133"\n' + "".join((
    pair("coax", "am79c970a", "echo", "sizes = [1]\ncount = 2", 'cable = "10BASE2"'),
    pair("slot", "82540em_pcie", "stream", 'protocol = "raw"\nsizes = [1500]\ncount = 20', 'cable = "1000BASE-T"'),
    pair("isa", "ne2000", "stream", 'protocol = "raw"\nsizes = [60, 1000]\ncount = 4', 'cable = "10BASE2"'),
    pair("cells", "idt77901", "stream", 'protocol = "raw"\nsizes = [1500]\ncount = 10')))
UNTIL_KNOWN = ('[run]\nruns = 1\nconfidence = {level = 95, width = 20, min_runs = 3, max_runs = 6}\n[defaults.host]\nprofile = "pentium133"\n'
               + "".join(pair(n, "idt77901", "echo", "sizes = [1]\ncount = 1") for n in "xyz"))
LONG = "".join(pair(f"p{i}", "idt77901", "stream", 'protocol = "raw"\nsizes = [1500]\ncount = 100000') for i in range(3))
NEVER = LONG + pair("off", "idt77901", "echo", "sizes = [1]\ncount = 1", 'light_off_start = "0 us"\nlight_off_duration = "1 s"')


def files_are_equal(folder, name, text, *words):
    """Those of one process, of two and of three, for two seeds; at signal level for one, of two runs."""
    (folder / f"{name}.toml").write_text(text)
    for seed in (1,) if "signal" in words else (1, 2):
        found = {}
        for threads in (1, 2, 3):
            out = folder / f"{name}_{seed}_{threads}"
            niclab("run", f"{name}.toml", "--seed", seed, "--threads", threads, "--out", out, *words, cwd=folder, expect=(0, 1))
            found[threads] = bytes_of(out)
        assert "pci.csv" in found[1] and len(found[1]["pdus.csv"].splitlines()) > 5
        for threads in (2, 3):
            differ = [file for file in found[1].keys() | found[threads].keys() if found[1].get(file) != found[threads].get(file)]
            assert not differ, f"{name}, seed {seed}, {threads} processes: {differ} differ"


def started(folder, name, threads):
    out = folder / f"{name}_out"
    words = [NICLAB, "run", f"{name}.toml", "--threads", str(threads), "--out", str(out)]
    return out, subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def others(process, count):
    """Process numbers of those that it has started, when they are there."""
    file = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
    for _ in range(30000):
        found = file.read_text().split()
        if len(found) == count:
            return [int(number) for number in found]
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    raise AssertionError(f"{len(found)} processes; expected {count}")


def runs(number):
    """Whether the process has not ended."""
    try:
        return pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def gone(numbers):
    for _ in range(30000):
        if not any(map(runs, numbers)):
            return True
        time.sleep(0.01)
    return False


def a_killed_process_ends_the_run(folder):
    (folder / "long.toml").write_text(LONG)
    out, first = started(folder, "long", 3)
    numbers = others(first, 2)
    wait_for_growth(out, first)
    os.kill(numbers[1], signal.SIGKILL)
    said, complained = first.communicate(timeout=600)
    assert first.returncode == 1 and said == "", (first.returncode, said)
    assert complained == f"niclab: --threads 3: process {numbers[1]} ended by signal 9; expected its results\n", complained
    assert gone(numbers) and not out.exists(), out


def the_end_of_the_first_ends_all(folder):
    out, first = started(folder, "long", 3)
    numbers = others(first, 2)
    wait_for_growth(out, first)
    first.kill()
    first.communicate(timeout=600)
    assert gone(numbers)
    for file in out.iterdir():
        file.unlink()


def an_error_is_the_one_of_one_process(folder):
    """A link without light is never ready."""
    (folder / "never.toml").write_text(NEVER)
    ended = [niclab("run", "never.toml", "--threads", n, "--out", folder / f"never_{n}", cwd=folder, expect=1) for n in (1, 2, 4)]
    assert len({done.stderr for done in ended}) == 1 and len(ended[0].stderr.splitlines()) == 1, ended[0].stderr
    assert not any((folder / f"never_{n}").exists() for n in (1, 2, 4))


def ctrl_c_writes_what_was_measured(folder):
    out, first = started(folder, "long", 2)
    numbers = others(first, 1)
    wait_for_growth(out, first, 2_000_000)
    for number in (first.pid, *numbers):  # As a terminal does.
        os.kill(number, signal.SIGINT)
    said, complained = first.communicate(timeout=600)
    assert first.returncode == 130 and complained == "" and "PARTIAL" in said, (first.returncode, complained)
    results = json.loads((out / "results.json").read_text())
    delivered = {line["direction"]: line["delivered"] for line in results["ledger"] if line["unit"] == "pdus"}
    assert results["partial"] and len(delivered) == 6 and all(n > 0 for n in delivered.values()), delivered
    assert gone(numbers) and not list(out.glob("*.unfinished*"))


def progress_is_that_of_all_parts(folder):
    (folder / "short.toml").write_text(LONG.replace("count = 100000", "count = 40", 1).replace("count = 100000", "count = 1"))
    done = {}
    for threads in (1, 3):
        words = [NICLAB, "run", "short.toml", "--threads", str(threads), "--out", "short"]
        ended = subprocess.run(words, cwd=folder, capture_output=True, text=True, env={**os.environ, "NICLAB_PROGRESS": "json"}, check=True)
        done[threads] = [json.loads(line) for line in ended.stderr.splitlines()]
    assert done[1] == done[3] and len(done[1]) > 10


def one_process_is_explained(folder):
    (folder / "cells.toml").write_text(CELLS)
    seen = [(words, niclab("run", *words, "--threads", "2", "--verbose", "--out", folder / "one", cwd=folder, expect=(0, 1)).stderr)
            for words in (("echo", "--runs", "1"), ("cells.toml", "--pcap", "a.pcapng"), ("cells.toml",))]
    assert seen[0][1] == "--threads 2: one process, because links join all hosts.\n", seen[0]
    assert "need all events in the order of time" in seen[1][1], seen[1]
    assert not re.search("one process", seen[2][1]), seen[2]
    refused = niclab("run", "wan", "--threads", "2", "--out", folder / "none", cwd=folder, expect=2).stderr
    assert refused == '--threads 2: one process with coarse cards; expected 1\n', refused
    assert not (folder / "none").exists()


with tempfile.TemporaryDirectory() as temporary:
    equal = [named(f"{name}_files_are_equal", files_are_equal, pathlib.Path(temporary), name, *rest) for name, *rest in (
        ("cells", CELLS), ("cells_signal", CELLS, "--fidelity", "signal"), ("frames", FRAMES), ("until_known", UNTIL_KNOWN),
        ("star", (ROOT / "testbenches/experiments/star.toml").read_text()), ("unchecked", CELLS, "--no-check"))]
    check_all([*equal, *(named(check.__name__, check, pathlib.Path(temporary)) for check in (
        a_killed_process_ends_the_run, the_end_of_the_first_ends_all, an_error_is_the_one_of_one_process,
        ctrl_c_writes_what_was_measured, progress_is_that_of_all_parts, one_process_is_explained))])
