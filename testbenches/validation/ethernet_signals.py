"""Instruments on the signals of an Ethernet segment: waveforms read by GTKWave's tools, windows that
events open, the logic analyzer, and results that none of them changes.
"""
import bisect
import csv
import itertools
import json
import math
import pathlib
import re
import shutil
import subprocess
import tempfile

from common import ROOT, check_all, niclab, settings

SEGMENT = ROOT / "testbenches/experiments/ethernet_segment.toml"
SHORT = settings(run__duration="6 ms")
BIT_FS, DELAY_FS, HEADER_BITS = 100_000_000, 2_000_000, 64  # data changes are drawn 2 ns after their edge


def run(folder, *words, expect=0, experiment=SEGMENT, short=SHORT):
    return niclab("run", experiment, "--out", folder, *short, *words, expect=expect)


def rows(folder, name):
    return list(csv.DictReader((pathlib.Path(folder) / f"{name}.csv").read_text().splitlines()))


def results(folder):
    return json.loads((pathlib.Path(folder) / "results.json").read_text())


def read(vcd):
    """{signal: [(femtosecond, value)]} of a VCD."""
    text, names, scopes, found, now = vcd.read_text(), {}, [], {}, 0
    unit = {"ps": 10**3, "fs": 1, "ns": 10**6}[re.search(r"\$timescale\s+1\s*(\w+)", text)[1]]
    for line in text.splitlines():
        words = line.split()
        if line.startswith("$scope"):
            scopes.append(words[2])
        elif line.startswith("$upscope"):
            scopes.pop()
        elif line.startswith("$var"):
            names[words[3]] = ".".join([*scopes, words[4]])
        elif line.startswith("#"):
            now = int(line[1:]) * unit
        elif line and line[0] in "01xz" and line[1:] in names:
            found.setdefault(names[line[1:]], []).append((now, line[0]))
    return found


def intervals(changes):
    """When a wire is 1: (begin, end) in femtoseconds of its cause."""
    begin, found = None, []
    for at, value in changes:
        if value == "1" and begin is None:
            begin = at - DELAY_FS
        elif value == "0" and begin is not None:
            found.append((begin, at - DELAY_FS))
            begin = None
    return found


def value_at(changes, at):
    before = bisect.bisect_right(changes, at, key=lambda change: change[0])
    return changes[before - 1][1] if before else "0"


