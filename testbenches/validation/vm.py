"""`niclab vm`: guests in QEMU that ping and transfer through cards, wrong input, and ends.

    vm.py PROGRAM           each card once
    vm.py PROGRAM --long    also with other kernels, and transfers of 10 MB

Needs what scripts/fetch_guest.sh gets.
"""
import csv
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from capture_blocks import read
from common import NICLAB, ROOT, check_all, named, niclab
from vm_guest import GUEST, none_is_left, start

# Cards, with their options. 3c59x.c loses all frames otherwise: docs/howto/vm.md.
GATED, MASTER = ["--time", "gated"], ["--module-param", "options=16"]
RUNS = [("rtl8029", []), ("am79c970a", []), ("3c595", [*MASTER, *GATED]), ("idt77901", GATED)]
MASTERS = ["am79c970a"]
TRANSFERS = [("am79c970a", 200_000, []), ("idt77901", 200_000, [])]
if "--long" in sys.argv:
    # A loaded computer may need more than the 200 ms after which 8390.c resets the card.
    TRANSFERS += [("am79c970a", 10_000_000, []), ("rtl8029", 1_000_000, GATED)]
    MASTERS += ["82540em", "82574l"]
    RUNS += [("am79c970a", GATED), ("rtl8029", ["--kernel", "6.12"]), ("am79c970a", ["--kernel", "6.12"])]
    RUNS += [("idt77901", ["--kernel", "6.12"])]
    RUNS += [(card, ["--kernel", "newest", *options]) for card, options in RUNS[:3]]
    # In the mode `free` the state of a PHY in the probe depends on this computer.
    RUNS += [("3c905b", GATED), ("82540em", GATED), ("82574l", GATED), ("idt77901", [])]
PING_BITS = 2 * (8 + 98 + 4) * 8  # of a request and its reply, with preambles and check sequences
ATM_PING_BITS = 2 * 3 * 53 * 8
MBPS = {"82540em": 1000, "82574l": 1000, "idt77901": 155.52}  # of lines; others have 10
REGISTERS = {"82540em": 0x20000, "82574l": 0x20000, "idt77901": 0x1000}  # octets; others have 256


def boot(card, command, *options, expect=0):
    """Runs a command in a guest; returns the output of niclab and of the command."""
    with tempfile.TemporaryDirectory() as folder:
        done = niclab("vm", "--card", card, "--guest", GUEST, "--run", command, "--out", folder, *options, cwd=folder, expect=expect)
        with open(pathlib.Path(folder) / "accesses.csv", newline="") as f:
            return done.stdout, (pathlib.Path(folder) / "output.txt").read_text(), list(csv.DictReader(f))


def round_trips(output):
    """In ms, without the first one, which waits for ARP."""
    return [float(t) for t in re.findall(r"time=([\d.]+) ms", output)][1:]


def is_that_of_the_wire(card, times):
    """The kernel's work for a ping takes less than 0.4 ms in the mode `gated`, and other work may delay some
    pings. At the other end of an ATM line is a card, too.
    """
    bits, work_ms = (ATM_PING_BITS, 0.5) if card == "idt77901" else (PING_BITS, 0.4)
    wire_ms = bits / MBPS.get(card, 10) / 1000
    other_ms = 0.2
    assert times and min(times) < wire_ms + work_ms, times
    assert all(wire_ms < t < wire_ms + work_ms + other_ms for t in times), times


def probe(card, accesses, gated):
    """Accesses without what differs between computers: docs/howto/vm.md has the reasons."""
    kept = []
    for access in accesses:
        if kept and access[0] == "read" and access[:3] == kept[-1][:3]:
            kept.pop()  # A poll of the same register.
        kept.append(access)
    if card == "idt77901":  # Data and queue registers: addresses of queues and buffers.
        holders, first_address, status = (0x00, 0x04, 0x0C, 0x1C, 0x40), 0x4000, 0x18
        if not gated:  # The status has the numbers of free buffers and CMDBZ: both depend on how long the driver has waited.
            kept = [(*access[:3], access[3] & 0xFDFF if access[1] == status else access[3]) for access in kept]
        return [(*access[:3], None if access[1] in holders and access[3] >= first_address else access[3]) for access in kept]
    if card != "am79c970a":
        return kept
    rap, rdp, missed = 0x12, 0x10, 112  # CSR112: missed frames; CSR1 and CSR2: address of the initialization block.
    known, register = [], None
    for access, offset, octets, value in kept:
        if offset == rap:
            register = value
        if register != missed:
            known.append((access, offset, octets, None if offset == rdp and register in (1, 2) else value))
    return known


