"""Every command of README.md and the book runs, page by page in the reader's order, and ends as the
page says.

    commands.py PROGRAM             those of the pages that a reader opens first (FIRST_PAGES)
    commands.py PROGRAM --extended  those of the other pages that take seconds
    commands.py PROGRAM --long      all but those that another test runs (ELSEWHERE)
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import documented
from common import NICLAB, ROOT, TIMEOUT_S, check_all, named

# A pattern of commands that are not run here, and what runs them or why nothing does.
ELSEWHERE = {
    r"git clone|export PATH|scripts/quickstart.sh|scripts/test.sh|scripts/setup.sh": "continuous integration is what they do, from a checkout",
    r"niclab lab( '|$)": "validation_lab_server and validation_lab_page: it does not end by itself",
    r"niclab lesson|niclab mystery|mystery-\d": "the tests of lessons and of the mystery: an answer that nobody has filled in ends with exit code 1",
    r"surfer|SIGROKDECODE_DIR|sigrok-cli|cmake -S|cmake --build build &&|cmake --install": "the tests of waveform tools, and installed_package",
    r"gtkwave|wireshark -C|mkdir -p ~": "a window, and the reader's home; validation_waveform and validation_capture read these files",
    r"podman|buildah|mmdebstrap": "validation_container_long; test_documents lints the recipe",
    r"cmake --preset release -DNICLAB_BUILD_TESTS=OFF|cmake --build build/release --target niclab": "scripts/quickstart.sh does this",
    r"pip install|scripts/pack_wheel.sh": "validation_wheel",
    r"scripts/fetch_kernel_driver.sh|scripts/fetch_guest.sh": "scripts/test.sh fetches drivers before it builds, guests are fetched by hand",
    r"scripts/update_readme.py": "makes the pages themselves, which validation_documents compares",
    r"niclab vm |build/guest/qemu": "validation_vm, where QEMU and a kernel were fetched",
    r"niclab driver --card am79c970a --cpus 2": "validation_driver",
    r"cp build/kernel/nicstar.c|niclab driver my_nicstar.c|niclab driver --card (?!idt)\w+ (my_|overflow|--kernel|--frames)": "validation_driver and _kernels",
    r"niclab_benchmark|benchmark/speeds.py|pcie_speed": "the benchmark's smoke tests; what they print takes an idle machine",
    r"build/(vhdl_target|verilog_initiator) ": "validation_cosim, and installed_package",
    r"niclab check other.vcd": "validation_check_waveform, over foreign waveforms",
}
# Those that take more than some seconds; the tests of their tools run shorter ones each time.
LONG = (r"niclab compare|niclab reproduce|"
        r"niclab driver( --card (rtl8029|am79c970a|3c59[57].*|3c905.*|ne2000.*|wd8013|at_lantic.*|3c5[07]9.*|at1500.*|825(40em|74l).*))?$|--latin 50|--trials 40|"
        r"--vary line.length|noisy_line|clock_offset|nic.sar.tx_fifo_cells=1:64:x2|niclab run borriss|lane_bridge --level cycle")
FIRST_PAGES = ("README.md", "docs/tutorial/")
# What a page takes for given.
HOST = ROOT / "traces/reference/pcie_bench/hsw-Xeon-E5-2637v3_supermicro.csv"
GIVEN = {"docs/howto/sweep.md": {"points.csv": "nic.sar.tx_fifo_cells,line.length\n1,2 m\n9,2 km\n"},
         "docs/explanation/pcie_in_ten_minutes.md": {"small.csv": HOST.read_text().replace("# mps = 256", "# mps = 128")}}


def elsewhere(words):
    return next((pattern for pattern in ELSEWHERE if re.search(pattern, words)), None)


def environment(folder):
    """`niclab` and the tools' Python come first; what the commands know of a home is the folder."""
    first = f"{pathlib.Path(NICLAB).parent}:{pathlib.Path(sys.executable).parent}"
    return {**os.environ, "PATH": f"{first}:{os.environ['PATH']}", "HOME": str(folder), "PYTHONPATH": str(ROOT / "scripts")}


def in_scratch(folder, page):
    """A folder like a clone, with the files that the page lists to save."""
    for path in ROOT.iterdir():
        if path.name in ("models", "scripts", "testbenches", "traces", "docs"):
            (folder / path.name).symlink_to(path)
    for name, text in (GIVEN.get(page.relative_to(ROOT).as_posix(), {}) | documented.files(page)).items():
        (folder / name).write_text(text)


def page_runs(page):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        in_scratch(folder, page)
        for command in documented.commands(page, ROOT):
            words = command.words.split(" && ")[0] if "gtkwave" in command.words else command.words
            if elsewhere(words) or re.search(LONG, words) and "--long" not in sys.argv:
                continue
            done = subprocess.run(["bash", "-c", f"set -o pipefail; {words}"], cwd=folder, env=environment(folder), capture_output=True, text=True,
                                  timeout=TIMEOUT_S)
            assert done.returncode == command.exit_code, f"{command.words}\nexit code {done.returncode}\n{done.stdout[-500:]}{done.stderr}"
        python = documented.python(page)
        if python:
            done = subprocess.run([sys.executable, "-c", python], cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=TIMEOUT_S)
            assert done.returncode == 0, f"{python}\n{done.stderr}"


def commands_are_found():
    found = [c for page in documented.pages(ROOT) for c in documented.commands(page, ROOT)]
    assert len(found) > 60, "fewer than the pages had"
    idle = [p for p in ELSEWHERE if not any(re.search(p, c.words) for c in found)]
    assert not idle, f"no page has {idle}"


def is_asked(page):
    first = page.relative_to(ROOT).as_posix().startswith(FIRST_PAGES)
    return "--long" in sys.argv or first != ("--extended" in sys.argv)


PAGES = [page for page in documented.pages(ROOT) if is_asked(page) and (documented.commands(page, ROOT) or documented.python(page))]
assert PAGES, "no page is asked for"
check_all((commands_are_found, *(named(f"commands of {page.relative_to(ROOT)}", page_runs, page) for page in PAGES)))
