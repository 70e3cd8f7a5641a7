"""A sweep on a Dask cluster of processes: a scheduler, three workers, two of them killed during the
sweep; workers without their scheduler; and jobs of a batch system.
"""
import csv
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from common import NICLAB, check_all, niclab, skip

for package in ("jinja2", "distributed", "dask_jobqueue"):
    if importlib.util.find_spec(package) is None:
        skip(f"the Python package {package} is not installed")

import psutil  # noqa: E402  distributed needs it

DASK = [sys.executable, "-m", "distributed.cli.dask_"]
POINTS = 20
COMMAND = ["sweep", "echo", "--runs", "100", "--vary", f"run.seed=1:{POINTS}", "--out"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
ENVIRONMENT["DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT"] = "2s"


def start(folder, kind, *arguments):
    with open(folder / f"{kind}.log", "a") as log:
        return subprocess.Popen([DASK[0], DASK[1], DASK[2] + kind, *arguments], stdout=log, stderr=log, cwd=folder, env=ENVIRONMENT)


def scheduler(folder):
    """A scheduler on loopback and its address."""
    file = folder / "scheduler.json"
    child = start(folder, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    until = time.time() + 60
    while True:
        try:
            return child, json.loads(file.read_text())["address"]
        except (FileNotFoundError, json.JSONDecodeError):  # not there, or not yet written whole
            assert child.poll() is None and time.time() < until, (folder / "scheduler.log").read_text()
            time.sleep(0.1)


def worker(folder, address, number, *arguments):
    return start(folder, "worker", address, "--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard", "--name", f"w{number}",
                 *(arguments or ["--no-nanny"]))


def workers_at(folder, address, children, *kinds):
    """Workers that the scheduler knows: a sweep that finds none says so."""
    workers = [worker(folder, address, i, *kind) for i, kind in enumerate(kinds)]
    children += workers
    while (folder / "worker.log").read_text().count("Registered to") < len(workers):
        assert all(w.poll() is None for w in workers), (folder / "worker.log").read_text()
        time.sleep(0.1)
    return workers


def sweep(out, *arguments):
    """More points than a test waits for; returns when some are complete."""
    child = subprocess.Popen([NICLAB, "sweep", "echo", "--runs", "10", "--vary", "run.seed=1:2000", *arguments, "--out", str(out)],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=out.parent)
    while len(list((out / "points").glob("*/point.json"))) < 4:
        assert child.poll() is None, child.stderr.read()
        time.sleep(0.02)
    return child


def family(process):
    """A process and all that it started."""
    one = psutil.Process(process.pid)
    return [one, *one.children(recursive=True)]


def words(process):
    """Its command line; none of a niclab that has ended since it was listed."""
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def assert_ended(processes):
    alive = psutil.wait_procs(processes, timeout=300)[1]
    assert not alive, [words(one) for one in alive]


def rows(out):
    with open(out / "sweep.csv", newline="") as f:
        return list(csv.DictReader(f))


def without_niclab(folder, _):
    """Scheduler and workers cannot import niclab, or this test would prove nothing."""
    done = subprocess.run([DASK[0], "-c", "import distributed, niclab"], cwd=folder, env=ENVIRONMENT,
                          capture_output=True, text=True)
    assert "No module named 'niclab'" in done.stderr, done.stderr


def with_killed_workers(folder, children):
    head, address = scheduler(folder)
    children.append(head)
    workers = workers_at(folder, address, children, (), (), ())
    out = folder / "cluster"
    child = subprocess.Popen([NICLAB, *COMMAND, str(out), "--scheduler", address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for lost, complete in ((workers[0], 4), (workers[1], 10)):
        while len(list((out / "points").glob("*/point.json"))) < complete:
            assert child.poll() is None, child.stderr.read()
            time.sleep(0.02)
        lost.kill()
    text, error = child.communicate(timeout=300)
    assert child.returncode == 0 and error == "", error
    assert workers[2].poll() is None
    said = (folder / "scheduler.log").read_text()
    assert "Remove worker" in said or "removing" in said.lower(), said
    assert [row["status"] for row in rows(out)] == ["done"] * POINTS
    print(text.splitlines()[0])


def same_bytes_as_on_this_machine(folder, _):
    niclab(*COMMAND, folder / "here")
    same = (folder / "cluster/sweep.csv").read_bytes() == (folder / "here/sweep.csv").read_bytes()
    assert same, "a cluster gives other results than this machine"


def as_jobs(folder, _):
    """dask-jobqueue with its stand-in of a batch system, whose jobs are processes here."""
    (folder / "jobs.toml").write_text('cores = 1\nmemory = "1 GB"\nprocesses = 1\n')
    niclab("sweep", "echo", "--runs", "2", "--vary", "run.seed=1:2", "--cluster", "local", "--cluster-options", folder / "jobs.toml",
           "--jobs", 1, "--out", folder / "jobs", cwd=folder)
    assert [row["status"] for row in rows(folder / "jobs")] == ["done"] * 2


def workers_end_after_their_scheduler(folder, children):
    """Without and with a nanny during points, and a worker that waits for the scheduler."""
    place = folder / "lost"
    place.mkdir()
    head, address = scheduler(place)
    children.append(head)
    workers = workers_at(place, address, children, ("--no-nanny",), ("--nanny",))
    child = sweep(place / "out", "--scheduler", address)
    children.append(child)
    processes = [one for w in workers for one in family(w)]
    head.kill()
    head.wait()
    late = worker(place, address, 2, "--no-nanny", "--death-timeout", "20")
    children.append(late)
    assert_ended([*processes, *family(late)])
    error = child.communicate(timeout=300)[1]
    assert child.returncode == 1 and "the scheduler is gone" in error, error


def jobs_end_after_their_sweep(folder, children):
    """The scheduler of jobs is in the process of the sweep."""
    place = folder / "killed"
    place.mkdir()
    (place / "jobs.toml").write_text('cores = 1\nmemory = "1 GB"\nprocesses = 1\n')
    child = sweep(place / "out", "--cluster", "local", "--cluster-options", str(place / "jobs.toml"), "--jobs", "1")
    children.append(child)
    processes = family(child)
    jobs = [one for one in processes if "distributed.cli.dask_worker" in words(one)]
    assert jobs and all("--death-timeout" in words(one) for one in jobs), [words(one) for one in processes]
    jobs[0].parent().kill()
    assert_ended(processes)


def wrong_clusters(folder, _):
    """One sentence for each."""
    wrong = ((["--scheduler", "tcp://127.0.0.1:9"], "expected the address of a Dask scheduler"), (["--cluster", "slurm"], "no command sbatch"),
             (["--cluster", "local", "--cluster-options", "none.toml"], "none.toml"))
    for arguments, message in wrong:
        done = niclab("sweep", "echo", "--vary", "run.seed=1,2", *arguments, "--out", folder / "wrong", expect=2)
        assert message in done.stderr and done.stderr.count("\n") == 1, done.stderr


with tempfile.TemporaryDirectory() as temporary:
    children = []
    try:
        check_all((without_niclab, with_killed_workers, as_jobs, same_bytes_as_on_this_machine,
                   workers_end_after_their_scheduler, jobs_end_after_their_sweep, wrong_clusters), pathlib.Path(temporary), children)
    finally:
        for child in children:
            child.kill()
            child.wait()
