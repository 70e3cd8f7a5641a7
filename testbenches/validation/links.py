"""Links of complete cells against signal level: for every experiment all files are equal, except
the text that names the level.

    links.py PROGRAM                     every experiment, and a sample of what follows
    links.py PROGRAM --extended          generated ones, windows, and milliseconds of null cells
    links.py PROGRAM --long              every experiment as it is, 200 generated ones, 100 windows, 100 cuts
    links.py PROGRAM --generated=5000    5000 generated ones alone
"""
import itertools
import json
import pathlib
import random
import re
import sys
import tempfile

from common import ROOT, bytes_of, check_all, named, niclab

sys.path.insert(0, str(ROOT / "scripts"))
from niclab import levels

LONG, EXTENDED = "--long" in sys.argv, "--extended" in sys.argv
GENERATED, WINDOWS = (200, 100) if LONG else (10, 3) if EXTENDED else (0, 1)
ALONE = next((int(word.partition("=")[2]) for word in sys.argv if word.startswith("--generated=")), 0)
CARDS = ["idt77901", "hostmem_sar", "pio_fifo", "eni155p_like", "pca200e_like"]
TAPS = "cells,pdus,sent_pdus,packets,line_cells,frames"
# Experiments with waveforms to cut, the settings that shorten them, and their least length in
# microseconds.
CUT = {"echo": ([], 2000)}
if LONG:
    CUT |= {"transmit": ([], 6400), "stream": (["--set", "workload.count=10"], 1500), "light_off": ([], 11500)}
# Seeds of former defects: the far end received a report of errors a frame
# too early (45), a counter of a fiber was read between two octets (136).
FOUND = (45, 136)
# Settings that shorten experiments; with `--long` these run at full length.
SHORT = {"noisy_line": ["--set", "workload.count=300"], "clock_offset": ["--set", "workload.count=8"], "overload": ["--set", "workload.count=60"],
         **{name: ["--runs", "1"] for name in ("two_flows", "switched", "star")}, "transmit": ["--runs", "3"], "analyzer_cells": ["--set", "workload.count=8"],
         **{name: ["--runs", "1"] for name in ("analyzer", "analyzer_echo", "analyzer_return")}}


# The text of a result about signals that were observed in a window.
LOOKED_AT = r", at signal level: (.*; )?{} from \d+ us (on|to \d+ us)(; .*)?"
WINDOW = LOOKED_AT.format("all signal groups")


def both(words, captured):
    """The files of a run with pins and with whole links, and what the second says of its links."""
    files, said = [], ""
    for links in ("signal", "transaction"):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            out = folder / "out"
            capture = ["--pcap", folder / "capture.pcapng", "--pcap-taps", TAPS] if captured else []
            done = niclab("run", *words, *capture, "--fidelity", links, "--quiet", "--out", out, cwd=folder, expect=(0, 1))  # 1: a rule is broken
            said = json.loads((out / "results.json").read_text())["provenance"]["fidelity"]
            files.append(bytes_of(folder) | {"exit code": done.returncode})
    return *files, said


def expect_equal(words, says="transaction", captured=True, least_us=0):
    """`least_us`: so much of null cells has to be stepped over, at least."""
    pins, whole, said = both(words, captured and "--vcd" not in words)
    links, stepped_us = re.fullmatch(r"(.*?)(?:, (\d+) us of null cells skipped)?", said).groups()
    assert re.fullmatch(says, links), f"links: '{said}' said, '{says}' wanted"
    assert int(stepped_us or 0) >= least_us, f"links: '{said}' said, {least_us} us stepped over at least wanted"
    assert pins.keys() == whole.keys(), (pins.keys(), whole.keys())
    differ = [name for name in pins if pins[name] != whole[name]]
    assert not differ, f"{differ} differ: niclab run {' '.join(map(str, words))}"


def experiments():
    """Those at cycle level."""
    return [path.stem for path in sorted((ROOT / "testbenches/experiments").glob("*.toml")) if levels.of_shipped(path) == levels.CYCLE]


