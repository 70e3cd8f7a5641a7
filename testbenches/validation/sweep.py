"""`niclab sweep`: grid, list, samples, search, failing points, and the same bytes each time."""
import csv
import importlib.util
import json
import pathlib
import sqlite3
import subprocess
import tempfile

from common import NICLAB, check_all, niclab, run, settings, skip, stage
from niclab import card_cost

for package in ("pandas", "jinja2", "optuna"):
    if importlib.util.find_spec(package) is None:
        skip(f"the Python package {package} is not installed")
from niclab import results as niclab_results  # noqa: E402

FIFO = "nic.sar.tx_fifo_cells"


def rows(out):
    with open(out / "sweep.csv", newline="") as f:
        return list(csv.DictReader(f))


def sweep(out, *arguments, expect=0):
    done = niclab("sweep", "echo", "--runs", "2", "--out", out, *arguments, expect=expect)
    if expect != 2:
        assert done.stdout.splitlines()[-2:] == ["Plots: index.html; table: sweep.csv; in this folder:", str(out)], done.stdout
    return done


def grid_and_values(folder):
    """Every combination, once; its numbers are those of `niclab run`; the tables and the page agree."""
    said = sweep(folder / "grid", "--vary", f"{FIFO}=1,9", "--vary", "line.length=1 km:3 km:2 km").stdout
    assert "4 points, 0 of them complete" in said and "about" in said
    found = rows(folder / "grid")
    assert [(r[FIFO], r["line.length"]) for r in found] == [(a, b) for a in "19" for b in ("1 km", "3 km")]
    results, _ = run("echo", "--runs", "2", *settings(nic__sar__tx_fifo_cells=9), "--set", "line.length=3 km")
    for name in ("sar_segmentation", "phy_in_to_phy_out"):
        alone, swept = stage(results, name, "client_to_server")["avg"], float(found[3][f"{name}_client_to_server_us"])
        assert abs(alone - swept) < 1e-5, (name, alone, swept)
    assert int(found[3]["cost_bits"]) - int(found[1]["cost_bits"]) == 2 * 8 * card_cost.CELL_BITS
    flight = float(found[1]["phy_in_to_phy_out_client_to_server_us"]) - float(found[0]["phy_in_to_phy_out_client_to_server_us"])
    assert 9.0 < flight < 11.0, f"2 km more of fiber took {flight} us"
    table = niclab_results.load(folder / "grid")
    assert len(table) == 4 and len(niclab_results.load_pdus(folder / "grid")) == 16
    database = sqlite3.connect(folder / "grid/sweep.sqlite")
    assert database.execute("select count(*) from points where status = 'done'").fetchone() == (4,)
    assert database.execute("select count(*) from counters").fetchone()[0] > 400
    page = (folder / "grid/index.html").read_text()
    assert "https:" not in page and "Best latency: " in page and page.count('href="points/') == 4
    assert (folder / "grid/plot_latency_us_over_nic.sar.tx_fifo_cells.svg").exists()


def throughput_has_a_reason(folder):
    """What limits the best and the worst, not what makes a packet wait."""
    niclab("sweep", "wan", "--quiet", "--set", "run.duration=5 s", "--vary", "flow.flow0.socket_buffer=16384,65535", "--out", folder / "window")
    niclab("sweep", "stream", "--quiet", "--runs", "2", "--vary", "pci.clock=8 MHz,33 MHz", "--out", folder / "clock")
    first = [(folder / name / "answer.txt").read_text().splitlines()[0] for name in ("window", "clock")]
    assert first[0].startswith("Best: flow.flow0.socket_buffer=65535, first in throughput of all programs; the limit of both is its window: of 65535 octets"), first
    assert "and with flow.flow0.socket_buffer=16384 of 16384 octets" in first[0], first
    assert "because the limit is the line" in first[1] and first[1].endswith('with pci.clock=8 MHz: nothing is busy all the time.'), first
    assert "Mb/s" in (folder / "window/index.html").read_text()


def same_bytes(folder):
    """A second sweep into another folder; a repeated one runs nothing again."""
    sweep(folder / "again", "--vary", f"{FIFO}=1,9", "--vary", "line.length=1 km:3 km:2 km", "--jobs", "1")
    files = [p.name for p in (folder / "grid").iterdir() if p.is_file() and p.name != ".lock"]
    assert len(files) > 6
    for name in files:
        assert (folder / "grid" / name).read_bytes() == (folder / "again" / name).read_bytes(), name
    made = {p: p.stat().st_mtime_ns for p in (folder / "again/points").glob("*/results.json")}
    assert "4 of them complete" in sweep(folder / "again", "--vary", f"{FIFO}=1,9", "--vary", "line.length=1 km:3 km:2 km").stdout
    assert made == {p: p.stat().st_mtime_ns for p in made}


