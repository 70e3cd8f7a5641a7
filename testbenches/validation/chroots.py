"""Debian systems in chroots, made by mmdebstrap as root; what tests on other releases share."""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
MOUNTED = "mount --bind /proc {0}/proc && mount --rbind /dev {0}/dev && exec chroot {0} /usr/bin/env -i {1} bash -euc {2}"
ENVIRONMENT = "HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1"


def need(*programs: str) -> None:
    missing = [program for program in programs if not shutil.which(program)]
    if os.geteuid() != 0 or missing:
        print(f"skipped: {'root is needed' if os.geteuid() != 0 else ', '.join(missing) + ' not installed'}")
        sys.exit(SKIPPED)


def base(suite: str, folder: pathlib.Path) -> pathlib.Path:
    """A tar file of the smallest system of a release; made once in `folder`."""
    tar = folder / f"{suite}.tar"
    if not tar.exists():
        folder.mkdir(parents=True, exist_ok=True)
        half = tar.with_suffix(".half.tar")
        # The mirror of a release in the making may be older than its index allows.
        subprocess.run(["mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", '--aptopt=Acquire::Check-Valid-Until "false"', suite, half], check=True)
        half.rename(tar)
    return tar


def copy_tree(to: pathlib.Path) -> None:
    """The files that git knows, as they are in the working tree: a clone with uncommitted changes."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    to.mkdir(parents=True)
    subprocess.run(["tar", "--null", "--files-from=-", "-cf", to / "tree.tar"], cwd=ROOT, input=names, check=True)
    subprocess.run(["tar", "-xf", "tree.tar"], cwd=to, check=True)
    (to / "tree.tar").unlink()


def unpacked(suite: str, folder: pathlib.Path) -> pathlib.Path:
    """A fresh system with niclab's tree in /niclab."""
    system = folder / suite
    if any(line.split()[1].startswith(f"{system}/") for line in pathlib.Path("/proc/mounts").read_text().splitlines()):
        sys.exit(f"{system}: something is mounted in it; expected a folder that can be deleted")
    shutil.rmtree(system, ignore_errors=True)
    system.mkdir(parents=True)
    subprocess.run(["tar", "-xf", base(suite, folder), "-C", system], check=True)
    shutil.copyfile("/etc/resolv.conf", system / "etc/resolv.conf")
    copy_tree(system / "niclab")
    return system


def inside(system: pathlib.Path, command: str, **more) -> subprocess.CompletedProcess:
    """Runs bash lines in the chroot, in /niclab. What is mounted for them goes with them."""
    lines = MOUNTED.format(system, ENVIRONMENT, '"$1"')
    return subprocess.run(["unshare", "--mount", "--propagation", "private", "sh", "-ec", lines, "sh", f"cd /niclab\n{command}"], **more)
