"""Runs the program under test and reads what it leaves. Shared by the checks of this folder."""
import contextlib
import csv
import json
import os
import pathlib
import re
import subprocess
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
EXPERIMENTS = SOURCE / "testbenches" / "experiments"
PROGRAM = os.environ["NICLAB"]  # path of the program, set by CTest
SKIPPED = 77  # exit code CTest reads as "skipped"


@contextlib.contextmanager
def folder():
    """A folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="niclab_") as name:
        yield pathlib.Path(name)


def call(*arguments, **options):
    """Runs niclab with these arguments, whatever its exit code."""
    command = [PROGRAM, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


class Run:
    """A finished `niclab run` of one of the shipped experiments."""

    def __init__(self, out, experiment, *arguments, settings=()):
        assignments = [word for setting in settings for word in ("--set", setting)]
        process = call("run", EXPERIMENTS / f"{experiment}.toml", "--out", out, *assignments, *arguments)
        if process.returncode != 0:
            raise AssertionError(f"exit code {process.returncode}: {process.stderr or process.stdout}")
        self.json_text = (out / "results.json").read_text()
        self.results = json.loads(self.json_text)
        self.pdus_text = (out / "pdus.csv").read_text()
        self.pdus = list(csv.DictReader(self.pdus_text.splitlines()))

    def json_without_speed(self):
        """The bytes of results.json but for the wall clock in it."""
        text, count = re.subn(r'"speed": \{[^}]*\}', "", self.json_text)
        assert count == 1, "results.json has no speed"
        return text

    def average(self, stage, direction):
        found = [s["avg"] for s in self.results["stages"] if (s["name"], s["direction"]) == (stage, direction)]
        assert len(found) == 1, f"{stage} {direction}: {len(found)} entries"
        return found[0]

    def assert_nothing_lost(self, test):
        for line in self.results["ledger"]:
            dropped = sum(line["dropped"].values())
            test.assertEqual(line["sent"], line["delivered"] + dropped + line["in_flight"], line)
            test.assertEqual((dropped, line["in_flight"]), (0, 0), line)
        test.assertEqual({p["status"] for p in self.pdus}, {"ok"})