def experiment(name):
    """Wires that a logic analyzer is clipped to are there as long as it is armed, and what it saw is the same."""
    expect_equal([name, *([] if LONG else SHORT.get(name, []))], "transaction" + (LOOKED_AT.format(r"\d of \d signal groups") if name.startswith("analyzer") else ""))


def bus_of(side, r):
    """Keys of a host's PCI bus: who gets it, who else is on it, how wide and fast it is, faults."""
    keys = {}
    if r.random() < 0.5:
        keys[f"{side}.pci.policy"] = r.choice(["round_robin", "fixed_priority", "two_level_fair"])
        keys[f"{side}.pci.parking"] = r.choice(["host", "nic", "last", "none"])
    if r.random() < 0.3:
        keys[f"{side}.pci.clock"] = f"{r.choice([16, 25, 33])} MHz"
    if r.random() < 0.3:
        keys[f"{side}.pci.width"] = keys[f"{side}.nic.pci.width"] = 64
    if r.random() < 0.4:
        keys[f"{side}.pci.register_reads_per_second"] = r.choice([3000, 40000])
    if r.random() < 0.4:
        traffic = f"{side}.pci.traffic.other"
        keys[f"{traffic}.blocks_per_second"], keys[f"{traffic}.target"] = r.choice([2000, 20000]), r.choice(["memory", "device"])
        keys[f"{traffic}.block_octets"], keys[f"{traffic}.burst_dwords"] = r.choice([64, 512, 2048]), r.choice([1, 5, 8, 16])
    if r.random() < 0.1:
        keys[f"{side}.pci.parity_error_phase"] = r.randint(20, 400)
    return keys


def bridge_of(side, r):
    """Keys of a host as a target: how long it waits before data, and how often for longer."""
    keys = {}
    for way in ("read", "write"):
        if r.random() < 0.4:
            keys[f"{side}.host.{way}.wait_clocks"] = r.choice([0, 2, 9, 16])
        if r.random() < 0.2:
            keys[f"{side}.host.{way}.stall_probability"], keys[f"{side}.host.{way}.stall_clocks"] = r.choice([0.02, 0.5]), r.randint(1, 14)
    if r.random() < 0.3:
        keys[f"{side}.host.later_wait_clocks"] = r.randint(1, 7)
    return keys


def fast(r):
    """Keys of what is faster than it is by default: a bus at 66 MHz, a line at 622 Mb/s, which
    takes a UTOPIA of 16 wires.
    """
    keys = {}
    for side in ("client", "server"):
        if r.random() < 0.2:
            keys[f"{side}.nic.pci.capable_66mhz"], keys[f"{side}.pci.clock"] = "true", f"{r.choice([50, 66])} MHz"
    if r.random() < 0.2:
        keys["line.rate"] = "622.08 Mb/s"
        for side in ("client", "server"):
            keys[f"{side}.nic.utopia.width"], keys[f"{side}.nic.utopia.clock"] = 16, f"{r.choice([40, 45, 50])} MHz"
    return keys


