"""Runs of niclab that are done once: each has a folder, and one that is complete is not done again."""
import concurrent.futures
import contextlib
import dataclasses
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time


@dataclasses.dataclass(frozen=True)
class Run:
    """One call of `niclab run`: a name, an experiment, and what differs from it (KEY=VALUE)."""
    name: str
    experiment: str
    settings: tuple
    inputs: str = ""  # digest of the files it reads, where they may change


class WrongInput(RuntimeError):
    """What the user gave cannot be simulated; the message is the simulator's sentence."""


def exit_code(tool, work):
    """Of a tool that does `work`: that of work, or what its end by an exception means, said in one sentence."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    try:
        return work() or 0
    except KeyboardInterrupt:
        print(f"{tool}: interrupted; what is complete is kept, the same command goes on from there", file=sys.stderr)
        return 130
    except RuntimeError as error:
        print(f"{tool}: {error}", file=sys.stderr)
        return 2 if isinstance(error, WrongInput) else 1


def failure(folder):
    """Why a simulation that ended by itself failed: its first note, or the check that found something."""
    try:
        results = json.loads((folder / "results.json").read_text())
    except FileNotFoundError:
        return "no results"
    checks = [name for name, check in results["checks"].items() if check["violations_seen"]]
    return next(iter(results["notes"]), f"the check {checks[0]} failed" if checks else "a check failed")


def write(path, text):
    """A file is written whole or not at all."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(text)
    unfinished.rename(path)


class Runner:
    """Carries out runs in `folder`, `jobs` at a time: as many as there are processors, if nobody says. Files named in `unwanted` are
    not kept."""

    def __init__(self, niclab, folder, jobs=0, unwanted=()):
        self.niclab, self.folder, self.jobs, self.unwanted = niclab, pathlib.Path(folder), jobs or os.cpu_count() or 1, unwanted
        self.version = subprocess.run([niclab, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        self.children, self.stopped, self.lock = set(), False, threading.Lock()

    def done(self, run):
        """The folder of a complete run made by this version with these settings, or None."""
        folder = self.folder / run.name
        try:
            same = (folder / "command.txt").read_text() == self.signature(run)
            return folder if same and (folder / "results.json").exists() else None
        except FileNotFoundError:
            return None

    def signature(self, run):
        return "\n".join([self.version, run.experiment, *run.settings, *filter(None, [run.inputs])]) + "\n"

    def carry_out(self, run):
        folder, work = self.folder / run.name, self.folder / f"{run.name}.unfinished"
        shutil.rmtree(work, ignore_errors=True)
        command = [self.niclab, "run", run.experiment, "--quiet", "--out", str(work)]
        for setting in run.settings:
            command += ["--set", setting]
        with self.lock:
            if self.stopped:
                return None
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
            self.children.add(child)
        error = child.communicate()[1]
        with self.lock:
            self.children.discard(child)
        if child.returncode != 0:
            why = error.strip() or failure(work)
            shutil.rmtree(work, ignore_errors=True)
            if self.stopped:
                return None
            if child.returncode == 2:
                raise WrongInput(error.strip())
            raise RuntimeError(f"{run.name}: exit code {child.returncode}: {why}")
        for name in self.unwanted:
            (work / name).unlink(missing_ok=True)
        (work / "command.txt").write_text(self.signature(run))
        shutil.rmtree(folder, ignore_errors=True)
        work.rename(folder)
        return folder

    def stop(self):
        with self.lock:
            self.stopped = True
            for child in self.children:
                with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                    os.killpg(child.pid, signal.SIGKILL)

    def all(self, runs):
        """Carries out what is not complete yet; name to results.json. KeyboardInterrupt leaves what is complete."""
        self.folder.mkdir(parents=True, exist_ok=True)
        todo = [run for run in runs if not self.done(run)]
        begin = time.time()
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            try:
                futures = [pool.submit(self.carry_out, run) for run in todo]
                for n, future in enumerate(concurrent.futures.as_completed(futures), 1):
                    future.result()
                    left = (time.time() - begin) / n * (len(todo) - n)
                    self.progress(f"{len(runs) - len(todo) + n} of {len(runs)} runs, about {left:.0f} s left")
            except BaseException:
                self.stop()
                raise
            finally:
                self.progress("")
        return {run.name: json.loads((self.folder / run.name / "results.json").read_text()) for run in runs}

    @staticmethod
    def progress(text):
        if sys.stderr.isatty():
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
