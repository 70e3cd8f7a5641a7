"""Runs one point. Needs nothing but Python's own library: a cluster's workers are sent its functions."""
import os
import pathlib
import socket
import subprocess
import tempfile
import zlib


def start(command: list, cwd: str, talk: int = subprocess.DEVNULL) -> subprocess.Popen:
    """Starts a command of niclab. It does not outlive the thread that starts it, however that ends.
    `talk`: subprocess.PIPE for a command that reads standard input and answers on standard output.
    """
    errors = subprocess.PIPE if talk == subprocess.DEVNULL else subprocess.DEVNULL
    return subprocess.Popen(command, cwd=cwd if os.path.isdir(cwd) else None, stdin=talk, stdout=talk,
                            stderr=errors, text=True, errors="replace", start_new_session=True,
                            env={**os.environ, "NICLAB_PARENT": str(os.getpid())})


def far_away(command: list, cwd: str) -> tuple:
    """On a worker of a cluster: (exit code, errors, {file: compressed content}), with no file left
    on the worker.
    """
    if not os.access(command[0], os.X_OK):
        return 2, f"niclab was not found as {command[0]} on {socket.gethostname()}", {}
    with tempfile.TemporaryDirectory(prefix="niclab_point_") as temporary:
        out = pathlib.Path(temporary) / "point"
        child = start([*command, "--out", str(out)], cwd)
        error = child.communicate()[1]
        files = {path.name: zlib.compress(path.read_bytes(), 1) for path in sorted(out.glob("*")) if path.is_file()}
        return child.returncode, error, files
