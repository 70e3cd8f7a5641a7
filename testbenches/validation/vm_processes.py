"""The processes of `niclab vm`: two guests on a cable, one with a card of QEMU, a machine of the
user, a shell at a terminal, and 100 ends by force.

Needs what scripts/fetch_guest.sh gets.
"""
import base64
import concurrent.futures
import os
import pathlib
import pty
import random
import re
import select
import shlex
import signal
import socket
import subprocess
import tempfile
import termios
import time

from common import NICLAB, check_all
from vm_guest import GUEST, none_is_left, processes_with, start

ENDS, AT_ONCE, LATEST_S = 100, 4, 12.0
SEED = 46


def qemu_of(mark, niclab):
    return [pid for pid in processes_with(mark) if pid != niclab]


def is_complete(path):
    """A table ends with a whole row of as many fields as its first one; a text ends with a line."""
    text = path.read_text()
    if path.suffix == ".csv":
        rows = text.splitlines()
        assert len(rows) > 0 and all(row.count(",") == rows[0].count(",") for row in rows), path
    return text == "" or text.endswith("\n") or path.suffix == ".log"


def end_by_force(number, moment, victim, how):
    """Ends niclab or QEMU; both must be gone, and each file that exists must be whole."""
    mark = f"{os.getpid()}_{number}"
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        process = start("rtl8029", "--run", "ping -c 1000 -i 0.1 10.0.0.2", "--out", out, "--pcap", out / "cable.pcapng", mark=mark, cwd=folder,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(moment)
        others = qemu_of(mark, process.pid)
        ended = victim == "niclab" or not others
        if ended:
            process.send_signal(how)
        else:
            for pid in others:
                try:
                    os.kill(pid, how)
                except ProcessLookupError:
                    continue
        text, errors = process.communicate(timeout=600)
        assert none_is_left(mark), f"after {moment:.2f} s: a process is left"
        files = sorted(path for path in out.glob("*") if path.name[0] != ".") if out.exists() else []
        kept = {path.name for path in files if path.suffix in (".csv", ".log", ".txt")}
        assert all(is_complete(path) for path in files if path.name in kept), files
        if ended and how == signal.SIGKILL:
            assert process.returncode == -how, (process.returncode, text, errors)
            return
        assert not [path for path in out.glob("*") if "unfinished" in path.name or path.name[0] == "."], list(out.glob("*"))
        if ended:
            assert process.returncode in (130, -how), (process.returncode, errors)
            return
        assert process.returncode in (1, 2), (process.returncode, text, errors)  # 2: it had not connected yet.
        assert re.search(r"QEMU ended|guest ended|closed its connection|connection to QEMU failed", text + errors), (text, errors)
        assert (text + errors).count("Traceback") == 0


def ends_by_force_leave_nothing():
    """At random moments of the boot and of the traffic, each side, by three signals."""
    sockets = set(pathlib.Path("/tmp").glob("niclab_vm_*"))
    choose = random.Random(SEED)
    ends = [(i, choose.uniform(0, LATEST_S), choose.choice(("niclab", "qemu")), choose.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)))
            for i in range(ENDS)]
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for done in [pool.submit(end_by_force, *end) for end in ends]:
            done.result()
    assert set(pathlib.Path("/tmp").glob("niclab_vm_*")) <= sockets


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def two_guests_reach_each_other():
    """With different cards; each pings until the other one answers, and lets it finish."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = free_port(), free_port()
        processes = []
        for card, own, other, address in (("rtl8029", first, second, 1), ("am79c970a", second, first, 2)):
            command = f"until ping -c 1 -W 2 10.0.0.{3 - address}; do :; done; sleep 20"
            processes.append(start(card, "--run", command, "--address", address, "--frames", f"udp:{own},{other}", "--out", f"{folder}/{address}",
                                   mark="two", cwd=folder, stdout=subprocess.PIPE, text=True))
        for process in processes:
            text, _ = process.communicate(timeout=600)
            assert process.returncode == 0, text
            assert "1 packets received, 0% packet loss" in text, text
            assert re.search(r" transactions, 0 violations", text), text


def start_qemu(machine, module, address, command, *options, output="null"):
    """A machine that niclab does not start; `output`: where the guest writes what the command prints."""
    kernel = GUEST / "kernel-6.1"
    image = next(kernel / name for name in ("vmlinux", "vmlinuz") if (kernel / name).exists())
    coded = base64.b64encode(f"{command}\n".encode()).decode()
    words = f"console=ttyS0 panic=-1 cryptomgr.notests no_timer_check niclab.module={module} niclab.address={address} niclab.run={coded}"
    return subprocess.Popen([GUEST / "qemu", "-M", machine, "-accel", "tcg", "-nodefaults", "-display", "none", "-no-reboot", "-serial", "null",
                             "-serial", output, "-kernel", image, "-initrd", kernel / "initramfs.gz", "-append", words, *options], stdin=subprocess.DEVNULL)


def start_qemu_with_its_own_card(own, other):
    """A guest with QEMU's model of an RTL8029 and the address 10.0.0.2, without niclab."""
    ends = ",".join(f"{end}.type=inet,{end}.host=127.0.0.1,{end}.port={port}" for end, port in (("local", own), ("remote", other)))
    return start_qemu("pc", "ne2k-pci", "10.0.0.2", "sleep 1000", "-m", "128", "-netdev", f"dgram,id=line,{ends}", "-device", "ne2k_pci,netdev=line")


