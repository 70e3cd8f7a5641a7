"""A wheel runs in a fresh environment: without the source tree, without Debian's SystemC.

Quick: packed of the program that is built. --long: `pip install .` in a copy of the tree, built
from nothing.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from common import NICLAB, ROOT, check_all, named, skip

BARE = {"libstdc++.so.6", "libgcc_s.so.1", "libc.so.6", "libm.so.6", "linux-vdso.so.1", "ld-linux-x86-64.so.2", "libz.so.1"}  # every desktop's own
ASK = """
import niclab, niclab.program, pathlib, sys
assert pathlib.Path(niclab.__file__).is_relative_to(sys.prefix), niclab.__file__
assert all(folder.is_relative_to(sys.prefix) for folder in niclab.program.folders().values()), niclab.program.folders()
run = niclab.run("echo", runs=2, quiet=True)
assert "driver to driver" in run.answer and len(run.packets) == 4 and run.ok
assert 'id="way"' in run.report().text
swept = niclab.sweep("echo", vary={"nic.sar.tx_fifo_cells": [1, 9]}, runs=2, quiet=True)
assert swept.points.status.tolist() == ["done", "done"]
print(niclab.program.path())
"""


def words(*command, **more):
    bare = {k: v for k, v in os.environ.items() if not k.startswith(("NICLAB", "PYTHON", "LD_", "VIRTUAL_ENV"))}
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=bare, **more)
    assert done.returncode == 0, f"{command}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def fresh_environment(folder, *what):
    words("/usr/bin/python3", "-m", "venv", folder)
    words(folder / "bin/pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check", *what)
    return folder / "bin"


def check_works(bin_folder, folder):
    """From Python and as a command, in a working folder that holds nothing."""
    folder.mkdir()
    program = words(bin_folder / "python", "-I", "-c", ASK, cwd=folder).strip()
    words(bin_folder / "niclab", "run", "transmit", "--runs", "1", "--report", "page.html", cwd=folder)
    assert (folder / "page.html").stat().st_size > 50_000
    words(bin_folder / "niclab", "compare", "idt77901", "pio_fifo", "--seeds", "2", "--sizes", "64", "--runs", "1", cwd=folder)
    check_bench(bin_folder, folder)
    refused = subprocess.run([bin_folder / "niclab", "run", "ecco"], capture_output=True, text=True, cwd=folder)
    assert refused.returncode == 2 and 'did you mean "echo"' in refused.stderr, refused
    return program


def check_bench(bin_folder, folder):
    """The bench of the package: its page, its scripts, a run."""
    with subprocess.Popen([bin_folder / "niclab", "lab", "--no-browser"], cwd=folder, stdout=subprocess.PIPE, text=True) as bench:
        try:
            address = bench.stdout.readline().split()[-1]
            with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(address, timeout=30) as page:
                assert b"/static/bench.js" in page.read()
        finally:
            bench.send_signal(signal.SIGINT)


def check_carries_its_libraries(program):
    """The wheel has the libraries that the program loads, except those of every system."""
    lines = words("ldd", program).splitlines()
    for line in lines:
        name, _, place = line.strip().partition(" => ")
        if name.split()[0].split("/")[-1] not in BARE:
            assert "niclab.libs/" in place, f"{line.strip()}: not in the wheel"


def check_packed(folder):
    words(ROOT / "scripts/pack_wheel.sh", folder / "wheel", NICLAB, cwd=ROOT)
    wheel, = (folder / "wheel").glob("niclab-*.whl")
    program = check_works(fresh_environment(folder / "fresh", wheel), folder / "work")
    check_carries_its_libraries(program)


def check_built_from_a_clone(folder):
    left_out = {ROOT / name for name in ("build", ".venv", ".git", "results")}
    shutil.copytree(ROOT, folder / "clone", ignore=lambda place, names: [n for n in names if pathlib.Path(place) / n in left_out])
    begin = time.monotonic()
    bin_folder = fresh_environment(folder / "installed", folder / "clone")
    took = time.monotonic() - begin
    shutil.rmtree(folder / "clone")
    check_works(bin_folder, folder / "work")
    print(f"pip install . took {took:.0f} s")


with tempfile.TemporaryDirectory() as temporary:
    if not (ROOT / ".venv/bin/auditwheel").exists():
        skip("auditwheel is not installed")
    check = check_built_from_a_clone if "--long" in sys.argv else check_packed
    check_all([named(check.__name__, check, pathlib.Path(temporary))])
