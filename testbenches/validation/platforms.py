#!/usr/bin/env python3
"""The same bytes on every supported release of Debian.

Builds niclab in a chroot of each release with the README's command. Runs every experiment and a
comparison of cards there. Compares all files but provenance with those of the first release.

    platforms.py [FOLDER] [--systems bookworm,trixie,testing]

Needs root and mmdebstrap. FOLDER (build/platforms) keeps the base systems, the chroots and the
hashes.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import time

import chroots

GOLDEN = "testbenches/validation/golden.py"
PROGRAM = "build/release/testbenches/niclab/niclab"
TAKE = f"rm -rf /golden && python3 {GOLDEN} take {PROGRAM} /golden --as-written --jobs $(nproc)"


def take(suite: str, folder: pathlib.Path) -> pathlib.Path:
    """Clone to first result, then every experiment; returns where the hashes are."""
    system = chroots.unpacked(suite, folder)
    begin = time.monotonic()
    chroots.inside(system, "scripts/quickstart.sh", check=True)
    print(f"{suite}: clone to first result in {time.monotonic() - begin:.0f} s", flush=True)
    chroots.inside(system, TAKE, check=True)
    taken = folder / f"{suite}_golden"
    shutil.rmtree(taken, ignore_errors=True)
    shutil.move(system / "golden", taken)
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=chroots.ROOT / "build/platforms")
    parser.add_argument("--systems", default="bookworm,trixie,testing", help="releases of Debian, with commas between them")
    a = parser.parse_args()
    chroots.need("mmdebstrap", "unshare", "git")
    first, *others = [take(suite, a.folder.resolve()) for suite in a.systems.split(",")]
    differ = 0
    for other in others:
        print(f"{first.name} and {other.name}:", flush=True)
        differ += subprocess.run([sys.executable, chroots.ROOT / GOLDEN, "compare", first, other]).returncode != 0
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
