"""`niclab reproduce published`: an experiment for each measurement, its first run on record, and a
question of the page for each row.

`--long`: all of them run.
"""
import csv
import pathlib
import re
import sys
import tempfile

from common import ROOT, check_all, niclab

sys.path.insert(0, str(ROOT / "scripts"))
from book import accuracy
from niclab.tools.reproduce import published

EXPERIMENTS = ROOT / "testbenches/experiments/published"


def entries():
    with open(ROOT / "traces/reference/published.csv", newline="") as f:
        return list(csv.DictReader(f))


def each_measurement_has_its_experiment_and_its_first_run(_):
    """The file states the source and what was assumed."""
    assert {published.experiment_of(e) for e in entries()} == {path.stem for path in EXPERIMENTS.glob("*.toml")}
    for entry in entries():
        text = (EXPERIMENTS / f"{published.experiment_of(entry)}.toml").read_text()
        assert "Published:" in text and re.search("# (Source|Source and assumptions): ", text), entry
        assert float(entry["first"]) > 0 and float(entry["tolerance"]) > 0, entry


def all_rows_are_predictions_with_a_verdict(out):
    """Exit code 0: each row is within its tolerance, or its miss has a reason."""
    said = niclab("reproduce", "published", "--out", out / "published").stdout
    rows = accuracy.rows_of(out, "published")
    assert len(rows) == len(entries()) >= 8 and all(r.standing == "predicted" and r.gated for r in rows), said
    within = sum(r.held for r in rows)
    assert f"{within} of {len(rows)} numbers within their tolerance" in said.replace("\n  ", " "), said[:400]
    page = (out / "published/report.html").read_text()
    assert all(e["first"] in page and e["source"] in page for e in entries()), "a first run is missing"
    assert all(accuracy.question_of("published", r) for r in rows) and len(accuracy.first_runs(out)) == len(rows) + 2


with tempfile.TemporaryDirectory() as folder:
    runs = (all_rows_are_predictions_with_a_verdict,) if "--long" in sys.argv else ()
    check_all((each_measurement_has_its_experiment_and_its_first_run, *runs), pathlib.Path(folder))
