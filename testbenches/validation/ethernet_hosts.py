"""Hosts with a TCP on Ethernet: ledgers, ports.csv, captures tshark accepts, the window that is
slower, `niclab reproduce sandia`; and that the checks bite.
"""
import csv
import json
import pathlib
import shutil
import subprocess
import tempfile

from common import ROOT, balances, check_all, niclab, settings

EXPERIMENTS = ROOT / "testbenches/experiments"
WINDOWS = (8760, 16384, 32768)
FULL_LINE = 10 * 1460 / (1518 + 8 + 12)  # Mb/s of payload: preamble and gap besides the frame
SHORT = {"flow__flow0__octets": 300_000}


def run(**keys):
    """(results, rows of ports.csv by port) of lane_bridge with these keys."""
    with tempfile.TemporaryDirectory() as out:
        niclab("run", EXPERIMENTS / "lane_bridge.toml", "--quiet", "--out", out, *settings(**keys))
        with open(pathlib.Path(out) / "ports.csv", newline="") as f:
            return json.loads((pathlib.Path(out) / "results.json").read_text()), {row["port"]: row for row in csv.DictReader(f)}


def refused(check, *arguments):
    """That `check` notices what was done to its input."""
    try:
        check(*arguments)
    except AssertionError:
        return
    raise RuntimeError(f"{check.__name__} holds whatever it is given")


def ports_add_up(ports, half):
    """Of two ends of a line: what one sent the other received; each attempt sends or collides; in a
    collision are both.
    """
    ends = list(ports.values())
    count = {name: [int(p[name]) for p in ends] for name in ("frames_sent", "frames_received", "attempts", "collisions", "octets_sent", "backoff_slots")}
    assert len(ends) == 2 and count["frames_sent"] == count["frames_received"][::-1], count
    assert count["attempts"] == [sent + hit for sent, hit in zip(count["frames_sent"], count["collisions"], strict=True)], count
    by_number = [[int(n) for n in p["frames_by_collisions"].split()] for p in ends]
    assert [sum(row) for row in by_number] == count["frames_sent"], by_number
    assert [sum(k * n for k, n in enumerate(row)) for row in by_number] == count["collisions"], by_number
    assert all(64 * sent <= octets <= 1518 * sent for sent, octets in zip(count["frames_sent"], count["octets_sent"], strict=True)), count
    if half:
        assert count["collisions"][0] == count["collisions"][1] > 0 and min(count["backoff_slots"]) > 0, count
        shares = [float(p["sending_percent"]) for p in ends]
        assert max(shares) < float(ends[0]["occupied_percent"]) <= 100, (shares, ends)
    else:
        assert count["collisions"] == count["backoff_slots"] == [0, 0], count


def ledgers_and_ports_add_up():
    results, ports = run(**SHORT)
    balances(results)
    ports_add_up(ports, half=True)
    assert {p["duplex"] for p in ports.values()} == {"half"} and {p["mbit_s"] for p in ports.values()} == {"10"}, ports
    results["network"]["flows"][0]["octets"] -= 1
    refused(balances, results)
    ports["pc"]["attempts"] = str(int(ports["pc"]["attempts"]) - 1)
    refused(ports_add_up, ports, True)


def in_full_duplex_nothing_collides():
    results, ports = run(link__link1__duplex="full", **SHORT)
    balances(results)
    ports_add_up(ports, half=False)
    assert {p["duplex"] for p in ports.values()} == {"full"}, ports
    refused(ports_add_up, ports, True)


def a_duplex_mismatch_loses_what_meets():
    """The PC alone is in half duplex: the switch sends while the PC does. What meets there is lost,
    with a cause, and the transfer is slower than with one duplex at both ends.
    """
    def seconds(results):
        return results["network"]["flows"][0]["seconds"]

    mixed, ports = run(link__link1__duplex="full", link__link1__at_pc__duplex="half", **SHORT)
    balances(mixed)
    assert {name: p["duplex"] for name, p in ports.items()} == {"catalyst:2": "full", "pc": "half"}, ports
    assert int(ports["catalyst:2"]["collisions"]) == 0 < int(ports["pc"]["collisions"]), ports
    assert sum(int(ports["pc"][name]) for name in ("damaged", "late_collisions")) > 0, ports["pc"]
    assert mixed["network"]["flows"][0]["lost"].get("late_collision", 0) > 0, mixed["network"]["flows"]
    assert all(seconds(mixed) > 2 * seconds(run(link__link1__duplex=d, **SHORT)[0]) for d in ("half", "full")), seconds(mixed)


