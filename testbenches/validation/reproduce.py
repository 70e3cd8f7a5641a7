"""`niclab reproduce dollas`: interrupted, taken up again, rows within tolerances, order of rows.

Quick: the paper's first experiment, figures and Table 2. `--long`: the whole paper, Tables 1 and 3
too.
"""
import csv
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import fit_hosts
from browser import PROGRAM, Browser
from common import NICLAB, ROOT, check_all, niclab
from page_checks import Numbers, check_layout

LONG = "--long" in sys.argv
PART = "dollas" if LONG else "dollas/figures"
TABLE, STAGE, STAGES = ("dollas/table3", "SEL", 20) if LONG else ("dollas/table2", "SRL", 10)
GATED = 40 if LONG else 15
ORDER = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]


def rows_of(out):
    with open(out / "rows.csv", newline="") as f:
        return list(csv.DictReader(f))


def the_page_has_the_rows(out):
    """The page's numbers are those of rows.csv, each row with all it has; it opens in a browser
    where there is one.
    """
    path, rows = out / "report.html", rows_of(out)
    found = {place: float(value) for place, _, value, _ in Numbers(path.read_text()).found}
    columns = [(i, name, row[name]) for i, row in enumerate(rows) for name in ("published", "analyzer", "known") if row[name]]
    assert len(found) == len(columns)
    for i, name, value in columns:
        assert abs(found[f"/rows/{i}/{name}"] - float(value)) <= 0.0000501, (i, name)
    if PROGRAM:
        with Browser() as browser:
            for width in (1280, 400):
                browser.window(width, 900)
                browser.open(path)
                check_layout(browser, width, dark=False)


def fitted_rows_with_held_ones_tripled():
    """What the fit would use if every held-out value of the paper were three times as large."""
    with tempfile.TemporaryDirectory() as folder:
        for table in ("dollas_table2.csv", "dollas_table3.csv"):
            path = pathlib.Path(folder) / "traces/reference" / table
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(ROOT / "traces/reference" / table, newline="") as f, open(path, "w", newline="") as g:
                reader = csv.DictReader(f)
                writer = csv.DictWriter(g, reader.fieldnames)
                writer.writeheader()
                for row in reader:
                    writer.writerow(row if row["split"] != "hold" else {**row, "value": 3 * float(row["value"])})
        fit_hosts.ROOT = pathlib.Path(folder)
        return fit_hosts.calibration_rows()


def held_out_rows_are_not_fitted(_):
    assert fit_hosts.calibration_rows() == fitted_rows_with_held_ones_tripled(), "a held-out row was fitted"


def interrupted_it_goes_on(out):
    child = subprocess.Popen([NICLAB, "reproduce", PART, "--out", str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not list((out / "runs").glob("*/point.json")):
        assert child.poll() is None, child.stderr.read()
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    assert "goes on from there" in child.communicate()[1] and child.returncode == 130
    kept = {path.parent.name: os.stat(path).st_mtime_ns for path in (out / "runs").glob("*/results.json")
            if (path.parent / "point.json").exists()}
    assert kept and not (out / "summary.txt").exists()

    begin = time.time()
    text = niclab("reproduce", PART, "--out", out).stdout
    predicted = re.search(r"Predicted \(.*", text)
    print(f"{time.time() - begin:.0f} s for what was left; {predicted[0] if predicted else 'no row is predicted'}")
    assert predicted or not LONG
    for name, made in kept.items():
        assert os.stat(out / "runs" / name / "results.json").st_mtime_ns == made, f"{name} was done again"


def predictions_are_within_their_tolerances(out):
    gated = [row for row in rows_of(out) if row["tolerance"]]
    assert len(gated) > GATED and all(row["split"] == "hold" and row["standing"] == "predicted" for row in gated), "a fitted row was counted as a prediction"
    counted = re.search(r"(\d+) of (\d+) numbers within their tolerance", (out / "summary.txt").read_text().replace("\n  ", " "))
    within = sum(abs(float(r["known"]) - float(r["published"])) <= float(r["tolerance"]) for r in gated)
    assert [int(n) for n in counted.groups()] == [within, len(gated)], "other rows were counted"
    for row in gated:
        error = abs(float(row["known"]) - float(row["published"]))
        assert error <= float(row["tolerance"]) or row["deviation"], row


def instrument_and_simulator_agree(out):
    """On averages."""
    for row in rows_of(out):
        if row["stat"] == "avg":
            assert abs(float(row["analyzer"]) - float(row["known"])) < 0.06, row


def listing_and_figures_are_those_of_the_paper(out):
    listing = (out / "figure4.txt").read_text()
    assert re.findall(r"<- (\d+):", listing) == ORDER
    assert "TxData F4" in (out / "figure5.txt").read_text() and "2.727 us" in (out / "cell_period.txt").read_text()
    if LONG:
        same = (out / "table1.svg").read_text() == (ROOT / "docs/dollas_table1.svg").read_text()
        assert same, "the picture in docs is an old one, see scripts/update_readme.py"


def one_table_alone(out):
    """Out of the runs that are there."""
    made = {path: path.stat().st_mtime_ns for path in (out / "runs").glob("*/results.json")}
    assert niclab("reproduce", TABLE, "--out", out).stdout.count(STAGE) > STAGES
    assert made == {path: path.stat().st_mtime_ns for path in (out / "runs").glob("*/results.json")}, "a run was done again"


def a_paper_that_is_none(_):
    assert 'did you mean "dollas"' in niclab("reproduce", "dolas", expect=2).stderr


ROWS = (predictions_are_within_their_tolerances, instrument_and_simulator_agree, the_page_has_the_rows)
with tempfile.TemporaryDirectory() as temporary:
    whole = (interrupted_it_goes_on, *(ROWS if LONG else ()), listing_and_figures_are_those_of_the_paper)
    check_all((held_out_rows_are_not_fitted, *whole, one_table_alone, *(() if LONG else ROWS), a_paper_that_is_none), pathlib.Path(temporary) / "dollas")
