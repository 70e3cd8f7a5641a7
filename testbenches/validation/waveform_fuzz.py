"""Waveforms in other spellings have the same verdict; damaged ones end with a verdict or a refusal.

    waveform_fuzz.py NICLAB WAVEFORM_FUZZ            a few hundred rewritten, some thousand damaged
    waveform_fuzz.py NICLAB WAVEFORM_FUZZ --long     10 000 rewritten, a million damaged
"""
import pathlib
import subprocess
import sys
import tempfile

from common import check_all, niclab
from wave_pattern import changes, header, lines

FUZZ = pathlib.Path(sys.argv[2]).resolve()
LONG = "--long" in sys.argv
WINDOWS_US = (210, 900)  # cells only; cells and transactions
LENGTH_US = 8


def fuzz(folder, kind, count, *files):
    done = subprocess.run([FUZZ, kind, str(count), "1", *files], cwd=folder, capture_output=True, text=True)
    print(done.stdout.splitlines()[-1] if done.returncode == 0 else done.stderr[-2000:])
    assert done.returncode == 0, f"{kind}: {folder}/failed.vcd"


def inputs(folder):
    for begin in WINDOWS_US:
        niclab("run", "stream", "--vcd", folder / f"w{begin}.vcd", "--vcd-from", begin, "--vcd-to", begin + LENGTH_US, "--out", folder / "out")
    niclab("run", "stream", "--vcd", folder / "w.fst", "--vcd-from", 900, "--vcd-to", 903, "--out", folder / "out")
    (folder / "clean.vcd").write_text(header() + lines(changes()))
    (folder / "broken.vcd").write_text(header() + lines(changes(broken=True)))


def rewritten(folder):
    fuzz(folder, "rewrite", 10_000 if LONG else 300, *(f"w{begin}.vcd" for begin in WINDOWS_US))


def damaged(folder):
    fuzz(folder, "mutate", 1_000_000 if LONG else 5000, "clean.vcd", "broken.vcd")


def damaged_fst(folder):
    fuzz(folder, "mutate", 10_000 if LONG else 200, "w.fst")


with tempfile.TemporaryDirectory() as temporary:
    check_all((inputs, rewritten, damaged, damaged_fst), pathlib.Path(temporary))
