"""What all validation checks share: running niclab in a folder of its own."""
import csv
import functools
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
NICLAB = str(pathlib.Path(sys.argv[1]).resolve())
SKIPPED = 77
TIMEOUT_S = 1100  # a little less than ctest waits
PCI_CLOCK_US = 0.030303
MOST_LINES, NARROWEST = 15, 80  # of the answer of a run, in columns

# Background jobs and nohup ignore these; so would each program that a check interrupts.
for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, handler)


def niclab(*arguments, cwd=None, expect=0):
    """Runs niclab and returns the finished process; fails unless it ended with `expect`, or one of them."""
    done = subprocess.run([NICLAB, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, timeout=TIMEOUT_S)
    assert done.returncode in (expect if isinstance(expect, tuple) else (expect,)), f"exit code {done.returncode}; expected {expect}\n{done.stdout}{done.stderr}"
    return done


def wait_for_growth(out, process, octets=100_000):
    """Returns once packets move in a run that a test ends: its file of transactions has grown."""
    while not any(file.stat().st_size > octets for file in out.glob("pci.csv*")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def wait_for_progress(process, percent=1):
    """Returns once a run that was started with NICLAB_PROGRESS=json has done so much."""
    for line in process.stderr:
        if line.startswith("{") and json.loads(line)["percent"] >= percent:
            return
    raise AssertionError(f"ended before {percent} %: {process.communicate()}")


def listed(topic):
    """Names of what comes with niclab, such as its cards."""
    return [entry["name"] for entry in json.loads(niclab("list", topic, "--json").stdout)]


def run(experiment, *arguments, folder=None, expect=0):
    """Runs an experiment; returns results.json and the rows of pdus.csv."""
    with tempfile.TemporaryDirectory() as temporary:
        out = pathlib.Path(folder or temporary)
        niclab("run", ROOT / "testbenches/experiments" / f"{experiment}.toml", "--out", out, *arguments, expect=expect)
        results = json.loads((out / "results.json").read_text())
        with open(out / "pdus.csv", newline="") as f:
            return results, list(csv.DictReader(f))


def bytes_of(folder):
    """Of every file a run wrote, without what differs by design: provenance, speed, and the line
    that says how it was made.
    """
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.name == "results.json":
            results = json.loads(path.read_text())
            found[path.name] = json.dumps({k: v for k, v in results.items() if k not in ("provenance", "speed")}).encode()
        elif path.name == "summary.txt":
            found[path.name] = re.sub(r"^made by: .*\n", "", path.read_text(), flags=re.M).encode()
        elif path.name == "report.html":
            found[path.name] = re.sub(r'<p class="provenance">.*?</p>', "", path.read_text(), flags=re.S).encode()
        elif path.is_file():
            found[path.name] = path.read_bytes()
    return found


def fits_a_screen(answer, folder):
    """What a run shows at the narrowest width: few lines, the folder last."""
    lines = answer.splitlines()
    assert len(lines) <= MOST_LINES and max(map(len, lines)) <= NARROWEST and lines[-1] == folder, answer
    assert "summary.txt" in " ".join(lines[-3:-1]) and re.search(r"\d", lines[0]), answer


def settings(**keys):
    """--set arguments; a double underscore stands for a dot."""
    return [word for key, value in keys.items() for word in ("--set", f"{key.replace('__', '.')}={value}")]


def cells(results):
    """The ledger's lines of cells, one a direction."""
    return [line for line in results["ledger"] if line["unit"] == "cells"]


def stage(results, name, direction):
    return next(s for s in results["stages"] if s["name"] == name and s["direction"] == direction)


def balances(results):
    """The ledgers of packets, octets and CPU time of hosts with a TCP on Ethernet are exact."""
    network = results["network"]
    for line in network["packets"]:
        lost = sum(line["dropped"].values())
        assert line["balances"] and line["sent"] + line.get("copies", 0) == line["delivered"] + line.get("filtered", 0) + lost + line["in_flight"], line
    assert all(f["ledger"]["balances"] and (f["segments"] == 0 or f["octets"] == f["written"]) for f in network["flows"]), network["flows"]
    assert all(h["exact"] and sum(h["busy_fs"].values()) + h["idle_fs"] == h["elapsed_fs"] for h in network["hosts"]), network["hosts"]


def named(name, check, *arguments):
    """`check` with these arguments as a check of its own."""
    one = functools.partial(check, *arguments)
    one.__name__ = name
    return one


def check_all(checks, *arguments):
    """Runs every check, a function, with `arguments`; says what each came to. The script ends with
    exit code 1 when one failed, after all have run; a check that needs what an earlier one made
    fails with it.
    """
    failed = []
    for check in checks:
        try:
            check(*arguments)
            print(f"ok      {check.__name__}", flush=True)
        except Exception:
            traceback.print_exc()
            print(f"FAILED  {check.__name__}", flush=True)
            failed.append(check.__name__)
    if failed:
        sys.exit(f"{len(failed)} of {len(checks)} checks failed: {', '.join(failed)}")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def wave_ids(header):
    """The identifier of each wire of a VCD by its full name, from the lines of its header."""
    found, scopes = {}, []
    for words in map(str.split, header):
        if words[:1] == ["$scope"]:
            scopes.append(words[2])
        elif words[:1] == ["$upscope"]:
            scopes.pop()
        elif words[:1] == ["$var"]:
            found[".".join([*scopes, words[4]])] = words[3]
    return found
