"""`niclab reproduce pcie_bench`: rows within their tolerances, equal bytes, wrong host files.

Quick: the machine of the calibration and three held-out hosts. `--long`: every host, and the fit.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

from common import NICLAB, ROOT, check_all, niclab
from niclab import columns

LONG = "--long" in sys.argv
DATA = ROOT / "traces/reference/pcie_bench"
QUICK = ("hsw-Xeon-E5-2637v3_supermicro", "bdw-Xeon-E5-2630v4-dell-t430-s0-s0-s0", "bdw-Xeon-E5-2630v4-dell-t430-s0-s1-s1-iommu-nosp",
         "ib-Xeon-E5-2620v2_dell-t620-s0-s1-s1")
GATED = 1400 if LONG else 300
HEAD = "experiment,cache,pattern,size,offset,dev_offset,window,statistic,value,split"
READ = "lat_dma_rd,HWarm,Seq,64,0,0,8192,median,560,cal"


def options(hosts):
    return [word for host in hosts for word in ("--host", DATA / f"{host}.csv")]


def rows_of(path):
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def every_gated_row_is_within(out):
    done = niclab("reproduce", "pcie_bench", "--out", out, *([] if LONG else options(QUICK)))
    assert done.stdout.startswith("Predicted (simulated and held out): "), done.stdout[:200]
    gated = [row for row in rows_of(out / "rows.csv") if row["tolerance"] and row["split"]]
    assert len(gated) > GATED, len(gated)
    for row in gated:
        assert abs(float(row["known"]) - float(row["published"])) <= float(row["tolerance"]), row
        assert row["standing"] in ("predicted", "chosen"), "a fitted row has a gate"


def the_null_model_is_worse(out):
    """Of the gated rows that depend on a mechanism, the closed form misses most."""
    small = [row for row in rows_of(out / "rows.csv") if row["table"] == "writes of 64 octets" and row["null"] and row["tolerance"]]
    assert small and all(row["null_passes"] == "0" for row in small)


def every_row_of_every_host_is_there(out):
    simulated = rows_of(out / "simulated.csv")
    for host in [path.stem for path in DATA.glob("*.csv")] if LONG else QUICK:
        lines = [line for line in (DATA / f"{host}.csv").read_text().splitlines() if not line.startswith("#")]
        assert sum(row["host"] == host for row in simulated) == len(lines) - 1, host


def columns_are_declared(out):
    for table in (columns.PCIE_SIMULATED, columns.PCIE_SPANS, columns.REPRODUCE):
        with open(out / table.file, newline="") as f:
            assert next(csv.reader(f)) == table.header(), table.file


def spans_sum_to_the_latency(out):
    names = [name for name in columns.PCIE_SPANS.header() if name.endswith("_ns")]
    keys = [name for name in columns.PCIE_SPANS.header() if not name.endswith("_ns")]
    sums = {tuple(row[key] for key in keys): sum(float(row[name]) for name in names) for row in rows_of(out / "spans.csv")}
    checked = 0
    alike = {str(1 << k) for k in range(12)}  # sizes with equal transfers: but for SKP and DLLPs, median and mean agree
    for row in rows_of(out / "simulated.csv"):
        if row["statistic"] == "median" and row["pattern"] == "Seq" and row["iommu"] == row["offset"] == "0" and row["size"] in alike:
            assert abs(sums[tuple(row[key] for key in keys)] - float(row["simulated"])) < 3, row
            checked += 1
    assert checked > 300, checked


def equal_bytes(out):
    """Of one host, twice; its rows are those of a run with others."""
    alone = out.parent / "alone"

    def written():
        niclab("reproduce", "pcie_bench", "--out", alone, *options(QUICK[:1]))
        return {path.name: path.read_bytes() for path in alone.iterdir()}

    assert written() == written()
    assert rows_of(alone / "simulated.csv") == [row for row in rows_of(out / "simulated.csv") if row["host"] == QUICK[0]]


def wrong_host_files(out):
    """One sentence each, exit code 2, nothing written."""
    folder = out.parent
    cases = {
        f"{HEAD}\n{READ},1\n": ":2:1: 11 cells; expected 10",
        f"{HEAD}\n{READ.replace('64', '0')}\n": ":2:22: size = 0: wrong number; expected 1 to 4096",
        f"{HEAD}\n{READ.replace('lat_dma_rd', 'lat_dma_dr')}\n": 'did you mean "lat_dma_rd"',
        f"{HEAD}\n{READ.replace('median', 'goodput')}\n": "expected median or a quantile",
        f"{HEAD}\n{READ.replace('8192', '4')}\n": "window = 4",
        f"{HEAD}\n": "no median of warm reads of 64 octets",
        f"{HEAD}\n{READ.replace('560', '1')}\n": "takes 1 ns; expected at least",
        f"# mps = 100\n{HEAD}\n{READ}\n": "not a power of two",
        f"# mrsr = 512\n{HEAD}\n{READ}\n": "mrsr",
        f"# local = \"none\"\n{HEAD}\n{READ}\n": "none.csv",
        "size,value\n": "wrong columns",
        "": "no line with the columns",
    }
    for text, expected in cases.items():
        (folder / "host.csv").write_text(text)
        done = niclab("reproduce", "pcie_bench", "--out", folder / "wrong", "--host", folder / "host.csv", expect=2)
        assert expected in done.stderr and len(done.stderr.strip().splitlines()) == 1, (text, done.stderr)
        assert "expected" in done.stderr or "did you mean" in done.stderr, done.stderr
        assert not (folder / "wrong").exists(), "a folder was made"
    assert "--host and --card have no effect" in niclab("reproduce", "dollas", "--card", "x", expect=2).stderr
    assert "unknown card" in niclab("reproduce", "pcie_bench", "--card", "nfp", "--out", folder / "wrong", expect=2).stderr


def a_new_host_is_one_file(out):
    """Facts that differ from those of a known host change its numbers in the known direction."""
    folder = out.parent
    lines = (DATA / f"{QUICK[0]}.csv").read_text().splitlines()

    def changed(name, **facts):
        text = [f"# {key} = {facts.pop(key)}" if key in facts else line for line in lines for key in [line[2:].partition(" = ")[0]]]
        (folder / f"{name}.csv").write_text("\n".join(text) + "\n")
        done = niclab("reproduce", "pcie_bench", "--out", folder / name, "--host", folder / f"{name}.csv", expect=(0, 1))
        assert not done.stderr, done.stderr
        return name

    def goodput(name):
        return {(r["experiment"], r["size"]): float(r["simulated"]) for r in rows_of(folder / name / "simulated.csv")
                if r["pattern"] == "Rand" and r["window"] == "8192" and r["cache"] == "HWarm" and r["statistic"] == "goodput"}

    base, small, narrow = goodput("alone"), goodput(changed("small", mps=128)), goodput(changed("narrow", generation=2, width=4))
    few = folder / "few.csv"
    few.write_text(f"# width = 8\n# mps = 256\n{HEAD}\n{READ}\n")
    done = niclab("reproduce", "pcie_bench", "--out", folder / "few", "--host", few, expect=(0, 1))
    assert done.stderr == f"{few}: assumed generation = 3, mrrs = 512; the file does not state it\n", done.stderr
    assert small["bw_dma_wr", "2048"] < 0.95 * base["bw_dma_wr", "2048"], "a payload of 128 octets has more headers"
    assert small["bw_dma_wr", "64"] == base["bw_dma_wr", "64"]
    assert narrow["bw_dma_wr", "2048"] < 16 < base["bw_dma_wr", "2048"], "16 Gbit/s of data at most"


def numbers_are_those_of_the_fit(_):
    subprocess.run([sys.executable, ROOT / "scripts/fit_pcie.py", "--niclab", NICLAB, "--check"], check=True)


with tempfile.TemporaryDirectory() as temporary:
    CHECKS = (every_gated_row_is_within, the_null_model_is_worse, every_row_of_every_host_is_there, columns_are_declared, spans_sum_to_the_latency, equal_bytes,
              wrong_host_files, a_new_host_is_one_file)
    check_all((*CHECKS, *((numbers_are_those_of_the_fit,) if LONG else ())), pathlib.Path(temporary) / "pcie")
