"""FST: a written file equals the VCD of the same run, by tools that are not niclab's. A file read
gives the same findings as a VCD. A damaged file gives one error sentence.
"""
import functools
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

from common import NICLAB, check_all, niclab, run, skip

try:
    from pywellen import Waveform
except ImportError:
    skip("pywellen is not installed (scripts/setup.sh --with-tools)")

SPOILT = 60


@functools.cache
def made(folder):
    """The same run as VCD, and twice as FST."""
    for name in ("w.vcd", "w.fst", "again.fst"):
        run("echo", "--runs", 1, "--vcd", folder / name)
    return folder / "w.vcd", folder / "w.fst"


def changes(path):
    """Name and bits of each signal, with its changes: (picoseconds, value as said)."""
    return {v.full_name: [(at, str(value)) for at, value in v.signal] for v in Waveform(str(path)).all_vars()}


def names(path):
    return {v.full_name for v in Waveform(str(path)).all_vars()}


def both_say_the_same(folder):
    vcd, fst = map(changes, made(folder))
    assert vcd.keys() == fst.keys() and len(vcd) > 80
    for name, of in vcd.items():
        assert of == fst[name], (name, of[:5], fst[name][:5])
    print(f"{len(vcd)} signals, {sum(map(len, vcd.values()))} changes")


def equal_runs_leave_equal_octets(folder):
    made(folder)
    assert (folder / "w.fst").read_bytes() == (folder / "again.fst").read_bytes()


def no_converter_is_started(folder):
    """Nor is it there: an empty PATH."""
    done = subprocess.run([NICLAB, "run", "transmit", "--runs", "1", "--vcd", folder / "alone.fst", "--vcd-to", "100", "--out", folder / "alone"],
                          env={"PATH": str(folder)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (folder / "alone.fst").stat().st_size > 1000 and (folder / "alone.gtkw").is_file()
    assert not list(folder.glob("alone*unfinished*")) and not (folder / "alone.vcd").exists()


def gtkwaves_own_tool_says_the_same(folder):
    """Its changes as a VCD, in picoseconds, variable by variable."""
    if not shutil.which("fst2vcd"):
        return print("fst2vcd is not installed")
    vcd, fst = made(folder)
    with open(folder / "back.vcd", "wb") as f:
        subprocess.run(["fst2vcd", fst], check=True, stdout=f)
    assert names(folder / "back.vcd") == names(vcd)
    back = niclab("check", folder / "back.vcd").stdout
    assert back == niclab("check", vcd).stdout, back


def check_reads_it_as_a_vcd(folder):
    vcd, fst = made(folder)
    said = niclab("check", vcd).stdout
    assert said.startswith("0 violations\n") and niclab("check", fst).stdout == said
    shutil.copy(fst, folder / "called_otherwise.vcd")  # recognised by its content
    assert niclab("check", folder / "called_otherwise.vcd").stdout == said
    if shutil.which("vcd2fst"):
        for how in ([], ["-Z"], ["-F"], ["-c"]):  # its packings: lz4, zlib, fastlz, all in one zlib block
            subprocess.run(["vcd2fst", *how, vcd, folder / "packed.fst"], check=True, capture_output=True)
            assert niclab("check", folder / "packed.fst").stdout == said, how


def spoilt_files_cost_a_sentence(folder):
    sound = made(folder)[1].read_bytes()
    draw, codes = random.Random(1), {}
    for number in range(SPOILT):
        octets = bytearray(sound)
        if number % 3 == 0:
            del octets[draw.randrange(10, len(octets)):]
        else:
            for _ in range(draw.choice((1, 8, 200))):
                octets[draw.randrange(9, len(octets))] ^= 1 << draw.randrange(8)
        (folder / "spoilt.fst").write_bytes(octets)
        done = subprocess.run([NICLAB, "check", folder / "spoilt.fst"], capture_output=True, text=True, timeout=300)
        assert done.returncode in (0, 1, 2), (number, done)
        if done.returncode == 2:
            assert done.stderr.count("\n") == 1 and "expected" in done.stderr, (number, done.stderr)
        codes[done.returncode] = codes.get(done.returncode, 0) + 1
    print(f"{SPOILT} spoilt files, exit codes {codes}")
    assert codes.get(2, 0) >= SPOILT // 3


def what_is_cut_off_is_named(folder):
    (folder / "cut.fst").write_bytes(made(folder)[1].read_bytes()[:-100])
    refused = niclab("check", folder / "cut.fst", expect=2).stderr
    assert re.search(r"cut\.fst: incomplete FST, it is cut off inside a block .*; expected a complete one", refused) and refused.count("\n") == 1, refused


def a_device_takes_no_fst(folder):
    """Its parts are written where they belong once they are known."""
    (folder / "device.fst").symlink_to("/dev/null")
    refused = niclab("run", "echo", "--runs", 1, "--vcd", folder / "device.fst", "--out", folder / "of_device", expect=2).stderr
    assert "expected a regular file for an FST" in refused and refused.count("\n") == 1, refused


def a_full_disk_is_told(folder):
    script = f"ulimit -f 64; trap '' XFSZ; exec {NICLAB} run echo --runs 1 --vcd {folder}/full.fst --out {folder}/full --quiet"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert done.returncode == 2 and "not written to its end" in done.stderr and not (folder / "full.fst").exists(), done


with tempfile.TemporaryDirectory() as temporary:
    check_all((both_say_the_same, equal_runs_leave_equal_octets, no_converter_is_started, gtkwaves_own_tool_says_the_same,
               check_reads_it_as_a_vcd, spoilt_files_cost_a_sentence, what_is_cut_off_is_named, a_device_takes_no_fst, a_full_disk_is_told),
              pathlib.Path(temporary))
