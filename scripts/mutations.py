#!/usr/bin/env python3
"""Shows that the tests with the kernel's driver bite: breaks one rule of the card at a time and runs them.

    scripts/mutations.py [--folder FOLDER] [--only N]
    scripts/mutations.py --check

Works on a copy of the committed tree in FOLDER (a temporary one by default), never on this one. Each mutation must apply, build,
and make the tests of label `linux` fail. Takes about ten minutes on two cores; exit code 1 when one survives. --check only
tells whether each still applies to this tree: a part of scripts/lint.sh.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]

# What a driver relies on, the file, what stands there, what takes its place.
MUTATIONS = [
    ("the PHY's octet comes with 24 zero bits above it", "models/cards/nicstar/command.cpp",
     "registers_.dr[0] = phy ? utility_.read(octet_address) : 0xFFu;", "registers_.dr[0] = phy ? 0x100u | utility_.read(octet_address) : 0xFFu;"),
    ("addresses alias on a card of 32K words", "models/card/sram.h",
     "mask_(words - 1), words_(words)", "mask_(words | 131071u), words_(131072)"),
    ("CMDBZ is cleared when a read of the SRAM is done", "models/cards/nicstar/command.cpp",
     "if (sram_.read(kUser, address(), registers_.dr[0])) done();", "sram_.read(kUser, address(), registers_.dr[0]);"),
    ("the MAC address is at 6CH of the EEPROM", "models/cards/nicstar/eeprom.h", "kMacAddress = 0x6C", "kMacAddress = 0x6D"),
    ("the counts of free buffers are up to date", "models/cards/nicstar/sar_registers.cpp",
     "return pairs(0) << 24 | pairs(1) << 16", "return pairs(0) << 24"),
    ("a transmit status entry has bit 31 of its second word clear", "models/cards/nicstar/segmenter_entries.cpp",
     "burst.data[1] = timer_.value() & tsq::kStamp;", "burst.data[1] = timer_.value() | tsq::kEmpty;"),
    ("the schedule's base is a byte address", "models/cards/nicstar/segmenter_schedule.cpp",
     "registers_.tstb >> 2 & 0x1FFFFu", "registers_.tstb & 0x1FFFFu"),
    ("FIXED slots belong to their channel", "models/cards/nicstar/segmenter_schedule.cpp",
     "begin_channel(true, tst::operand(entry));", "begin_channel(false, sram_map::kVrScd[0]);"),
    ("the last cell has the end bit in its PTI", "models/cards/nicstar/segmenter_cell.cpp",
     "if (last) cell_.octets[3] |= 0x02;", "if (last) cell_.octets[3] |= 0x00;"),
    ("a buffer's handle comes back bit by bit", "models/cards/nicstar/reassembler.cpp",
     "header_.vci, rct_[1], rct_[3], status};", "header_.vci, rct_[1] ^ 1u, rct_[3], status};"),
    ("the first buffer of a PDU is small, the others are large", "models/cards/nicstar/reassembler.cpp",
     "next & ~(rct::kLarge | rct::kPerPdu) : next | rct::kLarge;", "next & ~(rct::kLarge | rct::kPerPdu) : next;"),
    ("event bits are cleared by writing ones", "models/cards/nicstar/sar_registers.cpp",
     "registers_.events &= ~data;", "registers_.events &= data;"),
]


def not_applicable(tree):
    """One sentence a mutation whose place is not in the tree exactly once."""
    for number, (rule, name, old, _) in enumerate(MUTATIONS, 1):
        path = tree / name
        times = path.read_text().count(old) if path.is_file() else 0
        if times != 1:
            yield f"mutations.py: number {number} ({rule}) does not apply: {name} has '{old}' {times} times, once wanted"


def run(*words, cwd, log):
    return subprocess.run(words, cwd=cwd, stdout=log, stderr=subprocess.STDOUT).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--only", type=int, help="one mutation, from 1 on")
    parser.add_argument("--check", action="store_true", help="only tell whether each applies")
    arguments = parser.parse_args()
    if arguments.check:
        gone = list(not_applicable(ROOT))
        print("\n".join(gone) or f"{len(MUTATIONS)} mutations apply")
        return 1 if gone else 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.folder or pathlib.Path(temporary)).resolve()
        tree, log_path = folder / "tree", folder / "log.txt"
        folder.mkdir(parents=True, exist_ok=True)
        with open(log_path, "w") as log:
            if not tree.exists():
                assert run("git", "clone", "--quiet", str(ROOT), str(tree), cwd=folder, log=log) == 0
            if run(str(tree / "scripts/fetch_kernel_driver.sh"), cwd=tree, log=log) or not (tree / "build/kernel/nicstar.c").exists():
                sys.exit("mutations: the kernel's driver cannot be fetched")

            def build():
                return run("cmake", "--build", "build/release", "--target", "linux_tests", "kernel_driver", "--", "--quiet", cwd=tree, log=log)

            def test():
                return run("ctest", "--preset", "release", "-L", "linux", "--timeout", "100", cwd=tree, log=log)

            print("building the tree as it is", flush=True)
            assert run("cmake", "--preset", "release", cwd=tree, log=log) == 0 and build() == 0, "it does not build"
            assert test() == 0, f"the tests fail without any mutation, see {log_path}"
            survivors = 0
            for number, (rule, name, old, new) in enumerate(MUTATIONS, 1):
                if arguments.only not in (None, number):
                    continue
                path = tree / name
                text = path.read_text()
                assert text.count(old) == 1, f"{name} has changed: {old}"
                begin = time.time()
                path.write_text(text.replace(old, new))
                verdict = "does not build" if build() else "SURVIVES" if test() == 0 else "killed"
                path.write_text(text)
                survivors += verdict != "killed"
                print(f"{number:2}  {verdict:8}  not: {rule}  ({time.time() - begin:.0f} s)", flush=True)
    print(f"{survivors} of the mutations survive" if survivors else "every mutation is killed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
