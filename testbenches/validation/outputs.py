"""Outputs at places of every kind: files, links, pipes, devices, full disks, folders that are still
to be made.
"""
import os
import pathlib
import resource
import stat
import subprocess
import tempfile
import threading

from common import NICLAB, check_all, niclab

ECHO = ("run", "echo", "--runs", "1", "--quiet", "--out", "o")


def devices_stay(folder):
    """Through a link: should a program rename over it, the machine's own device is not what is lost."""
    for option, name in (("--vcd", "null.vcd"), ("--pcap", "null.pcapng"), ("--timeline", "null.json"), ("--report", "null.html")):
        (folder / name).symlink_to("/dev/null")
        niclab(*ECHO, option, name, cwd=folder)
        assert (folder / name).is_symlink() and stat.S_ISCHR((folder / name).stat().st_mode), f"{option} has replaced the device"
    assert not (folder / "null.gtkw").exists() and not list(pathlib.Path("/dev").glob("null?*"))


def pipes_are_written(folder):
    os.mkfifo(folder / "pipe")
    heard = []
    reader = threading.Thread(target=lambda: heard.append((folder / "pipe").read_bytes()))
    reader.start()
    niclab(*ECHO, "--timeline", "pipe", cwd=folder)
    reader.join(timeout=300)
    assert (folder / "pipe").is_fifo() and heard and heard[0].startswith(b'{"displayTimeUnit"')


def links_stay(folder):
    (folder / "elsewhere").mkdir()
    (folder / "link.vcd").symlink_to("elsewhere/w.vcd")
    niclab(*ECHO, "--vcd", "link.vcd", cwd=folder)
    assert (folder / "link.vcd").is_symlink() and (folder / "elsewhere/w.vcd").stat().st_size > 1000
    assert [p.name for p in (folder / "elsewhere").iterdir()] == ["w.vcd"], "something unfinished was left"


def a_full_disk_is_one_sentence(folder):
    """A limit on the size of files is the same to a program as a full disk."""
    for option, name in (("--vcd", "w.vcd"), ("--pcap", "c.pcapng")):
        done = subprocess.run([NICLAB, *ECHO[:-1], "full", option, name, "--set", "workload.sizes=[60000]"], cwd=folder,
                              capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
        assert done.returncode in (1, 2), done
        assert done.stderr.count("\n") == 1 and "not written to its end" in done.stderr, done.stderr
        assert not [p for p in folder.glob(f"{name}*")], "something half-written was left"
        assert not list((folder / "full").glob("*.unfinished"))
    (folder / "full.vcd").symlink_to("/dev/full")
    done = subprocess.run([NICLAB, *ECHO, "--vcd", "full.vcd"], cwd=folder, capture_output=True, text=True)
    assert done.returncode in (1, 2) and done.stderr.count("\n") == 1, done


def what_is_written_without_the_rest_is_removed(folder):
    """Rows of packets are larger than the limit, the other results are not. A file of the user's stays."""
    out = folder / "rest"
    out.mkdir()
    (out / "report.html").write_text("mine")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    words = ["run", "borriss", "--set", "run.duration=10 s", "--set", "run.sample_interval=1 ms", "--out", str(out)]
    done = subprocess.run([NICLAB, *words], cwd=folder, capture_output=True, text=True, preexec_fn=limit)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "not written to its end" in done.stderr, done
    assert [p.name for p in out.iterdir()] == ["report.html"], list(out.iterdir())


def folders_are_made(folder):
    niclab(*ECHO[:-1], "new", "--report", "new/r.html", "--vcd", "new/w.vcd", cwd=folder)
    assert (folder / "new/r.html").stat().st_size > 1000 and (folder / "new/w.vcd").exists()


with tempfile.TemporaryDirectory() as temporary:
    check_all((devices_stay, pipes_are_written, links_stay, a_full_disk_is_one_sentence, what_is_written_without_the_rest_is_removed,
               folders_are_made), pathlib.Path(temporary))
