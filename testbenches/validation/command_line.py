"""Words of the command line and values of files that make no sense: one sentence, exit code 2, at once."""
import os
import pathlib
import pty
import re
import subprocess
import tempfile
import time

from common import NICLAB, ROOT, check_all, niclab

HUGE = "99999999999999999999"
TRAFFIC = 'pci.traffic."{}".preset="disk"'
REFUSED = [
    (("list",), "list: no what found, wanted: params, signals, cards, hosts, experiments, papers or folders"),
    (("run",), "run: no experiment found, wanted: Experiment file"),
    (("hepl",), 'perhaps "help"|hepl: unknown command found'),
    (("help", "rnu"), 'perhaps "run"'),
    (("run", ROOT / "README.md"), "README.md: no experiment found, a file NAME.toml or results NAME.json wanted"),
    (("run", "echo", "--seed", HUGE), f"'{HUGE}' found, an integer from 0 to 9223372036854775807 wanted"),
    (("run", "echo", "--runs", "1x"), "'1x' found, an integer from 1 to 100000 wanted"),
    (("sweep", "echo", "--jobs", HUGE), f"'{HUGE}' found"),
    (("compare", "echo", "stream", "--seeds", HUGE), f"'{HUGE}' found"),
    (("explain", "echo", "--set", f'line.errors=["cell {HUGE} octet 0 bit 0"]'), f"'cell {HUGE} octet 0 bit 0' found"),
    (("explain", "echo", "--set", 'line.errors=["cell 1 octet 4294967296 bit 0"]'), "octet 0 to 52"),
    (("explain", "echo", "--set", 'pci.agents=["nic","nic"]'), "pci.agents: 'nic' found twice"),
    *((("explain", "echo", "--set", TRAFFIC.format(name)), f"a generator called '{name}' found")
      for name in ("x y", "a.b", "pci", "", "a/b", "pci_clock", "9")),
    (("explain", "echo", "--set", "workload.size_list=/dev/zero"), "'/dev/zero': a device found, a regular file wanted"),
    (("explain", "echo", "--set", "workload.pcap=/dev/zero"), "'/dev/zero': a device found, a regular file wanted"),
    (("check", "pipe"), "pipe: a pipe found, a regular file wanted"),
    (("check", "none.vcd"), "none.vcd: no file found"),
    (("check", "w.fst"), "w.fst: an FST found, a VCD wanted"),
    (("run", "pipe.toml"), "pipe.toml"),
    (("explain", "echo", "--set", "workload.size_list=loud.txt"), r"loud.txt:1:1: '\\x1B[31mx' found"),
    (("explain", "loud.toml"), r"\\x1B|unescaped control"),
]


def refused(folder):
    (folder / "loud.txt").write_text("\x1b[31mx\n")
    (folder / "loud.toml").write_text('[run]\nmode = "\x1b[31mx"\n')
    (folder / "w.fst").write_bytes(bytes([0, 0, 0, 0, 0, 0, 0, 1, 73]) + bytes(321))
    for name in ("pipe", "pipe.toml"):
        os.mkfifo(folder / name)
    for words, sentence in REFUSED:
        begin = time.monotonic()
        done = subprocess.run([NICLAB, *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=20)
        took = time.monotonic() - begin
        print(" ".join(map(str, words)), "->", done.stderr.strip())
        assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done
        assert any(part in done.stderr for part in sentence.replace("\\\\", "\\").split("|")), done.stderr
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", done.stderr) and took < 10, (words, took)


def a_refused_point_is_told_first(folder):
    """Before anything is simulated, not after."""
    with subprocess.Popen([NICLAB, "sweep", "echo", "--vary", "workload.count=1:1000001:500000", "--out", "s"], cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as sweep:
        first = sweep.stdout.readline()
        sweep.communicate()
    assert "niclab refuses 2, the first: workload.count=500001: workload.count: 500001 found" in first, first


def help_is_a_command(_):
    assert "Try first:" in niclab("help").stdout and "--vcd" in niclab("help", "run").stdout


def progress_is_of_packets_that_arrived(folder):
    """All packets of a stream are called for at once; that is not the end."""
    ours, theirs = pty.openpty()
    run = subprocess.Popen([NICLAB, "run", "stream", "--runs", "1", "--set", "workload.count=300", "--out", "p"], cwd=folder, stderr=theirs,
                           stdout=subprocess.DEVNULL)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    assert run.wait() == 0
    percents = [int(p) for p in re.findall(rb"(\d+) %  run 1", shown)]
    assert len(percents) > 5 and percents == sorted(percents) and percents[0] < 50, percents


with tempfile.TemporaryDirectory() as temporary:
    check_all((refused, a_refused_point_is_told_first, help_is_a_command, progress_is_of_packets_that_arrived), pathlib.Path(temporary))
