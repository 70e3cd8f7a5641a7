"""Runs of the bench: child processes in groups of their own, two at a time; the newest setting
wins, and what was run is kept.
"""
import asyncio
import contextlib
import dataclasses
import os
import pathlib
import resource
import shutil
import signal
from collections import OrderedDict
from typing import Any

from niclab import program
from niclab.errors import without_place
from niclab.runs.points import digest, hashed

AT_A_TIME, MOST_WAITING, MOST_KEPT = 2, 8, 40
SECONDS_A_RUN, SECONDS_TO_END, SECONDS_UNWATCHED = 60.0, 2.0, 10.0
LARGEST_MEMORY, LARGEST_FILE, LARGEST_SESSION = 1 << 30, 200 << 20, 200 << 20
LEAST_FREE = 500 << 20
FILES = ("results.json", "summary.txt", "pdus.csv", "pci.csv", "attribution.csv", "report.html")


class RequestError(Exception):
    """A sentence for the page, and the status of the answer."""

    def __init__(self, sentence: str, status: int = 422):
        super().__init__(sentence)
        self.status = status


@dataclasses.dataclass(frozen=True)
class RunRequest:
    """What is to be run. `report`: with the page and the wires of the first packet."""
    experiment: str
    settings: tuple[str, ...]
    seed: int | None = None
    runs: int | None = None
    report: bool = False

    def words(self, file: str, out: pathlib.Path) -> list[str]:
        words = ["run", file, *(word for setting in self.settings for word in ("--set", setting)), "--out", str(out), "--quiet"]
        words += [f"--{name}={value}" for name, value in (("seed", self.seed), ("runs", self.runs)) if value is not None]
        return [*words, "--report", str(out / "report.html")] if self.report else words

    def identity(self, file: str) -> str:
        """Of the setting, the experiment's file as it is now, and the program."""
        return hashed([dataclasses.astuple(self), digest(file), digest(program.path())])


class Run:
    """One run, from waiting to its end. `state`: waiting, running, done, failed or cancelled."""

    def __init__(self, asked: RunRequest, name: str, folder: pathlib.Path):
        self.asked, self.id, self.folder = asked, name, folder
        self.state, self.percent, self.what, self.error = "waiting", 0, "", ""
        self.child: asyncio.subprocess.Process | None = None
        self.changed = asyncio.Event()
        self.watched = 0
        self.octets = 0  # of its files, once it is over

    def tell(self, **news: Any) -> None:
        for name, value in news.items():
            setattr(self, name, value)
        self.changed.set()
        self.changed = asyncio.Event()

    @property
    def over(self) -> bool:
        return self.state in ("done", "failed", "cancelled")

    def status(self) -> dict[str, Any]:
        return {"id": self.id, "state": self.state, "percent": self.percent, "what": self.what, "error": self.error}

    def cancel(self) -> None:
        if self.over:
            return
        if self.child and self.child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.child.pid, signal.SIGINT)
            asyncio.get_running_loop().call_later(SECONDS_TO_END, self.kill)
        self.tell(state="cancelled")

    def fail(self, sentence: str) -> None:
        self.kill()
        if not self.over:
            self.tell(state="failed", error=sentence)

    def kill(self) -> None:
        if self.child and self.child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.child.pid, signal.SIGKILL)


def limits() -> None:
    """In the child: no run takes the machine with it."""
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST_MEMORY, LARGEST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))


class Runs:
    """The queue, and the runs of this session in a folder that goes away with it."""

    def __init__(self, session: pathlib.Path, files: dict[str, str]):
        self.session, self.files = session, files
        self.kept: OrderedDict[str, Run] = OrderedDict()
        self.places = asyncio.Semaphore(AT_A_TIME)
        self.tasks: set[asyncio.Task] = set()

    def start(self, asked: RunRequest) -> Run:
        """A run of this setting: one that is there already, or a new one. An older one that still
        waits gives way.
        """
        name = asked.identity(self.files[asked.experiment])
        run = Run(asked, name, self.session / name)
        known = self.kept.get(run.id)
        if known and known.state in ("waiting", "running", "done"):
            self.kept.move_to_end(run.id)
            return known
        waiting = [r for r in self.kept.values() if r.state == "waiting"]
        if len(waiting) >= MOST_WAITING:
            waiting[0].cancel()
        if shutil.disk_usage(self.session).free < LEAST_FREE:
            raise RequestError("the disk is nearly full; expected at least 500 MB of free space", 507)
        self.kept[run.id] = run
        self.drop_oldest()
        task = asyncio.get_running_loop().create_task(self.carry_out(run))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return run

    def drop_oldest(self) -> None:
        """As many runs as are too many, or as their files are too large; the newest stays."""
        over = [run for run in self.kept.values() if run.over]
        size = sum(run.octets for run in over)
        for run in over[:-1]:
            if len(self.kept) <= MOST_KEPT and size <= LARGEST_SESSION:
                break
            size -= run.octets
            del self.kept[run.id]
            shutil.rmtree(run.folder, ignore_errors=True)

    def get(self, name: str) -> Run:
        run = self.kept.get(name)
        if run is None:
            raise RequestError("this run was removed; expected one of the newest runs", 404)
        return run

    async def carry_out(self, run: Run) -> None:
        async with self.places:
            if run.state != "waiting":
                return
            try:
                shutil.rmtree(run.folder, ignore_errors=True)
                run.folder.mkdir(mode=0o700)
                async with asyncio.timeout(SECONDS_A_RUN):
                    await self.child(run)
            except TimeoutError:
                run.fail(f"the run took more than {SECONDS_A_RUN:.0f} seconds")
            except (OSError, ValueError) as error:  # no process, no folder, or a line without an end: a reader must not wait for ever
                run.fail(f"niclab cannot be run: {error}")
            finally:
                run.octets = sum(file.stat().st_size for file in run.folder.rglob("*") if file.is_file())

    async def child(self, run: Run) -> None:
        errors: list[str] = []
        words = run.asked.words(self.files[run.asked.experiment], run.folder)
        run.child = await asyncio.create_subprocess_exec(
            program.path(), *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
            env={**program.environment(), "NICLAB_PROGRESS": "json"}, start_new_session=True, preexec_fn=limits, cwd=run.folder)
        run.tell(state="running")
        assert run.child.stderr
        async for raw in run.child.stderr:
            line = raw.decode("utf-8", "replace")
            if (progress := program.progress_of(line)) is not None:
                run.tell(percent=progress["percent"], what=progress["what"])
            elif line.strip():
                errors.append(without_place(line.strip()))
        code = await run.child.wait()
        if run.state == "cancelled":
            return
        if (run.folder / "results.json").exists() and code in (0, 1):
            run.tell(state="done", percent=100, error=errors[-1] if errors else "")
        else:
            run.tell(state="failed", error=errors[-1] if errors else f"niclab ended with exit code {code}")

    async def close(self) -> None:
        for run in self.kept.values():
            run.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for run in self.kept.values():
            run.kill()
            if run.child:
                await run.child.wait()