def is_the_probe_of_niclab_driver(card, options, accesses):
    """The same module does the same to the card in both kernels."""
    kernel = ROOT / f"build/kernel-{options[options.index('--kernel') + 1]}" if "--kernel" in options else ROOT / "build/kernel"
    if not (kernel / "version").exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        niclab("driver", "--card", card, "--kernel", kernel, "--step", "probe", "--record", "--out", folder,
               *(MASTER if "--module-param" in options else []), *(["--module-param", "IntMode=1"] if card == "82574l" else []), cwd=folder)
        with open(pathlib.Path(folder) / "client_cpu.csv", newline="") as f:
            rows = [r for r in csv.DictReader(f) if r["step"] == "probe"]
    first_memory, octets = 0x10000, REGISTERS.get(card, 0x100)
    addresses = [int(r["address"], 16) for r in rows]
    offsets = [address % (0x100 if address < first_memory else octets) for address in addresses]
    gated = "gated" in options
    expected = probe(card, [(r["operation"], offset, int(r["octets"]), int(r["value"], 16)) for offset, r in zip(offsets, rows)], gated)
    seen = probe(card, [(r["access"], int(r["offset"], 16), int(r["octets"]), int(r["value"], 16)) for r in accesses if r["region"] != "config"], gated)
    assert len(expected) > 20, expected
    assert seen[:len(expected)] == expected, [pair for pair in zip(seen, expected) if pair[0] != pair[1]][:5]


def pings_are_answered(card, options):
    with tempfile.TemporaryDirectory() as folder:
        wave, capture = f"{folder}/card.vcd", f"{folder}/card.pcapng"
        slow = card == "idt77901" and options  # A bus at signal level lets no null cell be skipped.
        waves = [] if slow else ["--vcd", wave, "--vcd-at", "frame:2"]
        text, output, accesses = boot(card, "ping -c 3 -W 10 10.0.0.2", *options, *waves, "--pcap", capture)
        assert text.startswith("The command ended with status 0."), text
        assert f"time        {'gated' if 'gated' in options else 'free'}:" in text
        assert "3 packets received, 0% packet loss" in output, output
        assert re.search(r" (transactions|TLPs), 0 violations", text), text
        assert "memory of the guest alone" in text
        is_the_probe_of_niclab_driver(card, options, accesses)
        assert len(accesses) > 100 and float(next(a for a in accesses if a["region"] != "config")["time_us"]) == 0
        if waves and card == "82574l":
            assert pathlib.Path(wave).read_text().count("\n#") > 20  # Times with symbols of TLPs.
        elif waves:
            niclab("check", wave)
        octets = pathlib.Path(capture).read_bytes()
        assert octets.count(bytes([10, 0, 0, 1, 10, 0, 0, 2, 8, 0])) == octets.count(bytes([10, 0, 0, 2, 10, 0, 0, 1, 0, 0])) == 3
        if "gated" in options:
            is_that_of_the_wire(card, round_trips(output))


def a_failed_command_is_reported():
    text, output, _ = boot("rtl8029", "ping -c 3 -W 10 10.0.0.2; exit 3", *GATED, expect=1)
    assert text.startswith("The command ended with status 3."), text
    is_that_of_the_wire("rtl8029", round_trips(output))


