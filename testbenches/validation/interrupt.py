"""Ctrl-C in a long run: exit code 130, what was measured is written and marked partial."""
import json
import pathlib
import signal
import subprocess
import tempfile
import time

from common import NICLAB, ROOT

with tempfile.TemporaryDirectory() as temporary:
    out = pathlib.Path(temporary) / "out"
    process = subprocess.Popen([NICLAB, "run", str(ROOT / "testbenches/experiments/echo.toml"), "--runs", "100000", "--out",
                                str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130, process.returncode
    assert stderr == "", "progress must not go into a pipe"
    results = json.loads((out / "results.json").read_text())
    assert results["partial"] and 0 < results["runs"] < 100000
    assert "PARTIAL" in stdout and stdout.strip().endswith(str(out))
    assert all(line["balances"] for line in results["ledger"])
    print(results["runs"], "runs before the interrupt")
