"""Where the program is, and how it is asked: for notebooks and for the bench in a browser.

Looked for in this order: the file that NICLAB_PROGRAM names, the wheel this package came in, the
tree it lies in, PATH.
"""
import dataclasses
import functools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from niclab import renamed
from niclab.errors import WrongInput, without_place

HERE = pathlib.Path(__file__).resolve().parent
SECONDS_TO_END = 10.0  # for writing what was measured, once it is asked to stop
ProgressHandler = Callable[[float, str], None]  # share of the work that is done, and what is done now


@functools.cache
def path() -> str:
    """The program's file.

    >>> path().endswith("niclab")
    True
    """
    named = os.environ.get("NICLAB_PROGRAM", "")
    if named and not os.access(named, os.X_OK):
        raise WrongInput(f"NICLAB_PROGRAM={named}: cannot run it; expected an executable program")
    on_path = shutil.which("niclab") or ""
    in_tree = HERE.parents[1] / "build/release/testbenches/niclab/niclab"
    for candidate in (named, HERE / "installed/bin/niclab", in_tree, on_path):
        if candidate and os.access(candidate, os.X_OK):
            return str(candidate)
    raise WrongInput("niclab: no such program; expected a build (scripts/quickstart.sh), or its path in NICLAB_PROGRAM")


def environment() -> dict[str, str]:
    """Of the program's processes: the tools that it starts are those of this package, run by this Python."""
    ours = {"NICLAB_PYTHON": str(HERE.parent)}
    if os.access(pathlib.Path(sys.prefix) / "bin/python3", os.X_OK):
        ours["NICLAB_VENV"] = sys.prefix
    return {**os.environ, **ours}


def output_of(*words: str) -> str:
    """What the program answers to a question that needs no run. Raises WrongInput with its sentence."""
    done = subprocess.run([path(), *words], capture_output=True, text=True, env=environment())
    if done.returncode:
        raise WrongInput(without_place(done.stderr.strip().split("\n")[-1]) or f"niclab {words[0]}: exit code {done.returncode} without a message; expected exit code 0")
    return done.stdout


@functools.cache
def folders() -> dict[str, pathlib.Path]:
    """Where the cards, hosts, experiments and published tables are that come with the program.

    >>> sorted(folders())
    ['cards', 'experiments', 'hosts', 'reference']
    """
    return {name: pathlib.Path(folder) for name, folder in json.loads(output_of("list", "folders")).items()}


@dataclasses.dataclass(frozen=True)
class Completed:
    """A command that ran to its end. `said`: its standard output; `errors`: lines of standard error
    but for progress.
    """
    code: int
    said: str
    errors: tuple[str, ...]

    @property
    def folder(self) -> pathlib.Path:
        """Of the results: the last line that a command prints."""
        return pathlib.Path(self.said.strip().split("\n")[-1])

    @property
    def sentence(self) -> str:
        return self.errors[-1] if self.errors else f"niclab ended with exit code {self.code}"


def progress_of(line: str) -> dict[str, Any] | None:
    """What a line of standard error says of the progress, or None where it says something else."""
    if line.startswith('{"percent"'):
        return json.loads(line)
    return None


def read_progress(stream: Any, on_progress: ProgressHandler, errors: list[str]) -> None:
    """Reads standard error to its end."""
    for line in stream:
        if (progress := progress_of(line)) is not None:
            on_progress(progress["percent"] / 100, progress["what"])
        elif line.strip():
            errors.append(line.strip())


def stop(child: subprocess.Popen) -> None:
    """Asks a command to write what it has and end; ends it where it does not."""
    os.killpg(child.pid, signal.SIGINT)
    try:
        child.wait(SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)


def call(words: Sequence[str], on_progress: ProgressHandler) -> Completed:
    """Runs a command. An interrupt is handed on to it, so that it keeps what is complete, and
    raised here behind that.

    Raises WrongInput with the program's sentence where the command is wrong."""
    errors: list[str] = []
    with subprocess.Popen([path(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", env={**environment(), "NICLAB_PROGRESS": "json"}, start_new_session=True) as child:
        listener = threading.Thread(target=read_progress, args=(child.stderr, on_progress, errors))
        listener.start()
        try:
            said = child.stdout.read() if child.stdout else ""
            child.wait()
        except BaseException:
            stop(child)
            raise
        finally:
            listener.join()
    if child.returncode == 2:
        raise WrongInput(without_place(errors[-1]) if errors else f"niclab {words[0]}: exit code 2 without a message; expected exit code 0")
    return Completed(child.returncode, said, tuple(renamed.warn_of(errors)))


def main() -> None:
    """The command niclab of an installed package becomes the program."""
    try:
        os.execve(path(), ["niclab", *sys.argv[1:]], environment())
    except WrongInput as error:
        sys.exit(f"niclab: {error}")