def gated_runs_are_equal():
    """At the same time on one computer, so that the load of each processor differs. With a waveform bus and
    cable are at signal level. With another seed the kernel has other random numbers.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = "ping -c 3 -W 10 10.0.0.2; cat /proc/sys/kernel/random/boot_id"
        folders = [pathlib.Path(folder) / name for name in ("1_first", "1_second", "1_signals", "2_other")]
        waves = {"1_signals": ("--vcd", "card.vcd", "--vcd-at", "frame:2")}
        processes = [start("am79c970a", *GATED, "--seed", out.name[0], "--run", command, "--pcap", out / "cable.pcapng", "--out", out,
                           *waves.get(out.name, ()), stdout=subprocess.DEVNULL, cwd=folder) for out in folders]
        assert [p.wait(timeout=600) for p in processes] == [0, 0, 0, 0]
        for name in ("accesses.csv", "console.log", "output.txt", "cable.pcapng"):
            first, second, signals = ((out / name).read_bytes() for out in folders[:3])
            assert first == second == signals, f"{name} differs"
            assert len(first) > 100, name
        numbers = [(out / "output.txt").read_text().splitlines()[-1] for out in folders]
        assert len(set(numbers)) == 2 and all(re.fullmatch("[0-9a-f-]{36}", n) for n in numbers), numbers
        is_that_of_the_wire("am79c970a", round_trips((folders[0] / "output.txt").read_text()))


# Clears the Bus Master bit of the card's command register, and sets it again.
MASTER_BIT = """
config=/sys/class/net/eth0/device/config
set_command() { printf "\\x$(printf %02x $1)" | dd of=$config bs=1 seek=4 conv=notrunc 2>/dev/null; }
was=$(hexdump -s 4 -n 1 -e '1/1 "%u"' $config)
ping -c 1 10.0.0.2
set_command $((was & ~4))
ping -c 2 -W 2 10.0.0.2
set_command $was
ping -c 3 -W 5 10.0.0.2
"""


def a_card_without_the_master_bit_makes_no_transactions(card):
    """It keeps the requests of the second ping, and sends them when it has the bit again."""
    with tempfile.TemporaryDirectory() as folder:
        capture = pathlib.Path(folder) / "card.pcapng"
        text, output, accesses = boot(card, MASTER_BIT, *GATED, "--pcap", capture)
        assert re.findall(r"(\d+) packets received, (\d+)% packet loss", output) == [("1", "0"), ("0", "100"), ("3", "0")], output
        assert re.search(r" (transactions|TLPs), 0 violations", text), text
        commands = [a for a in accesses if a["region"] == "config" and a["access"] == "write" and int(a["offset"], 16) == 4]
        off, on = (float(a["time_us"]) for a in commands[-2:])
        assert on - off > 2e6, (off, on)
        moments = [packet.ns / 1000 for packet in read(capture)[2]]
        assert [t for t in moments if t < off] and [t for t in moments if t > on], (moments, off, on)
        assert not [t for t in moments if off < t < on], (moments, off, on)


def octets_are_transferred(card, octets, options):
    """To the guest and back, compared by the hashes of both ends."""
    command = f"echo {octets} | nc 10.0.0.2 5002 > /data && sha256sum < /data && nc 10.0.0.2 5001 < /data"
    text, output, _ = boot(card, command, "--limit", "1500", *options)
    rows = re.findall(r"TCP (to|from) the guest: (\d+) octets in ([\d.]+) s, \d+ segments? again, closed by both\s+sha256 (\w+)", text)
    assert [(way, int(n), digest) for way, n, _, digest in rows] == [(way, octets, output.split()[0]) for way in ("to", "from")], (text, output)
    assert all(float(seconds) > octets * 8 / (MBPS.get(card, 10) * 1e6) for _, _, seconds, _ in rows), rows  # The rate of the line.


def wrong_input_is_refused():
    for words, sentence in (
        (["--card", "rtl8092"], 'did you mean "rtl8029"'),
        (["--card", "rtl8029", "--guest", "/nowhere"], "--guest /nowhere: no QEMU with a kernel 6.1; expected"),
        (["--card", "rtl8029", "--vcd", "x.vcd", "--vcd-at", "noon"], "--vcd-at noon: unknown event; expected one of"),
        (["--card", "rtl8029", "--mbps", "100"], "--mbps 100: no rate of rtl8029; expected 10"),
        (["--card", "rtl8029", "--serve", "/nowhere/socket"], "--serve /nowhere/socket: No such file or directory; expected"),
        (["--card", "rtl8029", "--module-param", "options"], "--module-param options: no value of a parameter; expected"),
        (["--card", "rtl8029", "--run", "x" * 2000], "--run: 2000 characters; expected"),
    ):
        with tempfile.TemporaryDirectory() as folder:
            done = niclab("vm", *words, "--out", f"{folder}/out", cwd=folder, expect=2)
            assert sentence in done.stderr and done.stderr.count("\n") == 1, done.stderr


def ends_leave_nothing(number):
    """Whatever ends niclab at any moment also ends QEMU."""
    for moment in range(4):
        with tempfile.TemporaryDirectory() as folder:
            mark = f"{os.getpid()}_{number}_{moment}"
            process = start("rtl8029", "--run", "sleep 1000", "--out", f"{folder}/out", mark=mark, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, cwd=folder)
            time.sleep(0.3 * moment * moment)
            process.send_signal(number)
            code = process.wait(timeout=300)
            assert code in (130, -number), code
            assert none_is_left(mark), "QEMU is still there"


def a_socket_is_private_and_removed():
    """With the folders that were made for results."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "card.sock"
        process = subprocess.Popen([NICLAB, "vm", "--card", "rtl8029", "--serve", path, "--out", f"{folder}/new/out"], stdout=subprocess.PIPE,
                                   text=True, cwd=folder)
        line = process.stdout.readline()
        assert line.startswith(f"The card is at {path}."), line
        assert path.stat().st_mode & 0o777 == 0o600, oct(path.stat().st_mode)
        again = niclab("vm", "--card", "rtl8029", "--serve", path, "--out", f"{folder}/other", cwd=folder, expect=2)
        assert "it is in use; expected" in again.stderr, again.stderr
        process.terminate()
        assert process.wait(timeout=300) == 130
        assert not path.exists() and not (pathlib.Path(folder) / "new").exists(), list(pathlib.Path(folder).rglob("*"))


check_all([*(named(f"pings_are_answered_{'_'.join([card, *options])}", pings_are_answered, card, options) for card, options in RUNS),
           *(named(f"{octets}_octets_through_{card}", octets_are_transferred, card, octets, options) for card, octets, options in TRANSFERS),
           *(named(f"{card}_without_the_master_bit_makes_no_transactions", a_card_without_the_master_bit_makes_no_transactions, card) for card in MASTERS),
           a_failed_command_is_reported, gated_runs_are_equal, wrong_input_is_refused,
           *(named(f"{number.name}_leaves_nothing", ends_leave_nothing, number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)),
           a_socket_is_private_and_removed])