def waveforms_have_the_attempts_and_frames():
    """TXEN of each MAC is cable.csv, COL is on in collisions, TXD has the octets of the capture: from a file that went through
    GTKWave's FST and back.
    """
    if not shutil.which("vcd2fst"):
        return print("no GTKWave")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        run(folder / "r", "--vcd", folder / "w.vcd", "--pcap", folder / "c.pcapng")
        subprocess.run(["vcd2fst", "-v", folder / "w.vcd", "-f", folder / "w.fst"], check=True, capture_output=True)
        subprocess.run(["fst2vcd", "-f", folder / "w.fst", "-o", folder / "again.vcd"], check=True, capture_output=True)
        wires, uses, frames = read(folder / "again.vcd"), rows(folder / "r", "cable"), rows(folder / "r", "frames")
        assert (folder / "w.gtkw").exists(), sorted(folder.iterdir())
        captured = (folder / "c.pcapng").read_bytes()
    end = 6 * 10**12
    for host in "abcde":
        own = [(int(u["begin_fs"]) // 1000, int(u["end_fs"]) // 1000) for u in uses if u["station"] == host and int(u["end_fs"]) < end]
        drawn = [(begin // 1000, end // 1000) for begin, end in intervals(wires.get(f"{host}.mac.TXEN", []))]
        assert len(own) == len(drawn) and all(abs(x - y) <= 1 for one, other in zip(own, drawn, strict=True) for x, y in zip(one, other, strict=True)), (host, own, drawn)
    collided = [u for u in uses if u["outcome"] == "collided"]
    assert collided and all(any(b < int(u["end_fs"]) and int(u["begin_fs"]) < e for b, e in intervals(wires[f"{u['station']}.mac.COL"])) for u in collided)
    sent = [(f, next(u for u in uses if u["frame"] == f["frame"] and u["outcome"] == "frame")) for f in frames if f["status"] == "delivered"]
    for frame, use in sent:
        txd, begin = wires[f"{use['station']}.mac.TXD"], int(use["begin_fs"])
        bits = [value_at(txd, begin + k * BIT_FS + BIT_FS // 2) for k in range(HEADER_BITS + 8 * int(frame["octets"]))]
        octets = bytes(int("".join(reversed(bits[k:k + 8])), 2) for k in range(0, len(bits), 8))
        assert octets[:8] == b"\x55" * 7 + b"\xd5" and octets[8:] in captured, (frame["frame"], octets[:24].hex())
    print(f"{len(uses)} attempts, {len(sent)} frames bit by bit")
    assert len(sent) >= 2


def observers_change_nothing():
    """Tables are those of a run without a waveform. A window is the same at both levels, with transactions before and after it."""
    window = ["--vcd-from", 2000, "--vcd-to", 2600]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        run(folder / "plain")
        for links in ("transaction", "signal"):
            run(folder / links, "--vcd", folder / f"{links}.vcd", *window, "--fidelity", links)
            for name in ("frames.csv", "stations.csv", "cable.csv"):
                assert (folder / links / name).read_bytes() == (folder / "plain" / name).read_bytes(), (links, name)
        run(folder / "whole", "--vcd", folder / "whole.vcd")
        assert (folder / "transaction.vcd").read_bytes() == (folder / "signal.vcd").read_bytes()
        told = results(folder / "transaction")["provenance"]["fidelity"]
        share = int(re.fullmatch(r"transaction, (\d+) us of frames", told)[1])
        assert 3000 < share < 5800, told
        part, whole = read(folder / "transaction.vcd"), read(folder / "whole.vcd")
    inside = {name: [c for c in changes if 2_000_000 * 10**6 < c[0] < 2_600_000 * 10**6] for name, changes in whole.items()}
    found = {name: [c for c in changes if 2_000_000 * 10**6 < c[0] < 2_600_000 * 10**6] for name, changes in part.items()}
    assert {k: v for k, v in inside.items() if v} == {k: v for k, v in found.items() if v} and any(inside.values())


TRIGGER = """start = "begins"
stop = "ends"
arm = "start"
clock = "b.mac.TXC"
order = ["begins", "ends", "done"]
[channels]
TXEN = "b.mac.TXEN"
[patterns]
rises = "TXEN=rise"
falls = "TXEN=fall"
[states.begins]
find = "rises"
[states.ends]
find = "falls"
[states.done]
"""


def events_open_windows():
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        vcd = folder / "w.vcd"
        said = run(folder / "r", "--vcd", vcd, "--vcd-from-packet", 1, "--vcd-to", 5000, short=settings(flow__flow0__kind="periodic", flow__flow0__interval="1500 us",
                                                                                                       run__duration="6 ms")).stdout
        frame = [f for f in rows(folder / "r", "frames") if f["flow"] == "flow0"][1]
        offered = int(frame["offered_fs"])
        assert f"for frame {frame['frame']} of flow0" in said.replace("\n  ", " ") and " us of simulated time" in said, said
        first = min(changes[0][0] for changes in read(vcd).values() if changes)
        assert offered - 2_100_000_000 <= first <= offered, (first, offered)
        refused = run(folder / "x", "--vcd", vcd, "--vcd-from-packet", 9999, expect=2).stderr
        assert re.search(r"--vcd-from-packet 9999: no such packet; expected less than \d+, the number of packets of flow0", refused), refused
        vcd.unlink()
        said = run(folder / "r", "--vcd", vcd, "--vcd-around-warning").stdout
        assert "not written, because the run has no warning" in said.replace("\n  ", " ") and not vcd.exists(), said
        said = run(folder / "r", "--vcd", vcd, "--vcd-around-warning", *settings(host__c__mac__gap_part1_bits=0), expect=1).stdout
        assert "for violation of rule E" in said.replace("\n  ", " ") and vcd.exists(), said
        trigger = folder / "trigger.toml"
        trigger.write_text(TRIGGER)
        run(folder / "r", "--vcd", vcd, "--vcd-trigger", trigger)
        use = next(u for u in rows(folder / "r", "cable") if u["station"] == "b")
        times = sorted(at for changes in read(vcd).values() for at, _ in changes)
        assert int(use["begin_fs"]) - BIT_FS <= times[0] and times[-1] <= int(use["end_fs"]) + 2 * BIT_FS, (times[0], times[-1], use)
        refused = run(folder / "x", "--vcd", vcd, "--vcd-signals", "*.pci.*", expect=2).stderr
        assert "--vcd-signals *.pci.*: no such signal; expected a pattern that matches a signal, such as *.mac.*" in refused, refused


ANALYZER = """
[analyzer]
preset = "unlimited"
period = "25 ns"
arm = "d"
order = ["begins", "ends", "done"]
intervals = { attempt = ["begins", "ends"] }
[analyzer.channels]
TXEN = "d.mac.TXEN"
[analyzer.patterns]
rises = "TXEN=rise"
falls = "TXEN=fall"
[analyzer.states.begins]
find = "rises"
[analyzer.states.ends]
find = "falls"
[analyzer.states.done]
"""


def the_analyzer_measures_attempts():
    """Armed with each frame of host d, to a sample: as long as its attempt is in cable.csv."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        made = folder / "made.toml"
        made.write_text(SEGMENT.read_text() + ANALYZER)
        run(folder / "r", experiment=made)
        found = results(folder / "r")["analyzer"]
        marks = list(csv.DictReader((folder / "r/analyzer.csv").read_text().splitlines()))
        begins = [(int(u["begin_fs"]), int(u["end_fs"])) for u in rows(folder / "r", "cable") if u["station"] == "d"]
        assert found["acquisitions"] > 0 and marks, found
        times = found["intervals"][0]
        assert any(abs((end - begin) * 1e-9 - times["min"]) < 0.05 for begin, end in begins), (times, begins)
        run(folder / "plain")
        for name in ("frames.csv", "stations.csv", "cable.csv"):
            assert (folder / "r" / name).read_bytes() == (folder / "plain" / name).read_bytes(), name
        made.write_text(SEGMENT.read_text() + ANALYZER.replace("d.mac.TXEN", "d.pci.TXEN"))
        refused = run(folder / "x", experiment=made, expect=2).stderr
        assert "analyzer.channels.TXEN: unknown signal; expected a signal of a waveform, such as a.mac.TXEN" in refused, refused


def spans_are_the_stages():
    """attribution.csv has the stages of each delivered frame without a gap, to the femtosecond. The
    timeline has the same parts.
    """
    stages = {"host_queue": "queue", "medium_access.deferral": "deferral", "medium_access.gap": "gap", "medium_access.backoff": "backoff",
              "medium_access.collided": "collided", "segment_wire": "wire", "segment_arrival": "arrival"}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        run(folder, "--runs", 2, "--timeline", folder / "t.json", short=settings(run__duration="20 ms"))
        spans, events = rows(folder, "attribution"), json.loads((folder / "t.json").read_text())["traceEvents"]
        frames = [f for f in rows(folder, "frames") if f["status"] == "delivered"]
        shares = results(folder)["attribution"]
    for frame in frames:
        own = [s for s in spans if (s["run"], s["pdu"], s["direction"]) == (frame["run"], frame["frame"], frame["flow"])]
        assert all(one["end_ns"] == other["begin_ns"] for one, other in itertools.pairwise(own)), own
        for cause, stage in stages.items():
            assert sum(int(s["duration_fs"]) for s in own if s["id"] == cause) == int(frame[f"{stage}_fs"]), (frame, stage)
        behind = sum(int(s["duration_fs"]) for s in own if s["cause"] == "deferral: b")
        assert behind == sum(int(part.split()[1]) for part in frame["deferred_to"].split("; ") if part.startswith("b ")), (frame, own)
        name = f"run {frame['run']} pdu {frame['frame']}"
        drawn = math.fsum(e["dur"] for e in events if e["ph"] == "X" and e["args"]["pdu"] == name)
        assert math.isclose(drawn, int(frame["total_fs"]) * 1e-9, rel_tol=1e-9), (name, drawn)
    assert len(frames) > 20 and {s["id"] for s in spans} == {s["id"] for s in shares} <= set(stages), {s["id"] for s in spans}
    assert len({e["args"]["pdu"] for e in events if e["ph"] == "X"}) == len(frames)


def checkers_can_be_off():
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        wrong = settings(host__c__mac__gap_part1_bits=0)
        run(folder / "on", *wrong, expect=1)
        run(folder / "off", *wrong, "--no-check", "--report", folder / "page.html")
        assert results(folder / "off")["checks"] == {} and results(folder / "off")["provenance"]["check"] is False
        assert "not checked" in (folder / "off/summary.txt").read_text() and "The rules were not checked" in (folder / "page.html").read_text()
        assert (folder / "on/frames.csv").read_bytes() == (folder / "off/frames.csv").read_bytes()


check_all((waveforms_have_the_attempts_and_frames, observers_change_nothing, events_open_windows, the_analyzer_measures_attempts, spans_are_the_stages,
           checkers_can_be_off))