def generated(seed, mode=None):
    """An experiment nobody wrote: cards, hosts, errors, darkness, clocks, interfaces, sizes."""
    r = random.Random(f"links {seed}")
    mode = mode or r.choice(["echo", "stream", "transmit", "busy_bus"])
    number = r.randint(1, 10**6) if isinstance(seed, str) else seed
    keys = {"run.seed": number, "line.length": f"{r.choice([1, 2, 37, 500, 4000])} m", "line.client_ppm": r.randint(-100, 100),
            "line.server_ppm": r.randint(-100, 100), "workload.count": r.randint(3, 12), "workload.sizes": f"[{r.choice([1, 40, 41, 555, 1500])}]"}
    for side in ("client", "server"):
        keys[f"{side}.card"] = r.choice(CARDS)
        keys[f"{side}.profile"] = r.choice(["ideal", "pentium133", "486dx4_100"])
        if r.random() < 0.3:
            keys[f"{side}.nic.utopia.width"] = 16
        if r.random() < 0.3:
            keys[f"{side}.nic.utopia.handshake"] = "octet"
        if r.random() < 0.3:
            keys[f"{side}.nic.utopia.clock"] = f"{r.choice([19, 22, 25])} MHz"
        if r.random() < 0.2:
            keys[f"{side}.nic.utopia.pause_share"] = 0.1
        keys |= bus_of(side, r)
        if r.random() < 0.3:
            keys[f"{side}.nic.phy.pipeline_octets"] = r.randint(0, 90)
        if r.random() < 0.3:
            keys[f"line.to_{side}.bit_error_rate"] = r.choice([1e-6, 3e-5])
        if r.random() < 0.2:
            keys[f"line.to_{side}.bursts_per_second"] = 500
        if r.random() < 0.2:
            keys[f"line.to_{side}.light_off_start"], keys[f"line.to_{side}.light_off_duration"] = f"{r.randint(600, 1500)} us", f"{r.randint(3, 300)} us"
    if seed not in FOUND:  # drawn apart: whatever is added here, those stay as they were found
        more = random.Random(f"more {seed}")
        keys |= bridge_of("client", more) | bridge_of("server", more) | fast(more)
    words = [mode, "--runs", r.randint(1, 2)]
    return words + list(itertools.chain.from_iterable(("--set", f"{key}={value}") for key, value in keys.items()))


def still(seed):
    """Milliseconds in which nothing but null cells moves, which nobody captures: whole links step
    over them.
    """
    r = random.Random(f"still {seed}")
    words = generated(f"still {seed}", r.choice(["transmit", "echo"]))
    idle = r.choice([3, 8, 17] if LONG else [3, 6])
    words += ["--set", f"run.idle_min={idle} ms", "--set", f"run.idle_max={idle + r.random():.4f} ms"]
    if LONG:  # between two runs oscillators stop, at any place of a cell
        words[2] = random.Random(f"runs {seed}").choice([2, 20, 60])
    if r.random() < 0.3:
        words += ["--set", f"line.to_server.light_off_start={r.uniform(1, idle):.4f} ms", "--set", f"line.to_server.light_off_duration={r.uniform(1, 900):.3f} us"]
    expect_equal(words, captured=False)


def short(seed):
    """Packets one after the other, which nobody captures: between two of them whole links step over
    what their hosts' software takes.
    """
    mode = random.Random(f"mode {seed}").choice(["transmit", "echo", "echo"])
    expect_equal(generated(f"short {seed}", mode), captured=False)


IDLE = ["--set", "run.idle_min=7 ms", "--set", "run.idle_max=7.3 ms"]
# Each with milliseconds of null cells before every packet, and what else goes on in them; most of
# them are skipped.
STILL = {
    **{card: ["transmit", "--runs", "2", "--set", f"client.card={card}", "--set", f"server.card={card}"] for card in CARDS},
    "light_off": ["transmit", "--runs", "2", "--set", "line.to_server.light_off_start=5 ms", "--set", "line.to_server.light_off_duration=400 us"],
    "errors": ["transmit", "--runs", "2", "--set", "line.to_server.bit_error_rate=1e-6", "--set", "line.to_client.bursts_per_second=150"],
    "registers_read": ["transmit", "--runs", "2", "--set", "client.pci.register_reads_per_second=1500"],
    "waveform_before": ["transmit", "--runs", "2", "--vcd", "early.vcd", "--vcd-to", "900"],
    "two_links_one_busy": ["star", "--runs", "1"],
    "lost_packets": ["light_off"],
    "long_line": ["echo", "--runs", "2", "--set", "line.length=60 km", "--set", "line.client_ppm=90"],
    "sts12c": ["sts12c", "--runs", "1"],
    # Oscillators that stop between two runs just as a cell has left the PHY's FIFO.
    "clocks_stand_still": ["transmit", "--runs", "12", "--seed", "6", "--set", "line.client_ppm=-6"],
    "utopia_brings_the_next": ["transmit", "--runs", "12", "--seed", "3", "--set", "line.client_ppm=-6"],
    "phy_of_two_cells": ["transmit", "--runs", "2", "--set", "client.nic.phy.tx_fifo_cells=2", "--set", "server.nic.phy.tx_fifo_cells=2"],
    # Packets soon after errors with reports that are still under way.
    "errors_reported": ["transmit", "--runs", "6", "--seed", "38", "--set", "line.length=300 m", "--set", "line.to_server.bit_error_rate=2e-6",
                        "--set", "line.to_client.bit_error_rate=1e-6"],
    "user_cells_of_the_same_frame": ["transmit", "--runs", "2", "--set", "client.card=pca200e_like", "--set", "workload.sizes=[1, 1500]"],
}
# Pins, alarms or packets for most of their time, or a FIFO that runs empty between two null cells.
MOVING = ["waveform_before", "lost_packets", "sts12c", "phy_of_two_cells"]
# Those of the quick run; the others are in the extended one.
SAMPLE = ("idt77901", "waveform_before", "errors", "registers_read")


