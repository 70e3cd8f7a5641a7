"""Ctrl-C in a long run: exit code 130, what was measured is written and marked partial."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile

from common import NICLAB, ROOT, check_all, niclab, wait_for_progress


def it_ends_as_interrupted(done, _):
    assert done.returncode == 130, done.returncode
    assert all(line.startswith(('{"percent"', "--vcd: ")) for line in done.stderr.splitlines()), done.stderr


def progress_goes_into_no_pipe(_, out):
    assert niclab("run", "echo", "--runs", 50, "--out", out.parent / "pipe").stderr == ""


def what_was_measured_is_written(_, out):
    results = json.loads((out / "results.json").read_text())
    assert results["partial"] and 0 < results["runs"] < 100000
    assert all(line["balances"] for line in results["ledger"])
    print(results["runs"], "runs before the interrupt")


def it_is_said(done, out):
    assert "PARTIAL" in done.stdout and done.stdout.strip().endswith(str(out))


def a_run_of_hosts_tells_what_limited_it_so_far(done, out):
    """Of the time up to the interrupt: the way's shares and the CPUs', in a run that would have
    been the first.
    """
    it_ends_as_interrupted(done, out)
    results = json.loads((out / "results.json").read_text())
    network = results["network"]
    assert results["partial"] and results["runs"] == 0 and all(packets["balances"] for packets in network["packets"])
    assert results["answer"][0].startswith("PARTIAL: ") and network["flows"][0]["limit"]["kind"] == "card" and network["flows"][0]["limit"]["share"] > 0.9
    assert len(network["hosts"]) == 2 and all(5 < 100 - host["cpu_percent"]["idle"] < 60 for host in network["hosts"]), network["hosts"]


def another_signal_does_the_same(folder):
    """SIGTERM, as batch systems send it, and SIGHUP of a closed terminal: to the first of two processes, too."""
    star = str(ROOT / "testbenches/experiments/star.toml")
    for number, words in ((signal.SIGTERM, ("echo", "--runs", "100000")), (signal.SIGHUP, ("echo", "--runs", "100000", "--vcd", str(folder / "w.fst"))),
                          (signal.SIGTERM, (star, "--runs", "5000", "--threads", "2"))):
        out = folder / f"{number}_{len(words)}"
        done = interrupted(out, *words, by=number)
        it_ends_as_interrupted(done, None)
        assert json.loads((out / "results.json").read_text())["partial"] and "PARTIAL" in done.stdout, done
        assert not list(folder.rglob("*.unfinished*")), list(folder.rglob("*"))


def interrupted(out, *words, by=signal.SIGINT):
    """A long run, ended when it has begun to count."""
    child = subprocess.Popen([NICLAB, "run", *words, "--out", str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             env={**os.environ, "NICLAB_PROGRESS": "json"})
    wait_for_progress(child)
    child.send_signal(by)
    said, complained = child.communicate(timeout=300)
    return subprocess.CompletedProcess(child.args, child.returncode, said, complained)


with tempfile.TemporaryDirectory() as temporary:
    echo, hosts = (pathlib.Path(temporary) / name for name in ("echo", "hosts"))
    ended = interrupted(echo, str(ROOT / "testbenches/experiments/echo.toml"), "--runs", "100000")
    check_all((it_ends_as_interrupted, what_was_measured_is_written, it_is_said, progress_goes_into_no_pipe), ended, echo)
    check_all((another_signal_does_the_same,), pathlib.Path(temporary))
    check_all((a_run_of_hosts_tells_what_limited_it_so_far,), interrupted(hosts, "borriss", "--set", "run.duration=10000 s"), hosts)