def another_machine_has_the_card():
    """A q35 with two processors, with the options that --serve prints."""
    with tempfile.TemporaryDirectory() as folder:
        niclab = subprocess.Popen([NICLAB, "vm", "--card", "am79c970a", "--serve", f"{folder}/card.sock", "--memory", "256", "--out", f"{folder}/out"],
                                  cwd=folder, stdout=subprocess.PIPE, text=True)
        printed = ""
        while "vfio-user-pci" not in printed:
            line = niclab.stdout.readline()
            assert line, printed
            printed += line
        options = shlex.split(printed[printed.index("-m "):])
        qemu = start_qemu("q35", "pcnet32", "10.0.0.1", "nproc; ping -c 3 -W 20 10.0.0.2; poweroff -f", "-smp", "2",
                          *options, "-device", "isa-debug-exit,iobase=0xf4,iosize=1", output=f"file:{folder}/said")
        try:
            text, _ = niclab.communicate(timeout=600)
        finally:
            qemu.kill()
            qemu.wait(timeout=300)
        said = pathlib.Path(folder, "said").read_text()
        assert niclab.returncode == 0, text
        assert said.startswith("2\n") and "3 packets transmitted, 3 packets received" in said, said
        assert "closed its connection" in text and re.search(r" transactions, 0 violations", text), text


def a_card_of_qemu_is_at_the_other_end():
    with tempfile.TemporaryDirectory() as folder:
        first, second = free_port(), free_port()
        qemu = start_qemu_with_its_own_card(second, first)
        try:
            process = start("am79c970a", "--run", "until ping -c 1 -W 2 10.0.0.2; do :; done", "--frames", f"udp:{first},{second}",
                            "--out", f"{folder}/out", mark="dgram", cwd=folder, stdout=subprocess.PIPE, text=True)
            text, _ = process.communicate(timeout=600)
        finally:
            qemu.kill()
            qemu.wait(timeout=300)
        assert process.returncode == 0, text
        assert "1 packets received, 0% packet loss" in text, text
        assert re.search(r" transactions, 0 violations", text), text


class Terminal:
    """A program at a pseudo terminal."""

    def __init__(self, words, folder):
        self.seen = ""
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execv(words[0], words)
        self.before = termios.tcgetattr(self.descriptor)

    def wait_for(self, text, limit_s=300):
        end = time.monotonic() + limit_s
        while text not in self.seen:
            assert time.monotonic() < end, f"no {text!r} in:\n{self.seen}"
            if select.select([self.descriptor], [], [], 1)[0]:
                self.seen += os.read(self.descriptor, 65536).decode(errors="replace")
        self.seen = self.seen[self.seen.index(text) + len(text):]

    def type(self, line):
        os.write(self.descriptor, (line + "\n").encode())

    def finish(self):
        """The rest of the output, and the exit code."""
        while True:
            try:
                octets = os.read(self.descriptor, 65536)
            except OSError:
                break
            if not octets:
                break
            self.seen += octets.decode(errors="replace")
        return self.seen, os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def a_shell_runs_at_the_terminal():
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal([NICLAB, "vm", "--card", "rtl8029", "--guest", str(GUEST), "--out", f"{folder}/out"], folder)
        terminal.wait_for("poweroff -f ends")
        terminal.type("echo $((6 * 7)) is the answer")
        terminal.wait_for("42 is the answer")
        terminal.type("ping -c 1 -W 10 10.0.0.2")
        terminal.wait_for("1 packets received")
        terminal.type("sleep 1000")
        time.sleep(1)
        os.write(terminal.descriptor, b"\3")  # For the guest's program, not for niclab.
        terminal.type("echo still $((40 + 2)) here")
        terminal.wait_for("still 42 here")
        terminal.type("poweroff -f")
        terminal.wait_for("The guest has ended.")
        after = termios.tcgetattr(terminal.descriptor)
        assert after == terminal.before, (terminal.before, after)
        _, code = terminal.finish()
        assert code == 0, code


check_all([two_guests_reach_each_other, a_card_of_qemu_is_at_the_other_end, another_machine_has_the_card, a_shell_runs_at_the_terminal, ends_by_force_leave_nothing])