def window(seed):
    """A waveform of some microseconds: the wires are there from a frame before and as long as it
    lasts; a run may have ended before.
    """
    r = random.Random(f"window {seed}")
    begin = r.uniform(0, 1500)
    name = r.choice(["echo", "stream", "transmit", "light_off", "busy_bus", "star", "ethernet_transmit", "fast_ethernet"])
    words = [name, "--runs", "2", "--vcd", "window.vcd", "--vcd-from", f"{begin:.3f}", "--vcd-to", f"{begin + r.uniform(1, 60):.3f}"]
    expect_equal(words, f"transaction({WINDOW})?")


def trigger(name, signals):
    """Wires that a trigger looks at, and those of the waveform that it opens, are there until that
    has ended.
    """
    which = ["--vcd-signals", signals] if signals else []
    says = WINDOW if not signals else LOOKED_AT.format(r"\d of \d signal groups")
    expect_equal([name, "--runs", "2", "--vcd", "window.vcd", "--vcd-trigger", ROOT / "traces/triggers/first_cell.toml", *which], "transaction" + says)


def moments(lines):
    """Of a waveform's lines behind its header: each time, in picoseconds, and the lines of what
    changes then.
    """
    at, changes = 0, []
    for line in lines:
        if line[0] == "#":
            if changes:
                yield at, changes
            at, changes = int(line[1:]), []
        elif line[0] != "$":
            changes.append(line)


def cuts(lines, windows):
    """Of each window, one after the other, what a waveform of everything shows: the values before
    it, then each change up to its end.
    """
    header = "".join(itertools.takewhile(lambda line: not line.startswith("$enddefinitions"), lines)) + "$enddefinitions $end\n"
    values, ahead = {}, moments(lines)
    at, changes = next(ahead)
    for begin, end in windows:
        cut = None
        while at <= end:
            if at >= begin and cut is None:
                cut = [header, f"#{begin}\n$dumpvars\n", *values.values(), "$end\n"]
            if at >= begin:
                cut += [f"#{at}\n" if at > begin else "", *changes]
            values.update((line.split()[-1] if line[0] in "bs" else line[1:-1], line) for line in changes)
            last, (at, changes) = at, next(ahead)
        yield "".join(cut) + (f"#{end}\n" if last < end else "")


