"""Ctrl-C in a long run: exit code 130, what was measured is written and marked partial."""
import json
import pathlib
import signal
import subprocess
import tempfile
import time

from common import NICLAB, ROOT, check_all


def it_ends_as_interrupted(done, _):
    assert done.returncode == 130, done.returncode
    assert done.stderr == "", "progress must not go into a pipe"


def what_was_measured_is_written(_, out):
    results = json.loads((out / "results.json").read_text())
    assert results["partial"] and 0 < results["runs"] < 100000
    assert all(line["balances"] for line in results["ledger"])
    print(results["runs"], "runs before the interrupt")


def it_is_said(done, out):
    assert "PARTIAL" in done.stdout and done.stdout.strip().endswith(str(out))


with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary) / "out"
    child = subprocess.Popen([NICLAB, "run", str(ROOT / "testbenches/experiments/echo.toml"), "--runs", "100000", "--out", str(folder)],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    child.send_signal(signal.SIGINT)
    said, complained = child.communicate(timeout=300)
    ended = subprocess.CompletedProcess(child.args, child.returncode, said, complained)
    check_all((it_ends_as_interrupted, what_was_measured_is_written, it_is_said), ended, folder)
