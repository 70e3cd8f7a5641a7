"""scripts/setup.sh: it names the packages of each supported system and refuses others."""
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "scripts/packages"


def setup(folder: pathlib.Path, release: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Without installing anything."""
    file = folder / "os-release"
    file.write_text(release)
    return subprocess.run([ROOT / "scripts/setup.sh", "--list", *words], capture_output=True, text=True,
                          env={**os.environ, "NICLAB_OS_RELEASE": str(file)})


@pytest.mark.parametrize("release, head, has, has_not", [
    ('ID=debian\nVERSION_ID="12"\n', "debian 12, apt, tested", "chromium", "systemc-devel"),
    ('ID=debian\nVERSION_ID="13"\n', "debian 13, apt, tested", "libsystemc-dev", "systemc-devel"),
    ("ID=debian\nVERSION_CODENAME=forky\n", "debian forky, apt, tested", "libsystemc-dev", "systemc-devel"),
    ('ID=ubuntu\nVERSION_ID="24.04"\n', "ubuntu 24.04, apt, untested", "libsystemc-dev", "chromium"),
    ("ID=fedora\nVERSION_ID=43\n", "fedora 43, dnf, untested", "systemc-devel", "libsystemc-dev")])
def test_each_system_has_its_packages(tmp_path: pathlib.Path, release: str, head: str, has: str, has_not: str) -> None:
    done = setup(tmp_path, release, "--with-tools")
    first, *packages = done.stdout.splitlines()
    assert (done.returncode, first) == (0, head)
    assert has in packages and has_not not in packages and len(packages) == len(set(packages)) > 20
    assert ("not tested" in done.stderr) == head.endswith("untested")


@pytest.mark.parametrize("release", ['ID=debian\nVERSION_ID="11"\n', "ID=alpine\nVERSION_ID=3.20\n", "ID=arch\n"])
def test_an_unsupported_system_gets_the_libraries(tmp_path: pathlib.Path, release: str) -> None:
    done = setup(tmp_path, release)
    sentence, *libraries = done.stderr.splitlines()
    assert done.returncode == 2 and done.stdout == ""
    assert "not a supported system; expected Debian 12, 13 or testing" in sentence
    assert len(libraries) > 10 and all(re.search(r"\d|Ninja", library) for library in libraries)


def test_an_unknown_option_is_refused(tmp_path: pathlib.Path) -> None:
    done = setup(tmp_path, "ID=debian\nVERSION_ID=12\n", "--with-luck")
    assert done.returncode == 2 and done.stderr == "setup.sh: '--with-luck': unknown option; expected --with-lab, --with-tools or --list\n"


def test_the_lists_name_the_same_things() -> None:
    """As many packages by either manager: the packages of one library are in the same line of both."""
    for manager in ("apt", "dnf"):
        assert {file.stem for file in (PACKAGES / manager).iterdir()} == {"build", "lab", "tools"}
    build = {m: [w for w in (PACKAGES / m / "build.txt").read_text().splitlines() if not w.startswith("#")] for m in ("apt", "dnf")}
    assert len(build["apt"]) == len(build["dnf"])