def windows_are_cuts(name, words, length_us, count):
    """A waveform that begins late, of links of complete cells, equals the same part of one at
    signal level.
    """
    r = random.Random(f"cut {name}")
    share = length_us / count
    begins = [(int((place + r.random() * 0.8) * share * 64) + 1) * 15625 for place in range(count)]  # 1/64 us is the same in binary
    windows = [(begin, begin + int(r.uniform(1e6, 0.19e6 * share))) for begin in begins]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        common = ["run", name, "--runs", "1", *words, "--quiet", "--out", folder / "out"]
        niclab(*common, "--fidelity", "signal", "--vcd", folder / "all.vcd")
        with open(folder / "all.vcd") as lines:
            for (begin, end), cut in zip(windows, cuts(lines, windows), strict=True):
                # To the end of that picosecond: edges lie between two.
                niclab(*common, "--vcd", folder / "window.vcd", "--vcd-from", f"{begin}e-6", "--vcd-to", f"{end}.999e-6")
                said = json.loads((folder / "out/results.json").read_text())["provenance"]["fidelity"]
                assert re.fullmatch("transaction" + WINDOW, said), said
                shown = (folder / "window.vcd").read_text()
                differ = next(((a, b) for a, b in itertools.zip_longest(shown.splitlines(), cut.splitlines()) if a != b), None)
                assert differ is None, f"{begin} to {end} ps: {differ[0]} found, {differ[1]} wanted"


# Waveforms of at least a millisecond, which are recorded at transaction level.
RECORDED = {
    "of_everything": ["stream", "--set", "workload.count=10"],
    "of_a_bus_of_64_bits": ["sts12c", "--set", "workload.count=20", "--vcd-to", "2500"],
    "of_windows_and_runs": ["echo", "--runs", "4", "--vcd-from", "1000", "--vcd-to", "4000"],
    "of_one_bus": ["busy_bus", "--runs", "1", "--vcd-signals", "*.pci.*", "--vcd-from", "300"],
    "of_sram": ["echo", "--runs", "2", "--vcd-signals", "*.sram.*"],
    "of_light_off": ["light_off", "--vcd-from", "4000", "--vcd-to", "8000"],
    "of_an_analyzer": ["analyzer", "--runs", "2", "--vcd-signals", "*.phy.*"],
}


def recorded(words):
    """A waveform of at least a millisecond is written from records, with no wire but those of an
    analyzer.
    """
    analyzed = LOOKED_AT.format(r"\d of \d signal groups") if words[0] == "analyzer" else ""
    expect_equal([*words, "--vcd", "recorded.vcd"], "transaction" + analyzed)


def recorded_generated(seed):
    r = random.Random(f"recorded {seed}")
    begin = r.choice([0, r.uniform(100, 900)])
    window = ["--vcd-from", f"{begin:.3f}", "--vcd-to", f"{begin + r.uniform(1001, 2500):.3f}"]
    recorded([*generated(f"recorded {seed}"), *window])


def first_packet_of_a_report():
    expect_equal(["echo", "--report", "report.html"], "transaction" + WINDOW)


if ALONE:
    check_all([named(f"generated_{seed}", expect_equal, generated(seed)) for seed in range(ALONE)])
    sys.exit()
check_all([named(f"experiment_{name}", experiment, name) for name in experiments() if not EXTENDED]
          + [named(f"generated_{seed}", expect_equal, generated(seed)) for seed in sorted({*range(GENERATED), *FOUND})]
          + [named(f"still_{name}", expect_equal, [*words, *IDLE], f"transaction({WINDOW})?", False, 0 if name in MOVING else 3000)
             for name, words in STILL.items() if LONG or (name in SAMPLE) != EXTENDED]
          + [named(f"still_{seed}", still, seed) for seed in range(GENERATED // 4)]
          + [named(f"short_{seed}", short, seed) for seed in range(GENERATED // 2)]
          + [named(f"window_{seed}", window, seed) for seed in range(WINDOWS)]
          + [named(f"cuts_{name}", windows_are_cuts, name, words, length_us, 25 if LONG else 4) for name, (words, length_us) in CUT.items() if not EXTENDED]
          + [named(f"recorded_{name}", recorded, words) for name, words in RECORDED.items() if not EXTENDED]
          + [named(f"recorded_{seed}", recorded_generated, seed) for seed in range(WINDOWS)]
          + [named(f"trigger_{name}", trigger, name, signals) for name, signals in (("echo", None), ("stream", "*.pci.*")) if not EXTENDED]
          + [first_packet_of_a_report])
