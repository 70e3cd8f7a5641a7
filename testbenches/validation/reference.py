"""What runs leave is in the reference: each counter, column, signal and rule has a meaning there."""
import csv
import functools
import json
import re
import sys
import tempfile
from pathlib import Path

from common import ROOT, check_all, niclab

sys.path.insert(0, str(ROOT / "scripts"))
from niclab import columns

# Runs that between them have every kind of card, other masters, several flows, an analyzer, errors,
# and all levels.
RUNS = {
    "echo": ("--vcd", "echo.vcd", "--report", "echo.html", "--runs", "2"),
    "two_flows": ("--runs", "1"),
    "star": ("--runs", "1"),
    "busy_bus": ("--set", "pci.register_reads_per_second=1000"),
    "light_off": (),
    "analyzer": ("--runs", "1"),
    "pair": (),
    "echo_under_load": (),
    "gigabit_pcie": (),
    "ethernet_segment": ("--set", "run.duration=20 ms"),
    "lane_bridge": ("--set", "run.duration=100 ms", "--set", "network.arp=exchange"),
    "eberhardt_lan": ("--set", "run.duration=100 ms"),
}

OF_GUESTS = {"accesses.csv"}  # niclab vm leaves it: vm.py


@functools.cache
def asked(what):
    return json.loads(niclab("list", what, "--json").stdout)


def generic(name, results):
    """The names of hosts and other masters are the experiment's own."""
    config = results["config"]
    hosts = list(config["host"]) if "flow" in config else ["client", "server"]
    for host in hosts:
        name = re.sub(rf"(?:^|(?<=_)){host}(?=[._]|$)", "HOST", name)
    masters = {m for host in hosts for m in (config["host"] if "flow" in config else config)[host].get("pci", {}).get("traffic", {})}
    for master in masters:
        name = re.sub(rf"(?<=[._]){master}(?=\.)", "NAME", name)
    return name


def run_all(folder):
    for name, words in RUNS.items():
        niclab("run", name, "--out", name, *words, cwd=folder)


def every_entry_says_something(_folder):
    for what in ("counters", "causes", "columns", "signals", "rules", "exits", "params", "coarse", "segment", "cards", "hosts", "experiments"):
        entries = asked(what)
        dumb = [e for e in entries if len(e["what"]) < 5]
        assert entries and not dumb, f"{what}: no meaning of {[e.get('name', e.get('key')) for e in dumb]}"


def counters_are_known(folder):
    known = {(c["name"], c["unit"], c["what"]) for c in asked("counters")}
    seen = 0
    for name in RUNS:
        results = json.loads((folder / name / "results.json").read_text())
        for counter, note in results.get("counter_definitions", {}).items():
            assert (generic(counter, results), note["unit"], note["what"]) in known, f"{name}: {counter} is not in the reference"
            seen += 1
    assert seen > 500


# Every kind of card, tables in host memory, others on the bus, a marked call: between them nearly
# all causes.
CAUSED = (("echo", "client.card=pio_fifo", "server.card=pca200e_like"), ("echo", "client.card=eni155p_like", "server.card=hostmem_sar"),
          ("study_tables",), ("busy_bus", "run.runs=2"), ("echo", "client.serial_marker=true"), ("two_flows", "run.runs=1"),
          ("ethernet_transmit", "run.runs=1"), ("gigabit_pcie", "pcie.iommu=true", "pcie.tlb_entries=1"))


