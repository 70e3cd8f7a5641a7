"""`import niclab`: its doctests, errors in the program's words, tables that agree with the files,
interrupts and work that goes on.
"""
import doctest
import importlib
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import warnings

from common import NICLAB, ROOT, check_all, named, skip, wait_for_growth

try:
    import pandas
except ModuleNotFoundError:
    skip("pandas is not installed")
os.environ["NICLAB_PROGRAM"] = NICLAB
import niclab

MODULES = ("niclab.program", "niclab.api.words", "niclab.api.table", "niclab.api.run", "niclab.api.many", "niclab.api.lists")


def check_doctests():
    tried = 0
    for name in MODULES:
        failed, attempted = doctest.testmod(importlib.import_module(name))
        assert not failed, name
        tried += attempted
    assert tried > 15, tried


def refused(call, *words, **keys):
    try:
        call(*words, **keys)
    except niclab.WrongInput as error:
        return str(error)
    raise AssertionError(f"{words} {keys} was taken")


def check_errors_are_the_programs():
    assert refused(niclab.run, "echo", set={"nic.sar.tx_fifo_cels": 1}) == 'nic.sar.tx_fifo_cels: unknown key; did you mean "tx_fifo_cells"?'
    assert "expected an integer from 1 to 64" in refused(niclab.run, "echo", set={"nic.sar.tx_fifo_cells": 100})
    assert "expected an integer from 1 to 64" in refused(niclab.run, "echo", set={"nic.sar.tx_fifo_cells": "4"})
    assert 'did you mean "echo"' in refused(niclab.run, "ecco")
    assert "unknown key" in refused(niclab.sweep, "echo", vary={"nic.sar.nothing": [1]})
    assert "expected at least two" in refused(niclab.compare, "idt77901")
    assert "dollas" in refused(niclab.reproduce, "dolas")
    assert "an integer from 1" in refused(niclab.run, "echo", runs=0)


def check_every_level_runs(folder):
    """From Python, too; what only cards can be asked is refused."""
    for name, seconds in (("wan", "2 s"), ("capture_effect", "20 ms")):
        run = niclab.run(name, set={"run.duration": seconds}, out=folder / name, quiet=True)
        assert run.ok and run.answer, name
    assert "wan: an experiment of hosts with a TCP; expected" in refused(niclab.compare, "wan", "window")


def check_tables_agree_with_results(folder):
    run = niclab.run("echo", runs=3, seed=5, out=folder / "echo", quiet=True)
    for stage in run.results["chain"]["client_to_server"]["stages"]:
        mine = run.packets[run.packets.direction == "client_to_server"]
        mean = (mine[f"{stage['to']}_us"] - mine[f"{stage['from']}_us"]).mean()
        true = run.stages[(run.stages.name == stage["name"]) & (run.stages.direction == "client_to_server")].avg.item()
        assert abs(mean - true) < 1e-5, (stage["name"], mean, true)
    whole = run.spans.groupby(["direction", "run", "pdu"]).duration_us.sum()
    assert (whole - run.packets.set_index(["direction", "run", "pdu"]).total_us).abs().max() < 1e-3
    assert (run.counters.unit != "").all() and run.counters.loc["client.host.application.software_ns", "unit"] == "ns"
    assert set(run.transactions.bus) == {"client", "server"} and run.transactions.time_us.is_monotonic_increasing
    assert run.ok and not run.partial and run.answer in repr(run)
    assert "driver to driver" in run._repr_html_() and "<script" not in run._repr_html_()
    assert run.report()._repr_html_().startswith("<iframe srcdoc=")


def check_a_failed_check_warns(folder):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        run = niclab.run("echo", runs=1, set={"client.pci.parity_error_phase": 3}, out=folder / "wrong", quiet=True)
    assert not run.ok and any(issubclass(w.category, niclab.CheckFailed) for w in said), [str(w.message) for w in said]


def check_an_interrupt_keeps_what_was_measured(folder):
    """In a process of its own, as Ctrl-C or a notebook's stop button reach it."""
    out = folder / "stopped"
    code = f"import niclab; niclab.run('echo', runs=100000, out={str(out)!r})"
    child = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")})
    wait_for_growth(out, child)
    child.send_signal(signal.SIGINT)
    error = child.communicate(timeout=300)[1]
    assert child.returncode == -signal.SIGINT or b"KeyboardInterrupt" in error, (child.returncode, error)
    kept = niclab.load(out)
    assert kept.partial and 0 < kept.results["runs"] < 100000, kept.results["runs"]


