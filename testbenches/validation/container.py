#!/usr/bin/env python3
"""The Containerfile builds and its image runs. The base image is made by mmdebstrap.

    container.py [FOLDER]

As root, with buildah and mmdebstrap. FOLDER (build/platforms) keeps the base system.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import chroots

SUITE = "trixie"
TAG = "niclab_container_test"
CERTIFICATES = pathlib.Path("/usr/local/share/ca-certificates")  # of a proxy that the network may have


class Images:
    """Buildah with images in a folder of their own."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.words = ["buildah", "--root", str(folder / "images"), "--runroot", str(folder / "run"), "--storage-driver", "vfs"]
        self.environment = {**os.environ, "BUILDAH_ISOLATION": "chroot"}

    def __call__(self, *words: str | pathlib.Path, **more) -> str:
        done = subprocess.run([*self.words, *map(str, words)], env=self.environment, stdout=subprocess.PIPE, text=True, check=True, **more)
        return done.stdout.strip()

    def make_base(self, tar: pathlib.Path, name: str) -> None:
        scratch = self("from", "scratch")
        self("add", "--quiet", scratch, tar, "/")
        self("commit", "--quiet", "--rm", scratch, name)


def base_name() -> str:
    """Of the recipe; all of its stages begin with one image."""
    names = set(re.findall(r"^FROM (\S+)", (chroots.ROOT / "Containerfile").read_text(), re.M))
    assert len(names) == 1, names
    return names.pop()


def main() -> int:
    chroots.need("buildah", "mmdebstrap", "git")
    bases = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else chroots.ROOT / "build/platforms").resolve()
    with tempfile.TemporaryDirectory(dir="/var/tmp") as temporary:
        folder = pathlib.Path(temporary)
        images = Images(folder)
        images.make_base(chroots.base(SUITE, bases), f"docker.io/library/{base_name()}")
        chroots.copy_tree(folder / "tree")
        trust = ["--volume", f"{CERTIFICATES}:{CERTIFICATES}:ro"] if CERTIFICATES.is_dir() else []
        images("bud", "--pull-never", "--layers=false", "--quiet", *trust, "-t", TAG, folder / "tree")
        container = images("from", "--pull-never", TAG)
        (folder / "work").mkdir()
        run = ["run", "--volume", f"{folder / 'work'}:/work", container, "--", "niclab"]
        print(images(*run, "run", "echo", "--out", "echo", "--report", "echo.html", "--pcap", "echo.pcapng"))
        images(*run, "compare", "idt77901", "pio_fifo", "--seeds", "2", "--sizes", "64", "--runs", "1", "--html", "compare.html")
        written = sorted(path.name for path in (folder / "work").iterdir())
        assert {"echo", "echo.html", "echo.pcapng", "compare.html"} <= set(written), written
        missing = [line for line in images("run", container, "--", "sh", "-c", "ldd $(find /opt/niclab -path '*bin/niclab' -size +1M)").splitlines()
                   if "not found" in line]
        assert not missing, missing
    print("the image runs echo and a comparison of two cards")
    return 0


if __name__ == "__main__":
    sys.exit(main())
