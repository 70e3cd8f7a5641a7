"""`niclab compare`: what is the same shows no difference, what differs shows it and why; its
numbers are those of the simulations.
"""
import csv
import functools
import json
import math
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import tempfile
import time

from common import NICLAB, check_all, niclab
from niclab import intervals

SHORT = ("--seeds", "3", "--sizes", "64,1500", "--runs", "4")
SUBJECTS = ("idt77901", "idt77901", "idt77901:nic.sar.tx_fifo_cells=1")
T_OF_THREE = 4.3027


@functools.cache
def compared(folder):
    """What the comparison says, the folder of its results and their rows."""
    text = niclab("compare", *SUBJECTS, *SHORT, "--html", "page.html", cwd=folder).stdout
    out = folder / text.strip().splitlines()[-1]
    return text, out, rows_of(out)


def results(out, letter, part):
    return [json.loads((out / f"runs/{letter}/{part}-seed{seed}/results.json").read_text()) for seed in (1, 2, 3)]


def rows_of(out):
    with open(out / "rows.csv", newline="") as f:
        return {(row["letter"], row["group"], row["measure"]): row for row in csv.DictReader(f)}


def close(a, b):
    return math.isclose(float(a), b, rel_tol=1e-9, abs_tol=1e-9)


def same_shows_nothing(folder):
    _, _, rows = compared(folder)
    for (letter, group, measure), row in rows.items():
        first = rows["A", group, measure]
        if letter == "B":
            assert row["seeds"] == first["seeds"] and row["significant"] == "0" and float(row["difference"]) == 0, row


def shorter_fifo_shows(folder):
    text, _, rows = compared(folder)
    row = rows["C", "latency", "sar_segmentation pooled"]
    assert row["significant"] == "1" and abs(float(row["difference"]) + 8 * 2.83) < 0.3 and float(row["difference_ci95"]) < 0.3, row
    assert rows["C", "latency", "pci_access_rx pooled"]["significant"] == "0"
    assert float(rows["C", "cost", "FIFOs and caches"]["difference"]) == -8 * 53 * 8
    assert text.index(" against idt77901 (1):") < text.index("\nlatency "), "the reasons come before the tables"
    text = " ".join(text.split())
    same, shorter = text.split("idt77901 (2) against idt77901 (1):")[1].split("tx_fifo_cells=1 against idt77901 (1):")
    assert "no difference between idt77901 (2) and idt77901 (1) was seen" in same and "No difference in throughput" in same
    assert re.search(r"wait in the transmit FIFO \(null cells before it\): 0\.00 us with idt77901 tx_fifo_cells=1, 21\.8\d us with idt77901 \(1\)", shorter)


def the_ranking_names_the_best(folder):
    """By names, the best first; what no difference was seen of is not said to be better."""
    text, _, _ = compared(folder)
    first = re.search(r"By time of a packet from driver to driver:\n  1\. (\S.*?)  +\d", text)[1]
    assert first == "idt77901 tx_fifo_cells=1", first
    said = " ".join(text.split("\n\n")[0].split())
    assert re.match(r"\S.* is first in \d of 6 questions: ", said) and f"{first} is first in 1 of 6 questions: Driver to driver." in said, said
    assert said.count("Throughput, ") == 1, "throughput is one question, whatever the number of sizes"
    assert "No difference was seen in Throughput, 1500 octets" in said, said
    assert f"Time of a packet from driver to driver, mean: {first} is first with" in said, said
    assert "Throughput with packets of 1500 octets, mean: no difference seen between the first two" in said
    assert max(map(len, text.split("Means over")[0].split("By time")[1].splitlines())) < 130, "lines wider than a terminal"


def numbers_are_those_of_the_simulations(folder):
    _, out, rows = compared(folder)
    for letter in "ABC":
        latency, busy = results(out, letter, "latency"), results(out, letter, "throughput-1500")
        assert [r["seed"] for r in latency] == [r["seed"] for r in busy] == [1, 2, 3]
        for direction in ("client_to_server", "server_to_client"):
            means = [next(s["avg"] for s in r["stages"] if (s["name"], s["direction"]) == ("software_send", direction)) for r in latency]
            row = rows[letter, "latency", f"software_send {direction}"]
            assert close(row["mean"], statistics.fmean(means)), row
            assert abs(float(row["ci95"]) - T_OF_THREE * statistics.stdev(means) / 3**0.5) < 1e-3, row
        rates = [statistics.fmean(d["mbps"] for d in r["throughput"].values()) for r in busy]
        assert close(rows[letter, "throughput", "1500 octets"]["mean"], statistics.fmean(rates))
        assert all(abs(rate / (1500 / 32 / 53 * 149.76) - 1) < 0.002 for rate in rates), "the line is not full"
        dwords = [sum(n - r["counters_before_runs"][name] for name, n in r["counters"].items() if name.endswith("initiator.dwords"))
                  for r in busy]
        octets = 4 * 1500 * busy[0]["config"]["workload"]["count"]  # sent and received, in both directions
        row = rows[letter, "line full of 1500 octets", "PCI octets a payload octet"]
        assert close(row["mean"], statistics.fmean(4 * n / octets for n in dwords)) and 1 < float(row["mean"]) < 1.1, row


