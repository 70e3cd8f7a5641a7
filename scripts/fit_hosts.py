#!/usr/bin/env python3
"""Fits the software cost of the host profiles to the rows of Tables 2 and 3 marked `cal`.

For each path the published value, net of the serial port, is fixed + per_octet * n + what the
simulation itself produces without software cost. Two calibration rows (n = 10 and n = 1000) give
the two numbers. The part of the simulation is measured by running niclab with all costs set to 0.

    scripts/fit_hosts.py --niclab build/release/testbenches/niclab/niclab [--check | --write]
"""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SERIAL_US = 88.2
PCI_CLOCK_US = 1 / 33
ACCESS_CLOCKS = 5  # from REQ# to TRDY# without wait clocks: 2 of arbitration, 1 of acquisition, 2 of medium decode
DECODE_CLOCKS, LAST_CLOCK = 2, 32  # a host bridge answers until the 32nd clock after FRAME# (PCI 2.1)
SIZES = (10, 1000)
PATHS = ("send", "receive", "echo")
PROFILES = {"pentium133": "pentium133", "486dx4_100": "486dx4_100"}


def calibration_rows():
    """Published values of the rows that may be fitted: (quantity, host, protocol, octets) to microseconds."""
    rows = {}
    for table in ("dollas_table2.csv", "dollas_table3.csv"):
        with open(ROOT / "traces/reference" / table, newline="") as f:
            for row in csv.DictReader(f):
                if row["split"] != "cal":
                    continue
                net = float(row["value"]) - (SERIAL_US if row.get("includes_serial_88p2us") == "1" else 0)
                rows[row["quantity"], row["host"], row["protocol"].lower(), int(row["bytes"])] = net
    return rows


def memory_rows():
    """Average clocks from REQ# to TRDY# of the rows that may be fitted: (profile, "read" or
    "write") to clocks.
    """
    with open(ROOT / "traces/reference/dollas_table1.csv", newline="") as f:
        rows = [r for r in csv.DictReader(f) if r["split"] == "cal" and r["stat"] == "avg"]
    ends = {"pci_access_tx": ("sender", "read"), "pci_access_rx": ("receiver", "write")}
    return {(row[ends[row["quantity"]][0]], ends[row["quantity"]][1]): float(row["value"]) / PCI_CLOCK_US
            for row in rows if row["quantity"] in ends}


def memory_faults(profile, text):
    """What of a profile's stalls is neither derived from those rows nor marked as assumed."""
    faults = []
    for way in ("read", "write"):
        table = tomllib.loads(text)[way]
        stall, wait = table["stall_clocks"], table["wait_clocks"]
        if not stall:
            continue
        wanted = (memory_rows()[profile, way] - wait - ACCESS_CLOCKS) / stall
        if abs(table["stall_probability"] - wanted) > 0.005:
            faults.append(f"{profile}: {way}.stall_probability is {table['stall_probability']}, {wanted:.3f} fits the average")
        marked = re.search(rf"^stall_clocks = {stall}\b.*\*assumed\*", text, re.M)
        if stall != LAST_CLOCK - DECODE_CLOCKS - wait and not marked:
            faults.append(f"{profile}: {way}.stall_clocks is {stall}, which no rule gives and nothing marks as assumed")
    return faults


def hardware_only(niclab, client, server, protocol, octets):
    """Average stages of an echo whose software costs nothing."""
    command = [niclab, "run", str(ROOT / "testbenches/experiments/echo.toml"), "--runs", "200", "--quiet"]
    settings = [f"client.profile={client}", f"server.profile={server}", f"workload.protocol={protocol}",
                f"workload.sizes=[{octets}]"]
    for path in PATHS:
        settings += [f"host.{protocol}.{path}.fixed_us=0", f"host.{protocol}.{path}.per_octet_ns=0"]
    with tempfile.TemporaryDirectory() as out:
        for setting in settings:
            command += ["--set", setting]
        subprocess.run(command + ["--out", out], check=True, stdout=subprocess.DEVNULL)
        stages = json.loads((pathlib.Path(out) / "results.json").read_text())["stages"]
    return {(s["name"], s["direction"]): s["avg"] for s in stages}


def solve(values):
    """fixed_us and per_octet_ns through the two points {octets: us}."""
    low, high = SIZES
    slope = (values[high] - values[low]) / (high - low)
    return round(values[low] - slope * low, 2), round(slope * 1000, 2)


def fit(niclab):
    published = calibration_rows()
    costs = {}
    for protocol in ("tcp", "udp"):
        points = {}
        for octets in SIZES:
            forward = hardware_only(niclab, "pentium133", "486dx4_100", protocol, octets)
            backward = hardware_only(niclab, "486dx4_100", "pentium133", protocol, octets)
            overhead = {
                ("pentium133", "send"): ("STL", forward["software_send", "client_to_server"]),
                ("pentium133", "receive"): ("SRL", forward["software_receive", "server_to_client"]),
                ("486dx4_100", "echo"): ("SEL", forward["software_echo", "server"]),
                ("pentium133", "echo"): ("SEL", backward["software_echo", "server"]),
            }
            for (host, path), (quantity, simulated) in overhead.items():
                points.setdefault((host, path), {})[octets] = published[quantity, host, protocol, octets] - simulated
        for (host, path), values in points.items():
            costs[host, protocol, path] = solve(values)
        # Only the echo of the 486 was published: its two ways are the Pentium's, stretched alike (assumed).
        slow, fast = costs["486dx4_100", protocol, "echo"], costs["pentium133", protocol, "echo"]
        for path in ("send", "receive"):
            way = costs["pentium133", protocol, path]
            costs["486dx4_100", protocol, path] = tuple(round(w * s / f, 2) for w, s, f in zip(way, slow, fast))
    return costs


def lines_of(costs, host):
    lines = []
    for protocol in ("tcp", "udp"):
        lines.append(f"[{protocol}]")
        for path in PATHS:
            fixed, per_octet = costs[host, protocol, path]
            lines.append(f"{path} = {{ fixed_us = {fixed}, per_octet_ns = {per_octet} }}")
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--niclab", required=True, help="the program")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="fail unless the profiles hold these numbers")
    action.add_argument("--write", action="store_true", help="put the numbers into the profiles")
    arguments = parser.parse_args()
    faults = [fault for host in PROFILES for fault in memory_faults(host, (ROOT / f"models/host/profiles/{host}.toml").read_text())]
    if faults:
        print("\n".join(faults))
        return 1
    costs = fit(str(pathlib.Path(arguments.niclab).resolve()))
    wrong = 0
    for host in PROFILES:
        text = lines_of(costs, host)
        path = ROOT / "models/host/profiles" / f"{host}.toml"
        profile = path.read_text()
        marked = re.compile(r"(# fitted: begin\n).*?(# fitted: end\n)", re.S)
        updated = marked.sub(lambda m, text=text: m.group(1) + text + m.group(2), profile)
        if arguments.write:
            path.write_text(updated)
        elif arguments.check and updated != profile:
            print(f"{path}: differs from the fit:\n{text}")
            wrong = 1
        elif not arguments.check:
            print(f"# {host}\n{text}")
    if not wrong and arguments.check:
        print("the profiles hold the numbers of the fit")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
