"""Attribution of time: 2000 packets of random configurations. The spans of each packet have no gap
and add up to its time exactly. Also the timeline, and the real gain of a change against the gain
that the chain predicts.
"""
import csv
import itertools
import json
import pathlib
import random
import re
import tempfile

from common import ROOT, check_all, niclab, run, settings
from niclab.intervals import half_width_of

random.seed(4)
SHORT = 0.0005  # ns: half of the last decimal


def spans_add_up(folder, rows):
    """All spans of a run against pdus.csv."""
    with open(folder / "attribution.csv", newline="") as f:
        spans = list(csv.DictReader(f))
    chains = {key: list(group) for key, group in itertools.groupby(spans, key=lambda s: (s["direction"], s["run"], s["pdu"]))}
    for row in rows:
        if row["status"] != "ok":
            continue
        chain = chains[row["direction"], row["run"], row["pdu"]]
        assert all(a["end_ns"] == b["begin_ns"] for a, b in zip(chain, chain[1:])), "a gap"
        whole = sum(int(s["duration_fs"]) for s in chain)
        assert abs(whole * 1e-6 - (float(row["delivered"]) - float(row["send_call"]))) < 0.002, "the spans do not sum to the whole"
        assert abs(float(chain[0]["begin_ns"]) - float(row["send_call"])) < SHORT and all(int(s["duration_fs"]) > 0 for s in chain)
    return len(chains)


def random_configurations(_):
    packets = 0
    while packets < 2000:
        experiment = random.choice(["echo", "transmit", "stream", "busy_bus"])
        choice = dict(run__seed=random.randrange(10**6), nic__sar__tx_fifo_cells=random.choice([1, 2, 9, 20]),
                      nic__phy__tx_fifo_cells=random.choice([2, 4, 8]), nic__sar__assembly_stage=random.choice(["true", "false"]),
                      nic__sar__null_cells=random.choice(["true", "true", "false"]), line__length=random.choice(['"2 m"', '"3 km"']),
                      pci__policy=random.choice(["round_robin", "fixed_priority"]), pci__parking=random.choice(["host", "last", "none"]))
        with tempfile.TemporaryDirectory() as temporary:
            _, rows = run(experiment, *settings(**choice), folder=temporary)
            packets += spans_add_up(pathlib.Path(temporary), rows)
    print(f"{packets} packets of random configurations: every chain without a gap, every sum exact")


def the_timeline(folder):
    results, rows = run("echo", "--timeline", folder / "timeline.json", folder=folder)
    spans_add_up(folder, rows)
    outside = ("program.", "interrupt")
    longest = max((s for s in results["attribution"] if s["direction"] == "client_to_server" and not s["id"].startswith(outside)),
                  key=lambda s: s["mean_us"])
    assert longest["id"] == "transmit_fifo.null_cells" and 20 < longest["mean_us"] < 24 and longest["mean_amount"] == 8, longest
    assert longest["count"] == 15 and longest["deviation_us"] == 0, "eight null cells always take the same time"
    assert any(s["deviation_us"] > 0 for s in results["attribution"])
    for share in results["attribution"]:
        assert abs(share["ci95_us"] - half_width_of(share["count"], share["deviation_us"])) < 1e-3 * share["deviation_us"] + 2e-6, share
    assert abs(sum(s["percent"] for s in results["attribution"] if s["direction"] == "client_to_server") - 100) < 0.1
    summary = " ".join((folder / "summary.txt").read_text().split())
    assert "it waits in the transmit FIFO: null cells before it (8.0 on average)." in summary
    timeline = json.loads((folder / "timeline.json").read_text())
    kinds = {event["ph"] for event in timeline["traceEvents"]}
    assert kinds == {"M", "X", "b", "e", "s", "t", "f", "C"}
    opened = [e for e in timeline["traceEvents"] if e["ph"] == "b"]
    assert len(opened) == len(rows) == sum(e["ph"] == "e" for e in timeline["traceEvents"])


def times(sentence):
    return [float(number) for number in re.findall(r"\d+\.\d{3}", sentence)]


def what_if(folder):
    text = niclab("run", ROOT / "testbenches/experiments/echo.toml", "--what-if", "transmit_fifo=0", "--out", folder / "what_if").stdout
    line = " ".join(text[:text.index(")")].split())
    print(line)
    after, before, short, long = times(line)
    assert after == 0 and 20 < before < 25 and abs(long - short - before) < 3, line
    error = niclab("run", "echo", "--what-if", "transmit_fifi=0", "--out", folder / "x", expect=2).stderr
    assert 'did you mean "transmit_fifo"' in error, error
    refused = niclab("run", "echo", *settings(nic__phy__tx_clav_cells=4), "--what-if", "phy_transmit_fifo=0", "--out", folder / "refused")
    line = " ".join(refused.stdout[refused.stdout.index("what if phy_transmit_fifo"):].split()).partition(" From driver")[0]
    assert "refused: " in line and "nic.phy.tx_clav_cells=4: out of range" in line and "see" not in line, line
    assert not refused.stderr, refused.stderr
    # A kind of card says what can be free in it.
    text = niclab("run", "echo", "--set", "client.card=pca200e_like", "--set", "server.card=pca200e_like", "--what-if", "firmware=0",
                  "--out", folder / "firmware").stdout
    line = " ".join(text[text.index("what if firmware"):].split()).partition(")")[0]
    after, before, short, long = times(line)
    assert before - after > 10 and abs(long - short - before + after) < 3 and "nic.packet.receive_firmware_clocks=0" in line, line
    error = niclab("run", "echo", "--what-if", "firmware=0", "--out", folder / "x", expect=2).stderr
    assert "unknown stage of this experiment" in error and "sar_schedule" in error and error.count("firmware") == 1, error


def causes(folder):
    results, _ = run("busy_bus", folder=folder / "busy")
    waits = {s["cause"]: s["mean_us"] for s in results["attribution"] if "PCI" in s["resource"] and s["state"] == "waiting"}
    assert {"GNT#: disk", "GNT#: grabber"} & set(waits), waits
    results, _ = run("study_tables", *settings(nic__sar__tables="host", workload__count=60), folder=folder / "tables")
    own = {s["id"]: s["mean_us"] for s in results["attribution"] if s["direction"] == "client_to_server"}
    assert own["receiving_sar.look_up"] < 2, "the engine's own time is no wait for tables in host memory"
    assert own["receiving_pci.table"] > 0 and own["receive_fifo.cells"] > 50 * own["receiving_sar.look_up"], own
    results, _ = run("stream", folder=folder / "stream")
    assert any(s["resource"] == "SRAM" and s["cause"].startswith("port busy: ") for s in results["attribution"]), "no wait for the SRAM"


def tracks(folder):
    run("stream", "--timeline", folder / "tracks.json", folder=folder / "tracks")
    found = {}
    for e in json.loads((folder / "tracks.json").read_text())["traceEvents"]:
        if e["ph"] == "X":
            found.setdefault((e["pid"], e["tid"]), []).append((e["ts"], e["ts"] + e["dur"]))
    for slices in found.values():
        slices.sort()
        assert all(b[0] >= a[1] - 1e-6 for a, b in zip(slices, slices[1:])), "slices of a track overlap"


with tempfile.TemporaryDirectory() as temporary:
    check_all((random_configurations, the_timeline, what_if, causes, tracks), pathlib.Path(temporary))