def throughput_is_that_of_the_packets(folder):
    """From the packets' own moments."""
    _, out, _ = compared(folder)
    for seed in (1, 2, 3):
        place = out / f"runs/A/throughput-64-seed{seed}"
        rates = json.loads((place / "results.json").read_text())["throughput"]
        with open(place / "pdus.csv", newline="") as f:
            packets = list(csv.DictReader(f))
        end = min(max(float(p["tx_req"]) for p in packets if p["direction"] == direction) for direction in rates)
        for direction, rate in rates.items():
            done = [p for p in packets if p["direction"] == direction and float(p["delivered"]) <= end]
            ns = max(float(done[-1][moment]) - float(done[0][moment]) for moment in ("rx_soc", "delivered"))
            assert len(done) > 300 and abs(rate["mbps"] / (64 * 8e3 * (len(done) - 1) / ns) - 1) < 1e-5


def software_costs_what_the_profiles_say(folder):
    """Of an echo: the client sends and receives, the server echoes."""
    _, out, _ = compared(folder)
    for r in results(out, "A", "latency"):
        client, server = (r["config"][side]["host"]["tcp"] for side in ("client", "server"))
        us = sum(c["fixed_us"] + c["per_octet_ns"] * 1e-3 for c in (client["send"], client["receive"], server["echo"]))
        spent = sum(r["counters"][f"{side}.host.application.software_ns"] for side in ("client", "server"))
        assert abs(spent / r["runs"] - us * 1e3) < 1, (spent, us)


def intervals_hold_what_they_promise(_):
    """Of normal samples, 95 in 100 intervals hold the mean; for few and for many."""
    stream = random.Random(1)
    for n, trials in ((2, 4000), (5, 4000), (40, 2000)):
        hits = sum(not intervals.interval([stream.gauss(0, 3) for _ in range(n)]).excludes_zero for _ in range(trials))
        assert abs(hits / trials - 0.95) < 0.012, (n, hits / trials)
    assert abs(intervals.t_quantile(60) - 2.0003) < 1e-3 and intervals.t_quantile(31) < intervals.t_quantile(30)
    assert not intervals.difference([1.0, 2.0], [1.0, 2.0]).excludes_zero and intervals.difference([1.0, 2.0], [2.0, 3.0]).excludes_zero


def wrong_input(folder):
    (folder / "none.toml").write_text("not TOML")
    cases = {("idt77901", "idt77910"): r"idt77910: unknown card .*did you mean \"idt77901\"", ("idt77901",): "at least two",
             ("echo", "eco"): r"did you mean \"echo\"", ("idt77901", "idt77901:nic.sar.tx_fifo_cells"): "expected KEY=VALUE",
             ("idt77901", "idt77901:nic.sar.tx_fifo_cell=1"): r"compare: nic\.sar\.tx_fifo_cell: .*\"tx_fifo_cells\"",
             ("idt77901", "idt77901:nic.sar.tx_fifo_cells=0"): "tx_fifo_cells=0: out of range; expected an integer from 1 to 64", ("echo", "none.toml"): "not TOML",
             ("idt77901", "idt77901", "--sizes", "64,65536"): "65536", ("idt77901", "echo", "--workload", "idt77901"): "unknown experiment; expected",
             ("idt77901", "echo", "--seeds", "1"): "--seeds", ("idt77901", "echo", "--html", "no/where.html"): "--html"}
    for arguments, message in cases.items():
        done = niclab("compare", *arguments, cwd=folder, expect=2)
        print(" ".join(arguments), "->", done.stderr.strip())
        assert re.search(message, done.stderr) and done.stderr.count("\n") == 1 and done.stdout == ""
        assert not (folder / "results").exists(), "files of a comparison that never was"


def interrupted_goes_on(folder):
    command = [NICLAB, "compare", "echo", "transmit", "--out", str(folder / "stopped"), "--seeds", "12", "--sizes", "64", "--jobs", "2"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not list(folder.glob("stopped/runs/*/*/point.json")):
        assert child.poll() is None, child.stderr.read()
        time.sleep(0.02)
    child.send_signal(signal.SIGINT)
    said = child.communicate()[1]
    assert "goes on from there" in said and child.returncode == 130, (child.returncode, said)
    kept = {path: os.stat(path).st_mtime_ns for path in folder.glob("stopped/runs/*/*/results.json") if (path.parent / "point.json").exists()}
    assert kept and not (folder / "stopped/summary.txt").exists()
    text = niclab(*command[1:]).stdout
    assert "differ in their workloads" in text and text.strip().endswith(str(folder / "stopped"))
    assert all(os.stat(path).st_mtime_ns == made for path, made in kept.items()), "done again"


def the_page_has_the_rows(folder):
    _, out, rows = compared(folder)
    page = (folder / "page.html").read_text()
    questions = page.count("is better</figcaption>")
    assert page == (out / "compare.html").read_text() and not re.search(r"https?:|src=", page)
    assert questions >= 6 and page.count('class="chart"') == questions + 2, "and the causes, wide and narrow"
    assert page.count('data-as="strips"') == 2 and "Who is first in what" in page
    assert f'{float(rows["C", "latency", "sar_segmentation pooled"]["mean"]):.3f} ±' in page


def again_it_says_the_same(folder):
    text, _, _ = compared(folder)
    begin = time.time()
    assert niclab("compare", *SUBJECTS, *SHORT, cwd=folder).stdout == text
    print(f"the same again: {time.time() - begin:.1f} s")


with tempfile.TemporaryDirectory() as temporary:
    check_all((intervals_hold_what_they_promise, wrong_input, same_shows_nothing, shorter_fifo_shows, the_ranking_names_the_best,
               numbers_are_those_of_the_simulations, throughput_is_that_of_the_packets, software_costs_what_the_profiles_say,
               the_page_has_the_rows, again_it_says_the_same, interrupted_goes_on), pathlib.Path(temporary))