def causes_are_known(folder):
    """Those of runs, with the words and state that the reference has; and nobody declares one that
    it lacks.
    """
    known = {(c["id"], c["resource"], c["state"], c["cause"]) for c in asked("causes")}
    seen = set()
    for number, (name, *keys) in enumerate(CAUSED):
        niclab("run", name, *(word for key in keys for word in ("--set", key)), "--out", f"caused{number}", cwd=folder)
        with open(folder / f"caused{number}/attribution.csv", newline="") as f:
            seen |= {(row["id"], row["resource"], row["state"], row["cause"].partition(": ")[0] if row["cause"].startswith("GNT#") else row["cause"])
                     for row in csv.DictReader(f)}
    assert len(seen) > 30 and seen <= known, seen - known
    headers = [*ROOT.glob("models/card/causes.h"), *ROOT.glob("models/cards/*/*spans.h"), *ROOT.glob("models/lab/watch/frame_tracer.h"),
               *ROOT.glob("models/lab/watch/*causes.h")]
    declared = [i for header in headers for i in re.findall(r'inline constexpr Cause \w+\{"([\w.]+)"', header.read_text())]
    for table in ROOT.glob("models/cards/*/*spans.cpp"):
        declared += re.findall(r'^    \{"([\w.]+)", "[\w ]+", k(?:Waits|Works), "', table.read_text(), re.MULTILINE)
    assert sorted(declared) == sorted(c["id"] for c in asked("causes")), set(declared) ^ {c["id"] for c in asked("causes")}


def keys_of_causes_are_keys(_folder):
    """With a host before them, or of the line or of what is sent."""
    keys = {p["key"] for what in ("params", "segment", "coarse") for p in asked(what)}
    strange = {(c["id"], key) for c in asked("causes") for key in c["keys"] if not {key, f"client.{key}"} & keys}
    assert not strange, strange


def columns_are_known(folder):
    known = {(c["file"], c["name"]) for c in asked("columns")}
    seen = set()
    for path in folder.glob("*/*.csv"):
        with open(path, newline="") as f:
            seen |= {(path.name, column) for column in next(csv.reader(f))}
    assert seen <= known, seen - known
    assert {file for file, _ in seen} == {file for file, _ in known} - OF_GUESTS, "a table that no run here leaves"


def signals_are_known(folder):
    results = json.loads((folder / "echo/results.json").read_text())
    known = {s["name"] for s in asked("signals")}
    scope, found = [], set()
    for line in (folder / "echo.vcd").read_text().split("$enddefinitions")[0].splitlines():
        words = line.split()
        if words[:1] == ["$scope"]:
            scope.append(words[2])
        elif words[:1] == ["$upscope"]:
            scope.pop()
        elif words[:1] == ["$var"]:
            found.add(generic(".".join([*scope, words[4]]), results))
    missing = {s for s in found if not any(s.endswith(k) or re.sub(r"^\w+\.HOST", "HOST", s) == k for k in known)}
    assert len(found) > 50 and not missing, missing


def rules_are_those_of_the_checkers(_folder):
    """Every checker that declares rules has them listed, in its own order."""
    rules_of = [(r["id"], r["of"]) for r in asked("rules")]
    ids = [rule for rule, of in rules_of if of != "Packets"]
    assert [rule for rule, of in rules_of if of == "Packets"] == ["payload", "ledger"], rules_of
    headers = sorted((ROOT / "models/check").rglob("*_rules.h"))
    declared = [re.findall(r'^    \{"([A-Z]\d+)"', header.read_text(), re.M) for header in headers]
    assert len(ids) == sum(map(len, declared)) > 60
    for rules in declared:
        assert [i for i in ids if i in rules] == rules, rules


def exits_are_those_of_the_man_page(_folder):
    codes = [str(e["code"]) for e in asked("exits")]
    assert codes == re.findall(r"^\.B (\d+)$", (ROOT / "docs/niclab.1").read_text(), re.M)


def tables_of_tools_are_known(folder):
    niclab("sweep", "echo", "--vary", "nic.sar.tx_fifo_cells=1,9", "--runs", "2", "--out", "sweep", cwd=folder)
    niclab("sweep", "pair", "--vary", "flow.stream.socket_buffer=8192,65535", "--out", "coarse", cwd=folder)
    for out in ("sweep", "coarse"):
        with open(folder / out / "sweep.csv", newline="") as f:
            strange = [c for c in next(csv.reader(f)) if not columns.meaning(columns.SWEEP, c)]
        assert not strange, strange


with tempfile.TemporaryDirectory() as temporary:
    check_all((run_all, every_entry_says_something, counters_are_known, causes_are_known, keys_of_causes_are_keys, columns_are_known, signals_are_known,
               rules_are_those_of_the_checkers, exits_are_those_of_the_man_page, tables_of_tools_are_known), Path(temporary))
