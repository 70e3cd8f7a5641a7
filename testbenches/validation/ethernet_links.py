"""Frames of a segment at frame level against signal level: for every experiment all files are
equal, except the text that names the level.

`--long`: 300 generated segments and the experiments at their length; else a sample of each,
shorter.
"""
import json
import pathlib
import random
import re
import sys
import tempfile

from common import ROOT, bytes_of, check_all, named, niclab

LONG = "--long" in sys.argv
GENERATED = 300 if LONG else 24
FOUND = (5360, 5386)  # Stations at one place that break a rule at the same femtosecond: the kernel's order of them showed.
WHOLE = re.compile(r"transaction, (\d+) us of frames")
# The experiments on a segment, and what makes them short.
SHORT = {"ethernet_segment": ["run.duration=\"23 ms\""], "capture_effect": ["run.duration=\"17 ms\""],
         "perform3": ["reads.file_kib=[2, 9]", "reads.warm_up=\"3 ms\"", "reads.measure=\"9 ms\""],
         "perform3_alone": ["reads.file_kib=[1, 3]", "reads.warm_up=\"3 ms\"", "reads.measure=\"9 ms\""]}


def files_of(words, links, folder):
    out = folder / links
    done = niclab("run", *words, "--pcap", out / "capture.pcapng", "--fidelity", links, "--quiet", "--out", out, cwd=folder, expect=(0, 1))  # 1: a rule is broken
    said = json.loads((out / "results.json").read_text())["provenance"]["fidelity"]
    assert (said == "signal") if links == "signal" else WHOLE.fullmatch(said), said
    return bytes_of(out) | {"exit code": done.returncode}, said


def expect_equal(words):
    """Returns what was handed over whole, in us."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "signal").mkdir(), (folder / "transaction").mkdir()
        (pins, _), (whole, said) = (files_of(words, links, folder) for links in ("signal", "transaction"))
    assert pins.keys() == whole.keys(), (pins.keys(), whole.keys())
    differ = [name for name in pins if pins[name] != whole[name]]
    assert not differ, f"{differ} differ: niclab run {' '.join(map(str, words))}"
    return int(WHOLE.fullmatch(said)[1])


def experiment(name):
    sets = [word for key in ([] if LONG else SHORT[name]) for word in ("--set", key)]
    expect_equal([ROOT / f"testbenches/experiments/{name}.toml", *sets])


def transceiver(r):
    keys = {}
    if r.random() < 0.4:
        keys["transmit_delay"], keys["receive_delay"] = f'"{r.choice([0.001, 7, 333, 2000])} ns"', f'"{r.choice([0, 11, 400, 1500])} ns"'
    if r.random() < 0.3:
        keys["collision_delay"] = f'"{r.choice([3, 250, 1700])} ns"'
    if r.random() < 0.3:
        keys["lost_bits"] = r.randint(1, 16)
    if r.random() < 0.4:
        keys["sqe_test"] = "false"
    return keys


def mac(r):
    keys = {}
    if r.random() < 0.25:
        keys["gap_part1_bits"], keys["gap_part2_bits"] = r.choice([0, 8, 32, 64, 96]), r.choice([1, 5, 32, 96])
    if r.random() < 0.25:
        keys["attempts"], keys["backoff_limit"] = r.randint(1, 16), r.randint(0, 10)
    if r.random() < 0.25:
        keys["retry_late"] = "true"
    return keys


def inline(keys):
    return "{ " + ", ".join(f"{key} = {value}" for key, value in keys.items()) + " }"


def generated(seed):
    """A generated segment: stations, distances, clocks, rules, delays, frames. With a probability
    of about one half it ends within a frame.
    """
    r = random.Random(f"segment {seed}")
    hosts = "abcdefgh"[:r.randint(2, 6)]
    longest = r.choice([0, 5, 185, 500, 2500])
    places = [r.uniform(0, longest) for _ in hosts]
    lines = ["[run]", 'level = "segment"', f'duration = "{r.uniform(3000, 12000):.4f} us"', f"seed = {r.randint(1, 10**6)}", "[[segment]]", 'name = "cable"',
             f'kind = "{r.choice(["coax", "coax", "repeater"])}"', f"ns_per_m = {r.choice([3.34, 4.33, 5.14, 10])}",
             "stations = [" + ", ".join(f'{{ host = "{h}", at = "{m:.3f} m" }}' for h, m in zip(hosts, places)) + "]"]
    for host in hosts:
        lines += ["[[host]]", f'name = "{host}"', f"ppm = {r.choice([0, 0, -100, 100, r.randint(-100, 100)])}", f"mac = {inline(mac(r))}",
                  f"transceiver = {inline(transceiver(r))}"]
    for _ in range(r.randint(1, 2 * len(hosts))):
        sender, receiver = r.sample(hosts, 2)
        kind = r.choice(["saturated", "periodic", "poisson"])
        lines += ["[[flow]]", f'from = "{sender}"', f'to = "{receiver}"', f'kind = "{kind}"', f"sizes = {r.choice([[64], [1518], [64, 1518, 65, 577], [100]])}",
                  f'start = "{r.uniform(0, 900):.3f} us"', f'interval = "{r.uniform(100, 3000):.3f} us"', f"queue = {r.choice([1, 3, 1000])}"]
        if r.random() < 0.2:
            lines += [f"count = {r.randint(1, 9)}"]
    return "\n".join(lines) + "\n"


def segment(seed):
    with tempfile.TemporaryDirectory() as temporary:
        file = pathlib.Path(temporary) / "made.toml"
        file.write_text(generated(seed))
        expect_equal([file])


def most_of_a_saturated_cable_is_handed_over():
    sets = ["--set", 'run.duration="20 ms"']
    assert expect_equal([ROOT / "testbenches/experiments/ethernet_segment.toml", *sets]) > 17_000


check_all([named(f"experiment_{name}", experiment, name) for name in SHORT] + [named(f"segment_{seed}", segment, seed) for seed in sorted({*range(GENERATED), *FOUND})]
          + [most_of_a_saturated_cable_is_handed_over])