def slower_by_the_window(half, full):
    assert all(small > 1.05 * large for small, large in zip(half, half[1:], strict=False)), half
    assert all(0.95 < rate / FULL_LINE < 1 and abs(rate / full[0] - 1) < 0.01 for rate in full), full


def a_larger_window_is_slower_in_half_duplex_only():
    """6 MB, so that slow start and its first delayed ack count little. The control: full duplex has
    no such order.
    """
    half, full, waits = [], [], []
    for window in WINDOWS:
        keys = {"flow__flow0__socket_buffer": window, "flow__flow0__octets": 6_000_000}
        results, ports = run(**keys)
        half.append(results["network"]["flows"][0]["mbit_s"])
        waits.append(int(ports["pc"]["backoff_slots"]))
        full.append(run(link__link1__duplex="full", **keys)[0]["network"]["flows"][0]["mbit_s"])
    slower_by_the_window(half, full)
    assert waits[0] * 4 < waits[1] < waits[2], waits  # the acks' back-off, which is why
    refused(slower_by_the_window, full, full)


def told(file, *fields, display=""):
    done = subprocess.run(["tshark", "-r", file, "-o", "eth.check_fcs:TRUE", *(("-Y", display) if display else ()), "-T", "fields",
                           *(word for field in fields for word in ("-e", field))], capture_output=True, text=True, check=True)
    return [line.split("\t") for line in done.stdout.splitlines()]


def accepted(file, frames):
    """By tshark: so many frames with a right FCS, no malformed one, and a TCP without losses."""
    rows = told(file, "eth.fcs.status", "frame.len")
    assert len(rows) == frames and all(status == "1" and 64 <= int(octets) <= 1518 for status, octets in rows), (len(rows), frames, rows[:3])
    complaints = told(file, "frame.number", "_ws.expert.message", display="_ws.malformed || tcp.analysis.lost_segment || tcp.analysis.retransmission "
                      "|| tcp.analysis.out_of_order || tcp.analysis.ack_lost_segment || tcp.analysis.duplicate_ack")
    assert not complaints, complaints


def tshark_accepts_the_frames_of_the_pc():
    if not shutil.which("tshark"):
        return print("no tshark")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "c.pcapng"
        niclab("run", EXPERIMENTS / "lane_bridge.toml", "--quiet", "--out", f"{folder}/r", "--pcap", file, "--pcap-taps", "ip:pc", *settings(**SHORT))
        with open(f"{folder}/r/ports.csv", newline="") as f:
            frames = sum(int(row["frames_sent"]) for row in csv.DictReader(f))
        accepted(file, frames)
        octets = bytearray(file.read_bytes())
        octets[len(octets) // 2] ^= 1
        file.write_bytes(octets)
        refused(accepted, file, frames)


def rows_of_the_paper():
    """Every row and claim has a verdict; what misses is listed. The 3C509's rows are met, to send
    and to receive.
    """
    with tempfile.TemporaryDirectory() as out:
        said = niclab("reproduce", "sandia", "--out", out).stdout
        with open(f"{out}/rows.csv", newline="") as f:
            rows = list(csv.DictReader(f))
        assert len(rows) == 3 * 20 + 8 and all(row["known"] for row in rows) and "not simulated" not in said, len(rows)
        rates = [row for row in rows if "3c509" in row["what"] and row["stat"] == "Mb/s"]
        assert len(rates) == 4 and all(abs(float(r["known"]) / float(r["published"]) - 1) < 0.15 and r["tolerance"] for r in rates), rates
        besides = [row for row in rows if not row["published"]]
        assert [row["quantity"] for row in besides] == ["capture"] and float(besides[0]["known"]) == 1, besides
        assert "no number with a tolerance" in said and "Our own statements: 1 of 1 holds" in said.replace("\n  ", " "), said[:600]
        missed = [r for r in rows if r["tolerance"] and r["published"] and abs(float(r["known"]) - float(r["published"])) > float(r["tolerance"])]
        assert 0 < len(missed) == sum(bool(r["deviation"]) for r in rows) and all(r["deviation"] for r in missed), missed
        page = pathlib.Path(out, "report.html").read_text()
        assert "The capture effect" in page and "The capture effect" in said and page.count("<svg") > 10, said[-600:]


check_all([ledgers_and_ports_add_up, in_full_duplex_nothing_collides, a_duplex_mismatch_loses_what_meets,
           a_larger_window_is_slower_in_half_duplex_only, tshark_accepts_the_frames_of_the_pc,
           rows_of_the_paper])