def check_a_sweep_goes_on(folder):
    out = folder / "sweep"
    asked = dict(vary={"nic.sar.tx_fifo_cells": list(range(1, 21))}, runs=150, out=str(out), jobs=1)
    code = f"import niclab; niclab.sweep('echo', **{asked!r})"
    child = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")})
    while child.poll() is None and len(list(out.glob("points/*/point.json"))) < 3:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    child.wait(60)
    first = {path: path.stat().st_mtime_ns for path in out.glob("points/*/point.json")}
    assert 3 <= len(first) < 20, len(first)
    done = niclab.sweep("echo", **asked, quiet=True)
    assert (done.points.status == "done").all() and len(done.points) == 20
    assert all(path.stat().st_mtime_ns == at for path, at in first.items()), "a complete point was run again"
    assert done.run(done.points.point[0]).config["client.nic.sar.tx_fifo_cells"] == 1
    assert "<iframe" in done._repr_html_()
    assert isinstance(done.packets, pandas.DataFrame) and "nic.sar.tx_fifo_cells" in done.packets


def check_runs_beside_each_other(folder):
    depths = [1, 3, 9]
    runs = niclab.run_each("echo", [{"nic.sar.tx_fifo_cells": n} for n in depths], runs=2, out=folder / "each")
    before = [(run.folder / "point.json").stat().st_mtime_ns for run in runs]
    again = niclab.run_each("echo", [{"nic.sar.tx_fifo_cells": n} for n in depths], runs=2, out=folder / "each")
    assert [run.config["client.nic.sar.tx_fifo_cells"] for run in again] == depths
    assert before == [(run.folder / "point.json").stat().st_mtime_ns for run in again]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler, "an interrupt must still reach the notebook"


def check_differences_are_of_pairs(folder):
    swept = niclab.sweep("echo", vary={"nic.sar.tx_fifo_cells": [1, 9], "run.seed": [1, 2, 3]}, runs=2, out=folder / "pairs", quiet=True)
    found = swept.differences("nic.sar.tx_fifo_cells", 1, "latency_us")
    assert len(found) == 1 and found.pairs.item() == 3 and found.decided.item(), found
    points = swept.points.pivot(index="run.seed", columns="nic.sar.tx_fifo_cells", values="latency_us")
    assert abs(found.difference.item() - (points[9] - points[1]).mean()) < 1e-9
    assert "did you mean" in refused(swept.differences, "nic.sar.tx_fifo_cels", 1, "latency_us")


def check_differences_without_pairs(folder):
    """By the intervals of the points' own runs. With one run a point the error names the remedy."""
    swept = niclab.sweep("echo", vary={"nic.sar.tx_fifo_cells": [1, 9]}, runs=4, out=folder / "alone", quiet=True)
    found, points = swept.differences("nic.sar.tx_fifo_cells", 1, "latency_us"), swept.points.set_index("nic.sar.tx_fifo_cells")
    assert found.pairs.item() == 0 and found.decided.item(), found
    assert abs(found.difference.item() - (points.latency_us[9] - points.latency_us[1])) < 1e-9
    assert abs(found.ci95.item() - math.hypot(points.latency_us_ci95[9], points.latency_us_ci95[1])) < 1e-9
    said = str(swept)
    assert said.startswith(swept.answer) and said.endswith(str(swept.folder)) and "latency (us)" in said and " ±" in said, said
    single = niclab.sweep("echo", vary={"nic.sar.tx_fifo_cells": [1, 9]}, runs=1, out=folder / "single", quiet=True)
    assert "run.seed" in refused(single.differences, "nic.sar.tx_fifo_cells", 1, "latency_us")


def check_comparison(folder):
    compared = niclab.compare("idt77901", "pca200e_like", seeds=2, sizes=[64], runs=2, out=folder / "compared", quiet=True)
    assert len(compared.rows) > 10 and "first with" in compared.summary, compared.summary
    assert json.loads(json.dumps(compared.page.text))


with tempfile.TemporaryDirectory() as temporary:
    place = pathlib.Path(temporary)
    with_folder = (check_every_level_runs, check_tables_agree_with_results, check_a_failed_check_warns, check_an_interrupt_keeps_what_was_measured, check_a_sweep_goes_on,
                   check_runs_beside_each_other, check_differences_are_of_pairs, check_differences_without_pairs, check_comparison)
    check_all([check_doctests, check_errors_are_the_programs, *(named(check.__name__, check, place) for check in with_folder)])