def samples(folder):
    """A Latin hypercube has a point in every share of each range; the seed decides about random ones."""
    sweep(folder / "latin", "--latin", "4", "--vary", f"{FIFO}=1:16", "--vary", "workload.protocol=tcp,udp")
    found = rows(folder / "latin")
    assert sorted((int(r[FIFO]) - 1) // 4 for r in found) == [0, 1, 2, 3], found
    assert sorted(r["workload.protocol"] for r in found) == ["tcp", "tcp", "udp", "udp"]
    drawn = [niclab("sweep", "echo", "--random", 5, "--seed", seed, "--dry-run", "--vary", "line.length=1 m:9000 m", cwd=folder).stdout.splitlines()[:5]
             for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    sweep(folder / "both", "--vary", "client.driver.tx_buffers+server.driver.tx_buffers=8,9")
    configs = [json.loads(p.read_text())["config"] for p in (folder / "both/points").glob("*/results.json")]
    assert sorted((c["client"]["driver"]["tx_buffers"], c["server"]["driver"]["tx_buffers"]) for c in configs) == [(8, 8), (9, 9)]
    (folder / "list.csv").write_text(f"{FIFO},workload.sizes\n2,\"[1, 2]\"\n3,[40]\n")
    sweep(folder / "list", "--list", folder / "list.csv")
    assert [r["cells_sent"] for r in rows(folder / "list")] == ["16", "8"]


def wrong_ones(folder):
    """One sentence and exit code 2 for a wrong command; a wrong point is kept, said, and tried again."""
    for arguments, message in ((["--vary", "nic.sar.tx_fifo_cels=1,2"], 'did you mean "tx_fifo_cells"'), ([], "nothing to vary"),
                               (["--vary", f"{FIFO}=0"], "=0: out of range"), (["--vary", f"{FIFO}=1,2", "--objective", "latncy"], 'did you mean "latency"'),
                               (["--vary", f"{FIFO}=9:1"], "FROM is above TO"), (["--list", "none.csv"], "none.csv"),
                               (["--vary", "run.seed=1:1000", "--vary", "run.runs=1:1000"], "a grid of 1000000 points"),
                               (["--varry", "x=1"], 'did you mean "--vary"'), (["--vary", "run.seed=1,2", "--cluster", "slrm"], 'did you mean "slurm"')):
        done = sweep(folder / "wrong", *arguments, expect=2)
        print(done.stderr.strip())
        assert message in done.stderr and done.stderr.count("\n") == 1 and not list((folder / "wrong").glob("sweep.*")), done.stderr
    bare = folder / "bare/bin/python3"
    bare.parent.mkdir(parents=True)
    bare.write_text('#!/bin/sh\nexec /usr/bin/python3 -S "$@"\n')
    bare.chmod(0o755)
    for venv, message in ((folder / "bare", "expected what scripts/setup.sh --with-tools installs"), (folder / "none", "no bin/python3")):
        done = subprocess.run([NICLAB, "sweep", "echo", "--vary", f"{FIFO}=1"], env={"NICLAB_VENV": str(venv)}, capture_output=True, text=True)
        assert done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1, done.stderr
    done = sweep(folder / "failing", "--vary", f"{FIFO}=0,4", "--vary", "run.limit=1 ms,200 ms", expect=1)
    status = {(r[FIFO], r["run.limit"]): (r["status"], r["message"]) for r in rows(folder / "failing")}
    assert status["4", "200 ms"] == ("done", "") and status["0", "1 ms"][1].startswith(f"{FIFO}=0: out of range"), status
    print(status["4", "1 ms"])
    assert status["4", "1 ms"][0] == "failed"
    messages = [json.loads(p.read_text())["message"] for p in (folder / "failing/points").glob("*/failed.json")]
    assert len(messages) == sum(s == "failed" for s, _ in status.values()) == done.stderr.count("failed: ") and all(messages)
    assert "1 of them complete" in sweep(folder / "failing", "--vary", f"{FIFO}=0,4", "--vary", "run.limit=1 ms,200 ms", expect=1).stdout


def search(folder):
    """The smallest FIFO is the cheapest and the fastest: the front is that one point, found twice
    by the same way.
    """
    for name in ("search", "search2"):
        sweep(folder / name, "--vary", f"{FIFO}=1:6", "--objective", "cost,sar_segmentation_pooled", "--trials", 12)
    found = rows(folder / "search")
    assert found == rows(folder / "search2") and len(found) == len({r["point"] for r in found}) <= 6
    assert [r[FIFO] for r in found if r["pareto"] == "1"] == [min(r[FIFO] for r in found)], found


with tempfile.TemporaryDirectory() as temporary:
    check_all((grid_and_values, throughput_has_a_reason, same_bytes, samples, wrong_ones, search), pathlib.Path(temporary))
